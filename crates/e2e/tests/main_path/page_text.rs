//! A page's text, and how long the bridge keeps it (*GET /api/page-text*, *Cache Control*,
//! *Sensitive-field redaction*: known limitations).

use std::time::Duration;

use kitsune_e2e::{Agent, Kit, Reply, TabId, eventually, json, run, run_apart};

async fn text(agent: &Agent, tab: TabId) -> Reply {
    let reply = agent.post("/api/page-text", json!({"tabId": tab})).await;
    reply.is_ok();
    reply
}

/// Changes the page as its own script does, without the bridge.
async fn change(kit: &Kit<'_>, tab: TabId, text: &str) {
    kit.in_page(tab, &format!("void (document.body.textContent = '{text}')")).await;
}

#[test]
fn page_text_is_all_text_that_the_page_shows() {
    run(async |kit| {
        let page = "<h1>Title</h1><p>One\n two</p><p>A<br>B</p><p hidden>Hidden</p>\
            <div style='visibility:hidden'>Unseen</div><input value=typed placeholder=hint>\
            <textarea>area</textarea><script>'code'</script><table><tr><td>x<td>y</table>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = text(&kit.agent(), tab).await;
        assert_eq!(reply["text"].as_str().unwrap().trim(), "Title\n\nOne two\n\nA\nB\n\nx\ty");
        assert_eq!(reply.json.as_object().unwrap().len(), 1, "{reply}");
    });
}

#[test]
fn a_mask_does_not_tell_how_long_its_secret_is() {
    run(async |kit| {
        let secret = "hunter2".repeat(20);
        let page = format!(
            "<p>Before <b style='-webkit-text-security:disc'>{secret}</b> after</p>\
             <p style='-webkit-text-security:circle'>{secret}</p>\
             <p style='-webkit-text-security:square'>{secret}</p>\
             <textarea style='-webkit-text-security:disc'>{secret}</textarea>\
             <div contenteditable style='-webkit-text-security:disc'>{secret}</div>\
             <input type=password value={secret}><p>Card •••• 4242</p>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = text(&kit.agent(), tab).await;
        let told = reply["text"].as_str().unwrap();
        assert!(!told.contains("hunter"), "{reply}");
        assert!(told.contains("Before") && told.contains("after"), "{reply}");
        assert!(told.contains("Card •••• 4242"), "{reply}");
        let longest = told.split_whitespace().map(|word| word.chars().count()).max();
        assert_eq!(longest, Some(8), "{reply}");
    });
}

#[test]
fn a_part_of_the_page_is_read_by_a_selector() {
    run(async |kit| {
        let page = "<main><h1>Title</h1><p>One</p></main><aside>Two</aside><p hidden>Three</p>\
            <div id=bare style='display:contents'>Four</div><textarea>Five</textarea>\
            <select><option>Six</select><svg><text>Seven</text></svg>\
            <p id=m style='-webkit-text-security:disc'>hunter2</p>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let of = async |selector: &str| {
            let body = json!({"tabId": tab, "selector": selector});
            kit.agent().post("/api/page-text", body).await
        };
        for (selector, expected) in [
            ("main", "Title\n\nOne"),
            ("text=Two", "Two"),
            ("p", "One"),
            ("[hidden]", ""),
            ("#bare", "Four"),
            ("textarea", ""),
            ("option", ""),
            ("svg", "Seven"),
            ("#m", "•••••••"),
        ] {
            let reply = of(selector).await;
            assert_eq!(reply.is_ok()["text"], expected, "{selector}: {reply}");
        }
        of("#none").await.is_error("not_found");
        of("p[").await.is_error("unsupported_selector");
        assert!(text(&kit.agent(), tab).await["text"].as_str().unwrap().contains("Two"));
        // Nothing of a page that shows nothing.
        let unseen = "<style>body { display: none }</style><p>Here</p><script>'code'</script>";
        let unseen = kit.agent().opens(&kit.page(unseen)).await;
        assert_eq!(text(&kit.agent(), unseen).await["text"], "");
    });
}

#[test]
fn a_long_text_is_cut_and_its_length_told() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(format!("<p>{}</p>", "word ".repeat(20_000)))).await;
        let reply = text(&kit.agent(), tab).await;
        assert_eq!(reply["text"].as_str().unwrap().len(), 50_000);
        assert_eq!(reply["truncated"], true);
        let full = kit.in_page(tab, "document.body.innerText.length").await;
        assert_eq!(reply["fullLength"], full);
        reply.mentions("hint", "browser_find");
    });
}

#[test]
fn an_error_response_without_a_document_has_an_empty_text() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<p>Before</p>")).await;
        let missing = kit.url("/page/999999?token=s3cret");
        agent.post("/api/navigate", json!({"tabId": tab, "url": missing})).await;
        let url = missing.replace("s3cret", "[redacted]");
        for path in ["/api/page-text", "/api/page-text-by-tab-id"] {
            let reply = agent.post(path, json!({"tabId": tab})).await;
            let title = &reply.is_ok()["title"];
            let expected = json!({"text": "", "empty": true, "httpStatus": 404, "tabId": tab,
                "url": url, "title": title});
            assert_eq!(reply.json, expected, "{reply}");
        }
        agent.post("/api/links", json!({"tabId": tab})).await.is_error("error_page");
        agent.post("/api/page-info", json!({"tabId": tab})).await.is_error("error_page");
        // Not reached at all, there is no status.
        let nowhere = json!({"tabId": tab, "url": "http://127.0.0.1:1/"});
        agent.post("/api/navigate", nowhere).await;
        agent.post("/api/page-text", json!({"tabId": tab})).await.is_error("error_page");
        // One with a document is a page.
        let page = json!({"tabId": tab, "url": kit.url("/status/404")});
        agent.post("/api/navigate", page).await.is_ok();
        text(&agent, tab).await.mentions("text", "404 Not Found");
    });
}

#[test]
fn by_the_tabs_id_a_tab_must_be_named() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page("<p>Here</p>")).await;
        for body in [json!({}), json!({"tabId": null}), json!({"tabId": 0}), json!({"tabId": ""})] {
            let reply = kit.agent().post("/api/page-text-by-tab-id", body.clone()).await;
            assert_eq!(reply.is_error("invalid_tab_id")["retryable"], true, "{body}: {reply}");
        }
        let named = json!({"tabId": tab});
        let reply = kit.agent().post("/api/page-text-by-tab-id", named).await;
        assert_eq!(reply.is_ok()["text"], "Here", "{reply}");
    });
}

// The cache is the whole bridge's, so another test's write would empty it: these stand apart.

#[test]
fn a_text_is_kept_until_something_is_written_or_captured() {
    run_apart(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<p>First</p>")).await;
        let other = agent.opens(&kit.page("<p>Other</p><button>B</button>")).await;
        let first = text(&agent, tab).await;
        assert!(first["text"].as_str().unwrap().contains("First") && first["_cached"].is_null());
        change(kit, tab, "Second").await;
        let kept = text(&agent, tab).await;
        assert!(kept["text"].as_str().unwrap().contains("First"), "{kept}");
        assert_eq!(kept["_cached"], true);
        // By the tab's id it is read as it is, and tabs are kept apart.
        let now = agent.post("/api/page-text-by-tab-id", json!({"tabId": tab})).await;
        assert_eq!((now.is_ok()["text"].as_str(), &now["_cached"]), (Some("Second"), &json!(null)));
        assert!(text(&agent, other).await["_cached"].is_null());
        // Reads and captures of what is shown keep it.
        agent.post("/api/snapshot", json!({"tabId": tab})).await.is_ok();
        agent.post("/api/screenshot", json!({"tabId": tab})).await.is_ok();
        assert_eq!(text(&agent, tab).await["_cached"], true);
        for (path, body) in [
            ("/api/click", json!({"tabId": other, "selector": "button"})),
            ("/api/element-screenshot", json!({"tabId": other, "selector": "button"})),
            ("/api/full-page-screenshot", json!({"tabId": other})),
            ("/api/click", json!({"tabId": other, "selector": "#none"})),
        ] {
            agent.post(path, body).await;
            let fresh = text(&agent, tab).await;
            assert!(fresh["_cached"].is_null(), "{path}\n{fresh}");
            assert_eq!(text(&agent, tab).await["_cached"], true, "{path}");
        }
        // What was not admitted has changed nothing.
        let reading = kit.agent().with("x-kitsune-mode", "read");
        let refused =
            reading.post("/api/click", json!({"tabId": other, "selector": "button"})).await;
        refused.is_error("mode_restricted");
        agent.post("/api/click", json!({"tabId": "none"})).await.is_error("invalid_tab_id");
        assert_eq!(text(&agent, tab).await["_cached"], true);
    });
}

#[test]
fn a_get_never_answers_with_another_tabs_text() {
    run_apart(async |kit| {
        let person = kit.person().await;
        let longer = json!({"action": "ttl", "seconds": 600});
        kit.agent().post("/api/cache", longer).await.is_ok();
        let one = person.opens(&kit.page("<p>One</p>")).await;
        kit.agent().get("/api/page-text").await.is_ok().mentions("text", "One");
        let two = person.opens(&kit.page("<p>Two</p>")).await;
        kit.agent().get("/api/page-text").await.is_ok().mentions("text", "Two");
        person.looks_at(one).await;
        let again = kit.agent().get("/api/page-text").await;
        assert_eq!(again.is_ok().mentions("text", "One")["_cached"], true);
        person.closes(one).await;
        person.closes(two).await;
    });
}

#[test]
fn the_text_of_a_tab_that_closed_is_not_told() {
    run_apart(async |kit| {
        let agent = kit.agent();
        let person = kit.person().await;
        let longer = json!({"action": "ttl", "seconds": 600});
        agent.post("/api/cache", longer).await.is_ok();
        let tab = agent.opens(&kit.page("<p>Here</p>")).await;
        text(&agent, tab).await;
        assert_eq!(text(&agent, tab).await["_cached"], true);
        person.closes(tab).await;
        let closed = agent.post("/api/page-text", json!({"tabId": tab})).await;
        assert_eq!(closed.is_error("tab_closed")["retryable"], true, "{closed}");
    });
}

#[test]
fn the_cache_is_told_cleared_and_given_another_lifetime() {
    run_apart(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<p>Here</p>")).await;
        let cache = async |body| agent.post("/api/cache", body).await;
        text(&agent, tab).await;
        assert_eq!(cache(json!({"action": "status"})).await.json, json!({"entries": 1, "ttl": 5}));
        assert_eq!(cache(json!({})).await.json, json!({"ok": true, "cleared": 1}));
        assert_eq!(cache(json!({"action": "clear"})).await.json, json!({"ok": true, "cleared": 0}));
        assert!(text(&agent, tab).await["_cached"].is_null());
        // As short as it may be, it ends by itself.
        let short = json!({"action": "ttl", "seconds": 0.05});
        assert_eq!(cache(short).await.json, json!({"ok": true, "ttl": 0.05}));
        eventually("the text's end", Duration::from_secs(5), async || {
            text(&agent, tab).await["_cached"].is_null()
        })
        .await;
        for bad in [
            json!({"action": "ttl", "seconds": -1}),
            json!({"action": "ttl", "seconds": "9"}),
            json!({"action": "ttl", "seconds": 1e300}),
            json!({"action": "empty"}),
            json!({"action": 1}),
        ] {
            cache(bad).await.is_error("invalid_argument").has_status(400);
        }
        let status = cache(json!({"action": "status"})).await;
        assert_eq!(status.is_ok()["ttl"], 0.05, "a bad value keeps it");
        cache(json!({"action": "ttl", "seconds": 0})).await.is_ok();
        text(&agent, tab).await;
        assert!(text(&agent, tab).await["_cached"].is_null());
        assert_eq!(cache(json!({"action": "ttl"})).await.json, json!({"ok": true, "ttl": 5}));
        for (header, value, code) in [
            ("x-kitsune-caps", "core,read", "capability_restricted"),
            ("x-kitsune-mode", "draft", "mode_restricted"),
        ] {
            let restricted = kit.agent().with(header, value);
            restricted.post("/api/cache", json!({"action": "status"})).await.is_error(code);
        }
        let client = kit.mcp_with(&[("KITSUNE_CAPS", "core,read,admin")]).await;
        let told = client.call("browser_cache", json!({"action": "ttl", "seconds": 9})).await;
        assert_eq!(told.is_ok().json, json!({"ok": true, "ttl": 9}));
        let told = client.call("browser_cache", json!({})).await;
        assert!(told.is_ok()["cleared"].is_number(), "{told}");
    });
}
