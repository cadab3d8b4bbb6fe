//! The JSON extractor: an empty body is `{}`, anything else that is not an object is refused.
//!
//! It also reads a refused request's body to its end, so that the answer arrives.

use std::time::Duration;

use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{Method, StatusCode, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde_json::{Map, Value};

use kitsune_protocol::limits::BODY_BYTES;
use kitsune_protocol::route::Route;
use kitsune_protocol::{ErrorCode, ErrorReply};

use super::Refusal;

/// How much of a stranger's body is read before the connection closes.
const STRANGERS_BYTES: usize = 1024 * 1024;
/// How long a client's refused body is read: long enough for a large one to end.
const CLIENTS_DRAIN: Duration = Duration::from_secs(10);
/// The same of a stranger's.
const STRANGERS_DRAIN: Duration = Duration::from_secs(2);
/// How long a body may take to arrive.
const ARRIVAL: Duration = Duration::from_secs(30);

/// Reads the body of a request; a GET has none.
pub(super) async fn read(
    parts: &Parts,
    body: Body,
    route: &Route,
) -> Result<Map<String, Value>, Refusal> {
    if parts.method == Method::GET {
        return Ok(Map::new());
    }
    if announced(parts).is_some_and(|length| length > BODY_BYTES as u64) {
        drain(body, true).await;
        return Err(too_large());
    }
    let collected = tokio::time::timeout(ARRIVAL, Limited::new(body, BODY_BYTES).collect()).await;
    let bytes = match collected {
        Ok(Ok(collected)) => collected.to_bytes(),
        Ok(Err(error)) if error.is::<LengthLimitError>() => return Err(too_large()),
        Ok(Err(_)) | Err(_) => return Err(refused("The body did not arrive whole")),
    };
    if bytes.trim_ascii().is_empty() {
        return Ok(Map::new());
    }
    match serde_json::from_slice(&bytes) {
        Ok(Value::Object(body)) => Ok(body),
        Ok(_) => Err(refused(format!("The body of {} must be a JSON object", route.path))),
        Err(error) => Err(refused(format!("The body of {} is not JSON: {error}", route.path))),
    }
}

fn announced(parts: &Parts) -> Option<u64> {
    parts.headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

fn refused(text: impl Into<String>) -> Refusal {
    Refusal::of_a_client(
        ErrorReply::new(ErrorCode::InvalidArgument, text)
            .hint("Send a JSON object, or no body at all. Nothing was done."),
    )
}

fn too_large() -> Refusal {
    let text = format!("The body is larger than {} MiB", BODY_BYTES / (1024 * 1024));
    refused(text).with_status(StatusCode::PAYLOAD_TOO_LARGE)
}

/// Reads and drops what is left of a body: a client's whole, a stranger's up to
/// [`STRANGERS_BYTES`], each for a limited time.
pub(super) async fn drain(body: Body, trusted: bool) {
    let (limit, time) = match trusted {
        true => (usize::MAX, CLIENTS_DRAIN),
        false => (STRANGERS_BYTES, STRANGERS_DRAIN),
    };
    let mut body = Limited::new(body, limit);
    let reading = async { while let Some(Ok(_)) = body.frame().await {} };
    // Past the time the connection closes after the answer.
    let _ = tokio::time::timeout(time, reading).await;
}
