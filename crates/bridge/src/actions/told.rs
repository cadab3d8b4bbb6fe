//! What the structural reads write alike: refs, boxes, values and states.

use kitsune_protocol::Ref;
use kitsune_protocol::structure::Bounds;
use serde_json::{Map, Number, Value, json};

use crate::redact;

/// A ref as agents know it.
pub(super) fn reference(number: Ref) -> Value {
    number.to_string().into()
}

/// A box as `[x, y, width, height]` in whole CSS pixels.
pub(super) fn bounds(bounds: Bounds) -> Value {
    let whole = [bounds.x, bounds.y, bounds.width, bounds.height].map(|n| n.round() as i64);
    json!(whole)
}

/// Says how many frames of other origins the limit of one read left out (*Frames*).
pub(super) fn add_frames_left_out(out: &mut Map<String, Value>, left_out: u32) {
    if left_out == 0 {
        return;
    }
    let frames = if left_out == 1 { "frame was" } else { "frames were" };
    let told = format!(
        "{left_out} more cross-origin {frames} not read: take a snapshot of the ref of a frame \
         with content=cross_origin to read it."
    );
    let hint = match out.get("hint").and_then(Value::as_str) {
        Some(hint) => format!("{hint} {told}"),
        None => told,
    };
    out.insert("hint".into(), hint.into());
}

/// To a hundredth; whole numbers without a fraction.
pub(super) fn number(value: f64) -> Value {
    let rounded = (value * 100.0).round() / 100.0;
    if rounded.fract() == 0.0 {
        return json!(rounded as i64);
    }
    Number::from_f64(rounded).map_or(Value::Null, Value::from)
}

/// Adds what a field holds; of a sensitive one, whether it holds something.
pub(super) fn add_value(out: &mut Map<String, Value>, value: Option<&str>, has: Option<bool>) {
    if let Some(has_value) = has {
        out.insert("redacted".into(), true.into());
        out.insert("hasValue".into(), has_value.into());
    } else if let Some(value) = value {
        out.insert("value".into(), value.into());
    }
}

/// Adds the states, if any, as an object.
pub(super) fn add_states(out: &mut Map<String, Value>, states: &[String]) {
    if !states.is_empty() {
        let states: Map<_, _> = states.iter().map(|state| key_and_value(state)).collect();
        out.insert("states".into(), states.into());
    }
}

fn key_and_value(state: &str) -> (String, Value) {
    let Some((key, text)) = state.split_once('=') else {
        return (state.to_owned(), true.into());
    };
    let value = match (key, text) {
        (_, "true") => true.into(),
        (_, "false") => false.into(),
        ("level" | "duration" | "currentTime", _) => {
            text.parse::<Number>().map_or(Value::Null, Value::from)
        }
        ("src", _) => redact::url(text).into(),
        _ => text.into(),
    };
    (key.to_owned(), value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_more_than_two_decimals() {
        assert_eq!(number(12.0).to_string(), "12");
        assert_eq!(number(12.346).to_string(), "12.35");
        assert_eq!(number(-1e9).to_string(), "-1000000000");
    }
}
