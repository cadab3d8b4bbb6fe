//! What the bridge's setting makes actions show, and the page that a snapshot need not repeat
//! (*Post-action snapshots*).

use std::time::Duration;

use kitsune_e2e::{Kit, eventually, json, run, run_apart};
use tokio::process::Child;

#[test]
fn a_snapshot_does_not_repeat_the_page_that_the_action_before_it_has_shown() {
    run(async |kit| {
        let mcp = kit.mcp().await;
        let url = kit.page("<h1>Note</h1><p>Short.</p><button>Go</button>");
        mcp.call("browser_tabs", json!({"action": "new"})).await.is_ok();
        let loaded = mcp.call("browser_navigate", json!({"url": url})).await;
        loaded.is_ok().mentions("Short.");
        let again = mcp.call("browser_snapshot", json!({})).await;
        assert_eq!(again.is_ok()["unchanged_since"], "browser_navigate");
        again.mentions("unchanged since the browser_navigate result (refs e");
        assert_eq!((&again["url"], &again["readyState"]), (&json!(url), &json!("complete")));
        // Only the first one may say so.
        mcp.call("browser_snapshot", json!({})).await.is_ok().mentions("Short.");

        mcp.call("browser_navigate", json!({"url": url})).await.is_ok();
        // Somebody else has not seen the page.
        let other = kit.other_agent();
        let tab = kit.tabs().await[0].id;
        let reply = other.post("/api/snapshot", json!({"tabId": tab, "skipUnchanged": true})).await;
        reply.is_ok().mentions("snapshot", "Short.");
        mcp.call("browser_click", json!({"target": "button"})).await.is_ok();
        mcp.call("browser_snapshot", json!({})).await.is_ok().mentions("Short.");
    });
}

/// The stage's bridge, started anew with a setting.
async fn bridge_with(kit: &Kit<'_>, setting: &str) -> Child {
    kit.stage().stop_bridge();
    let mut bridge = kit.program("kitsune-bridge", &[("KITSUNE_POST_ACTION_SNAPSHOT", setting)]);
    let bridge = bridge.arg("start").spawn().unwrap();
    eventually("the bridge runs and is connected", Duration::from_secs(60), async || {
        let connect = tokio::net::TcpStream::connect(("127.0.0.1", kit.stage().ports().http));
        let runs = connect.await.is_ok();
        runs && kit.agent().get("/api/status").await["extension_connected"] == true
    })
    .await;
    bridge
}

const PAGE: &str =
    "<h1>Quiet</h1><button onclick=\"out.textContent = 'Done'\">Go</button><p id=out>Idle</p>";

#[test]
fn without_snapshots_actions_and_waits_show_nothing_of_the_page() {
    run_apart(async |kit| {
        let _bridge = bridge_with(kit, "Off").await;
        let agent = kit.agent();
        let tab = agent.opens(&kit.page(PAGE)).await;
        let click = json!({"tabId": tab, "selector": "button", "snapshot": "full"});
        let reply = agent.post("/api/click", click).await;
        assert!(reply.is_ok().json.get("snapshot").is_none(), "{reply}");
        let navigate = json!({"tabId": tab, "url": kit.page(PAGE)});
        let reply = agent.post("/api/navigate", navigate).await;
        assert!(reply.is_ok().json.get("snapshot").is_none(), "{reply}");
        // Nor do those that are asked for the page's text.
        let new = json!({"url": kit.page(PAGE), "wait": true, "pageText": true});
        let back = json!({"tabId": tab, "pageText": true});
        for (path, body) in [("/api/new-tab", new), ("/api/back", back)] {
            let reply = agent.post(path, body).await;
            assert!(reply.is_ok().json.get("snapshot").is_none(), "{path}: {reply}");
        }
        let changes = json!({"tabId": tab, "sinceObservation": true});
        assert_eq!(agent.post("/api/snapshot", changes).await.json, json!({"ok": true}));
        // Who asks for the page gets it, and outcomes are looked for on it.
        agent.post("/api/snapshot", json!({"tabId": tab})).await.mentions("snapshot", "Quiet");
        let expect = json!({"tabId": tab, "selector": "button", "expect": {"text": "Done"}});
        let reply = agent.post("/api/click", expect).await;
        assert_eq!(reply.is_ok()["outcome"]["observed"]["source"], "page");
    });
}

#[test]
fn with_full_snapshots_every_action_shows_the_whole_page() {
    run_apart(async |kit| {
        let _bridge = bridge_with(kit, "full").await;
        let agent = kit.agent();
        let tab = agent.opens(&kit.page(PAGE)).await;
        let click = json!({"tabId": tab, "selector": "button"});
        let reply = agent.post("/api/click", click.clone()).await;
        reply.is_ok().mentions("snapshot", "heading \"Quiet\"");
        assert!(reply.json.get("snapshot_delta").is_none(), "{reply}");
        let mut with_text = click;
        with_text["snapshotText"] = json!(true);
        let reply = agent.post("/api/click", with_text).await;
        reply.is_ok().mentions("snapshot", "text \"Done\"");
    });
}
