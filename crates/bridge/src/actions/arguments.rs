//! Reads a request's arguments, whole, before anything is sent.

use std::fmt::Display;
use std::ops::RangeInclusive;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use kitsune_protocol::page::{Show, Target};
use kitsune_protocol::{ErrorCode, ErrorReply, Ref};

/// Arguments as a typed value. Unknown keys and wrong types are refused by name.
pub(super) fn parse<T: DeserializeOwned>(body: Map<String, Value>) -> Result<T, ErrorReply> {
    serde_json::from_value(Value::Object(body))
        .map_err(|error| invalid(without_value(&error.to_string())))
}

/// serde names the value that has a wrong type, which may be a secret that was to be typed.
fn without_value(error: &str) -> String {
    match (error.split_once(['`', '"']), error.rsplit_once(", expected ")) {
        (Some((start, _)), Some((_, expected))) if error.starts_with("invalid ") => {
            format!("{}, expected {expected}", start.trim_end())
        }
        _ => error.to_owned(),
    }
}

/// An argument that cannot be used.
pub(super) fn invalid(text: impl Into<String>) -> ErrorReply {
    ErrorReply::new(ErrorCode::InvalidArgument, text)
        .hint("Correct the arguments and send the request again. Nothing was done.")
}

/// A number that must be whole and in `range`; `None` when it is left out. The numbers that have
/// fixed texts in the contract are read as any value, so that a wrong type has the same text.
pub(super) fn integer<N>(
    name: &str,
    value: Option<Value>,
    range: RangeInclusive<N>,
) -> Result<Option<N>, ErrorReply>
where
    N: Copy + Display + PartialOrd + TryFrom<u64>,
{
    let Some(value) = value else { return Ok(None) };
    let whole = value.as_u64().and_then(|value| N::try_from(value).ok());
    whole.filter(|number| range.contains(number)).map(Some).ok_or_else(|| {
        let (least, most) = (range.start(), range.end());
        invalid(format!("{name} must be an integer from {least} to {most}"))
    })
}

/// The keys that name an element.
#[derive(Deserialize)]
struct Naming {
    selector: Option<String>,
    #[serde(rename = "ref")]
    reference: Option<String>,
    /// Says to people what is meant; never looked up.
    #[serde(rename = "element")]
    _element: Option<String>,
    #[serde(default)]
    first: bool,
}

/// Takes the element that the arguments name, if any; `ref` wins over `selector`.
pub(super) fn take_target(body: &mut Map<String, Value>) -> Result<Option<Target>, ErrorReply> {
    let naming: Map<_, _> = ["selector", "ref", "element", "first"]
        .iter()
        .filter_map(|key| body.remove_entry(*key))
        .filter(|(_, value)| !value.is_null())
        .collect();
    let Naming { selector, reference, first, .. } = parse(naming)?;
    if let Some(reference) = reference.filter(|text| !text.is_empty()) {
        return by_ref(&reference).map(Some);
    }
    let Some(selector) = selector.filter(|text| !text.trim().is_empty()) else {
        return Ok(None);
    };
    Ok(Some(match selector.trim().parse() {
        Ok(number) => Target::Ref { number },
        Err(_) => Target::Selector { selector, first },
    }))
}

/// The element that the arguments must name.
pub(super) fn require_target(body: &mut Map<String, Value>) -> Result<Target, ErrorReply> {
    take_target(body)?.ok_or_else(|| {
        ErrorReply::new(ErrorCode::NotFound, "No target")
            .hint("Pass ref (from a snapshot) or selector. Nothing was done.")
    })
}

/// Older forms of refs are told apart from typing errors by nothing: neither was issued.
pub(super) fn by_ref(text: &str) -> Result<Target, ErrorReply> {
    let number: Ref = text.trim().parse().map_err(|_| {
        ErrorReply::new(ErrorCode::StaleRef, format!("{text} is not a ref of any snapshot"))
            .hint("Take a new snapshot of the tab and use a ref that it shows, such as e12.")
            .state("reason", "not_in_snapshot")
            .state("ref", text)
    })?;
    Ok(Target::Ref { number })
}

/// Takes what the answer shows of the page.
pub(super) fn take_show(body: &mut Map<String, Value>) -> Result<Show, ErrorReply> {
    let included = match body.remove("includeSnapshot") {
        None | Some(Value::Null) => true,
        Some(Value::Bool(included)) => included,
        Some(_) => return Err(invalid("includeSnapshot must be true or false")),
    };
    match body.remove("snapshot") {
        _ if !included => Ok(Show::Nothing),
        None | Some(Value::Null) => Ok(Show::Delta),
        Some(Value::String(text)) if text == "full" => Ok(Show::Full),
        Some(_) => Err(invalid("snapshot takes only \"full\"")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn target(body: Value) -> Result<Option<Target>, ErrorReply> {
        take_target(&mut body.as_object().unwrap().clone())
    }

    #[test]
    fn a_ref_wins_over_a_selector() {
        let number = Ref::new(12).unwrap();
        for body in [json!({"ref": "e12", "selector": "#a"}), json!({"selector": " e12 "})] {
            assert_eq!(target(body).unwrap(), Some(Target::Ref { number }));
        }
    }

    #[test]
    fn a_description_alone_names_nothing() {
        assert_eq!(target(json!({"element": "the button"})).unwrap(), None);
        assert_eq!(target(json!({"selector": ""})).unwrap(), None);
    }

    #[test]
    fn an_older_form_of_ref_was_never_issued() {
        for text in ["s1e0", "r3", "e", "e12x"] {
            let error = target(json!({"ref": text})).unwrap_err();
            assert_eq!(error.code, Some(ErrorCode::StaleRef), "{text}");
            assert_eq!(error.state.unwrap()["reason"], "not_in_snapshot");
        }
    }

    #[test]
    fn a_wrong_type_is_refused_by_name() {
        let error = target(json!({"selector": 5})).unwrap_err();
        assert_eq!(error.code, Some(ErrorCode::InvalidArgument));
        let error = parse::<Naming>(json!({"first": "yes"}).as_object().unwrap().clone());
        assert!(error.err().unwrap().error.contains("boolean"));
    }

    #[test]
    fn an_error_does_not_repeat_the_value() {
        for value in [json!(31_415), json!([31_415]), json!(true)] {
            let body = json!({"selector": value});
            let text = parse::<Naming>(body.as_object().unwrap().clone()).err().unwrap().error;
            assert!(text.contains("expected a string") && !text.contains("31415"), "{text}");
            assert!(!text.contains("true"), "{text}");
        }
    }

    #[test]
    fn what_an_answer_shows_is_a_delta_unless_told_otherwise() {
        let show = |body: Value| take_show(&mut body.as_object().unwrap().clone()).unwrap();
        assert_eq!(show(json!({})), Show::Delta);
        assert_eq!(show(json!({"snapshot": "full"})), Show::Full);
        assert_eq!(show(json!({"includeSnapshot": false, "snapshot": "full"})), Show::Nothing);
    }
}
