//! Keys that the body of any action may carry (*Keys any action body may carry*): read where they
//! mean nothing too, so that a wrong value is refused, and then dropped.

use serde_json::{Map, Value};

use kitsune_protocol::action::{Action, Kind};
use kitsune_protocol::{ErrorCode, ErrorReply};

/// A key, whether a value is one of its values, and what those are.
type Key = (&'static str, fn(&Value) -> bool, &'static str);

/// An approval. Nothing asks for one yet, so none is looked at.
const APPROVAL: Key = ("confirmToken", Value::is_string, "text");

/// What says how to act, wait and tell of it: nothing to an action that only looks.
const OF_ACTING: [Key; 7] = [
    ("element", Value::is_string, "text"),
    ("first", Value::is_boolean, "true or false"),
    ("includeSnapshot", Value::is_boolean, "true or false"),
    ("snapshot", |value| value == "full", "\"full\""),
    ("snapshotText", Value::is_boolean, "true or false"),
    ("wait", Value::is_boolean, "true or false"),
    ("timeout", is_time, "a number of milliseconds from 0"),
];

/// Drops the keys that mean nothing to the action.
pub(crate) fn drop_idle(action: Action, body: &mut Map<String, Value>) -> Result<(), ErrorReply> {
    drop_key(APPROVAL, body)?;
    if !only_looks(action) {
        return Ok(());
    }
    let mut idle = OF_ACTING.into_iter().filter(|(name, ..)| *name != "timeout" || !waits(action));
    idle.try_for_each(|key| drop_key(key, body))
}

fn drop_key((name, is_one, values): Key, body: &mut Map<String, Value>) -> Result<(), ErrorReply> {
    match body.remove(name) {
        Some(value) if !value.is_null() && !is_one(&value) => {
            let text = format!("{name} must be {values}");
            Err(ErrorReply::new(ErrorCode::InvalidArgument, text)
                .hint("Correct it or leave it out. Nothing was done."))
        }
        _ => Ok(()),
    }
}

fn is_time(value: &Value) -> bool {
    value.as_f64().is_some_and(|time| time >= 0.0)
}

/// A border changes nothing that an answer would show.
fn only_looks(action: Action) -> bool {
    action.spec().kind == Kind::Read || action == Action::Highlight
}

/// These have a time of their own.
fn waits(action: Action) -> bool {
    matches!(
        action,
        Action::WaitForElement
            | Action::WaitForNetworkIdle
            | Action::WaitForText
            | Action::WaitForTitle
            | Action::WaitForUrl
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn left(action: Action, body: &Value) -> Result<Value, String> {
        let mut body = body.as_object().unwrap().clone();
        drop_idle(action, &mut body).map(|()| body.into()).map_err(|error| error.error)
    }

    #[test]
    fn a_read_has_no_use_for_what_says_how_to_act() {
        let body = json!({"selector": "a", "element": "the link", "first": true, "wait": true,
            "timeout": 500, "includeSnapshot": false, "snapshot": "full", "snapshotText": true,
            "confirmToken": "t"});
        assert_eq!(left(Action::GetBounds, &body), Ok(json!({"selector": "a"})));
        assert_eq!(left(Action::Highlight, &body), Ok(json!({"selector": "a"})));
        let wait = left(Action::WaitForText, &json!({"text": "a", "timeout": 5, "wait": null}));
        assert_eq!(wait, Ok(json!({"text": "a", "timeout": 5})));
        let click = json!({"ref": "e1", "includeSnapshot": false, "timeout": 5});
        assert_eq!(left(Action::Click, &click), Ok(click.clone()));
        let approved = json!({"ref": "e1", "confirmToken": "t"});
        assert_eq!(left(Action::Click, &approved), Ok(json!({"ref": "e1"})));
    }

    #[test]
    fn a_wrong_value_is_refused_all_the_same() {
        for body in [
            json!({"confirmToken": 5}),
            json!({"element": ["a"]}),
            json!({"first": "yes"}),
            json!({"includeSnapshot": 0}),
            json!({"snapshot": "delta"}),
            json!({"wait": "yes"}),
            json!({"timeout": -1}),
            json!({"timeout": "5"}),
        ] {
            let name = body.as_object().unwrap().keys().next().unwrap().clone();
            let error = left(Action::GetLinks, &body).unwrap_err();
            assert!(error.starts_with(&format!("{name} must be ")), "{error}");
        }
        assert!(left(Action::Click, &json!({"confirmToken": 5})).is_err());
    }
}
