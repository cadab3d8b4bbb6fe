//! The first broken link is named, and a tool that fails for it says the same.

use std::fs;

use kitsune_e2e::{Kit, Reply, json, run_without_browser};

use crate::fake_extension::{Fake, ONE, hello, hello_with};

fn port(kit: &Kit<'_>) -> u16 {
    kit.stage().ports().socket
}

/// What the status says of the connection.
async fn diagnosis(kit: &Kit<'_>) -> kitsune_e2e::Value {
    kit.agent().get("/api/status").await["diagnosis"].clone()
}

/// Writes the configuration of an unpacked extension that connects to `port`.
fn unpack_configuration(kit: &Kit<'_>, port: u16) {
    let directory = kit.stage().extension_directory();
    fs::create_dir_all(&directory).unwrap();
    let config = json!({"socketUrl": format!("ws://127.0.0.1:{port}")});
    fs::write(directory.join("config.json"), config.to_string()).unwrap();
}

/// The answer to a list of tabs that the extension refuses with `error`.
async fn refused(kit: &Kit<'_>, fake: &mut Fake, error: kitsune_e2e::Value) -> Reply {
    let agent = kit.agent();
    tokio::join!(agent.get("/api/tabs"), fake.refuses(error)).0
}

#[test]
fn an_extension_that_looks_for_the_bridge_on_another_port_is_a_port_conflict() {
    run_without_browser(async |kit| {
        unpack_configuration(kit, 50_123);
        let told = diagnosis(kit).await;
        assert_eq!(told["code"], "port_conflict");
        let state =
            json!({"port": port(kit), "reason": "extension_ws_port", "extensionPort": 50_123});
        assert_eq!(told["state"], state);
        let tool = kit.agent().post("/api/new-tab", json!({})).await;
        tool.is_error("port_conflict").mentions("error", "Kitsune extension not connected");
        assert_eq!((&tool["hint"], &tool["state"]), (&told["hint"], &told["state"]));
        assert_eq!(tool["retryable"], true);

        // Without a developer's copy the published port counts.
        fs::remove_dir_all(kit.stage().extension_directory()).unwrap();
        assert_eq!(diagnosis(kit).await["state"]["extensionPort"], 47_652);

        // An extension that has found the bridge knows its port.
        drop(Fake::connects(port(kit), ONE, hello()).await);
        kitsune_e2e::eventually("it is gone", std::time::Duration::from_secs(5), async || {
            diagnosis(kit).await["code"] == "extension_disconnected"
        })
        .await;
    });
}

#[test]
fn without_an_extension_the_status_and_every_tool_name_the_remedy() {
    run_without_browser(async |kit| {
        unpack_configuration(kit, port(kit));
        let told = diagnosis(kit).await;
        assert_eq!(told["code"], "extension_disconnected");
        let hint = told["hint"].as_str().unwrap();
        assert!(hint.contains("kitsune launch") && hint.contains("#use-it"), "{hint}");
        for (path, body) in [
            ("/api/new-tab", json!({})),
            ("/api/tabs", json!({})),
            ("/api/snapshot", json!({"tabId": 1})),
            ("/api/click", json!({"tabId": 1, "selector": "a"})),
        ] {
            let reply = kit.agent().post(path, body).await;
            reply.is_error("extension_disconnected");
            assert_eq!((&reply["retryable"], &reply["hint"]), (&json!(true), &told["hint"]));
            assert_eq!(reply["state"], json!({"connected": false}));
        }
    });
}

#[test]
fn the_first_broken_link_is_named() {
    run_without_browser(async |kit| {
        let version = env!("CARGO_PKG_VERSION");
        let mut old = Fake::connects(port(kit), ONE, hello_with("version", json!("0.0.1"))).await;
        old.sees(0, false).await;
        let told = diagnosis(kit).await;
        assert_eq!(told["code"], "extension_version_mismatch");
        let state = json!({"extensionVersion": "0.0.1", "bridgeVersion": version});
        assert_eq!(told["state"], state);

        let mut same = Fake::connects(port(kit), ONE, hello()).await;
        let settled = async |code: &str| {
            let what = format!("the diagnosis is {code}");
            kitsune_e2e::eventually(&what, std::time::Duration::from_secs(5), async || {
                diagnosis(kit).await["code"] == code
            })
            .await;
        };
        settled("connected").await;
        same.sees(0, false).await;
        settled("browser_window_unavailable").await;
        assert_eq!(diagnosis(kit).await["state"], json!({"windows": 0}));
        same.sees(2, false).await;
        settled("host_permission_denied").await;
        assert_eq!(diagnosis(kit).await["state"], json!({"reason": "not_granted"}));
        same.sees(2, true).await;
        settled("connected").await;
        assert_eq!(diagnosis(kit).await, json!({"code": "connected"}));
    });
}

#[test]
fn a_command_that_an_extension_of_another_version_does_not_know_says_so() {
    run_without_browser(async |kit| {
        let unknown = json!({"error": "Unknown action: listTabs"});
        let mut old = Fake::connects(port(kit), ONE, hello_with("version", json!("0.0.1"))).await;

        let reply = refused(kit, &mut old, unknown.clone()).await;

        reply.is_error("extension_version_mismatch").mentions("error", "Unknown action");
        let told = diagnosis(kit).await;
        assert_eq!((&reply["hint"], &reply["state"]), (&told["hint"], &told["state"]));
        // Commands that it knows still run.
        let agent = kit.agent();
        let (tabs, ()) = tokio::join!(agent.get("/api/tabs"), old.lists_no_tabs());
        tabs.is_ok();

        // Of the same version it is an error without a class.
        let mut same = Fake::connects(port(kit), ONE, hello()).await;
        let reply = refused(kit, &mut same, unknown).await;
        assert!(reply["code"].is_null(), "{reply}");
    });
}

#[test]
fn a_tool_that_finds_no_window_or_no_access_has_the_hint_of_the_status() {
    run_without_browser(async |kit| {
        let mut fake = Fake::connects(port(kit), ONE, hello()).await;
        for (code, reason) in
            [("browser_window_unavailable", None), ("host_permission_denied", Some("not_granted"))]
        {
            fake.sees(if reason.is_none() { 0 } else { 1 }, false).await;
            let error = json!({"error": "No", "code": code, "retryable": true,
                "state": {"reason": reason}});
            let reply = refused(kit, &mut fake, error).await;
            reply.is_error(code);
            let told = diagnosis(kit).await;
            assert_eq!((&told["code"], &told["hint"]), (&json!(code), &reply["hint"]));
        }
    });
}
