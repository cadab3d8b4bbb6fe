//! Fields inside web components and inside other elements (*POST /api/fill*, *Action errors*:
//! `not_fillable`).

use kitsune_e2e::{Kit, Reply, TabId, Value, json, run};

async fn post(kit: &Kit<'_>, tab: TabId, path: &str, mut body: Value) -> Reply {
    body["tabId"] = json!(tab);
    kit.agent().post(path, body).await
}

/// `nest(host, depth, html)` puts the markup into so many shadow roots, one inside the other.
const NEST: &str = "<script>const nest = (host, depth, html) => {\
    for (let n = 1; ; n++) { const root = host.attachShadow({mode: n % 2 ? 'closed' : 'open'});\
      root.innerHTML = n === depth ? html : '<x-inner></x-inner>';\
      if (n === depth) return root.firstElementChild; host = root.firstElementChild } };</script>";

#[test]
fn a_field_is_found_through_eight_shadow_roots_and_no_deeper() {
    run(async |kit| {
        let page = format!(
            "<x-eight id=eight></x-eight><x-nine id=nine></x-nine>{NEST}<script>\
             var field = nest(eight, 8, '<input>'); nest(nine, 9, '<input>');</script>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        for (path, body, value) in [
            ("/api/fill", json!({"selector": "#eight", "value": "a"}), "a"),
            ("/api/type", json!({"selector": "#eight", "text": "b"}), "ab"),
            ("/api/set-editable-content", json!({"selector": "#eight", "value": "c"}), "abc"),
        ] {
            assert_eq!(post(kit, tab, path, body).await.is_ok()["value"], value);
            assert_eq!(kit.in_page(tab, "field.value").await, value, "{path}");
        }
        let form = json!({"fields": {"#eight": "by key"}});
        post(kit, tab, "/api/form-fill", form).await.is_ok();
        assert_eq!(kit.in_page(tab, "field.value").await, "by key");
        for (path, body) in [
            ("/api/fill", json!({"selector": "#nine", "value": "a"})),
            ("/api/type", json!({"selector": "#nine", "text": "a"})),
        ] {
            let reply = post(kit, tab, path, body).await;
            let state = &reply.is_error("not_fillable")["state"];
            assert_eq!(
                (&state["tag"], &state["reason"]),
                (&json!("x-nine"), &json!("shadow_depth"))
            );
        }
    });
}

#[test]
fn a_component_around_a_checkbox_is_checked() {
    run(async |kit| {
        let page = format!(
            "<x-box id=one></x-box><x-box id=two></x-box>{NEST}<script>\
             var boxes = [one, two].map(host => nest(host, 2, '<input type=checkbox>'));</script>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let check = json!({"selector": "#one", "checked": true});
        assert_eq!(post(kit, tab, "/api/check", check).await.is_ok()["checked"], true);
        let invalid = post(kit, tab, "/api/form-fill", json!({"fields": {"#two": "maybe"}})).await;
        assert_eq!(
            invalid["results"]["#two"]["error"], "Invalid checkbox value: maybe",
            "{invalid}"
        );
        let form = json!({"fields": {"#one": false, "#two": "yes"}});
        let filled = post(kit, tab, "/api/form-fill", form).await;
        assert_eq!(
            (&filled["results"]["#one"]["checked"], &filled["results"]["#two"]["checked"]),
            (&json!(false), &json!(true))
        );
        let held = kit.in_page(tab, "boxes.map(box => box.checked)").await;
        assert_eq!(held, json!([false, true]), "{filled}");
    });
}

#[test]
fn text_is_filled_into_a_field_inside_an_element_but_typed_only_into_what_is_named() {
    run(async |kit| {
        let page = "<form id=f><input id=field></form><select id=list><option>A<option>B</select>\
            <label id=label>Name <input id=named></label>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        for (path, selector, key) in [
            ("/api/type", "#f", "text"),
            ("/api/type", "#list", "text"),
            ("/api/set-editable-content", "#f", "value"),
        ] {
            let reply = post(kit, tab, path, json!({"selector": selector, key: "B"})).await;
            assert_eq!(reply.is_error("not_fillable")["state"]["reason"], "no_field", "{reply}");
        }
        assert_eq!(kit.in_page(tab, "[field.value, list.value].join()").await, ",A");
        post(kit, tab, "/api/fill", json!({"selector": "#f", "value": "a"})).await.is_ok();
        post(kit, tab, "/api/fill", json!({"selector": "#list", "value": "B"})).await.is_ok();
        post(kit, tab, "/api/type", json!({"selector": "#label", "text": "n"})).await.is_ok();
        assert_eq!(
            kit.in_page(tab, "[field.value, list.value, named.value].join()").await,
            "a,B,n"
        );
    });
}
