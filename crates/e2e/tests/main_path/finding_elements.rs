//! `/api/find`: elements by a selector, or by what people call them (*POST /api/find*).

use std::time::Duration;

use kitsune_e2e::{Kit, Origin, Reply, TabId, Value, eventually, json, run};

async fn find(kit: &Kit<'_>, tab: TabId, query: &str) -> Reply {
    kit.agent().post("/api/find", json!({"tabId": tab, "query": query})).await
}

/// The texts of the results, in their order.
fn texts(reply: &Reply) -> Vec<&str> {
    let results = reply.is_ok()["results"].as_array().unwrap();
    results.iter().map(|result| result["text"].as_str().unwrap()).collect()
}

const SHOP: &str = "<h1>Tea shop</h1><p>We save <b>the best</b> tea for you.</p>\
    <button>Save</button><button id=later>Save for later</button><button>Cancel</button>\
    <label>Email <input name=mail type=email></label><input placeholder='Search tea' type=search>\
    <label>Country <select><option>Norway</select></label><img alt='A red pot' width=9 height=9>\
    <a href=/cart title='Your basket'>Cart</a><button hidden>Save nothing</button>";

#[test]
fn the_best_match_comes_first_with_what_acts_on_it() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(SHOP)).await;
        for (query, first) in [
            ("save", "Save"),
            ("the save button", "Save"),
            ("save for later", "Save for later"),
            ("\"for later\" button", "Save for later"),
            ("email field", "Email"),
            ("search bar", "Search tea"),
            ("country dropdown", "Country"),
            ("red pot", "A red pot"),
            ("basket", "Cart"),
            ("later", "Save for later"),
            ("the best tea", "We save the best tea for you."),
            ("Tea shop heading", "Tea shop"),
        ] {
            let reply = find(kit, tab, query).await;
            assert_eq!(texts(&reply).first(), Some(&first), "{query}: {reply}");
        }
        let reply = find(kit, tab, "save for later").await;
        let best = &reply["results"][0];
        assert_eq!((&best["tag"], &best["selector"]), (&json!("button"), &json!("#later")));
        assert!(best["bounds"].as_array().is_some_and(|bounds| bounds.len() == 4), "{reply}");
        assert!(best["score"].as_u64() > reply["results"][1]["score"].as_u64(), "{reply}");
        let click = json!({"tabId": tab, "ref": best["ref"]});
        kit.agent().post("/api/click", click).await.is_ok();
        assert_eq!(kit.seen_in(tab).await, ["click button#later"]);
    });
}

#[test]
fn only_what_matches_and_is_shown_is_found() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(SHOP)).await;
        let saves = find(kit, tab, "save").await;
        let expected = ["Save", "Save for later", "We save the best tea for you."];
        assert_eq!(texts(&saves), expected, "{saves}");
        let nothing = find(kit, tab, "coffee").await;
        assert_eq!(nothing.is_ok()["results"], json!([]));
        assert!(nothing["hint"].is_string(), "{nothing}");
        let many = kit.agent().opens(&kit.page("<button>Buy</button>".repeat(50))).await;
        assert_eq!(texts(&find(kit, many, "buy").await).len(), 20);
        kit.agent().post("/api/find", json!({"tabId": tab})).await.is_error("invalid_argument");
    });
}

#[test]
fn a_query_that_matches_as_css_is_a_selector() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(SHOP)).await;
        for body in [json!({"selector": "#later"}), json!({"query": "#later"})] {
            let mut body = body;
            body["tabId"] = json!(tab);
            let reply = kit.agent().post("/api/find", body).await;
            assert_eq!(texts(&reply), ["Save for later"], "{reply}");
            assert!(reply["results"][0].get("score").is_none(), "{reply}");
        }
        // Valid CSS that matches nothing is words.
        assert_eq!(texts(&find(kit, tab, "cart").await), ["Cart"]);
    });
}

#[test]
fn shadow_trees_and_frames_are_searched_with_the_page() {
    run(async |kit| {
        let inner = |n| format!("<style>body {{ margin: 0 }}</style><button>Pay {n}</button>");
        let own = kit.page(inner("near"));
        let other = kit.page_on(Origin::Other, inner("far away"));
        let page = format!(
            "<p>Pay here</p><x-card></x-card><iframe src='{own}' width=200 height=100></iframe>\
             <iframe src='{other}' width=200 height=100 style='position:absolute; left:300px; top:400px'>\
             </iframe><script>document.querySelector('x-card').attachShadow({{mode: 'closed'}})\
             .innerHTML = '<button>Pay inside</button>';</script>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;

        let reply = find(kit, tab, "pay button").await;

        assert_eq!(texts(&reply)[..3], ["Pay near", "Pay inside", "Pay far away"], "{reply}");
        let far = &reply["results"][2];
        assert!(far.get("selector").is_none(), "{far}");
        let bounds = far["bounds"].as_array().unwrap();
        assert!(bounds[0].as_i64() >= Some(300) && bounds[1].as_i64() >= Some(400), "{far}");
        let click = json!({"tabId": tab, "ref": far["ref"]});
        kit.agent().post("/api/click", click).await.is_ok();
        // As a selector it matches in the frames too, and then words do not count.
        let selected = find(kit, tab, "button").await;
        assert_eq!(texts(&selected).len(), 3, "{selected}");
    });
}

#[test]
fn a_secret_is_neither_found_nor_told() {
    run(async |kit| {
        let page = "<label>Password <input type=password value=hunter2 id=pass></label>\
            <p style='-webkit-text-security: disc'>hunter2 is masked</p>\
            <label>Name <input value='Ada Lovelace'></label>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        for query in ["hunter2", "masked", "[value^=hunter2]", "input[value*='unter']"] {
            let reply = find(kit, tab, query).await;
            assert_eq!(reply.is_ok()["results"], json!([]), "{query}: {reply}");
        }
        let field = find(kit, tab, "password").await;
        assert!(texts(&field).contains(&"Password"), "{field}");
        assert!(!field.json.to_string().contains("hunter2"), "{field}");
        assert_eq!(texts(&find(kit, tab, "lovelace").await), ["Name"]);
    });
}

#[test]
fn each_thing_that_an_element_is_called_is_searched() {
    run(async |kit| {
        let page = "<button>Alpha</button><button aria-label=Bravo>1</button>\
            <input placeholder=Charlie><button title=Delta>2</button><img alt=Echo width=9 height=9>\
            <button id=foxtrot>3</button><input name=golf value=4><input value=Hotel id=h>\
            <div role=slider aria-valuenow=5 tabindex=0>6</div>\
            <div role=combobox tabindex=0>7</div><input type=search aria-label=8>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        for (query, text) in [
            ("alpha", "Alpha"),
            ("bravo", "Bravo"),
            ("charlie", "Charlie"),
            ("delta", "2"),
            ("echo", "Echo"),
            ("foxtrot", "3"),
            ("golf", "4"),
            ("hotel", "Hotel"),
            ("slider", "6"),
            ("dropdown", "7"),
            ("search bar", "8"),
            // Fillers alone are still words.
            ("where is the alpha, please?", "Alpha"),
        ] {
            let reply = find(kit, tab, query).await;
            assert_eq!(texts(&reply), [text], "{query}: {reply}");
        }
    });
}

#[test]
fn every_word_and_a_phrase_count_more() {
    run(async |kit| {
        let page = "<p>green tea</p><p>tea that is green</p><p>black tea</p><p>the green of tea cups</p>\
            <button>Tea</button>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let scores = async |query: &str| -> Vec<(String, u64)> {
            let reply = find(kit, tab, query).await;
            let results = reply.is_ok()["results"].as_array().unwrap().clone();
            let pair = |hit: &Value| {
                (hit["text"].as_str().unwrap().to_owned(), hit["score"].as_u64().unwrap())
            };
            results.iter().map(pair).collect()
        };
        let of = |found: &[(String, u64)], text: &str| {
            found.iter().find(|(shown, _)| shown == text).map(|(_, score)| *score)
        };
        let found = scores("green tea").await;
        let [phrase, both, one] =
            ["green tea", "tea that is green", "black tea"].map(|text| of(&found, text));
        assert!(phrase > both && both > one && one.is_some(), "{found:?}");
        assert_eq!(found[0].0, "green tea");
        let quoted = scores("\"of tea\" green").await;
        assert_eq!(quoted[0].0, "the green of tea cups", "{quoted:?}");
        let sorted = quoted.windows(2).all(|pair| pair[0].1 >= pair[1].1);
        assert!(sorted, "the best first: {quoted:?}");
    });
}

#[test]
fn a_closed_list_stands_for_its_options() {
    run(async |kit| {
        let many: String = (0..3000).map(|n| format!("<option>Place {n}")).collect();
        let page = format!(
            "<label>Country <select id=land><option>Norway<option value=se>Sweden\
             <optgroup label=Far><option label='New Zealand' value=nz></optgroup>\
             <option hidden>Atlantis<option style='display:none'>Avalon\
             <option style='-webkit-text-security:disc'>hunter2</select></label>\
             <label>Place <select>{many}</select></label>\
             <label>Size <select multiple size=3><option>Small<option>Large</select></label>\
             <label>Code <select autocomplete=one-time-code><option>sesame</select></label>\
             <p>Sweden is a country.</p>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = find(kit, tab, "sweden").await;
        let list = &reply.is_ok()["results"][0];
        assert_eq!((&list["tag"], &list["text"]), (&json!("select"), &json!("Country")), "{reply}");
        assert_eq!(list["options"], json!(["Sweden"]), "{reply}");
        assert!(reply["results"][1].get("options").is_none(), "{reply}");
        // What it names can be chosen.
        let choose = json!({"tabId": tab, "ref": list["ref"], "value": "Sweden", "byText": true});
        kit.agent().post("/api/select-option", choose).await.is_ok();
        assert_eq!(kit.in_page(tab, "land.value").await, "se");

        let labelled = find(kit, tab, "new zealand option").await;
        assert_eq!(labelled["results"][0]["options"], json!(["New Zealand"]), "{labelled}");
        let one = find(kit, tab, "place 2718").await;
        let options = one["results"][0]["options"].as_array().unwrap();
        assert_eq!((options.len(), &options[0]), (5, &json!("Place 2718")), "{one}");
        // Those of an open list are elements like others.
        let open = find(kit, tab, "large").await;
        assert_eq!(open["results"][0]["tag"], "option", "{open}");
        let by_name = find(kit, tab, "country dropdown").await;
        assert!(by_name["results"][0].get("options").is_none(), "{by_name}");
        for secret in ["hunter2", "sesame", "atlantis", "avalon"] {
            assert_eq!(find(kit, tab, secret).await["results"], json!([]), "{secret}");
        }
    });
}

#[test]
fn a_selector_in_a_result_names_its_element_and_no_other() {
    run(async |kit| {
        let inner =
            kit.page("<main><button id=pay>Pay inside</button><button>Next</button></main>");
        let page = format!(
            "<main><button id=pay>Pay</button><button>Next</button></main>\
             <x-card><template shadowrootmode=closed><div><button>Pay in card</button></div>\
             <section><div><button>Pay later</button></div></section></template></x-card>\
             <iframe src='{inner}'></iframe>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = find(kit, tab, "button").await;
        let results = reply.is_ok()["results"].as_array().unwrap();
        assert_eq!(results.len(), 6, "{reply}");
        for hit in results.iter().filter(|hit| hit.get("selector").is_some()) {
            let query = json!({"tabId": tab, "selector": hit["selector"]});
            let explained = kit.agent().post("/api/explain-selector", query).await;
            assert_eq!(explained.is_ok()["count"], 1, "{hit}: {explained}");
            assert_eq!(explained["samples"][0]["ref"], hit["ref"], "{hit}: {explained}");
        }
        let named = |text: &str| {
            let hit = results.iter().find(|hit| hit["text"] == text).unwrap();
            hit.get("selector").is_some()
        };
        assert_eq!(["Pay in card", "Pay inside"].map(named), [false, false], "{reply}");
    });
}

#[test]
fn a_hundred_thousand_matches_are_searched_in_time_and_twenty_told() {
    run(async |kit| {
        let page = "<ul id=l></ul><p>The only one</p><p>Another item</p>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let fill = "void (l.innerHTML = '<li title=t>item of the list</li>'.repeat(100000))";
        kit.in_page(tab, fill).await;
        let ready = async || find(kit, tab, "the only one").await["results"].is_array();
        eventually("the page is laid out", Duration::from_secs(60), ready).await;
        for query in ["li", "item", "list item"] {
            assert_eq!(texts(&find(kit, tab, query).await).len(), 20, "{query}");
        }
        assert_eq!(texts(&find(kit, tab, "only one").await), ["The only one"]);
        // Hidden ones are looked through, too.
        kit.in_page(tab, "void (l.hidden = true)").await;
        eventually("the page is laid out", Duration::from_secs(60), ready).await;
        let hidden = find(kit, tab, "li").await;
        assert_eq!(hidden.is_ok()["results"].as_array().unwrap().len(), 20, "{hidden}");
        assert_eq!(texts(&find(kit, tab, "item").await), ["Another item"]);
    });
}
