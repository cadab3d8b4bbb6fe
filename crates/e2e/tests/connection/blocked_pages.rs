//! Pages that the browser keeps from the extension, and tabs that are there and cannot be reached.
//! The person turns the same switches as in about:addons, about:config and the tab's menu.

use std::time::Duration;

use kitsune_e2e::{Kit, TabId, Value, eventually, json, run};

/// Waits until the status says so.
async fn diagnosed(kit: &Kit<'_>, code: &str) -> Value {
    eventually(&format!("the diagnosis is {code}"), Duration::from_secs(10), async || {
        kit.agent().get("/api/status").await["diagnosis"]["code"] == code
    })
    .await;
    kit.agent().get("/api/status").await["diagnosis"].clone()
}

/// The read and the write of a page, as an agent asks for them.
fn requests(tab: TabId) -> [(&'static str, Value); 2] {
    [
        ("/api/snapshot", json!({"tabId": tab})),
        ("/api/click", json!({"tabId": tab, "selector": "button"})),
    ]
}

#[test]
fn without_a_window_the_browser_is_connected_and_says_so() {
    run(async |kit| {
        let person = kit.person().await;
        person.closes_every_window().await;
        let told = diagnosed(kit, "browser_window_unavailable").await;
        let active = kit.agent().get("/api/snapshot").await;
        person.opens_a_window().await;

        assert_eq!(told["state"], json!({"windows": 0}));
        active.is_error("browser_window_unavailable").mentions("error", "No active tab found");
        assert_eq!((&active["hint"], &active["state"]), (&told["hint"], &told["state"]));
        assert_eq!(active["retryable"], true);
        diagnosed(kit, "connected").await;
        kit.agent().opens(&kit.page("<p>Again")).await;
    });
}

#[test]
fn withheld_site_access_is_told_by_the_status_and_by_every_tool() {
    run(async |kit| {
        let person = kit.person().await;
        person.allows_all_sites(false).await;
        let told = diagnosed(kit, "host_permission_denied").await;
        let opened = kit.agent().post("/api/new-tab", json!({"url": kit.page("<button>Go")})).await;
        let tab = opened.is_ok().tab();
        loaded(kit, tab).await;
        let mut replies = Vec::new();
        for (path, body) in requests(tab) {
            replies.push(kit.agent().post(path, body).await);
        }
        person.allows_all_sites(true).await;

        assert_eq!(told["state"], json!({"reason": "not_granted"}));
        for reply in &replies {
            reply.is_error("host_permission_denied");
            assert_eq!((&reply["hint"], &reply["retryable"]), (&told["hint"], &json!(true)));
            assert_eq!(reply["state"]["reason"], "not_granted");
            assert_eq!(
                (&reply["state"]["tabId"], &reply["state"]["status"]),
                (&json!(tab), &json!("complete"))
            );
        }
        diagnosed(kit, "connected").await;
        kit.agent().post("/api/click", json!({"tabId": tab, "selector": "button"})).await.is_ok();
        assert_eq!(kit.seen_in(tab).await, ["click button"]);
    });
}

#[test]
fn a_restricted_domain_is_named_as_one() {
    run(async |kit| {
        let person = kit.person().await;
        let host = "support.mozilla.org";
        // The name leads to this machine, and by plain HTTP.
        person.sets("network.dns.localDomains", json!(host)).await;
        person.sets("network.stricttransportsecurity.preloadlist", json!(false)).await;
        person.sets("dom.security.https_first", json!(false)).await;
        let page = kit.page("<button>Go</button>");
        let port = page.split(':').nth(2).unwrap();
        let opened =
            kit.agent().post("/api/new-tab", json!({"url": format!("http://{host}:{port}")})).await;
        let tab = opened.is_ok().tab();
        loaded(kit, tab).await;
        let mut replies = Vec::new();
        for (path, body) in requests(tab) {
            replies.push(kit.agent().post(path, body).await);
        }
        let seen = kit.seen_in(tab).await;
        kit.agent().post("/api/close-tab", json!({"tabId": tab})).await.is_ok();
        for preference in [
            "network.dns.localDomains",
            "network.stricttransportsecurity.preloadlist",
            "dom.security.https_first",
        ] {
            person.sets(preference, Value::Null).await;
        }

        for reply in &replies {
            reply.is_error("host_permission_denied");
            assert_eq!(reply["state"]["reason"], "restricted_domain");
            assert_eq!(reply["state"]["tabId"], json!(tab));
            assert!(
                reply["hint"].as_str().is_some_and(|hint| hint.contains("another tab")),
                "{reply}"
            );
        }
        assert!(seen.is_empty(), "{seen:?}");
        diagnosed(kit, "connected").await;
    });
}

#[test]
fn an_unloaded_tab_refuses_a_write_and_wakes_for_a_read() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = kit.agent().opens(&kit.page("<h1>Woken</h1><button>Go</button>")).await;
        person.unloads(tab).await;
        let click = json!({"tabId": tab, "selector": "button"});

        let write = kit.agent().post("/api/click", click.clone()).await;

        write.is_error("tab_unloaded");
        assert_eq!(
            (&write["retryable"], &write["state"]["discarded"]),
            (&json!(true), &json!(true))
        );
        assert_eq!(write["state"]["tabId"], json!(tab));
        assert!(write["hint"].as_str().is_some_and(|hint| hint.contains("read")), "{write}");

        let read = kit.agent().post("/api/snapshot", json!({"tabId": tab})).await;
        read.is_ok().mentions("snapshot", "Woken");
        kit.agent().post("/api/click", click).await.is_ok();
        assert_eq!(kit.seen_in(tab).await, ["click button"]);
    });
}

/// Waits until the tab's page has loaded, as the browser itself sees it.
async fn loaded(kit: &Kit<'_>, tab: TabId) {
    eventually("the page has loaded", Duration::from_secs(10), async || {
        let ready = kit.browser().evaluate(tab, "document.readyState + location.protocol").await;
        ready.is_ok_and(|ready| ready == "completehttp:")
    })
    .await;
}
