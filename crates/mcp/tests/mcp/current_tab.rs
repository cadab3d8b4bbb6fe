//! Which tab is current, and how it comes and goes.

use kitsune_protocol::{Mode, UserTabs};
use serde_json::{Value, json};

use crate::support::{Bridge, Client, Setup, tab, with_tabs};

/// The tab of the last request.
fn last_tab(bridge: &Bridge) -> Value {
    bridge.asked().last().unwrap().1["tabId"].clone()
}

#[tokio::test]
async fn a_list_marks_the_current_the_active_and_the_own_tabs() {
    let bridge = Bridge::start(with_tabs).await;
    let mut client = Client::of(&bridge).await.with_own_tab().await;
    let (user, own) = ("https://user.example/", "https://own.example/");
    assert_eq!(
        client.ok("browser_tabs", json!({"action": "list"})).await,
        json!({"tabs": [
            {"index": 0, "title": user, "url": user, "active": true, "owned": false},
            {"index": 1, "title": own, "url": own, "current": true, "owned": true}
        ]})
    );
}

#[tokio::test]
async fn a_new_tab_becomes_current_and_is_named_by_its_index() {
    let bridge = Bridge::start(with_tabs).await;
    let mut client = Client::of(&bridge).await;
    let opened =
        client.ok("browser_tabs", json!({"action": "new", "url": "https://own.example/"})).await;
    assert_eq!(opened["index"], 1);
    assert_eq!(opened["tabs"][1]["current"], true);
    assert!(opened.get("tabId").is_none());
    assert_eq!(
        bridge.asked()[0].1,
        json!({"url": "https://own.example/", "wait": true, "pageText": true})
    );
    client.ok("browser_snapshot", json!({})).await;
    assert_eq!(last_tab(&bridge), 7);
}

#[tokio::test]
async fn a_new_tab_without_an_address_waits_for_nothing() {
    let bridge = Bridge::start(with_tabs).await;
    Client::of(&bridge).await.ok("browser_tabs", json!({"action": "new"})).await;
    assert_eq!(bridge.asked()[0], ("POST /api/new-tab".to_owned(), json!({})));
}

#[tokio::test]
async fn a_tab_that_loads_too_slowly_is_current_all_the_same() {
    let bridge = Bridge::start(|line, body| match line {
        "POST /api/new-tab" => json!({"ok": false, "timedOut": true, "tabId": 7}),
        _ => with_tabs(line, body),
    })
    .await;
    let mut client = Client::of(&bridge).await;
    let error = client.error("browser_tabs", json!({"action": "new", "url": "https://a"})).await;
    assert_eq!(error["index"], 1);
    client.ok("browser_click", json!({"target": "e1"})).await;
    assert_eq!(last_tab(&bridge), 7);
}

#[tokio::test]
async fn a_tab_of_the_person_can_be_selected_for_reading() {
    let bridge = Bridge::start(with_tabs).await;
    let mut client = Client::of(&bridge).await;
    let selected = client.ok("browser_tabs", json!({"action": "select", "index": 0})).await;
    assert_eq!(selected["read_only"], true);
    assert!(selected["hint"].as_str().unwrap().contains("action=new"));
    let own = client.ok("browser_tabs", json!({"action": "select", "index": 1})).await;
    assert!(own.get("read_only").is_none());
}

#[tokio::test]
async fn a_tab_of_the_person_is_not_read_only_where_they_allow_it() {
    let bridge = Bridge::start(with_tabs).await;
    let mut setup = Setup::at(bridge.port);
    setup.user_tabs = UserTabs::Writable;
    let mut client = setup.start().await;
    let selected = client.ok("browser_tabs", json!({"action": "select", "index": 0})).await;
    assert!(selected.get("read_only").is_none());
}

#[tokio::test]
async fn an_index_that_is_none_selects_nothing() {
    let bridge = Bridge::start(with_tabs).await;
    let mut client = Client::of(&bridge).await;
    for index in [json!(2), json!(-1), json!(0.5)] {
        let error = client.error("browser_tabs", json!({"action": "select", "index": index})).await;
        assert_eq!(error["code"], "invalid_argument");
    }
}

#[tokio::test]
async fn closing_forgets_the_current_tab() {
    for (tool, arguments) in [
        ("browser_close", json!({})),
        ("browser_tabs", json!({"action": "close"})),
        ("browser_tabs", json!({"action": "close", "index": 1})),
    ] {
        let bridge = Bridge::start(with_tabs).await;
        let mut client = Client::of(&bridge).await.with_own_tab().await;
        client.ok(tool, arguments).await;
        assert_eq!(last_tab(&bridge), 7);
        let error = client.error("browser_click", json!({"target": "e1"})).await;
        assert_eq!(error["code"], "no_current_tab");
    }
}

#[tokio::test]
async fn closing_without_a_current_tab_means_the_only_active_one() {
    let bridge = Bridge::start(with_tabs).await;
    Client::of(&bridge).await.ok("browser_close", json!({})).await;
    assert_eq!(last_tab(&bridge), 5);
}

#[tokio::test]
async fn closing_is_refused_when_several_windows_have_an_active_tab() {
    let bridge = Bridge::start(|_, _| {
        json!({"tabs": [tab(5, "a", true, false), tab(6, "b", false, false), tab(7, "c", true, true)]})
    })
    .await;
    let error = Client::of(&bridge).await.error("browser_close", json!({})).await;
    assert_eq!(error["code"], "ambiguous_target");
    assert_eq!(error["state"], json!({"tabIds": [5, 7]}));
    assert!(error["hint"].as_str().unwrap().contains("0, 2"));
}

#[tokio::test]
async fn a_tab_that_the_person_closed_is_forgotten() {
    let bridge = Bridge::start(|line, body| match line {
        "POST /api/snapshot" => json!({"error": "Tab 7 is closed", "code": "tab_closed"}),
        _ => with_tabs(line, body),
    })
    .await;
    let mut client = Client::of(&bridge).await.with_own_tab().await;
    client.error("browser_snapshot", json!({})).await;
    let error = client.error("browser_click", json!({"target": "e1"})).await;
    assert_eq!(error["code"], "no_current_tab");
}

#[tokio::test]
async fn a_current_tab_missing_from_the_list_is_forgotten() {
    let bridge = Bridge::start(|line, body| match line {
        "POST /api/new-tab" => json!({"ok": true, "tabId": 99}),
        _ => with_tabs(line, body),
    })
    .await;
    let mut client = Client::of(&bridge).await;
    let opened = client.ok("browser_tabs", json!({"action": "new"})).await;
    assert_eq!(opened["tabId"], 99, "a tab without an index keeps its id");
    client.ok("browser_tabs", json!({"action": "list"})).await;
    let error = client.error("browser_click", json!({"target": "e1"})).await;
    assert_eq!(error["code"], "no_current_tab");
}

#[tokio::test]
async fn a_tab_that_an_action_opened_becomes_current() {
    let bridge = Bridge::start(|line, body| match line {
        "POST /api/click" => json!({"ok": true, "opened_tabs": [{"tabId": 8}, {"tabId": 9}]}),
        _ => with_tabs(line, body),
    })
    .await;
    let mut client = Client::of(&bridge).await.with_own_tab().await;
    let clicked = client.ok("browser_click", json!({"target": "e1"})).await;
    assert_eq!(clicked["current_tab"], 9);
    client.ok("browser_snapshot", json!({})).await;
    assert_eq!(last_tab(&bridge), 9);
}

#[tokio::test]
async fn a_tab_opened_from_a_named_tab_leaves_the_current_one() {
    let bridge = Bridge::start(|line, body| match line {
        "POST /api/navigate" => json!({"ok": true, "opened_tabs": [{"tabId": 9}]}),
        _ => with_tabs(line, body),
    })
    .await;
    let mut client = Client::of(&bridge).await.with_own_tab().await;
    let arguments = json!({"url": "https://a.example/", "tab_id": 8});
    let navigated = client.ok("browser_navigate", arguments).await;
    assert_eq!(last_tab(&bridge), 8);
    assert!(navigated.get("current_tab").is_none());
    client.ok("browser_snapshot", json!({})).await;
    assert_eq!(last_tab(&bridge), 7);
}

#[tokio::test]
async fn a_restricted_list_can_open_a_tab_first() {
    let bridge = Bridge::start(with_tabs).await;
    let mut setup = Setup::at(bridge.port);
    setup.mode = Mode::Read;
    let mut client = setup.start().await;
    let listed = client.ok("browser_tab_list", json!({"new_tab": "https://own.example/"})).await;
    assert_eq!(listed["tabId"], 7);
    assert_eq!(listed["tabs"][1]["current"], true);
    assert_eq!(bridge.asked()[0].1, json!({"url": "https://own.example/", "wait": true}));
    client.ok("browser_navigate", json!({"url": "https://b.example/"})).await;
    assert_eq!(last_tab(&bridge), 7);
    assert_eq!(bridge.last_headers()["x-kitsune-mode"], "read");
}
