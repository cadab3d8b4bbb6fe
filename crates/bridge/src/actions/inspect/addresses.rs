//! Addresses that the page has marked: redacted, and written out.

use kitsune_protocol::inspect::{ABSOLUTE, ADDRESS};
use serde_json::Value;

use crate::redact;

/// The text with its addresses as they stand in it, without what is secret in them. A mark that
/// does not end is left out.
pub(super) fn plain(text: &str) -> String {
    resolve(text, str::to_owned)
}

/// The same of HTML text, in which addresses stand in attributes.
pub(super) fn html(text: &str) -> String {
    resolve(text, |address| address.replace('&', "&amp;").replace('"', "&quot;"))
}

/// The same of every text in a value.
pub(super) fn json(value: &mut Value) {
    match value {
        Value::String(text) => *text = plain(text),
        Value::Array(values) => values.iter_mut().for_each(json),
        Value::Object(values) => values.values_mut().for_each(json),
        Value::Null | Value::Bool(_) | Value::Number(_) => (),
    }
}

fn resolve(text: &str, write: impl Fn(&str) -> String) -> String {
    let mut out = String::with_capacity(text.len());
    let mut pieces = text.split(ADDRESS);
    out.push_str(pieces.next().unwrap_or_default());
    while let (Some(marked), Some(after)) = (pieces.next(), pieces.next()) {
        out.push_str(&write(&told(marked)));
        out.push_str(after);
    }
    out
}

/// The address as it is written, or absolute and redacted when something in it is secret.
fn told(marked: &str) -> String {
    let (written, absolute) = marked.split_once(ABSOLUTE).unwrap_or((marked, marked));
    let redacted = redact::url(absolute);
    if redacted == absolute { written.to_owned() } else { redacted }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_address_stays_as_it_is_written_unless_it_holds_a_secret() {
        let open = "<a href=\"\u{1}/x?a=1&b\u{2}https://a.example/x?a=1&b\u{1}\">";
        assert_eq!(html(open), "<a href=\"/x?a=1&amp;b\">");
        let secret = "<a href=\"\u{1}/x?token=abc\u{2}https://a.example/x?token=abc\u{1}\">";
        assert_eq!(html(secret), "<a href=\"https://a.example/x?token=[redacted]\">");
    }

    #[test]
    fn a_mark_that_does_not_end_is_left_out() {
        assert_eq!(plain("a \u{1}/x?token=abc\u{2}https://a.example"), "a ");
        assert_eq!(plain("nothing marked"), "nothing marked");
    }

    #[test]
    fn texts_inside_a_value_are_resolved_too() {
        let mut value =
            json!({"attrs": {"href": "\u{1}/?a\u{2}https://a.example/?a\u{1}"}, "n": 1});
        json(&mut value);
        assert_eq!(value, json!({"attrs": {"href": "/?a"}, "n": 1}));
    }
}
