//! The whole pages that actions' answers have shown, so that a snapshot right after one need not
//! repeat it.
//!
//! Contract: *A snapshot that repeats a full action result*. One page a tab is kept, for the client
//! that got it, until the next action on the tab.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::{Map, Value};

use kitsune_protocol::action::Action;
use kitsune_protocol::{OwnerId, TabId};

use crate::extension::Generation;

/// Tabs whose page is kept.
const MOST: usize = 200;

/// The owner of the pages.
#[derive(Default)]
pub(crate) struct Shown(Mutex<HashMap<TabId, Page>>);

struct Page {
    owner: OwnerId,
    generation: Option<Generation>,
    tool: &'static str,
    url: Value,
    text: String,
}

/// Who asks, and over which connection of the extension.
pub(crate) struct Caller {
    /// The client.
    pub(crate) owner: Option<OwnerId>,
    /// The connection: another one may give the same numbers to other tabs.
    pub(crate) generation: Option<Generation>,
}

impl Shown {
    fn pages(&self) -> MutexGuard<'_, HashMap<TabId, Page>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An action on the tab has begun or ended: what was shown before is no more.
    pub(crate) fn forget(&self, tab_id: TabId) {
        self.pages().remove(&tab_id);
    }

    /// Keeps the page of an action's answer, if it has a whole one.
    pub(crate) fn keep(
        &self,
        tab_id: TabId,
        caller: Caller,
        action: Action,
        reply: &Map<String, Value>,
    ) {
        let (Some(owner), Some(Value::String(text))) = (caller.owner, reply.get("snapshot")) else {
            return;
        };
        let is_part = ["snapshot_delta", "snapshot_truncated", "navigation_pending"];
        if is_part.iter().any(|key| reply.contains_key(*key)) {
            return;
        }
        let navigated = reply.get("navigated").and_then(|navigated| navigated.get("url"));
        let url = navigated.or(reply.get("url")).cloned().unwrap_or_default();
        let (text, generation) = (text.clone(), caller.generation);
        let page = Page { owner, generation, tool: tool(action, reply), url, text };
        let mut pages = self.pages();
        if pages.len() >= MOST && !pages.contains_key(&tab_id) {
            pages.clear();
        }
        pages.insert(tab_id, page);
    }

    /// Takes the tool whose answer showed this very page to the caller. Only the first snapshot
    /// after it may say so.
    pub(crate) fn take(
        &self,
        tab_id: TabId,
        caller: &Caller,
        snapshot: &Map<String, Value>,
    ) -> Option<&'static str> {
        let mut pages = self.pages();
        let is_callers = |page: &Page| {
            caller.owner.as_ref() == Some(&page.owner) && caller.generation == page.generation
        };
        if !pages.get(&tab_id).is_some_and(is_callers) {
            return None;
        }
        let page = pages.remove(&tab_id)?;
        let text = snapshot.get("snapshot").and_then(Value::as_str)?;
        let is_same_address = page.url.is_null() || snapshot.get("url") == Some(&page.url);
        // Refs are what tells one document from another: a page without any is sent.
        let has_refs = text.contains("[ref=");
        (page.text == text && is_same_address && has_refs).then_some(page.tool)
    }
}

/// The line that stands for a page which the tool's answer has shown.
pub(crate) fn unchanged_line(tool: &str, text: &str) -> String {
    let refs =
        || text.split("[ref=e").skip(1).filter_map(|rest| rest.split(']').next()?.parse().ok());
    let (least, most): (Option<u64>, Option<u64>) = (refs().min(), refs().max());
    match (least, most) {
        (Some(least), Some(most)) if least != most => {
            format!("unchanged since the {tool} result (refs e{least}–e{most})")
        }
        (Some(only), _) => format!("unchanged since the {tool} result (ref e{only})"),
        _ => format!("unchanged since the {tool} result"),
    }
}

/// The tool that runs the action.
fn tool(action: Action, reply: &Map<String, Value>) -> &'static str {
    match action {
        Action::UploadFile if reply.get("mode").is_some_and(|mode| mode == "drop") => {
            "browser_drop"
        }
        Action::UploadFile => "browser_file_upload",
        Action::Navigate => "browser_navigate",
        Action::GoBack => "browser_navigate_back",
        Action::NewTab => "browser_tabs",
        Action::BlurElement => "browser_blur",
        Action::CheckBox => "browser_check",
        Action::Click | Action::DoubleClick => "browser_click",
        Action::ClickAndWaitNavigation => "browser_click_and_wait_navigation",
        Action::Drag => "browser_drag",
        Action::Fill | Action::SetEditableContent | Action::Type => "browser_type",
        Action::FocusElement => "browser_focus",
        Action::FormFill => "browser_fill_form",
        Action::Hover => "browser_hover",
        Action::Keypress => "browser_press_key",
        Action::Scroll => "browser_scroll",
        Action::SelectOption => "browser_select_option",
        Action::SubmitForm => "browser_submit_form",
        other => other.spec().name,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn caller(name: &str) -> Caller {
        Caller { owner: OwnerId::new(name), generation: None }
    }

    fn object(value: Value) -> Map<String, Value> {
        value.as_object().unwrap().clone()
    }

    fn tab() -> TabId {
        TabId::new(7).unwrap()
    }

    fn kept(reply: Value) -> Shown {
        let shown = Shown::default();
        shown.keep(tab(), caller("a"), Action::Click, &object(reply));
        shown
    }

    const TEXT: &str = "- button \"Go\" [ref=e4]\n- link \"In\" [ref=e9]";

    #[test]
    fn the_first_snapshot_of_the_same_client_and_page_repeats_nothing() {
        let shown = kept(json!({"snapshot": TEXT, "navigated": {"url": "u"}}));
        let same = object(json!({"snapshot": TEXT, "url": "u"}));
        assert_eq!(shown.take(tab(), &caller("b"), &same), None);
        assert_eq!(shown.take(tab(), &caller("a"), &same), Some("browser_click"));
        assert_eq!(shown.take(tab(), &caller("a"), &same), None);
    }

    #[test]
    fn another_page_or_address_is_shown() {
        for snapshot in
            [json!({"snapshot": "x", "url": "u"}), json!({"snapshot": TEXT, "url": "v"})]
        {
            let shown = kept(json!({"snapshot": TEXT, "navigated": {"url": "u"}}));
            assert_eq!(shown.take(tab(), &caller("a"), &object(snapshot)), None);
        }
    }

    #[test]
    fn a_part_of_a_page_is_not_kept() {
        for key in ["snapshot_delta", "snapshot_truncated", "navigation_pending"] {
            let shown = kept(json!({"snapshot": TEXT, key: true}));
            let same = object(json!({"snapshot": TEXT}));
            assert_eq!(shown.take(tab(), &caller("a"), &same), None, "{key}");
        }
    }

    #[test]
    fn the_line_names_the_tool_and_the_refs() {
        assert_eq!(
            unchanged_line("browser_click", TEXT),
            "unchanged since the browser_click result (refs e4–e9)"
        );
        let one = "- button \"Go\" [ref=e4]";
        assert!(unchanged_line("a", one).ends_with("(ref e4)"));
        assert_eq!(unchanged_line("a", "- text \"x\""), "unchanged since the a result");
    }
}
