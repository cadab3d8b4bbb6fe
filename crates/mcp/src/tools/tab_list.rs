//! `browser_tab_list`: the tabs, in the modes that may not close or select any.

use kitsune_protocol::{Action, Group, Mode};
use schemars::JsonSchema;
use serde::Deserialize;

use super::tabs;
use crate::answer::{Object, ToolResult};
use crate::body::Body;
use crate::call::{Call, tab_id};
use crate::tool::{Hints, Tool};

pub(super) struct TabList;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// http(s) address, or about:blank, to open first in a background tab that becomes current.
    new_tab: Option<String>,
}

impl Tool for TabList {
    const NAME: &'static str = "browser_tab_list";
    const TITLE: &'static str = "List tabs";
    const ABOUT: &'static str =
        "List the open tabs. With new_tab, first open an address in a background tab of your own.";
    const GROUP: Group = Group::Core;
    const ACTION: Option<Action> = Some(Action::GetTabs);
    const MODES: &'static [Mode] = &[Mode::Read, Mode::Draft];
    const HINTS: Hints = Hints { read_only: false, destructive: false, idempotent: Some(false) };
    const APPROVABLE: bool = false;
    type Args = Args;

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let mut opened = Object::new();
        if let Some(url) = args.new_tab {
            let body = Body::new().with("url", url).with("wait", true);
            opened = call.post_as_is(tabs::NEW_TAB, body).await?;
            let Some(tab) = tab_id(opened.get("tabId")) else {
                return Ok(opened.into());
            };
            call.session.current.set(tab);
        }
        let mut list = tabs::fetch(call).await?;
        opened.append(&mut list);
        Ok(opened.into())
    }
}
