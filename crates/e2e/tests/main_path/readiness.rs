//! What an answer says of the page around it (*Snapshot readiness*).

use std::time::Duration;

use kitsune_e2e::{Agent, Reply, TabId, Value, eventually, json, run};

const FORM: &str = "<button>Go</button><button>Go</button><input id=name><p>Prose</p>\
    <select><option>S<option>M</select><input type=checkbox>";

async fn ask(agent: &Agent, tab: TabId, path: &str, body: &Value) -> Reply {
    let mut body = body.clone();
    body["tabId"] = json!(tab);
    agent.post(path, body).await
}

/// Every page action that there is, and what it is told to do.
fn actions() -> Vec<(&'static str, Value)> {
    vec![
        ("/api/click", json!({"selector": "button", "first": true})),
        ("/api/double-click", json!({"selector": "button", "first": true})),
        ("/api/type", json!({"selector": "#name", "text": "a"})),
        ("/api/fill", json!({"selector": "#name", "value": "b"})),
        ("/api/select-option", json!({"selector": "select", "value": "M"})),
        ("/api/check", json!({"selector": "[type=checkbox]"})),
        ("/api/keypress", json!({"selector": "#name", "key": "End"})),
        ("/api/form-fill", json!({"fields": {"#name": "c"}})),
    ]
}

/// Actions that fail in the page, and how.
fn failures() -> Vec<(&'static str, Value, &'static str)> {
    vec![
        ("/api/click", json!({"selector": "#none"}), "not_found"),
        ("/api/click", json!({"selector": "button"}), "ambiguous_target"),
        ("/api/click", json!({"ref": "e999999999"}), "stale_ref"),
        ("/api/click", json!({"selector": "a[["}), "unsupported_selector"),
        ("/api/fill", json!({"selector": "p", "value": "x"}), "not_fillable"),
    ]
}

#[test]
fn results_of_a_tab_in_the_background_say_that_it_is_hidden() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page(FORM)).await;
        for (path, body) in actions() {
            let reply = ask(&agent, tab, path, &body).await;
            assert_eq!(reply.is_ok()["visibilityState"], "hidden", "{reply}");
            let mut bare = body.clone();
            bare["includeSnapshot"] = json!(false);
            let reply = ask(&agent, tab, path, &bare).await;
            assert_eq!(reply.is_ok()["visibilityState"], "hidden", "{reply}");
        }
        for (path, body, code) in failures() {
            let reply = ask(&agent, tab, path, &body).await;
            assert_eq!(reply.is_error(code)["visibilityState"], "hidden", "{reply}");
        }
        for body in [json!({}), json!({"text": false}), json!({"selector": "p"})] {
            let reply = ask(&agent, tab, "/api/snapshot", &body).await;
            assert_eq!(reply.is_ok()["visibilityState"], "hidden", "{reply}");
        }
        let url = kit.page("<button onclick='alert(1)'>Ask</button>");
        let loaded = ask(&agent, tab, "/api/navigate", &json!({"url": url})).await;
        assert_eq!(loaded.is_ok()["visibilityState"], "hidden", "{loaded}");
        let asks = ask(&agent, tab, "/api/click", &json!({"selector": "button"})).await;
        assert!(asks["dialog"].is_object() && asks["visibilityState"] == "hidden", "{asks}");
    });
}

#[test]
fn results_of_a_visible_tab_leave_it_out() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = person.opens(&kit.page(FORM)).await;
        let agent = kit.agent().with("x-kitsune-user-tabs", "writable");
        for (path, body) in actions() {
            let reply = ask(&agent, tab, path, &body).await;
            assert!(reply.is_ok().json.get("visibilityState").is_none(), "{reply}");
        }
        for (path, body, code) in failures() {
            let reply = ask(&agent, tab, path, &body).await;
            assert!(reply.is_error(code).json.get("visibilityState").is_none(), "{reply}");
        }
        let reply = ask(&agent, tab, "/api/snapshot", &json!({})).await;
        assert!(reply.is_ok().json.get("visibilityState").is_none(), "{reply}");
    });
}

#[test]
fn only_a_readable_snapshot_says_how_far_the_document_is() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<!doctype html><title>Nothing</title>")).await;
        for body in [json!({}), json!({"text": true})] {
            let readable = ask(&agent, tab, "/api/snapshot", &body).await;
            readable.is_ok().mentions("hint", "browser_wait_for");
            assert_eq!(readable["readyState"], "complete", "{readable}");
            assert_eq!(readable["empty"], true, "{readable}");
        }
        let compact = ask(&agent, tab, "/api/snapshot", &json!({"text": false})).await;
        let press = ask(&agent, tab, "/api/keypress", &json!({"key": "a"})).await;
        for reply in [compact, press] {
            let has = |key: &str| reply.json.get(key).is_some();
            assert!(!has("readyState") && !has("empty") && !has("hint"), "{reply}");
        }
    });
}

#[test]
fn a_cut_snapshot_is_not_empty() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page(FORM)).await;
        let reply = ask(&agent, tab, "/api/snapshot", &json!({"maxChars": 0})).await;
        assert_eq!(reply.is_ok()["truncated"], true, "{reply}");
        assert!(reply.json.get("empty").is_none(), "{reply}");
    });
}

#[test]
fn a_page_that_still_loads_is_read_as_far_as_it_is() {
    run(async |kit| {
        let agent = kit.agent();
        let hang = kit.url("/hang");
        for (state, page) in [
            ("interactive", format!("<p>Here</p><img src='{hang}'>")),
            ("loading", format!("<p>Here</p><script src='{hang}'></script><p>Never</p>")),
        ] {
            let opened = agent.post("/api/new-tab", json!({"url": kit.page(page)})).await;
            let tab = opened.is_ok().tab();
            eventually("the page is read", Duration::from_secs(10), async || {
                let reply = ask(&agent, tab, "/api/snapshot", &json!({})).await;
                let text = reply["snapshot"].as_str().unwrap_or_default();
                text.contains("Here") && reply["readyState"] == state
            })
            .await;
        }
    });
}

#[test]
fn a_page_that_is_busy_again_and_again_is_read() {
    run(async |kit| {
        // Messages, because the timers of a hidden tab leave long pauses.
        const BUSY: &str = "void (() => { const turns = new MessageChannel(); let left = 6; \
            turns.port1.onmessage = () => { \
                for (const end = Date.now() + 700; Date.now() < end;); \
                if (left-- > 0) turns.port2.postMessage(0); \
            }; turns.port2.postMessage(0); })()";
        let agent = kit.agent();
        let tab = agent.opens(&kit.page(FORM)).await;
        for _ in 0..2 {
            kit.in_page(tab, BUSY).await;
            agent.post("/api/snapshot", json!({"tabId": tab})).await.is_ok();
        }
    });
}

#[test]
fn a_saved_snapshot_comes_with_what_is_known_of_the_page() {
    run(async |kit| {
        let client = kit.mcp().await;
        let home = std::env::temp_dir().join(format!("kitsune-saved-{}", std::process::id()));
        for (page, is_empty) in
            [("<!doctype html><title>Nothing</title>", true), ("<p>Words", false)]
        {
            let open = json!({"action": "new", "url": kit.page(page)});
            client.call("browser_tabs", open).await.is_ok();
            let file = home.display().to_string();
            let saved = client.call("browser_snapshot", json!({"filename": file})).await;
            assert_eq!(saved.is_ok()["ok"], true, "{saved}");
            assert_eq!(
                (&saved["saved_to"], &saved["readyState"]),
                (&json!(file), &json!("complete"))
            );
            let text = std::fs::read_to_string(&home).unwrap();
            std::fs::remove_file(&home).unwrap();
            assert_eq!(text.is_empty(), is_empty, "{text}");
            assert_eq!(saved.json.get("empty").is_some(), is_empty, "{saved}");
            assert_eq!(saved.json.get("hint").is_some(), is_empty, "{saved}");
            assert!(saved.json.get("snapshot").is_none(), "{saved}");
        }
    });
}
