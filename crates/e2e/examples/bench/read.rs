//! `cargo xtask bench read`: how long snapshots take, and how long they are.
//!
//! The pages under `fixtures/bench/` are those that comparable tools are measured on. Times are end to
//! end: from the request to the bridge's whole answer.

use std::time::Instant;

use kitsune_e2e::{Kit, TabId, Value, json};

use crate::figures::{milliseconds, show};

const RUNS: usize = 15;

/// A page, what to ask of it, and what should come of it.
struct Case {
    name: &'static str,
    page: &'static str,
    more: fn() -> Value,
    time: &'static str,
    characters: &'static str,
    /// What is counted in the text.
    counted: &'static str,
}

const CASES: [Case; 6] = [
    Case {
        name: "small form",
        page: "p1",
        more: core,
        time: "-",
        characters: "-",
        counted: "[ref=",
    },
    Case {
        name: "80 cards",
        page: "p2",
        more: core,
        time: "30 or less",
        characters: "12000 or less",
        counted: "- button",
    },
    Case {
        name: "article",
        page: "p3",
        more: core,
        time: "20 or less",
        characters: "12000 or less",
        counted: "- text",
    },
    Case {
        name: "20,000 elements",
        page: "p4",
        more: core,
        time: "150 or less",
        characters: "-",
        counted: "- button",
    },
    Case {
        name: "20,000 elements, every item",
        page: "p4",
        more: every_item,
        time: "-",
        characters: "-",
        counted: "- button",
    },
    Case {
        name: "40 fields",
        page: "p6",
        more: core,
        time: "-",
        characters: "-",
        counted: "[ref=",
    },
];

/// What the core tool asks for.
fn core() -> Value {
    json!({"maxChars": 12_000})
}

fn every_item() -> Value {
    json!({"collapse": false})
}

pub(crate) async fn measure(kit: &Kit<'_>) {
    let agent = kit.agent();
    for case in CASES {
        let tab = agent.opens(&kit.url(&format!("/fixtures/bench/{}.html", case.page))).await;
        read(kit, tab, &case).await;
        if case.name == "article" {
            others(kit, tab).await;
        }
        agent.post("/api/close-tab", json!({"tabId": tab})).await.is_ok();
    }
}

/// Other reads of the article.
async fn others(kit: &Kit<'_>, tab: TabId) {
    let agent = kit.agent();
    for (name, path, mut body, target) in [
        ("article: find by words", "/api/find", json!({"query": "history of the"}), "25 or less"),
        ("article: find every line", "/api/snapshot", json!({"collapse": false}), "25 or less"),
        ("article: evaluate", "/api/js", json!({"code": "document.title"}), "2.5 or less"),
    ] {
        body["tabId"] = json!(tab);
        let mut times = Vec::new();
        for _ in 0..RUNS {
            let start = Instant::now();
            agent.post(path, body.clone()).await.is_ok();
            times.push(milliseconds(start.elapsed()));
        }
        show(name, "ms", times, target);
    }
}

async fn read(kit: &Kit<'_>, tab: TabId, case: &Case) {
    let agent = kit.agent();
    let mut body = (case.more)();
    body["tabId"] = json!(tab);
    let mut times = Vec::new();
    let mut text = String::new();
    for _ in 0..RUNS {
        let start = Instant::now();
        let reply = agent.post("/api/snapshot", body.clone()).await;
        times.push(milliseconds(start.elapsed()));
        text = reply.is_ok()["snapshot"].as_str().expect("a snapshot").to_owned();
    }
    // The first read of a document brings the content script.
    times.remove(0);
    show(&format!("{}: snapshot", case.name), "ms", times, case.time);
    let characters = text.chars().count() as f64;
    show(&format!("{}: characters", case.name), "", vec![characters], case.characters);
    let count = text.matches(case.counted).count() as f64;
    show(&format!("{}: lines with {}", case.name, case.counted), "", vec![count], "-");
    if let Ok(directory) = std::env::var("KITSUNE_BENCH_TEXTS") {
        let name = case.name.replace([' ', ','], "-");
        std::fs::write(format!("{directory}/{name}.txt"), text).expect("a writable directory");
    }
}
