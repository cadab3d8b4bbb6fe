//! Finding a Firefox: the one the person named, else the first of the known names and places.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Program names in `PATH`, best first: a release `firefox` refuses unsigned extensions, so an
/// ESR or Developer Edition beside it is preferred.
const NAMES: &[&str] = &["firefox-esr", "firefox-developer-edition", "firefox", "zen", "librewolf"];

/// Places where installers put a browser without adding it to `PATH`.
const PLACES: &[&str] = if cfg!(target_os = "macos") {
    &[
        "/Applications/Firefox Developer Edition.app/Contents/MacOS/firefox",
        "/Applications/Firefox Nightly.app/Contents/MacOS/firefox",
        "/Applications/Firefox.app/Contents/MacOS/firefox",
        "/Applications/Zen.app/Contents/MacOS/zen",
        "/Applications/LibreWolf.app/Contents/MacOS/librewolf",
    ]
} else if cfg!(windows) {
    &[
        r"C:\Program Files\Firefox Developer Edition\firefox.exe",
        r"C:\Program Files\Firefox Nightly\firefox.exe",
        r"C:\Program Files\Mozilla Firefox\firefox.exe",
        r"C:\Program Files\Zen Browser\zen.exe",
        r"C:\Program Files\LibreWolf\librewolf.exe",
    ]
} else {
    &[
        "/usr/lib/firefox-esr/firefox-esr",
        "/opt/firefox/firefox",
        "/usr/lib/firefox/firefox",
        "/snap/bin/firefox",
        "/opt/zen/zen",
        "/usr/share/librewolf/librewolf",
    ]
};

/// No browser to start.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum BrowserError {
    /// The named one does not exist.
    #[error("there is no browser at {0}; give --browser the path of a Firefox program")]
    NotThere(PathBuf),
    /// None was named and none was found.
    #[error("no Firefox was found; install Firefox ESR, or name one with --browser PATH")]
    NotFound,
}

/// The program to start, with this process's search path.
pub(crate) fn find_in_environment(named: Option<&Path>) -> Result<PathBuf, BrowserError> {
    let search_path = std::env::var_os("PATH").unwrap_or_default();
    find(named, &search_path, Path::is_file)
}

/// The program to start: `named`, a path or a name in `search_path`, or the best one found.
fn find(
    named: Option<&Path>,
    search_path: &OsStr,
    exists: impl Fn(&Path) -> bool,
) -> Result<PathBuf, BrowserError> {
    let in_path = |name: &OsStr| {
        std::env::split_paths(search_path)
            .map(|directory| directory.join(name))
            .find(|path| exists(path))
    };
    match named {
        Some(named) if exists(named) => Ok(named.to_owned()),
        Some(named) => match named.components().count() {
            1 => in_path(named.as_os_str()),
            _ => None,
        }
        .ok_or_else(|| BrowserError::NotThere(named.to_owned())),
        None => NAMES
            .iter()
            .find_map(|name| in_path(format!("{name}{}", std::env::consts::EXE_SUFFIX).as_ref()))
            .or_else(|| PLACES.iter().map(PathBuf::from).find(|path| exists(path)))
            .ok_or(BrowserError::NotFound),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn find_among(named: Option<&str>, files: &[&str]) -> Result<PathBuf, BrowserError> {
        let exists = |path: &Path| files.iter().any(|file| Path::new(file) == path);
        find(named.map(Path::new), OsStr::new("/home/ada/bin:/usr/bin"), exists)
    }

    #[test]
    fn a_named_path_is_used_or_refused_but_never_replaced() {
        let files = ["/usr/bin/firefox", "/opt/own/firefox"];
        assert_eq!(find_among(Some("/opt/own/firefox"), &files), Ok("/opt/own/firefox".into()));
        let missing = BrowserError::NotThere("/opt/none".into());
        assert_eq!(find_among(Some("/opt/none"), &files), Err(missing));
    }

    #[test]
    fn a_bare_name_is_looked_up_in_the_path() {
        let files = ["/usr/bin/firefox", "/usr/bin/zen"];
        assert_eq!(find_among(Some("zen"), &files), Ok("/usr/bin/zen".into()));
        let missing = BrowserError::NotThere("librewolf".into());
        assert_eq!(find_among(Some("librewolf"), &files), Err(missing));
    }

    #[test]
    fn an_esr_is_preferred_wherever_it_is_in_the_path() {
        let files = ["/home/ada/bin/firefox", "/usr/bin/firefox-esr"];
        assert_eq!(find_among(None, &files), Ok("/usr/bin/firefox-esr".into()));
    }

    #[test]
    fn known_places_come_after_the_path() {
        assert_eq!(find_among(None, &[PLACES[0]]), Ok(PLACES[0].into()));
        assert_eq!(find_among(None, &[PLACES[0], "/usr/bin/zen"]), Ok("/usr/bin/zen".into()));
        assert_eq!(find_among(None, &[]), Err(BrowserError::NotFound));
    }
}
