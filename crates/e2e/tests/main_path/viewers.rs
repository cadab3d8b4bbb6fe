//! Tabs that show no page which can be read: viewers of the browser, its error pages, its own pages;
//! and pages that it has unloaded (*Action errors*, *Tab permissions*).

use kitsune_e2e::{Kit, Page, Reply, TabId, Value, json, run};
use kitsune_protocol::action::{Action, Kind};
use kitsune_protocol::route::{ROUTES, Runs};

/// Every read of a tab, with what it needs to be asked.
pub fn reads() -> impl Iterator<Item = (&'static str, Value)> {
    ROUTES.iter().filter_map(|route| {
        let Runs::Action(action) = route.runs else { return None };
        let body = match action {
            // Waits have answers of their own.
            Action::GetTabs
            | Action::WaitForElement
            | Action::WaitForNetworkIdle
            | Action::WaitForText
            | Action::WaitForTitle
            | Action::WaitForUrl => return None,
            _ if action.spec().kind == Kind::Write => return None,
            Action::Find => json!({"query": "x"}),
            Action::Query
            | Action::GetHtml
            | Action::GetBounds
            | Action::GetComputedStyle
            | Action::ExplainSelector
            | Action::ElementScreenshot => json!({"selector": "body"}),
            _ => json!({}),
        };
        Some((route.path, body))
    })
}

async fn ask(kit: &Kit<'_>, tab: TabId, path: &str, mut body: Value) -> Reply {
    body["tabId"] = json!(tab);
    kit.agent().post(path, body).await
}

/// All reads but that of what the tab shows, which is an image of it.
async fn unless_captured(
    kit: &Kit<'_>,
    tab: TabId,
) -> impl Iterator<Item = (&'static str, Value)> + use<> {
    let picture = ask(kit, tab, SCREENSHOT, json!({})).await;
    let image = picture.is_ok()["dataUrl"].as_str().unwrap();
    assert!(image.starts_with("data:image/png;base64,") && image.len() > 1_000, "{picture}");
    assert!(picture["width"].as_u64() > Some(300) && picture["scale"] == 1, "{picture}");
    reads().filter(|(path, _)| *path != SCREENSHOT)
}

const SCREENSHOT: &str = "/api/screenshot";

fn file(content_type: &str, content: &str) -> Page {
    let headers = vec![("content-type", content_type.to_owned())];
    Page { html: content.to_owned(), headers }
}

const PDF: &str = "%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n\
    2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
    3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\n\
    trailer<</Root 1 0 R>>\n%%EOF\n";

#[test]
fn every_read_of_a_viewer_says_that_the_browser_shows_a_page_of_its_own() {
    run(async |kit| {
        for page in [file("application/pdf", PDF), file("application/json", "{\"a\": [1, 2]}")] {
            let url = kit.page(page);
            let tab = kit.agent().opens(&url).await;
            for (path, body) in unless_captured(kit, tab).await {
                let reply = ask(kit, tab, path, body).await;
                let state = &reply.is_error("error_page")["state"];
                assert_eq!(reply["retryable"], false, "{path}: {reply}");
                assert_eq!((&state["tabId"], &state["url"]), (&json!(tab), &json!(url)), "{reply}");
                assert!(state["status"].is_string() && state["title"].is_string(), "{reply}");
                assert_eq!(state["httpStatus"], 200, "{path}: {reply}");
            }
            let write = ask(kit, tab, "/api/scroll", json!({})).await;
            write.is_error("error_page");
            // The tab itself is well: it can go elsewhere.
            let next = json!({"url": kit.page("<h1>Readable</h1>")});
            ask(kit, tab, "/api/navigate", next).await.is_ok().mentions("snapshot", "Readable");
        }
    });
}

#[test]
fn every_read_of_an_unreachable_site_says_so() {
    run(async |kit| {
        let url = "http://nowhere.invalid/";
        let opened = kit.agent().post("/api/new-tab", json!({"url": url, "wait": true})).await;
        let tab = opened.tab();
        for (path, body) in unless_captured(kit, tab).await {
            let reply = ask(kit, tab, path, body).await;
            let state = &reply.is_error("error_page")["state"];
            assert!(state.get("httpStatus").is_none(), "{path}: {reply}");
        }
    });
}

#[test]
fn every_read_of_a_page_of_the_browser_is_restricted() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = person.opens("about:license").await;
        // Reads that scroll are refused on the person's tab while it is shown, whatever it shows.
        person.opens(&kit.page("<p>Another page")).await;
        for (path, body) in reads() {
            let reply = ask(kit, tab, path, body).await;
            let state = &reply.is_error("restricted_page")["state"];
            assert_eq!(state["url"], "about:license", "{path}: {reply}");
            reply.mentions("error", "Cannot access browser internal page: about:license");
        }
    });
}

#[test]
fn every_read_of_an_error_response_without_a_document_says_so_and_its_text_is_empty() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<p>Before</p>")).await;
        let nothing = json!({"tabId": tab, "url": kit.url("/page/999999")});
        agent.post("/api/navigate", nothing).await;
        for (path, body) in unless_captured(kit, tab).await {
            let reply = ask(kit, tab, path, body).await;
            if path.starts_with("/api/page-text") {
                let told = (&reply.is_ok()["text"], &reply["empty"], &reply["httpStatus"]);
                assert_eq!(told, (&json!(""), &json!(true), &json!(404)), "{path}: {reply}");
                continue;
            }
            let state = &reply.is_error("error_page")["state"];
            assert_eq!(
                (&state["tabId"], &state["httpStatus"]),
                (&json!(tab), &json!(404)),
                "{path}"
            );
            assert_eq!(reply["retryable"], false, "{path}: {reply}");
        }
    });
}

#[test]
fn every_read_of_a_document_that_is_no_html_answers() {
    run(async |kit| {
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='90' height='40'><title>Plan</title>\
            <text x='5' y='20'>Here</text></svg>";
        for page in [
            file("text/plain", "Here"),
            file("image/svg+xml", svg),
            file("application/xml", "<notes><note>Here</note></notes>"),
        ] {
            let kind = page.headers[0].1.clone();
            let tab = kit.agent().opens(&kit.page(page)).await;
            for (path, mut body) in reads() {
                if body.get("selector").is_some() {
                    body["selector"] = json!(":root");
                }
                let reply = ask(kit, tab, path, body).await;
                assert!(reply.status == 200 && reply["error"].is_null(), "{kind}: {path}: {reply}");
                if path == "/api/page-text" && ["text/plain", "image/svg+xml"].contains(&&*kind) {
                    reply.mentions("text", "Here");
                }
            }
        }
    });
}

#[test]
fn every_read_of_a_page_without_the_usual_parts_answers() {
    run(async |kit| {
        for script in [
            "document.body.remove()",
            "document.documentElement.remove()",
            "document.documentElement.replaceWith(document.createElementNS('urn:x', 'root'))",
            "document.body.replaceWith(document.createElement('frameset'))",
        ] {
            let tab = kit.agent().opens(&kit.page("<p>x</p>")).await;
            kit.in_page(tab, &format!("void {script}")).await;
            for (path, body) in reads() {
                let reply = ask(kit, tab, path, body).await;
                let is_missing =
                    ["not_found", "screenshot_failed"].iter().any(|code| reply["code"] == *code);
                assert!(is_missing || reply["error"].is_null(), "{script}: {path}: {reply}");
            }
        }
    });
}

#[test]
fn every_read_wakes_an_unloaded_tab_and_shows_it_to_nobody() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = kit.agent().opens(&kit.page("<h1>Asleep x</h1>")).await;
        let shown = person.opens(&kit.page("<p>The person's page")).await;
        let title = kit.in_page(shown, "document.title").await;
        for (path, body) in reads() {
            person.unloads(tab).await;
            ask(kit, tab, path, body).await.is_ok();
            let tabs = kit.tabs().await;
            let selected: Vec<_> =
                tabs.iter().filter(|tab| tab.selected).map(|tab| tab.id).collect();
            assert_eq!(selected, [shown], "{path}");
        }
        assert_eq!(person.current_tab().await, shown);
        assert_eq!(person.focused_tab().await, Some(shown));
        let untouched = "[document.title, document.visibilityState]";
        assert_eq!(kit.in_page(shown, untouched).await, json!([title, "visible"]));
    });
}

#[test]
fn a_read_wakes_an_unloaded_tab_and_a_write_does_not() {
    run(async |kit| {
        let person = kit.person().await;
        let page = kit.page("<h1>Asleep</h1><button>Wake</button>");
        let tab = person.opens(&page).await;
        let own = kit.agent().opens(&page).await;
        person.opens(&kit.page("<p>Another page")).await;
        for (path, body, field, part) in [
            ("/api/snapshot", json!({}), "snapshot", "Asleep"),
            ("/api/page-text", json!({}), "text", "Asleep"),
            ("/api/html", json!({"selector": "h1"}), "html", "Asleep"),
        ] {
            person.unloads(tab).await;
            ask(kit, tab, path, body).await.is_ok().mentions(field, part);
        }
        person.unloads(tab).await;
        let found = ask(kit, tab, "/api/find", json!({"query": "asleep heading"})).await;
        assert_eq!(found.is_ok()["results"][0]["text"], "Asleep", "{found}");

        person.unloads(own).await;
        let write = ask(kit, own, "/api/scroll", json!({})).await;
        write.is_error("tab_unloaded");
        assert_eq!(
            (&write["retryable"], &write["state"]["discarded"]),
            (&json!(true), &json!(true))
        );
    });
}
