//! `browser_images`: the page's images.

use kitsune_protocol::{Action, Group, TabId};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;
use crate::tool::{Hints, Tool};

pub(super) struct Images;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// The tab; by default the current one.
    tab_id: Option<TabId>,
}

impl Tool for Images {
    const NAME: &'static str = "browser_images";
    const TITLE: &'static str = "List images";
    const ABOUT: &'static str = "List the images of the page, shown or not: address, alternative \
        text, natural size.";
    const GROUP: Group = Group::Read;
    const ACTION: Option<Action> = Some(Action::GetImages);
    const HINTS: Hints = Hints { read_only: true, destructive: false, idempotent: Some(true) };
    type Args = Args;

    fn tab(args: &Args) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, _: Args) -> ToolResult {
        Ok(call.post("/api/images", Body::new()).await?.into())
    }
}
