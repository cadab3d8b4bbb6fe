//! Screenshots: what a tab shows, one element, or the whole page. No tab is shown for it.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use kitsune_protocol::action::Action;
use kitsune_protocol::command::{Answer, Area, Capture, Command, ImageFormat};
use kitsune_protocol::{ErrorCode, ErrorReply};

use super::{Call, Reply, arguments, unexpected};
use crate::redact;

/// How long a capture may take.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CaptureArguments {
    #[serde(default)]
    format: ImageFormat,
    scale: Option<Value>,
}

/// The three screenshot routes.
pub(super) async fn run(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let mut body = call.admitted.body().clone();
    let area = match call.admitted.action() {
        Action::ElementScreenshot => {
            Area::Element { target: arguments::require_target(&mut body)? }
        }
        Action::FullPageScreenshot => Area::Page {},
        _ => Area::Viewport {},
    };
    let CaptureArguments { format, scale } = arguments::parse(body)?;
    let scale = scale.map_or(Ok(1.0), |value| read_scale(&value))?;
    let tab_id = call.tab().await?;
    let is_element = matches!(area, Area::Element { .. });
    let command = Command::Capture { tab_id, area, format, scale };
    let Capture { data_url, width, height, scale, complete, url, title } =
        match call.ask_tab(tab_id, command, PATIENCE).await? {
            Answer::Captured { capture } => capture,
            other => return Err(unexpected(&other)),
        };
    if !data_url.starts_with("data:image/") {
        return Err(ErrorReply::new(
            ErrorCode::ScreenshotFailed,
            "The browser captured no image of the tab",
        )
        .hint("The page may be too large for one image: capture an element of it.")
        .state("tabId", json!(tab_id)));
    }
    let mut out = Reply::from_iter([
        ("url".to_owned(), redact::url(&url).into()),
        ("title".to_owned(), title.into()),
        ("width".to_owned(), number(width)),
        ("height".to_owned(), number(height)),
        ("scale".to_owned(), number(scale)),
        ("dataUrl".to_owned(), data_url.into()),
    ]);
    if is_element || !complete {
        out.insert("complete".into(), complete.into());
    }
    Ok(out)
}

/// Whole numbers without a decimal point.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 1e9 { json!(value as i64) } else { json!(value) }
}

fn read_scale(value: &Value) -> Result<f64, ErrorReply> {
    value
        .as_f64()
        .filter(|scale| (1.0..=4.0).contains(scale))
        .ok_or_else(|| arguments::invalid("scale must be a number from 1 to 4"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_is_from_1_to_4() {
        assert!(read_scale(&json!(4)).is_ok());
        for value in [json!(0.5), json!(5), json!("2"), json!(null)] {
            assert!(read_scale(&value).is_err(), "{value}");
        }
    }
}
