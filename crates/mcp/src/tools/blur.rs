//! `browser_blur`: take the focus away from an element, or from what has it.

use kitsune_protocol::{Action, Group, TabId};

use super::one_target::OneTarget;
use crate::answer::ToolResult;
use crate::call::Call;
use crate::tool::{Hints, Tool};

pub(super) struct Blur;

impl Tool for Blur {
    const NAME: &'static str = "browser_blur";
    const TITLE: &'static str = "Take focus away";
    const ABOUT: &'static str = "Take the focus away from an element, or from what has it.";
    const GROUP: Group = Group::Browse;
    const ACTION: Option<Action> = Some(Action::BlurElement);
    const APPROVABLE: bool = false;
    const HINTS: Hints = Hints { read_only: false, destructive: false, idempotent: Some(false) };
    type Args = OneTarget;

    fn tab(args: &OneTarget) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, args: OneTarget) -> ToolResult {
        args.act(call, "/api/blur").await
    }
}
