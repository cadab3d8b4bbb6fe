//! `/api/wait-for-result`: the agent's JavaScript, until it gives something (developer build).

use kitsune_e2e::{json, run};

#[test]
fn an_expression_is_run_until_it_gives_something() {
    run(async |kit| {
        let page = "<script>setTimeout(() => document.body.innerHTML =\
            '<p class=data>42 items</p>', 700)</script>";
        let agent = kit.agent();
        let tab = agent.opens(&kit.page(page)).await;
        // It throws as long as the element is not there.
        let code = "document.querySelector('.data').textContent";
        let wait = json!({"tabId": tab, "code": code, "timeout": 30_000, "pollInterval": 100});
        let reply = agent.post("/api/wait-for-result", wait).await;
        assert_eq!(reply.is_ok()["result"], "42 items");
        assert!(reply["polls"].as_u64() >= Some(1) && reply["elapsed"].is_u64(), "{reply}");
    });
}

#[test]
fn false_and_zero_are_results_and_null_and_nothing_are_not() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<p>Page</p>")).await;
        let wait = async |code: &str, timeout: u64| {
            let body = json!({"tabId": tab, "code": code, "timeout": timeout});
            agent.post("/api/wait-for-result", body).await
        };
        for (code, result) in [("false", json!(false)), ("0", json!(0)), ("[]", json!([]))] {
            assert_eq!(wait(code, 20_000).await.is_ok()["result"], result);
        }
        for code in ["null", "undefined", "''"] {
            let reply = wait(code, 0).await;
            assert_eq!(reply["ok"], false, "{code}: {reply}");
            reply.mentions("error", "Not observed");
        }
        let thrown = wait("nothing.at.all", 300).await;
        assert_eq!(thrown["ok"], false, "{thrown}");
        thrown.mentions("error", "No result within 300ms: ReferenceError");
        wait("const = 1", 60_000).await.mentions("error", "SyntaxError");
        wait(" ", 60_000).await.has_status(400);
    });
}

#[test]
fn a_script_that_waits_needs_what_any_script_needs() {
    run(async |kit| {
        let owned = kit.agent().opens(&kit.page("<p>Page</p>")).await;
        let body = json!({"tabId": owned, "code": "1", "timeout": 60_000});
        let other = kit.other_agent().post("/api/wait-for-result", body.clone()).await;
        other.is_error("user_tab_read_only");
        let reader = kit.agent().with("x-kitsune-mode", "read");
        reader.post("/api/wait-for-result", body.clone()).await.is_error("mode_restricted");
        let browser = kit.agent().with("x-kitsune-caps", "browse,read");
        browser.post("/api/wait-for-result", body).await.is_error("capability_restricted");
    });
}
