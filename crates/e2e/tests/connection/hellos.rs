//! What comes over the extension's socket is read, not trusted.

use std::time::{Duration, Instant};

use kitsune_e2e::{Kit, Value, json, run_without_browser};
use tokio_tungstenite::tungstenite::Message;

use crate::fake_extension::{Fake, Heard, ONE, hello, hello_with};

/// Close code of a message that cannot be read.
const PROTOCOL: Heard = Heard::Closed(Some(4000));
/// Close code of another wire version.
const WIRE_VERSION: Heard = Heard::Closed(Some(4001));

fn port(kit: &Kit<'_>) -> u16 {
    kit.stage().ports().socket
}

async fn is_connected(kit: &Kit<'_>) -> bool {
    kit.agent().get("/api/status").await["extension_connected"] == true
}

#[test]
fn a_first_message_that_is_no_hello_closes_the_socket() {
    run_without_browser(async |kit| {
        for message in [
            "not json",
            "[]",
            "5",
            "{}",
            r#"{"kind":"heartbeat"}"#,
            r#"{"kind":"state","state":{"windows":1,"allSites":true}}"#,
            r#"{"kind":"hello"}"#,
            r#"{"kind":"hello","hello":5}"#,
            r#"{"kind":"hello","hello":{"wire":"1"}}"#,
            r#"{"kind":"hello","hello":{"wire":1}}"#,
        ] {
            let mut fake = Fake::opens(port(kit), ONE).await;
            fake.sends(Message::text(message)).await;
            assert_eq!(fake.hears().await, PROTOCOL, "{message}");
        }
        for field in ["version", "flavor", "browser"] {
            let mut fake = Fake::greets(port(kit), ONE, hello_with(field, Value::Null)).await;
            assert_eq!(fake.hears().await, PROTOCOL, "{field}");
        }
        // What would go into replies and logs as it is.
        for unpresentable in [json!("9\u{1b}[2J"), json!("9\n9"), json!("9".repeat(101))] {
            for field in ["version", "sourceHash", "manifestHash", "pairing"] {
                let hello = hello_with(field, unpresentable.clone());
                let mut fake = Fake::greets(port(kit), ONE, hello).await;
                assert_eq!(fake.hears().await, PROTOCOL, "{field} {unpresentable}");
            }
            for field in ["name", "vendor", "version", "buildId"] {
                let mut hello = hello();
                hello["browser"][field] = unpresentable.clone();
                let mut fake = Fake::greets(port(kit), ONE, hello).await;
                assert_eq!(fake.hears().await, PROTOCOL, "{field} {unpresentable}");
            }
        }
        let mut fake = Fake::opens(port(kit), ONE).await;
        fake.sends(Message::binary(json!({"kind": "hello", "hello": hello()}).to_string())).await;
        assert_eq!(fake.hears().await, PROTOCOL);
        assert!(!is_connected(kit).await);
        Fake::connects(port(kit), ONE, hello()).await;
    });
}

#[test]
fn an_extension_of_another_wire_version_is_refused_and_named() {
    run_without_browser(async |kit| {
        let told = async |hello| {
            let mut fake = Fake::greets(port(kit), ONE, hello).await;
            assert_eq!(fake.hears().await, WIRE_VERSION);
            let status = kit.agent().get("/api/status").await;
            assert_eq!(status["extension_connected"], false);
            let tool = kit.agent().get("/api/tabs").await;
            tool.is_error("extension_version_mismatch")
                .mentions("error", "Kitsune extension not connected");
            assert_eq!(tool["retryable"], true);
            assert_eq!(tool["hint"], status["diagnosis"]["hint"]);
            assert_eq!(tool["state"], status["diagnosis"]["state"]);
            assert_eq!(status["diagnosis"]["code"], "extension_version_mismatch");
            status["diagnosis"]["state"]["extensionVersion"].clone()
        };
        let mut old = hello_with("wire", json!(0));
        old["version"] = json!("0.0.1");
        assert_eq!(told(old).await, "0.0.1");
        // A later one may have a hello of which nothing but the wire version is known.
        assert_eq!(told(json!({"wire": 99, "shape": "unknown"})).await, Value::Null);
        assert_eq!(told(json!({"wire": 99, "version": "9\u{1b}[2J"})).await, Value::Null);
        assert_eq!(told(json!({"wire": 99, "version": "9".repeat(99)})).await, "9".repeat(40));
        Fake::connects(port(kit), ONE, hello()).await;
    });
}

#[test]
fn a_message_that_cannot_be_read_ends_the_connection_and_not_the_bridge() {
    run_without_browser(async |kit| {
        for message in [
            Message::text("garbage"),
            Message::text(r#"{"kind":"unheard"}"#),
            Message::text(r#"{"kind":"reply","id":1,"outcome":{"status":"maybe"}}"#),
            Message::text(json!({"kind": "hello", "hello": hello()}).to_string()),
            Message::binary(vec![0; 1000]),
        ] {
            let mut fake = Fake::connects(port(kit), ONE, hello()).await;
            fake.sends(message.clone()).await;
            assert_eq!(fake.hears().await, PROTOCOL, "{message:?}");
            assert!(!is_connected(kit).await, "{message:?}");
        }
    });
}

#[test]
fn a_reply_that_nobody_waits_for_is_dropped() {
    run_without_browser(async |kit| {
        let mut fake = Fake::connects(port(kit), ONE, hello()).await;
        let outcome = json!({"status": "failed", "error": {"error": "late"}});
        fake.says(json!({"kind": "reply", "id": 4711, "outcome": outcome})).await;
        let agent = kit.agent();
        let (tabs, ()) = tokio::join!(agent.get("/api/tabs"), fake.lists_no_tabs());
        assert_eq!(tabs.is_ok()["tabs"], json!([]));
    });
}

#[test]
fn a_frame_larger_than_the_limit_is_refused_before_it_is_read() {
    run_without_browser(async |kit| {
        let mut fake = Fake::connects(port(kit), ONE, hello()).await;
        // A masked text frame that announces 300 MiB.
        let mut header = vec![0x81, 0xff];
        header.extend((300_u64 << 20).to_be_bytes());
        header.extend([1, 2, 3, 4]);
        fake.sends_bytes(&header).await;
        assert!(matches!(fake.hears().await, Heard::Closed(_)));
        assert!(!is_connected(kit).await);
    });
}

#[test]
fn half_a_frame_keeps_nobody_else_out() {
    run_without_browser(async |kit| {
        let mut silent = Fake::opens(port(kit), ONE).await;
        let start = Instant::now();
        // A masked text frame of 100 bytes of which four come.
        silent.sends_bytes(&[0x81, 0xe4, 1, 2, 3, 4, 5, 6, 7, 8]).await;
        let mut connected = Fake::connects(port(kit), ONE, hello()).await;
        assert_eq!(silent.hears().await, PROTOCOL);
        assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());

        // Within a connection too: one that stops in the middle of a frame and goes.
        connected.sends_bytes(&[0x81, 0xe4, 1, 2, 3, 4, 5, 6, 7, 8]).await;
        drop(connected);
        Fake::connects(port(kit), ONE, hello()).await;
    });
}
