//! Replies that several actions share: what a page shows, what an action changed.

use serde_json::{Value, json};

use kitsune_protocol::command::Tab;
use kitsune_protocol::page::{Done, FieldOutcome, NotPlaying, Observation, OpenedPopup};
use kitsune_protocol::{ErrorReply, TabId, limits};

use super::{Reply, needs_user, scroll, upload};
use crate::redact;
use crate::render::{self, Rendered, Wish};

/// What to do when an action's snapshot was cut.
const CUT_HINT: &str = "The page has more: take a snapshot of a part of it.";
/// The same when not even the acted-on element had room.
const TARGET_CUT_HINT: &str = "The acted-on element and what it stands in did not fit, so there is \
     no target_ref. Take a snapshot of a part of the page.";

/// A tab of a list.
pub(super) fn tab(tab: &Tab) -> Value {
    let mut entry = json!({
        "id": tab.id,
        "url": redact::url(&tab.url),
        "title": redact::title(&tab.title),
        "active": tab.active,
        "windowId": tab.window_id,
        "index": tab.index,
        "status": tab.status,
        "owned": tab.owned,
    });
    if tab.discarded {
        entry["discarded"] = true.into();
    }
    if tab.owned {
        entry["mine"] = true.into();
    }
    entry
}

/// Whether a reply tells of a failure.
pub(super) fn is_failure(reply: &Reply) -> bool {
    reply.contains_key("error") || reply.get("ok") == Some(&Value::Bool(false))
}

/// Adds a page that a navigation loaded: with its text when it is small, else compact. With `text`
/// it has its text in any case.
pub(super) fn add_page(reply: &mut Reply, page: &Observation, text: bool) {
    let readable = render::render(page, Wish::READABLE);
    if readable.text.chars().count() <= limits::READABLE_PAGE {
        add_rendered(reply, page, readable);
    } else {
        add_whole(reply, page, text);
    }
}

/// Adds a whole page that was asked for: compact, or with its text.
pub(super) fn add_whole(reply: &mut Reply, page: &Observation, text: bool) {
    let wish = Wish { text, limit: Some(limits::ACTION_SNAPSHOT) };
    add_rendered(reply, page, render::render(page, wish));
}

/// Adds a page only when it is small enough to be read at once.
pub(super) fn add_small_page(reply: &mut Reply, page: &Observation) {
    let readable = render::render(page, Wish::READABLE);
    if readable.text.chars().count() <= limits::READABLE_PAGE {
        add_rendered(reply, page, readable);
    }
}

/// Adds what an action changed.
pub(super) fn add_delta(reply: &mut Reply, page: &Observation, request_pending: bool) {
    reply.insert("snapshot_delta".into(), true.into());
    if page.url_changed {
        reply.insert("url".into(), redact::url(&page.url).into());
    }
    if page.title_changed {
        reply.insert("title".into(), redact::title(&page.title).into());
    }
    let wish = Wish { text: true, limit: Some(limits::ACTION_SNAPSHOT) };
    add_rendered(reply, page, render::render(page, wish));
    let changed = page.url_changed || page.title_changed || page.unshown_change || request_pending;
    if !changed && !render::shows_changes(page) {
        reply.insert("no_visible_change".into(), true.into());
    }
}

fn add_rendered(reply: &mut Reply, page: &Observation, rendered: Rendered) {
    if let Some(target) = page.target.filter(|_| !rendered.target_left_out) {
        reply.insert("target_ref".into(), target.to_string().into());
    }
    reply.insert("snapshot".into(), rendered.text.into());
    if rendered.truncated {
        reply.insert("snapshot_truncated".into(), true.into());
        let hint = if rendered.target_left_out { TARGET_CUT_HINT } else { CUT_HINT };
        reply.insert("snapshot_hint".into(), hint.into());
    }
    needs_user::add(reply, page.person_needed.as_ref());
    add_visibility(reply, page.hidden);
}

/// Says that the tab is in the background, where pages may paint late.
pub(super) fn add_visibility(reply: &mut Reply, hidden: bool) {
    if hidden {
        reply.insert("visibilityState".into(), "hidden".into());
    }
}

/// Adds the tabs that an action opened. Read once more, they keep what is known of them.
pub(super) fn add_opened(reply: &mut Reply, opened: &[Tab]) {
    if opened.is_empty() {
        return;
    }
    let fallback = reply.get("opened_tabs").and_then(|list| {
        list.as_array()?.iter().find(|tab| tab.get("via").is_some())?["tabId"].as_u64()
    });
    reply.insert("opened_tabs".into(), self::opened(opened));
    mark_fallback(reply, fallback);
}

/// Adds a warning. There is one `warning`; what else is to be told stands beside it.
pub(super) fn add_warning(reply: &mut Reply, warning: Value) {
    if !reply.contains_key("warning") {
        reply.insert("warning".into(), warning);
        return;
    }
    let more = reply.entry("more_warnings").or_insert_with(|| json!([]));
    if let Some(more) = more.as_array_mut() {
        more.push(warning);
    }
}

/// Adds the tabs that an action opened, how many more there are, and which of them was opened in the
/// place of the clicked link's own.
pub(super) fn add_all_opened(
    reply: &mut Reply,
    opened: &[Tab],
    left_out: u32,
    fallback: Option<TabId>,
) {
    add_opened(reply, opened);
    mark_fallback(reply, fallback.map(TabId::get));
    if left_out > 0 {
        reply.insert("opened_tabs_more".into(), left_out.into());
    }
}

/// Says which of the opened tabs was opened in the place of the clicked link's own.
fn mark_fallback(reply: &mut Reply, fallback: Option<u64>) {
    let list = reply.get_mut("opened_tabs").and_then(Value::as_array_mut);
    for entry in list.into_iter().flatten() {
        if fallback.is_some_and(|tab| entry["tabId"] == tab) {
            entry["via"] = "link_fallback".into();
        }
    }
}

/// The list of tabs that an action opened.
pub(super) fn opened(opened: &[Tab]) -> Value {
    opened.iter().map(|tab| json!({"tabId": tab.id, "url": redact::url(&tab.url)})).collect()
}

/// What an agent can do about playback that did not start.
pub(super) fn not_playing_hint(reason: NotPlaying) -> &'static str {
    match reason {
        NotPlaying::AutoplayBlocked => {
            "Mute it (op mute) and play again, or ask the person to start it."
        }
        NotPlaying::BackgroundTab => {
            "The play request was taken back. Once the person has looked at the tab, play again."
        }
        NotPlaying::Refused => "Look at the page for another source, or ask the person.",
    }
}

/// What the page says of the thing it did.
pub(super) fn done(done: &Done) -> Reply {
    let mut reply = Reply::new();
    reply.insert("ok".into(), true.into());
    let Ok(Value::Object(facts)) = serde_json::to_value(done) else {
        return reply;
    };
    let has_own_form = |key: &str| matches!(key, "fields" | "given" | "openedPopup" | "scrolled");
    reply.extend(facts.into_iter().filter(|(key, _)| !has_own_form(key)));
    if let Some(popup) = &done.opened_popup {
        reply.insert("opened_popup".into(), opened_popup(popup));
    }
    if let Some(scrolled) = &done.scrolled {
        scroll::add(&mut reply, scrolled);
    }
    if let Some(given) = &done.given {
        upload::add(&mut reply, given);
    }
    if let Some(state) = reply.get_mut("warning").and_then(|warning| warning.get_mut("state")) {
        redact_urls(state);
    }
    if let Some(Value::Object(stepped)) = reply.remove("stepped") {
        reply.extend(stepped);
    }
    if let (Some(facts), Some(Value::Object(form))) = (&done.form, reply.get_mut("form")) {
        form.insert("ref".into(), facts.number.to_string().into());
        redact_action(form);
    }
    // `null` is an answer here: the key changed nothing.
    if done.key.is_some() && done.effect.is_none() {
        reply.insert("effect".into(), Value::Null);
    }
    reply
}

/// A popup, with refs as agents know them.
fn opened_popup(popup: &OpenedPopup) -> Value {
    let items: Vec<_> = popup
        .items
        .iter()
        .map(|item| json!({"ref": item.number.to_string(), "role": item.role, "name": item.name}))
        .collect();
    let mut out = json!({
        "ref": popup.number.to_string(),
        "role": popup.role,
        "name": popup.name,
        "rendered": popup.rendered,
        "items": items,
    });
    if let Some(by) = popup.opened_by {
        out["opened_by"] = by.to_string().into();
    }
    out
}

/// Redacts the addresses of a warning's state: `url`, and each of `urls`.
fn redact_urls(state: &mut Value) {
    let redact = |value: &mut Value| {
        if let Value::String(text) = value {
            *text = redact::url(text);
        }
    };
    state.get_mut("url").into_iter().for_each(redact);
    state.get_mut("urls").and_then(Value::as_array_mut).into_iter().flatten().for_each(redact);
}

/// A page's error without secrets in the addresses that its forms are sent to.
pub(super) fn without_secrets(mut error: ErrorReply) -> ErrorReply {
    let state = error.state.iter_mut();
    let candidates = state.filter_map(|state| state.get_mut("candidates")?.as_array_mut());
    candidates.flatten().filter_map(Value::as_object_mut).for_each(redact_action);
    error
}

fn redact_action(form: &mut Reply) {
    if let Some(Value::String(action)) = form.get_mut("action") {
        *action = redact::reference(action);
    }
}

/// What became of one field.
pub(super) fn field(outcome: &FieldOutcome) -> Value {
    match (&outcome.done, &outcome.error) {
        (Some(facts), None) => Value::Object(done(facts)),
        (_, Some(error)) => json!(error),
        (None, None) => json!({"error": "Not tried: an earlier field failed"}),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delta(records: &str) -> Observation {
        Observation {
            records: records.to_owned(),
            delta: true,
            url: "https://a.example/".to_owned(),
            title: "A".to_owned(),
            ready_state: "complete".to_owned(),
            hidden: true,
            target: None,
            url_changed: false,
            title_changed: false,
            unshown_change: false,
            frames: Vec::new(),
            frames_left_out: 0,
            person_needed: None,
        }
    }

    fn added(page: &Observation, request_pending: bool) -> Reply {
        let mut reply = Reply::new();
        add_delta(&mut reply, page, request_pending);
        reply
    }

    #[test]
    fn a_delta_with_only_the_target_shows_no_visible_change() {
        let target = "0\t0\tt\t1\tbutton\tGo\t\t\n";
        assert_eq!(added(&delta(target), false)["no_visible_change"], true);
        assert!(!added(&delta(target), true).contains_key("no_visible_change"));
        let changed = "0\t0\tc\t1\tbutton\tGone\t\t\n";
        assert!(!added(&delta(changed), false).contains_key("no_visible_change"));
        let removed = "0\t0\t\t1\tremoved\tGo\trole=button\t\n";
        assert!(!added(&delta(removed), false).contains_key("no_visible_change"));
    }

    #[test]
    fn addresses_in_a_warning_are_redacted() {
        let state =
            json!({"url": "https://a.example/?token=1", "urls": ["https://a.example/?token=1"]});
        let warning = kitsune_protocol::page::Warning {
            code: "popup_blocked".to_owned(),
            state: state.as_object().unwrap().clone(),
            hint: String::new(),
        };
        let reply = done(&Done { warning: Some(warning), ..Done::default() });
        let redacted = "https://a.example/?token=[redacted]";
        assert_eq!(reply["warning"]["state"], json!({"url": redacted, "urls": [redacted]}));
    }

    #[test]
    fn a_form_has_its_ref_as_text_and_no_secret_in_its_address() {
        let form = kitsune_protocol::page::FormFacts {
            number: kitsune_protocol::Ref::new(3).unwrap(),
            action: Some("/add?token=1".to_owned()),
            method: None,
            button: None,
        };
        let reply = done(&Done { form: Some(form), ..Done::default() });
        assert_eq!(reply["form"], json!({"ref": "e3", "action": "/add?token=[redacted]"}));
    }

    #[test]
    fn a_key_without_effect_says_null() {
        let press = Done { key: Some("Tab".to_owned()), ..Done::default() };
        assert_eq!(done(&press)["effect"], Value::Null);
    }
}
