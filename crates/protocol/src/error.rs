//! Error codes and the one error shape of every wire.
//!
//! Contract: *Action errors*. A code's row says what a repeat may do and which HTTP status
//! carries it when the bridge refuses the request itself.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What `retryable` says for a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retry {
    /// Nothing reached a page: `true`.
    Safe,
    /// `true` before dispatch and for reads, `false` for a write that may have run.
    UnlessSent,
    /// `false`; a read still reports `true`.
    Unsafe,
    /// `false` for reads too: a repeat cannot succeed until something else changes.
    Persistent,
}

macro_rules! error_codes {
    ($($(#[$doc:meta])* $variant:ident, $name:literal, $retry:ident, $status:literal;)*) => {
        /// A stable identifier of a failure; clients branch on it.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
        )]
        pub enum ErrorCode {
            $($(#[$doc])* #[serde(rename = $name)] $variant,)*
        }

        impl ErrorCode {
            /// Every code, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The code on the wire.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// What a repeat may do.
            pub fn retry(self) -> Retry {
                match self { $(Self::$variant => Retry::$retry,)* }
            }

            /// HTTP status when the bridge refuses a request with this code.
            pub fn status(self) -> u16 {
                match self { $(Self::$variant => $status,)* }
            }
        }
    };
}

error_codes! {
    // Targets
    /// No element matches the target.
    NotFound, "not_found", Safe, 200;
    /// The target is not a field and holds none.
    NotFillable, "not_fillable", Safe, 200;
    /// A slider or spinbutton did not come to the value.
    ValueNotReached, "value_not_reached", Unsafe, 200;
    /// The target names several elements.
    AmbiguousTarget, "ambiguous_target", Persistent, 200;
    /// The target is there, but never came to be rendered.
    NotActionable, "not_actionable", Safe, 200;
    /// The action was dispatched, but its expected outcome did not show in time.
    OutcomeNotObserved, "outcome_not_observed", Unsafe, 200;
    /// The selector is not one of the accepted forms.
    UnsupportedSelector, "unsupported_selector", Persistent, 200;
    /// The ref no longer names an element of this tab's document.
    StaleRef, "stale_ref", Safe, 200;
    /// A point lies outside of what is shown, or nothing is there.
    InvalidCoordinates, "invalid_coordinates", Unsafe, 200;
    // Tabs and pages
    /// The tab is loading another document.
    Navigating, "navigating", UnlessSent, 200;
    /// The tab no longer exists.
    TabClosed, "tab_closed", Safe, 200;
    /// The tab is discarded.
    TabUnloaded, "tab_unloaded", Safe, 200;
    /// The page belongs to the browser.
    RestrictedPage, "restricted_page", Safe, 200;
    /// The content script could not be injected or did not answer.
    ContentUnavailable, "content_unavailable", UnlessSent, 200;
    /// The browser shows a document of its own, such as an empty error response.
    ErrorPage, "error_page", Persistent, 200;
    /// A tab id that is not one.
    InvalidTabId, "invalid_tab_id", Safe, 200;
    /// The target belongs to the person or to another client.
    UserTabReadOnly, "user_tab_read_only", Persistent, 200;
    /// The person is using the tab.
    UserActive, "user_active", Safe, 200;
    /// A new tab stayed blank past the load limit.
    NewTabStalled, "new_tab_stalled", Unsafe, 200;
    /// A navigation left the tab blank past the load limit.
    NavigationStalled, "navigation_stalled", Unsafe, 200;
    /// The capture failed in the browser.
    ScreenshotFailed, "screenshot_failed", Unsafe, 200;
    // Connections
    /// The extension is not connected, or left before its reply.
    ExtensionDisconnected, "extension_disconnected", UnlessSent, 200;
    /// No reply came in time.
    Timeout, "timeout", UnlessSent, 200;
    /// The bridge cannot be reached or started.
    BridgeUnavailable, "bridge_unavailable", Safe, 200;
    /// The bridge closed the connection before its reply.
    BridgeDisconnected, "bridge_disconnected", UnlessSent, 200;
    /// The bridge refused the token.
    TokenMismatch, "token_mismatch", Safe, 401;
    /// Another program holds a port.
    PortConflict, "port_conflict", Safe, 200;
    /// The extension is not of the bridge's version.
    ExtensionVersionMismatch, "extension_version_mismatch", Safe, 200;
    /// The extension sees no normal window.
    BrowserWindowUnavailable, "browser_window_unavailable", Safe, 200;
    /// The browser withholds the tab's site from the extension.
    HostPermissionDenied, "host_permission_denied", Safe, 200;
    /// Another `kitsune launch` manages the browser of this bridge.
    LaunchInUse, "launch_in_use", Unsafe, 409;
    // Admission
    /// The client's groups do not reach the request.
    CapabilityRestricted, "capability_restricted", Persistent, 403;
    /// The client's mode does not reach the request.
    ModeRestricted, "mode_restricted", Persistent, 403;
    /// The mode header holds no mode.
    InvalidMode, "invalid_mode", Unsafe, 400;
    /// The caps header holds a name that is no group.
    InvalidCaps, "invalid_caps", Unsafe, 400;
    /// The user-tabs header holds neither value.
    InvalidUserTabs, "invalid_user_tabs", Unsafe, 400;
    /// An argument has a type or a value that cannot be used.
    InvalidArgument, "invalid_argument", Persistent, 400;
    // MCP server
    /// A write names no tab and there is no current one.
    NoCurrentTab, "no_current_tab", Unsafe, 200;
    /// The server does not publish the tool in this configuration.
    ToolNotPublished, "tool_not_published", Unsafe, 200;
    /// The browser offers no way to do this.
    NotSupported, "not_supported", Unsafe, 200;
}

impl ErrorCode {
    /// The codes of a broken link between a client and a page; README and docs/usage.md name each.
    pub const CONNECTION: &[Self] = &[
        Self::ExtensionDisconnected,
        Self::ExtensionVersionMismatch,
        Self::BrowserWindowUnavailable,
        Self::HostPermissionDenied,
        Self::BridgeUnavailable,
        Self::PortConflict,
        Self::BridgeDisconnected,
        Self::Timeout,
        Self::LaunchInUse,
        Self::TokenMismatch,
    ];
}

/// What every failed request answers, on HTTP, MCP and the extension's socket.
///
/// Shape: `{error, code?, retryable?, hint?, state?, pressed?, visibilityState?}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorReply {
    /// One sentence for people.
    pub error: String,
    /// The class of the failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<ErrorCode>,
    /// Whether repeating the same command cannot duplicate a side effect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retryable: Option<bool>,
    /// What to do next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The facts that explain the failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<Box<Map<String, Value>>>,
    /// Of a key that is pressed several times: how many presses came before the one that failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pressed: Option<u32>,
    /// That the page which reports a failed action is in the background.
    #[serde(default, rename = "visibilityState", skip_serializing_if = "Option::is_none")]
    pub visibility_state: Option<Visibility>,
}

/// What `document.visibilityState` is when an answer tells it (*Snapshot readiness*).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    /// The tab is in the background, or its window is minimised.
    Hidden,
}

impl ErrorReply {
    /// An error of `code`, nothing having reached a page.
    pub fn new(code: ErrorCode, error: impl Into<String>) -> Self {
        let retryable = matches!(code.retry(), Retry::Safe | Retry::UnlessSent);
        Self {
            error: error.into(),
            code: Some(code),
            retryable: Some(retryable),
            hint: None,
            state: None,
            pressed: None,
            visibility_state: None,
        }
    }

    /// An error that no code classifies.
    pub fn unclassified(error: impl Into<String>) -> Self {
        Self {
            error: error.into(),
            code: None,
            retryable: None,
            hint: None,
            state: None,
            pressed: None,
            visibility_state: None,
        }
    }

    /// Adds what to do next.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds a fact that explains the failure.
    pub fn state(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.state.get_or_insert_default().insert(key.to_owned(), value.into());
        self
    }

    /// Says that the command had been sent when it failed: a write may have taken effect.
    pub fn after_sending(mut self) -> Self {
        if self.code.is_some_and(|code| code.retry() == Retry::UnlessSent) {
            self.retryable = Some(false);
        }
        self
    }

    /// Says that the command only reads, so that a repeat duplicates nothing.
    pub fn of_a_read(mut self) -> Self {
        if self.code.is_some_and(|code| code.retry() != Retry::Persistent) {
            self.retryable = Some(true);
        }
        self
    }

    /// HTTP status that carries this error; a failure of an action that no code classifies has
    /// 200, like most that one does.
    pub fn status(&self) -> u16 {
        self.code.map_or(200, ErrorCode::status)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_reads_back_as_it_was_written() {
        for code in ErrorCode::ALL {
            let text = serde_json::to_string(code).unwrap();
            assert_eq!(text, format!("\"{}\"", code.name()));
            assert_eq!(serde_json::from_str::<ErrorCode>(&text).unwrap(), *code);
        }
    }

    #[test]
    fn code_names_are_unique() {
        let mut names: Vec<_> = ErrorCode::ALL.iter().map(|code| code.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ErrorCode::ALL.len());
    }

    #[test]
    fn a_write_that_was_sent_is_not_repeated_and_a_read_is() {
        let lost = ErrorReply::new(ErrorCode::ExtensionDisconnected, "Extension disconnected");
        assert_eq!(lost.retryable, Some(true));
        assert_eq!(lost.clone().after_sending().retryable, Some(false));
        assert_eq!(lost.after_sending().of_a_read().retryable, Some(true));
        let persistent = ErrorReply::new(ErrorCode::ErrorPage, "No document");
        assert_eq!(persistent.of_a_read().retryable, Some(false));
    }

    #[test]
    fn only_what_is_known_is_sent() {
        let reply = ErrorReply::unclassified("Element not found");
        assert_eq!(serde_json::to_string(&reply).unwrap(), r#"{"error":"Element not found"}"#);
    }
}
