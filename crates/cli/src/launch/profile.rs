//! The profile directory of a managed Firefox: the extension in it, and the preferences that
//! enable it and keep Firefox quiet.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempDir};

use super::package::{self, PackageError, Pairing};

/// The extension's id, also the name of its package in a profile.
const EXTENSION_ID: &str = "kitsune@kitsune.browser";

const BLOCK_START: &str =
    "// >>> Kitsune: `kitsune launch` rewrites the lines down to the end mark\n";
const BLOCK_END: &str = "// <<< Kitsune\n";

/// Preferences of a managed profile and their values as JavaScript.
const PREFERENCES: &[(&str, &str)] = &[
    // An unsigned package in the profile is enabled at the first start, without a question.
    ("xpinstall.signatures.required", "false"),
    ("extensions.autoDisableScopes", "0"),
    // Timers of background pages stay exact while no window is in front.
    ("dom.min_background_timeout_value", "4"),
    ("dom.min_background_timeout_value_without_budget_throttling", "4"),
    ("dom.timeout.enable_budget_timer_throttling", "false"),
    // Ending Firefox by a signal looks like a crash to its next start with the same profile, which
    // must not answer with a dialog or a page that asks what to do.
    ("toolkit.startup.max_resumed_crashes", "-1"),
    ("browser.sessionstore.max_resumed_crashes", "-1"),
    // No first-run pages and questions.
    ("browser.aboutwelcome.enabled", "false"),
    ("browser.shell.checkDefaultBrowser", "false"),
    ("datareporting.policy.firstRunURL", "\"\""),
    // No connection that nobody asked for: settings, telemetry, probes, updates, lists.
    ("services.settings.server", "\"data:,#remote-settings-dummy/v1\""),
    ("toolkit.telemetry.server", "\"\""),
    ("telemetry.fog.test.localhost_port", "-1"),
    ("datareporting.policy.dataSubmissionEnabled", "false"),
    ("datareporting.healthreport.uploadEnabled", "false"),
    ("network.captive-portal-service.enabled", "false"),
    ("network.connectivity-service.enabled", "false"),
    ("dom.push.connection.enabled", "false"),
    ("app.normandy.enabled", "false"),
    ("app.update.enabled", "false"),
    ("extensions.update.enabled", "false"),
    ("browser.safebrowsing.malware.enabled", "false"),
    ("browser.safebrowsing.phishing.enabled", "false"),
    ("browser.safebrowsing.downloads.enabled", "false"),
    ("browser.safebrowsing.blockedURIs.enabled", "false"),
];

/// A profile that cannot be prepared.
#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    /// The directory or a file in it cannot be read or written.
    #[error("cannot prepare the profile at {path}: {source}")]
    File {
        /// The directory or file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The extension's package cannot be made.
    #[error(transparent)]
    Package(#[from] PackageError),
}

/// A profile directory, removed when dropped unless the person named it.
pub(super) struct Profile {
    path: PathBuf,
    _temporary: Option<TempDir>,
}

impl Profile {
    /// Opens the directory the person named, or makes a temporary one.
    pub(super) fn open(named: Option<&Path>) -> Result<Self, ProfileError> {
        let Some(named) = named else {
            let made = tempfile::Builder::new().prefix("kitsune-profile-").tempdir();
            let directory = made.map_err(at(&std::env::temp_dir()))?;
            return Ok(Self { path: directory.path().to_owned(), _temporary: Some(directory) });
        };
        fs::create_dir_all(named).map_err(at(named))?;
        // Firefox would take a relative path for a profile's name.
        let path = fs::canonicalize(named).map_err(at(named))?;
        Ok(Self { path, _temporary: None })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Installs the packed extension so that it connects as `pairing` says.
    pub(super) fn install(
        &self,
        extension: &[u8],
        pairing: Pairing<'_>,
    ) -> Result<(), ProfileError> {
        let directory = self.path.join("extensions");
        fs::create_dir_all(&directory).map_err(at(&directory))?;
        let mut partial = NamedTempFile::new_in(&directory).map_err(at(&directory))?;
        package::write_paired(extension, pairing, partial.as_file_mut())?;
        put(partial, &directory.join(format!("{EXTENSION_ID}.xpi")))
    }

    /// Writes our preferences into `user.js` and leaves the person's own lines there alone.
    pub(super) fn write_preferences(&self) -> Result<(), ProfileError> {
        let path = self.path.join("user.js");
        let own_lines = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(at(&path)(error)),
        };
        let mut partial = NamedTempFile::new_in(&self.path).map_err(at(&self.path))?;
        partial.write_all(with_block(&own_lines).as_bytes()).map_err(at(&path))?;
        put(partial, &path)
    }
}

/// Firefox must never see half a file, so each is written beside its place and then moved.
fn put(partial: NamedTempFile, path: &Path) -> Result<(), ProfileError> {
    partial.persist(path).map(drop).map_err(|error| at(path)(error.error))
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> ProfileError {
    move |source| ProfileError::File { path: path.to_owned(), source }
}

/// `user.js` with our block in place of an earlier one, or at the end.
fn with_block(own_lines: &str) -> String {
    let (before, after) = around_block(own_lines).unwrap_or((own_lines, ""));
    let gap = if before.is_empty() || before.ends_with('\n') { "" } else { "\n" };
    format!("{before}{gap}{}{after}", block())
}

/// The text before and after an earlier block.
fn around_block(text: &str) -> Option<(&str, &str)> {
    let (before, rest) = text.split_once(BLOCK_START)?;
    let (_, after) = rest.split_once(BLOCK_END)?;
    Some((before, after))
}

fn block() -> String {
    let lines =
        PREFERENCES.iter().map(|(name, value)| format!("user_pref(\"{name}\", {value});\n"));
    [BLOCK_START.to_owned()].into_iter().chain(lines).chain([BLOCK_END.to_owned()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_block_is_appended_once_and_then_replaced() {
        let own = "user_pref(\"a\", 1);";
        let first = with_block(own);
        assert!(first.starts_with("user_pref(\"a\", 1);\n// >>> Kitsune"), "{first}");
        assert_eq!(with_block(&first), first);
        let older = first.replace("user_pref(\"extensions.autoDisableScopes\", 0);\n", "");
        assert_eq!(with_block(&older), first);
    }

    #[test]
    fn lines_after_the_block_stay_after_it() {
        let text = format!("{}user_pref(\"b\", 2);\n", with_block(""));
        assert_eq!(with_block(&text), text);
    }

    #[test]
    fn every_preference_is_named_once_and_has_a_javascript_literal() {
        for (index, (name, value)) in PREFERENCES.iter().enumerate() {
            assert!(PREFERENCES[..index].iter().all(|(other, _)| other != name), "{name}");
            assert!(serde_json::from_str::<serde_json::Value>(value).is_ok(), "{name}: {value}");
        }
    }

    #[test]
    fn a_named_directory_is_kept_and_a_temporary_one_removed() {
        let home = tempfile::tempdir().unwrap();
        let named = Profile::open(Some(&home.path().join("new/profile"))).unwrap();
        named.write_preferences().unwrap();
        let temporary = Profile::open(None).unwrap();
        temporary.write_preferences().unwrap();
        let (kept, gone) = (named.path().to_owned(), temporary.path().to_owned());
        drop((named, temporary));
        assert!(kept.join("user.js").is_file());
        assert!(!gone.exists());
    }
}
