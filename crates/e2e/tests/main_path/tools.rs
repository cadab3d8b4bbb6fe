//! The tools as an MCP client sees them.

use kitsune_e2e::{Mcp, Value, json, run};

/// The ref of the first line of a snapshot that holds `what`.
fn find(page: &Value, what: &str) -> String {
    let text = page["snapshot"].as_str().unwrap_or_default();
    let line = text.lines().find(|line| line.contains(what));
    let reference = line.and_then(|line| line.split("[ref=").nth(1)?.split(']').next());
    reference.unwrap_or_else(|| panic!("no {what} in\n{text}")).to_owned()
}

/// Opens a page, and tells what it shows.
async fn opens(client: &Mcp, url: &str) -> Value {
    client.call("browser_tabs", json!({"action": "new", "url": url})).await.is_ok().json.clone()
}

#[test]
fn a_client_opens_reads_fills_and_sends_a_form() {
    run(async |kit| {
        let client = kit.mcp().await;
        let page = opens(&client, &kit.url("/fixtures/demo/index.html")).await;
        let field = |name: &str, kind: &str, value: &str| json!({"name": name, "target": find(&page, &format!("{name:?}")), "type": kind, "value": value});
        let fields = json!([
            field("Full name", "textbox", "Ada Lovelace"),
            field("E-mail", "textbox", "ada@example.com"),
            field("Day", "combobox", "Saturday morning"),
            field("Some practice", "radio", "true"),
            field("Stay for lunch", "checkbox", "true"),
        ]);
        let filled = client.call("browser_fill_form", json!({"fields": fields})).await;
        assert_eq!(filled.is_ok().json["filled"].as_array().unwrap().len(), 5, "{filled}");

        let button = find(&page, "button \"Book now\"");
        client.call("browser_click", json!({"target": button})).await.is_ok();
        let sent = client.call("browser_wait_for", json!({"text": "Your place is booked"})).await;
        sent.is_ok();

        let requests = kit.received();
        let booking = requests.iter().find(|got| got.path == "/bookings").expect("a booking");
        assert_eq!(booking.method, "POST");
        for part in [
            "Full+name=Ada+Lovelace",
            "Day=Saturday+morning",
            "Experience=Some+practice",
            "Lunch=Yes",
        ] {
            assert!(booking.body.contains(part), "no {part} in {}", booking.body);
        }
        let shot = client.call("browser_take_screenshot", json!({})).await;
        assert!(shot.is_ok().image.as_ref().is_some_and(|image| image.starts_with(b"\x89PNG")));
    });
}

#[test]
fn text_is_typed_and_sent_with_enter() {
    run(async |kit| {
        let client = kit.mcp().await;
        let form = "<form action=/search><input name=q aria-label=Query></form>";
        let page = opens(&client, &kit.page(form)).await;
        let target = find(&page, "textbox \"Query\"");
        let typed = client
            .call("browser_type", json!({"target": target, "text": "tea", "submit": true}))
            .await;
        assert!(
            typed.is_ok().json["navigated"]["url"].as_str().unwrap().ends_with("/search?q=tea"),
            "{typed}"
        );
        let back = client.call("browser_navigate_back", json!({})).await;
        back.is_ok().mentions("Query");
    });
}

#[test]
fn keys_choices_and_scripts_work_on_the_current_tab() {
    run(async |kit| {
        let client = kit.mcp().await;
        let page = "<input id=a autofocus><select aria-label=Size><option>S<option>M</select>";
        opens(&client, &kit.page(page)).await;
        client.call("browser_click", json!({"target": "#a"})).await.is_ok();
        client.call("browser_press_key", json!({"key": "x", "repeat": 2})).await.is_ok();
        client
            .call("browser_select_option", json!({"target": "select", "values": ["M"]}))
            .await
            .is_ok();
        let code =
            "() => document.querySelector('#a').value + document.querySelector('select').value";
        let value = client.call("browser_evaluate", json!({"function": code})).await;
        assert_eq!(value.is_ok().json["result"], "xxM");
        client
            .call("browser_navigate", json!({"url": kit.page("<h1>Elsewhere</h1>")}))
            .await
            .is_ok()
            .mentions("Elsewhere");
        client.call("browser_close", json!({})).await.is_ok();
        assert!(kit.tabs().await.is_empty());
    });
}

#[test]
fn a_write_without_a_current_tab_goes_nowhere() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = person.opens(&kit.page("<button>Pay</button>")).await;
        let client = kit.mcp().await;
        // A read means the tab that the person sees.
        client.call("browser_snapshot", json!({})).await.is_ok().mentions("Pay");
        for (tool, arguments) in [
            ("browser_click", json!({"target": "button"})),
            ("browser_navigate", json!({"url": "https://example.com/"})),
            ("browser_press_key", json!({"key": "Enter"})),
            ("browser_evaluate", json!({"function": "() => 1"})),
        ] {
            let reply = client.call(tool, arguments).await;
            reply.is_error("no_current_tab").mentions("action=new");
            assert_eq!(reply.json["state"]["tool"], tool);
        }
        assert!(kit.seen_in(tab).await.is_empty());
    });
}

#[test]
fn selecting_the_users_tab_makes_it_current_for_reads_only() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = person.opens(&kit.page("<button>Pay</button>")).await;
        let client = kit.mcp().await;
        let list = client.call("browser_tabs", json!({"action": "list"})).await;
        let tabs = list.is_ok().json["tabs"].as_array().unwrap().clone();
        let index = tabs.iter().position(|entry| entry["active"] == true).unwrap();
        let selected =
            client.call("browser_tabs", json!({"action": "select", "index": index})).await;
        assert_eq!(selected.is_ok().json["read_only"], true, "{selected}");
        client
            .call("browser_click", json!({"target": "button"}))
            .await
            .is_error("user_tab_read_only");
        assert_eq!(person.current_tab().await, tab);
    });
}

#[test]
fn wrong_arguments_are_results_and_never_protocol_errors() {
    run(async |kit| {
        let client = kit.mcp().await;
        for (tool, arguments) in [
            ("browser_click", json!({})),
            ("browser_click", json!({"target": 5})),
            ("browser_click", json!({"target": "a", "sideways": true})),
            ("browser_tabs", json!({"action": "dance"})),
            ("browser_fill_form", json!({"fields": [{"target": "e1"}]})),
            ("browser_navigate", json!({})),
        ] {
            let reply = client.call(tool, arguments).await;
            reply.is_error("invalid_argument");
        }
        let unknown = client.call("browser_teleport", json!({})).await;
        assert!(unknown.is_error, "{unknown}");
        client
            .call("browser_status", json!({}))
            .await
            .is_error("tool_not_published")
            .mentions("KITSUNE_CAPS=");
    });
}

#[test]
fn the_status_tool_needs_the_admin_group() {
    run(async |kit| {
        let client = kit.mcp_with(&[("KITSUNE_CAPS", "core,admin")]).await;
        let status = client.call("browser_status", json!({})).await;
        assert_eq!(status.is_ok().json["diagnosis"]["code"], "connected");
        assert_eq!(status.json["mcp_tools"]["caps"], json!(["admin", "core"]));
        assert!(status.json["mcp_tools"]["owner"].is_string(), "{status}");
    });
}

#[test]
fn read_mode_lists_tabs_and_cannot_click() {
    run(async |kit| {
        let client = kit.mcp_with(&[("KITSUNE_MODE", "read")]).await;
        let tools = client.tools().await;
        assert!(tools.contains_key("browser_tab_list") && !tools.contains_key("browser_tabs"));
        assert!(!tools.contains_key("browser_click") && tools.contains_key("browser_snapshot"));
        let url = kit.page("<h1>For reading</h1>");
        client.call("browser_tab_list", json!({"new_tab": url})).await.is_ok();
        client.call("browser_snapshot", json!({})).await.is_ok().mentions("For reading");
        client.call("browser_click", json!({"target": "a"})).await.is_error("tool_not_published");
    });
}
