//! `browser_html`: the HTML of an element.

use kitsune_protocol::{Action, Group, TabId};

use super::one_element::OneElement;
use crate::answer::ToolResult;
use crate::call::Call;
use crate::tool::{Hints, Tool};

pub(super) struct Html;

impl Tool for Html {
    const NAME: &'static str = "browser_html";
    const TITLE: &'static str = "Read HTML";
    const ABOUT: &'static str = "Read the HTML of one element, up to 100 KB. Values of sensitive fields and masked text are left out. \
        For reading text, browser_markdown is shorter.";
    const GROUP: Group = Group::Read;
    const ACTION: Option<Action> = Some(Action::GetHtml);
    const HINTS: Hints = Hints { read_only: true, destructive: false, idempotent: Some(true) };
    type Args = OneElement;

    fn tab(args: &OneElement) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, args: OneElement) -> ToolResult {
        args.ask(call, "/api/html").await
    }
}
