//! `browser_check`: check or uncheck a control.

use kitsune_protocol::{Action, Group, TabId};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::{Object, ToolResult};
use crate::body::Body;
use crate::call::Call;
use crate::tool::{Hints, Tool};

pub(super) struct Check;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// The control, by a selector that matches one.
    selector: Option<String>,
    /// The state afterwards; checked by default.
    checked: Option<bool>,
    /// The tab; by default the current one.
    tab_id: Option<TabId>,
    /// The control, by its ref of a snapshot, such as e12. Wins over selector.
    #[serde(rename = "ref")]
    reference: Option<String>,
    /// What the control is, for people who read the log.
    element: Option<String>,
    /// Wait until the control is there.
    wait: Option<bool>,
    /// How long to wait for it, in milliseconds; by default 10000.
    timeout: Option<u32>,
    /// The outcome to look for afterwards, one of: url (a pattern), url_changed, new_tab, selector
    /// (with gone, value or value_changed), text, text_gone; and timeout in milliseconds.
    expect: Option<Object>,
    /// Take the first of several matches.
    first: Option<bool>,
}

impl Tool for Check {
    const NAME: &'static str = "browser_check";
    const TITLE: &'static str = "Check control";
    const ABOUT: &'static str =
        "Check or uncheck a checkbox, radio button or switch, and return what changed.";
    const GROUP: Group = Group::Browse;
    const ACTION: Option<Action> = Some(Action::CheckBox);
    const HINTS: Hints = Hints { read_only: false, destructive: false, idempotent: Some(false) };
    type Args = Args;

    fn tab(args: &Args) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let body = Body::new()
            .with_named(args.selector, args.reference, args.element)
            .with_some("first", args.first)
            .with_some("checked", args.checked)
            .with_some("wait", args.wait)
            .with_some("timeout", args.timeout)
            .with_some("expect", args.expect);
        Ok(call.post("/api/check", body).await?.into())
    }
}
