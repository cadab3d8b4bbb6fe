//! What changed while `browser_wait_for` waited (*browser_wait_for*).

use std::time::Duration;

use kitsune_e2e::{eventually, json, run};

#[test]
fn a_sleep_tells_what_changed_since_the_last_answer() {
    run(async |kit| {
        let page = "<h1>List</h1><ul id=list><li>One</ul><script>\
            const add = (text, ms) => setTimeout(() => list.insertAdjacentHTML('beforeend', `<li>${text}`), ms)\
            </script><button onclick=\"add('During', 1200)\">More</button>";
        let client = kit.mcp().await;
        client.call("browser_tabs", json!({"action": "new"})).await.is_ok();
        client.call("browser_navigate", json!({"url": kit.page(page)})).await.is_ok();
        let tab = kit.tabs().await[0].id;
        // It lands between an answer and the sleep.
        kit.in_page(tab, "void list.insertAdjacentHTML('beforeend', '<li>Between')").await;
        client.call("browser_click", json!({"target": "button"})).await.is_ok();
        kit.in_page(tab, "void list.insertAdjacentHTML('beforeend', '<li>Afterwards')").await;
        let slept = client.call("browser_wait_for", json!({"time": 3})).await;
        slept.is_ok().mentions("Afterwards").mentions("During");
        assert_eq!(slept["snapshot_delta"], true, "{slept}");
        assert!(!slept.text.contains("Between"), "the click has told it: {slept}");
        let again = client.call("browser_wait_for", json!({"time": 0})).await;
        assert_eq!(again.is_ok()["no_visible_change"], true, "{again}");
    });
}

#[test]
fn a_met_text_wait_tells_the_toast_that_came_as_the_status_went() {
    run(async |kit| {
        let page = "<p id=state>Idle</p><button onclick=\"state.textContent = 'Saving';\
            setTimeout(() => { state.textContent = ''; document.body.append(Object.assign(\
              document.createElement('p'), {role: 'status', textContent: 'All saved'})) }, 2500)\">Save</button>";
        let client = kit.mcp().await;
        client.call("browser_tabs", json!({"action": "new"})).await.is_ok();
        client.call("browser_navigate", json!({"url": kit.page(page)})).await.is_ok();
        client.call("browser_click", json!({"target": "button"})).await.is_ok().mentions("Saving");
        let waited = client.call("browser_wait_for", json!({"textGone": "Saving"})).await;
        waited.is_ok().mentions("All saved");
        assert_eq!((&waited["ok"], &waited["text_gone"]), (&json!(true), &json!("Saving")));
        assert!(waited["elapsed"].is_u64() && waited["snapshot_delta"] == true, "{waited}");
    });
}

#[test]
fn without_an_earlier_answer_a_sleep_shows_the_whole_page() {
    run(async |kit| {
        let client = kit.mcp().await;
        let start = json!({"action": "new", "url": kit.page("<h1>Start</h1>")});
        client.call("browser_tabs", start).await.is_ok();
        let tab = kit.tabs().await[0].id;
        let goal = kit.page("<title>Goal</title><h1>Whole</h1><p>Page");
        kit.in_page(tab, &format!("void (location.href = '{goal}')")).await;
        eventually("the page has moved on", Duration::from_secs(10), async || {
            kit.in_page(tab, "document.title").await == "Goal"
        })
        .await;
        let slept = client.call("browser_wait_for", json!({"time": 0})).await;
        slept.is_ok().mentions("heading \\\"Whole\\\"");
        assert!(slept["snapshot_delta"].is_null(), "{slept}");
    });
}

#[test]
fn text_that_must_be_new_and_times_at_the_borders() {
    run(async |kit| {
        let page = "<p>Saved</p><button onclick=\"setTimeout(() => document.body.append('Saved'), 1500)\">\
            Save</button>";
        let client = kit.mcp().await;
        client.call("browser_tabs", json!({"action": "new"})).await.is_ok();
        client.call("browser_navigate", json!({"url": kit.page(page)})).await.is_ok();
        client.call("browser_click", json!({"target": "button"})).await.is_ok();
        let anew = json!({"text": "Saved", "newOnly": true});
        let waited = client.call("browser_wait_for", anew).await;
        assert!(waited.is_ok()["already_present"].is_null(), "{waited}");
        let refused = client.call("browser_wait_for", json!({"time": -1})).await;
        assert!(refused.is_error, "{refused}");
    });
}
