//! Loading pages and going back (*Navigation*).

use std::time::Instant;

use kitsune_e2e::{Page, json, run};

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
        assert_eq!(reply["status"], "loading", "{reply}");
        assert!(reply["url"].is_string() && reply.json.get("code").is_none(), "{reply}");
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
fn a_page_that_the_person_has_used_is_closed_by_force_only() {
    run(async |kit| {
        let page = "<textarea id=t></textarea>\
            <script>addEventListener('beforeunload', e => e.preventDefault())</script>";
        let person = kit.person().await;
        let tab = kit.agent().opens(&kit.page(page)).await;
        person.clicks(tab, "#t").await;
        person.types(tab, "unsaved").await;
        let shown = person.opens(&kit.page("<p>The person's page")).await;
        let agent = kit.agent();
        let asked = agent.posts_once_free("/api/close-tab", json!({"tabId": tab})).await;
        asked.mentions("error", "asks whether to leave").mentions("hint", "force: true");
        assert_eq!(kit.in_page(tab, "t.value").await, "unsaved");
        assert_eq!(person.current_tab().await, shown);
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

#[test]
fn a_navigation_that_does_not_end_in_fifteen_seconds_says_so_and_the_tab_is_of_use() {
    run(async |kit| {
        let agent = kit.agent();
        let url = kit.page("<h1>Before</h1>");
        let tab = agent.opens(&url).await;
        let start = Instant::now();
        let hang = json!({"tabId": tab, "url": kit.url("/hang")});
        let reply = agent.post("/api/navigate", hang).await;
        assert!((14..40).contains(&start.elapsed().as_secs()), "{:?}", start.elapsed());
        assert_eq!((&reply["ok"], &reply["timedOut"]), (&json!(false), &json!(true)), "{reply}");
        assert!(reply["url"].is_string() && reply.json.get("code").is_none(), "{reply}");
        let there = kit.page("<h1>There</h1>");
        let reply = agent.post("/api/navigate", json!({"tabId": tab, "url": there})).await;
        reply.is_ok().mentions("snapshot", "There");
    });
}

#[test]
fn a_tab_opens_blank_at_once_and_with_a_wait_where_its_address_leads() {
    run(async |kit| {
        let person = kit.person().await;
        let shown = person.opens(&kit.page("<p>The person's page")).await;
        let agent = kit.agent();
        let blank = agent.post("/api/new-tab", json!({})).await;
        assert_eq!(blank.json, json!({"ok": true, "tabId": blank.tab()}));
        let at_once = agent.post("/api/new-tab", json!({"url": kit.url("/hang")})).await;
        assert_eq!(at_once.json, json!({"ok": true, "tabId": at_once.tab()}));
        let goal = kit.page("<p>The goal</p>");
        let url = kit.url(&format!("/redirect?to={goal}"));
        let waited = agent.post("/api/new-tab", json!({"url": url, "wait": true})).await;
        let expected =
            json!({"ok": true, "tabId": waited.tab(), "url": goal, "status": "complete"});
        assert_eq!(waited.json, expected);
        let blank = agent.post("/api/new-tab", json!({"url": "about:blank", "wait": true})).await;
        assert_eq!(
            (&blank.is_ok()["url"], &blank["status"]),
            (&json!("about:blank"), &json!("complete"))
        );
        assert_eq!(person.current_tab().await, shown);
    });
}

#[test]
fn a_download_leaves_the_page_where_it_was() {
    run(async |kit| {
        let agent = kit.agent();
        let before = kit.page("<h1>Before</h1>");
        let file = Page {
            html: "<p>Saved</p>".to_owned(),
            headers: vec![("content-disposition", "attachment; filename=saved.html".to_owned())],
        };
        let file = kit.page(file);
        let tab = agent.opens(&before).await;
        let reply = agent.post("/api/navigate", json!({"tabId": tab, "url": file})).await;
        assert_eq!(reply.is_ok()["url"], json!(before), "{reply}");
        assert_eq!(reply["warning"]["code"], "no_page", "{reply}");
        let opened = agent.post("/api/new-tab", json!({"url": file, "wait": true})).await;
        assert_eq!(opened["warning"]["code"], "no_page", "{opened}");
        assert!(opened["tabId"].is_u64(), "{opened}");
        let link = json!({"tabId": tab, "url": kit.page(format!("<a href='{file}'>Save</a>"))});
        agent.post("/api/navigate", link).await.is_ok();
        let clicked = agent.post("/api/click", json!({"tabId": tab, "selector": "a"})).await;
        assert!(clicked.is_ok()["navigated"].is_null(), "{clicked}");
    });
}

#[test]
fn an_image_by_itself_is_a_page_that_can_be_read() {
    run(async |kit| {
        let agent = kit.agent();
        let served = |kind: &str, html: &str| {
            let headers = vec![("content-type", kind.to_owned())];
            kit.page(Page { html: html.to_owned(), headers })
        };
        // One pixel; every byte of it is a character of ASCII.
        let dot = "GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";
        let drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='30'/>";
        let tab = agent.opens("about:blank").await;
        for url in [served("image/svg+xml", drawing), served("image/gif", dot)] {
            for raw in [true, false] {
                let body = json!({"tabId": tab, "url": url, "raw": raw});
                let reply = agent.post("/api/navigate", body).await;
                assert_eq!(reply.is_ok()["url"], json!(url), "{reply}");
                agent.post("/api/snapshot", json!({"tabId": tab})).await.is_ok();
                agent.post("/api/screenshot", json!({"tabId": tab})).await.is_ok();
            }
        }
    });
}

#[test]
fn a_tab_that_waits_for_an_address_it_cannot_reach_says_so_and_stays() {
    run(async |kit| {
        let agent = kit.agent();
        for url in [kit.url("/page/999999"), "http://127.0.0.1:1/".to_owned()] {
            let body = json!({"url": url, "wait": true, "timeout": 15_000});
            let reply = agent.post("/api/new-tab", body).await;
            assert_eq!(reply.is_error("error_page")["ok"], false, "{reply}");
            let mine = agent.post("/api/tabs", json!({"mine": true})).await;
            let listed = mine["tabs"].as_array().unwrap();
            assert!(listed.iter().any(|tab| tab["id"] == reply["tabId"]), "{reply}");
        }
        let mcp = kit.mcp().await;
        let new = json!({"action": "new", "url": kit.url("/page/999999")});
        let opened = mcp.call("browser_tabs", new).await;
        assert!(opened.is_error("error_page")["index"].is_u64(), "{opened}");
    });
}
