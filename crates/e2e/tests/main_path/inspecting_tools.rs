//! The tools of markup, values, places and styles as an MCP client calls them, and which groups and modes
//! their routes need (*Tools and capabilities*, *Task modes*).

use kitsune_e2e::{Value, json, run};

const PAGE: &str = "<title>Shop</title><style>body{margin:0}</style><article><h1 id=head>Tea</h1>\
    <p id=a style='color:rgb(1, 2, 3);width:90px;margin:0'>A <b>green</b> one</p>\
    <a href=/cart>Cart</a></article>";

/// The refs of the heading and the link.
fn refs(page: &Value) -> [String; 2] {
    let text = page["snapshot"].as_str().unwrap();
    ["heading", "link"].map(|role| {
        let line = text.lines().find(|line| line.contains(role)).unwrap();
        line.split("[ref=").nth(1).unwrap().split(']').next().unwrap().to_owned()
    })
}

#[test]
fn every_tool_reads_the_current_tab_by_selector_or_ref() {
    run(async |kit| {
        let client = kit.mcp_with(&[("KITSUNE_CAPS", "core,read,inspect")]).await;
        let open = json!({"action": "new", "url": kit.page(PAGE)});
        client.call("browser_tabs", open).await.is_ok();
        let page = client.call("browser_snapshot", json!({})).await;
        let shown = client.call("browser_snapshot", json!({"target": "body"})).await;
        let [heading, link] = refs(&shown.is_ok().json);
        page.is_ok();
        for (tool, arguments, part) in [
            ("browser_html", json!({"selector": "#a"}), "<b>green</b>"),
            ("browser_html", json!({"selector": "", "ref": heading}), "Tea</h1>"),
            ("browser_query", json!({"selector": "a", "fields": ["text", "tag"]}), "Cart"),
            ("browser_markdown", json!({}), "# Tea"),
            ("browser_markdown", json!({"selector": "", "ref": heading}), "# Tea"),
            ("browser_readability", json!({}), "green"),
            ("browser_bounds", json!({"selector": "#a"}), "\"width\":90"),
            ("browser_bounds", json!({"selector": "", "ref": link}), "inView"),
            (
                "browser_computed_style",
                json!({"selector": "#a", "properties": ["color"]}),
                "rgb(1, 2, 3)",
            ),
            ("browser_computed_style", json!({"selector": "", "ref": heading}), "display"),
            ("browser_explain_selector", json!({"selector": "article > *"}), "\"count\":3"),
            ("browser_full_page_metrics", json!({}), "devicePixelRatio"),
            (
                "browser_highlight",
                json!({"selector": "", "ref": link, "element": "the link"}),
                "\"ok\":true",
            ),
        ] {
            let reply = client.call(tool, arguments.clone()).await;
            assert!(reply.is_ok().json.to_string().contains(part), "{arguments}: {reply}");
        }
        let tab = kit.tabs().await[0].id;
        let borders = "document.querySelectorAll('html > div').length";
        assert_eq!(kit.in_page(tab, borders).await, 1);
    });
}

#[test]
fn without_a_current_tab_a_border_is_drawn_nowhere() {
    run(async |kit| {
        let client = kit.mcp_with(&[("KITSUNE_CAPS", "core,inspect")]).await;
        let refused = client.call("browser_highlight", json!({"selector": "body"})).await;
        refused.is_error("no_current_tab");
    });
}

/// The routes, what they need to be asked, their group, and whether a client that only reads may.
fn routes() -> [(&'static str, Value, &'static str, bool); 11] {
    let selector = json!({"selector": "#a"});
    [
        ("/api/find", json!({"query": "tea"}), "core", true),
        ("/api/html", selector.clone(), "read", true),
        ("/api/query", selector.clone(), "read", true),
        ("/api/markdown", json!({}), "read", true),
        ("/api/readability", json!({}), "read", true),
        ("/api/bounds", selector.clone(), "inspect", true),
        ("/api/computed-style", selector.clone(), "inspect", true),
        ("/api/explain-selector", selector.clone(), "inspect", true),
        ("/api/full-page-metrics", json!({}), "inspect", true),
        ("/api/highlight", selector, "inspect", false),
        ("/api/clear-highlight", json!({}), "inspect", false),
    ]
}

#[test]
fn groups_and_modes_open_the_routes_that_they_name() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(PAGE)).await;
        for (path, mut body, group, reads) in routes() {
            body["tabId"] = json!(tab);
            for caps in ["core", "core,read", "core,inspect"] {
                let agent = kit.agent().with("x-kitsune-caps", caps);
                let reply = agent.post(path, body.clone()).await;
                if caps.split(',').any(|each| each == group) {
                    reply.is_ok();
                } else {
                    reply.is_error("capability_restricted").has_status(403);
                    assert_eq!(reply["retryable"], false, "{reply}");
                }
            }
            let reader = kit.agent().with("x-kitsune-mode", "read");
            let reply = reader.post(path, body).await;
            match reads {
                true => _ = reply.is_ok(),
                false => _ = reply.is_error("mode_restricted").has_status(403),
            }
        }
        // A picture may show what a reader of text is not told.
        for (path, body) in [
            ("/api/screenshot", json!({"tabId": tab})),
            ("/api/element-screenshot", json!({"tabId": tab, "selector": "#a"})),
            ("/api/full-page-screenshot", json!({"tabId": tab})),
        ] {
            let core = kit.agent().with("x-kitsune-caps", "core");
            core.post(path, body.clone()).await.is_ok();
            for mode in ["read", "draft"] {
                let agent = kit.agent().with("x-kitsune-mode", mode);
                agent.post(path, body.clone()).await.is_error("mode_restricted").has_status(403);
            }
        }
    });
}

#[test]
fn a_get_of_tree_or_fields_reads_the_active_tab() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = person.opens(&kit.page("<h1>Tea</h1><input aria-label=Query>")).await;
        for path in ["/api/dom", "/api/forms"] {
            let by_get = kit.agent().get(path).await;
            let by_post = kit.agent().post(path, json!({"tabId": tab})).await;
            assert_eq!(by_get.is_ok().json, by_post.is_ok().json, "{path}");
            assert!(by_get.json.to_string().contains("Query"), "{path}: {by_get}");
        }
    });
}
