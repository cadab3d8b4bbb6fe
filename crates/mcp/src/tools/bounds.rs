//! `browser_bounds`: where an element is.

use kitsune_protocol::{Action, Group, TabId};

use super::one_element::OneElement;
use crate::answer::ToolResult;
use crate::call::Call;
use crate::tool::{Hints, Tool};

pub(super) struct Bounds;

impl Tool for Bounds {
    const NAME: &'static str = "browser_bounds";
    const TITLE: &'static str = "Measure element";
    const ABOUT: &'static str = "Read where an element is: x, y, width and height in the viewport, in CSS pixels, the sizes of \
        viewport and page, and whether it is in view.";
    const GROUP: Group = Group::Inspect;
    const ACTION: Option<Action> = Some(Action::GetBounds);
    const HINTS: Hints = Hints { read_only: true, destructive: false, idempotent: Some(true) };
    type Args = OneElement;

    fn tab(args: &OneElement) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, args: OneElement) -> ToolResult {
        args.ask(call, "/api/bounds").await
    }
}
