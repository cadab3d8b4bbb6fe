//! `/api/scroll`: the page, or something in it (*Interaction*).
//!
//! The content script scrolls and says where it has come to; this file reads the arguments and
//! writes that part of the reply.

use serde::Deserialize;
use serde_json::{Map, Value};

use kitsune_protocol::ErrorReply;
use kitsune_protocol::page::{PageAction, ScrollDirection, Scrolled};

use super::Reply;
use super::arguments::{invalid, parse, take_target};
use super::told::number;

/// How far a scroll goes that names no amount, in CSS pixels.
const AMOUNT: f64 = 500.0;
/// Farther than any page reaches.
const LARGEST_AMOUNT: f64 = 1e7;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ScrollArguments {
    direction: Option<ScrollDirection>,
    amount: Option<Value>,
    load_more: Option<bool>,
}

/// Reads the arguments.
pub(super) fn read(mut body: Map<String, Value>) -> Result<PageAction, ErrorReply> {
    let target = take_target(&mut body)?;
    let ScrollArguments { direction, amount, load_more } = parse(body)?;
    Ok(PageAction::Scroll {
        target,
        direction: direction.unwrap_or_default(),
        amount: amount.map_or(Ok(AMOUNT), |amount| length(&amount))?,
        load_more: load_more.unwrap_or_default(),
    })
}

fn length(amount: &Value) -> Result<f64, ErrorReply> {
    amount.as_f64().filter(|amount| (0.0..=LARGEST_AMOUNT).contains(amount)).ok_or_else(|| {
        invalid("amount must be a number of CSS pixels from 0 to 10000000; direction says where to")
    })
}

/// Says where a scroll has come to.
pub(super) fn add(out: &mut Reply, scrolled: &Scrolled) {
    let Scrolled { target, by, x, y, max_x, max_y, at_end } = scrolled;
    let by = number(*by);
    out.extend([
        ("target".to_owned(), target.clone().into()),
        ("scrolled_by".to_owned(), by.clone()),
        ("scrolledPx".to_owned(), by),
        ("scrollX".to_owned(), number(*x)),
        ("scrollY".to_owned(), number(*y)),
    ]);
    for (key, most) in [("scrollMaxX", max_x), ("scrollMaxY", max_y)] {
        if *most != 0.0 {
            out.insert(key.to_owned(), number(*most));
        }
    }
    out.insert("at_end".into(), (*at_end).into());
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn asked(body: Value) -> Result<PageAction, ErrorReply> {
        read(body.as_object().unwrap().clone())
    }

    #[test]
    fn a_scroll_goes_down_by_500_pixels_unless_told_otherwise() {
        let expected = PageAction::Scroll {
            target: None,
            direction: ScrollDirection::Down,
            amount: 500.0,
            load_more: false,
        };
        assert_eq!(asked(json!({})).unwrap(), expected);
        assert_eq!(asked(json!({"element": "the list", "amount": null})).unwrap(), expected);
    }

    #[test]
    fn what_cannot_be_scrolled_by_is_refused() {
        for (body, part) in [
            (json!({"direction": "sideways"}), "unknown variant"),
            (json!({"direction": 1}), "expected string"),
            (json!({"amount": -1}), "amount must be"),
            (json!({"amount": "500"}), "amount must be"),
            (json!({"amount": 1e9}), "amount must be"),
            (json!({"loadMore": "yes"}), "boolean"),
            (json!({"by": 5}), "unknown field"),
        ] {
            let error = asked(body.clone()).unwrap_err();
            assert!(error.error.contains(part), "{body}: {}", error.error);
        }
    }

    #[test]
    fn a_reply_names_position_and_end_and_nothing_that_tells_nothing() {
        let mut out = Reply::new();
        let scrolled = Scrolled {
            target: "window".to_owned(),
            by: 480.5,
            x: 0.0,
            y: 480.5,
            max_x: 0.0,
            max_y: 900.0,
            at_end: false,
        };
        add(&mut out, &scrolled);
        let expected = json!({"target": "window", "scrolled_by": 480.5, "scrolledPx": 480.5,
            "scrollX": 0, "scrollY": 480.5, "scrollMaxY": 900, "at_end": false});
        assert_eq!(Value::Object(out), expected);
    }
}
