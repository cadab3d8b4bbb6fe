//! The HTTP side: one entry for every request, in the contract's order of checks.
//!
//! Host, token, headers, mode, groups, route, method; only then is a body read.

mod body;
mod guard;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{Method as HttpMethod, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value};

use kitsune_protocol::route::{self, Method, Route, Runs};
use kitsune_protocol::{ErrorReply, headers};

use crate::bridge::Bridge;
use crate::{actions, admission, cache, managed, status};

pub(crate) use guard::is_own_host;

/// The router of the HTTP port.
pub(crate) fn serve(bridge: Arc<Bridge>) -> Router {
    Router::new().fallback(entry).with_state(bridge)
}

/// A refusal with its HTTP status.
pub(crate) struct Refusal {
    status: StatusCode,
    reply: ErrorReply,
    /// Whether the caller proved to be a client of ours, whose body is read to its end.
    trusted: bool,
}

impl Refusal {
    fn of_a_stranger(status: StatusCode, reply: ErrorReply) -> Self {
        Self { status, reply, trusted: false }
    }

    fn of_a_client(reply: ErrorReply) -> Self {
        let status = StatusCode::from_u16(reply.status()).unwrap_or(StatusCode::BAD_REQUEST);
        Self { status, reply, trusted: true }
    }

    fn with_status(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }
}

async fn entry(State(bridge): State<Arc<Bridge>>, request: Request) -> Response {
    let _in_progress = bridge.requests.begin();
    let (parts, body) = request.into_parts();
    let checked = guard::check(&bridge, &parts).and_then(|client| {
        let route = find(parts.uri.path(), &parts.method, &client)?;
        Ok((client, route))
    });
    match checked {
        Ok((client, route)) => {
            if is_use(&parts, route) {
                bridge.requests.note_client();
            }
            match body::read(&parts, body, route).await {
                Ok(body) => run(&bridge, client, route, &parts, body).await,
                Err(refusal) => answer(refusal.status, &refusal.reply),
            }
        }
        Err(refusal) => {
            // The answer would be lost if the connection closed on a body still under way.
            body::drain(body, refusal.trusted).await;
            answer(refusal.status, &refusal.reply)
        }
    }
}

/// Whether somebody uses the bridge: a client that names itself, or anybody in the browser. A look
/// at its state is none, and neither is a launch.
fn is_use(parts: &Parts, route: &Route) -> bool {
    parts.headers.contains_key(headers::CLIENT) || matches!(route.runs, Runs::Action(_))
}

/// The route, if there is one and the client may use it.
fn find(
    path: &str,
    method: &HttpMethod,
    client: &admission::Client,
) -> Result<&'static Route, Refusal> {
    if !matches!(*method, HttpMethod::GET | HttpMethod::POST) {
        let reply = ErrorReply::unclassified(format!("{method} is not served; use GET or POST"));
        return Err(Refusal::of_a_client(reply).with_status(StatusCode::METHOD_NOT_ALLOWED));
    }
    let Some(route) = route::find(path) else {
        let reply = ErrorReply::unclassified(format!("Unknown route: {path}"));
        return Err(Refusal::of_a_client(reply).with_status(StatusCode::NOT_FOUND));
    };
    admission::may_use(route, client).map_err(Refusal::of_a_client)?;
    let accepted = match *method {
        HttpMethod::GET => route.methods.contains(&Method::Get),
        HttpMethod::POST => route.methods.contains(&Method::Post),
        _ => false,
    };
    if accepted {
        return Ok(route);
    }
    let names: Vec<_> = route.methods.iter().map(|method| method_name(*method)).collect();
    let names = names.join(" or ");
    let reply = ErrorReply::unclassified(format!("{path} does not accept {method}; use {names}"));
    Err(Refusal::of_a_client(reply).with_status(StatusCode::METHOD_NOT_ALLOWED))
}

fn method_name(method: Method) -> &'static str {
    match method {
        Method::Get => "GET",
        Method::Post => "POST",
    }
}

async fn run(
    bridge: &Arc<Bridge>,
    client: admission::Client,
    route: &'static Route,
    parts: &Parts,
    body: Map<String, Value>,
) -> Response {
    match route.runs {
        Runs::Status => {
            let diagnostics = asks_for(parts.uri.query(), "diagnostics");
            answer(StatusCode::OK, &status::status(bridge, diagnostics).await)
        }
        Runs::Version => answer(StatusCode::OK, &status::version(bridge)),
        Runs::Shutdown => {
            let status = if shut_down(bridge, &body) { "stopping" } else { "running" };
            answer(StatusCode::OK, &serde_json::json!({"status": status}))
        }
        Runs::ManagedLaunch => match managed::run(bridge, body) {
            Ok(reply) => answer(StatusCode::OK, &reply),
            Err(reply) => answer_error(&reply),
        },
        Runs::Cache => match cache::run(bridge, body) {
            Ok(reply) => answer(StatusCode::OK, &reply),
            Err(reply) => answer_error(&reply),
        },
        Runs::Action(action) => {
            let outcome = match admission::admit(action, client, body) {
                Ok(admitted) if parts.method == HttpMethod::GET => {
                    actions::run(bridge, &admitted.by_get()).await
                }
                Ok(admitted) => actions::run(bridge, &admitted).await,
                Err(refused) => Err(refused),
            };
            match outcome {
                Ok(reply) => answer(StatusCode::OK, &reply),
                Err(reply) => answer_error(&reply),
            }
        }
    }
}

/// Stops the bridge; with `unused: true` only if no client has used it, as a launch wants it that
/// failed after it started the bridge.
fn shut_down(bridge: &Bridge, body: &Map<String, Value>) -> bool {
    let only_unused = body.get("unused") == Some(&Value::Bool(true));
    if only_unused && bridge.requests.had_clients() {
        return false;
    }
    bridge.stop();
    true
}

/// Whether the query says `name=true`.
fn asks_for(query: Option<&str>, name: &str) -> bool {
    url::form_urlencoded::parse(query.unwrap_or_default().as_bytes())
        .any(|(key, value)| key == name && value == "true")
}

fn answer_error(reply: &ErrorReply) -> Response {
    let status = StatusCode::from_u16(reply.status()).unwrap_or(StatusCode::OK);
    answer(status, reply)
}

fn answer(status: StatusCode, reply: &impl serde::Serialize) -> Response {
    let json = serde_json::to_vec(reply).unwrap_or_else(|error| {
        tracing::error!(%error, "a reply could not be written");
        br#"{"error":"the reply could not be written"}"#.to_vec()
    });
    (status, [(header::CONTENT_TYPE, "application/json")], Body::from(json)).into_response()
}
