//! An agent that talks to the bridge by HTTP, as the library client does.

use std::error::Error;
use std::time::Duration;

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::header::{AUTHORIZATION, HeaderName, HeaderValue};
use hyper::{HeaderMap, Method, Request};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use kitsune_protocol::ids::TabId;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::reply::Reply;
use crate::wait::until;

/// Longest wait for a page of a test: some are large, and a machine may be busy.
const LOAD_MS: u64 = 45_000;

/// How long an answer may take: more than any route's own limit.
const DEADLINE: Duration = Duration::from_secs(120);

/// How long a tab may stay in use after the person's last input.
const IN_USE: Duration = Duration::from_secs(20);

/// One client of the bridge, with an owner id of its own.
#[derive(Clone)]
pub struct Agent {
    http: Client<HttpConnector, Full<Bytes>>,
    address: String,
    headers: HeaderMap,
}

impl Agent {
    /// A client of the bridge on `port` that owns its tabs as `owner`.
    pub fn new(port: u16, token: &str, owner: &str) -> Self {
        let agent = Self {
            http: Client::builder(TokioExecutor::new()).build_http(),
            address: format!("http://127.0.0.1:{port}"),
            headers: HeaderMap::new(),
        };
        agent
            .with("authorization", &format!("Bearer {token}"))
            .with("x-kitsune-owner", owner)
            .with("x-kitsune-client", owner)
    }

    /// The same client with another header, in place of one of that name.
    pub fn with(mut self, name: &str, value: &str) -> Self {
        let name = HeaderName::from_bytes(name.as_bytes()).expect("a header name");
        self.headers.insert(name, HeaderValue::from_str(value).expect("a header value"));
        self
    }

    /// The same client without the bearer token.
    pub fn without_token(mut self) -> Self {
        self.headers.remove(AUTHORIZATION);
        self
    }

    /// `GET path`.
    pub async fn get(&self, path: &str) -> Reply {
        self.send(Method::GET, path, Vec::new()).await
    }

    /// `POST path` with a JSON body.
    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.send(Method::POST, path, body.to_string().into_bytes()).await
    }

    /// A write, sent again for as long as it is refused because the person uses the tab.
    pub async fn posts_once_free(&self, path: &str, body: Value) -> Reply {
        let free = async || {
            let reply = self.post(path, body.clone()).await;
            (reply["code"] != "user_active").then_some(reply)
        };
        until(IN_USE, free).await.unwrap_or_else(|| panic!("{path} {body}: the tab stays in use"))
    }

    /// Any method with any body.
    pub async fn send(&self, method: Method, path: &str, body: Vec<u8>) -> Reply {
        self.try_send(method, path, body).await.unwrap_or_else(|error| panic!("{error}"))
    }

    async fn try_send(&self, method: Method, path: &str, body: Vec<u8>) -> Result<Reply, NoReply> {
        let asked = format!("{method} {path} {}", String::from_utf8_lossy(&body));
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.address))
            .body(Full::from(body))
            .expect("a request");
        request.headers_mut().extend(self.headers.clone());
        let answer = async {
            let (head, body) = self.http.request(request).await?.into_parts();
            Ok::<_, Box<dyn Error>>(Reply::new(&asked, head, &body.collect().await?.to_bytes()))
        };
        match timeout(DEADLINE, answer).await {
            Ok(Ok(reply)) => Ok(reply),
            Ok(Err(error)) => Err(NoReply { asked, why: format!("{error:?}") }),
            Err(_) => Err(NoReply { asked, why: format!("none within {DEADLINE:?}") }),
        }
    }

    /// Opens a page in a background tab of this client, and waits until it has loaded.
    pub async fn opens(&self, url: &str) -> TabId {
        let reply =
            self.post("/api/new-tab", json!({"url": url, "wait": true, "timeout": LOAD_MS})).await;
        reply.is_ok().tab()
    }

    /// Closes all tabs of this client that the bridge knows.
    pub(crate) async fn closes_its_tabs(&self) -> Result<(), NoReply> {
        let mine = json!({"mine": true}).to_string().into_bytes();
        let tabs = self.try_send(Method::POST, "/api/tabs", mine).await?;
        for tab in tabs["tabs"].as_array().into_iter().flatten() {
            let close = json!({"tabId": tab["id"]}).to_string().into_bytes();
            self.try_send(Method::POST, "/api/close-tab", close).await?;
        }
        Ok(())
    }
}

/// The bridge gave no answer at all.
#[derive(Debug, thiserror::Error)]
#[error("no answer to {asked}: {why}")]
pub(crate) struct NoReply {
    asked: String,
    why: String,
}
