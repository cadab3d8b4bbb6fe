//! `/api/handle-dialog`: what answers a tab's native dialogs, and how replies tell of dialogs.
//!
//! No extension can answer a dialog that is already open; the reply then is a failure, so that no
//! agent takes the policy for the answer.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use kitsune_protocol::ErrorReply;
use kitsune_protocol::command::{Answer, Command};
use kitsune_protocol::dialog::{Dialog, DialogHistory, DialogPolicy, DialogRecord};

use super::{Call, PATIENCE, Reply, arguments, unexpected};

const OPEN_HINT: &str = "Ask the user to answer it, or load the page again with browser_navigate, \
     which closes it, and repeat what opened it: the policy then answers.";

const NATIVE_HINT: &str = "Only the person can answer an open dialog. Ask them to, or load a page \
     in the tab with browser_navigate, which closes it; to answer the next one yourself, call \
     browser_handle_dialog before you repeat what opens it.";

const LEAVE_HINT: &str = "The page asks whether to leave it, and only the person can answer. Ask \
     them to; or set browser_handle_dialog accept=true, which leaves without asking, and repeat.";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// Read as any value: `null` clears the policy, and leaving it out is a mistake.
    accept: Value,
    prompt_text: Option<String>,
}

/// Sets or clears a tab's policy.
pub(super) async fn handle(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let policy = policy(call.admitted.body().clone())?;
    let tab_id = call.tab().await?;
    let command = Command::HandleDialog { tab_id, policy };
    match call.ask_tab(tab_id, command, PATIENCE).await? {
        Answer::Dialogs { history } => Ok(reply(&history)),
        other => Err(unexpected(&other)),
    }
}

fn policy(body: Map<String, Value>) -> Result<Option<DialogPolicy>, ErrorReply> {
    let Arguments { accept, prompt_text } = arguments::parse(body)?;
    match accept {
        Value::Bool(accept) => {
            Ok(Some(DialogPolicy { accept, prompt_text: prompt_text.filter(|_| accept) }))
        }
        Value::Null => Ok(None),
        _ => Err(arguments::invalid("accept must be true, false, or null to clear the policy")),
    }
}

fn reply(history: &DialogHistory) -> Reply {
    let open = history.dialogs.iter().find(|dialog| blocks(dialog));
    let mut out = Reply::from_iter([("ok".to_owned(), json!(open.is_none()))]);
    add_history(&mut out, history);
    if let Some(DialogRecord { kind, .. }) = open {
        let error = format!(
            "The {kind} that is open was not answered: only the person can do that. What was set \
             is for the dialogs after it."
        );
        out.insert("error".into(), error.into());
        out.insert("hint".into(), OPEN_HINT.into());
    }
    out
}

/// Whether it is a dialog that the page cannot go on behind.
fn blocks(dialog: &DialogRecord) -> bool {
    dialog.pending && dialog.kind != "beforeunload"
}

fn shown(policy: &DialogPolicy) -> Value {
    match &policy.prompt_text {
        Some(text) => json!({"accept": policy.accept, "prompt_text": text}),
        None => json!({"accept": policy.accept}),
    }
}

/// Adds what is known of a tab's dialogs.
pub(super) fn add_history(out: &mut Reply, history: &DialogHistory) {
    out.insert("policy".into(), json!(history.policy.as_ref().map(shown)));
    out.insert("dialogs".into(), records(&history.dialogs));
}

/// Adds the dialogs that were answered while an action ran.
pub(super) fn add_answered(out: &mut Reply, dialogs: &[DialogRecord]) {
    if !dialogs.is_empty() {
        out.insert("dialogs".into(), records(dialogs));
    }
}

/// Adds a native dialog that keeps the page from going on.
pub(super) fn add_open(out: &mut Reply, dialog: &Dialog) {
    out.insert("dialog".into(), json!({"type": dialog.kind, "message": dialog.message}));
    let hint = if dialog.kind == "beforeunload" { LEAVE_HINT } else { NATIVE_HINT };
    out.insert("hint".into(), hint.into());
}

/// The browser's question whether a page may be left.
pub(super) fn leaving() -> Dialog {
    Dialog { kind: "beforeunload".to_owned(), message: String::new() }
}

fn records(dialogs: &[DialogRecord]) -> Value {
    dialogs.iter().map(record).collect()
}

fn record(dialog: &DialogRecord) -> Value {
    let mut out = json!({
        "type": dialog.kind,
        "message": dialog.message,
        "timestamp": dialog.timestamp,
        "response": response(dialog),
        "pending": dialog.pending,
    });
    if let Some(default) = &dialog.default_value {
        out["default_value"] = default.as_str().into();
    }
    if let Some(frame) = &dialog.frame {
        out["frame"] = frame.as_str().into();
    }
    out
}

/// What the page got. An alert returns nothing.
fn response(dialog: &DialogRecord) -> Value {
    match (dialog.kind.as_str(), dialog.accepted) {
        ("alert", _) | (_, None) => Value::Null,
        ("prompt", Some(false)) => Value::Null,
        ("prompt", Some(true)) if dialog.secret => "[redacted]".into(),
        ("prompt", Some(true)) => json!(dialog.text),
        (_, Some(accepted)) => accepted.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(body: Value) -> Result<Option<DialogPolicy>, ErrorReply> {
        policy(body.as_object().unwrap().clone())
    }

    #[test]
    fn a_policy_accepts_dismisses_or_is_cleared_and_nothing_else() {
        let accepting = |prompt_text: Option<&str>| DialogPolicy {
            accept: true,
            prompt_text: prompt_text.map(str::to_owned),
        };
        assert_eq!(read(json!({"accept": true})).unwrap(), Some(accepting(None)));
        let with_text = read(json!({"accept": true, "prompt_text": "a"})).unwrap();
        assert_eq!(with_text, Some(accepting(Some("a"))));
        // A dismissed prompt returns nothing, whatever was meant for it.
        let dismissing = read(json!({"accept": false, "prompt_text": "a"})).unwrap().unwrap();
        assert_eq!(dismissing.prompt_text, None);
        assert_eq!(read(json!({"accept": null})).unwrap(), None);
        for body in [json!({}), json!({"accept": "yes"}), json!({"accept": true, "text": "a"})] {
            assert!(read(body.clone()).is_err(), "{body}");
        }
    }

    fn asked(kind: &str, accepted: Option<bool>, text: Option<&str>) -> DialogRecord {
        DialogRecord {
            kind: kind.to_owned(),
            message: "Go?".to_owned(),
            default_value: None,
            timestamp: 1,
            accepted,
            text: text.map(str::to_owned),
            secret: false,
            pending: false,
            frame: None,
        }
    }

    #[test]
    fn a_response_is_what_the_page_got() {
        for (dialog, expected) in [
            (asked("alert", None, None), Value::Null),
            (asked("confirm", Some(true), None), json!(true)),
            (asked("confirm", Some(false), None), json!(false)),
            (asked("prompt", Some(true), Some("Ada")), json!("Ada")),
            (asked("prompt", Some(false), None), Value::Null),
            (asked("beforeunload", Some(true), None), json!(true)),
        ] {
            assert_eq!(response(&dialog), expected, "{dialog:?}");
        }
        let secret = DialogRecord { secret: true, ..asked("prompt", Some(true), None) };
        assert_eq!(response(&secret), "[redacted]");
    }

    #[test]
    fn an_open_dialog_is_never_told_as_answered() {
        let open = DialogRecord { pending: true, ..asked("confirm", None, None) };
        let policy = Some(DialogPolicy { accept: false, prompt_text: None });
        let history = DialogHistory { policy, dialogs: vec![open] };
        let told = reply(&history);
        assert_eq!((&told["ok"], &told["policy"]), (&json!(false), &json!({"accept": false})));
        assert!(told["error"].as_str().unwrap().contains("confirm"));
        let closed = DialogHistory { dialogs: vec![asked("confirm", Some(true), None)], ..history };
        assert_eq!(reply(&closed)["ok"], true);
    }
}
