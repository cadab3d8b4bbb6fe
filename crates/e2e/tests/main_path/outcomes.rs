//! `expect`: what an action is to lead to (*Action outcomes*).

use std::time::{Duration, Instant};

use kitsune_e2e::{Agent, Reply, TabId, Value, json, run};

async fn click(agent: &Agent, tab: TabId, selector: &str, expect: Value) -> Reply {
    let body = json!({"tabId": tab, "selector": selector, "expect": expect});
    agent.post("/api/click", body).await
}

#[test]
fn each_form_of_outcome_is_observed() {
    run(async |kit| {
        let agent = kit.agent();
        let page = "<input id=field value=old><p id=old>Old words</p><script>\
            const later = run => setTimeout(run, 1500);\
            const acts = {\
              url: () => later(() => history.pushState(0, '', '?order=7')),\
              shown: () => later(() => document.body.insertAdjacentHTML('beforeend', '<p class=toast>Hi</p>')),\
              gone: () => later(() => old.style.visibility = 'hidden'),\
              value: () => later(() => field.value = 'new'),\
              text: () => later(() => document.body.append('Saved it')),\
            };\
            for (const [id, act] of Object.entries(acts)) {\
              const button = document.createElement('button');\
              Object.assign(button, {id, textContent: id, onclick: act});\
              document.body.append(button);\
            }</script>";
        for (button, expect, source, key, value) in [
            ("url", json!({"url": "order=\\d$"}), "tab", "url", json!(null)),
            ("url", json!({"url_changed": true}), "tab", "url", json!(null)),
            ("shown", json!({"selector": ".toast"}), "page", "visible", json!(true)),
            ("gone", json!({"selector": "#old", "gone": true}), "page", "visible", json!(false)),
            ("value", json!({"selector": "#field", "value": "new"}), "page", "value", json!("new")),
            (
                "value",
                json!({"selector": "#field", "value_changed": true}),
                "page",
                "before",
                json!("old"),
            ),
            ("text", json!({"text": "Saved it"}), "page", "textVisible", json!(true)),
            ("gone", json!({"text_gone": "Old words"}), "page", "textVisible", json!(false)),
        ] {
            let tab = agent.opens(&kit.page(page)).await;
            let mut expect = expect;
            expect["timeout"] = json!(20_000);
            let reply = click(&agent, tab, &format!("#{button}"), expect.clone()).await;
            assert_eq!(reply.is_ok()["dispatched"], true);
            let outcome = &reply["outcome"];
            assert_eq!(outcome["expected"], expect);
            assert_eq!(outcome["met"], true, "{reply}");
            assert_eq!(outcome["observed"]["source"], source, "{reply}");
            if value.is_null() {
                assert!(outcome["observed"][key].as_str().unwrap().ends_with("?order=7"));
            } else {
                assert_eq!(outcome["observed"][key], value, "{reply}");
            }
            assert!(outcome["elapsed"].is_u64(), "{reply}");
            assert!(reply["snapshot"].is_string(), "{reply}");
        }
    });
}

#[test]
fn a_text_in_the_answers_snapshot_needs_no_further_read() {
    run(async |kit| {
        let agent = kit.agent();
        let page = "<p id=gone>Going</p><input aria-label='Total 12' id=sum hidden>\
            <button onclick=\"sum.hidden = false; gone.remove()\">Go</button>";
        let tab = agent.opens(&kit.page(page)).await;
        let reply = click(&agent, tab, "button", json!({"text": "Total 12"})).await;
        let observed = json!({"source": "snapshot", "textVisible": true});
        assert_eq!(reply.is_ok()["outcome"]["observed"], observed);
        assert_eq!(reply["outcome"]["elapsed"], 0);
        // What the snapshot says was removed is not there.
        let again = agent.opens(&kit.page(page)).await;
        let reply = click(&agent, again, "button", json!({"text": "Going", "timeout": 300})).await;
        reply.is_error("outcome_not_observed");
    });
}

#[test]
fn an_outcome_that_does_not_show_keeps_what_was_done() {
    run(async |kit| {
        let agent = kit.agent();
        let page = "<title>Checkout</title><button id=x onclick=\"out.textContent = 'Clicked'\">Go</button><p id=out>";
        let tab = agent.opens(&kit.page(page)).await;
        let started = Instant::now();
        let reply = click(&agent, tab, "#x", json!({"url_changed": true, "timeout": 400})).await;
        assert!(started.elapsed() < Duration::from_secs(30));
        reply.is_error("outcome_not_observed").mentions("error", "within 400ms");
        assert_eq!((&reply["ok"], &reply["retryable"]), (&json!(false), &json!(false)));
        assert_eq!(reply["dispatched"], true);
        reply.mentions("snapshot", "Clicked");
        let outcome = &reply["outcome"];
        assert_eq!(
            (&outcome["met"], &outcome["observed"]["source"]),
            (&json!(false), &json!("tab"))
        );
        assert!(outcome["elapsed"].as_u64() >= Some(290), "{reply}");
        assert_eq!(outcome["state"], reply["state"]);
        assert_eq!(
            (&reply["state"]["title"], &reply["state"]["tabId"]),
            (&json!("Checkout"), &json!(tab))
        );
        // The clicked element is still shown: perhaps only the person can click it.
        assert_eq!(reply["needs_user"]["reason"], "trusted_input");
        assert_eq!(reply["needs_user"]["evidence"], json!({"target_visible": true}));
        assert_eq!(kit.seen_in(tab).await, ["click button#x"], "it is never repeated");
    });
}

#[test]
fn a_target_that_is_gone_gives_no_hint_of_the_person() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<button onclick=this.remove()>Go</button>")).await;
        let reply = click(&agent, tab, "button", json!({"text": "Never", "timeout": 300})).await;
        reply.is_error("outcome_not_observed");
        assert!(reply.json.get("needs_user").is_none(), "{reply}");
    });
}

#[test]
fn a_wrong_expectation_is_refused_before_anything_is_done() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent
            .opens(&kit.page("<button id=x>Go</button><input type=password id=p value=hidden1>"))
            .await;
        for expect in [
            json!({}),
            json!("text"),
            json!({"ref": "e1"}),
            json!({"text": "a", "url": "b"}),
            json!({"text": "a", "timeout": 0}),
            json!({"url": "("}),
            json!({"selector": "p:nth-child("}),
            json!({"selector": "#p", "value_changed": true}),
            json!({"selector": "[value^=h]"}),
        ] {
            let reply = click(&agent, tab, "#x", expect.clone()).await;
            reply.has_status(200);
            assert!(reply["error"].is_string(), "{expect}: {reply}");
            assert!(reply.json.get("dispatched").is_none(), "{expect}: {reply}");
        }
        let misplaced = json!({"tabId": tab, "code": "1", "expect": {"text": "a"}});
        agent.post("/api/js", misplaced).await.has_status(400);
        assert!(kit.seen_in(tab).await.is_empty());
    });
}

#[test]
fn a_sensitive_value_is_never_compared_nor_echoed() {
    run(async |kit| {
        let agent = kit.agent();
        let page = "<input type=password id=p value=tr0ub4dor><button id=x>Go</button>";
        let tab = agent.opens(&kit.page(page)).await;
        for guess in ["tr0ub4dor", "wrong-guess"] {
            let expect = json!({"selector": "#p", "value": guess, "timeout": 20_000});
            let started = Instant::now();
            let reply = click(&agent, tab, "#x", expect).await;
            reply.is_error("outcome_not_observed");
            assert_eq!(reply["outcome"]["observed"], json!({"source": "page", "redacted": true}));
            assert!(!reply.json.to_string().contains(guess), "{reply}");
            assert!(started.elapsed() < Duration::from_secs(15), "nothing more will be told");
        }
    });
}

#[test]
fn a_tab_that_the_action_opens_is_an_outcome_or_a_hint() {
    run(async |kit| {
        let agent = kit.agent();
        let goal = kit.page("<title>Other</title>");
        let page = format!(
            "<form action='{goal}' target=own-window><button>Open</button></form>\
            <button id=none>None</button>"
        );
        let tab = agent.opens(&kit.page(page)).await;
        let none = click(&agent, tab, "#none", json!({"new_tab": true, "timeout": 300})).await;
        none.is_error("outcome_not_observed");
        assert_eq!(none["outcome"]["observed"], json!({"source": "tabs"}));
    });
}

#[test]
fn a_tab_that_closes_ends_the_observation() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<button id=x>Go</button>")).await;
        let body = json!({"tabId": tab, "selector": "#x", "includeSnapshot": false,
            "expect": {"text": "Never", "timeout": 60_000}});
        let started = Instant::now();
        let close = async {
            kitsune_e2e::eventually("the click", Duration::from_secs(20), async || {
                !kit.seen_in(tab).await.is_empty()
            })
            .await;
            agent.post("/api/close-tab", json!({"tabId": tab})).await
        };
        let (reply, _) = tokio::join!(agent.post("/api/click", body), close);
        reply.is_error("outcome_not_observed");
        assert_eq!(reply["state"], json!({"tabId": tab, "closed": true}));
        assert_eq!(reply["outcome"]["observed"]["code"], "tab_closed");
        assert!(started.elapsed() < Duration::from_secs(40));
    });
}

#[test]
fn an_outcome_is_looked_for_on_the_page_that_the_action_leads_to() {
    run(async |kit| {
        let agent = kit.agent();
        let goal = kit.page("<p>Welcome, Ada</p>");
        let page = format!("<a href='{goal}'>In</a>");
        let tab = agent.opens(&kit.page(page)).await;
        let expect = json!({"selector": "p", "timeout": 20_000});
        assert_eq!(click(&agent, tab, "a", expect).await.is_ok()["outcome"]["met"], true);
        let navigate = json!({"tabId": tab, "url": goal, "expect": {"url": "/page/\\d+$"}});
        let reply = agent.post("/api/navigate", navigate).await;
        assert_eq!(reply.is_ok()["outcome"]["observed"]["source"], "tab");
        let back = json!({"tabId": tab, "expect": {"selector": "a", "timeout": 20_000}});
        assert_eq!(agent.post("/api/back", back).await.is_ok()["outcome"]["met"], true);
        let follow = json!({"tabId": tab, "selector": "a", "expect": {"text": "Welcome"}});
        let reply = agent.post("/api/click-and-wait-navigation", follow).await;
        assert_eq!(reply.is_ok()["outcome"]["met"], true, "{reply}");
    });
}

#[test]
fn an_action_that_fails_is_not_looked_at_further() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<p>Page")).await;
        let started = Instant::now();
        click(&agent, tab, "#none", json!({"text": "x", "timeout": 60_000}))
            .await
            .is_error("not_found");
        let fields = json!({"tabId": tab, "fields": {"Nothing": "x"}, "expect": {"text": "x", "timeout": 60_000}});
        let reply = agent.post("/api/form-fill", fields).await;
        assert_eq!(reply["error"], "No field was filled");
        assert!(started.elapsed() < Duration::from_secs(30));
    });
}
