//! A snapshot's text as a tree of lines.

use std::borrow::Cow;

/// The lines of a snapshot, each of which knows the line it stands below.
#[derive(Debug)]
pub(super) struct Outline<'a>(Vec<Line<'a>>);

/// One line.
#[derive(Debug)]
pub(super) struct Line<'a> {
    /// The line without its indentation.
    pub(super) text: &'a str,
    /// The line it stands below, if any.
    pub(super) parent: Option<usize>,
    /// How many lines it stands below.
    pub(super) depth: usize,
    /// What it stands for.
    pub(super) kind: Kind,
}

/// What a line stands for, as far as a search cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A link.
    Link,
    /// Where the link it stands below leads.
    Url,
    /// A remark on lines that are not listed; nothing of the page.
    Remark,
    /// Anything else.
    Other,
}

impl Kind {
    fn of(text: &str) -> Self {
        let item = text.strip_prefix("- ").unwrap_or(text);
        if item.starts_with("/url:") {
            return Self::Url;
        }
        if item.starts_with('…') {
            return Self::Remark;
        }
        match item.split(' ').next() {
            Some("link") => Self::Link,
            _ => Self::Other,
        }
    }
}

impl<'a> Outline<'a> {
    /// Reads a snapshot's text.
    pub(super) fn of(snapshot: &'a str) -> Self {
        let mut lines: Vec<Line<'a>> = Vec::new();
        // The lines that the next one may stand below, with their indentations.
        let mut open: Vec<(usize, usize)> = Vec::new();
        for line in snapshot.lines() {
            let text = line.trim_start_matches(' ');
            if text.is_empty() {
                continue;
            }
            let indent = line.len() - text.len();
            while open.pop_if(|(_, other)| *other >= indent).is_some() {}
            let parent = open.last().map(|(parent, _)| *parent);
            open.push((lines.len(), indent));
            lines.push(Line { text, parent, depth: open.len() - 1, kind: Kind::of(text) });
        }
        Self(lines)
    }

    /// All lines.
    pub(super) fn lines(&self) -> &[Line<'a>] {
        &self.0
    }

    /// The lines that `index` stands below, the outermost first.
    pub(super) fn path(&self, index: usize) -> Vec<usize> {
        let parent = |line: &usize| self.0[*line].parent;
        let mut path: Vec<_> = std::iter::successors(parent(&index), parent).collect();
        path.reverse();
        path
    }

    /// The lines at most `distance` away from `index` that stand below the same line.
    pub(super) fn around(&self, index: usize, distance: usize) -> impl Iterator<Item = usize> {
        let depth = self.0[index].depth;
        let is_inside = move |line: &usize| self.0[*line].depth >= depth;
        let before = (0..index).rev().take(distance).take_while(is_inside);
        let after = (index + 1..self.0.len()).take(distance).take_while(is_inside);
        before.chain([index]).chain(after)
    }

    /// The lines that say where a link leads: its own `/url` line, else the link right before it
    /// that leads to the same place, with its `/url` line.
    pub(super) fn address(&self, link: usize) -> Vec<usize> {
        if let Some(url) = self.own_url(link) {
            return vec![url];
        }
        let mut before = self.links_before(link);
        before.find_map(|other| Some(vec![other, self.own_url(other)?])).unwrap_or_default()
    }

    fn own_url(&self, link: usize) -> Option<usize> {
        let next = link + 1;
        (self.0.get(next)?.kind == Kind::Url).then_some(next)
    }

    /// The links right before `link` below the same line, the nearest first.
    fn links_before(&self, link: usize) -> impl Iterator<Item = usize> {
        let depth = self.0[link].depth;
        (0..link)
            .rev()
            .take_while(move |line| self.0[*line].depth >= depth)
            .filter(move |line| self.0[*line].depth == depth)
            .take_while(|line| self.0[*line].kind == Kind::Link)
    }
}

impl<'a> Line<'a> {
    /// What a search looks at: the line as it stands and, where names are escaped in it, as the
    /// page has them; of a `/url` line the URL; of a remark nothing.
    pub(super) fn searched(&self) -> impl Iterator<Item = Cow<'a, str>> {
        let (first, second) = match self.kind {
            Kind::Remark => (None, None),
            Kind::Url => (Some(Cow::Owned(self.url())), None),
            Kind::Link | Kind::Other => {
                (Some(Cow::Borrowed(self.text)), unescaped(self.text).map(Cow::Owned))
            }
        };
        first.into_iter().chain(second)
    }

    fn url(&self) -> String {
        let quoted = self.text.trim_start_matches("- /url:").trim();
        serde_json::from_str(quoted).unwrap_or_else(|_| quoted.to_owned())
    }
}

fn unescaped(text: &str) -> Option<String> {
    text.contains('\\').then(|| text.replace("\\\"", "\"").replace("\\\\", "\\"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "- main\n  - list\n    - listitem\n      - link \"A\" [ref=e1]\n        \
        - /url: \"/a\"\n      - link \"B\"\n  - … 3 more similar items; snapshot e9\n- link \"C\"";

    #[test]
    fn lines_stand_below_lines() {
        let outline = Outline::of(PAGE);
        let depths: Vec<_> = outline.lines().iter().map(|line| line.depth).collect();
        assert_eq!(depths, [0, 1, 2, 3, 4, 3, 1, 0]);
        assert_eq!(outline.path(4), [0, 1, 2, 3]);
        assert_eq!(outline.path(7), [0; 0]);
        let kinds: Vec<_> = outline.lines().iter().map(|line| line.kind).collect();
        assert_eq!(kinds[3..], [Kind::Link, Kind::Url, Kind::Link, Kind::Remark, Kind::Link]);
    }

    #[test]
    fn what_is_around_a_line_stands_below_the_same_line() {
        let outline = Outline::of(PAGE);
        let around = |line| {
            let mut lines: Vec<_> = outline.around(line, 2).collect();
            lines.sort_unstable();
            lines
        };
        assert_eq!(around(3), [3, 4, 5]);
        assert_eq!(around(6), [4, 5, 6]);
        assert_eq!(around(0), [0, 1, 2]);
    }

    #[test]
    fn a_link_without_an_address_has_that_of_the_link_before() {
        let outline = Outline::of(PAGE);
        assert_eq!(outline.address(3), [4]);
        assert_eq!(outline.address(5), [3, 4]);
        assert_eq!(outline.address(7), [0; 0]);
    }

    #[test]
    fn an_escaped_name_is_searched_as_the_page_has_it_too() {
        let outline = Outline::of("- button \"5\\\" screen\"\n- link\n  - /url: \"/a\\\"b\"");
        let searched = |line: usize| outline.lines()[line].searched().collect::<Vec<_>>();
        assert_eq!(searched(0), ["- button \"5\\\" screen\"", "- button \"5\" screen\""]);
        assert_eq!(searched(2), ["/a\"b"]);
    }
}
