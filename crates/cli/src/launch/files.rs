//! Reading and replacing the files of a profile: nobody ever sees half of one.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

/// Replaces a file by one with this content, or makes it. It keeps its permissions.
pub(super) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut partial = beside(path)?;
    partial.write_all(content)?;
    put(partial, path)
}

/// A new file in the same directory, for [`put`].
pub(super) fn beside(path: &Path) -> io::Result<NamedTempFile> {
    NamedTempFile::new_in(path.parent().unwrap_or(Path::new(".")))
}

/// Moves a new file to its place.
pub(super) fn put(partial: NamedTempFile, path: &Path) -> io::Result<()> {
    if let Ok(metadata) = fs::metadata(path) {
        partial.as_file().set_permissions(metadata.permissions())?;
    }
    partial.as_file().sync_all()?;
    partial.persist(path).map(drop).map_err(|error| error.error)
}

/// The text of a file; `None` when there is none. Bytes that are not text are an error: such a file
/// could not be written back as it was.
pub(super) fn text(path: &Path) -> io::Result<Option<String>> {
    present(fs::read_to_string(path))
}

/// `None` for what is not there.
pub(super) fn present<T>(outcome: io::Result<T>) -> io::Result<Option<T>> {
    match outcome {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
