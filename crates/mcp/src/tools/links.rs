//! `browser_links`: the page's links.

use kitsune_protocol::{Action, Group, TabId};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;
use crate::tool::{Hints, Tool};

pub(super) struct Links;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// Only links to the page's own site: the same scheme, host and port.
    #[serde(default)]
    internal_only: bool,
    /// The tab; by default the current one.
    tab_id: Option<TabId>,
}

impl Tool for Links {
    const NAME: &'static str = "browser_links";
    const TITLE: &'static str = "List links";
    const ABOUT: &'static str = "List the links of the page, shown or not: absolute address and \
        text, up to 500. To click one, take its ref from a snapshot.";
    const GROUP: Group = Group::Read;
    const ACTION: Option<Action> = Some(Action::GetLinks);
    const HINTS: Hints = Hints { read_only: true, destructive: false, idempotent: Some(true) };
    type Args = Args;

    fn tab(args: &Args) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let internal_only = args.internal_only.then_some(true);
        let body = Body::new().with_some("internalOnly", internal_only);
        Ok(call.post("/api/links", body).await?.into())
    }
}
