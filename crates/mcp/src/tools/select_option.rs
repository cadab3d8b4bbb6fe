//! `browser_select_option`: choose options of a select.

use kitsune_protocol::{Action, Group};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;
use crate::tool::Tool;

pub(super) struct SelectOption;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// What the element is, in words for people.
    element: Option<String>,
    /// Ref from a snapshot, such as e12, or a selector that matches one select.
    target: String,
    /// Options to choose, each by its value, else by its text.
    values: Vec<String>,
}

impl Tool for SelectOption {
    const NAME: &'static str = "browser_select_option";
    const TITLE: &'static str = "Select option";
    const ABOUT: &'static str = "Choose one or more options of a dropdown and return what changed.";
    const GROUP: Group = Group::Core;
    const ACTION: Option<Action> = Some(Action::SelectOption);
    type Args = Args;

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let body = Body::new().with_target(&args.target, args.element).with("values", args.values);
        Ok(call.post("/api/select-option", body).await?.into())
    }
}
