//! `expect`: the outcome that an action is to have, read and checked before anything is sent.
//!
//! Contract: *Action outcomes*. Looking for it is in [`crate::actions`].

use std::time::Duration;

use serde_json::{Map, Value};

use kitsune_protocol::{ErrorReply, limits};

/// What an action is expected to lead to, and for how long that is looked for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Expect {
    /// The one condition.
    pub(crate) outcome: Outcome,
    /// How long it is looked for after the action's reply.
    pub(crate) timeout: Duration,
    /// As the request has it.
    given: Map<String, Value>,
}

/// The one condition of an `expect`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outcome {
    /// The tab's address matches a JavaScript regular expression.
    Url(String),
    /// The tab's address is another than before.
    UrlChanged,
    /// The action opened a tab.
    NewTab,
    /// An element that the selector matches is shown.
    Shown(String),
    /// No such element is shown.
    Gone(String),
    /// The first match holds the value.
    Value(String, String),
    /// The first match holds another value than before.
    ValueChanged(String),
    /// The page's text holds the text.
    Text(String),
    /// The page's text does not hold it.
    TextGone(String),
}

/// The keys of which one is the condition.
const CONDITIONS: &[&str] = &["url", "url_changed", "new_tab", "selector", "text", "text_gone"];
/// The keys that say more about a selector.
const ABOUT_SELECTOR: &[&str] = &["gone", "value", "value_changed"];

impl Expect {
    /// Reads an `expect`. Its errors have no code; nothing was dispatched.
    pub(crate) fn read(value: &Value) -> Result<Self, ErrorReply> {
        let given: Map<_, _> = match value {
            Value::Object(given) => given.clone(),
            _ => return Err(invalid("must be an object")),
        };
        if given.contains_key("ref") {
            return Err(invalid("takes a CSS selector, not a ref: the page may replace its nodes"));
        }
        let known = [CONDITIONS, ABOUT_SELECTOR, &["timeout"]].concat();
        if let Some(key) = given.keys().find(|key| !known.contains(&key.as_str())) {
            return Err(invalid(format!("has an unknown key: {key}")));
        }
        let named: Vec<_> = CONDITIONS.iter().filter(|key| given.contains_key(**key)).collect();
        let [condition] = named.as_slice() else {
            return Err(invalid(format!("takes exactly one of {}", CONDITIONS.join(", "))));
        };
        let outcome = outcome(condition, &given)?;
        let timeout = timeout(given.get("timeout"))?;
        Ok(Self { outcome, timeout, given })
    }

    /// What the answer says was expected; a value that the page keeps to itself is left out.
    pub(crate) fn told(&self, is_redacted: bool) -> Value {
        let mut told = self.given.clone();
        let timeout_ms = u64::try_from(self.timeout.as_millis()).unwrap_or(u64::MAX);
        told.insert("timeout".to_owned(), timeout_ms.into());
        if is_redacted && told.contains_key("value") {
            told.insert("value".to_owned(), "[redacted]".into());
        }
        Value::Object(told)
    }
}

fn outcome(condition: &str, given: &Map<String, Value>) -> Result<Outcome, ErrorReply> {
    let about: Vec<_> = ABOUT_SELECTOR.iter().filter(|key| given.contains_key(**key)).collect();
    if condition != "selector" && !about.is_empty() {
        return Err(invalid(format!("{} needs a selector", about[0])));
    }
    if about.len() > 1 {
        return Err(invalid("takes at most one of gone, value, value_changed with a selector"));
    }
    Ok(match condition {
        "url" => Outcome::Url(text(given, "url")?),
        "url_changed" => only_true(given, "url_changed").map(|()| Outcome::UrlChanged)?,
        "new_tab" => only_true(given, "new_tab").map(|()| Outcome::NewTab)?,
        "text" => Outcome::Text(text(given, "text")?),
        "text_gone" => Outcome::TextGone(text(given, "text_gone")?),
        _ => of_selector(text(given, "selector")?, given)?,
    })
}

fn of_selector(selector: String, given: &Map<String, Value>) -> Result<Outcome, ErrorReply> {
    let flag = |key: &str| match given.get(key) {
        None => Ok(false),
        Some(Value::Bool(flag)) => Ok(*flag),
        Some(_) => Err(invalid(format!("{key} must be true or false"))),
    };
    Ok(match given.get("value") {
        Some(Value::String(value)) => Outcome::Value(selector, value.clone()),
        Some(_) => return Err(invalid("value must be a string")),
        None if flag("gone")? => Outcome::Gone(selector),
        None if flag("value_changed")? => Outcome::ValueChanged(selector),
        None => Outcome::Shown(selector),
    })
}

fn text(given: &Map<String, Value>, key: &str) -> Result<String, ErrorReply> {
    match given.get(key) {
        Some(Value::String(text)) if !text.trim().is_empty() => Ok(text.clone()),
        _ => Err(invalid(format!("{key} must be a string that is not empty"))),
    }
}

fn only_true(given: &Map<String, Value>, key: &str) -> Result<(), ErrorReply> {
    match given.get(key) {
        Some(Value::Bool(true)) => Ok(()),
        _ => Err(invalid(format!("{key} takes only true"))),
    }
}

fn timeout(value: Option<&Value>) -> Result<Duration, ErrorReply> {
    let Some(value) = value.filter(|value| !value.is_null()) else {
        return Ok(Duration::from_millis(limits::OUTCOME_MS));
    };
    value
        .as_f64()
        .filter(|ms| *ms > 0.0 && *ms <= limits::WAIT_MS as f64)
        // Less than a millisecond is not none at all.
        .map(|ms| Duration::from_millis(ms.ceil() as u64))
        .ok_or_else(|| {
            invalid(format!("timeout must be milliseconds above 0, at most {}", limits::WAIT_MS))
        })
}

fn invalid(problem: impl AsRef<str>) -> ErrorReply {
    ErrorReply::unclassified(format!("expect {}", problem.as_ref()))
        .hint("Nothing was dispatched. Correct expect and send the request again.")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_form_is_read() {
        let selector = || "#a".to_owned();
        for (value, outcome) in [
            (json!({"url": "/done$"}), Outcome::Url("/done$".to_owned())),
            (json!({"url_changed": true}), Outcome::UrlChanged),
            (json!({"new_tab": true}), Outcome::NewTab),
            (json!({"selector": "#a"}), Outcome::Shown(selector())),
            (json!({"selector": "#a", "gone": true}), Outcome::Gone(selector())),
            (json!({"selector": "#a", "gone": false}), Outcome::Shown(selector())),
            (json!({"selector": "#a", "value": ""}), Outcome::Value(selector(), String::new())),
            (json!({"selector": "#a", "value_changed": true}), Outcome::ValueChanged(selector())),
            (json!({"text": "Saved"}), Outcome::Text("Saved".to_owned())),
            (json!({"text_gone": "Saving"}), Outcome::TextGone("Saving".to_owned())),
        ] {
            let expect = Expect::read(&value).unwrap();
            assert_eq!(expect.outcome, outcome, "{value}");
            assert_eq!(expect.timeout, Duration::from_secs(5));
        }
    }

    #[test]
    fn anything_else_is_refused_without_a_code() {
        for value in [
            json!(null),
            json!("text"),
            json!([]),
            json!({}),
            json!({"timeout": 5}),
            json!({"text": "a", "url": "b"}),
            json!({"text": "a", "selector": "b"}),
            json!({"text": ""}),
            json!({"text": 5}),
            json!({"url_changed": false}),
            json!({"new_tab": "yes"}),
            json!({"ref": "e1"}),
            json!({"selector": "#a", "ref": "e1"}),
            json!({"selector": "#a", "gone": true, "value": "b"}),
            json!({"selector": "#a", "gone": 1}),
            json!({"selector": "#a", "value": 5}),
            json!({"selector": "#a", "value_changed": "true"}),
            json!({"text": "a", "gone": true}),
            json!({"gone": true}),
            json!({"text": "a", "speed": 1}),
            json!({"text": "a", "timeout": 0}),
            json!({"text": "a", "timeout": -1}),
            json!({"text": "a", "timeout": "5000"}),
            json!({"text": "a", "timeout": 1e12}),
        ] {
            let error = Expect::read(&value).unwrap_err();
            assert!(error.code.is_none() && error.error.starts_with("expect "), "{value}");
        }
    }

    #[test]
    fn what_was_expected_is_told_with_its_time_and_without_a_secret() {
        let expect = Expect::read(&json!({"selector": "#p", "value": "s3cret"})).unwrap();
        assert_eq!(
            expect.told(false),
            json!({"selector": "#p", "value": "s3cret", "timeout": 5000})
        );
        assert_eq!(expect.told(true)["value"], "[redacted]");
    }
}
