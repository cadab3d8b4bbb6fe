//! Frames of other origins in snapshots, deltas and actions (*Frames*, *Post-action snapshots*).

use std::time::{Duration, Instant};

use kitsune_e2e::{Agent, Kit, Origin, Reply, TabId, Value, eventually, json, run};

/// How long a page may take to show what a test waits for.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// A page of the test's own origin, around frames of another one with these contents.
pub(super) async fn page_around(kit: &Kit<'_>, frames: &[&str]) -> TabId {
    let frames: String =
        frames.iter().map(|html| frame(&kit.page_on(Origin::Other, *html))).collect();
    kit.agent().opens(&kit.page(format!("<h1>Shop</h1>{frames}"))).await
}

pub(super) fn frame(url: &str) -> String {
    format!("<iframe title='Payment form' src='{url}'></iframe>")
}

/// A snapshot in which every frame of another origin was read.
pub(super) async fn snapshot(kit: &Kit<'_>, tab: TabId) -> Reply {
    snapshot_without(kit, tab, 0).await
}

/// A snapshot in which so many frames were not read. On a machine that does much else, 1.5 seconds
/// may not do for all frames; their scripts are there when they are read again.
async fn snapshot_without(kit: &Kit<'_>, tab: TabId, unread: usize) -> Reply {
    let mut last = None;
    eventually("the other frames have answered", PATIENCE, async || {
        let reply = kit.agent().post("/api/snapshot", json!({"tabId": tab})).await;
        let found = text(reply.is_ok()).matches("[content=cross_origin").count();
        last = Some(reply);
        found == unread
    })
    .await;
    last.unwrap()
}

pub(super) fn text(reply: &Reply) -> &str {
    reply["snapshot"].as_str().unwrap_or_else(|| panic!("no snapshot\n{reply}"))
}

/// The ref on the `nth` line, from 0, that holds `part`.
pub(super) fn nth_ref<'a>(reply: &'a Reply, part: &str, nth: usize) -> &'a str {
    let line = text(reply).lines().filter(|line| line.contains(part)).nth(nth);
    let line = line.unwrap_or_else(|| panic!("no line {nth} with {part}\n{reply}"));
    line.split("[ref=").nth(1).unwrap().split(']').next().unwrap()
}

pub(super) fn first_ref<'a>(reply: &'a Reply, part: &str) -> &'a str {
    nth_ref(reply, part, 0)
}

pub(super) async fn act(
    agent: &Agent,
    action: &str,
    tab: TabId,
    reference: &str,
    more: Value,
) -> Reply {
    let mut body = json!({"tabId": tab, "ref": reference});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    agent.post(&format!("/api/{action}"), body).await
}

#[test]
fn a_cross_origin_frames_content_follows_its_line_one_level_deeper() {
    run(async |kit| {
        let inner = "<label>Card number <input></label><button>Pay</button>\
            <a href=/help?token=abcdefgh12345678>Help</a><p>Safe and sound.</p>";
        let url = format!("{}?session=1#top", kit.page_on(Origin::Other, inner));
        let tab = kit.agent().opens(&kit.page(frame(&url))).await;
        let reply = snapshot(kit, tab).await;
        let source = url.split('?').next().unwrap();
        let help = kit.url_on(Origin::Other, "/help?token=[redacted]");
        let refs: Vec<_> =
            ["iframe", "textbox", "button", "link"].map(|role| first_ref(&reply, role)).into();
        assert_eq!(
            text(&reply),
            format!(
                "- iframe \"Payment form\" [ref={}] [frame=cross_origin src=\"{source}\"]\n\
                 \x20 - textbox \"Card number\" [ref={}]\n\
                 \x20 - button \"Pay\" [ref={}]\n\
                 \x20 - link \"Help\" [ref={}]\n\
                 \x20   - /url: \"{help}\"\n\
                 \x20 - text \"Safe and sound.\"",
                refs[0], refs[1], refs[2], refs[3],
            ),
            "{reply}"
        );
    });
}

#[test]
fn refs_inside_a_frame_work_in_every_action() {
    run(async |kit| {
        let inner = "<label>Card <input id=card></label><label>Name <input id=name></label>\
            <label>Country <select id=country><option>DE<option>FR</select></label>\
            <label><input id=save type=checkbox> Save</label>\
            <button id=pay onclick='document.title=card.value'>Pay</button>";
        let tab = page_around(kit, &[inner]).await;
        let agent = kit.agent();
        let page = snapshot(kit, tab).await;
        let at = |name: &str| first_ref(&page, name).to_owned();
        let country = json!({"value": "FR"});
        act(&agent, "fill", tab, &at("Card"), json!({"value": "4111"})).await.is_ok();
        act(&agent, "type", tab, &at("Name"), json!({"text": "Ada"})).await.is_ok();
        act(&agent, "select-option", tab, &at("Country"), country).await.is_ok();
        act(&agent, "check", tab, &at("Save"), json!({"checked": true})).await.is_ok();
        act(&agent, "keypress", tab, &at("Name"), json!({"key": "!"})).await.is_ok();
        let pay = act(&agent, "click", tab, &at("button \"Pay"), json!({})).await;
        assert_eq!(pay.is_ok()["target_ref"], at("button \"Pay"));
        let state = "[card.value, name.value ?? '', country.value, save.checked, document.title]";
        let state = state.replace("name.value ?? ''", "document.getElementById('name').value");
        let held = kit.in_frame(tab, "other-", &state).await;
        assert_eq!(held, json!(["4111", "Ada!", "FR", true, "4111"]));
    });
}

#[test]
fn the_second_of_two_equal_frames_is_clicked_in_a_scrolled_page() {
    run(async |kit| {
        // Both frames have one address; each asks the page around it for its number.
        let inner = kit.page_on(
            Origin::Other,
            "<button onclick='parent.postMessage(0, \"*\")'>Send</button><script>\
             onmessage = ({data}) => fetch('/count?frame=' + data)</script>",
        );
        let page = format!(
            "<div style='height:900px'><button onclick='fetch(\"/count?frame=outer\")'>Send</button></div>\
             {0}{0}<div style='height:3000px'></div><script>onmessage = ({{source}}) =>\
             source.postMessage(Array.from(frames).indexOf(source) + 1, '*')</script>",
            frame(&inner)
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        kit.in_page(tab, "scrollTo(0, 700)").await;
        let before = snapshot(kit, tab).await;
        let button = nth_ref(&before, "button \"Send\"", 2);
        act(&kit.agent(), "click", tab, button, json!({})).await.is_ok();
        let counts = || {
            let paths = kit.received().into_iter().map(|request| request.path);
            paths.filter(|path| path.starts_with("/count")).collect::<Vec<_>>()
        };
        eventually("the server has counted", PATIENCE, async || !counts().is_empty()).await;
        assert_eq!(counts(), ["/count?frame=2"]);
    });
}

#[test]
fn at_most_six_frames_are_read_and_the_hint_says_how_many_are_left() {
    run(async |kit| {
        let frames: Vec<_> = (1..=8).map(|n| format!("<button>Button {n}</button>")).collect();
        let frames: Vec<_> = frames.iter().map(String::as_str).collect();
        let tab = page_around(kit, &frames).await;
        let reply = snapshot_without(kit, tab, 2).await;
        for number in 1..=8 {
            let is_read = text(&reply).contains(&format!("Button {number}"));
            assert_eq!(is_read, number <= 6, "{number}\n{reply}");
        }
        reply.mentions("hint", "2 more cross-origin frames");

        let seventh = first_ref(&reply, "content=cross_origin");
        let scoped = json!({"tabId": tab, "ref": seventh});
        let scoped = kit.agent().post("/api/snapshot", scoped).await;
        scoped.is_ok().mentions("snapshot", "[frame=cross_origin");
        scoped.mentions("snapshot", "Button 7");
        let button = first_ref(&scoped, "Button 7");
        act(&kit.agent(), "click", tab, button, json!({})).await.is_ok();
    });
}

#[test]
fn frames_smaller_than_24_pixels_are_not_read() {
    run(async |kit| {
        let inner = kit.page_on(Origin::Other, "<button>Inside</button>");
        let sized = |width: u32, height: u32| {
            format!(
                "<iframe src='{inner}' width={width} height={height} style='border:0'></iframe>"
            )
        };
        let page = [sized(23, 100), sized(100, 23), sized(1, 1), sized(24, 24)].concat();
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = snapshot_without(kit, tab, 3).await;
        assert_eq!(text(&reply).matches("Inside").count(), 1, "{reply}");
        assert!(reply["hint"].is_null(), "{reply}");
    });
}

#[test]
fn frames_are_read_three_deep() {
    run(async |kit| {
        let mut url = kit.page_on(Origin::Other, "<button>Level 4</button>");
        for (level, origin) in [(3, Origin::Own), (2, Origin::Other), (1, Origin::Own)] {
            let button = format!("<button>Level {level}</button>");
            let html = format!("{button}<iframe src='{url}' width=900 height=900></iframe>");
            url = kit.page_on(origin, html);
        }
        let page = kit.page_on(Origin::Other, format!("<iframe src='{url}' width=900 height=900>"));
        let tab = kit.agent().opens(&page).await;
        let reply = snapshot(kit, tab).await;
        for line in [
            "\n  - button \"Level 1\"",
            "\n    - button \"Level 2\"",
            "\n      - button \"Level 3\"",
        ] {
            assert!(text(&reply).contains(line), "{line}\n{reply}");
        }
        reply.mentions("snapshot", "\n      - iframe").mentions("snapshot", "[content=too_deep");
        assert!(!text(&reply).contains("Level 4"), "{reply}");
        let deepest = first_ref(&reply, "Level 3");
        act(&kit.agent(), "click", tab, deepest, json!({})).await.is_ok();
        // A limited depth counts the frames around too: the first one's buttons are at depth 3.
        for (depth, deepest) in [(2, 0), (3, 1), (4, 1), (5, 2), (7, 3)] {
            let body = json!({"tabId": tab, "maxDepth": depth});
            let reply = kit.agent().post("/api/snapshot", body).await;
            for level in 1..=3 {
                let is_listed = text(&reply).contains(&format!("\"Level {level}\""));
                assert_eq!(is_listed, level <= deepest, "{depth} {level}\n{reply}");
            }
        }
    });
}

#[test]
fn a_frame_that_does_not_answer_in_time_holds_nothing_up() {
    run(async |kit| {
        let busy = "<button>Busy</button><script>onmessage = () => {\
            const end = Date.now() + 6000; while (Date.now() < end); }</script>";
        let busy = kit.page_on(Origin::Other, busy);
        let idle = kit.page_on(Origin::Address, "<button>Idle</button>");
        let page = format!("{}{}", frame(&busy), frame(&idle));
        let tab = kit.agent().opens(&kit.page(page)).await;
        snapshot(kit, tab).await;
        kit.in_page(tab, "frames[0].postMessage(0, '*')").await;
        let start = Instant::now();
        let reply = kit.agent().post("/api/snapshot", json!({"tabId": tab})).await;
        let took = start.elapsed();
        assert!(took < Duration::from_secs(4), "{took:?}\n{reply}");
        reply.mentions("snapshot", "[content=cross_origin").mentions("snapshot", "Idle");
        assert!(!text(&reply).contains("Busy"), "{reply}");
    });
}

#[test]
fn sensitive_fields_inside_a_frame_are_redacted() {
    run(async |kit| {
        let inner = "<input type=password value=hunter2hunter2 aria-label=Password>\
            <input autocomplete=cc-number value=4111111111111111 aria-label=Card>";
        let tab = page_around(kit, &[inner]).await;
        let reply = snapshot(kit, tab).await;
        reply.mentions("snapshot", "\"Password\"").mentions("snapshot", "\"Card\"");
        let filled = first_ref(&reply, "\"Password\"").to_owned();
        let body = json!({"value": "correct-horse"});
        let filled = act(&kit.agent(), "fill", tab, &filled, body).await;
        for secret in ["hunter2", "4111", "correct-horse"] {
            let told = format!("{reply}{}", filled.json);
            assert!(!told.contains(secret), "{secret}\n{told}");
        }
    });
}

#[test]
fn refs_of_a_frame_that_navigated_or_went_are_stale() {
    run(async |kit| {
        let tab = page_around(kit, &["<button>One</button>", "<button>Two</button>"]).await;
        let before = snapshot(kit, tab).await;
        let next = kit.page_on(Origin::Other, "<button>Three</button>");
        kit.in_page(tab, &format!("void (document.querySelector('iframe').src = '{next}')")).await;
        kit.in_page(tab, "document.querySelectorAll('iframe')[1].remove()").await;
        eventually("the first frame shows its next page", PATIENCE, async || {
            let text = kit.in_frame(tab, "other-", "document.body?.textContent").await;
            text.as_str().is_some_and(|text| text.contains("Three"))
        })
        .await;
        for name in ["One", "Two"] {
            let click = act(&kit.agent(), "click", tab, first_ref(&before, name), json!({})).await;
            click.is_error("stale_ref");
            assert_eq!(click["state"]["reason"], "element_removed", "{click}");
            assert_eq!(click["retryable"], true);
        }
        snapshot(kit, tab).await.mentions("snapshot", "Three");
        assert_eq!(kit.in_frame(tab, "other-", "seen.length").await, 0);
    });
}

#[test]
fn a_replaced_page_makes_refs_of_its_frames_another_documents() {
    run(async |kit| {
        let tab = page_around(kit, &["<button>One</button>"]).await;
        let before = snapshot(kit, tab).await;
        let url = kit.page("<p>Next");
        kit.agent().post("/api/navigate", json!({"tabId": tab, "url": url})).await.is_ok();
        let click = act(&kit.agent(), "click", tab, first_ref(&before, "One"), json!({})).await;
        click.is_error("stale_ref");
        assert_eq!(click["state"]["reason"], "other_document", "{click}");
    });
}

#[test]
fn a_frame_without_an_origin_of_its_own_is_read_too() {
    run(async |kit| {
        let own = kit.page("<button>Sandboxed</button>");
        let page = format!(
            "<iframe sandbox=allow-scripts src='{own}'></iframe>\
             <iframe srcdoc='<button>Srcdoc</button>'></iframe>\
             <iframe sandbox srcdoc='<button>Sandboxed srcdoc</button>'></iframe>\
             <iframe src='data:text/html,<button>Data</button>'></iframe>\
             <iframe id=blob></iframe><iframe id=blank></iframe><script>\
             blob.src = URL.createObjectURL(new Blob(['<button>Blob</button>'], {{type: 'text/html'}}));\
             blank.contentDocument.body.innerHTML = '<button>Blank</button>';</script>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = snapshot(kit, tab).await;
        for name in ["Sandboxed", "Srcdoc", "Sandboxed srcdoc", "Data", "Blob", "Blank"] {
            reply.mentions("snapshot", &format!("\"{name}\""));
            let button = first_ref(&reply, &format!("\"{name}\"")).to_owned();
            act(&kit.agent(), "click", tab, &button, json!({})).await.is_ok();
        }
        assert_eq!(text(&reply).matches("[frame=cross_origin").count(), 3, "{reply}");
    });
}
