//! `cargo xtask bench start`: from spawn to `tools/list`, memory, calls per second.

use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use kitsune_e2e::{Kit, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::Child;

use crate::figures::{milliseconds, show};

/// Starts of the server that are measured.
const STARTS: usize = 40;
/// How long calls are counted.
const COUNTED: Duration = Duration::from_secs(3);

const REQUESTS: &str = concat!(
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","#,
    r#""capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}"#,
    "\n",
    r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    "\n",
    r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
    "\n",
);

pub(crate) async fn measure(kit: &Kit<'_>) {
    let mut listed = Vec::new();
    let mut idle = Vec::new();
    for _ in 0..STARTS {
        let (mut server, took) = listed_tools(kit).await;
        listed.push(milliseconds(took));
        idle.push(resident_megabytes(server.id().expect("a running server")));
        server.kill().await.expect("an end");
    }
    show("spawn to tools/list", "ms", listed, "5 or less");
    show("memory of an idle server", "MB", idle, "8 or less");

    let agent = kit.agent();
    let tab = agent.opens(&kit.page("<h1>Small</h1>")).await;
    show("memory of the bridge", "MB", vec![bridge_memory(kit)], "15 or less");
    let rate = calls_per_second(async || {
        agent.get("/api/tabs").await.is_ok();
    })
    .await;
    show("tab lists by HTTP", "per s", vec![rate], "-");
    let snapshot = json!({"tabId": tab});
    let rate = calls_per_second(async || {
        agent.post("/api/snapshot", snapshot.clone()).await.is_ok();
    })
    .await;
    show("snapshots of a small page by HTTP", "per s", vec![rate], "-");
    let client = kit.mcp().await;
    let rate = calls_per_second(async || {
        client.call("browser_tabs", json!({"action": "list"})).await.is_ok();
    })
    .await;
    show("tab lists by MCP", "per s", vec![rate], "-");
}

/// Starts the server and waits for its tools.
async fn listed_tools(kit: &Kit<'_>) -> (Child, Duration) {
    let mut command = kit.program("kitsune", &[]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let start = Instant::now();
    let mut server = command.spawn().expect("kitsune starts");
    let mut input = server.stdin.take().expect("a pipe");
    input.write_all(REQUESTS.as_bytes()).await.expect("it listens");
    let mut lines = BufReader::new(server.stdout.take().expect("a pipe")).lines();
    loop {
        let line = lines.next_line().await.expect("an answer").expect("an answer before the end");
        if line.contains("\"browser_click\"") {
            let took = start.elapsed();
            // Kept open: without input the server would end before its memory is read.
            server.stdin = Some(input);
            return (server, took);
        }
    }
}

fn bridge_memory(kit: &Kit<'_>) -> f64 {
    let path = kit.stage().directory().join("home/bridge.pid");
    let pid = fs::read_to_string(path).expect("the bridge's process id");
    resident_megabytes(pid.trim().parse().expect("a number"))
}

/// `VmRSS` of a process.
fn resident_megabytes(pid: u32) -> f64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("a running process");
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("a size");
    let kilobytes: f64 = line.split_whitespace().nth(1).and_then(|n| n.parse().ok()).expect("kB");
    kilobytes / 1_024.0
}

async fn calls_per_second(mut call: impl AsyncFnMut()) -> f64 {
    call().await;
    let start = Instant::now();
    let mut count = 0_u32;
    while start.elapsed() < COUNTED {
        call().await;
        count += 1;
    }
    f64::from(count) / start.elapsed().as_secs_f64()
}
