//! `browser_page_info`: facts of the page.

use kitsune_protocol::{Action, Group, TabId};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;
use crate::tool::{Hints, Tool};

pub(super) struct PageInfo;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// The tab; by default the current one.
    tab_id: Option<TabId>,
}

impl Tool for PageInfo {
    const NAME: &'static str = "browser_page_info";
    const TITLE: &'static str = "Read page facts";
    const ABOUT: &'static str = "Tell address, title, ready state, language, viewport, scroll \
        position and counts of forms, links and images, and the tab's native dialogs. Never cached.";
    const GROUP: Group = Group::Read;
    const ACTION: Option<Action> = Some(Action::GetPageInfo);
    const HINTS: Hints = Hints { read_only: true, destructive: false, idempotent: Some(true) };
    type Args = Args;

    fn tab(args: &Args) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, _: Args) -> ToolResult {
        Ok(call.read("/api/page-info", Body::new()).await?.into())
    }
}
