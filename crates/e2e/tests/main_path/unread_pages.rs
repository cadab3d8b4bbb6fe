//! Actions that lead to a page that cannot be read, or that does not come (*An action that loads
//! another page*).

use std::time::{Duration, Instant};

use kitsune_e2e::{Kit, Page, Reply, TabId, json, run};

async fn follow(kit: &Kit<'_>, to: &str) -> (TabId, Reply) {
    let tab = kit.agent().opens(&kit.page(format!("<a href='{to}'>Go</a>"))).await;
    (tab, kit.agent().post("/api/click", json!({"tabId": tab, "selector": "a"})).await)
}

#[test]
fn a_click_to_what_the_browser_shows_itself_gives_the_address_and_no_secret() {
    run(async |kit| {
        let headers = vec![("content-type", "application/json".to_owned())];
        let json_file = kit.page(Page { html: "{\"a\": 1}".to_owned(), headers });
        let (tab, reply) = follow(kit, &format!("{json_file}?token=hunter2")).await;
        let address = format!("{json_file}?token=[redacted]");
        assert_eq!(reply.is_ok()["navigated"]["url"], address, "{reply}");
        assert!(reply["navigated"]["title"].is_string(), "{reply}");
        reply.mentions("snapshot_error", "token=[redacted]");
        assert!(!reply.json.to_string().contains("hunter2"), "{reply}");
        assert!(reply["navigation_pending"].is_null() && reply["snapshot"].is_null(), "{reply}");

        let wait = json!({"tabId": tab, "selector": "#none", "timeout": 300});
        let waited = kit.agent().post("/api/wait-for-element", wait).await;
        assert!(waited["error"].is_string(), "{waited}");
        assert!(!waited.json.to_string().contains("hunter2"), "{waited}");
        let next = json!({"tabId": tab, "url": format!("{json_file}?token=hunter2&n=2")});
        let loaded = kit.agent().post("/api/navigate", next).await;
        loaded.mentions("snapshot_error", "token=[redacted]");
        assert!(!loaded.json.to_string().contains("hunter2"), "{loaded}");
    });
}

#[test]
fn a_load_that_is_not_over_after_ten_seconds_is_pending() {
    run(async |kit| {
        let picture = kit.page(format!("<h1>Almost</h1><img src='{}'>", kit.url("/hang")));
        let start = Instant::now();
        let (hanging, half) = futures(kit, &kit.url("/hang?token=hunter2"), &picture).await;
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
        for reply in [&hanging, &half] {
            assert_eq!(reply.is_ok()["navigation_pending"], true, "{reply}");
        }
        assert_eq!(half["navigated"]["url"], picture, "{half}");
        half.mentions("snapshot", "Almost");
        assert_eq!(hanging["navigated"]["url"], kit.url("/hang?token=[redacted]"), "{hanging}");
    });
}

/// Both at once: each takes ten seconds.
async fn futures(kit: &Kit<'_>, first: &str, second: &str) -> (Reply, Reply) {
    let ((_, first), (_, second)) = tokio::join!(follow(kit, first), follow(kit, second));
    (first, second)
}
