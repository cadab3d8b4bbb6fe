//! Looks for the outcome that a request expects of its action.
//!
//! Contract: *Action outcomes*. Before the action one moment is marked and, where the outcome is a
//! change, one value read; afterwards the extension looks until the outcome shows or its time is
//! over. The action itself is never repeated.

mod aftermath;

use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use kitsune_protocol::command::{Answer, Command};
use kitsune_protocol::condition::{Condition, Marks, PageCondition, Seen};
use kitsune_protocol::page::Target;
use kitsune_protocol::{ErrorCode, ErrorReply, TabId, limits};

use super::{Call, PATIENCE, Reply, reply, unexpected};
use crate::expect::{Expect, Outcome};
use crate::{redact, render};
use aftermath::{add_hint, aftermath, state};

/// How long a page may take to say that a selector cannot be used.
const SYNTAX: Duration = Duration::from_secs(1);
/// How much longer than its time the bridge waits for the extension's report.
const MARGIN: Duration = Duration::from_secs(1);
/// Characters of a value in an answer.
const VALUE: usize = limits::FIELD_VALUE;

/// What was so before the action.
pub(super) struct Before {
    marks: Marks,
    value: Option<String>,
}

/// Marks the moment; an outcome that cannot be looked for is refused here.
pub(super) async fn before(
    call: &Call<'_>,
    tab_id: TabId,
    expect: &Expect,
) -> Result<Before, ErrorReply> {
    let is_change = matches!(expect.outcome, Outcome::ValueChanged(_));
    let look = first_look(&expect.outcome);
    let look_ms = millis(if is_change { PATIENCE } else { SYNTAX });
    let command = Command::Mark { tab_id, look, look_ms };
    let (marks, seen, error) = match call.ask_tab(tab_id, command, PATIENCE).await? {
        Answer::Marked { marks, seen, error } => (marks, seen, error),
        other => return Err(unexpected(&other)),
    };
    if let Some(error) = error.filter(|error| is_change || is_refusal(error)) {
        return Err(error.hint("Nothing was dispatched. Correct expect, or act without it."));
    }
    match seen {
        Some(Seen::Value { redacted: true, .. }) if is_change => Err(ErrorReply::unclassified(
            "expect cannot look whether the value of a sensitive field changes",
        )
        .hint("Nothing was dispatched. Expect something else, such as text.")),
        Some(Seen::Value { value, .. }) => Ok(Before { marks, value }),
        _ => Ok(Before { marks, value: None }),
    }
}

/// A selector or a pattern that cannot be used; what only cannot be read now may be read later.
fn is_refusal(error: &ErrorReply) -> bool {
    matches!(error.code, None | Some(ErrorCode::UnsupportedSelector))
}

fn first_look(outcome: &Outcome) -> Option<Condition> {
    match outcome {
        Outcome::Url(pattern) => Some(Condition::Url { pattern: pattern.clone() }),
        Outcome::Shown(_) | Outcome::Gone(_) | Outcome::Value(..) | Outcome::ValueChanged(_) => {
            Some(of_page(outcome, None))
        }
        Outcome::UrlChanged | Outcome::NewTab | Outcome::Text(_) | Outcome::TextGone(_) => None,
    }
}

fn condition(outcome: &Outcome, before: &Before) -> Condition {
    match outcome {
        Outcome::Url(pattern) => Condition::Url { pattern: pattern.clone() },
        Outcome::UrlChanged => Condition::UrlChanged { from: before.marks.url.clone() },
        Outcome::NewTab => Condition::TabOpened { since: before.marks.openings },
        _ => of_page(outcome, before.value.clone()),
    }
}

fn of_page(outcome: &Outcome, before: Option<String>) -> Condition {
    let text = |text: Option<&String>, gone: Option<&String>| PageCondition::Text {
        text: text.cloned(),
        text_gone: gone.cloned(),
        new_only: false,
    };
    let page = match outcome {
        Outcome::Text(wanted) => text(Some(wanted), None),
        Outcome::TextGone(unwanted) => text(None, Some(unwanted)),
        Outcome::Gone(selector) => PageCondition::Gone { selector: selector.clone() },
        Outcome::Value(selector, value) => {
            PageCondition::Value { selector: selector.clone(), value: value.clone() }
        }
        Outcome::ValueChanged(selector) => {
            PageCondition::ValueChanged { selector: selector.clone(), before }
        }
        Outcome::Shown(selector) => {
            let target = Target::Selector { selector: selector.clone(), first: true };
            PageCondition::Shown { target }
        }
        // The others are looked for in the tab; they do not come here.
        Outcome::Url(_) | Outcome::UrlChanged | Outcome::NewTab => text(None, None),
    };
    Condition::Page { page }
}

/// What the looks found, together.
struct Looked {
    met: bool,
    observed: Value,
    incomplete: bool,
    /// No look answered: whether the outcome is there is unknown.
    unknown: bool,
    elapsed: Duration,
}

/// Looks for the outcome and adds to the action's reply what was found.
pub(super) async fn add(
    call: &Call<'_>,
    tab_id: TabId,
    expect: &Expect,
    before: &Before,
    mut done: Reply,
) -> Reply {
    let looked = match (&expect.outcome, dialog(&done)) {
        (Outcome::Text(text), _) if shows(&done, text) => in_snapshot(),
        (_, Some(kind)) => look_past_dialog(call, tab_id, expect, before, kind).await,
        _ => look(call, tab_id, expect, before, expect.timeout).await,
    };
    let mut outcome = Map::from_iter([
        ("expected".to_owned(), expect.told(is_redacted(&looked.observed))),
        ("met".to_owned(), looked.met.into()),
        ("observed".to_owned(), looked.observed.clone()),
        ("elapsed".to_owned(), millis(looked.elapsed).into()),
    ]);
    if looked.incomplete {
        outcome.insert("observationIncomplete".into(), true.into());
    }
    done.insert("dispatched".into(), true.into());
    if looked.met {
        done.insert("outcome".into(), outcome.into());
        return done;
    }
    let after = aftermath(call, tab_id, before.marks.openings, &done).await;
    let state = state(tab_id, &after);
    outcome.insert("state".into(), state.clone());
    done.insert("ok".into(), false.into());
    done.insert("error".into(), missed(expect, &looked, dialog(&done)).into());
    done.insert("code".into(), ErrorCode::OutcomeNotObserved.name().into());
    done.insert("retryable".into(), false.into());
    add_hint(&mut done, &after);
    done.insert("state".into(), state);
    done.insert("outcome".into(), outcome.into());
    done
}

/// Whether the reply's snapshot shows the text.
fn shows(reply: &Reply, text: &str) -> bool {
    reply.get("snapshot").and_then(Value::as_str).is_some_and(|page| render::shows(page, text))
}

/// The kind of the native dialog that keeps the page from going on.
fn dialog(reply: &Reply) -> Option<&str> {
    reply.get("dialog")?["type"].as_str()
}

fn in_snapshot() -> Looked {
    Looked {
        met: true,
        observed: json!({"source": "snapshot", "textVisible": true}),
        incomplete: false,
        unknown: false,
        elapsed: Duration::ZERO,
    }
}

/// Behind a dialog the page says nothing until a person has answered it, so nobody waits for that.
/// What the browser knows of the tab is looked at once.
async fn look_past_dialog(
    call: &Call<'_>,
    tab_id: TabId,
    expect: &Expect,
    before: &Before,
    kind: &str,
) -> Looked {
    let source = source(&expect.outcome);
    if source != "page" {
        return look(call, tab_id, expect, before, Duration::ZERO).await;
    }
    let error = format!("A native {kind} keeps the page from answering");
    let observed =
        json!({"source": source, "error": error, "code": ErrorCode::ContentUnavailable.name()});
    Looked { met: false, observed, incomplete: false, unknown: false, elapsed: Duration::ZERO }
}

/// Looks for so long; without time, once.
async fn look(
    call: &Call<'_>,
    tab_id: TabId,
    expect: &Expect,
    before: &Before,
    timeout: Duration,
) -> Looked {
    let start = Instant::now();
    let command = Command::Await {
        tab_id,
        condition: condition(&expect.outcome, before),
        timeout_ms: millis(timeout),
        poll_ms: limits::OUTCOME_POLL_MS,
    };
    let single = Duration::from_millis(limits::SINGLE_LOOK_MS);
    let patience = if timeout.is_zero() { single } else { timeout } + MARGIN;
    let answer = call.ask(None, command, patience).await.and_then(|answer| match answer {
        Answer::Awaited { met, seen, incomplete, error, .. } => Ok((met, seen, incomplete, error)),
        other => Err(unexpected(&other)),
    });
    let elapsed = start.elapsed();
    let source = source(&expect.outcome);
    let (met, observed, incomplete, unknown) = match answer {
        Ok((met, Some(seen), incomplete, error)) => {
            let observed = match error.filter(|_| !incomplete) {
                Some(error) => unreadable(source, &error),
                None => observed(source, &expect.outcome, &seen, before),
            };
            (met, observed, incomplete, false)
        }
        Ok((_, None, true, _)) => (false, json!({"source": source, "code": "timeout"}), true, true),
        Ok((_, None, _, error)) => {
            let observed = error.map_or(json!({"source": source}), |e| unreadable(source, &e));
            (false, observed, false, false)
        }
        Err(error) => (false, unreadable(source, &error), false, false),
    };
    Looked { met, observed, incomplete: incomplete && !unknown, unknown, elapsed }
}

fn source(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Url(_) | Outcome::UrlChanged => "tab",
        Outcome::NewTab => "tabs",
        _ => "page",
    }
}

fn unreadable(source: &str, error: &ErrorReply) -> Value {
    let mut observed = json!({"source": source, "error": error.error});
    if let Some(code) = error.code {
        observed["code"] = code.name().into();
    }
    observed
}

fn observed(source: &str, outcome: &Outcome, seen: &Seen, before: &Before) -> Value {
    let mut out = json!({"source": source});
    match seen {
        Seen::Element { visible, .. } => out["visible"] = (*visible).into(),
        Seen::Value { redacted: true, .. } => out["redacted"] = true.into(),
        Seen::Value { value, .. } => {
            out["value"] = json!(value.as_deref().map(cut));
            if matches!(outcome, Outcome::ValueChanged(_)) {
                out["before"] = json!(before.value.as_deref().map(cut));
            }
        }
        Seen::Text { text, text_gone, .. } => {
            let is_gone = matches!(outcome, Outcome::TextGone(_));
            let count = if is_gone { *text_gone } else { *text };
            out["textVisible"] = (count > 0).into();
        }
        Seen::Tab { url, .. } => out["url"] = redact::url(url).into(),
        Seen::Tabs { opened } if !opened.is_empty() => out["opened_tabs"] = reply::opened(opened),
        _ => (),
    }
    out
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(VALUE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn is_redacted(observed: &Value) -> bool {
    observed["redacted"] == true
}

fn missed(expect: &Expect, looked: &Looked, dialog: Option<&str>) -> String {
    if let Some(kind) = dialog {
        return format!("Expected outcome not observed: a native {kind} is open in the page");
    }
    let text = format!("Expected outcome not observed within {}ms", millis(expect.timeout));
    if looked.unknown {
        return format!("{text}: no check answered, so whether it happened is unknown");
    }
    match looked.incomplete {
        true => format!("{text}, and the check in progress did not finish"),
        false => text,
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_says_what_is_not_known() {
        let expect = Expect::read(&json!({"text": "a", "timeout": 300})).unwrap();
        let looked = |incomplete, unknown| Looked { incomplete, unknown, ..in_snapshot() };
        let text = "Expected outcome not observed within 300ms";
        let missed = |looked| missed(&expect, &looked, None);
        assert_eq!(missed(looked(false, false)), text);
        assert!(missed(looked(true, false)).ends_with("did not finish"));
        assert!(missed(looked(true, true)).ends_with("is unknown"));
    }
}
