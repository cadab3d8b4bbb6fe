//! `browser_scroll`: scroll the page or something in it.

use kitsune_protocol::{Action, Group, TabId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::answer::{Object, ToolResult};
use crate::body::Body;
use crate::call::Call;
use crate::tool::{Hints, Tool};

pub(super) struct Scroll;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// Where to; down by default. top and bottom go all the way.
    direction: Option<Direction>,
    /// How far, in CSS pixels; 500 by default.
    amount: Option<u32>,
    /// The tab; by default the current one.
    tab_id: Option<TabId>,
    /// What scrolls, by a selector. By default the page, or else what is at the middle of it.
    selector: Option<String>,
    /// What scrolls, by its ref of a snapshot, such as e12. Wins over selector.
    #[serde(rename = "ref")]
    reference: Option<String>,
    /// What it is, for people who read the log.
    element: Option<String>,
    /// Take the first element that selector matches.
    first: Option<bool>,
    /// The outcome to look for afterwards, one of: url (a pattern), url_changed, new_tab, selector
    /// (with gone, value or value_changed), text, text_gone; and timeout in milliseconds.
    expect: Option<Object>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
enum Direction {
    Up,
    Down,
    Left,
    Right,
    Top,
    Bottom,
}

impl Tool for Scroll {
    const NAME: &'static str = "browser_scroll";
    const TITLE: &'static str = "Scroll";
    const ABOUT: &'static str = "Scroll the page or a part of it and return the position, whether \
        the end is reached (at_end), and what became new, such as the rows of a list that draws \
        only those in view.";
    const GROUP: Group = Group::Browse;
    const ACTION: Option<Action> = Some(Action::Scroll);
    const HINTS: Hints = Hints { read_only: false, destructive: false, idempotent: Some(false) };
    const APPROVABLE: bool = false;
    type Args = Args;

    fn tab(args: &Args) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let body = Body::new()
            .with_some("direction", args.direction.map(|direction| json!(direction)))
            .with_some("amount", args.amount)
            .with_named(args.selector, args.reference, args.element)
            .with_some("first", args.first)
            .with_some("expect", args.expect);
        Ok(call.post("/api/scroll", body).await?.into())
    }
}
