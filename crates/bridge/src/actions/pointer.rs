//! What the pointer does to a page, and the focus: the arguments of click, hover, drag, focus,
//! blur and media.
//!
//! Contract: *Interaction*, *Media*.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use kitsune_protocol::page::{Done, MediaOp, Modifiers, MouseButton, PageAction, Point, Target};
use kitsune_protocol::{ErrorCode, ErrorReply};

use super::arguments::{integer, invalid, no_target, parse, require_target, take_target};
use super::{Reply, reply};

/// Longest time that a click holds the button or a hover moves, in milliseconds.
const LONGEST_MS: u64 = 10_000;
/// Most moves of a hover after it has arrived.
const MOST_STEPS: u32 = 50;
/// The moves of a hover of which only the time is given.
const USUAL_STEPS: u32 = 5;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ClickArguments {
    #[serde(default)]
    button: MouseButton,
    #[serde(default)]
    modifiers: Vec<String>,
    hold_ms: Option<Value>,
    position: Option<Value>,
}

pub(super) fn click(mut body: Map<String, Value>, double: bool) -> Result<PageAction, ErrorReply> {
    let target = pointed_at(&mut body)?;
    let ClickArguments { button, modifiers, hold_ms, position } = parse(body)?;
    if double && button != MouseButton::Left {
        return Err(invalid("A double click uses the left button"));
    }
    let hold_ms = integer("holdMs", hold_ms, 0..=LONGEST_MS)?.unwrap_or(0);
    if double && hold_ms > 0 {
        return Err(invalid("A double click cannot be held"));
    }
    let position = position.map(|value| point("position", value)).transpose()?;
    if position.is_some() && matches!(target, Target::Point { .. }) {
        return Err(invalid("position is a point of an element; pass ref or selector with it"));
    }
    let modifiers = held(&modifiers)?;
    Ok(PageAction::Click { target, button, modifiers, double, hold_ms, position })
}

/// The keys that a click names.
fn held(names: &[String]) -> Result<Modifiers, ErrorReply> {
    let mut held = Modifiers::default();
    for name in names {
        match name.as_str() {
            "Alt" => held.alt = true,
            "Control" => held.ctrl = true,
            "Meta" => held.meta = true,
            "Shift" => held.shift = true,
            "ControlOrMeta" if cfg!(target_os = "macos") => held.meta = true,
            "ControlOrMeta" => held.ctrl = true,
            _ => {
                return Err(invalid(format!(
                    "{name:?} is not one of Alt, Control, ControlOrMeta, Meta, Shift"
                )));
            }
        }
    }
    Ok(held)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct HoverArguments {
    duration_ms: Option<Value>,
    steps: Option<Value>,
}

pub(super) fn hover(mut body: Map<String, Value>) -> Result<PageAction, ErrorReply> {
    let target = pointed_at(&mut body)?;
    let HoverArguments { duration_ms, steps } = parse(body)?;
    let duration_ms = integer("durationMs", duration_ms, 0..=LONGEST_MS)?;
    let steps = integer("steps", steps, 1..=MOST_STEPS)?;
    let steps = steps.or(duration_ms.map(|_| USUAL_STEPS)).unwrap_or(0);
    Ok(PageAction::Hover { target, steps, duration_ms: duration_ms.unwrap_or(0) })
}

/// What a click or a hover goes to: an element, or a point of the viewport.
fn pointed_at(body: &mut Map<String, Value>) -> Result<Target, ErrorReply> {
    let coords = body.remove("coords").filter(|value| !value.is_null());
    match (take_target(body)?, coords) {
        (Some(_), Some(_)) => {
            Err(invalid("Pass either an element or coords; position is a point of an element"))
        }
        (Some(target), None) => Ok(target),
        (None, Some(coords)) => Ok(Target::Point { at: point("coords", coords)? }),
        (None, None) => Err(no_target("Pass ref (from a snapshot), selector or coords.")),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PointArguments {
    x: f64,
    y: f64,
}

/// JSON has no numbers that are not finite. Above and left of its origin nothing is shown.
fn point(name: &str, value: Value) -> Result<Point, ErrorReply> {
    // A list is refused too: which number is which is then a guess.
    let read = value.is_object().then(|| serde_json::from_value(value).ok()).flatten();
    let PointArguments { x, y } =
        read.ok_or_else(|| invalid(format!("{name} must be {{x, y}}: two numbers of CSS pixels")))?;
    if x >= 0.0 && y >= 0.0 {
        return Ok(Point { x, y });
    }
    Err(ErrorReply::new(ErrorCode::InvalidCoordinates, format!("{name} has a negative number"))
        .hint("Nothing was done. Pass CSS pixels from the top left corner.")
        .state("x", x)
        .state("y", y))
}

/// A drag names two elements: each by a selector or a ref.
pub(super) fn drag(mut body: Map<String, Value>) -> Result<PageAction, ErrorReply> {
    let first = body.remove("first").unwrap_or(false.into());
    let mut end = |selector: &str, reference: &str| {
        let named = [("selector", selector), ("ref", reference)]
            .into_iter()
            .filter_map(|(key, from)| Some((key.to_owned(), body.remove(from)?)))
            .chain([("first".to_owned(), first.clone())]);
        let hint = format!("Pass {selector} or {reference}: both ends of a drag must be named.");
        take_target(&mut named.collect())?.ok_or_else(|| no_target(&hint))
    };
    let from = end("from", "ref")?;
    let to = end("to", "toRef")?;
    body.remove("element");
    let Nothing {} = parse(body)?;
    Ok(PageAction::Drag { from, to })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// How a drag's reply names its two ends: as the request did.
pub(super) fn ends_of_drag(body: &Map<String, Value>) -> [(String, Value); 2] {
    [("from", "ref"), ("to", "toRef")].map(|(selector, reference)| {
        let text =
            |key| body.get(key).filter(|value| value.as_str().is_some_and(|it| !it.is_empty()));
        (selector.to_owned(), text(reference).or(text(selector)).cloned().unwrap_or_default())
    })
}

pub(super) fn focus(mut body: Map<String, Value>) -> Result<PageAction, ErrorReply> {
    let target = require_target(&mut body)?;
    let Nothing {} = parse(body)?;
    Ok(PageAction::Focus { target })
}

pub(super) fn blur(mut body: Map<String, Value>) -> Result<PageAction, ErrorReply> {
    let target = take_target(&mut body)?;
    let Nothing {} = parse(body)?;
    Ok(PageAction::Blur { target })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MediaArguments {
    op: Op,
    time: Option<Value>,
}

#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Op {
    Play,
    Pause,
    Seek,
    Mute,
    Unmute,
}

pub(super) fn media(mut body: Map<String, Value>) -> Result<PageAction, ErrorReply> {
    let target = require_target(&mut body)?;
    let MediaArguments { op, time } = parse(body)?;
    if op != Op::Seek && time.is_some() {
        return Err(invalid("time is for op seek"));
    }
    let op = match op {
        Op::Play => MediaOp::Play {},
        Op::Pause => MediaOp::Pause {},
        Op::Mute => MediaOp::Mute {},
        Op::Unmute => MediaOp::Unmute {},
        Op::Seek => {
            let time = time.as_ref().and_then(Value::as_f64).filter(|time| *time >= 0.0);
            let time = time.ok_or_else(|| invalid("time must be seconds from the beginning"))?;
            MediaOp::Seek { time }
        }
    };
    Ok(PageAction::Media { target, op })
}

/// The reply of a media action: playback that did not start is a failure.
pub(super) fn media_reply(done: &Done) -> Reply {
    let mut out = reply::done(done);
    let refused = done.media.as_ref().and_then(|media| Some((media.error.clone()?, media.reason?)));
    let Some((error, reason)) = refused else { return out };
    out.remove("ok");
    out.insert("error".into(), error.into());
    out.insert("reason".into(), json!(reason));
    out.insert("hint".into(), reply::not_playing_hint(reason).into());
    if let Some(media) = out.get_mut("media").and_then(Value::as_object_mut) {
        media.retain(|key, _| key != "error" && key != "reason");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    type Read = fn(Map<String, Value>) -> Result<PageAction, ErrorReply>;

    const CLICK: Read = |body| click(body, false);
    const DOUBLE_CLICK: Read = |body| click(body, true);

    fn read(read: Read, body: &Value) -> Result<PageAction, ErrorReply> {
        read(body.as_object().unwrap().clone())
    }

    #[test]
    fn arguments_out_of_range_are_refused_before_anything_is_sent() {
        const HOLD: &str = "holdMs must be an integer from 0 to 10000";
        const DURATION: &str = "durationMs must be an integer from 0 to 10000";
        const STEPS: &str = "steps must be an integer from 1 to 50";
        const SEEK: &str = "time must be seconds";
        for (action, body, text) in [
            (CLICK, json!({}), "No target"),
            (CLICK, json!({"selector": "a", "button": "side"}), "unknown variant"),
            (CLICK, json!({"selector": "a", "modifiers": ["Hyper"]}), "is not one of"),
            (DOUBLE_CLICK, json!({"selector": "a", "button": "right"}), "left button"),
            (DOUBLE_CLICK, json!({"selector": "a", "holdMs": 5}), "cannot be held"),
            (CLICK, json!({"selector": "a", "holdMs": -1}), HOLD),
            (CLICK, json!({"selector": "a", "holdMs": 10_001}), HOLD),
            (CLICK, json!({"selector": "a", "holdMs": 0.5}), HOLD),
            (CLICK, json!({"selector": "a", "holdMs": "600"}), HOLD),
            (CLICK, json!({"selector": "a", "coords": {"x": 1, "y": 1}}), "either an element"),
            (CLICK, json!({"coords": {"x": 1}}), "coords must be {x, y}"),
            (CLICK, json!({"coords": [1, 2]}), "coords must be {x, y}"),
            (CLICK, json!({"coords": {"x": "1", "y": 2}}), "coords must be {x, y}"),
            (CLICK, json!({"coords": {"x": -1, "y": 2}}), "negative"),
            (CLICK, json!({"ref": "e1", "position": {"x": 1, "y": -0.5}}), "negative"),
            (
                CLICK,
                json!({"coords": {"x": 1, "y": 2}, "position": {"x": 1, "y": 1}}),
                "a point of an element",
            ),
            (hover, json!({}), "No target"),
            (hover, json!({"ref": "e1", "durationMs": 10_001}), DURATION),
            (hover, json!({"ref": "e1", "durationMs": -1}), DURATION),
            (hover, json!({"ref": "e1", "durationMs": "400"}), DURATION),
            (hover, json!({"ref": "e1", "steps": 0}), STEPS),
            (hover, json!({"ref": "e1", "steps": 51}), STEPS),
            (hover, json!({"ref": "e1", "steps": 2.5}), STEPS),
            (hover, json!({"ref": "e1", "button": "left"}), "unknown field"),
            (drag, json!({}), "No target"),
            (drag, json!({"from": "#a"}), "No target"),
            (drag, json!({"to": "#a"}), "No target"),
            (drag, json!({"ref": "x", "toRef": "e2"}), "not a ref"),
            (drag, json!({"from": "#a", "to": "#b", "steps": 5}), "unknown field"),
            (drag, json!({"from": "#a", "to": 5}), "expected a string"),
            (focus, json!({}), "No target"),
            (focus, json!({"ref": "e1", "tag": "a"}), "unknown field"),
            (blur, json!({"selector": 5}), "expected a string"),
            (media, json!({"op": "play"}), "No target"),
            (media, json!({"ref": "e1"}), "missing field `op`"),
            (media, json!({"ref": "e1", "op": "stop"}), "unknown variant"),
            (media, json!({"ref": "e1", "op": "seek"}), SEEK),
            (media, json!({"ref": "e1", "op": "seek", "time": -1}), SEEK),
            (media, json!({"ref": "e1", "op": "seek", "time": "5"}), SEEK),
            (media, json!({"ref": "e1", "op": "play", "time": 5}), "for op seek"),
        ] {
            let error = read(action, &body).unwrap_err();
            assert!(error.error.contains(text), "{body}: {}", error.error);
        }
    }

    #[test]
    fn a_hover_moves_five_times_when_only_its_time_is_given() {
        for (body, expected) in [
            (json!({"ref": "e1"}), (0, 0)),
            (json!({"ref": "e1", "durationMs": 400}), (5, 400)),
            (json!({"ref": "e1", "steps": 7}), (7, 0)),
            (json!({"ref": "e1", "steps": 50, "durationMs": 10_000}), (50, 10_000)),
        ] {
            match read(hover, &body) {
                Ok(PageAction::Hover { steps, duration_ms, .. }) => {
                    assert_eq!((steps, duration_ms), expected, "{body}");
                }
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn both_ends_of_a_drag_are_selectors_or_refs_and_a_ref_wins() {
        let first = |target: &Target| matches!(target, Target::Selector { first: true, .. });
        let selectors = json!({"from": "#a", "to": "#b", "first": true, "element": "the card"});
        let Ok(PageAction::Drag { from, to }) = read(drag, &selectors) else { panic!() };
        assert!(first(&from) && first(&to));
        let refs = json!({"from": "#a", "ref": "e1", "to": "e2"});
        let Ok(PageAction::Drag { from, to }) = read(drag, &refs) else { panic!() };
        assert!(matches!((from, to), (Target::Ref { .. }, Target::Ref { .. })));
        let named = |body: &Value| ends_of_drag(body.as_object().unwrap()).map(|(_, end)| end);
        assert_eq!(named(&selectors), [json!("#a"), json!("#b")]);
        assert_eq!(named(&refs), [json!("e1"), json!("e2")]);
    }
}
