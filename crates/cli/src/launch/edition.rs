//! Whether a Firefox demands signed extensions and is new enough for ours, as far as its version
//! tells.
//!
//! Release and beta builds do, and no preference changes it; ESR, Nightly and Developer Edition do
//! not. Beta and Developer Edition cannot be told apart here, nor is anything known of other
//! browsers: Firefox itself is asked after its start, see `control`.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tokio::process::Command;
use tokio::time::timeout;

/// How long the browser may take to tell its version.
const DEADLINE: Duration = Duration::from_secs(10);

/// The first Firefox that takes the extension: the `strict_min_version` of its manifest.
pub(crate) const OLDEST: u32 = 140;
/// How a Firefox's version line begins.
const FIREFOX: &str = "Mozilla Firefox ";

/// Whether unsigned extensions are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Signatures {
    Demanded,
    NotDemanded,
    Unknown,
}

/// What the browser says with `--version`, such as `Mozilla Firefox 153.8.0esr`.
///
/// `None` when it says nothing in time; on Windows it never does.
pub(crate) async fn version(browser: &Path) -> Option<String> {
    let mut command = Command::new(browser);
    command.arg("--version").stdin(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
    let output = timeout(DEADLINE, command.output()).await.ok()?.ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    Some(line.chars().take(100).collect())
}

/// What a version line means.
pub(super) fn signatures(version: Option<&str>) -> Signatures {
    let Some(number) = version.and_then(|text| text.strip_prefix(FIREFOX)) else {
        return Signatures::Unknown;
    };
    if number.ends_with("esr") || number.contains('a') {
        return Signatures::NotDemanded;
    }
    match number.chars().all(|letter| letter.is_ascii_digit() || letter == '.') {
        true => Signatures::Demanded,
        false => Signatures::Unknown,
    }
}

/// Whether this is a Firefox that refuses the extension for its own age.
pub(crate) fn is_too_old(version: &str) -> bool {
    let number = version.strip_prefix(FIREFOX).and_then(|number| number.split('.').next());
    number.and_then(|number| number.parse().ok()).is_some_and(|number: u32| number < OLDEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_firefox_older_than_the_extension_allows_is_too_old() {
        let manifest = include_str!("../../../../extension/manifest.json");
        assert!(manifest.contains(&format!("\"strict_min_version\": \"{OLDEST}.0\"")));
        for old in ["Mozilla Firefox 128.0esr", "Mozilla Firefox 139.0.4"] {
            assert!(is_too_old(old), "{old}");
        }
        for other in ["Mozilla Firefox 140.0", "Mozilla Firefox 155.0a1", "Mozilla Zen 1.19", ""] {
            assert!(!is_too_old(other), "{other}");
        }
    }

    #[test]
    fn a_version_tells_whether_signatures_are_demanded() {
        let cases = [
            (Some("Mozilla Firefox 153.8.0esr"), Signatures::NotDemanded),
            (Some("Mozilla Firefox 155.0a1"), Signatures::NotDemanded),
            (Some("Mozilla Firefox 153.0.1"), Signatures::Demanded),
            (Some("Mozilla Firefox 154.0b5"), Signatures::Unknown),
            (Some("LibreWolf 153.0-1"), Signatures::Unknown),
            (Some("Mozilla Zen 1.19"), Signatures::Unknown),
            (None, Signatures::Unknown),
        ];
        for (version, expected) in cases {
            assert_eq!(signatures(version), expected, "{version:?}");
        }
    }
}
