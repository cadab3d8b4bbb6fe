//! One look at the bridge's port.

use std::net::Ipv4Addr;
use std::time::Duration;

use hyper::Method;
use serde_json::Value;
use tokio::net::TcpStream;

use crate::{Client, ClientError};

/// Where a bridge tells its state.
pub(super) const STATUS: &str = "/api/status";
/// How long a port may take to accept a connection.
const CONNECT: Duration = Duration::from_secs(1);

/// What a look found.
pub(super) enum Seen {
    /// A bridge, and the build it names.
    Bridge {
        /// Its build.
        build: Option<String>,
    },
    /// Nothing listens, or what listened is going away.
    Nothing,
    /// Connections are taken, but nothing answers.
    Silence,
}

impl Client {
    /// Asks for the status. An answer that is none of a bridge is an error.
    pub(super) async fn probe(&self, limit: Duration) -> Result<Seen, ClientError> {
        let port = self.settings().http_port;
        match self.manage(Method::GET, STATUS, limit).await {
            Ok(reply) if reply.body.get("status").and_then(Value::as_str) == Some("running") => {
                let build = reply.body.get("build").and_then(Value::as_str);
                Ok(Seen::Bridge { build: build.map(str::to_owned) })
            }
            Ok(_) => Err(ClientError::NotKitsune { port }),
            Err(ClientError::NotRunning { .. } | ClientError::Disconnected { .. }) => {
                Ok(Seen::Nothing)
            }
            Err(ClientError::Timeout { .. }) => Ok(Seen::Silence),
            // A bridge always has a status to tell, so this is none.
            Err(ClientError::NoJson { http_status }) => {
                Err(ClientError::OtherServer { port, http_status })
            }
            Err(error) => Err(error),
        }
    }
}

/// Whether something on this machine accepts connections on `port`.
pub async fn takes_connections(port: u16) -> bool {
    let connecting = TcpStream::connect((Ipv4Addr::LOCALHOST, port));
    matches!(tokio::time::timeout(CONNECT, connecting).await, Ok(Ok(_)) | Err(_))
}
