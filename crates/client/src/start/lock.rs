//! Two locks: the one that serialises starting and stopping, and the one a bridge holds.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::POLL;
use crate::{ClientError, Settings};

/// Takes the lifecycle lock; it is held until the file is dropped.
///
/// Polled rather than awaited on a thread: a thread that waits for a lock cannot be given up,
/// and would keep the process from ending.
pub(super) async fn take(settings: &Settings, limit: Duration) -> Result<File, ClientError> {
    let path = settings.lock_path();
    let file = create_home(&settings.home)
        .and_then(|()| private(OpenOptions::new().read(true).write(true)).open(&path))
        .map_err(|error| not_started(&path, &error))?;
    let deadline = Instant::now() + limit;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::Error(error)) => return Err(not_started(&path, &error)),
            Err(TryLockError::WouldBlock) if Instant::now() >= deadline => {
                let cause = format!(
                    "another client has been starting or stopping it for {} seconds ({})",
                    limit.as_secs(),
                    path.display()
                );
                return Err(ClientError::NotStarted { cause });
            }
            Err(TryLockError::WouldBlock) => sleep(POLL).await,
        }
    }
}

/// The process id of the bridge that runs with these settings' home.
pub(super) fn running_pid(settings: &Settings) -> Option<u32> {
    let mut file = File::open(settings.pid_path()).ok()?;
    match file.try_lock_shared() {
        // Nobody holds it, so the number in it is of the past.
        Ok(()) => None,
        Err(_) => {
            let mut text = String::new();
            file.read_to_string(&mut text).ok()?;
            text.trim().parse().ok()
        }
    }
}

/// Options that create a file which only this user can read.
pub(super) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.create(true)
}

/// The error of a file that cannot be used.
pub(super) fn not_started(path: &Path, error: &io::Error) -> ClientError {
    let cause = format!(
        "{} cannot be used: {error}; check that KITSUNE_HOME is a directory of yours",
        path.display()
    );
    ClientError::NotStarted { cause }
}

fn create_home(home: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(home)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(home: &Path) -> Settings {
        Settings { home: home.to_owned(), http_port: 1, ws_port: 2, token: None }
    }

    #[tokio::test(start_paused = true)]
    async fn the_lock_goes_to_one_at_a_time() {
        let dir = tempfile::tempdir().unwrap();
        let settings = settings(&dir.path().join("new/home"));
        let first = take(&settings, Duration::ZERO).await.unwrap();
        let error = take(&settings, Duration::from_secs(5)).await.unwrap_err();
        assert!(error.to_string().contains("for 5 seconds"), "{error}");
        drop(first);
        assert!(take(&settings, Duration::ZERO).await.is_ok());
    }

    #[tokio::test]
    #[cfg(unix)]
    async fn the_home_and_the_lock_are_closed_to_others() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let settings = settings(&dir.path().join("home"));
        take(&settings, Duration::ZERO).await.unwrap();
        let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&settings.home), 0o700);
        assert_eq!(mode(&settings.lock_path()), 0o600);
    }

    #[test]
    fn a_process_id_counts_only_while_its_file_is_locked() {
        let dir = tempfile::tempdir().unwrap();
        let settings = settings(dir.path());
        assert_eq!(running_pid(&settings), None);
        std::fs::write(settings.pid_path(), "4711\n").unwrap();
        assert_eq!(running_pid(&settings), None);
        let held = File::open(settings.pid_path()).unwrap();
        held.try_lock().unwrap();
        assert_eq!(running_pid(&settings), Some(4711));
    }
}
