//! What `meta` and `link` elements and JSON-LD say, as JSON.
//!
//! A name that a page gives once has a text, a name that it repeats a list of texts.

use serde_json::{Map, Value};

use kitsune_protocol::limits;
use kitsune_protocol::page_data::{LinkEntry, MetaEntry};

use crate::actions::Reply;
use crate::redact;

/// `/api/meta`.
pub(super) fn meta(url: &str, title: String, entries: &[MetaEntry], links: &[LinkEntry]) -> Reply {
    let mut out = Reply::from_iter([
        ("title".to_owned(), title.into()),
        ("url".to_owned(), redact::url(url).into()),
    ]);
    let canonical = links.iter().find(|link| has_word(&link.rel, "canonical"));
    if let Some(canonical) = canonical {
        out.insert("canonical".into(), redact::url(&canonical.href).into());
    }
    let entries = entries.iter().map(|entry| (entry.name.as_str(), entry.content.as_str()));
    out.insert("meta".into(), by_name(entries).into());
    out.insert("links".into(), links.iter().map(link).collect());
    out
}

/// `/api/structured-data`.
pub(super) fn structured(blocks: &[String], entries: &[MetaEntry]) -> Reply {
    let parsed: Vec<_> = blocks.iter().filter_map(|block| json_ld(block)).collect();
    let unreadable = blocks.len() - parsed.len();
    let starting = |start: &'static str| {
        let said = entries.iter().filter_map(move |entry| {
            let name = entry.name.get(..start.len())?;
            let is_one = name.eq_ignore_ascii_case(start);
            is_one.then(|| (&entry.name[start.len()..], entry.content.as_str()))
        });
        Value::from(by_name(said))
    };
    let mut out = Reply::from_iter([
        ("jsonld".to_owned(), parsed.into()),
        ("openGraph".to_owned(), starting("og:")),
        ("twitter".to_owned(), starting("twitter:")),
    ]);
    if unreadable > 0 {
        out.insert("unreadable".into(), unreadable.into());
    }
    out
}

fn json_ld(block: &str) -> Option<Value> {
    let mut value = serde_json::from_str(block.trim()).ok()?;
    redact::value(&mut value);
    Some(value)
}

fn by_name<'a>(said: impl Iterator<Item = (&'a str, &'a str)>) -> Map<String, Value> {
    let mut out = Map::new();
    for (name, content) in said {
        let content = Value::from(cut(redact::text(content)));
        match out.get_mut(name) {
            None => {
                out.insert(name.to_owned(), content);
            }
            Some(Value::Array(contents)) => contents.push(content),
            Some(first) => *first = Value::Array(vec![first.take(), content]),
        }
    }
    out
}

/// Cut only now: a part of a credential in an address might not look like one.
fn cut(text: String) -> String {
    match text.char_indices().nth(limits::META_VALUE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

fn link(link: &LinkEntry) -> Value {
    let mut out = Map::from_iter([
        ("rel".to_owned(), link.rel.clone().into()),
        ("href".to_owned(), redact::url(&link.href).into()),
    ]);
    for (key, text) in [("type", &link.kind), ("hreflang", &link.hreflang), ("title", &link.title)]
    {
        if !text.is_empty() {
            out.insert(key.into(), text.clone().into());
        }
    }
    out.into()
}

fn has_word(words: &str, word: &str) -> bool {
    words.split_ascii_whitespace().any(|each| each.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn entry(name: &str, content: &str) -> MetaEntry {
        MetaEntry { name: name.to_owned(), content: content.to_owned() }
    }

    #[test]
    fn a_repeated_name_has_a_list_and_addresses_are_redacted() {
        let entries = [
            entry("og:image", "https://a.example/1?token=x"),
            entry("og:image", "https://a.example/2"),
            entry("OG:title", "Bread"),
            entry("twitter:card", "summary"),
            entry("refresh", "5; url=https://ada:pw@a.example/"),
        ];
        let reply = Value::Object(structured(&[], &entries));
        let images = json!(["https://a.example/1?token=[redacted]", "https://a.example/2"]);
        assert_eq!(reply["openGraph"], json!({"image": images, "title": "Bread"}));
        assert_eq!(reply["twitter"], json!({"card": "summary"}));
        let reply = Value::Object(meta("https://a.example/", "T".to_owned(), &entries, &[]));
        assert_eq!(reply["meta"]["refresh"], "5; url=https://a.example/");
        assert!(reply.get("canonical").is_none());
    }

    #[test]
    fn json_ld_that_cannot_be_read_is_counted() {
        let blocks = [
            r#" {"@type": "Event", "url": "https://a.example/?access_token=x", "n": [1, "a b"]} "#,
            "{oops",
        ];
        let reply = Value::Object(structured(&blocks.map(str::to_owned), &[]));
        let event = json!({"@type": "Event", "url": "https://a.example/?access_token=[redacted]",
            "n": [1, "a b"]});
        assert_eq!(reply["jsonld"], json!([event]));
        assert_eq!(reply["unreadable"], 1);
    }

    #[test]
    fn a_long_content_is_cut_after_its_address_is_redacted() {
        let long = format!("https://a.example/?x={}", "aB1".repeat(4000));
        let out = by_name([("a", long.as_str()), ("b", &*"ä".repeat(2000))].into_iter());
        assert_eq!(out["a"], "https://a.example/?x=[redacted]");
        assert_eq!(out["b"].as_str().unwrap().chars().count(), 1001);
    }
}
