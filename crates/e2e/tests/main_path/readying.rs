//! Actions that wait for their target (*Actionability wait*).

use std::time::{Duration, Instant};

use kitsune_e2e::{json, run};

#[test]
fn a_click_waits_until_its_target_is_rendered_and_is_made_once() {
    run(async |kit| {
        let page = "<button id=x hidden>Pay</button><script>\
            setTimeout(() => x.hidden = false, 600)</script>";
        let agent = kit.agent();
        let tab = agent.opens(&kit.page(page)).await;
        let click = json!({"tabId": tab, "selector": "#x", "wait": true, "timeout": 20_000});
        let reply = agent.post("/api/click", click).await;
        assert!(reply.is_ok().json.get("warning").is_none(), "{reply}");
        assert_eq!(kit.seen_in(tab).await, ["click button#x"]);
    });
}

#[test]
fn targets_are_used_once_they_are_there_fields_rendered_or_not() {
    run(async |kit| {
        let page = "<script>setTimeout(() => document.body.innerHTML =\
            '<input id=name><input type=checkbox id=agree hidden>\
             <select id=size hidden><option>S<option>L</select>\
             <p id=from draggable=true>From</p><p id=to>To</p><div id=editor contenteditable>Text</div>', 500)</script>";
        let agent = kit.agent();
        for (path, more) in [
            ("/api/fill", json!({"selector": "#name", "value": "Ada"})),
            ("/api/type", json!({"selector": "#name", "text": "Ada"})),
            ("/api/check", json!({"selector": "#agree"})),
            ("/api/select-option", json!({"selector": "#size", "value": "L"})),
            ("/api/keypress", json!({"selector": "#name", "key": "a"})),
            ("/api/hover", json!({"selector": "#to"})),
            ("/api/drag", json!({"from": "#from", "to": "#to"})),
            ("/api/set-editable-content", json!({"selector": "#editor", "value": "New"})),
        ] {
            let tab = agent.opens(&kit.page(page)).await;
            let mut body = more;
            body["tabId"] = json!(tab);
            body["wait"] = json!(true);
            body["timeout"] = json!(20_000);
            agent.post(path, body).await.is_ok();
        }
    });
}

#[test]
fn a_target_that_never_comes_or_never_shows_is_told_apart_and_nothing_is_sent() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<button id=x hidden>Pay</button>")).await;
        let click = |selector: &str| json!({"tabId": tab, "selector": selector, "wait": true, "timeout": 300});
        let hidden = agent.post("/api/click", click("#x")).await;
        let state = &hidden.is_error("not_actionable")["state"];
        assert_eq!((&state["reason"], &state["timeoutMs"]), (&json!("not_rendered"), &json!(300)));
        assert!(state["elapsed"].as_u64() >= Some(200), "{hidden}");
        assert_eq!(hidden["retryable"], true);
        let missing = agent.post("/api/double-click", click("#none")).await;
        let state = &missing.is_error("not_found")["state"];
        assert!(state["timeoutMs"] == 300 && state["elapsed"].is_u64(), "{missing}");
        assert_eq!(missing["retryable"], true);
        assert!(kit.seen_in(tab).await.is_empty());
        // Without the wait it is clicked where it is.
        let at_once = json!({"tabId": tab, "selector": "#x"});
        let reply = agent.post("/api/click", at_once).await;
        assert_eq!(reply.is_ok()["warning"]["code"], "hidden_or_covered");
    });
}

#[test]
fn what_no_wait_can_mend_fails_at_once() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<button id=x>One</button><button>Two</button>")).await;
        let click = async |mut body: kitsune_e2e::Value| {
            body["tabId"] = json!(tab);
            body["wait"] = json!(true);
            body["timeout"] = json!(60_000);
            agent.post("/api/click", body).await
        };
        let started = Instant::now();
        click(json!({"selector": "button"})).await.is_error("ambiguous_target");
        click(json!({"selector": "p:nth-child("})).await.is_error("unsupported_selector");
        let shown = json!({"tabId": tab, "selector": "#x"});
        let reference = agent.post("/api/wait-for-element", shown).await["ref"].clone();
        kit.in_page(tab, "void x.remove()").await;
        click(json!({"ref": reference})).await.is_error("stale_ref");
        assert!(started.elapsed() < Duration::from_secs(30));
        for timeout in [json!(-1), json!("5"), json!(true)] {
            let body =
                json!({"tabId": tab, "selector": "button", "wait": true, "timeout": timeout});
            agent.post("/api/click", body).await.has_status(400);
        }
        assert!(kit.seen_in(tab).await.is_empty());
    });
}

#[test]
fn a_page_that_unloads_during_the_wait_ends_it() {
    run(async |kit| {
        let agent = kit.agent();
        let next = kit.page("<button id=x>There</button>");
        let tab = agent.opens(&kit.page("<p>First")).await;
        // The first contact with a page takes longer than a later one.
        agent.post("/api/snapshot", json!({"tabId": tab})).await.is_ok();
        kit.in_page(tab, &format!("void setTimeout(() => location = '{next}', 2000)")).await;
        let click = json!({"tabId": tab, "selector": "#x", "wait": true, "timeout": 60_000});
        let reply = agent.post("/api/click", click).await;
        let code = reply["code"].as_str().unwrap_or_default();
        assert!(["navigating", "content_unavailable"].contains(&code), "{reply}");
        assert_eq!(reply["retryable"], false, "{reply}");
    });
}

#[test]
fn a_wait_and_an_outcome_go_together_and_other_actions_ignore_the_wait() {
    run(async |kit| {
        let page = "<input id=a><button id=x hidden onclick=\"setTimeout(() => document.body.append('Paid'), 300)\">Pay</button>\
            <script>setTimeout(() => x.hidden = false, 500)</script>";
        let agent = kit.agent();
        let tab = agent.opens(&kit.page(page)).await;
        let click = json!({"tabId": tab, "selector": "#x", "wait": true, "timeout": 20_000,
            "expect": {"text": "Paid", "timeout": 20_000}});
        assert_eq!(agent.post("/api/click", click).await.is_ok()["outcome"]["met"], true);
        let fill = json!({"tabId": tab, "fields": {"#a": "b"}, "wait": true, "timeout": "soon"});
        agent.post("/api/form-fill", fill).await.is_ok();
        let back = json!({"tabId": tab, "wait": true});
        agent.post("/api/back", back).await.is_ok();
    });
}
