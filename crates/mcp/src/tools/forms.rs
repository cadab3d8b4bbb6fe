//! `browser_forms`: the fields of the page's forms.

use kitsune_protocol::{Action, Group, TabId};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;
use crate::tool::{Hints, Tool};

pub(super) struct Forms;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// The tab; by default the current one.
    tab_id: Option<TabId>,
}

impl Tool for Forms {
    const NAME: &'static str = "browser_forms";
    const TITLE: &'static str = "List form fields";
    const ABOUT: &'static str = "List all form fields of the page, frames and shadow trees \
        included: ref, type, label, value, options, box. Values of sensitive fields such as \
        passwords are never told, only whether there is one.";
    const GROUP: Group = Group::Read;
    const ACTION: Option<Action> = Some(Action::GetFormFields);
    const HINTS: Hints = Hints { read_only: true, destructive: false, idempotent: Some(true) };
    type Args = Args;

    fn tab(args: &Args) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, _: Args) -> ToolResult {
        Ok(call.read("/api/forms", Body::new()).await?.into())
    }
}
