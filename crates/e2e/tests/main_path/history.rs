//! Forward, reload and the window's size (`/api/forward`, `/api/reload-tab`, `/api/resize-window`).

use std::time::Duration;

use kitsune_e2e::{Kit, TabId, eventually, json, run};

async fn shows(kit: &Kit<'_>, tab: TabId, title: &str) {
    eventually(&format!("the tab shows {title}"), Duration::from_secs(10), async || {
        kit.agent().post("/api/snapshot", json!({"tabId": tab})).await["title"] == title
    })
    .await;
}

#[test]
fn going_forward_shows_the_page_that_was_left() {
    run(async |kit| {
        let client = kit.mcp_with(&[("KITSUNE_CAPS", "core,browse")]).await;
        let (first, second) = (kit.page("<title>First</title>"), kit.page("<title>Second</title>"));
        client.call("browser_tabs", json!({"action": "new", "url": first})).await.is_ok();
        let moved = client.call("browser_navigate", json!({"url": second})).await;
        let tab = kit.tabs().await.first().map(|tab| tab.id).unwrap();
        moved.is_ok();
        client.call("browser_navigate_back", json!({})).await.is_ok().mentions("First");
        let forward = client.call("browser_forward", json!({})).await;
        assert_eq!((&forward.is_ok()["ok"], &forward["tabId"]), (&json!(true), &json!(tab)));
        assert!(forward.json.get("note").is_none(), "{forward}");
        shows(kit, tab, "Second").await;
        let nowhere = client.call("browser_forward", json!({})).await;
        nowhere.is_ok().mentions("may be no later page");
    });
}

#[test]
fn a_move_within_the_document_is_a_step_forward_too() {
    run(async |kit| {
        let page = "<script>history.pushState(1, '', '#one')</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let agent = kit.agent();
        agent.post("/api/back", json!({"tabId": tab, "pageText": true})).await.is_ok();
        assert_eq!(kit.in_page(tab, "location.hash").await, "");
        let reply = agent.post("/api/forward", json!({"tabId": tab})).await;
        assert!(reply.is_ok().json.get("note").is_none(), "{reply}");
        assert_eq!(kit.in_page(tab, "location.hash").await, "#one");
    });
}

#[test]
fn a_reload_loads_the_page_anew_past_the_cache_if_asked() {
    run(async |kit| {
        let client = kit.mcp_with(&[("KITSUNE_CAPS", "core,tabs")]).await;
        let url = kit.page("<title>Page</title><p>Here</p>");
        client.call("browser_tabs", json!({"action": "new", "url": url})).await.is_ok();
        let tab = kit.tabs().await.first().map(|tab| tab.id).unwrap();
        for arguments in [json!({}), json!({"bypass_cache": true})] {
            kit.in_page(tab, "document.title = 'Old'").await;
            let before = kit.received().len();
            let reply = client.call("browser_reload_tab", arguments.clone()).await;
            assert_eq!(reply.is_ok()["ok"], true);
            assert!(reply.json.get("note").is_none(), "{reply}");
            shows(kit, tab, "Page").await;
            assert!(kit.received().len() > before, "{arguments}");
        }
    });
}

#[test]
fn the_users_tab_is_neither_reloaded_nor_moved_nor_resized() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = person.opens(&kit.page("<title>Mine</title>")).await;
        kit.in_page(tab, "document.title = 'Kept'").await;
        for (path, more, action) in [
            ("/api/forward", json!({}), "goForward"),
            ("/api/reload-tab", json!({}), "reloadTabBrowser"),
            ("/api/resize-window", json!({"width": 900, "height": 700}), "resizeWindow"),
            ("/api/hover", json!({"selector": "body"}), "hover"),
            ("/api/drag", json!({"from": "body", "to": "body"}), "drag"),
            ("/api/focus", json!({"selector": "body"}), "focusElement"),
            ("/api/blur", json!({}), "blurElement"),
            ("/api/media", json!({"selector": "body", "op": "play"}), "media"),
        ] {
            let mut body = more;
            body["tabId"] = json!(tab);
            let reply = kit.agent().post(path, body).await;
            assert_eq!(reply.is_error("user_tab_read_only")["state"]["action"], action, "{reply}");
            assert_eq!(reply["retryable"], false);
        }
        assert_eq!(kit.in_page(tab, "document.title").await, "Kept");
        person.closes(tab).await;
    });
}

#[test]
fn the_tool_resizes_the_window_of_the_current_tab() {
    run(async |kit| {
        let person = kit.person().await;
        let size = "`${outerWidth},${outerHeight}`";
        let theirs = person.opens(&kit.page("<p>Theirs")).await;
        let before = kit.in_page(theirs, size).await;
        let client = kit.mcp_with(&[("KITSUNE_USER_TABS", "writable")]).await;
        client.call("browser_tabs", json!({"action": "new"})).await.is_ok();
        client.call("browser_resize", json!({"width": 880, "height": 660})).await.is_ok();
        eventually("the window has its size", Duration::from_secs(20), async || {
            kit.in_page(theirs, size).await == "880,660"
        })
        .await;
        let sides: Vec<u32> =
            before.as_str().unwrap().split(',').map(|side| side.parse().unwrap()).collect();
        let back = json!({"width": sides[0], "height": sides[1]});
        client.call("browser_resize", back).await.is_ok();
        person.closes(theirs).await;
    });
}

#[test]
fn a_window_with_a_tab_of_another_is_not_resized() {
    run(async |kit| {
        let person = kit.person().await;
        let theirs = person.opens(&kit.page("<title>Mine</title>")).await;
        let tab = kit.agent().opens(&kit.page("<p>Agent")).await;
        let size = "[outerWidth, outerHeight].join()";
        let before = kit.in_page(tab, size).await;
        let body = json!({"tabId": tab, "width": 900, "height": 700});
        let reply = kit.agent().post("/api/resize-window", body.clone()).await;
        reply.is_error("user_tab_read_only").mentions("hint", "Window actions");
        assert!(reply["state"]["tabId"] != json!(tab), "the tab that stands in the way: {reply}");
        assert_eq!(kit.in_page(tab, size).await, before);

        let writable = kit.agent().with("x-kitsune-user-tabs", "writable");
        let resized = writable.post("/api/resize-window", body).await;
        resized.is_ok().mentions("note", "in the background");
        eventually("the window has its size", Duration::from_secs(5), async || {
            kit.in_page(theirs, size).await == "900,700"
        })
        .await;
        // What the note says: if this fails, Firefox has learnt it, and the note can go.
        assert_eq!(kit.in_page(tab, size).await, before);
        person.looks_at(tab).await;
        eventually("the page has the size once it is shown", Duration::from_secs(5), async || {
            kit.in_page(tab, size).await == "900,700"
        })
        .await;
        let [w, h] =
            [0, 1].map(|at| before.as_str().unwrap().split(',').nth(at).unwrap().to_owned());
        let back = json!({"tabId": tab, "width": w.parse::<u32>().unwrap(), "height": h.parse::<u32>().unwrap()});
        writable.post("/api/resize-window", back).await.is_ok();
        let small = json!({"tabId": tab, "width": 1, "height": 1});
        let small = writable.post("/api/resize-window", small).await;
        small.is_ok().mentions("note", "not 1 by 1");
        let back = json!({"tabId": tab, "width": w.parse::<u32>().unwrap(), "height": h.parse::<u32>().unwrap()});
        writable.post("/api/resize-window", back).await.is_ok();
        person.closes(theirs).await;
    });
}

#[test]
fn a_size_that_no_window_has_is_refused() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page("<p>x")).await;
        for (body, word) in [
            (json!({"width": 0, "height": 700}), "width must be"),
            (json!({"width": 700, "height": -5}), "height must be"),
            (json!({"width": 1e9, "height": 700}), "width must be"),
            (json!({"width": "900", "height": 700}), "expected f64"),
            (json!({"width": 900}), "missing field `height`"),
            (json!({"width": 900, "height": 700, "windowId": 1}), "unknown field"),
        ] {
            let mut body = body;
            body["tabId"] = json!(tab);
            let reply = kit.agent().post("/api/resize-window", body).await;
            reply.is_error("invalid_argument").mentions("error", word);
        }
        let reload = json!({"tabId": tab, "bypassCache": "yes"});
        kit.agent().post("/api/reload-tab", reload).await.is_error("invalid_argument");
    });
}
