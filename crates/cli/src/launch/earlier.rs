//! What a launch has changed in a person's profile, written down beside the change so that it can
//! be undone, by this launch or by any later one.
//!
//! Firefox copies `user.js` into `prefs.js`, where the values outlive their lines. So the record
//! holds the lines that `prefs.js` had before. It is written before the first change and removed
//! after the last one is undone: its directory in a profile means that something is left to undo.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::preferences::Preference;

/// Directory in the profile for the record and for what had to make room.
const DIRECTORY: &str = "kitsune-launch";

/// What was there before.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Earlier {
    /// Whether the profile had a `user.js`.
    pub(super) user_js: bool,
    /// Whether the person had a package of the extension in it.
    pub(super) package: bool,
    preferences: Vec<EarlierPreference>,
}

#[derive(Debug, Serialize, Deserialize)]
struct EarlierPreference {
    name: String,
    /// The value that the launch has set, as JavaScript.
    ours: String,
    /// The line of `prefs.js`; `None` when there was none.
    line: Option<String>,
}

impl Earlier {
    /// What `prefs_js` says of the preferences that are about to be set.
    pub(super) fn of(prefs_js: &str, user_js: bool, package: bool, set: &[Preference]) -> Self {
        let preferences = set.iter().map(|(name, ours)| EarlierPreference {
            name: (*name).to_owned(),
            ours: (*ours).to_owned(),
            line: prefs_js.lines().find(|line| name_in(line) == Some(name)).map(str::to_owned),
        });
        Self { user_js, package, preferences: preferences.collect() }
    }

    /// `prefs.js` with the earlier values. One that the person has changed meanwhile stays.
    pub(super) fn restored(&self, prefs_js: &str) -> String {
        let mut lines: Vec<&str> = prefs_js.lines().collect();
        for EarlierPreference { name, ours, line } in &self.preferences {
            let now = lines.iter().position(|line| name_in(line) == Some(name));
            match (now, line) {
                (Some(index), _) if value_in(lines[index]) != Some(ours) => (),
                (Some(index), Some(line)) => lines[index] = line,
                (Some(index), None) => drop(lines.remove(index)),
                // Firefox stores no value that equals its default.
                (None, Some(line)) => lines.push(line),
                (None, None) => (),
            }
        }
        lines.iter().flat_map(|line| [line, "\n"]).collect()
    }

    /// The record in a profile; `None` when nothing is left to undo there.
    pub(super) fn read(profile: &Path) -> io::Result<Option<Self>> {
        match fs::read(record(profile)) {
            Ok(text) => Ok(Some(serde_json::from_slice(&text)?)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Writes the record into the profile.
    pub(super) fn write(&self, profile: &Path) -> io::Result<()> {
        fs::create_dir_all(directory(profile))?;
        let mut text = serde_json::to_vec_pretty(self)?;
        text.push(b'\n');
        super::files::replace(&record(profile), &text)
    }

    /// Removes the record: nothing is left to undo.
    pub(super) fn forget(profile: &Path) -> io::Result<()> {
        fs::remove_dir_all(directory(profile))
    }
}

/// Where the person's own package of the extension waits while ours is in its place.
pub(super) fn kept_package(profile: &Path) -> PathBuf {
    directory(profile).join("extension.xpi")
}

fn directory(profile: &Path) -> PathBuf {
    profile.join(DIRECTORY)
}

fn record(profile: &Path) -> PathBuf {
    directory(profile).join("earlier.json")
}

/// The preference that a line of `prefs.js` sets. Firefox writes one a line.
fn name_in(line: &str) -> Option<&str> {
    line.strip_prefix("user_pref(\"")?.split_once('"').map(|(name, _)| name)
}

fn value_in(line: &str) -> Option<&str> {
    let (_, value) = line.strip_prefix("user_pref(\"")?.split_once("\",")?;
    Some(value.trim().strip_suffix(");")?.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SET: &[Preference] = &[("a.first", "false"), ("b.second", "4"), ("c.third", "\"\"")];

    #[test]
    fn earlier_values_come_back_and_absent_ones_go() {
        let before = "// Mozilla\nuser_pref(\"a.first\", true);\nuser_pref(\"z\", \"(\\\",)\");\n";
        let earlier = Earlier::of(before, false, false, SET);
        let during = "// Mozilla\nuser_pref(\"a.first\", false);\nuser_pref(\"b.second\", 4);\n\
            user_pref(\"z\", \"(\\\",)\");\nuser_pref(\"new\", 1);\n";
        let after = "// Mozilla\nuser_pref(\"a.first\", true);\nuser_pref(\"z\", \"(\\\",)\");\n\
            user_pref(\"new\", 1);\n";
        assert_eq!(earlier.restored(during), after);
        assert_eq!(earlier.restored(after), after, "undoing twice changes nothing");
    }

    #[test]
    fn what_the_person_changed_meanwhile_stays() {
        let earlier = Earlier::of("user_pref(\"b.second\", 1000);\n", true, false, SET);
        let during = "user_pref(\"b.second\", 50);\nuser_pref(\"c.third\", \"mine\");\n";
        assert_eq!(earlier.restored(during), during);
    }

    #[test]
    fn a_value_that_became_the_default_comes_back() {
        let before = "user_pref(\"c.third\", \"mine\");\n";
        assert_eq!(Earlier::of(before, true, false, SET).restored(""), before);
    }

    #[test]
    fn a_record_is_read_back_and_forgotten() {
        let profile = tempfile::tempdir().unwrap();
        assert!(Earlier::read(profile.path()).unwrap().is_none());
        Earlier::of("", true, false, SET).write(profile.path()).unwrap();
        let read = Earlier::read(profile.path()).unwrap().unwrap();
        assert!(read.user_js && read.preferences.len() == 3);
        Earlier::forget(profile.path()).unwrap();
        assert_eq!(fs::read_dir(profile.path()).unwrap().count(), 0);
    }
}
