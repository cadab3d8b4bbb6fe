//! Arguments that are accepted and not published: the schemas are Playwright MCP's.

use kitsune_protocol::{Group, Groups};
use serde_json::{Value, json};

use crate::support::{Bridge, Client, Setup, with_tabs};

/// Tool, a call with one unlisted argument, and what the bridge is asked because of it.
fn unlisted() -> Vec<(&'static str, Value, Value)> {
    let target = |more: Value| with(json!({"target": "e1"}), more);
    vec![
        ("browser_click", target(json!({"hold_ms": 700})), json!({"holdMs": 700})),
        ("browser_hover", target(json!({"duration_ms": 400})), json!({"durationMs": 400})),
        ("browser_hover", target(json!({"steps": 3})), json!({"steps": 3})),
        ("browser_press_key", json!({"key": "a", "repeat": 3}), json!({"repeat": 3})),
        (
            "browser_navigate",
            json!({"url": "https://a.example/", "tab_id": 8}),
            json!({"tabId": 8}),
        ),
        ("browser_navigate_back", json!({"tab_id": 8}), json!({"tabId": 8})),
        ("browser_handle_dialog", json!({"accept": null}), json!({"accept": null})),
        ("browser_handle_dialog", json!({"accept": true, "tab_id": 8}), json!({"tabId": 8})),
        ("browser_wait_for", json!({"text": "a", "newOnly": true}), json!({"new_only": true})),
    ]
}

/// A call of each tool that takes the token of an approval.
fn approvable() -> Vec<(&'static str, Value)> {
    let field = json!({"target": "e1", "name": "A", "type": "textbox", "value": "a"});
    vec![
        ("browser_tabs", json!({"action": "list"})),
        ("browser_find", json!({"text": "a"})),
        ("browser_navigate", json!({"url": "https://a.example/"})),
        ("browser_click", json!({"target": "e1"})),
        ("browser_drag", json!({"startTarget": "e1", "endTarget": "e2"})),
        ("browser_type", json!({"target": "e1", "text": "a"})),
        ("browser_fill_form", json!({"fields": [field]})),
        ("browser_press_key", json!({"key": "a"})),
        ("browser_select_option", json!({"target": "e1", "values": ["a"]})),
        ("browser_file_upload", json!({"paths": ["/a.txt"]})),
        ("browser_drop", json!({"target": "e1", "paths": ["/a.txt"]})),
        ("browser_handle_dialog", json!({"accept": true})),
        ("browser_evaluate", json!({"function": "() => 1"})),
        ("browser_close", json!({})),
    ]
}

fn with(mut arguments: Value, more: Value) -> Value {
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    arguments
}

#[tokio::test]
async fn an_unlisted_argument_reaches_the_bridge() {
    for (tool, arguments, expected) in unlisted() {
        let bridge = Bridge::start(with_tabs).await;
        let mut client = Client::of(&bridge).await.with_own_tab().await;
        client.ok(tool, arguments).await;
        let (line, body) = bridge.asked()[1].clone();
        for (key, value) in expected.as_object().unwrap() {
            assert_eq!(&body[key], value, "{tool}: {line} {body}");
        }
    }
}

#[tokio::test]
async fn a_token_of_an_approval_is_taken_where_something_can_be_approved() {
    let bridge = Bridge::start(with_tabs).await;
    let mut setup = Setup::at(bridge.port);
    setup.groups = Groups::of(&[Group::Core, Group::Admin]);
    let mut client = setup.start().await;
    let token = json!({"confirm_token": "t"});
    for tool in client.tools().await {
        let tool = tool["name"].as_str().unwrap();
        client = client.with_own_tab().await;
        match approvable().into_iter().find(|(name, _)| *name == tool) {
            Some((_, arguments)) => {
                client.ok(tool, with(arguments, token.clone())).await;
            }
            None => {
                let error = client.error(tool, token.clone()).await;
                let text = error["error"].as_str().unwrap();
                assert!(text.contains("unknown field `confirm_token`"), "{tool}: {text}");
            }
        }
    }
    assert!(bridge.asked().iter().all(|(_, body)| body.get("confirm_token").is_none()));
}

#[tokio::test]
async fn unlisted_arguments_are_in_no_schema() {
    let mut client = Setup::at(1).start().await;
    for tool in client.tools().await {
        let properties = tool["inputSchema"]["properties"].as_object().unwrap();
        for name in [
            "hold_ms",
            "duration_ms",
            "steps",
            "repeat",
            "tab_id",
            "newOnly",
            "reason",
            "confirm_token",
        ] {
            assert!(!properties.contains_key(name), "{} lists {name}", tool["name"]);
        }
        let actions = &properties.get("action").unwrap_or(&Value::Null)["enum"];
        assert!(!actions.to_string().contains("request"), "{actions}");
    }
}

#[tokio::test]
async fn a_hold_that_is_no_number_is_judged_by_the_bridge_too() {
    let bridge = Bridge::start(with_tabs).await;
    let mut client = Client::of(&bridge).await.with_own_tab().await;
    let held = json!({"target": "e1", "hold_ms": "long", "doubleClick": true});
    client.ok("browser_click", held).await;
    let expected = json!({"ref": "e1", "holdMs": "long", "tabId": 7});
    assert_eq!(bridge.asked()[1], ("POST /api/double-click".to_owned(), expected));
}

#[tokio::test]
async fn what_asks_for_a_tab_acts_on_no_other() {
    let bridge = Bridge::start(with_tabs).await;
    let mut client = Client::of(&bridge).await.with_own_tab().await;
    let asked = bridge.asked().len();
    for more in [json!({"tab_id": 5}), json!({"reason": "I need it"})] {
        let close = with(json!({"action": "close"}), more.clone());
        assert_eq!(client.error("browser_tabs", close).await["code"], "invalid_argument");
        let request = with(json!({"action": "request"}), more);
        assert_eq!(client.error("browser_tabs", request).await["code"], "not_supported");
    }
    assert_eq!(bridge.asked().len(), asked);
}
