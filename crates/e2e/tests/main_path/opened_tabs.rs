//! Tabs that a click opens, and those that the popup blocker refuses (*Opened tabs*, *Popup-blocked
//! links*, *Script-opened popups*).

use kitsune_e2e::{Kit, Reply, TabId, json, run};

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
