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

#[test]
fn a_body_that_is_not_rendered_has_no_text() {
    run(async |kit| {
        let page = "<!doctype html><body style='display:none'><p>Welcome</p>\
            <script>const word = 'Welcome'</script>";
        let agent = kit.agent();
        let tab = agent.opens(&kit.page(page)).await;
        let wait = json!({"tabId": tab, "text": "Welcome", "timeout": 0});
        assert_eq!(agent.post("/api/wait-for-text", wait.clone()).await["ok"], false);
        kit.in_page(tab, "void (document.body.style.display = 'contents')").await;
        agent.post("/api/wait-for-text", wait).await.is_ok();
        let script = json!({"tabId": tab, "text": "const word", "timeout": 0});
        assert_eq!(agent.post("/api/wait-for-text", script).await["ok"], false);
    });
}

#[test]
fn text_that_was_there_all_along_is_told_and_need_not_count() {
    run(async |kit| {
        let page = "<p>Saved</p><button onclick=\"document.body.append('Saved')\">Save</button>";
        let agent = kit.agent();
        let tab = agent.opens(&kit.page(page)).await;
        // Both conditions hold at the first look.
        let both = json!({"tabId": tab, "text": "Saved", "text_gone": "Saving"});
        assert_eq!(agent.post("/api/wait-for-text", both).await.is_ok()["already_present"], true);
        let gone = json!({"tabId": tab, "text_gone": "Saving"});
        assert!(agent.post("/api/wait-for-text", gone).await.is_ok()["already_present"].is_null());

        let anew = |timeout: u32| json!({"tabId": tab, "text": "Saved", "new_only": true, "timeout": timeout});
        let unmet = agent.post("/api/wait-for-text", anew(500)).await;
        assert_eq!(unmet["ok"], false, "{unmet}");
        assert!(unmet["matched_as"].is_null(), "{unmet}");
        let click = async {
            // The wait has looked once when the page answers another read behind it.
            agent.post("/api/snapshot", json!({"tabId": tab})).await.is_ok();
            agent.post("/api/click", json!({"tabId": tab, "selector": "button"})).await
        };
        let (met, clicked) = tokio::join!(agent.post("/api/wait-for-text", anew(20_000)), click);
        clicked.is_ok();
        assert!(met.is_ok()["already_present"].is_null(), "{met}");
    });
}

#[test]
fn a_name_is_told_as_such_only_when_the_text_is_not_there() {
    run(async |kit| {
        let page = "<p>Total</p><p>Loading</p><input placeholder=Total><input placeholder=Find>\
            <span id=l>Fi<b>nd</b></span><i hidden>Find</i><button aria-label=Find>x</button>\
            <a href=/ aria-label=Find>y</a><input placeholder=Find>";
        let agent = kit.agent();
        let tab = agent.opens(&kit.page(page)).await;
        agent.post("/api/snapshot", json!({"tabId": tab})).await.is_ok();
        let wait = async |text: &str, gone: &str| {
            let body = json!({"tabId": tab, "text": text, "text_gone": gone, "timeout": 0});
            agent.post("/api/wait-for-text", body).await
        };
        let there = wait("Total", "Loading").await;
        assert_eq!((&there["ok"], &there["matched_as"]), (&json!(false), &json!(null)), "{there}");
        kit.in_page(tab, "void l.remove()").await;
        let named = wait("Find", "").await;
        assert_eq!(named["matched_as"], "accessible_name", "{named}");
        let sources: Vec<_> = named["name_matches"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["source"].clone())
            .collect();
        assert_eq!(
            sources,
            [json!("placeholder"), json!("aria-label"), json!("aria-label")],
            "{named}"
        );
    });
}

#[test]
fn the_text_is_the_rendered_text_of_the_top_document() {
    run(async |kit| {
        let page = "<p>Order <b>Ready</b></p><p hidden>Concealed</p>\
            <iframe srcdoc='<p>Framed'></iframe>\
            <x-a><template shadowrootmode=open><p>Shadowed</p></template></x-a>\
            <label id=named>Labelled</label><input aria-labelledby=named>";
        let agent = kit.agent();
        let tab = agent.opens(&kit.page(page)).await;
        for (text, there) in [
            ("Order Ready", true),
            ("Labelled", true),
            ("order ready", false),
            ("Concealed", false),
            ("Framed", false),
            ("Shadowed", false),
        ] {
            let wait = json!({"tabId": tab, "text": text, "timeout": 0});
            assert_eq!(agent.post("/api/wait-for-text", wait).await["ok"], there, "{text}");
        }
        for body in [json!({"tabId": tab}), json!({"tabId": tab, "text": "", "text_gone": ""})] {
            agent
                .post("/api/wait-for-text", body)
                .await
                .has_status(400)
                .is_error("invalid_argument");
        }
    });
}
