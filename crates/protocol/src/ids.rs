//! Identifiers as newtypes.
//!
//! Numeric ids travel as JSON numbers and are exported to TypeScript as `number`, so
//! they are refused above 2^53−1, where a JavaScript number stops being exact.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer, Serialize};

/// The largest integer that JavaScript holds exactly: 2^53−1.
pub const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

macro_rules! numeric_id {
    ($(#[$doc:meta])* $name:ident, from $least:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        pub struct $name(u64);

        impl $name {
            /// Makes an id of `value`; `None` outside its range.
            pub fn new(value: u64) -> Option<Self> {
                ($least..=MAX_SAFE_INTEGER).contains(&value).then_some(Self(value))
            }

            /// The id as a number.
            pub fn get(self) -> u64 {
                self.0
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = u64::deserialize(deserializer)?;
                Self::new(value).ok_or_else(|| {
                    D::Error::invalid_value(
                        Unexpected::Unsigned(value),
                        &concat!("an id from ", $least, " to 2^53-1"),
                    )
                })
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({"type": "integer", "minimum": $least, "maximum": MAX_SAFE_INTEGER})
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

numeric_id!(
    /// A browser tab, as the browser numbers it; positive.
    TabId, from 1
);
numeric_id!(
    /// A browser window, as the browser numbers it; positive.
    WindowId, from 1
);
numeric_id!(
    /// One command on the extension's socket, numbered by the bridge.
    CommandId, from 1
);

/// A snapshot reference such as `e12`: one attached node in one document of one tab.
///
/// It travels as a number and is written `e<number>`; see *Ref lifetime*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Ref(u64);

impl Ref {
    /// Makes a reference of its number; `None` above 2^53−1.
    pub fn new(number: u64) -> Option<Self> {
        (number <= MAX_SAFE_INTEGER).then_some(Self(number))
    }

    /// The number behind the `e`.
    pub fn get(self) -> u64 {
        self.0
    }
}

impl FromStr for Ref {
    type Err = NotARef;

    fn from_str(text: &str) -> Result<Self, NotARef> {
        text.strip_prefix('e')
            .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
            .and_then(|digits| digits.parse().ok())
            .and_then(Self::new)
            .ok_or(NotARef)
    }
}

/// The text is not of the form `e<number>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotARef;

impl fmt::Display for Ref {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "e{}", self.0)
    }
}

impl<'de> Deserialize<'de> for Ref {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = u64::deserialize(deserializer)?;
        Self::new(value).ok_or_else(|| D::Error::custom("a ref is at most 2^53-1"))
    }
}

impl JsonSchema for Ref {
    fn schema_name() -> Cow<'static, str> {
        "Ref".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "integer", "minimum": 0, "maximum": MAX_SAFE_INTEGER})
    }
}

/// Who a tab belongs to: 1 to 64 letters, digits, `.`, `_`, `:` or `-` (*Tab owners*).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct OwnerId(String);

impl OwnerId {
    /// Makes an owner id of `text`; `None` when it has another form.
    pub fn new(text: &str) -> Option<Self> {
        is_client_name(text).then(|| Self(text.to_owned()))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for OwnerId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::new(&text).ok_or_else(|| D::Error::custom("not an owner id"))
    }
}

/// Whether `text` may stand in `X-Kitsune-Owner` or `X-Kitsune-Client`.
pub fn is_client_name(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._:-".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_above_what_javascript_holds_exactly_are_refused() {
        let largest = MAX_SAFE_INTEGER.to_string();
        assert!(serde_json::from_str::<TabId>(&largest).is_ok());
        for text in ["9007199254740992", "0", "-1", "1.5", "\"1\"", "null"] {
            assert!(serde_json::from_str::<TabId>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_ref_is_an_e_and_digits() {
        assert_eq!("e12".parse(), Ok(Ref(12)));
        for text in ["", "e", "12", "E12", "e-1", "e+1", "e1 ", "e9007199254740992"] {
            assert_eq!(text.parse::<Ref>(), Err(NotARef), "{text:?}");
        }
    }

    #[test]
    fn an_owner_id_has_64_characters_at_most() {
        assert!(OwnerId::new(&"a".repeat(64)).is_some());
        for text in [&"a".repeat(65), "", "a b", "é", "a/b"] {
            assert!(OwnerId::new(text).is_none(), "{text:?}");
        }
    }
}
