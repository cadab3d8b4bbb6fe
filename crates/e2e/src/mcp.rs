//! An MCP client over the real `kitsune` program on stdio.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::ops::Index;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rmcp::ServiceExt;
use rmcp::model::{CallToolRequestParams, CallToolResult, ContentBlock, ServerPeerInfo, Tool};
use rmcp::service::{RoleClient, RunningService};
use rmcp::transport::TokioChildProcess;
use serde_json::Value;
use tokio::process::Command;

/// How long one call may take.
const DEADLINE: Duration = Duration::from_secs(120);

/// A client with an initialized session.
pub struct Mcp {
    session: RunningService<RoleClient, ()>,
}

impl Mcp {
    /// Starts the server and initializes the session. What it logs goes to `log`.
    pub(crate) async fn start(command: Command, log: File) -> Self {
        let server = TokioChildProcess::builder(command).stderr(log).spawn();
        let (transport, _) = server.expect("kitsune starts");
        let session = within("initialize", ().serve(transport)).await;
        Self { session: session.expect("the session is initialized") }
    }

    /// What the server said about itself.
    pub fn server(&self) -> ServerPeerInfo {
        (*self.session.peer_info().expect("an initialized server")).clone()
    }

    /// The tools, by name.
    pub async fn tools(&self) -> BTreeMap<String, Tool> {
        let tools = within("tools/list", self.session.list_all_tools()).await.expect("a list");
        tools.into_iter().map(|tool| (tool.name.to_string(), tool)).collect()
    }

    /// Calls a tool with a JSON object of arguments.
    pub async fn call(&self, tool: &str, arguments: Value) -> ToolReply {
        let asked = format!("{tool} {arguments}");
        let Value::Object(arguments) = arguments else { panic!("not an object: {asked}") };
        let request = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        match within(&asked, self.session.call_tool(request)).await {
            Ok(result) => ToolReply::new(asked, result),
            Err(error) => panic!("{asked} failed as a protocol error: {error}"),
        }
    }

    /// Ends the session; the server ends with it.
    pub async fn leaves(self) {
        within("the server's end", self.session.cancel()).await.expect("an orderly end");
    }
}

async fn within<T>(what: &str, future: impl Future<Output = T>) -> T {
    match tokio::time::timeout(DEADLINE, future).await {
        Ok(value) => value,
        Err(_) => panic!("waited {DEADLINE:?} for {what}"),
    }
}

/// What a tool answered, with assertions that print the whole answer when they fail.
#[derive(Clone, Debug)]
pub struct ToolReply {
    /// Whether the result is marked as an error.
    pub is_error: bool,
    /// All text of the result.
    pub text: String,
    /// The text as JSON; null when it is not JSON.
    pub json: Value,
    /// The first image's bytes.
    pub image: Option<Vec<u8>>,
    asked: String,
}

impl ToolReply {
    fn new(asked: String, result: CallToolResult) -> Self {
        let texts = result.content.iter().filter_map(|block| match block {
            ContentBlock::Text(text) => Some(text.text.as_str()),
            _ => None,
        });
        let text = texts.collect::<Vec<_>>().join("\n");
        let image = result.content.iter().find_map(|block| match block {
            ContentBlock::Image(image) => STANDARD.decode(&image.data).ok(),
            _ => None,
        });
        let json = serde_json::from_str(&text).unwrap_or(Value::Null);
        Self { is_error: result.is_error.unwrap_or(false), text, json, image, asked }
    }

    /// Fails when the result is an error.
    #[track_caller]
    pub fn is_ok(&self) -> &Self {
        assert!(!self.is_error, "expected success\n{self}");
        self
    }

    /// Fails unless the result is the structured error `code`.
    #[track_caller]
    pub fn is_error(&self, code: &str) -> &Self {
        assert!(self.is_error && self.json["code"] == code, "expected error {code}\n{self}");
        self
    }

    /// Fails unless the text contains `part`.
    #[track_caller]
    pub fn mentions(&self, part: &str) -> &Self {
        assert!(self.text.contains(part), "expected {part:?}\n{self}");
        self
    }
}

impl Index<&str> for ToolReply {
    type Output = Value;

    /// A field of the JSON; null when it is not there.
    fn index(&self, field: &str) -> &Value {
        &self.json[field]
    }
}

impl fmt::Display for ToolReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\nisError {}\n{}", self.asked, self.is_error, self.text)
    }
}
