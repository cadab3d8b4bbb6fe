//! Whoever is not a client of ours on this machine's own address is refused, whatever they send,
//! and nothing happens: other addresses, foreign hosts, web origins, preflights, forms.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use kitsune_e2e::{Kit, json, run_without_browser};
use tokio::net::TcpSocket;

use crate::fake_extension::{Fake, ONE, hello};

/// What a page's requests can look like: method, further headers, body.
const REQUESTS: &[(&str, &str, &str)] = &[
    ("GET", "", ""),
    ("POST", "Content-Type: text/plain\r\n", "{\"url\":\"https://evil.example/\"}"),
    ("POST", "Content-Type: application/x-www-form-urlencoded\r\n", "url=https://evil.example/"),
    ("POST", "Content-Type: multipart/form-data; boundary=x\r\n", "--x\r\n\r\n--x--"),
    ("POST", "Content-Type: application/json\r\nAuthorization: Bearer x\r\n", "{}"),
];
const PATHS: &[&str] =
    &["/", "/api/status", "/api/new-tab", "/api/shutdown", "/api/managed-launch"];

/// Sends bytes and returns the whole answer, until the other side hangs up or says no more.
fn exchange(mut stream: TcpStream, request: &str) -> String {
    stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

fn send(port: u16, request: &str) -> String {
    exchange(TcpStream::connect(("127.0.0.1", port)).unwrap(), request)
}

/// A request that asks for the connection to close after the answer.
fn request(method: &str, path: &str, headers: &str, body: &str) -> String {
    format!(
        "{method} {path} HTTP/1.1\r\n{headers}Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or("none")
}

/// Runs `attempts` while an extension is connected, and checks that none of it had an effect.
async fn without_effect(kit: &Kit<'_>, attempts: impl AsyncFnOnce()) {
    let mut fake = Fake::connects(kit.stage().ports().socket, ONE, hello()).await;
    attempts().await;
    let agent = kit.agent();
    // The extension is still that one, and this is the first command that it hears.
    let (tabs, ()) = tokio::join!(agent.get("/api/tabs"), fake.lists_no_tabs());
    assert_eq!(tabs.is_ok()["tabs"], json!([]));
    let log = kit.stage().bridge_log();
    assert!(log.contains("refused"), "the refusal is logged: {log}");
}

#[test]
fn a_foreign_host_is_refused_even_with_the_token() {
    run_without_browser(async |kit| {
        let (http, socket) = (kit.stage().ports().http, kit.stage().ports().socket);
        let token = kit.stage().token().unwrap();
        without_effect(kit, async || {
            for host in [
                "evil.example".to_owned(),
                format!("evil.example:{http}"),
                format!("127.0.0.1.evil.example:{http}"),
                format!("127.0.0.2:{http}"),
                format!("[::1]:{http}"),
                format!("0.0.0.0:{http}"),
                "127.0.0.1".to_owned(),
                format!("127.0.0.1:{socket}"),
                format!("127.0.0.1:{http}\r\nHost: evil.example"),
            ] {
                for path in PATHS {
                    let head = format!("Host: {host}\r\nAuthorization: Bearer {token}\r\n");
                    let answer = send(http, &request("POST", path, &head, "{}"));
                    assert!(["403", "400"].contains(&status(&answer)), "{host} {path}: {answer}");
                }
            }
        })
        .await;
    });
}

#[test]
fn a_web_origin_is_refused_even_with_the_token_and_preflights_allow_nothing() {
    run_without_browser(async |kit| {
        let http = kit.stage().ports().http;
        let token = kit.stage().token().unwrap();
        let own = format!("Host: 127.0.0.1:{http}\r\n");
        without_effect(kit, async || {
            for origin in ["http://evil.example", "https://evil.example", "null", "file://", ""] {
                let web = format!("{own}Origin: {origin}\r\n");
                for path in PATHS {
                    let head = format!("{web}Authorization: Bearer {token}\r\n");
                    let answer = send(http, &request("POST", path, &head, "{}"));
                    assert_eq!(status(&answer), "403", "{origin:?} {path}: {answer}");
                    let asks = "Access-Control-Request-Method: POST\r\n\
                        Access-Control-Request-Headers: authorization, content-type\r\n\
                        Access-Control-Request-Private-Network: true\r\n";
                    let answer = send(http, &request("OPTIONS", path, &format!("{web}{asks}"), ""));
                    assert_eq!(status(&answer), "403", "{origin:?} {path}: {answer}");
                    let allows = answer.to_ascii_lowercase().contains("access-control-allow");
                    assert!(!allows, "{answer}");
                }
            }
        })
        .await;
    });
}

#[test]
fn what_a_page_or_a_form_can_send_is_refused_on_both_ports() {
    run_without_browser(async |kit| {
        let (http, socket) = (kit.stage().ports().http, kit.stage().ports().socket);
        without_effect(kit, async || {
            for (port, origin) in [(http, ""), (http, "Origin: https://evil.example\r\n")] {
                for (method, headers, body) in REQUESTS {
                    for path in PATHS {
                        let head = format!("Host: localhost:{port}\r\n{origin}{headers}");
                        let answer = send(port, &request(method, path, &head, body));
                        let expected = if origin.is_empty() { "401" } else { "403" };
                        assert_eq!(status(&answer), expected, "{method} {path}: {answer}");
                    }
                }
            }
            // The socket's port answers a form as it answers the extension's look for a bridge.
            for (method, headers, body) in REQUESTS {
                let head = format!("Host: localhost:{socket}\r\n{headers}");
                let answer = send(socket, &request(method, "/", &head, body));
                assert_eq!(status(&answer), "426", "{method}: {answer}");
                let head = format!("{head}Origin: https://evil.example\r\n");
                let answer = send(socket, &request(method, "/", &head, body));
                assert_eq!(status(&answer), "403", "{method}: {answer}");
            }
        })
        .await;
    });
}

#[test]
fn a_stranger_is_refused_before_the_body_is_read() {
    run_without_browser(async |kit| {
        let http = kit.stage().ports().http;
        without_effect(kit, async || {
            let start = Instant::now();
            let head = format!(
                "POST /api/new-tab HTTP/1.1\r\nHost: 127.0.0.1:{http}\r\n\
                 Origin: https://evil.example\r\nContent-Length: 1000000\r\n\r\n"
            );
            // The body never comes.
            let mut stream = TcpStream::connect(("127.0.0.1", http)).unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
            stream.write_all(head.as_bytes()).unwrap();
            let mut answer = [0; 1024];
            let length = stream.read(&mut answer).unwrap();
            assert_eq!(status(&String::from_utf8_lossy(&answer[..length])), "403");
            assert!(start.elapsed() < Duration::from_secs(6), "{:?}", start.elapsed());
        })
        .await;
    });
}

#[test]
fn other_addresses_of_this_machine_reach_nothing() {
    run_without_browser(async |kit| {
        let ports = [kit.stage().ports().http, kit.stage().ports().socket];
        without_effect(kit, async || {
            for port in ports {
                // Both ports listen on 127.0.0.1 alone.
                for address in [format!("127.0.0.2:{port}"), format!("[::1]:{port}")] {
                    let address: SocketAddr = address.parse().unwrap();
                    let connected =
                        TcpStream::connect_timeout(&address, Duration::from_secs(2)).is_ok();
                    assert!(!connected, "{address} takes connections");
                }
            }
            // From another address, which stands for another machine, a page's requests do nothing.
            let from_elsewhere = async |port: u16| {
                let from = TcpSocket::new_v4().unwrap();
                from.bind("127.0.0.2:0".parse().unwrap()).unwrap();
                let stream = from.connect(([127, 0, 0, 1], port).into()).await.unwrap();
                let stream = stream.into_std().unwrap();
                stream.set_nonblocking(false).unwrap();
                stream
            };
            let [http, socket] = ports;
            for (method, headers, body) in REQUESTS {
                for path in PATHS {
                    let head = format!("Host: 127.0.0.1:{http}\r\n{headers}");
                    let sent = request(method, path, &head, body);
                    let answer = exchange(from_elsewhere(http).await, &sent);
                    assert_eq!(status(&answer), "401", "{method} {path}: {answer}");
                }
            }
            for origin in ["http://127.0.0.2", "https://evil.example", "null"] {
                let upgrade = format!(
                    "GET / HTTP/1.1\r\nHost: 127.0.0.1:{socket}\r\nOrigin: {origin}\r\n\
                     Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                     Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
                );
                let mut stream = from_elsewhere(socket).await;
                stream.write_all(upgrade.as_bytes()).unwrap();
                let mut answer = [0; 1024];
                let length = stream.read(&mut answer).unwrap();
                assert_eq!(status(&String::from_utf8_lossy(&answer[..length])), "403", "{origin}");
            }
        })
        .await;
    });
}
