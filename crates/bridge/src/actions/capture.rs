//! Screenshots: what a tab shows, one element, or the whole page. No tab is shown for it.
//!
//! The extension posts the image by HTTP (see [`crate::transfers`]). A GET saves it to the screenshot
//! directory, a POST answers it as a `data:` URL.

use std::time::Duration;

use axum::body::Bytes;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::{Value, json};

use kitsune_protocol::action::Action;
use kitsune_protocol::command::{Answer, Area, Capture, Command, ImageFormat};
use kitsune_protocol::route::Method;
use kitsune_protocol::{ErrorCode, ErrorReply, TabId};

use super::{Call, Reply, arguments, screenshot_file, unexpected};
use crate::redact;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CaptureArguments {
    #[serde(default)]
    format: ImageFormat,
    #[serde(default)]
    image_preview: bool,
    scale: Option<Value>,
}

/// An image and what is known of it.
struct Taken {
    capture: Capture,
    image: Bytes,
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
    let is_element = matches!(area, Area::Element { .. });
    if !is_element && body.contains_key("scale") {
        return Err(arguments::invalid("scale is only for element screenshots"));
    }
    let arguments = arguments::parse(body)?;
    let taken = take(call, area, &arguments).await?;
    match call.admitted.method() {
        Method::Get => saved(call, taken).await,
        Method::Post => Ok(answered(taken, is_element)),
    }
}

async fn take(
    call: &Call<'_>,
    area: Area,
    arguments: &CaptureArguments,
) -> Result<Taken, ErrorReply> {
    let scale = arguments.scale.as_ref().map_or(Ok(1.0), read_scale)?;
    let patience = patience(&area);
    let tab_id = call.tab().await?;
    // Without a connection the command is refused below, and its error says why.
    let origin = call.bridge.link.origin().unwrap_or_default();
    let upload = call.bridge.transfers.expect(origin)?;
    let command = Command::Capture {
        tab_id,
        area,
        format: arguments.format,
        scale,
        preview: arguments.image_preview,
        upload: upload.url(call.bridge.config.ws_port),
    };
    match call.ask_tab(tab_id, command, patience).await? {
        Answer::Captured { capture } => {
            let image = upload.received().filter(|image| !image.is_empty());
            Ok(Taken { capture, image: image.ok_or_else(|| not_received(tab_id))? })
        }
        other => Err(unexpected(&other)),
    }
}

/// How long a capture may take.
fn patience(area: &Area) -> Duration {
    Duration::from_secs(match area {
        Area::Viewport {} => 30,
        Area::Element { .. } => 20,
        Area::Page {} => 60,
    })
}

async fn saved(call: &Call<'_>, Taken { capture, image }: Taken) -> Result<Reply, ErrorReply> {
    let directory = call.bridge.config.screenshot_dir.clone();
    let path = screenshot_file::save(directory, image).await?;
    let filename = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Reply::from_iter([
        ("url".to_owned(), redact::url(&capture.url).into()),
        ("title".to_owned(), capture.title.into()),
        ("saved_to".to_owned(), path.display().to_string().into()),
        ("filename".to_owned(), filename.into()),
    ]))
}

fn answered(Taken { capture, image }: Taken, is_element: bool) -> Reply {
    let cut = cut_hint(&capture);
    let Capture { format, bounds, scale, complete, url, title, .. } = capture;
    let media_type = match format {
        ImageFormat::Png => "image/png",
        ImageFormat::Jpeg => "image/jpeg",
    };
    let mut out = Reply::from_iter([
        ("url".to_owned(), redact::url(&url).into()),
        ("title".to_owned(), title.into()),
        ("width".to_owned(), number(bounds.width)),
        ("height".to_owned(), number(bounds.height)),
        ("scale".to_owned(), number(scale)),
    ]);
    if is_element {
        let [x, y, width, height] = [bounds.x, bounds.y, bounds.width, bounds.height].map(number);
        out.insert("bounds".into(), json!({"x": x, "y": y, "width": width, "height": height}));
    }
    if is_element || !complete {
        out.insert("complete".into(), complete.into());
    }
    if !complete {
        out.insert("hint".into(), cut.into());
    }
    let data_url = format!("data:{media_type};base64,{}", STANDARD.encode(&image));
    out.insert("dataUrl".into(), data_url.into());
    out
}

/// Says how much of what was asked for is on the image.
fn cut_hint(Capture { bounds, whole_width, whole_height, .. }: &Capture) -> String {
    let [width, height, whole_width, whole_height] =
        [bounds.width, bounds.height, *whole_width, *whole_height].map(f64::round);
    format!(
        "The image shows {width}×{height} of {whole_width}×{whole_height} CSS pixels. Capture a \
         smaller element to see the rest."
    )
}

/// To three decimals, and whole numbers without a decimal point.
fn number(value: f64) -> Value {
    let value = (value * 1000.0).round() / 1000.0;
    if value.fract() == 0.0 && value.abs() < 1e9 { json!(value as i64) } else { json!(value) }
}

fn read_scale(value: &Value) -> Result<f64, ErrorReply> {
    value
        .as_f64()
        .filter(|scale| (1.0..=4.0).contains(scale))
        .ok_or_else(|| arguments::invalid("scale must be a number from 1 to 4"))
}

fn not_received(tab_id: TabId) -> ErrorReply {
    let cause = "The image did not arrive at the bridge";
    ErrorReply::new(ErrorCode::ScreenshotFailed, cause)
        .hint("Try again, or read the page with browser_snapshot.")
        .state("stage", "transfer")
        .state("tabId", json!(tab_id))
        .state("cause", cause)
}

#[cfg(test)]
mod tests {
    use kitsune_protocol::structure::Bounds;

    use super::*;

    #[test]
    fn a_scale_is_from_1_to_4() {
        assert!(read_scale(&json!(4)).is_ok());
        for value in [json!(0.5), json!(5), json!("2"), json!(null)] {
            assert!(read_scale(&value).is_err(), "{value}");
        }
    }

    #[test]
    fn an_image_that_was_cut_says_what_it_shows() {
        let capture = Capture {
            format: ImageFormat::Jpeg,
            bounds: Bounds { x: 0.0, y: 0.0, width: 1280.0, height: 8000.0 },
            scale: 0.25,
            whole_width: 1280.0,
            whole_height: 20_000.0,
            complete: false,
            url: "https://a.example/?token=abcdefgh12345678".to_owned(),
            title: "A".to_owned(),
        };
        let reply = answered(Taken { capture, image: Bytes::from_static(b"image") }, false);
        let text = Value::Object(reply).to_string();
        assert!(text.contains("1280×8000 of 1280×20000") && !text.contains("abcdefgh"), "{text}");
        assert!(text.contains(r#""scale":0.25,"complete":false"#), "{text}");
        assert!(text.contains("data:image/jpeg;base64,aW1hZ2U="), "{text}");
    }
}
