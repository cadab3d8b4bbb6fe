//! A view into the running Firefox from outside of the product: its tabs, what is in their pages,
//! and pictures of them. Looking changes nothing, so tests may look side by side.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use kitsune_debugger::{Address, Debugger, DebuggerError};
use kitsune_protocol::ids::TabId;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::sync::Mutex;

use crate::programs::signal;

/// The functions that run in Firefox's parent process.
const PARENT: &str = concat!(
    include_str!("parent/tabs.js"),
    include_str!("parent/page.js"),
    include_str!("parent/input.js"),
    include_str!("parent/dialogs.js"),
    include_str!("parent/look.js"),
    include_str!("parent/settings.js"),
);

/// One tab as Firefox itself describes it.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct BrowserTab {
    /// The id that extensions see.
    pub id: TabId,
    /// Address of the page.
    pub url: String,
    /// Text on the tab.
    pub title: String,
    /// Whether its window shows it.
    pub selected: bool,
    /// Whether it is in the person's window, and not in one that an agent opened.
    pub in_persons_window: bool,
}

/// The running Firefox, seen from outside of the product.
pub struct Browser {
    port: u16,
    /// Made by the first look; made anew when it has failed, as after a restart of Firefox.
    debugger: Mutex<Option<Debugger>>,
}

impl Browser {
    /// The Firefox whose debugger is on this port.
    pub fn on_port(port: u16) -> Self {
        Self { port, debugger: Mutex::default() }
    }

    /// Whether Firefox has shown its first window.
    pub(crate) async fn is_ready(&self) -> bool {
        self.call("isReady", json!([])).await.unwrap_or(false)
    }

    /// All tabs of all windows.
    pub async fn tabs(&self) -> Result<Vec<BrowserTab>, DebuggerError> {
        self.call("tabs", json!([])).await
    }

    /// The value of a JavaScript expression in a tab's page; a promise is awaited. The page's
    /// content security policy does not apply.
    pub async fn evaluate(&self, tab: TabId, expression: &str) -> Result<Value, DebuggerError> {
        self.call("evaluate", json!([tab, expression])).await
    }

    /// [`evaluate`](Self::evaluate) in the first frame whose address contains `frame`.
    pub async fn evaluate_in_frame(
        &self,
        tab: TabId,
        frame: &str,
        expression: &str,
    ) -> Result<Value, DebuggerError> {
        self.call("evaluate", json!([tab, expression, frame])).await
    }

    /// Marks a field as filled by the browser's own form filler, or no longer.
    pub async fn mark_autofilled(
        &self,
        tab: TabId,
        selector: &str,
        autofilled: bool,
    ) -> Result<(), DebuggerError> {
        self.call("markAutofilled", json!([tab, selector, autofilled])).await
    }

    /// Collects garbage in the process of a tab's page.
    pub async fn collect_garbage(&self, tab: TabId) -> Result<(), DebuggerError> {
        self.call("collectGarbage", json!([tab])).await
    }

    /// A PNG of a tab's page, or of the person's whole window.
    pub async fn screenshot(&self, tab: Option<TabId>) -> Result<Vec<u8>, DebuggerError> {
        let text: String = self.call("screenshot", json!([tab])).await?;
        STANDARD.decode(text).map_err(|error| DebuggerError::Protocol(error.to_string()))
    }

    /// The process id of Firefox itself.
    pub async fn process(&self) -> Result<u32, DebuggerError> {
        self.call("processId", json!([])).await
    }

    /// Kills the process of a tab's page, with all other pages of the same site, and waits until
    /// Firefox has noticed.
    pub async fn kill_page(&self, tab: TabId) -> Result<(), DebuggerError> {
        let process: u32 = self.call("pageProcess", json!([tab])).await?;
        signal(process, "KILL")?;
        self.call("processToBeGone", json!([process])).await
    }

    /// Makes Firefox take this certificate (DER) from one host and port, until it ends.
    pub async fn accept_certificate(
        &self,
        host: &str,
        port: u16,
        certificate: &[u8],
    ) -> Result<(), DebuggerError> {
        self.call("acceptCertificate", json!([host, port, STANDARD.encode(certificate)])).await
    }

    /// The last errors and warnings of the extension.
    pub(crate) async fn extension_errors(&self) -> Result<Vec<String>, DebuggerError> {
        self.call("extensionErrors", json!([])).await
    }

    /// Closes every tab on a host that ends with `host`.
    pub(crate) async fn close_tabs_on(&self, host: &str) -> Result<(), DebuggerError> {
        self.call("closeTabsOn", json!([host])).await
    }

    /// Ends the debugger's connection, which belongs to a window; the next look makes another.
    pub(crate) async fn disconnect(&self) {
        self.debugger.lock().await.take();
    }

    /// Calls a function of `parent/` with a list of arguments.
    pub(crate) async fn call<T: DeserializeOwned>(
        &self,
        function: &str,
        arguments: Value,
    ) -> Result<T, DebuggerError> {
        let script = format!(
            "(async () => {{ {PARENT}
                const value = await {function}(...{arguments});
                return JSON.stringify({{ value: value ?? null }});
            }})().catch(error => JSON.stringify({{ error: String(error) }}))"
        );
        let answer: Value = serde_json::from_str(&self.evaluate_here(&script).await?)
            .map_err(|error| DebuggerError::Protocol(error.to_string()))?;
        if let Some(error) = answer["error"].as_str() {
            return Err(DebuggerError::Thrown(error.to_owned()));
        }
        serde_json::from_value(answer["value"].clone())
            .map_err(|error| DebuggerError::Protocol(format!("{function}: {error} in {answer}")))
    }

    /// Evaluates a script in the parent process.
    async fn evaluate_here(&self, script: &str) -> Result<String, DebuggerError> {
        let mut slot = self.debugger.lock().await;
        let mut debugger = match slot.take() {
            Some(debugger) => debugger,
            None => Debugger::connect(&Address::Port(self.port)).await?,
        };
        let outcome = debugger.evaluate(script).await;
        if let Ok(_) | Err(DebuggerError::Thrown(_)) = outcome {
            *slot = Some(debugger);
        }
        outcome
    }
}
