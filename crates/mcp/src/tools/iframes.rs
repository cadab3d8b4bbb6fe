//! `browser_iframes`: the page's frames.

use kitsune_protocol::{Action, Group, TabId};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;
use crate::tool::{Hints, Tool};

pub(super) struct Iframes;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// The tab; by default the current one.
    tab_id: Option<TabId>,
}

impl Tool for Iframes {
    const NAME: &'static str = "browser_iframes";
    const TITLE: &'static str = "List frames";
    const ABOUT: &'static str = "List the frames of the page: address, name, whether of the \
        page's origin, and whether reads of the page reach into it.";
    const GROUP: Group = Group::Read;
    const ACTION: Option<Action> = Some(Action::GetIframes);
    const HINTS: Hints = Hints { read_only: true, destructive: false, idempotent: Some(true) };
    type Args = Args;

    fn tab(args: &Args) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, _: Args) -> ToolResult {
        Ok(call.post("/api/iframes", Body::new()).await?.into())
    }
}
