//! Native dialogs that the person answers, and those that open in the middle of an action
//! (*POST /api/handle-dialog*).

use std::time::{Duration, Instant};

use kitsune_e2e::{Kit, Origin, Reply, TabId, Value, eventually, json, run};

async fn click(kit: &Kit<'_>, tab: TabId, selector: &str) -> Reply {
    kit.agent().post("/api/click", json!({"tabId": tab, "selector": selector})).await
}

async fn last_dialog(kit: &Kit<'_>, tab: TabId) -> Value {
    let info = kit.agent().post("/api/page-info", json!({"tabId": tab})).await;
    info.is_ok()["dialogs"].as_array().unwrap().last().unwrap().clone()
}

#[test]
fn the_persons_own_answer_is_recorded() {
    run(async |kit| {
        let person = kit.person().await;
        let page = "<button id=c onclick=\"document.title = confirm('Sure?')\">Confirm</button>\
            <button id=p onclick=\"document.title = prompt('Name?', 'Guest')\">Prompt</button>\
            <button id=s onclick=\"document.title = prompt('Your password?', 'pre-set')\">Secret</button>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        for (selector, accept, text, title, response) in [
            ("#c", true, None, "true", json!(true)),
            ("#c", false, None, "false", json!(false)),
            ("#p", true, Some("Ada"), "Ada", json!("Ada")),
            ("#p", false, None, "null", json!(null)),
            ("#s", true, Some("tr0ub4dor"), "tr0ub4dor", json!("[redacted]")),
        ] {
            let reply = click(kit, tab, selector).await;
            assert!(reply["dialog"]["type"].is_string(), "{reply}");
            person.answers(tab, accept, text).await;
            eventually("the page goes on", Duration::from_secs(10), async || {
                kit.in_page(tab, "document.title").await == title
            })
            .await;
            let told = last_dialog(kit, tab).await;
            assert_eq!((&told["response"], &told["pending"]), (&response, &json!(false)), "{told}");
            assert!(!told.to_string().contains("tr0ub4dor"), "{told}");
        }
        // The default of a prompt for a secret is what it returns when it is accepted.
        assert_eq!(last_dialog(kit, tab).await["default_value"], "[redacted]");
    });
}

#[test]
fn a_policy_ends_with_its_tab_only() {
    run(async |kit| {
        let page = kit.page("<button onclick=\"document.title = confirm('Sure?')\">Ask</button>");
        let tab = kit.agent().opens(&page).await;
        let policy = json!({"tabId": tab, "accept": true});
        kit.agent().post("/api/handle-dialog", policy).await.is_ok();
        assert!(click(kit, tab, "button").await["dialog"].is_null());
        kit.agent().post("/api/close-tab", json!({"tabId": tab})).await.is_ok();
        let another = kit.agent().opens(&page).await;
        let info = kit.agent().post("/api/page-info", json!({"tabId": another})).await;
        assert_eq!(info.is_ok()["policy"], Value::Null, "{info}");
        assert_eq!(click(kit, another, "button").await["dialog"]["type"], "confirm");
    });
}

#[test]
fn a_form_over_a_page_and_its_frame_ends_at_the_dialog_of_its_first_field() {
    run(async |kit| {
        let inner = kit.page_on(Origin::Other, "<label>Inner <input></label>");
        let page = format!(
            "<label>Outer <input oninput=\"alert('Stop')\"></label>\
             <iframe src='{inner}' width=300 height=200></iframe>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let snapshot = kit.agent().post("/api/snapshot", json!({"tabId": tab})).await;
        let text = snapshot.is_ok()["snapshot"].as_str().unwrap().to_owned();
        let field = |name: &str| {
            let line = text.lines().find(|line| line.contains(&format!("\"{name}\""))).unwrap();
            let target = line.split("[ref=").nth(1).unwrap().split(']').next().unwrap();
            json!({"name": name, "target": target, "type": "textbox", "value": "x"})
        };
        let start = Instant::now();
        let body = json!({"tabId": tab, "fields": [field("Outer"), field("Inner")]});
        let reply = kit.agent().post("/api/form-fill", body).await;
        assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
        assert_eq!(reply["dialog"], json!({"type": "alert", "message": "Stop"}), "{reply}");
        assert_eq!((&reply["field"], &reply["filled"]), (&json!("Outer"), &json!([])), "{reply}");
        assert_eq!(kit.in_frame(tab, &inner, "document.querySelector('input').value").await, "");
    });
}

#[test]
fn the_core_tool_gives_prompts_their_text() {
    run(async |kit| {
        let mcp = kit.mcp().await;
        let page = "<button onclick=\"document.title = prompt('Name?', 'Guest')\">Ask</button>";
        mcp.call("browser_tabs", json!({"action": "new", "url": kit.page(page)})).await.is_ok();
        let policy = json!({"accept": true, "promptText": "Ada"});
        let set = mcp.call("browser_handle_dialog", policy).await;
        assert_eq!(set.is_ok()["policy"], json!({"accept": true, "prompt_text": "Ada"}));
        mcp.call("browser_click", json!({"target": "button"})).await.is_ok();
        let tab = kit.tabs().await[0].id;
        assert_eq!(kit.in_page(tab, "document.title").await, "Ada");
    });
}
