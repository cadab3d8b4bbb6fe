//! The bearer token, as a client reads it: from the settings, else from the bridge's file.

use std::fs::File;
use std::io::Read;
use std::sync::{Mutex, PoisonError};

use crate::Settings;
use crate::settings::TOKEN;

/// Longest token that is read from the file, in bytes.
const LONGEST: u64 = 4096;

/// The token last read, until somebody finds it wrong.
#[derive(Debug, Default)]
pub(crate) struct Cache(Mutex<Option<String>>);

impl Cache {
    /// The token to send; `None` when there is none yet.
    pub(crate) fn get(&self, settings: &Settings) -> Option<String> {
        let mut cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if cached.is_none() {
            *cached = read(settings);
        }
        cached.clone()
    }

    /// Makes the next request read the token again: a new bridge may have a new one.
    pub(crate) fn forget(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// Where the token comes from, as errors name it.
pub(crate) fn source(settings: &Settings) -> String {
    match settings.token {
        Some(_) => TOKEN.to_owned(),
        None => settings.token_path().display().to_string(),
    }
}

fn read(settings: &Settings) -> Option<String> {
    if let Some(token) = &settings.token {
        return Some(token.clone());
    }
    let path = settings.token_path();
    // A pipe or a device in its place would block here; the bridge refuses such a file too.
    if !path.symlink_metadata().ok()?.is_file() {
        return None;
    }
    let mut text = String::new();
    File::open(path).ok()?.take(LONGEST).read_to_string(&mut text).ok()?;
    Some(text.trim().to_owned()).filter(|token| !token.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(home: &std::path::Path, token: Option<&str>) -> Settings {
        Settings {
            home: home.to_owned(),
            http_port: 1,
            ws_port: 2,
            token: token.map(str::to_owned),
            keeps_other_build: false,
        }
    }

    #[test]
    fn the_settings_win_over_the_file() {
        let home = tempfile::tempdir().unwrap();
        std::fs::write(home.path().join("token"), "stored\n").unwrap();
        let given = settings(home.path(), Some("given"));
        assert_eq!(Cache::default().get(&given).as_deref(), Some("given"));
        assert_eq!(source(&given), "KITSUNE_TOKEN");
        let stored = settings(home.path(), None);
        assert_eq!(Cache::default().get(&stored).as_deref(), Some("stored"));
        assert!(source(&stored).ends_with("/token"));
    }

    #[test]
    fn a_new_token_is_seen_after_the_old_one_was_forgotten() {
        let home = tempfile::tempdir().unwrap();
        let settings = settings(home.path(), None);
        let cache = Cache::default();
        assert_eq!(cache.get(&settings), None);
        std::fs::write(home.path().join("token"), "first").unwrap();
        assert_eq!(cache.get(&settings).as_deref(), Some("first"));
        std::fs::write(home.path().join("token"), "second").unwrap();
        assert_eq!(cache.get(&settings).as_deref(), Some("first"));
        cache.forget();
        assert_eq!(cache.get(&settings).as_deref(), Some("second"));
    }
}
