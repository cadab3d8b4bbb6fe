//! The page-data tools of the read group, and `browser_cache` of the admin group.

use kitsune_protocol::{Group, Groups, Mode};
use serde_json::{Value, json};

use crate::support::{Bridge, Client, Setup, with_tabs};

async fn reader(bridge: &Bridge, groups: &[Group]) -> Client {
    let mut setup = Setup::at(bridge.port);
    setup.groups = Groups::of(groups);
    setup.start().await
}

#[tokio::test]
async fn each_tool_asks_its_route() {
    let bridge = Bridge::start(with_tabs).await;
    let mut client = reader(&bridge, &[Group::Core, Group::Read, Group::Admin]).await;
    let cases = [
        ("browser_page_info", json!({}), "GET /api/page-info", Value::Null),
        ("browser_page_info", json!({"tab_id": 5}), "POST /api/page-info", json!({"tabId": 5})),
        ("browser_page_text", json!({}), "GET /api/page-text", Value::Null),
        ("browser_page_text", json!({"tab_id": 5}), "POST /api/page-text", json!({"tabId": 5})),
        ("browser_links", json!({}), "POST /api/links", json!({})),
        (
            "browser_links",
            json!({"tab_id": 5, "internal_only": true}),
            "POST /api/links",
            json!({"internalOnly": true, "tabId": 5}),
        ),
        ("browser_images", json!({"tab_id": 5}), "POST /api/images", json!({"tabId": 5})),
        ("browser_meta", json!({}), "POST /api/meta", json!({})),
        ("browser_structured_data", json!({}), "POST /api/structured-data", json!({})),
        ("browser_iframes", json!({}), "POST /api/iframes", json!({})),
        ("browser_cache", json!({}), "POST /api/cache", json!({"action": "clear"})),
        (
            "browser_cache",
            json!({"action": "ttl", "seconds": 9}),
            "POST /api/cache",
            json!({"action": "ttl", "seconds": 9}),
        ),
    ];
    for (tool, arguments, ..) in &cases {
        client.ok(tool, arguments.clone()).await;
    }
    let expected = cases.map(|(.., line, body)| (line.to_owned(), body));
    assert_eq!(bridge.asked(), expected);
}

#[tokio::test]
async fn wrong_arguments_are_refused_before_anything_is_asked() {
    let bridge = Bridge::start(with_tabs).await;
    let mut client = reader(&bridge, &[Group::Read, Group::Admin]).await;
    for (tool, arguments, expected) in [
        ("browser_links", json!({"internal_only": "yes"}), "internal_only: "),
        ("browser_page_text", json!({"selector": "p"}), "unknown field `selector`"),
        ("browser_meta", json!({"tab_id": 0}), "tab_id: "),
        ("browser_cache", json!({"action": "empty"}), "action: "),
        ("browser_cache", json!({"action": "ttl", "seconds": -1}), "seconds: "),
    ] {
        let error = client.error(tool, arguments).await;
        assert!(error["error"].as_str().unwrap().contains(expected), "{error}");
    }
    assert_eq!(bridge.asked(), []);
}

#[tokio::test]
async fn their_annotations_and_arguments_are_the_contracts() {
    let mut setup = Setup::at(1);
    setup.groups = Groups::of(&[Group::Read, Group::Admin]);
    let tools = setup.start().await.tools().await;
    let tool = |name: &str| tools.iter().find(|tool| tool["name"] == name).unwrap();
    for name in [
        "browser_page_info",
        "browser_page_text",
        "browser_links",
        "browser_images",
        "browser_meta",
        "browser_structured_data",
        "browser_iframes",
    ] {
        let hints = &tool(name)["annotations"];
        let told = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"]
            .map(|hint| hints[hint].clone());
        assert_eq!(told, [json!(true), json!(false), json!(true), json!(true)], "{name}");
        assert_eq!(tool(name)["inputSchema"]["properties"]["tab_id"]["type"], "integer", "{name}");
    }
    let internal = &tool("browser_links")["inputSchema"]["properties"]["internal_only"];
    assert_eq!((&internal["type"], &internal["default"]), (&json!("boolean"), &json!(false)));
    let cache = &tool("browser_cache")["inputSchema"]["properties"];
    assert_eq!(cache["action"]["enum"], json!(["clear", "status", "ttl"]), "{cache}");
    assert_eq!(
        (&cache["seconds"]["type"], &cache["seconds"]["minimum"]),
        (&json!("integer"), &json!(0))
    );
}

#[tokio::test]
async fn the_cache_is_not_published_in_a_restricted_mode() {
    for mode in [Mode::Read, Mode::Draft] {
        let mut setup = Setup::at(1);
        setup.groups = Groups::of(&[Group::Read, Group::Admin]);
        setup.mode = mode;
        let tools = setup.start().await.tools().await;
        let names: Vec<_> = tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
        assert!(names.contains(&"browser_page_text") && !names.contains(&"browser_cache"));
    }
}
