//! `browser_reload_tab`: load a tab's page again.

use kitsune_protocol::{Action, Group, TabId};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::{Object, ToolResult};
use crate::body::Body;
use crate::call::Call;
use crate::tool::{Hints, Tool};

pub(super) struct ReloadTab;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// Ask the site for everything anew instead of taking it from the cache.
    bypass_cache: Option<bool>,
    /// The tab; by default the current one.
    tab_id: Option<TabId>,
    /// The outcome to look for afterwards, one of: url (a pattern), url_changed, new_tab, selector
    /// (with gone, value or value_changed), text, text_gone; and timeout in milliseconds.
    expect: Option<Object>,
}

impl Tool for ReloadTab {
    const NAME: &'static str = "browser_reload_tab";
    const TITLE: &'static str = "Reload tab";
    const ABOUT: &'static str = "Load a tab's page again.";
    const GROUP: Group = Group::Tabs;
    const ACTION: Option<Action> = Some(Action::ReloadTabBrowser);
    const APPROVABLE: bool = false;
    const HINTS: Hints = Hints { read_only: false, destructive: false, idempotent: Some(false) };
    type Args = Args;

    fn tab(args: &Args) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let body = Body::new()
            .with_some("bypassCache", args.bypass_cache)
            .with_some("expect", args.expect);
        Ok(call.post("/api/reload-tab", body).await?.into())
    }
}
