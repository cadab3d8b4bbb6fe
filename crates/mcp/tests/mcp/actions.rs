//! How each tool asks the bridge, and what it makes of the answer.

use kitsune_protocol::{Group, Groups, UserTabs};
use serde_json::{Value, json};

use crate::support::{Bridge, Client, Setup, object, with_tabs};

/// The requests of one call on the client's own tab.
async fn requests(tool: &str, arguments: Value) -> Vec<(String, Value)> {
    let bridge = Bridge::start(with_tabs).await;
    let mut client = Client::of(&bridge).await.with_own_tab().await;
    client.ok(tool, arguments).await;
    bridge.asked().split_off(1)
}

#[tokio::test]
async fn each_tool_asks_its_route() {
    for (tool, arguments, path, body) in [
        (
            "browser_navigate",
            json!({"url": "https://a.example/"}),
            "navigate",
            json!({"url": "https://a.example/"}),
        ),
        ("browser_navigate_back", json!({}), "back", json!({"pageText": true})),
        (
            "browser_snapshot",
            json!({}),
            "snapshot",
            json!({"skipUnchanged": true, "maxChars": 12000}),
        ),
        (
            "browser_snapshot",
            json!({"target": "e3", "depth": 2, "boxes": true}),
            "snapshot",
            json!({"maxDepth": 2.0, "boxes": true, "maxChars": 12000, "ref": "e3"}),
        ),
        (
            "browser_click",
            json!({"target": "e3", "element": "Pay"}),
            "click",
            json!({"ref": "e3", "element": "Pay"}),
        ),
        (
            "browser_click",
            json!({"target": "#pay", "button": "right", "modifiers": ["ControlOrMeta"]}),
            "click",
            json!({"selector": "#pay", "modifiers": ["ControlOrMeta"], "button": "right"}),
        ),
        (
            "browser_click",
            json!({"target": "e3", "doubleClick": true, "button": "left"}),
            "double-click",
            json!({"ref": "e3"}),
        ),
        (
            "browser_hover",
            json!({"target": "e3", "duration_ms": 400, "steps": 3}),
            "hover",
            json!({"ref": "e3", "durationMs": 400, "steps": 3}),
        ),
        (
            "browser_drag",
            json!({"startTarget": "e3", "startElement": "card", "endTarget": "#done", "endElement": "list"}),
            "drag",
            json!({"from": "e3", "to": "#done", "element": "card to list"}),
        ),
        (
            "browser_resize",
            json!({"width": 800, "height": 600}),
            "resize-window",
            json!({"width": 800.0, "height": 600.0}),
        ),
        (
            "browser_type",
            json!({"target": "e3", "text": "é"}),
            "fill",
            json!({"ref": "e3", "value": "é"}),
        ),
        (
            "browser_type",
            json!({"target": "e3", "text": "a", "slowly": true}),
            "type",
            json!({"ref": "e3", "text": "a"}),
        ),
        (
            "browser_press_key",
            json!({"key": "Control+Shift+a", "repeat": 2}),
            "keypress",
            json!({"key": "a", "modifiers": {"ctrl": true, "shift": true}, "repeat": 2}),
        ),
        (
            "browser_select_option",
            json!({"target": "e3", "values": ["a", "b"]}),
            "select-option",
            json!({"ref": "e3", "values": ["a", "b"]}),
        ),
        (
            "browser_fill_form",
            json!({"fields": [
            {"target": "e3", "name": "Mail", "type": "textbox", "value": "a"},
            {"target": "e4", "name": "Ok", "type": "checkbox", "value": "True"}]}),
            "form-fill",
            json!({"fields": [
                {"target": "e3", "name": "Mail", "type": "textbox", "value": "a"},
                {"target": "e4", "name": "Ok", "type": "checkbox", "value": "True"}]}),
        ),
        ("browser_evaluate", json!({"function": "() => 1"}), "js", json!({"code": "() => 1"})),
        (
            "browser_evaluate",
            json!({"function": "e => e.id", "target": "e3"}),
            "js",
            json!({"code": "e => e.id", "ref": "e3"}),
        ),
        ("browser_close", json!({}), "close-tab", json!({})),
    ] {
        let mut expected = body;
        expected["tabId"] = json!(7);
        let line = format!("POST /api/{path}");
        assert_eq!(requests(tool, arguments).await, [(line, expected)], "{tool}");
    }
}

#[tokio::test]
async fn every_request_says_for_whom_it_is() {
    let bridge = Bridge::start(with_tabs).await;
    let mut setup = Setup::at(bridge.port);
    setup.user_tabs = UserTabs::Writable;
    setup.start().await.ok("browser_snapshot", json!({})).await;
    let headers = bridge.last_headers();
    let get = |name: &str| headers[name].to_str().unwrap().to_owned();
    assert_eq!(get("authorization"), "Bearer t");
    assert_eq!(get("x-kitsune-owner"), "claude-7");
    assert_eq!(get("x-kitsune-client"), "8-a1b2c3");
    assert_eq!(get("x-kitsune-caps"), "core");
    assert_eq!(get("x-kitsune-user-tabs"), "writable");
    assert!(!headers.contains_key("x-kitsune-mode"));
}

#[tokio::test]
async fn a_read_without_a_current_tab_is_about_the_active_one() {
    let bridge = Bridge::start(with_tabs).await;
    let mut client = Client::of(&bridge).await;
    client.ok("browser_snapshot", json!({})).await;
    let expected =
        ("POST /api/snapshot".to_owned(), json!({"skipUnchanged": true, "maxChars": 12000}));
    assert_eq!(bridge.asked(), [expected]);
}

#[tokio::test]
async fn text_is_sent_with_enter_when_asked() {
    let bridge = Bridge::start(|line, body| match line {
        "POST /api/fill" => json!({"ok": true, "tag": "input", "value": "cats"}),
        "POST /api/keypress" => json!({"ok": true, "key": "Enter", "snapshot": "- x"}),
        _ => with_tabs(line, body),
    })
    .await;
    let mut client = Client::of(&bridge).await.with_own_tab().await;
    let arguments = json!({"target": "e3", "text": "cats", "submit": true});
    assert_eq!(
        client.ok("browser_type", arguments).await,
        json!({"ok": true, "tag": "input", "value": "cats", "key": "Enter", "snapshot": "- x"})
    );
    let asked = bridge.asked();
    assert_eq!(asked[1].1["includeSnapshot"], false);
    assert_eq!(asked[2].1, json!({"ref": "e3", "key": "Enter", "tabId": 7}));
}

#[tokio::test]
async fn enter_is_not_pressed_after_text_that_failed() {
    let bridge = Bridge::start(|line, body| match line {
        "POST /api/fill" => json!({"error": "Element not found", "code": "not_found"}),
        _ => with_tabs(line, body),
    })
    .await;
    let mut client = Client::of(&bridge).await.with_own_tab().await;
    let arguments = json!({"target": "e3", "text": "a", "submit": true});
    assert_eq!(client.error("browser_type", arguments).await["code"], "not_found");
    assert_eq!(bridge.asked().last().unwrap().0, "POST /api/fill");
}

#[tokio::test]
async fn a_failed_enter_says_that_the_text_is_in() {
    let bridge = Bridge::start(|line, body| match line {
        "POST /api/keypress" => json!({"error": "gone", "code": "stale_ref", "retryable": true}),
        _ => with_tabs(line, body),
    })
    .await;
    let mut client = Client::of(&bridge).await.with_own_tab().await;
    let arguments = json!({"target": "e3", "text": "a", "submit": true});
    let error = client.error("browser_type", arguments).await;
    assert_eq!(error["typed"], true);
    assert_eq!(error["code"], "stale_ref");
}

#[tokio::test]
async fn a_form_is_checked_whole_before_anything_is_filled() {
    let bridge = Bridge::start(with_tabs).await;
    let mut client = Client::of(&bridge).await.with_own_tab().await;
    let good = json!({"target": "e1", "name": "Mail", "type": "textbox", "value": "a"});
    let bad = json!({"target": "e2", "name": "Agree", "type": "checkbox", "value": "maybe"});
    let error = client.error("browser_fill_form", json!({"fields": [good, bad]})).await;
    assert!(error["error"].as_str().unwrap().contains("fields[1] (Agree): value"), "{error}");
    let error = client.error("browser_fill_form", json!({"fields": []})).await;
    assert_eq!(error["code"], "invalid_argument");
    assert_eq!(bridge.asked().len(), 1, "only the tab list was asked for");
}

#[tokio::test]
async fn a_repeat_out_of_range_presses_nothing() {
    let bridge = Bridge::start(with_tabs).await;
    let mut client = Client::of(&bridge).await.with_own_tab().await;
    for repeat in [json!(0), json!(101), json!("2"), json!(1.5)] {
        let error = client.error("browser_press_key", json!({"key": "a", "repeat": repeat})).await;
        let text = error["error"].as_str().unwrap();
        assert!(text.contains("repeat must be an integer from 1 to 100"), "{text}");
    }
    assert_eq!(bridge.asked().len(), 1);
}

#[tokio::test]
async fn a_failure_keeps_every_field_of_the_bridges_answer() {
    let failure = json!({"ok": false, "timedOut": true, "url": "https://slow.example/"});
    let answer = failure.clone();
    let bridge = Bridge::start(move |line, body| match line {
        "POST /api/navigate" => answer.clone(),
        _ => with_tabs(line, body),
    })
    .await;
    let mut client = Client::of(&bridge).await.with_own_tab().await;
    let arguments = json!({"url": "https://slow.example/"});
    assert_eq!(client.error("browser_navigate", arguments).await, failure);
}

#[tokio::test]
async fn a_cut_snapshot_names_this_tools_own_arguments() {
    let bridge =
        Bridge::start(|_, _| json!({"snapshot": "- x", "truncated": true, "hint": "selector"}))
            .await;
    let snapshot = Client::of(&bridge).await.ok("browser_snapshot", json!({})).await;
    let hint = snapshot["hint"].as_str().unwrap();
    assert!(hint.contains("as target") && hint.contains("filename"), "{hint}");
}

#[tokio::test]
async fn a_screenshot_is_an_image_and_what_is_known_of_it() {
    let bridge = Bridge::start(
        |_, _| json!({"url": "https://a.example/", "dataUrl": "data:image/png;base64,AAAA"}),
    )
    .await;
    let mut client = Client::of(&bridge).await;
    let result = client.call("browser_take_screenshot", json!({"scale": "css"})).await;
    assert_eq!(result["isError"], false);
    let image = json!({"type": "image", "data": "AAAA", "mimeType": "image/png"});
    assert_eq!(result["content"][0], image);
    assert_eq!(result["content"][1]["text"], r#"{"url":"https://a.example/"}"#);
    assert_eq!(bridge.asked()[0].1, json!({"format": "png", "imagePreview": true}));
}

#[tokio::test]
async fn an_element_and_a_whole_page_have_their_own_routes() {
    let bridge = Bridge::start(|_, _| json!({"dataUrl": "data:image/jpeg;base64,AAAA"})).await;
    let mut client = Client::of(&bridge).await;
    for arguments in [json!({"target": "#a", "type": "jpeg"}), json!({"fullPage": true})] {
        client.call("browser_take_screenshot", arguments).await;
    }
    let element = json!({"format": "jpeg", "imagePreview": true, "selector": "#a"});
    let page = json!({"format": "png", "imagePreview": true});
    assert_eq!(
        bridge.asked(),
        [
            ("POST /api/element-screenshot".to_owned(), element),
            ("POST /api/full-page-screenshot".to_owned(), page),
        ]
    );
}

#[tokio::test]
async fn webp_is_not_supported() {
    let mut client = Setup::at(1).start().await;
    for arguments in [json!({"type": "webp"}), json!({"filename": "a.webp"})] {
        let error = client.error("browser_take_screenshot", arguments).await;
        assert_eq!(error["code"], "not_supported");
    }
}

#[tokio::test]
async fn a_failed_capture_is_the_bridges_error() {
    let bridge = Bridge::start(|_, _| json!({"error": "no", "code": "screenshot_failed"})).await;
    let mut client = Client::of(&bridge).await;
    let error = client.error("browser_take_screenshot", json!({})).await;
    assert_eq!(error["code"], "screenshot_failed");
}

#[tokio::test]
async fn an_answer_without_tools_group_is_not_this_servers_business() {
    // The bridge enforces groups as well; its refusal comes through unchanged.
    let refusal = json!({"error": "no", "code": "capability_restricted", "retryable": false});
    let answer = refusal.clone();
    let bridge = Bridge::start(move |_, _| answer.clone()).await;
    let mut setup = Setup::at(bridge.port);
    setup.groups = Groups::of(&[Group::Core]);
    let result = setup.start().await.call("browser_snapshot", json!({})).await;
    assert_eq!(object(&result), refusal);
    assert_eq!(result["isError"], true);
}

#[tokio::test]
async fn the_tools_of_browse_wait_and_expect_as_they_are_told() {
    let bridge = Bridge::start(|line, body| match line {
        "POST /api/check" => json!({"ok": true}),
        "POST /api/click-and-wait-navigation" => {
            json!({"clicked": true, "navigation": {"ok": false, "timedOut": true}})
        }
        _ => with_tabs(line, body),
    })
    .await;
    let mut setup = Setup::at(bridge.port);
    setup.groups = Groups::of(&[Group::Core, Group::Browse]);
    let mut client = setup.start().await.with_own_tab().await;
    let check = json!({"ref": "e3", "checked": false, "wait": true, "timeout": 700,
        "expect": {"text": "Off", "timeout": 900}, "first": true});
    client.ok("browser_check", check.clone()).await;
    let mut sent = check;
    sent["tabId"] = json!(7);
    assert_eq!(bridge.asked().last().unwrap(), &("POST /api/check".to_owned(), sent));
    // Nested in a click that was made, a navigation that was not is no error.
    let click = client.ok("browser_click_and_wait_navigation", json!({"selector": "a"})).await;
    assert_eq!(click["navigation"]["timedOut"], true);
    let sent = json!({"selector": "a", "timeout": 15_000, "tabId": 7});
    let path = "POST /api/click-and-wait-navigation".to_owned();
    assert_eq!(bridge.asked().last().unwrap(), &(path, sent));
}

#[tokio::test]
async fn a_form_is_submitted_by_the_names_of_the_bridge() {
    let bridge = Bridge::start(with_tabs).await;
    let mut setup = Setup::at(bridge.port);
    setup.groups = Groups::of(&[Group::Core, Group::Browse]);
    let mut client = setup.start().await.with_own_tab().await;
    let arguments = json!({"selector": "form", "first": true, "expect": {"text": "Sent"}});
    client.ok("browser_submit_form", arguments.clone()).await;
    client.ok("browser_submit_form", json!({"selector": ""})).await;
    let asked = bridge.asked().split_off(1);
    let bodies: Vec<_> = asked.iter().map(|(line, body)| (line.as_str(), body)).collect();
    let tab = bodies[1].1["tabId"].clone();
    let mut expected = arguments;
    expected["tabId"] = tab.clone();
    assert_eq!(bodies[0], ("POST /api/submit-form", &expected));
    assert_eq!(bodies[1], ("POST /api/submit-form", &json!({ "tabId": tab })));
}
