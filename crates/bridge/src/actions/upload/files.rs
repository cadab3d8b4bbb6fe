//! The files that a request names: opened, or refused with the reason, before anything is sent.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::UNIX_EPOCH;

use kitsune_protocol::page::OfferedFile;
use kitsune_protocol::{ErrorCode, ErrorReply, limits};

use super::media_type;
use crate::transfers::Content;

/// Opens every file. Their addresses are still empty.
pub(super) async fn open(paths: Vec<String>) -> Result<Vec<(OfferedFile, Content)>, ErrorReply> {
    // A slow disk must not hold up other requests.
    let opening = tokio::task::spawn_blocking(move || {
        paths.iter().map(|path| open_one(path)).collect::<Result<Vec<_>, _>>()
    });
    opening.await.map_err(|error| ErrorReply::unclassified(error.to_string()))?
}

fn open_one(text: &str) -> Result<(OfferedFile, Content), ErrorReply> {
    let path = Path::new(text);
    if !path.is_absolute() {
        return Err(refused(text, "not_absolute", "is not an absolute path"));
    }
    // Before it is opened: a pipe would wait for its other end.
    let metadata = fs::metadata(path).map_err(|error| unreadable(text, &error))?;
    if !metadata.is_file() {
        return Err(refused(text, "not_a_file", "is not a file"));
    }
    let size = metadata.len();
    if size > limits::UPLOAD_BYTES {
        let problem = format!("has {size} bytes; the most is {}", limits::UPLOAD_BYTES);
        return Err(refused(text, "too_large", &problem));
    }
    let file = File::open(path).map_err(|error| unreadable(text, &error))?;
    let modified = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let modified_ms = modified.map_or(0, |age| u64::try_from(age.as_millis()).unwrap_or(0));
    let facts = OfferedFile {
        name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        media_type: media_type::of(path).to_owned(),
        size,
        modified_ms,
        address: String::new(),
    };
    Ok((facts, Content { file, size }))
}

fn unreadable(path: &str, error: &io::Error) -> ErrorReply {
    match error.kind() {
        io::ErrorKind::NotFound => refused(path, "missing", "does not exist"),
        _ => refused(path, "unreadable", &format!("cannot be read: {error}")),
    }
}

fn refused(path: &str, reason: &str, problem: &str) -> ErrorReply {
    ErrorReply::new(ErrorCode::InvalidArgument, format!("{path} {problem}"))
        .hint("Nothing was sent to the page. Pass the absolute path of a file that can be read.")
        .state("path", path)
        .state("reason", reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(path: &Path) -> String {
        let error = open_one(path.to_str().unwrap()).err().unwrap();
        assert!(error.error.contains(path.to_str().unwrap()), "{}", error.error);
        error.state.unwrap()["reason"].as_str().unwrap().to_owned()
    }

    #[test]
    fn what_cannot_be_sent_is_refused_with_the_reason() {
        let directory = tempfile::tempdir().unwrap();
        assert_eq!(reason(Path::new("notes.txt")), "not_absolute");
        assert_eq!(reason(&directory.path().join("nothing.txt")), "missing");
        assert_eq!(reason(directory.path()), "not_a_file");
        let large = directory.path().join("large.bin");
        File::create(&large).unwrap().set_len(limits::UPLOAD_BYTES + 1).unwrap();
        assert_eq!(reason(&large), "too_large");
    }

    #[test]
    fn a_file_is_told_with_name_type_size_and_time() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("Größe.CSV");
        fs::write(&path, "a,b").unwrap();
        let (facts, content) = open_one(path.to_str().unwrap()).unwrap();
        assert_eq!((facts.name.as_str(), facts.media_type.as_str()), ("Größe.CSV", "text/csv"));
        assert_eq!((facts.size, content.size), (3, 3));
        assert!(facts.modified_ms > 1_500_000_000_000, "{}", facts.modified_ms);
    }
}
