//! Requests to the bridge: HTTP/1.1 on loopback, with connections kept for the next request.

use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt, Full, Limited};
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue};
use hyper::{Method, Request, Response, StatusCode, body::Incoming};
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::{Client as HttpClient, Error as HttpError};
use hyper_util::rt::TokioExecutor;
use kitsune_protocol::limits::SOCKET_MESSAGE_BYTES;
use serde_json::{Map, Value};

use crate::{ClientError, Identity, Settings, token};

/// Connections kept between requests.
const IDLE_CONNECTIONS: usize = 4;

/// A client of one bridge. Clones share connections and token.
#[derive(Clone, Debug)]
pub struct Client {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    settings: Settings,
    headers: HeaderMap,
    /// Only who asks, for requests that are nobody's task.
    name: HeaderMap,
    http: HttpClient<HttpConnector, Full<Bytes>>,
    token: token::Cache,
}

/// An answer with a JSON object, of whatever status.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    /// The object; a failure has `error`, see [`kitsune_protocol::ErrorReply`].
    pub body: Map<String, Value>,
}

/// A request as the connection needs it.
struct Outgoing<'a> {
    method: Method,
    path: &'a str,
    headers: &'a HeaderMap,
    body: Bytes,
    timeout: Duration,
}

impl Client {
    /// A client that asks as `identity`. It connects when it first sends something.
    pub fn new(settings: Settings, identity: &Identity) -> Self {
        let mut connector = HttpConnector::new();
        connector.set_nodelay(true);
        let http = HttpClient::builder(TokioExecutor::new())
            .pool_max_idle_per_host(IDLE_CONNECTIONS)
            .build(connector);
        Self {
            shared: Arc::new(Shared {
                settings,
                headers: identity.headers(),
                name: identity.name(),
                http,
                token: token::Cache::default(),
            }),
        }
    }

    /// Where its bridge is.
    pub fn settings(&self) -> &Settings {
        &self.shared.settings
    }

    /// The token that it sends.
    pub(crate) fn token(&self) -> Option<String> {
        self.shared.token.get(&self.shared.settings)
    }

    /// Sends a GET; `timeout` bounds the whole exchange.
    pub async fn get(&self, path: &str, timeout: Duration) -> Result<Reply, ClientError> {
        let headers = &self.shared.headers;
        self.send(Method::GET, path, headers, Bytes::new(), timeout).await
    }

    /// Sends a POST of a JSON object; `timeout` bounds the whole exchange.
    pub async fn post(
        &self,
        path: &str,
        body: &Map<String, Value>,
        timeout: Duration,
    ) -> Result<Reply, ClientError> {
        let headers = &self.shared.headers;
        self.send(Method::POST, path, headers, json(body), timeout).await
    }

    /// Asks about or acts on the bridge itself, as nobody's task: its lifecycle depends on no
    /// client's groups or mode. The client's name still goes along, so that the bridge knows that
    /// somebody uses it.
    pub(crate) async fn manage(
        &self,
        method: Method,
        path: &str,
        timeout: Duration,
    ) -> Result<Reply, ClientError> {
        self.send(method, path, &self.shared.name, Bytes::new(), timeout).await
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        headers: &HeaderMap,
        body: Bytes,
        timeout: Duration,
    ) -> Result<Reply, ClientError> {
        let outgoing = Outgoing { method, path, headers, body, timeout };
        let sent = self.shared.token.get(&self.shared.settings);
        let answer = self.exchange(&outgoing, sent.as_deref()).await;
        if answer.is_ok() {
            return answer;
        }
        // Another bridge may have come with another token; a refused request did not run.
        self.shared.token.forget();
        let current = self.shared.token.get(&self.shared.settings);
        if matches!(answer, Err(ClientError::TokenMismatch { .. })) && current != sent {
            return self.exchange(&outgoing, current.as_deref()).await;
        }
        answer
    }

    async fn exchange(
        &self,
        outgoing: &Outgoing<'_>,
        token: Option<&str>,
    ) -> Result<Reply, ClientError> {
        let read = outgoing.method == Method::GET;
        let exchange = async {
            let response = self
                .shared
                .http
                .request(self.request(outgoing, token))
                .await
                .map_err(|error| self.failure(&error, read))?;
            self.reply(response, read).await
        };
        tokio::time::timeout(outgoing.timeout, exchange)
            .await
            .unwrap_or(Err(ClientError::Timeout { seconds: outgoing.timeout.as_secs(), read }))
    }

    fn request(&self, outgoing: &Outgoing<'_>, token: Option<&str>) -> Request<Full<Bytes>> {
        let port = self.shared.settings.http_port;
        let mut request = Request::new(Full::new(outgoing.body.clone()));
        *request.method_mut() = outgoing.method.clone();
        // Paths are constants of ours; one that is none would ask for `/`.
        *request.uri_mut() = format!("http://{}:{port}{}", Ipv4Addr::LOCALHOST, outgoing.path)
            .parse()
            .unwrap_or_default();
        *request.headers_mut() = outgoing.headers.clone();
        if outgoing.method == Method::POST {
            let json = HeaderValue::from_static("application/json");
            request.headers_mut().insert(CONTENT_TYPE, json);
        }
        let bearer = token.map(|token| HeaderValue::from_str(&format!("Bearer {token}")));
        if let Some(Ok(mut bearer)) = bearer {
            bearer.set_sensitive(true);
            request.headers_mut().insert(AUTHORIZATION, bearer);
        }
        request
    }

    async fn reply(&self, response: Response<Incoming>, read: bool) -> Result<Reply, ClientError> {
        let status = response.status();
        if status == StatusCode::UNAUTHORIZED {
            return Err(ClientError::TokenMismatch {
                port: self.shared.settings.http_port,
                token_source: token::source(&self.shared.settings),
            });
        }
        let body = Limited::new(response.into_body(), SOCKET_MESSAGE_BYTES)
            .collect()
            .await
            .map_err(|_| ClientError::Disconnected { request_sent: true, read })?
            .to_bytes();
        match serde_json::from_slice(&body) {
            Ok(body) => Ok(Reply { status: status.as_u16(), body }),
            Err(_) if status.is_success() => {
                Err(ClientError::NotKitsune { port: self.shared.settings.http_port })
            }
            Err(_) => Err(ClientError::NoJson { http_status: status.as_u16() }),
        }
    }

    fn failure(&self, error: &HttpError, read: bool) -> ClientError {
        let refused = sources(error)
            .filter_map(|source| source.downcast_ref::<io::Error>())
            .any(|error| error.kind() == io::ErrorKind::ConnectionRefused);
        if refused {
            return ClientError::NotRunning { port: self.shared.settings.http_port };
        }
        let http = |is: fn(&hyper::Error) -> bool| {
            sources(error).filter_map(|source| source.downcast_ref::<hyper::Error>()).any(is)
        };
        if http(hyper::Error::is_parse) {
            return ClientError::NotKitsune { port: self.shared.settings.http_port };
        }
        let unsent = error.is_connect() || http(hyper::Error::is_canceled);
        ClientError::Disconnected { request_sent: !unsent, read }
    }
}

fn json(body: &Map<String, Value>) -> Bytes {
    // A map of JSON values always has a JSON text.
    serde_json::to_vec(body).unwrap_or_default().into()
}

fn sources<'a>(
    error: &'a (dyn std::error::Error + 'static),
) -> impl Iterator<Item = &'a (dyn std::error::Error + 'static)> {
    std::iter::successors(Some(error), |error| error.source())
}
