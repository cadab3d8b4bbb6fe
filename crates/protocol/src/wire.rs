//! Messages on the extension's socket, in both directions.
//!
//! The extension speaks first, with [`FromExtension::Hello`]; the bridge answers
//! [`ToExtension::Welcome`] or closes with a code of [`close`]. Every message is one JSON text
//! frame, told apart by `kind`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::command::{Answer, Caller, Command};
use crate::error::ErrorReply;
use crate::ids::CommandId;

/// Version of these messages. Either side refuses another version by name.
///
/// Raise it when an old reader would misread a new message: a field that is removed, renamed
/// or given another meaning, a new variant that must be understood. A new optional field that
/// an old reader may ignore does not raise it.
pub const WIRE_VERSION: u32 = 1;

/// The script that the extension puts into pages by itself; its manifest names the others.
pub const CONTENT_SCRIPT: &str = "content.js";

/// Close codes of the socket (4000–4999 are ours).
pub mod close {
    /// A newer connection of the same extension took over.
    pub const REPLACED: u16 = 1012;
    /// The first message was not a hello, or a message could not be read.
    pub const PROTOCOL: u16 = 4000;
    /// The hello names another wire version.
    pub const WIRE_VERSION: u16 = 4001;
    /// Another browser is in use: one that is connected, or one that `kitsune launch` manages.
    pub const OTHER_BROWSER: u16 = 4002;
}

/// Which of the two builds the extension is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Flavor {
    /// Runs the agent's JavaScript; installed by `kitsune launch` or as a temporary add-on.
    Dev,
    /// For stores: no agent JavaScript.
    Signed,
}

impl Flavor {
    /// The flavor's name in status replies.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dev => "dev",
            Self::Signed => "signed",
        }
    }
}

/// The browser, as `runtime.getBrowserInfo` tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrowserInfo {
    /// Product name.
    pub name: String,
    /// Vendor.
    pub vendor: String,
    /// Product version.
    pub version: String,
    /// Build id of the running program.
    pub build_id: String,
}

/// The extension's first message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Hello {
    /// [`WIRE_VERSION`] of the extension.
    pub wire: u32,
    /// Version of the extension.
    pub version: String,
    /// Which build it is.
    pub flavor: Flavor,
    /// The browser it runs in.
    pub browser: BrowserInfo,
    /// The secret of a managed launch, from the package's `config.json`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairing: Option<Secret>,
    /// Fingerprint of the scripts that a developer build was loaded from (*Stale developer
    /// builds*).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_hash: Option<String>,
    /// Fingerprint of the `manifest.json` that a developer build was loaded from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub manifest_hash: Option<String>,
}

/// A secret that no log shows.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Secret(pub String);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("[redacted]")
    }
}

/// What the extension sees of the browser; sent after the hello and on each change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrowserState {
    /// Normal windows it may use.
    pub windows: u32,
    /// Whether it may read all sites.
    pub all_sites: bool,
}

/// What became of a command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "status", rename_all = "camelCase")]
#[expect(clippy::large_enum_variant, reason = "one at a time, consumed where it is made")]
pub enum Outcome {
    /// It ran.
    Done {
        /// Its answer.
        answer: Answer,
    },
    /// It did not run, or its outcome is unknown (`retryable: false`).
    Failed {
        /// Why.
        error: ErrorReply,
    },
}

/// From the extension to the bridge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[expect(clippy::large_enum_variant, reason = "one at a time, consumed where it is made")]
pub enum FromExtension {
    /// The first message.
    Hello {
        /// Who speaks.
        hello: Hello,
    },
    /// Windows or site access changed; also sent right after the welcome.
    State {
        /// What the extension sees now.
        state: BrowserState,
    },
    /// A command ended.
    Reply {
        /// The command.
        id: CommandId,
        /// What became of it.
        outcome: Outcome,
    },
    /// Keeps the connection seen as alive.
    Heartbeat {},
}

/// From the bridge to the extension.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
pub enum ToExtension {
    /// The hello was accepted.
    Welcome {
        /// Version of the bridge.
        bridge: String,
    },
    /// Asks for something.
    #[serde(rename_all = "camelCase")]
    Command {
        /// Numbers the reply.
        id: CommandId,
        /// For whom it runs.
        caller: Caller,
        /// When the bridge stops waiting, in milliseconds from now.
        deadline_ms: u64,
        /// What.
        command: Command,
    },
}
