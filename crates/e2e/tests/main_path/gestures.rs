//! What a page sees of pointer and keys (*Interaction*: `/api/click`, `/api/keypress`).

use kitsune_e2e::{json, run};

/// Logs the gesture's events on the button.
const LOGS: &str = "<button id=go>Go</button><button id=off disabled>Off</button><script>\
    var log = [];\
    for (const type of ['pointerover', 'pointerenter', 'mouseover', 'mouseenter', 'pointermove',\
      'mousemove', 'pointerdown', 'mousedown', 'focus', 'pointerup', 'mouseup', 'click', 'dblclick',\
      'contextmenu', 'auxclick'])\
      for (const button of [go, off]) button.addEventListener(type, event => log.push(\
        [event.type, event.detail, event.constructor.name, event.button ?? ''].join(' ')));\
    </script>";

#[test]
fn a_click_is_seen_as_a_person_makes_it() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page(LOGS)).await;
        agent.post("/api/click", json!({"tabId": tab, "selector": "#go"})).await.is_ok();
        let log = kit.in_page(tab, "log.map(line => line.split(' ')[0]).join(' ')").await;
        assert_eq!(
            log,
            "pointerover pointerenter mouseover mouseenter pointermove mousemove pointerdown mousedown \
             focus pointerup mouseup click"
        );
        let click = kit.in_page(tab, "log.at(-1)").await;
        assert_eq!(click, "click 1 PointerEvent 0");
        kit.in_page(tab, "log.length = 0").await;
        agent.post("/api/double-click", json!({"tabId": tab, "selector": "#go"})).await.is_ok();
        let log = kit.in_page(tab, "log.filter(line => /click/.test(line)).join(', ')").await;
        let clicks = "click 1 PointerEvent 0, click 2 PointerEvent 0, dblclick 2 MouseEvent 0";
        assert_eq!(log, clicks);
        kit.in_page(tab, "log.length = 0").await;
        let right = json!({"tabId": tab, "selector": "#go", "button": "right"});
        agent.post("/api/click", right).await.is_ok();
        let log = kit.in_page(tab, "log.map(line => line.split(' ')[0]).join(' ')").await;
        assert!(log.as_str().unwrap().contains("contextmenu"), "{log}");
        assert!(!log.as_str().unwrap().contains(" click"), "{log}");
    });
}

#[test]
fn enter_submits_the_form_that_owns_the_field() {
    run(async |kit| {
        let page = "<form id=f onsubmit='event.preventDefault(); \
              sent = event.submitter.id + \" \" + new FormData(f, event.submitter)'></form>\
            <form onsubmit='event.preventDefault(); sent = \"wrong\"'><input id=field form=f name=q>\
              <button id=inner>Inner</button></form>\
            <button id=outer form=f name=by value=outer>Outer</button>\
            <script>var sent = ''</script>";
        let agent = kit.agent();
        let tab = agent.opens(&kit.page(page)).await;
        let enter = json!({"tabId": tab, "selector": "#field", "key": "Enter"});
        agent.post("/api/keypress", enter).await.is_ok();
        assert_eq!(kit.in_page(tab, "sent.split(' ')[0]").await, "outer");
    });
}

#[test]
fn a_missing_target_of_a_page_that_still_loads_may_come() {
    run(async |kit| {
        let agent = kit.agent();
        let page = format!("<p>Half</p><img src='{}' alt=Slow>", kit.url("/hang"));
        let new = json!({"url": kit.page(page), "wait": true, "timeout": 1_000});
        let opened = agent.post("/api/new-tab", new).await;
        let body = json!({"tabId": opened["tabId"], "selector": "#none"});
        let reply = agent.post("/api/click", body).await;
        let state = &reply.is_error("navigating")["state"];
        assert_eq!((&state["cause"], &reply["retryable"]), (&json!("not_found"), &json!(true)));
    });
}
