//! `browser_structured_data`: the page's structured data.

use kitsune_protocol::{Action, Group, TabId};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;
use crate::tool::{Hints, Tool};

pub(super) struct StructuredData;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// The tab; by default the current one.
    tab_id: Option<TabId>,
}

impl Tool for StructuredData {
    const NAME: &'static str = "browser_structured_data";
    const TITLE: &'static str = "Read structured data";
    const ABOUT: &'static str = "Read the page's JSON-LD, Open Graph and Twitter card data, such \
        as a product's price or an event's date.";
    const GROUP: Group = Group::Read;
    const ACTION: Option<Action> = Some(Action::GetStructuredData);
    const HINTS: Hints = Hints { read_only: true, destructive: false, idempotent: Some(true) };
    type Args = Args;

    fn tab(args: &Args) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, _: Args) -> ToolResult {
        Ok(call.post("/api/structured-data", Body::new()).await?.into())
    }
}
