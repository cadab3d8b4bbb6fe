//! `kitsune guard -- PROGRAM ARGUMENTS…` (hidden): runs a program that must not outlive its
//! parent.
//!
//! The parent holds a pipe as the guard's standard input. When the pipe closes, because the parent
//! let go of it or was killed, the guard ends the program and everything in its process group. So
//! one way to stop serves for Ctrl+C, a crash and SIGKILL alike.
//!
//! A guard can be killed too. A parent that wants to know the program's process group, to end it
//! itself then, asks with `--tell` and reads it as the one line of the guard's standard output.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::process;

/// How long the program may take to end by itself.
pub(super) const GRACE: Duration = Duration::from_secs(5);

/// Exit code when the program could not be started, as shells use it.
const NOT_STARTED: u8 = 127;

/// What the guard waits for.
enum Event {
    ParentGone,
    Ended(ExitStatus),
}

/// Runs the program until it ends or the parent is gone; the result is the program's exit code.
/// With `tell` standard output is for the process group alone, and the program has only the error
/// output.
pub fn run(program: &[OsString], tell: bool) -> ExitCode {
    let Some((name, arguments)) = program.split_first() else {
        return ExitCode::from(NOT_STARTED);
    };
    let mut command = Command::new(name);
    command.args(arguments).stdin(Stdio::null());
    process::start_group(&mut command);
    if tell {
        command.stdout(io::stderr());
    }
    match command.spawn() {
        Ok(child) => {
            if tell {
                // A parent that is gone reads nothing; standard input tells that it is.
                let _ = writeln!(io::stdout(), "{}", child.id());
            }
            ExitCode::from(process::exit_code(guard(child)))
        }
        Err(error) => {
            eprintln!("cannot start {}: {error}", name.display());
            ExitCode::from(NOT_STARTED)
        }
    }
}

fn guard(child: Child) -> Option<ExitStatus> {
    let id = child.id();
    let (events, received) = mpsc::channel();
    watch_parent(events.clone());
    watch_child(child, events);
    let mut event = received.recv().ok();
    if let Some(Event::ParentGone) = event {
        process::end_group(id);
        event = received.recv_timeout(GRACE).ok();
    }
    // Whatever the program started and left behind ends with it, a program that hangs too.
    process::kill_group(id);
    match event {
        Some(Event::Ended(status)) => Some(status),
        Some(Event::ParentGone) | None => None,
    }
}

fn watch_parent(events: mpsc::Sender<Event>) {
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        let mut buffer = [0; 64];
        while matches!(input.read(&mut buffer), Ok(count) if count > 0) {}
        events.send(Event::ParentGone)
    });
}

fn watch_child(mut child: Child, events: mpsc::Sender<Event>) {
    thread::spawn(move || child.wait().map(|status| events.send(Event::Ended(status))));
}
