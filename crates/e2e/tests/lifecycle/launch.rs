//! `kitsune launch`: a Firefox of its own that lives as long as the command.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use kitsune_e2e::{Kit, eventually, json, run_apart};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Child;

/// Starts `kitsune launch` and waits for its one line.
async fn launched(kit: &Kit<'_>, profile: &Path, more: &[&str]) -> (Child, String) {
    kit.stage().stop_browser();
    let mut command = kit.program("kitsune", &[]);
    command.args(["launch", "--headless", "--profile"]).arg(profile).args(more);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let line = tokio::time::timeout(Duration::from_secs(60), lines.next_line()).await;
    (child, line.expect("a line in time").unwrap().expect("a line before the end"))
}

/// Whether a Firefox runs with this profile.
fn runs(profile: &Path) -> bool {
    let wanted = profile.display().to_string();
    fs::read_dir("/proc").unwrap().flatten().any(|entry| {
        let command = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let command = String::from_utf8_lossy(&command);
        command.contains("firefox") && !command.contains("kitsune\0") && command.contains(&wanted)
    })
}

#[test]
fn a_launched_firefox_is_connected_and_ends_with_its_command() {
    run_apart(async |kit| {
        let profile = kit.stage().directory().join("own-profile");
        let page = kit.page("<h1>First page</h1>");
        let (mut child, line) = launched(kit, &profile, &[&page]).await;
        assert!(line.starts_with("Connected: Firefox "), "{line}");
        let agent = kit.agent();
        assert_eq!(agent.get("/api/status").await["extension_connected"], true);
        eventually("the page is open", Duration::from_secs(10), async || {
            let tabs = agent.get("/api/tabs").await;
            tabs["tabs"].as_array().unwrap().iter().any(|tab| tab["url"] == json!(page))
        })
        .await;
        let tab = agent.opens(&kit.page("<p>Own")).await;
        let webdriver = json!({"tabId": tab, "code": "navigator.webdriver"});
        assert_eq!(agent.post("/api/js", webdriver).await.is_ok()["result"], false);
        assert!(runs(&profile));

        // As Ctrl+C or a service manager would.
        let pid = child.id().unwrap().to_string();
        std::process::Command::new("kill").args(["-TERM", &pid]).status().unwrap();
        tokio::time::timeout(Duration::from_secs(15), child.wait()).await.expect("an end").unwrap();
        assert!(!runs(&profile));
        assert!(profile.is_dir(), "a given profile is kept");
    });
}

#[test]
fn a_killed_launch_leaves_no_firefox() {
    run_apart(async |kit| {
        let profile = kit.stage().directory().join("killed-profile");
        let (mut child, _) = launched(kit, &profile, &[]).await;
        assert!(runs(&profile));
        child.kill().await.unwrap();
        eventually("Firefox is gone", Duration::from_secs(15), async || !runs(&profile)).await;
    });
}

#[test]
fn a_missing_browser_is_named() {
    run_apart(async |kit| {
        let mut command = kit.program("kitsune", &[]);
        command.args(["launch", "--headless", "--browser", "/nowhere/firefox"]);
        let output = command.output().await.unwrap();
        assert!(!output.status.success());
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains("/nowhere/firefox"), "{text}");
    });
}
