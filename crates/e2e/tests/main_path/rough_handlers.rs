//! Pages whose handlers block, throw, leave, close the tab or take the target away while the pointer
//! acts on it: a true answer, and nothing is ever dispatched twice (the pages count).

use std::time::{Duration, Instant};

use kitsune_e2e::{Kit, Reply, TabId, Value, eventually, json, run};

/// Counts what reaches it, and runs `handler` on the `first` of the events that are named.
fn page(first: &str, handler: &str) -> String {
    format!(
        "<title>Here</title><div id=t draggable=true>Take</div><div id=u>There</div><p id=out></p>\
         <script>var counts = {{}}, again = 0;\
         const known = new Set('pointerover pointerdown mousedown mouseup click dblclick pointermove \
           mousemove dragstart drop'.split(' '));\
         for (const type of known) addEventListener(type, event => {{\
           counts[type] = (counts[type] ?? 0) + 1;\
           if (event.target.id === 'clone') again++;\
           if (type === '{first}' && counts[type] === 1) {{ {handler} }} }}, true);\
         u.addEventListener('dragover', e => e.preventDefault());\
         u.addEventListener('drop', e => e.preventDefault());</script>"
    )
}

/// Each way to act on `#t`, the event that begins it, and how often that comes in one action.
fn ways() -> [(&'static str, Value, &'static str, u64); 6] {
    [
        ("/api/click", json!({"selector": "#t"}), "pointerdown", 1),
        ("/api/click", json!({"selector": "#t", "holdMs": 100}), "pointerdown", 1),
        ("/api/double-click", json!({"selector": "#t"}), "pointerdown", 2),
        ("/api/hover", json!({"selector": "#t"}), "pointerover", 1),
        ("/api/hover", json!({"selector": "#t", "durationMs": 200, "steps": 4}), "pointerover", 1),
        ("/api/drag", json!({"from": "#t", "to": "#u"}), "pointerdown", 1),
    ]
}

async fn act(kit: &Kit<'_>, tab: TabId, path: &str, body: &Value) -> Reply {
    let mut body = body.clone();
    body["tabId"] = json!(tab);
    kit.agent().post(path, body).await
}

async fn count(kit: &Kit<'_>, tab: TabId, event: &str) -> u64 {
    kit.in_page(tab, &format!("counts.{event} ?? 0")).await.as_u64().unwrap()
}

#[test]
fn a_page_that_blocks_in_a_handler_is_waited_for_and_acted_on_once() {
    run(async |kit| {
        let block =
            "const end = Date.now() + 5000; while (Date.now() < end); out.textContent = 'Done'";
        for (path, body, first, times) in ways() {
            let tab = kit.agent().opens(&kit.page(page(first, block))).await;
            let start = Instant::now();
            let reply = act(kit, tab, path, &body).await;
            assert!(reply.is_ok()["error"].is_null() && start.elapsed() < Duration::from_secs(30));
            if path != "/api/drag" {
                reply.mentions("snapshot", "Done");
            }
            assert_eq!(count(kit, tab, first).await, times, "{path} {body}");
        }
    });
}

#[test]
fn a_page_that_throws_in_every_handler_is_acted_on_all_the_same() {
    run(async |kit| {
        let throwing = "<div id=t draggable=true>Take</div><div id=u>There</div><script>\
            var counts = {}; const all = Object.keys(window).filter(key => key.startsWith('on'));\
            for (const key of all) for (const on of [window, document, t, u])\
              on.addEventListener(key.slice(2), event => {\
                if (on === window) counts[event.type] = (counts[event.type] ?? 0) + 1;\
                throw new Error('never mind') }, true);</script>";
        for (path, body, first, times) in ways() {
            let tab = kit.agent().opens(&kit.page(throwing)).await;
            act(kit, tab, path, &body).await.is_ok();
            assert_eq!(count(kit, tab, first).await, times, "{path} {body}");
        }
    });
}

#[test]
fn a_page_that_leaves_in_a_handler_is_told_with_the_next_one_and_that_gets_nothing() {
    run(async |kit| {
        let next = kit.page(page("none", "").replace("Here", "Next"));
        for (path, body, first, _) in ways() {
            let leave = format!("location = '{next}'");
            let tab = kit.agent().opens(&kit.page(page(first, &leave))).await;
            let reply = act(kit, tab, path, &body).await;
            match reply["code"].as_str() {
                // A drag shows no page, so it does not wait for the next one either.
                None if path == "/api/drag" => assert_eq!(reply.is_ok()["error"], Value::Null),
                None => assert_eq!(reply.is_ok()["navigated"]["url"], json!(next), "{reply}"),
                Some(_) => assert_eq!(reply.is_error("navigating")["retryable"], false, "{reply}"),
            }
            eventually("the next page is there", Duration::from_secs(10), async || {
                act(kit, tab, "/api/snapshot", &json!({})).await["title"] == "Next"
            })
            .await;
            assert_eq!(kit.in_page(tab, "Object.keys(counts).join()").await, "", "{path} {body}");
        }
    });
}

#[test]
fn a_page_that_closes_its_tab_in_a_handler_was_acted_on() {
    run(async |kit| {
        for (path, body, first, _) in ways() {
            let tab = kit.agent().opens(&kit.page(page(first, "window.close()"))).await;
            let reply = act(kit, tab, path, &body).await;
            assert_eq!(reply.is_error("tab_closed")["retryable"], false, "{path} {body}\n{reply}");
            reply.mentions("error", "after the action was sent");
        }
    });
}

#[test]
fn a_target_that_goes_under_the_pointer_is_told_and_what_took_its_place_gets_nothing() {
    run(async |kit| {
        let remove = "t.remove()";
        let replace = "const clone = t.cloneNode(true); clone.id = 'clone'; t.replaceWith(clone)";
        for handler in [remove, replace] {
            for gone_at in ["pointermove", "pointerdown", "mousedown"] {
                for (path, body, _, _) in ways() {
                    if path == "/api/hover" && gone_at != "pointermove" {
                        continue;
                    }
                    let tab = kit.agent().opens(&kit.page(page(gone_at, handler))).await;
                    let reply = act(kit, tab, path, &body).await;
                    let told = if path == "/api/drag" { "error" } else { "note" };
                    reply.mentions(told, "left the page");
                    assert_ne!(reply["retryable"], true, "{reply}");
                    let downs = u64::from(gone_at != "pointermove");
                    assert_eq!(count(kit, tab, "pointerdown").await, downs, "{path} {gone_at}");
                    assert_eq!(count(kit, tab, "click").await, 0, "{path} {gone_at}");
                    assert_eq!(kit.in_page(tab, "again").await, 0, "{path} {gone_at}");
                }
            }
        }
    });
}

#[test]
fn a_destination_that_goes_during_a_drag_is_told_and_gets_no_drop() {
    run(async |kit| {
        for draggable in ["true", "false"] {
            for gone_at in ["mousedown", "dragstart"] {
                if draggable == "false" && gone_at == "dragstart" {
                    continue;
                }
                let html = page(gone_at, "window.gone = u; u.remove(); u_drops = 0")
                    .replace("draggable=true", &format!("draggable={draggable}"))
                    .replace("var counts", "var u_drops = 0, counts")
                    .replace(
                        "u.addEventListener('drop',",
                        "u.addEventListener('drop', () => u_drops++); u.addEventListener('drop',",
                    );
                let tab = kit.agent().opens(&kit.page(html)).await;
                let body = json!({"from": "#t", "to": "#u"});
                let reply = act(kit, tab, "/api/drag", &body).await;
                reply.is_ok().mentions("note", "destination left the page");
                assert_eq!(reply["via"], "pointer", "{reply}");
                assert_eq!(kit.in_page(tab, "u_drops").await, 0, "{reply}");
                assert_eq!(count(kit, tab, "pointerdown").await, 1);
            }
        }
    });
}
