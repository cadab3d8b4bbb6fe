//! `/api/wait-for-element`.

use std::time::{Duration, Instant};

use kitsune_e2e::{eventually, json, run};

#[test]
fn an_element_is_waited_for_until_it_is_shown_and_gets_a_ref() {
    run(async |kit| {
        let page = "<p class=x hidden>Not this</p><script>\
            setTimeout(() => document.body.insertAdjacentHTML('beforeend',\
              '<button class=x onclick=\"document.title = 9\">That</button>'), 500)</script>";
        let agent = kit.agent();
        let tab = agent.opens(&kit.page(page)).await;
        let wait = json!({"tabId": tab, "selector": ".x", "timeout": 10_000});
        let reply = agent.post("/api/wait-for-element", wait).await;
        assert_eq!((&reply.is_ok()["found"], &reply["selector"]), (&json!(true), &json!(".x")));
        assert!(reply["elapsed"].is_u64(), "{reply}");
        let click = json!({"tabId": tab, "ref": reply["ref"]});
        agent.post("/api/click", click).await.is_ok();
        assert_eq!(kit.in_page(tab, "document.title").await, "9");
        // The camel case path leads there too; a ref is waited for as well.
        let by_ref = json!({"tabId": tab, "ref": reply["ref"], "timeout": 0});
        assert_eq!(agent.post("/api/waitForElement", by_ref).await.is_ok()["ref"], reply["ref"]);
    });
}

#[test]
fn an_element_that_is_never_shown_ends_the_wait_near_its_deadline() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<p id=x hidden>Hidden</p>")).await;
        agent.post("/api/snapshot", json!({"tabId": tab})).await.is_ok();
        let wait = json!({"tabId": tab, "selector": "#x", "timeout": 600, "pollInterval": 10_000});
        let reply = agent.post("/api/wait-for-element", wait).await;
        assert_eq!((&reply["ok"], &reply["found"]), (&json!(false), &json!(false)), "{reply}");
        reply.mentions("error", "within 600ms");
        let elapsed = reply["elapsed"].as_u64().unwrap();
        assert!((450..8_000).contains(&elapsed), "{reply}");
        assert!(reply.json.get("ref").is_none(), "{reply}");
        let at_once = json!({"tabId": tab, "selector": "#x", "timeout": 0});
        assert_eq!(agent.post("/api/wait-for-element", at_once).await["found"], false);
    });
}

#[test]
fn what_cannot_be_waited_for_is_refused_at_once() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<button id=x>Go</button>")).await;
        let wait = async |mut body: kitsune_e2e::Value| {
            body["tabId"] = json!(tab);
            agent.post("/api/wait-for-element", body).await
        };
        let started = Instant::now();
        wait(json!({"selector": "p:nth-child(", "timeout": 60_000}))
            .await
            .is_error("unsupported_selector");
        wait(json!({"ref": "e999999", "timeout": 60_000})).await.is_error("stale_ref");
        wait(json!({"timeout": 60_000})).await.is_error("not_found");
        for timeout in [json!(-1), json!("1"), json!([]), json!(true)] {
            wait(json!({"selector": "#x", "timeout": timeout})).await.has_status(400);
        }
        assert!(started.elapsed() < Duration::from_secs(30));
        let reference = wait(json!({"selector": "#x"})).await["ref"].clone();
        kit.in_page(tab, "void x.remove()").await;
        let gone = wait(json!({"ref": reference, "timeout": 60_000})).await;
        assert_eq!(gone.is_error("stale_ref")["state"]["reason"], "element_removed");
    });
}

#[test]
fn a_wait_goes_on_over_a_navigation_and_delays_nobody_on_its_tab() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<h1>First</h1>")).await;
        let next = kit.page("<h1 id=next>Next</h1>");
        let wait = json!({"tabId": tab, "selector": "#next", "timeout": 60_000});
        let navigate = json!({"tabId": tab, "url": next});
        let (waited, navigated) = tokio::join!(
            agent.post("/api/wait-for-element", wait),
            agent.post("/api/navigate", navigate)
        );
        navigated.is_ok();
        assert_eq!(waited.is_ok()["found"], true);
    });
}

#[test]
fn a_tab_that_closes_ends_its_waits() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<h1>First</h1>")).await;
        let started = Instant::now();
        let element = json!({"tabId": tab, "selector": "#never", "timeout": 60_000});
        let title = json!({"tabId": tab, "pattern": "never", "timeout": 60_000});
        let close = async {
            kit.in_page(tab, "1").await;
            agent.post("/api/close-tab", json!({"tabId": tab})).await
        };
        let (element, title, closed) = tokio::join!(
            agent.post("/api/wait-for-element", element),
            agent.post("/api/wait-for-title", title),
            close
        );
        closed.is_ok();
        element.is_error("tab_closed");
        title.is_error("tab_closed");
        assert!(started.elapsed() < Duration::from_secs(30));
    });
}

#[test]
fn a_page_that_does_not_answer_leaves_the_wait_without_a_verdict() {
    run(async |kit| {
        let agent = kit.agent();
        let page = "<h1>Busy</h1><script>const busy = ms => setTimeout(() => {\
            const told = new XMLHttpRequest(); told.open('GET', '/busy', false); told.send();\
            const end = Date.now() + ms; while (Date.now() < end); })</script>";
        let tab = agent.opens(&kit.page(page)).await;
        agent.post("/api/snapshot", json!({"tabId": tab})).await.is_ok();
        kit.in_page(tab, "void busy(5000)").await;
        eventually("the page is busy", Duration::from_secs(10), async || {
            kit.received().iter().any(|request| request.path == "/busy")
        })
        .await;
        let wait = json!({"tabId": tab, "selector": "h1", "timeout": 700});
        let reply = agent.post("/api/wait-for-element", wait).await;
        assert_eq!(reply.is_error("timeout")["retryable"], true);
        assert!(reply.json.get("ok").is_none(), "{reply}");
    });
}
