//! Clicks, text, keys, choices and forms, and what their answers say (*Interaction*,
//! *Post-action snapshots*).

use kitsune_e2e::{json, run};

#[test]
fn a_click_is_the_whole_gesture_and_its_answer_shows_the_change() {
    run(async |kit| {
        let page = "<h1>Quiet header</h1><button id=go>Go</button><p id=out></p><script>\
            var log = [];\
            for (const type of ['pointerover','mouseover','pointerdown','mousedown','pointerup','mouseup','click'])\
              go.addEventListener(type, e => log.push(e.type + e.buttons));\
            go.addEventListener('click', () => out.textContent = 'Done');</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;

        let reply = kit.agent().post("/api/click", json!({"tabId": tab, "selector": "#go"})).await;

        assert_eq!(reply.is_ok()["tag"], "button");
        assert_eq!(reply["snapshot_delta"], true);
        reply.mentions("snapshot", "Done");
        assert!(!reply["snapshot"].as_str().unwrap().contains("Quiet header"), "{reply}");
        assert!(reply["target_ref"].as_str().unwrap().starts_with('e'), "{reply}");
        let log = kit.in_page(tab, "log.join(' ')").await;
        let expected = "pointerover0 mouseover0 pointerdown1 mousedown1 pointerup0 mouseup0 click0";
        assert_eq!(log, expected);
    });
}

#[test]
fn a_click_that_changes_nothing_says_so() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page("<button>Idle</button>")).await;
        let reply =
            kit.agent().post("/api/click", json!({"tabId": tab, "selector": "button"})).await;
        assert_eq!(reply.is_ok()["no_visible_change"], true, "{reply}");
    });
}

#[test]
fn a_removed_element_is_named_with_its_ref() {
    run(async |kit| {
        let page = "<div role=dialog aria-label='Hello'><p>Text</p></div>\
            <button onclick=\"document.querySelector('[role=dialog]').remove()\">Close</button>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let agent = kit.agent();
        let before = agent.post("/api/snapshot", json!({"tabId": tab})).await;
        before.is_ok().mentions("snapshot", "dialog \"Hello\" [ref=");
        let reply = agent.post("/api/click", json!({"tabId": tab, "selector": "button"})).await;
        reply.is_ok().mentions("snapshot", "- removed: dialog \"Hello\" [ref=");
    });
}

#[test]
fn a_late_reaction_is_in_the_answer() {
    run(async |kit| {
        let page = "<button onclick=\"setTimeout(() => document.body.append('Saved'), 150)\">Save</button>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply =
            kit.agent().post("/api/click", json!({"tabId": tab, "selector": "button"})).await;
        reply.is_ok().mentions("snapshot", "Saved");
    });
}

#[test]
fn a_value_that_the_page_puts_back_is_told() {
    run(async |kit| {
        let page =
            "<input id=code maxlength=3><input id=fixed value=old oninput=\"this.value = 'old'\">";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let fixed = json!({"tabId": tab, "selector": "#fixed", "value": "new"});
        let reply = kit.agent().post("/api/fill", fixed).await;
        assert_eq!(kit.in_page(tab, "fixed.value").await, "old");
        assert!(reply["value"] == "old" && reply["warning"].is_object(), "{reply}");
    });
}

#[test]
fn typing_is_key_by_key_at_the_caret() {
    run(async |kit| {
        let page = "<input id=name value=Ada><script>var keys = [];\
            for (const type of ['keydown', 'keypress', 'beforeinput', 'input', 'keyup'])\
              document.querySelector('input').addEventListener(type, e => keys.push(e.type));</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let agent = kit.agent();
        let body = json!({"tabId": tab, "selector": "input", "text": "!"});
        agent.post("/api/type", body).await.is_ok();
        assert_eq!(kit.in_page(tab, "document.querySelector('input').value").await, "Ada!");
        let keys = kit.in_page(tab, "keys.join(' ')").await;
        assert_eq!(keys, "keydown keypress beforeinput input keyup");
        let body = json!({"tabId": tab, "selector": "input", "text": "Bo", "clear": true});
        agent.post("/api/type", body).await.is_ok();
        assert_eq!(kit.in_page(tab, "document.querySelector('input').value").await, "Bo");
    });
}

#[test]
fn a_key_has_its_default_edit_and_reports_it() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page("<input id=a value=word autofocus>")).await;
        let agent = kit.agent();
        let press = async |body: kitsune_e2e::Value| {
            let mut body = body;
            body["tabId"] = json!(tab);
            body["selector"] = json!("#a");
            agent.post("/api/keypress", body).await
        };
        let end = press(json!({"key": "End"})).await;
        end.is_ok();
        let back = press(json!({"key": "Backspace"})).await;
        assert_eq!(back.is_ok()["effect"], "deleteContentBackward");
        let typed = press(json!({"key": "x", "repeat": 3})).await;
        assert_eq!((&typed.is_ok()["effect"], &typed["repeat"]), (&json!("insertText"), &json!(3)));
        assert_eq!(kit.in_page(tab, "document.querySelector('#a').value").await, "worxxx");
        let all = press(json!({"key": "a", "modifiers": {"ctrl": true}})).await;
        assert_eq!(
            (&all.is_ok()["key"], &all["effect"]),
            (&json!("Control+a"), &json!("selectAll"))
        );
        let tab_key = press(json!({"key": "Tab"})).await;
        assert!(tab_key["effect"].is_null() && tab_key["note"].is_string(), "{tab_key}");
    });
}

#[test]
fn enter_submits_the_form_by_its_default_button() {
    run(async |kit| {
        let page = "<form action=/sent method=post><input name=q value=tea></form>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let press = json!({"tabId": tab, "selector": "input", "key": "Enter"});
        let reply = kit.agent().post("/api/keypress", press).await;
        assert_eq!(reply.is_ok()["effect"], "implicitSubmit");
        assert!(reply["navigated"]["url"].as_str().unwrap().ends_with("/sent"), "{reply}");
        assert!(kit.received().iter().any(|got| got.path == "/sent" && got.body == "q=tea"));
    });
}

#[test]
fn choosing_an_option_dispatches_change() {
    run(async |kit| {
        let page = "<select id=size onchange='document.title = this.value'>\
            <option value=s>Small<option value=m>Medium</select>\
            <select id=many multiple><option>a<option>b<option>c</select>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let agent = kit.agent();
        agent
            .post(
                "/api/select-option",
                json!({"tabId": tab, "selector": "#size", "values": ["Medium"]}),
            )
            .await
            .is_ok();
        assert_eq!(kit.in_page(tab, "document.title").await, "m");
        let missing = agent
            .post("/api/select-option", json!({"tabId": tab, "selector": "#size", "value": "xl"}))
            .await;
        missing.has_status(200).mentions("error", "No matching option");
        assert_eq!(kit.in_page(tab, "size.value").await, "m");
        let many = agent
            .post(
                "/api/select-option",
                json!({"tabId": tab, "selector": "#many", "values": ["a", "c"]}),
            )
            .await;
        assert_eq!(many.is_ok()["values"], json!(["a", "c"]));
    });
}

#[test]
fn a_control_that_stays_unchecked_is_told() {
    run(async |kit| {
        let stubborn = "<input type=checkbox onclick='return false'>";
        let tab = kit.agent().opens(&kit.page(stubborn)).await;
        let check = json!({"tabId": tab, "selector": "input"});
        let reply = kit.agent().post("/api/check", check).await;
        assert_eq!(
            (&reply["checked"], &reply["warning"]["code"]),
            (&json!(false), &json!("value_differs")),
            "{reply}"
        );
    });
}

#[test]
fn a_form_is_filled_in_one_call_with_a_result_per_key() {
    run(async |kit| {
        let page = "<label>E-mail <input id=mail></label><input name=city><input placeholder=Phone>\
            <label>Color <select><option>red<option>blue</select></label>\
            <label><input type=checkbox id=ok> Agree</label>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let fields = json!({
            "E-mail": "a@example.com", "city": "Oslo", "Phone": "1", "Color": "purple",
            "#ok": true, "Nowhere": "x",
        });
        let reply =
            kit.agent().post("/api/form-fill", json!({"tabId": tab, "fields": fields})).await;
        for key in ["E-mail", "city", "Phone", "#ok"] {
            assert_eq!(reply["results"][key]["ok"], true, "{key}\n{reply}");
        }
        assert_eq!(reply["results"]["Color"]["error"], "No matching option for value: purple");
        assert_eq!(reply["results"]["Nowhere"]["code"], "not_found", "{reply}");
        assert!(reply.json.get("error").is_none(), "{reply}");
        let values = "[mail.value, document.querySelector('[name=city]').value, ok.checked].join()";
        assert_eq!(kit.in_page(tab, values).await, "a@example.com,Oslo,true");
        let none = json!({"tabId": tab, "fields": {"Nowhere": "x"}});
        kit.agent().post("/api/form-fill", none).await.mentions("error", "No field was filled");
    });
}

#[test]
fn an_ambiguous_selector_acts_on_nothing_and_lists_candidates() {
    run(async |kit| {
        let tab =
            kit.agent().opens(&kit.page("<button id=a>A</button><button id=b>B</button>")).await;
        let agent = kit.agent();
        let reply = agent.post("/api/click", json!({"tabId": tab, "selector": "button"})).await;
        reply.is_error("ambiguous_target");
        assert_eq!((&reply["retryable"], &reply["state"]["matches"]), (&json!(false), &json!(2)));
        let second = reply["state"]["candidates"][1].clone();
        assert_eq!((&second["role"], &second["name"]), (&json!("button"), &json!("B")));
        assert!(kit.seen_in(tab).await.is_empty());
        agent.post("/api/click", json!({"tabId": tab, "ref": second["ref"]})).await.is_ok();
        agent
            .post("/api/click", json!({"tabId": tab, "selector": "button", "first": true}))
            .await
            .is_ok();
        assert_eq!(kit.seen_in(tab).await, ["click button#b", "click button#a"]);
    });
}

#[test]
fn a_dialog_that_a_click_opens_is_reported_at_once() {
    run(async |kit| {
        let page = "<button onclick=\"document.title = confirm('Delete it?')\">Delete</button>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let other = kit.agent().opens(&kit.page("<p>Another tab</p>")).await;
        let reply =
            kit.agent().post("/api/click", json!({"tabId": tab, "selector": "button"})).await;
        assert_eq!(reply["dialog"], json!({"type": "confirm", "message": "Delete it?"}), "{reply}");
        let elsewhere = kit.agent().post("/api/snapshot", json!({"tabId": other})).await;
        elsewhere.is_ok().mentions("snapshot", "Another tab");
        // The page behind the dialog can still be read.
        let behind = kit.agent().post("/api/snapshot", json!({"tabId": tab})).await;
        behind.is_ok().mentions("snapshot", "button \"Delete\"");
        // Loading another page takes the dialog away.
        let away = json!({"tabId": tab, "url": kit.page("<p>Away</p>")});
        kit.agent().post("/api/navigate", away).await.is_ok();
    });
}

#[test]
fn a_click_that_closes_its_tab_is_told_as_sent() {
    run(async |kit| {
        let page = "<button onclick='window.close()'>Close</button>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply =
            kit.agent().post("/api/click", json!({"tabId": tab, "selector": "button"})).await;
        reply.is_error("tab_closed").mentions("error", "after the action was sent");
        assert_eq!(reply["retryable"], false, "{reply}");
    });
}

#[test]
fn a_disabled_control_is_refused_before_anything_is_dispatched() {
    run(async |kit| {
        let page = "<input type=checkbox id=native disabled>\
            <fieldset disabled><label id=label><input type=checkbox> In a set</label></fieldset>\
            <div role=switch id=aria tabindex=0 aria-checked=false aria-disabled=true>Off</div>\
            <div role=checkbox id=fixed tabindex=0 aria-checked=false aria-readonly=true>Set</div>\
            <input type=checkbox id=already checked disabled><script>var events = 0;\
            for (const type of ['pointerdown', 'mousedown', 'click', 'change'])\
              addEventListener(type, () => events++, true)</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let agent = kit.agent();
        for (id, reason) in [
            ("#native", "disabled"),
            ("#label", "disabled"),
            ("#aria", "disabled"),
            ("#fixed", "readonly"),
        ] {
            let reply = agent.post("/api/check", json!({"tabId": tab, "selector": id})).await;
            assert_eq!(reply["code"], "not_fillable", "{id}\n{reply}");
            assert_eq!(reply["state"]["reason"], reason, "{id}\n{reply}");
        }
        let already = json!({"tabId": tab, "selector": "#already"});
        assert_eq!(agent.post("/api/check", already).await.is_ok()["checked"], true);
        let off = json!({"tabId": tab, "selector": "#already", "checked": false});
        let off = agent.post("/api/check", off).await;
        assert_eq!(off["state"]["reason"], "disabled", "{off}");
        assert_eq!(kit.in_page(tab, "events").await, 0);
    });
}

#[test]
fn a_click_says_what_the_browser_does_for_a_person_only() {
    run(async |kit| {
        let page = "<input type=file id=file><label id=label>Photo <input type=file hidden></label>\
            <a id=plain href='#a'>Plain</a><a id=new href='/x?token=s3cret' target=window>New</a>\
            <a id=frame href='about:blank' target=inner>Inner</a><iframe name=inner></iframe>\
            <a id=kept href='#b' target=_blank onclick='return false'>Kept</a>\
            <form target=_blank action=/y><button id=send>Send</button>\
            <button id=same formtarget=_self type=button>Same</button></form>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let click = async |id: &str, more: serde_json::Value| {
            let mut body = json!({"tabId": tab, "selector": id});
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            kit.agent().post("/api/click", body).await
        };
        let none = json!({});
        click("#file", none.clone()).await.is_ok().mentions("note", "file picker");
        click("#label", none.clone()).await.is_ok().mentions("note", "file picker");
        for (id, more) in [
            ("#new", none.clone()),
            ("#plain", json!({"button": "middle"})),
            ("#plain", json!({"modifiers": ["Control"]})),
        ] {
            let reply = click(id, more).await;
            reply.is_ok().mentions("note", "browser_tabs action=new");
            assert!(!reply["note"].as_str().unwrap().contains("s3cret"), "{reply}");
        }
        click("#send", none.clone()).await.is_ok().mentions("note", "new tab");
        for id in ["#plain", "#frame", "#kept", "#same"] {
            let reply = click(id, none.clone()).await;
            assert!(reply.is_ok()["note"].is_null(), "{id}\n{reply}");
        }
    });
}

#[test]
fn a_base_target_opens_links_in_a_new_tab_too() {
    run(async |kit| {
        let page = "<base target=window><a href='/x'>Out</a>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = kit.agent().post("/api/click", json!({"tabId": tab, "selector": "a"})).await;
        reply.is_ok().mentions("note", "new tab");
    });
}

#[test]
fn the_value_read_back_is_the_real_one() {
    run(async |kit| {
        let page = "<textarea id=text></textarea><input id=line>\
            <select id=animal><option value=c>Cat<option value=d>Dog</select>\
            <select id=back onchange='this.value = \"n\"'><option value=n>None<option value=y>Yes</select>\
            <input id=pin name=pin>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let fill = async |id: &str, value: &str| {
            let body = json!({"tabId": tab, "selector": id, "value": value});
            kit.agent().post("/api/fill", body).await
        };
        let lines = fill("#text", "one\n  two ").await;
        assert_eq!(lines.is_ok()["value"], "one\n  two ", "{lines}");
        assert!(lines["warning"].is_null(), "{lines}");
        let flat = fill("#line", "one\ntwo").await;
        assert_eq!(
            (&flat["value"], &flat["warning"]["code"]),
            (&json!("onetwo"), &json!("value_differs"))
        );
        let long = fill("#line", &"x".repeat(200)).await;
        assert_eq!(long.is_ok()["value"], format!("{}…", "x".repeat(160)), "{long}");
        assert!(long["warning"].is_null(), "{long}");
        assert_eq!(fill("#animal", "Dog").await.is_ok()["value"], "d");
        let back = fill("#back", "y").await;
        assert_eq!(
            (&back["value"], &back["warning"]["code"]),
            (&json!("n"), &json!("value_differs"))
        );
        assert!(fill("#pin", "1234").await.is_ok()["value"].is_null());
    });
}

#[test]
fn a_fill_stops_where_typing_would() {
    run(async |kit| {
        let page = "<input id=code maxlength=5><input id=number type=number maxlength=2>\
            <input id=secret type=password maxlength=3>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let fill = async |id: &str, value: &str| {
            let body = json!({"tabId": tab, "selector": id, "value": value});
            kit.agent().post("/api/fill", body).await
        };
        let cut = fill("#code", "abcdefgh").await;
        assert_eq!(kit.in_page(tab, "code.value").await, "abcde");
        assert_eq!(cut.is_ok()["warning"]["code"], "value_differs", "{cut}");
        assert_eq!(cut["warning"]["state"]["value"], "abcde", "{cut}");
        let whole = fill("#number", "1234").await;
        assert!(whole.is_ok()["warning"].is_null(), "{whole}");
        let secret = fill("#secret", "abcdef").await;
        assert_eq!(secret.is_ok()["warning"]["state"], json!({"redacted": true}), "{secret}");
    });
}
