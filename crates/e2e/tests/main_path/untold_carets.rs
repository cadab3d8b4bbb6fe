//! Keys in fields whose selection the browser does not tell: numbers and e-mail addresses
//! (*browser_keypress*).

use kitsune_e2e::{Kit, TabId, Value, json, run};

const PAGE: &str = "<input id=mail type=email value=ab@c.d><input id=count type=number step=any>\
    <script>var heard = []; for (const type of ['input', 'change'])\
    addEventListener(type, e => heard.push(e.type), true);</script>";

/// Presses keys one after the other; the effect of each.
async fn press(kit: &Kit<'_>, tab: TabId, selector: &str, keys: &str) -> Vec<Value> {
    let mut effects = Vec::new();
    for key in keys.split(' ') {
        let body =
            json!({"tabId": tab, "selector": selector, "key": key, "includeSnapshot": false});
        let reply = kit.agent().post("/api/keypress", body).await;
        effects.push(reply.is_ok()["effect"].clone());
    }
    effects
}

#[test]
fn keys_in_an_email_field_go_by_caret_and_selection() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(PAGE)).await;
        for (keys, value, effect) in [
            ("Home x", "xab@c.d", json!("insertText")),
            ("End ArrowLeft ArrowLeft Backspace", "ab@.d", json!("deleteContentBackward")),
            ("Home Delete", "b@c.d", json!("deleteContentForward")),
            ("Home Home", "ab@c.d", Value::Null),
            ("Control+a Delete", "", json!("deleteContentForward")),
            ("Control+a x", "x", json!("insertText")),
            ("End Shift+ArrowLeft Shift+ArrowLeft x", "ab@cx", json!("insertText")),
        ] {
            kit.in_page(tab, "void (mail.value = 'ab@c.d')").await;
            let effects = press(kit, tab, "#mail", keys).await;
            assert_eq!(kit.in_page(tab, "mail.value").await, value, "{keys}");
            assert_eq!(effects.last(), Some(&effect), "{keys}");
        }
        // What somebody else wrote meanwhile is edited at its end.
        press(kit, tab, "#mail", "Home").await;
        kit.in_page(tab, "void (mail.value = 'new')").await;
        press(kit, tab, "#mail", "x").await;
        assert_eq!(kit.in_page(tab, "mail.value").await, "newx");
    });
}

#[test]
fn a_number_that_is_not_finished_is_kept_while_its_keys_are_pressed() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(PAGE)).await;
        for (before, keys, value) in [
            ("", "1 . 5", "1.5"),
            ("", "- 2", "-2"),
            ("", "1 e 3", "1e3"),
            ("1.5", "Backspace 7", "1.7"),
            ("15", "ArrowLeft .", "1.5"),
            ("15", "Home -", "-15"),
            ("15", "Control+a 2", "2"),
            ("15", "Control+a Backspace", ""),
            ("1.5", "Control+a Delete", ""),
        ] {
            kit.in_page(tab, &format!("void (count.value = '{before}')")).await;
            press(kit, tab, "#count", keys).await;
            assert_eq!(kit.in_page(tab, "count.value").await, value, "{before} {keys}");
        }
        kit.in_page(tab, "void (count.value = '15', heard = [])").await;
        assert_eq!(press(kit, tab, "#count", "x").await, [Value::Null]);
        assert_eq!(kit.in_page(tab, "[count.value, heard.length]").await, json!(["15", 0]));
    });
}

#[test]
fn a_number_is_typed_as_it_is_spelled_or_refused() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(PAGE)).await;
        let typed = async |text: &str| {
            let body = json!({"tabId": tab, "selector": "#count", "text": text, "clear": true});
            kit.agent().post("/api/type", body).await
        };
        for text in ["-1.50", "2e3", "007"] {
            let reply = typed(text).await;
            assert_eq!(kit.in_page(tab, "count.value").await, text, "{reply}");
            assert!(reply.is_ok()["warning"].is_null(), "{reply}");
        }
        let unfinished = typed("3e").await;
        assert_eq!(unfinished["warning"]["code"], "value_differs", "{unfinished}");
        typed("1,5").await.mentions("error", "nothing was written");
    });
}

#[test]
fn keys_do_nothing_in_what_is_disabled_and_no_option_is_chosen_there() {
    run(async |kit| {
        let page = "<form action=/sent><input id=off disabled value=ab><button>Go</button></form>\
            <fieldset disabled><textarea id=set>ab</textarea>\
            <select id=list><option>A<option>B</select></fieldset>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        for (selector, key) in [
            ("#off", "x"),
            ("#off", "Backspace"),
            ("#off", "Enter"),
            ("#set", "x"),
            ("#set", "End"),
        ] {
            let body = json!({"tabId": tab, "selector": selector, "key": key});
            let reply = kit.agent().post("/api/keypress", body).await;
            assert!(reply.is_ok()["effect"].is_null(), "{selector} {key} {reply}");
            reply.mentions("note", "disabled");
        }
        let body = json!({"tabId": tab, "selector": "#list", "values": ["B"]});
        kit.agent().post("/api/select-option", body).await.is_error("not_fillable");
        let held = kit.in_page(tab, "[off.value, set.value, list.value, location.pathname]").await;
        assert_eq!((&held[0], &held[1], &held[2]), (&json!("ab"), &json!("ab"), &json!("A")));
        assert!(!kit.received().iter().any(|got| got.path.starts_with("/sent")), "{held}");
    });
}
