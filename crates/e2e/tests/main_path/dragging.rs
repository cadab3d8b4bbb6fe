//! Drag and drop (*POST /api/drag*, `browser_drag`).

use kitsune_e2e::{json, run};

/// Two lists between which cards are dragged by the events of HTML, as on many boards.
const BOARD: &str = "<ul id=todo><li id=card draggable=true>Write</li></ul><ul id=done>Done</ul><script>\
    var log = []; const say = e => log.push(e.type);\
    for (const type of ['pointerdown','mousedown','dragstart','drag','dragend','mouseup','pointerup'])\
      card.addEventListener(type, say);\
    for (const type of ['dragenter', 'dragover', 'drop']) done.addEventListener(type, say);\
    card.addEventListener('dragstart', e => { e.dataTransfer.setData('text/plain', e.target.id);\
      e.dataTransfer.effectAllowed = 'move' });\
    done.addEventListener('dragover', e => { e.preventDefault(); log.push(e.dataTransfer.dropEffect) });\
    done.addEventListener('drop', e => { e.preventDefault();\
      done.append(document.getElementById(e.dataTransfer.getData('text/plain'))) });\
    card.addEventListener('dragend', e => log.push('ended ' + e.dataTransfer.dropEffect));</script>";

#[test]
fn a_draggable_element_is_dropped_by_html_drag_events() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(BOARD)).await;
        let body = json!({"tabId": tab, "from": "#card", "to": "#done"});

        let reply = kit.agent().post("/api/drag", body).await;

        let expected = json!({"ok": true, "from": "#card", "to": "#done", "via": "html5"});
        let mut told = reply.is_ok().json.clone();
        told.as_object_mut().unwrap().remove("visibilityState");
        assert_eq!(told, expected);
        assert_eq!(kit.in_page(tab, "card.parentElement.id").await, "done");
        let log = kit.in_page(tab, "log.join(' ')").await;
        let expected = "pointerdown mousedown dragstart drag dragenter dragover move dragover move \
            drop dragend ended move";
        assert_eq!(log, expected);
    });
}

#[test]
fn both_ends_may_be_refs() {
    run(async |kit| {
        let page = BOARD
            .replace("<ul id=done>", "<ul id=done role=group aria-label=Done>")
            .replace("<li id=card", "<li id=card role=listitem aria-label=Write");
        let client = kit.mcp().await;
        let opened =
            client.call("browser_tabs", json!({"action": "new", "url": kit.page(page)})).await;
        let text = opened.is_ok()["snapshot"].as_str().unwrap();
        let named = |what: &str| {
            let line =
                text.lines().find(|line| line.contains(what)).unwrap_or_else(|| panic!("{text}"));
            line.split("[ref=").nth(1).unwrap().split(']').next().unwrap().to_owned()
        };
        let (card, done) = (named("\"Write\""), named("\"Done\""));
        let drag = json!({"startTarget": card, "endTarget": done});
        let reply = client.call("browser_drag", drag).await;
        assert_eq!(reply.is_ok()["via"], "html5", "{reply}");
        assert_eq!((&reply["from"], &reply["to"]), (&json!(card), &json!(done)));
        assert!(reply.json.get("snapshot").is_none(), "{reply}");
    });
}

/// A handle that follows the pressed pointer once it has moved five pixels.
const HANDLE: &str = "<div id=h style='width:40px;height:40px'>H</div>\
    <div id=mark style='margin-left:200px;width:40px;height:40px'>M</div><script>\
    var log = [], moves = 0, from = null, tasks = 0; const c = new MessageChannel();\
    c.port1.onmessage = () => { tasks++; };\
    h.addEventListener('pointerdown', e => { from = e; log.push('down ' + e.buttons) });\
    h.addEventListener('pointermove', e => { if (!from) return; moves++; c.port2.postMessage(0);\
      if (Math.abs(e.clientX - from.clientX) < 5) return;\
      h.dataset.x = Math.round(e.clientX - from.clientX);\
      if (e.buttons !== 1 || e.pointerId !== 1 || !e.isPrimary) log.push('not a mouse') });\
    h.addEventListener('pointerup', e => { log.push('up on ' + e.target.id + e.buttons); from = null });\
    document.addEventListener('mouseup', e => log.push('mouseup on ' + e.target.id));</script>";

#[test]
fn a_handle_that_follows_the_pointer_gets_ten_moves_each_in_a_task() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(HANDLE)).await;
        let body = json!({"tabId": tab, "from": "#h", "to": "#mark"});
        let reply = kit.agent().post("/api/drag", body).await;
        assert_eq!(reply.is_ok()["via"], "pointer", "{reply}");
        assert_eq!(kit.in_page(tab, "h.dataset.x").await, "200");
        assert_eq!(kit.in_page(tab, "[moves, tasks].join()").await, "10,10");
        let log = kit.in_page(tab, "log.join(', ')").await;
        assert_eq!(log, "down 1, up on h0, mouseup on mark");
    });
}

#[test]
fn a_drop_that_the_page_does_not_take_is_replayed_by_pointer() {
    run(async |kit| {
        // Not draggable; dragstart cancelled; nothing cancelled at the destination.
        for (change, has_start) in [
            ("card.draggable = false", false),
            ("card.addEventListener('dragstart', e => e.preventDefault())", true),
            (
                "done.replaceWith(done.cloneNode(true)); done2 = document.querySelector('#done')",
                true,
            ),
        ] {
            let page = BOARD.replace("</script>", &format!(";{change}</script>"));
            let tab = kit.agent().opens(&kit.page(page)).await;
            let body = json!({"tabId": tab, "from": "#card", "to": "#done"});
            let reply = kit.agent().post("/api/drag", body).await;
            assert_eq!(reply.is_ok()["via"], "pointer", "{change}\n{reply}");
            let log = kit.in_page(tab, "log.join(' ')").await;
            assert_eq!(log.as_str().unwrap().contains("dragstart"), has_start, "{change}: {log}");
            assert!(log.as_str().unwrap().contains("pointerup"), "{change}: {log}");
            assert_eq!(kit.in_page(tab, "card.parentElement.id").await, "todo", "{change}");
        }
    });
}

#[test]
fn an_element_that_becomes_draggable_when_pressed_and_prepares_in_a_timer_is_dropped() {
    run(async |kit| {
        // As sortable lists do: the list takes a drop only once a timer after dragstart has run.
        let page = "<ul id=list><li id=a>A</li><li id=b>B</li></ul><script>let ready = false;\
            a.addEventListener('pointerdown', () => a.draggable = true);\
            a.addEventListener('dragstart', () => setTimeout(() => ready = true));\
            list.addEventListener('dragover', e => { if (ready) { e.preventDefault(); b.after(a) } });\
            list.addEventListener('drop', e => e.preventDefault());</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let body = json!({"tabId": tab, "from": "#a", "to": "#b"});
        assert_eq!(kit.agent().post("/api/drag", body).await.is_ok()["via"], "html5");
        assert_eq!(kit.in_page(tab, "list.innerText.replace(/\\s+/g, '')").await, "BA");
    });
}

#[test]
fn a_destination_out_of_sight_is_scrolled_to() {
    run(async |kit| {
        let page = BOARD.replace("<ul id=done>", "<div style='height:4000px'></div><ul id=done>");
        let page = page.replace(
            "done.addEventListener('drop',",
            "done.addEventListener('drop', e => log.push(document.elementFromPoint(e.clientX, e.clientY)?.id));\
             done.addEventListener('drop',",
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let body = json!({"tabId": tab, "from": "#card", "to": "#done"});
        assert_eq!(kit.agent().post("/api/drag", body).await.is_ok()["via"], "html5");
        let log = kit.in_page(tab, "log.join(' ')").await;
        assert!(log.as_str().unwrap().contains("drop done"), "{log}");
    });
}

#[test]
fn a_source_that_leaves_when_pressed_is_told_and_nothing_is_dragged() {
    run(async |kit| {
        let page = "<div id=a onmousedown='this.replaceWith(this.cloneNode(true))'>A</div><div id=b>B</div>\
            <script>var log = []; for (const t of ['mousedown', 'mousemove', 'mouseup', 'drop'])\
            addEventListener(t, e => log.push(t), true)</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let body = json!({"tabId": tab, "from": "#a", "to": "#b"});
        let reply = kit.agent().post("/api/drag", body).await;
        assert_eq!(reply.mentions("error", "left the page under the pointer")["retryable"], false);
        assert_eq!(kit.in_page(tab, "log.join(' ')").await, "mousemove mousedown");
    });
}

#[test]
fn an_end_that_is_not_there_is_refused_before_anything_is_pressed() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(BOARD)).await;
        let agent = kit.agent();
        for (body, code) in [
            (json!({"from": "#card", "to": "#none"}), "not_found"),
            (json!({"from": "#none", "to": "#done"}), "not_found"),
            (json!({"from": "#card"}), "not_found"),
            (json!({"from": "#card", "toRef": "e999999"}), "stale_ref"),
            (json!({"from": "ul", "to": "#card"}), "ambiguous_target"),
            (json!({"from": "#card", "to": "ul"}), "ambiguous_target"),
        ] {
            let mut drag = body.clone();
            drag["tabId"] = json!(tab);
            agent.post("/api/drag", drag).await.is_error(code);
        }
        assert_eq!(kit.in_page(tab, "log.join()").await, "");
        let first = json!({"tabId": tab, "from": "li", "to": "ul >> nth=1", "first": true});
        assert_eq!(agent.post("/api/drag", first).await.is_ok()["via"], "html5");
    });
}
