//! `browser_forward`: go forward in a tab's history.

use kitsune_protocol::{Action, Group, TabId};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::{Object, ToolResult};
use crate::body::Body;
use crate::call::Call;
use crate::tool::{Hints, Tool};

pub(super) struct Forward;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// The tab; by default the current one.
    tab_id: Option<TabId>,
    /// The outcome to look for afterwards, one of: url (a pattern), url_changed, new_tab, selector
    /// (with gone, value or value_changed), text, text_gone; and timeout in milliseconds.
    expect: Option<Object>,
}

impl Tool for Forward {
    const NAME: &'static str = "browser_forward";
    const TITLE: &'static str = "Go forward";
    const ABOUT: &'static str = "Go forward in a tab's history.";
    const GROUP: Group = Group::Browse;
    const ACTION: Option<Action> = Some(Action::GoForward);
    const APPROVABLE: bool = false;
    const HINTS: Hints = Hints { read_only: false, destructive: false, idempotent: Some(false) };
    type Args = Args;

    fn tab(args: &Args) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let body = Body::new().with_some("expect", args.expect);
        Ok(call.post("/api/forward", body).await?.into())
    }
}
