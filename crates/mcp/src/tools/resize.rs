//! `browser_resize`: the size of the current tab's window.

use kitsune_protocol::{Action, Group};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;
use crate::tool::Tool;

pub(super) struct Resize;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// Width of the window in pixels, with its frame.
    width: f64,
    /// Height of the window in pixels, with its frame.
    height: f64,
}

impl Tool for Resize {
    const NAME: &'static str = "browser_resize";
    const TITLE: &'static str = "Resize window";
    const ABOUT: &'static str =
        "Resize the current tab's window. Refused while it holds a tab that is not yours.";
    const GROUP: Group = Group::Core;
    const ACTION: Option<Action> = Some(Action::ResizeWindow);
    const APPROVABLE: bool = false;
    type Args = Args;

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let body = Body::new().with("width", args.width).with("height", args.height);
        Ok(call.post("/api/resize-window", body).await?.into())
    }
}
