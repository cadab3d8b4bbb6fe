//! The agent's JavaScript in the page's own world (developer build).

use kitsune_e2e::{Page, json, run};

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
