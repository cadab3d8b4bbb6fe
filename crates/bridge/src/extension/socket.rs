//! One WebSocket of the extension: handshake, hello, frames in both directions.
//!
//! Only `moz-extension://` origins are let in: web pages can open sockets to loopback too,
//! and send their own origin.

use std::net::{SocketAddr, SocketAddrV4};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout, timeout_at};

use kitsune_protocol::limits::SOCKET_MESSAGE_BYTES;
use kitsune_protocol::wire::{
    BrowserInfo, FromExtension, Hello, Secret, ToExtension, WIRE_VERSION, close,
};

use super::link::{Generation, Outgoing, SILENCE, Visitor};
use crate::bridge::Bridge;
use crate::http::is_own_host;
use crate::managed::Pairing;
use crate::transfers;

/// How long a new connection may take to say hello.
const HELLO: Duration = Duration::from_secs(5);
/// Most characters of a foreign version that are kept.
const LONGEST_VERSION: usize = 40;
/// Longest text of a hello, in bytes: it goes into replies, logs and what agents read.
const LONGEST_TEXT: usize = 100;
/// How long a peer may take to read why it is closed.
const CLOSING: Duration = Duration::from_secs(1);

/// The router of the socket's port.
pub(crate) fn serve(bridge: Arc<Bridge>) -> Router {
    Router::new().fallback(entry).with_state(bridge)
}

async fn entry(State(bridge): State<Arc<Bridge>>, request: Request) -> Response {
    if !is_own_host(request.headers(), bridge.config.ws_port) {
        return (StatusCode::FORBIDDEN, "this port serves only the local browser").into_response();
    }
    let Some(origin) = extension_origin(request.headers()) else {
        return refuse_without_origin(request.headers());
    };
    if let Some(name) = request.uri().path().strip_prefix(transfers::PATH)
        && request.method() == Method::POST
    {
        let name = name.to_owned();
        return bridge.transfers.serve(&name, &origin, request.into_body()).await;
    }
    let visitor = Visitor { address: address(&request), origin };
    let (mut parts, _body) = request.into_parts();
    match WebSocketUpgrade::from_request_parts(&mut parts, &()).await {
        Ok(upgrade) => upgrade
            .max_message_size(SOCKET_MESSAGE_BYTES)
            .max_frame_size(SOCKET_MESSAGE_BYTES)
            .on_upgrade(move |socket| connection(bridge, socket, visitor)),
        // The extension probes the port with a plain request before it opens a socket.
        Err(_) => StatusCode::UPGRADE_REQUIRED.into_response(),
    }
}

fn address(request: &Request) -> Option<SocketAddrV4> {
    match request.extensions().get() {
        Some(ConnectInfo(SocketAddr::V4(address))) => Some(*address),
        _ => None,
    }
}

fn extension_origin(headers: &HeaderMap) -> Option<String> {
    let origin = headers.get(header::ORIGIN)?.to_str().ok()?;
    let id = origin.strip_prefix("moz-extension://")?;
    (!id.is_empty()).then(|| origin.to_owned())
}

/// A probe carries no origin and learns only that a bridge is here; a web page learns nothing.
fn refuse_without_origin(headers: &HeaderMap) -> Response {
    let wants_socket = headers.contains_key(header::UPGRADE);
    if headers.contains_key(header::ORIGIN) || wants_socket {
        tracing::warn!(origin = ?headers.get(header::ORIGIN), "refused a socket that is not the extension's");
        return (StatusCode::FORBIDDEN, "only Kitsune's extension may connect").into_response();
    }
    StatusCode::UPGRADE_REQUIRED.into_response()
}

async fn connection(bridge: Arc<Bridge>, mut socket: WebSocket, visitor: Visitor) {
    match greet(&bridge, &mut socket, visitor).await {
        Ok((generation, frames)) => {
            tracing::info!("extension connected");
            bridge.listed.forget();
            run(&bridge, &mut socket, generation, frames).await;
            bridge.link.disconnect(generation);
            tracing::info!("extension disconnected");
        }
        Err(code) => {
            tracing::warn!(code, "refused an extension: {}", reason(code));
            close_with(&mut socket, code, reason(code)).await;
        }
    }
}

/// Takes the connection if its hello is one, or returns the code that says why not.
async fn greet(
    bridge: &Bridge,
    socket: &mut WebSocket,
    visitor: Visitor,
) -> Result<(Generation, mpsc::Receiver<Outgoing>), u16> {
    let Ok(Some(Ok(Message::Text(first)))) = timeout(HELLO, socket.next()).await else {
        return Err(close::PROTOCOL);
    };
    let hello = first_message(&first).inspect_err(|refusal| {
        if let Refusal::OtherVersion(version) = refusal {
            bridge.link.refuse_version(version.clone());
        }
    })?;
    match bridge.managed.judge(hello.pairing.as_ref()) {
        Pairing::Refused => Err(close::OTHER_BROWSER),
        pairing => bridge.link.connect(visitor, hello, pairing == Pairing::Paired),
    }
}

/// What is wrong with a first message.
enum Refusal {
    /// It is a hello of another wire version; it names the extension's own version, if any.
    OtherVersion(Option<String>),
    /// It is none.
    NoHello,
}

impl From<Refusal> for u16 {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::OtherVersion(_) => close::WIRE_VERSION,
            Refusal::NoHello => close::PROTOCOL,
        }
    }
}

/// Reads a hello. Its wire version comes first: of another one nothing else is known.
fn first_message(text: &str) -> Result<Hello, Refusal> {
    let message: Value = serde_json::from_str(text).map_err(|_| Refusal::NoHello)?;
    let hello = message.get("hello").filter(|_| message["kind"] == "hello");
    let hello = hello.ok_or(Refusal::NoHello)?;
    match hello.get("wire").and_then(Value::as_u64) {
        Some(wire) if wire == u64::from(WIRE_VERSION) => {
            let hello = serde_json::from_value(hello.clone()).map_err(|_| Refusal::NoHello)?;
            if is_presentable(&hello) { Ok(hello) } else { Err(Refusal::NoHello) }
        }
        Some(_) => {
            let version = hello.get("version").and_then(Value::as_str);
            let version = version.filter(|version| !version.contains(char::is_control));
            let shown = version.map(|version| version.chars().take(LONGEST_VERSION).collect());
            Err(Refusal::OtherVersion(shown))
        }
        None => Err(Refusal::NoHello),
    }
}

/// Whether every text of a hello is short and free of control characters.
fn is_presentable(hello: &Hello) -> bool {
    let Hello { wire: _, version, flavor: _, browser, pairing, source_hash, manifest_hash } = hello;
    let BrowserInfo { name, vendor, version: browser_version, build_id } = browser;
    let given = [version, name, vendor, browser_version, build_id];
    let optional =
        [source_hash.as_ref(), manifest_hash.as_ref(), pairing.as_ref().map(|Secret(text)| text)];
    let mut texts = given.into_iter().chain(optional.into_iter().flatten());
    texts.all(|text| text.len() <= LONGEST_TEXT && !text.contains(char::is_control))
}

/// Runs until either side closes, the bridge stops, or the peer falls silent.
async fn run(
    bridge: &Bridge,
    socket: &mut WebSocket,
    generation: Generation,
    mut frames: mpsc::Receiver<Outgoing>,
) {
    let welcome = ToExtension::Welcome { bridge: bridge.version().to_owned() };
    if send(socket, &welcome).await.is_err() {
        return;
    }
    let mut heard = Instant::now();
    loop {
        let going_on = tokio::select! {
            incoming = timeout_at(heard + SILENCE, socket.next()) => match incoming {
                Ok(Some(Ok(message))) => {
                    heard = Instant::now();
                    receive(bridge, socket, generation, message).await
                }
                Ok(Some(Err(_)) | None) | Err(_) => false,
            },
            outgoing = frames.recv() => match outgoing {
                Some(Outgoing::Frame(frame)) => send(socket, &frame).await.is_ok(),
                Some(Outgoing::Close(code)) => {
                    close_with(socket, code, reason(code)).await;
                    false
                }
                None => false,
            },
            () = bridge.stopped() => {
                close_with(socket, 1001, "the bridge stops").await;
                false
            }
        };
        if !going_on {
            return;
        }
    }
}

/// Handles one message; `false` ends the connection.
async fn receive(
    bridge: &Bridge,
    socket: &mut WebSocket,
    generation: Generation,
    message: Message,
) -> bool {
    match message {
        Message::Close(_) => return false,
        Message::Ping(_) | Message::Pong(_) => {
            bridge.link.heard(generation);
            return true;
        }
        Message::Text(_) | Message::Binary(_) => (),
    }
    let Some(message) = read(message) else {
        tracing::warn!("the extension sent a message that could not be read");
        close_with(socket, close::PROTOCOL, reason(close::PROTOCOL)).await;
        return false;
    };
    bridge.link.heard(generation);
    match message {
        FromExtension::Reply { id, outcome } => bridge.link.reply(generation, id, outcome),
        FromExtension::State { state } => bridge.link.set_state(generation, state),
        FromExtension::Heartbeat {} => (),
        FromExtension::Hello { .. } => {
            close_with(socket, close::PROTOCOL, reason(close::PROTOCOL)).await;
            return false;
        }
    }
    true
}

fn read(message: Message) -> Option<FromExtension> {
    let Message::Text(text) = message else {
        return None;
    };
    serde_json::from_str(&text)
        .inspect_err(|error| tracing::warn!(%error, "unreadable message"))
        .ok()
}

/// Sends a frame; a peer that reads nothing for long is as good as gone.
async fn send(socket: &mut WebSocket, frame: &ToExtension) -> Result<(), axum::Error> {
    let text = serde_json::to_string(frame).map_err(axum::Error::new)?;
    let sending = timeout(SILENCE, socket.send(Message::Text(text.into())));
    sending.await.map_err(axum::Error::new)?
}

async fn close_with(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame { code, reason: reason.into() };
    // The peer may be gone already, or too busy to read.
    let _ = timeout(CLOSING, socket.send(Message::Close(Some(frame)))).await;
}

fn reason(code: u16) -> &'static str {
    match code {
        close::WIRE_VERSION => "this bridge speaks another version; update Kitsune",
        close::OTHER_BROWSER => "another browser is in use",
        close::REPLACED => "a newer connection took over",
        _ => "the message could not be read",
    }
}
