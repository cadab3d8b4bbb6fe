//! Requests that are far too large are refused, and the bridge goes on.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use kitsune_e2e::{Kit, Method, run_without_browser};

/// Sends what it can of a request and returns the first line of the answer; empty when the bridge
/// hung up without one.
fn answer(port: u16, head: &str, body: &[u8]) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(40))).unwrap();
    stream.set_write_timeout(Some(Duration::from_secs(40))).unwrap();
    // The bridge may stop reading at any point.
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
    let _ = stream.shutdown(Shutdown::Write);
    let mut text = Vec::new();
    let _ = stream.read_to_end(&mut text);
    String::from_utf8_lossy(&text).lines().next().unwrap_or_default().to_owned()
}

fn head(kit: &Kit<'_>, more: &str) -> (u16, String) {
    let port = kit.stage().ports().http;
    let token = kit.stage().token().unwrap();
    (
        port,
        format!(
            "POST /api/new-tab HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n{more}\r\n"
        ),
    )
}

#[test]
fn a_body_of_100_mb_is_refused() {
    run_without_browser(async |kit| {
        let body = vec![b' '; 100 * 1024 * 1024];
        let reply = kit.agent().send(Method::POST, "/api/new-tab", body).await;
        reply.has_status(413).is_error("invalid_argument").mentions("error", "larger than 16 MiB");

        // In chunks, whose end nobody has announced.
        let (port, head) = head(kit, "Transfer-Encoding: chunked\r\n");
        let chunk = [b"100000\r\n".as_slice(), &vec![b' '; 0x10_0000], b"\r\n"].concat();
        let line = answer(port, &head, &chunk.repeat(100));
        assert!(line.contains("413") || line.is_empty(), "{line}");
        kit.agent().get("/api/status").await.is_ok();
    });
}

#[test]
fn a_body_that_never_comes_is_not_waited_for_without_end() {
    run_without_browser(async |kit| {
        let (port, head) = head(kit, "Content-Length: 104857600\r\n");
        let start = Instant::now();
        let line = answer(port, &head, b"{");
        assert!(line.contains("413"), "{line}");
        assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    });
}

#[test]
fn a_header_of_1_mb_is_refused() {
    run_without_browser(async |kit| {
        let long = "x".repeat(1024 * 1024);
        let (port, head) = head(kit, &format!("X-Long: {long}\r\n"));
        let line = answer(port, &head, b"{}");
        assert!(line.contains("431") || line.is_empty(), "{line}");
        let port = kit.stage().ports().socket;
        let line = answer(port, &format!("GET /{long} HTTP/1.1\r\n\r\n"), b"");
        assert!(line.contains("414") || line.contains("431") || line.is_empty(), "{line}");
        kit.agent().get("/api/status").await.is_ok();
    });
}
