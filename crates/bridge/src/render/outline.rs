//! From records to lines: `- role "name" [ref=e5] [state=value]`, and the `/url` rules.
//!
//! Contract: *browser_snapshot*. A link has no `/url` line when the sibling right before it
//! leads to the same place, or, as the first below its parent, when it leads to the page.

use kitsune_protocol::Ref;
use url::Url;

use super::record::Record;
use crate::redact;

/// A line and what a cut needs to know of it.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The text, without a line break.
    pub(super) text: String,
    /// Nesting, from 0.
    pub(super) depth: usize,
    /// DOM depth of the innermost element that holds this line and the one before.
    pub(super) level: u32,
    /// What it stands for.
    pub(super) kind: Kind,
    /// The element's ref.
    pub(super) reference: Option<Ref>,
    /// Whether it is the acted-on element's.
    pub(super) target: bool,
}

/// What a line stands for, as far as a cut cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The page's main landmark.
    Main,
    /// Another landmark, which may wait until the rest of the page is listed.
    Aside,
    /// A link.
    Link,
    /// Where the link right above leads.
    Url,
    /// Anything else.
    Other,
}

impl Kind {
    fn of(role: &str) -> Self {
        match role {
            "main" => Self::Main,
            "navigation" | "banner" | "contentinfo" => Self::Aside,
            "link" => Self::Link,
            _ => Self::Other,
        }
    }
}

/// Whether links repeat where they lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Urls {
    /// Each link says it.
    Each,
    /// A link that leads where the one before does says nothing.
    Once,
}

/// What stands right before a line below the same parent.
#[derive(Clone, Copy)]
enum Before<'a> {
    Nothing,
    Link(&'a str),
    Other,
}

/// The lines of a page at `page_url`, with or without its readable text.
pub(super) fn lines(
    records: &[Record<'_>],
    page_url: &str,
    with_text: bool,
    urls: Urls,
) -> Vec<Line> {
    let page = Url::parse(page_url).ok();
    let mut lines = Vec::with_capacity(records.len());
    // One entry a depth: the latest line there below the current parent.
    let mut before: Vec<Before<'_>> = Vec::new();
    let mut level = u32::MAX;
    for record in records {
        // A line that is left out leaves its border to the next one.
        level = level.min(record.level);
        if record.role == "text" && !with_text {
            continue;
        }
        before.resize(record.depth + 1, Before::Nothing);
        let previous = before[record.depth];
        lines.push(Line {
            text: line(record),
            depth: record.depth,
            level,
            kind: Kind::of(record.role),
            reference: record.reference,
            target: record.target,
        });
        level = u32::MAX;
        before[record.depth] = match record.url {
            "" => Before::Other,
            url => {
                let must = record.target || urls == Urls::Each;
                if must || !is_told_already(url, previous, page_url) {
                    lines.push(url_line(record, url, page.as_ref().filter(|_| !record.in_frame)));
                }
                Before::Link(url)
            }
        };
    }
    lines
}

fn is_told_already(url: &str, previous: Before<'_>, page_url: &str) -> bool {
    match previous {
        Before::Link(other) => other == url,
        Before::Nothing => url == page_url,
        Before::Other => false,
    }
}

fn url_line(record: &Record<'_>, url: &str, page: Option<&Url>) -> Line {
    let shown = shown_url(url, page);
    let indent = "  ".repeat(record.depth + 1);
    url_child(record.depth, format!("{indent}- /url: {}", quoted(&shown)))
}

fn url_child(link_depth: usize, text: String) -> Line {
    Line {
        text,
        depth: link_depth + 1,
        // Never parted from its link.
        level: u32::MAX,
        kind: Kind::Url,
        reference: None,
        target: false,
    }
}

/// The same line where its URL does not fit.
pub(super) fn shortened(line: &Line) -> Line {
    match line.kind {
        Kind::Url => {
            let indent = "  ".repeat(line.depth);
            url_child(line.depth - 1, format!("{indent}- /url: \"…\""))
        }
        _ => line.clone(),
    }
}

/// A URL as an agent sees it: redacted, and without the origin that the page around it has too.
fn shown_url(url: &str, page: Option<&Url>) -> String {
    let redacted = redact::url(url);
    let Ok(parsed) = Url::parse(&redacted) else {
        return redacted;
    };
    if page.is_some_and(|page| page.origin() == parsed.origin()) {
        return redacted[parsed[..url::Position::BeforePath].len()..].to_owned();
    }
    redacted
}

fn line(record: &Record<'_>) -> String {
    match record.role {
        "removed" => return removed(record),
        "more" => return more(record),
        _ => {}
    }
    let mut text = head(record, "- ", record.role);
    for (index, state) in record.states.iter().enumerate() {
        // A frame's source stands in the bracket of what is known of its content.
        match state.strip_prefix("src=") {
            Some(source) if index > 0 && is_frame_state(record.states[index - 1]) => {
                text.truncate(text.len() - 1);
                text.push_str(&format!(" src={}]", quoted(source)));
            }
            _ => text.push_str(&format!(" [{}]", shown_state(state))),
        }
    }
    text
}

/// `- role "name" [ref=e5]`, as far as each is known.
fn head(record: &Record<'_>, bullet: &str, role: &str) -> String {
    let mut text = "  ".repeat(record.depth);
    text.push_str(bullet);
    text.push_str(role);
    if !record.name.is_empty() {
        text.push(' ');
        text.push_str(&quoted(record.name));
    }
    if let Some(reference) = record.reference {
        text.push_str(&format!(" [ref={reference}]"));
    }
    text
}

/// A line that went, alone or as the first of several below one parent.
fn removed(record: &Record<'_>) -> String {
    let state = |key: &str| record.state(key);
    let mut text = head(record, "- removed: ", state("role").unwrap_or("element"));
    if let Some(more) = state("more") {
        text.push_str(&format!(" … and {more} more"));
    }
    if let (Some(_), Some(parent)) = (state("more"), state("under")) {
        text.push_str(&format!(" under {parent}"));
        if let Some(reference) = state("underRef") {
            text.push_str(&format!(" [ref=e{reference}]"));
        }
    }
    text
}

/// The items of a run that are not listed.
fn more(record: &Record<'_>) -> String {
    let indent = "  ".repeat(record.depth);
    let count = record.state("count").unwrap_or("0");
    let remedy = match record.reference {
        Some(container) if !record.states.contains(&"far") => {
            format!("snapshot {container} to list all")
        }
        _ => "use browser_find to locate a specific one".to_owned(),
    };
    format!("{indent}- … {count} more similar items; {remedy}")
}

fn is_frame_state(state: &str) -> bool {
    state.starts_with("content=") || state.starts_with("frame=")
}

fn shown_state(state: &str) -> String {
    match state.split_once('=') {
        Some((key, value)) if is_plain(value) => format!("{key}={value}"),
        Some((key, value)) => format!("{key}={}", quoted(value)),
        None => state.to_owned(),
    }
}

fn is_plain(value: &str) -> bool {
    !value.is_empty() && value.bytes().all(|b| b.is_ascii_alphanumeric() || b"_.,+-".contains(&b))
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::record::parse;

    fn urls(records: &str) -> Vec<String> {
        lines(&parse(records), "https://a.example/list", true, Urls::Once)
            .into_iter()
            .map(|line| line.text.trim().to_owned())
            .filter(|line| line.contains("/url"))
            .collect()
    }

    #[test]
    fn the_first_link_below_its_parent_may_have_the_pages_own_url() {
        assert!(urls("0\t0\t\t1\tlink\tHere\t\thttps://a.example/list\n").is_empty());
        let second = "0\t0\t\t1\tbutton\tGo\t\t\n0\t0\t\t2\tlink\tHere\t\thttps://a.example/list\n";
        assert_eq!(urls(second), ["- /url: \"/list\""]);
    }

    #[test]
    fn many_removals_are_one_line_with_their_parent() {
        let records = "0\t0\t\t9\tremoved\t1 June\trole=button\u{1f}more=29\u{1f}under=main\u{1f}underRef=2\t\n";
        let lines = lines(&parse(records), "https://a.example/", true, Urls::Once);
        assert_eq!(
            lines[0].text,
            "- removed: button \"1 June\" [ref=e9] … and 29 more under main [ref=e2]"
        );
    }

    #[test]
    fn the_sibling_before_counts_below_the_same_parent_only() {
        let records = concat!(
            "0\t0\t\t1\tlistitem\t\t\t\n1\t1\t\t2\tlink\tA\t\thttps://b.example/\n",
            "0\t0\t\t3\tlistitem\t\t\t\n1\t1\t\t4\tlink\tB\t\thttps://b.example/\n",
        );
        assert_eq!(urls(records).len(), 2);
    }
}
