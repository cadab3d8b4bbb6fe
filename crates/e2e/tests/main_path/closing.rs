//! A tab that the person closes while its page is being read (*Action errors*, `tab_closed`).

use kitsune_e2e::{json, run};

/// Keeps the page from answering for a while.
const BUSY: &str =
    "void setTimeout(() => { const end = Date.now() + 5000; while (Date.now() < end); })";

#[test]
fn a_read_of_a_tab_that_closes_says_so_and_may_be_repeated() {
    run(async |kit| {
        let (agent, person) = (kit.agent(), kit.person().await);
        for (path, mut body) in [
            ("/api/dom", json!({})),
            ("/api/markdown", json!({})),
            ("/api/find", json!({"query": "busy"})),
            ("/api/page-text", json!({})),
        ] {
            let tab = agent.opens(&kit.page("<p>Busy")).await;
            kit.in_page(tab, BUSY).await;
            body["tabId"] = json!(tab);
            let read = agent.post(path, body);
            let (reply, ()) = tokio::join!(read, person.closes(tab));
            assert_eq!(reply.is_error("tab_closed")["retryable"], true, "{path}: {reply}");
        }
    });
}

#[test]
fn a_search_of_a_tab_that_closes_says_so() {
    run(async |kit| {
        let (client, person) = (kit.mcp().await, kit.person().await);
        let open = json!({"action": "new", "url": kit.page("<p>Busy")});
        client.call("browser_tabs", open).await.is_ok();
        let tab = kit.tabs().await[0].id;
        kit.in_page(tab, BUSY).await;
        let search = client.call("browser_find", json!({"text": "none", "load_more": true}));
        let (reply, ()) = tokio::join!(search, person.closes(tab));
        assert_eq!(reply.is_error("tab_closed")["retryable"], true, "{reply}");
    });
}
