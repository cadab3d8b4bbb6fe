//! A bridge that nobody uses ends by itself, and is there again for the next call.

use std::net::TcpStream;
use std::time::Duration;

use kitsune_e2e::{eventually, json, run_without_browser};

#[test]
fn an_idle_bridge_ends_and_the_next_call_starts_it_again() {
    run_without_browser(async |kit| {
        kit.stage().stop_bridge();
        kit.stage().start_bridge_with(&["--idle-timeout", "1"]).await.unwrap();
        let port = kit.stage().ports().http;
        let listens = || TcpStream::connect(("127.0.0.1", port)).is_ok();
        let client = kit
            .mcp_with(&[("KITSUNE_CAPS", "core,admin"), ("KITSUNE_BRIDGE_IDLE_TIMEOUT", "60")])
            .await;
        let first = client.call("browser_status", json!({})).await;
        assert_eq!(first.is_ok()["status"], "running");

        eventually("the idle bridge has ended", Duration::from_secs(10), async || !listens()).await;
        assert!(
            kit.stage().bridge_log().contains("nobody used it"),
            "{}",
            kit.stage().bridge_log()
        );

        let second = client.call("browser_status", json!({})).await;
        assert_eq!(second.is_ok()["status"], "running");
        let output = kit.program("kitsune-bridge", &[]).arg("stop").output().await.unwrap();
        assert!(output.status.success(), "{output:?}");
        assert!(!listens());
    });
}

#[test]
fn a_managed_launch_keeps_a_bridge_from_being_idle() {
    run_without_browser(async |kit| {
        kit.stage().stop_bridge();
        kit.stage().start_bridge_with(&["--idle-timeout", "0.1"]).await.unwrap();
        let lease = json!({"secret": "0123456789abcdef0123456789abcdef", "seconds": 4});
        kit.agent().post("/api/managed-launch", lease).await.is_ok();
        let start = std::time::Instant::now();
        let port = kit.stage().ports().http;
        eventually("the bridge has ended", Duration::from_secs(20), async || {
            TcpStream::connect(("127.0.0.1", port)).is_err()
        })
        .await;
        assert!(start.elapsed() >= Duration::from_secs(4), "{:?}", start.elapsed());
    });
}
