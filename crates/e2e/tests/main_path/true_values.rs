//! What an answer says of a value is what the page holds, on pages with a will of their own.

use kitsune_e2e::{json, run};

#[test]
fn a_text_field_that_says_it_is_a_combobox_takes_text_and_shows_what_it_suggests() {
    run(async |kit| {
        let page = "<textarea id=a role=combobox aria-label=A></textarea>\
            <input id=b role=combobox aria-label=B><textarea id=c aria-label=C></textarea>\
            <div id=list></div><script>\
            for (const field of [a, b]) field.addEventListener('input', () => {\
              if (field.value.length > 1)\
                list.innerHTML = `<div role=listbox aria-label='For ${field.id}'>\
                  <div role=option>${field.value}, please</div></div>`; });</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        for id in ["a", "b", "c"] {
            let sentence = format!("A sentence for {id}");
            let field = json!({"target": format!("#{id}"), "name": id, "type": "combobox",
                "value": sentence});
            let body = json!({"tabId": tab, "fields": [field]});
            let reply = kit.agent().post("/api/form-fill", body).await;
            assert_eq!(reply.is_ok()["filled"], json!([id]), "{reply}");
            assert_eq!(kit.in_page(tab, &format!("{id}.value")).await, sentence);
            if id != "c" {
                reply.mentions("snapshot", &format!("option \"{sentence}, please\""));
            }
        }
    });
}

#[test]
fn a_list_drawn_at_the_end_of_the_page_is_used_in_two_short_calls() {
    run(async |kit| {
        let page = "<h1>Order</h1><button id=pick>First choice</button><p>Text</p><script>\
            pick.onclick = () => {\
              const list = document.createElement('div'); list.setAttribute('role', 'listbox');\
              for (const name of ['First', 'Second', 'Third']) {\
                const option = document.createElement('div'); option.setAttribute('role', 'option');\
                option.textContent = name + ' choice';\
                option.onmousedown = e => { e.preventDefault();\
                  pick.textContent = option.textContent; list.remove(); };\
                list.append(option); }\
              document.body.append(list);\
              pick.onblur = () => list.remove(); };</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let opened =
            kit.agent().post("/api/click", json!({"tabId": tab, "selector": "#pick"})).await;
        let snapshot = opened.is_ok()["snapshot"].as_str().unwrap();
        let line = snapshot.lines().find(|line| line.contains("Third choice")).unwrap();
        let reference = line.split("[ref=").nth(1).unwrap().split(']').next().unwrap();
        let chosen = kit.agent().post("/api/click", json!({"tabId": tab, "ref": reference})).await;
        chosen.is_ok();
        assert_eq!(kit.in_page(tab, "pick.textContent").await, "Third choice");
        let size = opened.json.to_string().len() + chosen.json.to_string().len();
        assert!(size < 1_500, "{size} bytes\n{opened}\n{chosen}");
    });
}

#[test]
fn a_query_tells_the_value_by_which_a_choice_is_made() {
    run(async |kit| {
        let page = "<select id=size><option value=s>Small<option value=m selected>Medium</select>\
            <select id=tags multiple><option value=1>One<option value=2 selected>Two</select>\
            <select id=none size=2><option value=1>One</select>\
            <input id=box type=checkbox><input id=dot type=radio value=r>\
            <select id=code autocomplete=one-time-code><option value=hunter2>4711</select>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let query = json!({"tabId": tab, "selector": "select, input", "fields": ["id", "value"]});
        let reply = kit.agent().post("/api/query", query).await;
        let expected = json!([
            {"id": "size", "value": "m"},
            {"id": "tags", "value": "2"},
            {"id": "none", "value": ""},
            {"id": "box", "value": "on"},
            {"id": "dot", "value": "r"},
            {"id": "code", "redacted": true, "hasValue": true},
        ]);
        assert_eq!(reply.is_ok()["items"], expected, "{reply}");
        let choose = json!({"tabId": tab, "selector": "#size", "value": "s"});
        kit.agent().post("/api/select-option", choose).await.is_ok();
        let again = json!({"tabId": tab, "selector": "#size"});
        let reply = kit.agent().post("/api/query", again).await;
        assert_eq!(reply["items"][0]["value"], "s", "{reply}");
    });
}

#[test]
fn text_that_a_page_keeps_or_puts_back_is_not_told_as_written() {
    run(async |kit| {
        let page = "<div id=editor contenteditable>kept forever</div>\
            <input id=short maxlength=5 value=hello>\
            <input id=fruit value=banana oninput=\"this.value = 'banana'\">\
            <input id=old value=old><script>\
            for (const field of [editor, old]) field.addEventListener('beforeinput', e =>\
              (field === editor || e.inputType.startsWith('delete')) && e.preventDefault());</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        for (path, body, prevented) in [
            ("fill", json!({"selector": "#editor", "value": ""}), true),
            ("fill", json!({"selector": "#editor", "value": "kept"}), true),
            (
                "set-editable-content",
                json!({"selector": "#editor", "value": "", "clear": true}),
                true,
            ),
            ("type", json!({"selector": "#editor", "text": "kept"}), true),
            ("type", json!({"selector": "#short", "text": "lo"}), false),
            ("type", json!({"selector": "#fruit", "text": "a"}), false),
            ("type", json!({"selector": "#old", "text": "new", "clear": true}), true),
        ] {
            let mut body = body;
            body["tabId"] = json!(tab);
            let reply = kit.agent().post(&format!("/api/{path}"), body.clone()).await;
            assert_eq!(reply.is_ok()["warning"]["code"], "value_differs", "{body} {reply}");
            assert_eq!(reply["prevented"] == true, prevented, "{body} {reply}");
        }
        let held =
            kit.in_page(tab, "[editor.textContent, short.value, fruit.value, old.value]").await;
        assert_eq!(held, json!(["kept forever", "hello", "banana", "old"]));
    });
}

#[test]
fn what_a_replaced_element_holds_is_not_guessed() {
    run(async |kit| {
        let page = "<p id=around><input type=checkbox id=agree></p><p id=other><input id=name></p><script>\
            agree.onchange = () => around.innerHTML = '<input type=checkbox>';\
            document.querySelector('#name').oninput = () => other.innerHTML = '<input>';</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let check = json!({"tabId": tab, "selector": "#agree", "checked": true});
        let checked = kit.agent().post("/api/check", check).await;
        assert!(checked.is_ok()["checked"].is_null(), "{checked}");
        checked.mentions("note", "removed or replaced");
        let fill = json!({"tabId": tab, "selector": "#name", "value": "Ada"});
        let filled = kit.agent().post("/api/fill", fill).await;
        assert!(filled.is_ok()["value"].is_null(), "{filled}");
        filled.mentions("note", "removed or replaced");
    });
}
