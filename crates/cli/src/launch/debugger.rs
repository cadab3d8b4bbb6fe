//! Firefox's remote debugging protocol, as much of it as it takes to run JavaScript in the parent
//! process. Marionette and the remote agent would set `navigator.webdriver`; this does not.
//!
//! A packet is `length:json`. Requests of one connection come one after the other.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{
    AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader,
};
use tokio::net::TcpStream;
#[cfg(unix)]
use tokio::net::UnixStream;
use tokio::time::timeout;

/// How long Firefox may take for one request.
const DEADLINE: Duration = Duration::from_secs(30);
/// Largest packet that is read, in bytes: ours are answered with a few hundred.
const LARGEST: usize = 1 << 20;

/// Where Firefox's debugger listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Address {
    /// A port on 127.0.0.1.
    Port(u16),
    /// A socket in a directory that only this user can enter.
    #[cfg_attr(not(unix), expect(dead_code, reason = "Windows has ports only"))]
    Socket(PathBuf),
}

/// Firefox could not be asked, or its answer was an error.
#[derive(Debug, thiserror::Error)]
pub(super) enum DebuggerError {
    #[error("the connection failed ({0})")]
    Connection(#[from] io::Error),
    #[error("an answer that is not of its protocol: {0}")]
    Protocol(String),
    #[error("{0}")]
    Thrown(String),
    #[error("no answer within {} seconds", DEADLINE.as_secs())]
    Silent,
}

type Reader = Box<dyn AsyncBufRead + Send + Unpin>;
type Writer = Box<dyn AsyncWrite + Send + Unpin>;

/// A connection that evaluates JavaScript in Firefox's parent process.
pub(super) struct Debugger {
    reader: Reader,
    writer: Writer,
    console: String,
}

impl Debugger {
    pub(super) async fn connect(address: &Address) -> Result<Self, DebuggerError> {
        let (reader, writer) = open(address).await?;
        let mut debugger = Self { reader, writer, console: String::new() };
        timeout(DEADLINE, debugger.attach()).await.map_err(|_| DebuggerError::Silent)??;
        Ok(debugger)
    }

    async fn attach(&mut self) -> Result<(), DebuggerError> {
        self.read().await?; // Firefox greets first.
        let process = self.ask("root", json!({"type": "getProcess", "id": 0})).await?;
        let descriptor = text_at(&process, "/processDescriptor/actor")?;
        let target = self.ask(&descriptor, json!({"type": "getTarget"})).await?;
        self.console = text_at(&target, "/process/consoleActor")?;
        Ok(())
    }

    /// The value of an expression, which must be a short string; a promise is awaited.
    pub(super) async fn evaluate(&mut self, expression: &str) -> Result<String, DebuggerError> {
        timeout(DEADLINE, self.value_of(expression)).await.map_err(|_| DebuggerError::Silent)?
    }

    async fn value_of(&mut self, text: &str) -> Result<String, DebuggerError> {
        let request = json!({"type": "evaluateJSAsync", "text": text, "mapped": {"await": true}});
        let console = self.console.clone();
        let accepted = self.ask(&console, request).await?;
        let id = text_at(&accepted, "/resultID")?;
        loop {
            let packet = self.read().await?;
            if packet["resultID"] != *id {
                continue;
            }
            return match packet["exceptionMessage"].as_str() {
                Some(exception) => Err(DebuggerError::Thrown(exception.to_owned())),
                None => text_at(&packet, "/result"),
            };
        }
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
        if length.is_empty() {
            return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
        }
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

async fn open(address: &Address) -> io::Result<(Reader, Writer)> {
    match address {
        Address::Port(port) => {
            let (reader, writer) = TcpStream::connect(("127.0.0.1", *port)).await?.into_split();
            Ok((Box::new(BufReader::new(reader)), Box::new(writer)))
        }
        #[cfg(unix)]
        Address::Socket(path) => {
            let (reader, writer) = UnixStream::connect(path).await?.into_split();
            Ok((Box::new(BufReader::new(reader)), Box::new(writer)))
        }
        #[cfg(not(unix))]
        Address::Socket(_) => Err(io::Error::from(io::ErrorKind::Unsupported)),
    }
}

fn text_at(packet: &Value, pointer: &str) -> Result<String, DebuggerError> {
    match packet.pointer(pointer).and_then(Value::as_str) {
        Some(text) => Ok(text.to_owned()),
        None => Err(DebuggerError::Protocol(format!("{packet} has no text at {pointer}"))),
    }
}
