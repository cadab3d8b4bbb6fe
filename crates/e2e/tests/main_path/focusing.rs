//! Focus and blur (routes `/api/focus`, `/api/blur`; `browser_focus`, `browser_blur`).

use kitsune_e2e::{Kit, TabId, Value, json, run};

const FORM: &str = "<input id=a><input id=b><button id=off disabled>Off</button><p id=text>Text</p>\
    <svg id=s tabindex=0 width=20 height=20 role=button aria-label=Star></svg><div id=host></div><script>\
    var log = []; for (const id of ['a', 'b']) for (const type of ['focus', 'focusin', 'blur', 'focusout', 'change'])\
      document.getElementById(id).addEventListener(type, () => log.push(id + ' ' + type));\
    host.attachShadow({mode: 'open', delegatesFocus: true}).innerHTML = '<input>';</script>";

async fn on(kit: &Kit<'_>, path: &str, tab: TabId, more: Value) -> kitsune_e2e::Reply {
    let mut body = json!({"tabId": tab});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    kit.agent().post(path, body).await
}

#[test]
fn an_element_gets_the_focus_and_the_page_hears_of_it() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(FORM)).await;
        let reply = on(kit, "/api/focus", tab, json!({"selector": "#a"})).await;
        assert!(reply.is_ok().json.get("snapshot").is_none(), "{reply}");
        assert_eq!(kit.in_page(tab, "document.activeElement.id").await, "a");
        assert_eq!(kit.in_page(tab, "log.splice(0).join()").await, "a focus,a focusin");
        on(kit, "/api/focus", tab, json!({"selector": "#b"})).await.is_ok();
        let log = kit.in_page(tab, "log.splice(0).join()").await;
        assert_eq!(log, "a blur,a focusout,b focus,b focusin");
        for id in ["#s", "#host"] {
            on(kit, "/api/focus", tab, json!({"selector": id})).await.is_ok();
            let has = format!("document.activeElement === document.querySelector('{id}')");
            assert_eq!(kit.in_page(tab, &has).await, true, "{id}");
        }
        let inside = "!!document.querySelector('#host').shadowRoot.activeElement";
        assert_eq!(kit.in_page(tab, inside).await, true);
    });
}

#[test]
fn what_cannot_have_the_focus_is_an_error_and_not_a_success() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(FORM)).await;
        for id in ["#text", "#off"] {
            let reply = on(kit, "/api/focus", tab, json!({"selector": id})).await;
            reply.has_status(200).mentions("error", "cannot take the focus");
        }
        on(kit, "/api/focus", tab, json!({"selector": "#none"})).await.is_error("not_found");
        on(kit, "/api/focus", tab, json!({})).await.is_error("not_found");
        on(kit, "/api/focus", tab, json!({"selector": "input"})).await.is_error("ambiguous_target");
        assert_eq!(kit.in_page(tab, "document.activeElement.localName").await, "body");
        on(kit, "/api/focus", tab, json!({"selector": "input", "first": true})).await.is_ok();
        assert_eq!(kit.in_page(tab, "document.activeElement.id").await, "a");
    });
}

#[test]
fn blur_takes_the_focus_from_an_element_or_from_what_has_it() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(FORM)).await;
        on(kit, "/api/type", tab, json!({"selector": "#a", "text": "x"})).await.is_ok();
        on(kit, "/api/keypress", tab, json!({"selector": "#a", "key": "y"})).await.is_ok();
        kit.in_page(tab, "log.splice(0)").await;
        let other = on(kit, "/api/blur", tab, json!({"selector": "#b"})).await;
        other.is_ok().mentions("note", "did not have the focus");
        assert_eq!(kit.in_page(tab, "document.activeElement.id").await, "a");
        on(kit, "/api/blur", tab, json!({})).await.is_ok();
        assert_eq!(kit.in_page(tab, "document.activeElement.localName").await, "body");
        assert_eq!(kit.in_page(tab, "log.splice(0).join()").await, "a change,a blur,a focusout");
        on(kit, "/api/blur", tab, json!({}))
            .await
            .is_ok()
            .mentions("note", "Nothing had the focus");
        for id in ["#b", "#host"] {
            on(kit, "/api/focus", tab, json!({"selector": id})).await.is_ok();
            on(kit, "/api/blur", tab, json!({"selector": id})).await.is_ok();
            assert_eq!(kit.in_page(tab, "document.activeElement.localName").await, "body", "{id}");
        }
        let gone = on(kit, "/api/blur", tab, json!({"ref": "e999999"})).await;
        gone.is_error("stale_ref");
    });
}

#[test]
fn the_tools_need_the_browse_group() {
    run(async |kit| {
        let client = kit.mcp_with(&[("KITSUNE_CAPS", "core,browse")]).await;
        let url = kit.page(FORM);
        client.call("browser_tabs", json!({"action": "new", "url": url})).await.is_ok();
        client.call("browser_focus", json!({"selector": "#b"})).await.is_ok();
        client.call("browser_blur", json!({})).await.is_ok();
        let core = kit.mcp().await;
        core.call("browser_focus", json!({"selector": "#b"})).await.is_error("tool_not_published");
    });
}
