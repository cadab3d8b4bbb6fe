//! `browser_press_key`: press a key, with modifiers.

use kitsune_protocol::{Action, Group};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;
use crate::keys::Chord;
use crate::tool::Tool;

pub(super) struct PressKey;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// Key or character, such as Enter, ArrowLeft or a; modifiers come first: Control+a.
    key: String,
    #[schemars(skip)]
    repeat: Option<Value>,
}

impl Tool for PressKey {
    const NAME: &'static str = "browser_press_key";
    const TITLE: &'static str = "Press key";
    const ABOUT: &'static str = "Press a key in the focused element and return what changed.";
    const GROUP: Group = Group::Core;
    const ACTION: Option<Action> = Some(Action::Keypress);
    type Args = Args;

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let chord = Chord::parse(&args.key).map_err(|problem| call.invalid(problem))?;
        let is_count = |value: &Value| value.as_u64().is_some_and(|n| (1..=100).contains(&n));
        if args.repeat.as_ref().is_some_and(|value| !is_count(value)) {
            return Err(call.invalid("repeat must be an integer from 1 to 100"));
        }
        let modifiers = chord.modifiers();
        let body = Body::new()
            .with("key", chord.key)
            .with_some("modifiers", modifiers)
            .with_some("repeat", args.repeat);
        Ok(call.post("/api/keypress", body).await?.into())
    }
}
