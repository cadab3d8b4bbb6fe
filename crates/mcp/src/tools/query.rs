//! `browser_query`: values of the elements that a selector matches.

use std::num::NonZeroU32;

use kitsune_protocol::{Action, Group, TabId};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;
use crate::tool::{Hints, Tool};

pub(super) struct Query;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// What to look for.
    selector: String,
    /// Of each element: text, href, value, src, alt, id, name (the default), attrs, html, bounds,
    /// tag, or any attribute.
    fields: Option<Vec<String>>,
    /// How many elements at most, up to 500.
    #[schemars(extend("default" = 50, "maximum" = 500))]
    limit: Option<NonZeroU32>,
    /// The tab; by default the current one.
    tab_id: Option<TabId>,
}

impl Tool for Query {
    const NAME: &'static str = "browser_query";
    const TITLE: &'static str = "Query elements";
    const ABOUT: &'static str = "Read fields of every element that a selector matches, as a list of items; absent fields are left \
        out. Use it to collect data from lists and tables.";
    const GROUP: Group = Group::Read;
    const ACTION: Option<Action> = Some(Action::Query);
    const HINTS: Hints = Hints { read_only: true, destructive: false, idempotent: Some(true) };
    type Args = Args;

    fn tab(args: &Args) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let body = Body::new()
            .with("selector", args.selector)
            .with_some("fields", args.fields)
            .with_some("limit", args.limit.map(NonZeroU32::get));
        Ok(call.post("/api/query", body).await?.into())
    }
}
