//! From JavaScript's regular expressions to those of the engine: letter by letter, so that
//! nothing which only the engine knows gets through, and what is wrong is told in place.
//!
//! The meaning is that of a pattern without the `u` flag, except that a character is a whole
//! one and never half of a pair. Flags inside a pattern, `(?i)a` and `(?i:a)`, work too.

mod class;
mod escape;
mod group;

use super::pattern::PatternError;

/// Highest number of a repeat; the engine writes repeats out.
const MOST_REPEATS: u32 = 1_000;

/// What letters behind a pattern ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Flags {
    /// `i`: upper and lower case are the same.
    ignore_case: bool,
    /// `m`: `^` and `$` stand at line breaks too.
    multiline: bool,
    /// `s`: `.` is a line break too.
    dot_all: bool,
}

impl Flags {
    /// Splits `/pattern/flags`. What ends in letters of which some are no flags, such as the
    /// path `/wiki/Notes`, is a pattern as it stands.
    pub(super) fn split(regex: &str) -> Result<(&str, Self), PatternError> {
        let literal = regex.strip_prefix('/').and_then(|rest| rest.rsplit_once('/'));
        match literal {
            Some((source, letters))
                if letters.chars().all(|letter| "dgimsuvy".contains(letter)) =>
            {
                let mut flags = Self::default();
                // One search a line: to go on after a match, as g asks, is no different.
                for letter in letters.chars().filter(|letter| *letter != 'g') {
                    if !flags.set(letter, true) {
                        return Err(PatternError::Flag(letter));
                    }
                }
                Ok((source, flags))
            }
            _ => Ok((regex, Self::default())),
        }
    }

    /// Turns a flag on or off; says whether there is such a flag.
    fn set(&mut self, letter: char, on: bool) -> bool {
        let flag = match letter {
            'i' => &mut self.ignore_case,
            'm' => &mut self.multiline,
            's' => &mut self.dot_all,
            _ => return false,
        };
        *flag = on;
        true
    }
}

/// The engine's pattern for JavaScript's `source`.
pub(super) fn translate(source: &str, flags: Flags) -> Result<String, PatternError> {
    let chars: Vec<_> = source.chars().collect();
    let groups = group::Groups::count(&chars);
    let mut translation =
        Translation { chars: &chars, at: 0, out: String::new(), flags, open: Vec::new(), groups };
    translation.leading_flags()?;
    if translation.flags.ignore_case {
        translation.out.push_str("(?i)");
    }
    while let Some(char) = translation.next() {
        if translation.term(char)? == Term::Repeatable {
            translation.quantifier()?;
        }
    }
    match translation.open.is_empty() {
        true => Ok(translation.out),
        false => Err(translation.wrong("a group is not closed")),
    }
}

/// A translation under way.
struct Translation<'a> {
    chars: &'a [char],
    /// How many characters are read.
    at: usize,
    out: String,
    /// The flags here.
    flags: Flags,
    /// The groups that are open here.
    open: Vec<group::Open>,
    groups: group::Groups,
}

/// Whether `*` may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Term {
    Repeatable,
    Fixed,
}

impl Translation<'_> {
    fn term(&mut self, char: char) -> Result<Term, PatternError> {
        match char {
            '\\' => return self.escape(),
            '[' => self.class()?,
            '(' => {
                self.open_group()?;
                return Ok(Term::Fixed);
            }
            ')' => return self.close_group(),
            '|' => {
                self.out.push('|');
                return Ok(Term::Fixed);
            }
            '^' | '$' => {
                self.out.push_str(match (char, self.flags.multiline) {
                    ('^', false) => r"\A",
                    ('^', true) => r"(?:\A|(?<=[\n\r\x{2028}\x{2029}]))",
                    (_, false) => r"\z",
                    (_, true) => r"(?:\z|(?=[\n\r\x{2028}\x{2029}]))",
                });
                return Ok(Term::Fixed);
            }
            '.' => self.out.push_str(match self.flags.dot_all {
                true => "(?s:.)",
                false => r"[^\n\r\x{2028}\x{2029}]",
            }),
            '*' | '+' | '?' => return Err(self.wrong("there is nothing to repeat")),
            '{' if self.braces()?.is_some() => {
                return Err(self.wrong("there is nothing to repeat"));
            }
            char => push_literal(&mut self.out, char),
        }
        Ok(Term::Repeatable)
    }

    /// What may follow a term: `*`, `+`, `?`, `{2,3}`, each lazy with a `?` behind it.
    fn quantifier(&mut self) -> Result<(), PatternError> {
        if self.take('{') {
            let Some((least, most)) = self.braces()? else {
                push_literal(&mut self.out, '{');
                return self.quantifier();
            };
            self.out.push_str(&match most {
                Some(most) => format!("{{{least},{most}}}"),
                None => format!("{{{least},}}"),
            });
        } else if let Some(sign) = ['*', '+', '?'].into_iter().find(|sign| self.take(*sign)) {
            self.out.push(sign);
        } else {
            return Ok(());
        }
        if self.take('?') {
            self.out.push('?');
        }
        Ok(())
    }

    /// Reads `2}`, `2,}` or `2,3}`; anything else behind a brace makes that an ordinary letter,
    /// and is not read.
    fn braces(&mut self) -> Result<Option<(u32, Option<u32>)>, PatternError> {
        let rest = &self.chars[self.at..];
        let Some(end) = rest.iter().position(|char| *char == '}') else {
            return Ok(None);
        };
        let inner: String = rest[..end].iter().collect();
        let (least, most) = inner.split_once(',').unwrap_or((&inner, &inner));
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if least.is_empty() || !is_number(least) || !is_number(most) {
            return Ok(None);
        }
        self.at += end + 1;
        // Digits that are no number are too many.
        let number = |text: &str| text.parse().unwrap_or(u32::MAX);
        let least = number(least);
        let most = (!most.is_empty()).then(|| number(most));
        if most.is_some_and(|most| most < least) {
            return Err(self.wrong("the numbers in braces are in the wrong order"));
        }
        match most.unwrap_or(least) > MOST_REPEATS {
            true => Err(PatternError::TooLarge),
            false => Ok(Some((least, most))),
        }
    }

    fn next(&mut self) -> Option<char> {
        let char = self.peek()?;
        self.at += 1;
        Some(char)
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    /// Reads `expected` if it comes next.
    fn take(&mut self, expected: char) -> bool {
        let is_next = self.peek() == Some(expected);
        self.at += usize::from(is_next);
        is_next
    }

    fn wrong(&self, problem: &'static str) -> PatternError {
        PatternError::Syntax { problem, at: self.at.max(1) }
    }
}

/// Writes a character so that it means itself everywhere, in a class too.
fn push_literal(out: &mut String, char: char) {
    match char.is_ascii_alphanumeric() {
        true => out.push(char),
        false => out.push_str(&format!("\\x{{{:x}}}", u32::from(char))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_split_from_the_pattern() {
        let on = |letters: &str| {
            let mut flags = Flags::default();
            assert!(letters.chars().all(|letter| flags.set(letter, true)));
            flags
        };
        for (regex, expected) in [
            ("a", ("a", on(""))),
            ("/a/", ("a", on(""))),
            ("/a/ims", ("a", on("ims"))),
            ("/a/g", ("a", on(""))),
            ("/a/b/i", ("a/b", on("i"))),
            ("/wiki/Notes", ("/wiki/Notes", on(""))),
            ("/", ("/", on(""))),
            ("//", ("", on(""))),
        ] {
            assert_eq!(Flags::split(regex), Ok(expected), "{regex}");
        }
        assert_eq!(Flags::split("/a/v"), Err(PatternError::Flag('v')));
    }
}
