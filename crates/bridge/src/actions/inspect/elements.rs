//! `/api/bounds`, `/api/computed-style`, `/api/explain-selector`, `/api/full-page-metrics`: where
//! things are, how they look, and what a selector matches.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use kitsune_protocol::inspect::{Finding, PageMetrics, Question, Sample};
use kitsune_protocol::structure::Bounds;
use kitsune_protocol::{ErrorReply, limits};

use super::{addresses, ask, mismatch};
use crate::actions::told::{number, reference};
use crate::actions::{Call, Reply, arguments};

/// What most questions about a style are about.
const PROPERTIES: [&str; 28] = [
    "display",
    "visibility",
    "opacity",
    "position",
    "z-index",
    "top",
    "left",
    "width",
    "height",
    "margin",
    "padding",
    "border",
    "box-sizing",
    "overflow",
    "color",
    "background-color",
    "font-family",
    "font-size",
    "font-weight",
    "line-height",
    "text-align",
    "text-decoration",
    "text-transform",
    "white-space",
    "cursor",
    "pointer-events",
    "transform",
    "filter",
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoArguments {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StyleArguments {
    properties: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExplainArguments {
    selector: String,
}

/// Where an element is.
pub(crate) async fn bounds(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let mut body = call.admitted.body().clone();
    let target = arguments::require_target(&mut body)?;
    let NoArguments {} = arguments::parse(body)?;
    match ask(call, Question::Bounds { target }).await? {
        Finding::Bounds { bounds, metrics } => Ok(place(bounds, metrics)),
        other => Err(mismatch(other)),
    }
}

fn place(bounds: Bounds, metrics: PageMetrics) -> Reply {
    let Bounds { x, y, width, height } = bounds;
    let PageMetrics { viewport, page, .. } = metrics;
    // A line has no area, and is in view all the same.
    let overlaps = |start: f64, length: f64, whole: f64| {
        start < whole && if length > 0.0 { start + length > 0.0 } else { start >= 0.0 }
    };
    let in_view = overlaps(x, width, viewport.width) && overlaps(y, height, viewport.height);
    Reply::from_iter([
        ("x".to_owned(), number(x)),
        ("y".to_owned(), number(y)),
        ("width".to_owned(), number(width)),
        ("height".to_owned(), number(height)),
        ("viewport".to_owned(), size(viewport.width, viewport.height)),
        ("page".to_owned(), size(page.width, page.height)),
        ("inView".to_owned(), in_view.into()),
    ])
}

fn size(width: f64, height: f64) -> Value {
    json!({"width": number(width), "height": number(height)})
}

/// How an element is styled.
pub(crate) async fn style(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let mut body = call.admitted.body().clone();
    let target = arguments::require_target(&mut body)?;
    let StyleArguments { properties } = arguments::parse(body)?;
    let properties = properties
        .filter(|properties| !properties.is_empty())
        .unwrap_or_else(|| PROPERTIES.map(str::to_owned).into());
    if properties.len() > limits::STYLE_PROPERTIES {
        let text = format!("properties must be at most {}", limits::STYLE_PROPERTIES);
        return Err(arguments::invalid(text));
    }
    match ask(call, Question::Style { target, properties }).await? {
        Finding::Style { computed } => {
            let mut computed = Value::Object(computed);
            addresses::json(&mut computed);
            Ok(Reply::from_iter([("computed".to_owned(), computed)]))
        }
        other => Err(mismatch(other)),
    }
}

/// What a selector matches.
pub(crate) async fn explain(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let ExplainArguments { selector } = arguments::parse(call.admitted.body().clone())?;
    if selector.trim().is_empty() {
        return Err(arguments::invalid("selector must name something to look for"));
    }
    match ask(call, Question::Explain { selector }).await? {
        Finding::Matches { total, samples, suggestions } => {
            let samples: Vec<_> = samples.iter().map(sample).collect();
            Ok(Reply::from_iter([
                ("count".to_owned(), total.into()),
                ("samples".to_owned(), samples.into()),
                ("suggestions".to_owned(), json!(suggestions)),
            ]))
        }
        other => Err(mismatch(other)),
    }
}

fn sample(sample: &Sample) -> Value {
    let mut out = Map::from_iter([
        ("ref".to_owned(), reference(sample.number)),
        ("tag".to_owned(), sample.tag.clone().into()),
        ("text".to_owned(), sample.text.clone().into()),
    ]);
    if !sample.visible {
        out.insert("hidden".into(), true.into());
    }
    out.into()
}

/// Sizes of the page.
pub(crate) async fn metrics(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let NoArguments {} = arguments::parse(call.admitted.body().clone())?;
    match ask(call, Question::Metrics {}).await? {
        Finding::Metrics { metrics } => Ok(sizes(metrics)),
        other => Err(mismatch(other)),
    }
}

fn sizes(metrics: PageMetrics) -> Reply {
    let PageMetrics { viewport, page, scroll_x, scroll_y, device_pixel_ratio } = metrics;
    Reply::from_iter([
        ("viewportWidth".to_owned(), number(viewport.width)),
        ("viewportHeight".to_owned(), number(viewport.height)),
        ("docWidth".to_owned(), number(page.width)),
        ("docHeight".to_owned(), number(page.height)),
        ("scrollX".to_owned(), number(scroll_x)),
        ("scrollY".to_owned(), number(scroll_y)),
        ("devicePixelRatio".to_owned(), number(device_pixel_ratio)),
    ])
}

#[cfg(test)]
mod tests {
    use kitsune_protocol::inspect::Size;

    use super::*;

    fn in_view(x: f64, y: f64, width: f64, height: f64) -> bool {
        let metrics = PageMetrics {
            viewport: Size { width: 100.0, height: 50.0 },
            page: Size { width: 100.0, height: 900.0 },
            scroll_x: 0.0,
            scroll_y: 0.0,
            device_pixel_ratio: 1.0,
        };
        place(Bounds { x, y, width, height }, metrics)["inView"] == true
    }

    #[test]
    fn what_overlaps_the_viewport_is_in_view() {
        assert!(in_view(10.0, 10.0, 5.0, 5.0));
        assert!(in_view(-4.0, -4.0, 5.0, 5.0));
        assert!(in_view(-1e9, -1e9, 2e9, 2e9));
        assert!(in_view(0.0, 0.0, 0.0, 5.0));
        assert!(!in_view(0.0, 50.0, 5.0, 5.0));
        assert!(!in_view(-5.0, 0.0, 5.0, 5.0));
    }
}
