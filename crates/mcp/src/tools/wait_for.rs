//! `browser_wait_for`: wait for a time, or for text to go or to come.

use std::time::Duration;

use kitsune_protocol::limits::CORE_SNAPSHOT;
use kitsune_protocol::{Action, Group};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::answer::{Object, ToolResult, is_failure};
use crate::body::Body;
use crate::call::Call;
use crate::tool::Tool;

/// Longest time that is slept, in seconds.
const LONGEST: f64 = 30.0;
/// How long a text wait lasts, in milliseconds.
const TEXT_MS: u64 = 10_000;
/// How long the bridge may take with a text wait.
const TEXT_LIMIT: Duration = Duration::from_secs(25);

pub(super) struct WaitFor;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Args {
    /// Seconds to wait, at most 30.
    time: Option<f64>,
    /// Page text to wait for.
    text: Option<String>,
    /// Page text to wait for the end of.
    text_gone: Option<String>,
    #[schemars(skip)]
    new_only: Option<bool>,
}

impl Tool for WaitFor {
    const NAME: &'static str = "browser_wait_for";
    const TITLE: &'static str = "Wait";
    const ABOUT: &'static str =
        "Wait for a time, or for text to appear or disappear, and return what changed meanwhile.";
    const GROUP: Group = Group::Core;
    const ACTION: Option<Action> = Some(Action::WaitForText);
    type Args = Args;

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let given = |text: Option<String>| text.filter(|text| !text.is_empty());
        let (text, text_gone) = (given(args.text), given(args.text_gone));
        if args.time.is_none() && text.is_none() && text_gone.is_none() {
            return Err(call.invalid("pass time, text or textGone"));
        }
        let mut done = Object::from_iter([("ok".to_owned(), true.into())]);
        if let Some(time) = args.time {
            if !time.is_finite() || time < 0.0 {
                return Err(call.invalid("time: must be a number of seconds from 0"));
            }
            let slept = time.min(LONGEST);
            tokio::time::sleep(Duration::from_secs_f64(slept)).await;
            done.insert("slept".to_owned(), json!(slept));
        }
        for (key, text) in [("text_gone", text_gone), ("text", text)] {
            let Some(text) = text else { continue };
            let body = Body::new()
                .with(key, text)
                .with("timeout", TEXT_MS)
                .with_some("new_only", args.new_only.filter(|_| key == "text"));
            let mut met = call.post_for("/api/wait-for-text", body, TEXT_LIMIT).await?;
            if is_failure(&met) {
                return Ok(met.into());
            }
            done.append(&mut met);
        }
        add_changes(call, &mut done).await;
        Ok(done.into())
    }
}

/// Adds what changed since the page was last read. The wait itself is over, so a page that
/// cannot be read adds nothing.
async fn add_changes(call: &Call<'_>, done: &mut Object) {
    let body = Body::new().with("sinceObservation", true).with("maxChars", CORE_SNAPSHOT);
    let Ok(changes) = call.post("/api/snapshot", body).await else {
        return;
    };
    if is_failure(&changes) {
        return;
    }
    for (key, value) in changes {
        if key != "tabId" {
            done.entry(key).or_insert(value);
        }
    }
}
