//! What is said of an outcome that did not show: what the tab has come to, and what to do now.

use std::time::Duration;

use serde_json::{Value, json};

use kitsune_protocol::action::Action;
use kitsune_protocol::command::{Answer, Command, Tab};
use kitsune_protocol::page::Target;
use kitsune_protocol::{Ref, TabId, limits};

use super::dialog;
use crate::actions::{Call, Reply, arguments, needs_user, reply};
use crate::redact;

const MISSED_HINT: &str = "The command was dispatched; look at the page with browser_snapshot \
     before you act again, and do not just repeat it.";
const TRUSTED_HINT: &str = " The clicked element is still shown: the page may accept only the \
     person's own input, may be slow, or may want something else.";

/// What the tab has come to, in so far as it could be read.
#[derive(Default)]
pub(super) struct After {
    tab: Option<Tab>,
    closed: bool,
    opened: Vec<Tab>,
    visible: bool,
}

/// Asks what the tab has come to. `openings` counts the tabs that pages opened before the action.
pub(super) async fn aftermath(
    call: &Call<'_>,
    tab_id: TabId,
    openings: u64,
    done: &Reply,
) -> After {
    let command = Command::Aftermath { tab_id, openings, clicked: clicked(call, done) };
    // The extension's report needs a moment of the time too.
    let patience = Duration::from_millis(limits::AFTERMATH_MS - 300);
    match call.ask(None, command, patience).await {
        Ok(Answer::Aftermath { tab, closed, opened, visible }) => {
            After { tab, closed, opened, visible }
        }
        _ => After::default(),
    }
}

/// The element that a click was for: by the ref of the answer, else as the request names it. Behind
/// a dialog it is of no interest.
fn clicked(call: &Call<'_>, done: &Reply) -> Option<Target> {
    if call.admitted.action() != Action::Click || dialog(done).is_some() {
        return None;
    }
    if let Some(number) = done.get("target_ref").and_then(Value::as_str) {
        return number.parse::<Ref>().ok().map(|number| Target::Ref { number });
    }
    if done.contains_key("snapshot") {
        return None;
    }
    arguments::take_target(&mut call.admitted.body().clone()).ok().flatten()
}

/// The tab as it is now, for the answer.
pub(super) fn state(tab_id: TabId, after: &After) -> Value {
    let mut state = json!({"tabId": tab_id});
    if let Some(tab) = &after.tab {
        state["url"] = redact::url(&tab.url).into();
        state["title"] = redact::title(&tab.title).into();
    }
    if after.closed {
        state["closed"] = true.into();
    }
    state
}

/// Adds what the agent can do now, and the tabs that the action opened.
pub(super) fn add_hint(done: &mut Reply, after: &After) {
    reply::add_opened(done, &after.opened);
    // What a dialog needs is said already.
    if dialog(done).is_some() {
        return;
    }
    let popup = done.get("warning").filter(|warning| warning["code"] == "popup_blocked");
    let hint = match (after.opened.first(), popup.map(|warning| &warning["hint"])) {
        (Some(tab), _) => format!(
            "The command was dispatched and opened tab {}, where the outcome may have happened; \
             look at it there instead of repeating the action.",
            tab.id
        ),
        (None, Some(Value::String(hint))) => hint.clone(),
        _ if after.visible => {
            let message = "Click the element yourself; the page may not accept the agent's click.";
            let needed = needs_user::trusted_input(message, json!({"target_visible": true}));
            done.insert("needs_user".into(), needed);
            format!("{MISSED_HINT}{TRUSTED_HINT}")
        }
        _ => MISSED_HINT.to_owned(),
    };
    done.insert("hint".into(), hint.into());
}
