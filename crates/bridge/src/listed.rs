//! What the refs of snapshots named, for a ref that its tab's page does not know.
//!
//! Contract: *Ref lifetime*. Of each ref that a snapshot listed, a fingerprint of its line's role
//! and name is kept; it says later whether another page lists the same element. No text of a page
//! is kept.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

use kitsune_protocol::Ref;

/// So many of the latest refs are remembered at least, and twice as many at most.
const REMEMBERED: usize = 20_000;

/// The fingerprints' owner.
#[derive(Default)]
pub(crate) struct Listed {
    hasher: RandomState,
    fingerprints: Mutex<Fingerprints>,
}

/// When the newer half is full it becomes the older, and what was older is forgotten.
#[derive(Default)]
struct Fingerprints {
    newer: HashMap<Ref, u64>,
    older: HashMap<Ref, u64>,
}

impl Listed {
    /// Takes in what the lines of a snapshot say of their refs.
    pub(crate) fn remember(&self, snapshot: &str) {
        let mut fingerprints = self.fingerprints();
        for line in lines(snapshot) {
            fingerprints.insert(line.reference, self.fingerprint(&line));
        }
    }

    /// Whether a snapshot has listed the ref.
    pub(crate) fn knows(&self, reference: Ref) -> bool {
        self.fingerprints().get(reference).is_some()
    }

    /// The one line of `snapshot` with the role and name that the ref's line had. None when there
    /// are several, or when a frame of another origin, which may change by itself, is among the
    /// lines.
    pub(crate) fn same_in<'a>(&self, snapshot: &'a str, reference: Ref) -> Option<Line<'a>> {
        let wanted = self.fingerprints().get(reference)?;
        if lines(snapshot).any(|line| line.is_foreign_frame()) {
            return None;
        }
        let mut same = lines(snapshot).filter(|line| self.fingerprint(line) == wanted);
        same.next().filter(|_| same.next().is_none())
    }

    /// Forgets everything: another extension counts its refs anew.
    pub(crate) fn forget(&self) {
        *self.fingerprints() = Fingerprints::default();
    }

    fn fingerprint(&self, line: &Line<'_>) -> u64 {
        self.hasher.hash_one((line.role, line.name))
    }

    fn fingerprints(&self) -> MutexGuard<'_, Fingerprints> {
        // Nothing is left half done under this lock.
        self.fingerprints.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Fingerprints {
    fn insert(&mut self, reference: Ref, fingerprint: u64) {
        if self.newer.len() >= REMEMBERED {
            self.older = mem::take(&mut self.newer);
        }
        self.newer.insert(reference, fingerprint);
    }

    fn get(&self, reference: Ref) -> Option<u64> {
        self.newer.get(&reference).or_else(|| self.older.get(&reference)).copied()
    }
}

/// A line with a ref: `- button "Go" [ref=e5] [disabled]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line<'a> {
    /// The element's ref.
    pub(crate) reference: Ref,
    /// Its role.
    pub(crate) role: &'a str,
    /// Its name as the line has it, in quotes; empty when there is none.
    pub(crate) name: &'a str,
    states: &'a str,
}

impl Line<'_> {
    fn is_foreign_frame(&self) -> bool {
        self.states.starts_with(" [frame=cross_origin")
    }
}

/// The lines that list an element of the page; not those of elements that went.
fn lines(snapshot: &str) -> impl Iterator<Item = Line<'_>> {
    snapshot.lines().filter_map(line).filter(|line| line.role != "removed:")
}

fn line(text: &str) -> Option<Line<'_>> {
    let (role, rest) = text.trim_start().strip_prefix("- ")?.split_once(' ')?;
    let (name, rest) = match quoted(rest) {
        Some((name, rest)) => (name, rest.strip_prefix(' ')?),
        None => ("", rest),
    };
    let (reference, states) = rest.strip_prefix("[ref=")?.split_once(']')?;
    Some(Line { reference: reference.parse().ok()?, role, name, states })
}

/// The text in quotes at the start, with its quotes, and what follows it.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let mut is_escaped = false;
    let end = text.strip_prefix('"')?.find(|c| {
        let ends = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        ends
    })?;
    Some(text.split_at(end + 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "- main [ref=e1]\n  - textbox \"Reply\" [ref=e2] [value=\"a [ref=e9]\"]\n  \
        - text \"Reply\"\n  - link \"A \\\"b\\\" [ref=e8]\" [ref=e3]\n    - /url: \"/x\"\n\
        - removed: button \"Gone\" [ref=e4]";

    fn number(value: u64) -> Ref {
        Ref::new(value).unwrap()
    }

    #[test]
    fn only_lines_with_a_ref_of_their_own_count() {
        let found: Vec<_> =
            lines(PAGE).map(|line| (line.reference.get(), line.role, line.name)).collect();
        let expected =
            [(1, "main", ""), (2, "textbox", "\"Reply\""), (3, "link", "\"A \\\"b\\\" [ref=e8]\"")];
        assert_eq!(found, expected);
    }

    #[test]
    fn exactly_one_line_with_the_same_role_and_name_is_the_same() {
        let listed = Listed::default();
        listed.remember(PAGE);
        let same = |page: &str| listed.same_in(page, number(2)).map(|line| line.reference.get());
        assert_eq!(same("- textbox \"Reply\" [ref=e14] [focused]"), Some(14));
        assert_eq!(same("- button \"Reply\" [ref=e14]\n- textbox \"reply\" [ref=e15]"), None);
        assert_eq!(same("- textbox \"Reply\" [ref=e14]\n- textbox \"Reply\" [ref=e15]"), None);
        assert_eq!(listed.same_in("- button \"Gone\" [ref=e14]", number(4)), None, "not listed");
    }

    #[test]
    fn a_page_with_a_readable_frame_of_another_origin_names_nothing() {
        let listed = Listed::default();
        listed.remember(PAGE);
        let page = |state: &str| {
            format!("- textbox \"Reply\" [ref=e14]\n- iframe \"Pay\" [ref=e15] [{state} src=\"x\"]")
        };
        assert!(listed.same_in(&page("content=cross_origin"), number(2)).is_some());
        assert!(listed.same_in(&page("frame=cross_origin"), number(2)).is_none());
    }

    #[test]
    fn the_oldest_refs_are_forgotten() {
        let listed = Listed::default();
        for value in 1..=2 * REMEMBERED as u64 + 1 {
            listed.remember(&format!("- button [ref=e{value}]"));
        }
        assert!(!listed.knows(number(1)) && listed.knows(number(REMEMBERED as u64 + 1)));
        listed.forget();
        assert!(!listed.knows(number(REMEMBERED as u64 + 1)));
    }
}
