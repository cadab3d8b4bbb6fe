//! Undoing what a launch has changed in a person's profile: its package, `user.js`, `prefs.js`.

use std::fs;
use std::io;
use std::path::Path;

use super::earlier::{self, Earlier};
use super::files::{self, present};
use super::preferences;
use super::profile::{EXTENSION_ID, ProfileError, at, package_in, refuse_in_use};

/// Undoes what a launch has changed in a person's profile; `false` when there is nothing to undo.
///
/// It may be repeated after it failed or was interrupted.
pub(super) fn restore(profile: &Path) -> Result<bool, ProfileError> {
    let failed = || at(profile);
    let Some(earlier) = Earlier::read(profile).map_err(failed())? else {
        return Ok(false);
    };
    refuse_in_use(profile)?;
    restore_package(profile, &earlier)
        .and_then(|()| restore_user_js(&profile.join("user.js"), &earlier))
        .and_then(|()| restore_prefs_js(&profile.join("prefs.js"), &earlier))
        .and_then(|()| Earlier::forget(profile))
        .map_err(failed())?;
    Ok(true)
}

pub(super) fn restore_package(profile: &Path, earlier: &Earlier) -> io::Result<()> {
    let package = package_in(profile);
    if earlier.package {
        // Not there means that it is back already, or has never been moved.
        return present(fs::rename(earlier::kept_package(profile), package)).map(drop);
    }
    let data = profile.join("browser-extension-data");
    present(fs::remove_file(package))?;
    present(fs::remove_dir_all(data.join(EXTENSION_ID)))?;
    for directory in [data, profile.join("extensions")] {
        // It stays when the person has other extensions in it.
        let _ = fs::remove_dir(directory);
    }
    Ok(())
}

fn restore_user_js(path: &Path, earlier: &Earlier) -> io::Result<()> {
    let text = files::text(path)?.unwrap_or_default();
    match preferences::without_block(&text) {
        None => Ok(()),
        Some(rest) if rest.is_empty() && !earlier.user_js => fs::remove_file(path),
        Some(rest) => files::replace(path, rest.as_bytes()),
    }
}

fn restore_prefs_js(path: &Path, earlier: &Earlier) -> io::Result<()> {
    match files::text(path)? {
        Some(text) => files::replace(path, earlier.restored(&text).as_bytes()),
        None => Ok(()),
    }
}
