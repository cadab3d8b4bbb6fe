//! `browser_readability`: the article of the page.

use kitsune_protocol::{Action, Group, TabId};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;
use crate::tool::{Hints, Tool};

pub(super) struct Readability;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// The tab; by default the current one.
    tab_id: Option<TabId>,
}

impl Tool for Readability {
    const NAME: &'static str = "browser_readability";
    const TITLE: &'static str = "Read article";
    const ABOUT: &'static str = "Read the article of the page without what stands around it: title, byline, publishedTime, excerpt \
        and textContent.";
    const GROUP: Group = Group::Read;
    const ACTION: Option<Action> = Some(Action::GetReadability);
    const HINTS: Hints = Hints { read_only: true, destructive: false, idempotent: Some(true) };
    type Args = Args;

    fn tab(args: &Args) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, _: Args) -> ToolResult {
        Ok(call.post("/api/readability", Body::new()).await?.into())
    }
}
