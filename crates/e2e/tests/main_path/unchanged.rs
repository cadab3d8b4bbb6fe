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
