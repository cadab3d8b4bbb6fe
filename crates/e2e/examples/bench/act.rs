//! `cargo xtask bench act`: what an action costs beside the time that the contract waits for the
//! page (*Waiting for the page*), and how long forms take.

use std::time::{Duration, Instant};

use kitsune_e2e::{Kit, TabId, Value, json};

use crate::figures::{milliseconds, show};

const RUNS: usize = 11;
/// The least wait after an action in a tab that the person sees, and in one that is hidden.
const VISIBLE_MS: f64 = 400.0;
const HIDDEN_MS: f64 = 1_100.0;
const FIELDS: usize = 40;
const THINKING: Duration = Duration::from_millis(300);

pub(crate) async fn measure(kit: &Kit<'_>) {
    let agent = kit.agent();
    let button = kit.page(
        "<button id=still>Still</button> <button id=counts onclick='++n.textContent'>Count</button>
         <b id=n>0</b>",
    );
    let tab = agent.opens(&button).await;
    for (name, least) in [("hidden", HIDDEN_MS), ("visible", VISIBLE_MS)] {
        for (what, selector) in [("without effect", "#still"), ("with effect", "#counts")] {
            let name = format!("click, {name} tab, {what}: beside the wait");
            let click = json!({"tabId": tab, "selector": selector});
            repeat(kit, &name, "/api/click", |_| click.clone(), least, "5 or less").await;
        }
        kit.person().await.looks_at(tab).await;
    }
    let field = kit.page("<label>Name <input id=field></label>");
    let tab = opens_visibly(kit, &field).await;
    let fill = |run| json!({"tabId": tab, "selector": "#field", "value": format!("value {run}")});
    repeat(kit, "fill a field, visible tab", "/api/fill", fill, 0.0, "10 or less").await;
    form(kit).await;
}

async fn opens_visibly(kit: &Kit<'_>, url: &str) -> TabId {
    let tab = kit.agent().opens(url).await;
    kit.person().await.looks_at(tab).await;
    tab
}

/// Times the action again and again, without the `least` wait that the contract asks for.
async fn repeat(
    kit: &Kit<'_>,
    name: &str,
    path: &str,
    body: impl Fn(usize) -> Value,
    least: f64,
    target: &str,
) {
    let agent = kit.agent();
    let mut times = Vec::new();
    for run in 0..=RUNS {
        let start = Instant::now();
        agent.post(path, body(run)).await.is_ok();
        times.push(milliseconds(start.elapsed()) - least);
    }
    // The first action on a document brings the content script.
    times.remove(0);
    show(name, "ms", times, target);
}

/// Forty fields in one call, on a fresh document each time.
async fn form(kit: &Kit<'_>) {
    let agent = kit.agent();
    let mut times = Vec::new();
    let mut right = Vec::new();
    for _ in 0..RUNS {
        let tab = opens_visibly(kit, &kit.url("/fixtures/bench/p6.html")).await;
        let fields = kit
            .in_page(
                tab,
                "Object.fromEntries([...document.querySelectorAll('[data-want]')].map(field => [
                   '#' + field.id,
                   field.type === 'checkbox' ? true : field.dataset.want,
                 ]))",
            )
            .await;
        agent.post("/api/snapshot", json!({"tabId": tab})).await.is_ok();
        // An agent thinks between a look and an action; what loads at first is over by then.
        tokio::time::sleep(THINKING).await;
        let start = Instant::now();
        agent.post("/api/form-fill", json!({"tabId": tab, "fields": fields})).await.is_ok();
        times.push(milliseconds(start.elapsed()));
        let filled = kit.in_page(tab, "filledCount()").await;
        right.push(filled.as_f64().unwrap_or_default());
        agent.post("/api/close-tab", json!({"tabId": tab})).await.is_ok();
    }
    show("40-field form, visible tab", "ms", times, "250 or less");
    show("40-field form: fields right", "", right, &FIELDS.to_string());
}
