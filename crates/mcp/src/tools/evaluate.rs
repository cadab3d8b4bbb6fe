//! `browser_evaluate`: run JavaScript in the page.

use kitsune_protocol::{Action, Group};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::answer::{ToolResult, is_failure, to_object};
use crate::body::Body;
use crate::call::Call;
use crate::files;
use crate::tool::Tool;

pub(super) struct Evaluate;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// What the element is, in words for people.
    element: Option<String>,
    /// Element passed to the function: a ref such as e12, or a selector.
    target: Option<String>,
    /// `() => { … }`, or `(element) => { … }` with target. A promise is awaited.
    function: String,
    /// File to save the value to instead of returning it.
    filename: Option<String>,
}

impl Tool for Evaluate {
    const NAME: &'static str = "browser_evaluate";
    const TITLE: &'static str = "Run JavaScript";
    const ABOUT: &'static str = "Run a JavaScript function in the page and return its JSON value.";
    const GROUP: Group = Group::Core;
    const ACTION: Option<Action> = Some(Action::ExecuteJs);
    type Args = Args;

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let mut body = Body::new().with("code", args.function);
        if let Some(target) = args.target {
            body = body.with_target(&target, args.element);
        }
        let mut reply = call.post("/api/js", body).await?;
        let Some(filename) = args.filename.filter(|_| !is_failure(&reply)) else {
            return Ok(reply.into());
        };
        let value = reply.get("result").cloned().unwrap_or_default();
        match files::save(call, &filename, to_text(value).into_bytes()).await {
            Ok(path) => {
                reply.shift_remove("result");
                Ok(files::saved(&path, reply).into())
            }
            Err(error) => {
                // The function has run, and must not run again for want of its value.
                let mut failed = to_object(&error);
                failed.append(&mut reply);
                Ok(failed.into())
            }
        }
    }
}

/// Text is saved as it is, any other value as JSON.
fn to_text(value: Value) -> String {
    match value {
        Value::String(text) => text,
        value => value.to_string(),
    }
}
