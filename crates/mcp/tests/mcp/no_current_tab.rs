//! A write without a current tab is refused, with what the agent can do instead.

use kitsune_protocol::{Mode, UserTabs};
use serde_json::{Value, json};

use crate::support::{Bridge, Client, Setup, tab, with_tabs};

const OPENING: &str = "Nothing was dispatched. browser_click acts on the current tab: open a tab \
    of your own with browser_tabs action=new url=<url> and work there, or make one of your tabs \
    current with browser_tabs action=select";

async fn refused(client: &mut Client) -> Value {
    client.error("browser_click", json!({"target": "e1"})).await
}

#[tokio::test]
async fn without_a_bridge_the_refusal_starts_none() {
    let mut client = Setup::at(1).start().await;
    assert_eq!(
        refused(&mut client).await,
        json!({
            "error": "browser_click writes a tab but names none, and there is no current tab, so \
                      it was not sent to the tab the user is viewing",
            "code": "no_current_tab",
            "retryable": false,
            "hint": format!("{OPENING}; user and other clients' tabs stay read-only."),
            "state": {"tool": "browser_click"}
        })
    );
    assert!(!client.home.path().join("home").exists());
}

#[tokio::test]
async fn own_tabs_and_the_viewed_tab_are_offered() {
    let bridge = Bridge::start(with_tabs).await;
    let error = refused(&mut Client::of(&bridge).await).await;
    let own = "https://own.example/";
    assert_eq!(error["state"]["ownTabs"], json!([{"tabId": 7, "url": own, "title": own}]));
    assert_eq!(
        error["hint"].as_str().unwrap().strip_prefix(OPENING).unwrap(),
        "; user and other clients' tabs stay read-only. Tab 1 is the tab this MCP client opened \
         most recently (state.ownTabs), maybe in an earlier conversation: to keep working in it, \
         browser_tabs action=select index=1. The user is viewing tab 0 (https://user.example/), \
         which this client cannot write: to write it, open your own copy with browser_tabs \
         action=new url=https://user.example/."
    );
}

#[tokio::test]
async fn a_page_of_the_browser_is_not_offered_as_a_copy() {
    let bridge = Bridge::start(|line, _| match line {
        "GET /api/tabs" => json!({"tabs": [tab(5, "about:home", true, false)]}),
        _ => json!({"tabs": []}),
    })
    .await;
    let error = refused(&mut Client::of(&bridge).await).await;
    let hint = error["hint"].as_str().unwrap();
    assert!(hint.contains("viewing tab 0 (about:home)"), "{hint}");
    assert!(!hint.contains("url=about:home"), "{hint}");
}

#[tokio::test]
async fn an_own_tab_that_is_viewed_is_named_once() {
    let bridge =
        Bridge::start(|_, _| json!({"tabs": [tab(7, "https://own.example/", true, true)]})).await;
    let error = refused(&mut Client::of(&bridge).await).await;
    let hint = error["hint"].as_str().unwrap();
    assert!(hint.contains("Tab 0 is the tab") && !hint.contains("viewing"), "{hint}");
}

#[tokio::test]
async fn with_several_windows_no_viewed_tab_is_named() {
    let bridge = Bridge::start(|line, _| match line {
        "GET /api/tabs" => json!({"tabs": [tab(5, "a", true, false), tab(6, "b", true, false)]}),
        _ => json!({"tabs": []}),
    })
    .await;
    let error = refused(&mut Client::of(&bridge).await).await;
    assert!(!error["hint"].as_str().unwrap().contains("viewing"));
    assert!(error["state"].get("ownTabs").is_none());
}

#[tokio::test]
async fn at_most_five_own_tabs_are_named_the_latest_first() {
    let bridge = Bridge::start(|line, _| {
        let mut tabs: Vec<_> = (1..=8).map(|id| tab(id, "a", false, true)).collect();
        if line == "POST /api/tabs" {
            tabs.reverse();
        }
        json!({ "tabs": tabs })
    })
    .await;
    let error = refused(&mut Client::of(&bridge).await).await;
    let own = error["state"]["ownTabs"].as_array().unwrap();
    let ids: Vec<_> = own.iter().map(|tab| tab["tabId"].as_u64().unwrap()).collect();
    assert_eq!(ids, [8, 7, 6, 5, 4]);
    assert!(error["hint"].as_str().unwrap().contains("Tab 7 is the tab"));
}

#[tokio::test]
async fn a_viewed_tab_that_may_be_written_can_be_selected() {
    let bridge = Bridge::start(|line, _| match line {
        "GET /api/tabs" => json!({"tabs": [tab(5, "https://user.example/", true, false)]}),
        _ => json!({"tabs": []}),
    })
    .await;
    let mut setup = Setup::at(bridge.port);
    setup.user_tabs = UserTabs::Writable;
    let error = refused(&mut setup.start().await).await;
    let hint = error["hint"].as_str().unwrap();
    assert!(hint.ends_with("to act on it, browser_tabs action=select index=0."), "{hint}");
    assert!(!hint.contains("read-only"), "{hint}");
}

#[tokio::test]
async fn a_restricted_mode_offers_only_what_it_publishes() {
    let bridge = Bridge::start(with_tabs).await;
    let mut setup = Setup::at(bridge.port);
    setup.mode = Mode::Draft;
    let mut client = setup.start().await;
    let error = client.error("browser_type", json!({"target": "e1", "text": "a"})).await;
    assert_eq!(
        error["hint"],
        "Nothing was dispatched. browser_type acts on the current tab: open a tab of your own \
         with browser_tab_list new_tab=<url> and work there; user and other clients' tabs stay \
         read-only."
    );
    assert_eq!(error["state"], json!({"tool": "browser_type"}));
    assert_eq!(bridge.asked(), []);
}

#[tokio::test]
async fn a_navigation_is_a_write_too() {
    let mut client = Setup::at(1).start().await;
    let arguments = json!({"url": "https://a.example/"});
    assert_eq!(client.error("browser_navigate", arguments).await["code"], "no_current_tab");
    assert_eq!(client.error("browser_navigate_back", json!({})).await["code"], "no_current_tab");
}
