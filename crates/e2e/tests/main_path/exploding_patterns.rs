//! Patterns in selectors run in the page (*Target selectors*). Firefox ends one that tries too much, and
//! the answer says so.

use kitsune_e2e::{json, run};

#[test]
fn a_selector_whose_pattern_explodes_is_refused_and_the_page_goes_on() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page(format!("<p>{}!</p>", "a".repeat(60)))).await;
        for (path, pattern) in [
            ("/api/query", "^(a+)+$"),
            ("/api/explain-selector", "^(a|aa)+$"),
            ("/api/snapshot", "(a+)+$"),
            ("/api/click", "^(a+)+$"),
        ] {
            let body = json!({"tabId": tab, "selector": format!("text=/{pattern}/")});
            let reply = agent.post(path, body).await;
            reply.is_error("unsupported_selector").mentions("error", "tries too much");
            assert_eq!(reply["retryable"], false, "{path}: {reply}");
        }
        agent.post("/api/query", json!({"tabId": tab, "selector": "p"})).await.is_ok();
        assert!(kit.seen_in(tab).await.is_empty());
    });
}
