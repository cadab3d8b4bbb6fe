//! The extension itself: its popup, and its life across a reload.

use std::path::Path;
use std::time::Duration;

use kitsune_e2e::{Kit, eventually, json, run_apart};

async fn is_connected(kit: &Kit<'_>) -> bool {
    kit.agent().get("/api/status").await["extension_connected"] == true
}

#[test]
fn the_popup_shows_whether_the_bridge_is_there() {
    run_apart(async |kit| {
        let person = kit.person().await;
        let popup = person.opens_extension_page("popup/popup.html").await;
        let text = async || kit.in_page(popup, "document.body.innerText").await.to_string();
        eventually("the popup says that it is connected", Duration::from_secs(5), async || {
            text().await.contains("Connected")
        })
        .await;
        let port = kit.stage().ports().socket.to_string();
        assert!(text().await.contains(&port), "{}", text().await);
        picture(kit, popup, "popup-connected.png").await;

        kit.stage().stop_bridge();
        person.closes(popup).await;
        let popup = person.opens_extension_page("popup/popup.html").await;
        eventually("the popup says what to do", Duration::from_secs(10), async || {
            let text = kit.in_page(popup, "document.body.innerText").await.to_string();
            text.contains("Not connected") && text.contains("kitsune launch")
        })
        .await;
        picture(kit, popup, "popup-not-connected.png").await;
        kit.stage().start_bridge().await.unwrap();
    });
}

/// Leaves a picture for people who want to see what the popup looks like.
async fn picture(kit: &Kit<'_>, tab: kitsune_e2e::TabId, name: &str) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/pictures");
    std::fs::create_dir_all(&directory).unwrap();
    let image = kit.browser().screenshot(Some(tab)).await.unwrap();
    std::fs::write(directory.join(name), image).unwrap();
}

#[test]
fn a_reload_of_the_extension_keeps_owners_and_reaches_open_pages_again() {
    run_apart(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<button id=go>Go</button>")).await;
        let before = agent.post("/api/snapshot", json!({"tabId": tab})).await;
        let text = before.is_ok()["snapshot"].as_str().unwrap().to_owned();
        let reference = text.split("[ref=").nth(1).unwrap().split(']').next().unwrap().to_owned();

        let person = kit.person().await;
        person.reloads_the_extension().await;
        eventually("the extension is connected again", Duration::from_secs(15), async || {
            is_connected(kit).await
        })
        .await;

        // Refs of before name nothing any more, and never another element.
        let click = json!({"tabId": tab, "ref": reference});
        let stale = agent.post("/api/click", click).await;
        stale.is_error("stale_ref");
        assert_eq!(stale["state"]["reason"], "not_in_snapshot");
        let after = agent.post("/api/snapshot", json!({"tabId": tab})).await;
        let text = after.is_ok()["snapshot"].as_str().unwrap();
        assert!(!text.contains(&format!("[ref={reference}]")), "a number is given twice\n{after}");
        // The tab still belongs to the agent.
        agent.post("/api/click", json!({"tabId": tab, "selector": "#go"})).await.is_ok();
        // The input observer is back in the page that was already open.
        person.looks_at(tab).await;
        person.clicks(tab, "#go").await;
        let reply = agent.post("/api/click", json!({"tabId": tab, "selector": "#go"})).await;
        reply.is_error("user_active");
        // So are the page-world wrappers.
        eventually("the person has paused", Duration::from_secs(10), async || {
            let open = "void (document.querySelector('#go').onclick = () => alert('Hello'))";
            agent
                .post("/api/js", json!({"tabId": tab, "code": open}))
                .await
                .json
                .get("error")
                .is_none()
        })
        .await;
        let alert = agent.post("/api/click", json!({"tabId": tab, "selector": "#go"})).await;
        assert_eq!(alert["dialog"], json!({"type": "alert", "message": "Hello"}), "{alert}");
    });
}
