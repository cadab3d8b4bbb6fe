//! Kitsune's directory and the token in it: there, usable, and closed to other users.

use std::fs::Metadata;
use std::io;
use std::path::Path;

use kitsune_client::Settings;

use super::report::Check;

/// What stands at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    Nothing,
    Directory(Access),
    File(Access),
    /// A link, a pipe, a device.
    Other,
}

/// Who can use it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Access {
    /// This process can write it.
    writable: bool,
    /// Other users can read or change it.
    open: bool,
    /// A file without content.
    empty: bool,
}

pub(super) fn check(settings: &Settings) -> Vec<Check> {
    let (home, token) = (&settings.home, settings.token_path());
    let token = match settings.token {
        Some(_) => Check::new("token").well("given by KITSUNE_TOKEN"),
        None => judge_token(look(&token), &token),
    };
    vec![judge_home(look(home), home), token]
}

fn judge_home(entry: io::Result<Entry>, path: &Path) -> Check {
    let check = Check::new("home");
    let shown = path.display();
    match entry {
        Ok(Entry::Nothing) => check.well(format!("{shown} will be made at the first start")),
        Ok(Entry::Directory(Access { writable: false, .. })) => check.wrong(
            format!("{shown} cannot be written"),
            "Make it yours, or set KITSUNE_HOME to a directory that you can write.",
        ),
        Ok(Entry::Directory(Access { open: true, .. })) => check.wrong(
            format!("{shown} is open to other users"),
            format!("Close it with `chmod 700 {shown}`."),
        ),
        Ok(Entry::Directory(_)) => check.well(format!("{shown}")),
        Ok(Entry::File(_) | Entry::Other) => check.wrong(
            format!("{shown} is not a directory"),
            "Set KITSUNE_HOME to a directory, or remove what stands there.",
        ),
        Err(error) => check.wrong(
            format!("{shown} cannot be looked at: {error}"),
            "Set KITSUNE_HOME to a directory of yours.",
        ),
    }
}

fn judge_token(entry: io::Result<Entry>, path: &Path) -> Check {
    let check = Check::new("token");
    let shown = path.display();
    let remedy = format!("Remove {shown} and run `kitsune-bridge stop`; the next start makes one.");
    match entry {
        Ok(Entry::Nothing) => check.well("will be made at the first start"),
        Ok(Entry::File(Access { open: true, .. })) => {
            check.wrong(format!("{shown} can be read by other users"), remedy)
        }
        Ok(Entry::File(Access { empty: true, .. })) => {
            check.wrong(format!("{shown} is empty"), remedy)
        }
        Ok(Entry::File(_)) => check.well(format!("{shown}, closed to other users")),
        Ok(Entry::Directory(_) | Entry::Other) => {
            check.wrong(format!("{shown} is not a plain file"), remedy)
        }
        // The directory's own check says why.
        Err(error) => check.wrong(format!("{shown} cannot be looked at: {error}"), remedy),
    }
}

fn look(path: &Path) -> io::Result<Entry> {
    let metadata = match path.symlink_metadata() {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Entry::Nothing),
        Err(error) => return Err(error),
    };
    if metadata.is_dir() {
        // The permissions do not tell it for every user and file system: a file does.
        let writable = tempfile::tempfile_in(path).is_ok();
        let access = Access { writable, open: is_open(&metadata), empty: false };
        return Ok(Entry::Directory(access));
    }
    if metadata.is_file() {
        let (open, empty) = (is_open(&metadata), metadata.len() == 0);
        return Ok(Entry::File(Access { writable: true, open, empty }));
    }
    Ok(Entry::Other)
}

#[cfg(unix)]
fn is_open(metadata: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    metadata.permissions().mode() & 0o077 != 0
}

#[cfg(not(unix))]
fn is_open(_: &Metadata) -> bool {
    // A user's directory on Windows is closed to other users by its own access list.
    false
}

#[cfg(test)]
mod tests {
    use super::super::report::Outcome;
    use super::*;

    const CLOSED: Access = Access { writable: true, open: false, empty: false };

    #[test]
    fn a_home_is_a_directory_of_ones_own() {
        let outcome = |entry| judge_home(Ok(entry), Path::new("/h")).outcome;
        assert_eq!(outcome(Entry::Nothing), Outcome::Well);
        assert_eq!(outcome(Entry::Directory(CLOSED)), Outcome::Well);
        assert_eq!(outcome(Entry::Directory(Access { open: true, ..CLOSED })), Outcome::Wrong);
        assert_eq!(outcome(Entry::Directory(Access { writable: false, ..CLOSED })), Outcome::Wrong);
        assert_eq!(outcome(Entry::File(CLOSED)), Outcome::Wrong);
    }

    #[test]
    fn a_token_is_a_closed_plain_file() {
        let outcome = |entry| judge_token(Ok(entry), Path::new("/h/token")).outcome;
        assert_eq!(outcome(Entry::Nothing), Outcome::Well);
        assert_eq!(outcome(Entry::File(CLOSED)), Outcome::Well);
        assert_eq!(outcome(Entry::File(Access { open: true, ..CLOSED })), Outcome::Wrong);
        assert_eq!(outcome(Entry::File(Access { empty: true, ..CLOSED })), Outcome::Wrong);
        assert_eq!(outcome(Entry::Other), Outcome::Wrong);
    }

    #[test]
    #[cfg(unix)]
    fn a_link_is_not_followed_and_a_mode_is_seen() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let home = tempfile::tempdir().unwrap();
        let (token, link) = (home.path().join("token"), home.path().join("link"));
        std::fs::write(&token, "secret").unwrap();
        std::fs::set_permissions(&token, std::fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&token, &link).unwrap();
        assert_eq!(look(&token).unwrap(), Entry::File(Access { open: true, ..CLOSED }));
        assert_eq!(look(&link).unwrap(), Entry::Other);
        assert_eq!(look(&home.path().join("none")).unwrap(), Entry::Nothing);
    }
}
