//! `/api/wait-for-url`, `-title` and `-network-idle`: what the browser knows of a tab.

use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

use kitsune_protocol::ErrorReply;
use kitsune_protocol::condition::{Condition, Seen};

use super::{Wait, timeout};
use crate::actions::{Call, Reply, arguments};
use crate::redact;

/// Events of the tab are looked at at once; this is for those that the browser does not tell.
const POLL: Duration = Duration::from_millis(100);
/// How long nothing is to be requested when the request says no time.
const IDLE: Duration = Duration::from_millis(500);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PatternArguments {
    pattern: String,
    timeout: Option<Value>,
}

/// Waits until the tab's address matches a JavaScript regular expression.
pub(in crate::actions) async fn for_url(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    for_pattern(call, |pattern| Condition::Url { pattern }, "url").await
}

/// Waits until the tab's title matches a JavaScript regular expression.
pub(in crate::actions) async fn for_title(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    for_pattern(call, |pattern| Condition::Title { pattern }, "title").await
}

async fn for_pattern(
    call: &Call<'_>,
    condition: fn(String) -> Condition,
    part: &str,
) -> Result<Reply, ErrorReply> {
    let PatternArguments { pattern, timeout: time } =
        arguments::parse(call.admitted.body().clone())?;
    let wait = Wait {
        timeout: timeout(time.as_ref())?,
        poll: POLL,
        tab_id: call.tab().await?,
        condition: condition(pattern),
    };
    let ended = wait.run(call).await?;
    let mut out = ended.facts();
    if let Some(Seen::Tab { url, title, .. }) = &ended.seen {
        let text = if part == "url" { redact::url(url) } else { title.clone() };
        out.insert(part.to_owned(), text.into());
    }
    ended.add_unmet(&mut out)?;
    Ok(out)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct IdleArguments {
    idle_ms: Option<Value>,
    timeout: Option<Value>,
}

/// Waits until the tab's page has requested nothing for a while.
pub(in crate::actions) async fn for_network_idle(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let IdleArguments { idle_ms, timeout: time } = arguments::parse(call.admitted.body().clone())?;
    let idle = arguments::milliseconds("idleMs", idle_ms.as_ref(), IDLE)?;
    let wait = Wait {
        timeout: timeout(time.as_ref())?,
        poll: POLL,
        tab_id: call.tab().await?,
        condition: Condition::NetworkIdle { idle_ms: super::millis(idle) },
    };
    let ended = wait.run(call).await?;
    let mut out = ended.facts();
    // What runs for long, such as a stream, is not waited for; the answer says that it is there.
    if let Some(Seen::Network { running: running @ 1.. }) = ended.seen {
        out.insert("pending".into(), running.into());
    }
    ended.add_unmet(&mut out)?;
    Ok(out)
}
