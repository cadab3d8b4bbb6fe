//! Pointing at an element (*POST /api/hover*, `browser_hover`).

use kitsune_e2e::{Kit, TabId, json, run};

/// A row whose controls appear when the pointer enters it, with a log of what came where.
const ROW: &str = "<div id=list><div id=row>Invoice <a id=name href='#a'>March</a> \
    <button id=more hidden>More</button></div><div id=other>Other</div></div><script>\
    var log = []; const types = ['pointerover','pointerenter','mouseover','mouseenter','pointermove','mousemove'];\
    for (const on of [document.querySelector('#list'), row, name_(), other]) for (const type of types)\
      on.addEventListener(type, e => { if (e.target === on) log.push(on.id + ' ' + type) });\
    function name_() { return document.querySelector('#name') }\
    row.addEventListener('mouseenter', () => more.hidden = false);</script>";

async fn taken(kit: &Kit<'_>, tab: TabId) -> String {
    let log = kit.in_page(tab, "log.splice(0).join(', ')").await;
    log.as_str().unwrap().to_owned()
}

#[test]
fn a_hover_arrives_as_a_mouse_does_and_shows_what_it_reveals() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(ROW)).await;
        let body = json!({"tabId": tab, "selector": "#name"});

        let reply = kit.agent().post("/api/hover", body).await;

        assert_eq!(reply.is_ok()["tag"], "a", "{reply}");
        assert!(reply["snapshot_delta"] == true && reply.json.get("moves").is_none(), "{reply}");
        reply.mentions("snapshot", "button \"More\"");
        let expected = "name pointerover, list pointerenter, row pointerenter, name pointerenter, \
            name mouseover, list mouseenter, row mouseenter, name mouseenter, \
            name pointermove, name mousemove";
        assert_eq!(taken(kit, tab).await, expected);
    });
}

#[test]
fn what_the_last_hover_was_in_is_not_entered_again_but_for_the_same_element() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(ROW)).await;
        let agent = kit.agent();
        let hover = async |selector: &str| {
            let body = json!({"tabId": tab, "selector": selector, "includeSnapshot": false});
            agent.post("/api/hover", body).await.is_ok();
            taken(kit, tab).await
        };
        hover("#name").await;
        let beside = hover("#other").await;
        assert!(beside.contains("other mouseenter") && !beside.contains("list mouse"), "{beside}");
        let again = hover("#other").await;
        assert!(again.contains("list mouseenter"), "a retry enters all again: {again}");
        // A click shares what is known of the pointer and does not change it.
        let click = json!({"tabId": tab, "selector": "#name", "includeSnapshot": false});
        agent.post("/api/click", click).await.is_ok();
        let click = taken(kit, tab).await;
        assert!(click.contains("row mouseenter") && !click.contains("list mouse"), "{click}");
        let after = hover("#name").await;
        assert!(after.contains("row mouseenter"), "the click did not count as a hover: {after}");
    });
}

#[test]
fn enter_events_cross_shadow_roots_and_carry_what_a_mouse_says() {
    run(async |kit| {
        let page = "<div id=outer><div id=host></div></div><script>var log = [];\
            const root = host.attachShadow({mode: 'closed'}); root.innerHTML = '<p style=\"width:80px;height:20px\">In</p>';\
            const p = root.querySelector('p');\
            outer.addEventListener('mouseenter', e => log.push('outer entered ' + e.bubbles));\
            host.addEventListener('mouseover', e => log.push('over ' + e.composed));\
            p.addEventListener('pointerenter', e => log.push([e.pointerType, e.pointerId, e.isPrimary,\
              e.view === window, e.buttons, e.bubbles, e.clientX - p.getBoundingClientRect().x].join()));</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let body = json!({"tabId": tab, "selector": "text=In"});
        kit.agent().post("/api/hover", body).await.is_ok();
        let log = taken(kit, tab).await;
        assert_eq!(log, "mouse,1,true,true,0,false,40, over true, outer entered false");
    });
}

/// Opens a card when the pointer has moved on it for 300 ms and at least four times.
const INTENT: &str = "<div id=t style='width:400px;height:40px'>Person</div><p id=card hidden>Card</p>\
    <script>var xs = [], at = []; t.addEventListener('mousemove', e => { xs.push(Math.round(e.clientX -\
      t.getBoundingClientRect().x)); at.push(performance.now());\
      if (xs.length > 3 && at.at(-1) - at[0] >= 300) card.hidden = false });</script>";

#[test]
fn a_lasting_hover_crosses_the_middle_half_in_its_time_in_a_hidden_tab_too() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(INTENT)).await;
        assert_eq!(kit.in_page(tab, "document.hidden").await, true);
        let body = json!({"tabId": tab, "selector": "#t", "durationMs": 400, "steps": 4});

        let reply = kit.agent().post("/api/hover", body).await;

        assert_eq!(reply.is_ok()["moves"], 5, "{reply}");
        assert!(reply["hovered_ms"].as_u64().unwrap() >= 399, "{reply}");
        reply.mentions("snapshot", "Card");
        assert_eq!(kit.in_page(tab, "xs.join()").await, "100,150,200,250,300");
        let took = kit.in_page(tab, "at[4] - at[0]").await.as_f64().unwrap();
        assert!((398.0..4_000.0).contains(&took), "{took}");
        let gaps = kit.in_page(tab, "Math.min(...at.slice(1).map((t, i) => t - at[i]))").await;
        assert!(gaps.as_f64().unwrap() > 20.0, "the moves are spread over the time: {gaps}");
    });
}

#[test]
fn steps_without_a_time_come_a_task_apart_and_a_time_alone_has_five() {
    run(async |kit| {
        let page = "<div id=t style='width:400px;height:40px'>X</div><script>var kinds = [];\
            t.addEventListener('mousemove', () => { kinds.push('move'); queueMicrotask(() => kinds.push('micro'));\
              const c = new MessageChannel(); c.port1.onmessage = () => kinds.push('task'); c.port2.postMessage(0) });</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let agent = kit.agent();
        let body = json!({"tabId": tab, "selector": "#t", "steps": 2});
        assert_eq!(agent.post("/api/hover", body).await.is_ok()["moves"], 3);
        let kinds = kit.in_page(tab, "kinds.join(' ')").await;
        assert_eq!(kinds, "move micro task move micro task move micro task");
        let body = json!({"tabId": tab, "selector": "#t", "durationMs": 50});
        assert_eq!(agent.post("/api/hover", body).await.is_ok()["moves"], 6);
    });
}

#[test]
fn a_client_keeps_the_pointer_moving_by_arguments_that_no_schema_lists() {
    run(async |kit| {
        let client = kit.mcp().await;
        let url = kit.page(INTENT);
        client.call("browser_tabs", json!({"action": "new", "url": url})).await.is_ok();
        let short = client.call("browser_hover", json!({"target": "#t"})).await;
        assert!(short.is_ok().json.get("moves").is_none(), "{short}");
        let long = json!({"target": "#t", "duration_ms": 400, "steps": 5});
        let long = client.call("browser_hover", long).await;
        assert_eq!(long.is_ok().mentions("Card")["moves"], 6);
    });
}

#[test]
fn a_target_that_is_not_rendered_is_hovered_and_warned_of() {
    run(async |kit| {
        let page =
            "<div id=gone style='display:none' onmouseover=\"document.title = 'over'\">X</div>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply =
            kit.agent().post("/api/hover", json!({"tabId": tab, "selector": "#gone"})).await;
        assert_eq!(reply.is_ok()["warning"]["code"], "hidden_or_covered", "{reply}");
        assert_eq!(kit.in_page(tab, "document.title").await, "over");
    });
}

#[test]
fn a_target_that_its_scroller_hides_is_scrolled_into_view() {
    run(async |kit| {
        let rows: String =
            (0..30).map(|n| format!("<p id=r{n} style='margin:0;height:30px'>{n}</p>")).collect();
        let page = format!("<div id=box style='height:90px;overflow:auto'>{rows}</div>");
        let tab = kit.agent().opens(&kit.page(page)).await;
        for (path, body) in [
            ("/api/hover", json!({"selector": "#r15"})),
            ("/api/click", json!({"selector": "#r2"})),
            ("/api/drag", json!({"from": "#r2", "to": "#r18"})),
        ] {
            let mut body = body;
            body["tabId"] = json!(tab);
            kit.agent().post(path, body.clone()).await;
            let id = body["to"].as_str().or(body["selector"].as_str()).unwrap()[1..].to_owned();
            let seen = "(id => { const box = document.getElementById(id).getBoundingClientRect();\
                return document.elementFromPoint(box.x + 5, box.y + 15)?.id })";
            assert_eq!(kit.in_page(tab, &format!("{seen}('{id}')")).await, id, "{path}");
        }
    });
}
