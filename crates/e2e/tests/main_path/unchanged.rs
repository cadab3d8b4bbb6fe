//! A snapshot that would repeat what an action's result has just shown (*A snapshot that repeats a full
//! action result*).

use kitsune_e2e::{Kit, Mcp, Value, json, run};

const SMALL: &str = "<h1>Small</h1><p>A short page.</p><a href=/next>Next</a><button>Go</button>";

async fn opened(kit: &Kit<'_>, html: &str) -> (Mcp, Value) {
    let client = kit.mcp().await;
    let open = json!({"action": "new", "url": kit.page(html)});
    let reply = client.call("browser_tabs", open).await.is_ok().json.clone();
    (client, reply)
}

async fn snapshot(client: &Mcp, arguments: Value) -> Value {
    client.call("browser_snapshot", arguments).await.is_ok().json.clone()
}

#[test]
fn a_page_that_a_result_has_shown_whole_is_not_sent_twice() {
    run(async |kit| {
        let (client, opened) = opened(kit, SMALL).await;
        let shown = opened["snapshot"].as_str().unwrap();

        let again = snapshot(&client, json!({})).await;

        let refs = |text: &str| -> Vec<String> {
            let parts = text.split("[ref=").skip(1);
            parts.map(|part| part.split(']').next().unwrap().to_owned()).collect()
        };
        let (first, last) = (refs(shown)[0].clone(), refs(shown).pop().unwrap());
        let line = format!("unchanged since the browser_tabs result (refs {first}–{last})");
        assert_eq!(again["snapshot"], line, "{again}");
        assert_eq!(again["unchanged_since"], "browser_tabs");
        assert_eq!(again["readyState"], "complete");
        assert!(again["url"].is_string() && again["title"].is_string(), "{again}");
        // Only the first one.
        assert_eq!(snapshot(&client, json!({})).await["snapshot"], shown);

        let to = json!({"url": kit.page(SMALL)});
        let there = client.call("browser_navigate", to).await.is_ok().json.clone();
        assert!(there["snapshot"].is_string(), "{there}");
        let again = snapshot(&client, json!({})).await;
        assert_eq!(again["unchanged_since"], "browser_navigate", "{again}");
    });
}

#[test]
fn a_page_that_changed_or_was_not_shown_whole_is_sent() {
    run(async |kit| {
        let is_whole = |page: &Value| page.get("unchanged_since").is_none();
        let (client, _) = opened(kit, SMALL).await;
        let tab = kit.tabs().await[0].id;
        kit.in_page(tab, "document.body.append('More')").await;
        let page = snapshot(&client, json!({})).await;
        assert!(is_whole(&page) && page["snapshot"].as_str().unwrap().contains("More"), "{page}");

        // Another action ends it, and its own answer is a delta.
        client.call("browser_navigate", json!({"url": kit.page(SMALL)})).await.is_ok();
        client.call("browser_press_key", json!({"key": "a"})).await.is_ok();
        assert!(is_whole(&snapshot(&client, json!({})).await));

        // The same text in another document is another page, refs or not.
        let bare = kit.page("<p>Words alone.</p>");
        client.call("browser_navigate", json!({"url": bare})).await.is_ok();
        kit.in_page(tab, "location.reload()").await;
        let wait = json!({"text": "Words alone.", "newOnly": false});
        client.call("browser_wait_for", wait).await.is_ok();
        let page = snapshot(&client, json!({})).await;
        assert!(is_whole(&page), "{page}");

        // A page with more text than its compact snapshot is sent.
        let long = format!("<button>Go</button>{}", "<p>Prose of many words. ".repeat(200));
        let there = client.call("browser_navigate", json!({"url": kit.page(long)})).await;
        assert!(!there.is_ok().json["snapshot"].as_str().unwrap().contains("Prose"), "{there}");
        assert!(is_whole(&snapshot(&client, json!({})).await));
    });
}

#[test]
fn only_the_caller_who_got_the_result_and_only_whole_reads_are_spared() {
    run(async |kit| {
        let (client, opened) = opened(kit, SMALL).await;
        let tab = kit.tabs().await[0].id;
        let ask = json!({"tabId": tab, "skipUnchanged": true, "maxChars": 12_000});
        let other = kit.other_agent().post("/api/snapshot", ask.clone()).await;
        assert_eq!(other.is_ok()["snapshot"], opened["snapshot"], "{other}");
        for scoped in [json!({"target": "body"}), json!({"depth": 9}), json!({"boxes": true})] {
            let page = snapshot(&client, scoped).await;
            assert!(page.get("unchanged_since").is_none(), "{page}");
        }
        let found = client.call("browser_find", json!({"text": "short"})).await;
        assert_eq!(found.is_ok().json["count"], 1);
        let own = kit.agent().post("/api/snapshot", ask).await;
        assert_eq!(own.is_ok()["unchanged_since"], "browser_tabs", "{own}");
    });
}

#[test]
fn every_action_that_shows_a_whole_page_spares_the_snapshot_after_it() {
    run(async |kit| {
        let (client, _) = opened(kit, SMALL).await;
        let tab = kit.tabs().await[0].id;
        let ask = json!({"tabId": tab, "skipUnchanged": true, "maxChars": 12_000});
        let forms = format!(
            "{SMALL}<div id=note contenteditable>A note</div><form action='{}'><button>Send</button></form>",
            kit.page(SMALL)
        );
        let form = kit.page(forms);
        let agent = kit.agent();
        let steps = [
            ("/api/navigate", json!({"url": form}), "browser_navigate"),
            (
                "/api/set-editable-content",
                json!({"selector": "#note", "value": "B", "snapshot": "full", "snapshotText": true}),
                "browser_type",
            ),
            ("/api/submit-form", json!({"selector": "form"}), "browser_submit_form"),
            (
                "/api/click",
                json!({"selector": "h1", "snapshot": "full", "snapshotText": true}),
                "browser_click",
            ),
        ];
        for (path, body, tool) in steps {
            let mut body = body;
            body["tabId"] = json!(tab);
            let done = agent.post(path, body).await;
            assert!(
                done.is_ok()["snapshot"].is_string() && done["snapshot_delta"].is_null(),
                "{done}"
            );
            let again = agent.post("/api/snapshot", ask.clone()).await;
            assert_eq!(again.is_ok()["unchanged_since"], tool, "{done}\n{again}");
        }
        let back = client.call("browser_navigate_back", json!({})).await;
        assert!(back.is_ok()["snapshot"].is_string(), "{back}");
        let again = snapshot(&client, json!({})).await;
        assert_eq!(again["unchanged_since"], "browser_navigate_back", "{again}");
        // A click that leads to another page shows that one.
        let to = kit.page(format!("<a href='{}'>There</a>", kit.page(SMALL)));
        client.call("browser_navigate", json!({"url": to})).await.is_ok();
        let link = json!({"tabId": tab, "selector": "a"});
        let clicked = agent.post("/api/click", link).await;
        assert!(clicked.is_ok()["navigated"].is_object(), "{clicked}");
        let again = snapshot(&client, json!({})).await;
        assert_eq!(again["unchanged_since"], "browser_click", "{again}");
    });
}

#[test]
fn another_address_a_file_or_a_snapshot_in_between_ends_it() {
    run(async |kit| {
        let (client, opened) = opened(kit, SMALL).await;
        let tab = kit.tabs().await[0].id;
        let shown = opened["snapshot"].as_str().unwrap();
        let load = async || {
            let to = json!({"url": kit.page(SMALL)});
            client.call("browser_navigate", to).await.is_ok();
        };
        kit.in_page(tab, "history.pushState(null, '', '?filter=open')").await;
        let moved = snapshot(&client, json!({})).await;
        assert_eq!(moved["snapshot"], shown, "{moved}");
        assert!(moved["url"].as_str().unwrap().ends_with("?filter=open"), "{moved}");

        load().await;
        let directory = kit.stage().directory();
        let file = directory.join("unchanged.md");
        let saved = snapshot(&client, json!({"filename": file})).await;
        assert_eq!((&saved["ok"], &saved["saved_to"]), (&json!(true), &json!(file)), "{saved}");
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains("A short page."), "the whole page is saved: {text}");

        // Who hands a tab over takes the snapshot that would be spared.
        load().await;
        assert!(snapshot(&client, json!({})).await["unchanged_since"].is_string());
        let first = snapshot(&client, json!({})).await;
        assert!(first["snapshot"].as_str().unwrap().contains("A short page."), "{first}");

        // A page that was cut was not shown whole.
        let long: String =
            (0..400).map(|n| format!("<button>Button number {n}</button>")).collect();
        let there = client.call("browser_navigate", json!({"url": kit.page(long)})).await;
        assert_eq!(there.is_ok()["snapshot_truncated"], true, "{there}");
        assert!(snapshot(&client, json!({})).await.get("unchanged_since").is_none());
    });
}

#[test]
fn a_page_whose_load_had_not_ended_is_sent() {
    run(async |kit| {
        let there = kit.page(format!("{SMALL}<img src='{}'>", kit.url("/hang")));
        let (client, _) = opened(kit, &format!("<a href='{there}'>There</a>")).await;
        let clicked = client.call("browser_click", json!({"target": "a"})).await;
        assert_eq!(clicked.is_ok().json["navigation_pending"], true, "{clicked}");
        let page = snapshot(&client, json!({})).await;
        assert!(page.get("unchanged_since").is_none(), "{page}");
        assert!(page["snapshot"].as_str().unwrap().contains("A short page."), "{page}");
    });
}
