//! The bridge's process: detached, with its output in the log.

use std::fs::{File, OpenOptions};
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use tokio::process::Command;

use super::lock::{not_started, private};
use super::{LARGEST_LOG, Launcher, log, rotate_log};
use crate::{ClientError, Settings};

/// A bridge that was started and may not answer yet.
pub(super) struct Child {
    process: tokio::process::Child,
    log: PathBuf,
    /// Length of the log before this start: what stands before it is of other runs.
    log_start: u64,
}

impl Child {
    /// Starts the program so that it outlives this process.
    pub(super) fn spawn(launcher: &Launcher, settings: &Settings) -> Result<Self, ClientError> {
        let path = settings.log_path();
        let output = rotate_log(&path, LARGEST_LOG)
            .and_then(|()| private(OpenOptions::new().append(true)).open(&path))
            .and_then(|log| Ok((log.metadata()?.len(), log.try_clone()?, log)));
        let (log_start, errors, output) = output.map_err(|error| not_started(&path, &error))?;
        let process = command(launcher, output, errors).spawn().map_err(|error| {
            let cause = format!("{} cannot be run: {error}", launcher.program.display());
            ClientError::NotStarted { cause }
        })?;
        Ok(Self { process, log: path, log_start })
    }

    /// Its process id, until it has ended.
    pub(super) fn id(&self) -> Option<u32> {
        self.process.id()
    }

    /// Waits for its end, at most `limit`: its exit code, itself `None` after a signal.
    pub(super) async fn ended_within(&mut self, limit: Duration) -> Option<Option<i32>> {
        match tokio::time::timeout(limit, self.process.wait()).await {
            Ok(Ok(status)) => Some(status.code()),
            Ok(Err(_)) => Some(None),
            Err(_) => None,
        }
    }

    /// The last line it wrote, without secrets.
    pub(super) fn last_line(&self, token: Option<&str>) -> Option<String> {
        log::last_line(&self.log, self.log_start, token)
    }
}

fn command(launcher: &Launcher, output: File, errors: File) -> Command {
    let mut command = Command::new(&launcher.program);
    command.args(&launcher.args).stdin(Stdio::null()).stdout(output).stderr(errors);
    // A group of its own: a Ctrl+C at the client's terminal is not meant for the bridge.
    #[cfg(unix)]
    command.process_group(0);
    #[cfg(windows)]
    {
        const CREATE_NEW_PROCESS_GROUP: u32 = 0x0200;
        const DETACHED_PROCESS: u32 = 0x0008;
        command.creation_flags(CREATE_NEW_PROCESS_GROUP | DETACHED_PROCESS);
    }
    command
}
