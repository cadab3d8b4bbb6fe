//! What Firefox prints goes into a file that stays small, however long it runs.

use std::fs::File;
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use kitsune_client::rotate_log;

use crate::session;

/// Size in bytes from which the file is put aside.
const LARGEST: u64 = 1 << 20;
/// How long the last lines may take after Firefox has ended.
const LAST_LINES: Duration = Duration::from_secs(1);

/// The file, filled by a thread for as long as somebody holds the pipe.
pub(super) struct Output {
    written: mpsc::Receiver<()>,
}

impl Output {
    /// Empties the file and returns a pipe whose content is written into it.
    pub(super) fn to(path: &Path) -> io::Result<(Self, PipeWriter)> {
        let file = session::private_file().truncate(true).open(path)?;
        let (input, pipe) = io::pipe()?;
        let (done, written) = mpsc::channel();
        let path = path.to_owned();
        thread::spawn(move || {
            copy(input, file, &path, LARGEST);
            done.send(())
        });
        Ok((Self { written }, pipe))
    }

    /// Waits until everything is in the file.
    pub(super) fn wait(&self) {
        // Without its last lines the file still tells most.
        let _ = self.written.recv_timeout(LAST_LINES);
    }
}

/// Copies to the end. Firefox must not block on a full pipe, so what cannot be written is dropped.
fn copy(mut input: PipeReader, mut file: File, path: &PathBuf, largest: u64) {
    let mut buffer = [0; 8192];
    let mut length = 0;
    while let Ok(count @ 1..) = input.read(&mut buffer) {
        if length >= largest && rotate_log(path, 0).is_ok() {
            length = 0;
            match session::private_file().truncate(true).open(path) {
                Ok(next) => file = next,
                Err(error) => tracing::warn!(%error, "the browser's output cannot be kept"),
            }
        }
        if length < largest && file.write_all(&buffer[..count]).is_ok() {
            length += u64::try_from(count).unwrap_or(u64::MAX);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_that_prints_without_end_leaves_three_small_files() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("browser.log");
        let (input, mut pipe) = io::pipe().unwrap();
        let file = session::private_file().open(&path).unwrap();
        let writer = thread::spawn(move || {
            for number in 0..200 {
                writeln!(pipe, "{number:0100}").unwrap();
            }
        });
        copy(input, file, &path, 1000);
        writer.join().unwrap();
        let sizes: Vec<_> = std::fs::read_dir(directory.path())
            .unwrap()
            .map(|entry| entry.unwrap().metadata().unwrap().len())
            .collect();
        assert!(sizes.len() <= 3 && sizes.iter().all(|size| *size <= 9192), "{sizes:?}");
        let mut end = String::new();
        for name in ["browser.log.2", "browser.log.1", "browser.log"] {
            end += &std::fs::read_to_string(directory.path().join(name)).unwrap_or_default();
        }
        assert!(end.ends_with("00199\n"), "the end is kept");
    }
}
