//! The developer's copy of the extension on disk: its fingerprint, and the port it connects to.
//!
//! Contract: *Connection diagnosis*, stale developer builds and extension port. What cannot be read
//! is not known, and what is not known is not compared.

use std::fs::File;
use std::io::Read;
use std::path::{Component, Path};

use serde::Deserialize;
use sha2::{Digest, Sha256};
use url::Url;

use kitsune_protocol::wire::CONTENT_SCRIPT;

/// The port in the packages that are published.
const PUBLISHED_PORT: u16 = 47652;
/// Largest file that is read, in bytes.
const LARGEST: u64 = 16 * 1024 * 1024;
/// Most scripts of a manifest.
const MOST_SCRIPTS: usize = 64;

/// What a build of the extension is known by; extension/src/background/fingerprint.ts makes the
/// same of the running one.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Fingerprint {
    /// SHA-256 over each script that the extension loads: path, NUL, bytes, NUL.
    pub(super) source: Option<String>,
    /// SHA-256 of `manifest.json`.
    pub(super) manifest: Option<String>,
}

#[derive(Deserialize)]
struct Manifest {
    background: Background,
    #[serde(default)]
    content_scripts: Vec<ContentScripts>,
}

#[derive(Deserialize)]
struct Background {
    scripts: Vec<String>,
}

#[derive(Deserialize)]
struct ContentScripts {
    #[serde(default)]
    js: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Config {
    socket_url: String,
}

/// The fingerprint of the extension in `directory`.
pub(super) fn fingerprint(directory: &Path) -> Fingerprint {
    let Some(manifest) = read(directory, "manifest.json") else {
        return Fingerprint::default();
    };
    let scripts = serde_json::from_slice(&manifest).ok().map(scripts);
    Fingerprint {
        source: scripts.and_then(|scripts| hash_of(directory, &scripts)),
        manifest: Some(shortened(Sha256::digest(&manifest).as_slice())),
    }
}

/// The port where the extension looks for a bridge: its own in `directory`, else the published.
pub(super) fn socket_port(directory: Option<&Path>) -> u16 {
    let config = directory.and_then(|directory| read(directory, "config.json"));
    let config: Option<Config> = config.and_then(|text| serde_json::from_slice(&text).ok());
    let url = config.and_then(|config| Url::parse(&config.socket_url).ok());
    url.and_then(|url| url.port_or_known_default()).unwrap_or(PUBLISHED_PORT)
}

/// The background's scripts, then those of pages, each once.
fn scripts(manifest: Manifest) -> Vec<String> {
    let in_pages = manifest.content_scripts.into_iter().flat_map(|entry| entry.js);
    let all = manifest.background.scripts.into_iter().chain(in_pages);
    let mut scripts = Vec::new();
    for script in all.chain([CONTENT_SCRIPT.to_owned()]) {
        if !scripts.contains(&script) {
            scripts.push(script);
        }
    }
    scripts
}

fn hash_of(directory: &Path, scripts: &[String]) -> Option<String> {
    if scripts.len() > MOST_SCRIPTS {
        return None;
    }
    let mut hash = Sha256::new();
    for script in scripts {
        hash.update(script.as_bytes());
        hash.update([0]);
        hash.update(read(directory, script)?);
        hash.update([0]);
    }
    Some(shortened(hash.finalize().as_slice()))
}

/// The first 16 hex digits.
fn shortened(digest: &[u8]) -> String {
    digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// A plain file of the extension; nothing outside of its directory.
fn read(directory: &Path, name: &str) -> Option<Vec<u8>> {
    let is_inside = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    let path = directory.join(name);
    let metadata = path.metadata().ok().filter(|_| is_inside)?;
    if !metadata.is_file() || metadata.len() > LARGEST {
        return None;
    }
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(LARGEST).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const MANIFEST: &str = r#"{"background": {"scripts": ["background.js"]},
        "content_scripts": [{"js": ["early.js"]}, {"js": ["early.js"]}]}"#;

    fn extension(files: &[(&str, &str)]) -> tempfile::TempDir {
        let directory = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(directory.path().join(name), text).unwrap();
        }
        directory
    }

    #[test]
    fn every_loaded_script_counts_once_in_the_order_of_the_manifest() {
        let files = [
            ("manifest.json", MANIFEST),
            ("background.js", "1"),
            ("early.js", "2"),
            ("content.js", "3"),
        ];
        let directory = extension(&files);
        let expected = Sha256::digest(b"background.js\x001\0early.js\x002\0content.js\x003\0");
        let found = fingerprint(directory.path());
        assert_eq!(found.source, Some(shortened(expected.as_slice())));
        assert_eq!(found.source.map(|text| text.len()), Some(16));
        assert_eq!(found.manifest, Some(shortened(Sha256::digest(MANIFEST).as_slice())));
    }

    #[test]
    fn what_cannot_be_read_is_not_known() {
        assert_eq!(fingerprint(Path::new("/nowhere")), Fingerprint::default());
        let missing = extension(&[("manifest.json", MANIFEST), ("background.js", "1")]);
        assert_eq!(fingerprint(missing.path()).source, None);
        assert!(fingerprint(missing.path()).manifest.is_some());
        let outside = r#"{"background": {"scripts": ["../../etc/passwd"]}}"#;
        assert_eq!(fingerprint(extension(&[("manifest.json", outside)]).path()).source, None);
    }

    #[test]
    fn the_port_is_that_of_the_configuration_else_the_published_one() {
        let port = |config: &str| socket_port(Some(extension(&[("config.json", config)]).path()));
        assert_eq!(port(r#"{"socketUrl": "ws://127.0.0.1:50123"}"#), 50123);
        assert_eq!(port(r#"{"socketUrl": "nonsense"}"#), PUBLISHED_PORT);
        assert_eq!(port("[]"), PUBLISHED_PORT);
        assert_eq!(socket_port(None), PUBLISHED_PORT);
    }
}
