//! Classes: `[a-z]`, `[^\d]`, and the sets that have a letter.

use super::super::pattern::PatternError;
use super::{Translation, push_literal};

/// A set of characters with a letter of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Set(&'static str);

impl Set {
    /// The set that `\letter` means.
    pub(super) fn of(letter: char) -> Option<Self> {
        Some(Self(match letter {
            'd' => "[0-9]",
            'D' => "[^0-9]",
            'w' => "[0-9A-Za-z_]",
            'W' => "[^0-9A-Za-z_]",
            's' => SPACE,
            'S' => NO_SPACE,
            _ => return None,
        }))
    }

    /// The set as a pattern, alone or in a class.
    pub(super) fn pattern(self) -> &'static str {
        self.0
    }
}

const SPACE: &str = r"[\x{9}-\x{d}\x{20}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}]";
const NO_SPACE: &str = r"[^\x{9}-\x{d}\x{20}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}]";

enum Member {
    Char(char),
    Set(Set),
}

impl Translation<'_> {
    /// Reads a class after its `[`.
    pub(super) fn class(&mut self) -> Result<(), PatternError> {
        let is_negated = self.take('^');
        if self.take(']') {
            self.out.push_str(if is_negated { "(?s:.)" } else { "(?!)" });
            return Ok(());
        }
        self.out.push_str(if is_negated { "[^" } else { "[" });
        while !self.take(']') {
            let first = self.member()?;
            let is_range = self.peek() == Some('-')
                && self.chars.get(self.at + 1).is_some_and(|next| *next != ']');
            if !is_range {
                self.push_member(&first);
                continue;
            }
            self.at += 1;
            let last = self.member()?;
            self.push_range(&first, &last)?;
        }
        self.out.push(']');
        Ok(())
    }

    fn member(&mut self) -> Result<Member, PatternError> {
        match self.next() {
            None => Err(self.wrong("a class is not closed")),
            Some('\\') => {
                if let Some(set) = self.set() {
                    return Ok(Member::Set(set));
                }
                match self.take('b') {
                    true => Ok(Member::Char('\u{8}')),
                    false => self.escaped_char().map(Member::Char),
                }
            }
            Some(char) => Ok(Member::Char(char)),
        }
    }

    /// From one character to another; with a set at an end the `-` is an ordinary letter.
    fn push_range(&mut self, first: &Member, last: &Member) -> Result<(), PatternError> {
        match (first, last) {
            (Member::Char(low), Member::Char(high)) if low > high => {
                return Err(self.wrong("a class has a range in the wrong order"));
            }
            (Member::Char(_), Member::Char(_)) => {
                self.push_member(first);
                self.out.push('-');
            }
            _ => {
                self.push_member(first);
                push_literal(&mut self.out, '-');
            }
        }
        self.push_member(last);
        Ok(())
    }

    fn push_member(&mut self, member: &Member) {
        match member {
            Member::Char(char) => push_literal(&mut self.out, *char),
            Member::Set(set) => self.out.push_str(set.pattern()),
        }
    }
}
