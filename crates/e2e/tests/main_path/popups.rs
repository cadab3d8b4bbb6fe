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

#[test]
fn a_popup_is_found_behind_hundreds_that_are_closed() {
    run(async |kit| {
        let row = "<div role=menu hidden><div role=menuitem>Row</div></div>";
        let page = format!(
            "{}<button id=more onclick=\"document.body.insertAdjacentHTML('beforeend', \
               `<div role=menu aria-label=Actions><div role=menuitem>Rename</div></div>`)\">More</button>",
            row.repeat(250)
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = click(kit, tab, "#more").await;
        assert_eq!(reply.is_ok()["opened_popup"]["name"], "Actions", "{reply}");
    });
}

#[test]
fn items_that_are_not_painted_are_acted_on_by_ref_and_no_selector_finds_them() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(UNPAINTED)).await;
        let reply = click(kit, tab, "#more").await;
        assert_eq!(reply.is_ok()["opened_popup"]["rendered"], false, "{reply}");
        for selector in ["role=menuitem[name=\"Save\"]", "role=menu"] {
            click(kit, tab, selector).await.is_error("not_found");
        }
        let hidden = "role=menuitem[name=\"Save\"][include-hidden]";
        click(kit, tab, hidden).await.is_ok();
    });
}

#[test]
fn hovers_and_double_clicks_open_popups_too_and_at_most_twenty_items_are_told() {
    run(async |kit| {
        let items: String = (0..30).map(|n| format!("<div role=option>Item {n}</div>")).collect();
        let page = format!(
            "<button id=over aria-expanded=false aria-owns=list \
               onmouseenter=\"list.hidden = false; this.ariaExpanded = 'true'\">Over</button>\
             <div id=list role=listbox aria-label=Many hidden>{items}</div>\
             <button id=twice ondblclick=\"d.show()\">Twice</button><dialog id=d aria-label=Sure>\
               <button id=inner onclick=\"this.textContent = 'Pressed'\">Yes</button></dialog>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let post = async |path: &str, selector: &str| {
            kit.agent().post(path, json!({"tabId": tab, "selector": selector})).await
        };
        let hovered = post("/api/hover", "#over").await;
        let popup = &hovered.is_ok()["opened_popup"];
        assert_eq!((&popup["role"], &popup["name"]), (&json!("listbox"), &json!("Many")));
        assert_eq!(popup["items"].as_array().map(Vec::len), Some(20), "{hovered}");
        let twice = post("/api/double-click", "#twice").await;
        assert_eq!(twice.is_ok()["opened_popup"]["name"], "Sure", "{twice}");
        // The dialog around what is pressed is no popup of that press.
        let inner = post("/api/click", "#inner").await;
        assert!(inner.is_ok()["opened_popup"].is_null(), "{inner}");
    });
}

#[test]
fn a_popup_of_a_component_is_found_in_its_shadow_tree() {
    run(async |kit| {
        let page = "<x-menu><template shadowrootmode=open><button aria-haspopup=menu \
              onclick=\"this.nextElementSibling.hidden = false\">More</button>\
            <div role=menu aria-label=Inner hidden><div role=menuitem>Copy</div></div>\
            </template></x-menu>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = click(kit, tab, "role=button[name=\"More\"]").await;
        assert_eq!(reply.is_ok()["opened_popup"]["name"], "Inner", "{reply}");
    });
}

/// A menu without `aria-expanded`, in a layer that a background tab never paints.
const LAYERED: &str = "<button id=more aria-haspopup=menu onclick=\"menu.hidden = false\">More</button>\
    <div id=layer style='display:none'><div id=menu role=menu aria-label=Layered hidden>\
      <div role=menuitem>Cut</div></div></div>";

#[test]
fn an_unpainted_popup_stays_listed_over_a_move_and_goes_with_a_change_that_hides() {
    run(async |kit| {
        for hides in
            ["layer.className = 'closed'", "layer.style.display = ''", "menu.hidden = true"]
        {
            let tab = kit.agent().opens(&kit.page(LAYERED)).await;
            let reply = click(kit, tab, "#more").await;
            assert_eq!(reply.is_ok()["opened_popup"]["name"], "Layered", "{reply}");
            kit.in_page(tab, "void (menu.style.left = '5px', layer.style.top = '9px')").await;
            assert!(lines(kit, tab).await.contains("menu \"Layered\""), "{hides}");
            kit.in_page(tab, &format!("void ({hides}, layer.style.visibility = 'hidden')")).await;
            assert!(!lines(kit, tab).await.contains("menu \"Layered\""), "{hides}");
            // Open again it is not listed until an action has opened it.
            let back = "void (layer.removeAttribute('class'), menu.hidden = false, \
                layer.style.visibility = '', layer.style.display = 'none')";
            kit.in_page(tab, back).await;
            assert!(!lines(kit, tab).await.contains("menu \"Layered\""), "{hides}");
        }
    });
}

#[test]
fn a_controlled_popup_under_a_hidden_ancestor_is_not_open() {
    run(async |kit| {
        let page = "<button id=more aria-expanded=false aria-controls=menu \
              onclick=\"this.ariaExpanded = 'true'\">More</button>\
            <div aria-hidden=true><div id=menu role=menu aria-label=Closed>\
              <div role=menuitem>Cut</div></div></div>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = click(kit, tab, "#more").await;
        assert!(reply.is_ok()["opened_popup"].is_null(), "{reply}");
    });
}
