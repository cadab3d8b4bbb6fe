//! A page whose process is gone: what is told, and how the tab comes back (*Action errors*).

use std::time::Duration;

use kitsune_e2e::{Origin, eventually, json, run};

const PAGE: &str = "<h1>Here</h1><button onmousedown=\"document.title = 'begun'\">Hold</button>";

#[test]
fn a_call_in_a_page_that_crashes_says_whether_it_may_have_run() {
    run(async |kit| {
        let agent = kit.agent();
        for (path, call) in [
            ("/api/click", json!({"selector": "button", "holdMs": 10_000})),
            (
                "/api/js",
                json!({"code": "() => { document.title = 'begun'; return new Promise(() => {}) }"}),
            ),
        ] {
            let tab = agent.opens(&kit.page(PAGE)).await;
            let mut call = call;
            call["tabId"] = json!(tab);

            let (reply, ()) = tokio::join!(agent.post(path, call), async {
                eventually("the call is in the page", Duration::from_secs(10), async || {
                    kit.in_page(tab, "document.title").await == "begun"
                })
                .await;
                kit.browser().kill_page(tab).await.unwrap();
            });

            reply.is_error("content_unavailable").mentions("hint", "may have run");
            assert_eq!(reply["state"]["reason"], "crashed", "{reply}");
            assert_eq!(reply["retryable"], false, "{reply}");
        }
    });
}

#[test]
fn a_crashed_tab_refuses_until_it_is_loaded_again_and_others_go_on() {
    run(async |kit| {
        let agent = kit.agent();
        let url = kit.page(PAGE);
        let tab = agent.opens(&url).await;
        let other = agent.opens(&kit.page_on(Origin::Other, "<p>Elsewhere</p>")).await;
        agent.post("/api/snapshot", json!({"tabId": tab})).await.is_ok();

        kit.browser().kill_page(tab).await.unwrap();

        for (path, call) in [
            ("/api/snapshot", json!({"tabId": tab})),
            ("/api/click", json!({"tabId": tab, "selector": "button"})),
        ] {
            let reply = agent.post(path, call).await;
            reply.is_error("content_unavailable").mentions("hint", "browser_navigate");
            assert_eq!(reply["state"]["reason"], "crashed", "{reply}");
            assert_eq!(reply["retryable"], true, "{reply}");
        }
        let elsewhere = agent.post("/api/snapshot", json!({"tabId": other})).await;
        elsewhere.is_ok().mentions("snapshot", "Elsewhere");

        let again = agent.post("/api/navigate", json!({"tabId": tab, "url": url})).await;
        again.is_ok().mentions("snapshot", "Here");
        let click = json!({"tabId": tab, "selector": "button"});
        agent.post("/api/click", click).await.is_ok();
        assert_eq!(kit.in_page(tab, "document.title").await, "begun");
    });
}
