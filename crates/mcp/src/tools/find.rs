//! `browser_find`: the lines of the page that have a text.

use kitsune_protocol::limits::FIND;
use kitsune_protocol::{Action, ErrorCode, ErrorReply, Group};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answer::{Object, ToolResult, is_failure};
use crate::body::Body;
use crate::call::Call;
use crate::files;
use crate::find::{Found, Query, TooSlow, inline, whole};
use crate::tool::Tool;

const NOTHING_HINT: &str = "No line has it. Try a shorter text or a /pattern/i; what the page \
    shows only after a scroll, a click or more loading is not there yet.";
const CUT_HINT: &str = "More lines match than are listed. Narrow the query, read one part with \
    browser_snapshot and a ref as target, or pass filename to save all matches.";
const SLOW_HINT: &str = "Nothing was done. Search for a text, or write the pattern without \
    repeats inside repeats, back references and look-around.";

pub(super) struct Find;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// Text to find, in any case. Either this or regex.
    text: Option<String>,
    /// JavaScript pattern to find in a line: bare, or /pattern/flags with flags i, m, s.
    regex: Option<String>,
    /// File to save all matches to instead of returning them.
    filename: Option<String>,
}

impl Tool for Find {
    const NAME: &'static str = "browser_find";
    const TITLE: &'static str = "Find on page";
    const ABOUT: &'static str = "Find lines of the page's snapshot, with refs to act on. Reads the \
        whole page, items that a snapshot leaves out too; cheaper than a snapshot. Lines with > match.";
    const GROUP: Group = Group::Core;
    const ACTION: Option<Action> = Some(Action::Snapshot);
    type Args = Args;

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let query = query(call, args.text, args.regex)?;
        let mut page = call.post("/api/snapshot", Body::new().with("collapse", false)).await?;
        if is_failure(&page) {
            return Ok(page.into());
        }
        let snapshot = match page.shift_remove("snapshot") {
            Some(Value::String(text)) => text,
            _ => String::new(),
        };
        let Some(filename) = args.filename else {
            let found = search(move || inline(&snapshot, &query, FIND)).await?;
            return Ok(listed(found, &page).into());
        };
        let found = search(move || whole(&snapshot, &query)).await?;
        let content = json!({"count": found.count, "blocks": found.blocks});
        let path = files::save(call, &filename, format!("{content:#}\n").into_bytes()).await?;
        let facts = Object::from_iter([("count".to_owned(), found.count.into())]);
        Ok(files::saved(&path, facts).into())
    }
}

fn query(
    call: &Call<'_>,
    text: Option<String>,
    regex: Option<String>,
) -> Result<Query, ErrorReply> {
    let given = |value: Option<String>| value.filter(|value| !value.is_empty());
    match (given(text), given(regex)) {
        (Some(text), None) => Ok(Query::text(&text)),
        (None, Some(regex)) => {
            Query::regex(&regex).map_err(|error| call.invalid(format!("regex: {error}")))
        }
        _ => Err(call.invalid("pass either text or regex")),
    }
}

/// Searches where a long page holds up nobody.
async fn search(
    search: impl FnOnce() -> Result<Found, TooSlow> + Send + 'static,
) -> Result<Found, ErrorReply> {
    match tokio::task::spawn_blocking(search).await {
        Ok(Ok(found)) => Ok(found),
        Ok(Err(slow)) => {
            Err(ErrorReply::new(ErrorCode::InvalidArgument, format!("regex: {slow}"))
                .hint(SLOW_HINT))
        }
        Err(ended) => Err(ErrorReply::unclassified(format!("the search ended: {ended}"))),
    }
}

/// The inline answer.
fn listed(found: Found, page: &Object) -> Object {
    let mut out = Object::from_iter([
        ("count".to_owned(), found.count.into()),
        ("blocks".to_owned(), json!(found.blocks)),
    ]);
    if let Some(shown) = found.shown {
        out.insert("truncated".to_owned(), true.into());
        out.insert("shown".to_owned(), shown.into());
        out.insert("hint".to_owned(), CUT_HINT.into());
    } else if page.get("empty") == Some(&Value::Bool(true)) {
        // The page's own hint says what to do about a page without content.
        let kept = ["empty", "hint"].into_iter();
        out.extend(kept.filter_map(|key| Some((key.to_owned(), page.get(key)?.clone()))));
    } else if found.count == 0 {
        out.insert("hint".to_owned(), NOTHING_HINT.into());
    }
    out
}
