//! Firefox's remote debugging protocol, as much of it as it takes to run JavaScript in the parent
//! process: how a launch looks after its Firefox, and how tests act as the person. Marionette and
//! the remote agent would set `navigator.webdriver`, which pages can see; this does not.
//!
//! A packet is `length:json`. Requests of one connection come one after the other.

mod packets;

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::timeout;

use packets::Packets;

/// How long Firefox may take to accept a connection, and for one evaluation.
const DEADLINE: Duration = Duration::from_secs(30);

/// Where Firefox's debugger listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// A port on 127.0.0.1.
    Port(u16),
    /// A Unix domain socket. Elsewhere nothing can listen there.
    Socket(PathBuf),
}

/// Firefox could not be asked, or its answer was an error.
#[derive(Debug, thiserror::Error)]
pub enum DebuggerError {
    /// The connection failed.
    #[error("the connection failed ({0})")]
    Connection(#[from] io::Error),
    /// Firefox sent something that is not of the protocol.
    #[error("an answer that is not of its protocol: {0}")]
    Protocol(String),
    /// The JavaScript threw; the text is the exception's.
    #[error("{0}")]
    Thrown(String),
    /// No answer in time.
    #[error("no answer within {} seconds", DEADLINE.as_secs())]
    Silent,
}

/// A connection that evaluates JavaScript in Firefox's parent process.
pub struct Debugger {
    packets: Packets,
    console: String,
}

impl Debugger {
    /// Connects to a Firefox that was started with `--start-debugger-server`.
    pub async fn connect(address: &Address) -> Result<Self, DebuggerError> {
        let attached = Self::attach(Packets::open(address).await?);
        timeout(DEADLINE, attached).await.map_err(|_| DebuggerError::Silent)?
    }

    async fn attach(packets: Packets) -> Result<Self, DebuggerError> {
        let mut debugger = Self { packets, console: String::new() };
        debugger.packets.read().await?; // Firefox greets first.
        let process = debugger.ask("root", json!({"type": "getProcess", "id": 0})).await?;
        let descriptor = text_at(&process, "/processDescriptor/actor")?;
        let target = debugger.ask(&descriptor, json!({"type": "getTarget"})).await?;
        debugger.console = text_at(&target, "/process/consoleActor")?;
        Ok(debugger)
    }

    /// The value of an expression, which must be a string; a promise is awaited.
    ///
    /// After any error but [`DebuggerError::Thrown`] the connection is of no further use: the rest
    /// of an answer may be under way.
    pub async fn evaluate(&mut self, expression: &str) -> Result<String, DebuggerError> {
        timeout(DEADLINE, self.value_of(expression)).await.map_err(|_| DebuggerError::Silent)?
    }

    async fn value_of(&mut self, text: &str) -> Result<String, DebuggerError> {
        let request = json!({"type": "evaluateJSAsync", "text": text, "mapped": {"await": true}});
        let console = self.console.clone();
        let accepted = self.ask(&console, request).await?;
        let id = text_at(&accepted, "/resultID")?;
        let answer = loop {
            let packet = self.packets.read().await?;
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
        self.packets.write(&request).await?;
        loop {
            let answer = self.packets.read().await?;
            if answer["from"] != actor || answer.get("type").is_some() {
                continue;
            }
            return match answer.get("error") {
                Some(_) => Err(DebuggerError::Protocol(answer.to_string())),
                None => Ok(answer),
            };
        }
    }
}

fn text_at(packet: &Value, pointer: &str) -> Result<String, DebuggerError> {
    match packet.pointer(pointer).and_then(Value::as_str) {
        Some(text) => Ok(text.to_owned()),
        None => Err(DebuggerError::Protocol(format!("{packet} has no text at {pointer}"))),
    }
}
