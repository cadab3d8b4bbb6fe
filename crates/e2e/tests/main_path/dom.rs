//! The page as a tree of elements (*browser_dom*).

use kitsune_e2e::{Kit, Origin, Reply, Value, json, run};

/// Every node of a tree, parents first.
fn nodes(reply: &Reply) -> Vec<&Value> {
    let mut found = Vec::new();
    let mut pending = vec![&reply["tree"]];
    while let Some(node) = pending.pop() {
        found.push(node);
        pending.extend(node["children"].as_array().into_iter().flatten().rev());
    }
    found
}

fn node<'a>(reply: &'a Reply, key: &str, value: &str) -> &'a Value {
    let found = nodes(reply).into_iter().find(|node| node[key] == value);
    found.unwrap_or_else(|| panic!("no node with {key} {value}\n{reply}"))
}

/// What `/api/dom` answers of a page, with further arguments.
async fn read(kit: &Kit<'_>, page: &str, arguments: Value) -> Reply {
    let tab = kit.agent().opens(&kit.page(page)).await;
    let mut body = arguments;
    body["tabId"] = json!(tab);
    kit.agent().post("/api/dom", body).await
}

#[test]
fn a_tree_has_refs_bounds_and_states() {
    run(async |kit| {
        let page = "<style>body{margin:0}</style><h2>Order</h2>\
            <p style='position:absolute;margin:0;left:10px;top:200px;width:30px;height:40px'>Two <b>items</b></p>\
            <label>Name <input id=name value=Ada required disabled></label>\
            <a href='/terms?api_key=abc123'>Terms</a><p hidden>Never</p>";
        let reply = read(kit, page, json!({})).await;
        let tree = &reply.is_ok()["tree"];
        assert_eq!(tree["tag"], "body", "{reply}");
        assert_eq!(reply["refs"], nodes(&reply).len(), "{reply}");
        assert!(reply.json.get("truncated").is_none(), "{reply}");
        for each in nodes(&reply) {
            assert!(each["ref"].as_str().unwrap().starts_with('e'), "{each}");
            assert_eq!(each["bounds"].as_array().unwrap().len(), 4, "{each}");
        }
        let heading = node(&reply, "tag", "h2");
        assert_eq!((&heading["role"], &heading["states"]["level"]), (&json!("heading"), &json!(2)));
        let paragraph = node(&reply, "tag", "p");
        assert_eq!(paragraph["bounds"], json!([10, 200, 30, 40]));
        assert_eq!(
            (&paragraph["text"], &paragraph["children"][0]["text"]),
            (&json!("Two"), &json!("items"))
        );
        let field = node(&reply, "id", "name");
        assert_eq!((&field["value"], &field["name"]), (&json!("Ada"), &json!("Name")));
        assert_eq!(field["states"], json!({"disabled": true, "required": true}));
        let link = node(&reply, "tag", "a");
        assert!(link["href"].as_str().unwrap().ends_with("/terms?api_key=[redacted]"), "{link}");
        assert!(!reply.json.to_string().contains("Never"), "{reply}");
    });
}

#[test]
fn a_tree_is_read_to_depth_6_unless_told_otherwise() {
    run(async |kit| {
        let page = format!("{}<i>Deep words</i>", "<div>".repeat(9));
        let tab = kit.agent().opens(&kit.page(page)).await;
        let agent = kit.agent();
        let deepest = async |body: Value| {
            let mut body = body;
            body["tabId"] = json!(tab);
            let reply = agent.post("/api/dom", body).await;
            reply.is_ok();
            let (count, last) = (nodes(&reply).len(), nodes(&reply).pop().unwrap().clone());
            (count, last)
        };
        let (count, last) = deepest(json!({})).await;
        assert_eq!(count, 7);
        assert_eq!((&last["text"], &last["more"]), (&json!("Deep words"), &json!(1)));
        assert_eq!(deepest(json!({"maxDepth": null})).await.0, 7);
        assert_eq!(deepest(json!({"maxDepth": 0})).await.0, 1);
        assert_eq!(deepest(json!({"maxDepth": 1})).await.0, 2);
        let (count, last) = deepest(json!({"maxDepth": 40})).await;
        assert_eq!((count, &last["tag"], last.get("more")), (11, &json!("i"), None));
    });
}

#[test]
fn a_tree_can_be_scoped_to_a_selector_or_a_ref() {
    run(async |kit| {
        let page = "<main><p>Inner</p></main><footer><p>Outer</p></footer>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let agent = kit.agent();
        let dom = async |body: Value| {
            let mut body = body;
            body["tabId"] = json!(tab);
            agent.post("/api/dom", body).await
        };
        let main = dom(json!({"selector": "main"})).await;
        assert_eq!((&main.is_ok()["tree"]["tag"], &main["refs"]), (&json!("main"), &json!(2)));
        let whole = dom(json!({})).await;
        let footer = node(&whole, "tag", "footer")["ref"].clone();
        let scoped = dom(json!({"ref": footer, "selector": "main"})).await;
        assert_eq!(
            (&scoped.is_ok()["tree"]["tag"], &scoped["tree"]["ref"]),
            (&json!("footer"), &footer)
        );
        let missing = dom(json!({"selector": "#none"})).await;
        missing.is_error("not_found").mentions("error", "Selector not found: #none");
        assert_eq!(missing["state"]["selector"], "#none");
        dom(json!({"selector": "a[["})).await.is_error("unsupported_selector");
        dom(json!({"ref": "e999999999"})).await.is_error("stale_ref");
    });
}

#[test]
fn a_wrong_depth_is_an_error_with_http_200() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page("<p>Words</p>")).await;
        for depth in [json!(-1), json!(1.5), json!("6"), json!(true)] {
            let body = json!({"tabId": tab, "maxDepth": depth});
            let reply = kit.agent().post("/api/dom", body).await;
            reply.has_status(200).mentions("error", "maxDepth must be a whole number from 0");
            assert!(reply.json.get("tree").is_none(), "{reply}");
        }
    });
}

#[test]
fn a_sensitive_field_of_a_tree_is_redacted_and_masked_text_left_out() {
    run(async |kit| {
        let page = "<label>Pin <input type=password value=hunter2></label>\
            <label>Code <input autocomplete=one-time-code></label>\
            <textarea style='-webkit-text-security: disc'>hunter2</textarea>\
            <p id=masked style='-webkit-text-security: circle'>hunter2 \
            <b style='-webkit-text-security: none'>Plain</b></p>\
            <div contenteditable>Open <span style='-webkit-text-security: disc'>hunter2</span></div>\
            <div contenteditable style='-webkit-text-security: disc'>hunter2<i>hunter2</i></div>";
        let reply = read(kit, page, json!({})).await;
        assert!(!reply.is_ok().json.to_string().contains("hunter2"), "{reply}");
        let told = |name: &str| {
            let field = node(&reply, "name", name);
            assert!(field.get("value").is_none(), "{field}");
            (field["redacted"].clone(), field["hasValue"].clone())
        };
        assert_eq!(told("Pin"), (json!(true), json!(true)));
        assert_eq!(told("Code"), (json!(true), json!(false)));
        assert_eq!(node(&reply, "tag", "b")["text"], "Plain");
        let scoped = kit.agent();
        let tab = kit.agent().opens(&kit.page(page)).await;
        let body = json!({"tabId": tab, "selector": "i"});
        let inside = scoped.post("/api/dom", body).await;
        assert!(!inside.is_ok().json.to_string().contains("hunter2"), "{inside}");
    });
}

#[test]
fn a_large_tree_keeps_its_beginning_and_gives_refs_only_to_what_it_returns() {
    run(async |kit| {
        let items: String = (0..20_000).map(|n| format!("<p>Item {n}</p>")).collect();
        let tab = kit.agent().opens(&kit.page(items)).await;
        let agent = kit.agent();
        let reply = agent.post("/api/dom", json!({"tabId": tab})).await;
        reply.is_ok().mentions("hint", "ref");
        assert_eq!(reply["truncated"], true);
        let size = reply["tree"].to_string().chars().count();
        assert!((18_500..=20_000).contains(&size), "{size}");
        let found = nodes(&reply);
        assert_eq!(reply["refs"], found.len(), "{size}");
        for (index, item) in found.iter().skip(1).enumerate() {
            assert_eq!(item["text"], format!("Item {index}"));
        }
        let last = found.last().unwrap()["ref"].as_str().unwrap().to_owned();
        let click = async |reference: String| {
            agent.post("/api/click", json!({"tabId": tab, "ref": reference})).await
        };
        click(last.clone()).await.is_ok();
        let next = last.trim_start_matches('e').parse::<u64>().unwrap() + 1;
        let unshown = click(format!("e{next}")).await;
        unshown.is_error("stale_ref");
        assert_eq!(unshown["state"]["reason"], "not_in_snapshot");
    });
}

#[test]
fn deep_nesting_is_cut_and_stays_readable() {
    run(async |kit| {
        let page = "<main></main><script>let at = document.querySelector('main');\
            for (let n = 0; n < 10000; n++) at = at.appendChild(document.createElement('div'));\
            at.textContent = 'Bottom';</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let agent = kit.agent();
        let plain = agent.post("/api/dom", json!({"tabId": tab})).await;
        assert_eq!(plain.is_ok()["refs"], 7, "{plain}");
        let deep = agent.post("/api/dom", json!({"tabId": tab, "maxDepth": 1_000_000})).await;
        assert_eq!(deep.is_ok()["truncated"], true, "{deep}");
        let last = nodes(&deep).pop().unwrap()["ref"].clone();
        assert_eq!(deep["refs"], 51);
        let next = json!({"tabId": tab, "ref": last, "maxDepth": 1_000_000});
        assert_eq!(agent.post("/api/dom", next).await.is_ok()["refs"], 51);
    });
}

#[test]
fn shadow_trees_slots_and_frames_are_part_of_the_tree() {
    run(async |kit| {
        let inner = kit.page("<button style='position:absolute;left:5px;top:6px'>Inside</button>");
        let page = format!(
            "<style>body{{margin:0}}iframe{{position:absolute;left:100px;top:50px;border:0}}</style>\
             <div id=host><u>Slotted</u></div><iframe title=Inner src='{inner}'></iframe>\
             <script>const root = host.attachShadow({{mode: 'closed'}});\
             root.innerHTML = '<em>Before</em><slot></slot>';</script>"
        );
        let reply = read(kit, &page, json!({})).await;
        let host = node(reply.is_ok(), "id", "host");
        let tags: Vec<_> =
            host["children"].as_array().unwrap().iter().map(|n| n["tag"].clone()).collect();
        assert_eq!(tags, ["em", "slot"], "{reply}");
        assert_eq!(host["children"][1]["children"][0]["text"], "Slotted", "{reply}");
        let frame = node(&reply, "tag", "iframe");
        assert_eq!(frame["children"][0]["tag"], "body", "{reply}");
        let button = &frame["children"][0]["children"][0];
        assert_eq!(button["text"], "Inside");
        let bounds = button["bounds"].as_array().unwrap();
        assert_eq!((&bounds[0], &bounds[1]), (&json!(105), &json!(56)), "{reply}");
    });
}

#[test]
fn a_tree_is_read_fresh_each_time_and_keeps_refs() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page("<p id=p>Before</p>")).await;
        let agent = kit.agent();
        let before = agent.post("/api/dom", json!({"tabId": tab})).await;
        kit.in_page(tab, "void (p.textContent = 'After')").await;
        let after = agent.post("/api/dom", json!({"tabId": tab})).await;
        assert_eq!(node(&before, "id", "p")["text"], "Before");
        assert_eq!(node(&after, "id", "p")["text"], "After");
        assert_eq!(node(&before, "id", "p")["ref"], node(&after, "id", "p")["ref"]);
        let client = kit.mcp_with(&[("KITSUNE_CAPS", "core,read")]).await;
        let tool = client.call("browser_dom", json!({"tab_id": tab, "max_depth": 0})).await;
        assert_eq!(tool.is_ok()["tree"]["more"], 1, "{tool}");
        let core = kit.agent().with("x-kitsune-caps", "core");
        core.post("/api/dom", json!({"tabId": tab}))
            .await
            .is_error("capability_restricted")
            .has_status(403);
        let reads = kit.agent().with("x-kitsune-caps", "read").with("x-kitsune-mode", "read");
        reads.post("/api/dom", json!({"tabId": tab})).await.is_ok();
    });
}

#[test]
fn a_frame_of_another_origin_has_its_tree_below_its_node() {
    run(async |kit| {
        let inner = "<style>body{margin:0}</style><a href='/next?api_key=abc123' \
            style='position:absolute;left:5px;top:6px'>Inside</a>";
        let other = kit.page_on(Origin::Other, inner);
        let page = format!(
            "<style>body{{margin:0}}iframe{{position:absolute;left:100px;top:50px;border:0}}</style>\
             <iframe title=Widget src='{other}?x=1'></iframe><p>After</p>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let dom = async |body: Value| {
            let mut body = body;
            body["tabId"] = json!(tab);
            kit.agent().post("/api/dom", body).await
        };
        let reply = dom(json!({})).await;
        let frame = node(reply.is_ok(), "tag", "iframe");
        assert_eq!(
            (&frame["frame"], frame.get("content")),
            (&json!("cross_origin"), None),
            "{reply}"
        );
        assert_eq!(frame["src"], other, "{reply}");
        let link = &frame["children"][0]["children"][0];
        assert_eq!((&link["bounds"][0], &link["bounds"][1]), (&json!(105), &json!(56)), "{reply}");
        assert!(link["href"].as_str().unwrap().ends_with("/next?api_key=[redacted]"), "{reply}");
        assert_eq!(node(&reply, "tag", "p")["text"], "After");
        assert_eq!(reply["refs"], nodes(&reply).len());
        kit.agent().post("/api/click", json!({"tabId": tab, "ref": link["ref"]})).await.is_ok();

        let shallow = dom(json!({"maxDepth": 1})).await;
        assert_eq!(node(shallow.is_ok(), "tag", "iframe")["content"], "cross_origin", "{shallow}");
        let body = dom(json!({"maxDepth": 2})).await;
        let held = &node(body.is_ok(), "tag", "iframe")["children"];
        assert_eq!((&held[0]["tag"], held[0].get("children")), (&json!("body"), None), "{body}");
    });
}

#[test]
fn a_frames_tree_that_does_not_fit_is_left_out_whole() {
    run(async |kit| {
        let items =
            |count: usize| -> String { (0..count).map(|n| format!("<p>Item {n}</p>")).collect() };
        let large = kit.page_on(Origin::Other, items(400));
        let page = format!("<iframe title=Large src='{large}'></iframe>{}", items(20));
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = kit.agent().post("/api/dom", json!({"tabId": tab})).await;
        assert_eq!(reply.is_ok()["truncated"], true, "{reply}");
        let frame = node(&reply, "tag", "iframe");
        assert_eq!(
            (&frame["content"], frame.get("children")),
            (&json!("cross_origin"), None),
            "{reply}"
        );
        assert_eq!(nodes(&reply).last().unwrap()["text"], "Item 19", "{reply}");
    });
}
