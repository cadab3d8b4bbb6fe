//! The page-data reads: facts of a page, its text, and lists of what it refers to (*Page Data*).
//!
//! The content script has cut its lists to the limits. Here addresses are redacted, also those in
//! what `meta` elements and JSON-LD say, and the page's text is kept for a few seconds.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use kitsune_protocol::command::{Answer, Command};
use kitsune_protocol::page_data::{DataRead, FrameEntry, PageData, PageImage, PageLink};
use kitsune_protocol::{ErrorCode, ErrorReply, TabId, limits};

use super::{Call, PATIENCE, Reply, arguments, dialogs, needs_user, unexpected};
use crate::redact;

mod metadata;

/// How long the bridge waits for a list.
const LIST_PATIENCE: Duration = Duration::from_millis(limits::DATA_MS);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoArguments {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TextArguments {
    selector: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct LinksArguments {
    #[serde(default)]
    internal_only: bool,
}

/// `/api/page-info`: facts of the page, never kept.
pub(super) async fn info(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    without_arguments(call)?;
    let tab_id = call.tab().await?;
    let PageData::Info { info } = ask(call, tab_id, DataRead::Info {}, PATIENCE).await? else {
        return Err(other_data());
    };
    let mut out = Reply::from_iter([
        ("url".to_owned(), redact::url(&info.url).into()),
        ("title".to_owned(), info.title.into()),
        ("readyState".to_owned(), info.ready_state.into()),
        ("lang".to_owned(), info.lang.into()),
        ("width".to_owned(), whole(info.width)),
        ("height".to_owned(), whole(info.height)),
        ("forms".to_owned(), info.forms.into()),
        ("links".to_owned(), info.links.into()),
        ("images".to_owned(), info.images.into()),
        ("scrollX".to_owned(), whole(info.scroll_x)),
        ("scrollY".to_owned(), whole(info.scroll_y)),
        ("tabId".to_owned(), json!(tab_id)),
    ]);
    needs_user::add(&mut out, info.person_needed.as_ref());
    dialogs::add_history(&mut out, &info.dialogs.unwrap_or_default());
    Ok(out)
}

/// `/api/page-text`: the rendered text, perhaps as it was some seconds ago.
pub(super) async fn text(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let TextArguments { selector } = arguments::parse(call.admitted.body().clone())?;
    let selector = selector.filter(|selector| !selector.trim().is_empty());
    let tab_id = call.tab().await?;
    let cache = &call.bridge.cache;
    let began = cache.moment(call.bridge.link.peer().map(|peer| peer.generation));
    if let Some(mut reply) = cache.get(tab_id, selector.as_deref(), began) {
        is_open(call, tab_id).await?;
        reply.insert("_cached".into(), true.into());
        return Ok(reply);
    }
    let reply = fresh_text(call, tab_id, selector.clone()).await?;
    if !reply.contains_key("empty") {
        cache.keep(tab_id, selector, began, &reply);
    }
    Ok(reply)
}

/// Fails when the tab is closed. To mark a moment is the least that can be asked of a tab; no other
/// command needs to wait for it.
async fn is_open(call: &Call<'_>, tab_id: TabId) -> Result<(), ErrorReply> {
    let mark = Command::Mark { tab_id, look: None, look_ms: 0 };
    call.ask(None, mark, PATIENCE).await.map(|_| ())
}

/// `/api/page-text-by-tab-id`: the text of a tab that must be named, as it is now.
pub(super) async fn text_of_tab(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    without_arguments(call)?;
    let tab_id = call.admitted.tab_id().ok_or_else(|| {
        ErrorReply::new(ErrorCode::InvalidTabId, "No tabId")
            .hint("Pass the id of a tab from the tab list. Nothing was sent.")
    })?;
    fresh_text(call, tab_id, None).await
}

async fn fresh_text(
    call: &Call<'_>,
    tab_id: TabId,
    selector: Option<String>,
) -> Result<Reply, ErrorReply> {
    match ask(call, tab_id, DataRead::Text { selector }, PATIENCE).await {
        Ok(PageData::Text { text, length }) => Ok(text_reply(text, length)),
        Ok(_) => Err(other_data()),
        Err(error) => no_document(&error).ok_or(error),
    }
}

fn text_reply(text: String, length: u32) -> Reply {
    let listed = text.encode_utf16().count();
    let mut out = Reply::from_iter([("text".to_owned(), text.into())]);
    if listed < length as usize {
        out.insert("truncated".into(), true.into());
        out.insert("fullLength".into(), length.into());
        let hint = "This is the beginning. Find what you need with browser_find, or read a part \
            of the page with browser_snapshot and a ref.";
        out.insert("hint".into(), hint.into());
    }
    out
}

/// An error response without a document has no text: an answer, unlike for the other reads.
fn no_document(error: &ErrorReply) -> Option<Reply> {
    let state = error.state.as_ref().filter(|_| error.code == Some(ErrorCode::ErrorPage))?;
    state.get("httpStatus")?.as_u64().filter(|status| *status >= 400)?;
    let mut out =
        Reply::from_iter([("text".to_owned(), "".into()), ("empty".to_owned(), true.into())]);
    for key in ["httpStatus", "tabId", "url", "title"] {
        out.insert(key.into(), state.get(key)?.clone());
    }
    Some(out)
}

/// `/api/links`.
pub(super) async fn links(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let LinksArguments { internal_only } = arguments::parse(call.admitted.body().clone())?;
    match list(call, DataRead::Links { internal_only }).await? {
        PageData::Links { links, total } => Ok(listed("links", links.iter().map(link), total)),
        _ => Err(other_data()),
    }
}

fn link(link: &PageLink) -> Value {
    json!({"href": redact::url(&link.href), "text": link.text})
}

/// `/api/images`.
pub(super) async fn images(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    without_arguments(call)?;
    match list(call, DataRead::Images {}).await? {
        PageData::Images { images, total } => Ok(listed("images", images.iter().map(image), total)),
        _ => Err(other_data()),
    }
}

fn image(image: &PageImage) -> Value {
    json!({
        "src": redact::url(&image.src),
        "alt": image.alt,
        "naturalWidth": image.natural_width,
        "naturalHeight": image.natural_height,
    })
}

/// `/api/iframes`.
pub(super) async fn frames(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    without_arguments(call)?;
    match list(call, DataRead::Frames {}).await? {
        PageData::Frames { frames, total } => {
            Ok(listed("iframes", frames.iter().map(frame), total))
        }
        _ => Err(other_data()),
    }
}

fn frame(frame: &FrameEntry) -> Value {
    let mut out = Map::from_iter([("src".to_owned(), redact::url(&frame.src).into())]);
    for (key, text) in [("name", &frame.name), ("title", &frame.title)] {
        if !text.is_empty() {
            out.insert(key.into(), text.clone().into());
        }
    }
    out.insert("sameOrigin".into(), frame.same_origin.into());
    out.insert("accessible".into(), frame.accessible.into());
    out.into()
}

/// `/api/meta`.
pub(super) async fn meta(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    without_arguments(call)?;
    match list(call, DataRead::Meta {}).await? {
        PageData::Meta { url, title, entries, links, truncated } => {
            let mut out = metadata::meta(&url, title, &entries, &links);
            mark_cut(&mut out, truncated);
            Ok(out)
        }
        _ => Err(other_data()),
    }
}

/// `/api/structured-data`.
pub(super) async fn structured(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    without_arguments(call)?;
    match list(call, DataRead::Structured {}).await? {
        PageData::Structured { blocks, entries, truncated } => {
            let mut out = metadata::structured(&blocks, &entries);
            mark_cut(&mut out, truncated);
            Ok(out)
        }
        _ => Err(other_data()),
    }
}

pub(super) fn without_arguments(call: &Call<'_>) -> Result<(), ErrorReply> {
    arguments::parse(call.admitted.body().clone()).map(|NoArguments {}| ())
}

async fn list(call: &Call<'_>, read: DataRead) -> Result<PageData, ErrorReply> {
    let tab_id = call.tab().await?;
    ask(call, tab_id, read, LIST_PATIENCE).await
}

pub(super) async fn ask(
    call: &Call<'_>,
    tab_id: TabId,
    read: DataRead,
    patience: Duration,
) -> Result<PageData, ErrorReply> {
    match call.ask_tab(tab_id, Command::ReadData { tab_id, read }, patience).await? {
        Answer::Data { data } => Ok(data),
        other => Err(unexpected(&other)),
    }
}

/// The extension read something else than was asked: it is of another version.
pub(super) fn other_data() -> ErrorReply {
    ErrorReply::new(
        ErrorCode::ExtensionVersionMismatch,
        "The extension read something else than was asked",
    )
    .hint("Install the extension of the bridge's version and reload open tabs.")
}

/// A list with how many there are, and whether some were left out.
fn listed(key: &str, items: impl Iterator<Item = Value>, total: u32) -> Reply {
    let items: Vec<_> = items.collect();
    let count = items.len();
    let mut out =
        Reply::from_iter([("count".to_owned(), total.into()), (key.to_owned(), items.into())]);
    if count < total as usize {
        out.insert("truncated".into(), true.into());
        let hint = format!(
            "The first {count} of {total} are listed. Read a part of the page with \
             browser_snapshot and a ref, or search it with browser_find."
        );
        out.insert("hint".into(), hint.into());
    }
    out
}

fn mark_cut(out: &mut Reply, truncated: bool) {
    if truncated {
        out.insert("truncated".into(), true.into());
        let hint = "The page says more than is listed here; what is left out was too long.";
        out.insert("hint".into(), hint.into());
    }
}

/// A length in whole CSS pixels.
fn whole(number: f64) -> Value {
    (number.round() as i64).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_error_response_without_a_document_has_an_empty_text() {
        let error = |status: u64| {
            ErrorReply::new(ErrorCode::ErrorPage, "no document")
                .state("tabId", 3)
                .state("url", "https://a.example/")
                .state("title", "")
                .state("httpStatus", status)
        };
        let expected = json!({"text": "", "empty": true, "httpStatus": 404, "tabId": 3,
            "url": "https://a.example/", "title": ""});
        assert_eq!(Value::Object(no_document(&error(404)).unwrap()), expected);
        assert!(no_document(&error(200)).is_none());
        let unreached = ErrorReply::new(ErrorCode::ErrorPage, "not reached").state("tabId", 3);
        assert!(no_document(&unreached).is_none());
    }

    #[test]
    fn a_cut_list_and_a_cut_text_say_how_much_there_is() {
        let reply = listed("links", [json!(1)].into_iter(), 9);
        assert_eq!((&reply["count"], &reply["truncated"]), (&json!(9), &json!(true)));
        assert!(reply["hint"].as_str().unwrap().contains("first 1 of 9"));
        assert!(!listed("links", [json!(1)].into_iter(), 1).contains_key("truncated"));
        let cut = text_reply("ab".to_owned(), 5);
        assert_eq!((&cut["truncated"], &cut["fullLength"]), (&json!(true), &json!(5)));
        assert_eq!(
            Value::Object(text_reply("a\u{1f98a}".to_owned(), 3)),
            json!({"text": "a\u{1f98a}"})
        );
    }

    #[test]
    fn addresses_are_redacted_wherever_they_stand() {
        let secret = "https://ada:pw@a.example/?token=abc";
        let clean = "https://a.example/?token=[redacted]";
        let text = "Go".to_owned();
        assert_eq!(link(&PageLink { href: secret.to_owned(), text })["href"], clean);
        let shown = image(&PageImage {
            src: secret.to_owned(),
            alt: String::new(),
            natural_width: 0,
            natural_height: 0,
        });
        let expected = json!({"src": clean, "alt": "", "naturalWidth": 0, "naturalHeight": 0});
        assert_eq!(shown, expected);
        let inner = frame(&FrameEntry {
            src: secret.to_owned(),
            name: String::new(),
            title: "T".to_owned(),
            same_origin: false,
            accessible: false,
        });
        let expected =
            json!({"src": clean, "title": "T", "sameOrigin": false, "accessible": false});
        assert_eq!(inner, expected);
    }
}
