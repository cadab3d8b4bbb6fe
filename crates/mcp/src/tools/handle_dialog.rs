//! `browser_handle_dialog`: what answers the current tab's native dialogs.

use kitsune_protocol::{Action, Group, TabId};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;
use crate::tool::Tool;

pub(super) struct HandleDialog;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[serde(rename_all = "camelCase")]
pub(super) struct Args {
    /// Whether to accept the dialogs.
    // `null` clears the policy; the published schema has no room to say so.
    #[schemars(with = "bool")]
    accept: Value,
    /// What an accepted prompt returns.
    prompt_text: Option<String>,
    #[schemars(skip)]
    #[serde(rename = "tab_id")]
    tab_id: Option<TabId>,
}

impl Tool for HandleDialog {
    const NAME: &'static str = "browser_handle_dialog";
    const TITLE: &'static str = "Answer dialogs";
    const ABOUT: &'static str = "Say what answers the tab's alert, confirm and prompt dialogs from \
        now on: call it before what opens one. One that is open already only the user can answer.";
    const GROUP: Group = Group::Core;
    const ACTION: Option<Action> = Some(Action::HandleDialog);
    type Args = Args;

    fn tab(args: &Args) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        if !args.accept.is_boolean() && !args.accept.is_null() {
            return Err(call.invalid("accept must be true or false"));
        }
        let body =
            Body::new().with("accept", args.accept).with_some("prompt_text", args.prompt_text);
        Ok(call.post("/api/handle-dialog", body).await?.into())
    }
}
