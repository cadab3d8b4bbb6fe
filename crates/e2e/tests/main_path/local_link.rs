//! The local link is closed to web pages: whatever a page tries, nothing runs and nothing is read.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use kitsune_e2e::{json, run};

/// Tries everything that a page can send, and tells what it was able to read.
const ATTACK: &str = include_str!("../attack.js");

#[test]
fn a_hostile_page_reaches_nothing() {
    run(async |kit| {
        let ports = kit.stage().ports();
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<iframe name=sink></iframe>")).await;
        let before = agent.post("/api/tabs", json!({"mine": true})).await;

        let attack = format!("({ATTACK})([{}, {}])", ports.http, ports.socket);
        let read = kit.in_page(tab, &attack).await;

        assert_eq!(read, json!([]), "the page has read something");
        let after = agent.post("/api/tabs", json!({"mine": true})).await;
        assert_eq!(before["tabs"].as_array().map(Vec::len), after["tabs"].as_array().map(Vec::len));
        // The real session goes on, and the refusals are in the log.
        agent.post("/api/snapshot", json!({"tabId": tab})).await.is_ok();
        assert_eq!(agent.get("/api/status").await["extension_connected"], true);
        let log = kit.stage().bridge_log();
        assert!(log.contains("refused"), "{log}");
    });
}

/// Sends bytes to a port and returns the first line of the answer.
fn answer(port: u16, request: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut bytes = [0; 4096];
    let length = stream.read(&mut bytes).unwrap();
    String::from_utf8_lossy(&bytes[..length]).lines().next().unwrap_or_default().to_owned()
}

#[test]
fn only_the_extensions_origin_may_open_the_socket() {
    run(async |kit| {
        let port = kit.stage().ports().socket;
        let upgrade = |host: &str, origin: &str| {
            answer(
                port,
                &format!(
                    "GET / HTTP/1.1\r\nHost: {host}\r\n{origin}Connection: Upgrade\r\n\
                     Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                     Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
                ),
            )
        };
        let own = format!("127.0.0.1:{port}");
        for origin in [
            "",
            "Origin: null\r\n",
            "Origin: https://evil.example\r\n",
            "Origin: http://127.0.0.1\r\n",
        ] {
            assert!(upgrade(&own, origin).contains("403"), "{origin:?}");
        }
        let extension = "Origin: moz-extension://5b1e8a4e-0000-4000-8000-000000000000\r\n";
        assert!(upgrade("evil.example", extension).contains("403"));
        assert!(upgrade(&own, extension).contains("101"));
        // The probe of the extension: a plain request learns that a bridge is here, nothing more.
        let probe = answer(port, &format!("GET / HTTP/1.1\r\nHost: {own}\r\n\r\n"));
        assert!(probe.contains("426"), "{probe}");
        // A stranger that says nothing, or another browser, takes nothing over.
        assert_eq!(kit.agent().get("/api/status").await["extension_connected"], true);
    });
}
