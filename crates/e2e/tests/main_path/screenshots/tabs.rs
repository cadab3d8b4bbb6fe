//! Whose tab is captured, and that no capture shows or disturbs one.

use std::time::Duration;

use kitsune_e2e::{eventually, json, run};

use super::{Image, RED, element};

/// How long a page may take to show what a test waits for.
const WAIT: Duration = Duration::from_secs(10);

const LONG: &str = "<body style='margin:0'><div style='height:1500px'></div>\
    <div id=box style='width:50px;height:50px;background:red'></div>\
    <div id=list style='height:100px;overflow:auto'><div style='height:900px'></div>\
    <div id=deep style='width:50px;height:50px;background:red'></div></div>\
    <div style='height:1500px'></div>";

#[test]
fn no_capture_shows_a_tab() {
    run(async |kit| {
        let person = kit.person().await;
        let shown = person.opens(&kit.page("<p>The person's page")).await;
        let tab = kit.agent().opens(&kit.page(LONG)).await;
        let agent = kit.agent();
        agent.post("/api/screenshot", json!({"tabId": tab})).await.is_ok();
        agent.post("/api/element-screenshot", element(tab, "#deep")).await.is_ok();
        agent.post("/api/full-page-screenshot", json!({"tabId": tab})).await.is_ok();
        assert_eq!(person.current_tab().await, shown);
        let hidden = kit.in_page(tab, "document.visibilityState").await;
        assert_eq!(hidden, "hidden");
    });
}

#[test]
fn of_a_shown_tab_of_others_only_the_viewport_is_captured() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = person.opens(&kit.page(LONG)).await;
        let agent = kit.agent();
        agent.post("/api/screenshot", json!({"tabId": tab})).await.is_ok();
        for (path, body, action) in [
            ("/api/element-screenshot", element(tab, "#box"), "elementScreenshot"),
            ("/api/full-page-screenshot", json!({"tabId": tab}), "fullPageScreenshot"),
        ] {
            let reply = agent.post(path, body.clone()).await;
            reply.is_error("user_tab_read_only");
            assert_eq!(reply["state"]["action"], action, "{reply}");
            assert_eq!(reply["retryable"], false, "{reply}");
            let writable = agent.clone().with("x-kitsune-user-tabs", "writable");
            writable.post(path, body).await.is_ok();
        }
    });
}

#[test]
fn a_tab_of_others_that_is_not_shown_is_captured_and_scrolled_back() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = person.opens(&kit.page(LONG)).await;
        kit.in_page(tab, "scrollTo(0, 600), list.scrollTo(0, 5)").await;
        person.opens(&kit.page("<p>In front")).await;
        let agent = kit.agent();
        let deep = agent.post("/api/element-screenshot", element(tab, "#deep")).await;
        assert!(Image::of(&deep).is_all(RED), "{deep}");
        let page = agent.post("/api/full-page-screenshot", json!({"tabId": tab})).await;
        assert_eq!(Image::of(&page).at(9, 1510), RED, "{page}");
        assert_eq!(kit.in_page(tab, "[scrollY, list.scrollTop]").await, json!([600, 5]));
    });
}

#[test]
fn a_failed_capture_scrolls_back_too() {
    run(async |kit| {
        let page = format!("{LONG}<script>list.scrollTop = 7</script>");
        let tab = kit.agent().opens(&kit.page(page)).await;
        // It comes into view, but has no size there.
        kit.in_page(tab, "deep.style.width = '0'").await;
        let reply = kit.agent().post("/api/element-screenshot", element(tab, "#deep")).await;
        reply.is_error("screenshot_failed");
        let state = json!({"stage": "locate", "tabId": tab, "cause": reply["error"]});
        assert_eq!(reply["state"], state, "{reply}");
        assert_eq!(reply["retryable"], true, "{reply}");
        assert_eq!(kit.in_page(tab, "list.scrollTop").await, 7);
    });
}

#[test]
fn a_tab_that_closes_during_a_capture_is_told() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = kit.agent().opens(&kit.page("<p>Busy")).await;
        let busy =
            "void setTimeout(() => { const end = Date.now() + 5000; while (Date.now() < end); })";
        kit.in_page(tab, busy).await;
        let agent = kit.agent();
        let capture = agent.post("/api/screenshot", json!({"tabId": tab}));
        let (reply, ()) = tokio::join!(capture, person.closes(tab));
        reply.is_error("tab_closed");
        assert_eq!(reply["retryable"], true, "{reply}");
    });
}

#[test]
fn a_tab_that_closes_while_it_is_drawn_gives_its_image_or_none() {
    run(async |kit| {
        let person = kit.person().await;
        let page = "<body onscroll='fetch(\"/captured\")' style='margin:0;height:32000px;\
            background:conic-gradient(red, blue, green)'>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        person.looks_at(tab).await;
        let scrolls = || kit.received().iter().filter(|got| got.path == "/captured").count();
        kit.in_page(tab, "scrollTo(0, 500)").await;
        eventually("the page has scrolled", WAIT, async || scrolls() > 0).await;
        let before = scrolls();
        let agent = kit.agent();
        let capture = agent.post("/api/full-page-screenshot", json!({"tabId": tab}));
        let close = async {
            // The capture scrolls the page to its top before it draws it.
            eventually("the capture runs", WAIT, async || scrolls() > before).await;
            person.closes(tab).await;
        };
        let (reply, ()) = tokio::join!(capture, close);
        if reply["code"].is_null() {
            assert_eq!(Image::of(&reply).height, 32_000);
        } else {
            reply.is_error("tab_closed");
        }
    });
}

#[test]
fn a_discarded_tab_is_loaded_in_the_background_and_captured() {
    run(async |kit| {
        let person = kit.person().await;
        let page = "<body style='margin:0;background:red'><p style='margin:0;height:99px'>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let shown = person.opens(&kit.page("<p>In front")).await;
        person.unloads(tab).await;
        let reply = kit.agent().post("/api/screenshot", json!({"tabId": tab})).await;
        assert_eq!(Image::of(&reply).at(300, 300), RED, "{reply}");
        assert_eq!(person.current_tab().await, shown);
    });
}
