//! How an answer waits for the page after a plain field write in a tab that the person sees, where
//! no least time holds (*Waiting for the page*).

use kitsune_e2e::{Kit, Reply, json, run};

/// Fills the field again and again: what is waited for must be waited for each time.
const TIMES: usize = 8;

/// Fills the field of a page whose `changed(text)` is called with each input, in a visible tab.
async fn fills_visibly(kit: &Kit<'_>, script: &str, check: impl Fn(&Reply, usize)) {
    let person = kit.person().await;
    let page = format!(
        "<label>Name <input id=field></label><p id=out></p><p id=more></p>\
         <script>field.oninput = () => changed(field.value);{script}</script>"
    );
    let tab = person.opens(&kit.page(page)).await;
    let agent = kit.agent().with("x-kitsune-user-tabs", "writable");
    agent.post("/api/snapshot", json!({"tabId": tab})).await.is_ok();
    for time in 0..TIMES {
        let body = json!({"tabId": tab, "selector": "#field", "value": format!("value {time}")});
        let reply = agent.post("/api/fill", body).await;
        assert!(reply.is_ok().json.get("visibilityState").is_none(), "{reply}");
        check(&reply, time);
    }
}

#[test]
fn what_the_page_shows_at_once_is_in_the_answer() {
    run(async |kit| {
        let script = "changed = text => { out.textContent = `Now ${text}` }";
        fills_visibly(kit, script, |reply, time| {
            reply.mentions("snapshot", &format!("Now value {time}"));
        })
        .await;
    });
}

#[test]
fn changes_that_follow_each_other_are_waited_for() {
    run(async |kit| {
        let script = "changed = text => { out.textContent = `Looking for ${text}`;\
            setTimeout(() => { more.textContent = `Found ${text}` }, 80) }";
        fills_visibly(kit, script, |reply, time| {
            reply.mentions("snapshot", &format!("Found value {time}"));
        })
        .await;
    });
}
