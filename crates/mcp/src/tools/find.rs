//! `browser_find`: the lines of the page that have a text.

use std::sync::Arc;

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
use crate::tools::load_more::{LoadMore, Next};

const NOTHING_HINT: &str = "No line has it. Try a shorter text or a /pattern/i. If the page loads \
    more of a list when it is scrolled, pass load_more: true; what it shows only after a click is \
    not there yet.";
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
    /// Scrolls a list that loads more at its end until it matches.
    #[schemars(skip)]
    load_more: Option<bool>,
}

impl Tool for Find {
    const NAME: &'static str = "browser_find";
    const TITLE: &'static str = "Find on page";
    const ABOUT: &'static str = "Find lines of the page's snapshot, with refs to act on. Reads the \
        whole page, items that a snapshot leaves out too; cheaper than a snapshot. Lines with > match.";
    const GROUP: Group = Group::Core;
    const ACTION: Option<Action> = Some(Action::Snapshot);
    /// The scrolls of `load_more` may be held.
    const APPROVABLE: bool = true;
    type Args = Args;

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let search = Search {
            query: Arc::new(query(call, args.text, args.regex)?),
            is_inline: args.filename.is_none(),
        };
        if args.load_more != Some(true) {
            let page = match read(call).await? {
                Ok(page) => page,
                Err(failure) => return Ok(failure.into()),
            };
            let found = search.through(&page).await?;
            return told(call, args.filename, found, &page, None).await;
        }
        let mut more = LoadMore::begin(call).await?;
        let searched = search.loading(call, &mut more).await;
        more.put_back().await;
        match searched? {
            Ok((found, page)) => told(call, args.filename, found, &page, Some(&more)).await,
            Err(failure) => Ok(failure.into()),
        }
    }
}

/// A whole page, every item of its lists included.
pub(super) struct Page {
    /// Its lines.
    pub(super) snapshot: Arc<str>,
    /// What else is known of it.
    facts: Object,
}

/// Reads the page; a refusal of the bridge is an answer as it is.
pub(super) async fn read(call: &Call<'_>) -> Result<Result<Page, Object>, ErrorReply> {
    let mut facts = call.post("/api/snapshot", Body::new().with("collapse", false)).await?;
    if is_failure(&facts) {
        return Ok(Err(facts));
    }
    let snapshot = match facts.shift_remove("snapshot") {
        Some(Value::String(text)) => text.into(),
        _ => "".into(),
    };
    Ok(Ok(Page { snapshot, facts }))
}

/// What to search for.
struct Search {
    query: Arc<Query>,
    /// For an answer; else for a file.
    is_inline: bool,
}

impl Search {
    /// Searches where a long page holds up nobody.
    async fn through(&self, page: &Page) -> Result<Found, ErrorReply> {
        let (snapshot, query, is_inline) =
            (page.snapshot.clone(), self.query.clone(), self.is_inline);
        let search = move || match is_inline {
            true => inline(&snapshot, &query, FIND),
            false => whole(&snapshot, &query),
        };
        match tokio::task::spawn_blocking(search).await {
            Ok(found) => found.map_err(too_slow),
            Err(ended) => Err(ErrorReply::unclassified(format!("the search ended: {ended}"))),
        }
    }

    /// Searches, and loads more until something matches.
    async fn loading(
        &self,
        call: &Call<'_>,
        more: &mut LoadMore<'_, '_>,
    ) -> Result<Result<(Found, Page), Object>, ErrorReply> {
        let mut page = match read(call).await? {
            Ok(page) => page,
            Err(failure) => return Ok(Err(failure)),
        };
        loop {
            let found = self.through(&page).await?;
            if found.count > 0 {
                return Ok(Ok((found, page)));
            }
            match more.next(&page).await? {
                Next::Page(next) => page = next,
                Next::End => return Ok(Ok((found, page))),
                Next::Failed(failure) => return Ok(Err(failure)),
            }
        }
    }
}

fn too_slow(slow: TooSlow) -> ErrorReply {
    ErrorReply::new(ErrorCode::InvalidArgument, format!("regex: {slow}")).hint(SLOW_HINT)
}

/// The answer: what was found, or where it was saved.
async fn told(
    call: &Call<'_>,
    filename: Option<String>,
    found: Found,
    page: &Page,
    more: Option<&LoadMore<'_, '_>>,
) -> ToolResult {
    let mut out = match &filename {
        None => listed(&found, &page.facts),
        Some(_) => Object::from_iter([("count".to_owned(), found.count.into())]),
    };
    if let Some(more) = more {
        out.insert("scrolls".to_owned(), more.scrolls().into());
    }
    let hint = hints(&found, filename.is_none(), page, more).join(" ");
    if !hint.is_empty() {
        out.insert("hint".to_owned(), hint.into());
    }
    let Some(filename) = filename else { return Ok(out.into()) };
    let content = json!({"count": found.count, "blocks": found.blocks});
    let path = files::save(call, &filename, format!("{content:#}\n").into_bytes()).await?;
    Ok(files::saved(&path, out).into())
}

/// What to do about the answer, and what the bridge says of the page: that it is empty, or that not all
/// of its frames were read.
fn hints<'a>(
    found: &Found,
    is_inline: bool,
    page: &'a Page,
    more: Option<&LoadMore<'_, '_>>,
) -> Vec<&'a str> {
    let mut hints = Vec::new();
    match more {
        _ if found.shown.is_some() => hints.push(CUT_HINT),
        Some(more) if found.count == 0 => hints.push(more.hint()),
        None if found.count == 0 && is_inline => hints.push(NOTHING_HINT),
        _ => (),
    }
    hints.extend(page.facts.get("hint").and_then(Value::as_str));
    hints
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

/// The inline answer.
fn listed(found: &Found, page: &Object) -> Object {
    let mut out = Object::from_iter([
        ("count".to_owned(), found.count.into()),
        ("blocks".to_owned(), json!(found.blocks)),
    ]);
    if let Some(shown) = found.shown {
        out.insert("truncated".to_owned(), true.into());
        out.insert("shown".to_owned(), shown.into());
    }
    if let Some(empty) = page.get("empty") {
        out.insert("empty".to_owned(), empty.clone());
    }
    out
}
