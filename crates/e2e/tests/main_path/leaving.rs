//! Pages that ask to be kept, and what is told when they are left (*POST /api/handle-dialog*,
//! `beforeunload`; *POST /api/close-tab*).

use std::time::{Duration, Instant};

use kitsune_e2e::{Kit, Reply, TabId, Value, eventually, json, run};

/// A page that asks to be kept once something was entered, with ways out of it.
fn asking(kit: &Kit<'_>) -> String {
    let next = kit.page("<h1>Next</h1>");
    kit.page(format!(
        "<textarea id=t></textarea><a id=next href='{next}'>Next</a><a id=part href='#part'>Part</a>\
         <form action='{next}'><button>Send</button></form><script>\
         addEventListener('beforeunload', e => {{ if (t.value) e.preventDefault() }})</script>"
    ))
}

/// The same, opened by the agent and with the agent's text in it.
async fn drafted(kit: &Kit<'_>) -> TabId {
    let tab = kit.agent().opens(&asking(kit)).await;
    let draft = json!({"tabId": tab, "selector": "#t", "value": "draft"});
    kit.agent().post("/api/fill", draft).await.is_ok();
    tab
}

async fn post(kit: &Kit<'_>, path: &str, tab: TabId, body: Value) -> Reply {
    let mut body = body;
    body["tabId"] = json!(tab);
    kit.agent().post(path, body).await
}

/// Its listener runs before all that are added later.
const OBJECTS_FIRST: &str = "<textarea id=t></textarea><script>\
    addEventListener('beforeunload', e => e.preventDefault(), {capture: true})</script>";

#[test]
fn force_closes_a_page_whose_listener_comes_before_all_others() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = kit.agent().opens(&kit.page(OBJECTS_FIRST)).await;
        person.clicks(tab, "#t").await;
        person.types(tab, "unsaved").await;
        let shown = person.opens(&kit.page("<p>The person's page</p>")).await;
        let force = json!({"tabId": tab, "force": true});
        kit.agent().posts_once_free("/api/close-tab", force).await.is_ok();
        assert!(kit.tabs().await.iter().all(|open| open.id != tab));
        assert_eq!(person.current_tab().await, shown);
    });
}

#[test]
fn an_accepting_policy_leaves_such_a_page_without_a_question() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = kit.agent().opens(&kit.page(OBJECTS_FIRST)).await;
        person.clicks(tab, "#t").await;
        person.types(tab, "unsaved").await;
        let shown = person.opens(&kit.page("<p>The person's page</p>")).await;
        let away = json!({"tabId": tab, "url": kit.page("<h1>Next</h1>")});
        let asked = kit.agent().posts_once_free("/api/navigate", away.clone()).await;
        asked.mentions("error", "asks whether to leave");
        post(kit, "/api/handle-dialog", tab, json!({"accept": true})).await.is_ok();
        let left = kit.agent().post("/api/navigate", away).await;
        left.is_ok().mentions("snapshot", "Next");
        assert!(left["warning"].is_null(), "the policy has said so: {left}");
        let info = post(kit, "/api/page-info", tab, json!({})).await;
        let told = &info.is_ok()["dialogs"][0];
        assert_eq!((&told["type"], &told["response"]), (&json!("beforeunload"), &json!(true)));
        assert_eq!(person.current_tab().await, shown);
    });
}

#[test]
fn a_policy_that_does_not_accept_leaves_unloading_as_it_is() {
    run(async |kit| {
        let page = "<textarea id=t></textarea><script>let asked = 0;\
            onbeforeunload = e => { asked++; if (t.value) e.preventDefault() }</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let draft = json!({"selector": "#t", "value": "draft"});
        for policy in [json!({"accept": true}), json!({"accept": null}), json!({"accept": false})] {
            post(kit, "/api/fill", tab, draft.clone()).await.is_ok();
            post(kit, "/api/handle-dialog", tab, policy.clone()).await.is_ok();
            let set = kit.in_page(tab, "typeof onbeforeunload").await;
            assert_eq!(set, "function", "{policy}");
        }
        let left = post(kit, "/api/navigate", tab, json!({"url": kit.page("<h1>Next</h1>")})).await;
        assert_eq!(left.is_ok()["warning"]["code"], "left_unsaved", "{left}");
    });
}

#[test]
fn a_closed_tab_says_what_was_lost_with_it() {
    run(async |kit| {
        let tab = drafted(kit).await;
        let closed = post(kit, "/api/close-tab", tab, json!({})).await;
        assert_eq!(closed.is_ok()["warning"]["code"], "left_unsaved", "{closed}");
        let plain = kit.agent().opens(&asking(kit)).await;
        let closed = post(kit, "/api/close-tab", plain, json!({})).await;
        assert_eq!(closed.json, json!({"ok": true}));
    });
}

#[test]
fn an_action_by_which_the_page_leaves_itself_says_what_was_lost() {
    run(async |kit| {
        for (path, body) in [
            ("/api/click", json!({"selector": "#next"})),
            ("/api/submit-form", json!({"selector": "form"})),
            ("/api/click-and-wait-navigation", json!({"selector": "#next"})),
        ] {
            let tab = drafted(kit).await;
            let reply = post(kit, path, tab, body).await;
            assert_eq!(reply["warning"]["code"], "left_unsaved", "{path}: {reply}");
            let there = post(kit, "/api/snapshot", tab, json!({})).await;
            there.is_ok().mentions("snapshot", "Next");
        }
        let tab = kit.agent().opens(&asking(kit)).await;
        let reply = post(kit, "/api/click", tab, json!({"selector": "#next"})).await;
        assert!(reply.is_ok()["warning"].is_null(), "{reply}");
    });
}

#[test]
fn a_click_about_which_the_browser_asks_the_person_answers_at_once() {
    run(async |kit| {
        let person = kit.person().await;
        for path in ["/api/click", "/api/click-and-wait-navigation"] {
            let tab = kit.agent().opens(&asking(kit)).await;
            person.clicks(tab, "#t").await;
            person.types(tab, "unsaved").await;
            let part = json!({"tabId": tab, "selector": "#part"});
            kit.agent().posts_once_free("/api/click", part.clone()).await.is_ok();
            let start = Instant::now();
            let reply = post(kit, path, tab, json!({"selector": "#next"})).await;
            assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
            assert_eq!(reply["dialog"]["type"], "beforeunload", "{path}: {reply}");
            reply.mentions("hint", "accept=true");
            person.answers(tab, false, None).await;
            assert_eq!(kit.in_page(tab, "t.value").await, "unsaved");
            // Once the person has answered, the page is as any other.
            kit.agent().posts_once_free("/api/click", part).await.is_ok();
            person.closes(tab).await;
        }
    });
}

#[test]
fn a_page_that_does_not_answer_is_not_left_silently() {
    run(async |kit| {
        let busy = "<h1>Busy</h1><script>const busy = ms => setTimeout(() => {\
            const told = new XMLHttpRequest(); told.open('GET', '/busy', false); told.send();\
            const end = Date.now() + ms; while (Date.now() < end); })</script>";
        let tab = kit.agent().opens(&kit.page(busy)).await;
        kit.in_page(tab, "void busy(3000)").await;
        eventually("the page is busy", Duration::from_secs(10), async || {
            kit.received().iter().any(|request| request.path == "/busy")
        })
        .await;
        let left = post(kit, "/api/navigate", tab, json!({"url": kit.page("<h1>Next</h1>")})).await;
        assert_eq!(left.is_ok()["warning"]["code"], "left_unasked", "{left}");
    });
}

#[test]
fn nothing_is_said_to_be_lost_while_the_page_is_there() {
    run(async |kit| {
        let tab = drafted(kit).await;
        for body in [json!({}), json!({"pageText": true})] {
            let back = post(kit, "/api/back", tab, body).await;
            assert!(back.is_ok()["warning"].is_null(), "nothing came before it: {back}");
        }
        let nothing = json!({"url": kit.url("/status/204")});
        let kept = post(kit, "/api/navigate", tab, nothing).await;
        assert_eq!(kept.is_ok()["warning"]["code"], "no_page", "{kept}");
        assert!(kept["more_warnings"].is_null(), "{kept}");
        post(kit, "/api/click", tab, json!({"selector": "#part"})).await.is_ok();
        let back = post(kit, "/api/back", tab, json!({"pageText": true})).await;
        assert!(back.is_ok()["warning"].is_null(), "{back}");
        let forward = post(kit, "/api/forward", tab, json!({})).await;
        assert!(forward.is_ok()["warning"].is_null(), "{forward}");
        assert_eq!(kit.in_page(tab, "t.value + location.hash").await, "draft#part");
    });
}

#[test]
fn a_loss_is_told_beside_another_warning_and_with_an_error() {
    run(async |kit| {
        let tab = drafted(kit).await;
        let body = json!({"url": kit.page("<title>Next</title>"), "expectTitle": "Other"});
        let left = post(kit, "/api/navigate", tab, body).await;
        assert_eq!(left.is_ok()["warning"]["code"], "left_unsaved", "{left}");
        assert!(left["more_warnings"][0].as_str().unwrap().contains("Other"), "{left}");
        let tab = drafted(kit).await;
        // Firefox does not even ask for a page on this port.
        let failed = post(kit, "/api/navigate", tab, json!({"url": "http://127.0.0.1:1/"})).await;
        let state = &failed.is_error("error_page")["state"];
        assert_eq!(state["warning"]["code"], "left_unsaved", "{failed}");
    });
}

#[test]
fn a_page_that_asks_for_nothing_comes_back_out_of_the_historys_cache() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page("<h1>First</h1>")).await;
        kit.in_page(tab, "void (window.kept = 'kept')").await;
        post(kit, "/api/navigate", tab, json!({"url": kit.page("<h1>Second</h1>")})).await.is_ok();
        post(kit, "/api/back", tab, json!({"pageText": true})).await.is_ok();
        assert_eq!(kit.in_page(tab, "window.kept").await, "kept");
    });
}
