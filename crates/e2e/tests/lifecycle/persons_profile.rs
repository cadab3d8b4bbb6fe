//! `kitsune launch --profile` with a profile that a person browses with.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use kitsune_e2e::{Kit, eventually, run_apart};

use super::launch::{end, launched, runs};

/// A preference that a launch sets, with the person's own value.
const THEIRS: &str = "user_pref(\"dom.min_background_timeout_value\", 777);";

/// A profile that Firefox has used, and its `user.js`.
fn persons_profile(kit: &Kit<'_>, user_js: Option<&str>) -> PathBuf {
    let profile = kit.stage().directory().join("persons-profile");
    fs::create_dir_all(&profile).unwrap();
    fs::write(profile.join("prefs.js"), format!("{THEIRS}\n")).unwrap();
    if let Some(text) = user_js {
        fs::write(profile.join("user.js"), text).unwrap();
    }
    profile
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

/// Asserts that nothing of a launch is left.
fn assert_restored(profile: &Path, user_js: Option<&str>) {
    let prefs = text(&profile.join("prefs.js"));
    assert!(prefs.contains(THEIRS), "{prefs}");
    for name in ["xpinstall.signatures", "autoDisableScopes", "devtools.chrome.enabled"] {
        assert!(!prefs.contains(name), "{name} is left in {prefs}");
    }
    assert_eq!(fs::read_to_string(profile.join("user.js")).ok().as_deref(), user_js);
    for left in ["extensions", "kitsune-launch", "browser-extension-data"] {
        assert!(!profile.join(left).exists(), "{left} is left");
    }
}

#[test]
fn a_persons_profile_is_as_it_was_after_a_launch_and_has_its_session() {
    run_apart(async |kit| {
        let profile = persons_profile(kit, None);
        let (mut child, line) = launched(kit, &profile, &[]).await;
        assert!(line.starts_with("Connected: Firefox "), "{line}");
        let during = text(&profile.join("user.js"));
        for kept in ["browser.startup.page", "app.update", "telemetry", "datareporting"] {
            assert!(!during.contains(kept), "{kept} is changed");
        }
        kit.agent().opens(&kit.page("<p>Own")).await;

        end(&mut child).await;
        assert!(!runs(&profile));
        assert_restored(&profile, None);
        assert!(profile.join("sessionstore.jsonlz4").is_file(), "Firefox was not ended cleanly");
        let add_ons = text(&profile.join("extensions.json"));
        assert!(!add_ons.contains("kitsune@kitsune.browser"), "{add_ons}");
    });
}

#[test]
fn a_killed_launch_is_found_by_doctor_and_undone_by_stop() {
    run_apart(async |kit| {
        let own = "// mine\n";
        let profile = persons_profile(kit, Some(own));
        let (mut child, _) = launched(kit, &profile, &[]).await;
        child.kill().await.unwrap();
        eventually("Firefox is gone", Duration::from_secs(15), async || !runs(&profile)).await;

        let doctor = kit.program("kitsune", &[]).arg("doctor").output().await.unwrap();
        let said = String::from_utf8_lossy(&doctor.stdout);
        assert!(said.contains("has left its preferences in"), "{said}");
        assert!(said.contains(&profile.display().to_string()), "{said}");

        let mut stop = kit.program("kitsune", &[]);
        assert!(stop.args(["launch", "--stop"]).output().await.unwrap().status.success());
        assert_restored(&profile, Some(own));
    });
}

#[test]
fn the_next_launch_undoes_what_a_killed_one_left_in_another_profile() {
    run_apart(async |kit| {
        let profile = persons_profile(kit, None);
        let (mut child, _) = launched(kit, &profile, &[]).await;
        child.kill().await.unwrap();
        eventually("Firefox is gone", Duration::from_secs(15), async || !runs(&profile)).await;

        let other = kit.stage().directory().join("other-profile");
        let (mut child, line) = launched(kit, &other, &[]).await;
        assert!(line.starts_with("Connected: Firefox "), "{line}");
        assert_restored(&profile, None);
        end(&mut child).await;
    });
}

#[test]
fn a_profile_in_use_is_refused_in_one_line() {
    run_apart(async |kit| {
        let profile = kit.stage().directory().join("profile");
        let mut command = kit.program("kitsune", &[]);
        command.args(["launch", "--headless", "--profile"]).arg(&profile);
        let output = command.output().await.unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains("is in use by a running Firefox"), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
        assert_eq!(kit.agent().get("/api/status").await["extension_connected"], true);
    });
}
