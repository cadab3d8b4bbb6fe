//! `browser_hover`: point at an element.

use kitsune_protocol::{Action, Group};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;
use crate::tool::Tool;

pub(super) struct Hover;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// What the element is, in words for people.
    element: Option<String>,
    /// Ref from a snapshot, such as e12, or a selector that matches one element.
    target: String,
    /// How long the pointer keeps moving, in milliseconds; the bridge judges it.
    #[schemars(skip)]
    duration_ms: Option<Value>,
    /// How many times it moves then; the bridge judges it.
    #[schemars(skip)]
    steps: Option<Value>,
}

impl Tool for Hover {
    const NAME: &'static str = "browser_hover";
    const TITLE: &'static str = "Point at an element";
    const ABOUT: &'static str =
        "Move the pointer onto an element and return what changed on the page.";
    const GROUP: Group = Group::Core;
    const ACTION: Option<Action> = Some(Action::Hover);
    const APPROVABLE: bool = false;
    type Args = Args;

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let body = Body::new()
            .with_target(&args.target, args.element)
            .with_some("durationMs", args.duration_ms)
            .with_some("steps", args.steps);
        Ok(call.post("/api/hover", body).await?.into())
    }
}
