//! `browser_drag`: drag an element to another.

use kitsune_protocol::{Action, Group};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;
use crate::tool::Tool;

pub(super) struct Drag;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Args {
    /// What is dragged, in words for people.
    start_element: Option<String>,
    /// Ref or selector of the element to drag.
    start_target: String,
    /// Where it is dropped, in words for people.
    end_element: Option<String>,
    /// Ref or selector of the element to drop it on.
    end_target: String,
}

impl Tool for Drag {
    const NAME: &'static str = "browser_drag";
    const TITLE: &'static str = "Drag and drop";
    const ABOUT: &'static str = "Drag one element to another. The answer says whether the page took an HTML drop (html5) or was \
        sent pointer moves (pointer); take a snapshot to see the effect.";
    const GROUP: Group = Group::Core;
    const ACTION: Option<Action> = Some(Action::Drag);
    type Args = Args;

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let element = match (args.start_element, args.end_element) {
            (Some(start), Some(end)) => Some(format!("{start} to {end}")),
            (start, end) => start.or(end),
        };
        let body = Body::new()
            .with("from", args.start_target)
            .with("to", args.end_target)
            .with_some("element", element);
        Ok(call.post("/api/drag", body).await?.into())
    }
}
