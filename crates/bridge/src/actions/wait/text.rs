//! `/api/wait-for-text`: until the page's text holds a text, no longer holds one, or both.
//!
//! Contract: *POST /api/wait-for-text*. Names of fields are not page text; when a text that did not
//! come is one, the answer says of which element.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use kitsune_protocol::ErrorReply;
use kitsune_protocol::command::NameMatch;
use kitsune_protocol::condition::{Condition, PageCondition, Seen};

use super::{Wait, timeout};
use crate::actions::{Call, Reply, arguments};

/// Time between two looks.
const POLL: Duration = Duration::from_millis(100);
/// Elements that a failed wait names.
const MOST_NAMES: usize = 3;

const PRESENT_HINT: &str = "The text was on the page before the wait began. If it should come \
     anew, wait for new text only, or for other text.";
const NAMES_HINT: &str = "The text is the name of a visible element, not page text: act on its \
     ref, or wait for text that the page shows.";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    text: Option<String>,
    text_gone: Option<String>,
    timeout: Option<Value>,
    #[serde(default)]
    new_only: bool,
}

/// Waits for text to appear, to go, or both.
pub(in crate::actions) async fn for_text(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let Arguments { text, text_gone, timeout: time, new_only } =
        arguments::parse(call.admitted.body().clone())?;
    let given = |text: Option<String>| text.filter(|text| !text.is_empty());
    let (text, text_gone) = (given(text), given(text_gone));
    if text.is_none() && text_gone.is_none() {
        return Err(arguments::invalid("Pass text or text_gone: what to wait for"));
    }
    let page = PageCondition::Text { text: text.clone(), text_gone: text_gone.clone(), new_only };
    let wait = Wait {
        timeout: timeout(time.as_ref())?,
        poll: POLL,
        tab_id: call.tab().await?,
        condition: Condition::Page { page },
    };
    let ended = wait.run(call).await?;
    let mut out = ended.facts();
    if ended.met && ended.looks == 1 && text.is_some() {
        out.insert("already_present".into(), true.into());
        out.insert("hint".into(), PRESENT_HINT.into());
    }
    for (key, text) in [("text", text), ("text_gone", text_gone)] {
        if let Some(text) = text {
            out.insert(key.into(), text.into());
        }
    }
    ended.add_unmet(&mut out)?;
    if let Some(Seen::Text { names, .. }) = &ended.seen {
        add_names(&mut out, names);
    }
    Ok(out)
}

fn add_names(out: &mut Reply, names: &[NameMatch]) {
    if names.is_empty() {
        return;
    }
    let shown: Vec<_> = names.iter().take(MOST_NAMES).map(name_match).collect();
    out.insert("matched_as".into(), "accessible_name".into());
    out.insert("name_matches".into(), shown.into());
    out.insert("hint".into(), NAMES_HINT.into());
}

fn name_match(found: &NameMatch) -> Value {
    json!({
        "ref": found.number.to_string(),
        "role": found.role,
        "name": found.name,
        "source": found.source,
    })
}
