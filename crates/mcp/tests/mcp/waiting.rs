//! `browser_wait_for`: the order of its conditions, and what changed meanwhile.

use serde_json::{Value, json};

use crate::support::{Bridge, Client, with_tabs};

fn page(line: &str, body: &Value) -> Value {
    match line {
        "POST /api/wait-for-text" => {
            let mut met = body.clone();
            met["ok"] = json!(true);
            met["elapsed"] = json!(5);
            for key in ["timeout", "tabId", "new_only"] {
                met.as_object_mut().unwrap().remove(key);
            }
            met
        }
        "POST /api/snapshot" => {
            json!({"ok": true, "tabId": 7, "snapshot": "- status \"Saved\"", "snapshot_delta": true})
        }
        _ => with_tabs(line, body),
    }
}

#[tokio::test]
async fn a_time_is_slept_and_what_changed_is_shown() {
    let bridge = Bridge::start(page).await;
    let mut client = Client::of(&bridge).await.with_own_tab().await;
    assert_eq!(
        client.ok("browser_wait_for", json!({"time": 0})).await,
        json!({"ok": true, "slept": 0.0, "snapshot": "- status \"Saved\"", "snapshot_delta": true})
    );
    let expected = json!({"sinceObservation": true, "maxChars": 12000, "tabId": 7});
    assert_eq!(bridge.asked()[1..], [("POST /api/snapshot".to_owned(), expected)]);
}

#[tokio::test]
async fn text_goes_before_text_comes_and_the_page_is_read_once() {
    let bridge = Bridge::start(page).await;
    let mut client = Client::of(&bridge).await.with_own_tab().await;
    let arguments = json!({"text": "Saved", "textGone": "Saving", "newOnly": true});
    let waited = client.ok("browser_wait_for", arguments).await;
    assert_eq!(waited["text"], "Saved");
    assert_eq!(waited["text_gone"], "Saving");
    assert_eq!(waited["snapshot_delta"], true);
    let wait = |body: Value| ("POST /api/wait-for-text".to_owned(), body);
    assert_eq!(
        bridge.asked()[1..3],
        [
            wait(json!({"text_gone": "Saving", "timeout": 10000, "tabId": 7})),
            wait(json!({"text": "Saved", "timeout": 10000, "new_only": true, "tabId": 7})),
        ]
    );
    assert_eq!(bridge.asked().len(), 4);
}

#[tokio::test]
async fn a_wait_that_is_not_met_is_returned_unchanged() {
    let unmet = json!({"ok": false, "text": "Saved", "elapsed": 10000, "error": "Not observed"});
    let answer = unmet.clone();
    let bridge = Bridge::start(move |line, body| match line {
        "POST /api/wait-for-text" => answer.clone(),
        _ => page(line, body),
    })
    .await;
    let mut client = Client::of(&bridge).await;
    assert_eq!(client.error("browser_wait_for", json!({"text": "Saved"})).await, unmet);
    assert_eq!(bridge.asked().len(), 1);
}

#[tokio::test]
async fn a_page_that_cannot_be_read_afterwards_adds_nothing() {
    let bridge = Bridge::start(|line, body| match line {
        "POST /api/snapshot" => json!({"error": "no", "code": "restricted_page"}),
        _ => page(line, body),
    })
    .await;
    let mut client = Client::of(&bridge).await;
    let waited = client.ok("browser_wait_for", json!({"time": 0})).await;
    assert_eq!(waited, json!({"ok": true, "slept": 0.0}));
}

#[tokio::test]
async fn a_hint_of_the_wait_is_not_lost_to_one_of_the_page() {
    let bridge = Bridge::start(|line, body| {
        let mut reply = page(line, body);
        reply["hint"] = json!(line);
        reply
    })
    .await;
    let mut client = Client::of(&bridge).await;
    let waited = client.ok("browser_wait_for", json!({"text": "a"})).await;
    assert_eq!(waited["hint"], "POST /api/wait-for-text");
}
