//! The bridge's own life: one for all clients, and a log that stays small.

use std::fs;
use std::time::Duration;

use kitsune_e2e::{eventually, json, run_apart, run_without_browser};

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
fn a_log_that_grows_while_the_bridge_runs_is_put_aside_and_no_line_is_lost() {
    run_without_browser(async |kit| {
        kit.stage().stop_bridge();
        let log = kit.stage().directory().join("home/bridge.log");
        // A little less than what a start puts aside.
        fs::write(&log, "an old line\n".repeat(87_000)).unwrap();
        let server = kit.mcp_with(&[("KITSUNE_CAPS", "core,admin")]).await;
        server.call("browser_status", json!({})).await.is_ok();
        assert!(!log.with_extension("log.1").exists());

        // Each refused page is one line, with its origin.
        let refused = 40;
        for number in 0..refused {
            let origin = format!("https://page-{number}-{}.example", "x".repeat(1000));
            let page = kit.agent().with("origin", &origin);
            page.get("/api/status").await.has_status(403);
        }
        let aside = fs::read_to_string(log.with_extension("log.1")).unwrap();
        let now = fs::read_to_string(&log).unwrap();
        assert!(aside.len() <= 1 << 20 && now.len() < 100_000, "{} {}", aside.len(), now.len());
        let both = aside + &now;
        assert_eq!(both.matches("an old line").count(), 87_000);
        for number in 0..refused {
            assert_eq!(both.matches(&format!("page-{number}-")).count(), 1, "{number}");
        }
        let stop = kit.program("kitsune-bridge", &[]).arg("stop").output().await.unwrap();
        assert!(stop.status.success(), "{stop:?}");
        assert!(fs::read_to_string(&log).unwrap().contains("bridge stopped"));
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
