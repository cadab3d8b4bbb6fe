//! Two locks: the one that serialises starting and stopping, and the one a bridge holds.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::POLL;
use crate::{ClientError, Settings};

/// The right to start or stop the bridge of one home, until it is dropped.
#[derive(Debug)]
pub struct LifecycleLock {
    _file: File,
}

/// The lifecycle lock was not to be had.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Somebody else held it for longer than was waited.
    #[error("another client has been starting or stopping it for {seconds} seconds ({path})")]
    Busy {
        /// The lock file.
        path: PathBuf,
        /// How long was waited.
        seconds: u64,
    },
    /// The file cannot be made or locked.
    #[error("{path} cannot be used: {source}; check that KITSUNE_HOME is a directory of yours")]
    File {
        /// The lock file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl From<LockError> for ClientError {
    fn from(error: LockError) -> Self {
        Self::NotStarted { cause: error.to_string() }
    }
}

impl LifecycleLock {
    /// Takes the lock, at most after `limit`. The home is made if need be.
    ///
    /// Polled rather than awaited on a thread: a thread that waits for a lock cannot be given up,
    /// and would keep the process from ending.
    ///
    /// # Errors
    /// [`LockError`]: held by somebody else, or the home cannot be used.
    pub async fn take(settings: &Settings, limit: Duration) -> Result<Self, LockError> {
        let path = settings.lock_path();
        let failed = |source| LockError::File { path: path.clone(), source };
        let file = create_home(&settings.home)
            .and_then(|()| private(OpenOptions::new().read(true).write(true)).open(&path))
            .map_err(failed)?;
        let deadline = Instant::now() + limit;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Self { _file: file }),
                Err(TryLockError::Error(source)) => return Err(failed(source)),
                Err(TryLockError::WouldBlock) if Instant::now() >= deadline => {
                    return Err(LockError::Busy { path, seconds: limit.as_secs() });
                }
                Err(TryLockError::WouldBlock) => sleep(POLL).await,
            }
        }
    }
}

/// The process id of the bridge that runs with these settings' home.
///
/// It counts only as long as its file is locked: an unlocked one is of the past, and its number may
/// belong to anybody by now.
pub fn running_pid(settings: &Settings) -> Option<u32> {
    let mut file = File::open(settings.pid_path()).ok()?;
    if !matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)) {
        return None;
    }
    let mut text = String::new();
    file.read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}

/// How long the bridge has been running: it writes its process id when it starts.
pub(super) fn running_for(settings: &Settings) -> Option<Duration> {
    running_pid(settings)?;
    settings.pid_path().metadata().ok()?.modified().ok()?.elapsed().ok()
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

/// Makes the home, closed to other users; one that is there stays as it is.
///
/// # Errors
/// The directory cannot be made.
pub fn create_home(home: &Path) -> io::Result<()> {
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
        Settings {
            home: home.to_owned(),
            http_port: 1,
            ws_port: 2,
            token: None,
            keeps_other_build: false,
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_lock_goes_to_one_at_a_time() {
        let dir = tempfile::tempdir().unwrap();
        let settings = settings(&dir.path().join("new/home"));
        let first = LifecycleLock::take(&settings, Duration::ZERO).await.unwrap();
        let error = LifecycleLock::take(&settings, Duration::from_secs(5)).await.unwrap_err();
        assert!(error.to_string().contains("for 5 seconds"), "{error}");
        drop(first);
        assert!(LifecycleLock::take(&settings, Duration::ZERO).await.is_ok());
    }

    #[tokio::test]
    #[cfg(unix)]
    async fn the_home_and_the_lock_are_closed_to_others() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let settings = settings(&dir.path().join("home"));
        LifecycleLock::take(&settings, Duration::ZERO).await.unwrap();
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
        assert_eq!(running_for(&settings), None);
        held.try_lock().unwrap();
        assert_eq!(running_pid(&settings), Some(4711));
        assert!(running_for(&settings).unwrap() < Duration::from_secs(60));
    }
}
