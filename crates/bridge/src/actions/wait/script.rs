//! `/api/wait-for-result`: until the agent's JavaScript gives something (developer build).

use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

use kitsune_protocol::ErrorReply;
use kitsune_protocol::condition::{Condition, Seen};

use super::{Wait, millis};
use crate::actions::{Call, Reply, arguments, script};

const POLL: Duration = Duration::from_millis(500);
const DEFAULT: Duration = Duration::from_secs(15);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Arguments {
    code: String,
    timeout: Option<Value>,
    poll_interval: Option<Value>,
}

/// Runs an expression again and again; `null`, nothing and an empty text are no result yet.
pub(in crate::actions) async fn for_result(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let Arguments { code, timeout, poll_interval } =
        arguments::parse(call.admitted.body().clone())?;
    if code.trim().is_empty() {
        return Err(arguments::invalid("code must hold an expression or a function"));
    }
    let timeout = arguments::milliseconds("timeout", timeout.as_ref(), DEFAULT)?;
    let wait = Wait {
        timeout,
        poll: arguments::milliseconds("pollInterval", poll_interval.as_ref(), POLL)?,
        tab_id: call.tab().await?,
        condition: Condition::Result { code },
    };
    let ended = wait.run(call).await?;
    let mut out = ended.facts();
    out.insert("polls".into(), ended.looks.into());
    if let Some(Seen::Result { json, truncated }) = &ended.seen {
        out.append(&mut script::reply(json.clone(), *truncated));
    }
    match &ended.error {
        // What the script threw to the end; another failure is told as such.
        Some(error) if error.code.is_none() => {
            let text = format!("No result within {}ms: {}", millis(timeout), error.error);
            out.insert("error".into(), text.into());
        }
        _ => ended.add_unmet(&mut out)?,
    }
    Ok(out)
}
