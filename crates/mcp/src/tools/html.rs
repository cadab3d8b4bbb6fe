//! `browser_html`: the HTML of an element.

use kitsune_protocol::{Action, Group, TabId};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;
use crate::tool::{Hints, Tool};

pub(super) struct Html;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// The element, by a selector; the first match.
    selector: Option<String>,
    /// The tab; by default the current one.
    tab_id: Option<TabId>,
    /// The element, by its ref of a snapshot, such as e12. Wins over selector.
    #[serde(rename = "ref")]
    reference: Option<String>,
    /// What the element is, for people who read the log.
    element: Option<String>,
}

impl Tool for Html {
    const NAME: &'static str = "browser_html";
    const TITLE: &'static str = "Read HTML";
    const ABOUT: &'static str = "Read the HTML of one element, up to 100 KB. Values of sensitive fields and masked text are left out. \
        For reading text, browser_markdown is shorter.";
    const GROUP: Group = Group::Read;
    const ACTION: Option<Action> = Some(Action::GetHtml);
    const HINTS: Hints = Hints { read_only: true, destructive: false, idempotent: Some(true) };
    type Args = Args;

    fn tab(args: &Args) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let body = Body::new()
            .with_some("selector", args.selector.filter(|selector| !selector.is_empty()))
            .with_some("ref", args.reference)
            .with_some("element", args.element);
        Ok(call.post("/api/html", body).await?.into())
    }
}
