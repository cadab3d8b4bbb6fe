//! Log files stay small: one that has grown is put aside, and only the last few are kept.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Size in bytes that a log has at most before it is put aside.
pub const LARGEST_LOG: u64 = 1 << 20;
/// Logs that are put aside; older ones are removed.
const KEPT: u32 = 2;

/// Puts `path` aside as `path.1` when it has `largest` bytes or more, and `path.1` as `path.2`.
///
/// # Errors
/// A file cannot be renamed. No log at all is no error.
pub fn rotate_log(path: &Path, largest: u64) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.len() >= largest => (),
        Ok(_) => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    }
    for number in (1..KEPT).rev() {
        let older = numbered(path, number);
        if older.exists() {
            fs::rename(older, numbered(path, number + 1))?;
        }
    }
    fs::rename(path, numbered(path, 1))
}

fn numbered(path: &Path, number: u32) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(format!(".{number}"));
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_log_is_put_aside_and_the_oldest_removed() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("bridge.log");
        rotate_log(&path, 4).unwrap();
        for text in ["one!", "two!", "three"] {
            fs::write(&path, text).unwrap();
            rotate_log(&path, 4).unwrap();
            assert!(!path.exists());
        }
        let read = |name: &str| fs::read_to_string(dir.path().join(name)).unwrap();
        assert_eq!((read("bridge.log.1"), read("bridge.log.2")), ("three".into(), "two!".into()));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_small_log_goes_on() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("bridge.log");
        fs::write(&path, "one").unwrap();
        rotate_log(&path, 4).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
    }
}
