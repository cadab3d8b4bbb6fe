//! Nothing outlives the test program, however it ends.

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::Duration;

use kitsune_e2e::{Value, eventually};

#[tokio::test]
async fn a_killed_test_program_leaves_no_bridge_and_no_firefox() {
    let program = std::env::current_exe().unwrap();
    let examples = program.ancestors().nth(2).map(|built| built.join("examples/stage")).unwrap();
    let mut stage =
        Command::new(examples).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(stage.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let told: Value = serde_json::from_str(&line).unwrap();
    let is_open = |name: &str| {
        let port = told[name].as_u64().and_then(|port| u16::try_from(port).ok()).unwrap();
        TcpStream::connect(("127.0.0.1", port)).is_ok()
    };
    assert!(is_open("http") && is_open("debugger"), "{told}");

    stage.kill().unwrap();
    stage.wait().unwrap();

    eventually("all ports are closed", Duration::from_secs(20), async || {
        !is_open("http") && !is_open("socket") && !is_open("debugger")
    })
    .await;
}
