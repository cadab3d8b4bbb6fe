//! What a backslash means, outside a class and, as far as it is one character, inside.

use super::super::pattern::PatternError;
use super::class::Set;
use super::{Term, Translation, push_literal};

/// Between a word's letter and none: JavaScript's words are ASCII, the engine's are not.
const BOUNDARY: &str = "(?:(?<![0-9A-Za-z_])(?=[0-9A-Za-z_])|(?<=[0-9A-Za-z_])(?![0-9A-Za-z_]))";
const NO_BOUNDARY: &str = "(?:(?<![0-9A-Za-z_])(?![0-9A-Za-z_])|(?<=[0-9A-Za-z_])(?=[0-9A-Za-z_]))";

impl Translation<'_> {
    /// Reads what follows a backslash outside a class.
    pub(super) fn escape(&mut self) -> Result<Term, PatternError> {
        match self.peek() {
            Some(letter @ ('b' | 'B')) => {
                self.at += 1;
                self.out.push_str(if letter == 'b' { BOUNDARY } else { NO_BOUNDARY });
                return Ok(Term::Fixed);
            }
            Some('1'..='9') => self.numbered_reference()?,
            Some('k') if self.groups.are_named() => self.named_reference()?,
            Some('k') if self.chars.get(self.at + 1) == Some(&'<') => {
                return Err(self.wrong("there is no group with that name"));
            }
            _ => match self.set() {
                Some(set) => self.out.push_str(set.pattern()),
                None => {
                    let char = self.escaped_char()?;
                    push_literal(&mut self.out, char);
                }
            },
        }
        Ok(Term::Repeatable)
    }

    /// Reads `d`, `W` and the like.
    pub(super) fn set(&mut self) -> Option<Set> {
        let set = Set::of(self.peek()?)?;
        self.at += 1;
        Some(set)
    }

    /// Reads what stands for one character.
    pub(super) fn escaped_char(&mut self) -> Result<char, PatternError> {
        let Some(letter) = self.next() else {
            return Err(self.wrong("a backslash stands at the end"));
        };
        Ok(match letter {
            't' => '\t',
            'n' => '\n',
            'v' => '\u{b}',
            'f' => '\u{c}',
            'r' => '\r',
            'c' => match self.next() {
                Some(control) if control.is_ascii_alphabetic() => (control as u8 & 31).into(),
                _ => return Err(self.wrong("\\c needs a letter")),
            },
            '0' if !self.peek().is_some_and(|next| next.is_ascii_digit()) => '\0',
            '0'..='9' => return Err(OCTAL),
            'x' => self.hex(2).and_then(char::from_u32).unwrap_or('x'),
            'u' if self.peek() == Some('{') => return Err(BRACED),
            'u' => return self.unit(),
            'p' | 'P' if self.peek() == Some('{') => return Err(PROPERTY),
            other => other,
        })
    }

    /// Reads `00e9`, or both halves of a pair.
    fn unit(&mut self) -> Result<char, PatternError> {
        let Some(first) = self.hex(4) else { return Ok('u') };
        if let Some(char) = char::from_u32(first) {
            return Ok(char);
        }
        let second = match self.take('\\') && self.take('u') {
            true => self.hex(4),
            false => None,
        };
        let units =
            [Some(first), second].into_iter().flatten().filter_map(|unit| unit.try_into().ok());
        let mut chars = char::decode_utf16(units);
        chars.next().and_then(Result::ok).ok_or(HALF)
    }

    /// Reads exactly `digits` hexadecimal digits, or nothing.
    fn hex(&mut self, digits: usize) -> Option<u32> {
        let text = self.chars.get(self.at..self.at + digits)?;
        let number = text.iter().try_fold(0, |sum, digit| Some(sum * 16 + digit.to_digit(16)?))?;
        self.at += digits;
        Some(number)
    }

    fn numbered_reference(&mut self) -> Result<(), PatternError> {
        let mut number = 0;
        while let Some(digit) = self.peek().and_then(|char| char.to_digit(10)) {
            number = usize::min(number * 10 + digit as usize, self.chars.len() + 1);
            self.at += 1;
        }
        if number > self.groups.count {
            return Err(self.wrong("there is no group with that number"));
        }
        self.reference(number);
        Ok(())
    }

    fn named_reference(&mut self) -> Result<(), PatternError> {
        self.at += 1;
        if !self.take('<') {
            return Err(self.wrong("\\k needs a group's name"));
        }
        let name = self.group_name()?;
        let Some(number) = self.groups.number(&name) else {
            return Err(self.wrong("there is no group with that name"));
        };
        self.reference(number);
        Ok(())
    }

    /// What a group has matched; nothing where it has not matched yet.
    fn reference(&mut self, number: usize) {
        self.out.push_str(&format!("(?:(?({number})\\{number}|))"));
    }
}

const OCTAL: PatternError = PatternError::Unsupported {
    construct: "a number that is no group",
    instead: "write \\xHH for a character by its code",
};
const BRACED: PatternError =
    PatternError::Unsupported { construct: "\\u{…}", instead: "write \\uHHHH, or the character" };
const PROPERTY: PatternError =
    PatternError::Unsupported { construct: "\\p{…}", instead: "write a class such as [A-Za-z]" };
const HALF: PatternError = PatternError::Unsupported {
    construct: "half of a surrogate pair",
    instead: "write the character",
};
