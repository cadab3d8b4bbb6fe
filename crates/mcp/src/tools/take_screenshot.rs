//! `browser_take_screenshot`: an image of the tab, of one element, or of the whole page.

use std::path::Path;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use kitsune_protocol::{Action, ErrorCode, ErrorReply, Group};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::answer::{Answer, Object, ToolResult, is_failure};
use crate::body::Body;
use crate::call::Call;
use crate::files;
use crate::tool::Tool;

/// How long a capture may take; a whole page takes longest.
const CAPTURE: Duration = Duration::from_secs(120);
const DEVICE_NOTE: &str = "One pixel per CSS pixel: scale=device is not available.";

pub(super) struct TakeScreenshot;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Args {
    /// What the element is, in words for people.
    element: Option<String>,
    /// Only this element: a ref such as e12, or a selector.
    target: Option<String>,
    /// Image format; by default that of filename, else png.
    #[serde(rename = "type")]
    format: Option<Format>,
    /// File to save the image to instead of returning it.
    filename: Option<String>,
    /// The whole page; not together with target.
    full_page: Option<bool>,
    /// css: one pixel per CSS pixel. device: one per pixel of the screen.
    #[schemars(required, extend("default" = "css"))]
    scale: Option<Scale>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Format {
    Png,
    Jpeg,
    Webp,
}

#[derive(Clone, Copy, Deserialize, JsonSchema, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Scale {
    Css,
    Device,
}

impl Tool for TakeScreenshot {
    const NAME: &'static str = "browser_take_screenshot";
    const TITLE: &'static str = "Take screenshot";
    const ABOUT: &'static str =
        "Take an image of the page or an element. To act on the page, use browser_snapshot.";
    const GROUP: Group = Group::Core;
    const ACTION: Option<Action> = Some(Action::Screenshot);
    type Args = Args;

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let format = format_name(args.format, args.filename.as_deref())?;
        let mut body = Body::new().with("format", format);
        if args.filename.is_none() {
            body = body.with("imagePreview", true);
        }
        let (path, body) = match (args.target, args.full_page) {
            (Some(_), Some(true)) => {
                return Err(call.invalid("fullPage: cannot be used together with target"));
            }
            (Some(target), _) => {
                let body = body.with_target(&target, args.element);
                ("/api/element-screenshot", body)
            }
            (None, Some(true)) => ("/api/full-page-screenshot", body),
            (None, _) => ("/api/screenshot", body),
        };
        let mut reply = call.post_for(path, body, CAPTURE).await?;
        if is_failure(&reply) {
            return Ok(reply.into());
        }
        if args.filename.is_none()
            && let Some(hint) = smaller(&reply)
        {
            reply.insert("hint".to_owned(), hint.into());
        }
        if args.scale == Some(Scale::Device) {
            reply.insert("note".to_owned(), DEVICE_NOTE.into());
        }
        finish(call, reply, args.filename).await
    }
}

async fn finish(call: &Call<'_>, mut facts: Object, filename: Option<String>) -> ToolResult {
    let image = facts.shift_remove("dataUrl");
    let (media_type, data) =
        image.as_ref().and_then(Value::as_str).and_then(split).ok_or_else(no_image)?;
    let Some(filename) = filename else {
        return Ok(Answer::Image {
            data: data.to_owned(),
            media_type: media_type.to_owned(),
            facts,
        });
    };
    let bytes = STANDARD.decode(data).map_err(|_| no_image())?;
    let path = files::save(call, &filename, bytes).await?;
    Ok(files::saved(&path, facts).into())
}

/// Says how an inline image differs from the whole one, which may be too large for a client.
fn smaller(facts: &Object) -> Option<String> {
    let scale = facts.get("scale").and_then(Value::as_f64).filter(|scale| *scale < 1.0);
    let is_cut = facts.get("complete") == Some(&Value::Bool(false));
    let rest = "Pass filename to save the whole image, or target for one element.";
    match scale {
        Some(scale) if is_cut => Some(format!("Drawn at {scale} of its size, and cut. {rest}")),
        Some(scale) => Some(format!("Drawn at {scale} of its size. {rest}")),
        None => None,
    }
}

fn format_name(asked: Option<Format>, filename: Option<&str>) -> Result<&'static str, ErrorReply> {
    match asked.or_else(|| by_suffix(filename?)).unwrap_or(Format::Png) {
        Format::Png => Ok("png"),
        Format::Jpeg => Ok("jpeg"),
        Format::Webp => {
            Err(ErrorReply::new(ErrorCode::NotSupported, "The browser cannot capture webp images")
                .hint("Nothing was captured. Use type png or jpeg."))
        }
    }
}

fn by_suffix(filename: &str) -> Option<Format> {
    let suffix = Path::new(filename).extension()?.to_str()?;
    match suffix.to_ascii_lowercase().as_str() {
        "png" => Some(Format::Png),
        "jpg" | "jpeg" => Some(Format::Jpeg),
        "webp" => Some(Format::Webp),
        _ => None,
    }
}

/// Media type and base64 text of a `data:` URL.
fn split(url: &str) -> Option<(&str, &str)> {
    url.strip_prefix("data:")?.split_once(";base64,")
}

fn no_image() -> ErrorReply {
    ErrorReply::new(ErrorCode::ScreenshotFailed, "The bridge answered without an image")
        .hint("Try again, or read the page with browser_snapshot.")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_format_is_what_was_asked_for_else_what_the_file_is_called() {
        let name = |asked, filename| format_name(asked, filename).ok();
        assert_eq!(name(None, None), Some("png"));
        assert_eq!(name(None, Some("a.JPG")), Some("jpeg"));
        assert_eq!(name(None, Some("a.txt")), Some("png"));
        assert_eq!(name(Some(Format::Png), Some("a.jpeg")), Some("png"));
        assert_eq!(name(None, Some("a.webp")), None);
        assert_eq!(name(Some(Format::Webp), Some("a.png")), None);
    }

    #[test]
    fn a_smaller_image_says_so() {
        let hint = |facts: Value| smaller(facts.as_object().unwrap());
        assert_eq!(hint(json!({"scale": 1, "complete": true})), None);
        assert!(hint(json!({"scale": 0.5})).unwrap().starts_with("Drawn at 0.5 of its size. Pass"));
        assert!(hint(json!({"scale": 0.25, "complete": false})).unwrap().contains("and cut"));
    }

    #[test]
    fn an_image_is_a_media_type_and_base64() {
        assert_eq!(split("data:image/png;base64,AAAA"), Some(("image/png", "AAAA")));
        assert_eq!(split("https://a.example/a.png"), None);
    }
}
