//! What the launch of one home has under way, on disk: so that `--stop` finds it, and so that
//! whatever a killed launch left behind is cleared by the next one.
//!
//! `launch.lock` is held while a launch runs; only then does the process id in `launch.json` count.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use kitsune_client::{Settings, create_home};
use serde::{Deserialize, Serialize};

use super::files::{self, present};
use super::profile::TEMPORARY_PREFIX;
use super::restore::restore;
use crate::{process, session};

/// Time between two attempts to take the lock, and how many there are besides the last.
const LOOK: Duration = Duration::from_millis(10);
const LOOKS: u32 = 10;
/// The same for the end of a Firefox that is killed: about five seconds.
const LOOKS_AT_END: u32 = 500;

/// The file's content.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Content {
    /// The launch's process.
    pid: u32,
    /// People's profiles that must be put back as they were.
    profiles: Vec<PathBuf>,
    /// Directories that go away with the launch.
    temporary: Vec<PathBuf>,
    /// The launch's Firefox.
    firefox: Option<Process>,
}

/// A Firefox, which is the first process of its group.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Process {
    pid: u32,
    /// What it was started with, by which it is told from others that have its number later.
    profile: PathBuf,
}

impl Process {
    fn runs(&self) -> bool {
        process::names(self.pid, &self.profile)
    }
}

/// The state cannot be read or written, or another launch holds it.
#[derive(Debug, thiserror::Error)]
pub(super) enum StateError {
    #[error(
        "another launch of this KITSUNE_HOME runs (process {pid}); end it with `kitsune launch \
         --stop`, or give this one its own KITSUNE_HOME, KITSUNE_HTTP_PORT and KITSUNE_WS_PORT"
    )]
    Running { pid: u32 },
    #[error("{path} cannot be used: {source}; check that KITSUNE_HOME is a directory of yours")]
    File { path: PathBuf, source: io::Error },
}

/// The state of the launch that this process is.
pub(super) struct State {
    _lock: File,
    path: PathBuf,
    content: Content,
}

impl State {
    /// Takes the state, and clears what earlier launches left behind.
    pub(super) fn take(settings: &Settings) -> Result<Self, StateError> {
        let path = state_file(settings);
        let lock_path = settings.launch_lock_path();
        let failed = |source| StateError::File { path: lock_path.clone(), source };
        create_home(&settings.home).map_err(failed)?;
        let lock = session::private_file().open(&lock_path).map_err(failed)?;
        match try_lock(&lock) {
            Ok(()) => (),
            Err(TryLockError::Error(source)) => return Err(failed(source)),
            Err(TryLockError::WouldBlock) => {
                return Err(StateError::Running { pid: read(&path).pid });
            }
        }
        let mut state = Self { _lock: lock, content: read(&path), path };
        state.clear();
        state.content.pid = std::process::id();
        state.write()?;
        Ok(state)
    }

    /// Notes a person's profile that is about to change.
    pub(super) fn add_profile(&mut self, profile: &Path) -> Result<(), StateError> {
        self.content.profiles.push(profile.to_owned());
        self.write()
    }

    /// Notes a directory that must not outlive the launch.
    pub(super) fn add_temporary(&mut self, directory: &Path) -> Result<(), StateError> {
        self.content.temporary.push(directory.to_owned());
        self.write()
    }

    /// Notes the Firefox that was started with this profile, and its process group.
    pub(super) fn set_firefox(&mut self, pid: u32, profile: &Path) -> Result<(), StateError> {
        self.content.firefox = Some(Process { pid, profile: profile.to_owned() });
        self.write()
    }

    /// Puts profiles back and removes directories; returns what could not be put back, and why.
    pub(super) fn finish(mut self) -> Vec<String> {
        let failed = self.clear();
        self.content.pid = 0;
        let is_empty = self.content.profiles.is_empty() && self.content.temporary.is_empty();
        let stored = match is_empty {
            true => fs::remove_file(&self.path),
            false => self.store(),
        };
        if let Err(error) = stored {
            tracing::warn!(%error, "{} cannot be written", self.path.display());
        }
        failed
    }

    fn clear(&mut self) -> Vec<String> {
        if let Some(firefox) = self.content.firefox.take() {
            end(&firefox);
        }
        let home = self.path.parent();
        self.content.temporary.retain(|directory| !remove_temporary(directory, home));
        let mut failed = Vec::new();
        self.content.profiles.retain(|profile| {
            let outcome = restore(profile);
            failed.extend(outcome.as_ref().err().map(ToString::to_string));
            outcome.is_err()
        });
        failed
    }

    fn write(&self) -> Result<(), StateError> {
        self.store().map_err(|source| StateError::File { path: self.path.clone(), source })
    }

    fn store(&self) -> io::Result<()> {
        files::replace(&self.path, &serde_json::to_vec(&self.content)?)
    }
}

/// Ends a Firefox that outlived launch and guard, and waits until it is gone.
fn end(firefox: &Process) {
    for _ in 0..LOOKS_AT_END {
        if !firefox.runs() {
            return;
        }
        process::kill_group(firefox.pid);
        thread::sleep(LOOK);
    }
}

/// Locks at once, or after the moment that somebody's look at the lock takes.
fn try_lock(lock: &File) -> Result<(), TryLockError> {
    for _ in 0..LOOKS {
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => thread::sleep(LOOK),
            done => return done,
        }
    }
    lock.try_lock()
}

/// What a look at the state of a home shows.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Seen {
    /// Process of the running launch.
    pub(crate) running: Option<u32>,
    /// People's profiles that a launch which is gone has left changed.
    pub(crate) left_changed: Vec<PathBuf>,
    /// Whether a launch that is gone has left its Firefox running.
    pub(crate) left_running: bool,
}

/// Looks without changing anything.
pub(crate) fn look(settings: &Settings) -> Seen {
    let content = read(&state_file(settings));
    if is_held(settings) {
        return Seen { running: Some(content.pid), ..Seen::default() };
    }
    let left_running = content.firefox.is_some_and(|firefox| firefox.runs());
    Seen { running: None, left_changed: content.profiles, left_running }
}

/// Whether a launch of this home runs.
pub(super) fn is_held(settings: &Settings) -> bool {
    let lock = File::open(settings.launch_lock_path());
    lock.is_ok_and(|lock| matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

fn state_file(settings: &Settings) -> PathBuf {
    settings.home.join("launch.json")
}

/// The content; an unreadable one names nothing. Each profile also has its own record.
fn read(path: &Path) -> Content {
    let text = fs::read(path).unwrap_or_default();
    serde_json::from_slice(&text).unwrap_or_default()
}

/// Whether the directory is gone. Only one that a launch can have made is touched.
fn remove_temporary(directory: &Path, home: Option<&Path>) -> bool {
    let name = directory.file_name().unwrap_or_default().to_string_lossy();
    let parent = directory.parent();
    let is_ours = parent == Some(&std::env::temp_dir()) || parent == home;
    if !is_ours || !name.starts_with(TEMPORARY_PREFIX) {
        return true;
    }
    present(fs::remove_dir_all(directory)).is_ok()
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

    #[test]
    fn one_launch_of_a_home_runs_at_a_time_and_leaves_nothing() {
        let home = tempfile::tempdir().unwrap();
        let settings = settings(home.path());
        assert_eq!(look(&settings), Seen::default());
        let state = State::take(&settings).unwrap();
        let own = std::process::id();
        assert_eq!(look(&settings).running, Some(own));
        let second = State::take(&settings).err().unwrap();
        assert!(matches!(second, StateError::Running { pid } if pid == own), "{second}");
        assert!(state.finish().is_empty());
        assert_eq!(look(&settings), Seen::default());
        assert!(!state_file(&settings).exists());
    }

    #[test]
    fn what_a_killed_launch_left_is_cleared_by_the_next() {
        let home = tempfile::tempdir().unwrap();
        let settings = settings(home.path());
        let temporary = super::super::profile::temporary_directory(home.path()).unwrap();
        let mut killed = State::take(&settings).unwrap();
        killed.add_temporary(temporary.path()).unwrap();
        killed.add_temporary(home.path()).unwrap();
        killed.add_profile(&home.path().join("profile")).unwrap();
        drop(killed);
        assert_eq!(look(&settings).left_changed, [home.path().join("profile")]);
        assert!(!look(&settings).left_running);
        drop(State::take(&settings).unwrap());
        assert!(!temporary.path().exists());
        assert!(home.path().exists(), "it is none of a launch's");
        assert_eq!(look(&settings), Seen::default());
    }

    #[test]
    #[cfg(unix)]
    fn a_firefox_that_a_killed_launch_left_is_ended_and_nobody_who_has_its_number_later() {
        let home = tempfile::tempdir().unwrap();
        let settings = settings(home.path());
        let profile = home.path().join("profile");
        let starts = |argument: &Path| {
            let mut command = std::process::Command::new("sh");
            command.args(["-c", "sleep 600; exit 0"]).arg(argument);
            process::start_group(&mut command);
            command.spawn().unwrap()
        };
        let (mut firefox, mut other) = (starts(&profile), starts(Path::new("/elsewhere")));
        let leaves = |pid| State::take(&settings).unwrap().set_firefox(pid, &profile).unwrap();
        leaves(other.id());
        assert!(!look(&settings).left_running);
        leaves(firefox.id());
        assert!(look(&settings).left_running);
        drop(State::take(&settings).unwrap());
        assert_eq!(firefox.wait().unwrap().code(), None);
        assert!(other.try_wait().unwrap().is_none(), "it is none of a launch's");
        process::kill_group(other.id());
        other.wait().unwrap();
    }
}
