//! `kitsune launch --detach` and `--stop`: a launch that runs in the background.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::{ExitCode, Stdio};
use std::time::Duration;

use kitsune_client::{Settings, create_home};
use serde_json::{Map, Value};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Command;
use tokio::time::{Instant, sleep};

use super::LaunchArguments;
use super::error::LaunchError;
use super::state::{self, State, StateError};
use crate::{process, session};

/// How long a launch may take to end Firefox and to put a profile back.
const STOP: Duration = Duration::from_secs(40);
const POLL: Duration = Duration::from_millis(50);
/// Longest text that a failed launch's output is shown with, in characters.
const EXCERPT: usize = 1000;

/// Starts a launch in the background and returns once it is connected, or says why it is not.
pub(super) async fn start(
    arguments: &LaunchArguments,
    settings: &Settings,
) -> Result<ExitCode, LaunchError> {
    let unusable = |source| StateError::File { path: settings.home.clone(), source };
    create_home(&settings.home).map_err(unusable)?;
    let log = settings.home.join("launch.log");
    let mut command = Command::new(std::env::current_exe()?);
    command
        .args(background_arguments(arguments))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(session::private_file().truncate(true).open(&log)?);
    #[cfg(windows)]
    {
        const CREATE_NEW_PROCESS_GROUP: u32 = 0x0200;
        const DETACHED_PROCESS: u32 = 0x0008;
        command.creation_flags(CREATE_NEW_PROCESS_GROUP | DETACHED_PROCESS);
    }
    let mut child = command.spawn()?;
    let output = child.stdout.take().ok_or_else(|| io::Error::other("no pipe to the launch"))?;
    // It ends by itself when it cannot connect, so this waits no longer than that takes.
    match BufReader::new(output).lines().next_line().await? {
        Some(line) => {
            writeln!(io::stdout(), "{}", announcement(&line, arguments.json))?;
            Ok(ExitCode::SUCCESS)
        }
        None => {
            child.wait().await?;
            Err(LaunchError::Detached(last_words(&log)))
        }
    }
}

/// The same launch, to be run by the process in the background.
fn background_arguments(arguments: &LaunchArguments) -> Vec<std::ffi::OsString> {
    let mut words = vec!["launch".into(), "--detached".into(), "--json".into()];
    let switches = [
        ("--headless", arguments.headless),
        ("--temporary-extension", arguments.temporary_extension),
    ];
    words.extend(switches.iter().filter(|(_, on)| *on).map(|(name, _)| name.into()));
    for (name, value) in [("--profile", &arguments.profile), ("--browser", &arguments.browser)] {
        if let Some(value) = value {
            words.extend([name.into(), value.into()]);
        }
    }
    words.extend(arguments.url.iter().map(Into::into));
    words.push("--".into());
    words.extend(arguments.firefox_arguments.iter().cloned());
    words
}

/// What is printed for the line of JSON that the launch printed.
fn announcement(line: &str, json: bool) -> String {
    if json {
        return line.to_owned();
    }
    let facts: Map<String, Value> = serde_json::from_str(line).unwrap_or_default();
    let text = |name| facts.get(name).and_then(Value::as_str).unwrap_or_default();
    format!(
        "Connected: {} with profile {}. Stop it with `kitsune launch --stop`.",
        text("browser"),
        text("profile"),
    )
}

/// The end of what a failed launch said, without its own name in front.
fn last_words(log: &Path) -> String {
    let text = fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("it ended silently");
    line.trim_start_matches("kitsune launch: ").chars().take(EXCERPT).collect()
}

/// Ends the launch of this home and puts back what an ended one has left.
pub(super) async fn stop(settings: &Settings) -> Result<ExitCode, LaunchError> {
    if !settings.home.is_dir() {
        return say("No launch is running.");
    }
    let seen = state::look(settings);
    if let Some(pid) = seen.running {
        process::terminate(pid);
        wait_for_end(settings, pid).await?;
    }
    // The launch has put its profile back, unless it was killed.
    if let Some(reason) = State::take(settings)?.finish().into_iter().next() {
        return Err(LaunchError::NotRestored(reason));
    }
    match (seen.running, seen.left_changed.as_slice(), seen.left_running) {
        (Some(_), _, _) => say("Stopped."),
        (None, [], false) => say("No launch is running."),
        (None, [], true) => say("No launch is running; the Firefox it had left is ended."),
        (None, [_, ..], _) => say("No launch is running; the profile it had left is as it was."),
    }
}

async fn wait_for_end(settings: &Settings, pid: u32) -> Result<(), LaunchError> {
    let deadline = Instant::now() + STOP;
    while state::is_held(settings) {
        if Instant::now() >= deadline {
            return Err(LaunchError::StillRunning { pid, seconds: STOP.as_secs() });
        }
        sleep(POLL).await;
    }
    Ok(())
}

fn say(line: &str) -> Result<ExitCode, LaunchError> {
    writeln!(io::stdout(), "{line}")?;
    Ok(ExitCode::SUCCESS)
}
