//! `kitsune launch`: a Firefox of its own that lives as long as the command.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use kitsune_e2e::{Kit, Value, eventually, json, run_apart, run_without_browser, signal};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Child;

/// Starts `kitsune launch` and waits for its one line.
pub(crate) async fn launched(kit: &Kit<'_>, profile: &Path, more: &[&str]) -> (Child, String) {
    kit.stage().stop_browser();
    let mut command = kit.program("kitsune", &[]);
    command.args(["launch", "--headless", "--profile"]).arg(profile).args(more);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let line = tokio::time::timeout(Duration::from_secs(60), lines.next_line()).await;
    (child, line.expect("a line in time").unwrap().expect("a line before the end"))
}

/// Whether a Firefox runs with this profile.
pub(crate) fn runs(profile: &Path) -> bool {
    let wanted = profile.display().to_string();
    fs::read_dir("/proc").unwrap().flatten().any(|entry| {
        let command = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let command = String::from_utf8_lossy(&command);
        command.contains("firefox") && !command.contains("kitsune\0") && command.contains(&wanted)
    })
}

/// Ends a launch as Ctrl+C or a service manager would.
pub(crate) async fn end(launch: &mut Child) {
    let pid = launch.id().unwrap().to_string();
    std::process::Command::new("kill").args(["-TERM", &pid]).status().unwrap();
    tokio::time::timeout(Duration::from_secs(40), launch.wait()).await.expect("an end").unwrap();
}

/// What the launch of this stage has noted of itself.
fn noted(kit: &Kit<'_>) -> Option<Value> {
    let text = fs::read(kit.stage().directory().join("home/launch.json")).ok()?;
    serde_json::from_slice(&text).ok()
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

        end(&mut child).await;
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

/// The process that guards the Firefox with this profile.
fn guard(profile: &Path) -> u32 {
    let wanted = profile.display().to_string();
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let guards = processes.filter(|process| {
        let command = fs::read(process.path().join("cmdline")).unwrap_or_default();
        let command = String::from_utf8_lossy(&command);
        command.contains("kitsune\0guard\0") && command.contains(&wanted)
    });
    let ids: Vec<u32> =
        guards.map(|guard| guard.file_name().to_str().unwrap().parse().unwrap()).collect();
    assert_eq!(ids.len(), 1, "{ids:?}");
    ids[0]
}

#[test]
fn a_firefox_ends_with_its_guard_and_the_launch_says_so() {
    run_apart(async |kit| {
        kit.stage().stop_browser();
        for name in ["KILL", "USR1"] {
            let profile = kit.stage().directory().join(format!("unguarded-{name}"));
            let mut command = kit.program("kitsune", &[]);
            command.args(["launch", "--headless", "--profile"]).arg(&profile);
            let mut launch = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            let mut lines = BufReader::new(launch.stdout.take().unwrap()).lines();
            let line = tokio::time::timeout(Duration::from_secs(60), lines.next_line()).await;
            line.expect("a line in time").unwrap().expect("a line before the end");

            signal(guard(&profile), name).unwrap();
            let output = tokio::time::timeout(Duration::from_secs(20), launch.wait_with_output());
            let output = output.await.expect("an end").unwrap();
            assert_eq!(output.status.code(), Some(1), "{name}: {output:?}");
            let text = String::from_utf8_lossy(&output.stderr);
            assert!(text.contains("the process that guards Firefox was killed"), "{text}");
            assert!(!runs(&profile), "{name}");
        }
    });
}

#[test]
fn a_firefox_whose_guard_and_launch_were_killed_is_ended_by_stop() {
    run_apart(async |kit| {
        let profile = kit.stage().directory().join("orphaned-profile");
        let (mut launch, _) = launched(kit, &profile, &[]).await;
        let guard = guard(&profile);
        // A launch that stands still does not see its guard's end.
        signal(launch.id().unwrap(), "STOP").unwrap();
        signal(guard, "KILL").unwrap();
        launch.kill().await.unwrap();
        assert!(runs(&profile));

        let output = kit.program("kitsune", &[]).args(["launch", "--stop"]).output().await.unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(text, "No launch is running; the Firefox it had left is ended.\n");
        eventually("Firefox is gone", Duration::from_secs(10), async || !runs(&profile)).await;
    });
}

#[test]
fn a_bridge_that_cannot_start_is_told_with_its_last_line_and_what_to_do() {
    run_without_browser(async |kit| {
        kit.stage().stop_bridge();
        for (variables, words) in [
            (("KITSUNE_ASK_BEFORE_ACT", "1"), "KITSUNE_ASK_BEFORE_ACT"),
            (("KITSUNE_HOME", "/dev/null/home"), "check that KITSUNE_HOME is a directory"),
        ] {
            for more in [&["--headless"][..], &["--headless", "--detach"]] {
                let mut command = kit.program("kitsune", &[variables]);
                let output = command.arg("launch").args(more).output().await.unwrap();
                let text = String::from_utf8_lossy(&output.stderr);
                assert_eq!(output.status.code(), Some(1), "{text}");
                assert!(text.contains(words), "{text}");
            }
        }
    });
}

#[test]
fn a_firefox_that_is_too_old_for_the_extension_is_named_and_not_started() {
    run_without_browser(async |kit| {
        let browser = kit.stage().directory().join("old-firefox");
        fs::write(&browser, "#!/bin/sh\necho Mozilla Firefox 128.0esr\nexit 3\n").unwrap();
        fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).unwrap();
        let mut command = kit.program("kitsune", &[]);
        command.args(["launch", "--headless", "--browser"]).arg(&browser);
        let output = command.output().await.unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains("128.0esr") && text.contains("Firefox 140 or newer"), "{text}");
        assert_eq!(output.status.code(), Some(1), "{text}");
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

#[test]
fn a_temporary_add_on_is_connected_and_the_debugger_listens_no_more() {
    run_apart(async |kit| {
        let profile = kit.stage().directory().join("temporary-profile");
        let (mut child, line) = launched(kit, &profile, &["--temporary-extension"]).await;
        assert!(line.starts_with("Connected: Firefox "), "{line}");
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<p>Own")).await;
        let webdriver = json!({"tabId": tab, "code": "navigator.webdriver"});
        assert_eq!(agent.post("/api/js", webdriver).await.is_ok()["result"], false);
        assert!(!profile.join("extensions/kitsune@kitsune.browser.xpi").exists());

        let noted = noted(kit).unwrap();
        let temporary = Path::new(noted["temporary"][0].as_str().unwrap());
        let socket = temporary.join("debugger");
        let refused = std::os::unix::net::UnixStream::connect(&socket).unwrap_err();
        assert_eq!(refused.kind(), std::io::ErrorKind::ConnectionRefused, "{refused}");

        end(&mut child).await;
        assert!(!temporary.exists() && !runs(&profile));
    });
}

#[test]
fn a_firefox_that_turns_out_to_demand_signatures_gets_a_temporary_add_on() {
    run_apart(async |kit| {
        let profile = kit.stage().directory().join("strict-profile");
        let (mut child, _) = launched(kit, &profile, &[]).await;
        end(&mut child).await;
        // As a release build has it; what stands after our block wins.
        let strict = "user_pref(\"xpinstall.signatures.required\", true);\n\
            user_pref(\"extensions.autoDisableScopes\", 15);\n";
        let preferences = fs::read_to_string(profile.join("user.js")).unwrap();
        fs::write(profile.join("user.js"), preferences + strict).unwrap();
        for known in ["extensions.json", "addonStartup.json.lz4"] {
            fs::remove_file(profile.join(known)).unwrap();
        }

        let (mut child, line) = launched(kit, &profile, &[]).await;
        assert!(line.starts_with("Connected: Firefox "), "{line}");
        kit.agent().opens(&kit.page("<p>Own")).await;
        assert!(!profile.join("extensions/kitsune@kitsune.browser.xpi").exists());
        end(&mut child).await;
    });
}

#[test]
fn a_detached_launch_returns_when_it_is_connected_and_is_stopped_by_name() {
    run_apart(async |kit| {
        kit.stage().stop_browser();
        let mut command = kit.program("kitsune", &[]);
        let output = command.args(["launch", "--detach", "--headless", "--json"]);
        let output = output.output().await.unwrap();
        let facts: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(facts["browser"].as_str().unwrap().starts_with("Firefox "), "{facts}");
        assert_eq!(facts["port"], kit.stage().ports().http);
        assert_eq!(kit.agent().get("/api/status").await["extension_connected"], true);
        let profile = Path::new(facts["profile"].as_str().unwrap());
        assert!(runs(profile));

        let second = kit.program("kitsune", &[]).args(["launch", "--headless"]).output().await;
        let second = second.unwrap();
        let text = String::from_utf8_lossy(&second.stderr);
        assert!(!second.status.success() && text.contains("kitsune launch --stop"), "{text}");

        let stop = async || {
            let output = kit.program("kitsune", &[]).args(["launch", "--stop"]).output().await;
            String::from_utf8(output.unwrap().stdout).unwrap()
        };
        assert_eq!(stop().await, "Stopped.\n");
        assert!(!runs(profile) && !profile.exists() && noted(kit).is_none());
        assert_eq!(stop().await, "No launch is running.\n");
    });
}

/// Whether a bridge listens.
fn listens(kit: &Kit<'_>) -> bool {
    std::net::TcpStream::connect(("127.0.0.1", kit.stage().ports().http)).is_ok()
}

#[test]
fn a_launch_that_fails_stops_only_the_bridge_that_it_started() {
    run_without_browser(async |kit| {
        let fails = async || {
            let mut command = kit.program("kitsune", &[]);
            command.args(["launch", "--headless", "--browser", "/bin/false"]);
            let output = command.output().await.unwrap();
            assert_eq!(output.status.code(), Some(1), "{output:?}");
        };
        fails().await;
        assert!(listens(kit), "the bridge that was there stays");

        kit.stage().stop_bridge();
        fails().await;
        assert!(!listens(kit));
        let log = fs::read_to_string(kit.stage().directory().join("home/bridge.log")).unwrap();
        assert!(log.contains("bridge listens") && log.contains("bridge stopped"), "{log}");
    });
}

#[test]
fn a_launch_that_fails_leaves_its_bridge_to_a_client_that_has_come() {
    run_without_browser(async |kit| {
        kit.stage().stop_bridge();
        let go = kit.stage().directory().join("go");
        let browser = kit.stage().directory().join("browser");
        let script = format!(
            "#!/bin/sh\n[ \"$1\" = --version ] && exit 0\n\
             while [ ! -e {} ]; do sleep 0.05; done\nexit 1\n",
            go.display()
        );
        fs::write(&browser, script).unwrap();
        fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).unwrap();
        let mut command = kit.program("kitsune", &[]);
        command.args(["launch", "--headless", "--browser"]).arg(&browser);
        let mut launch = command.stderr(Stdio::null()).spawn().unwrap();
        eventually("the bridge runs", Duration::from_secs(15), async || listens(kit)).await;
        kit.agent().get("/api/tabs").await.is_error("extension_disconnected");

        fs::write(&go, "").unwrap();
        let status = tokio::time::timeout(Duration::from_secs(40), launch.wait()).await;
        assert_eq!(status.expect("an end").unwrap().code(), Some(1));
        kit.agent().get("/api/status").await.is_ok();
        let stop = kit.program("kitsune-bridge", &[]).arg("stop").output().await.unwrap();
        assert!(stop.status.success(), "{stop:?}");
    });
}

#[test]
fn a_detached_launch_that_fails_says_why() {
    run_apart(async |kit| {
        kit.stage().stop_browser();
        let mut command = kit.program("kitsune", &[]);
        command.args(["launch", "--detach", "--headless", "--browser", "/bin/false"]);
        let output = command.output().await.unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains("before it was connected"), "{text}");
    });
}
