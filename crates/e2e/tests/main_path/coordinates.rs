//! Clicks and hovers at a point (*POST /api/click*, `coords`, `position`; *Frames*).

use kitsune_e2e::{Kit, Origin, TabId, json, run};

const PAGE: &str = "<!doctype html><style>body{margin:0} .b{position:absolute;width:60px;height:40px}</style>\
    <div class=b id=one style='left:10px;top:20px'>One</div><div id=host class=b style='left:100px;top:20px'></div>\
    <iframe id=f style='position:absolute;left:200px;top:20px;width:150px;height:80px;border:7px solid;padding:3px'\
      srcdoc=\"<body style='margin:0'><button id=in style='position:absolute;left:20px;top:10px;width:60px;height:30px'\
      onclick=&quot;parent.log.push('frame ' + event.clientX + ',' + event.clientY)&quot;>In</button>\"></iframe>\
    <div style='height:3000px'></div><script>var log = [];\
    host.attachShadow({mode: 'closed'}).innerHTML = '<button style=\"width:60px;height:40px\">Deep</button>';\
    one.addEventListener('click', e => log.push('one ' + e.clientX + ',' + e.clientY));\
    host.addEventListener('click', e => log.push('host ' + e.clientX + ',' + e.clientY));</script>";

async fn click(kit: &Kit<'_>, tab: TabId, x: f64, y: f64) -> kitsune_e2e::Reply {
    let body = json!({"tabId": tab, "coords": {"x": x, "y": y}});
    kit.agent().post("/api/click", body).await
}

#[test]
fn a_point_of_the_viewport_reaches_into_shadow_roots_and_frames() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(PAGE)).await;
        assert_eq!(click(kit, tab, 15.0, 25.0).await.is_ok()["text"], "One");
        let deep = click(kit, tab, 130.5, 40.0).await;
        assert_eq!((&deep.is_ok()["tag"], &deep["text"]), (&json!("button"), &json!("Deep")));
        // 200 + 7 border + 3 padding + 20: the frame's own point is 25, 15.
        let inside = click(kit, tab, 235.0, 45.0).await;
        assert_eq!(inside.is_ok()["text"], "In", "{inside}");
        assert!(inside["target_ref"].is_string(), "{inside}");
        let log = kit.in_page(tab, "log.join(' | ')").await;
        assert_eq!(log, "one 15,25 | host 130,40 | frame 25,15");
    });
}

#[test]
fn a_point_of_a_frame_of_another_origin_is_clicked_inside_it() {
    run(async |kit| {
        let inner = kit.page_on(
            Origin::Other,
            "<!doctype html><body style='margin:0'><button style='position:absolute;left:20px;top:10px;\
             width:60px;height:30px' onclick=\"document.title = event.clientX + ',' + event.clientY\">Pay</button>",
        );
        let page = format!(
            "<!doctype html><body style='margin:0'><iframe src='{inner}' \
             style='position:absolute;left:200px;top:20px;width:150px;height:80px;border:7px solid'></iframe>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = click(kit, tab, 232.0, 42.0).await;
        assert_eq!(reply.is_ok()["text"], "Pay", "{reply}");
        assert!(reply.json.get("note").is_none(), "{reply}");
        let host = inner.split('/').nth(2).unwrap();
        assert_eq!(kit.in_frame(tab, host, "document.title").await, "25,15");
    });
}

#[test]
fn a_point_outside_the_viewport_is_refused_and_nothing_is_clicked() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(PAGE)).await;
        for (x, y) in [(1e6, 20.0), (20.0, 3_000.0), (-1.0, 5.0), (1e300, 1e300)] {
            let reply = click(kit, tab, x, y).await;
            assert_eq!(reply.is_error("invalid_coordinates")["retryable"], false, "{reply}");
            assert_eq!(reply["state"]["x"].as_f64(), Some(x), "{reply}");
        }
        let hover = json!({"tabId": tab, "coords": {"x": 1e6, "y": 1}});
        kit.agent().post("/api/hover", hover).await.is_error("invalid_coordinates");
        assert_eq!(kit.in_page(tab, "log.join()").await, "");
        // A point is of what is shown now, not of the page.
        kit.in_page(tab, "scrollTo(0, 2000)").await;
        click(kit, tab, 15.0, 25.0).await.is_ok();
        assert_eq!(kit.in_page(tab, "log.join()").await, "");
    });
}

#[test]
fn a_position_is_a_point_of_the_element() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(PAGE)).await;
        let at = |x: f64, y: f64| json!({"tabId": tab, "selector": "#one", "position": {"x": x, "y": y}});
        let agent = kit.agent();
        agent.post("/api/click", at(5.0, 3.0)).await.is_ok();
        assert_eq!(kit.in_page(tab, "log.join()").await, "one 15,23");
        let outside = agent.post("/api/click", at(61.0, 3.0)).await;
        assert_eq!(outside.is_error("invalid_coordinates")["state"]["width"], 60.0, "{outside}");
        assert_eq!(kit.in_page(tab, "log.length").await, 1);
    });
}

#[test]
fn a_point_in_an_editor_puts_the_caret_there() {
    run(async |kit| {
        let page = "<!doctype html><body style='margin:0'><div id=e contenteditable \
            style='font:20px monospace;width:600px'>abcdefghij</div>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let width = "(r => { r.setStart(e.firstChild, 0); r.setEnd(e.firstChild, 4);\
            return r.getBoundingClientRect().width })(document.createRange())";
        let x = kit.in_page(tab, width).await.as_f64().unwrap();
        click(kit, tab, x, 10.0).await.is_ok();
        let caret = "getSelection().isCollapsed && getSelection().anchorOffset";
        assert_eq!(kit.in_page(tab, caret).await, 4);
        let body = json!({"tabId": tab, "selector": "#e"});
        kit.agent().post("/api/click", body).await.is_ok();
        assert_eq!(kit.in_page(tab, caret).await, 1, "the end of what is pressed, after its text");
    });
}

#[test]
fn a_hover_at_a_point_stays_beside_it() {
    run(async |kit| {
        let page = "<!doctype html><body style='margin:0'><canvas id=c width=500 height=200></canvas><script>\
            var xs = []; c.addEventListener('mousemove', e => xs.push(e.clientX))</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let body = json!({"tabId": tab, "coords": {"x": 300, "y": 50}, "steps": 2});
        assert_eq!(kit.agent().post("/api/hover", body).await.is_ok()["moves"], 3);
        assert_eq!(kit.in_page(tab, "xs.join()").await, "300,302,304");
    });
}

#[test]
fn an_element_and_a_point_together_are_refused() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(PAGE)).await;
        let body = json!({"tabId": tab, "selector": "#one", "coords": {"x": 15, "y": 25}});
        kit.agent().post("/api/click", body).await.is_error("invalid_argument");
        assert_eq!(kit.in_page(tab, "log.join()").await, "");
    });
}

#[test]
fn a_click_says_its_button_and_holds_its_keys() {
    run(async |kit| {
        let page = "<button id=b>B</button><script>var log = [];\
            for (const t of ['mousedown', 'click', 'auxclick', 'contextmenu']) b.addEventListener(t, e =>\
              log.push([t, e.button, e.ctrlKey, e.shiftKey, e.altKey, e.metaKey].join()))</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let agent = kit.agent();
        for (button, modifiers, expected) in [
            (
                "left",
                json!(["Control", "Shift"]),
                "mousedown,0,true,true,false,false click,0,true,true,false,false",
            ),
            (
                "middle",
                json!(["Alt"]),
                "mousedown,1,false,false,true,false auxclick,1,false,false,true,false",
            ),
            (
                "right",
                json!(["Meta"]),
                "mousedown,2,false,false,false,true contextmenu,2,false,false,false,true",
            ),
        ] {
            let body = json!({"tabId": tab, "selector": "#b", "button": button, "modifiers": modifiers,
                "includeSnapshot": false});
            let reply = agent.post("/api/click", body).await;
            let told = reply.is_ok().json.get("button").cloned();
            assert_eq!(told, (button != "left").then(|| json!(button)), "{reply}");
            assert_eq!(kit.in_page(tab, "log.splice(0).join(' ')").await, expected);
        }
    });
}
