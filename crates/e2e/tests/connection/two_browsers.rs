//! Two browsers on one bridge never take the connection from each other.

use std::time::Duration;

use kitsune_e2e::{Kit, eventually, json, run, run_without_browser};

use crate::fake_extension::{Fake, Heard, ONE, OTHER, hello, hello_with};

/// Close code of a connection that a newer one of the same extension replaced.
const REPLACED: Heard = Heard::Closed(Some(1012));
/// Close code that means: another browser is in use.
const OTHER_BROWSER: Heard = Heard::Closed(Some(4002));

fn port(kit: &Kit<'_>) -> u16 {
    kit.stage().ports().socket
}

#[test]
fn a_second_browser_is_refused_while_the_first_is_alive() {
    run_without_browser(async |kit| {
        let mut first = Fake::connects(port(kit), ONE, hello()).await;
        for _ in 0..5 {
            let mut second = Fake::greets(port(kit), OTHER, hello()).await;
            assert_eq!(second.hears().await, OTHER_BROWSER);
        }
        let agent = kit.agent();
        let (tabs, ()) = tokio::join!(agent.get("/api/tabs"), first.lists_no_tabs());
        tabs.is_ok();

        drop(first);
        eventually("the second browser may connect", Duration::from_secs(5), async || {
            Fake::greets(port(kit), OTHER, hello()).await.is_welcome().await
        })
        .await;
    });
}

#[test]
fn a_newer_connection_of_the_same_extension_replaces_the_older_at_once() {
    run_without_browser(async |kit| {
        let mut older = Fake::connects(port(kit), ONE, hello()).await;
        let mut newer = Fake::connects(port(kit), ONE, hello()).await;
        assert_eq!(older.hears().await, REPLACED);
        let agent = kit.agent();
        let (tabs, ()) = tokio::join!(agent.get("/api/tabs"), newer.lists_no_tabs());
        tabs.is_ok();
    });
}

#[test]
fn a_command_on_a_replaced_connection_fails_as_disconnected() {
    run_without_browser(async |kit| {
        let mut older = Fake::connects(port(kit), ONE, hello()).await;
        let agent = kit.agent();
        let (read, write, _newer) =
            tokio::join!(agent.get("/api/tabs"), agent.post("/api/new-tab", json!({})), async {
                assert!(matches!(older.hears().await, Heard::Message(_)));
                assert!(matches!(older.hears().await, Heard::Message(_)));
                Fake::connects(port(kit), ONE, hello()).await
            });
        assert_eq!(read.is_error("extension_disconnected")["retryable"], true);
        assert_eq!(write.is_error("extension_disconnected")["retryable"], false);
    });
}

#[test]
fn while_a_launch_is_registered_only_its_browser_may_connect() {
    run_without_browser(async |kit| {
        let secret = "0123456789abcdef0123456789abcdef";
        let wrong = "0123456789abcdef0123456789abcdee";
        let registers = async |secret: &str, seconds: u64| {
            let body = json!({"secret": secret, "seconds": seconds});
            kit.agent().post("/api/managed-launch", body).await
        };
        let mut persons = Fake::connects(port(kit), ONE, hello()).await;

        registers(secret, 30).await.is_ok();

        assert_eq!(persons.hears().await, OTHER_BROWSER);
        for hello in
            [hello(), hello_with("pairing", json!(wrong)), hello_with("pairing", json!(""))]
        {
            assert_eq!(Fake::greets(port(kit), ONE, hello).await.hears().await, OTHER_BROWSER);
        }
        let paired = Fake::connects(port(kit), OTHER, hello_with("pairing", json!(secret))).await;
        registers(wrong, 30).await.has_status(409).is_error("launch_in_use");
        registers(wrong, 0).await.is_ok();
        assert_eq!(Fake::greets(port(kit), ONE, hello()).await.hears().await, OTHER_BROWSER);

        registers(secret, 0).await.is_ok();
        drop(paired);
        eventually("the person's browser may connect", Duration::from_secs(5), async || {
            Fake::greets(port(kit), ONE, hello()).await.is_welcome().await
        })
        .await;
        let log = kit.stage().bridge_log();
        assert!(log.contains("another browser is in use"), "{log}");
        assert!(!log.contains(secret) && !log.contains(wrong), "{log}");
    });
}

#[test]
fn a_registration_that_cannot_be_used_is_refused() {
    run_without_browser(async |kit| {
        for body in [
            json!({}),
            json!({"secret": "short", "seconds": 1}),
            json!({"secret": "0123456789abcdef0123456789abcdef"}),
            json!({"secret": "0123456789abcdef0123456789abcdef", "seconds": 61}),
            json!({"secret": "0123456789abcdef0123456789abcdef", "seconds": -1}),
            json!({"secret": "0123456789abcdef0123456789abcdef", "seconds": 1, "more": 1}),
        ] {
            let reply = kit.agent().post("/api/managed-launch", body).await;
            reply.has_status(400).is_error("invalid_argument");
            assert!(!reply.json.to_string().contains("0123456789abcdef"), "{reply}");
        }
        Fake::connects(port(kit), ONE, hello()).await;
    });
}

#[test]
fn a_second_launch_on_the_same_bridge_is_refused() {
    run(async |kit| {
        // Another home, and so another launch, with the token and the ports of this one.
        let home = kit.stage().directory().join("second-launch");
        std::fs::create_dir(&home).unwrap();
        let home = home.display().to_string();
        let token = kit.stage().token().unwrap();
        let mut second =
            kit.program("kitsune", &[("KITSUNE_HOME", &home), ("KITSUNE_TOKEN", &token)]);
        let ended = second.args(["launch", "--headless"]).output();
        let output = tokio::time::timeout(Duration::from_secs(30), ended).await.unwrap().unwrap();
        assert!(!output.status.success());
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains("Another kitsune launch uses this bridge"), "{text}");
        assert_eq!(kit.agent().get("/api/status").await["extension_connected"], true);
    });
}
