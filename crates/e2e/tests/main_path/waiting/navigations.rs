//! `/api/click-and-wait-navigation`.

use kitsune_e2e::{json, run};

#[test]
fn a_click_is_followed_to_the_page_that_it_leads_to() {
    run(async |kit| {
        let agent = kit.agent();
        let goal = kit.page("<title>Goal</title><p>There");
        let page = format!(
            "<a href='{goal}' id=now>Now</a>\
            <button id=later onclick=\"setTimeout(() => location = '{goal}', 800)\">Later</button>"
        );
        for id in ["now", "later"] {
            let tab = agent.opens(&kit.page(page.clone())).await;
            let click = json!({"tabId": tab, "selector": format!("#{id}"), "timeout": 30_000});
            let reply = agent.post("/api/click-and-wait-navigation", click).await;
            assert_eq!(reply.is_ok()["clicked"], true);
            let navigation = &reply["navigation"];
            assert_eq!(navigation["ok"], true, "{reply}");
            assert_eq!((&navigation["url"], &navigation["title"]), (&json!(goal), &json!("Goal")));
            assert!(navigation["elapsed"].is_u64());
        }
    });
}

#[test]
fn another_address_in_the_page_is_a_navigation_too() {
    run(async |kit| {
        let agent = kit.agent();
        let page = "<button onclick=\"history.pushState(0, '', '?tab=2')\">Second</button>";
        let tab = agent.opens(&kit.page(page)).await;
        let click = json!({"tabId": tab, "selector": "button", "timeout": 30_000});
        let reply = agent.post("/api/clickAndWaitNavigation", click).await;
        assert_eq!(reply.is_ok()["navigation"]["ok"], true, "{reply}");
        assert!(reply["navigation"]["url"].as_str().unwrap().ends_with("?tab=2"), "{reply}");
    });
}

#[test]
fn a_click_that_leads_nowhere_was_a_click_all_the_same() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<button id=x>Stay</button>")).await;
        let click = json!({"tabId": tab, "selector": "#x", "timeout": 400});
        let reply = agent.post("/api/click-and-wait-navigation", click).await;
        assert_eq!(reply.is_ok()["clicked"], true);
        assert_eq!(reply["navigation"], json!({"ok": false, "timedOut": true}));
        assert_eq!(kit.seen_in(tab).await, ["click button#x"]);
        let missing = json!({"tabId": tab, "selector": "#none", "timeout": 400});
        agent.post("/api/click-and-wait-navigation", missing).await.is_error("not_found");
    });
}
