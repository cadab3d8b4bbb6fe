//! The extension finds the bridge again, however long it was away.

use std::time::{Duration, Instant};

use kitsune_e2e::{Method, eventually, json, run_apart};

#[test]
fn the_extension_is_back_within_two_seconds_of_a_bridge_that_was_away_for_a_minute() {
    run_apart(async |kit| {
        kit.stage().stop_bridge();
        // Firefox delays the retries of a failing socket more and more: time itself is the subject.
        tokio::time::sleep(Duration::from_secs(60)).await;
        kit.stage().start_bridge().await.unwrap();
        let start = Instant::now();
        let agent = kit.agent();
        eventually("the extension is connected", Duration::from_secs(20), async || {
            agent.get("/api/status").await["extension_connected"] == true
        })
        .await;
        assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
        agent.opens(&kit.page("<p>Works again")).await;
    });
}

#[test]
fn a_bridge_that_stops_mid_call_leaves_tabs_and_their_owner() {
    run_apart(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<button id=go>Go</button>")).await;
        let stopped = agent.post("/api/shutdown", json!({})).await;
        assert_eq!(stopped.is_ok()["status"], "stopping");
        eventually("the bridge has let go of its port", Duration::from_secs(5), async || {
            std::net::TcpListener::bind(("127.0.0.1", kit.stage().ports().http)).is_ok()
        })
        .await;
        kit.stage().start_bridge().await.unwrap();
        eventually("the extension is connected", Duration::from_secs(10), async || {
            kit.agent().get("/api/status").await["extension_connected"] == true
        })
        .await;
        kit.agent().post("/api/click", json!({"tabId": tab, "selector": "#go"})).await.is_ok();
        assert_eq!(kit.seen_in(tab).await, ["click button#go"]);
    });
}

#[test]
fn a_new_bridge_says_nothing_wrong_of_a_launch_that_was_there_before() {
    run_apart(async |kit| {
        kit.stage().stop_bridge();
        kit.stage().start_bridge().await.unwrap();
        let agent = kit.agent();
        let mut told = Vec::new();
        eventually("the extension is connected", Duration::from_secs(20), async || {
            let code = agent.get("/api/status").await["diagnosis"]["code"].clone();
            if told.last() != Some(&code) {
                told.push(code);
            }
            told.last().is_some_and(|code| code == "connected")
        })
        .await;
        assert_eq!(told, [json!("extension_disconnected"), json!("connected")]);
    });
}

#[test]
fn a_browser_that_goes_away_is_told() {
    run_apart(async |kit| {
        kit.agent().opens(&kit.page("<p>Here")).await;
        kit.stage().stop_browser();
        let agent = kit.agent();
        eventually("the bridge has noticed", Duration::from_secs(10), async || {
            agent.get("/api/status").await["extension_connected"] == false
        })
        .await;
        let reply = agent.send(Method::POST, "/api/new-tab", vec![]).await;
        reply
            .is_error("extension_disconnected")
            .mentions("error", "Kitsune extension not connected");
        assert_eq!(reply["state"]["connected"], false);
        let status = agent.get("/api/status").await;
        assert_eq!(status["diagnosis"]["code"], "extension_disconnected");
    });
}
