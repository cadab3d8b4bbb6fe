//! Bridge or browser end while a call runs: what is told, and that a write is not repeated.

use std::time::Duration;

use kitsune_e2e::{Kit, Mcp, TabId, eventually, json, run_apart};

/// JavaScript that marks its page and never ends.
const HANGING: &str = "() => { window.begun = true; return new Promise(() => {}) }";
/// Ends a bridge that a client has started, should this test not live to do it.
const ORPHAN: (&str, &str) = ("KITSUNE_BRIDGE_IDLE_TIMEOUT", "60");

fn signal(process: u32, name: &str) {
    let status = std::process::Command::new("kill")
        .args([format!("-{name}"), process.to_string()])
        .status()
        .unwrap();
    assert!(status.success());
}

/// Waits until [`HANGING`] runs in the tab.
async fn begun(kit: &Kit<'_>, tab: TabId) {
    eventually("the script runs", Duration::from_secs(10), async || {
        kit.in_page(tab, "window.begun === true").await == true
    })
    .await;
}

/// Waits until the extension is connected to the bridge that runs now.
async fn reconnected(kit: &Kit<'_>) {
    eventually("the extension is connected", Duration::from_secs(15), async || {
        kit.agent().get("/api/status").await["extension_connected"] == true
    })
    .await;
}

/// Opens a page as the client's current tab.
async fn opens(kit: &Kit<'_>, client: &Mcp, url: String) -> TabId {
    client.call("browser_tabs", json!({"action": "new", "url": url})).await.is_ok();
    let tabs = kit.tabs().await;
    tabs.iter().find(|tab| tab.url == url).expect("the tab is open").id
}

#[test]
fn a_browser_that_is_killed_mid_call_fails_a_write_as_unsafe_and_a_read_as_safe_to_repeat() {
    run_apart(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<p>Here")).await;
        let firefox = kit.browser().process().await.unwrap();

        let (write, read, ()) = tokio::join!(
            agent.post("/api/js", json!({"tabId": tab, "code": HANGING})),
            agent.post(
                "/api/wait-for-text",
                json!({"tabId": tab, "text": "never", "timeout": 60_000})
            ),
            async {
                begun(kit, tab).await;
                signal(firefox, "KILL");
            }
        );

        write.is_error("extension_disconnected").mentions("error", "Extension disconnected");
        assert_eq!(
            (&write["retryable"], &write["state"]),
            (&json!(false), &json!({"connected": false}))
        );
        read.is_error("extension_disconnected");
        assert_eq!(read["retryable"], true);
        let later = agent.post("/api/new-tab", json!({})).await;
        assert_eq!(later.is_error("extension_disconnected")["retryable"], true);
        let status = agent.get("/api/status").await;
        assert_eq!(status["diagnosis"]["code"], "extension_disconnected");
    });
}

#[test]
fn a_bridge_that_ends_mid_call_is_told_and_the_next_call_starts_another() {
    run_apart(async |kit| {
        let client = kit.mcp_with(&[ORPHAN]).await;
        let tab = opens(kit, &client, kit.page("<h1>Kept</h1><button>Go</button>")).await;
        let hanging = json!({"function": HANGING});

        // Killed: nothing is answered, so the write may have run.
        let (lost, ()) = tokio::join!(client.call("browser_evaluate", hanging.clone()), async {
            begun(kit, tab).await;
            signal(kit.stage().bridge_process().unwrap(), "KILL");
        });
        lost.is_error("bridge_disconnected");
        assert_eq!(
            (&lost["retryable"], &lost["state"]),
            (&json!(false), &json!({"requestSent": true}))
        );
        assert!(
            lost["hint"].as_str().is_some_and(|hint| hint.contains("browser_snapshot")),
            "{lost}"
        );

        // The next call starts a bridge, waits for the extension and finds the tab as it was.
        client.call("browser_snapshot", json!({})).await.is_ok().mentions("Kept");
        let click = json!({"element": "the button", "target": "button"});
        client.call("browser_click", click).await.is_ok();
        assert_eq!(kit.seen_in(tab).await, ["click button"]);

        // Asked to stop: what runs is told at once, and the bridge goes.
        kit.in_page(tab, "window.begun = false").await;
        let (stopped, ()) = tokio::join!(client.call("browser_evaluate", hanging), async {
            begun(kit, tab).await;
            let output = kit.program("kitsune-bridge", &[]).arg("stop").output().await.unwrap();
            assert!(output.status.success(), "{output:?}");
        });
        let code = stopped["code"].as_str().unwrap_or_default();
        assert!(["extension_disconnected", "bridge_disconnected"].contains(&code), "{stopped}");
        assert!(stopped.is_error && stopped["retryable"] == false, "{stopped}");

        kit.stage().start_bridge().await.unwrap();
        reconnected(kit).await;
        client.call("browser_snapshot", json!({})).await.is_ok().mentions("Kept");
    });
}
