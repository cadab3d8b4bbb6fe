//! Calls that never reach the bridge, and failures that do not come from it.

use kitsune_protocol::{Group, Groups, Mode};
use serde_json::json;

use crate::support::{Bridge, Client, Setup, with_tabs};

#[tokio::test]
async fn wrong_arguments_are_a_result_that_names_them() {
    let bridge = Bridge::start(with_tabs).await;
    let mut client = Client::of(&bridge).await;
    for (tool, arguments, expected) in [
        ("browser_click", json!({}), "missing field `target`"),
        ("browser_click", json!({"target": 5}), "target: invalid type"),
        ("browser_click", json!({"target": "e1", "button": "side"}), "button: unknown variant"),
        ("browser_click", json!({"target": "e1", "speed": 1}), "unknown field `speed`"),
        ("browser_navigate", json!({"url": "a", "tab_id": 0}), "tab_id: "),
        ("browser_tabs", json!({"action": "select"}), "index: select needs"),
        ("browser_wait_for", json!({}), "pass time, text or textGone"),
        ("browser_wait_for", json!({"time": -1}), "time: "),
        ("browser_take_screenshot", json!({"target": "e1", "fullPage": true}), "fullPage: "),
    ] {
        let error = client.error(tool, arguments.clone()).await;
        assert_eq!(error["code"], "invalid_argument", "{error}");
        assert_eq!(error["retryable"], false);
        assert!(error["error"].as_str().unwrap().contains(expected), "{error}");
        assert!(error["hint"].as_str().unwrap().starts_with("Nothing was done."), "{error}");
    }
    assert_eq!(bridge.asked(), []);
}

#[tokio::test]
async fn the_hint_names_the_accepted_arguments() {
    let bridge = Bridge::start(with_tabs).await;
    let mut client = Client::of(&bridge).await;
    let error = client.error("browser_tabs", json!({"action": "open"})).await;
    assert_eq!(
        error["hint"],
        "Nothing was done. browser_tabs takes action: list | new | close | select (required), \
         index: number, url: string."
    );
}

#[tokio::test]
async fn arguments_that_are_no_object_are_a_result_too() {
    let mut client = Setup::at(1).start().await;
    for arguments in [json!([1]), json!("e1"), json!(5)] {
        let error = client.error("browser_click", arguments).await;
        assert_eq!(error["code"], "invalid_argument");
        assert!(error["error"].as_str().unwrap().contains("must be an object"), "{error}");
    }
    let missing = client.error("browser_click", json!(null)).await;
    assert!(missing["error"].as_str().unwrap().contains("missing field `target`"), "{missing}");
}

#[tokio::test]
async fn a_call_without_a_name_and_an_unknown_method_are_protocol_errors() {
    let mut client = Setup::at(1).start().await;
    let code = async |client: &mut Client, method| {
        let response = client.request(method, json!({"name": 5})).await;
        response["error"]["code"].clone()
    };
    assert_eq!(code(&mut client, "tools/call").await, -32602);
    assert_eq!(code(&mut client, "tools/fly").await, -32601);
}

#[tokio::test]
async fn an_unknown_tool_is_a_result() {
    let mut client = Setup::at(1).start().await;
    let error = client.error("browser_fly", json!({})).await;
    assert_eq!(error["error"], "Unknown tool: browser_fly");
    // It is known only where it stands in for browser_tabs.
    let error = client.error("browser_tab_list", json!({})).await;
    assert_eq!(error["error"], "Unknown tool: browser_tab_list");
}

#[tokio::test]
async fn a_known_tool_that_is_not_published_names_its_setting() {
    let mut client = Setup::at(1).start().await;
    assert_eq!(
        client.error("browser_status", json!({})).await,
        json!({
            "error": "browser_status is not published by this MCP server",
            "code": "tool_not_published",
            "retryable": false,
            "hint": "Set KITSUNE_CAPS=admin,core in the MCP server environment, then restart the \
                     MCP client.",
            "state": {"group": "admin", "caps": ["core"]}
        })
    );
}

#[tokio::test]
async fn a_restricted_mode_names_the_mode_that_would_do() {
    let mut setup = Setup::at(1);
    setup.mode = Mode::Read;
    setup.groups = Groups::of(&[Group::Admin]);
    let mut client = setup.start().await;
    let hint = async |client: &mut Client, tool: &str| {
        let error = client.error(tool, json!({})).await;
        assert_eq!(error["state"]["mode"], "read");
        error["hint"].as_str().unwrap().to_owned()
    };
    assert!(
        hint(&mut client, "browser_type")
            .await
            .starts_with("Set KITSUNE_CAPS=admin,core and KITSUNE_MODE=draft in")
    );
    assert!(
        hint(&mut client, "browser_click")
            .await
            .starts_with("Set KITSUNE_CAPS=admin,core and KITSUNE_MODE=act in")
    );
}

#[tokio::test]
async fn a_bridge_that_cannot_be_started_is_the_answer_of_the_call() {
    let mut client = Setup::at(1).start().await;
    let error = client.error("browser_snapshot", json!({})).await;
    assert_eq!(error["code"], "bridge_unavailable");
    assert_eq!(error["retryable"], true);
    assert!(error["error"].as_str().unwrap().contains("/nowhere/kitsune-bridge"), "{error}");
}

#[tokio::test]
async fn the_status_repeats_what_is_wrong_as_its_diagnosis() {
    let mut setup = Setup::at(1);
    setup.groups = Groups::of(&[Group::Core, Group::Admin]);
    let error = setup.start().await.error("browser_status", json!({})).await;
    assert_eq!(error["diagnosis"]["code"], "bridge_unavailable");
    assert_eq!(error["diagnosis"]["hint"], error["hint"]);
}

#[tokio::test]
async fn the_status_tells_what_this_server_publishes() {
    let bridge = Bridge::start(with_tabs).await;
    let mut setup = Setup::at(bridge.port);
    setup.groups = Groups::of(&[Group::Admin]);
    setup.mode = Mode::Draft;
    let status = setup.start().await.ok("browser_status", json!({})).await;
    assert_eq!(status["diagnosis"]["code"], "connected");
    let tools = &status["mcp_tools"];
    assert_eq!(tools["caps"], json!(["admin"]));
    assert_eq!(tools["client"], "8-a1b2c3");
    assert_eq!(tools["owner"], "claude-7");
    assert_eq!(tools["mode"], "draft");
    assert!(tools["unpublished"].as_u64().unwrap() > 10);
}
