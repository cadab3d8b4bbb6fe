//! `browser_highlight`: a border around an element.

use kitsune_protocol::{Action, Group, TabId};

use super::one_element::OneElement;
use crate::answer::ToolResult;
use crate::call::Call;
use crate::tool::{Hints, Tool};

pub(super) struct Highlight;

impl Tool for Highlight {
    const NAME: &'static str = "browser_highlight";
    const TITLE: &'static str = "Highlight element";
    const ABOUT: &'static str = "Draw a red border around an element, for the person or a screenshot. Reads of the page leave it \
        out; it stays until the page is left.";
    const GROUP: Group = Group::Inspect;
    const ACTION: Option<Action> = Some(Action::Highlight);
    const APPROVABLE: bool = false;
    const HINTS: Hints = Hints { read_only: false, destructive: false, idempotent: Some(false) };
    type Args = OneElement;

    fn tab(args: &OneElement) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, args: OneElement) -> ToolResult {
        args.ask(call, "/api/highlight").await
    }
}
