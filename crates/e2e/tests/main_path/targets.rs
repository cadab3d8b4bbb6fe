//! Which element a selector names (*Target selectors*, *Strict selectors*).

use kitsune_e2e::{Kit, TabId, Value, json, run};

/// The ids of all elements that a selector matches, in their order.
async fn matches(kit: &Kit<'_>, tab: TabId, selector: &str) -> Vec<String> {
    let mut ids = Vec::new();
    for index in 0..20 {
        let nth = format!("{selector} >> nth={index}");
        let body = json!({"tabId": tab, "selector": nth, "code": "element => element.id"});
        let reply = kit.agent().post("/api/js", body).await;
        if reply["code"] == "not_found" {
            break;
        }
        ids.push(reply.is_ok()["result"].as_str().unwrap().to_owned());
    }
    ids
}

/// Fails unless each selector matches exactly the elements with these ids.
async fn check(kit: &Kit<'_>, tab: TabId, table: &[(&str, &[&str])]) {
    let mut wrong = Vec::new();
    for (selector, expected) in table {
        let found = matches(kit, tab, selector).await;
        if found != *expected {
            wrong.push(format!("{selector}\n    found {found:?}\n    not   {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn text_forms_match_the_smallest_element_with_the_text() {
    run(async |kit| {
        let page = "<body id=body><div id=outer><p id=p>Please <b id=b>Save  all</b></p></div>\
            <button id=exact>Save</button><button id=lower>save</button>\
            <a id=path href=#>see /api/users</a><input id=submit type=submit value='Save now'>\
            <p id=apostrophe>Don't go >> home</p><script>'Save'</script><title>Save</title>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let table: &[(&str, &[&str])] = &[
            ("text=SAVE ALL", &["b"]),
            ("text=save", &["b", "exact", "lower", "submit"]),
            ("text=\"Save\"", &["exact"]),
            ("text=\"Save\"s", &["exact"]),
            ("'Save'", &["exact"]),
            ("\"Save\"", &["exact"]),
            ("\"save a\"i", &["b"]),
            ("text='save'", &["lower"]),
            ("text=/^sav(e|ed)$/i", &["exact", "lower"]),
            ("text=/^Save$/", &["exact"]),
            ("text=/api/users", &["path"]),
            ("text=Don't", &["apostrophe"]),
            ("text=/go >> home/", &["apostrophe"]),
            ("internal:text=\"save all\"i", &["b"]),
            ("internal:text=\"Save\"s", &["exact"]),
            ("internal:text=/^save$/i", &["exact", "lower"]),
            ("text=nothing of this", &[]),
        ];
        check(kit, tab, table).await;
    });
}

#[test]
fn role_forms_match_role_and_name() {
    run(async |kit| {
        let page = "<button id=save>Save</button><button id=all>Save all</button>\
            <div id=explicit role=button>save</div><h2 id=h2>Stock</h2>\
            <div id=h3 role=heading aria-level=3>Stock</div><a id=link href=#>It's new</a>\
            <div hidden><button id=hidden><i>Save</i></button></div>\
            <button id=aria aria-hidden=true>Save</button>\
            <ul role=tree><li id=item role=treeitem aria-level=2>Leaf</ul>\
            <img id=img alt='A box' src=data:,><svg id=svg><title>Chart</title></svg>\
            <input id=image type=image alt='Go on' src=data:,><img alt='' title='Not named'>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let table: &[(&str, &[&str])] = &[
            ("role=button", &["save", "all", "explicit", "image"]),
            ("role=button[name=\"SAVE\"]", &["save", "explicit"]),
            ("role=button[name=\"Save\"s]", &["save"]),
            ("role=button[name*=\"ave\"]", &["save", "all", "explicit"]),
            ("role=button[name^='save a']", &["all"]),
            ("role=button[name$=\"ALL\"s]", &[]),
            ("role=button[name$=\"ALL\"]", &["all"]),
            ("role=button[name=/^save$/i]", &["save", "explicit"]),
            ("role=link[name=/it's/i] >> nth=0", &["link"]),
            ("internal:role=button[name=\"save\"i]", &["save", "all", "explicit"]),
            ("internal:role=button[name=\"Save\"s]", &["save"]),
            ("role=heading[level=2]", &["h2"]),
            ("role=heading[level=3][name=\"stock\"]", &["h3"]),
            ("role=treeitem[level=2]", &["item"]),
            ("role=button[name=\"save\"][include-hidden]", &["save", "explicit", "hidden", "aria"]),
            ("role=img", &["img", "svg"]),
            ("role=img[name=\"chart\"]", &["svg"]),
            ("role=button[name=\"Go on\"]", &["image"]),
        ];
        check(kit, tab, table).await;
    });
}

#[test]
fn label_forms_match_what_names_a_control() {
    run(async |kit| {
        let page = "<label>Email <input id=email></label>\
            <label for=work>Work email</label><input id=work>\
            <input id=aria aria-label='Email of a friend'>\
            <i id=name>Email</i><input id=by aria-labelledby=name aria-label=Other>\
            <input id=none placeholder=Email>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let table: &[(&str, &[&str])] = &[
            ("internal:label=\"email\"i", &["email", "work", "aria", "by"]),
            ("internal:label=\"Email\"", &["email", "by"]),
            ("internal:label=\"Email\"s", &["email", "by"]),
            ("internal:label=/^work/i", &["work"]),
            ("internal:label=\"other\"i", &[]),
        ];
        check(kit, tab, table).await;
    });
}

#[test]
fn css_takes_the_accepted_pseudo_classes_and_lists() {
    run(async |kit| {
        let page = "<style>.gone{display:none}</style>\
            <ul><li id=one class=x>One <b id=b>apple</b></li><li id=two class='x gone'>Two</li></ul>\
            <p id=p class='md:visible'>apple, pear</p><div id=div><span id=span>Save</span></div>\
            <div id=host></div><script>host.attachShadow({mode: 'closed'}).innerHTML = \
            '<p id=shadow class=x>Shadow apple</p>';</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let table: &[(&str, &[&str])] = &[
            (".x", &["one", "two", "shadow"]),
            ("li:visible", &["one"]),
            ("li:has-text('APPLE')", &["one"]),
            ("p:has-text('apple')", &["p", "shadow"]),
            (":text('apple'):visible", &["b", "p", "shadow"]),
            (":text-is('Save')", &["div", "span"]),
            ("div:text-is('save')", &[]),
            ("span, li:visible, #p", &["one", "p", "span"]),
            ("#p, li", &["one", "two", "p"]),
            ("ul > li:has-text('apple') b", &["b"]),
            (".x:has-text('apple') + li", &["two"]),
            ("li:has(b)", &["one"]),
            (".md\\:visible", &["p"]),
            ("p:has-text('apple, pear')", &["p"]),
        ];
        check(kit, tab, table).await;
    });
}

#[test]
fn chains_search_inside_each_match_and_climb_out_of_shadow_roots() {
    run(async |kit| {
        let inner = kit.page("<div id=box><a id=a>In the frame</a></div>");
        let page = format!(
            "<section id=s1><p id=p1>Row</p><h2 id=h>Stock</h2></section>\
             <section id=s2><p id=p2>Row</p></section><div id=host></div>\
             <iframe src='{inner}'></iframe>\
             <script>host.attachShadow({{mode: 'open'}}).innerHTML = \
             '<div id=top><i id=deep>deep</i></div>';</script>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let agent = kit.agent();
        let snapshot = agent.post("/api/snapshot", json!({"tabId": tab, "selector": "#h"})).await;
        let text = snapshot.is_ok()["snapshot"].as_str().unwrap().to_owned();
        let heading = text.split("[ref=").nth(1).unwrap().split(']').next().unwrap().to_owned();
        let by_ref = |rest: &str| format!("{heading} >> {rest}");
        let (parent, relative) = (by_ref("xpath=.. >> text=Row"), by_ref("../p"));
        let table: &[(&str, &[&str])] = &[
            ("section >> text=Row", &["p1", "p2"]),
            ("section >> text=Row >> nth=-1", &["p2"]),
            ("p >> nth=1", &["p2"]),
            ("p >> nth=7", &[]),
            ("p >> ..", &["s1", "s2"]),
            ("#deep >> ..", &["top"]),
            ("#deep >> .. >> ..", &["host"]),
            ("#deep >> xpath=../..", &[]),
            (&parent, &["p1"]),
            (&relative, &["p1"]),
            ("//h2[text()='Stock']/..", &["s1"]),
            ("xpath=//p", &["p1", "p2"]),
            ("#s2 >> //p", &["p2"]),
            ("#s2 >> (//p)[1]", &["p2"]),
            ("#s2 >> xpath=.//p", &["p2"]),
            ("//i", &[]),
            ("//p/text()", &[]),
            ("#top >> //i", &["deep"]),
            ("#box >> //a", &["a"]),
            ("#box >> text=In the frame", &["a"]),
            ("iframe >> a", &["a"]),
        ];
        check(kit, tab, table).await;
    });
}

#[test]
fn what_is_not_on_the_list_is_refused_before_anything_is_done() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page("<button data-testid=a id=a>Go</button>")).await;
        let agent = kit.agent();
        let ask = async |selector: &str| {
            let body = json!({"tabId": tab, "selector": selector});
            let click = agent.post("/api/click", body.clone()).await;
            let scoped = agent.post("/api/snapshot", body.clone()).await;
            let picture = agent.post("/api/element-screenshot", body).await;
            [click, scoped, picture]
        };
        for selector in [
            "id=a",
            "data-testid=a",
            "css=button",
            "internal:testid=[data-testid=\"a\"]",
            "internal:has=\"b\"",
            "internal:control=enter-frame",
            "_react=Button",
            "button:near(#a)",
            "button:right-of(#a)",
            "button:above(#a)",
            ":nth-match(button, 1)",
            "div:has(button:visible)",
            "div:has(:text(\"Go\"))",
            ":is(:has-text(\"Go\"))",
            "button >> e12",
            "nth=0",
            "..",
            "button[[",
            "button,",
            "#none >> button[[",
            "//button[",
            "#none >> //button[",
            "xpath=count(//button)",
            "//nosuch:a",
            "text=/(/",
            "text=\"Go",
            "text=",
            "role=",
            "role=button[checked]",
            "role=button[level=x]",
            "role=button[name=Go]",
            "role=button[name=\"G\"o]",
            "role=button[name=/(/]",
            "internal:label=Go",
            "internal:text=Go",
            "button >> nth=x",
            "button >>",
        ] {
            for reply in ask(selector).await {
                reply.is_error("unsupported_selector");
                assert_eq!(reply["retryable"], false, "{reply}");
                assert_eq!(reply["state"]["selector"], selector, "{reply}");
                reply.mentions("hint", ":has-text");
            }
        }
        assert!(kit.seen_in(tab).await.is_empty());
    });
}

#[test]
fn a_valid_selector_without_a_match_is_not_found() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page("<button id=a>Go</button>")).await;
        for selector in ["#none", "text=None", "role=link", "//p", "button >> nth=3", "html >> .."]
        {
            let body = json!({"tabId": tab, "selector": selector});
            let click = kit.agent().post("/api/click", body.clone()).await;
            click.is_error("not_found");
            assert_eq!(click["retryable"], true, "{click}");
            let scoped = kit.agent().post("/api/snapshot", body).await;
            scoped.is_error("not_found").mentions("error", "Selector not found: ");
            assert_eq!(scoped["state"]["selector"], selector, "{scoped}");
        }
        assert!(kit.seen_in(tab).await.is_empty());
    });
}

#[test]
fn a_write_is_for_one_element_and_names_the_candidates() {
    run(async |kit| {
        let page = "<button id=off disabled>Go</button><button id=hid style='display:none'>Go</button>\
            <input type=hidden class=f><div id=list></div>\
            <script>for (let n = 1; n < 8; n++) list.insertAdjacentHTML('beforeend', \
            `<button class=many id=many${n}>Item ${n}</button>`);</script>\
            <button id=one>Go</button><input class=f id=seen><input class=f id=unseen style='display:none'>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let agent = kit.agent();
        let click = async |selector: &str, more: Value| {
            let mut body = json!({"tabId": tab, "selector": selector});
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            agent.post("/api/click", body).await
        };
        let many = click(".many", json!({})).await;
        many.is_error("ambiguous_target");
        assert_eq!(
            (&many["retryable"], &many["state"]["matches"], &many["state"]["selector"]),
            (&json!(false), &json!(7), &json!(".many")),
            "{many}"
        );
        let candidates = many["state"]["candidates"].as_array().unwrap();
        assert_eq!(candidates.len(), 5, "{many}");
        assert_eq!(
            (&candidates[1]["role"], &candidates[1]["name"]),
            (&json!("button"), &json!("Item 2")),
            "{many}"
        );
        for selector in ["role=button[name*=\"Item\"]", "text=Item", "//button[@class='many']"] {
            click(selector, json!({})).await.is_error("ambiguous_target");
        }
        assert!(kit.seen_in(tab).await.is_empty());

        let second = json!({"tabId": tab, "ref": candidates[1]["ref"]});
        agent.post("/api/click", second).await.is_ok();
        click(".many", json!({"first": true})).await.is_ok();
        // One of three is enabled and rendered; the first is used as before.
        click("text=Go", json!({})).await;
        assert_eq!(kit.seen_in(tab).await, ["click button#many2", "click button#many1"]);

        // A value may be written into what is not rendered.
        let fill = json!({"tabId": tab, "selector": ".f", "value": "x"});
        let ambiguous = agent.post("/api/fill", fill).await;
        ambiguous.is_error("ambiguous_target");
        assert_eq!(ambiguous["state"]["matches"], 2, "{ambiguous}");
        // Reads take the first match.
        let read = json!({"tabId": tab, "selector": ".many"});
        agent.post("/api/snapshot", read).await.is_ok().mentions("snapshot", "Item 1");
    });
}

#[test]
fn a_form_key_counts_every_field_that_it_names() {
    run(async |kit| {
        let page = "<label>City <input id=a></label><label>City <input id=b></label>\
            <input id=c placeholder=Street><div id=host></div><script>\
            host.attachShadow({mode: 'closed'}).innerHTML = '<input placeholder=Street>';</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let agent = kit.agent();
        let fields = json!({"City": "Oslo", "Street": "Main", "#c": "Side"});
        let reply = agent.post("/api/form-fill", json!({"tabId": tab, "fields": fields})).await;
        for key in ["City", "Street"] {
            let error = &reply["results"][key];
            assert_eq!(
                (&error["code"], &error["state"]["field"], &error["state"]["matches"]),
                (&json!("ambiguous_target"), &json!(key), &json!(2)),
                "{reply}"
            );
            assert_eq!(error["state"]["candidates"].as_array().unwrap().len(), 2, "{reply}");
        }
        let values = "[a.value, b.value, c.value].join()";
        assert_eq!(kit.in_page(tab, values).await, ",,Side");
    });
}
