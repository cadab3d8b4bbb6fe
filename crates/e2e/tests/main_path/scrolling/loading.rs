//! `load_more`: a list that loads its next batch at its end, searched until it has something.

use kitsune_e2e::{Kit, Mcp, Value, json, run};

use super::scroll;

/// A list that grows by 20 items, up to `most`, whenever it is scrolled to its end.
fn growing(most: u32) -> String {
    format!(
        "<style>body {{ margin: 0 }} p {{ height: 60px }}</style><main id=list></main><script>\
         const more = () => {{ for (let n = 0; n < 20 && list.childElementCount < {most}; n++) {{\
           const item = document.createElement('p');\
           item.textContent = 'Item ' + (list.childElementCount + 1) + '.'; list.append(item); }} }};\
         more(); addEventListener('scroll', () => {{\
           if (scrollY >= scrollMaxY - 2) setTimeout(more, 50); }});</script>"
    )
}

async fn shows(kit: &Kit<'_>, html: &str) -> Mcp {
    let client = kit.mcp().await;
    let open = json!({"action": "new", "url": kit.page(html)});
    client.call("browser_tabs", open).await.is_ok();
    client
}

async fn find(client: &Mcp, text: &str) -> Value {
    let query = json!({"text": text, "load_more": true});
    client.call("browser_find", query).await.is_ok().json.clone()
}

#[test]
fn an_item_of_a_later_batch_is_found_by_a_core_client() {
    run(async |kit| {
        let client = shows(kit, &growing(400)).await;
        let plain = client.call("browser_find", json!({"text": "Item 70."})).await;
        assert_eq!(plain.is_ok().json["count"], 0);
        assert!(plain.json["hint"].as_str().unwrap().contains("load_more"), "{plain}");

        let found = find(&client, "Item 70.").await;

        assert_eq!((&found["count"], &found["scrolls"]), (&json!(1), &json!(3)), "{found}");
        assert!(found.get("hint").is_none(), "{found}");
        // An agent's own tab stays where it is.
        let tab = kit.tabs().await[0].id;
        assert!(kit.in_page(tab, "scrollY").await.as_f64().unwrap() > 0.0);
        // What is there already needs no scroll.
        assert_eq!(find(&client, "Item 5.").await["scrolls"], 0);
    });
}

#[test]
fn a_search_ends_when_the_page_stops_changing_or_after_ten_scrolls() {
    run(async |kit| {
        let client = shows(kit, &growing(40)).await;
        let found = find(&client, "Item 70.").await;
        assert_eq!((&found["count"], &found["scrolls"]), (&json!(0), &json!(2)), "{found}");
        assert!(found["hint"].as_str().unwrap().contains("stopped changing"), "{found}");

        let client = shows(kit, &growing(9_000)).await;
        let found = find(&client, "Item 8000.").await;
        assert_eq!((&found["count"], &found["scrolls"]), (&json!(0), &json!(10)), "{found}");
        assert!(found["hint"].as_str().unwrap().contains("may load more"), "{found}");
    });
}

#[test]
fn a_tab_of_others_is_scrolled_back_and_one_that_is_shown_is_left_alone() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = person.opens(&kit.page(growing(400))).await;
        kit.in_page(tab, "scrollTo(0, 100)").await;
        let client = kit.mcp().await;
        let list =
            client.call("browser_tabs", json!({"action": "list"})).await.is_ok().json.clone();
        let tabs = list["tabs"].as_array().unwrap();
        let index = tabs.iter().position(|tab| tab["active"] == true).unwrap();
        client.call("browser_tabs", json!({"action": "select", "index": index})).await.is_ok();

        let query = json!({"text": "Item 70.", "load_more": true});
        let refused = client.call("browser_find", query).await;
        assert_eq!(refused.json["code"], "user_tab_read_only", "{refused}");
        assert_eq!(kit.in_page(tab, "scrollY").await, 100);

        person.opens(&kit.page("<p>Another page")).await;
        let found = find(&client, "Item 70.").await;
        assert_eq!((&found["count"], &found["scrolls"]), (&json!(1), &json!(3)), "{found}");
        assert_eq!(kit.in_page(tab, "scrollY").await, 100);
        scroll(kit, tab, json!({})).await.is_error("user_tab_read_only");
    });
}

/// A list inside of a page that does not scroll itself; it grows as late as told.
fn growing_inside(late_ms: u32) -> String {
    format!(
        "<style>html, body {{ margin: 0; height: 100%; overflow: hidden }} p {{ height: 60px }}\
         #list {{ height: 100%; overflow: auto }}</style><main id=list></main><script>\
         const more = () => {{ for (let n = 0; n < 20; n++) {{\
           const item = document.createElement('p');\
           item.textContent = 'Item ' + (list.childElementCount + 1) + '.'; list.append(item); }} }};\
         more(); list.addEventListener('scroll', () => {{\
           if (list.scrollTop >= list.scrollTopMax - 2) setTimeout(more, {late_ms}); }});</script>"
    )
}

/// Makes the person's tab the client's current one, and another the shown one.
async fn turns_to(kit: &Kit<'_>, client: &Mcp, html: &str) -> kitsune_e2e::TabId {
    let person = kit.person().await;
    let tab = person.opens(&kit.page(html)).await;
    let list = client.call("browser_tabs", json!({"action": "list"})).await.is_ok().json.clone();
    let tabs = list["tabs"].as_array().unwrap();
    let index = tabs.iter().position(|tab| tab["active"] == true).unwrap();
    client.call("browser_tabs", json!({"action": "select", "index": index})).await.is_ok();
    person.opens(&kit.page("<p>Another page")).await;
    tab
}

#[test]
fn what_scrolls_at_the_middle_of_the_page_is_searched_and_scrolled_back() {
    run(async |kit| {
        let client = kit.mcp().await;
        let tab = turns_to(kit, &client, &growing_inside(50)).await;
        kit.in_page(tab, "list.scrollTo(0, 50)").await;
        let found = find(&client, "Item 50.").await;
        assert_eq!((&found["count"], &found["scrolls"]), (&json!(1), &json!(2)), "{found}");
        assert_eq!(kit.in_page(tab, "list.scrollTop").await, 50);
    });
}

#[test]
fn a_list_in_a_frame_of_another_origin_is_searched_and_scrolled_back() {
    run(async |kit| {
        let client = kit.mcp().await;
        let inner = kit.page_on(kitsune_e2e::Origin::Other, growing(200));
        let page = format!(
            "<style>body {{ margin: 0 }}</style><iframe src='{inner}' style='border:0;width:100%;height:95vh'>"
        );
        let tab = turns_to(kit, &client, &page).await;
        kit.in_frame(tab, "other-", "scrollTo(0, 50)").await;
        let found = find(&client, "Item 50.").await;
        assert_eq!((&found["count"], &found["scrolls"]), (&json!(1), &json!(2)), "{found}");
        assert_eq!(kit.in_frame(tab, "other-", "scrollY").await, 50);
    });
}

#[test]
fn a_batch_is_waited_for_up_to_three_seconds() {
    run(async |kit| {
        let client = shows(kit, &growing_inside(1_500)).await;
        let found = find(&client, "Item 30.").await;
        assert_eq!((&found["count"], &found["scrolls"]), (&json!(1), &json!(1)), "{found}");
        let client = shows(kit, &growing_inside(20_000)).await;
        let found = find(&client, "Item 30.").await;
        assert_eq!((&found["count"], &found["scrolls"]), (&json!(0), &json!(1)), "{found}");
        assert!(found["hint"].as_str().unwrap().contains("stopped changing"), "{found}");
    });
}

#[test]
fn without_a_current_tab_nothing_is_scrolled() {
    run(async |kit| {
        let client = kit.mcp().await;
        let query = json!({"text": "anything", "load_more": true});
        let refused = client.call("browser_find", query).await;
        assert_eq!(refused.json["code"], "no_current_tab", "{refused}");
        assert_eq!(refused.json["state"]["action"], "scroll", "{refused}");
    });
}
