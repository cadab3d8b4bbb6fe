//! Pages on which tools of this kind are known to fail: the answer is true, and "done" has had its
//! effect.

use std::time::{Duration, Instant};

use kitsune_e2e::{Kit, Reply, TabId, Value, eventually, json, run};

async fn post(kit: &Kit<'_>, tab: TabId, path: &str, mut body: Value) -> Reply {
    body["tabId"] = json!(tab);
    kit.agent().post(path, body).await
}

/// The refs on the lines of a snapshot that contain `part`.
async fn refs_of(kit: &Kit<'_>, tab: TabId, part: &str) -> Vec<String> {
    let reply = post(kit, tab, "/api/snapshot", json!({})).await;
    let text = reply.is_ok()["snapshot"].as_str().unwrap().to_owned();
    let lines = text.lines().filter(|line| line.contains(part));
    let refs: Vec<_> = lines.map(|line| first_ref(line).to_owned()).collect();
    assert!(!refs.is_empty(), "no line with {part}\n{text}");
    refs
}

async fn ref_of(kit: &Kit<'_>, tab: TabId, part: &str) -> String {
    refs_of(kit, tab, part).await.remove(0)
}

fn first_ref(line: &str) -> &str {
    line.split("[ref=").nth(1).and_then(|rest| rest.split(']').next()).unwrap()
}

/// A field and a list that take note of every assignment to their value, as UI libraries do: a change
/// that they know already is none. What is shown is repainted from the page's own state.
const TRACKED: &str = "<label>City <input id=city></label>\
    <label>Size <select id=size><option value=s>Small<option value=m>Medium</select></label>\
    <button id=next disabled onclick=\"document.title = 'Sent ' + JSON.stringify(state)\">Next</button>\
    <script>const state = {city: '', size: 's'};\
    const track = (field, type, prototype) => {\
      const own = Object.getOwnPropertyDescriptor(prototype, 'value'); let known = field.value;\
      Object.defineProperty(field, 'value', {get() { return own.get.call(field) },\
        set(v) { known = String(v); own.set.call(field, v) }});\
      field.addEventListener(type, () => { if (field.value === known) return;\
        known = state[field.id] = field.value;\
        next.disabled = state.city === '' || state.size === 's' });\
      setInterval(() => { if (own.get.call(field) !== state[field.id]) field.value = state[field.id] }, 300) };\
    track(city, 'input', HTMLInputElement.prototype);\
    track(size, 'change', HTMLSelectElement.prototype);</script>";

#[test]
fn fields_that_track_their_own_value_are_set_and_the_page_knows_it() {
    run(async |kit| {
        for path in ["/api/fill", "/api/type", "/api/set-editable-content"] {
            let tab = kit.agent().opens(&kit.page(TRACKED)).await;
            let key = if path == "/api/type" { "text" } else { "value" };
            let mut body = json!({"selector": "#city"});
            body[key] = json!("Oslo");
            let reply = post(kit, tab, path, body).await;
            assert_eq!(reply.is_ok()["value"], "Oslo", "{reply}");
            let choose = json!({"selector": "#size", "values": ["Medium"]});
            let chosen = post(kit, tab, "/api/select-option", choose).await;
            assert_eq!(chosen.is_ok()["value"], "m", "{chosen}");
            assert!(reply["warning"].is_null() && chosen["warning"].is_null(), "{reply} {chosen}");
            post(kit, tab, "/api/click", json!({"selector": "#next"})).await.is_ok();
            let expected = r#"Sent {"city":"Oslo","size":"m"}"#;
            assert_eq!(kit.in_page(tab, "document.title").await, expected, "{path}");
        }
    });
}

#[test]
fn a_value_that_the_page_paints_over_later_is_told_as_it_is_then() {
    run(async |kit| {
        // The page hears nothing of what is written, and repaints both from its own state.
        let page = "<input id=city><select id=size><option>Small<option>Medium</select><script>\
            const paint = () => { city.value = ''; size.value = 'Small' };\
            for (const field of [city, size]) field.addEventListener('change', () => {\
              const channel = new MessageChannel();\
              channel.port1.onmessage = () => fetch('/slow?ms=150').then(paint);\
              channel.port2.postMessage(0) });</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let fill = json!({"selector": "#city", "value": "Oslo"});
        let choose = json!({"selector": "#size", "value": "Medium"});
        for (path, body, shown) in
            [("/api/fill", fill, ""), ("/api/select-option", choose, "Small")]
        {
            let reply = post(kit, tab, path, body).await;
            assert_eq!(reply["value"], shown, "{reply}");
            assert_eq!(reply["warning"]["code"], "value_differs", "{reply}");
        }
    });
}

#[test]
fn controls_behind_their_own_drawing_are_checked_by_their_refs() {
    run(async |kit| {
        let page = "<style>.box { position: relative; display: inline-block; width: 80px; height: 20px }\
              .box > * { position: absolute; inset: 0 } .native { pointer-events: none }\
              .native input { opacity: 0; width: 100%; height: 100%; margin: 0 }\
              .drawn { pointer-events: auto }</style>\
            <div class=box><span class=native><input type=radio id=radio aria-label=One></span>\
              <span class=drawn onclick='radio.click()'>One</span></div>\
            <input type=checkbox id=terms style='position:absolute;left:-9999px'>\
            <label for=terms><i></i> Terms</label>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        for (line, id) in [("radio \"One\"", "radio"), ("checkbox \"Terms\"", "terms")] {
            let target = ref_of(kit, tab, line).await;
            let reply = post(kit, tab, "/api/check", json!({"ref": target})).await;
            assert_eq!(reply.is_ok()["checked"], true, "{reply}");
            assert_eq!(kit.in_page(tab, &format!("{id}.checked")).await, true);
            let again = post(kit, tab, "/api/click", json!({"ref": target})).await;
            again.is_ok();
        }
        // A click is a click: it turned the checkbox off again, and the radio button stayed on.
        assert_eq!(kit.in_page(tab, "[radio.checked, terms.checked].join()").await, "true,false");
    });
}

#[test]
fn a_remembered_ref_means_its_node_after_others_came_before_it() {
    run(async |kit| {
        let page = "<button id=insert onclick=\"list.prepend(Object.assign(\
              document.createElement('button'), {textContent: 'Z', onclick: say}))\">Insert</button>\
            <div id=list><button>A</button><button>B</button><button>C</button></div>\
            <script>function say(e) { document.title = e.target.textContent }\
            for (const b of list.children) b.onclick = say;</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let remembered = ref_of(kit, tab, "button \"B\"").await;
        post(kit, tab, "/api/click", json!({"selector": "#insert"})).await.is_ok();
        ref_of(kit, tab, "button \"Z\"").await;
        assert_eq!(ref_of(kit, tab, "button \"B\"").await, remembered);
        post(kit, tab, "/api/click", json!({"ref": remembered})).await.is_ok();
        assert_eq!(kit.in_page(tab, "document.title").await, "B");

        kit.in_page(tab, "void list.children[2].remove()").await;
        let gone = post(kit, tab, "/api/click", json!({"ref": remembered})).await;
        assert_eq!(gone.is_error("stale_ref")["state"]["reason"], "element_removed");
        assert_eq!(gone["retryable"], true);
        assert_eq!(kit.in_page(tab, "document.title").await, "B");
    });
}

#[test]
fn a_login_form_in_nested_shadow_roots_is_used_and_its_namesakes_outside_are_not() {
    run(async |kit| {
        let page = "<input id=user><input id=password type=password><button id=send>Sign in</button>\
            <div id=outer></div><script>document.title = 'Outside untouched';\
            send.onclick = () => document.title = 'Outside pressed';\
            const inner = document.createElement('div');\
            outer.attachShadow({mode: 'open'}).append(inner);\
            const root = inner.attachShadow({mode: 'open'});\
            root.innerHTML = `<label for=user>Account</label><input id=user>\
              <label for=password>Word</label><input id=password type=password>\
              <button id=send>Enter here</button>`;\
            root.querySelector('#send').onclick = () => document.body.dataset.sent =\
              root.querySelector('#user').value + '/' + root.querySelector('#password').value;</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        for (line, text) in [("textbox \"Account\"", "ada"), ("textbox \"Word\"", "s3cret-W0rd")] {
            let target = ref_of(kit, tab, line).await;
            post(kit, tab, "/api/fill", json!({"ref": target, "value": text})).await.is_ok();
        }
        let button = ref_of(kit, tab, "button \"Enter here\"").await;
        post(kit, tab, "/api/click", json!({"ref": button})).await.is_ok();
        assert_eq!(kit.in_page(tab, "document.body.dataset.sent").await, "ada/s3cret-W0rd");
        let outside = "[document.title, user.value, password.value].join()";
        assert_eq!(kit.in_page(tab, outside).await, "Outside untouched,,");
    });
}

/// What a call on a page that never rests may take; those that wait for rest take most of a minute.
const NEVER_IDLE: Duration = Duration::from_secs(15);

#[test]
fn a_page_that_never_rests_is_read_and_used_all_the_same() {
    run(async |kit| {
        let hang = kit.url("/hang");
        let page = format!(
            "<h1>Live</h1><b id=ticks>0</b><button id=go onclick='presses.textContent++'>Go</button>\
             <i id=presses>0</i><p style='height:5000px'>Long</p><img alt=Chart src='{hang}?image'>\
             <script>new EventSource('{hang}?stream');\
             setInterval(() => ticks.textContent++, 100);</script>"
        );
        let opened = kit.agent().post("/api/new-tab", json!({"url": kit.page(page)})).await;
        let tab = opened.is_ok().tab();
        eventually("the page has come", NEVER_IDLE, async || {
            post(kit, tab, "/api/snapshot", json!({})).await["snapshot"].is_string()
        })
        .await;
        for round in 1..=5 {
            for (path, body, part) in [
                ("/api/snapshot", json!({}), "Live"),
                ("/api/scroll", json!({"direction": "down", "amount": 200}), "window"),
                ("/api/find", json!({"query": "the Go button"}), "Go"),
                ("/api/screenshot", json!({}), "data:image"),
                ("/api/click", json!({"selector": "#go"}), "button"),
            ] {
                let start = Instant::now();
                let reply = post(kit, tab, path, body).await;
                assert!(start.elapsed() < NEVER_IDLE, "{path} took {:?}", start.elapsed());
                assert!(reply.is_ok().json.to_string().contains(part), "{path}\n{reply}");
            }
            assert_eq!(kit.in_page(tab, "presses.textContent").await, round.to_string());
        }
    });
}

#[test]
fn the_lower_of_two_links_with_one_name_leads_where_it_says() {
    run(async |kit| {
        let (one, two) = (kit.page("<title>One</title>"), kit.page("<title>Two</title>"));
        let page = format!(
            "<a href='{one}'>Report</a><div style='height:3000px'></div><a href='{two}'>Report</a>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let lower = refs_of(kit, tab, "link \"Report\"").await.pop().unwrap();
        let reply = post(kit, tab, "/api/click", json!({"ref": lower})).await;
        assert_eq!(reply.is_ok()["navigated"], json!({"url": two, "title": "Two"}));
        assert_eq!(kit.in_page(tab, "document.title").await, "Two");
    });
}

#[test]
fn a_password_that_the_person_typed_is_in_no_answer_and_no_log_after_it_was_revealed() {
    run(async |kit| {
        let person = kit.person().await;
        let page = "<label>Password <input id=pw type=password></label>\
            <button id=reveal onclick=\"pw.type = pw.type === 'text' ? 'password' : 'text'\">Reveal</button>\
            <label>Code <input id=code autocomplete=one-time-code></label><p>Signing in</p>";
        let url = format!("{}#state=1&access_token=tok3n-Zz9", kit.page(page));
        let tab = person.opens(&url).await;
        person.clicks(tab, "#pw").await;
        person.types(tab, "Sesame-77").await;
        person.clicks(tab, "#code").await;
        person.types(tab, "314159").await;
        let agent = kit.agent().with("x-kitsune-user-tabs", "writable");
        let mut replies = Vec::new();
        for toggles in 0..3 {
            if toggles > 0 {
                let body = json!({"tabId": tab, "selector": "#reveal"});
                replies.push(agent.posts_once_free("/api/click", body).await);
            }
            for path in ["/api/snapshot", "/api/page-text", "/api/forms", "/api/dom", "/api/find"] {
                let mut body = json!({"tabId": tab});
                if path == "/api/find" {
                    body["query"] = json!("password");
                }
                replies.push(agent.post(path, body).await);
            }
            replies.push(agent.get("/api/tabs").await);
        }
        assert_eq!(
            kit.in_page(tab, "pw.type + pw.value + code.value").await,
            "passwordSesame-77314159"
        );
        let log = kit.stage().bridge_log();
        for secret in ["Sesame", "314159", "tok3n"] {
            for reply in &replies {
                assert!(!reply.is_ok().json.to_string().contains(secret), "{secret}\n{reply}");
            }
            assert!(!log.contains(secret), "{secret} is in the bridge's log");
        }
        for reply in replies.iter().filter(|reply| reply["readyState"] == "complete") {
            let text = reply["snapshot"].as_str().unwrap();
            let line = text.lines().find(|line| line.contains("textbox \"Password\"")).unwrap();
            assert!(line.contains("[filled]"), "{reply}");
        }
    });
}

/// A menu that opens and closes in steps, one a frame of the screen, over 300 ms.
const ANIMATED: &str = "<button id=open aria-haspopup=menu aria-expanded=false>More</button>\
    <div id=menu role=menu aria-label=Actions style='opacity:0;display:none'>\
      <div role=menuitem id=save>Save</div><div role=menuitem>Share</div></div><script>\
    const play = (from, to, done) => { const start = performance.now();\
      const step = now => { const part = Math.min(1, (now - start) / 300);\
        menu.style.opacity = from + (to - from) * part;\
        if (part < 1) requestAnimationFrame(step); else done() };\
      requestAnimationFrame(step) };\
    document.querySelector('#open').onclick = ({target}) => { menu.style.display = 'block';\
      play(0, 1, () => target.setAttribute('aria-expanded', true)) };\
    save.onclick = () => { document.title = 'Saved';\
      play(1, 0, () => { menu.style.display = 'none' }) };</script>";

#[test]
fn an_animated_menu_in_a_tab_that_nobody_looks_at_is_used() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(ANIMATED)).await;
        let start = Instant::now();
        let opened = post(kit, tab, "/api/click", json!({"selector": "#open"})).await;
        // Three seconds each on a machine at rest; what waits for the screen never comes back.
        assert!(start.elapsed() < NEVER_IDLE, "{:?}", start.elapsed());
        opened.is_ok().mentions("snapshot", "menuitem \"Save\"");
        let item = ref_of(kit, tab, "menuitem \"Save\"").await;
        let start = Instant::now();
        post(kit, tab, "/api/click", json!({"ref": item})).await.is_ok();
        assert!(start.elapsed() < NEVER_IDLE, "{:?}", start.elapsed());
        assert_eq!(kit.in_page(tab, "document.title").await, "Saved");
        let shows = kit.in_page(tab, "menu.style.display").await == "block";
        let after = post(kit, tab, "/api/snapshot", json!({})).await;
        let told = after.is_ok()["snapshot"].as_str().unwrap().contains("menuitem");
        let shows_after = kit.in_page(tab, "menu.style.display").await == "block";
        assert!(told == shows || told == shows_after, "{after}");
    });
}
