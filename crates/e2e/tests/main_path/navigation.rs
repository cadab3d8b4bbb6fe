//! Loading pages and going back (*Navigation*).

use kitsune_e2e::{json, run};

#[test]
fn navigating_returns_the_page_that_was_loaded() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens("about:blank").await;
        let url = kit.page("<!doctype html><title>Note</title><h1>Hello</h1><p>A short page.</p>");
        let reply = agent.post("/api/navigate", json!({"tabId": tab, "url": url})).await;
        assert_eq!((&reply.is_ok()["url"], &reply["title"]), (&json!(url), &json!("Note")));
        reply.mentions("snapshot", "heading \"Hello\"").mentions("snapshot", "A short page.");
    });
}

#[test]
fn a_larger_page_comes_without_its_prose() {
    run(async |kit| {
        let prose: String =
            (0..80).map(|n| format!("<p>Paragraph {n} of many words.</p>")).collect();
        let url = kit.page(format!("<h1>Long</h1>{prose}"));
        let agent = kit.agent();
        let tab = agent.opens("about:blank").await;
        let reply = agent.post("/api/navigate", json!({"tabId": tab, "url": url})).await;
        reply.is_ok().mentions("snapshot", "heading \"Long\"");
        assert!(!reply["snapshot"].as_str().unwrap().contains("Paragraph"), "{reply}");
    });
}

#[test]
fn a_redirect_ends_at_its_target() {
    run(async |kit| {
        let agent = kit.agent();
        let goal = kit.page("<p>The goal</p>");
        let tab = agent.opens("about:blank").await;
        let url = kit.url(&format!("/redirect?to={goal}"));
        let reply = agent.post("/api/navigate", json!({"tabId": tab, "url": url})).await;
        assert_eq!(reply.is_ok()["url"], json!(goal));
    });
}

#[test]
fn a_change_of_the_fragment_is_a_navigation_that_ends() {
    run(async |kit| {
        let agent = kit.agent();
        let url = kit.page("<p id=top>Page</p>");
        let tab = agent.opens(&url).await;
        let there = format!("{url}#top");
        let reply = agent.post("/api/navigate", json!({"tabId": tab, "url": there})).await;
        assert_eq!(reply.is_ok()["url"], json!(there));
    });
}

#[test]
fn going_back_shows_the_page_before() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<h1>First</h1>")).await;
        agent
            .post("/api/navigate", json!({"tabId": tab, "url": kit.page("<h1>Second</h1>")}))
            .await
            .is_ok();
        let reply = agent.post("/api/back", json!({"tabId": tab, "pageText": true})).await;
        reply.is_ok().mentions("snapshot", "First");
        assert_eq!(reply["tabId"], json!(tab));
        let at_start = agent.post("/api/back", json!({"tabId": tab})).await;
        assert_eq!(at_start["tabId"], json!(tab), "{at_start}");
    });
}

#[test]
fn a_link_that_loads_another_page_answers_with_that_page() {
    run(async |kit| {
        let next = kit.page("<!doctype html><title>Next</title><h1>Arrived</h1>");
        let tab = kit.agent().opens(&kit.page(format!("<a href='{next}'>Go</a>"))).await;
        let reply = kit.agent().post("/api/click", json!({"tabId": tab, "selector": "a"})).await;
        assert_eq!(reply.is_ok()["navigated"], json!({"url": next, "title": "Next"}));
        reply.mentions("snapshot", "heading \"Arrived\"");
        assert!(reply.json.get("snapshot_delta").is_none(), "{reply}");
    });
}

#[test]
fn a_load_that_does_not_end_keeps_the_tab() {
    run(async |kit| {
        let agent = kit.agent();
        let body = json!({"url": kit.url("/hang"), "wait": true, "timeout": 700});
        let reply = agent.post("/api/new-tab", body).await;
        assert_eq!((&reply["ok"], &reply["timedOut"]), (&json!(false), &json!(true)), "{reply}");
        let tab = reply.tab();
        let mine = agent.post("/api/tabs", json!({"mine": true})).await;
        assert_eq!(mine["tabs"][0]["id"], json!(tab));
    });
}

#[test]
fn a_page_that_asks_before_it_is_left_does_not_hold_the_tab() {
    run(async |kit| {
        let page =
            "<input><script>addEventListener('beforeunload', e => e.preventDefault())</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let agent = kit.agent();
        agent
            .post("/api/fill", json!({"tabId": tab, "selector": "input", "value": "x"}))
            .await
            .is_ok();
        agent.post("/api/close-tab", json!({"tabId": tab, "force": true})).await.is_ok();
        assert!(kit.tabs().await.iter().all(|open| open.id != tab));
    });
}

#[test]
fn an_empty_answer_of_an_error_is_an_error_page_with_its_status() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<p>Before</p>")).await;
        let missing = kit.url("/page/999999");
        let reply = agent.post("/api/navigate", json!({"tabId": tab, "url": missing})).await;
        assert_eq!(reply.is_error("error_page")["state"]["httpStatus"], 404, "{reply}");
        let read = agent.post("/api/snapshot", json!({"tabId": tab})).await;
        assert_eq!(read.is_error("error_page")["state"]["httpStatus"], 404, "{read}");
        // Firefox does not even ask for a page on this port: there is no status to tell.
        let blocked = json!({"tabId": tab, "url": "http://127.0.0.1:1/"});
        let reply = agent.post("/api/navigate", blocked).await;
        assert!(reply.is_error("error_page")["state"].get("httpStatus").is_none(), "{reply}");
    });
}

#[test]
fn a_title_that_is_another_one_is_warned_of_and_raw_is_taken() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens("about:blank").await;
        let url = kit.page("<!doctype html><title>Sign in</title><h1>Hello</h1>");
        let open =
            |title: &str| json!({"tabId": tab, "url": url, "expectTitle": title, "raw": true});
        let reply = agent.post("/api/navigate", open("Account")).await;
        reply.is_ok().mentions("warning", "Sign in").mentions("warning", "Account");
        let reply = agent.post("/api/navigate", open("Sign in")).await;
        assert!(reply.is_ok()["warning"].is_null(), "{reply}");
        let blank = json!({"tabId": tab, "url": "about:blank"});
        let reply = agent.post("/api/navigate", blank).await;
        assert_eq!(reply.is_ok()["url"], "about:blank");
        let body =
            json!({"url": url, "wait": true, "timeout": 5000, "raw": false, "pageText": true});
        let opened = agent.post("/api/new-tab", body).await;
        opened.is_ok().mentions("snapshot", "Hello").mentions("status", "complete");
    });
}

#[test]
fn an_address_without_a_page_leaves_the_page_and_says_so() {
    run(async |kit| {
        let agent = kit.agent();
        let url = kit.page("<h1>Before</h1>");
        let tab = agent.opens(&url).await;
        let nothing = json!({"tabId": tab, "url": kit.url("/status/204")});
        let reply = agent.post("/api/navigate", nothing).await;
        assert_eq!(reply.is_ok()["url"], json!(url));
        assert!(reply.json.get("warning").is_some(), "{reply}");
    });
}
