//! `browser_click`: click an element.

use kitsune_protocol::{Action, Group};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;
use crate::tool::Tool;

pub(super) struct Click;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Args {
    /// What the element is, in words for people.
    element: Option<String>,
    /// Ref from a snapshot, such as e12, or a selector that matches one element.
    target: String,
    /// Click twice, with the left button.
    double_click: Option<bool>,
    /// Mouse button; left by default.
    button: Option<Button>,
    /// Keys held during the click.
    modifiers: Option<Vec<Modifier>>,
    /// How long the button stays down, in milliseconds; the bridge judges it.
    #[schemars(skip)]
    #[serde(rename = "hold_ms")]
    hold_ms: Option<Value>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Button {
    Left,
    Right,
    Middle,
}

#[derive(Deserialize, JsonSchema, Serialize)]
enum Modifier {
    Alt,
    Control,
    ControlOrMeta,
    Meta,
    Shift,
}

impl Tool for Click {
    const NAME: &'static str = "browser_click";
    const TITLE: &'static str = "Click";
    const ABOUT: &'static str = "Click an element and return what changed on the page.";
    const GROUP: Group = Group::Core;
    const ACTION: Option<Action> = Some(Action::Click);
    type Args = Args;

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let body = Body::new()
            .with_target(&args.target, args.element)
            .with_some("modifiers", args.modifiers.map(|held| json!(held)))
            .with_some("holdMs", args.hold_ms);
        if args.double_click == Some(true) {
            if args.button.is_some_and(|button| button != Button::Left) {
                return Err(call.invalid("button: a double click uses the left button"));
            }
            return Ok(call.post("/api/double-click", body).await?.into());
        }
        let body = body.with_some("button", args.button.map(|button| json!(button)));
        Ok(call.post("/api/click", body).await?.into())
    }
}
