//! Firefox's remote debugging protocol, as much of it as it takes to run JavaScript in the parent
//! process: the tests' way to act as the person without Marionette, which pages can see.
//!
//! A packet is `length:json`. Evaluations of one connection come one after the other.

use std::io;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::time::timeout;

/// How long Firefox may take for one evaluation.
const DEADLINE: Duration = Duration::from_secs(30);

/// Largest packet that is read, in bytes: a screenshot of a large window fits.
const LARGEST: usize = 64 << 20;

/// Evaluates JavaScript in Firefox's parent process.
pub(crate) struct Debugger {
    connection: Connection,
    console: String,
}

/// Firefox could not be asked, or its answer was an error.
#[derive(Debug, thiserror::Error)]
pub enum DebuggerError {
    /// The connection failed.
    #[error("Firefox's debugger is not reachable: {0}")]
    Connection(#[from] io::Error),
    /// Firefox sent something that is not of the protocol.
    #[error("unexpected answer of Firefox's debugger: {0}")]
    Protocol(String),
    /// The JavaScript threw; the text is the exception's.
    #[error("{0}")]
    Thrown(String),
    /// No answer in time.
    #[error("Firefox did not answer within {0:?}")]
    Silent(Duration),
}

impl Debugger {
    /// Connects to a Firefox started with `--start-debugger-server PORT`.
    pub(crate) async fn connect(port: u16) -> Result<Self, DebuggerError> {
        let (reader, writer) = TcpStream::connect(("127.0.0.1", port)).await?.into_split();
        let mut connection = Connection { reader: BufReader::new(reader), writer };
        connection.read().await?; // Firefox greets first.
        let process = connection.ask("root", json!({"type": "getProcess", "id": 0})).await?;
        let descriptor = text_at(&process, "/processDescriptor/actor")?;
        let target = connection.ask(&descriptor, json!({"type": "getTarget"})).await?;
        let console = text_at(&target, "/process/consoleActor")?;
        Ok(Self { connection, console })
    }

    /// Evaluates an expression; a promise is awaited. The result must be a string.
    ///
    /// After any error but [`DebuggerError::Thrown`] the connection is of no further use: the rest
    /// of an answer may be under way.
    pub(crate) async fn evaluate(&mut self, expression: &str) -> Result<String, DebuggerError> {
        let evaluation = self.connection.evaluate(&self.console, expression);
        timeout(DEADLINE, evaluation).await.map_err(|_| DebuggerError::Silent(DEADLINE))?
    }
}

struct Connection {
    reader: BufReader<OwnedReadHalf>,
    writer: OwnedWriteHalf,
}

impl Connection {
    async fn evaluate(&mut self, console: &str, text: &str) -> Result<String, DebuggerError> {
        let request = json!({"type": "evaluateJSAsync", "text": text, "mapped": {"await": true}});
        let accepted = self.ask(console, request).await?;
        let id = text_at(&accepted, "/resultID")?;
        let answer = loop {
            let packet = self.read().await?;
            if packet["resultID"] == *id {
                break packet;
            }
        };
        if let Some(exception) = answer["exceptionMessage"].as_str() {
            return Err(DebuggerError::Thrown(exception.to_owned()));
        }
        match &answer["result"] {
            Value::String(text) => Ok(text.clone()),
            result if result["type"] == "longString" => self.long_string(result).await,
            other => Err(DebuggerError::Protocol(format!("a result that is no string: {other}"))),
        }
    }

    /// Fetches a string that was too long to be sent at once.
    async fn long_string(&mut self, result: &Value) -> Result<String, DebuggerError> {
        let actor = text_at(result, "/actor")?;
        let request = json!({"type": "substring", "start": 0, "end": result["length"]});
        text_at(&self.ask(&actor, request).await?, "/substring")
    }

    /// Sends a request and returns its answer. Events in between are of no interest.
    async fn ask(&mut self, actor: &str, mut request: Value) -> Result<Value, DebuggerError> {
        request["to"] = actor.into();
        let packet = request.to_string();
        self.writer.write_all(format!("{}:{packet}", packet.len()).as_bytes()).await?;
        loop {
            let answer = self.read().await?;
            if answer["from"] != actor || answer.get("type").is_some() {
                continue;
            }
            return match answer.get("error") {
                Some(_) => Err(DebuggerError::Protocol(answer.to_string())),
                None => Ok(answer),
            };
        }
    }

    async fn read(&mut self) -> Result<Value, DebuggerError> {
        let mut length = Vec::new();
        (&mut self.reader).take(20).read_until(b':', &mut length).await?;
        let length = std::str::from_utf8(&length)
            .ok()
            .and_then(|text| text.strip_suffix(':')?.parse::<usize>().ok())
            .filter(|length| *length <= LARGEST)
            .ok_or_else(|| DebuggerError::Protocol("a packet without a usable length".into()))?;
        let mut packet = vec![0; length];
        self.reader.read_exact(&mut packet).await?;
        serde_json::from_slice(&packet).map_err(|error| DebuggerError::Protocol(error.to_string()))
    }
}

fn text_at(packet: &Value, pointer: &str) -> Result<String, DebuggerError> {
    match packet.pointer(pointer).and_then(Value::as_str) {
        Some(text) => Ok(text.to_owned()),
        None => Err(DebuggerError::Protocol(format!("{packet} has no text at {pointer}"))),
    }
}
