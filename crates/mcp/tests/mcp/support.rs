//! An MCP client that speaks JSON lines, and a bridge with canned answers that keeps what it
//! was asked.

use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, Method, Uri};
use kitsune_client::{Launcher, Settings};
use kitsune_mcp::{Options, serve_on};
use kitsune_protocol::{Group, Groups, Mode, OwnerId, UserTabs};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};

/// One request that reached the bridge.
#[derive(Clone, Debug)]
pub struct Asked {
    pub line: String,
    pub body: Value,
    pub headers: HeaderMap,
}

/// The stand-in for the bridge.
pub struct Bridge {
    pub port: u16,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Bridge {
    /// Answers `METHOD path` and a body as `answer` says; status requests answer themselves.
    pub async fn start(answer: impl Fn(&str, &Value) -> Value + Send + Sync + 'static) -> Self {
        let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (record, answer) = (asked.clone(), Arc::new(answer));
        let handle = move |method: Method, uri: Uri, headers: HeaderMap, bytes: Bytes| async move {
            let line = format!("{method} {}", uri.path());
            if line == "GET /api/status" {
                return STATUS.to_owned();
            }
            let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
            let reply = answer(&line, &body).to_string();
            record.lock().unwrap().push(Asked { line, body, headers });
            reply
        };
        let router = Router::new().fallback(handle);
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { port, asked }
    }

    /// What was asked, without status requests: the request line and the body.
    pub fn asked(&self) -> Vec<(String, Value)> {
        let asked = self.asked.lock().unwrap();
        asked.iter().map(|asked| (asked.line.clone(), asked.body.clone())).collect()
    }

    /// Headers of the last request.
    pub fn last_headers(&self) -> HeaderMap {
        self.asked.lock().unwrap().last().unwrap().headers.clone()
    }
}

const STATUS: &str = r#"{"status":"running","build":"1+test","extension_connected":true,"diagnosis":{"code":"connected"}}"#;

/// The answer of a bridge whose browser has the person's tab 5 and the client's tab 7.
pub fn with_tabs(line: &str, body: &Value) -> Value {
    match line {
        "GET /api/tabs" => json!({"tabs": [
            tab(5, "https://user.example/", true, false),
            tab(7, "https://own.example/", false, true)
        ]}),
        "POST /api/tabs" if body["mine"] == true => {
            json!({"tabs": [tab(7, "https://own.example/", false, true)]})
        }
        "POST /api/new-tab" => json!({"ok": true, "tabId": 7, "url": body["url"]}),
        _ => json!({"ok": true}),
    }
}

pub fn tab(id: u64, url: &str, active: bool, owned: bool) -> Value {
    json!({"id": id, "url": url, "title": url, "active": active, "owned": owned, "index": 0})
}

/// An MCP client with a session.
pub struct Client {
    input: WriteHalf<DuplexStream>,
    output: Lines<BufReader<ReadHalf<DuplexStream>>>,
    next_id: u64,
    /// What the server answered to `initialize`.
    pub greeting: Value,
    /// Answer to `roots/list`, for a client that has roots.
    roots: Option<Value>,
    pub home: TempDir,
}

/// How a client's server is started.
pub struct Setup {
    pub port: u16,
    pub groups: Groups,
    pub mode: Mode,
    pub user_tabs: UserTabs,
    pub output_dir: Option<PathBuf>,
    pub roots: Option<Value>,
}

impl Setup {
    /// The default server in front of the bridge at `port`.
    pub fn at(port: u16) -> Self {
        Self {
            port,
            groups: Groups::of(&[Group::Core]),
            mode: Mode::Act,
            user_tabs: UserTabs::Readonly,
            output_dir: None,
            roots: None,
        }
    }

    pub async fn start(self) -> Client {
        let home = tempfile::tempdir().unwrap();
        let options = Options {
            settings: Settings {
                home: home.path().join("home"),
                http_port: self.port,
                ws_port: self.port,
                token: Some("t".to_owned()),
                keeps_other_build: false,
            },
            launcher: Launcher { program: "/nowhere/kitsune-bridge".into(), args: Vec::new() },
            build: "1+test".to_owned(),
            groups: self.groups,
            mode: self.mode,
            user_tabs: self.user_tabs,
            owner: OwnerId::new("claude-7"),
            client_id: "8-a1b2c3".to_owned(),
            working_directory: home.path().to_owned(),
            output_dir: self.output_dir,
        };
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let (input, output) = tokio::io::split(theirs);
        tokio::spawn(async move { serve_on(options, input, output).await });
        let (output, input) = tokio::io::split(ours);
        let mut client = Client {
            input,
            output: BufReader::new(output).lines(),
            next_id: 0,
            greeting: Value::Null,
            roots: self.roots,
            home,
        };
        client.begin().await;
        client
    }
}

impl Client {
    /// A default client of `bridge`.
    pub async fn of(bridge: &Bridge) -> Self {
        Setup::at(bridge.port).start().await
    }

    async fn begin(&mut self) {
        let capabilities = match self.roots {
            Some(_) => json!({"roots": {}}),
            None => json!({}),
        };
        let params = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": capabilities,
            "clientInfo": {"name": "test", "version": "1"}
        });
        self.greeting = self.request("initialize", params).await["result"].clone();
        let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        self.write(&initialized).await;
    }

    /// Sends a request and reads its response, answering what the server asks meanwhile.
    pub async fn request(&mut self, method: &str, params: Value) -> Value {
        self.next_id += 1;
        let id = self.next_id;
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.write(&request).await;
        loop {
            let line = self.output.next_line().await.unwrap().expect("the server has gone");
            let message: Value = serde_json::from_str(&line).unwrap();
            if message["method"] == "roots/list" {
                let answer =
                    json!({"jsonrpc": "2.0", "id": message["id"], "result": {"roots": self.roots}});
                self.write(&answer).await;
            } else if message["id"] == id {
                return message;
            }
        }
    }

    async fn write(&mut self, message: &Value) {
        let line = format!("{message}\n");
        self.input.write_all(line.as_bytes()).await.unwrap();
    }

    /// The published tools.
    pub async fn tools(&mut self) -> Vec<Value> {
        let response = self.request("tools/list", json!({})).await;
        response["result"]["tools"].as_array().unwrap().clone()
    }

    /// The MCP result of a call.
    pub async fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let params = json!({"name": tool, "arguments": arguments});
        let response = self.request("tools/call", params).await;
        assert!(response.get("error").is_none(), "a protocol error: {response}");
        response["result"].clone()
    }

    /// The object of a call that succeeds.
    pub async fn ok(&mut self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments).await;
        assert_eq!(result["isError"], false, "{result}");
        object(&result)
    }

    /// The object of a call that fails.
    pub async fn error(&mut self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments).await;
        assert_eq!(result["isError"], true, "{result}");
        object(&result)
    }

    /// Makes the client's own tab 7 current.
    pub async fn with_own_tab(mut self) -> Self {
        self.ok("browser_tabs", json!({"action": "select", "index": 1})).await;
        self
    }
}

/// The JSON of a result's one text item.
pub fn object(result: &Value) -> Value {
    let content = result["content"].as_array().unwrap();
    assert_eq!(content.len(), 1, "{result}");
    serde_json::from_str(content[0]["text"].as_str().unwrap()).unwrap()
}
