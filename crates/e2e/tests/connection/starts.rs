//! What keeps a bridge from starting, or a client from using the one that runs, is named.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;
use std::process::Output;

use kitsune_e2e::{Kit, ToolReply, Value, free_port, json, run_without_browser};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

type Variables = Vec<(&'static str, String)>;

fn borrowed(variables: &Variables) -> Vec<(&str, &str)> {
    variables.iter().map(|(name, value)| (*name, value.as_str())).collect()
}

/// Variables of a bridge beside the test's own, with a home that does not exist yet.
fn elsewhere(kit: &Kit<'_>, name: &str) -> (PathBuf, Variables) {
    let home = kit.stage().directory().join(name);
    let [http, socket] = [(); 2].map(|()| free_port().unwrap().to_string());
    let variables = vec![
        ("KITSUNE_HOME", home.display().to_string()),
        ("KITSUNE_HTTP_PORT", http),
        ("KITSUNE_WS_PORT", socket),
    ];
    (home, variables)
}

/// What `kitsune-bridge start` prints and how it ends, when it cannot start.
async fn bridge(kit: &Kit<'_>, variables: &Variables) -> (Option<i32>, String) {
    let mut command = kit.program("kitsune-bridge", &borrowed(variables));
    let output =
        tokio::time::timeout(std::time::Duration::from_secs(20), command.arg("start").output());
    let Output { status, stderr, .. } = output.await.expect("an end").unwrap();
    (status.code(), String::from_utf8_lossy(&stderr).into_owned())
}

/// What `browser_status` says in an MCP server with these variables.
async fn status(kit: &Kit<'_>, variables: &Variables) -> ToolReply {
    let mut variables = borrowed(variables);
    variables.push(("KITSUNE_CAPS", "core,admin"));
    let client = kit.mcp_with(&variables).await;
    let status = client.call("browser_status", json!({})).await;
    for field in ["code", "hint", "state"] {
        assert_eq!(status["diagnosis"][field], status[field], "{status}");
    }
    client.leaves().await;
    status
}

#[test]
fn another_token_than_the_bridges_is_named_with_its_source() {
    run_without_browser(async |kit| {
        let port = kit.stage().ports().http;
        let given = status(kit, &vec![("KITSUNE_TOKEN", "s3cret-of-another".to_owned())]).await;
        given.is_error("token_mismatch");
        assert_eq!(given["state"], json!({"port": port, "tokenSource": "KITSUNE_TOKEN"}));
        assert_eq!(given["retryable"], true);
        assert!(!given.text.contains("s3cret-of-another"), "{given}");

        let (home, _) = elsewhere(kit, "other-home");
        fs::create_dir(&home).unwrap();
        fs::write(home.join("token"), "s3cret-of-another").unwrap();
        let stored = status(kit, &vec![("KITSUNE_HOME", home.display().to_string())]).await;
        stored.is_error("token_mismatch");
        assert_eq!(stored["state"]["tokenSource"], home.join("token").display().to_string());

        // A tool says the same.
        let client = kit.mcp_with(&[("KITSUNE_TOKEN", "s3cret-of-another")]).await;
        let tool = client.call("browser_tabs", json!({"action": "list"})).await;
        tool.is_error("token_mismatch");
        assert_eq!((&tool["hint"], &tool["state"]), (&given["hint"], &given["state"]));
        kit.agent().get("/api/status").await.is_ok();
    });
}

#[test]
fn a_server_of_another_kind_on_the_port_is_left_alone_and_named() {
    run_without_browser(async |kit| {
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let _ = stream.read(&mut [0; 4096]).await;
                let answer = b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello";
                let _ = stream.write_all(answer).await;
            }
        });
        let (_, mut variables) = elsewhere(kit, "other-server");
        variables[1].1 = port.to_string();
        let told = status(kit, &variables).await;
        told.is_error("port_conflict");
        assert_eq!(told["state"], json!({"reason": "not_kitsune", "port": port}));
        assert!(told["hint"].as_str().is_some_and(|hint| hint.contains("lsof")), "{told}");
    });
}

#[test]
fn a_port_that_another_program_holds_is_named_with_the_variable_that_changes_it() {
    run_without_browser(async |kit| {
        let held = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = held.local_addr().unwrap().port();
        for (place, variable) in [(1, "KITSUNE_HTTP_PORT"), (2, "KITSUNE_WS_PORT")] {
            let (_, mut variables) = elsewhere(kit, variable);
            variables[place].1 = port.to_string();
            let (code, text) = bridge(kit, &variables).await;
            assert_eq!(code, Some(1), "{text}");
            assert!(text.contains(&port.to_string()) && text.contains(variable), "{text}");
        }
        let (_, mut variables) = elsewhere(kit, "held-socket-port");
        variables[2].1 = port.to_string();
        let told = status(kit, &variables).await;
        told.is_error("port_conflict");
        let state = &told["state"];
        assert_eq!((&state["reason"], &state["port"]), (&json!("in_use"), &json!(port)));
        assert_eq!(state["exitCode"], 1);
        assert!(state["logExcerpt"].as_str().is_some_and(|line| line.contains("KITSUNE_WS_PORT")));
    });
}

#[test]
fn a_token_file_that_others_could_read_or_replace_is_refused() {
    run_without_browser(async |kit| {
        let secret = "s3cret-token-of-this-test";
        let (home, variables) = elsewhere(kit, "unsafe-token");
        let token = home.join("token");
        fs::create_dir(&home).unwrap();
        let refused = async |problem: &str| {
            let (code, text) = bridge(kit, &variables).await;
            assert_eq!(code, Some(1), "{text}");
            assert!(
                text.contains(&token.display().to_string()) && text.contains(problem),
                "{text}"
            );
            assert!(!text.contains(secret), "{text}");
        };

        fs::write(&token, secret).unwrap();
        fs::set_permissions(&token, fs::Permissions::from_mode(0o644)).unwrap();
        refused("other users").await;
        let told = status(kit, &variables).await;
        told.is_error("bridge_unavailable");
        assert_eq!(told["state"]["exitCode"], 1);
        let excerpt = told["state"]["logExcerpt"].as_str().unwrap();
        assert!(excerpt.contains("other users") && !excerpt.contains(secret), "{excerpt}");

        fs::rename(&token, home.join("elsewhere")).unwrap();
        fs::set_permissions(home.join("elsewhere"), fs::Permissions::from_mode(0o600)).unwrap();
        symlink(home.join("elsewhere"), &token).unwrap();
        refused("not a plain file").await;
        fs::remove_file(&token).unwrap();
        fs::create_dir(&token).unwrap();
        refused("not a plain file").await;
        fs::remove_dir(&token).unwrap();
        fs::write(&token, " \n").unwrap();
        fs::set_permissions(&token, fs::Permissions::from_mode(0o600)).unwrap();
        refused("is empty").await;
    });
}

#[test]
fn a_home_that_cannot_be_used_is_named() {
    run_without_browser(async |kit| {
        let (file, mut variables) = elsewhere(kit, "a-file");
        fs::write(&file, "").unwrap();
        // Below a file, on a file, and where not even root may write.
        for home in [
            file.join("home").display().to_string(),
            file.display().to_string(),
            "/proc/kitsune".into(),
        ] {
            variables[0].1 = home.clone();
            let (code, text) = bridge(kit, &variables).await;
            assert_eq!(code, Some(1), "{text}");
            assert!(text.contains("KITSUNE_HOME") && text.contains(&home), "{text}");
            let told = status(kit, &variables).await;
            told.is_error("bridge_unavailable").mentions("KITSUNE_HOME");
        }
    });
}

#[test]
fn ports_that_are_no_numbers_stop_every_program_with_the_variables_name() {
    run_without_browser(async |kit| {
        for variable in ["KITSUNE_HTTP_PORT", "KITSUNE_WS_PORT"] {
            for value in ["http", "0", "65536", "-1", "1.5"] {
                for (program, arguments) in [
                    ("kitsune-bridge", vec!["start"]),
                    ("kitsune-bridge", vec!["status"]),
                    ("kitsune", vec![]),
                    ("kitsune", vec!["launch", "--headless"]),
                ] {
                    let mut command = kit.program(program, &[(variable, value)]);
                    let output = command.args(&arguments).output().await.unwrap();
                    let text = String::from_utf8_lossy(&output.stderr);
                    assert!(
                        !output.status.success() && text.contains(variable),
                        "{program}: {text}"
                    );
                    assert!(text.contains(value), "{program}: {text}");
                }
            }
        }
        assert_ne!(kit.agent().get("/api/status").await.json, Value::Null);
    });
}
