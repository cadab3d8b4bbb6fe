//! The structural reads, `browser_dom` and `browser_forms`, behind the read group.

use kitsune_protocol::{Group, Groups, Mode};
use serde_json::{Value, json};

use crate::support::{Bridge, Client, Setup, with_tabs};

async fn reader(bridge: &Bridge) -> Client {
    let mut setup = Setup::at(bridge.port);
    setup.groups = Groups::of(&[Group::Core, Group::Read]);
    setup.start().await
}

#[tokio::test]
async fn a_read_of_nothing_in_particular_is_a_get_and_anything_else_a_post() {
    let bridge = Bridge::start(with_tabs).await;
    let mut client = reader(&bridge).await;
    for (tool, arguments) in [
        ("browser_dom", json!({})),
        ("browser_dom", json!({"tab_id": 5})),
        ("browser_dom", json!({"selector": "main", "ref": "e3", "max_depth": 0})),
        ("browser_forms", json!({})),
        ("browser_forms", json!({"tab_id": 5})),
    ] {
        client.ok(tool, arguments).await;
    }
    let expected = [
        ("GET /api/dom", Value::Null),
        ("POST /api/dom", json!({"tabId": 5})),
        ("POST /api/dom", json!({"selector": "main", "ref": "e3", "maxDepth": 0})),
        ("GET /api/forms", Value::Null),
        ("POST /api/forms", json!({"tabId": 5})),
    ];
    assert_eq!(bridge.asked(), expected.map(|(line, body)| (line.to_owned(), body)));
    assert_eq!(bridge.last_headers()["x-kitsune-caps"], "core,read");
}

#[tokio::test]
async fn a_current_tab_is_the_one_that_is_read() {
    let bridge = Bridge::start(with_tabs).await;
    let mut client = reader(&bridge).await.with_own_tab().await;
    client.ok("browser_forms", json!({})).await;
    assert_eq!(bridge.asked().last(), Some(&("POST /api/forms".to_owned(), json!({"tabId": 7}))));
}

#[tokio::test]
async fn a_wrong_depth_or_tab_is_refused_before_anything_is_asked() {
    let bridge = Bridge::start(with_tabs).await;
    let mut client = reader(&bridge).await;
    for (tool, arguments, expected) in [
        ("browser_dom", json!({"max_depth": -1}), "max_depth: "),
        ("browser_dom", json!({"max_depth": 1.5}), "max_depth: "),
        ("browser_dom", json!({"depth": 1}), "unknown field `depth`"),
        ("browser_forms", json!({"selector": "form"}), "unknown field `selector`"),
        ("browser_forms", json!({"tab_id": 0}), "tab_id: "),
    ] {
        let error = client.error(tool, arguments).await;
        assert!(error["error"].as_str().unwrap().contains(expected), "{error}");
    }
    assert_eq!(bridge.asked(), []);
}

#[tokio::test]
async fn the_published_arguments_are_the_contracts() {
    let mut setup = Setup::at(1);
    setup.groups = Groups::of(&[Group::Read]);
    let tools = setup.start().await.tools().await;
    let arguments = |index: usize| -> Vec<(String, Value)> {
        let properties = tools[index]["inputSchema"]["properties"].as_object().unwrap();
        properties.iter().map(|(name, schema)| (name.clone(), schema["type"].clone())).collect()
    };
    let named = |pairs: &[(&str, &str)]| -> Vec<(String, Value)> {
        pairs.iter().map(|(name, kind)| ((*name).to_owned(), json!(kind))).collect()
    };
    let dom = [
        ("tab_id", "integer"),
        ("selector", "string"),
        ("ref", "string"),
        ("max_depth", "integer"),
    ];
    assert_eq!(arguments(0), named(&dom));
    assert_eq!(arguments(1), named(&[("tab_id", "integer")]));
    assert_eq!(tools[0]["inputSchema"]["properties"]["max_depth"]["minimum"], 0);
    for tool in &tools {
        let needed = (tool["name"] == "browser_query").then(|| json!(["selector"]));
        assert_eq!(tool["inputSchema"].get("required"), needed.as_ref(), "{tool}");
        let hints = &tool["annotations"];
        assert_eq!(
            (&hints["readOnlyHint"], &hints["idempotentHint"]),
            (&json!(true), &json!(true))
        );
        assert_eq!(
            (&hints["destructiveHint"], &hints["openWorldHint"]),
            (&json!(false), &json!(true))
        );
    }
}

#[tokio::test]
async fn without_their_group_they_name_the_setting_that_publishes_them() {
    for mode in [Mode::Act, Mode::Read] {
        let mut setup = Setup::at(1);
        setup.mode = mode;
        let mut client = setup.start().await;
        for tool in ["browser_dom", "browser_forms"] {
            let error = client.error(tool, json!({})).await;
            assert_eq!(error["code"], "tool_not_published");
            assert_eq!(error["state"]["group"], "read");
            let hint = error["hint"].as_str().unwrap();
            assert!(hint.starts_with("Set KITSUNE_CAPS=core,read in"), "{hint}");
        }
    }
}
