//! The tools that ask a page about its markup, values, sizes and styles, and what they send.

use kitsune_protocol::{Group, Groups};
use serde_json::{Value, json};

use crate::support::{Bridge, Client, Setup, with_tabs};

async fn reader(bridge: &Bridge) -> Client {
    let mut setup = Setup::at(bridge.port);
    setup.groups = Groups::of(&[Group::Core, Group::Read, Group::Inspect]);
    setup.start().await
}

#[tokio::test]
async fn arguments_are_sent_by_the_names_of_the_bridge() {
    let bridge = Bridge::start(with_tabs).await;
    let mut client = reader(&bridge).await;
    let target = json!({"selector": "h1", "ref": "e3", "element": "title", "tab_id": 5});
    let sent = json!({"selector": "h1", "ref": "e3", "element": "title", "tabId": 5});
    let same = [
        ("browser_html", "POST /api/html"),
        ("browser_markdown", "POST /api/markdown"),
        ("browser_bounds", "POST /api/bounds"),
        ("browser_computed_style", "POST /api/computed-style"),
        ("browser_highlight", "POST /api/highlight"),
    ];
    for (tool, _) in same {
        client.ok(tool, target.clone()).await;
    }
    for (tool, arguments) in [
        ("browser_query", json!({"selector": "a", "fields": ["href"], "limit": 9, "tab_id": 5})),
        ("browser_query", json!({"selector": "a"})),
        ("browser_readability", json!({})),
        ("browser_computed_style", json!({"selector": "", "ref": "e1", "properties": ["color"]})),
        ("browser_explain_selector", json!({"selector": "a"})),
        ("browser_full_page_metrics", json!({"tab_id": 5})),
    ] {
        client.ok(tool, arguments).await;
    }
    let mut expected: Vec<(&str, Value)> =
        same.iter().map(|(_, line)| (*line, sent.clone())).collect();
    expected.extend([
        ("POST /api/query", json!({"selector": "a", "fields": ["href"], "limit": 9, "tabId": 5})),
        ("POST /api/query", json!({"selector": "a"})),
        ("POST /api/readability", json!({})),
        ("POST /api/computed-style", json!({"ref": "e1", "properties": ["color"]})),
        ("POST /api/explain-selector", json!({"selector": "a"})),
        ("POST /api/full-page-metrics", json!({"tabId": 5})),
    ]);
    let asked = bridge.asked();
    let asked: Vec<_> = asked.iter().map(|(line, body)| (line.as_str(), body.clone())).collect();
    assert_eq!(asked, expected);
}

#[tokio::test]
async fn a_scroll_is_sent_by_the_names_of_the_bridge() {
    let bridge = Bridge::start(with_tabs).await;
    let mut setup = Setup::at(bridge.port);
    setup.groups = Groups::of(&[Group::Browse]);
    let mut client = setup.start().await;
    let arguments = json!({"direction": "top", "amount": 5, "tab_id": 5, "selector": "ul",
        "ref": "e3", "element": "list", "first": true});
    client.ok("browser_scroll", arguments).await;
    let expected = json!({"direction": "top", "amount": 5, "selector": "ul", "ref": "e3",
        "element": "list", "first": true, "tabId": 5});
    assert_eq!(bridge.asked(), [("POST /api/scroll".to_owned(), expected)]);
    for (wrong, part) in [(json!({"direction": "sideways"}), "up | down"), (json!({"by": 1}), "by")]
    {
        let mut wrong = wrong;
        wrong["tab_id"] = json!(5);
        let error = client.error("browser_scroll", wrong).await;
        assert!(error.to_string().contains(part), "{error}");
    }
    assert_eq!(client.error("browser_scroll", json!({})).await["code"], "no_current_tab");
    assert_eq!(bridge.asked().iter().filter(|(line, _)| line == "POST /api/scroll").count(), 1);
}

#[tokio::test]
async fn a_border_needs_a_tab_and_reads_do_not() {
    let bridge = Bridge::start(with_tabs).await;
    let mut client = reader(&bridge).await;
    let error = client.error("browser_highlight", json!({"selector": "h1"})).await;
    assert_eq!(error["code"], "no_current_tab", "{error}");
    client.ok("browser_bounds", json!({"selector": "h1"})).await;
}

#[tokio::test]
async fn a_wrong_argument_is_refused_before_anything_is_asked() {
    let bridge = Bridge::start(with_tabs).await;
    let mut client = reader(&bridge).await;
    for (tool, arguments, expected) in [
        ("browser_query", json!({}), "selector"),
        ("browser_query", json!({"selector": "a", "limit": 0}), "limit: "),
        ("browser_query", json!({"selector": "a", "fields": "href"}), "fields: "),
        ("browser_explain_selector", json!({}), "selector"),
        ("browser_html", json!({"target": "e1"}), "unknown field `target`"),
        ("browser_readability", json!({"selector": "a"}), "unknown field `selector`"),
    ] {
        let error = client.error(tool, arguments).await;
        assert!(error["error"].as_str().unwrap().contains(expected), "{error}");
    }
    assert_eq!(bridge.asked(), []);
}
