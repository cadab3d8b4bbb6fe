//! The running Firefox of one launch: started under a guard, watched, and ended with it.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::process::{Child, ChildStdin, Command};
use tokio::time::timeout;

use super::guard;
use super::output::Output;
use super::preferences::Owner;

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
    output: Output,
}

impl Firefox {
    pub(super) fn start(start: &Start<'_>) -> io::Result<Self> {
        let (output, log) = Output::to(start.log)?;
        let mut command = Command::new(std::env::current_exe()?);
        command
            .args(["guard", "--"])
            .arg(start.browser)
            .args(arguments(start))
            .stdin(Stdio::piped())
            .stdout(log.try_clone()?)
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
        Ok(Self { guard, pipe, output })
    }

    /// Waits until Firefox has ended by itself.
    pub(super) async fn ended(&mut self) -> io::Result<ExitStatus> {
        let status = self.guard.wait().await;
        self.output.wait();
        status
    }

    /// Ends Firefox if it still runs, and waits until it is gone.
    pub(super) async fn stop(mut self) {
        drop(self.pipe.take());
        let patience = guard::GRACE + Duration::from_secs(2);
        if timeout(patience, self.guard.wait()).await.is_err() {
            let _ = self.guard.kill().await;
        }
    }
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
