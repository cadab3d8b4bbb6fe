//! A program that speaks to the bridge as an extension does, or not quite as one.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use kitsune_e2e::{Value, json};
use kitsune_protocol::wire::WIRE_VERSION;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::{WebSocketStream, client_async};

/// How long the bridge may take with a message: longer than it waits for a hello.
const DEADLINE: Duration = Duration::from_secs(20);

/// Origins of the extension in two profiles.
pub const ONE: &str = "moz-extension://5b1e8a4e-0000-4000-8000-000000000001";
pub const OTHER: &str = "moz-extension://5b1e8a4e-0000-4000-8000-000000000002";

/// The socket of one extension.
pub struct Fake(WebSocketStream<TcpStream>);

/// What came from the bridge.
#[derive(Debug, PartialEq)]
pub enum Heard {
    /// A message.
    Message(Value),
    /// The end, with its code; none when the bridge just hung up.
    Closed(Option<u16>),
}

/// The hello of an extension of the bridge's version.
pub fn hello() -> Value {
    json!({
        "wire": WIRE_VERSION,
        "version": env!("CARGO_PKG_VERSION"),
        "flavor": "dev",
        "browser": {
            "name": "Fake", "vendor": "Tests", "version": "1.0", "buildId": "20260102030405",
        },
    })
}

/// The hello with another value of one field.
pub fn hello_with(field: &str, value: Value) -> Value {
    let mut hello = hello();
    hello[field] = value;
    hello
}

impl Fake {
    /// Opens a socket and says nothing.
    pub async fn opens(port: u16, origin: &str) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        let mut request = format!("ws://127.0.0.1:{port}").into_client_request().unwrap();
        request.headers_mut().insert("origin", HeaderValue::from_str(origin).unwrap());
        Self(client_async(request, stream).await.unwrap().0)
    }

    /// Opens a socket and says hello.
    pub async fn greets(port: u16, origin: &str, hello: Value) -> Self {
        let mut fake = Self::opens(port, origin).await;
        fake.says(json!({"kind": "hello", "hello": hello})).await;
        fake
    }

    /// Opens a socket, says hello and is welcomed.
    pub async fn connects(port: u16, origin: &str, hello: Value) -> Self {
        let mut fake = Self::greets(port, origin, hello).await;
        assert!(fake.is_welcome().await);
        fake
    }

    /// Whether the bridge welcomes this extension.
    pub async fn is_welcome(&mut self) -> bool {
        matches!(self.hears().await, Heard::Message(message) if message["kind"] == "welcome")
    }

    /// Sends a message.
    pub async fn says(&mut self, message: Value) {
        self.sends(Message::text(message.to_string())).await;
    }

    /// Says what the extension sees of the browser.
    pub async fn sees(&mut self, windows: u32, all_sites: bool) {
        let state = json!({"windows": windows, "allSites": all_sites});
        self.says(json!({"kind": "state", "state": state})).await;
    }

    /// Sends a frame. The bridge may have closed the socket: that is for `hears` to tell.
    pub async fn sends(&mut self, message: Message) {
        let _ = self.0.send(message).await;
    }

    /// Sends bytes that need be no frame.
    pub async fn sends_bytes(&mut self, bytes: &[u8]) {
        self.0.get_mut().write_all(bytes).await.unwrap();
    }

    /// The next message, or the end.
    pub async fn hears(&mut self) -> Heard {
        let next = tokio::time::timeout(DEADLINE, self.0.next()).await;
        match next.expect("something from the bridge in time") {
            Some(Ok(Message::Text(text))) => Heard::Message(serde_json::from_str(&text).unwrap()),
            Some(Ok(Message::Close(frame))) => Heard::Closed(frame.map(|frame| frame.code.into())),
            Some(Ok(other)) => panic!("the bridge sends text only, not {other:?}"),
            Some(Err(_)) | None => Heard::Closed(None),
        }
    }

    /// Answers the next command with a failure.
    pub async fn refuses(&mut self, error: Value) {
        let Heard::Message(command) = self.hears().await else { panic!("no command came") };
        let outcome = json!({"status": "failed", "error": error});
        self.says(json!({"kind": "reply", "id": command["id"], "outcome": outcome})).await;
    }

    /// Answers the next command with an empty list of tabs.
    pub async fn lists_no_tabs(&mut self) {
        let Heard::Message(command) = self.hears().await else { panic!("no command came") };
        assert_eq!(command["command"]["command"], "listTabs");
        let outcome = json!({"status": "done", "answer": {"result": "tabs", "tabs": []}});
        self.says(json!({"kind": "reply", "id": command["id"], "outcome": outcome})).await;
    }
}
