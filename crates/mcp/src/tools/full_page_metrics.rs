//! `browser_full_page_metrics`: sizes of the page.

use kitsune_protocol::{Action, Group, TabId};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;
use crate::tool::{Hints, Tool};

pub(super) struct FullPageMetrics;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// The tab; by default the current one.
    tab_id: Option<TabId>,
}

impl Tool for FullPageMetrics {
    const NAME: &'static str = "browser_full_page_metrics";
    const TITLE: &'static str = "Measure page";
    const ABOUT: &'static str = "Read the sizes of viewport and page in CSS pixels, how far the page is scrolled, and the device \
        pixel ratio.";
    const GROUP: Group = Group::Inspect;
    const ACTION: Option<Action> = Some(Action::FullPageMetrics);
    const HINTS: Hints = Hints { read_only: true, destructive: false, idempotent: Some(true) };
    type Args = Args;

    fn tab(args: &Args) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, _: Args) -> ToolResult {
        Ok(call.post("/api/full-page-metrics", Body::new()).await?.into())
    }
}
