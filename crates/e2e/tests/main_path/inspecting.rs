//! Where things are, how they look, what a selector matches, and borders around elements (the
//! inspect group; *Element targets*, `/api/bounds`, `/api/highlight` and their neighbours).

use kitsune_e2e::{Kit, Origin, Reply, TabId, Value, json, run};

async fn ask(kit: &Kit<'_>, tab: TabId, path: &str, mut body: Value) -> Reply {
    body["tabId"] = json!(tab);
    kit.agent().post(path, body).await
}

async fn in_page(kit: &Kit<'_>, tab: TabId, expression: &str) -> f64 {
    let value = kit.in_page(tab, expression).await;
    value.as_f64().unwrap_or_else(|| panic!("{expression} is {value}"))
}

const PAGE: &str = "<style>body{margin:0;height:3000px}</style>\
    <p id=a style='position:absolute;margin:0;left:10px;top:20.5px;width:100px;height:30px'>Here</p>\
    <p id=b style='position:absolute;margin:0;left:0;top:2500px;width:100px;height:30px'>Below</p>";

#[test]
fn bounds_are_in_the_viewport_and_say_whether_they_are_in_view() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(PAGE)).await;
        let reply = ask(kit, tab, "/api/bounds", json!({"selector": "#a"})).await;
        let told = [&reply["x"], &reply["y"], &reply["width"], &reply["height"]];
        assert_eq!(told, [&json!(10), &json!(20.5), &json!(100), &json!(30)], "{reply}");
        assert_eq!(reply["inView"], true, "{reply}");
        assert_eq!(
            reply["viewport"]["height"].as_f64().unwrap(),
            in_page(kit, tab, "innerHeight").await
        );
        assert_eq!(reply["page"]["height"], 3000, "{reply}");
        let below = ask(kit, tab, "/api/bounds", json!({"selector": "#b"})).await;
        assert_eq!((&below["y"], &below["inView"]), (&json!(2500), &json!(false)), "{below}");
        kit.in_page(tab, "scrollTo(0, 2000)").await;
        let below = ask(kit, tab, "/api/bounds", json!({"selector": "#b"})).await;
        assert_eq!((&below["y"], &below["inView"]), (&json!(500), &json!(true)), "{below}");
        for path in ["/api/bounds", "/api/computed-style", "/api/highlight"] {
            let reply = ask(kit, tab, path, json!({})).await;
            assert_eq!(reply["code"], "not_found", "{path}: {reply}");
            let reply = ask(kit, tab, path, json!({"selector": "p["})).await;
            assert_eq!(reply["code"], "unsupported_selector", "{path}: {reply}");
        }
    });
}

#[test]
fn absurd_bounds_are_numbers_all_the_same() {
    run(async |kit| {
        let page = "<p id=a style='transform:scale(1e30)'>Large</p>\
            <p id=b style='position:absolute;left:-1e35px;width:1e35px'>Far</p><p id=c hidden>None</p>\
            <p id=d style='transform:matrix3d(1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,0)'>Odd <input></p>\
            <input style='transform:scale(1e38)'>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        for selector in ["#a", "#b", "#c", "#d"] {
            let reply = ask(kit, tab, "/api/bounds", json!({"selector": selector})).await;
            for key in ["x", "y", "width", "height"] {
                assert!(reply.is_ok()[key].as_f64().unwrap().abs() <= 1e9, "{selector}: {reply}");
            }
            let query = json!({"selector": selector, "fields": ["bounds"]});
            assert_eq!(ask(kit, tab, "/api/query", query).await.is_ok()["count"], 1);
        }
        let all = [
            ("/api/dom", json!({}), "tree"),
            ("/api/find", json!({"query": "p"}), "results"),
            ("/api/forms", json!({}), "fields"),
            ("/api/snapshot", json!({"boxes": true}), "snapshot"),
        ];
        for (path, body, field) in all {
            let reply = ask(kit, tab, path, body).await;
            assert!(reply.is_ok()[field].to_string().len() > 50, "{path}: {reply}");
        }
    });
}

#[test]
fn bounds_in_a_frame_are_in_the_top_viewport() {
    run(async |kit| {
        let inner = "<style>body{margin:0}</style><h2 style='margin:7px 0 0 5px;width:50px;height:20px'>In frame</h2>";
        let other = kit.page_on(Origin::Other, inner);
        let page = format!(
            "<style>iframe{{position:absolute;left:100px;border:0;width:300px;height:100px}}</style>\
             <iframe style='top:40px' srcdoc=\"{inner}\"></iframe><iframe style='top:240px' src='{other}'></iframe>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let snapshot = ask(kit, tab, "/api/snapshot", json!({})).await;
        let lines = snapshot["snapshot"].as_str().unwrap().lines();
        let refs: Vec<_> = lines
            .filter(|line| line.contains("heading"))
            .filter_map(|line| line.split_once("[ref=")?.1.split(']').next())
            .collect();
        assert_eq!(refs.len(), 2, "{snapshot}");
        for (reference, y) in refs.into_iter().zip([47, 247]) {
            let reply = ask(kit, tab, "/api/bounds", json!({"ref": reference})).await;
            assert_eq!((&reply["x"], &reply["y"]), (&json!(105), &json!(y)), "{reply}");
            let height = in_page(kit, tab, "innerHeight").await;
            assert_eq!(reply["viewport"]["height"].as_f64().unwrap(), height, "{reply}");
        }
    });
}

#[test]
fn a_style_is_told_by_property() {
    run(async |kit| {
        let page = "<p id=a style='color:rgb(1,2,3);--own:7'>Text</p>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let properties = ["color", "--own", "no-such-property", "display"];
        let body = json!({"selector": "#a", "properties": properties});
        let reply = ask(kit, tab, "/api/computed-style", body).await;
        let computed = json!({"color": "rgb(1, 2, 3)", "--own": "7", "display": "block"});
        assert_eq!(reply["computed"], computed, "{reply}");
        let reply = ask(kit, tab, "/api/computed-style", json!({"selector": "#a"})).await;
        assert_eq!(reply["computed"]["color"], "rgb(1, 2, 3)", "{reply}");
        assert!(reply["computed"].as_object().unwrap().len() > 20, "{reply}");
        let many = json!({"selector": "#a", "properties": vec!["color"; 201]});
        let reply = ask(kit, tab, "/api/computed-style", many).await;
        assert_eq!(reply["code"], "invalid_argument", "{reply}");
    });
}

#[test]
fn a_selector_is_explained_by_count_samples_and_suggestions() {
    run(async |kit| {
        let page = "<main><button id=s>Save</button><button>Send</button>\
            <button hidden>Gone</button></main><p style='-webkit-text-security:disc'>hunter2</p>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply =
            ask(kit, tab, "/api/explain-selector", json!({"selector": "main button"})).await;
        assert_eq!(reply["count"], 3, "{reply}");
        let samples = reply["samples"].as_array().unwrap();
        let texts: Vec<_> = samples.iter().map(|sample| sample["text"].as_str().unwrap()).collect();
        assert_eq!(texts, ["Save", "Send", "Gone"], "{reply}");
        assert_eq!(
            (&samples[1]["tag"], &samples[2]["hidden"]),
            (&json!("button"), &json!(true)),
            "{reply}"
        );
        assert_eq!(reply["suggestions"][0], json!({"selector": "#s", "matches": 1}), "{reply}");
        let click = json!({"ref": samples[0]["ref"]});
        ask(kit, tab, "/api/click", click).await.is_ok();
        assert_eq!(kit.seen_in(tab).await, ["click button#s"]);
        let one = ask(kit, tab, "/api/explain-selector", json!({"selector": "#s"})).await;
        assert_eq!((&one["count"], &one["suggestions"]), (&json!(1), &json!([])), "{one}");
        let none =
            ask(kit, tab, "/api/explain-selector", json!({"selector": "main .row button"})).await;
        assert_eq!((&none["count"], &none["samples"]), (&json!(0), &json!([])), "{none}");
        let suggested =
            json!([{"selector": "main", "matches": 1}, {"selector": "button", "matches": 3}]);
        assert_eq!(none["suggestions"], suggested, "{none}");
        let masked = ask(kit, tab, "/api/explain-selector", json!({"selector": "p"})).await;
        assert_eq!(masked["samples"][0]["text"], "", "{masked}");
        let wrong = ask(kit, tab, "/api/explain-selector", json!({"selector": "a:near(b)"})).await;
        assert_eq!(wrong["code"], "unsupported_selector", "{wrong}");
    });
}

#[test]
fn metrics_are_those_of_the_page() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(PAGE)).await;
        kit.in_page(tab, "scrollTo(0, 300)").await;
        let reply = ask(kit, tab, "/api/full-page-metrics", json!({})).await;
        for (key, expression) in [
            ("viewportWidth", "innerWidth"),
            ("viewportHeight", "innerHeight"),
            ("docHeight", "document.documentElement.scrollHeight"),
            ("scrollX", "scrollX"),
            ("scrollY", "scrollY"),
            ("devicePixelRatio", "devicePixelRatio"),
        ] {
            let expected = in_page(kit, tab, expression).await;
            assert_eq!(reply.is_ok()[key].as_f64().unwrap(), expected, "{key}: {reply}");
        }
    });
}

const BORDERS: &str =
    "[...document.querySelectorAll('*')].filter(e => e.style?.borderTopColor === 'red')";

#[test]
fn a_highlight_lies_over_the_element_until_it_is_cleared() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(PAGE)).await;
        let reply = ask(kit, tab, "/api/highlight", json!({"selector": "#a"})).await;
        assert_eq!(reply.json, json!({"ok": true}));
        let box_of = |of: &str| {
            format!("(e => [e.x, e.y, e.width, e.height])({of}.getBoundingClientRect())")
        };
        let border = kit.in_page(tab, &box_of(&format!("{BORDERS}[0]"))).await;
        assert_eq!(border, kit.in_page(tab, &box_of("document.getElementById('a')")).await);
        // The pointer goes through it.
        let under = "document.elementFromPoint(12, 22).id";
        assert_eq!(kit.in_page(tab, under).await, "a");
        let follows = format!(
            "new Promise(done => {{ scrollTo(0, 10); requestAnimationFrame(() => setTimeout(() => \
             done({BORDERS}[0].getBoundingClientRect().y), 50)); }})"
        );
        assert_eq!(in_page(kit, tab, &follows).await, 10.5);
        ask(kit, tab, "/api/highlight", json!({"selector": "#b"})).await.is_ok();
        assert_eq!(in_page(kit, tab, &format!("{BORDERS}.length")).await, 2.0);
        let reply = ask(kit, tab, "/api/clear-highlight", json!({"selector": "ignored"})).await;
        assert_eq!(reply.json, json!({"ok": true}));
        assert_eq!(in_page(kit, tab, &format!("{BORDERS}.length")).await, 0.0);
        ask(kit, tab, "/api/clear-highlight", json!({})).await.is_ok();
    });
}

#[test]
fn no_read_shows_a_highlight() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(PAGE)).await;
        let reads = [
            ("/api/snapshot", json!({"selector": "html"})),
            ("/api/html", json!({"selector": "html"})),
            ("/api/markdown", json!({})),
            ("/api/query", json!({"selector": "html > *, html > div", "fields": ["tag", "html"]})),
            ("/api/forms", json!({})),
        ];
        let mut before = Vec::new();
        for (path, body) in &reads {
            before.push(ask(kit, tab, path, body.clone()).await.is_ok().json.clone());
        }
        ask(kit, tab, "/api/snapshot", json!({})).await.is_ok();
        ask(kit, tab, "/api/highlight", json!({"selector": "#a"})).await.is_ok();
        assert_eq!(in_page(kit, tab, &format!("{BORDERS}.length")).await, 1.0);
        let delta = ask(kit, tab, "/api/snapshot", json!({"sinceObservation": true})).await;
        assert_eq!(delta["no_visible_change"], true, "{delta}");
        for ((path, body), before) in reads.iter().zip(before) {
            let now = ask(kit, tab, path, body.clone()).await;
            assert_eq!(now.json, before, "{path}");
        }
    });
}

#[test]
fn without_a_body_the_borders_in_all_tabs_of_the_caller_are_cleared() {
    run(async |kit| {
        let (agent, other) = (kit.agent(), kit.other_agent());
        let own = [agent.opens(&kit.page(PAGE)).await, agent.opens(&kit.page(PAGE)).await];
        let foreign = other.opens(&kit.page(PAGE)).await;
        for (who, tab) in [(&agent, own[0]), (&agent, own[1]), (&other, foreign)] {
            let body = json!({"tabId": tab, "selector": "#a"});
            who.post("/api/highlight", body).await.is_ok();
        }
        let reply = agent.post("/api/clear-highlight", json!({})).await;
        assert_eq!(reply.json, json!({"ok": true}));
        let count = format!("{BORDERS}.length");
        for (tab, borders) in [(own[0], 0.0), (own[1], 0.0), (foreign, 1.0)] {
            assert_eq!(in_page(kit, tab, &count).await, borders);
        }
    });
}

#[test]
fn a_highlight_is_a_write() {
    run(async |kit| {
        let tab = kit.other_agent().opens(&kit.page(PAGE)).await;
        for path in ["/api/highlight", "/api/clear-highlight"] {
            let reply = ask(kit, tab, path, json!({"selector": "#a"})).await;
            assert_eq!(reply["code"], "user_tab_read_only", "{path}: {reply}");
        }
        assert_eq!(in_page(kit, tab, &format!("{BORDERS}.length")).await, 0.0);
        ask(kit, tab, "/api/bounds", json!({"selector": "#a"})).await.is_ok();
    });
}

#[test]
fn borders_in_frames_are_cleared_with_the_pages_and_end_with_their_element() {
    run(async |kit| {
        let inner = kit.page_on(Origin::Other, "<style>body{margin:0}</style><h2>In frame</h2>");
        let page = format!("{PAGE}<iframe src='{inner}' width=300 height=100></iframe>");
        let tab = kit.agent().opens(&kit.page(page)).await;
        let seen = ask(kit, tab, "/api/snapshot", json!({})).await;
        let line =
            seen["snapshot"].as_str().unwrap().lines().find(|line| line.contains("In frame"));
        let reference = line.unwrap().split("[ref=").nth(1).unwrap().split(']').next().unwrap();
        ask(kit, tab, "/api/highlight", json!({"ref": reference, "element": "it"})).await.is_ok();
        ask(kit, tab, "/api/highlight", json!({"selector": "#a"})).await.is_ok();
        let counts = async || {
            let count = format!("{BORDERS}.length");
            (kit.in_page(tab, &count).await, kit.in_frame(tab, "other-", &count).await)
        };
        assert_eq!(counts().await, (json!(1), json!(1)));
        ask(kit, tab, "/api/clear-highlight", json!({})).await.is_ok();
        assert_eq!(counts().await, (json!(0), json!(0)));
        // An element that goes takes its border along, once the page moves.
        ask(kit, tab, "/api/highlight", json!({"selector": "#a"})).await.is_ok();
        let gone = format!(
            "new Promise(done => {{ document.getElementById('a').remove(); scrollTo(0, 10); \
             requestAnimationFrame(() => setTimeout(() => done({BORDERS}.length), 50)); }})"
        );
        assert_eq!(kit.in_page(tab, &gone).await, 0);
        let missing = ask(kit, tab, "/api/highlight", json!({"selector": "#a"})).await;
        missing.is_error("not_found");
    });
}
