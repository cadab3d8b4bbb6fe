//! The end of the bridge's log, fit to be shown: one line, short, without secrets.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

/// Longest excerpt, in characters.
const EXCERPT: usize = 300;
/// How much of the log's end is read, in bytes.
const TAIL: u64 = 8192;
/// Stands in for a secret.
const REDACTED: &str = "[redacted]";

/// The last line that was written after `start`, redacted and cut.
pub(super) fn last_line(path: &Path, start: u64, token: Option<&str>) -> Option<String> {
    let mut file = File::open(path).ok()?;
    let length = file.metadata().ok()?.len();
    file.seek(SeekFrom::Start(start.max(length.saturating_sub(TAIL)))).ok()?;
    let mut bytes = Vec::new();
    file.take(TAIL).read_to_end(&mut bytes).ok()?;
    excerpt(&String::from_utf8_lossy(&bytes), token)
}

fn excerpt(text: &str, token: Option<&str>) -> Option<String> {
    let line = text.lines().map(str::trim).rfind(|line| !line.is_empty())?;
    // Redacted before it is cut: half a token is still a secret.
    Some(redact(line, token).chars().take(EXCERPT).collect())
}

/// Replaces the known token, and whatever follows `Bearer` or `token=`.
fn redact(line: &str, token: Option<&str>) -> String {
    let known = token.filter(|token| !token.is_empty());
    let line = known.map_or_else(|| line.to_owned(), |token| line.replace(token, REDACTED));
    let mut redact_next = false;
    let words = line.split(' ').map(|word| {
        if word.is_empty() {
            return String::new();
        }
        if std::mem::take(&mut redact_next) {
            return REDACTED.to_owned();
        }
        redact_next = word.to_ascii_lowercase().ends_with("bearer");
        match word.split_once(['=', ':']) {
            Some((name, value)) if names_a_token(name) && value.is_empty() => {
                redact_next = true;
                word.to_owned()
            }
            Some((name, _)) if names_a_token(name) => {
                let separator = &word[name.len()..=name.len()];
                format!("{name}{separator}{REDACTED}")
            }
            _ => word.to_owned(),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

fn names_a_token(name: &str) -> bool {
    name.to_ascii_lowercase()
        .trim_matches(|letter: char| !letter.is_ascii_alphanumeric())
        .ends_with("token")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_replaced() {
        let cases = [
            ("got s3cret here", "got [redacted] here"),
            ("Authorization: Bearer abc.def", "Authorization: Bearer [redacted]"),
            ("auth=Bearer  abc", "auth=Bearer  [redacted]"),
            ("KITSUNE_TOKEN=abc", "KITSUNE_TOKEN=[redacted]"),
            ("the token: abc is wrong", "the token: [redacted] is wrong"),
            ("\"token\":\"abc\"", "\"token\":[redacted]"),
            ("port 47651 is taken", "port 47651 is taken"),
        ];
        for (line, expected) in cases {
            assert_eq!(redact(line, Some("s3cret")), expected);
        }
    }

    #[test]
    fn only_the_last_line_of_this_start_is_shown() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("bridge.log");
        std::fs::write(&path, "an old failure\n").unwrap();
        assert_eq!(last_line(&path, 15, None), None);
        std::fs::write(&path, "an old failure\nstarting\nport 1 is taken\n\n").unwrap();
        assert_eq!(last_line(&path, 15, None).as_deref(), Some("port 1 is taken"));
    }

    #[test]
    fn a_long_line_is_cut_between_characters() {
        let line = "é".repeat(400);
        assert_eq!(excerpt(&line, None).unwrap().chars().count(), 300);
    }
}
