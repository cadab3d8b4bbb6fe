//! What agents get back, and the assertions on it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use kitsune_e2e::{json, run};

/// The text with which `assertion` fails.
fn failure<T>(assertion: impl FnOnce() -> T) -> String {
    match catch_unwind(AssertUnwindSafe(assertion)) {
        Ok(_) => panic!("the assertion holds"),
        Err(panic) => panic.downcast_ref::<String>().cloned().unwrap_or_default(),
    }
}

#[test]
fn an_assertion_on_a_reply_holds_or_prints_the_whole_reply() {
    run(async |kit| {
        let agent = kit.agent();
        let status = agent.get("/api/status").await;
        status.is_ok().has_status(200).mentions("status", "run");
        let unknown = agent.post("/api/unknown", json!({"a": 1})).await;

        for text in [
            failure(|| unknown.is_ok()),
            failure(|| unknown.is_error("not_found")),
            failure(|| unknown.has_status(200)),
            failure(|| unknown.mentions("error", "of another text")),
        ] {
            assert!(text.contains("POST /api/unknown {\"a\":1}\nHTTP 404 {"), "{text}");
        }
        failure(|| status.is_error("not_found"));
    });
}

#[test]
fn two_tests_and_two_agents_of_a_test_have_owners_and_hosts_of_their_own() {
    let mut owned = Vec::new();
    for _ in 0..2 {
        run(async |kit| {
            let own = kit.agent().opens(&kit.page("<p>Own")).await;
            let others = kit.other_agent().opens(&kit.page("<p>Other's")).await;
            for (agent, tab) in [(kit.agent(), own), (kit.other_agent(), others)] {
                let tabs = agent.post("/api/tabs", json!({"mine": true})).await;
                assert_eq!(tabs["tabs"].as_array().map(Vec::len), Some(1), "{tabs}");
                assert_eq!(tabs["tabs"][0]["id"], json!(tab));
            }
            assert_eq!(kit.tabs().await.len(), 2);
            owned.push(kit.url("/"));
        });
    }
    assert_ne!(owned[0], owned[1]);
}

#[test]
fn an_mcp_client_shares_the_owner_of_the_tests_agent() {
    run(async |kit| {
        let client = kit.mcp().await;
        let new = json!({"action": "new", "url": kit.page("<h1>Shared</h1>")});
        client.call("browser_tabs", new).await.is_ok().mentions("Shared");
        let tabs = kit.agent().post("/api/tabs", json!({"mine": true})).await;
        assert_eq!(tabs["tabs"][0]["url"], kit.tabs().await[0].url.as_str());
        client.leaves().await;
    });
}
