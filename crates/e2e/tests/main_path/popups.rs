//! Menus, lists and dialogs that a click opens (*Opened popups*).

use kitsune_e2e::{Kit, Reply, TabId, json, run};

async fn click(kit: &Kit<'_>, tab: TabId, selector: &str) -> Reply {
    kit.agent().post("/api/click", json!({"tabId": tab, "selector": selector})).await
}

async fn lines(kit: &Kit<'_>, tab: TabId) -> String {
    let reply = kit.agent().post("/api/snapshot", json!({"tabId": tab})).await;
    reply.is_ok()["snapshot"].as_str().unwrap().to_owned()
}

#[test]
fn a_menu_that_opens_far_away_names_the_control_that_opened_it() {
    run(async |kit| {
        let page = "<button id=more aria-haspopup=menu aria-expanded=false onclick=\"\
              layer.hidden = false; this.setAttribute('aria-expanded', true)\">More</button>\
            <div style='height:50px'></div>\
            <div id=layer role=menu aria-label='Video actions' hidden>\
              <div role=menuitem tabindex=0>Add to queue</div><div role=menuitem hidden>No</div>\
              <button>Save <b>later</b></button><a href=/x>Share</a></div>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = click(kit, tab, "#more").await;
        let popup = &reply.is_ok()["opened_popup"];
        assert_eq!((&popup["role"], &popup["name"]), (&json!("menu"), &json!("Video actions")));
        assert_eq!(popup["opened_by"], reply["target_ref"], "{reply}");
        assert_eq!(popup["rendered"], true, "{reply}");
        let items: Vec<_> = popup["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| (item["role"].as_str().unwrap(), item["name"].as_str().unwrap()))
            .collect();
        let expected = [("menuitem", "Add to queue"), ("button", "Save later"), ("link", "Share")];
        assert_eq!(items, expected, "{reply}");
        let item = json!({"tabId": tab, "ref": popup["items"][0]["ref"]});
        kit.agent().post("/api/click", item).await.is_ok();
    });
}

/// A page that marks its menu as open and never paints it, as pages in background tabs do.
const UNPAINTED: &str = "<button id=more aria-haspopup=menu aria-expanded=false aria-controls=menu \
      onclick=\"this.setAttribute('aria-expanded', this.ariaExpanded !== 'true')\">More</button>\
    <div style='display:none'><p>Elsewhere hidden</p>\
      <div id=menu role=menu aria-label=Actions><div role=menuitem onclick=\"document.title = 'Done'\">\
        Add to queue</div><div role=menuitem style='display:none'>No</div>\
        <input type=hidden><div role=menuitem>Save</div></div></div>";

#[test]
fn an_open_menu_that_is_not_painted_is_listed_until_it_closes() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(UNPAINTED)).await;
        assert!(!lines(kit, tab).await.contains("menu \"Actions\""));
        let reply = click(kit, tab, "#more").await;
        let popup = &reply.is_ok()["opened_popup"];
        assert_eq!(popup["rendered"], false, "{reply}");
        assert_eq!(popup["items"].as_array().map(Vec::len), Some(2), "{reply}");
        assert_eq!(popup["items"][0]["name"], "Add to queue", "{reply}");
        reply.mentions("snapshot", "menu \"Actions\"").mentions("snapshot", "[not_rendered]");
        let open = lines(kit, tab).await;
        assert!(open.contains("menuitem \"Save\"") && open.contains("[not_rendered]"), "{open}");
        assert!(!open.contains("Elsewhere") && !open.contains("\"No\""), "{open}");
        let item = json!({"tabId": tab, "ref": popup["items"][0]["ref"]});
        let pressed = kit.agent().post("/api/click", item).await;
        assert_eq!(pressed.is_ok()["warning"]["code"], "hidden_or_covered", "{pressed}");
        assert_eq!(kit.in_page(tab, "document.title").await, "Done");
        assert!(lines(kit, tab).await.contains("menuitem \"Save\""));
        // A second click closes it.
        let closing = click(kit, tab, "#more").await;
        assert!(closing.is_ok()["opened_popup"].is_null(), "{closing}");
        assert!(!lines(kit, tab).await.contains("menu \"Actions\""));
    });
}

#[test]
fn dialogs_popovers_and_refilled_menus_are_found() {
    run(async |kit| {
        let page = "<button id=d onclick='dialog.showModal()'>Dialog</button>\
            <dialog id=dialog title=Sure><button onclick='dialog.close()'>Yes</button></dialog>\
            <button id=p popovertarget=pop>Popover</button><div id=pop popover><button>In</button></div>\
            <button id=r aria-haspopup=true onclick=\"shared.innerHTML += '<div role=option>New</div>'\">\
              Row</button><div id=shared role=listbox aria-label=Shared></div>\
            <button id=added onclick=\"document.body.insertAdjacentHTML('beforeend', \
              `<section style='display:none'><ul role=listbox><li role=option>x</ul></section>`)\">\
              Show more</button><button id=plain>Plain</button>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let dialog = click(kit, tab, "#d").await;
        let popup = &dialog.is_ok()["opened_popup"];
        assert_eq!(
            (&popup["role"], &popup["name"]),
            (&json!("dialog"), &json!("Sure")),
            "{dialog}"
        );
        click(kit, tab, "dialog button").await.is_ok();
        let popover = click(kit, tab, "#p").await;
        assert_eq!(popover.is_ok()["opened_popup"]["role"], "generic", "{popover}");
        assert_eq!(popover["opened_popup"]["items"][0]["name"], "In", "{popover}");
        let refilled = click(kit, tab, "#r").await;
        assert_eq!(refilled.is_ok()["opened_popup"]["name"], "Shared", "{refilled}");
        // A closed list that the click brought with its own hidden host is none.
        for selector in ["#added", "#plain"] {
            let reply = click(kit, tab, selector).await;
            assert!(reply.is_ok()["opened_popup"].is_null(), "{selector}: {reply}");
        }
    });
}
