//! One WebSocket of the extension: handshake, hello, frames in both directions.
//!
//! Only `moz-extension://` origins are let in: web pages can open sockets to loopback too,
//! and send their own origin.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{FromRequestParts, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use tokio::sync::mpsc;

use kitsune_protocol::limits::SOCKET_MESSAGE_BYTES;
use kitsune_protocol::wire::{FromExtension, Hello, ToExtension, WIRE_VERSION, close};

use super::link::{Generation, Outgoing, SILENCE};
use crate::bridge::Bridge;
use crate::http::is_own_host;
use crate::managed::Pairing;

/// How long a new connection may take to say hello.
const HELLO: Duration = Duration::from_secs(5);

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
    let (mut parts, _body) = request.into_parts();
    match WebSocketUpgrade::from_request_parts(&mut parts, &()).await {
        Ok(upgrade) => upgrade
            .max_message_size(SOCKET_MESSAGE_BYTES)
            .max_frame_size(SOCKET_MESSAGE_BYTES)
            .on_upgrade(move |socket| connection(bridge, socket, origin)),
        // The extension probes the port with a plain request before it opens a socket.
        Err(_) => StatusCode::UPGRADE_REQUIRED.into_response(),
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

async fn connection(bridge: Arc<Bridge>, mut socket: WebSocket, origin: String) {
    let accepted = match tokio::time::timeout(HELLO, first_message(&mut socket)).await {
        Ok(Some(hello)) if hello.wire != WIRE_VERSION => Err(close::WIRE_VERSION),
        Ok(Some(hello)) => match bridge.managed.judge(hello.pairing.as_ref()) {
            Pairing::Refused => Err(close::OTHER_BROWSER),
            pairing => bridge.link.connect(&origin, hello, pairing == Pairing::Paired),
        },
        Ok(None) | Err(_) => Err(close::PROTOCOL),
    };
    match accepted {
        Ok((generation, frames)) => {
            tracing::info!("extension connected");
            run(&bridge, &mut socket, generation, frames).await;
            bridge.link.disconnect(generation);
            tracing::info!("extension disconnected");
        }
        Err(code) => close_with(&mut socket, code, reason(code)).await,
    }
}

async fn first_message(socket: &mut WebSocket) -> Option<Hello> {
    match read(socket.next().await?.ok()?)? {
        FromExtension::Hello { hello } => Some(hello),
        _ => None,
    }
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
    loop {
        let going_on = tokio::select! {
            incoming = tokio::time::timeout(SILENCE, socket.next()) => match incoming {
                Ok(Some(Ok(message))) => receive(bridge, socket, generation, message).await,
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

async fn send(socket: &mut WebSocket, frame: &ToExtension) -> Result<(), axum::Error> {
    let text = serde_json::to_string(frame).map_err(axum::Error::new)?;
    socket.send(Message::Text(text.into())).await
}

async fn close_with(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame { code, reason: reason.into() };
    // The peer may be gone already.
    let _ = socket.send(Message::Close(Some(frame))).await;
}

fn reason(code: u16) -> &'static str {
    match code {
        close::WIRE_VERSION => "this bridge speaks another version; update Kitsune",
        close::OTHER_BROWSER => "another browser is in use",
        close::REPLACED => "a newer connection took over",
        _ => "the message could not be read",
    }
}
