//! Editors: plain `contenteditable` regions, and pages that keep the text of theirs themselves, in
//! four ways that popular editors have (*browser_type*, *POST /api/set-editable-content*).

use kitsune_e2e::{Kit, Reply, TabId, Value, json, run};

async fn opened(kit: &Kit<'_>, page: &str) -> TabId {
    kit.agent().opens(&kit.url(&format!("/fixtures/editors/{page}.html"))).await
}

async fn post(kit: &Kit<'_>, tab: TabId, path: &str, mut body: Value) -> Reply {
    body["tabId"] = json!(tab);
    if body["selector"].is_null() {
        body["selector"] = json!("#editor");
    }
    kit.agent().post(path, body).await
}

async fn edit(kit: &Kit<'_>, tab: TabId, body: Value) -> Reply {
    post(kit, tab, "/api/set-editable-content", body).await
}

const SENTENCE: &str = "Forty characters that go into an editor.";

#[test]
fn an_editor_that_owns_its_text_has_it_in_its_model_and_in_the_answer() {
    run(async |kit| {
        let tab = opened(kit, "owned").await;
        let snapshot = kit.agent().post("/api/snapshot", json!({"tabId": tab})).await;
        let text = snapshot["snapshot"].as_str().unwrap();
        let reference = text.split("textbox \"Note\" [ref=").nth(1).unwrap().split(']').next();
        let body = json!({"tabId": tab, "ref": reference, "text": SENTENCE});
        let typed = kit.agent().post("/api/type", body).await;
        assert_eq!(
            (&typed.is_ok()["prevented"], &typed["value"]),
            (&json!(true), &json!(SENTENCE))
        );
        assert!(typed["warning"].is_null(), "{typed}");
        assert_eq!(kit.in_page(tab, "model").await, SENTENCE);
        kit.agent()
            .post("/api/snapshot", json!({"tabId": tab}))
            .await
            .mentions("snapshot", &format!("[value=\"{SENTENCE}\"]"));
        let filled = post(kit, tab, "/api/fill", json!({"value": "one\ntwo"})).await;
        assert!(filled.is_ok()["warning"].is_null(), "{filled}");
        assert_eq!(kit.in_page(tab, "model").await, "one\ntwo");
    });
}

#[test]
fn an_editor_that_refuses_the_text_is_told() {
    run(async |kit| {
        let page = "<div id=editor contenteditable>kept</div><script>\
            editor.addEventListener('beforeinput', e => e.preventDefault());</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        for (path, body) in [
            ("/api/fill", json!({"value": "new"})),
            ("/api/type", json!({"text": "new"})),
            ("/api/set-editable-content", json!({"value": "new", "clear": true})),
        ] {
            let reply = post(kit, tab, path, body).await;
            assert_eq!(reply.is_ok()["prevented"], true, "{reply}");
            assert_eq!(reply["warning"]["code"], "value_differs", "{reply}");
            assert_eq!(reply["value"], "kept", "{reply}");
        }
        // One that takes it and puts the old text back a moment later.
        let page = "<div id=editor contenteditable>kept</div><script>\
            editor.addEventListener('input', () => setTimeout(() => editor.textContent = 'kept', 50));\
            </script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = post(kit, tab, "/api/fill", json!({"value": "new"})).await;
        assert_eq!(
            (&reply["value"], &reply["warning"]["code"]),
            (&json!("kept"), &json!("value_differs"))
        );
    });
}

#[test]
fn an_editor_that_reads_its_document_gets_whole_lines_in_order() {
    run(async |kit| {
        let tab = opened(kit, "watched").await;
        edit(kit, tab, json!({"value": " word"})).await.is_ok();
        assert_eq!(kit.in_page(tab, "model").await, json!(["First", "Last word"]));
        let typed = post(kit, tab, "/api/type", json!({"text": "!\nnext"})).await;
        assert!(typed.is_ok()["warning"].is_null(), "{typed}");
        assert_eq!(kit.in_page(tab, "model").await, json!(["First", "Last word!", "next"]));
        let filled = post(kit, tab, "/api/fill", json!({"value": "a\nb\n\nc"})).await;
        assert!(filled.is_ok()["warning"].is_null(), "{filled}");
        assert_eq!(kit.in_page(tab, "model").await, json!(["a", "b", "", "c"]));
        filled.mentions("snapshot", "3 characters");
    });
}

#[test]
fn an_editor_that_splits_its_own_blocks_is_filled_without_sending() {
    run(async |kit| {
        let tab = opened(kit, "keyed").await;
        let filled = post(kit, tab, "/api/fill", json!({"value": "hello\nthere"})).await;
        assert!(filled.is_ok()["warning"].is_null(), "{filled}");
        assert_eq!(
            kit.in_page(tab, "[blocks, sent.textContent]").await,
            json!([["hello", "there"], ""])
        );
        let replaced = post(kit, tab, "/api/type", json!({"text": "bye", "clear": true})).await;
        assert_eq!(replaced.is_ok()["value"], "bye", "{replaced}");
        assert_eq!(kit.in_page(tab, "blocks").await, json!(["bye"]));
        let body = json!({"key": "Enter"});
        assert_eq!(post(kit, tab, "/api/keypress", body).await.is_ok()["prevented"], true);
        assert_eq!(kit.in_page(tab, "sent.textContent").await, "[bye]");
    });
}

#[test]
fn a_field_that_stands_for_an_editor_is_typed_into_and_told_to_be_empty() {
    run(async |kit| {
        let tab = opened(kit, "proxied").await;
        let body = json!({"selector": "#field", "text": " b();\nc"});
        let reply = post(kit, tab, "/api/type", body).await;
        assert_eq!(kit.in_page(tab, "lines.textContent").await, "let a = 1; b();\nc");
        reply.is_ok().mentions("snapshot", "b();");
        assert_eq!(
            (&reply["value"], &reply["warning"]["code"]),
            (&json!(""), &json!("value_differs"))
        );
        // What stands around the field is not the field.
        let body = json!({"selector": "#code", "text": "!"});
        post(kit, tab, "/api/type", body).await.is_error("not_fillable");
        assert_eq!(kit.in_page(tab, "lines.textContent").await, "let a = 1; b();\nc");
    });
}

#[test]
fn text_goes_to_the_caret_when_it_is_in_the_target_else_to_its_end() {
    run(async |kit| {
        let page = "<div id=editor contenteditable><p id=one>one</p><p id=two>two</p>\n</div>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        edit(kit, tab, json!({"selector": "#one", "value": "!"})).await.is_ok();
        assert_eq!(kit.in_page(tab, "one.textContent").await, "one!");
        // The caret is in the editor, after the first line's mark.
        edit(kit, tab, json!({"value": "?"})).await.is_ok();
        assert_eq!(kit.in_page(tab, "one.textContent + two.textContent").await, "one!?two");
        edit(kit, tab, json!({"selector": "#two", "value": "."})).await.is_ok();
        assert_eq!(kit.in_page(tab, "two.textContent").await, "two.");
        let replaced =
            edit(kit, tab, json!({"selector": "#one", "value": "1", "clear": true})).await;
        assert_eq!(replaced.is_ok()["tag"], "div", "{replaced}");
        assert_eq!(kit.in_page(tab, "editor.innerText.trim()").await, "1\n\ntwo.");
        let clicked = json!({"selector": "#two"});
        post(kit, tab, "/api/click", clicked).await.is_ok();
        post(kit, tab, "/api/type", json!({"text": "3"})).await.is_ok();
        assert_eq!(kit.in_page(tab, "editor.innerText.trim()").await, "1\n\ntwo.3");
    });
}

#[test]
fn an_edit_of_a_field_appends_without_keys_unless_it_clears() {
    run(async |kit| {
        let page = "<textarea id=editor maxlength=7>ab</textarea><select id=list><option>x</select>\
            <input id=fixed readonly value=f><input id=off disabled><p id=plain>Text</p><script>var keys = [];\
            for (const type of ['keydown', 'beforeinput', 'input', 'change'])\
              editor.addEventListener(type, e => keys.push(e.type));</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = edit(kit, tab, json!({"value": "c\nd"})).await;
        assert_eq!(
            (&reply.is_ok()["tag"], &reply["value"]),
            (&json!("textarea"), &json!("abc\nd"))
        );
        assert_eq!(kit.in_page(tab, "keys.join()").await, "beforeinput,input,change");
        let cut = edit(kit, tab, json!({"value": "efgh"})).await;
        assert_eq!(cut["warning"]["state"]["value"], "abc\ndef"[..7], "{cut}");
        edit(kit, tab, json!({"value": "new", "clear": true})).await.is_ok();
        assert_eq!(kit.in_page(tab, "editor.value").await, "new");
        for selector in ["#list", "#fixed", "#off", "#plain"] {
            edit(kit, tab, json!({"selector": selector, "value": "x"}))
                .await
                .is_error("not_fillable");
        }
        edit(kit, tab, json!({"selector": "#none", "value": "x"})).await.is_error("not_found");
    });
}

#[test]
fn markup_is_inserted_into_editors_only() {
    run(async |kit| {
        let page = "<div id=editor contenteditable>a</div><input id=field>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let html = json!({"value": "<b>bold</b>", "format": "html"});
        edit(kit, tab, html.clone()).await.is_ok();
        assert_eq!(kit.in_page(tab, "editor.innerHTML").await, "a<b>bold</b>");
        let mut field = html;
        field["selector"] = json!("#field");
        edit(kit, tab, field).await.mentions("error", "editor only");
        let text = json!({"value": "<i>", "clear": true});
        edit(kit, tab, text).await.is_ok();
        assert_eq!(kit.in_page(tab, "editor.textContent").await, "<i>");
        let draft = kit.agent().with("x-kitsune-mode", "draft");
        let body = json!({"tabId": tab, "selector": "#editor", "value": "x", "format": "html"});
        draft.post("/api/set-editable-content", body).await.is_error("mode_restricted");
    });
}
