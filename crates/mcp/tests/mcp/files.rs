//! Results that are saved: where a name leads, and what the answer says.

use serde_json::{Value, json};

use crate::support::{Bridge, Client, Setup, with_tabs};

async fn page() -> Bridge {
    Bridge::start(|line, body| match line {
        "POST /api/snapshot" => json!({"snapshot": "- heading \"é\"", "title": "A", "empty": true}),
        "POST /api/screenshot" => json!({"dataUrl": "data:image/png;base64,AQID", "width": 3}),
        "POST /api/js" => json!({"result": {"a": [1, "é"]}}),
        _ => with_tabs(line, body),
    })
    .await
}

fn saved_to(answer: &Value) -> String {
    std::fs::read_to_string(answer["saved_to"].as_str().unwrap()).unwrap()
}

#[tokio::test]
async fn a_snapshot_is_saved_whole() {
    let bridge = page().await;
    let mut client = Client::of(&bridge).await;
    let answer = client.ok("browser_snapshot", json!({"filename": "page.md"})).await;
    assert_eq!(answer["ok"], true);
    assert_eq!(answer["empty"], true);
    assert!(answer.get("snapshot").is_none());
    assert_eq!(saved_to(&answer), "- heading \"é\"");
    assert!(client.home.path().join("page.md").exists());
    assert_eq!(bridge.asked()[0].1, json!({}), "no limit is sent");
}

#[tokio::test]
async fn an_image_is_saved_as_its_bytes() {
    let bridge = page().await;
    let mut client = Client::of(&bridge).await;
    let answer = client.ok("browser_take_screenshot", json!({"filename": "a.png"})).await;
    assert_eq!(answer["width"], 3);
    let bytes = std::fs::read(answer["saved_to"].as_str().unwrap()).unwrap();
    assert_eq!(bytes, [1, 2, 3]);
}

#[tokio::test]
async fn a_value_is_saved_as_json() {
    let bridge = page().await;
    let mut client = Client::of(&bridge).await.with_own_tab().await;
    let arguments = json!({"function": "() => 1", "filename": "value.json"});
    let answer = client.ok("browser_evaluate", arguments).await;
    assert!(answer.get("result").is_none());
    assert_eq!(saved_to(&answer), r#"{"a":[1,"é"]}"#);
}

#[tokio::test]
async fn a_value_that_cannot_be_saved_is_not_lost() {
    let bridge = page().await;
    let mut client = Client::of(&bridge).await.with_own_tab().await;
    let arguments = json!({"function": "() => 1", "filename": "no/such/dir/value.json"});
    let error = client.error("browser_evaluate", arguments).await;
    assert!(error["error"].as_str().unwrap().contains("no/such/dir/value.json"), "{error}");
    assert_eq!(error["result"], json!({"a": [1, "é"]}));
}

#[tokio::test]
async fn the_output_directory_wins_over_the_clients_roots() {
    let bridge = page().await;
    let dir = tempfile::tempdir().unwrap();
    let mut setup = Setup::at(bridge.port);
    setup.output_dir = Some(dir.path().to_owned());
    setup.roots = Some(json!([{"uri": "file:///nowhere"}]));
    setup.start().await.ok("browser_snapshot", json!({"filename": "page.md"})).await;
    assert!(dir.path().join("page.md").exists());
}

#[tokio::test]
async fn the_clients_first_directory_is_used_when_none_is_set() {
    let bridge = page().await;
    let dir = tempfile::tempdir().unwrap();
    let mut setup = Setup::at(bridge.port);
    let uri = format!("file://{}", dir.path().display());
    setup.roots = Some(json!([{"uri": "https://a.example/"}, {"uri": uri}]));
    setup.start().await.ok("browser_snapshot", json!({"filename": "page.md"})).await;
    assert!(dir.path().join("page.md").exists());
}

#[tokio::test]
async fn a_failed_read_saves_nothing() {
    let bridge = Bridge::start(|_, _| json!({"error": "no", "code": "restricted_page"})).await;
    let mut client = Client::of(&bridge).await;
    client.error("browser_snapshot", json!({"filename": "page.md"})).await;
    assert!(!client.home.path().join("page.md").exists());
}

#[tokio::test]
async fn a_name_that_is_none_is_refused() {
    let bridge = page().await;
    let mut client = Client::of(&bridge).await;
    let error = client.error("browser_snapshot", json!({"filename": ""})).await;
    assert_eq!(error["code"], "invalid_argument");
}
