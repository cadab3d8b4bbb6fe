//! Secrets never leave the page (*Sensitive-field redaction*, *History URL redaction*).

use kitsune_e2e::{json, run};

const SECRET: &str = "hunter2-Sesame";

#[test]
fn no_read_and_no_action_shows_the_value_of_a_sensitive_field() {
    run(async |kit| {
        let page = format!(
            "<label>Password <input type=password id=pw value='{SECRET}'></label>\
             <button id=reveal onclick=\"pw.type = pw.type === 'text' ? 'password' : 'text'\">Show</button>\
             <label>Code <input autocomplete=one-time-code value='{SECRET}'></label>\
             <label>Card <input name=cardNumber aria-label='card number' value='{SECRET}'></label>\
             <textarea style='-webkit-text-security: disc'>{SECRET}</textarea>\
             <p style='-webkit-text-security: circle'>{SECRET}</p>\
             <p>Public words</p>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let agent = kit.agent();
        let mut replies = vec![
            agent.post("/api/snapshot", json!({"tabId": tab})).await,
            agent.post("/api/click", json!({"tabId": tab, "selector": "#reveal"})).await,
            agent.post("/api/snapshot", json!({"tabId": tab})).await,
            agent
                .post("/api/fill", json!({"tabId": tab, "selector": "#pw", "value": SECRET}))
                .await,
            agent.post("/api/type", json!({"tabId": tab, "selector": "#pw", "text": "x"})).await,
            agent.post("/api/form-fill", json!({"tabId": tab, "fields": {"Code": SECRET}})).await,
            agent
                .post(
                    "/api/keypress",
                    json!({"tabId": tab, "selector": "#pw", "key": "y", "snapshot": "full"}),
                )
                .await,
        ];
        replies.push(
            agent
                .post(
                    "/api/click",
                    json!({"tabId": tab, "selector": "#reveal", "snapshot": "full"}),
                )
                .await,
        );
        for reply in &replies {
            assert!(!reply.json.to_string().contains("hunter2"), "{reply}");
        }
        replies[0]
            .mentions("snapshot", "textbox \"Password\" [ref=")
            .mentions("snapshot", "Public words");
        assert_eq!(kit.in_page(tab, "pw.value").await, format!("{SECRET}xy"));
    });
}

#[test]
fn a_selector_cannot_feel_its_way_along_a_secret() {
    run(async |kit| {
        let page = format!("<input type=password id=pw value='{SECRET}'><button>Go</button>");
        let tab = kit.agent().opens(&kit.page(page)).await;
        for selector in ["input[value^='h']", "button:has(+ x), [VALUE*='u']", "[*|value]"] {
            let body = json!({"tabId": tab, "selector": selector});
            let reply = kit.agent().post("/api/click", body).await;
            reply.mentions("error", "value-attribute selectors are disabled");
        }
        assert!(kit.seen_in(tab).await.is_empty());
    });
}

#[test]
fn secrets_in_addresses_are_redacted_everywhere() {
    run(async |kit| {
        let page = kit.page("<a href='/next?api_key=abc123'>Next</a>");
        let tab = kit.agent().opens(&format!("{page}?x=1#access_token=abc123&state=1")).await;
        let agent = kit.agent();
        for reply in [
            agent.post("/api/snapshot", json!({"tabId": tab})).await,
            agent.get("/api/tabs").await,
            agent.post("/api/screenshot", json!({"tabId": tab})).await,
        ] {
            let text = reply.is_ok().json.to_string();
            assert!(!text.contains("abc123") && text.contains("[redacted]"), "{reply}");
        }
        for (path, body) in [
            ("/api/click", json!({"selector": "#none"})),
            ("/api/click", json!({"ref": "e999999"})),
            ("/api/fill", json!({"selector": "a", "value": "x"})),
            ("/api/navigate", json!({"url": "chrome://x/?token=abc123"})),
        ] {
            let mut body = body;
            body["tabId"] = json!(tab);
            let reply = agent.post(path, body).await;
            assert!(reply.json["error"].is_string(), "{reply}");
            assert!(!reply.json.to_string().contains("abc123"), "{reply}");
        }
    });
}
