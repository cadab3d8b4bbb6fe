//! The packets of the protocol, over a port or a Unix domain socket.

use std::io;

use serde_json::Value;
use tokio::io::{
    AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader,
};
use tokio::net::TcpStream;
#[cfg(unix)]
use tokio::net::UnixStream;

use crate::{Address, DebuggerError};

/// Largest packet that is read, in bytes: a picture of a large window fits.
const LARGEST: usize = 64 << 20;

/// Both directions of one connection.
pub(crate) struct Packets {
    reader: Box<dyn AsyncBufRead + Send + Unpin>,
    writer: Box<dyn AsyncWrite + Send + Unpin>,
}

impl Packets {
    pub(crate) async fn open(address: &Address) -> io::Result<Self> {
        match address {
            Address::Port(port) => {
                let stream = TcpStream::connect(("127.0.0.1", *port)).await?;
                let (reader, writer) = stream.into_split();
                Ok(Self { reader: Box::new(BufReader::new(reader)), writer: Box::new(writer) })
            }
            #[cfg(unix)]
            Address::Socket(path) => {
                let (reader, writer) = UnixStream::connect(path).await?.into_split();
                Ok(Self { reader: Box::new(BufReader::new(reader)), writer: Box::new(writer) })
            }
            #[cfg(not(unix))]
            Address::Socket(_) => Err(io::Error::from(io::ErrorKind::Unsupported)),
        }
    }

    pub(crate) async fn write(&mut self, packet: &Value) -> io::Result<()> {
        let packet = packet.to_string();
        self.writer.write_all(format!("{}:{packet}", packet.len()).as_bytes()).await
    }

    pub(crate) async fn read(&mut self) -> Result<Value, DebuggerError> {
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
