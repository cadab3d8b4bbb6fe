//! `browser_dom`: the page as a tree of elements.

use kitsune_protocol::{Action, Group, TabId};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;
use crate::tool::{Hints, Tool};

const DOM: &str = "/api/dom";

pub(super) struct Dom;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// The tab; by default the current one.
    tab_id: Option<TabId>,
    /// Only the first element that this selector matches, and what is in it.
    selector: Option<String>,
    /// Only the element of this ref, such as e12, and what is in it. Wins over selector.
    #[serde(rename = "ref")]
    reference: Option<String>,
    /// How many levels below the root to read, from 0. By default 6.
    max_depth: Option<u32>,
}

impl Tool for Dom {
    const NAME: &'static str = "browser_dom";
    const TITLE: &'static str = "Read element tree";
    const ABOUT: &'static str = "Read the rendered elements as a JSON tree with refs, boxes and \
        states, up to 20,000 characters. Use it for structure and layout that a snapshot leaves \
        out; more counts the elements below max_depth.";
    const GROUP: Group = Group::Read;
    const ACTION: Option<Action> = Some(Action::GetAccessibilityTree);
    const HINTS: Hints = Hints { read_only: true, destructive: false, idempotent: Some(true) };
    type Args = Args;

    fn tab(args: &Args) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let body = Body::new()
            .with_some("selector", args.selector)
            .with_some("ref", args.reference)
            .with_some("maxDepth", args.max_depth);
        Ok(call.read(DOM, body).await?.into())
    }
}
