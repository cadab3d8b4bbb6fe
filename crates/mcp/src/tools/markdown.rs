//! `browser_markdown`: the page as Markdown.

use kitsune_protocol::{Action, Group, TabId};

use super::one_element::OneElement;
use crate::answer::ToolResult;
use crate::call::Call;
use crate::tool::{Hints, Tool};

pub(super) struct Markdown;

impl Tool for Markdown {
    const NAME: &'static str = "browser_markdown";
    const TITLE: &'static str = "Read as Markdown";
    const ABOUT: &'static str = "Read the page, or a part of it, as Markdown with links, up to 80 KB: what is rendered, without \
        form fields. Use a snapshot to act.";
    const GROUP: Group = Group::Read;
    const ACTION: Option<Action> = Some(Action::GetMarkdown);
    const HINTS: Hints = Hints { read_only: true, destructive: false, idempotent: Some(true) };
    type Args = OneElement;

    fn tab(args: &OneElement) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, args: OneElement) -> ToolResult {
        args.ask(call, "/api/markdown").await
    }
}
