//! Tabs that a click opens, and those that the popup blocker refuses (*Opened tabs*, *Popup-blocked
//! links*, *Script-opened popups*).

use std::time::{Duration, Instant};

use kitsune_e2e::{Kit, Reply, TabId, eventually, json, run, run_apart};

async fn click(kit: &Kit<'_>, tab: TabId, selector: &str) -> Reply {
    kit.agent().post("/api/click", json!({"tabId": tab, "selector": selector})).await
}

#[test]
fn a_link_whose_tab_the_browser_dropped_is_opened_in_the_background() {
    run(async |kit| {
        let person = kit.person().await;
        let shown = person.opens(&kit.page("<p>The person's page")).await;
        let next = kit.page("<h1>Next</h1>");
        let page = format!(
            "<a id=blank href='{next}' target=_BLANK><b id=inner>Open</b></a>\
             <a id=cancelled href='{next}' target=_blank onclick='return false'>Cancelled</a>\
             <a id=saved href='{next}' target=_blank download>Saved</a>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = click(kit, tab, "#inner").await;
        let opened = &reply.is_ok()["opened_tabs"];
        assert_eq!(opened[0]["via"], "link_fallback", "{reply}");
        assert_eq!((&opened[0]["url"], opened.as_array().map(Vec::len)), (&json!(next), Some(1)));
        assert!(reply["warning"].is_null() && reply["needs_user"].is_null(), "{reply}");
        assert_eq!(person.current_tab().await, shown);
        // The tab is the agent's own.
        let write = json!({"tabId": opened[0]["tabId"], "selector": "h1"});
        kit.agent().post("/api/click", write).await.is_ok();
        for selector in ["#cancelled", "#saved"] {
            let reply = click(kit, tab, selector).await;
            assert!(reply.is_ok()["opened_tabs"].is_null(), "{selector}: {reply}");
        }
    });
}

#[test]
fn the_base_decides_for_a_link_without_a_target() {
    run(async |kit| {
        let next = kit.page("<h1>Next</h1>");
        let page = format!("<base target=_blank><a href='{next}'>Open</a>");
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = click(kit, tab, "a").await;
        assert_eq!(reply.is_ok()["opened_tabs"][0]["via"], "link_fallback", "{reply}");
    });
}

#[test]
fn a_link_that_needs_its_opener_is_left_to_the_person() {
    run(async |kit| {
        let url = kit.url("/next?token=s3cret");
        let page = format!("<a href='{url}' target=_blank rel=opener>Open</a>");
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = click(kit, tab, "a").await;
        let warning = &reply.is_ok()["warning"];
        assert_eq!(warning["code"], "popup_blocked", "{reply}");
        let redacted = url.replace("s3cret", "[redacted]");
        assert_eq!(warning["state"], json!({"url": redacted}), "{reply}");
        assert_eq!(reply["needs_user"]["reason"], "trusted_input", "{reply}");
        assert_eq!(reply["needs_user"]["evidence"], json!({"popup_blocked": "link"}), "{reply}");
        assert!(reply["opened_tabs"].is_null(), "{reply}");
    });
}

#[test]
fn a_popup_that_a_script_asked_for_and_did_not_get_is_told() {
    run(async |kit| {
        let page = "<button id=sign onclick=\"window.open('/ads'); \
              window.open('/auth?client_id=1&response_type=code&state=x1')\">Sign in</button>\
            <button id=late onclick=\"setTimeout(() => window.open('/late'), 900)\">Late</button>\
            <button id=unseen onclick=\"window.open('/a', '', 'noopener')\">Unseen</button>\
            <button id=none onclick=\"window.open(new window.URL('/b', location))\">Object</button>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = click(kit, tab, "#sign").await;
        let state = &reply.is_ok()["warning"]["state"];
        assert_eq!(
            (&state["reason"], &state["url"]),
            (&json!("script_popup"), &json!(kit.url("/ads")))
        );
        assert_eq!(state["urls"].as_array().map(Vec::len), Some(2), "{reply}");
        assert_eq!(reply["needs_user"]["reason"], "sign_in", "{reply}");
        assert_eq!(reply["needs_user"]["evidence"]["popup"], kit.url("/auth"), "{reply}");
        for selector in ["#late", "#unseen"] {
            let reply = click(kit, tab, selector).await;
            assert!(reply.is_ok()["warning"].is_null(), "{selector}: {reply}");
        }
        let reply = click(kit, tab, "#none").await;
        assert_eq!(reply["warning"]["state"], json!({"urls": [], "reason": "script_popup"}));
        assert!(reply["needs_user"].is_null(), "{reply}");
    });
}

/// A stage whose person lets pages open tabs as they like, and the tab that the person looks at.
async fn without_a_blocker(kit: &Kit<'_>) -> TabId {
    let person = kit.person().await;
    person.sets("dom.disable_open_during_load", json!(false)).await;
    person.sets("dom.popup_maximum", json!(-1)).await;
    person.opens(&kit.page("<p>The person's page")).await
}

#[test]
fn a_tab_that_a_click_opens_is_the_outcome_that_was_expected() {
    run_apart(async |kit| {
        let shown = without_a_blocker(kit).await;
        let next = kit.page("<h1>Next</h1>");
        let page = format!("<button onclick=\"window.open('{next}')\">Open</button>");
        let tab = kit.agent().opens(&kit.page(page)).await;
        let expect = json!({"new_tab": true, "timeout": 20_000});
        let body = json!({"tabId": tab, "selector": "button", "expect": expect});
        let reply = kit.agent().post("/api/click", body).await;
        let outcome = &reply.is_ok()["outcome"];
        assert_eq!(
            (&outcome["met"], &outcome["observed"]["source"]),
            (&json!(true), &json!("tabs"))
        );
        assert_eq!(outcome["observed"]["opened_tabs"], reply["opened_tabs"], "{reply}");
        assert_eq!(reply["opened_tabs"][0]["url"], json!(next), "{reply}");
        assert_eq!(kit.person().await.current_tab().await, shown);
        // Another outcome that did not come names the tab.
        let body =
            json!({"tabId": tab, "selector": "button", "expect": {"text": "x", "timeout": 300}});
        let reply = kit.agent().post("/api/click", body).await;
        reply.is_error("outcome_not_observed").mentions("hint", "opened tab");
        assert_eq!(reply["opened_tabs"][0]["url"], json!(next), "{reply}");
    });
}

#[test]
fn a_hundred_tabs_that_one_click_opens_are_counted_and_not_all_listed() {
    run_apart(async |kit| {
        let shown = without_a_blocker(kit).await;
        let page = "<button onclick=\"for (let n = 0; n < 100; n++) opened += window.open() ? 1 : 0\">\
             Open</button><script>var opened = 0</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let start = Instant::now();
        let reply = click(kit, tab, "button").await;
        assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
        if reply["code"] == "timeout" {
            // A slow machine opens fewer in the time that a click has.
            assert_eq!(reply["retryable"], false, "{reply}");
        } else {
            let listed = reply.is_ok()["opened_tabs"].as_array().unwrap().len();
            assert_eq!((listed, &reply["opened_tabs_more"]), (20, &json!(80)), "{reply}");
            assert!(reply.json.to_string().len() < 6_000, "{reply}");
        }
        eventually("the page has opened all", Duration::from_secs(120), async || {
            kit.in_page(tab, "opened").await == 100
        })
        .await;
        // The browser still answers, and all are the agent's own.
        eventually("the agent owns all", Duration::from_secs(60), async || {
            let mine = kit.agent().post("/api/tabs", json!({"mine": true})).await;
            mine.is_ok()["tabs"].as_array().unwrap().len() == 101
        })
        .await;
        assert_eq!(kit.person().await.current_tab().await, shown);
    });
}
