//! `browser_explain_selector`: what a selector matches.

use kitsune_protocol::{Action, Group, TabId};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;
use crate::tool::{Hints, Tool};

pub(super) struct ExplainSelector;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// The selector.
    selector: String,
    /// The tab; by default the current one.
    tab_id: Option<TabId>,
}

impl Tool for ExplainSelector {
    const NAME: &'static str = "browser_explain_selector";
    const TITLE: &'static str = "Explain selector";
    const ABOUT: &'static str = "Say what a selector matches: how many elements, the first of them with refs, and suggestions when \
        it is none or more than one.";
    const GROUP: Group = Group::Inspect;
    const ACTION: Option<Action> = Some(Action::ExplainSelector);
    const HINTS: Hints = Hints { read_only: true, destructive: false, idempotent: Some(true) };
    type Args = Args;

    fn tab(args: &Args) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let body = Body::new().with("selector", args.selector);
        Ok(call.post("/api/explain-selector", body).await?.into())
    }
}
