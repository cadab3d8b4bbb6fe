//! `browser_find`: what it asks of the bridge and what it makes of the page, and how a cut
//! snapshot points to it.

use serde_json::{Value, json};

use crate::support::{Bridge, Client, with_tabs};

const PAGE: &str = "- main [ref=e1]\n  - heading \"Tea\" [ref=e2] [level=1]\n  \
    - link \"Green\" [ref=e3]\n    - /url: \"/tea/green\"\n  - button \"Buy tea\" [ref=e4]";

async fn page(snapshot: &str) -> Bridge {
    let snapshot = snapshot.to_owned();
    Bridge::start(move |line, body| match line {
        "POST /api/snapshot" => json!({"snapshot": snapshot, "url": "https://a.example/"}),
        _ => with_tabs(line, body),
    })
    .await
}

#[tokio::test]
async fn the_current_tab_is_searched_unfolded_and_uncut() {
    let bridge = page(PAGE).await;
    let mut client = Client::of(&bridge).await.with_own_tab().await;
    let found = client.ok("browser_find", json!({"text": "TEA"})).await;
    let asked = bridge.asked().pop().unwrap();
    let expected = json!({"collapse": false, "tabId": 7});
    assert_eq!(asked, ("POST /api/snapshot".to_owned(), expected));
    let lines = json!([
        "> - heading \"Tea\" [ref=e2] [level=1]",
        "  - link \"Green\" [ref=e3]",
        "…",
        "> - button \"Buy tea\" [ref=e4]"
    ]);
    let blocks = json!([{"path": ["- main [ref=e1]"], "lines": lines}]);
    assert_eq!(found, json!({"count": 2, "blocks": blocks}));
}

#[tokio::test]
async fn a_query_that_looks_like_an_address_finds_links() {
    let mut client = Client::of(&page(PAGE).await).await;
    for (query, count) in [
        (json!({"text": "/tea"}), 1),
        (json!({"regex": r"^\/tea\/g"}), 1),
        (json!({"text": "green\""}), 1),
        (json!({"text": "https://a.example/tea"}), 0),
        (json!({"regex": "/tea/i"}), 2),
    ] {
        let found = client.ok("browser_find", query.clone()).await;
        assert_eq!(found["count"], count, "{query}");
    }
}

#[tokio::test]
async fn a_long_result_is_cut_and_says_so() {
    let page = page(&"- button \"Buy a thing\" [ref=e1]\n".repeat(1_000)).await;
    let found = Client::of(&page).await.ok("browser_find", json!({"text": "buy"})).await;
    assert_eq!(found["count"], 1_000);
    assert_eq!(found["truncated"], true);
    assert!(found["blocks"].to_string().chars().count() <= 8_000);
    assert!(found["shown"].as_u64().is_some_and(|shown| (150..300).contains(&shown)), "{found}");
    let hint = found["hint"].as_str().unwrap();
    assert!(hint.contains("Narrow") && hint.contains("filename"), "{hint}");
}

#[tokio::test]
async fn all_matches_are_saved_each_with_its_own_path() {
    let bridge = page(PAGE).await;
    let mut client = Client::of(&bridge).await;
    let search = json!({"text": "green", "filename": "found.json"});
    let answer = client.ok("browser_find", search).await;
    assert_eq!((&answer["ok"], &answer["count"]), (&json!(true), &json!(2)));
    assert!(answer.get("blocks").is_none(), "{answer}");
    let saved = std::fs::read_to_string(client.home.path().join("found.json")).unwrap();
    let saved: Value = serde_json::from_str(&saved).unwrap();
    assert_eq!(saved["count"], 2);
    assert_eq!(
        saved["blocks"][1],
        json!({"path": ["- main [ref=e1]", "- link \"Green\" [ref=e3]"],
            "lines": ["> - /url: \"/tea/green\""]})
    );
}

#[tokio::test]
async fn a_result_without_a_match_has_a_hint() {
    let mut client = Client::of(&page(PAGE).await).await;
    let found = client.ok("browser_find", json!({"text": "coffee"})).await;
    assert_eq!((&found["count"], &found["blocks"]), (&json!(0), &json!([])));
    assert!(found["hint"].as_str().unwrap().contains("load_more: true"), "{found}");
}

#[tokio::test]
async fn a_page_without_content_has_its_own_hint_besides() {
    let empty = |_: &str, _: &Value| json!({"snapshot": "", "empty": true, "hint": "Wait."});
    let mut client = Client::of(&Bridge::start(empty).await).await;
    let found = client.ok("browser_find", json!({"text": "tea"})).await;
    assert_eq!((&found["count"], &found["empty"]), (&json!(0), &json!(true)), "{found}");
    let hint = found["hint"].as_str().unwrap();
    assert!(hint.contains("load_more") && hint.ends_with("Wait."), "{hint}");
}

#[tokio::test]
async fn frames_that_were_not_read_are_told_whatever_else_is() {
    let hint = "2 more cross-origin frames were not read.";
    let lines = "- button \"Tea\" [ref=e1]\n".repeat(1_000);
    let page = move |_: &str, _: &Value| json!({"snapshot": lines, "hint": hint});
    let mut client = Client::of(&Bridge::start(page).await).await;
    for query in [
        json!({"text": "tea"}),
        json!({"text": "coffee"}),
        json!({"text": "ref=e1", "filename": "found.json"}),
    ] {
        let found = client.ok("browser_find", query.clone()).await;
        assert!(found["hint"].as_str().unwrap().ends_with(hint), "{query}: {found}");
    }
}

#[tokio::test]
async fn a_failed_read_is_returned_as_it_is() {
    let failure = |_: &str, _: &Value| json!({"error": "no", "code": "restricted_page"});
    let mut client = Client::of(&Bridge::start(failure).await).await;
    let error = client.error("browser_find", json!({"text": "tea", "filename": "a.json"})).await;
    assert_eq!(error["code"], "restricted_page");
    assert!(!client.home.path().join("a.json").exists());
}

#[tokio::test]
async fn what_cannot_be_searched_for_asks_the_bridge_nothing() {
    let bridge = page(PAGE).await;
    let mut client = Client::of(&bridge).await;
    for (arguments, part) in [
        (json!({}), "pass either text or regex"),
        (json!({"text": "", "regex": ""}), "pass either text or regex"),
        (json!({"text": "a", "regex": "b"}), "pass either text or regex"),
        (json!({"regex": "a("}), "regex: a group is not closed, at character 2"),
        (json!({"regex": "/a/u"}), "the flag u is not supported"),
        (json!({"text": "a", "load_more": "yes"}), "load_more"),
    ] {
        let error = client.error("browser_find", arguments.clone()).await;
        assert_eq!(error["code"], "invalid_argument", "{arguments}");
        assert!(error["error"].as_str().unwrap().contains(part), "{error}");
        assert!(error["hint"].as_str().unwrap().contains("Nothing was done"), "{error}");
    }
    assert!(bridge.asked().is_empty());
}

#[tokio::test]
async fn a_pattern_that_takes_too_long_is_given_up() {
    let bridge = page(&format!("- text \"{}!\"", "a".repeat(1_000))).await;
    let mut client = Client::of(&bridge).await;
    let error = client.error("browser_find", json!({"regex": r"(a+)+(?!!)\1$"})).await;
    assert_eq!(error["code"], "invalid_argument");
    assert!(error["error"].as_str().unwrap().contains("too many steps"), "{error}");
    let found = client.ok("browser_find", json!({"regex": "(a+)+$"})).await;
    assert_eq!(found["count"], 0);
}

#[tokio::test]
async fn a_cut_snapshot_points_to_browser_find() {
    let cut = "- main\n- … truncated; scope with selector, ref or max_depth";
    let hint = format!("{} 2 more frames.", kitsune_protocol::page::CUT_HINT);
    let answer = json!({"snapshot": cut, "truncated": true, "hint": hint});
    let bridge = Bridge::start(move |_, _| answer.clone()).await;
    let page = Client::of(&bridge).await.ok("browser_snapshot", json!({})).await;
    assert_eq!(page["snapshot"], "- main\n- … truncated; browser_find searches the rest");
    let hint = page["hint"].as_str().unwrap();
    for part in ["browser_find", "target", "e12 >> ..", "filename", " 2 more frames."] {
        assert!(hint.contains(part), "{hint}");
    }
    for part in ["selector", "max_depth"] {
        assert!(!hint.contains(part), "{hint}");
    }
}

#[tokio::test]
async fn a_snapshot_cut_to_nothing_has_the_hint_alone() {
    let bridge = Bridge::start(|_, _| json!({"snapshot": "", "truncated": true})).await;
    let page = Client::of(&bridge).await.ok("browser_snapshot", json!({})).await;
    assert_eq!(page["snapshot"], "");
    assert!(page["hint"].as_str().unwrap().contains("browser_find"), "{page}");
}

/// A bridge whose page of the client's tab 7 gets a line more with each of the first `most` scrolls.
async fn growing(most: usize) -> Bridge {
    let scrolls = std::sync::atomic::AtomicUsize::new(0);
    let count = move |add| scrolls.fetch_add(add, std::sync::atomic::Ordering::SeqCst);
    Bridge::start(move |line, body| match line {
        "POST /api/scroll" if body["direction"] == "up" => json!({"ok": true}),
        "POST /api/scroll" => {
            count(1);
            json!({"ok": true, "target": "window", "scrolledPx": 10.5, "scrollY": 10.5})
        }
        "POST /api/snapshot" => {
            let lines = (0..=count(0).min(most)).map(|n| format!("- text \"Item {n}.\"\n"));
            json!({"snapshot": lines.collect::<String>()})
        }
        _ => with_tabs(line, body),
    })
    .await
}

/// The scrolls that reached the bridge.
fn scrolls(bridge: &Bridge) -> Vec<Value> {
    let asked = bridge.asked().into_iter();
    asked.filter(|(line, _)| line == "POST /api/scroll").map(|(_, body)| body).collect()
}

fn a_scroll(more: Value) -> Value {
    let mut body = json!({"loadMore": true, "includeSnapshot": false});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

#[tokio::test]
async fn more_is_loaded_until_the_query_matches() {
    let bridge = growing(9).await;
    let mut client = Client::of(&bridge).await.with_own_tab().await;
    let search = json!({"text": "item 2.", "load_more": true, "confirm_token": "t"});
    let found = client.ok("browser_find", search).await;
    assert_eq!((&found["count"], &found["scrolls"]), (&json!(1), &json!(2)), "{found}");
    assert!(found.get("hint").is_none(), "{found}");
    let expected = a_scroll(json!({"direction": "bottom", "tabId": 7}));
    assert_eq!(scrolls(&bridge), [expected.clone(), expected]);
}

#[tokio::test]
async fn a_search_that_loads_more_has_its_limits() {
    let bridge = growing(1).await;
    let mut client = Client::of(&bridge).await.with_own_tab().await;
    let search = json!({"text": "coffee", "load_more": true});
    let found = client.ok("browser_find", search.clone()).await;
    assert_eq!((&found["count"], &found["scrolls"]), (&json!(0), &json!(2)), "{found}");
    assert!(found["hint"].as_str().unwrap().contains("stopped changing"), "{found}");

    let bridge = growing(99).await;
    let mut client = Client::of(&bridge).await.with_own_tab().await;
    let mut saved = search;
    saved["filename"] = json!("found.json");
    let found = client.ok("browser_find", saved).await;
    assert_eq!((&found["count"], &found["scrolls"]), (&json!(0), &json!(10)), "{found}");
    assert!(found["hint"].as_str().unwrap().contains("may load more"), "{found}");
    assert!(client.home.path().join("found.json").exists());
}

#[tokio::test]
async fn a_tab_that_cannot_be_written_is_scrolled_back() {
    let bridge = growing(9).await;
    let mut client = Client::of(&bridge).await;
    client.ok("browser_tabs", json!({"action": "select", "index": 0})).await;
    client.ok("browser_find", json!({"text": "item 2.", "load_more": true})).await;
    let back = a_scroll(json!({"direction": "up", "amount": 21.0, "tabId": 5}));
    assert_eq!(scrolls(&bridge).pop(), Some(back));
    assert_eq!(scrolls(&bridge).len(), 3);
}

#[tokio::test]
async fn a_refused_scroll_is_returned_as_it_is_and_no_tab_is_scrolled_unnamed() {
    let refusal = json!({"error": "no", "code": "user_tab_read_only", "retryable": false});
    let bridge = Bridge::start(move |line, body| match line {
        "POST /api/scroll" => refusal.clone(),
        "POST /api/snapshot" => json!({"snapshot": PAGE}),
        _ => with_tabs(line, body),
    })
    .await;
    let search = json!({"text": "coffee", "load_more": true});
    let mut client = Client::of(&bridge).await;
    let unnamed = client.error("browser_find", search.clone()).await;
    assert_eq!(unnamed["code"], "no_current_tab");
    assert_eq!(unnamed["state"]["action"], "scroll");
    assert!(scrolls(&bridge).is_empty());

    client.ok("browser_tabs", json!({"action": "select", "index": 0})).await;
    let refused = client.error("browser_find", search).await;
    let expected = json!({"error": "no", "code": "user_tab_read_only", "retryable": false});
    assert_eq!(refused, expected);
    assert_eq!(scrolls(&bridge).len(), 1, "what was not scrolled is not scrolled back");
}
