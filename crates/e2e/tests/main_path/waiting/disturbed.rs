//! Waits whose tab is unloaded or shows another page meanwhile.

use std::time::{Duration, Instant};

use kitsune_e2e::{Kit, TabId, Value, eventually, json, run};

/// Each wait for what the page shows only once it has loaded a second time.
fn waits() -> [(&'static str, Value); 5] {
    [
        ("/api/wait-for-element", json!({"selector": "#second"})),
        ("/api/wait-for-text", json!({"text": "Second time"})),
        ("/api/wait-for-title", json!({"pattern": "^Second$"})),
        ("/api/wait-for-result", json!({"code": "document.querySelector('#second')?.id"})),
        ("/api/wait-for-url", json!({"pattern": "#second$"})),
    ]
}

const TWICE: &str = "<title>First</title><h1>First time</h1><script>\
    if (sessionStorage.loads) { document.title = 'Second'; location.hash = 'second';\
      document.body.innerHTML = '<h1 id=second>Second time</h1>' }\
    sessionStorage.loads = 1</script>";

async fn all_met(kit: &Kit<'_>, tab: TabId, disturb: impl AsyncFn()) {
    let agent = kit.agent();
    let start = Instant::now();
    let wait = async |(path, mut body): (&'static str, Value)| {
        body["tabId"] = json!(tab);
        body["timeout"] = json!(60_000);
        agent.post(path, body).await
    };
    let [element, text, title, result, url] = waits();
    let waited =
        tokio::join!(wait(element), wait(text), wait(title), wait(result), wait(url), disturb());
    for reply in [waited.0, waited.1, waited.2, waited.4] {
        reply.is_ok();
    }
    // An agent's script may write, and a write wakes no tab.
    if waited.3["code"] != "tab_unloaded" {
        waited.3.is_ok();
    }
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

/// Waits until a wait has looked at the page: the others are then on their way too.
async fn looked_at(kit: &Kit<'_>, tab: TabId) {
    let looks = json!({"tabId": tab, "code": "globalThis.looked = true", "timeout": 20_000});
    kit.agent().post("/api/wait-for-result", looks).await.is_ok();
}

#[test]
fn waits_go_on_over_another_page() {
    run(async |kit| {
        let url = kit.page(TWICE);
        let tab = kit.agent().opens(&url).await;
        all_met(kit, tab, async || {
            looked_at(kit, tab).await;
            let navigate = json!({"tabId": tab, "url": url});
            kit.agent().post("/api/navigate", navigate).await.is_ok();
        })
        .await;
    });
}

#[test]
fn waits_wake_a_tab_that_is_unloaded_meanwhile() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = kit.agent().opens(&kit.page(TWICE)).await;
        all_met(kit, tab, async || {
            looked_at(kit, tab).await;
            person.unloads(tab).await;
        })
        .await;
    });
}

#[test]
fn a_wait_for_the_network_of_an_unloaded_tab_ends() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = kit.agent().opens(&kit.page("<p>Quiet")).await;
        person.unloads(tab).await;
        let wait = json!({"tabId": tab, "timeout": 20_000});
        kit.agent().post("/api/wait-for-network-idle", wait).await.is_ok();
        eventually("the tab stays unloaded", Duration::from_secs(5), async || {
            let listed = kit.agent().post("/api/tabs", json!({"mine": true})).await;
            listed["tabs"][0]["discarded"] == true
        })
        .await;
    });
}
