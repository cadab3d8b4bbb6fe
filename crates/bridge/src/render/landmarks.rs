//! Side landmarks of a cut page (contract: *browser_snapshot*): a long navigation, banner or
//! contentinfo outside main keeps its line, and the rest of the page fills the budget first.

use std::ops::Range;

use super::blocks::size;
use super::budget::prefix;
use super::outline::{Kind, Line};

/// A page with its long side landmarks put off.
pub(super) struct Deferred<'a> {
    /// The lines, a marker in the place of each landmark's content.
    pub(super) lines: Vec<Line>,
    /// By the index of its marker: what the landmark holds.
    contents: Vec<(usize, &'a [Line])>,
}

/// Puts off the side landmarks that are larger than a small block, if the page has a main part.
pub(super) fn defer(lines: &[Line], small: usize) -> Deferred<'_> {
    let mut page = Deferred { lines: Vec::with_capacity(lines.len()), contents: Vec::new() };
    if !lines.iter().any(|line| line.kind == Kind::Main) {
        page.lines.extend_from_slice(lines);
        return page;
    }
    let mut index = 0;
    while index < lines.len() {
        let line = &lines[index];
        let inner = inside(lines, index);
        page.lines.push(line.clone());
        index += 1;
        if line.kind == Kind::Main {
            page.lines.extend_from_slice(&lines[inner.clone()]);
            index = inner.end;
        } else if line.kind == Kind::Aside && is_long(lines, &inner, small) {
            let content = &lines[inner.clone()];
            page.contents.push((page.lines.len(), content));
            page.lines.push(marker(line, content));
            index = inner.end;
        }
    }
    page
}

fn is_long(lines: &[Line], inner: &Range<usize>, small: usize) -> bool {
    size(&lines[inner.start - 1..inner.end]) > small
        && !lines[inner.clone()].iter().any(|line| line.kind == Kind::Main)
}

/// The lines below a line.
fn inside(lines: &[Line], index: usize) -> Range<usize> {
    let start = index + 1;
    let depth = lines[index].depth;
    let length = lines[start..].iter().take_while(|line| line.depth > depth).count();
    start..start + length
}

impl Deferred<'_> {
    /// Fills what is left of the room with the landmarks' contents, in order: each whole, the first
    /// that does not fit as far as it does.
    pub(super) fn filled(mut self, room: usize, small: usize) -> Vec<Line> {
        let mut left = room.saturating_sub(size(&self.lines));
        let mut shift = 0;
        for (at, content) in std::mem::take(&mut self.contents) {
            let at = at + shift;
            let gained = size(&self.lines[at..=at]);
            let whole = size(content);
            if whole <= left + gained {
                left = left + gained - whole;
                shift += content.len() - 1;
                self.lines.splice(at..=at, content.iter().cloned());
                continue;
            }
            // The marker stays, with other numbers: as long as before at most, or a digit more.
            let kept = prefix(content, left.saturating_sub(2), small);
            let rest = &content[kept.len()..];
            let landmark = self.lines[at - 1].clone();
            let end = std::iter::once(marker(&landmark, rest));
            self.lines.splice(at..=at, kept.into_iter().chain(end));
            break;
        }
        self.lines
    }
}

/// Stands for what a landmark holds and does not list. URLs are no lines of their own here.
fn marker(landmark: &Line, left_out: &[Line]) -> Line {
    let lines = left_out.iter().filter(|line| line.kind != Kind::Url).count();
    let links = left_out.iter().filter(|line| line.kind == Kind::Link).count();
    let indent = "  ".repeat(landmark.depth + 1);
    let count = match links {
        0 => format!("{lines} lines"),
        _ => format!("{lines} lines ({links} links)"),
    };
    let remedy = landmark
        .reference
        .map(|reference| format!("; snapshot {reference} to list all"))
        .unwrap_or_default();
    Line {
        text: format!("{indent}- … {count} not shown{remedy}"),
        depth: landmark.depth + 1,
        level: u32::MAX,
        kind: Kind::Other,
        reference: None,
        target: false,
    }
}
