//! Tabs that a click opens, and those that the popup blocker refuses (*Opened tabs*, *Popup-blocked
//! links*, *Script-opened popups*).

use std::time::{Duration, Instant};

use kitsune_e2e::{Kit, Page, Reply, TabId, eventually, json, run, run_apart};

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
        let page = format!(
            "<base target=_blank><a id=base href='{next}'>Open</a>\
             <a id=empty href='{next}' target=''>Open</a><a id=own href='{next}' target=_self>Go</a>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        for selector in ["#base", "#empty"] {
            let reply = click(kit, tab, selector).await;
            let via = &reply.is_ok()["opened_tabs"][0]["via"];
            assert_eq!(via, "link_fallback", "{selector}: {reply}");
        }
        let reply = click(kit, tab, "#own").await;
        assert_eq!(reply.is_ok()["navigated"]["url"], json!(next), "{reply}");
        assert!(reply["opened_tabs"].is_null(), "{reply}");
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

#[test]
fn a_popup_that_the_page_asks_for_after_the_dispatch_is_not_the_clicks() {
    run(async |kit| {
        let page = "<button id=timer onclick=\"setTimeout(() => window.open('/timer'))\">Timer</button>\
            <button id=fetch onclick=\"fetch('/page/0').then(() => window.open('/fetch'))\">Fetch</button>\
            <button id=hold onmousedown=\"setTimeout(() => window.open('/held'), 300)\">Hold</button>\
            <button id=now onclick=\"(async () => { await null; window.open('/now') })()\">Now</button>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        for (selector, hold) in [("#timer", 0), ("#fetch", 0), ("#hold", 900)] {
            let body = json!({"tabId": tab, "selector": selector, "holdMs": hold});
            let reply = kit.agent().post("/api/click", body).await;
            assert!(reply.is_ok()["warning"].is_null(), "{selector}: {reply}");
        }
        let now = click(kit, tab, "#now").await;
        assert_eq!(now.is_ok()["warning"]["state"]["url"], kit.url("/now"), "{now}");
    });
}

#[test]
fn of_very_many_refused_popups_the_latest_are_told_cut_and_without_secrets() {
    run(async |kit| {
        let page = "<button id=many onclick=\"for (let n = 0; n < 100; n++) \
              window.open(`/ads?n=${n}&nonce=secret${n}&rest=${'x'.repeat(5000)}`)\">Many</button>\
            <button id=unseen onclick=\"window.open('/a', '', 'noreferrer')\">Unseen</button>\
            <div style='display:none'><button id=hidden onclick=\"window.open(\
              '/auth?client_id=1&redirect_uri=x')\">Sign in</button></div>";
        let headers = vec![("content-security-policy", "script-src-elem 'none'".to_owned())];
        let tab = kit.agent().opens(&kit.page(Page { html: page.to_owned(), headers })).await;
        let reply = click(kit, tab, "#many").await;
        let state = &reply.is_ok()["warning"]["state"];
        let urls = state["urls"].as_array().unwrap();
        assert_eq!((urls.len(), &urls[0]), (20, &state["url"]), "{reply}");
        let first = urls[0].as_str().unwrap();
        assert!(first.contains("n=80&nonce=[redacted]") && first.len() <= 2_060, "{first}");
        assert!(!state.to_string().contains("secret"), "{state}");
        assert!(click(kit, tab, "#unseen").await.is_ok()["warning"].is_null());
        // An earlier warning stays; the hint for signing in comes all the same.
        let hidden = click(kit, tab, "#hidden").await;
        assert_eq!(hidden.is_ok()["warning"]["code"], "hidden_or_covered", "{hidden}");
        assert_eq!(hidden["needs_user"]["reason"], "sign_in", "{hidden}");
    });
}

#[test]
fn a_click_that_waits_for_a_page_says_so_too_when_its_link_opens_a_tab() {
    run(async |kit| {
        let next = kit.page("<h1>Next</h1>");
        let page = format!(
            "<a id=blank href='{next}' target=_blank>Open</a>\
             <a id=opener href='{next}' target=_blank rel=opener>Open</a>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let body = |selector: &str| json!({"tabId": tab, "selector": selector, "timeout": 300});
        let agent = kit.agent();
        let opened = agent.post("/api/click-and-wait-navigation", body("#blank")).await;
        assert_eq!(opened["opened_tabs"][0]["via"], "link_fallback", "{opened}");
        let refused = agent.post("/api/click-and-wait-navigation", body("#opener")).await;
        assert_eq!(refused["warning"]["code"], "popup_blocked", "{refused}");
        assert_eq!(refused["needs_user"]["evidence"], json!({"popup_blocked": "link"}));
    });
}

#[test]
fn areas_and_frames_have_such_links_too_and_a_tab_still_loading_is_blank() {
    run(async |kit| {
        let hang = kit.url("/hang");
        let page = format!(
            "<map name=m><area id=area shape=rect coords='0,0,40,40' href='{hang}' target=_blank alt=Area></map>\
             <img usemap=#m width=40 height=40 alt=Map \
               src='data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw=='>\
             <iframe srcdoc=\"<a id=in href='{hang}' target=_blank>Inside</a>\"></iframe>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        for selector in ["#area", "role=link[name=\"Inside\"]"] {
            let reply = click(kit, tab, selector).await;
            let opened = &reply.is_ok()["opened_tabs"][0];
            assert_eq!(opened["via"], "link_fallback", "{selector}: {reply}");
            assert_eq!(opened["url"], "about:blank", "{selector}: {reply}");
        }
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
fn links_keys_and_double_clicks_tell_the_one_tab_that_they_open() {
    run_apart(async |kit| {
        let shown = without_a_blocker(kit).await;
        let next = kit.page("<h1>Next</h1>");
        let page = format!(
            "<a href='{next}' target=_blank>Link</a>\
             <button ondblclick=\"window.open('{next}')\">Twice</button>\
             <input onkeydown=\"if (event.key === 'F2') window.open('{next}')\">"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        for (path, body) in [
            ("/api/click", json!({"tabId": tab, "selector": "a"})),
            ("/api/double-click", json!({"tabId": tab, "selector": "button"})),
            ("/api/keypress", json!({"tabId": tab, "selector": "input", "key": "F2"})),
        ] {
            let reply = kit.agent().post(path, body).await;
            let opened = reply.is_ok()["opened_tabs"].as_array().map(Vec::len);
            assert_eq!(opened, Some(1), "{path}: {reply}");
        }
        let mine = kit.agent().post("/api/tabs", json!({"mine": true})).await;
        assert_eq!(mine.is_ok()["tabs"].as_array().map(Vec::len), Some(4), "{mine}");
        assert_eq!(kit.person().await.current_tab().await, shown);
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
