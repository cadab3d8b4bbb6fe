//! The running Firefox of one launch: started under a guard, watched, and ended with it.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

use super::guard;
use super::output::Output;
use super::preferences::Owner;
use crate::process;

/// How long the guard may take to start Firefox.
const START: Duration = Duration::from_secs(10);

/// What Firefox is started with.
pub(super) struct Start<'a> {
    pub(super) browser: &'a Path,
    pub(super) profile: &'a Path,
    pub(super) owner: Owner,
    pub(super) headless: bool,
    pub(super) url: Option<&'a str>,
    /// The person's arguments, and those of the launch itself.
    pub(super) arguments: Vec<OsString>,
    /// File that receives what Firefox prints; an earlier one is replaced.
    pub(super) log: &'a Path,
}

/// A Firefox under its guard. Dropping it lets go of the guard, which then ends Firefox.
pub(super) struct Firefox {
    guard: Child,
    /// While this pipe is open the guard keeps Firefox running.
    pipe: Option<ChildStdin>,
    /// Firefox's processes, until they are known to have ended.
    group: Option<u32>,
    output: Output,
}

impl Firefox {
    pub(super) async fn start(start: &Start<'_>) -> io::Result<Self> {
        let (output, log) = Output::to(start.log)?;
        let mut command = Command::new(std::env::current_exe()?);
        command
            .args(["guard", "--tell", "--"])
            .arg(start.browser)
            .args(arguments(start))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(log);
        if start.owner == Owner::Kitsune {
            // Firefox would else fetch its settings although the preferences name no server.
            command.env("MOZ_REMOTE_SETTINGS_DEVTOOLS", "1");
        }
        // A signal for this process's group, such as Ctrl+C, must not end the guard.
        #[cfg(unix)]
        command.process_group(0);
        let mut guard = command.spawn()?;
        let pipe = guard.stdin.take();
        let group = match guard.stdout.take() {
            Some(told) => group(told).await,
            None => None,
        };
        Ok(Self { guard, pipe, group, output })
    }

    /// Firefox's process group, which is also its first process; `None` when it did not start.
    pub(super) fn group(&self) -> Option<u32> {
        self.group
    }

    /// Waits until Firefox has ended by itself, or has lost its guard and was ended for it: then
    /// the status has no exit code.
    pub(super) async fn ended(&mut self) -> io::Result<ExitStatus> {
        let status = self.guard.wait().await;
        let group = self.group.take();
        // A guard that ends by itself has ended the group, and its number may be another's by now.
        if let (Some(group), Ok(None)) = (group, status.as_ref().map(ExitStatus::code)) {
            process::kill_group(group);
        }
        self.output.wait();
        status
    }

    /// Ends Firefox if it still runs, and waits until it is gone.
    pub(super) async fn stop(mut self) {
        drop(self.pipe.take());
        let patience = guard::GRACE + Duration::from_secs(2);
        if timeout(patience, self.ended()).await.is_err() {
            // `ended` sees that the guard was killed, and ends Firefox in its place.
            let _ = self.guard.start_kill();
            let _ = self.ended().await;
        }
    }
}

/// The process group that the guard tells.
async fn group(told: ChildStdout) -> Option<u32> {
    let mut lines = BufReader::new(told).lines();
    let line = timeout(START, lines.next_line()).await.ok()?.ok()??;
    line.trim().parse().ok()
}

fn arguments(start: &Start<'_>) -> Vec<OsString> {
    let mut arguments = vec!["--new-instance".into(), "--no-remote".into()];
    arguments.extend(["--profile".into(), start.profile.into()]);
    if start.headless {
        arguments.push("--headless".into());
    }
    arguments.extend(start.arguments.iter().cloned());
    arguments.extend(start.url.map(OsString::from));
    arguments
}
