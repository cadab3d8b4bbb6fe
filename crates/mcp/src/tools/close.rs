//! `browser_close`: close the current tab.

use kitsune_protocol::{Action, Group};
use schemars::JsonSchema;
use serde::Deserialize;

use super::tabs;
use crate::answer::ToolResult;
use crate::call::Call;
use crate::tool::Tool;

pub(super) struct Close;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {}

impl Tool for Close {
    const NAME: &'static str = "browser_close";
    const TITLE: &'static str = "Close tab";
    const ABOUT: &'static str = "Close the current tab.";
    const GROUP: Group = Group::Core;
    const ACTION: Option<Action> = Some(Action::CloseTab);
    type Args = Args;

    async fn run(call: &Call<'_>, _: Args) -> ToolResult {
        tabs::close(call, None).await
    }
}
