//! `/api/html`, `/api/markdown`, `/api/readability`: one safe serialization of the page, as it is
//! or made into something shorter.

use serde::Deserialize;
use serde_json::{Map, Value};

use kitsune_protocol::inspect::{Finding, Question};
use kitsune_protocol::page::Target;
use kitsune_protocol::{ErrorCode, ErrorReply, limits};

use super::{PATIENCE, addresses, ask, mismatch, reading};
use crate::actions::{Call, Reply, arguments};
use crate::redact;

const HTML_HINT: &str = "Pass the selector or ref of a smaller part to read all of it.";
const MARKDOWN_HINT: &str = "Pass the selector or ref of a part to read the rest of it.";
const EMPTY_HINT: &str = "Nothing there is rendered as text.";
const NO_ARTICLE_HINT: &str = "No article was found in the page. Read it with browser_markdown.";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoArguments {}

/// HTML of one element.
pub(crate) async fn html(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let mut body = call.admitted.body().clone();
    let root = arguments::require_target(&mut body)?;
    let NoArguments {} = arguments::parse(body)?;
    let page = page(call, Some(root), false).await?;
    Ok(reply("html", &page.html, limits::HTML_BYTES, page.truncated, HTML_HINT))
}

/// The page, or a part of it, as Markdown.
pub(crate) async fn markdown(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let mut body = call.admitted.body().clone();
    let root = arguments::take_target(&mut body)?;
    let NoArguments {} = arguments::parse(body)?;
    let Page { html, truncated, .. } = page(call, root, true).await?;
    let text = made(move || reading::markdown(&html)).await?;
    let mut out = reply("markdown", &text, limits::MARKDOWN_BYTES, truncated, MARKDOWN_HINT);
    if text.is_empty() {
        out.insert("hint".into(), EMPTY_HINT.into());
    }
    Ok(out)
}

/// The article of a page.
pub(crate) async fn readability(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let NoArguments {} = arguments::parse(call.admitted.body().clone())?;
    let Page { html, truncated, url, title } = page(call, None, true).await?;
    let Some(article) = made(move || reading::article(&html, &url)).await? else {
        let mut out = Map::from_iter([("title".to_owned(), Value::from(title))]);
        out.insert("textContent".into(), "".into());
        out.insert("hint".into(), NO_ARTICLE_HINT.into());
        return Ok(out);
    };
    let mut out = Map::from_iter([("title".to_owned(), Value::from(article.title))]);
    let facts = [
        ("byline", article.byline),
        ("publishedTime", article.published_time),
        ("siteName", article.site_name),
        ("excerpt", article.excerpt),
    ];
    for (key, fact) in facts {
        if let Some(fact) = fact.filter(|fact| !fact.trim().is_empty()) {
            out.insert(key.into(), redact::url(fact.trim()).into());
        }
    }
    let text = &article.text;
    out.extend(reply("textContent", text, limits::MARKDOWN_BYTES, truncated, MARKDOWN_HINT));
    Ok(out)
}

struct Page {
    html: String,
    truncated: bool,
    url: String,
    title: String,
}

async fn page(call: &Call<'_>, root: Option<Target>, reading: bool) -> Result<Page, ErrorReply> {
    match ask(call, Question::Markup { root, reading }).await? {
        Finding::Markup { html, truncated, url, title } => {
            Ok(Page { html: addresses::html(&html), truncated, url, title })
        }
        other => Err(mismatch(other)),
    }
}

/// Runs what takes long for a large page where it holds up nobody.
async fn made<T: Send + 'static>(
    make: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ErrorReply> {
    let making = tokio::task::spawn_blocking(make);
    match tokio::time::timeout(PATIENCE, making).await {
        Ok(Ok(made)) => Ok(made),
        Ok(Err(_)) | Err(_) => {
            Err(ErrorReply::new(ErrorCode::Timeout, "The page could not be made into text in time")
                .hint("Pass the selector or ref of a smaller part, or take a snapshot."))
        }
    }
}

/// A text with its length in characters; cut to `bytes`.
fn reply(key: &str, text: &str, bytes: usize, truncated: bool, hint: &str) -> Reply {
    let kept = &text[..text.floor_char_boundary(bytes)];
    let mut out = Reply::from_iter([
        (key.to_owned(), kept.into()),
        ("length".to_owned(), text.chars().count().into()),
    ]);
    if truncated || kept.len() < text.len() {
        out.insert("truncated".into(), true.into());
        out.insert("hint".into(), hint.into());
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_text_that_is_too_long_is_cut_between_letters_and_says_so() {
        let cut = Value::Object(reply("html", "aéé", 2, false, "smaller"));
        assert_eq!(cut, json!({"html": "a", "length": 3, "truncated": true, "hint": "smaller"}));
        let whole = Value::Object(reply("html", "aéé", 5, false, "smaller"));
        assert_eq!(whole, json!({"html": "aéé", "length": 3}));
    }
}
