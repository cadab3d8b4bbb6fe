//! `cargo xtask bench screenshots`: how long captures take, from the request to the whole answer.

use std::time::Instant;

use kitsune_e2e::{Kit, json};

use crate::figures::{milliseconds, show};

const RUNS: usize = 11;

pub(crate) async fn measure(kit: &Kit<'_>) {
    let agent = kit.agent();
    let article = kit.url("/fixtures/bench/p3.html");
    let tall =
        kit.page("<body style='margin:0;width:1280px'><div style='height:10000px'>Text</div>");
    for (name, url, path, target) in [
        ("article: viewport", &article, "/api/screenshot", "45 or less"),
        ("10,000 pixels: whole page", &tall, "/api/full-page-screenshot", "300 or less"),
    ] {
        let tab = agent.opens(url).await;
        let mut times = Vec::new();
        for _ in 0..RUNS {
            let start = Instant::now();
            agent.post(path, json!({"tabId": tab})).await.is_ok();
            times.push(milliseconds(start.elapsed()));
        }
        // The first capture of a document brings the content script.
        times.remove(0);
        show(name, "ms", times, target);
    }
}
