//! A request's body, built key by key; what is absent is not sent.

use kitsune_protocol::Ref;
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
    fn an_e_and_digits_is_a_ref_and_all_else_a_selector() {
        let target = |text| Value::Object(Body::new().with_target(text, None).into_object());
        assert_eq!(target("e12"), json!({"ref": "e12"}));
        for text in ["e", "e12 >> ..", "em", "#e12"] {
            assert_eq!(target(text), json!({ "selector": text }));
        }
    }
}
