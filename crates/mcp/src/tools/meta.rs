//! `browser_meta`: what the page says of itself.

use kitsune_protocol::{Action, Group, TabId};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;
use crate::tool::{Hints, Tool};

pub(super) struct Meta;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// The tab; by default the current one.
    tab_id: Option<TabId>,
}

impl Tool for Meta {
    const NAME: &'static str = "browser_meta";
    const TITLE: &'static str = "Read page metadata";
    const ABOUT: &'static str = "Read what the page says of itself: canonical address, meta \
        elements by name, link elements.";
    const GROUP: Group = Group::Read;
    const ACTION: Option<Action> = Some(Action::GetMeta);
    const HINTS: Hints = Hints { read_only: true, destructive: false, idempotent: Some(true) };
    type Args = Args;

    fn tab(args: &Args) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, _: Args) -> ToolResult {
        Ok(call.post("/api/meta", Body::new()).await?.into())
    }
}
