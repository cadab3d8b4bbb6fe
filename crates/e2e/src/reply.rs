//! What the bridge answered, with assertions that print the whole answer when they fail.

use std::fmt;
use std::ops::Index;

use hyper::http::response::Parts;
use hyper::{HeaderMap, StatusCode};
use kitsune_protocol::ids::TabId;
use serde_json::Value;

/// Most characters of an answer in a failure's text.
const SHOWN: usize = 4000;

/// One answer of the bridge.
#[derive(Clone, Debug)]
pub struct Reply {
    /// HTTP status.
    pub status: u16,
    /// HTTP headers.
    pub headers: HeaderMap,
    /// The body; a string when it is not JSON.
    pub json: Value,
    asked: String,
}

impl Reply {
    pub(crate) fn new(asked: &str, head: Parts, body: &[u8]) -> Self {
        let text = || Value::String(String::from_utf8_lossy(body).into_owned());
        Self {
            status: head.status.as_u16(),
            headers: head.headers,
            json: serde_json::from_slice(body).unwrap_or_else(|_| text()),
            asked: asked.to_owned(),
        }
    }

    /// Fails unless the request was done.
    #[track_caller]
    pub fn is_ok(&self) -> &Self {
        let has_error = self.json.get("error").is_some() || self.json["ok"] == false;
        assert!(self.status == StatusCode::OK && !has_error, "expected success\n{self}");
        self
    }

    /// Fails unless the answer is the structured error `code`.
    #[track_caller]
    pub fn is_error(&self, code: &str) -> &Self {
        let is_text = |field: &str| self.json[field].as_str().is_some_and(|text| !text.is_empty());
        assert!(self.json["code"] == code && is_text("error"), "expected error {code}\n{self}");
        self
    }

    /// Fails unless the HTTP status is `status`.
    #[track_caller]
    pub fn has_status(&self, status: u16) -> &Self {
        assert!(self.status == status, "expected HTTP {status}\n{self}");
        self
    }

    /// Fails unless the field is text that contains `part`.
    #[track_caller]
    pub fn mentions(&self, field: &str, part: &str) -> &Self {
        let contains = self.json[field].as_str().is_some_and(|text| text.contains(part));
        assert!(contains, "expected {part:?} in {field}\n{self}");
        self
    }

    /// The tab that the answer names in `tabId`.
    #[track_caller]
    pub fn tab(&self) -> TabId {
        match self.json["tabId"].as_u64().and_then(TabId::new) {
            Some(tab) => tab,
            None => panic!("expected a tabId\n{self}"),
        }
    }
}

impl Index<&str> for Reply {
    type Output = Value;

    /// A field of the body; null when it is not there.
    fn index(&self, field: &str) -> &Value {
        &self.json[field]
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cut = |text: &str| text.chars().take(SHOWN).collect::<String>();
        let json = format!("{:#}", self.json);
        write!(f, "{}\nHTTP {} {}", cut(&self.asked), self.status, cut(&json))
    }
}
