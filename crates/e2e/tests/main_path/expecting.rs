//! `expect` with each action that takes it, and what is no outcome (*Action outcomes*).

use std::time::{Duration, Instant};

use kitsune_e2e::{Kit, Reply, TabId, Value, eventually, json, run};

async fn click(kit: &Kit<'_>, tab: TabId, selector: &str, expect: Value) -> Reply {
    let body = json!({"tabId": tab, "selector": selector, "expect": expect});
    kit.agent().post("/api/click", body).await
}

#[test]
fn a_click_whose_handler_asks_answers_at_once_whatever_is_expected() {
    run(async |kit| {
        let page = "<button id=ask onclick=\"confirm('Delete it?')\">Delete</button>\
            <button id=moved onclick=\"history.pushState(0, '', '?gone'); alert('Moved')\">Go</button>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let start = Instant::now();
        let expect = json!({"text": "Deleted", "timeout": 20_000});
        let reply = click(kit, tab, "#ask", expect).await;
        assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
        assert_eq!(reply["dialog"], json!({"type": "confirm", "message": "Delete it?"}));
        reply.is_error("outcome_not_observed").mentions("error", "native confirm");
        reply.mentions("hint", "browser_handle_dialog").mentions("hint", "browser_navigate");
        assert_eq!((&reply["dispatched"], &reply["ok"]), (&json!(true), &json!(false)));
        assert_eq!(reply["outcome"]["observed"]["code"], "content_unavailable", "{reply}");
        assert!(reply["needs_user"].is_null(), "a click of the person helps nothing: {reply}");
        // What the browser knows of the tab is seen all the same.
        let tab = kit.agent().opens(&kit.page(page)).await;
        let expect = json!({"url": "gone$", "timeout": 20_000});
        let reply = click(kit, tab, "#moved", expect).await;
        assert_eq!(
            (&reply["ok"], &reply["outcome"]["met"]),
            (&json!(true), &json!(true)),
            "{reply}"
        );
        assert_eq!(reply["dialog"]["type"], "alert", "{reply}");
    });
}

#[test]
fn only_what_the_page_shows_is_its_text() {
    run(async |kit| {
        let page = "<button id=go>Go</button><a href=/orders>Orders</a>\
            <div role=switch aria-checked=false tabindex=0 aria-label=Wifi>off</div>\
            <input aria-label=City value=Ems><button id=city onclick=\"document.title = 1\">Same</button>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        for text in ["button", "checked", "ref=", "/url", "/orders", "textbox"] {
            let body = json!({"tabId": tab, "selector": "#go", "snapshot": "full",
                "snapshotText": true, "expect": {"text": text, "timeout": 300}});
            let reply = kit.agent().post("/api/click", body).await;
            reply.is_error("outcome_not_observed");
            assert_eq!(reply["outcome"]["observed"]["textVisible"], false, "{text}: {reply}");
        }
        // Names and values of the snapshot count.
        for text in ["Wifi", "Ems"] {
            let body = json!({"tabId": tab, "selector": "#go", "snapshot": "full",
                "snapshotText": true, "expect": {"text": text, "timeout": 300}});
            let reply = kit.agent().post("/api/click", body).await;
            assert_eq!(reply.is_ok()["outcome"]["observed"]["source"], "snapshot", "{reply}");
        }
    });
}

/// What is expected once each of these routes has done its work on [`REACTS`].
fn acts() -> Vec<(&'static str, Value)> {
    vec![
        ("/api/double-click", json!({"selector": "#twice"})),
        ("/api/hover", json!({"selector": "#over"})),
        ("/api/scroll", json!({"selector": "#list", "direction": "down", "amount": 40})),
        ("/api/drag", json!({"from": "#from", "to": "#to"})),
        ("/api/type", json!({"selector": "#field", "text": "a"})),
        ("/api/fill", json!({"selector": "#field", "value": "b"})),
        ("/api/form-fill", json!({"fields": {"Field": "c"}})),
        ("/api/keypress", json!({"selector": "#keys", "key": "x"})),
        ("/api/submit-form", json!({"selector": "form"})),
        ("/api/select-option", json!({"selector": "select", "value": "two"})),
        ("/api/check", json!({"selector": "#box", "checked": true})),
        ("/api/focus", json!({"selector": "#focus"})),
        ("/api/blur", json!({"selector": "#focus"})),
        ("/api/set-editable-content", json!({"selector": "#editor", "value": "d"})),
    ]
}

/// Each control makes its own address and text when its event comes.
const REACTS: &str = "<p id=out></p><button id=twice>Twice</button><button id=over>Over</button>\
    <div id=list style='height:30px;overflow:auto'><p style='height:400px'>Long</div>\
    <p id=from draggable=true>From</p><p id=to>To</p><label>Field <input id=field></label>\
    <input id=keys aria-label=Keys><form><button>Send</button></form>\
    <select aria-label=Choice><option>one<option>two</select><input id=box type=checkbox aria-label=Box>\
    <input id=focus aria-label=Focus><div id=editor contenteditable>Text</div><script>\
    let count = 0;\
    const on = (selector, type) => document.querySelector(selector).addEventListener(type, event => {\
      if (type === 'submit' || type === 'dragover') event.preventDefault();\
      history.replaceState(0, '', '?' + ++count); out.textContent += ` Did ${type} ${selector}.` });\
    for (const [selector, type] of [['#twice', 'dblclick'], ['#over', 'mouseover'], ['#list', 'scroll'],\
      ['#to', 'dragover'], ['#field', 'input'], ['#keys', 'keydown'], ['form', 'submit'],\
      ['select', 'change'], ['#box', 'change'], ['#focus', 'focus'], ['#focus', 'blur'],\
      ['#editor', 'input']]) on(selector, type)</script>";

#[test]
fn every_action_that_takes_an_expectation_looks_for_it() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page(REACTS)).await;
        for (path, body) in acts() {
            let mut body = body;
            body["tabId"] = json!(tab);
            body["expect"] = json!({"url_changed": true, "timeout": 20_000});
            let reply = agent.post(path, body).await;
            assert_eq!(reply.is_ok()["dispatched"], true, "{path}");
            let outcome = &reply["outcome"];
            assert_eq!(outcome["met"], true, "{path}: {reply}");
            assert_eq!(outcome["observed"]["source"], "tab", "{path}: {reply}");
        }
        let out = kit.in_page(tab, "out.textContent").await;
        for part in ["dblclick", "mouseover", "scroll", "dragover", "keydown", "submit", "blur"] {
            assert!(out.as_str().unwrap().contains(&format!("Did {part}")), "{part}: {out}");
        }
    });
}

#[test]
fn loads_out_of_the_history_and_reloads_have_outcomes_too() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<h1>First</h1>")).await;
        let counted = "<p id=out></p><script>sessionStorage.n = Number(sessionStorage.n ?? 0) + 1;\
            out.textContent = 'Load ' + sessionStorage.n</script>";
        let second = json!({"tabId": tab, "url": kit.page(counted), "expect": {"text": "Load 1"}});
        agent.post("/api/navigate", second).await.is_ok();
        let again = json!({"tabId": tab, "expect": {"text": "Load 2", "timeout": 20_000}});
        let reply = agent.post("/api/reload-tab", again).await;
        assert_eq!(reply.is_ok()["outcome"]["observed"]["source"], "page");
        let back = json!({"tabId": tab, "expect": {"text": "First", "timeout": 20_000}});
        agent.post("/api/back", back).await.is_ok();
        let forward = json!({"tabId": tab, "expect": {"text": "Load", "timeout": 20_000}});
        let reply = agent.post("/api/forward", forward).await;
        assert_eq!(reply.is_ok()["outcome"]["met"], true, "{reply}");
    });
}

#[test]
fn the_tools_take_an_expectation() {
    run(async |kit| {
        let client = kit.mcp_with(&[("KITSUNE_CAPS", "core,browse,tabs")]).await;
        client
            .call("browser_tabs", json!({"action": "new", "url": kit.page(REACTS)}))
            .await
            .is_ok();
        let expect = json!({"url_changed": true, "timeout": 20_000});
        for (tool, mut arguments) in [
            ("browser_check", json!({"selector": "#box"})),
            ("browser_scroll", json!({"selector": "#list", "direction": "down"})),
            ("browser_submit_form", json!({"selector": "form"})),
        ] {
            arguments["expect"] = expect.clone();
            let reply = client.call(tool, arguments).await;
            assert_eq!(reply.is_ok()["outcome"]["met"], true, "{tool}: {reply}");
        }
        client.call("browser_navigate", json!({"url": kit.page("<h1>Next</h1>")})).await.is_ok();
        client.call("browser_navigate_back", json!({})).await.is_ok();
        for (tool, text) in [("browser_forward", "Next"), ("browser_reload_tab", "Next")] {
            let arguments = json!({"expect": {"text": text, "timeout": 20_000}});
            let reply = client.call(tool, arguments).await;
            assert_eq!(reply.is_ok()["outcome"]["met"], true, "{tool}: {reply}");
        }
    });
}

#[test]
fn a_page_that_is_stuck_after_the_action_leaves_the_outcome_unknown_and_the_answer_in_time() {
    run(async |kit| {
        let page = "<button onclick=\"setTimeout(() => { const end = Date.now() + 8000;\
            while (Date.now() < end); })\">Go</button>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        kit.agent().post("/api/snapshot", json!({"tabId": tab})).await.is_ok();
        let body = json!({"tabId": tab, "selector": "button", "includeSnapshot": false,
            "expect": {"text": "Never", "timeout": 1_000}});
        let start = Instant::now();
        let reply = kit.agent().post("/api/click", body).await;
        assert!(start.elapsed() < Duration::from_secs(7), "{:?}", start.elapsed());
        reply.is_error("outcome_not_observed").mentions("error", "whether it happened is unknown");
        assert_eq!(reply["outcome"]["observed"], json!({"source": "page", "code": "timeout"}));
        assert_eq!((&reply["dispatched"], &reply["retryable"]), (&json!(true), &json!(false)));
        assert!(reply["needs_user"].is_null(), "nobody could look at the target: {reply}");
    });
}

#[test]
fn a_value_that_was_absent_has_changed_once_it_is_there() {
    run(async |kit| {
        let page = "<button id=add onclick=\"setTimeout(() => document.body.insertAdjacentHTML(\
              'beforeend', '<input id=late value=new>'), 300)\">Add</button>\
            <button id=none>None</button><input id=same value=old>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let late = json!({"selector": "#late", "value_changed": true, "timeout": 20_000});
        let reply = click(kit, tab, "#add", late).await;
        let observed = json!({"source": "page", "value": "new", "before": null});
        assert_eq!(reply.is_ok()["outcome"]["observed"], observed);
        let same = json!({"selector": "#same", "value_changed": true, "timeout": 300});
        let reply = click(kit, tab, "#none", same).await;
        let observed = json!({"source": "page", "value": "old", "before": "old"});
        assert_eq!(reply.is_error("outcome_not_observed")["outcome"]["observed"], observed);
    });
}

#[test]
fn each_kind_of_field_has_a_value_and_a_hidden_one_keeps_it() {
    run(async |kit| {
        let page = "<input id=c type=checkbox value=yes aria-label=Yes><button id=b value=sent>Go</button>\
            <input id=s type=submit value='Send it'><meter id=m value=0.5></meter>\
            <input id=h type=hidden value=t0ken><button id=x onclick='b.value = 2'>X</button>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        for (selector, value) in [("#c", "yes"), ("#b", "2"), ("#s", "Send it"), ("#m", "0.5")] {
            let expect = json!({"selector": selector, "value": value, "timeout": 20_000});
            let reply = click(kit, tab, "#x", expect).await;
            assert_eq!(reply.is_ok()["outcome"]["observed"]["value"], value, "{selector}");
        }
        for guess in ["t0ken", "other"] {
            let expect = json!({"selector": "#h", "value": guess, "timeout": 300});
            let reply = click(kit, tab, "#x", expect).await;
            reply.is_error("outcome_not_observed");
            assert_eq!(reply["outcome"]["observed"], json!({"source": "page", "redacted": true}));
        }
    });
}

#[test]
fn an_expectation_wakes_no_tab_that_may_not_be_written() {
    run(async |kit| {
        let person = kit.person().await;
        let theirs = person.opens(&kit.page("<title>Theirs</title><p>Page")).await;
        person.opens(&kit.page("<p>Another")).await;
        let own = kit.agent().opens(&kit.page("<button id=x>Go</button>")).await;
        for (tab, code) in [(theirs, "user_tab_read_only"), (own, "tab_unloaded")] {
            person.unloads(tab).await;
            let reply = click(kit, tab, "p", json!({"selector": "p", "value": "a"})).await;
            reply.is_error(code);
            let tabs = kit.agent().post("/api/tabs", json!({})).await;
            let listed = tabs["tabs"].as_array().unwrap();
            let found = listed.iter().find(|entry| entry["id"] == json!(tab)).unwrap();
            assert_eq!(found["discarded"], true, "{code}: {found}");
        }
        person.closes(theirs).await;
    });
}

#[test]
fn without_a_tab_id_the_outcome_is_looked_for_where_the_action_ran() {
    run(async |kit| {
        let person = kit.person().await;
        let other = person.opens(&kit.page("<p>Other")).await;
        let page = "<button onclick=\"out.textContent = 'Sent'; \
              setTimeout(() => { out.textContent = 'Done' }, 4000)\">Go</button><p id=out></p>";
        let tab = person.opens(&kit.page(page)).await;
        let agent = kit.agent().with("x-kitsune-user-tabs", "writable");
        let body = json!({"selector": "button", "expect": {"text": "Done", "timeout": 20_000}});
        let looks_away = async {
            eventually("the click was sent", Duration::from_secs(20), async || {
                kit.in_page(tab, "out.textContent").await == "Sent"
            })
            .await;
            person.looks_at(other).await;
        };
        let (reply, ()) = tokio::join!(agent.post("/api/click", body), looks_away);
        assert_eq!(reply.is_ok()["outcome"]["met"], true, "{reply}");
        person.closes(tab).await;
        person.closes(other).await;
    });
}

#[test]
fn a_missed_outcome_has_the_hint_of_what_the_click_was_refused() {
    run(async |kit| {
        let page = format!(
            "<input type=password aria-label=Password><a href='{}' target=_blank rel=opener>Open</a>\
             <button onclick=\"window.open('/help')\">Help</button>",
            kit.url("/next")
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        for (selector, words, reason) in [
            ("a", "blocks tabs after a click", "trusted_input"),
            ("button", "tried to open a popup", "sign_in"),
        ] {
            let reply = click(kit, tab, selector, json!({"text": "Never", "timeout": 300})).await;
            reply.is_error("outcome_not_observed").mentions("hint", words);
            assert_eq!(reply["warning"]["code"], "popup_blocked", "{reply}");
            assert_eq!(reply["hint"], reply["warning"]["hint"], "{reply}");
            // The click's own hint comes before that of the page, which has a field for a password.
            assert_eq!(reply["needs_user"]["reason"], reason, "{reply}");
        }
    });
}

#[test]
fn an_outcome_is_looked_for_over_another_page_that_comes_meanwhile() {
    run(async |kit| {
        let next = kit.page("<h1>Arrived</h1>");
        let tab = kit.agent().opens(&kit.page("<button id=x>Go</button>")).await;
        let body = json!({"tabId": tab, "selector": "#x", "includeSnapshot": false,
            "expect": {"text": "Arrived", "timeout": 30_000}});
        let agent = kit.agent();
        let leave = async {
            eventually("the click", Duration::from_secs(20), async || {
                !kit.seen_in(tab).await.is_empty()
            })
            .await;
            agent.post("/api/navigate", json!({"tabId": tab, "url": next})).await
        };
        let (reply, left) = tokio::join!(agent.post("/api/click", body), leave);
        left.is_ok();
        assert_eq!(
            reply.is_ok()["outcome"]["observed"],
            json!({"source": "page", "textVisible": true})
        );
    });
}

#[test]
fn a_click_by_coordinates_says_nothing_of_its_target() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page("<button style='height:300px;width:300px'>Go")).await;
        let expect = json!({"text": "Never", "timeout": 300});
        let point = json!({"tabId": tab, "coords": {"x": 60, "y": 60}, "includeSnapshot": false,
            "expect": expect});
        let reply = kit.agent().post("/api/click", point).await;
        assert!(reply.is_error("outcome_not_observed")["needs_user"].is_null(), "{reply}");
        // By its selector the target is found again without a snapshot.
        let named = json!({"tabId": tab, "selector": "button", "includeSnapshot": false,
            "expect": expect});
        let reply = kit.agent().post("/api/click", named).await;
        assert_eq!(reply["needs_user"]["reason"], "trusted_input", "{reply}");
    });
}
