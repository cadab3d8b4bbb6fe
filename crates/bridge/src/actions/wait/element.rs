//! `/api/wait-for-element`: until an element is shown.

use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

use kitsune_protocol::ErrorReply;
use kitsune_protocol::condition::{Condition, PageCondition, Seen};

use super::{Wait, timeout};
use crate::actions::{Call, Reply, arguments};

const POLL: Duration = Duration::from_millis(100);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Arguments {
    timeout: Option<Value>,
    poll_interval: Option<Value>,
}

/// Waits for an element to be shown: the one of a ref, or any that a selector matches.
pub(in crate::actions) async fn for_element(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let mut body = call.admitted.body().clone();
    let selector = body.get("selector").cloned();
    let target = arguments::require_target(&mut body)?;
    let Arguments { timeout: time, poll_interval } = arguments::parse(body)?;
    let wait = Wait {
        timeout: timeout(time.as_ref())?,
        poll: arguments::milliseconds("pollInterval", poll_interval.as_ref(), POLL)?,
        tab_id: call.tab().await?,
        condition: Condition::Page { page: PageCondition::Shown { target } },
    };
    let ended = wait.run(call).await?;
    let mut out = ended.facts();
    out.insert("found".into(), ended.met.into());
    if let Some(Seen::Element { number: Some(number), .. }) = &ended.seen {
        out.insert("ref".into(), number.to_string().into());
    }
    if let Some(selector) = selector.filter(Value::is_string) {
        out.insert("selector".into(), selector);
    }
    ended.add_unmet(&mut out)?;
    Ok(out)
}
