//! Whether a launch runs, or has left a Firefox running or a person's profile changed.

use kitsune_client::Settings;

use super::report::Check;
use crate::launch::state::{self, Seen};

pub(super) fn check(settings: &Settings) -> Check {
    judge(&state::look(settings))
}

fn judge(seen: &Seen) -> Check {
    let check = Check::new("launches");
    match (seen.running, seen.left_running, seen.left_changed.as_slice()) {
        (Some(pid), _, _) => check.well(format!("one is running (process {pid})")),
        (None, true, _) => check.wrong(
            "one was killed and has left its Firefox running",
            "Run `kitsune launch --stop`, which ends it and puts its profile back as it was.",
        ),
        (None, false, []) => check.well("none is running, none has left anything"),
        (None, false, [profile, ..]) => check.wrong(
            format!("one was killed and has left its preferences in {}", profile.display()),
            "Close the Firefox that uses that profile and run `kitsune launch --stop`, which puts \
             it back as it was.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::report::Outcome;
    use super::*;

    #[test]
    fn what_a_killed_launch_has_left_is_named() {
        assert_eq!(judge(&Seen::default()).outcome, Outcome::Well);
        let running = Seen { running: Some(7), ..Seen::default() };
        assert!(judge(&running).finding.contains("process 7"));
        let left = judge(&Seen { left_changed: vec!["/p".into()], ..Seen::default() });
        assert_eq!(left.outcome, Outcome::Wrong);
        assert!(left.finding.contains("/p") && left.remedy.unwrap().contains("--stop"));
        let runs = judge(&Seen { left_running: true, ..Seen::default() });
        assert_eq!(runs.outcome, Outcome::Wrong);
    }
}
