//! What an action's answer lists, and how long it waits for it (*Post-action snapshots*).

use std::time::{Duration, Instant};

use kitsune_e2e::{Kit, Reply, TabId, json, run};

async fn click(kit: &Kit<'_>, tab: TabId, selector: &str) -> Reply {
    kit.agent().post("/api/click", json!({"tabId": tab, "selector": selector})).await
}

#[test]
fn what_a_request_of_the_action_brings_is_in_its_answer_and_a_hanging_one_is_left_after_four_seconds()
 {
    run(async |kit| {
        let page = "<button id=slow onclick=\"fetch('/slow?ms=2000').then(() => {\
              out.textContent = 'Loaded' })\">Slow</button>\
            <button id=script onclick=\"document.head.append(Object.assign(\
              document.createElement('script'), {src: '/slow?ms=1800', onerror: shown, onload: shown}))\">\
              Script</button>\
            <button id=hang onclick=\"fetch('/hang')\">Hang</button><p id=out></p>\
            <script>const shown = () => { out.textContent = 'Ran' }</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        click(kit, tab, "#slow").await.is_ok().mentions("snapshot", "Loaded");
        click(kit, tab, "#script").await.is_ok().mentions("snapshot", "Ran");
        let start = Instant::now();
        let hanging = click(kit, tab, "#hang").await;
        let took = start.elapsed();
        assert!(took >= Duration::from_millis(3_900) && took < Duration::from_secs(20), "{took:?}");
        // Nobody knows yet what the request will change.
        assert!(hanging.is_ok()["no_visible_change"].is_null(), "{hanging}");
    });
}

#[test]
fn another_address_or_title_of_the_same_document_is_told() {
    run(async |kit| {
        let page = "<title>Before</title><button onclick=\"history.pushState(0, '', '?page=2&token=s3cret');\
            document.title = 'After'\">Next</button>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = click(kit, tab, "button").await;
        let url = reply.is_ok()["url"].as_str().unwrap();
        assert!(url.ends_with("?page=2&token=[redacted]"), "{reply}");
        assert_eq!((&reply["title"], &reply["snapshot_delta"]), (&json!("After"), &json!(true)));
        assert!(reply["no_visible_change"].is_null(), "{reply}");
        let again = click(kit, tab, "button").await;
        assert!(again.is_ok()["url"].is_null() && again["title"].is_null(), "{again}");
    });
}

#[test]
fn more_than_three_removals_under_one_line_are_one_line() {
    run(async |kit| {
        let buttons: String = (0..12).map(|n| format!("<button>Item {n}</button>")).collect();
        let page = format!(
            "<button id=go onclick=\"document.querySelector('main').replaceChildren()\">Clear</button>\
             <main aria-label=Items>{buttons}</main>"
        );
        let agent = kit.agent();
        let tab = agent.opens(&kit.page(page)).await;
        agent.post("/api/snapshot", json!({"tabId": tab})).await.is_ok();
        let reply = click(kit, tab, "#go").await;
        let snapshot = reply.is_ok()["snapshot"].as_str().unwrap();
        let removed: Vec<&str> = snapshot.lines().filter(|line| line.contains("removed")).collect();
        assert_eq!(removed.len(), 1, "{snapshot}");
        assert!(removed[0].contains("- removed: button \"Item 0\" [ref=e"), "{snapshot}");
        assert!(removed[0].contains("… and 11 more under main"), "{snapshot}");
    });
}

#[test]
fn a_delta_is_cut_at_its_budget_and_says_so() {
    run(async |kit| {
        let page = "<button id=go onclick=\"for (let n = 0; n < 400; n++) main.append(\
              Object.assign(document.createElement('button'), {textContent: 'Added ' + n}))\">Add</button>\
            <main id=main></main>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = click(kit, tab, "#go").await;
        assert_eq!(reply.is_ok()["snapshot_truncated"], true, "{reply}");
        let length = reply["snapshot"].as_str().unwrap().chars().count();
        assert!((3_000..=4_000).contains(&length), "{length}");
        assert!(reply["snapshot_hint"].is_string(), "{reply}");
        reply.mentions("snapshot", "Added 0");
        // The target comes first.
        reply.mentions("target_ref", "e").mentions("snapshot", "button \"Add\"");
    });
}

#[test]
fn an_added_element_that_no_line_shows_leaves_the_change_open() {
    run(async |kit| {
        let page = "<button id=adds onclick=\"document.body.append(\
              Object.assign(document.createElement('p'), {hidden: true}))\">Adds</button>\
            <button id=goes onclick=\"const p = document.createElement('p'); p.hidden = true;\
              document.body.append(p); p.remove()\">Goes</button>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        assert!(click(kit, tab, "#adds").await.is_ok()["no_visible_change"].is_null());
        assert_eq!(click(kit, tab, "#goes").await.is_ok()["no_visible_change"], true);
    });
}

#[test]
fn a_menu_that_a_hover_opens_is_told() {
    run(async |kit| {
        let page = "<button id=more aria-haspopup=menu aria-expanded=false aria-controls=menu \
              onmouseenter=\"menu.hidden = false; more.ariaExpanded = 'true'\">More</button>\
            <div id=menu role=menu hidden><button role=menuitem>Copy</button></div>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let body = json!({"tabId": tab, "selector": "#more"});
        let reply = kit.agent().post("/api/hover", body).await;
        assert_eq!(reply.is_ok()["opened_popup"]["role"], "menu", "{reply}");
        assert_eq!(reply["opened_popup"]["items"][0]["name"], "Copy", "{reply}");
    });
}
