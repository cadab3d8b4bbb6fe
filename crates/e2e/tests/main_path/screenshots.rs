//! Screenshots of background tabs, without showing them.

use kitsune_e2e::{json, run};

#[test]
fn viewport_element_and_page_are_captured_without_showing_the_tab() {
    run(async |kit| {
        let person = kit.person().await;
        let shown = person.opens(&kit.page("<p>The person's page")).await;
        let page = "<div id=box style='width:120px;height:80px;background:red'></div>\
            <div style='height:3000px'></div>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let agent = kit.agent();
        let viewport = agent.post("/api/screenshot", json!({"tabId": tab})).await;
        viewport.is_ok().mentions("dataUrl", "data:image/png;base64,");
        let element =
            agent.post("/api/element-screenshot", json!({"tabId": tab, "selector": "#box"})).await;
        assert_eq!(
            (&element.is_ok()["width"], &element["height"]),
            (&json!(120), &json!(80)),
            "{element}"
        );
        let full =
            agent.post("/api/full-page-screenshot", json!({"tabId": tab, "format": "jpeg"})).await;
        full.is_ok().mentions("dataUrl", "data:image/jpeg;base64,");
        assert!(full["height"].as_f64().unwrap() >= 3000.0 && full.json.get("complete").is_none());
        assert_eq!(person.current_tab().await, shown);
        assert_eq!(kit.in_page(tab, "scrollY").await, 0);
        let webp = agent.post("/api/screenshot", json!({"tabId": tab, "format": "webp"})).await;
        webp.is_error("invalid_argument");
    });
}
