//! A regular expression with JavaScript's meaning that cannot hang.
//!
//! What needs no backtracking runs in linear time; the rest stops after a number of steps.
//! Compiled size, nesting and repeats are bounded too, so no pattern costs more than moments.

use fancy_regex::{Regex, RegexBuilder};
use thiserror::Error;

use super::javascript::{self, Flags};

/// Longest pattern, in characters.
const LONGEST: usize = 1_000;
/// Steps back that a search in one line may take.
const STEPS: usize = 100_000;
/// Size of a compiled part, in bytes.
const PART_BYTES: usize = 1 << 20;
/// Instructions of a compiled pattern.
const INSTRUCTIONS: usize = 10_000;

/// A compiled pattern.
#[derive(Debug)]
pub(super) struct Pattern(Regex);

/// A pattern that cannot be used.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub(crate) enum PatternError {
    /// It is wrong.
    #[error("{problem}, at character {at}")]
    Syntax {
        /// What is wrong.
        problem: &'static str,
        /// Where, counted from 1.
        at: usize,
    },
    /// It is right in JavaScript, but too rare or with a meaning that nobody means.
    #[error("{construct} is not supported; {instead}")]
    Unsupported {
        /// What is not supported.
        construct: &'static str,
        /// What to write instead.
        instead: &'static str,
    },
    /// A flag with no meaning here.
    #[error("the flag {0} is not supported; the flags are i, m and s")]
    Flag(char),
    /// It is too long.
    #[error("the pattern is longer than {LONGEST} characters")]
    TooLong,
    /// It is too large when compiled.
    #[error("the pattern is nested too deeply or repeats too much")]
    TooLarge,
}

/// A search that was given up.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the search takes too many steps on this page")]
pub(crate) struct TooSlow;

impl Pattern {
    /// Compiles a pattern's source.
    pub(super) fn new(source: &str, flags: Flags) -> Result<Self, PatternError> {
        if source.chars().count() > LONGEST {
            return Err(PatternError::TooLong);
        }
        let translated = javascript::translate(source, flags)?;
        let compiled = RegexBuilder::new(&translated)
            .backtrack_limit(STEPS)
            .delegate_size_limit(PART_BYTES)
            .max_prog_size(INSTRUCTIONS)
            .build();
        // What is wrong was said by the translation.
        compiled.map(Self).map_err(|_| PatternError::TooLarge)
    }

    /// Whether `text` has a match.
    pub(super) fn is_match(&self, text: &str) -> Result<bool, TooSlow> {
        self.0.is_match(text).map_err(|_| TooSlow)
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use proptest::prelude::*;

    use super::*;

    fn is_match(regex: &str, text: &str) -> bool {
        let (source, flags) = Flags::split(regex).unwrap();
        let pattern =
            Pattern::new(source, flags).unwrap_or_else(|error| panic!("{regex}: {error}"));
        pattern.is_match(text).unwrap_or_else(|error| panic!("{regex}: {error}"))
    }

    fn error(regex: &str) -> String {
        let pattern = Flags::split(regex).and_then(|(source, flags)| Pattern::new(source, flags));
        pattern.map(|pattern| panic!("{regex} is {}", pattern.0)).unwrap_err().to_string()
    }

    #[test]
    fn patterns_mean_what_they_mean_in_javascript() {
        for (regex, text, expected) in [
            ("", "a", true),
            ("a.c", "abc", true),
            ("a.c", "a\nc", false),
            ("/a.c/s", "a\nc", true),
            ("^b", "a\nb", false),
            ("/^b/m", "a\nb", true),
            ("/a$/m", "a\nb", true),
            ("a$", "a\n", false),
            ("/É/i", "é", true),
            ("/x/gi", "X", true),
            ("(?i)x", "X", true),
            ("(?i:x)y", "Xy", true),
            ("(?i:x)y", "XY", false),
            ("(?s:.)", "\n", true),
            ("/(?-i:x)/i", "X", false),
            (r"\/wiki\/", "/wiki/", true),
            ("/wiki/Notes", "/wiki/Notes", true),
            (r"\d", "٣", false),
            (r"\D", "٣", true),
            (r"\w", "é", false),
            (r"[\W]", "é", true),
            (r"[^\W]", "é", false),
            (r"\s", "\u{feff}", true),
            (r"[^\S]", "\u{a0}", true),
            (r"\bre", "éré re", true),
            (r"\bé", "é", false),
            (r"é\B", "é", true),
            ("[]", "a", false),
            ("a[^]c", "a\nc", true),
            ("[a-c]", "b", true),
            (r"[\d-x]", "-", true),
            ("[a-]", "-", true),
            ("[]a]", "]", false),
            ("[[&&a]", "&", true),
            ("[a~~b]", "~", true),
            (r"[\b]", "\u{8}", true),
            (r"[\]\\^]", "^", true),
            ("a{2}", "aa", true),
            ("^a{,2}$", "a{,2}", true),
            ("^a{x}$", "a{x}", true),
            ("{", "{", true),
            ("}]", "}]", true),
            ("a{2,3}?b", "aab", true),
            (r"\x41\u00e9\uD83D\uDE00", "Aé😀", true),
            (r"\xg\ug", "xgug", true),
            (r"\cJ", "\n", true),
            (r"\0", "\0", true),
            (r"\A\z\h\K\G\R", "AzhKGR", true),
            (r"\e#\-\ ", "e#- ", true),
            (r"(a)\1", "aa", true),
            (r"^(a)?\1b$", "b", true),
            (r"^\1(a)$", "a", true),
            (r"(a)\1+$", "aaa", true),
            (r"(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)\10", "abcdefghijj", true),
            (r"(?<year>\d{4})-\k<year>", "2026-2026", true),
            (r"(?<year>\d{4})-\1", "2026-2026", true),
            (r"(?<$é_1>a)", "a", true),
            ("a(?=b)", "ab", true),
            ("a(?!b)", "ab", false),
            ("(?<=a+)b", "aab", true),
            ("(?<!a)b", "ab", false),
            ("(?:a|)b", "b", true),
            ("a||b", "c", true),
            ("#  x", "#  x", true),
        ] {
            assert_eq!(is_match(regex, text), expected, "{regex} in {text:?}");
        }
    }

    #[test]
    fn a_wrong_pattern_is_refused_and_says_why() {
        let errors: String = [
            "a(",
            "a)",
            "[a",
            "a\\",
            "*a",
            "a**",
            "a++",
            "a{2}{3}",
            "{1}",
            "^*",
            r"\b+",
            "(?=a)*",
            "(?<=a)+",
            "a{3,2}",
            "[b-a]",
            "(?>a)",
            "(?P<a>b)",
            "(?#a)",
            "(?<1>a)",
            "(?<a",
            "(?<a>b)(?<a>c)",
            r"(a)\2",
            r"\k<a>",
            r"(?<a>b)\k<c>",
            r"(?<a>b)\k",
            r"\p{L}",
            r"\u{1F600}",
            r"\uD83D",
            r"[\uD83D]",
            "a{1001}",
            "/a/u",
            "(?x)a",
            "(?i",
            r"\01",
            r"[\1]",
            &"(".repeat(200),
            &format!("{}a{}", "(".repeat(200), ")".repeat(200)),
            "((a{1000}){1000}){1000}",
            &"a".repeat(1_001),
        ]
        .iter()
        .map(|regex| {
            format!("{:<24} {}\n", regex.chars().take(24).collect::<String>(), error(regex))
        })
        .collect();
        insta::assert_snapshot!(errors);
    }

    #[test]
    fn no_pattern_hangs() {
        let text = format!("- text \"{}!\"", "a".repeat(1_000));
        let begun = Instant::now();
        for (regex, expected) in [
            ("(a+)+$", Ok(false)),
            ("(a|aa)+$", Ok(false)),
            ("(.*)*z", Ok(false)),
            (r"(a+)+(?!!)\1$", Err(TooSlow)),
            (r"(a|a)*\1b", Err(TooSlow)),
        ] {
            let pattern = Pattern::new(regex, Flags::default()).unwrap();
            assert_eq!(pattern.is_match(&text), expected, "{regex}");
        }
        assert!(begun.elapsed() < Duration::from_secs(20));
    }

    proptest! {
        #[test]
        fn a_text_with_its_punctuation_escaped_finds_itself(text in "[ -~é😀]{0,40}") {
            let escape = |char: char| match char.is_ascii_punctuation() {
                true => format!("\\{char}"),
                false => char.to_string(),
            };
            let source: String = text.chars().map(escape).collect();
            prop_assert!(Pattern::new(&source, Flags::default()).unwrap().is_match(&text).unwrap());
        }

        #[test]
        fn any_pattern_is_refused_or_compiles_and_ends(
            source in r"([a-c.|^$()?*+{}\[\]\\dwbk<>=!:,1-3-]|\(\?|\\u){0,20}"
        ) {
            if let Ok(pattern) = Pattern::new(&source, Flags::default()) {
                let _ = pattern.is_match("- button \"aabbcc\" [ref=e1]");
            }
        }
    }
}
