//! Files that a call saves its result to.
//!
//! A relative name belongs to the configured output directory, else to the first directory
//! the client works in, else to the server's own. Parent directories are not created.

use std::path::{Path, PathBuf};
use std::time::Duration;

use kitsune_protocol::ErrorReply;
use url::Url;

use crate::answer::Object;
use crate::call::Call;

/// How long the client may take to name its directories.
const ROOTS: Duration = Duration::from_secs(5);

/// Writes `content`, replacing what was there, and answers the whole path.
pub(crate) async fn save(
    call: &Call<'_>,
    filename: &str,
    content: Vec<u8>,
) -> Result<PathBuf, ErrorReply> {
    if filename.is_empty() || filename.contains('\0') {
        return Err(call.invalid("filename: must name a file"));
    }
    let path = match Path::new(filename) {
        path if path.is_absolute() => path.to_owned(),
        path => directory(call).await.join(path),
    };
    let target = path.clone();
    // A slow disk must not hold up other calls.
    let written = tokio::task::spawn_blocking(move || std::fs::write(target, content)).await;
    let problem = match written {
        Ok(Ok(())) => return Ok(path),
        Ok(Err(error)) => error.to_string(),
        Err(error) => error.to_string(),
    };
    let text = format!("{} cannot be written: {problem}", path.display());
    Err(ErrorReply::unclassified(text).hint(
        "Pass a filename in a directory that exists and can be written, or leave filename out.",
    ))
}

/// The answer of a call that saved its result: the file, and what else is known.
pub(crate) fn saved(path: &Path, mut facts: Object) -> Object {
    let mut saved = Object::from_iter([("ok".to_owned(), true.into())]);
    saved.insert("saved_to".to_owned(), path.display().to_string().into());
    saved.append(&mut facts);
    saved
}

async fn directory(call: &Call<'_>) -> PathBuf {
    let options = &call.session.options;
    if let Some(dir) = &options.output_dir {
        return dir.clone();
    }
    match roots(call).await {
        Some(root) => root,
        None => options.working_directory.clone(),
    }
}

/// The first directory the client works in.
#[expect(deprecated, reason = "it is the way in which clients tell their directories today")]
async fn roots(call: &Call<'_>) -> Option<PathBuf> {
    let listing = call.roots.as_ref()?.list_roots();
    let roots = tokio::time::timeout(ROOTS, listing).await.ok()?.ok()?.roots;
    roots.iter().find_map(|root| from_uri(&root.uri))
}

/// The path of a `file:` address on this machine.
fn from_uri(uri: &str) -> Option<PathBuf> {
    let url = Url::parse(uri).ok()?;
    let is_local = matches!(url.host_str(), None | Some("" | "localhost"));
    (url.scheme() == "file" && is_local).then(|| url.to_file_path().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn only_a_file_of_this_machine_is_a_directory() {
        for (uri, expected) in [
            ("file:///home/ada/my%20work", Some("/home/ada/my work")),
            ("file://localhost/srv", Some("/srv")),
            ("file://server/share", None),
            ("https://a.example/", None),
            ("/srv", None),
        ] {
            assert_eq!(from_uri(uri), expected.map(PathBuf::from), "{uri}");
        }
    }
}
