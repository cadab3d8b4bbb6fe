//! Groups: `(a)`, `(?<name>a)`, `(?:a)`, `(?i:a)`, and what looks ahead and behind.

use super::super::pattern::PatternError;
use super::{Flags, Term, Translation};

/// An open group.
pub(super) struct Open {
    /// The flags around it.
    flags: Flags,
    /// Whether the group may be repeated.
    term: Term,
}

/// The groups of a pattern that keep what they matched.
pub(super) struct Groups {
    /// How many there are in the whole pattern: `\1` may stand before its group.
    pub(super) count: usize,
    /// The name of each, if it has one.
    names: Vec<Option<String>>,
}

impl Groups {
    /// Counts the groups of a pattern.
    pub(super) fn count(chars: &[char]) -> Self {
        let mut names = Vec::new();
        let (mut at, mut in_class) = (0, false);
        while let Some(char) = chars.get(at) {
            match char {
                '\\' => at += 1,
                '[' => in_class = true,
                ']' => in_class = false,
                '(' if !in_class => names.extend(kept(&chars[at + 1..])),
                _ => {}
            }
            at += 1;
        }
        Self { count: names.len(), names }
    }

    /// The number of the group with a name.
    pub(super) fn number(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known.as_deref() == Some(name)).map(|index| index + 1)
    }

    /// Whether any has a name.
    pub(super) fn are_named(&self) -> bool {
        self.names.iter().any(Option::is_some)
    }

    fn has_twice(&self, name: &str) -> bool {
        self.names.iter().flatten().filter(|known| *known == name).count() > 1
    }
}

/// The name, if any, of a group that keeps its match, by what follows its parenthesis.
fn kept(rest: &[char]) -> Option<Option<String>> {
    match rest {
        ['?', '<', '=' | '!', ..] => None,
        ['?', '<', name @ ..] => Some(Some(name.iter().take_while(|char| **char != '>').collect())),
        ['?', ..] => None,
        _ => Some(None),
    }
}

impl Translation<'_> {
    /// `(?i)` in front of the whole pattern.
    pub(super) fn leading_flags(&mut self) -> Result<(), PatternError> {
        let ['(', '?', rest @ ..] = self.chars else { return Ok(()) };
        let letters = rest.iter().take_while(|char| char.is_ascii_lowercase()).count();
        if letters == 0 || rest.get(letters) != Some(&')') {
            return Ok(());
        }
        for letter in &rest[..letters] {
            if !self.flags.set(*letter, true) {
                return Err(PatternError::Flag(*letter));
            }
        }
        self.at = letters + 3;
        Ok(())
    }

    /// Reads what follows `(`.
    pub(super) fn open_group(&mut self) -> Result<(), PatternError> {
        let flags = self.flags;
        let term = match self.take('?') {
            true => self.marked_group()?,
            false => {
                self.out.push('(');
                Term::Repeatable
            }
        };
        self.open.push(Open { flags, term });
        Ok(())
    }

    /// Reads `)`.
    pub(super) fn close_group(&mut self) -> Result<Term, PatternError> {
        let Some(open) = self.open.pop() else {
            return Err(self.wrong("there is no group to close"));
        };
        self.flags = open.flags;
        self.out.push(')');
        Ok(open.term)
    }

    fn marked_group(&mut self) -> Result<Term, PatternError> {
        let (opening, term) = match &self.chars[self.at..] {
            ['<', '=', ..] => ("?<=", Term::Fixed),
            ['<', '!', ..] => ("?<!", Term::Fixed),
            ['=', ..] => ("?=", Term::Fixed),
            ['!', ..] => ("?!", Term::Fixed),
            ['<', ..] => {
                self.at += 1;
                let name = self.group_name()?;
                if self.groups.has_twice(&name) {
                    return Err(self.wrong("two groups have the same name"));
                }
                self.out.push('(');
                return Ok(Term::Repeatable);
            }
            _ => return self.flagged_group(),
        };
        self.at += opening.len() - 1;
        self.out.push('(');
        self.out.push_str(opening);
        Ok(term)
    }

    /// Reads `:`, `i:` or `i-s:`.
    fn flagged_group(&mut self) -> Result<Term, PatternError> {
        let mut on = true;
        loop {
            match self.next() {
                Some(':') => break,
                Some('-') if on => on = false,
                Some(letter) if self.flags.set(letter, on) => {}
                _ => return Err(self.wrong("no group begins like this")),
            }
        }
        self.out.push_str(if self.flags.ignore_case { "(?i:" } else { "(?-i:" });
        Ok(Term::Repeatable)
    }

    /// Reads `name>`.
    pub(super) fn group_name(&mut self) -> Result<String, PatternError> {
        let mut name = String::new();
        loop {
            match self.next() {
                Some('>') if !name.is_empty() => return Ok(name),
                Some(char) if char.is_alphabetic() || matches!(char, '_' | '$') => name.push(char),
                Some(char) if char.is_alphanumeric() && !name.is_empty() => name.push(char),
                _ => return Err(self.wrong("a group's name is not a name")),
            }
        }
    }
}
