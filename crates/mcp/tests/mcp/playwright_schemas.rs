//! The core tools take what Playwright MCP's take: the same names, types and choices.
//!
//! Compared with what the real package lists; only the texts are ours.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::support::Setup;

/// Tools of ours that Playwright MCP does not have.
const OWN: &[&str] = &["browser_ask_user", "browser_resume"];

#[tokio::test]
async fn core_tools_have_playwrights_schemas() {
    let theirs = playwright_tools();
    let ours = Setup::at(1).start().await.tools().await;
    for tool in ours {
        let name = tool["name"].as_str().unwrap();
        if OWN.contains(&name) {
            continue;
        }
        let their = theirs.iter().find(|their| their["name"] == name);
        let their = their.unwrap_or_else(|| panic!("Playwright MCP has no {name}"));
        for part in ["inputSchema", "annotations"] {
            assert_eq!(structure(&tool[part]), structure(&their[part]), "{part} of {name}");
        }
    }
}

/// A schema without its texts.
fn structure(schema: &Value) -> Value {
    match schema {
        Value::Object(fields) => fields
            .iter()
            .filter(|(key, value)| {
                let is_text = matches!(key.as_str(), "description" | "title");
                !(is_text && value.is_string())
            })
            .map(|(key, value)| (key.clone(), structure(value)))
            .collect(),
        Value::Array(values) => values.iter().map(structure).collect(),
        value => value.clone(),
    }
}

fn playwright_tools() -> Vec<Value> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let script = root.join("node_modules/@playwright/mcp/cli.js");
    assert!(script.exists(), "{} is missing; run npm ci", script.display());
    let mut node = Command::new("node")
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("node is needed");
    let tools = list(&mut node);
    node.kill().unwrap();
    node.wait().unwrap();
    tools
}

fn list(node: &mut Child) -> Vec<Value> {
    let mut input = node.stdin.take().unwrap();
    let mut output = BufReader::new(node.stdout.take().unwrap()).lines();
    let initialize = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"}
        }
    });
    writeln!(input, "{initialize}").unwrap();
    output.next().unwrap().unwrap();
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let request = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}});
    writeln!(input, "{initialized}\n{request}").unwrap();
    let response: Value = serde_json::from_str(&output.next().unwrap().unwrap()).unwrap();
    response["result"]["tools"].as_array().unwrap().clone()
}
