//! Packs a directory into a zip file that depends on nothing but the files' names and contents:
//! sorted names, one fixed time, no permissions of this machine.

use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};

use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::step::{Failure, at};

/// Packs `directory` into the file `package`. A package with the same content is left alone, so
/// that programs which embed it are not built again.
pub(crate) fn pack(directory: &Path, package: &Path) -> Result<(), Failure> {
    let packed = zipped(directory)?;
    if fs::read(package).is_ok_and(|content| content == packed) {
        return Ok(());
    }
    let partial = package.with_extension("partial");
    fs::write(&partial, packed).map_err(at(&partial))?;
    fs::rename(&partial, package).map_err(at(package))
}

fn zipped(directory: &Path) -> Result<Vec<u8>, Failure> {
    let failed = |source: ZipError| Failure::Pack { path: directory.to_owned(), source };
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for file in files_below(directory)? {
        zip.start_file(name_in_zip(directory, &file), options).map_err(failed)?;
        let content = fs::read(&file).map_err(at(&file))?;
        zip.write_all(&content).map_err(at(&file))?;
    }
    Ok(zip.finish().map_err(failed)?.into_inner())
}

/// Every file below `directory`, sorted.
fn files_below(directory: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    let mut unread = vec![directory.to_owned()];
    while let Some(next) = unread.pop() {
        for entry in fs::read_dir(&next).map_err(at(&next))? {
            let path = entry.map_err(at(&next))?.path();
            if path.is_dir() { unread.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    Ok(files)
}

fn name_in_zip(directory: &Path, file: &Path) -> String {
    let relative = file.strip_prefix(directory).unwrap_or(file);
    let parts: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(files: &[(&str, &str)]) -> Vec<u8> {
        let directory = tempfile::tempdir().unwrap();
        for (name, content) in files {
            let path = directory.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        zipped(directory.path()).unwrap()
    }

    #[test]
    fn the_order_in_which_files_were_written_does_not_matter() {
        let one = packed(&[("b.js", "1"), ("a/c.js", "2"), ("manifest.json", "{}")]);
        let other = packed(&[("manifest.json", "{}"), ("a/c.js", "2"), ("b.js", "1")]);
        assert!(one == other);
    }

    #[test]
    fn names_are_sorted_and_use_forward_slashes() {
        let content = packed(&[("b.js", "1"), ("a/c.js", "2")]);
        let archive = zip::ZipArchive::new(Cursor::new(content)).unwrap();
        let names: Vec<_> = archive.file_names().map(Result::unwrap).collect();
        assert_eq!(names, ["a/c.js", "b.js"]);
    }
}
