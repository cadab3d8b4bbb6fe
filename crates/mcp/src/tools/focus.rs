//! `browser_focus`: give an element the focus without pressing it.

use kitsune_protocol::{Action, Group, TabId};

use super::one_target::OneTarget;
use crate::answer::ToolResult;
use crate::call::Call;
use crate::tool::{Hints, Tool};

pub(super) struct Focus;

impl Tool for Focus {
    const NAME: &'static str = "browser_focus";
    const TITLE: &'static str = "Focus element";
    const ABOUT: &'static str = "Give an element the focus without pressing it.";
    const GROUP: Group = Group::Browse;
    const ACTION: Option<Action> = Some(Action::FocusElement);
    const APPROVABLE: bool = false;
    const HINTS: Hints = Hints { read_only: false, destructive: false, idempotent: Some(false) };
    type Args = OneTarget;

    fn tab(args: &OneTarget) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, args: OneTarget) -> ToolResult {
        args.act(call, "/api/focus").await
    }
}
