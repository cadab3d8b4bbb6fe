//! From matched lines to blocks: each match with the lines around it, joined by path, and cut.

use std::collections::BTreeSet;

use serde::Serialize;

use super::outline::{Kind, Outline};

/// How many lines on each side of a match are its context.
const CONTEXT: usize = 2;
/// Stands where lines are left out.
const GAP: &str = "…";

/// The matches below one path, with what is around them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Block {
    /// The lines that these stand below, the outermost first.
    pub(crate) path: Vec<String>,
    /// The lines, `>` before a match, indented by nesting.
    pub(crate) lines: Vec<String>,
}

/// A page whose lines were searched.
pub(super) struct Searched<'a> {
    outline: &'a Outline<'a>,
    /// The matched lines in document order.
    matches: Vec<usize>,
    /// For each line whether it is matched.
    is_match: Vec<bool>,
}

/// Blocks, and how many matches they list.
pub(super) struct Listing {
    pub(super) blocks: Vec<Block>,
    pub(super) shown: usize,
    /// Whether this is less than all.
    pub(super) is_cut: bool,
}

impl<'a> Searched<'a> {
    /// A page and its matched lines, in document order.
    pub(super) fn new(outline: &'a Outline<'a>, matches: Vec<usize>) -> Self {
        let mut is_match = vec![false; outline.lines().len()];
        for line in &matches {
            is_match[*line] = true;
        }
        Self { outline, matches, is_match }
    }

    /// Each match in a block of its own.
    pub(super) fn one_by_one(&self) -> Vec<Block> {
        self.matches.iter().flat_map(|line| self.list(&[*line]).blocks).collect()
    }

    /// The matches joined by path, as many as `limit` characters of JSON hold, but at least one.
    /// A match is listed with all its context or not at all.
    pub(super) fn joined(&self, limit: usize) -> Listing {
        let order = self.by_path();
        let fits = |count: usize| size(&self.list(&order[..count]).blocks) <= limit;
        // Up to `low` matches fit. Most pages have either few matches or far too many.
        let (mut low, mut high) = (0, 1);
        while high <= order.len() && fits(high) {
            (low, high) = (high, high * 2);
        }
        high = high.min(order.len() + 1);
        while low + 1 < high {
            let middle = low.midpoint(high);
            *(if fits(middle) { &mut low } else { &mut high }) = middle;
        }
        let count = low.max(1).min(order.len());
        let listing = self.list(&order[..count]);
        // The last match may stand in the context of another one.
        Listing { is_cut: listing.shown < order.len(), ..listing }
    }

    /// The matches, those below one line together, by the first of them.
    fn by_path(&self) -> Vec<usize> {
        let parent = |line: &usize| self.outline.lines()[*line].parent;
        let mut first = std::collections::HashMap::new();
        for line in &self.matches {
            first.entry(parent(line)).or_insert(*line);
        }
        let mut order = self.matches.clone();
        order.sort_by_key(|line| (first[&parent(line)], *line));
        order
    }

    /// Blocks of matches in the order of [`Self::by_path`]. What an earlier block shows is left
    /// out of the later ones, with the context of matches that it shows.
    fn list(&self, order: &[usize]) -> Listing {
        let parent = |line: &usize| self.outline.lines()[*line].parent;
        let mut shown = BTreeSet::new();
        let mut blocks = Vec::new();
        for matches in order.chunk_by(|one, other| parent(one) == parent(other)) {
            let new = matches.iter().filter(|line| !shown.contains(*line));
            let mut lines: BTreeSet<_> = new.flat_map(|line| self.context(*line)).collect();
            lines.retain(|line| !shown.contains(line));
            if !lines.is_empty() {
                blocks.push(self.block(matches[0], &lines));
                shown.append(&mut lines);
            }
        }
        let shown = shown.iter().filter(|line| self.is_match[**line]).count();
        Listing { blocks, shown, is_cut: false }
    }

    /// A match and what is around it, with the addresses of the matched links among that.
    fn context(&self, index: usize) -> BTreeSet<usize> {
        let kind = |line: &usize| self.outline.lines()[*line].kind;
        let around = self.outline.around(index, CONTEXT);
        let mut lines: BTreeSet<_> =
            around.filter(|line| kind(line) != Kind::Url || self.is_match[*line]).collect();
        let links: Vec<_> = lines
            .iter()
            .copied()
            .filter(|line| kind(line) == Kind::Link && self.is_match[*line])
            .collect();
        lines.extend(links.into_iter().flat_map(|link| self.outline.address(link)));
        lines
    }

    fn block(&self, matched: usize, lines: &BTreeSet<usize>) -> Block {
        let all = self.outline.lines();
        let path = self.outline.path(matched);
        let mut out = Vec::with_capacity(lines.len());
        let mut next = None;
        for index in lines {
            if next.is_some_and(|next| next != *index) {
                out.push(GAP.to_owned());
            }
            next = Some(index + 1);
            let mark = if self.is_match[*index] { '>' } else { ' ' };
            let indent = "  ".repeat(all[*index].depth.saturating_sub(path.len()));
            out.push(format!("{mark} {indent}{}", all[*index].text));
        }
        Block { path: path.into_iter().map(|line| all[line].text.to_owned()).collect(), lines: out }
    }
}

/// Length of blocks in JSON, in characters.
pub(super) fn size(blocks: &[Block]) -> usize {
    serde_json::to_string(blocks).map_or(usize::MAX, |json| json.chars().count())
}
