//! What an agent learns when its ref is of another document (*Ref lifetime*: `same_element`).

use std::time::Duration;

use kitsune_e2e::{Kit, Reply, TabId, eventually, json, run};

const MAIL: &str = "<h1>Mail</h1><textarea aria-label=Reply></textarea><button>Send</button>";

async fn ref_of(kit: &Kit<'_>, tab: TabId, what: &str) -> String {
    let reply = kit.agent().post("/api/snapshot", json!({"tabId": tab})).await;
    let text = reply.is_ok()["snapshot"].as_str().unwrap();
    let line = text.lines().find(|line| line.contains(what));
    let reference = line.and_then(|line| line.split("[ref=").nth(1)?.split(']').next());
    reference.unwrap_or_else(|| panic!("no {what}\n{reply}")).to_owned()
}

async fn fill(kit: &Kit<'_>, tab: TabId, reference: &str) -> Reply {
    kit.agent().post("/api/fill", json!({"tabId": tab, "ref": reference, "value": "Yes"})).await
}

#[track_caller]
fn names_no_other(reply: &Reply) {
    reply.is_error("stale_ref").mentions("hint", "browser_snapshot");
    assert_eq!(reply["state"]["reason"], "other_document", "{reply}");
    assert!(reply["state"].get("same_element").is_none(), "{reply}");
}

#[test]
fn a_ref_of_another_tab_names_the_same_element_of_this_one() {
    run(async |kit| {
        let here = kit.agent().opens(&kit.page(MAIL)).await;
        let there = kit.agent().opens(&kit.page(MAIL)).await;
        let reference = ref_of(kit, here, "textbox \"Reply\"").await;

        let reply = fill(kit, there, &reference).await;

        reply.is_error("stale_ref");
        let same = &reply["state"]["same_element"];
        assert_eq!((&same["role"], &same["name"]), (&json!("textbox"), &json!("Reply")), "{reply}");
        let other = same["ref"].as_str().unwrap();
        let hint = format!("The same textbox \"Reply\" here is {other}; retry with it.");
        assert_eq!((&reply["hint"], &reply["retryable"]), (&json!(hint), &json!(true)), "{reply}");
        for tab in [here, there] {
            assert!(kit.seen_in(tab).await.is_empty());
        }
        assert_eq!(ref_of(kit, there, "textbox \"Reply\"").await, other);
        fill(kit, there, other).await.is_ok();
        assert_eq!(kit.in_page(there, "document.querySelector('textarea').value").await, "Yes");
    });
}

#[test]
fn a_ref_from_before_a_load_names_the_same_element_of_the_new_page() {
    run(async |kit| {
        let url = kit.page(MAIL);
        let agent = kit.agent();
        let tab = agent.opens(&url).await;
        let reference = ref_of(kit, tab, "textbox \"Reply\"").await;
        agent.post("/api/navigate", json!({"tabId": tab, "url": url})).await.is_ok();
        let reply = fill(kit, tab, &reference).await;
        assert_eq!(reply["state"]["same_element"]["name"], "Reply", "{reply}");
        // Reads and actions of every kind say so.
        let read = agent.post("/api/snapshot", json!({"tabId": tab, "ref": reference})).await;
        read.is_error("stale_ref");
        assert_eq!(read["state"]["same_element"]["role"], "textbox", "{read}");
    });
}

#[test]
fn no_element_and_several_elements_are_not_the_same() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(MAIL)).await;
        let reference = ref_of(kit, tab, "textbox \"Reply\"").await;
        for page in [
            "<input aria-label=Answer>".to_owned(),
            "<button>Reply</button>".to_owned(),
            MAIL.repeat(2),
            "<textarea aria-label=Reply hidden></textarea>".to_owned(),
        ] {
            let other = kit.agent().opens(&kit.page(page)).await;
            names_no_other(&fill(kit, other, &reference).await);
        }
    });
}

#[test]
fn every_element_of_the_page_counts_and_not_only_those_a_snapshot_lists() {
    run(async |kit| {
        let tab =
            kit.agent().opens(&kit.page("<ul><li><b>x</b><button>Item 30</button></ul>")).await;
        let reference = ref_of(kit, tab, "button \"Item 30\"").await;
        let items: String =
            (0..40).map(|n| format!("<li><b>x</b><button>Item {n}</button>")).collect();
        let other = kit.agent().opens(&kit.page(format!("<ul>{items}</ul>"))).await;
        let reply = kit.agent().post("/api/click", json!({"tabId": other, "ref": reference})).await;
        assert_eq!(reply["state"]["same_element"]["name"], "Item 30", "{reply}");
    });
}

#[test]
fn a_ref_that_no_line_has_listed_is_not_looked_for() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page(MAIL)).await;
        let other = agent.opens(&kit.page(MAIL)).await;
        // The page has given out the ref of its button, but the line was cut.
        let cut = agent.post("/api/snapshot", json!({"tabId": tab, "maxChars": 0})).await;
        assert_eq!(cut.is_ok()["snapshot"], "", "{cut}");
        let append =
            "void document.body.insertAdjacentHTML('beforeend', '<a href=x id=new>New</a>')";
        kit.in_page(tab, append).await;
        let scoped = json!({"tabId": tab, "selector": "#new"});
        let new = agent.post("/api/snapshot", scoped).await;
        let text = new.is_ok()["snapshot"].as_str().unwrap();
        let number: u64 = text.split(['e', ']']).find_map(|part| part.parse().ok()).unwrap();
        let unlisted = format!("e{}", number - 1);
        names_no_other(&fill(kit, other, &unlisted).await);
        assert_eq!(ref_of(kit, tab, "button \"Send\"").await, unlisted);
        assert!(fill(kit, other, &unlisted).await["state"]["same_element"].is_object());
    });
}

#[test]
fn looking_for_the_same_element_leaves_what_the_page_compares_with() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page(MAIL)).await;
        let other = agent.opens(&kit.page(MAIL)).await;
        let reference = ref_of(kit, other, "textbox \"Reply\"").await;
        ref_of(kit, tab, "heading").await;
        kit.in_page(tab, "void document.body.append('New mail')").await;
        assert!(fill(kit, tab, &reference).await["state"]["same_element"].is_object());
        let since = json!({"tabId": tab, "sinceObservation": true});
        agent.post("/api/snapshot", since).await.is_ok().mentions("snapshot", "New mail");
    });
}

#[test]
fn without_an_answer_within_two_seconds_the_error_says_no_more() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page(MAIL)).await;
        let other = agent.opens(&kit.page(MAIL)).await;
        let reference = ref_of(kit, tab, "textbox \"Reply\"").await;
        let js =
            async |code: &str| agent.post("/api/js", json!({"tabId": other, "code": code})).await;
        // The tab's queue: a script that holds it, the action, and a script that is longer than the
        // time for the look at the page, which comes last.
        let first = js("new Promise(done => { window.go = done })");
        let action = async {
            eventually("the first script runs", Duration::from_secs(5), async || {
                kit.in_page(other, "typeof go").await == "function"
            })
            .await;
            fill(kit, other, &reference).await
        };
        let last = async {
            eventually("the first script runs", Duration::from_secs(5), async || {
                kit.in_page(other, "typeof go").await == "function"
            })
            .await;
            agent.get("/api/status").await;
            let ends = async {
                agent.get("/api/status").await;
                kit.in_page(other, "go()").await;
            };
            tokio::join!(js("new Promise(done => setTimeout(done, 4000))"), ends)
        };
        let (_, reply, _) = tokio::join!(first, action, last);
        names_no_other(&reply);
        assert!(fill(kit, other, &reference).await["state"]["same_element"].is_object());
    });
}
