//! The log: lines on standard error; standard output belongs to the commands' answers.
//!
//! A bridge that a client has started has its standard error in `bridge.log`, for days. It writes
//! that file itself and puts it aside when it has grown, so that neither lines nor space are lost.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, PoisonError};

use kitsune_client::{LARGEST_LOG, rotate_log};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// The file that lines go to, once there is one.
static FILE: OnceLock<Mutex<LogFile>> = OnceLock::new();

/// Sends log lines to standard error.
///
/// Libraries only warn: what they say of each connection would bury our own lines.
pub fn start_logging() {
    let levels =
        Targets::new().with_default(LevelFilter::WARN).with_target("kitsune", LevelFilter::INFO);
    let lines = tracing_subscriber::fmt::layer().with_writer(|| Lines).with_target(false);
    tracing_subscriber::registry().with(levels).with(lines).init();
}

/// Sends log lines to a file from now on, and keeps it small.
///
/// # Errors
/// The file cannot be opened; lines still go to standard error.
pub(crate) fn keep(path: PathBuf) -> io::Result<()> {
    let file = LogFile::open(path, LARGEST_LOG)?;
    FILE.get_or_init(|| Mutex::new(file));
    Ok(())
}

/// Where the lines of the log go.
struct Lines;

impl Write for Lines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        match FILE.get() {
            Some(file) => file.lock().unwrap_or_else(PoisonError::into_inner).append(line)?,
            None => io::stderr().write_all(line)?,
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A log file that is put aside before a line would make it too large.
struct LogFile {
    path: PathBuf,
    file: File,
    length: u64,
    largest: u64,
}

impl LogFile {
    fn open(path: PathBuf, largest: u64) -> io::Result<Self> {
        let file = options().open(&path)?;
        Ok(Self { length: file.metadata()?.len(), path, file, largest })
    }

    /// Appends a line. The lock around it keeps other lines out while the file changes.
    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        let length = line.len() as u64;
        if self.length > 0 && self.length + length > self.largest {
            self.begin_anew();
        }
        self.length += length;
        self.file.write_all(line)
    }

    fn begin_anew(&mut self) {
        match rotate_log(&self.path, 0).and_then(|()| options().open(&self.path)) {
            Ok(file) => {
                lead_output_to(&file);
                self.file = file;
            }
            // One that cannot be put aside is emptied: it must not fill the disk.
            Err(_) => drop(self.file.set_len(0)),
        }
        self.length = 0;
    }
}

fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options
}

/// Takes along what is printed by others than us, such as a panic: it would go to the old file.
#[cfg(all(unix, not(test)))]
fn lead_output_to(file: &File) {
    // Without it only such lines are misplaced.
    let _ = rustix::stdio::dup2_stdout(file).and_then(|()| rustix::stdio::dup2_stderr(file));
}

/// A test's own output stays where it is; elsewhere it cannot be moved.
#[cfg(not(all(unix, not(test))))]
fn lead_output_to(_: &File) {}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// The logs of a directory, oldest first.
    fn logs(directory: &Path) -> Vec<String> {
        ["bridge.log.2", "bridge.log.1", "bridge.log"]
            .iter()
            .filter_map(|name| fs::read_to_string(directory.join(name)).ok())
            .collect()
    }

    #[test]
    fn a_log_that_grows_is_put_aside_and_no_line_is_lost_between_the_files() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("bridge.log");
        fs::write(&path, "an earlier line\n").unwrap();
        let log = Mutex::new(LogFile::open(path, 1000).unwrap());
        let append = |text: String| log.lock().unwrap().append(text.as_bytes()).unwrap();

        append("line 1\n".to_owned());
        assert_eq!(logs(directory.path()), ["an earlier line\nline 1\n"]);
        (2..=150).for_each(|number| append(format!("line {number}\n")));
        assert!(logs(directory.path()).concat().starts_with("an earlier line\nline 1\nline 2\n"));

        (151..=2000).for_each(|number| append(format!("line {number}\n")));
        let kept = logs(directory.path());
        assert!(kept.len() == 3 && kept.iter().all(|log| log.len() <= 1000), "{kept:?}");
        let text = kept.concat();
        let numbers: Vec<u32> =
            text.lines().map(|line| line.strip_prefix("line ").unwrap().parse().unwrap()).collect();
        assert_eq!(numbers.last(), Some(&2000));
        assert!(numbers.windows(2).all(|pair| pair[1] == pair[0] + 1), "{numbers:?}");
    }

    #[test]
    fn lines_of_several_threads_stay_whole() {
        let directory = tempfile::tempdir().unwrap();
        let log = LogFile::open(directory.path().join("bridge.log"), 3000).unwrap();
        let log = Mutex::new(log);
        std::thread::scope(|scope| {
            for name in ["a", "b", "c"] {
                let log = &log;
                scope.spawn(move || {
                    let line = format!("{}\n", name.repeat(20));
                    (0..100).for_each(|_| log.lock().unwrap().append(line.as_bytes()).unwrap());
                });
            }
        });
        let text = logs(directory.path()).concat();
        assert_eq!(text.lines().count(), 300);
        assert!(text.lines().all(|line| line == line[..1].repeat(20)), "{text}");
    }

    #[test]
    fn a_log_that_cannot_be_put_aside_still_stays_small() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("bridge.log");
        // A directory that is not empty stands where the log would go.
        fs::create_dir_all(directory.path().join("bridge.log.1/x")).unwrap();
        fs::create_dir_all(directory.path().join("bridge.log.2/x")).unwrap();
        let mut log = LogFile::open(path.clone(), 100).unwrap();
        (0..100).for_each(|_| log.append(b"0123456789\n").unwrap());
        assert!(fs::metadata(path).unwrap().len() <= 100);
    }
}
