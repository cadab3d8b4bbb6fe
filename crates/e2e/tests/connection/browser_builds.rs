//! The running browser's build against the installed one (*Browser build diagnostics*).

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use kitsune_e2e::{Kit, Value, json, run, run_without_browser, signal};
use tokio::io::{AsyncBufReadExt, BufReader};

use crate::fake_extension::{Fake, ONE, hello, hello_with};

async fn diagnostics(kit: &Kit<'_>) -> Value {
    let status = kit.agent().get("/api/status?diagnostics=true").await;
    status.is_ok()["browser_diagnostics"].clone()
}

#[test]
fn a_browser_that_runs_as_it_is_installed_matches() {
    run(async |kit| {
        let told = diagnostics(kit).await;
        assert_eq!(
            (&told["status"], &told["restart_recommended"]),
            (&json!("match"), &json!(false))
        );
        assert_eq!(told["comparison"], "gecko_build_id");
        assert_eq!(told["runtime"]["source"], "browser.runtime.getBrowserInfo");
        assert_eq!(told["installed"]["source"], "application.ini [App]");
        assert_eq!(told["runtime"]["buildID"], told["installed"]["buildID"]);
        assert_eq!(told["runtime"]["name"], "Firefox");
        assert_eq!(
            told["process"],
            json!({"source": "websocket_peer", "mapped_bundle": "current"})
        );
        // No path, process, port or token.
        let text = told.to_string();
        let process = kit.browser().process().await.unwrap().to_string();
        let token = kit.stage().token().unwrap();
        assert!(!text.contains('/') && !text.contains(&format!(":{process}")), "{text}");
        assert!(!text.contains(&token) && !text.contains("127.0.0.1"), "{text}");
    });
}

#[test]
fn the_default_status_compares_nothing() {
    run(async |kit| {
        for path in ["/api/status", "/api/status?diagnostics=false", "/api/status?x=true"] {
            let status = kit.agent().get(path).await;
            assert!(status.is_ok()["browser_diagnostics"].is_null(), "{status}");
        }
        let client = kit.mcp_with(&[("KITSUNE_CAPS", "core,admin")]).await;
        let plain = client.call("browser_status", json!({})).await;
        assert!(plain.is_ok()["browser_diagnostics"].is_null(), "{plain}");
        let full = client.call("browser_status", json!({"diagnostics": true})).await;
        assert_eq!(full.is_ok()["browser_diagnostics"]["status"], "match");
    });
}

#[test]
fn what_cannot_be_compared_is_unknown_and_says_why() {
    run_without_browser(async |kit| {
        let port = kit.stage().ports().socket;
        let unknown = async || {
            let told = diagnostics(kit).await;
            assert_eq!(
                (&told["status"], &told["restart_recommended"]),
                (&json!("unknown"), &Value::Null)
            );
            told
        };
        assert_eq!(unknown().await["reason"], "extension_disconnected");

        // A program that is no browser.
        let _fake = Fake::connects(port, ONE, hello()).await;
        let told = unknown().await;
        assert_eq!(told["reason"], "browser_bundle_unavailable");
        assert_eq!(told["runtime"]["buildID"], "20260102030405");
        assert!(told["installed"].is_null());

        let mut nameless = hello();
        nameless["browser"]["buildId"] = json!("");
        let _fake = Fake::connects(port, ONE, nameless).await;
        assert_eq!(unknown().await["reason"], "runtime_info_unavailable");
        let _fake = Fake::connects(port, ONE, hello_with("version", json!("9"))).await;
        assert_eq!(kit.agent().get("/api/status").await["extension_version"], "9");
    });
}

/// A copy of the installed Firefox whose program and metadata are files of its own.
fn copied_firefox(to: &Path) -> PathBuf {
    let program = ["/usr/bin/firefox-esr", "/usr/bin/firefox"].iter().find_map(|path| {
        let path = fs::canonicalize(path).ok()?;
        path.with_file_name("application.ini").is_file().then_some(path)
    });
    let program = program.expect("a Firefox whose program lies beside its application.ini");
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(program.parent().unwrap()).unwrap().flatten() {
        let copy = to.join(entry.file_name());
        if entry.path() == program || entry.file_name() == "application.ini" {
            fs::copy(entry.path(), copy).unwrap();
        } else {
            symlink(entry.path(), copy).unwrap();
        }
    }
    to.join(program.file_name().unwrap())
}

#[test]
fn a_browser_that_was_updated_and_not_restarted_is_a_mismatch() {
    run_without_browser(async |kit| {
        let directory = kit.stage().directory().join("firefox");
        let program = copied_firefox(&directory);
        let mut launch = kit.program("kitsune", &[]);
        launch.args(["launch", "--headless", "--browser"]).arg(&program);
        let mut launch = launch.stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(launch.stdout.take().unwrap()).lines();
        let line = tokio::time::timeout(Duration::from_secs(60), lines.next_line()).await;
        assert!(line.expect("a line in time").unwrap().unwrap().starts_with("Connected"));
        assert_eq!(diagnostics(kit).await["status"], "match");

        // An update puts new files in the place of the old ones.
        let metadata = directory.join("application.ini");
        let text = fs::read_to_string(&metadata).unwrap();
        let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
        let build = lines.iter_mut().find(|line| line.starts_with("BuildID=")).unwrap();
        *build = "BuildID=20991231235959".to_owned();
        fs::write(&metadata, lines.join("\n")).unwrap();
        let newer = directory.join("newer");
        fs::copy(&program, &newer).unwrap();
        fs::rename(&newer, &program).unwrap();

        let told = diagnostics(kit).await;
        assert_eq!(
            (&told["status"], &told["restart_recommended"]),
            (&json!("mismatch"), &json!(true))
        );
        assert_eq!(told["installed"]["buildID"], "20991231235959");
        assert_eq!(told["process"]["mapped_bundle"], "backup");
        assert!(told["hint"].as_str().is_some_and(|hint| hint.contains("restart")), "{told}");
        // The connection itself is as good as before.
        let status = kit.agent().get("/api/status").await;
        assert_eq!(status["diagnosis"]["code"], "connected");

        fs::write(&metadata, "[App]\nName=Firefox\n").unwrap();
        assert_eq!(diagnostics(kit).await["reason"], "build_id_unavailable");
        fs::write(&metadata, vec![b' '; 65 * 1024]).unwrap();
        assert_eq!(diagnostics(kit).await["reason"], "installed_metadata_unavailable");
        fs::remove_file(&metadata).unwrap();
        assert_eq!(diagnostics(kit).await["reason"], "browser_bundle_unavailable");
        // Asked, so that it removes its temporary profile.
        signal(launch.id().unwrap(), "TERM").unwrap();
        tokio::time::timeout(Duration::from_secs(40), launch.wait())
            .await
            .expect("an end")
            .unwrap();
    });
}
