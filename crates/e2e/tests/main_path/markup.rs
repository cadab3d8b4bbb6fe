//! HTML, Markdown, articles and queries of a page (*Sensitive-field redaction*, *Element targets*,
//! *Target selectors*; `/api/html`, `/api/markdown`, `/api/readability`, `/api/query`).

use kitsune_e2e::{Kit, Origin, Reply, TabId, Value, json, run};

async fn ask(kit: &Kit<'_>, tab: TabId, path: &str, mut body: Value) -> Reply {
    body["tabId"] = json!(tab);
    kit.agent().post(path, body).await
}

async fn html(kit: &Kit<'_>, tab: TabId, selector: &str) -> String {
    let reply = ask(kit, tab, "/api/html", json!({"selector": selector})).await;
    text(&reply, "html")
}

async fn markdown(kit: &Kit<'_>, tab: TabId, body: Value) -> String {
    text(&ask(kit, tab, "/api/markdown", body).await, "markdown")
}

fn text(reply: &Reply, key: &str) -> String {
    reply.is_ok()[key].as_str().unwrap_or_else(|| panic!("no {key}\n{reply}")).to_owned()
}

/// The ref of the first line of a snapshot that holds `mark`.
async fn reference(kit: &Kit<'_>, tab: TabId, mark: &str) -> String {
    let reply = ask(kit, tab, "/api/snapshot", json!({})).await;
    let snapshot = text(&reply, "snapshot");
    let line = snapshot.lines().find(|line| line.contains(mark));
    let (_, rest) =
        line.and_then(|line| line.split_once("[ref=")).unwrap_or_else(|| panic!("{reply}"));
    rest.split(']').next().unwrap().to_owned()
}

#[test]
fn html_is_the_element_with_its_attributes_and_text() {
    run(async |kit| {
        let page = "<div id=a class='x y'><p title='1 &lt; &quot;2&quot;'>a &amp; b<br>c</p><!-- no -->\
            <input value=open><svg viewBox='0 0 1 1'><linearGradient></linearGradient></svg></div>\
            <h2 id=b>other</h2>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let expected = "<div id=\"a\" class=\"x y\"><p title=\"1 &lt; &quot;2&quot;\">a &amp; b<br>c</p>\
            <input value=\"open\"><svg viewBox=\"0 0 1 1\"><linearGradient></linearGradient></svg></div>";
        let reply = ask(kit, tab, "/api/html", json!({"selector": "#a"})).await;
        assert_eq!(reply["html"], expected, "{reply}");
        assert_eq!(reply["length"], expected.chars().count(), "{reply}");
        assert!(reply.json.get("truncated").is_none(), "{reply}");
        let other = reference(kit, tab, "other").await;
        let both = json!({"ref": other, "selector": "#a", "element": "the other"});
        let reply = ask(kit, tab, "/api/html", both).await;
        assert_eq!(reply["html"], "<h2 id=\"b\">other</h2>", "a ref wins: {reply}");
        // The first match, as reads do.
        assert!(html(kit, tab, "#a, #b").await.contains("id=\"a\""));
    });
}

#[test]
fn html_without_a_target_or_match_says_so() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page("<p>text</p>")).await;
        for (body, code) in [
            (json!({}), "not_found"),
            (json!({"element": "the text"}), "not_found"),
            (json!({"selector": "#none"}), "not_found"),
            (json!({"selector": "p["}), "unsupported_selector"),
            (json!({"selector": "id=x"}), "unsupported_selector"),
            (json!({"ref": "e99999"}), "stale_ref"),
            (json!({"selector": "p", "first": 3}), "invalid_argument"),
        ] {
            let reply = ask(kit, tab, "/api/html", body.clone()).await;
            assert_eq!(reply["code"], code, "{body}: {reply}");
            assert!(reply["hint"].is_string(), "{reply}");
        }
    });
}

/// Fields and texts with `hunter2`, and some with what is open.
const SECRETS: &str = "<div id=all>\
    <input type=password value=hunter2><input autocomplete=one-time-code value=hunter2>\
    <input name=user value=ada><meter value=0.5></meter>\
    <textarea id=masked style='-webkit-text-security:disc'>hunter2</textarea><textarea>open one</textarea>\
    <div id=editor contenteditable style='-webkit-text-security:circle'><b>hunter2</b>\
    <i contenteditable=false style='-webkit-text-security:none'>hunter2</i></div>\
    <div contenteditable>open two</div>\
    <table><tr><td id=cell style='-webkit-text-security:square'>hunter2 <b>hunter2</b>\
    <u style='-webkit-text-security:none'>open three</u></td><td>open four</td></tr></table>\
    <pre style='-webkit-text-security:disc'>hunter2</pre>\
    <select style='-webkit-text-security:disc'><option value=hunter2>hunter2</select>\
    <template><input type=password value=hunter2></template>\
    <iframe srcdoc='<input type=password value=hunter2>'></iframe>\
    <p><template shadowrootmode=closed><b style='-webkit-text-security:disc'><slot></slot></b></template>hunter2</p>\
    <x-pin type=password aria-valuenow=hunter2 value=hunter2></x-pin></div>";

#[test]
fn html_keeps_the_elements_and_drops_what_is_secret_in_them() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(SECRETS)).await;
        kit.in_page(
            tab,
            "document.querySelector('[type=password]').setAttribute('value', 'hunter2x')",
        )
        .await;
        let before = kit.in_page(tab, "document.documentElement.outerHTML").await;
        for selector in ["#all", "html", "body"] {
            let html = html(kit, tab, selector).await;
            assert!(!html.contains("hunter2"), "{selector}: {html}");
            for kept in [
                "<input type=\"password\">",
                "<input name=\"user\" value=\"ada\">",
                "<meter value=\"0.5\">",
                "-webkit-text-security:disc\"></textarea>",
                "<textarea>open one</textarea>",
                "-webkit-text-security:circle\"></div>",
                "<div contenteditable=\"\">open two</div>",
                "<b></b>",
                "open three",
                "<td>open four</td>",
                "<x-pin type=\"password\"></x-pin>",
            ] {
                assert!(html.contains(kept), "{selector}: no {kept} in {html}");
            }
        }
        // A part of a secret is as secret.
        for selector in ["#editor i", "#editor b", "#cell b", "#masked", "option"] {
            let html = html(kit, tab, selector).await;
            assert!(!html.contains("hunter2"), "{selector}: {html}");
        }
        let after = kit.in_page(tab, "document.documentElement.outerHTML").await;
        assert_eq!(before, after, "the page is not modified");
    });
}

#[test]
fn a_query_never_returns_what_a_sensitive_field_holds() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(SECRETS)).await;
        for fields in [
            json!(null),
            json!(["value", "VALUE", "Value"]),
            json!(["attrs", "html", "text"]),
            json!([
                "aria-valuenow",
                "srcdoc",
                "xlink:value",
                "outerHTML",
                "innerHTML",
                "textContent"
            ]),
        ] {
            let body = json!({"selector": "#all *", "fields": fields});
            let reply = ask(kit, tab, "/api/query", body).await;
            assert!(!reply.is_ok().to_string().contains("hunter2"), "{fields}: {reply}");
        }
        let body = json!({"selector": "#all > input", "fields": ["value", "name", "attrs"]});
        let reply = ask(kit, tab, "/api/query", body).await;
        let items = json!([
            {"redacted": true, "hasValue": true, "attrs": {"type": "password"}},
            {"redacted": true, "hasValue": true, "attrs": {"autocomplete": "one-time-code"}},
            {"value": "ada", "name": "user", "attrs": {"name": "user", "value": "ada"}},
        ]);
        assert_eq!(reply["items"], items, "{reply}");
    });
}

#[test]
fn markdown_and_articles_leave_masked_text_out() {
    run(async |kit| {
        let sentence =
            "Foxes live in most of the northern hemisphere, and are good at it. ".repeat(9);
        let page =
            format!("{SECRETS}<article><h1>Foxes</h1><p>{sentence}</p><p>{sentence}</p></article>");
        let tab = kit.agent().opens(&kit.page(page)).await;
        let text = markdown(kit, tab, json!({})).await;
        assert!(
            text.contains("open one") && text.contains("open two") && text.contains("open three"),
            "{text}"
        );
        let article = ask(kit, tab, "/api/readability", json!({})).await;
        assert!(article["textContent"].as_str().unwrap().contains("northern"), "{article}");
        for selector in ["#editor", "#editor i", "#cell", "#masked", "pre"] {
            let part = markdown(kit, tab, json!({"selector": selector})).await;
            assert!(!part.contains("hunter2") && !part.contains('\u{2022}'), "{selector}: {part}");
        }
        for told in [text, article.json.to_string()] {
            assert!(!told.contains("hunter2") && !told.contains('\u{2022}'), "{told}");
        }
    });
}

#[test]
fn selectors_that_test_values_are_refused_while_a_sensitive_field_has_one() {
    run(async |kit| {
        let page = "<input type=password value=hunter2><input name=user value=ada>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        for path in [
            "/api/query",
            "/api/html",
            "/api/markdown",
            "/api/bounds",
            "/api/computed-style",
            "/api/explain-selector",
        ] {
            for selector in ["[value^=h]", "body:has([VALUE^='h'])", "[*|value]", "[va\\6cue]"] {
                let reply = ask(kit, tab, path, json!({"selector": selector})).await;
                let error = "value-attribute selectors are disabled while a sensitive field has a value attribute";
                assert_eq!(reply["error"], error, "{path} {selector}: {reply}");
            }
        }
    });
}

#[test]
fn secrets_in_addresses_are_redacted_and_other_addresses_stay() {
    run(async |kit| {
        let page = "<p id=a><a id=l href='/x?access_token=hunter2&q=1'>Link</a>\
            <a href='/y?q=1#top'>Open</a><img alt=Pic src='/z?sig=hunter2' srcset='/w?key=hunter2 2x'></p>\
            <b style='background:url(https://ada:hunter2@a.example/i.png)'>B</b>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let html = html(kit, tab, "body").await;
        assert!(html.contains("/x?access_token=[redacted]&amp;q=1\""), "{html}");
        assert!(html.contains("href=\"/y?q=1#top\""), "{html}");
        let markdown = markdown(kit, tab, json!({})).await;
        assert!(markdown.contains("[Link](") && markdown.contains("[redacted]&q=1"), "{markdown}");
        let fields = json!({"selector": "#a *", "fields": ["href", "src", "attrs", "html"]});
        let query = ask(kit, tab, "/api/query", fields).await;
        let style = json!({"selector": "b", "properties": ["background-image"]});
        let style = ask(kit, tab, "/api/computed-style", style).await;
        for told in [html, markdown, query.json.to_string(), style.is_ok().to_string()] {
            assert!(!told.contains("hunter2"), "{told}");
        }
        assert_eq!(query["items"][1]["attrs"]["href"], "/y?q=1#top", "{query}");
        assert_eq!(query["items"][1]["href"], kit.url("/y?q=1#top"), "{query}");
    });
}

#[test]
fn a_query_reads_the_fields_that_are_asked_for() {
    run(async |kit| {
        let page = "<style>body{margin:0}</style>\
            <a id=one name=n href='/x' data-k=7 style='position:absolute;left:5px;top:6px;width:70px;height:8px'>First <b>link</b></a>\
            <img id=two alt=Pic src='/i.png'><select id=three><option value=s>Small<option value=m selected>Medium</select>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = ask(kit, tab, "/api/query", json!({"selector": "a, img, select"})).await;
        let items = json!([
            {"text": "First link", "href": kit.url("/x"), "id": "one", "name": "n"},
            {"src": kit.url("/i.png"), "alt": "Pic", "id": "two"},
            {"value": "m", "id": "three"},
        ]);
        assert_eq!(reply["items"], items, "{reply}");
        assert_eq!((&reply["count"], &reply["total"]), (&json!(3), &json!(3)));
        assert_eq!((&reply["truncated"], reply.json.get("hint")), (&json!(false), None), "{reply}");
        let fields = ["tag", "data-k", "bounds", "html", "title", "attrs"];
        let reply =
            ask(kit, tab, "/api/query", json!({"selector": "#one b, #one", "fields": fields}))
                .await;
        let first = &reply["items"][0];
        assert_eq!((&first["tag"], &first["data-k"]), (&json!("a"), &json!("7")), "{reply}");
        assert_eq!(first["bounds"], json!([5, 6, 70, 8]), "{reply}");
        assert_eq!(first["attrs"]["href"], "/x", "{reply}");
        assert!(first.get("title").is_none(), "{reply}");
        assert_eq!(reply["items"][1]["html"], "<b>link</b>", "{reply}");
        // Playwright's forms, and shadow trees.
        let reply =
            ask(kit, tab, "/api/query", json!({"selector": "text=First >> b", "fields": ["text"]}))
                .await;
        assert_eq!(reply["items"], json!([{"text": "link"}]), "{reply}");
        let none = ask(kit, tab, "/api/query", json!({"selector": "#none"})).await;
        assert_eq!((&none["count"], &none["items"]), (&json!(0), &json!([])), "{none}");
        let wrong = ask(kit, tab, "/api/query", json!({"selector": "p["})).await;
        assert_eq!(wrong["code"], "unsupported_selector", "{wrong}");
    });
}

#[test]
fn large_pages_have_bounded_answers() {
    run(async |kit| {
        let page = "<ul id=l></ul><div id=deep>deep</div><script>\
            l.innerHTML = '<li title=t>item of the list</li>'.repeat(100000);\
            let at = deep; for (let n = 0; n < 5000; n++) at = at.appendChild(document.createElement('div'));\
            at.textContent = 'end';</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = ask(kit, tab, "/api/query", json!({"selector": "li"})).await;
        assert_eq!((&reply["count"], &reply["total"]), (&json!(50), &json!(100_000)), "{reply}");
        assert_eq!(reply["truncated"], true);
        let body = json!({"selector": "li", "limit": 100_000, "fields": ["text"]});
        let reply = ask(kit, tab, "/api/query", body).await;
        assert_eq!(reply["count"], 500, "{reply}");
        let body = json!({"selector": "html, body, ul", "fields": ["html", "text"]});
        let reply = ask(kit, tab, "/api/query", body).await;
        assert!(reply.json.to_string().len() < 150_000);
        let reply = ask(kit, tab, "/api/html", json!({"selector": "html"})).await;
        assert_eq!(text(&reply, "html").len(), 100_000);
        assert_eq!(reply["truncated"], true);
        assert!(
            reply["length"].as_u64().unwrap() > 100_000 && reply["hint"].is_string(),
            "{}",
            reply["length"]
        );
        let reply = ask(kit, tab, "/api/markdown", json!({})).await;
        assert!(text(&reply, "markdown").len() <= 80_000 && reply["truncated"] == true);
        let deep = ask(kit, tab, "/api/html", json!({"selector": "#deep"})).await;
        assert_eq!(deep.is_ok()["truncated"], true, "{deep}");
        ask(kit, tab, "/api/markdown", json!({"selector": "#deep"})).await.is_ok();
        let explained = ask(kit, tab, "/api/explain-selector", json!({"selector": "li"})).await;
        assert_eq!(explained["count"], 100_000, "{explained}");
    });
}

#[test]
fn markdown_is_what_is_rendered_shadow_trees_and_frames_included() {
    run(async |kit| {
        let page = "<h1>Title</h1><p>A <b>bold</b> <a href='/x'>link</a></p><p hidden>gone one</p>\
            <p style='display:none'>gone two</p><script>'gone three'</script><style>.gone-four{}</style>\
            <ul><li>one<li>two</ul><input value='gone five'><button>Press</button>\
            <div><template shadowrootmode=closed><h2>In shadow</h2><slot></slot></template>slotted</div>\
            <iframe srcdoc='<p>In frame</p>'></iframe><x-a>not <x-b>joined</x-b></x-a>\
            <table><tr><th>A<th>B<tr><td>1<td>2</table><pre>a\n  b</pre>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = ask(kit, tab, "/api/markdown", json!({})).await;
        let told = text(&reply, "markdown");
        for part in [
            "# Title",
            "A **bold** [link](",
            "- one",
            "## In shadow",
            "slotted",
            "In frame",
            "Press",
            "| 1",
            "a\n  b",
        ] {
            assert!(told.contains(part), "no {part}\n{told}");
        }
        assert!(!told.contains("gone"), "{told}");
        assert_eq!(reply["length"], told.chars().count(), "{reply}");
        assert_eq!(markdown(kit, tab, json!({"selector": "ul"})).await, "- one\n- two");
        let heading = reference(kit, tab, "heading \"Title\"").await;
        assert_eq!(markdown(kit, tab, json!({"ref": heading})).await, "# Title");
        let hidden = ask(kit, tab, "/api/markdown", json!({"selector": "[hidden]"})).await;
        assert_eq!(
            (&hidden["markdown"], hidden["hint"].is_string()),
            (&json!(""), true),
            "{hidden}"
        );
    });
}

#[test]
fn an_article_is_read_without_what_stands_around_it() {
    run(async |kit| {
        let sentence =
            "Foxes live in most of the northern hemisphere, and are good at it. ".repeat(9);
        let page = format!(
            "<!doctype html><html lang=en><head><title>On foxes | Wild Weekly</title>\
             <meta name=author content='Ada Lovelace'><meta name=description content='All about foxes.'>\
             <meta property='article:published_time' content='2026-05-01T10:00:00Z'></head><body>\
             <nav><a href=/>Home</a> <a href=/about>About us</a></nav><article><h1>On foxes</h1>\
             <p>{sentence}</p><p>{sentence}</p></article><footer>Imprint</footer></body></html>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = ask(kit, tab, "/api/readability", json!({})).await;
        assert_eq!(reply.is_ok()["byline"], "Ada Lovelace", "{reply}");
        assert_eq!(reply["publishedTime"], "2026-05-01T10:00:00Z", "{reply}");
        assert_eq!(reply["excerpt"], "All about foxes.", "{reply}");
        assert!(reply["title"].as_str().unwrap().contains("On foxes"), "{reply}");
        let told = reply["textContent"].as_str().unwrap();
        assert!(told.contains("northern hemisphere"), "{reply}");
        assert!(!told.contains("About us") && !told.contains("Imprint"), "{reply}");
        let empty = kit.agent().opens(&kit.page("<button>Only this</button>")).await;
        let reply = ask(kit, empty, "/api/readability", json!({})).await;
        assert!(reply.is_ok()["textContent"].is_string(), "{reply}");
    });
}

#[test]
fn a_ref_of_a_frame_of_another_origin_is_read_there() {
    run(async |kit| {
        let inner = kit.page_on(
            Origin::Other,
            "<h2 id=h>Pay <i>here</i></h2><input type=password value=hunter2>",
        );
        let page = format!("<iframe src='{inner}' width=300 height=200></iframe>");
        let tab = kit.agent().opens(&kit.page(page)).await;
        let heading = reference(kit, tab, "Pay here").await;
        let reply = ask(kit, tab, "/api/html", json!({"ref": heading})).await;
        assert_eq!(reply["html"], "<h2 id=\"h\">Pay <i>here</i></h2>", "{reply}");
        assert_eq!(markdown(kit, tab, json!({"ref": heading})).await, "## Pay *here*");
    });
}
