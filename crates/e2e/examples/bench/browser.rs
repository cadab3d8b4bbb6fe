//! `cargo xtask bench browser`: what the browser's own calls take that an extension has for a script, a
//! capture and the questions before them. No answer that needs one can come sooner.

use kitsune_e2e::{Kit, Person, TabId, Value, json};

use crate::figures::show;

const RUNS: usize = 21;

pub(crate) async fn measure(kit: &Kit<'_>) {
    let person = kit.person().await;
    // Its clock is coarse without this.
    person.sets("privacy.reduceTimerPrecision", json!(false)).await;
    let article = kit.agent().opens(&kit.url("/fixtures/bench/p3.html")).await;
    let tall =
        kit.page("<body style='margin:0;width:1280px'><div style='height:10000px'>Text</div>");
    let tall = kit.agent().opens(&tall).await;
    let desk = desk(&person).await;
    let script = "browser.scripting.executeScript({target: {tabId: TAB}, world: 'MAIN', func: () => document.title})";
    let whole =
        "browser.tabs.captureTab(TAB, {rect: {x: 0, y: 0, width: 1280, height: 10000}, scale: 1})";
    for (name, tab, call) in [
        ("a question about a tab", article, "browser.tabs.get(TAB)"),
        ("a script in a page", article, script),
        ("a capture of the viewport", article, "browser.tabs.captureTab(TAB)"),
        ("a capture of 10,000 pixels", tall, whole),
    ] {
        let times = times(kit, desk, &call.replace("TAB", &json!(tab).to_string())).await;
        show(&format!("Firefox itself: {name}"), "ms", times, "-");
    }
}

/// A page of the extension, which has the extension's calls.
async fn desk(person: &Person<'_>) -> TabId {
    person.opens_extension_page("popup/popup.html").await
}

async fn times(kit: &Kit<'_>, desk: TabId, call: &str) -> Vec<f64> {
    let measured = kit
        .in_page(
            desk,
            &format!(
                "(async () => {{ const times = []; for (let run = 0; run < {RUNS}; run++) {{
                   const start = performance.now(); await {call}; times.push(performance.now() - start) }}
                 return times.slice(1) }})()"
            ),
        )
        .await;
    let measured = measured.as_array().cloned().unwrap_or_default();
    measured.iter().filter_map(Value::as_f64).collect()
}
