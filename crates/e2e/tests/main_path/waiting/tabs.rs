//! `/api/wait-for-url`, `/api/wait-for-title` and `/api/wait-for-network-idle`.

use std::time::{Duration, Instant};

use kitsune_e2e::{json, run};

#[test]
fn an_address_and_a_title_are_waited_for_by_javascript_patterns() {
    run(async |kit| {
        let page = "<script>setTimeout(() => { history.pushState(0, '', '?step=2#paid');\
            document.title = 'Order 17' }, 400)</script>";
        let agent = kit.agent();
        let tab = agent.opens(&kit.page(page)).await;
        let url = json!({"tabId": tab, "pattern": "step=\\d+(?=#paid)", "timeout": 20_000});
        let title = json!({"tabId": tab, "pattern": "^Order \\d{2}$", "timeout": 20_000});
        let (url, title) = tokio::join!(
            agent.post("/api/wait-for-url", url),
            agent.post("/api/wait-for-title", title)
        );
        url.is_ok().mentions("url", "?step=2#paid");
        assert_eq!(title.is_ok()["title"], "Order 17");
        assert!(title["elapsed"].is_u64() && url["elapsed"].is_u64());
    });
}

#[test]
fn a_pattern_that_does_not_match_says_where_the_tab_is() {
    run(async |kit| {
        let agent = kit.agent();
        let address = kit.page("<title>Here</title>");
        let tab = agent.opens(&format!("{address}?token=abc123")).await;
        let url = json!({"tabId": tab, "pattern": "/elsewhere$", "timeout": 300});
        let reply = agent.post("/api/wait-for-url", url).await;
        assert_eq!(reply["ok"], false, "{reply}");
        reply.mentions("error", "within 300ms").mentions("url", "token=[redacted]");
        let title = json!({"tabId": tab, "pattern": "There", "timeout": 0});
        let reply = agent.post("/api/wait-for-title", title).await;
        assert_eq!((&reply["ok"], &reply["title"]), (&json!(false), &json!("Here")), "{reply}");
    });
}

#[test]
fn a_pattern_that_is_none_or_takes_forever_is_refused() {
    run(async |kit| {
        let agent = kit.agent();
        let page = format!("<title>{}!</title>", "a".repeat(60));
        let tab = agent.opens(&kit.page(page)).await;
        let wrong = json!({"tabId": tab, "pattern": "(", "timeout": 60_000});
        let started = Instant::now();
        agent.post("/api/wait-for-title", wrong).await.mentions("error", "Invalid regular");
        assert!(started.elapsed() < Duration::from_secs(20));
        let endless = json!({"tabId": tab, "pattern": "^(a+)+$", "timeout": 2_500});
        let sane = json!({"tabId": tab, "pattern": "a!$", "timeout": 20_000});
        let (endless, sane) = tokio::join!(
            agent.post("/api/wait-for-title", endless),
            agent.post("/api/wait-for-title", sane)
        );
        endless.is_error("timeout");
        sane.is_ok();
    });
}

#[test]
fn the_network_is_idle_once_nothing_new_is_requested() {
    run(async |kit| {
        let slow = kit.url("/slow?ms=900");
        let page = format!(
            "<p id=out>Loading</p><script>\
            const load = () => fetch('{slow}').then(() => out.textContent = 'Loaded')</script>"
        );
        let agent = kit.agent();
        let tab = agent.opens(&kit.page(page)).await;
        kit.in_page(tab, "void load()").await;
        let wait = json!({"tabId": tab, "timeout": 30_000});
        let reply = agent.post("/api/wait-for-network-idle", wait).await;
        assert!(reply.is_ok()["elapsed"].as_u64().unwrap() >= 500, "{reply}");
        assert_eq!(kit.in_page(tab, "out.textContent").await, "Loaded");
    });
}

#[test]
fn a_page_that_never_idles_ends_the_wait() {
    run(async |kit| {
        let agent = kit.agent();
        let page = "<script>setInterval(() => fetch('/poll'), 50)</script>";
        let tab = agent.opens(&kit.page(page)).await;
        // In a hidden tab the page's timer fires once a second.
        let wait = json!({"tabId": tab, "timeout": 1_500, "idleMs": 1_400});
        let reply = agent.post("/api/wait-for-network-idle", wait).await;
        assert_eq!(reply["ok"], false, "{reply}");
        reply.mentions("error", "within 1500ms");
    });
}

#[test]
fn a_request_that_stays_open_is_told_and_not_waited_for() {
    run(async |kit| {
        let agent = kit.agent();
        let page = format!("<script>fetch('{}')</script>", kit.url("/hang"));
        let tab = agent.opens(&kit.page(page)).await;
        let wait = json!({"tabId": tab, "timeout": 30_000});
        let reply = agent.post("/api/wait-for-network-idle", wait).await;
        assert_eq!(reply.is_ok()["pending"], 1);
    });
}

#[test]
fn times_that_are_none_are_refused_and_zero_is_one_look() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<button>Go</button>")).await;
        for (path, body) in [
            ("/api/wait-for-url", json!({"pattern": "x"})),
            ("/api/wait-for-title", json!({"pattern": "x"})),
            ("/api/wait-for-network-idle", json!({})),
            ("/api/wait-for-result", json!({"code": "1"})),
            ("/api/click-and-wait-navigation", json!({"selector": "button"})),
            ("/api/new-tab", json!({"wait": true})),
        ] {
            for timeout in [json!(-1), json!("1"), json!([]), json!(true)] {
                let mut body = body.clone();
                if path != "/api/new-tab" {
                    body["tabId"] = json!(tab);
                }
                body["timeout"] = timeout.clone();
                let reply = agent.post(path, body).await;
                assert!(reply.status == 400 || reply["error"].is_string(), "{timeout} {reply}");
            }
        }
        assert!(kit.seen_in(tab).await.is_empty(), "nothing was clicked");
        let zero = json!({"tabId": tab, "pattern": "^never$", "timeout": 0});
        assert_eq!(agent.post("/api/wait-for-title", zero).await["ok"], false);
    });
}
