//! `/api/find`: elements by a selector, or by what people call them (*POST /api/find*).

use kitsune_e2e::{Kit, Origin, Reply, TabId, json, run};

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
