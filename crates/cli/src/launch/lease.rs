//! The bridge's promise to serve only the browser of this launch.
//!
//! The browser proves itself by a secret in its package. The promise is a lease: it is renewed
//! while the launch lives and ends by itself when the launch was killed.

use std::convert::Infallible;
use std::time::Duration;

use kitsune_client::Client;
use serde_json::{Map, Value, json};
use tokio::time::{Instant, sleep};

use super::error::LaunchError;

/// How long the bridge keeps the promise without a renewal.
const LEASE: Duration = Duration::from_secs(10);
/// Time between two renewals: one may fail, as while the bridge is replaced.
const RENEWAL: Duration = Duration::from_secs(3);
/// Time between two attempts to take it.
const POLL: Duration = Duration::from_millis(200);
/// How long the bridge may take to answer.
const ANSWER: Duration = Duration::from_secs(2);

/// A lease, ended with [`Lease::end`].
pub(super) struct Lease {
    secret: String,
}

impl Lease {
    /// Takes the lease, which disconnects any other browser.
    pub(super) async fn take(client: &Client) -> Result<Self, LaunchError> {
        let mut bytes = [0_u8; 32];
        getrandom::fill(&mut bytes)?;
        let secret = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let lease = Self { secret };
        let deadline = Instant::now() + LEASE + RENEWAL;
        loop {
            match lease.hold(client, LEASE).await {
                // No other launch of this home runs, so a killed one's lease is about to end.
                Err(LaunchError::Refused { .. }) if Instant::now() < deadline => sleep(POLL).await,
                outcome => return outcome.map(|()| lease),
            }
        }
    }

    /// What the browser must show. It is written to the profile's package and nowhere else.
    pub(super) fn secret(&self) -> &str {
        &self.secret
    }

    /// Renews the lease for as long as it is awaited.
    pub(super) async fn keep(&self, client: &Client) -> Infallible {
        loop {
            sleep(RENEWAL).await;
            // A bridge that is gone has no promise to keep; the next one is asked again.
            if let Err(error @ LaunchError::Refused { .. }) = self.hold(client, LEASE).await {
                tracing::warn!(%error, "other browsers are no longer kept out");
            }
        }
    }

    /// Lets other browsers connect again.
    pub(super) async fn end(self, client: &Client) {
        // Without an answer the lease ends by itself.
        let _ = self.hold(client, Duration::ZERO).await;
    }

    async fn hold(&self, client: &Client, lease: Duration) -> Result<(), LaunchError> {
        let body = Map::from_iter([
            ("secret".to_owned(), json!(self.secret)),
            ("seconds".to_owned(), json!(lease.as_secs())),
        ]);
        let reply = client.post("/api/managed-launch", &body, ANSWER).await?;
        if reply.status == 200 {
            return Ok(());
        }
        let text = |field| reply.body.get(field).and_then(Value::as_str).unwrap_or_default();
        Err(LaunchError::Refused { error: text("error").to_owned(), hint: text("hint").to_owned() })
    }
}
