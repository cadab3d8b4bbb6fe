//! Whether a window could be shown: only Linux and its kin can be without a display.

use super::report::Check;

/// What to do without a display.
pub(crate) const REMEDY: &str =
    "Use `kitsune launch --headless`, or start it where WAYLAND_DISPLAY or DISPLAY is set.";

/// Whether every system of this kind has a display.
const ALWAYS: bool = cfg!(any(target_os = "macos", windows));

pub(super) fn check() -> Check {
    judge(ALWAYS, is_set("WAYLAND_DISPLAY"), is_set("DISPLAY"))
}

/// Whether a window could be shown.
pub(crate) fn is_there() -> bool {
    ALWAYS || is_set("WAYLAND_DISPLAY") || is_set("DISPLAY")
}

fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| !value.is_empty())
}

fn judge(always: bool, wayland: bool, x11: bool) -> Check {
    let check = Check::new("display");
    match (always, wayland, x11) {
        (true, _, _) => check.well("the desktop"),
        (false, true, _) => check.well("Wayland"),
        (false, false, true) => check.well("X11"),
        (false, false, false) => check.note("there is none", REMEDY),
    }
}

#[cfg(test)]
mod tests {
    use super::super::report::Outcome;
    use super::*;

    #[test]
    fn without_a_display_headless_is_named() {
        assert_eq!(judge(false, true, true).finding, "Wayland");
        assert_eq!(judge(false, false, true).finding, "X11");
        let none = judge(false, false, false);
        assert_eq!(none.outcome, Outcome::Note);
        assert!(none.remedy.unwrap().contains("--headless"));
    }
}
