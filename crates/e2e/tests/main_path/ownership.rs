//! Whose tab it is, and what that permits (*Shared browser*).

use kitsune_e2e::{Value, eventually, json, run};
use std::time::Duration;

#[test]
fn an_agents_tab_opens_in_the_background_and_is_its_own() {
    run(async |kit| {
        let person = kit.person().await;
        let shown = person.opens(&kit.page("<p>The person's page")).await;

        let tab = kit.agent().opens(&kit.page("<p>The agent's page")).await;

        assert_eq!(person.current_tab().await, shown);
        let entry = |tabs: &Value| {
            tabs["tabs"].as_array().unwrap().iter().find(|entry| entry["id"] == json!(tab)).cloned()
        };
        let own = entry(&kit.agent().get("/api/tabs").await.json).unwrap();
        assert_eq!(
            (&own["owned"], &own["mine"], &own["active"]),
            (&json!(true), &json!(true), &json!(false))
        );
        let others = entry(&kit.other_agent().get("/api/tabs").await.json).unwrap();
        assert_eq!((&others["owned"], &others["mine"]), (&json!(false), &Value::Null));
    });
}

#[test]
fn a_write_on_the_users_tab_is_refused() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = person.opens(&kit.page("<button>Pay</button><input>")).await;
        let agent = kit.agent();
        for (path, body) in [
            ("/api/click", json!({"selector": "button"})),
            ("/api/fill", json!({"selector": "input", "value": "x"})),
            ("/api/keypress", json!({"key": "a"})),
            ("/api/js", json!({"code": "document.title = 'x'"})),
            ("/api/navigate", json!({"url": kit.page("<p>Other")})),
            ("/api/back", json!({})),
            ("/api/close-tab", json!({})),
        ] {
            let mut body = body;
            body["tabId"] = json!(tab);
            let reply = agent.post(path, body).await;
            reply.is_error("user_tab_read_only");
            assert_eq!(reply["retryable"], false);
            assert_eq!(reply["state"]["tabId"], json!(tab));
            assert!(
                reply["state"]["index"].is_u64() && reply["state"]["action"].is_string(),
                "{reply}"
            );
        }
        assert!(kit.seen_in(tab).await.is_empty());
        // Without a tab, a write means the tab that the person sees.
        agent
            .post("/api/click", json!({"selector": "button"}))
            .await
            .is_error("user_tab_read_only");
    });
}

#[test]
fn every_tab_is_readable_whoever_owns_it() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = person.opens(&kit.page("<h1>The person's page</h1>")).await;
        let reply = kit.agent().post("/api/snapshot", json!({"tabId": tab})).await;
        reply.is_ok().mentions("snapshot", "The person's page");
        let shot = kit.agent().post("/api/screenshot", json!({"tabId": tab})).await;
        shot.is_ok().mentions("dataUrl", "data:image/png");
        // Without a tab, a read means the tab that the person sees.
        let active = kit.agent().get("/api/snapshot").await;
        active.is_ok().mentions("snapshot", "The person's page");
        assert_eq!(active["tabId"], json!(tab));
    });
}

#[test]
fn another_clients_tab_is_read_only() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page("<button>Go</button>")).await;
        let other = kit.other_agent();
        let click = json!({"tabId": tab, "selector": "button"});
        other.post("/api/click", click.clone()).await.is_error("user_tab_read_only");
        other.post("/api/snapshot", json!({"tabId": tab})).await.is_ok();
        assert!(kit.seen_in(tab).await.is_empty());
        let nobody = kit.agent().with("x-kitsune-owner", "not a valid owner!");
        nobody.post("/api/click", click.clone()).await.is_error("user_tab_read_only");
        kit.agent().post("/api/click", click).await.is_ok();
    });
}

#[test]
fn writable_user_tabs_are_written_without_changing_hands() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = person.opens(&kit.page("<button id=go>Go</button>")).await;
        let agent = kit.agent().with("x-kitsune-user-tabs", "writable");
        agent.post("/api/click", json!({"tabId": tab, "selector": "#go"})).await.is_ok();
        assert_eq!(kit.seen_in(tab).await, ["click button#go"]);
        let mine = agent.post("/api/tabs", json!({"mine": true})).await;
        assert_eq!(mine["tabs"], json!([]));
        // What a body says of ownership never counts.
        let body = json!({"tabId": tab, "selector": "#go", "userTabs": "writable"});
        kit.agent().post("/api/click", body).await.has_status(400);
    });
}

#[test]
fn a_write_waits_while_the_person_uses_the_tab() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = kit.agent().opens(&kit.page("<button id=go>Go</button>")).await;
        person.looks_at(tab).await;
        person.clicks(tab, "#go").await;
        let click = json!({"tabId": tab, "selector": "#go"});

        let reply = kit.agent().post("/api/click", click.clone()).await;

        reply.is_error("user_active");
        assert_eq!(
            (&reply["retryable"], &reply["state"]["reason"]),
            (&json!(true), &json!("input"))
        );
        kit.agent().post("/api/snapshot", json!({"tabId": tab})).await.is_ok();
        eventually("the agent may act again", Duration::from_secs(10), async || {
            kit.agent().post("/api/click", click.clone()).await["ok"] == true
        })
        .await;
        assert_eq!(kit.seen_in(tab).await, ["click button#go (real)", "click button#go"]);
    });
}

#[test]
fn a_page_that_an_agents_click_opens_belongs_to_the_agent() {
    run(async |kit| {
        let next = kit.page("<button>Go</button>");
        let link = format!("<a href='{next}' target=_blank>Open</a>");
        let tab = kit.agent().opens(&kit.page(link)).await;
        let reply = kit.agent().post("/api/click", json!({"tabId": tab, "selector": "a"})).await;
        let opened = &reply.is_ok()["opened_tabs"][0]["tabId"];
        let press = json!({"tabId": opened, "selector": "button", "wait": true});
        let theirs = kit.other_agent().post("/api/click", press.clone()).await;
        theirs.is_error("user_tab_read_only");
        kit.agent().post("/api/click", press).await.is_ok();
    });
}

#[test]
fn an_agent_closes_its_own_tab() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page("<p>Short")).await;
        kit.agent().post("/api/close-tab", json!({"tabId": tab})).await.is_ok();
        assert!(kit.tabs().await.iter().all(|open| open.id != tab));
        let again = kit.agent().post("/api/close-tab", json!({"tabId": tab})).await;
        again.is_error("tab_closed");
    });
}
