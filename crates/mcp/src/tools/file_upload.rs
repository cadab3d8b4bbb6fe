//! `browser_file_upload`: give files to the file input that was clicked last.

use kitsune_protocol::{Action, Group};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::{Object, ToolResult};
use crate::body::Body;
use crate::call::{Call, UPLOAD};
use crate::tool::Tool;

pub(super) struct FileUpload;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// Absolute paths of the files. Without any, nothing is uploaded.
    paths: Option<Vec<String>>,
}

impl Tool for FileUpload {
    const NAME: &'static str = "browser_file_upload";
    const TITLE: &'static str = "Upload files";
    const ABOUT: &'static str = "Give files to the file input, or the button for one, that was clicked last, else to the \
        page's only file input. No file chooser needs to be open.";
    const GROUP: Group = Group::Core;
    const ACTION: Option<Action> = Some(Action::UploadFile);
    type Args = Args;

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let Some(paths) = args.paths.filter(|paths| !paths.is_empty()) else {
            let cancelled = [("ok", true), ("cancelled", true)];
            let fact = |(key, value): (&str, bool)| (key.to_owned(), value.into());
            return Ok(Object::from_iter(cancelled.map(fact)).into());
        };
        let body = Body::new().with("paths", paths).with("mode", "input").with("lastClicked", true);
        Ok(call.post_for("/api/upload-file", body, UPLOAD).await?.into())
    }
}
