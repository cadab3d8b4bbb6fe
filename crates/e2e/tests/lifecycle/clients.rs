//! Clients start the bridge by themselves, and other SDKs than ours get along with the server.

use std::path::Path;
use std::time::Duration;

use kitsune_e2e::{Kit, eventually, json, run_apart};

#[test]
fn the_first_call_starts_the_bridge_and_waits_for_the_extension() {
    run_apart(async |kit| {
        kit.stage().stop_bridge();
        let client = kit.mcp().await;
        // Listing tools touches no bridge.
        assert!(client.tools().await.contains_key("browser_click"));
        let port = kit.stage().ports().http;
        assert!(std::net::TcpStream::connect(("127.0.0.1", port)).is_err());

        let url = kit.page("<h1>Started by a client</h1>");
        let reply = client.call("browser_tabs", json!({"action": "new", "url": url})).await;
        reply.is_ok().mentions("Started by a client");

        client.leaves().await;
        assert!(std::net::TcpStream::connect(("127.0.0.1", port)).is_ok(), "the bridge stays");
        let output = kit.program("kitsune-bridge", &[]).arg("stop").output().await.unwrap();
        assert!(output.status.success(), "{output:?}");
        eventually("the bridge is gone", Duration::from_secs(5), async || {
            std::net::TcpStream::connect(("127.0.0.1", port)).is_err()
        })
        .await;
        let status = kit.program("kitsune-bridge", &[]).arg("status").output().await.unwrap();
        let status: kitsune_e2e::Value = serde_json::from_slice(&status.stdout).unwrap();
        assert_eq!(status, json!({"status": "stopped"}));
        kit.stage().start_bridge().await.unwrap();
    });
}

#[test]
fn a_server_that_finds_a_bridge_just_started_by_another_waits_for_the_extension_too() {
    run_apart(async |kit| {
        kit.stage().stop_bridge();
        let first = kit.mcp_with(&[("KITSUNE_CAPS", "core,admin")]).await;
        let second = kit.mcp().await;
        // A status waits for nothing, so the extension is still on its way.
        let status = first.call("browser_status", json!({})).await;
        assert_eq!(status["extension_connected"], false, "{status}");
        second.call("browser_tabs", json!({"action": "list"})).await.is_ok();
        let stop = kit.program("kitsune-bridge", &[]).arg("stop").output().await.unwrap();
        assert!(stop.status.success(), "{stop:?}");
        kit.stage().start_bridge().await.unwrap();
    });
}

/// How many bridges run that clients have started for this stage.
fn started_bridges(kit: &Kit<'_>) -> usize {
    let home = format!("KITSUNE_HOME={}", kit.stage().directory().join("home").display());
    let of_this_stage = |process: &Path| {
        let read = |name: &str| {
            let bytes = std::fs::read(process.join(name)).unwrap_or_default();
            String::from_utf8_lossy(&bytes).into_owned()
        };
        read("cmdline").contains("kitsune\0bridge\0start") && read("environ").contains(&home)
    };
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    processes.filter(|process| of_this_stage(&process.path())).count()
}

#[test]
fn ten_servers_that_start_at_once_start_one_bridge() {
    run_apart(async |kit| {
        kit.stage().stop_bridge();
        let mut clients = Vec::new();
        for _ in 0..10 {
            clients.push(kit.mcp().await);
        }
        let list = json!({"action": "list"});
        let calls = clients.iter().map(|client| client.call("browser_tabs", list.clone()));
        for reply in futures_util::future::join_all(calls).await {
            reply.is_ok();
        }
        assert_eq!(started_bridges(kit), 1);
        // Nor did another one start and end meanwhile.
        let log = std::fs::read_to_string(kit.stage().directory().join("home/bridge.log")).unwrap();
        assert_eq!(log.matches("bridge listens").count(), 1, "{log}");
        let stop = kit.program("kitsune-bridge", &[]).arg("stop").output().await.unwrap();
        assert!(stop.status.success(), "{stop:?}");
        assert_eq!(started_bridges(kit), 0);
        kit.stage().start_bridge().await.unwrap();
    });
}

#[test]
fn the_python_sdk_drives_the_server() {
    let Some(python) = std::env::var_os("KITSUNE_TEST_PYTHON") else {
        panic!("KITSUNE_TEST_PYTHON names no Python with the mcp package; use cargo xtask test");
    };
    run_apart(async |kit| {
        let url = kit.page("<h1>Read by Python</h1>");
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/lifecycle/smoke.py");
        // The server's environment leads it to this stage's bridge; the SDK passes it on.
        let server = kit.program("kitsune", &[]);
        let server = server.as_std();
        let variables = server.get_envs().filter_map(|(name, value)| Some((name, value?)));
        let mut python = tokio::process::Command::new(&python);
        python.args([script.as_ref(), server.get_program(), url.as_ref()]);
        python.env_clear().envs(variables).kill_on_drop(true);
        let output = python.output().await.unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && text.contains("Read by Python"), "{text}\n{errors}");
    });
}
