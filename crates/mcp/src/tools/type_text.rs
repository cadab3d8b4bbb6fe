//! `browser_type`: put text into a field, and send it with Enter if asked.

use kitsune_protocol::{Action, ErrorCode, ErrorReply, Group, Mode};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::{ToolResult, is_failure};
use crate::body::Body;
use crate::call::Call;
use crate::tool::Tool;

pub(super) struct TypeText;

/// Refused before the text is typed: a half-done call would look like a finished one.
fn sending_is_restricted(mode: Mode) -> ErrorReply {
    let text = format!("submit presses Enter, which is not allowed in {} mode", mode.name());
    ErrorReply::new(ErrorCode::ModeRestricted, text)
        .hint("Call again without submit; the text is then filled in and not sent.")
        .state("mode", mode.name())
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// What the element is, in words for people.
    element: Option<String>,
    /// Ref from a snapshot, such as e12, or a selector that matches one field.
    target: String,
    /// The text. It replaces what the field holds, unless slowly is set.
    text: String,
    /// Press Enter afterwards.
    submit: Option<bool>,
    /// Type key by key, for pages that react to keys.
    slowly: Option<bool>,
}

impl Tool for TypeText {
    const NAME: &'static str = "browser_type";
    const TITLE: &'static str = "Type text";
    const ABOUT: &'static str = "Type text into a field or editor and return what changed.";
    const GROUP: Group = Group::Core;
    const ACTION: Option<Action> = Some(Action::Fill);
    type Args = Args;

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let submits = args.submit == Some(true);
        let mode = call.session.options.mode;
        if submits && !Action::Keypress.spec().modes.permit(mode) {
            return Err(sending_is_restricted(mode));
        }
        let target = Body::new().with_target(&args.target, args.element);
        // One answer shows one page: the one after Enter.
        let body = target.clone().with_some("includeSnapshot", submits.then_some(false));
        let mut typed = match args.slowly {
            Some(true) => call.post("/api/type", body.with("text", args.text)).await?,
            _ => call.post("/api/fill", body.with("value", args.text)).await?,
        };
        if !submits || is_failure(&typed) {
            return Ok(typed.into());
        }
        let enter = target.with("key", "Enter");
        let mut submitted = call.post("/api/keypress", enter).await?;
        if is_failure(&submitted) {
            // The agent must know that only Enter is missing.
            submitted.insert("typed".to_owned(), true.into());
            return Ok(submitted.into());
        }
        typed.append(&mut submitted);
        Ok(typed.into())
    }
}
