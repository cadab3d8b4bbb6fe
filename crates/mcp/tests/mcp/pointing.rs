//! The tools beside the core ones that point, move the focus, go through the history and reload.

use kitsune_protocol::{Group, Groups};
use serde_json::json;

use crate::support::{Bridge, Client, Setup, with_tabs};

async fn client(bridge: &Bridge) -> Client {
    let mut setup = Setup::at(bridge.port);
    setup.groups = Groups::of(&[Group::Core, Group::Browse, Group::Tabs]);
    setup.start().await
}

#[tokio::test]
async fn each_tool_asks_its_route_with_what_it_was_given() {
    let bridge = Bridge::start(with_tabs).await;
    let mut client = client(&bridge).await;
    let target =
        json!({"selector": "h1", "ref": "e3", "element": "title", "first": true, "tab_id": 5});
    let sent =
        json!({"selector": "h1", "ref": "e3", "element": "title", "first": true, "tabId": 5});
    for (tool, arguments, line, body) in [
        ("browser_focus", target.clone(), "POST /api/focus", sent.clone()),
        ("browser_blur", target, "POST /api/blur", sent),
        ("browser_blur", json!({"tab_id": 5}), "POST /api/blur", json!({"tabId": 5})),
        (
            "browser_forward",
            json!({"tab_id": 5, "expect": {"url": "x"}}),
            "POST /api/forward",
            json!({"tabId": 5, "expect": {"url": "x"}}),
        ),
        (
            "browser_reload_tab",
            json!({"bypass_cache": true, "tab_id": 5}),
            "POST /api/reload-tab",
            json!({"bypassCache": true, "tabId": 5}),
        ),
    ] {
        client.ok(tool, arguments).await;
        assert_eq!(bridge.asked().pop(), Some((line.to_owned(), body)), "{tool}");
    }
}

#[tokio::test]
async fn they_go_nowhere_without_a_tab() {
    let bridge = Bridge::start(with_tabs).await;
    let mut client = client(&bridge).await;
    for (tool, arguments) in [
        ("browser_hover", json!({"target": "e1"})),
        ("browser_drag", json!({"startTarget": "e1", "endTarget": "e2"})),
        ("browser_resize", json!({"width": 800, "height": 600})),
        ("browser_focus", json!({"ref": "e1"})),
        ("browser_blur", json!({})),
        ("browser_forward", json!({})),
        ("browser_reload_tab", json!({})),
    ] {
        let error = client.error(tool, arguments).await;
        assert_eq!(error["code"], "no_current_tab", "{tool}\n{error}");
    }
}
