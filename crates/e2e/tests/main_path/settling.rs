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

#[test]
fn requests_that_it_starts_are_waited_for() {
    run(async |kit| {
        let script = "changed = text => fetch('/slow?ms=200').then(() => {\
            out.textContent = `Saved ${text}` })";
        fills_visibly(kit, script, |reply, time| {
            reply.mentions("snapshot", &format!("Saved value {time}"));
        })
        .await;
        let script = "changed = text => { const request = new XMLHttpRequest();\
            request.onload = () => { more.textContent = `Stored ${text}` };\
            request.open('GET', '/slow?ms=200'); request.send() }";
        fills_visibly(kit, script, |reply, time| {
            reply.mentions("snapshot", &format!("Stored value {time}"));
        })
        .await;
    });
}

#[test]
fn requests_of_a_field_inside_a_frame_are_waited_for() {
    run(async |kit| {
        let person = kit.person().await;
        let inner = kit.page(
            "<label>Name <input id=field></label><p id=out></p>\
             <script>field.oninput = () => fetch('/slow?ms=200').then(() => {\
               out.textContent = 'Saved ' + field.value })</script>",
        );
        let tab = person.opens(&kit.page(format!("<iframe src='{inner}'></iframe>"))).await;
        let agent = kit.agent().with("x-kitsune-user-tabs", "writable");
        for time in 0..TIMES {
            agent.post("/api/snapshot", json!({"tabId": tab})).await.is_ok();
            let body =
                json!({"tabId": tab, "selector": "#field", "value": format!("value {time}")});
            let reply = agent.post("/api/fill", body).await;
            reply.is_ok().mentions("snapshot", &format!("Saved value {time}"));
        }
    });
}

#[test]
fn the_pages_own_functions_that_make_requests_stay_as_they_were() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<p>Plain</p>")).await;
        let look = "[fetch.name, fetch.length, XMLHttpRequest.prototype.send.name,\
            typeof fetch('/slow?ms=0').then, String(fetch).includes('[native code]'),\
            (() => { try { fetch.call({}) } catch (error) { return error.name } })()\
              ?? 'a promise'].join(' ')";
        let before = kit.in_page(tab, look).await;
        agent.post("/api/snapshot", json!({"tabId": tab})).await.is_ok();
        assert_eq!(kit.in_page(tab, look).await, before);
    });
}

/// In a tab that the person sees the least wait is 400 ms; what goes on for longer is waited for by
/// its changes only.
const STEPS: usize = 8;

/// Clicks a button whose `begin()` calls `step(number)` every 100 ms, and looks for the last step.
async fn clicks_visibly(kit: &Kit<'_>, content: &str) {
    let person = kit.person().await;
    let page = format!(
        "<button id=go onclick='begin()'>Go</button><main></main><script>\
         const main = document.querySelector('main'), root = (host) => \
           host.shadowRoot ?? host.attachShadow({{mode: 'open'}});\
         const steps = show => {{ let step = 0; const timer = setInterval(() => {{\
           show(`Step ${{++step}}`); if (step === {STEPS}) clearInterval(timer) }}, 100) }};\
         {content}</script>"
    );
    let tab = person.opens(&kit.page(page)).await;
    let agent = kit.agent().with("x-kitsune-user-tabs", "writable");
    agent.post("/api/snapshot", json!({"tabId": tab})).await.is_ok();
    let reply = agent.post("/api/click", json!({"tabId": tab, "selector": "#go"})).await;
    reply.is_ok().mentions("snapshot", &format!("Step {STEPS}"));
}

#[test]
fn changes_in_components_and_frames_that_the_action_brings_keep_it_waiting() {
    run(async |kit| {
        let nested = "begin = () => { main.innerHTML = '<section><div id=outer></div></section>';\
            const inner = root(outer).appendChild(document.createElement('p'));\
            const deep = root(inner).appendChild(document.createElement('b'));\
            steps(text => { deep.textContent = text }) }";
        clicks_visibly(kit, nested).await;
        let frame = "begin = () => { main.innerHTML = '<iframe srcdoc=\"<p>Empty</p>\"></iframe>';\
            const frame = main.firstChild; frame.onload = () => \
              steps(text => { frame.contentDocument.body.textContent = text }) }";
        clicks_visibly(kit, frame).await;
    });
}

#[test]
fn changes_in_shadow_roots_and_frames_that_are_there_keep_it_waiting() {
    run(async |kit| {
        let shadow = "main.innerHTML = '<div id=outer></div>';\
            const text = root(outer).appendChild(document.createElement('p'));\
            begin = () => steps(step => { text.textContent = step })";
        clicks_visibly(kit, shadow).await;
        let frame = "main.innerHTML = '<iframe srcdoc=\"<p>Empty</p>\"></iframe>';\
            begin = () => steps(step => { main.firstChild.contentDocument.body.textContent = step })";
        clicks_visibly(kit, frame).await;
    });
}
