//! The fields of a page's forms (*GET /api/forms*, *Sensitive-field redaction*, *Frames*).

use kitsune_e2e::{Kit, Origin, Reply, TabId, Value, json, run};

async fn forms(kit: &Kit<'_>, tab: TabId) -> Reply {
    let reply = kit.agent().post("/api/forms", json!({"tabId": tab})).await;
    reply.is_ok();
    reply
}

fn fields(reply: &Reply) -> &Vec<Value> {
    reply["fields"].as_array().unwrap_or_else(|| panic!("no fields\n{reply}"))
}

fn labelled<'a>(reply: &'a Reply, label: &str) -> &'a Value {
    let found = fields(reply).iter().find(|field| field["label"] == label);
    found.unwrap_or_else(|| panic!("no field {label}\n{reply}"))
}

#[test]
fn a_field_has_all_that_names_and_describes_it() {
    run(async |kit| {
        let page = "<style>body{margin:0}</style>\
            <input id=mail name=email type=email placeholder='you@a.example' value='a@b' required \
             style='position:absolute;left:10px;top:20px;width:100px;height:30px;box-sizing:border-box'>\
            <label for=mail>E-mail</label><input type=hidden name=csrf value=t0k3n><input type=submit>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = forms(kit, tab).await;
        let mut field = fields(&reply)[0].clone();
        let reference = field.as_object_mut().unwrap().shift_remove("ref").unwrap();
        let expected = json!({
            "tag": "input", "type": "email", "name": "email", "id": "mail",
            "placeholder": "you@a.example", "value": "a@b", "label": "E-mail", "required": true,
            "selector": "#mail", "bounds": [10, 20, 100, 30]
        });
        assert_eq!(field, expected, "{reply}");
        assert_eq!(fields(&reply).len(), 1, "{reply}");
        assert!(
            reply.json.get("truncated").is_none() && reply.json.get("unavailableFrames").is_none()
        );
        let fill = json!({"tabId": tab, "ref": reference, "value": "ada@b"});
        kit.agent().post("/api/fill", fill).await.is_ok();
        assert_eq!(fields(&forms(kit, tab).await)[0]["value"], "ada@b");
    });
}

#[test]
fn every_kind_of_field_is_listed_with_its_label_and_value() {
    run(async |kit| {
        let countries: String = (0..60).map(|n| format!("<option>Land {n}")).collect();
        let page = format!(
            "<span id=by>By id</span><input aria-labelledby=by value=1>\
             <input aria-label='By label' type=number value=2>\
             <label>Around <textarea>a\nb</textarea></label>\
             <label>Size <select><option value=s>Small<option value=m selected>Medium</select></label>\
             <label>Land <select>{countries}</select></label>\
             <label>Many <select multiple><option selected>A<option>B<option selected>C</select></label>\
             <label><input type=checkbox checked value=gift> Gift</label>\
             <label><input type=radio name=r value=x> X</label>\
             <label><input type=radio name=r value=y checked disabled> Y</label>\
             <label>Away <input type=file style='display:none'></label>\
             <div contenteditable aria-label=Note>Dear Ada</div>\
             <div role=switch aria-checked=true tabindex=0 aria-label=Light></div>\
             <div role=slider aria-valuenow=7 tabindex=0 aria-label=Volume></div>\
             <div role=combobox aria-label=Outer><input aria-label=Inner></div>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = forms(kit, tab).await;
        let labels: Vec<_> =
            fields(&reply).iter().map(|field| field["label"].as_str().unwrap()).collect();
        assert_eq!(
            labels,
            [
                "By id", "By label", "Around", "Size", "Land", "Many", "Gift", "X", "Y", "Away",
                "Note", "Light", "Volume", "Inner"
            ],
            "{reply}"
        );
        for (label, kind, value) in [
            ("By id", "text", json!("1")),
            ("By label", "number", json!("2")),
            ("Around", "textarea", json!("a\nb")),
            ("Size", "select-one", json!("Medium")),
            ("Many", "select-multiple", json!("A, C")),
            ("Gift", "checkbox", json!("gift")),
            ("X", "radio", json!("x")),
            ("Away", "file", json!("")),
            ("Note", "contenteditable", json!("Dear Ada")),
            ("Light", "switch", Value::Null),
            ("Volume", "slider", json!("7")),
        ] {
            let field = labelled(&reply, label);
            assert_eq!((&field["type"], &field["value"]), (&json!(kind), &value), "{field}");
        }
        assert_eq!(labelled(&reply, "Size")["options"], json!(["Small", "Medium"]));
        let land = labelled(&reply, "Land");
        assert_eq!(
            (land["options"].as_array().unwrap().len(), &land["optionCount"]),
            (50, &json!(60))
        );
        assert_eq!(labelled(&reply, "Gift")["states"], json!({"checked": true}));
        assert_eq!(labelled(&reply, "Y")["states"], json!({"checked": true, "disabled": true}));
        assert_eq!(labelled(&reply, "Light")["states"], json!({"checked": true}));
        assert_eq!(labelled(&reply, "Away")["hidden"], true);
        assert!(labelled(&reply, "X").get("hidden").is_none(), "{reply}");
    });
}

#[test]
fn a_selector_names_its_field_alone() {
    run(async |kit| {
        let page = "<input id='1 2:3#a.b' value=0><input id=twice value=1><input id=twice value=2>\
            <input name='user[email]' value=3><input name='a\"b\\\\c' value=4>\
            <input type=radio name=r><input type=radio name=r>\
            <input name='x[value]' value=7><div><input value=8><input value=9></div>\
            <section id=s><p><textarea>10</textarea></p></section>\
            <input type=password value=hunter2>\
            <div id=host></div><script>host.attachShadow({mode: 'closed'}).innerHTML =\
            '<input id=inner value=12>';</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = forms(kit, tab).await;
        let selectors: Vec<_> = fields(&reply)
            .iter()
            .map(|field| field["selector"].as_str().unwrap_or_default())
            .collect();
        assert_eq!(selectors[3], "input[name=\"user[email]\"]", "{reply}");
        assert_eq!(selectors[10], "#s > p > textarea", "{reply}");
        assert_eq!(selectors[12], "#inner", "{reply}");
        assert_eq!(fields(&reply).len(), 13);
        // Each selector leads an action to its own field: the action would refuse two matches.
        for (field, selector) in fields(&reply).iter().zip(&selectors) {
            let body = json!({"tabId": tab, "selector": selector});
            let by_selector = kit.agent().post("/api/dom", body).await;
            assert_eq!(by_selector.is_ok()["tree"]["ref"], field["ref"], "{selector}\n{reply}");
            let count = json!({"tabId": tab, "selector": selector, "key": "Shift"});
            kit.agent().post("/api/keypress", count).await.is_ok();
        }
    });
}

#[test]
fn sensitive_fields_say_only_whether_they_hold_something() {
    run(async |kit| {
        let page = "<label>Password <input type=password id=pw value=hunter2></label>\
            <label>Code <input autocomplete=one-time-code></label>\
            <label>Card <input name=cardNumber value=hunter2></label>\
            <label>Masked <textarea style='-webkit-text-security: disc'>hunter2</textarea></label>\
            <div contenteditable aria-label=Editor style='-webkit-text-security: disc'>hunter2</div>\
            <div contenteditable aria-label=Half>Open <b style='-webkit-text-security: disc'>hunter2</b></div>\
            <label><span style='-webkit-text-security: disc'>hunter2</span>Plain <input value=ok></label>\
            <label>Choice <select style='-webkit-text-security: disc'><option>hunter2</select></label>\
            <button onclick=\"pw.type = 'text'\">Show</button>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let hidden = forms(kit, tab).await;
        kit.agent().post("/api/click", json!({"tabId": tab, "selector": "button"})).await.is_ok();
        let revealed = forms(kit, tab).await;
        for reply in [&hidden, &revealed] {
            assert!(!reply.json.to_string().contains("hunter2"), "{reply}");
            for (label, has_value) in [
                ("Password", true),
                ("Code", false),
                ("Card", true),
                ("Masked", true),
                ("Editor", true),
            ] {
                let field = labelled(reply, label);
                assert_eq!(
                    (&field["redacted"], &field["hasValue"]),
                    (&json!(true), &json!(has_value))
                );
                assert!(field.get("value").is_none(), "{field}");
            }
        }
        assert_eq!(labelled(&hidden, "Plain")["value"], "ok");
        assert_eq!(labelled(&hidden, "Half")["value"], "Open");
        // The answer does not depend on how long a secret is.
        kit.in_page(tab, "void (pw.value = 'hunter2 and much more')").await;
        assert_eq!(labelled(&forms(kit, tab).await, "Password"), labelled(&revealed, "Password"));
    });
}

#[test]
fn fields_in_frames_carry_the_frame_and_stand_in_the_top_viewport() {
    run(async |kit| {
        let inner = kit.page(
            "<input aria-label=Inside style='position:absolute;left:1px;top:2px'>\
             <input type=password aria-label=Secret value=hunter2>",
        );
        let page = format!(
            "<style>body{{margin:0}}iframe{{position:absolute;left:100px;top:50px;border:0}}</style>\
             <input aria-label=Outside><iframe title='A frame' src='{inner}'></iframe>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = forms(kit, tab).await;
        assert!(labelled(&reply, "Outside").get("frame").is_none(), "{reply}");
        let inside = labelled(&reply, "Inside");
        assert_eq!(inside["frame"], "A frame");
        assert_eq!(
            (&inside["bounds"][0], &inside["bounds"][1]),
            (&json!(101), &json!(52)),
            "{reply}"
        );
        assert_eq!(labelled(&reply, "Secret")["hasValue"], true);
        assert!(!reply.json.to_string().contains("hunter2"), "{reply}");
        let fill = json!({"tabId": tab, "ref": inside["ref"], "value": "Ada"});
        kit.agent().post("/api/fill", fill).await.is_ok();
        assert_eq!(labelled(&forms(kit, tab).await, "Inside")["value"], "Ada");
    });
}

#[test]
fn many_fields_are_cut_and_the_answer_says_how_many_there_are() {
    run(async |kit| {
        let rows: String = (0..5000).map(|n| format!("<label>Field {n} <input></label>")).collect();
        let tab = kit.agent().opens(&kit.page(rows)).await;
        let reply = forms(kit, tab).await;
        let listed = fields(&reply).len();
        assert!((300..=500).contains(&listed), "{listed}");
        assert_eq!(reply["truncated"], true);
        reply.mentions("hint", &format!("first {listed} of 5000 fields"));
        assert!(reply.json.to_string().len() < 110_000);
        assert_eq!(fields(&reply)[listed - 1]["label"], format!("Field {}", listed - 1));
    });
}

#[test]
fn deep_nesting_and_long_values_keep_an_answer_small() {
    run(async |kit| {
        let page = "<textarea id=long></textarea><main></main><script>\
            let at = document.querySelector('main');\
            for (let n = 0; n < 10000; n++) at = at.appendChild(document.createElement('div'));\
            at.innerHTML = '<input aria-label=Bottom>'; long.value = 'x'.repeat(1e6);</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = forms(kit, tab).await;
        let value = fields(&reply)[0]["value"].as_str().unwrap();
        assert_eq!((value.chars().count(), value.ends_with('…')), (1001, true));
        assert!(labelled(&reply, "Bottom").get("selector").is_none(), "{reply}");
    });
}

#[test]
fn the_tool_and_both_methods_list_the_fields_of_the_read_group() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page("<input aria-label=Query>")).await;
        let client = kit.mcp_with(&[("KITSUNE_CAPS", "core,read")]).await;
        let tool = client.call("browser_forms", json!({"tab_id": tab})).await;
        assert_eq!(tool.is_ok()["fields"][0]["label"], "Query", "{tool}");
        let core = kit.mcp().await.call("browser_forms", json!({})).await;
        core.is_error("tool_not_published");
        let core = kit.agent().with("x-kitsune-caps", "core");
        core.post("/api/forms", json!({"tabId": tab})).await.is_error("capability_restricted");
        kit.agent()
            .post("/api/forms", json!({"tabId": tab, "deep": true}))
            .await
            .is_error("invalid_argument");
    });
}

#[test]
fn fields_of_a_frame_of_another_origin_come_after_the_pages() {
    run(async |kit| {
        let other = kit.page_on(
            Origin::Other,
            "<style>body{margin:0}</style><form><label>Card \
             <input id=card style='position:absolute;left:5px;top:6px'></label>\
             <label>Code <input autocomplete=cc-csc value=hunter2></label></form>",
        );
        let small = kit.page_on(Origin::Other, "<input>");
        let page = format!(
            "<style>body{{margin:0}}iframe{{position:absolute;border:0}}</style>\
             <iframe title=Payment src='{other}?x=1#y' style='left:100px;top:50px'></iframe>\
             <iframe name=pixel src='{small}?x=1#y' style='width:9px;height:9px'></iframe>\
             <input aria-label=Own>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = forms(kit, tab).await;
        let labels: Vec<_> = fields(&reply).iter().map(|field| field["label"].clone()).collect();
        assert_eq!(labels, ["Own", "Card", "Code"], "{reply}");
        let card = labelled(&reply, "Card");
        assert_eq!(card["frame"], "Payment");
        assert!(card.get("selector").is_none(), "{reply}");
        assert_eq!((&card["bounds"][0], &card["bounds"][1]), (&json!(105), &json!(56)), "{reply}");
        assert_eq!(labelled(&reply, "Code")["hasValue"], true);
        assert!(!reply.json.to_string().contains("hunter2"), "{reply}");
        let unread = reply["unavailableFrames"].as_array().unwrap();
        assert_eq!(unread.len(), 1, "{reply}");
        assert_eq!(
            (&unread[0]["name"], &unread[0]["content"]),
            (&json!("pixel"), &json!("cross_origin"))
        );
        assert_eq!(unread[0]["src"], small, "{reply}");
        let fill = json!({"tabId": tab, "ref": card["ref"], "value": "4000"});
        kit.agent().post("/api/fill", fill).await.is_ok();
        assert_eq!(labelled(&forms(kit, tab).await, "Card")["value"], "4000");
    });
}

#[test]
fn a_selector_that_would_match_elsewhere_too_is_not_told() {
    run(async |kit| {
        let inner = kit.page("<input id=mail aria-label=Inside><input id=own aria-label=Alone>");
        let page = format!("<input id=mail aria-label=Outside><iframe src='{inner}'></iframe>");
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = forms(kit, tab).await;
        for label in ["Outside", "Inside"] {
            assert!(labelled(&reply, label).get("selector").is_none(), "{reply}");
        }
        assert_eq!(labelled(&reply, "Alone")["selector"], "#own", "{reply}");
        let fill = json!({"tabId": tab, "selector": "#own", "value": "Ada"});
        kit.agent().post("/api/fill", fill).await.is_ok();
        assert_eq!(labelled(&forms(kit, tab).await, "Alone")["value"], "Ada");
    });
}
