//! A stand-in for the bridge: it answers each request as the test says, and counts connections.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use kitsune_client::Settings;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// What the stand-in does with a request.
pub enum Answer {
    /// Answers with a status and a body.
    Body(u16, String),
    /// Writes these bytes and closes the connection.
    Raw(&'static str),
    /// Closes the connection.
    Close,
    /// Never answers.
    Hang,
}

/// A request as it arrived: its first line, its headers in lower case, and its body.
pub struct Asked {
    pub line: String,
    pub headers: String,
    pub body: String,
}

/// A listener on a free port.
pub struct Server {
    pub port: u16,
    pub connections: Arc<AtomicUsize>,
    accepting: JoinHandle<()>,
}

impl Server {
    /// Gives up the port.
    pub async fn stop(self) {
        self.accepting.abort();
        assert!(self.accepting.await.is_err());
    }

    /// Serves on a free port.
    pub async fn start(answer: impl Fn(&Asked) -> Answer + Send + Sync + 'static) -> Self {
        Self::start_on(0, answer).await
    }

    /// Serves on `port`.
    pub async fn start_on(
        port: u16,
        answer: impl Fn(&Asked) -> Answer + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let connections = Arc::new(AtomicUsize::new(0));
        let (count, answer) = (connections.clone(), Arc::new(answer));
        let accepting = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                count.fetch_add(1, Ordering::Relaxed);
                let answer = answer.clone();
                tokio::spawn(async move { serve(stream, &*answer).await });
            }
        });
        Self { port, connections, accepting }
    }
}

async fn serve(stream: TcpStream, answer: &(dyn Fn(&Asked) -> Answer + Send + Sync)) {
    let mut stream = BufReader::new(stream);
    while let Some(asked) = read(&mut stream).await {
        let text = match answer(&asked) {
            Answer::Body(status, body) => {
                format!("HTTP/1.1 {status} x\r\ncontent-length: {}\r\n\r\n{body}", body.len())
            }
            Answer::Raw(text) => {
                stream.write_all(text.as_bytes()).await.unwrap();
                return;
            }
            Answer::Close => return,
            Answer::Hang => std::future::pending().await,
        };
        stream.write_all(text.as_bytes()).await.unwrap();
    }
}

async fn read(stream: &mut BufReader<TcpStream>) -> Option<Asked> {
    let mut line = String::new();
    stream.read_line(&mut line).await.ok().filter(|read| *read > 0)?;
    let mut headers = String::new();
    while stream.read_line(&mut headers).await.ok()? > 2 {}
    let headers = headers.to_ascii_lowercase();
    let length = headers
        .lines()
        .find_map(|header| header.strip_prefix("content-length: "))
        .map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.ok()?;
    Some(Asked { line: line.trim().to_owned(), headers, body: String::from_utf8(body).unwrap() })
}

/// Settings of a bridge at `port`, with a home that does not exist yet.
pub fn settings(port: u16, home: &std::path::Path) -> Settings {
    Settings {
        home: home.join("home"),
        http_port: port,
        ws_port: free_port(),
        token: Some("s3cret".to_owned()),
        keeps_other_build: false,
    }
}

/// A port on which nothing listens.
pub fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    listener.local_addr().unwrap().port()
}

/// A status answer of a bridge of `build`.
pub fn status(build: &str) -> Answer {
    let body = format!(r#"{{"status":"running","build":"{build}","extension_connected":false}}"#);
    Answer::Body(200, body)
}
