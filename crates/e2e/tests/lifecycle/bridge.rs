//! The bridge's own life: one for all clients, and a log that stays small.

use std::fs;
use std::time::Duration;

use kitsune_e2e::{eventually, json, run_apart};

#[test]
fn ten_servers_that_start_at_once_start_one_bridge() {
    run_apart(async |kit| {
        kit.stage().stop_bridge();
        let mut servers = Vec::new();
        for _ in 0..10 {
            servers.push(kit.mcp().await);
        }
        let list = json!({"action": "list"});
        let calls = servers.iter().map(|server| server.call("browser_tabs", list.clone()));
        futures_util::future::join_all(calls).await;
        let log = fs::read_to_string(kit.stage().directory().join("home/bridge.log")).unwrap();
        assert_eq!(log.matches("bridge listens").count(), 1, "{log}");
        let stopped = kit.program("kitsune-bridge", &[]).arg("stop").status().await.unwrap();
        assert!(stopped.success());
    });
}

#[test]
fn a_large_log_is_put_aside_at_the_next_start_and_holds_no_secret() {
    run_apart(async |kit| {
        kit.stage().stop_bridge();
        let log = kit.stage().directory().join("home/bridge.log");
        fs::write(&log, "an old line\n".repeat(100_000)).unwrap();
        let server = kit.mcp().await;
        server.call("browser_tabs", json!({"action": "list"})).await.is_ok();
        let text = fs::read_to_string(&log).unwrap();
        assert!(text.contains("bridge listens") && !text.contains("an old line"), "{text}");
        assert!(!text.contains(&kit.stage().token().unwrap()), "{text}");
        let aside = fs::metadata(log.with_extension("log.1")).unwrap();
        assert_eq!(aside.len(), 1_200_000);
        let stopped = kit.program("kitsune-bridge", &[]).arg("stop").status().await.unwrap();
        assert!(stopped.success());
    });
}

#[test]
fn a_tool_that_finds_no_extension_says_how_to_get_one() {
    run_apart(async |kit| {
        let server = kit.mcp().await;
        kit.stage().stop_browser();
        let agent = kit.agent();
        eventually("the bridge has noticed", Duration::from_secs(10), async || {
            agent.get("/api/status").await["extension_connected"] == false
        })
        .await;
        let reply = server.call("browser_tabs", json!({"action": "list"})).await;
        reply
            .is_error("extension_disconnected")
            .mentions("kitsune launch")
            .mentions("about:addons");
    });
}
