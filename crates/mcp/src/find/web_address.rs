//! Whether a query looks like a web address: only then are `/url` lines searched inline.

/// Whether a text starts like an address, or holds `://`.
pub(super) fn starts(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    let schemes = ["/", "http:", "https:", "www."];
    schemes.iter().any(|start| text.starts_with(start))
        || text.contains("://")
        || starts_with_a_domain(&text)
}

/// [`starts`] for the source of a pattern: inline flags, a leading `^` and escapes do not count,
/// and an optional `s` may follow `http`.
pub(super) fn pattern_starts(source: &str) -> bool {
    let bare = without_flags(source);
    let bare = without_flags(bare.strip_prefix('^').unwrap_or(bare));
    starts(&without_escapes(bare).replacen("https?:", "https:", 1))
}

/// Without inline flags such as `(?i)` in front.
fn without_flags(source: &str) -> &str {
    let Some((flags, rest)) = source.strip_prefix("(?").and_then(|rest| rest.split_once(')'))
    else {
        return source;
    };
    let is_flags = !flags.is_empty() && flags.chars().all(|flag| flag.is_ascii_lowercase());
    if is_flags { rest } else { source }
}

/// `\/` as `/`, `\.` as `.`; an escape that means something else (`\d`) is none of an address.
fn without_escapes(source: &str) -> String {
    let mut chars = source.chars();
    let mut out = String::with_capacity(source.len());
    while let Some(char) = chars.next() {
        match char {
            '\\' => out.extend(chars.next().filter(char::is_ascii_punctuation).or(Some(' '))),
            char => out.push(char),
        }
    }
    out
}

/// A domain such as `github.com` with nothing, or more of an address or a pattern, behind it.
fn starts_with_a_domain(text: &str) -> bool {
    let is_part = |char: char| char.is_ascii_alphanumeric() || matches!(char, '-' | '.');
    let end = text.find(|char| !is_part(char)).unwrap_or(text.len());
    let (domain, rest) = text.split_at(end);
    let labels: Vec<_> = domain.split('.').collect();
    let is_label = |label: &&str| !label.is_empty() && !label.starts_with('-');
    let is_top = |label: &str| label.len() >= 2 && label.bytes().all(|b| b.is_ascii_alphabetic());
    labels.len() >= 2
        && labels.iter().all(is_label)
        && labels.last().is_some_and(|top| is_top(top))
        && rest.chars().next().is_none_or(|next| "/:?#|)$(".contains(next))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_from_words() {
        for text in [
            "/",
            "/wiki/Notes",
            "http:",
            "HTTPS://a.example",
            "www.",
            "github.com",
            "GitHub.com/rust",
            "docs.rs:443",
            "see https://a.example",
        ] {
            assert!(starts(text), "{text}");
        }
        for text in [
            "",
            "notes",
            "a/b",
            "e.g. this",
            "3.50",
            "v1.2",
            "Mr.Smith came",
            "https",
            "wiki.",
            ".com",
            "and.",
        ] {
            assert!(!starts(text), "{text}");
        }
    }

    #[test]
    fn patterns_are_judged_without_what_is_only_syntax() {
        for source in [
            "https?://",
            r"\/wiki\/",
            r"^\/wiki\/",
            r"^https?:\/\/",
            "(?i)github",
            r"github\.com",
            r"^(?i)www\.",
            r"(?i)^/a",
            r"github\.com|gitlab\.com",
            "(?i)/x",
        ] {
            let expected = source != "(?i)github";
            assert_eq!(pattern_starts(source), expected, "{source}");
        }
        for source in [r"\d/", r"\w\.com", "(?:a)/", "wiki", r"^\s*- link"] {
            assert!(!pattern_starts(source), "{source}");
        }
    }
}
