//! Reads a request's arguments, whole, before anything is sent.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use kitsune_protocol::page::{Show, Target};
use kitsune_protocol::{ErrorCode, ErrorReply, Ref, limits};

use crate::config::PostActionSnapshot;

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

/// A whole number from 0, however it is written; what is larger than any that matters is that.
pub(super) fn whole(value: &Value) -> Option<u32> {
    let number = value.as_f64().filter(|number| *number >= 0.0 && number.fract() == 0.0)?;
    Some(number as u32)
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
    take_target(body)?.ok_or_else(|| no_target("Pass ref (from a snapshot) or selector."))
}

/// Nothing names the element.
pub(super) fn no_target(hint: &str) -> ErrorReply {
    ErrorReply::new(ErrorCode::NotFound, "No target").hint(format!("{hint} Nothing was done."))
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

/// What an action's answer shows of the page, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shown {
    pub(super) show: Show,
    /// A whole page has its text, whatever its size.
    pub(super) text: bool,
}

/// Takes what the answer shows of the page; what the request leaves open the bridge's setting says.
/// Unless `usual`, it is shown only when the request asks for it.
pub(super) fn take_show(
    body: &mut Map<String, Value>,
    setting: PostActionSnapshot,
    usual: bool,
) -> Result<Shown, ErrorReply> {
    let is_asked = body.get("snapshot").is_some_and(|value| !value.is_null());
    let is_included = take_flag(body, "includeSnapshot")?.unwrap_or(usual || is_asked);
    let text = take_flag(body, "snapshotText")?.unwrap_or(setting == PostActionSnapshot::Text);
    let is_full = match body.remove("snapshot") {
        None | Some(Value::Null) => setting == PostActionSnapshot::Full,
        Some(Value::String(text)) if text == "full" => true,
        Some(_) => return Err(invalid("snapshot takes only \"full\"")),
    };
    let show = match is_included && setting != PostActionSnapshot::Off {
        false => Show::Nothing,
        true if is_full => Show::Full,
        true => Show::Delta,
    };
    Ok(Shown { show, text })
}

fn take_flag(body: &mut Map<String, Value>, key: &str) -> Result<Option<bool>, ErrorReply> {
    match body.remove(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Bool(flag)) => Ok(Some(flag)),
        Some(_) => Err(invalid(format!("{key} must be true or false"))),
    }
}

/// Takes how long an action waits for its target; `None` to act at once. Actions that cannot wait
/// ignore it.
pub(super) fn take_wait(
    body: &mut Map<String, Value>,
    waits: bool,
) -> Result<Option<Duration>, ErrorReply> {
    let is_wanted = take_flag(body, "wait")?.unwrap_or(false);
    let timeout = body.remove("timeout");
    if !waits || !is_wanted {
        return Ok(None);
    }
    let default = Duration::from_millis(limits::READY_MS);
    milliseconds("timeout", timeout.as_ref(), default).map(Some)
}

/// Drops the key of a wait for the target from a request whose action has none.
pub(super) fn ignore_wait(body: &mut Map<String, Value>) {
    body.remove("wait");
}

/// A time in milliseconds, from 0.
pub(super) fn milliseconds(
    name: &str,
    value: Option<&Value>,
    default: Duration,
) -> Result<Duration, ErrorReply> {
    let Some(value) = value.filter(|value| !value.is_null()) else {
        return Ok(default);
    };
    value
        .as_f64()
        .filter(|ms| (0.0..=limits::WAIT_MS as f64).contains(ms))
        // Less than a millisecond is not none at all.
        .map(|ms| Duration::from_millis(ms.ceil() as u64))
        .ok_or_else(|| {
            let most = limits::WAIT_MS;
            invalid(format!("{name} must be a number of milliseconds from 0 to {most}"))
        })
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
        use PostActionSnapshot::{Delta, Full, Off, Text};
        for (setting, body, show, text) in [
            (Delta, json!({}), Show::Delta, false),
            (Delta, json!({"snapshot": "full"}), Show::Full, false),
            (Delta, json!({"snapshot": "full", "snapshotText": true}), Show::Full, true),
            (Delta, json!({"includeSnapshot": false, "snapshot": "full"}), Show::Nothing, false),
            (Off, json!({"includeSnapshot": true}), Show::Nothing, false),
            (Off, json!({"snapshot": "full"}), Show::Nothing, false),
            (Full, json!({}), Show::Full, false),
            (Full, json!({"includeSnapshot": false}), Show::Nothing, false),
            (Text, json!({}), Show::Delta, true),
            (Text, json!({"snapshotText": false}), Show::Delta, false),
        ] {
            let shown = take_show(&mut body.as_object().unwrap().clone(), setting, true).unwrap();
            assert_eq!(shown, Shown { show, text }, "{setting:?} {body}");
        }
        for (body, show) in [
            (json!({}), Show::Nothing),
            (json!({"includeSnapshot": true}), Show::Delta),
            (json!({"snapshot": "full"}), Show::Full),
        ] {
            let shown = take_show(&mut body.as_object().unwrap().clone(), Delta, false).unwrap();
            assert_eq!(shown.show, show, "an action that shows nothing by itself: {body}");
        }
    }

    #[test]
    fn only_what_can_wait_waits_and_ten_seconds_unless_told_otherwise() {
        let wait = |body: Value, waits| take_wait(&mut body.as_object().unwrap().clone(), waits);
        assert_eq!(wait(json!({}), true).unwrap(), None);
        assert_eq!(wait(json!({"wait": false, "timeout": "x"}), true).unwrap(), None);
        assert_eq!(wait(json!({"wait": true}), true).unwrap(), Some(Duration::from_secs(10)));
        assert_eq!(wait(json!({"wait": true, "timeout": 0}), true).unwrap(), Some(Duration::ZERO));
        assert_eq!(wait(json!({"wait": true, "timeout": 5}), false).unwrap(), None);
        assert!(wait(json!({"wait": "yes"}), true).is_err());
        assert!(wait(json!({"wait": true, "timeout": -1}), true).is_err());
    }

    #[test]
    fn a_whole_number_may_be_written_in_any_way_and_be_of_any_size() {
        for (value, expected) in [
            (json!(0), Some(0)),
            (json!(2.0), Some(2)),
            (json!(5_000_000_000_u64), Some(u32::MAX)),
            (json!(1e300), Some(u32::MAX)),
            (json!(-1), None),
            (json!(0.5), None),
            (json!("2"), None),
            (json!(true), None),
        ] {
            assert_eq!(whole(&value), expected, "{value}");
        }
    }

    #[test]
    fn a_time_is_a_number_of_milliseconds_from_zero() {
        let read = |value: Value| milliseconds("timeout", Some(&value), Duration::from_secs(10));
        assert_eq!(read(json!(null)).unwrap(), Duration::from_secs(10));
        assert_eq!(read(json!(0)).unwrap(), Duration::ZERO);
        assert_eq!(read(json!(0.2)).unwrap(), Duration::from_millis(1));
        for value in [json!(-1), json!("5"), json!(true), json!(1e12), json!([])] {
            assert!(read(value.clone()).is_err(), "{value}");
        }
    }
}
