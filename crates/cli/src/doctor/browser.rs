//! The browser that `kitsune launch` would start, and how it is packaged.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::launch::browser;
use crate::launch::edition;

use super::report::Check;

/// How much of a start script is read, in bytes.
const SCRIPT: u64 = 4096;

/// How a browser is packaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Packaging {
    Ordinary,
    Snap,
    Flatpak,
}

pub(super) async fn check() -> Vec<Check> {
    let check = Check::new("browser");
    let path = match browser::find_in_environment(None) {
        Ok(path) => path,
        Err(error) => {
            let remedy = "Install Firefox ESR. `kitsune launch --browser PATH` starts one that \
                          stands elsewhere; a Flatpak's cannot be started this way.";
            return vec![check.wrong(error.to_string(), remedy)];
        }
    };
    let version = edition::version(&path).await;
    let resolved = path.canonicalize().unwrap_or_else(|_| path.clone());
    let packaging = packaging(&resolved, &script(&resolved));
    let found = match version {
        Some(version) if edition::is_too_old(&version) => check.wrong(
            format!("{version} at {} is too old for the extension", path.display()),
            format!("Install Firefox {} or newer.", edition::OLDEST),
        ),
        Some(version) => check.well(format!("{version} at {}", path.display())),
        None => check.note(
            format!("{} tells no version", path.display()),
            "Start it by hand once to see whether it works.",
        ),
    };
    vec![found, judge(packaging)]
}

fn judge(packaging: Packaging) -> Check {
    let check = Check::new("packaging");
    let remedy = "Install a Firefox ESR from your distribution's packages or from Mozilla's, or \
                  name one with `kitsune launch --browser PATH`. A browser of this kind that you \
                  open yourself can still use the signed extension.";
    match packaging {
        Packaging::Ordinary => check.well("an ordinary program"),
        Packaging::Snap => check
            .wrong("a snap, which cannot read the profiles that `kitsune launch` makes", remedy),
        Packaging::Flatpak => check
            .wrong("a Flatpak, which cannot read the profiles that `kitsune launch` makes", remedy),
    }
}

/// Told by the place of the program, or by what its start script starts.
fn packaging(path: &Path, script: &str) -> Packaging {
    let is_below = |name: &str| path.components().any(|part| part.as_os_str() == name);
    if is_below("snap") || script.contains("/snap/bin/") {
        Packaging::Snap
    } else if is_below("flatpak") || script.contains("flatpak run") {
        Packaging::Flatpak
    } else {
        Packaging::Ordinary
    }
}

/// The beginning of a program that is a script; empty for any other.
fn script(path: &Path) -> String {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(SCRIPT).read_to_end(&mut start));
    match read {
        Ok(_) if start.starts_with(b"#!") => String::from_utf8_lossy(&start).into_owned(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_packaging_is_told_by_place_and_script() {
        let flatpak_script = "#!/bin/sh\nexec /usr/bin/flatpak run --branch=stable org.x \"$@\"\n";
        let cases = [
            ("/usr/lib/firefox-esr/firefox-esr", "", Packaging::Ordinary),
            ("/usr/bin/firefox-esr", "#!/bin/sh\nexec /usr/lib/firefox", Packaging::Ordinary),
            ("/snap/bin/firefox", "", Packaging::Snap),
            ("/usr/bin/firefox", "#!/bin/sh\nexec /snap/bin/firefox \"$@\"\n", Packaging::Snap),
            ("/var/lib/flatpak/exports/bin/org.mozilla.firefox", "", Packaging::Flatpak),
            ("/home/ada/bin/firefox", flatpak_script, Packaging::Flatpak),
        ];
        for (path, script, expected) in cases {
            assert_eq!(packaging(Path::new(path), script), expected, "{path}");
        }
    }
}
