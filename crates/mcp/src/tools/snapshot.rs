//! `browser_snapshot`: the page as lines with refs.

use kitsune_protocol::limits::CORE_SNAPSHOT;
use kitsune_protocol::{Action, Group, page};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::answer::{Object, ToolResult, is_failure};
use crate::body::Body;
use crate::call::Call;
use crate::files;
use crate::tool::Tool;

/// What to do about a cut snapshot, with tools and arguments that a core client has.
const CUT_HINT: &str = "The snapshot was cut. browser_find searches the whole page; pass a ref \
    from it or from the snapshot as target to read that part (\"e12 >> ..\" reads what holds e12, \
    such as the card around a name), or filename to save the whole page.";
/// How the last line of a cut snapshot begins.
const CUT_LINE: &str = "- … truncated";
/// The same line with what a core client can do.
const FIND_LINE: &str = "- … truncated; browser_find searches the rest";

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
        let is_plain =
            is_inline && args.target.is_none() && args.depth.is_none() && args.boxes != Some(true);
        let mut body = Body::new()
            .with_some("skipUnchanged", is_plain.then_some(true))
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
                    point_to_find(&mut reply);
                }
                Ok(reply.into())
            }
        }
    }
}

/// Says of a cut snapshot how to get at the rest.
fn point_to_find(reply: &mut Object) {
    if let Some(Value::String(text)) = reply.get_mut("snapshot") {
        let last = text.rfind('\n').map_or(0, |end| end + 1);
        if text[last..].starts_with(CUT_LINE) {
            text.replace_range(last.., FIND_LINE);
        }
    }
    // What the bridge says besides, such as how many frames were not read, stays.
    let told = reply.get("hint").and_then(Value::as_str).unwrap_or_default();
    let besides = told.strip_prefix(page::CUT_HINT).unwrap_or_default();
    reply.insert("hint".to_owned(), format!("{CUT_HINT}{besides}").into());
}
