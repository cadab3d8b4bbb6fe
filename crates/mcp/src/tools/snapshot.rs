//! `browser_snapshot`: the page as lines with refs.

use kitsune_protocol::limits::CORE_SNAPSHOT;
use kitsune_protocol::{Action, Group};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::answer::{ToolResult, is_failure};
use crate::body::Body;
use crate::call::Call;
use crate::files;
use crate::tool::Tool;

/// What to do about a cut snapshot, with this tool's own arguments.
const CUT_HINT: &str = "The snapshot was cut. Pass a ref from it as target to read that part \
    (\"e12 >> ..\" reads what holds e12), or filename to save the whole page.";

pub(super) struct Snapshot;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// Only this part: a ref such as e12, or a selector.
    target: Option<String>,
    /// File to save the snapshot to instead of returning it.
    filename: Option<String>,
    /// How many levels of elements to read.
    depth: Option<f64>,
    /// Add each element's box in CSS pixels: [box=x,y,width,height].
    boxes: Option<bool>,
}

impl Tool for Snapshot {
    const NAME: &'static str = "browser_snapshot";
    const TITLE: &'static str = "Read page";
    const ABOUT: &'static str = "Read the page as text with refs to act on. Better than a \
        screenshot for acting.";
    const GROUP: Group = Group::Core;
    const ACTION: Option<Action> = Some(Action::Snapshot);
    type Args = Args;

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let is_inline = args.filename.is_none();
        let mut body = Body::new()
            .with_some("maxDepth", args.depth)
            .with_some("boxes", args.boxes)
            .with_some("maxChars", is_inline.then_some(CORE_SNAPSHOT));
        if let Some(target) = args.target {
            body = body.with_target(&target, None);
        }
        let mut reply = call.post("/api/snapshot", body).await?;
        match args.filename {
            Some(filename) if !is_failure(&reply) => {
                let text = match reply.shift_remove("snapshot") {
                    Some(Value::String(text)) => text,
                    _ => String::new(),
                };
                let path = files::save(call, &filename, text.into_bytes()).await?;
                Ok(files::saved(&path, reply).into())
            }
            _ => {
                if reply.get("truncated") == Some(&Value::Bool(true)) {
                    reply.insert("hint".to_owned(), CUT_HINT.into());
                }
                Ok(reply.into())
            }
        }
    }
}
