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
fn filling_a_field_sets_its_value_and_frameworks_notice() {
    run(async |kit| {
        // Case: an input that tracks its own value, as UI libraries do.
        let page = "<label>City <input id=city></label><button id=next disabled>Next</button><script>\
            let known = ''; const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');\
            Object.defineProperty(city, 'value', {get() { return own.get.call(this) },\
              set(v) { known = v; own.set.call(this, v) }});\
            let state = ''; city.addEventListener('input', () => {\
              if (city.value !== known) { known = state = city.value; next.disabled = !state } });\
            setInterval(() => { if (own.get.call(city) !== state) own.set.call(city, state) }, 50);</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let fill = json!({"tabId": tab, "selector": "#city", "value": "Oslo"});
        let reply = kit.agent().post("/api/fill", fill).await;
        assert_eq!(reply.is_ok()["tag"], "input");
        assert_eq!(kit.in_page(tab, "next.disabled").await, false);
        assert_eq!(kit.in_page(tab, "city.value").await, "Oslo");
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
fn a_styled_control_is_checked_and_its_state_is_told() {
    run(async |kit| {
        // Case: a native control hidden behind a styled label.
        let page = "<label><input type=checkbox id=hidden style='position:absolute;left:-9999px'>\
            <span>Terms</span></label>\
            <label style='position:relative'><input type=radio name=r id=radio style='opacity:0'>\
            <span style='position:absolute;inset:0'>One</span></label>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        for id in ["#hidden", "#radio"] {
            let reply = kit.agent().post("/api/check", json!({"tabId": tab, "selector": id})).await;
            assert_eq!(reply.is_ok()["checked"], true, "{reply}");
        }
        assert_eq!(
            kit.in_page(tab, "document.querySelector('#hidden').checked && radio.checked").await,
            true
        );
        let stubborn = "<input type=checkbox onclick='return false'>";
        let tab = kit.agent().opens(&kit.page(stubborn)).await;
        let reply =
            kit.agent().post("/api/check", json!({"tabId": tab, "selector": "input"})).await;
        assert!(reply["checked"] != true, "a checkbox that stays unchecked is told\n{reply}");
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
