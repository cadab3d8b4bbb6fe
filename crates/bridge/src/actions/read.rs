//! `/api/snapshot`: a page as lines with refs.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use kitsune_protocol::command::{Answer, Command};
use kitsune_protocol::page::{CUT_HINT, Observation, Scope};
use kitsune_protocol::{ErrorReply, TabId, limits};

use super::{Call, PATIENCE, Reply, arguments, needs_user, reply, told, unexpected};
use crate::config::PostActionSnapshot;
use crate::redact;
use crate::render::{self, Wish};
use crate::shown;

const EMPTY_HINT: &str = "The page shows no content yet. If it should, wait for text you expect \
     with browser_wait_for (page text, not a field's placeholder or label), then take a new \
     snapshot; a loaded page can also be empty.";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SnapshotArguments {
    max_depth: Option<Value>,
    text: Option<bool>,
    #[serde(default)]
    boxes: bool,
    /// Folds runs of similar items.
    collapse: Option<bool>,
    max_chars: Option<Value>,
    #[serde(default)]
    since_observation: bool,
    /// A page that the last action's answer has shown is not repeated.
    #[serde(default)]
    skip_unchanged: bool,
}

/// Reads a page, or a part of it, or what changed since it was last read.
pub(super) async fn snapshot(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let mut body: Map<_, _> = call.admitted.body().clone();
    let root = arguments::take_target(&mut body)?;
    let SnapshotArguments {
        max_depth,
        text,
        boxes,
        collapse,
        max_chars,
        since_observation,
        skip_unchanged,
    } = arguments::parse(body)?;
    if since_observation && call.bridge.config.post_action_snapshot == PostActionSnapshot::Off {
        // What changed is told after waits, as after actions: not at all then.
        return Ok(Reply::from_iter([("ok".to_owned(), true.into())]));
    }
    let max_depth = max_depth.map(|value| depth(&value)).transpose()?.flatten();
    let limit = max_chars.map(|value| budget(&value)).transpose()?.flatten();
    let is_whole = root.is_none() && max_depth.is_none() && !boxes && !since_observation;
    let scope = Scope {
        root,
        max_depth,
        boxes,
        text: text != Some(false),
        collapse: collapse != Some(false),
        since_observation,
    };
    let tab_id = call.tab().await?;
    let observation =
        match call.ask_tab(tab_id, Command::Observe { tab_id, scope }, PATIENCE).await? {
            Answer::Observed { observation } => observation,
            other => return Err(unexpected(&other)),
        };
    if observation.delta {
        return Ok(delta(&observation));
    }
    let limit = limit.or((text == Some(true)).then_some(limits::CORE_SNAPSHOT));
    let mut out = page(&observation, text, limit);
    if skip_unchanged && is_whole {
        leave_out_unchanged(call, tab_id, &mut out);
    }
    out.insert("tabId".into(), json!(tab_id));
    Ok(out)
}

/// Says in one line that the last action's answer has shown this page.
fn leave_out_unchanged(call: &Call<'_>, tab_id: TabId, out: &mut Reply) {
    let Some(tool) = call.bridge.shown.take(tab_id, &call.shown_to(), out) else { return };
    let text = out.get("snapshot").and_then(Value::as_str).unwrap_or_default();
    let line = shown::unchanged_line(tool, text);
    out.insert("snapshot".into(), line.into());
    out.insert("unchanged_since".into(), tool.into());
}

fn delta(observation: &Observation) -> Reply {
    let mut out = Reply::new();
    out.insert("ok".into(), true.into());
    reply::add_delta(&mut out, observation, false);
    out
}

fn page(observation: &Observation, text: Option<bool>, limit: Option<usize>) -> Reply {
    let readable = text != Some(false);
    let rendered = render::render(observation, Wish { text: readable, limit });
    let is_empty = rendered.text.is_empty() && !rendered.truncated;
    let mut out = Reply::from_iter([
        ("snapshot".to_owned(), rendered.text.into()),
        ("url".to_owned(), redact::url(&observation.url).into()),
        ("title".to_owned(), observation.title.clone().into()),
    ]);
    if readable {
        out.insert("readyState".into(), observation.ready_state.clone().into());
        if is_empty {
            out.insert("empty".into(), true.into());
            out.insert("hint".into(), EMPTY_HINT.into());
        }
    }
    if rendered.truncated {
        out.insert("truncated".into(), true.into());
        out.insert("hint".into(), CUT_HINT.into());
    }
    told::add_frames_left_out(&mut out, observation.frames_left_out);
    needs_user::add(&mut out, observation.person_needed.as_ref());
    reply::add_visibility(&mut out, observation.hidden);
    out
}

/// A DOM depth: a whole number from 0.
fn depth(value: &Value) -> Result<Option<u32>, ErrorReply> {
    match value {
        Value::Null => Ok(None),
        _ => arguments::whole(value)
            .map(Some)
            .ok_or_else(|| arguments::invalid("maxDepth must be a whole number from 0")),
    }
}

/// No answer is longer: a larger budget is as good as none, and sums with it stay numbers.
const MOST_CHARACTERS: f64 = u32::MAX as f64;

/// A number of characters: finite and not negative; zero is valid.
fn budget(value: &Value) -> Result<Option<usize>, ErrorReply> {
    match value {
        Value::Null => Ok(None),
        _ => value
            .as_f64()
            .filter(|number| number.is_finite() && *number >= 0.0)
            .map(|number| Some(number.min(MOST_CHARACTERS) as usize))
            .ok_or_else(|| arguments::invalid("maxChars must be a finite number from 0")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_and_depths_out_of_range_are_refused() {
        assert_eq!(budget(&json!(0)).unwrap(), Some(0));
        assert_eq!(budget(&json!(12.5)).unwrap(), Some(12));
        assert_eq!(budget(&json!(1e300)).unwrap(), Some(u32::MAX as usize));
        assert_eq!(depth(&json!(2.0)).unwrap(), Some(2));
        for value in [json!(-1), json!("9"), json!(true)] {
            assert!(budget(&value).is_err(), "{value}");
            assert!(depth(&value).is_err(), "{value}");
        }
        assert!(depth(&json!(0.5)).is_err());
    }
}
