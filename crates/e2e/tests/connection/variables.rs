//! Variables with values that cannot be used or have no effect yet, in the real programs.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::os::unix::fs::symlink;
use std::process::{Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kitsune_e2e::{Kit, free_port, json, run_without_browser};

/// Runs a program without standard input until it ends.
async fn ended(kit: &Kit<'_>, program: &str, variables: &[(&str, &str)]) -> Output {
    let mut command = kit.program(program, variables);
    let output = command.stdin(Stdio::null()).output();
    tokio::time::timeout(Duration::from_secs(20), output).await.expect("an end").unwrap()
}

/// The lines on standard error that name a variable.
fn naming(output: &Output, variable: &str) -> usize {
    let text = String::from_utf8_lossy(&output.stderr);
    text.lines().filter(|line| line.contains(variable)).count()
}

#[test]
fn a_value_that_cannot_be_used_stops_the_program_that_reads_it() {
    run_without_browser(async |kit| {
        for (program, code, variable, value) in [
            ("kitsune", 1, "KITSUNE_CAPS", "core,brwse"),
            ("kitsune", 1, "KITSUNE_PUBLISH", "core,brwse"),
            ("kitsune", 1, "KITSUNE_PUBLISH", "admin"),
            ("kitsune", 1, "KITSUNE_MODE", "write"),
            ("kitsune", 1, "KITSUNE_USER_TABS", "1"),
            ("kitsune", 1, "KITSUNE_TOKEN", "t\u{f6}k"),
            ("kitsune-bridge", 2, "KITSUNE_TOKEN", "two words"),
            ("kitsune-bridge", 2, "KITSUNE_BRIDGE_IDLE_TIMEOUT", "-1"),
            ("kitsune-bridge", 2, "KITSUNE_BRIDGE_IDLE_TIMEOUT", "inf"),
            ("kitsune-bridge", 2, "KITSUNE_HISTORY_ALLOW_DOMAINS", "https://example.com"),
            ("kitsune-bridge", 2, "KITSUNE_HISTORY_DENY_DOMAINS", "a b"),
            ("kitsune-bridge", 2, "KITSUNE_HISTORY_MAX_DAYS", "0"),
        ] {
            let output = ended(kit, program, &[(variable, value)]).await;
            assert_eq!(output.status.code(), Some(code), "{variable}={value}: {output:?}");
            assert_eq!(naming(&output, variable), 1, "{output:?}");
            assert!(output.stdout.is_empty(), "{output:?}");
        }
        kit.agent().get("/api/status").await.is_ok();
    });
}

#[test]
fn a_value_of_the_bridge_that_cannot_be_used_is_told_by_the_client_that_starts_it() {
    run_without_browser(async |kit| {
        kit.stage().stop_bridge();
        let variables = [("KITSUNE_CAPS", "core,admin"), ("KITSUNE_HISTORY_MAX_DAYS", "0")];
        let client = kit.mcp_with(&variables).await;
        let status = client.call("browser_status", json!({})).await;
        status.is_error("bridge_unavailable");
        let state = &status.json["state"];
        assert_eq!(state["exitCode"], 2);
        let excerpt = state["logExcerpt"].as_str().unwrap();
        assert!(excerpt.contains("KITSUNE_HISTORY_MAX_DAYS must be a whole number"), "{excerpt}");
    });
}

#[test]
fn whoever_asks_for_confirmations_that_there_are_not_is_told_and_nothing_starts() {
    run_without_browser(async |kit| {
        // A running bridge without them would be used by a server that started all the same.
        let ask = [("KITSUNE_ASK_BEFORE_ACT", "yes")];
        let server = ended(kit, "kitsune", &ask).await;
        assert_eq!((server.status.code(), naming(&server, ask[0].0)), (Some(1), 1), "{server:?}");
        let bridge = ended(kit, "kitsune-bridge", &ask).await;
        assert_eq!((bridge.status.code(), naming(&bridge, ask[0].0)), (Some(2), 1), "{bridge:?}");

        let lock = kit.stage().directory().join("home/ask-before-act-locked");
        symlink("/nowhere", &lock).unwrap();
        let off = [("KITSUNE_ASK_BEFORE_ACT", "0")];
        for (program, code) in [("kitsune", 1), ("kitsune-bridge", 2)] {
            let output = ended(kit, program, &off).await;
            assert_eq!(output.status.code(), Some(code), "{output:?}");
            assert_eq!(naming(&output, "ask-before-act-locked"), 1, "{output:?}");
        }
    });
}

#[test]
fn a_value_without_effect_is_told_in_one_line() {
    run_without_browser(async |kit| {
        let publish = [("KITSUNE_CAPS", "core,admin"), ("KITSUNE_PUBLISH", "core")];
        let server = ended(kit, "kitsune", &publish).await;
        assert_eq!(naming(&server, "KITSUNE_PUBLISH"), 1, "{server:?}");
        // The test's own bridge has this home, so this one says so and ends.
        let bridge = ended(kit, "kitsune-bridge", &[("KITSUNE_HISTORY_MAX_DAYS", "7")]).await;
        assert_eq!(naming(&bridge, "KITSUNE_HISTORY_MAX_DAYS"), 1, "{bridge:?}");
        assert_eq!(naming(&bridge, "already running"), 1, "{bridge:?}");
    });
}

/// A stand-in for a bridge that names a build; tells the first line of each request that it answers.
fn bridge_of_build(port: u16, build: Arc<Mutex<String>>) -> Receiver<String> {
    let listener = TcpListener::bind(("127.0.0.1", port)).unwrap();
    let (tell, told) = channel();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut lines = BufReader::new(&stream).lines().map_while(Result::ok);
            let Some(first) = lines.next() else { continue };
            lines.by_ref().take_while(|line| !line.is_empty()).for_each(drop);
            let build = build.lock().unwrap().clone();
            let body = json!({"status": "running", "build": build, "extension_connected": false});
            let body = body.to_string();
            let length = body.len();
            let head = format!("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: {length}");
            let _ = (&stream).write_all(format!("{head}\r\n\r\n{body}").as_bytes());
            if tell.send(first).is_err() {
                return;
            }
        }
    });
    told
}

#[test]
fn a_bridge_of_another_build_is_kept_on_demand_and_else_replaced() {
    run_without_browser(async |kit| {
        let port = free_port().unwrap();
        let build = Arc::new(Mutex::new("0.0.0+other".to_owned()));
        let asked = bridge_of_build(port, build.clone());
        let home = kit.stage().directory().join("other-build").display().to_string();
        let variables = [
            ("KITSUNE_HTTP_PORT", port.to_string()),
            ("KITSUNE_HOME", home),
            ("KITSUNE_TOKEN", "t".into()),
        ];
        let variables = variables.each_ref().map(|(name, value)| (*name, value.as_str()));
        let with = |keep| {
            let mut all = vec![("KITSUNE_CAPS", "core,admin"), ("KITSUNE_NO_BRIDGE_RESTART", keep)];
            all.extend(variables);
            all
        };
        let keeping = kit.mcp_with(&with("1")).await;
        let status = keeping.call("browser_status", json!({})).await;
        assert_eq!(status.json["build"], "0.0.0+other");
        assert!(asked.try_iter().all(|line| line.starts_with("GET /api/status ")));

        let replacing = kit.mcp_with(&with("0")).await;
        replacing.call("browser_status", json!({})).await.is_error("bridge_unavailable");
        assert!(asked.try_iter().any(|line| line.starts_with("POST /api/shutdown ")));

        // Once it has had a bridge, a session replaces none: another one of that build would
        // replace it again, and so on.
        let own = kit.agent().get("/api/status").await["build"].as_str().unwrap().to_owned();
        *build.lock().unwrap() = own;
        let settled = kit.mcp_with(&with("0")).await;
        settled.call("browser_status", json!({})).await.is_ok();
        *build.lock().unwrap() = "0.0.0+other".to_owned();
        let status = settled.call("browser_status", json!({})).await;
        assert_eq!(status.json["build"], "0.0.0+other");
        settled.call("browser_tabs", json!({"action": "list"})).await;
        assert!(asked.try_iter().all(|line| !line.starts_with("POST /api/shutdown ")));
    });
}
