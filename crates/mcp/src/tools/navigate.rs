//! `browser_navigate`: load an address in the current tab.

use kitsune_protocol::{Action, Group, TabId};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;
use crate::tool::Tool;

pub(super) struct Navigate;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// Absolute address.
    url: String,
    #[schemars(skip)]
    tab_id: Option<TabId>,
}

impl Tool for Navigate {
    const NAME: &'static str = "browser_navigate";
    const TITLE: &'static str = "Go to address";
    const ABOUT: &'static str = "Load an address in the current tab and return the page.";
    const GROUP: Group = Group::Core;
    const ACTION: Option<Action> = Some(Action::Navigate);
    type Args = Args;

    fn tab(args: &Args) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let body = Body::new().with("url", args.url);
        Ok(call.post("/api/navigate", body).await?.into())
    }
}
