//! The extension at a bridge that is not quite its own: this test takes the bridge's place.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use kitsune_e2e::{Kit, Value, eventually, json, run_apart};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::{WebSocketStream, accept_async};

/// The extension's socket, seen from the bridge.
type Socket = WebSocketStream<TcpStream>;

/// How long the extension may take with anything: longer than between two of its retries.
const DEADLINE: Duration = Duration::from_secs(30);

/// Waits for the extension's next socket; its probes are answered as a bridge does.
async fn next_socket(port: &TcpListener) -> Socket {
    loop {
        let (mut stream, _) = timeout(DEADLINE, port.accept()).await.expect("a visit").unwrap();
        let mut head = [0; 4096];
        let length = stream.peek(&mut head).await.unwrap();
        if String::from_utf8_lossy(&head[..length]).to_lowercase().contains("upgrade: websocket") {
            return accept_async(stream).await.unwrap();
        }
        let answer =
            b"HTTP/1.1 426 Upgrade Required\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
        let _ = stream.write_all(answer).await;
    }
}

async fn hears(socket: &mut Socket) -> Value {
    loop {
        match timeout(DEADLINE, socket.next()).await.expect("a message in time") {
            Some(Ok(Message::Text(text))) => {
                let message: Value = serde_json::from_str(&text).unwrap();
                if message["kind"] != "state" && message["kind"] != "heartbeat" {
                    return message;
                }
            }
            Some(Ok(Message::Close(frame))) => {
                return json!(frame.map(|frame| u16::from(frame.code)));
            }
            other => panic!("the extension sent {other:?}"),
        }
    }
}

async fn says(socket: &mut Socket, message: Value) {
    socket.send(Message::text(message.to_string())).await.unwrap();
}

/// What the popup says, opened as a page.
async fn popup(kit: &Kit<'_>, expected: &str) {
    let person = kit.person().await;
    let popup = person.opens_extension_page("popup/popup.html").await;
    eventually(&format!("the popup says {expected:?}"), Duration::from_secs(10), async || {
        kit.in_page(popup, "document.body.innerText").await.to_string().contains(expected)
    })
    .await;
    person.closes(popup).await;
}

#[test]
fn the_extension_gets_along_with_a_newer_bridge_and_waits_behind_another_browser() {
    run_apart(async |kit| {
        kit.stage().stop_bridge();
        let port = TcpListener::bind(("127.0.0.1", kit.stage().ports().socket)).await.unwrap();

        let mut socket = next_socket(&port).await;
        let hello = hears(&mut socket).await["hello"].clone();
        for hash in ["sourceHash", "manifestHash"] {
            assert_eq!(hello[hash].as_str().map(str::len), Some(16), "{hello}");
        }
        says(&mut socket, json!({"kind": "welcome", "bridge": "9.9.9"})).await;
        // A command that it does not know is answered as that, and the connection stays.
        let command = |id: u32, command: Value| {
            json!({"kind": "command", "id": id, "caller": {"userTabs": "readonly"},
                "deadlineMs": 5_000, "command": command})
        };
        says(&mut socket, command(1, json!({"command": "fly"}))).await;
        let refused = hears(&mut socket).await;
        assert_eq!((&refused["kind"], &refused["id"]), (&json!("reply"), &json!(1)));
        let error = refused["outcome"]["error"]["error"].as_str().unwrap();
        assert!(error.starts_with("Unknown action: "), "{refused}");
        says(&mut socket, command(2, json!({"command": "listTabs", "mine": false}))).await;
        assert_eq!(hears(&mut socket).await["outcome"]["status"], "done");
        // What is no message at all ends it.
        says(&mut socket, json!({"kind": "unheard"})).await;
        assert_eq!(hears(&mut socket).await, json!(4000));

        let mut socket = next_socket(&port).await;
        assert_eq!(hears(&mut socket).await["kind"], "hello");
        let refusal = CloseFrame { code: 4002.into(), reason: "another browser is in use".into() };
        socket.close(Some(refusal)).await.unwrap();
        popup(kit, "Another browser is connected").await;
        // It does not try again at once: between retries there is time for more than a look.
        let again = timeout(Duration::from_secs(3), next_socket(&port)).await;
        assert!(again.is_err(), "the extension came back at once");
        drop(port);

        kit.stage().start_bridge().await.unwrap();
        eventually("the extension is connected", Duration::from_secs(30), async || {
            kit.agent().get("/api/status").await["extension_connected"] == true
        })
        .await;
    });
}
