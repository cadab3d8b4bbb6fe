//! What a person sees of a page and what a snapshot lists of it: one rich page a test, and all of
//! its lines. Refs are left out of them; they are tested in `reading.rs`.

mod composed;
mod controls;
mod graphics;
mod hidden;
mod repeated;
mod text;

use kitsune_e2e::{Kit, json};

/// The lines of a readable snapshot of a page, without refs.
async fn seen(kit: &Kit<'_>, page: &str) -> String {
    let tab = kit.agent().opens(&kit.page(page.trim())).await;
    let reply = kit.agent().post("/api/snapshot", json!({"tabId": tab})).await;
    without_refs(reply.is_ok()["snapshot"].as_str().unwrap())
}

fn without_refs(snapshot: &str) -> String {
    let mut parts = snapshot.split(" [ref=e");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str(
            part.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(']'),
        );
    }
    text
}
