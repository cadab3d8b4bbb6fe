//! A click that holds its button, for controls that open on a long press (*POST /api/click*,
//! `holdMs`; `hold_ms` of `browser_click`).

use std::time::Duration;

use kitsune_e2e::{Kit, TabId, Value, eventually, json, run};

/// A button that opens a menu when it was pressed for half a second, and is clicked otherwise. It
/// keeps when each event came.
const LONG_PRESS: &str = "<button id=b>Photo</button><div role=menu hidden>\
    <div role=menuitem>Delete</div></div><p id=out></p><script>var log = [], at = {};\
    for (const type of ['pointerdown','mousedown','pointerup','mouseup','click','auxclick','contextmenu'])\
      b.addEventListener(type, e => { log.push(type); at[type] = performance.now() });\
    b.addEventListener('mouseup', () => {\
      if (at.mouseup - at.mousedown >= 500) document.querySelector('[role=menu]').hidden = false;\
      else out.textContent = 'Clicked' });</script>";

fn held(tab: TabId, more: Value) -> Value {
    let mut body = json!({"tabId": tab, "selector": "#b"});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

async fn log(kit: &Kit<'_>, tab: TabId) -> Value {
    kit.in_page(tab, "log.join(' ')").await
}

#[test]
fn the_button_is_down_for_as_long_as_asked_in_a_hidden_tab_too() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(LONG_PRESS)).await;
        assert_eq!(kit.in_page(tab, "document.hidden").await, true);

        let reply = kit.agent().post("/api/click", held(tab, json!({"holdMs": 700}))).await;

        reply.is_ok().mentions("snapshot", "menuitem \"Delete\"");
        assert!(reply["held_ms"].as_u64().unwrap() >= 700, "{reply}");
        let seen = kit.in_page(tab, "at.mouseup - at.mousedown").await.as_f64().unwrap();
        assert!((699.0..5_000.0).contains(&seen), "{seen}");
        assert_eq!(log(kit, tab).await, "pointerdown mousedown pointerup mouseup click");
    });
}

#[test]
fn a_client_opens_what_only_a_long_press_opens() {
    run(async |kit| {
        let client = kit.mcp().await;
        let url = kit.page(LONG_PRESS);
        client.call("browser_tabs", json!({"action": "new", "url": url})).await.is_ok();

        let click = json!({"target": "#b", "hold_ms": 0});
        let short = client.call("browser_click", click).await;
        short.is_ok().mentions("Clicked");
        assert!(short.json.get("held_ms").is_none(), "{short}");

        let press = json!({"target": "#b", "hold_ms": 600});
        let long = client.call("browser_click", press).await;
        long.is_ok().mentions("menuitem").mentions("held_ms");
    });
}

#[test]
fn each_button_ends_a_hold_in_its_own_way() {
    run(async |kit| {
        for (button, last) in [("right", "contextmenu"), ("middle", "auxclick")] {
            let tab = kit.agent().opens(&kit.page(LONG_PRESS)).await;
            let press = held(tab, json!({"holdMs": 50, "button": button}));
            kit.agent().post("/api/click", press).await.is_ok();
            let expected = format!("pointerdown mousedown pointerup mouseup {last}");
            assert_eq!(log(kit, tab).await, expected);
        }
    });
}

#[test]
fn a_hold_out_of_range_presses_nothing() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(LONG_PRESS)).await;
        let refused = "holdMs must be an integer from 0 to 10000";
        for hold in [json!(-1), json!(10_001), json!(0.5), json!("600"), json!(true)] {
            let reply = kit.agent().post("/api/click", held(tab, json!({"holdMs": hold}))).await;
            assert_eq!(reply.is_error("invalid_argument")["error"], refused, "{reply}");
        }
        let twice = kit.agent().post("/api/double-click", held(tab, json!({"holdMs": 50}))).await;
        twice.is_error("invalid_argument").mentions("error", "double click");

        let client = kit.mcp().await;
        let listed = client.call("browser_tabs", json!({"action": "list"})).await;
        let index = listed["tabs"].as_array().unwrap().iter().position(|it| it["owned"] == true);
        let select = json!({"action": "select", "index": index.unwrap()});
        client.call("browser_tabs", select).await.is_ok();
        let press = json!({"target": "#b", "hold_ms": 10_001});
        client.call("browser_click", press).await.is_error("invalid_argument").mentions(refused);
        assert_eq!(log(kit, tab).await, "");
    });
}

#[test]
fn a_target_that_leaves_under_the_button_gets_no_click() {
    run(async |kit| {
        let page = "<button id=b onmousedown='setTimeout(() => b.remove())'>Drag</button><script>\
            var log = []; for (const type of ['mousedown', 'mouseup', 'click'])\
            addEventListener(type, () => log.push(type));</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = kit.agent().post("/api/click", held(tab, json!({"holdMs": 1_500}))).await;
        reply.is_ok().mentions("note", "left the page").mentions("snapshot", "removed: button");
        assert_eq!(log(kit, tab).await, "mousedown");
    });
}

#[test]
fn a_page_that_is_left_under_the_button_is_told_and_the_next_one_gets_nothing() {
    run(async |kit| {
        let next = kit.page(
            "<!doctype html><title>Next</title><h1>Arrived</h1><script>\
            var log = []; for (const type of ['pointerup', 'mouseup', 'click'])\
            addEventListener(type, () => log.push(type));</script>",
        );
        let page = format!("<button id=b onmousedown='location = {next:?}'>Go</button>");
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = kit.agent().post("/api/click", held(tab, json!({"holdMs": 5_000}))).await;
        assert_eq!(reply.is_ok()["navigated"]["url"], json!(next), "{reply}");
        reply.mentions("note", "another page").mentions("snapshot", "Arrived");
        assert!(reply["tag"] == "button" && reply["held_ms"].as_u64().unwrap() < 5_000, "{reply}");
        assert_eq!(log(kit, tab).await, "");
    });
}

#[test]
fn a_dialog_under_the_button_is_told_without_waiting_for_its_release() {
    run(async |kit| {
        let page =
            "<button id=b onmousedown=\"setTimeout(() => confirm('Delete it?'))\">X</button>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = kit.agent().post("/api/click", held(tab, json!({"holdMs": 10_000}))).await;
        assert_eq!(reply["dialog"], json!({"type": "confirm", "message": "Delete it?"}), "{reply}");
        let away = json!({"tabId": tab, "url": kit.page("<p>Away</p>")});
        kit.agent().post("/api/navigate", away).await.is_ok();
    });
}

#[test]
fn a_tab_that_closes_under_the_button_was_acted_on() {
    run(async |kit| {
        let page = "<button id=b onmousedown=\"document.title = 'down'\">X</button>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let agent = kit.agent();
        let (reply, ()) =
            tokio::join!(agent.post("/api/click", held(tab, json!({"holdMs": 10_000}))), async {
                eventually("the button is down", Duration::from_secs(10), async || {
                    kit.in_page(tab, "document.title").await == "down"
                })
                .await;
                let close = json!({"tabId": tab, "force": true});
                kit.agent().post("/api/close-tab", close).await.is_ok();
            });
        assert_eq!(reply.is_error("tab_closed")["retryable"], false, "{reply}");
    });
}
