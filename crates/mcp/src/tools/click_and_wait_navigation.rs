//! `browser_click_and_wait_navigation`: click, and wait for the page that it leads to.

use std::time::Duration;

use kitsune_protocol::{Action, Group, TabId};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;
use crate::tool::{Hints, Tool};

/// How long the page may take to come when the call says no time, in milliseconds.
const DEFAULT_MS: u32 = 15_000;
/// How long the click itself may take.
const CLICK: Duration = Duration::from_secs(45);

pub(super) struct ClickAndWaitNavigation;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// The element, by a selector that matches one.
    selector: Option<String>,
    /// How long to wait for the page, in milliseconds; by default 15000.
    timeout: Option<u32>,
    /// The tab; by default the current one.
    tab_id: Option<TabId>,
    /// The element, by its ref of a snapshot, such as e12. Wins over selector.
    #[serde(rename = "ref")]
    reference: Option<String>,
    /// What the element is, for people who read the log.
    element: Option<String>,
    /// Take the first of several matches.
    first: Option<bool>,
}

impl Tool for ClickAndWaitNavigation {
    const NAME: &'static str = "browser_click_and_wait_navigation";
    const TITLE: &'static str = "Click and wait";
    const ABOUT: &'static str = "Click an element and wait for the page that the click leads to; \
        returns its address and title.";
    const GROUP: Group = Group::Browse;
    const ACTION: Option<Action> = Some(Action::ClickAndWaitNavigation);
    const HINTS: Hints = Hints { read_only: false, destructive: false, idempotent: Some(false) };
    type Args = Args;

    fn tab(args: &Args) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let timeout = args.timeout.unwrap_or(DEFAULT_MS);
        let body = Body::new()
            .with_named(args.selector, args.reference, args.element)
            .with_some("first", args.first)
            .with("timeout", timeout);
        let limit = CLICK + Duration::from_millis(timeout.into());
        Ok(call.post_for("/api/click-and-wait-navigation", body, limit).await?.into())
    }
}
