//! Waiting for text (*POST /api/wait-for-text*).

use std::time::Duration;

use kitsune_e2e::{eventually, json, run};

#[test]
fn text_is_waited_for_until_it_appears_or_goes() {
    run(async |kit| {
        let page = "<p id=out>Loading</p><script>setTimeout(() => out.textContent = 'Ready', 400)</script>";
        let agent = kit.agent();
        let tab = agent.opens(&kit.page(page)).await;
        let both = json!({"tabId": tab, "text": "Ready", "text_gone": "Loading", "timeout": 8000});
        let reply = agent.post("/api/wait-for-text", both).await;
        assert_eq!(
            (&reply.is_ok()["text"], &reply["text_gone"]),
            (&json!("Ready"), &json!("Loading"))
        );
        assert!(reply["elapsed"].is_u64(), "{reply}");
        let again = agent.post("/api/wait-for-text", json!({"tabId": tab, "text": "Ready"})).await;
        assert_eq!(again.is_ok()["already_present"], true);
    });
}

#[test]
fn a_wait_that_is_not_met_says_so_near_its_deadline() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<input aria-label='Search things'>")).await;
        // The first contact with a page takes longer than a later one.
        agent.post("/api/snapshot", json!({"tabId": tab})).await.is_ok();
        let body = json!({"tabId": tab, "text": "Search things", "timeout": 600});
        let mut reply = agent.post("/api/wait-for-text", body.clone()).await;
        // The last read has 100 ms; on a busy machine it may not end, and the answer says so.
        eventually("the last read ends in time", Duration::from_secs(20), async || {
            if reply["observationIncomplete"] == true {
                reply = agent.post("/api/wait-for-text", body.clone()).await;
            }
            reply["observationIncomplete"] != true
        })
        .await;
        assert_eq!(
            (&reply["ok"], &reply["matched_as"]),
            (&json!(false), &json!("accessible_name")),
            "{reply}"
        );
        assert_eq!(reply["name_matches"][0]["source"], "aria-label");
        let elapsed = reply["elapsed"].as_u64().unwrap();
        assert!((500..5_000).contains(&elapsed), "{reply}");
        let zero = json!({"tabId": tab, "text": "nothing", "timeout": 0});
        assert_eq!(agent.post("/api/wait-for-text", zero).await["ok"], false);
        for timeout in [json!(-1), json!("1"), json!([])] {
            let bad = json!({"tabId": tab, "text": "x", "timeout": timeout});
            agent.post("/api/wait-for-text", bad).await.has_status(400);
        }
    });
}
