//! A read of a discarded tab loads it in the background (*Tab permissions*), and what is told while it may
//! still show an old document (*Action errors*, `navigating`).

use std::time::{Duration, Instant};

use kitsune_e2e::{Kit, Page, Reply, TabId, eventually, json, run};

/// What a page was loaded again for counts as old so long, and then some.
const OLD: Duration = Duration::from_secs(20);

const PDF: &str = "%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n\
    2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
    3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\n\
    trailer<</Root 1 0 R>>\n%%EOF\n";

fn pdf(kit: &Kit<'_>) -> String {
    let headers = vec![("content-type", "application/pdf".to_owned())];
    kit.page(Page { html: PDF.to_owned(), headers })
}

async fn read(kit: &Kit<'_>, tab: TabId, path: &str) -> Reply {
    kit.agent().post(path, json!({"tabId": tab})).await
}

/// Fails unless the tab may show an old document, and in the end a page of the browser.
async fn is_passing_and_then_an_error_page(kit: &Kit<'_>, tab: TabId, first: Reply) {
    assert_eq!(first.is_error("navigating")["retryable"], true, "{first}");
    assert_eq!(first["state"]["tabId"], json!(tab), "{first}");
    let mut last = first;
    eventually("the tab shows what it shows", OLD, async || {
        last = read(kit, tab, "/api/links").await;
        last["code"] != "navigating"
    })
    .await;
    assert_eq!(last.is_error("error_page")["retryable"], false, "{last}");
}

#[test]
fn a_page_that_goes_on_loading_is_read_as_far_as_it_is() {
    run(async |kit| {
        let person = kit.person().await;
        let hang = kit.url("/hang");
        let page = format!(
            "<p>Here</p><a href=/x>X</a><script>if (localStorage.again) document.write(\
             \"<img src='{hang}'>\"); localStorage.again = 1</script>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        person.opens(&kit.page("<p>In front")).await;
        person.unloads(tab).await;
        let start = Instant::now();
        let links = read(kit, tab, "/api/links").await;
        assert_eq!(links.is_ok()["links"].as_array().map(Vec::len), Some(1), "{links}");
        let took = start.elapsed();
        assert!(took < Duration::from_secs(12), "{took:?}");
        let snapshot = read(kit, tab, "/api/snapshot").await;
        snapshot.is_ok().mentions("snapshot", "Here");
        assert_eq!(snapshot["readyState"], "interactive", "{snapshot}");
    });
}

#[test]
fn a_viewer_or_site_that_refuses_the_script_right_after_a_wake_may_be_an_old_document() {
    run(async |kit| {
        let person = kit.person().await;
        let nowhere = json!({"url": "http://nowhere.invalid/", "wait": true});
        let unreachable = kit.agent().post("/api/new-tab", nowhere).await.tab();
        let viewer = kit.agent().opens(&pdf(kit)).await;
        person.opens(&kit.page("<p>In front")).await;
        for tab in [viewer, unreachable] {
            person.unloads(tab).await;
            let first = read(kit, tab, "/api/snapshot").await;
            is_passing_and_then_an_error_page(kit, tab, first).await;
        }
    });
}

#[test]
fn a_viewer_right_after_a_reload_may_be_an_old_document() {
    run(async |kit| {
        let tab = kit.agent().opens(&pdf(kit)).await;
        read(kit, tab, "/api/snapshot").await.is_error("error_page");
        read(kit, tab, "/api/reload-tab").await.is_ok();
        let first = read(kit, tab, "/api/find").await;
        first.is_error("invalid_argument");
        let first = read(kit, tab, "/api/markdown").await;
        is_passing_and_then_an_error_page(kit, tab, first).await;
    });
}

#[test]
fn an_error_response_without_a_document_is_no_old_document() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = kit.agent().opens(&kit.page("<p>Before</p>")).await;
        let nothing = json!({"tabId": tab, "url": kit.url("/page/999999")});
        kit.agent().post("/api/navigate", nothing).await;
        person.opens(&kit.page("<p>In front")).await;
        person.unloads(tab).await;
        let text = read(kit, tab, "/api/page-text").await;
        let told = (&text.is_ok()["text"], &text["empty"], &text["httpStatus"]);
        assert_eq!(told, (&json!(""), &json!(true), &json!(404)), "{text}");
        person.unloads(tab).await;
        let links = read(kit, tab, "/api/links").await;
        assert_eq!(links.is_error("error_page")["state"]["httpStatus"], 404, "{links}");
    });
}
