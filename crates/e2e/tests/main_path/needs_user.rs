//! What only the person can do on a page (*needs_user hints*).

use kitsune_e2e::{Kit, Origin, Value, json, run};

async fn needed(kit: &Kit<'_>, page: &str) -> Value {
    let tab = kit.agent().opens(&kit.page(page)).await;
    let reply = kit.agent().post("/api/needs-user", json!({"tabId": tab})).await;
    assert_eq!(reply.is_ok()["tabId"], json!(tab), "{reply}");
    // Each place that tells it tells the same.
    for path in ["/api/snapshot", "/api/page-info"] {
        let other = kit.agent().post(path, json!({"tabId": tab})).await;
        assert_eq!(other.is_ok()["needs_user"], reply["needs_user"], "{path}: {other}");
    }
    reply["needs_user"].clone()
}

#[test]
fn a_shown_field_for_signing_in_is_told_with_its_evidence() {
    run(async |kit| {
        for (page, field) in [
            ("<input type=password>", "password"),
            ("<input autocomplete='section-a current-password'>", "password"),
            ("<input autocomplete=username>", "username"),
            ("<input autocomplete='off webauthn'>", "webauthn"),
            (
                "<x-a><template shadowrootmode=closed><input type=password></template></x-a>",
                "password",
            ),
            (
                "<div><template shadowrootmode=open><p><input type=password></p></template></div>",
                "password",
            ),
        ] {
            let hint = needed(kit, page).await;
            assert_eq!(hint["reason"], "sign_in", "{page}: {hint}");
            assert_eq!(hint["evidence"], json!({"field": field}), "{page}: {hint}");
            assert!(hint["message"].is_string() && hint["hint"].is_string(), "{hint}");
        }
    });
}

#[test]
fn neither_words_nor_what_is_hidden_make_a_hint() {
    run(async |kit| {
        for page in [
            "<h1>Please sign in, enter your password and solve the CAPTCHA</h1><input name=login>",
            "<input type=password hidden>",
            "<div style='display:none'><input type=password></div>",
            "<input type=password style='position:absolute;left:-9999px'>",
            "<input type=password style='width:0;height:0;border:0;padding:0'>",
            "<input type=password><input autocomplete=new-password>",
            "<iframe srcdoc='<input type=password>'></iframe>",
            "<input type=hidden autocomplete=username>",
        ] {
            assert_eq!(needed(kit, page).await, Value::Null, "{page}");
        }
    });
}

const RECAPTCHA: &str = "https://www.google.com/recaptcha/api2/anchor?k=1";

#[test]
fn a_check_for_people_is_told_until_it_is_solved() {
    run(async |kit| {
        let frame = |src: &str| format!("<iframe src='{src}' width=300 height=80></iframe>");
        let hcaptcha = "https://newassets.hcaptcha.com/captcha/v1/x/static/hcaptcha.html";
        let turnstile = "https://challenges.cloudflare.com/cdn-cgi/challenge-platform/h/b";
        for (src, widget) in [
            (RECAPTCHA, "recaptcha"),
            ("https://www.recaptcha.net/recaptcha/enterprise/bframe?k=1", "recaptcha"),
            (hcaptcha, "hcaptcha"),
            (turnstile, "turnstile"),
        ] {
            // It comes before a field for signing in.
            let hint = needed(kit, &format!("<input type=password>{}", frame(src))).await;
            assert_eq!(hint["reason"], "human_check", "{src}: {hint}");
            let path = src.split('?').next().unwrap();
            assert_eq!(hint["evidence"], json!({"widget": widget, "frame": path}), "{src}");
        }
        let inner = frame(turnstile);
        let shadowed = format!("<div><template shadowrootmode=closed>{inner}</template></div>");
        assert_eq!(needed(kit, &shadowed).await["reason"], "human_check");
        let solved = |token: &str| {
            format!(
                "{}<textarea name=g-recaptcha-response hidden>{token}</textarea>",
                frame(RECAPTCHA)
            )
        };
        assert_eq!(needed(kit, &solved("")).await["reason"], "human_check");
        for page in [
            solved("token"),
            frame(&format!("{RECAPTCHA}&size=invisible")),
            frame(&format!("{hcaptcha}#frame=checkbox&size=invisible")),
            frame(&RECAPTCHA.replace("https", "http")),
            frame("https://www.google.com/maps/embed"),
            frame("https://www.google.com.evil.example/recaptcha/api2/anchor"),
            format!(
                "<div style='visibility:hidden;position:absolute;top:-10000px'>{}</div>",
                frame(RECAPTCHA)
            ),
        ] {
            assert_eq!(needed(kit, &page).await, Value::Null, "{page}");
        }
    });
}

#[test]
fn an_action_that_shows_a_sign_in_says_so() {
    run(async |kit| {
        let page = "<button onclick=\"f.hidden = false\">Sign in</button>\
            <form id=f hidden><label>Password <input type=password></label></form>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let click = json!({"tabId": tab, "selector": "button"});
        let reply = kit.agent().post("/api/click", click).await;
        assert_eq!(reply.is_ok()["needs_user"]["reason"], "sign_in", "{reply}");
        let url = kit.page("<input type=password>");
        let reply = kit.agent().post("/api/navigate", json!({"tabId": tab, "url": url})).await;
        assert_eq!(
            reply.is_ok()["needs_user"]["evidence"],
            json!({"field": "password"}),
            "{reply}"
        );
    });
}

#[test]
fn a_part_of_a_page_has_the_hint_of_the_whole() {
    run(async |kit| {
        let inner = kit.page_on(Origin::Other, "<button>Inside</button>");
        let page = format!(
            "<p id=part>Part</p><x-a><template shadowrootmode=closed><input type=password></template>\
             </x-a><iframe src='{inner}' width=300 height=200></iframe>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let snapshot = async |mut body: Value| {
            body["tabId"] = json!(tab);
            kit.agent().post("/api/snapshot", body).await
        };
        // No whole read has come before it.
        let part = snapshot(json!({"selector": "#part"})).await;
        assert_eq!(part.is_ok()["needs_user"]["reason"], "sign_in", "{part}");
        let whole = snapshot(json!({})).await;
        let text = whole.is_ok()["snapshot"].as_str().unwrap();
        let line = text.lines().find(|line| line.contains("\"Inside\"")).unwrap();
        let reference = line.split("[ref=").nth(1).unwrap().split(']').next().unwrap();
        let framed = snapshot(json!({"ref": reference})).await;
        assert_eq!(framed.is_ok()["needs_user"]["reason"], "sign_in", "{framed}");
        let changes = snapshot(json!({"sinceObservation": true})).await;
        assert_eq!(changes.is_ok()["needs_user"]["reason"], "sign_in", "{changes}");
    });
}

#[test]
fn a_hidden_field_for_a_new_password_silences_nothing_and_one_solved_check_is_not_all() {
    run(async |kit| {
        let hidden = "<input type=password><input hidden autocomplete=new-password>";
        assert_eq!(needed(kit, hidden).await["reason"], "sign_in");
        let two = format!(
            "<iframe src='{RECAPTCHA}' width=300 height=80></iframe>\
             <textarea name=g-recaptcha-response hidden>token</textarea>\
             <textarea name=h-captcha-response hidden></textarea>"
        );
        assert_eq!(needed(kit, &two).await["reason"], "human_check");
        // In an action's answer, too, the check comes before the field.
        let page = format!(
            "<button onclick=\"f.hidden = false\">Sign in</button><div id=f hidden>\
             <input type=password><iframe src='{RECAPTCHA}' width=300 height=80></iframe></div>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let click = json!({"tabId": tab, "selector": "button"});
        let reply = kit.agent().post("/api/click", click).await;
        assert_eq!(reply.is_ok()["needs_user"]["reason"], "human_check", "{reply}");
    });
}
