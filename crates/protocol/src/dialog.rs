//! Native dialogs: the policy that answers them, and what a page has asked
//! (*POST /api/handle-dialog*).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A native dialog that is open and keeps its page from going on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Dialog {
    /// `alert`, `confirm` or `prompt`.
    #[serde(rename = "type")]
    pub kind: String,
    /// What it says.
    pub message: String,
}

/// What answers the next dialogs of a tab in the person's place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DialogPolicy {
    /// Accepts them; else dismisses them.
    pub accept: bool,
    /// What an accepted prompt returns; absent for the prompt's own default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt_text: Option<String>,
}

/// One dialog that a page has asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DialogRecord {
    /// `alert`, `confirm`, `prompt` or `beforeunload`.
    #[serde(rename = "type")]
    pub kind: String,
    /// What it says, cut.
    pub message: String,
    /// What a prompt suggests, cut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default_value: Option<String>,
    /// When it was asked for, in milliseconds since 1970.
    pub timestamp: u64,
    /// Whether a confirm or a prompt was accepted, or the page left; absent when nobody has said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepted: Option<bool>,
    /// What an accepted prompt returned, cut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The prompt asks for a secret, so what it returned stays in the page.
    pub secret: bool,
    /// It is open: nobody has answered it.
    pub pending: bool,
    /// Origin of the frame that asked; absent for the page itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<String>,
}

/// What is known of the dialogs of a tab.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DialogHistory {
    /// What answers the next ones; absent where the person does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<DialogPolicy>,
    /// The last ones, oldest first.
    pub dialogs: Vec<DialogRecord>,
}
