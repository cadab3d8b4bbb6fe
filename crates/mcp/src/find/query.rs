//! What is searched for, and whether a line has it.

use std::time::{Duration, Instant};

use super::javascript::Flags;
use super::outline::{Kind, Line, Outline};
use super::pattern::{Pattern, PatternError, TooSlow};
use super::web_address;

/// How long a page may be searched; the line at which this ends is still finished.
const PATIENCE: Duration = Duration::from_secs(2);

/// What is searched for.
#[derive(Debug)]
pub(crate) struct Query {
    needle: Needle,
    /// Whether it looks like an address, and so is searched for in addresses.
    is_url_like: bool,
}

#[derive(Debug)]
enum Needle {
    /// In lower case.
    Text(String),
    Pattern(Pattern),
}

/// Which `/url` lines a search looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Urls {
    /// All.
    Always,
    /// Those lines only for a query that looks like an address.
    ForUrls,
}

impl Query {
    /// A text, in any case.
    pub(crate) fn text(text: &str) -> Self {
        let is_url_like = web_address::starts(text);
        Self { needle: Needle::Text(text.to_lowercase()), is_url_like }
    }

    /// A pattern, alone or as `/pattern/flags`.
    pub(crate) fn regex(regex: &str) -> Result<Self, PatternError> {
        let (source, flags) = Flags::split(regex)?;
        let is_url_like = web_address::pattern_starts(source);
        Ok(Self { needle: Needle::Pattern(Pattern::new(source, flags)?), is_url_like })
    }

    /// The lines that have it.
    pub(super) fn matches(&self, outline: &Outline<'_>, urls: Urls) -> Result<Vec<usize>, TooSlow> {
        let end = Instant::now() + PATIENCE;
        let mut matches = Vec::new();
        for (index, line) in outline.lines().iter().enumerate() {
            if line.kind == Kind::Url && urls == Urls::ForUrls && !self.is_url_like {
                continue;
            }
            if Instant::now() > end {
                return Err(TooSlow);
            }
            if self.is_in(line)? {
                matches.push(index);
            }
        }
        Ok(matches)
    }

    fn is_in(&self, line: &Line<'_>) -> Result<bool, TooSlow> {
        for text in line.searched() {
            let is_match = match &self.needle {
                Needle::Text(needle) => text.to_lowercase().contains(needle),
                Needle::Pattern(pattern) => pattern.is_match(&text)?,
            };
            if is_match {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "- heading \"Crème Brûlée\" [ref=e1] [level=1]\n- link \"Notes\" [ref=e2]\n  \
        - /url: \"/wiki/Notes\"\n- button \"5\\\" nails\" [ref=e3]\n- … 9 more similar items; x";

    fn found(query: &Query) -> Vec<usize> {
        query.matches(&Outline::of(PAGE), Urls::ForUrls).unwrap()
    }

    #[test]
    fn text_is_found_in_any_case() {
        for (text, lines) in [
            ("crème brûlÉE", vec![0]),
            ("[ref=e2]", vec![1]),
            ("5\" nails", vec![3]),
            ("5\\\" nails", vec![3]),
            ("wiki", vec![]),
            ("/wiki", vec![2]),
            ("url", vec![]),
            ("similar", vec![]),
            ("a.b", vec![]),
        ] {
            assert_eq!(found(&Query::text(text)), lines, "{text}");
        }
    }

    #[test]
    fn patterns_heed_case_unless_told_otherwise() {
        for (regex, lines) in [
            ("notes", vec![]),
            ("Notes", vec![1]),
            ("/notes/i", vec![1]),
            ("^- (link|button)", vec![1, 3]),
            (r"^\/wiki\/", vec![2]),
            (r"(?i)/WIKI/", vec![2]),
            (r"level=\d\]$", vec![0]),
        ] {
            assert_eq!(found(&Query::regex(regex).unwrap()), lines, "{regex}");
        }
    }

    #[test]
    fn every_query_is_searched_for_in_addresses_when_asked_to() {
        let found = Query::text("wiki").matches(&Outline::of(PAGE), Urls::Always).unwrap();
        assert_eq!(found, [2]);
    }
}
