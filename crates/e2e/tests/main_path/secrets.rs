//! Secrets never leave the page (*Sensitive-field redaction*, *History URL redaction*). What
//! `planted_secrets` does at random is here sentence by sentence.

use kitsune_e2e::{Kit, Reply, TabId, Value, json, run};

const SECRET: &str = "hunter2-Sesame";

async fn open(kit: &Kit<'_>, page: &str) -> TabId {
    kit.agent().opens(&kit.page(page.replace("SECRET", SECRET))).await
}

async fn ask(kit: &Kit<'_>, tab: TabId, path: &str, mut body: Value) -> Reply {
    body["tabId"] = json!(tab);
    kit.agent().post(path, body).await
}

async fn snapshot(kit: &Kit<'_>, tab: TabId) -> String {
    let reply = ask(kit, tab, "/api/snapshot", json!({})).await;
    reply.is_ok()["snapshot"].as_str().unwrap().to_owned()
}

#[track_caller]
fn keeps_the_secret(reply: &Reply) -> &Reply {
    assert!(!reply.json.to_string().contains("unter2"), "{reply}");
    reply
}

#[test]
fn no_read_and_no_action_shows_the_value_of_a_sensitive_field() {
    run(async |kit| {
        let page = "<label>Password <input type=password id=pw value=SECRET></label>\
             <button id=reveal onclick=\"pw.type = pw.type === 'text' ? 'password' : 'text'\">Show</button>\
             <label>Code <input autocomplete=one-time-code value=SECRET></label>\
             <label>Card <input name=cardNumber aria-label='card number' value=SECRET></label>\
             <p>Public words</p>";
        let tab = open(kit, page).await;
        let on_password = json!({"selector": "#pw"});
        let with = |key: &str, value: &str| {
            let mut body = on_password.clone();
            body[key] = json!(value);
            body
        };
        let full_key = json!({"selector": "#pw", "key": "y", "snapshot": "full"});
        let full_click = json!({"selector": "#reveal", "snapshot": "full"});
        for (path, body) in [
            ("/api/snapshot", json!({})),
            ("/api/click", json!({"selector": "#reveal"})),
            ("/api/snapshot", json!({})),
            ("/api/fill", with("value", SECRET)),
            ("/api/type", with("text", "hunter2")),
            ("/api/form-fill", json!({"fields": {"Code": SECRET}})),
            ("/api/keypress", full_key),
            ("/api/click", full_click),
        ] {
            keeps_the_secret(ask(kit, tab, path, body).await.is_ok());
        }
        let text = snapshot(kit, tab).await;
        assert!(text.contains("textbox \"Password\" [ref="), "{text}");
        assert!(text.contains("Public words"), "{text}");
        assert_eq!(kit.in_page(tab, "pw.value").await, format!("{SECRET}hunter2y"));
    });
}

#[test]
fn ordinary_fields_keep_their_values() {
    run(async |kit| {
        let fields = [
            "name=shipping",
            "name=opinion",
            "name=encoded",
            "autocomplete=cc-exp",
            "inputmode=numeric name=postal-code",
            "inputmode=numeric name=amount",
            "type=email name=password_hint",
            "style='-webkit-text-security:none'",
        ];
        let page: String = fields.map(|field| format!("<input {field} value=kept>")).concat();
        let page =
            format!("{page}<textarea name=note>kept</textarea><div contenteditable>kept</div>");
        let tab = open(kit, &page).await;
        let text = snapshot(kit, tab).await;
        assert_eq!(text.matches("[value=kept]").count(), fields.len() + 2, "{text}");
    });
}

#[test]
fn a_field_that_was_a_password_stays_secret() {
    run(async |kit| {
        // The second is never rendered as a password, the third is in a closed shadow root.
        let page = "<input type=password id=a value=SECRET>\
            <div id=later hidden><input type=password id=b value=SECRET></div><x-c id=host></x-c>\
            <input type=text name=password value=SECRET><script>\
            const root = host.attachShadow({mode: 'closed'});\
            root.innerHTML = '<input type=password value=SECRET>';\
            const reveal = () => { for (const field of [a, b, root.firstChild]) field.type = 'text';\
              later.hidden = false; };</script><button onclick=reveal()>Show</button>";
        let tab = open(kit, page).await;
        snapshot(kit, tab).await;
        let clicked = ask(kit, tab, "/api/click", json!({"selector": "button"})).await;
        keeps_the_secret(clicked.is_ok());
        let text = snapshot(kit, tab).await;
        assert!(!text.contains("unter2"), "{text}");
        assert_eq!(text.matches("- textbox").count(), 4, "{text}");

        // The page reveals them by itself, between two reads; one was not even read before.
        let again = open(kit, page).await;
        snapshot(kit, again).await;
        let add = "void document.body.insertAdjacentHTML('beforeend', \
            `<div hidden><input type=password id=d value=hunter2></div>`)";
        kit.in_page(again, add).await;
        kit.in_page(again, "void (reveal(), d.type = 'text', d.parentNode.hidden = false)").await;
        let text = snapshot(kit, again).await;
        assert!(!text.contains("unter2"), "{text}");
    });
}

#[test]
fn an_autofilled_field_is_secret_until_that_is_cleared() {
    run(async |kit| {
        let tab = open(kit, "<label>City <input id=city value=SECRET></label>").await;
        kit.browser().mark_autofilled(tab, "#city", true).await.unwrap();
        let text = snapshot(kit, tab).await;
        assert!(text.contains("City") && !text.contains("unter2"), "{text}");
        let typed = json!({"selector": "#city", "text": "x"});
        keeps_the_secret(ask(kit, tab, "/api/type", typed).await.is_ok());
        kit.in_page(tab, "void (city.value = 'Oslo')").await;
        kit.browser().mark_autofilled(tab, "#city", false).await.unwrap();
        let text = snapshot(kit, tab).await;
        assert!(text.contains("[value=Oslo]"), "{text}");
    });
}

#[test]
fn masked_text_is_left_out_and_what_is_shown_inside_it_is_kept() {
    run(async |kit| {
        let page = "<p style='-webkit-text-security:disc'>SECRET\
              <b style='-webkit-text-security:none'>Shown part</b></p>\
            <div style='-webkit-text-security:square'><button>SECRET</button>\
              <input type=submit value=SECRET title=Titled></div>\
            <div contenteditable id=editor>Seen <i style='-webkit-text-security:circle'>SECRET</i></div>\
            <p>Beside it</p>";
        let tab = open(kit, page).await;
        let text = snapshot(kit, tab).await;
        for part in
            ["\"Shown part\"", "- button [ref=", "button \"Titled\"", "[value=Seen]", "Beside it"]
        {
            assert!(text.contains(part), "no {part}\n{text}");
        }
        assert!(
            !text.contains("unter2") && !text.contains(['\u{2022}', '\u{25e6}', '\u{25a0}']),
            "{text}"
        );
        // Page text shows mask characters, as the screen does.
        let wait = |text: &str| json!({"text": text, "timeout": 0});
        let secret = ask(kit, tab, "/api/wait-for-text", wait(SECRET)).await;
        assert_eq!(secret["ok"], false, "{secret}");
        let masked = ask(kit, tab, "/api/wait-for-text", wait(&"\u{2022}".repeat(3))).await;
        masked.is_ok();
        let fill = json!({"selector": "#editor", "value": "Seen", "includeSnapshot": false});
        ask(kit, tab, "/api/fill", fill).await.is_ok();
    });
}

#[test]
fn a_component_is_as_secret_as_it_says_or_as_what_is_in_it() {
    run(async |kit| {
        let shadow = |inner: &str| format!("<template shadowrootmode=closed>{inner}</template>");
        let page = format!(
            "<x-a type=password>{}</x-a><x-b autocomplete=one-time-code>{}</x-b>\
             <x-c role=spinbutton tabindex=0 aria-valuetext=SECRET value=SECRET>{}</x-c>\
             <x-d>{}</x-d>",
            shadow("<input aria-label=A value=SECRET>"),
            shadow(
                "<x-inner><template shadowrootmode=open><input aria-label=B value=SECRET></template></x-inner>"
            ),
            shadow("<input type=password>"),
            shadow("<input aria-label=D value=kept>"),
        );
        let tab = open(kit, &page).await;
        let text = snapshot(kit, tab).await;
        assert!(!text.contains("unter2"), "{text}");
        for part in ["textbox \"A\" [ref=", "textbox \"B\" [ref=", "[value=kept]"] {
            assert!(text.contains(part), "no {part}\n{text}");
        }
    });
}

#[test]
fn a_selector_cannot_feel_its_way_along_a_secret() {
    run(async |kit| {
        let tab = open(kit, "<input type=password id=pw value=SECRET><button>Go</button>").await;
        let selectors = [
            "input[value^='h']",
            "input[ VALUE *= 'u' i]",
            "[*|value]",
            "[|value='x']",
            "button:has(+ x), [value]",
            ":is(#pw[value^=h])",
            "body:has([value^=h])",
            "[\\76 alue^=h]",
            "[/**/value^=h]",
            "button:has-text('Go') ~ [value]",
            "body >> [value^=h]",
        ];
        for selector in selectors {
            for path in ["/api/click", "/api/snapshot", "/api/element-screenshot"] {
                let reply = ask(kit, tab, path, json!({"selector": selector})).await;
                reply.mentions("error", "value-attribute selectors are disabled");
            }
        }
        let fields = json!({"fields": {"[value^=h]": "x"}});
        let form = ask(kit, tab, "/api/form-fill", fields).await;
        assert!(form.json.to_string().contains("value-attribute selectors are disabled"), "{form}");
        assert!(kit.seen_in(tab).await.is_empty());

        kit.in_page(tab, "void pw.removeAttribute('value')").await;
        for selector in ["input:not([value])", "button:not([\\76 alue])"] {
            ask(kit, tab, "/api/snapshot", json!({"selector": selector})).await.is_ok();
        }
    });
}

#[test]
fn text_and_names_of_selectors_are_read_redacted() {
    run(async |kit| {
        let page = "<button style='-webkit-text-security:disc'>SECRET</button>\
            <textarea style='-webkit-text-security:disc'>SECRET</textarea>\
            <label style='-webkit-text-security:disc'>SECRET <input id=x></label>\
            <div contenteditable style='-webkit-text-security:disc'>SECRET</div>\
            <input type=submit style='-webkit-text-security:disc' value=SECRET>\
            <svg role=img style='-webkit-text-security:disc'><title>SECRET</title></svg>\
            <input type=password value=SECRET>";
        let tab = open(kit, page).await;
        for selector in [
            "text=hunter2",
            "text=/unter/",
            ":text('unter2')",
            ":has-text('unter2')",
            ":text-is('hunter2-Sesame')",
            "role=button[name*=\"unter\"]",
            "role=img[name=/unter/]",
            "internal:label=\"unter\"i",
        ] {
            ask(kit, tab, "/api/snapshot", json!({"selector": selector}))
                .await
                .is_error("not_found");
        }
        let form = ask(kit, tab, "/api/form-fill", json!({"fields": {SECRET: "x"}})).await;
        assert_eq!(form["error"], "No field was filled", "{form}");
    });
}

#[test]
fn xpath_is_off_in_a_document_with_secret_or_masked_text() {
    run(async |kit| {
        let masked = "<p style='-webkit-text-security:disc'>SECRET</p>";
        let slotted = "<div>SECRET<template shadowrootmode=open>\
            <b style='-webkit-text-security:disc'><slot></slot></b></template></div>";
        for (page, is_refused) in [
            ("<b>x</b><input type=password value=SECRET>", true),
            ("<b>x</b><input type=submit value=SECRET style='-webkit-text-security:disc'>", true),
            (&format!("<b>x</b>{masked}"), true),
            (&format!("<b>x</b>{slotted}"), true),
            (
                &format!("<b>x</b><x-a><template shadowrootmode=closed>{masked}</template></x-a>"),
                true,
            ),
            ("<b>x</b><input type=password>", false),
            // The frame's document is another one.
            (&format!("<b>x</b><iframe srcdoc=\"{masked}\"></iframe>"), false),
        ] {
            let tab = open(kit, page).await;
            let reply = ask(kit, tab, "/api/snapshot", json!({"selector": "//b"})).await;
            if is_refused {
                reply.is_error("unsupported_selector");
            } else {
                reply.is_ok();
            }
        }
    });
}

#[test]
fn writes_on_sensitive_fields_do_not_echo_what_was_typed() {
    run(async |kit| {
        let page = "<input type=password id=short maxlength=3>\
            <input type=password id=changed oninput=\"value = value.slice(1)\">\
            <input type=password id=off disabled><input type=password id=fixed readonly>\
            <select id=choice autocomplete=cc-number><option>1</select>\
            <form id=form><input type=password id=judged required \
              oninput=\"setCustomValidity('No: ' + value)\"><button>Send</button></form>";
        let tab = open(kit, page).await;
        for (path, body) in [
            ("/api/fill", json!({"selector": "#short", "value": SECRET})),
            ("/api/type", json!({"selector": "#changed", "text": SECRET})),
            ("/api/fill", json!({"selector": "#off", "value": SECRET})),
            ("/api/fill", json!({"selector": "#fixed", "value": SECRET})),
            ("/api/type", json!({"selector": "#fixed", "text": SECRET})),
            ("/api/fill", json!({"selector": "#none", "value": SECRET})),
            ("/api/fill", json!({"selector": "input", "value": SECRET})),
            ("/api/fill", json!({"selector": "#short", "value": [SECRET]})),
            ("/api/form-fill", json!({"fields": {"#off": SECRET, "#judged": SECRET}})),
            ("/api/click", json!({"selector": "form button"})),
            ("/api/keypress", json!({"selector": "#judged", "key": "Enter"})),
        ] {
            keeps_the_secret(&ask(kit, tab, path, body).await);
        }
        for (path, key) in [("/api/fill", "value"), ("/api/type", "text")] {
            let mut body = json!({"selector": "#short"});
            body[key] = json!(31_415_926);
            let reply = ask(kit, tab, path, body).await;
            reply.is_error("invalid_argument");
            assert!(!reply.json.to_string().contains("31415926"), "{reply}");
        }
        // The page's own message tells the value; the note says only which field it is.
        let sent = ask(kit, tab, "/api/click", json!({"selector": "form button"})).await;
        keeps_the_secret(sent.is_ok()).mentions("note", "not accepted");
        let differs = json!({"selector": "#short", "value": "12345"});
        let reply = ask(kit, tab, "/api/fill", differs).await;
        assert!(!reply.json.to_string().contains("123"), "{reply}");
        assert!(reply["warning"]["state"].get("sentLength").is_none(), "{reply}");
    });
}

#[test]
fn sensitive_fields_in_frames_are_redacted_the_same_way() {
    run(async |kit| {
        let inner = kit.page(format!("<label>PIN <input name=pin value={SECRET}></label>"));
        let tab =
            open(kit, &format!("<iframe title=Pay src='{inner}?token=SECRET#SECRET'></iframe>"))
                .await;
        let text = snapshot(kit, tab).await;
        assert!(text.contains("textbox \"PIN\"") && !text.contains("unter2"), "{text}");
        let other = kit.page_on(kitsune_e2e::Origin::Other, "<p>Foreign</p>");
        let tab =
            open(kit, &format!("<iframe title=Ad src='{other}?token=SECRET#SECRET'></iframe>"))
                .await;
        let text = snapshot(kit, tab).await;
        assert!(text.contains("iframe \"Ad\"") && !text.contains("unter2"), "{text}");
    });
}

#[test]
fn secrets_in_addresses_are_redacted_everywhere() {
    run(async |kit| {
        let page = kit.page("<a href='/next?api_key=abc123'>Next</a>");
        let tab = kit.agent().opens(&format!("{page}?x=1#access_token=abc123&state=1")).await;
        let agent = kit.agent();
        for reply in [
            agent.post("/api/snapshot", json!({"tabId": tab})).await,
            agent.get("/api/tabs").await,
            agent.post("/api/screenshot", json!({"tabId": tab})).await,
        ] {
            let text = reply.is_ok().json.to_string();
            assert!(!text.contains("abc123") && text.contains("[redacted]"), "{reply}");
        }
        for (path, body) in [
            ("/api/click", json!({"selector": "#none"})),
            ("/api/click", json!({"ref": "e999999"})),
            ("/api/fill", json!({"selector": "a", "value": "x"})),
            ("/api/navigate", json!({"url": "chrome://x/?token=abc123"})),
        ] {
            let reply = ask(kit, tab, path, body).await;
            assert!(reply.json["error"].is_string(), "{reply}");
            assert!(!reply.json.to_string().contains("abc123"), "{reply}");
        }
    });
}
