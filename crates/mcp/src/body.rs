//! A request's body, built key by key; what is absent is not sent.

use std::time::Duration;

use kitsune_protocol::{Ref, limits};
use serde_json::Value;

use crate::answer::Object;

/// A body under construction.
#[derive(Clone, Debug, Default)]
pub(crate) struct Body(Object);

impl Body {
    /// An empty body.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Adds a value.
    pub(crate) fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.0.insert(key.to_owned(), value.into());
        self
    }

    /// Adds a value if there is one.
    pub(crate) fn with_some(self, key: &str, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }

    /// Adds the element a call means: a snapshot's ref such as `e12`, or a selector.
    pub(crate) fn with_target(self, target: &str, element: Option<String>) -> Self {
        let key = match target.parse::<Ref>() {
            Ok(_) => "ref",
            Err(_) => "selector",
        };
        self.with(key, target).with_some("element", element)
    }

    /// Adds the element that a tool's own arguments name; an empty selector is none.
    pub(crate) fn with_named(
        self,
        selector: Option<String>,
        reference: Option<String>,
        element: Option<String>,
    ) -> Self {
        self.with_some("selector", selector.filter(|selector| !selector.is_empty()))
            .with_some("ref", reference)
            .with_some("element", element)
    }

    /// How long the request waits for its target, and then for its outcome.
    pub(crate) fn waits(&self) -> Duration {
        let number = |value: Option<&Value>| value.and_then(Value::as_f64).unwrap_or(f64::NAN);
        let time = |ms: f64, default: u64| match ms.is_finite() && ms > 0.0 {
            true => Duration::from_millis(ms.min(limits::WAIT_MS as f64) as u64),
            false => Duration::from_millis(default),
        };
        let ready = match self.0.get("wait") {
            Some(Value::Bool(true)) => time(number(self.0.get("timeout")), limits::READY_MS),
            _ => Duration::ZERO,
        };
        let outcome = match self.0.get("expect") {
            Some(Value::Object(expect)) => {
                let afterwards = Duration::from_millis(limits::AFTERMATH_MS);
                time(number(expect.get("timeout")), limits::OUTCOME_MS) + afterwards
            }
            _ => Duration::ZERO,
        };
        ready + outcome
    }

    /// Whether it says nothing.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The finished object.
    pub(crate) fn into_object(self) -> Object {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_request_may_take_longer_by_what_it_waits_for() {
        let waits = |body: Value| Body(body.as_object().unwrap().clone()).waits().as_millis();
        assert_eq!(waits(json!({"timeout": 9_000})), 0);
        assert_eq!(waits(json!({"wait": true})), 10_000);
        assert_eq!(waits(json!({"wait": true, "timeout": 700})), 700);
        assert_eq!(waits(json!({"expect": {"text": "a"}})), 7_000);
        let both = json!({"wait": true, "timeout": 700, "expect": {"text": "a", "timeout": 300}});
        assert_eq!(waits(both), 3_000);
        assert_eq!(waits(json!({"wait": true, "timeout": 1e300})), u128::from(limits::WAIT_MS));
    }

    #[test]
    fn an_e_and_digits_is_a_ref_and_all_else_a_selector() {
        let target = |text| Value::Object(Body::new().with_target(text, None).into_object());
        assert_eq!(target("e12"), json!({"ref": "e12"}));
        for text in ["e", "e12 >> ..", "em", "#e12"] {
            assert_eq!(target(text), json!({ "selector": text }));
        }
    }
}
