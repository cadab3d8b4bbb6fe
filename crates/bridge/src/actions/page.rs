//! What is done to a page: text, keys, choices, forms, scrolls; clicks and the like: see `pointer`.
//!
//! Contract: *Interaction*, *Post-action snapshots*. One command acts, lets the page react and
//! observes it; this file reads arguments and writes the reply.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use kitsune_protocol::action::Action;
use kitsune_protocol::command::{Answer, Command};
use kitsune_protocol::page::{Modifiers, OptionMatch, PageAction, Show, TextFormat};
use kitsune_protocol::{ErrorReply, TabId};

use super::arguments::{self, integer, invalid, parse, require_target, take_target};
use super::{
    Call, PATIENCE, Reply, dialogs, form, leaving, needs_user, pointer, reply, scroll, unexpected,
};
use crate::redact;

/// How long text may take: a slider is pressed for 20 seconds at most, and then the page reacts.
const TEXT_PATIENCE: Duration = Duration::from_secs(35);

/// Acts and replies with what changed.
pub(super) async fn run(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let mut body = call.admitted.body().clone();
    let mut shown = arguments::take_show(
        &mut body,
        call.bridge.config.post_action_snapshot,
        is_shown(call.admitted.action()),
    )?;
    if call.admitted.action() == Action::SubmitForm && shown.show == Show::Delta {
        // A form usually loads another page.
        shown.show = Show::Full;
    }
    let wait = arguments::take_wait(&mut body, call.admitted.action().waits())?;
    let is_list = body.get("fields").is_some_and(Value::is_array);
    let action = action(call.admitted.action(), body)?;
    let tab_id = call.tab().await?;
    let patience = patience(&action) + wait.unwrap_or_default();
    let wait_ms = wait.map(|wait| u64::try_from(wait.as_millis()).unwrap_or(u64::MAX));
    let command = Command::Act { tab_id, action, show: shown.show, wait_ms };
    let answer = call.ask_tab(tab_id, command, patience).await.map_err(reply::without_secrets)?;
    let mut out = acted(answer, tab_id, call.admitted.action(), is_list, shown.text)?;
    if call.admitted.action() == Action::Drag {
        out.extend(pointer::ends_of_drag(call.admitted.body()));
    }
    Ok(out)
}

/// Whether the answer shows the page when the request does not say.
fn is_shown(action: Action) -> bool {
    !matches!(action, Action::Drag | Action::FocusElement | Action::BlurElement | Action::Media)
}

fn action(action: Action, mut body: Map<String, Value>) -> Result<PageAction, ErrorReply> {
    Ok(match action {
        Action::Click => pointer::click(body, false)?,
        Action::DoubleClick => pointer::click(body, true)?,
        Action::Hover => pointer::hover(body)?,
        Action::Drag => pointer::drag(body)?,
        Action::FocusElement => pointer::focus(body)?,
        Action::BlurElement => pointer::blur(body)?,
        Action::Media => pointer::media(body)?,
        Action::Type => {
            let target = require_target(&mut body)?;
            let TypeArguments { text, clear } = parse(body)?;
            PageAction::Type { target, text, clear }
        }
        Action::Fill => {
            let target = require_target(&mut body)?;
            let FillArguments { value } = parse(body)?;
            PageAction::Fill { target, value }
        }
        Action::SelectOption => select(body)?,
        Action::CheckBox => {
            let target = require_target(&mut body)?;
            let CheckArguments { checked } = parse(body)?;
            PageAction::Check { target, checked }
        }
        Action::SetEditableContent => {
            let target = require_target(&mut body)?;
            let EditArguments { value, format, clear } = parse(body)?;
            PageAction::Edit { target, value, format, clear }
        }
        Action::SubmitForm => {
            let target = take_target(&mut body)?;
            let SubmitArguments {} = parse(body)?;
            PageAction::Submit { target }
        }
        Action::FormFill => form::read(body)?,
        Action::Scroll => scroll::read(body)?,
        _ => press(body)?,
    })
}

/// How long the extension may take.
fn patience(action: &PageAction) -> Duration {
    match action {
        PageAction::Click { hold_ms, .. } => PATIENCE + Duration::from_millis(*hold_ms),
        PageAction::Hover { duration_ms, .. } => PATIENCE + Duration::from_millis(*duration_ms),
        PageAction::Fill { .. }
        | PageAction::Type { .. }
        | PageAction::Edit { .. }
        | PageAction::FillForm { .. } => TEXT_PATIENCE,
        _ => PATIENCE,
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TypeArguments {
    text: String,
    #[serde(default)]
    clear: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FillArguments {
    value: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EditArguments {
    value: String,
    #[serde(default)]
    format: TextFormat,
    #[serde(default)]
    clear: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SubmitArguments {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckArguments {
    #[serde(default = "yes")]
    checked: bool,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SelectArguments {
    value: Option<String>,
    values: Option<Vec<String>>,
    #[serde(default)]
    by_text: Option<bool>,
}

fn select(mut body: Map<String, Value>) -> Result<PageAction, ErrorReply> {
    let target = require_target(&mut body)?;
    let SelectArguments { value, values, by_text } = parse(body)?;
    let by = match (by_text, &values) {
        (Some(true), _) => OptionMatch::Text,
        (Some(false), _) | (None, None) => OptionMatch::Value,
        (None, Some(_)) => OptionMatch::Either,
    };
    let values = values
        .or_else(|| value.map(|value| vec![value]))
        .ok_or_else(|| invalid("Pass value or values: the options to choose"))?;
    Ok(PageAction::Select { target, values, by })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PressArguments {
    key: String,
    #[serde(default)]
    modifiers: HeldKeys,
    text: Option<String>,
    repeat: Option<Value>,
}

/// The keys that a key press names; any may be left out.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct HeldKeys {
    ctrl: bool,
    shift: bool,
    alt: bool,
    meta: bool,
}

fn press(mut body: Map<String, Value>) -> Result<PageAction, ErrorReply> {
    let target = take_target(&mut body)?;
    let PressArguments { key, modifiers, text, repeat } = parse(body)?;
    if key.is_empty() {
        return Err(invalid("key must name a key, such as Enter or a"));
    }
    let repeat = integer("repeat", repeat, 1..=100)?.unwrap_or(1);
    let HeldKeys { ctrl, shift, alt, meta } = modifiers;
    Ok(PageAction::Press {
        target,
        key,
        modifiers: Modifiers { alt, ctrl, meta, shift },
        text,
        repeat,
    })
}

/// The reply of an action that ran.
pub(super) fn acted(
    answer: Answer,
    tab_id: TabId,
    action: Action,
    is_list: bool,
    text: bool,
) -> Result<Reply, ErrorReply> {
    let Answer::Acted {
        done,
        observation,
        observation_error,
        hidden,
        navigated,
        address,
        navigation_pending,
        request_pending,
        opened,
        opened_left_out,
        fallback,
        blocked,
        dialog,
        left,
        dialogs: answered,
    } = answer
    else {
        return Err(unexpected(&answer));
    };
    let mut out = match (&done.fields, action) {
        (Some(_), Action::FormFill) if is_list => form::list_reply(&done),
        (Some(_), Action::FormFill) => form::reply(&done),
        (_, Action::Media) => pointer::media_reply(&done),
        _ => reply::done(&done),
    };
    if navigated {
        let there = observation.as_ref().map(|page| (&page.url, &page.title));
        let there = there.or_else(|| address.as_ref().map(|tab| (&tab.url, &tab.title)));
        let told = there
            .map(|(url, title)| json!({"url": redact::url(url), "title": redact::title(title)}));
        out.insert("navigated".into(), told.unwrap_or_else(|| json!({"tabId": tab_id})));
    }
    match &observation {
        Some(page) if navigated => reply::add_page(&mut out, page, text),
        Some(page) if page.delta => reply::add_delta(&mut out, page, request_pending),
        Some(page) => reply::add_whole(&mut out, page, text),
        None => reply::add_visibility(&mut out, hidden),
    }
    if navigation_pending {
        out.insert("navigation_pending".into(), true.into());
    }
    if let Some(error) = observation_error {
        out.insert("snapshot_error".into(), error.into());
    }
    reply::add_all_opened(&mut out, &opened, opened_left_out, fallback);
    if let Some(blocked) = &blocked {
        needs_user::add_blocked(&mut out, blocked);
    }
    leaving::add(&mut out, left);
    dialogs::add_answered(&mut out, &answered);
    if let Some(dialog) = &dialog {
        dialogs::add_open(&mut out, dialog);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(action_: Action, body: Value) -> Result<PageAction, ErrorReply> {
        action(action_, body.as_object().unwrap().clone())
    }

    #[test]
    fn arguments_out_of_range_are_refused_before_anything_is_sent() {
        for (action, body, text) in [
            (Action::Fill, json!({"selector": "a"}), "missing field `value`"),
            (Action::Fill, json!({"selector": "a", "value": 5}), "expected a string"),
            (Action::Type, json!({"selector": "a", "text": "x", "speed": 1}), "unknown field"),
            (Action::SetEditableContent, json!({"value": "x"}), "No target"),
            (Action::SetEditableContent, json!({"selector": "a"}), "missing field `value`"),
            (Action::SetEditableContent, json!({"selector": "a", "value": 1}), "a string"),
            (
                Action::SetEditableContent,
                json!({"selector": "a", "value": "", "format": "rtf"}),
                "unknown variant",
            ),
            (
                Action::SetEditableContent,
                json!({"selector": "a", "value": "", "clear": 1}),
                "a boolean",
            ),
            (Action::SubmitForm, json!({"selector": 5}), "a string"),
            (Action::SubmitForm, json!({"steps": 1}), "unknown field"),
            (Action::Keypress, json!({"key": ""}), "key must name"),
            (Action::Keypress, json!({"key": "a", "repeat": 0}), "from 1 to 100"),
            (Action::Keypress, json!({"key": "a", "repeat": 101}), "from 1 to 100"),
            (Action::Keypress, json!({"key": "a", "repeat": "2"}), "from 1 to 100"),
            (Action::SelectOption, json!({"selector": "a"}), "value or values"),
            (Action::FormFill, json!({"fields": {}}), "1 to 500"),
            (Action::FormFill, json!({"fields": "a"}), "an object or a list"),
            (Action::FormFill, json!({"fields": {"a": []}}), "must be text"),
            (Action::FormFill, json!({"fields": [{"target": "e1"}]}), "missing field"),
            (
                Action::FormFill,
                json!({"fields": [{"name": "A", "target": "e1", "type": "checkbox", "value": "maybe"}]}),
                "Invalid checkbox value: maybe",
            ),
        ] {
            let error = read(action, body.clone()).unwrap_err();
            assert!(error.error.contains(text), "{body}: {}", error.error);
        }
    }

    #[test]
    fn a_form_is_an_object_of_keys_or_a_list_of_fields() {
        let object = read(Action::FormFill, json!({"fields": {"Email": "a", "Agree": true}}));
        assert!(matches!(object, Ok(PageAction::FillForm { fields, stop_at_failure: false })
            if fields.len() == 2));
        let field = json!({"name": "Mail", "target": "e3", "type": "textbox", "value": "a"});
        let list = read(Action::FormFill, json!({"fields": [field]}));
        assert!(matches!(list, Ok(PageAction::FillForm { stop_at_failure: true, .. })));
    }

    #[test]
    fn options_match_by_value_else_text_only_in_a_list() {
        let by = |body| match read(Action::SelectOption, body).unwrap() {
            PageAction::Select { by, .. } => by,
            other => panic!("{other:?}"),
        };
        assert_eq!(by(json!({"ref": "e1", "value": "a"})), OptionMatch::Value);
        assert_eq!(by(json!({"ref": "e1", "value": "a", "byText": true})), OptionMatch::Text);
        assert_eq!(by(json!({"ref": "e1", "values": ["a"]})), OptionMatch::Either);
    }
}
