//! Native dialogs: policies that answer them, what is told of them, and leaving pages that ask
//! (*POST /api/handle-dialog*).

use std::time::{Duration, Instant};

use kitsune_e2e::{Kit, Origin, Reply, TabId, Value, eventually, json, run};

async fn set(kit: &Kit<'_>, tab: TabId, policy: Value) -> Reply {
    let mut body = policy;
    body["tabId"] = json!(tab);
    kit.agent().post("/api/handle-dialog", body).await
}

async fn click(kit: &Kit<'_>, tab: TabId, selector: &str) -> Reply {
    kit.agent().post("/api/click", json!({"tabId": tab, "selector": selector})).await
}

const DELETE: &str = "<button onclick=\"out.textContent = confirm('Delete it?') ? 'Gone' : 'Kept'\">\
    Delete</button><p id=out></p>";

#[test]
fn a_policy_set_before_answers_with_no_and_the_page_goes_on() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(DELETE)).await;
        let other = kit.agent().opens(&kit.page("<p>Another tab</p>")).await;
        let policy = set(kit, tab, json!({"accept": false})).await;
        policy.is_ok();
        assert_eq!(policy["policy"], json!({"accept": false}));
        assert_eq!(policy["dialogs"], json!([]));
        let reply = click(kit, tab, "button").await;
        reply.is_ok().mentions("snapshot", "Kept");
        assert!(reply["dialog"].is_null(), "{reply}");
        let answered = &reply["dialogs"][0];
        assert_eq!(answered["type"], "confirm", "{reply}");
        assert_eq!(answered["message"], "Delete it?", "{reply}");
        assert_eq!((&answered["response"], &answered["pending"]), (&json!(false), &json!(false)));
        let elsewhere = kit.agent().post("/api/snapshot", json!({"tabId": other})).await;
        elsewhere.is_ok().mentions("snapshot", "Another tab");
    });
}

#[test]
fn a_click_that_opens_a_confirm_says_so_within_two_seconds_and_nobody_claims_an_answer() {
    run(async |kit| {
        let url = kit.page(DELETE);
        let tab = kit.agent().opens(&url).await;
        let other = kit.agent().opens(&kit.page("<p>Another tab</p>")).await;
        let start = Instant::now();
        let reply = click(kit, tab, "button").await;
        assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
        assert_eq!(reply["dialog"], json!({"type": "confirm", "message": "Delete it?"}));
        reply.mentions("hint", "browser_handle_dialog").mentions("hint", "browser_navigate");
        let elsewhere = kit.agent().post("/api/snapshot", json!({"tabId": other})).await;
        elsewhere.is_ok().mentions("snapshot", "Another tab");
        // The open dialog is not answered by a policy, and the reply does not claim it.
        let late = set(kit, tab, json!({"accept": false})).await;
        assert_eq!(late["ok"], false, "{late}");
        late.mentions("error", "only the person").mentions("hint", "browser_navigate");
        assert_eq!(late["dialogs"][0]["pending"], true, "{late}");
        // Loading the page again closes it, and then the policy answers.
        kit.agent().post("/api/navigate", json!({"tabId": tab, "url": url})).await.is_ok();
        click(kit, tab, "button").await.is_ok().mentions("snapshot", "Kept");
    });
}

#[test]
fn each_kind_of_dialog_gets_what_the_policy_says() {
    run(async |kit| {
        let page = "<button onclick=\"document.title = JSON.stringify([alert('A'), confirm('C'), \
            prompt('P', 'Guest'), prompt('Q'), prompt('Your password?', 'x')])\">Ask</button>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let title = async || {
            click(kit, tab, "button").await.is_ok();
            kit.in_page(tab, "document.title").await
        };
        set(kit, tab, json!({"accept": true})).await.is_ok();
        assert_eq!(title().await, r#"[null,true,"Guest","","x"]"#);
        set(kit, tab, json!({"accept": true, "prompt_text": "Ada"})).await.is_ok();
        assert_eq!(title().await, r#"[null,true,"Ada","Ada","Ada"]"#);
        set(kit, tab, json!({"accept": false, "prompt_text": "Ada"})).await.is_ok();
        assert_eq!(title().await, "[null,false,null,null,null]");
        let info = kit.agent().post("/api/page-info", json!({"tabId": tab})).await;
        assert_eq!(info.is_ok()["policy"], json!({"accept": false}));
        let dialogs = info["dialogs"].as_array().unwrap();
        let responses: Vec<_> = dialogs.iter().map(|dialog| dialog["response"].clone()).collect();
        let expected = json!([
            null,
            true,
            "Guest",
            "",
            "[redacted]", //
            null,
            true,
            "Ada",
            "Ada",
            "[redacted]", //
            null,
            false,
            null,
            null,
            null
        ]);
        assert_eq!(Value::Array(responses), expected, "{info}");
        let third = &dialogs[2];
        assert_eq!((&third["message"], &third["default_value"]), (&json!("P"), &json!("Guest")));
        assert!(third["timestamp"].as_u64().is_some_and(|at| at > 1_600_000_000_000), "{info}");
    });
}

#[test]
fn a_cleared_policy_leaves_dialogs_to_the_person() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(DELETE)).await;
        set(kit, tab, json!({"accept": true})).await.is_ok();
        let cleared = set(kit, tab, json!({"accept": null})).await;
        assert_eq!(cleared.is_ok()["policy"], Value::Null);
        assert_eq!(click(kit, tab, "button").await["dialog"]["type"], "confirm");
        for body in [json!({}), json!({"accept": "yes"}), json!({"accept": true, "text": "a"})] {
            set(kit, tab, body).await.has_status(400).is_error("invalid_argument");
        }
    });
}

#[test]
fn a_policy_outlives_a_navigation_and_is_another_tabs_own_business() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page("<p>First</p>")).await;
        let other = kit.agent().opens(&kit.page(DELETE)).await;
        set(kit, tab, json!({"accept": false})).await.is_ok();
        let url = kit.page(DELETE);
        kit.agent().post("/api/navigate", json!({"tabId": tab, "url": url})).await.is_ok();
        click(kit, tab, "button").await.is_ok().mentions("snapshot", "Kept");
        assert_eq!(click(kit, other, "button").await["dialog"]["type"], "confirm");
        // The person's tabs have no policy of an agent.
        let person = kit.person().await;
        let theirs = person.opens(&kit.page(DELETE)).await;
        set(kit, theirs, json!({"accept": true})).await.is_error("user_tab_read_only");
    });
}

#[test]
fn dialogs_of_frames_are_answered_too() {
    run(async |kit| {
        let inner = "<button onclick=\"document.title = confirm('From inside?')\">Ask</button>";
        let far = kit.page_on(Origin::Other, inner);
        let page = format!(
            "<iframe src='{far}' width=300 height=200></iframe>\
             <iframe id=near srcdoc=\"<button onclick='document.title = confirm(1)'>Near</button>\">\
             </iframe>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        set(kit, tab, json!({"accept": true})).await.is_ok();
        let snapshot = kit.agent().post("/api/snapshot", json!({"tabId": tab})).await;
        let text = snapshot.is_ok()["snapshot"].as_str().unwrap();
        let line = text.lines().find(|line| line.contains("button \"Ask\"")).unwrap();
        let reference = line.split("[ref=").nth(1).unwrap().split(']').next().unwrap();
        let reply = kit.agent().post("/api/click", json!({"tabId": tab, "ref": reference})).await;
        let told = &reply.is_ok()["dialogs"][0];
        assert_eq!((&told["message"], &told["response"]), (&json!("From inside?"), &json!(true)));
        assert!(told["frame"].as_str().is_some_and(|frame| far.starts_with(frame)), "{reply}");
        assert_eq!(kit.in_frame(tab, &far, "document.title").await, "true");
        let near = click(kit, tab, "role=button[name=\"Near\"]").await;
        assert_eq!(near.is_ok()["dialogs"][0]["response"], true, "{near}");
    });
}

#[test]
fn a_page_that_asks_until_it_likes_the_answer_comes_to_an_end() {
    run(async |kit| {
        let page = "<button id=loop onclick=\"n = 0; while (!confirm('Sure?')) n++\">Loop</button>\
            <button id=many onclick='for (let i = 0; i < 90; i++) alert(i)'>Many</button>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        set(kit, tab, json!({"accept": false})).await.is_ok();
        let many = click(kit, tab, "#many").await;
        assert_eq!(many.is_ok()["dialogs"].as_array().map(Vec::len), Some(90), "{many}");
        let reply = click(kit, tab, "#loop").await;
        assert_eq!(reply["dialog"], json!({"type": "confirm", "message": "Sure?"}), "{reply}");
        let info = kit.agent().post("/api/page-info", json!({"tabId": tab})).await;
        assert_eq!(info["dialogs"].as_array().map(Vec::len), Some(100), "{info}");
        let away = json!({"tabId": tab, "url": kit.page("<p>Away</p>")});
        kit.agent().post("/api/navigate", away).await.is_ok();
    });
}

const ASKS: &str = "<textarea id=t></textarea><script>\
    addEventListener('beforeunload', e => { if (t.value) e.preventDefault() })</script>";

#[test]
fn a_page_that_the_person_has_used_and_that_asks_is_not_left() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = kit.agent().opens(&kit.page(ASKS)).await;
        person.clicks(tab, "#t").await;
        person.types(tab, "unsaved").await;
        let shown = person.opens(&kit.page("<p>The person's page")).await;
        let next = kit.page("<p>Next</p>");
        let away = json!({"tabId": tab, "url": next});
        let reply = kit.agent().posts_once_free("/api/navigate", away.clone()).await;
        reply.mentions("error", "asks whether to leave").mentions("hint", "accept=true");
        assert_eq!(reply["state"]["dialog"]["type"], "beforeunload", "{reply}");
        assert_eq!(kit.in_page(tab, "t.value").await, "unsaved");
        assert_eq!(person.current_tab().await, shown);
        let back = kit.agent().post("/api/back", json!({"tabId": tab})).await;
        back.mentions("error", "asks whether to leave");
        for path in ["/api/forward", "/api/reload-tab"] {
            let reply = kit.agent().post(path, json!({"tabId": tab})).await;
            reply.mentions("error", "asks whether to leave").mentions("hint", "accept=true");
            assert_eq!(kit.in_page(tab, "t.value").await, "unsaved");
        }
        assert_eq!(person.current_tab().await, shown);
        // With a policy that accepts it is left without a question.
        set(kit, tab, json!({"accept": true})).await.is_ok();
        let left = kit.agent().post("/api/navigate", away).await;
        left.is_ok().mentions("snapshot", "Next");
        let info = kit.agent().post("/api/page-info", json!({"tabId": tab})).await;
        assert_eq!(info["dialogs"][0]["type"], "beforeunload", "{info}");
        assert_eq!(person.current_tab().await, shown);
    });
}

#[test]
fn a_page_with_only_the_agents_text_is_left_but_not_silently() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(ASKS)).await;
        let away = json!({"tabId": tab, "url": kit.page("<p>Next</p>")});
        let fill = json!({"tabId": tab, "selector": "#t", "value": "draft"});
        kit.agent().post("/api/fill", fill).await.is_ok();
        let reply = kit.agent().post("/api/navigate", away.clone()).await;
        reply.is_ok().mentions("snapshot", "Next");
        assert_eq!(reply["warning"]["code"], "left_unsaved", "{reply}");
        let again = kit.agent().post("/api/navigate", away).await;
        assert!(again.is_ok()["warning"].is_null(), "{again}");
    });
}

#[test]
fn back_forward_and_reload_lose_nothing_silently_either() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<p>Before</p>")).await;
        let asks = json!({"tabId": tab, "url": kit.page(ASKS)});
        agent.post("/api/navigate", asks).await.is_ok();
        let after = json!({"tabId": tab, "url": kit.page("<p>After</p>")});
        agent.post("/api/navigate", after).await.is_ok();
        agent.post("/api/back", json!({"tabId": tab, "pageText": true})).await.is_ok();
        for path in ["/api/reload-tab", "/api/forward"] {
            let fill = json!({"tabId": tab, "selector": "#t", "value": "draft"});
            eventually("the field is there", Duration::from_secs(10), async || {
                agent.post("/api/fill", fill.clone()).await["ok"] == true
            })
            .await;
            let before = kit.received().len();
            let reply = agent.post(path, json!({"tabId": tab})).await;
            assert_eq!(reply.is_ok()["warning"]["code"], "left_unsaved", "{path} {reply}");
            // The load has only begun.
            eventually("the page has been left", Duration::from_secs(10), async || {
                let shown = agent.post("/api/snapshot", json!({"tabId": tab})).await;
                let text = shown["snapshot"].as_str().unwrap_or_default();
                text.contains("After") || (!text.is_empty() && kit.received().len() > before)
            })
            .await;
        }
        agent.post("/api/back", json!({"tabId": tab, "pageText": true})).await.is_ok();
        let fill = json!({"tabId": tab, "selector": "#t", "value": "draft"});
        agent.post("/api/fill", fill).await.is_ok();
        let back = agent.post("/api/back", json!({"tabId": tab, "pageText": true})).await;
        assert_eq!(back.is_ok()["warning"]["code"], "left_unsaved", "{back}");
    });
}

#[test]
fn a_page_that_alerts_a_thousand_times_holds_nobody_up() {
    run(async |kit| {
        let page = "<button onclick=\"let n = 0; while (n < 1000) alert(n++)\">Alert</button>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let start = Instant::now();
        let first = click(kit, tab, "button").await;
        assert_eq!(first["dialog"], json!({"type": "alert", "message": "0"}), "{first}");
        // Nothing more is sent to a page that shows a dialog.
        let again = click(kit, tab, "button").await;
        assert_eq!(again.is_error("content_unavailable")["state"]["dialog"]["message"], "0");
        let url = kit.page(page);
        kit.agent().post("/api/navigate", json!({"tabId": tab, "url": url})).await.is_ok();
        set(kit, tab, json!({"accept": true})).await.is_ok();
        // A policy answers the first hundred; then the person is asked, and the answer says so.
        let reply = click(kit, tab, "button").await;
        assert_eq!(reply["dialog"], json!({"type": "alert", "message": "100"}), "{reply}");
        kit.agent().post("/api/navigate", json!({"tabId": tab, "url": url})).await.is_ok();
        assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
        let info = kit.agent().post("/api/page-info", json!({"tabId": tab})).await;
        assert!(info.is_ok()["dialogs"].as_array().unwrap().len() <= 100, "{info}");
    });
}

#[test]
fn the_core_tool_answers_dialogs_of_the_current_tab() {
    run(async |kit| {
        let mcp = kit.mcp().await;
        mcp.call("browser_tabs", json!({"action": "new", "url": kit.page(DELETE)})).await.is_ok();
        let policy = mcp.call("browser_handle_dialog", json!({"accept": true})).await;
        assert_eq!(policy.is_ok()["policy"], json!({"accept": true}));
        let click = json!({"element": "Delete", "target": "button"});
        mcp.call("browser_click", click.clone()).await.is_ok().mentions("Gone");
        mcp.call("browser_handle_dialog", json!({"accept": null})).await.is_ok();
        let open = mcp.call("browser_click", click).await;
        assert_eq!(open["dialog"]["type"], "confirm", "{open}");
        let late = mcp.call("browser_handle_dialog", json!({"accept": true})).await;
        assert!(late.is_error, "{late}");
    });
}
