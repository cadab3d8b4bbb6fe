//! `kitsune guard`: what it runs never outlives the pipe that its parent holds.
#![cfg(unix)]
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a helper of tests fails by panicking"
)]

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Far above the five seconds that the guard gives a program, so that a hang fails the test.
const DEADLINE: Duration = Duration::from_secs(30);

/// A guarded shell that has printed one line, which says that its script is under way.
///
/// The pipe is returned too: waiting for a child would close one that it still owns.
fn guarded(script: &str) -> (Child, ChildStdin, BufReader<impl Read + Send + 'static>) {
    let mut guard = Command::new(env!("CARGO_BIN_EXE_kitsune"))
        .args(["guard", "--", "sh", "-c", script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(guard.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert_eq!(line, "ready\n");
    let pipe = guard.stdin.take().unwrap();
    (guard, pipe, output)
}

/// Waits until nobody holds the output any more: every process of the script is gone.
fn wait_until_all_ended(mut output: impl Read + Send + 'static) -> String {
    let (sender, received) = mpsc::channel();
    thread::spawn(move || {
        let mut rest = String::new();
        output.read_to_string(&mut rest).unwrap();
        sender.send(rest)
    });
    received.recv_timeout(DEADLINE).expect("a process outlived its guard")
}

#[test]
fn closing_the_pipe_ends_the_program_and_its_children() {
    let (mut guard, pipe, output) = guarded("sleep 600 & echo ready; wait");
    drop(pipe);
    wait_until_all_ended(output);
    guard.wait().unwrap();
}

#[test]
fn the_program_may_end_by_itself_first() {
    let script = "trap 'echo saved; exit 0' TERM; echo ready; while :; do sleep 0.05; done";
    let (mut guard, pipe, output) = guarded(script);
    drop(pipe);
    assert_eq!(wait_until_all_ended(output), "saved\n");
    assert_eq!(guard.wait().unwrap().code(), Some(0));
}

#[test]
fn a_program_that_ignores_the_request_is_killed() {
    let (mut guard, pipe, output) =
        guarded("trap '' TERM; echo ready; while :; do sleep 0.05; done");
    drop(pipe);
    wait_until_all_ended(output);
    guard.wait().unwrap();
}

#[test]
fn the_exit_code_is_the_programs() {
    let (mut guard, _pipe, _output) = guarded("echo ready; exit 7");
    assert_eq!(guard.wait().unwrap().code(), Some(7));
    let (mut guard, _pipe, _output) = guarded("echo ready; kill -9 $$");
    assert_eq!(guard.wait().unwrap().code(), Some(128 + 9));
}

#[test]
fn what_a_program_leaves_behind_ends_with_it() {
    let (mut guard, _pipe, output) = guarded("sleep 600 & echo ready; exit 3");
    wait_until_all_ended(output);
    assert_eq!(guard.wait().unwrap().code(), Some(3));
}
