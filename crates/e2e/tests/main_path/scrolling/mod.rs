//! Scrolling, and finding what comes only then (*POST /api/scroll*, *browser_snapshot* on
//! `browser_find`'s `load_more`).

mod lists;
mod loading;
mod pages;

use kitsune_e2e::{Kit, Reply, TabId, Value, json};

/// Scrolls a tab.
async fn scroll(kit: &Kit<'_>, tab: TabId, mut body: Value) -> Reply {
    body["tabId"] = json!(tab);
    kit.agent().post("/api/scroll", body).await
}

/// The ref of the first line of a tab's snapshot that contains `part`.
async fn reference(kit: &Kit<'_>, tab: TabId, part: &str) -> String {
    let page = kit.agent().post("/api/snapshot", json!({"tabId": tab, "collapse": false})).await;
    let text = page.is_ok()["snapshot"].as_str().unwrap();
    let line = text.lines().find(|line| line.contains(part)).unwrap_or_else(|| panic!("{page}"));
    let rest = line.split("[ref=").nth(1).unwrap_or_else(|| panic!("no ref in {line}"));
    rest.split(']').next().unwrap().to_owned()
}
