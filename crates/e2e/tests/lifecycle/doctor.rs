//! `kitsune doctor` names what is wrong, and what to do about it.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;

use kitsune_e2e::{Kit, Value, json, run_apart};

/// Runs it and returns its exit code and its report.
async fn doctor(kit: &Kit<'_>) -> (Option<i32>, Value) {
    let output = kit.program("kitsune", &[]).args(["doctor", "--json"]).output().await.unwrap();
    let report = serde_json::from_slice(&output.stdout);
    (output.status.code(), report.unwrap_or_else(|error| panic!("{error}: {output:?}")))
}

/// One check of a report.
fn check<'a>(report: &'a Value, name: &str) -> &'a Value {
    let checks = report["checks"].as_array().unwrap();
    checks.iter().find(|check| check["check"] == name).unwrap_or_else(|| panic!("{report}"))
}

/// Asserts that exactly these checks say that something is wrong.
fn assert_wrong(report: &Value, expected: &[&str]) {
    let checks = report["checks"].as_array().unwrap().iter();
    let wrong = checks.filter(|check| check["outcome"] == "wrong").map(|check| &check["check"]);
    assert_eq!(wrong.collect::<Vec<_>>(), expected, "{report:#}");
    assert_eq!(report["ok"], expected.is_empty());
}

#[test]
fn where_all_is_well_nothing_is_wrong() {
    run_apart(async |kit| {
        let (code, report) = doctor(kit).await;
        assert_wrong(&report, &[]);
        assert_eq!(code, Some(0));
        let extension = check(&report, "extension")["finding"].as_str().unwrap();
        assert!(extension.contains("connected in Firefox"), "{extension}");
        let browser = check(&report, "browser")["finding"].as_str().unwrap();
        assert!(browser.contains("Firefox") && browser.contains('/'), "{browser}");
        let launches = check(&report, "launches")["finding"].as_str().unwrap();
        assert!(launches.contains("one is running"), "{launches}");
    });
}

#[test]
fn without_a_browser_the_remedy_names_launch() {
    run_apart(async |kit| {
        kit.stage().stop_browser();
        let (code, report) = doctor(kit).await;
        assert_wrong(&report, &["extension"]);
        assert_eq!(code, Some(1));
        let extension = check(&report, "extension");
        assert_eq!(extension["code"], "extension_disconnected");
        let remedy = extension["remedy"].as_str().unwrap();
        assert!(remedy.contains("kitsune launch") && remedy.contains("about:addons"), "{remedy}");
    });
}

#[test]
fn a_bridge_that_does_not_run_is_started_and_finds_the_browser() {
    run_apart(async |kit| {
        kit.stage().stop_bridge();
        let (code, report) = doctor(kit).await;
        assert_wrong(&report, &[]);
        assert_eq!(code, Some(0));
        assert!(check(&report, "ports")["finding"].as_str().unwrap().contains("are free"));
        assert!(check(&report, "bridge")["finding"].as_str().unwrap().starts_with("running"));
        let stopped = kit.program("kitsune-bridge", &[]).arg("stop").status().await.unwrap();
        assert!(stopped.success());
    });
}

#[test]
fn a_port_that_another_program_holds_is_named() {
    run_apart(async |kit| {
        kit.stage().stop_bridge();
        let port = kit.stage().ports().socket;
        let _held = TcpListener::bind(("127.0.0.1", port)).unwrap();
        let (code, report) = doctor(kit).await;
        assert_wrong(&report, &["ports"]);
        assert_eq!(code, Some(1));
        let ports = check(&report, "ports");
        assert_eq!(ports["code"], "port_conflict");
        assert!(ports["finding"].as_str().unwrap().starts_with(&format!("{port} is held by")));
        assert!(ports["remedy"].as_str().unwrap().contains("KITSUNE_WS_PORT"));
    });
}

#[test]
fn a_token_that_others_can_read_and_a_wrong_one_are_named() {
    run_apart(async |kit| {
        let token = kit.stage().directory().join("home/token");
        fs::set_permissions(&token, fs::Permissions::from_mode(0o644)).unwrap();
        let (_, report) = doctor(kit).await;
        assert_wrong(&report, &["token"]);
        fs::set_permissions(&token, fs::Permissions::from_mode(0o600)).unwrap();

        let mut command = kit.program("kitsune", &[("KITSUNE_TOKEN", "another")]);
        let output = command.args(["doctor", "--json"]).output().await.unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_wrong(&report, &["bridge"]);
        assert_eq!(check(&report, "bridge")["code"], json!("token_mismatch"));
    });
}
