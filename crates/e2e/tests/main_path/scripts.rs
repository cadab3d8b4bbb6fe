//! The agent's JavaScript in the page's own world (developer build).

use std::time::{Duration, Instant};

use kitsune_e2e::{Page, json, run};

/// Much less than a script's promise may take.
const AT_ONCE: Duration = Duration::from_secs(10);

#[test]
fn a_script_runs_in_the_pages_world_past_its_policy() {
    run(async |kit| {
        let policy = (
            "content-security-policy",
            "script-src 'nonce-a'; require-trusted-types-for 'script'".to_owned(),
        );
        let html = "<!doctype html><title>Strict</title><b id=x>bold</b><script nonce=a>var own = 7</script>";
        let tab =
            kit.agent().opens(&kit.page(Page { html: html.into(), headers: vec![policy] })).await;
        let agent = kit.agent();
        let run_code =
            async |code: &str| agent.post("/api/js", json!({"tabId": tab, "code": code})).await;
        assert_eq!(run_code("document.title").await.is_ok()["result"], "Strict");
        assert_eq!(run_code("own + 1").await.is_ok()["result"], 8);
        assert_eq!(
            run_code("() => ({a: [1, 'x']})").await.is_ok()["result"],
            json!({"a": [1, "x"]})
        );
        assert_eq!(run_code("async () => await Promise.resolve(5)").await.is_ok()["result"], 5);
        let with_element = json!({"tabId": tab, "selector": "#x", "code": "el => el.textContent"});
        assert_eq!(agent.post("/api/js", with_element).await.is_ok()["result"], "bold");
        let failed = run_code("() => { throw new TypeError('no') }").await;
        failed.mentions("error", "TypeError: no");
        run_code("const = 1").await.mentions("error", "SyntaxError");
        let long = run_code("'x'.repeat(200000)").await;
        assert!(long["truncated"] == true && long["result"].as_str().unwrap().len() <= 50_010);
        let odd = run_code("() => { const a = {}; a.a = a; return a }").await;
        assert!(odd.json.get("result").is_some() || odd.json.get("error").is_some(), "{odd}");
        assert_eq!(run_code("navigator.webdriver").await.is_ok()["result"], false);
    });
}

#[test]
fn a_long_text_is_cut_as_text() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<p>Page</p>")).await;
        let code = json!({"tabId": tab, "code": "() => 'a\\n'.repeat(60000)"});
        let reply = agent.post("/api/js", code).await;
        let is_its_beginning = reply.is_ok()["result"] == json!("a\n".repeat(25_000));
        assert!(is_its_beginning, "the text's JSON, or another length");
        assert_eq!(reply["truncated"], true);
        let code = json!({"tabId": tab, "code": "() => Array(60000).fill(1)"});
        let reply = agent.post("/api/js", code).await;
        reply.is_ok().mentions("result", "[1,1,1,");
    });
}

#[test]
fn a_script_that_closes_its_tab_ends_with_it() {
    run(async |kit| {
        let agent = kit.agent();
        let opener = agent.opens(&kit.page("<p>Opener</p>")).await;
        let tab = agent.opens(&kit.page("<p>Page</p>")).await;
        let close = "() => { window.close(); return new Promise(() => {}) }";
        let started = Instant::now();
        let reply = agent.post("/api/js", json!({"tabId": tab, "code": close})).await;
        assert!(started.elapsed() < AT_ONCE, "{reply}");
        reply.is_error("tab_closed").mentions("error", "after the script was sent");
        assert_eq!(reply["retryable"], false, "{reply}");
        agent.post("/api/js", json!({"tabId": opener, "code": "1"})).await.is_ok();
    });
}

#[test]
fn a_native_dialog_ends_the_script_that_it_stops() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<p>Page</p>")).await;
        let started = Instant::now();
        let code = json!({"tabId": tab, "code": "() => confirm('Really?')"});
        let reply = agent.post("/api/js", code).await;
        reply.is_error("content_unavailable").mentions("error", "Really?");
        let dialog = json!({"type": "confirm", "message": "Really?"});
        assert_eq!((&reply["retryable"], &reply["state"]["dialog"]), (&json!(false), &dialog));
        // Behind it no other one is sent.
        let behind = agent.post("/api/js", json!({"tabId": tab, "code": "1 + 1"})).await;
        behind.is_error("content_unavailable");
        assert_eq!((&behind["retryable"], &behind["state"]["dialog"]), (&json!(true), &dialog));
        assert!(started.elapsed() < AT_ONCE, "{reply}");
        let away = json!({"tabId": tab, "url": kit.page("<p>Away</p>")});
        agent.post("/api/navigate", away).await.is_ok();
    });
}

#[test]
fn a_page_that_gives_every_object_a_then_does_not_hold_a_script() {
    run(async |kit| {
        let page = "<script>Promise = null; Object.prototype.then = () => {}</script>";
        let agent = kit.agent();
        let tab = agent.opens(&kit.page(page)).await;
        let reply = agent.post("/api/js", json!({"tabId": tab, "code": "() => ({a: 1})"})).await;
        assert_eq!(reply.is_ok()["result"], json!({"a": 1}));
    });
}

#[test]
fn a_page_that_replaced_json_is_told_as_the_reason() {
    run(async |kit| {
        let agent = kit.agent();
        let page = "<script>JSON.stringify = () => 'hacked'</script>";
        let tab = agent.opens(&kit.page(page)).await;
        let reply = agent.post("/api/js", json!({"tabId": tab, "code": "1"})).await;
        reply.mentions("error", "its result cannot be read").mentions("hint", "JSON");
        assert_eq!(reply["retryable"], false, "{reply}");
    });
}
