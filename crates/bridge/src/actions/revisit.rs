//! Forward in a tab's history, reload, and the size of a tab's window: done at once, without an
//! observation.

use std::ops::RangeInclusive;

use serde::Deserialize;
use serde_json::json;

use kitsune_protocol::ErrorReply;
use kitsune_protocol::command::{Answer, Command};

use super::{Call, PATIENCE, Reply, arguments, leaving, unexpected};

const NO_LOAD_FORWARD: &str = "Nothing began to load: there may be no later page in the history.";
const NO_LOAD_AGAIN: &str =
    "The reload has not begun yet: the page may ask the person whether to leave.";

/// `/api/forward`.
pub(super) async fn forward(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let Nothing {} = arguments::parse(call.admitted.body().clone())?;
    let tab_id = call.tab().await?;
    let answer = call.ask_tab(tab_id, Command::GoForward { tab_id }, PATIENCE).await?;
    let mut out = started(answer, NO_LOAD_FORWARD)?;
    out.insert("tabId".into(), json!(tab_id));
    Ok(out)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ReloadArguments {
    #[serde(default)]
    bypass_cache: bool,
}

/// `/api/reload-tab`.
pub(super) async fn reload(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let ReloadArguments { bypass_cache } = arguments::parse(call.admitted.body().clone())?;
    let tab_id = call.tab().await?;
    let command = Command::Reload { tab_id, bypass_cache };
    started(call.ask_tab(tab_id, command, PATIENCE).await?, NO_LOAD_AGAIN)
}

/// The reply of a command that only starts a load.
fn started(answer: Answer, doubt: &str) -> Result<Reply, ErrorReply> {
    let Answer::Started { begun, left } = answer else { return Err(unexpected(&answer)) };
    let mut out = Reply::from_iter([("ok".to_owned(), true.into())]);
    if !begun {
        out.insert("note".into(), doubt.into());
    }
    leaving::add(&mut out, left);
    Ok(out)
}

/// Firefox lays out a tab anew only when it is shown.
const BEHIND: &str = "The tab is in the background: its page has the new size once it is shown.";
/// Sides of a window, in CSS pixels.
const SIDES: RangeInclusive<u32> = 1..=32_767;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ResizeArguments {
    width: f64,
    height: f64,
}

/// `/api/resize-window`: the size with the window's frame. Says which it has then, when the
/// browser or the desktop has chosen another one.
pub(super) async fn resize(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let ResizeArguments { width, height } = arguments::parse(call.admitted.body().clone())?;
    let (width, height) = (side("width", width)?, side("height", height)?);
    let tab_id = call.tab().await?;
    let command = Command::ResizeWindow { tab_id, width, height };
    let answer = call.ask_tab(tab_id, command, PATIENCE).await?;
    let Answer::Resized { width: wide, height: high, shown } = answer else {
        return Err(unexpected(&answer));
    };
    let mut notes = Vec::new();
    if (wide, high) != (width, height) {
        notes.push(format!("The window is {wide} by {high} now, not {width} by {height}."));
    }
    if !shown {
        notes.push(BEHIND.to_owned());
    }
    let mut out = Reply::from_iter([("ok".to_owned(), true.into())]);
    if !notes.is_empty() {
        out.insert("note".into(), notes.join(" ").into());
    }
    Ok(out)
}

fn side(name: &str, length: f64) -> Result<u32, ErrorReply> {
    let whole = length.round();
    let (least, most) = (SIDES.start(), SIDES.end());
    if whole >= f64::from(*least) && whole <= f64::from(*most) {
        // In range, so nothing is lost.
        return Ok(whole as u32);
    }
    Err(arguments::invalid(format!("{name} must be a number from {least} to {most}")))
}
