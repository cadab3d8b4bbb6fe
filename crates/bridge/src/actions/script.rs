//! `/api/js`: the agent's JavaScript in the page's own world (developer build).

use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

use kitsune_protocol::ErrorReply;
use kitsune_protocol::command::{Answer, Command};

use super::{Call, Reply, arguments, unexpected};

/// How long a script's promise may take.
const PATIENCE: Duration = Duration::from_secs(30);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScriptArguments {
    code: String,
}

/// Runs a function, with the element when one is named, or an expression.
pub(super) async fn run(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let mut body = call.admitted.body().clone();
    let target = arguments::take_target(&mut body)?;
    let ScriptArguments { code } = arguments::parse(body)?;
    if code.trim().is_empty() {
        return Err(arguments::invalid("code must hold an expression or a function"));
    }
    let tab_id = call.tab().await?;
    let timeout_ms = u64::try_from(PATIENCE.as_millis()).unwrap_or(u64::MAX);
    let command = Command::Evaluate { tab_id, code, target, timeout_ms };
    match call.ask_tab(tab_id, command, PATIENCE + Duration::from_secs(5)).await? {
        Answer::Evaluated { json, truncated } => Ok(reply(json, truncated)),
        other => Err(unexpected(&other)),
    }
}

/// What a script gave, as a reply has it.
pub(super) fn reply(json: Option<String>, truncated: bool) -> Reply {
    let mut out = Reply::new();
    let result = match json {
        Some(text) => serde_json::from_str(&text).unwrap_or(Value::String(text)),
        None => Value::Null,
    };
    out.insert("result".into(), result);
    if truncated {
        out.insert("truncated".into(), true.into());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_json_and_nothing_is_null() {
        assert_eq!(reply(Some("{\"a\":1}".into()), false)["result"]["a"], 1);
        assert_eq!(reply(None, false)["result"], Value::Null);
        assert_eq!(reply(Some("\"ab\"".into()), true)["result"], "ab");
    }
}
