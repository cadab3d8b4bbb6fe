//! `browser_computed_style`: how an element is styled.

use kitsune_protocol::{Action, Group, TabId};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;
use crate::tool::{Hints, Tool};

pub(super) struct ComputedStyle;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// The element, by a selector; the first match.
    selector: Option<String>,
    /// CSS properties, such as color.
    properties: Option<Vec<String>>,
    /// The tab; by default the current one.
    tab_id: Option<TabId>,
    /// The element, by its ref of a snapshot, such as e12. Wins over selector.
    #[serde(rename = "ref")]
    reference: Option<String>,
    /// What the element is, for people who read the log.
    element: Option<String>,
}

impl Tool for ComputedStyle {
    const NAME: &'static str = "browser_computed_style";
    const TITLE: &'static str = "Read computed style";
    const ABOUT: &'static str =
        "Read the computed CSS of an element: the properties you name, else the most common ones.";
    const GROUP: Group = Group::Inspect;
    const ACTION: Option<Action> = Some(Action::GetComputedStyle);
    const HINTS: Hints = Hints { read_only: true, destructive: false, idempotent: Some(true) };
    type Args = Args;

    fn tab(args: &Args) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let body = Body::new()
            .with_named(args.selector, args.reference, args.element)
            .with_some("properties", args.properties);
        Ok(call.post("/api/computed-style", body).await?.into())
    }
}
