//! `browser_highlight`: a border around an element.

use kitsune_protocol::{Action, Group, TabId};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;
use crate::tool::{Hints, Tool};

pub(super) struct Highlight;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// The element, by a selector; the first match.
    selector: Option<String>,
    /// The tab; by default the current one.
    tab_id: Option<TabId>,
    /// The element, by its ref of a snapshot, such as e12. Wins over selector.
    #[serde(rename = "ref")]
    reference: Option<String>,
    /// What the element is, for people who read the log.
    element: Option<String>,
}

impl Tool for Highlight {
    const NAME: &'static str = "browser_highlight";
    const TITLE: &'static str = "Highlight element";
    const ABOUT: &'static str = "Draw a red border around an element, for the person or a screenshot. Reads of the page leave it \
        out; it stays until the page is left.";
    const GROUP: Group = Group::Inspect;
    const ACTION: Option<Action> = Some(Action::Highlight);
    const APPROVABLE: bool = false;
    const HINTS: Hints = Hints { read_only: false, destructive: false, idempotent: Some(false) };
    type Args = Args;

    fn tab(args: &Args) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let body = Body::new()
            .with_some("selector", args.selector.filter(|selector| !selector.is_empty()))
            .with_some("ref", args.reference)
            .with_some("element", args.element);
        Ok(call.post("/api/highlight", body).await?.into())
    }
}
