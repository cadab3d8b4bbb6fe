//! `browser_navigate_back`: go back in the current tab's history.

use kitsune_protocol::{Action, Group, TabId};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;
use crate::tool::Tool;

pub(super) struct NavigateBack;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    #[schemars(skip)]
    tab_id: Option<TabId>,
}

impl Tool for NavigateBack {
    const NAME: &'static str = "browser_navigate_back";
    const TITLE: &'static str = "Go back";
    const ABOUT: &'static str = "Go back in the current tab's history.";
    const GROUP: Group = Group::Core;
    const ACTION: Option<Action> = Some(Action::GoBack);
    const APPROVABLE: bool = false;
    type Args = Args;

    fn tab(args: &Args) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, _: Args) -> ToolResult {
        let body = Body::new().with("pageText", true);
        Ok(call.post("/api/back", body).await?.into())
    }
}
