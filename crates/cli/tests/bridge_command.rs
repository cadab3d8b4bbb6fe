//! `kitsune-bridge start|stop|status`: what is printed, the exit codes, and that a stop stops.
#![expect(clippy::unwrap_used, reason = "a helper of tests fails by panicking")]

use std::net::TcpListener;
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// Far above the five seconds that a stop may take, so that a hang fails the test.
const DEADLINE: Duration = Duration::from_secs(30);

/// A home and two ports of its own for the bridges of one test.
struct Place {
    home: TempDir,
    http_port: u16,
    ws_port: u16,
}

impl Place {
    fn new() -> Self {
        // Both are held while they are chosen, so that they differ.
        let [http, ws] = [0, 0].map(|port| TcpListener::bind(("127.0.0.1", port)).unwrap());
        let port = |listener: &TcpListener| listener.local_addr().unwrap().port();
        let home = tempfile::tempdir().unwrap();
        Self { home, http_port: port(&http), ws_port: port(&ws) }
    }

    fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .env("KITSUNE_HOME", self.home.path())
            .env("KITSUNE_HTTP_PORT", self.http_port.to_string())
            .env("KITSUNE_WS_PORT", self.ws_port.to_string())
            .env_remove("KITSUNE_TOKEN")
            .stdin(Stdio::null());
        command
    }

    fn bridge(&self, arguments: &[&str]) -> Output {
        self.command(env!("CARGO_BIN_EXE_kitsune-bridge"), arguments).output().unwrap()
    }

    fn status(&self) -> String {
        let output = self.bridge(&["status"]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Starts a bridge that ends with this test, and waits until it answers.
    fn start(&self) -> (Child, ChildStdin) {
        let arguments = ["guard", "--", env!("CARGO_BIN_EXE_kitsune-bridge"), "start"];
        let mut command = self.command(env!("CARGO_BIN_EXE_kitsune"), &arguments);
        let mut guard = command.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let pipe = guard.stdin.take().unwrap();
        let begin = Instant::now();
        while !self.status().contains("\"running\"") {
            assert!(begin.elapsed() < DEADLINE, "the bridge does not answer");
        }
        (guard, pipe)
    }
}

#[test]
fn a_bridge_is_started_asked_and_stopped() {
    let place = Place::new();
    assert_eq!(place.status(), "{\"status\":\"stopped\"}\n");
    let (mut bridge, _pipe) = place.start();
    assert!(place.status().contains(&format!("\"port\":{}", place.http_port)));
    assert_eq!(place.bridge(&["stop"]).status.code(), Some(0));
    assert_eq!(bridge.wait().unwrap().code(), Some(0));
    assert_eq!(place.status(), "{\"status\":\"stopped\"}\n");
}

#[test]
fn a_second_bridge_of_the_same_home_does_not_start() {
    let place = Place::new();
    let (_bridge, _pipe) = place.start();
    let second = place.bridge(&["start"]);
    assert_eq!(second.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&second.stderr).contains("already running"), "{second:?}");
}

#[test]
#[cfg(unix)]
fn a_bridge_that_refuses_the_token_is_stopped_by_a_signal() {
    let place = Place::new();
    let (mut bridge, _pipe) = place.start();
    let stop = &mut place.command(env!("CARGO_BIN_EXE_kitsune-bridge"), &["stop"]);
    let stopped = stop.env("KITSUNE_TOKEN", "another").output().unwrap();
    assert_eq!(stopped.status.code(), Some(0), "{stopped:?}");
    bridge.wait().unwrap();
}

#[test]
fn a_refused_token_is_told_with_what_to_do() {
    let place = Place::new();
    let (_bridge, _pipe) = place.start();
    let status = &mut place.command(env!("CARGO_BIN_EXE_kitsune-bridge"), &["status"]);
    let refused = status.env("KITSUNE_TOKEN", "another").output().unwrap();
    assert_eq!(refused.status.code(), Some(1));
    let text = String::from_utf8_lossy(&refused.stderr);
    assert!(text.contains("refused the token. Use the same KITSUNE_TOKEN"), "{text}");
}

#[test]
fn stopping_without_a_bridge_is_fine_and_an_unknown_command_is_a_usage_error() {
    let place = Place::new();
    assert_eq!(place.bridge(&["stop"]).status.code(), Some(0));
    assert_eq!(place.bridge(&["restart"]).status.code(), Some(2));
    let port = &mut place.command(env!("CARGO_BIN_EXE_kitsune-bridge"), &["status"]);
    let refused = port.env("KITSUNE_HTTP_PORT", "http").output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("KITSUNE_HTTP_PORT"), "{refused:?}");
}

#[test]
fn a_port_that_another_program_answers_is_no_bridge() {
    let place = Place::new();
    let other = TcpListener::bind(("127.0.0.1", place.http_port)).unwrap();
    // Closes every connection without an answer.
    std::thread::spawn(move || other.incoming().for_each(drop));
    for command in ["status", "stop"] {
        assert_eq!(place.bridge(&[command]).status.code(), Some(1), "{command}");
    }
}
