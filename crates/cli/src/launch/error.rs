//! Why `kitsune launch` failed. Each text says what to do next.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use kitsune_client::{ClientError, SettingsError};

use super::browser::BrowserError;
use super::edition;
use super::profile::ProfileError;
use super::state::StateError;
use crate::doctor::display;
use crate::told::told;

/// Longest excerpt of the browser's output, in characters.
const EXCERPT: usize = 300;
/// How much of the output's end is read, in bytes.
const TAIL: u64 = 4096;

#[derive(Debug, thiserror::Error)]
pub(super) enum LaunchError {
    #[error(
        "this build of kitsune carries no extension; run `cargo xtask ext`, then build kitsune \
         again"
    )]
    NoExtension,
    #[error("{error}. {hint}")]
    Refused { error: String, hint: String },
    #[error(
        "{0} does not let go of this bridge; close it, or give this launch its own KITSUNE_HOME, \
         KITSUNE_HTTP_PORT and KITSUNE_WS_PORT"
    )]
    StillConnected(String),
    #[error(
        "{version} ({browser}) is too old for the extension; use Firefox {oldest} or newer \
         (--browser PATH)",
        oldest = edition::OLDEST
    )]
    TooOld { browser: PathBuf, version: String },
    #[error("the system gives no random numbers: {0}")]
    Random(#[from] getrandom::Error),
    #[error("{browser} cannot be started: {source}")]
    NotStarted { browser: PathBuf, source: io::Error },
    #[error(
        "Firefox ended with exit code {code} before it was connected; its output is in \
         {log}{excerpt}{remedy}"
    )]
    EndedEarly { code: u8, log: PathBuf, excerpt: String, remedy: String },
    #[error(
        "the process that guards Firefox was killed, and Firefox was ended with it; run \
         `kitsune launch` again"
    )]
    GuardKilled,
    #[error(
        "Firefox is running, but its extension did not connect within {seconds} seconds; release \
         builds of Firefox refuse unsigned extensions, so use Firefox ESR, Developer Edition or \
         Nightly (--browser PATH)"
    )]
    NotConnected { seconds: u64 },
    #[error(
        "Firefox does not let the extension in ({0}); use Firefox ESR, Developer Edition or \
         Nightly (--browser PATH)"
    )]
    NoControl(String),
    #[error("{0}; then run `kitsune launch --stop` to put the profile back as it was")]
    NotRestored(String),
    #[error("{0}")]
    Detached(String),
    #[error(
        "the launch (process {pid}) did not end within {seconds} seconds; end that process by \
         force, then run `kitsune launch --stop` again, which ends its Firefox and puts its \
         profile back as it was"
    )]
    StillRunning { pid: u32, seconds: u64 },
    #[error(transparent)]
    State(#[from] StateError),
    #[error(transparent)]
    Settings(#[from] SettingsError),
    #[error(transparent)]
    Browser(#[from] BrowserError),
    #[error(transparent)]
    Profile(#[from] ProfileError),
    #[error("{}", told(.0))]
    Client(#[from] ClientError),
    #[error(transparent)]
    System(#[from] io::Error),
}

impl LaunchError {
    /// Firefox ended although nobody asked it to; its last line of output may say why, and that
    /// it had no display although it needs one.
    pub(super) fn ended_early(code: u8, log: &Path, lacks_display: bool) -> Self {
        let excerpt = last_line(log).map(|line| format!(": {line}")).unwrap_or_default();
        let remedy = match lacks_display {
            true => format!(". There is no display. {}", display::REMEDY),
            false => String::new(),
        };
        Self::EndedEarly { code, log: log.to_owned(), excerpt, remedy }
    }
}

fn last_line(path: &Path) -> Option<String> {
    let mut file = File::open(path).ok()?;
    let length = file.metadata().ok()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL))).ok()?;
    let mut bytes = Vec::new();
    file.take(TAIL).read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let line = text.lines().map(str::trim).rfind(|line| !line.is_empty())?;
    Some(line.chars().take(EXCERPT).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_firefox_without_the_display_it_needs_is_told_to_run_headless() {
        let directory = tempfile::tempdir().unwrap();
        let log = directory.path().join("browser.log");
        std::fs::write(&log, "Error: we don't have any display\n\n").unwrap();
        let text = |lacks| LaunchError::ended_early(1, &log, lacks).to_string();
        assert!(text(true).contains("any display. There is no display. Use `kitsune launch"));
        assert!(text(false).ends_with("browser.log: Error: we don't have any display"));
    }

    #[test]
    fn a_bridge_that_did_not_start_is_told_with_its_last_line_and_what_to_do() {
        let log_excerpt = Some("KITSUNE_X is wrong".to_owned());
        let error = LaunchError::from(ClientError::Exited { exit_code: Some(2), log_excerpt });
        let text = error.to_string();
        assert!(text.contains("KITSUNE_X is wrong. Run `kitsune-bridge start`"), "{text}");
    }
}
