//! What can go wrong between a client and its bridge, with the contract's codes.
//!
//! Contract: *Connection diagnosis* and the connection rows of *Action errors*.

use kitsune_protocol::{ErrorCode, ErrorReply};

const LOG_HINT: &str = "Run `kitsune-bridge start` in a terminal to see why; its output is in \
    bridge.log in Kitsune's home directory.";
const NOT_RESPONDING_HINT: &str = "Run `kitsune-bridge stop`, then retry.";
const PORT_HINT: &str = "Set KITSUNE_HTTP_PORT and KITSUNE_WS_PORT to other ports in every \
    client, or find the program that holds the port";
const TOKEN_HINT: &str = "Use the same KITSUNE_TOKEN and KITSUNE_HOME for every client, or run \
    `kitsune-bridge stop` so that the next call starts a bridge with this client's token.";

/// A request that got no usable answer. Converts into the [`ErrorReply`] of every wire.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClientError {
    /// Nothing listens on the bridge's port.
    #[error("No Kitsune bridge runs on port {port}")]
    NotRunning {
        /// The HTTP port.
        port: u16,
    },
    /// The bridge's program could not be run, or its files could not be made.
    #[error("The Kitsune bridge could not be started: {cause}")]
    NotStarted {
        /// What the system said, and about what.
        cause: String,
    },
    /// The bridge ended while it was starting.
    #[error("The Kitsune bridge ended while it was starting")]
    Exited {
        /// Its exit code; `None` when a signal ended it.
        exit_code: Option<i32>,
        /// Its last line of output, redacted, at most 300 characters.
        log_excerpt: Option<String>,
    },
    /// The bridge takes connections but does not answer.
    #[error("The Kitsune bridge on port {port} does not respond")]
    NotResponding {
        /// Its process.
        pid: Option<u32>,
        /// The HTTP port.
        port: u16,
    },
    /// The bridge runs, but did not open its port in time.
    #[error("The Kitsune bridge was started but does not listen on port {port}")]
    NotListening {
        /// Its process.
        pid: Option<u32>,
        /// The HTTP port.
        port: u16,
    },
    /// Another program holds a port.
    #[error("Port {port} is held by another program")]
    PortInUse {
        /// The port.
        port: u16,
        /// How the bridge ended because of it.
        exit_code: Option<i32>,
        /// What the bridge said about it.
        log_excerpt: Option<String>,
    },
    /// The port answers, but not as a bridge does.
    #[error("Port {port} answers, but not as a Kitsune bridge")]
    NotKitsune {
        /// The port.
        port: u16,
    },
    /// The port answers requests for a bridge's status, but with a failure that no bridge has.
    #[error("Port {port} answers with HTTP {http_status}, not as a Kitsune bridge")]
    OtherServer {
        /// The port.
        port: u16,
        /// The HTTP status.
        http_status: u16,
    },
    /// The bridge refused the token.
    #[error("The Kitsune bridge on port {port} refused the token")]
    TokenMismatch {
        /// The port.
        port: u16,
        /// `KITSUNE_TOKEN`, or the path of the token file.
        token_source: String,
    },
    /// The bridge closed the connection before its answer.
    #[error("The Kitsune bridge closed the connection before it answered")]
    Disconnected {
        /// Whether the request had been sent in full, so that it may have run.
        request_sent: bool,
        /// Whether the request only reads, so that a repeat duplicates nothing.
        read: bool,
    },
    /// No answer came in time.
    #[error("The Kitsune bridge did not answer within {seconds} seconds")]
    Timeout {
        /// How long was waited.
        seconds: u64,
        /// Whether the request only reads.
        read: bool,
    },
    /// An answer of failure without a JSON object.
    #[error("The Kitsune bridge answered HTTP {http_status} without a JSON object")]
    NoJson {
        /// The HTTP status.
        http_status: u16,
    },
}

impl ClientError {
    /// Whether the request certainly did not run and a new bridge could take it.
    pub fn can_be_sent_again(&self) -> bool {
        matches!(self, Self::NotRunning { .. } | Self::Disconnected { request_sent: false, .. })
    }
}

impl From<ClientError> for ErrorReply {
    fn from(error: ClientError) -> Self {
        let reply = |code| Self::new(code, error.to_string());
        match error.clone() {
            ClientError::NotRunning { port } => {
                reply(ErrorCode::BridgeUnavailable).hint(LOG_HINT).state("port", port)
            }
            ClientError::NotStarted { .. } => reply(ErrorCode::BridgeUnavailable).hint(LOG_HINT),
            ClientError::Exited { exit_code, log_excerpt } => {
                let reply =
                    reply(ErrorCode::BridgeUnavailable).hint(LOG_HINT).state("exitCode", exit_code);
                with_log(reply, log_excerpt)
            }
            ClientError::NotResponding { pid, port } => {
                let reply = reply(ErrorCode::BridgeUnavailable).hint(NOT_RESPONDING_HINT);
                of_process(reply, "not_responding", pid, port)
            }
            ClientError::NotListening { pid, port } => {
                let reply = reply(ErrorCode::BridgeUnavailable).hint(LOG_HINT);
                of_process(reply, "not_listening", pid, port)
            }
            ClientError::PortInUse { port, exit_code, log_excerpt } => {
                let mut reply = port_conflict(reply(ErrorCode::PortConflict), "in_use", port);
                if let Some(exit_code) = exit_code {
                    reply = reply.state("exitCode", exit_code);
                }
                with_log(reply, log_excerpt)
            }
            ClientError::NotKitsune { port } => {
                port_conflict(reply(ErrorCode::PortConflict), "not_kitsune", port)
            }
            ClientError::OtherServer { port, http_status } => {
                port_conflict(reply(ErrorCode::PortConflict), "not_kitsune", port)
                    .state("httpStatus", http_status)
            }
            ClientError::TokenMismatch { port, token_source } => reply(ErrorCode::TokenMismatch)
                .hint(TOKEN_HINT)
                .state("port", port)
                .state("tokenSource", token_source),
            ClientError::Disconnected { request_sent, read } => {
                let reply = reply(ErrorCode::BridgeDisconnected)
                    .hint(after(request_sent && !read))
                    .state("requestSent", request_sent);
                if request_sent && !read { reply.after_sending() } else { reply }
            }
            ClientError::Timeout { seconds, read } => {
                let reply =
                    reply(ErrorCode::Timeout).hint(after(!read)).state("timeoutSeconds", seconds);
                if read { reply } else { reply.after_sending() }
            }
            ClientError::NoJson { http_status } => {
                Self::unclassified(error.to_string()).state("httpStatus", http_status)
            }
        }
    }
}

fn after(may_have_run: bool) -> &'static str {
    if may_have_run {
        "The action may have run: look at the page with browser_snapshot before you repeat it."
    } else {
        "Nothing was changed; retry."
    }
}

fn with_log(reply: ErrorReply, log_excerpt: Option<String>) -> ErrorReply {
    match log_excerpt {
        Some(line) => reply.state("logExcerpt", line),
        None => reply,
    }
}

fn of_process(reply: ErrorReply, reason: &str, pid: Option<u32>, port: u16) -> ErrorReply {
    let reply = reply.state("reason", reason);
    match pid {
        Some(pid) => reply.state("pid", pid).state("port", port),
        None => reply.state("port", port),
    }
}

fn port_conflict(reply: ErrorReply, reason: &str, port: u16) -> ErrorReply {
    reply
        .hint(format!("{PORT_HINT}, for example with `lsof -nP -iTCP:{port} -sTCP:LISTEN`."))
        .state("reason", reason)
        .state("port", port)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn wire(error: ClientError) -> Value {
        let mut value = serde_json::to_value(ErrorReply::from(error)).unwrap();
        let fields = value.as_object_mut().unwrap();
        assert!(fields.remove("error").is_some_and(|text| text.is_string()));
        fields.remove("hint");
        value
    }

    #[test]
    fn each_failure_has_its_code_and_facts() {
        let port = 47651;
        let unavailable =
            |state: Value| json!({"code": "bridge_unavailable", "retryable": true, "state": state});
        let cases = [
            (ClientError::NotRunning { port }, unavailable(json!({"port": port}))),
            (
                ClientError::Exited { exit_code: Some(1), log_excerpt: Some("no".into()) },
                unavailable(json!({"exitCode": 1, "logExcerpt": "no"})),
            ),
            (
                ClientError::NotResponding { pid: Some(7), port },
                unavailable(json!({"reason": "not_responding", "pid": 7, "port": port})),
            ),
            (
                ClientError::NotListening { pid: None, port },
                unavailable(json!({"reason": "not_listening", "port": port})),
            ),
            (
                ClientError::NotKitsune { port },
                json!({"code": "port_conflict", "retryable": true,
                    "state": {"reason": "not_kitsune", "port": port}}),
            ),
            (
                ClientError::PortInUse { port, exit_code: Some(1), log_excerpt: None },
                json!({"code": "port_conflict", "retryable": true,
                    "state": {"reason": "in_use", "port": port, "exitCode": 1}}),
            ),
            (
                ClientError::TokenMismatch { port, token_source: "KITSUNE_TOKEN".into() },
                json!({"code": "token_mismatch", "retryable": true,
                    "state": {"port": port, "tokenSource": "KITSUNE_TOKEN"}}),
            ),
            (ClientError::NoJson { http_status: 502 }, json!({"state": {"httpStatus": 502}})),
        ];
        for (error, expected) in cases {
            assert_eq!(wire(error), expected);
        }
    }

    #[test]
    fn only_a_write_that_may_have_run_is_not_retryable() {
        for (request_sent, read, retryable) in
            [(false, false, true), (false, true, true), (true, true, true), (true, false, false)]
        {
            let lost = wire(ClientError::Disconnected { request_sent, read });
            assert_eq!(lost["retryable"], retryable, "{request_sent} {read}");
            assert_eq!(lost["state"]["requestSent"], request_sent);
        }
        let late = |read| wire(ClientError::Timeout { seconds: 15, read });
        assert_eq!(late(true)["retryable"], true);
        assert_eq!(late(false)["retryable"], false);
        assert_eq!(late(false)["state"], json!({"timeoutSeconds": 15}));
    }
}
