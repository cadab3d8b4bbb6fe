//! Bad input gets a clear error before anything is sent to a page.

use kitsune_e2e::{json, run};

#[test]
fn addresses_that_are_not_pages_are_refused() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<p>Here</p>")).await;
        for url in
            ["javascript:document.title='x'", "data:text/html,x", "no address", "", "http://"]
        {
            let reply = agent.post("/api/navigate", json!({"tabId": tab, "url": url})).await;
            reply.has_status(400).is_error("invalid_argument");
            agent.post("/api/new-tab", json!({"url": url})).await.is_error("invalid_argument");
        }
        agent
            .post("/api/navigate", json!({"tabId": tab, "url": "chrome://browser/content/"}))
            .await
            .is_error("invalid_argument");
        agent.post("/api/navigate", json!({"tabId": tab, "url": 5})).await.has_status(400);
        assert_eq!(kit.in_page(tab, "document.body.innerText").await, "Here");
        let mine = agent.post("/api/tabs", json!({"mine": true})).await;
        assert_eq!(mine["tabs"].as_array().unwrap().len(), 1, "{mine}");
    });
}

#[test]
fn a_closed_tab_is_told_and_never_replaced() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<p>Short")).await;
        agent.post("/api/close-tab", json!({"tabId": tab})).await.is_ok();
        for (path, body) in [
            ("/api/click", json!({"selector": "a"})),
            ("/api/snapshot", json!({})),
            ("/api/navigate", json!({"url": kit.page("x")})),
            ("/api/screenshot", json!({})),
        ] {
            let mut body = body;
            body["tabId"] = json!(tab);
            agent.post(path, body).await.is_error("tab_closed");
        }
    });
}

#[test]
fn a_tab_id_that_is_none_never_means_the_active_tab() {
    run(async |kit| {
        for tab in [
            json!(0),
            json!(-3),
            json!("x"),
            json!(1.5),
            json!(true),
            json!([]),
            json!(9007199254740992_u64),
        ] {
            let reply = kit.agent().post("/api/snapshot", json!({"tabId": tab})).await;
            reply.is_error("invalid_tab_id");
        }
    });
}

#[test]
fn pages_of_the_browser_are_restricted() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = person.opens("about:support").await;
        let reply = kit.agent().post("/api/snapshot", json!({"tabId": tab})).await;
        reply
            .is_error("restricted_page")
            .mentions("error", "Cannot access browser internal page: about:support");
        person.closes(tab).await;
    });
}

#[test]
fn wrong_arguments_name_the_argument() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<input>")).await;
        for (path, body, word) in [
            ("/api/fill", json!({"selector": "input"}), "value"),
            ("/api/fill", json!({"selector": "input", "value": {}}), "string"),
            ("/api/click", json!({"selector": ["input"]}), "string"),
            ("/api/keypress", json!({"key": "a", "repeat": 1000}), "repeat must be"),
            ("/api/js", json!({}), "code"),
            ("/api/snapshot", json!({"maxDepth": -1}), "maxDepth"),
            ("/api/snapshot", json!({"maxChars": "many"}), "maxChars"),
            ("/api/type", json!({"selector": "input", "text": "a", "unheard": 1}), "unheard"),
        ] {
            let mut body = body;
            body["tabId"] = json!(tab);
            let reply = agent.post(path, body).await;
            reply.has_status(400).is_error("invalid_argument").mentions("error", word);
        }
        agent.post("/api/fill", json!({"tabId": tab, "value": "x"})).await.is_error("not_found");
        let missing = agent.post("/api/click", json!({"tabId": tab, "selector": "#none"})).await;
        missing.is_error("not_found");
        assert_eq!(missing["state"]["selector"], "#none");
        assert_eq!(kit.in_page(tab, "document.querySelector('input').value").await, "");
        assert!(kit.seen_in(tab).await.is_empty());
    });
}
