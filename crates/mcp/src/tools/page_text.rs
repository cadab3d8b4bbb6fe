//! `browser_page_text`: the page's text.

use kitsune_protocol::{Action, Group, TabId};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;
use crate::tool::{Hints, Tool};

pub(super) struct PageText;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// The tab; by default the current one.
    tab_id: Option<TabId>,
}

impl Tool for PageText {
    const NAME: &'static str = "browser_page_text";
    const TITLE: &'static str = "Read page text";
    const ABOUT: &'static str = "Read all text that the page shows, up to 50,000 characters, \
        without refs. Frames of other sites are not included. It may be up to 5 seconds old (_cached).";
    const GROUP: Group = Group::Read;
    const ACTION: Option<Action> = Some(Action::GetPageText);
    const HINTS: Hints = Hints { read_only: true, destructive: false, idempotent: Some(true) };
    type Args = Args;

    fn tab(args: &Args) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, _: Args) -> ToolResult {
        Ok(call.read("/api/page-text", Body::new()).await?.into())
    }
}
