//! The two tools that give a page files, and what they ask of the bridge.

use serde_json::json;

use crate::support::{Bridge, Client, with_tabs};

#[tokio::test]
async fn files_and_data_go_to_one_route() {
    let bridge = Bridge::start(with_tabs).await;
    let mut client = Client::of(&bridge).await.with_own_tab().await;
    let (paths, data) = (json!(["/a.txt"]), json!({"text/plain": "a"}));
    for (tool, arguments, body) in [
        (
            "browser_file_upload",
            json!({"paths": paths}),
            json!({"paths": paths, "mode": "input", "lastClicked": true, "tabId": 7}),
        ),
        (
            "browser_drop",
            json!({"target": "e3", "element": "the area", "paths": paths, "data": data}),
            json!({
                "ref": "e3", "element": "the area", "mode": "drop", "paths": paths, "data": data,
                "tabId": 7
            }),
        ),
        (
            "browser_drop",
            json!({"target": "#area", "data": data}),
            json!({"selector": "#area", "mode": "drop", "data": data, "tabId": 7}),
        ),
    ] {
        client.ok(tool, arguments).await;
        assert_eq!(
            bridge.asked().pop(),
            Some(("POST /api/upload-file".to_owned(), body)),
            "{tool}"
        );
    }
}

#[tokio::test]
async fn an_upload_of_nothing_is_cancelled_and_a_drop_of_nothing_refused() {
    let bridge = Bridge::start(with_tabs).await;
    let mut client = Client::of(&bridge).await.with_own_tab().await;
    let asked = bridge.asked().len();
    for arguments in [json!({}), json!({"paths": null}), json!({"paths": []})] {
        let answer = client.ok("browser_file_upload", arguments).await;
        assert_eq!(answer, json!({"ok": true, "cancelled": true}));
    }
    for arguments in [json!({"target": "e1"}), json!({"target": "e1", "paths": [], "data": {}})] {
        let error = client.error("browser_drop", arguments).await;
        assert_eq!(error["code"], "invalid_argument", "{error}");
    }
    for arguments in [json!({"target": "e1", "data": {"text/plain": 5}}), json!({"paths": ["/a"]})]
    {
        assert_eq!(client.error("browser_drop", arguments).await["code"], "invalid_argument");
    }
    assert_eq!(bridge.asked().len(), asked);
}
