//! `browser_drop`: drop files or data on an element.

use std::collections::BTreeMap;

use kitsune_protocol::{Action, Group};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::{Call, UPLOAD};
use crate::tool::Tool;

pub(super) struct DropOn;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// What the element is, in words for people.
    element: Option<String>,
    /// Ref or selector of the element that takes the drop.
    target: String,
    /// Absolute paths of the files to drop.
    paths: Option<Vec<String>>,
    /// Data to drop: media types, such as text/plain, and their texts.
    #[schemars(extend("propertyNames" = {"type": "string"}))]
    data: Option<BTreeMap<String, String>>,
}

impl Tool for DropOn {
    const NAME: &'static str = "browser_drop";
    const TITLE: &'static str = "Drop files or data";
    const ABOUT: &'static str = "Drop files, or data such as text, on an element, as if dragged from outside the page. A page \
        that does not take the drop is an error.";
    const GROUP: Group = Group::Core;
    const ACTION: Option<Action> = Some(Action::UploadFile);
    type Args = Args;

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let has_paths = args.paths.as_ref().is_some_and(|paths| !paths.is_empty());
        if !has_paths && args.data.as_ref().is_none_or(BTreeMap::is_empty) {
            return Err(call.invalid("pass paths, data or both"));
        }
        let body = Body::new()
            .with_target(&args.target, args.element)
            .with("mode", "drop")
            .with_some("paths", args.paths)
            .with_some("data", args.data.map(|data| json!(data)));
        Ok(call.post_for("/api/upload-file", body, UPLOAD).await?.into())
    }
}
