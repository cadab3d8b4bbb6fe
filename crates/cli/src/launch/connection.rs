//! What the bridge says about the extension's connection.

use std::fmt;
use std::time::Duration;

use kitsune_client::{Client, ClientError};
use serde_json::{Map, Value};
use tokio::time::{Instant, sleep};

use super::error::LaunchError;

/// How long a start may take until the extension is connected.
const DEADLINE: Duration = Duration::from_secs(60);
/// How long another browser's connection may take to close.
const CLOSE: Duration = Duration::from_secs(5);
/// How long the bridge may take to answer.
const ANSWER: Duration = Duration::from_secs(2);
const POLL: Duration = Duration::from_millis(100);

/// Name and version of a connected browser.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Browser(String);

impl fmt::Display for Browser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Waits until no browser is connected: a lease closes another one's connection, and only then
/// does the status speak of ours.
pub(super) async fn wait_until_free(client: &Client) -> Result<(), LaunchError> {
    let deadline = Instant::now() + CLOSE;
    loop {
        match connected_browser(client).await {
            Ok(None) => return Ok(()),
            Ok(Some(browser)) if Instant::now() >= deadline => {
                return Err(LaunchError::StillConnected(browser.to_string()));
            }
            Err(error) if Instant::now() >= deadline => return Err(error.into()),
            Ok(Some(_)) | Err(_) => sleep(POLL).await,
        }
    }
}

/// Waits until the extension is connected. A bridge that is busy or just being replaced is asked
/// again.
pub(super) async fn wait(client: &Client) -> Result<Browser, LaunchError> {
    let deadline = Instant::now() + DEADLINE;
    loop {
        match connected_browser(client).await {
            Ok(Some(browser)) => return Ok(browser),
            Err(error) if Instant::now() >= deadline => return Err(error.into()),
            Ok(None) if Instant::now() >= deadline => {
                return Err(LaunchError::NotConnected { seconds: DEADLINE.as_secs() });
            }
            Ok(None) | Err(_) => sleep(POLL).await,
        }
    }
}

async fn connected_browser(client: &Client) -> Result<Option<Browser>, ClientError> {
    let reply = client.get("/api/status", ANSWER).await?;
    Ok(browser_in(&reply.body))
}

/// The browser in a status reply, if one is connected.
fn browser_in(status: &Map<String, Value>) -> Option<Browser> {
    if status.get("extension_connected") != Some(&Value::Bool(true)) {
        return None;
    }
    let text = |field| status.get("browser")?.get(field)?.as_str();
    let name = text("name").unwrap_or("a browser");
    Some(Browser(match text("version") {
        Some(version) => format!("{name} {version}"),
        None => name.to_owned(),
    }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn browser_of(status: Value) -> Option<String> {
        browser_in(status.as_object().unwrap()).map(|browser| browser.to_string())
    }

    #[test]
    fn a_connected_browser_is_named_as_well_as_it_is_known() {
        let browser = json!({"name": "Firefox", "version": "153.8"});
        let connected = json!({"extension_connected": true, "browser": browser});
        assert_eq!(browser_of(connected).as_deref(), Some("Firefox 153.8"));
        let unnamed = json!({"extension_connected": true});
        assert_eq!(browser_of(unnamed).as_deref(), Some("a browser"));
        assert_eq!(browser_of(json!({"extension_connected": false, "browser": browser})), None);
    }
}
