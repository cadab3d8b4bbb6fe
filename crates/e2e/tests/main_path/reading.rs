//! What a snapshot shows (*browser_snapshot*, *Ref lifetime*, *Snapshot readiness*).

use kitsune_e2e::{json, run};

#[test]
fn a_snapshot_lists_controls_names_states_and_text() {
    run(async |kit| {
        let page = "<h1>Order</h1><p>Two items.</p>\
            <label>Name <input value=Ada required></label>\
            <label><input type=checkbox checked> Gift</label>\
            <label>Size <select><option>S<option selected>M</select></label>\
            <button disabled>Send</button><a href=/terms>Terms</a>\
            <img alt='A box' src='data:,'><img alt='' src='data:,'>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = kit.agent().post("/api/snapshot", json!({"tabId": tab})).await;
        let text = reply.is_ok()["snapshot"].as_str().unwrap();
        for line in [
            "- heading \"Order\" [ref=",
            "- text \"Two items.\"",
            "- textbox \"Name\" [ref=",
            "- checkbox \"Gift\" [ref=",
            "- combobox \"Size\" [ref=",
            "- button \"Send\" [ref=",
            "- link \"Terms\" [ref=",
            "- /url: \"/terms\"",
            "- img \"A box\" [ref=",
        ] {
            assert!(text.contains(line), "no {line}\n{reply}");
        }
        for state in ["value=Ada", "checked", "value=M", "disabled", "required", "level=1"] {
            assert!(text.contains(state), "no {state}\n{reply}");
        }
        assert_eq!(text.matches("- img").count(), 1, "{reply}");
        assert_eq!(reply["readyState"], "complete");
        assert_eq!(reply["visibilityState"], "hidden");
    });
}

#[test]
fn hidden_content_is_left_out() {
    run(async |kit| {
        let page = "<p>Seen</p><p hidden>Alpha</p><p style='display:none'>Beta</p>\
            <p style='visibility:hidden'>Gamma</p><p aria-hidden=true>Delta</p>\
            <details><summary>More</summary><p>Epsilon</p></details>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = kit.agent().post("/api/snapshot", json!({"tabId": tab})).await;
        reply.is_ok().mentions("snapshot", "Seen").mentions("snapshot", "More");
        for word in ["Alpha", "Beta", "Gamma", "Delta", "Epsilon"] {
            assert!(!reply["snapshot"].as_str().unwrap().contains(word), "{word}\n{reply}");
        }
    });
}

#[test]
fn shadow_trees_and_frames_are_read_and_acted_on() {
    run(async |kit| {
        let inner = kit.page("<button id=inner>Inside the frame</button>");
        let page = format!(
            "<div id=host></div><iframe title='A frame' src='{inner}'></iframe>\
             <script>const root = host.attachShadow({{mode: 'closed'}});\
             root.innerHTML = '<button>Inside the shadow</button>';\
             root.firstChild.onclick = () => document.title = 'shadow pressed';</script>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = kit.agent().post("/api/snapshot", json!({"tabId": tab})).await;
        let text = reply.is_ok()["snapshot"].as_str().unwrap().to_owned();
        reply.mentions("snapshot", "iframe \"A frame\"");
        for name in ["Inside the shadow", "Inside the frame"] {
            let line = text.lines().find(|line| line.contains(name)).expect(name);
            let reference = line.split("[ref=").nth(1).unwrap().split(']').next().unwrap();
            kit.agent().post("/api/click", json!({"tabId": tab, "ref": reference})).await.is_ok();
        }
        assert_eq!(kit.in_page(tab, "document.title").await, "shadow pressed");
        let seen = kit.in_frame(tab, &inner, "seen.join()").await;
        assert_eq!(seen, "click button#inner");
    });
}

#[test]
fn a_ref_of_another_tab_or_document_touches_nothing() {
    run(async |kit| {
        let agent = kit.agent();
        let first = agent.opens(&kit.page("<button>One</button>")).await;
        let second = agent.opens(&kit.page("<button>Two</button>")).await;
        let snapshot = agent.post("/api/snapshot", json!({"tabId": first})).await;
        let text = snapshot.is_ok()["snapshot"].as_str().unwrap().to_owned();
        let reference = text.split("[ref=").nth(1).unwrap().split(']').next().unwrap();
        let click = |tab| json!({"tabId": tab, "ref": reference});

        let wrong_tab = agent.post("/api/click", click(second)).await;
        wrong_tab.is_error("stale_ref");
        assert_eq!(wrong_tab["state"]["reason"], "other_document");

        agent
            .post(
                "/api/navigate",
                json!({"tabId": first, "url": kit.page("<button>Three</button>")}),
            )
            .await
            .is_ok();
        let old = agent.post("/api/click", click(first)).await;
        old.is_error("stale_ref");
        assert_eq!(old["state"]["reason"], "other_document");

        let never = agent.post("/api/click", json!({"tabId": first, "ref": "e999999999"})).await;
        never.is_error("stale_ref");
        assert_eq!(never["state"]["reason"], "not_in_snapshot");
        assert!(kit.seen_in(first).await.is_empty() && kit.seen_in(second).await.is_empty());
    });
}

#[test]
fn a_snapshot_can_be_scoped() {
    run(async |kit| {
        let page = "<main><h2>Inner</h2></main><footer><h2>Outer</h2></footer>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let agent = kit.agent();
        let scoped = agent.post("/api/snapshot", json!({"tabId": tab, "selector": "main"})).await;
        scoped.is_ok().mentions("snapshot", "Inner");
        assert!(!scoped["snapshot"].as_str().unwrap().contains("Outer"), "{scoped}");
        let missing = agent.post("/api/snapshot", json!({"tabId": tab, "selector": "#none"})).await;
        missing.is_error("not_found");
        let invalid = agent.post("/api/snapshot", json!({"tabId": tab, "selector": "a[["})).await;
        invalid.is_error("unsupported_selector");
    });
}

#[test]
fn an_empty_page_says_so() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page("<!doctype html><title>Nothing</title>")).await;
        let reply = kit.agent().post("/api/snapshot", json!({"tabId": tab})).await;
        assert_eq!((&reply.is_ok()["snapshot"], &reply["empty"]), (&json!(""), &json!(true)));
        reply.mentions("hint", "browser_wait_for");
    });
}

#[test]
fn a_budget_cuts_between_blocks_and_says_so() {
    run(async |kit| {
        let cards: String = (0..200)
            .map(|n| format!("<section><h2>Card {n}</h2><p>Some words of card {n}.</p></section>"))
            .collect();
        let tab = kit.agent().opens(&kit.page(cards)).await;
        let body = json!({"tabId": tab, "maxChars": 2000, "collapse": false});
        let reply = kit.agent().post("/api/snapshot", body).await;
        let text = reply.is_ok()["snapshot"].as_str().unwrap();
        assert!(text.chars().count() <= 2000 && reply["truncated"] == true, "{reply}");
        let cards = text.matches("- heading \"Card").count();
        assert_eq!(cards, text.matches("Some words of card").count(), "{reply}");
    });
}

#[test]
fn a_page_that_redefines_its_own_world_is_read_all_the_same() {
    run(async |kit| {
        let page = "<button>Still here</button><script>\
            Array.prototype.push = Array.prototype.map = () => { throw 1 };\
            JSON.stringify = () => 'x'; Element.prototype.getAttribute = () => 'evil';\
            Object.defineProperty(Node.prototype, 'childNodes', {get() { return [] }});\
            String.prototype.toString = () => 'evil';</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let agent = kit.agent();
        let reply = agent.post("/api/snapshot", json!({"tabId": tab})).await;
        reply.is_ok().mentions("snapshot", "button \"Still here\"");
        agent.post("/api/click", json!({"tabId": tab, "selector": "button"})).await.is_ok();
    });
}
