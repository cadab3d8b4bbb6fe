//! Submitting forms: which form, how, and what is said when the browser does not (*browser_submit_form*).

use std::time::Duration;

use kitsune_e2e::{Kit, Reply, TabId, Value, eventually, json, run};

async fn submit(kit: &Kit<'_>, tab: TabId, mut body: Value) -> Reply {
    body["tabId"] = json!(tab);
    kit.agent().post("/api/submit-form", body).await
}

/// What the fixture server got at `path`.
fn sent(kit: &Kit<'_>, path: &str) -> Vec<String> {
    let got = kit.received().into_iter().filter(|request| request.path.starts_with(path));
    got.map(|request| request.path + &request.body).collect()
}

const WISHLIST: &str = "<form action=/wishlist/delete method=post><input name=id value=1>\
     <button>Delete lantern</button></form>\
     <form action=/wishlist/delete method=post><button>Delete mug</button></form>\
     <form action='/wishlist/add?token=abcdefgh' method=post><input id=item name=item>\
     <button>Add</button></form>";

#[test]
fn a_target_names_its_form_and_the_answer_shows_the_next_page() {
    run(async |kit| {
        let page = "<form id=f action=/sent method=post><p><input name=q value=tea></p>\
            <button type=button>Not this</button><button name=b value=1>Send</button></form>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = submit(kit, tab, json!({"selector": "p"})).await;
        assert_eq!(reply.is_ok()["submitted"], "button", "{reply}");
        let form = &reply["form"];
        assert_eq!((&form["action"], &form["method"]), (&json!("/sent"), &json!("post")));
        assert_eq!(form["button"], "Send", "{reply}");
        assert!(form["ref"].as_str().unwrap().starts_with('e'), "{reply}");
        assert!(reply["navigated"]["url"].as_str().unwrap().ends_with("/sent"), "{reply}");
        assert_eq!(sent(kit, "/sent"), ["/sentq=tea&b=1"]);
    });
}

#[test]
fn without_a_target_the_form_of_the_field_filled_or_focused_last_is_submitted() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(WISHLIST)).await;
        let none = submit(kit, tab, json!({})).await;
        none.is_error("ambiguous_target");
        assert_eq!((&none["retryable"], &none["state"]["forms"]), (&json!(false), &json!(3)));
        let candidates = none["state"]["candidates"].as_array().unwrap();
        let buttons: Vec<_> = candidates.iter().map(|form| &form["button"]).collect();
        assert_eq!(buttons, ["Delete lantern", "Delete mug", "Add"]);
        assert_eq!(candidates[2]["action"], "/wishlist/add?token=[redacted]");
        assert!(sent(kit, "/wishlist").is_empty());

        let fill = json!({"tabId": tab, "selector": "#item", "value": "cup"});
        kit.agent().post("/api/fill", fill).await.is_ok();
        let reply = submit(kit, tab, json!({})).await;
        assert_eq!(reply.is_ok()["form"]["action"], "/wishlist/add?token=[redacted]");
        assert_eq!(sent(kit, "/wishlist"), ["/wishlist/add?token=abcdefghitem=cup"]);

        let tab = kit.agent().opens(&kit.page(WISHLIST)).await;
        let focus = json!({"tabId": tab, "selector": "#item"});
        kit.agent().post("/api/focus", focus).await.is_ok();
        let reply = submit(kit, tab, json!({})).await;
        assert_eq!(reply.is_ok()["form"]["action"], "/wishlist/add?token=[redacted]");

        let tab = kit.agent().opens(&kit.page(WISHLIST)).await;
        let again = submit(kit, tab, json!({})).await;
        let mug = again["state"]["candidates"][1]["ref"].clone();
        submit(kit, tab, json!({"ref": mug})).await.is_ok();
        assert_eq!(sent(kit, "/wishlist/delete"), ["/wishlist/delete"]);
    });
}

#[test]
fn a_field_that_is_gone_names_no_form() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(WISHLIST)).await;
        let fill = json!({"tabId": tab, "selector": "#item", "value": "cup"});
        kit.agent().post("/api/fill", fill).await.is_ok();
        kit.in_page(tab, "item.remove()").await;
        submit(kit, tab, json!({})).await.is_error("ambiguous_target");
        let only = "<form action=/only><button>Go</button></form>";
        let tab = kit.agent().opens(&kit.page(only)).await;
        submit(kit, tab, json!({})).await.is_ok();
        assert_eq!(sent(kit, "/only"), ["/only?"]);
        let tab = kit.agent().opens(&kit.page("<input id=a>")).await;
        for body in [json!({}), json!({"selector": "#a"}), json!({"selector": "#b"})] {
            submit(kit, tab, body).await.is_error("not_found");
        }
    });
}

#[test]
fn forms_own_controls_by_their_form_attribute() {
    run(async |kit| {
        let page = "<button form=f name=first value=1>Far away</button>\
            <form id=f action=/owned><button name=second value=2>Inside</button></form>\
            <form action=/around><input id=outside form=f name=o value=3>\
            <input id=nowhere form=none></form>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        submit(kit, tab, json!({"selector": "#nowhere"})).await.is_error("not_found");
        let reply = submit(kit, tab, json!({"selector": "#outside"})).await;
        assert_eq!(reply.is_ok()["form"]["button"], "Far away");
        assert_eq!(sent(kit, "/owned"), ["/owned?first=1&o=3"]);
    });
}

#[test]
fn a_form_without_a_submit_control_is_validated_and_submitted() {
    run(async |kit| {
        let page = "<form onsubmit=\"event.preventDefault(); document.title = 'Handled'\">\
            <input name=a><input name=b required></form>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let refused = submit(kit, tab, json!({"selector": "form"})).await;
        refused.has_status(200).mentions("error", "did not submit");
        assert_eq!(refused["retryable"], false, "{refused}");
        assert_eq!(refused["state"]["invalid"][0]["name"], "input", "{refused}");
        let fill = json!({"tabId": tab, "selector": "[name=b]", "value": "x"});
        kit.agent().post("/api/fill", fill).await.is_ok();
        let reply = submit(kit, tab, json!({})).await;
        assert_eq!(reply.is_ok()["submitted"], "requestSubmit", "{reply}");
        assert_eq!(kit.in_page(tab, "document.title").await, "Handled");
        assert!(reply["snapshot_delta"].is_null() && reply["snapshot"].is_string(), "{reply}");
    });
}

#[test]
fn what_keeps_a_form_from_being_sent_is_told() {
    run(async |kit| {
        let page = "<form id=v action=/v><label>E-mail <input type=email required></label>\
            <button>Send</button></form>\
            <form id=d action=/d><button disabled>Later</button></form>\
            <form id=c action=/c><button onclick='return false'>Own way</button></form>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let invalid = submit(kit, tab, json!({"selector": "#v"})).await;
        invalid.mentions("error", "E-mail: ");
        assert!(invalid["state"]["invalid"][0]["ref"].is_string(), "{invalid}");
        let disabled = submit(kit, tab, json!({"selector": "#d"})).await;
        disabled.mentions("error", "is disabled; nothing was submitted");
        let own = submit(kit, tab, json!({"selector": "#c"})).await;
        own.is_ok().mentions("note", "The page cancelled");
        for path in ["/v", "/d", "/c"] {
            assert!(sent(kit, path).is_empty(), "{path}");
        }
    });
}

#[test]
fn a_submitted_form_that_the_page_handles_shows_what_came_of_it() {
    run(async |kit| {
        let page = "<form><input name=x><button>Save</button></form><h2 id=out></h2><script>\
            document.forms[0].onsubmit = e => { e.preventDefault();\
              setTimeout(() => out.textContent = 'Saved it', 100) };</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = submit(kit, tab, json!({})).await;
        reply.is_ok().mentions("snapshot", "heading \"Saved it\"");
        assert!(reply["snapshot_delta"].is_null(), "{reply}");
    });
}

#[test]
fn a_form_in_a_shadow_tree_and_one_in_a_frame_are_submitted() {
    run(async |kit| {
        let page = "<div id=host></div><script>\
            const root = host.attachShadow({mode: 'closed'});\
            root.innerHTML = '<form action=/shadow><input id=in name=s><button>Go</button></form>';\
            </script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let fill = json!({"tabId": tab, "selector": "#in", "value": "1"});
        kit.agent().post("/api/fill", fill).await.is_ok();
        let reply = submit(kit, tab, json!({})).await;
        assert!(reply.is_ok()["note"].is_null(), "{reply}");
        assert_eq!(sent(kit, "/shadow"), ["/shadow?s=1"]);

        let framed = "<iframe srcdoc=\"<form action=/framed><input name=f><button>Go</button></form>\"></iframe>\
            <form action=/outer><button>Outer</button></form>";
        let tab = kit.agent().opens(&kit.page(framed)).await;
        let fill = json!({"tabId": tab, "selector": "[name=f]", "value": "1"});
        kit.agent().post("/api/fill", fill).await.is_ok();
        submit(kit, tab, json!({})).await.is_ok();
        let arrived = async || sent(kit, "/framed").len() == 1;
        eventually("the frame's form arrives", Duration::from_secs(5), arrived).await;
        assert!(sent(kit, "/outer").is_empty());
    });
}

#[test]
fn a_form_in_a_shadow_tree_that_validates_itself_is_told_as_submitted() {
    run(async |kit| {
        let page = "<div id=host></div><script>\
            const root = host.attachShadow({mode: 'open'});\
            root.innerHTML = '<form><input required><button>Go</button></form>';\
            root.querySelector('form').noValidate = true;\
            root.querySelector('form').onsubmit = e => {\
              e.preventDefault(); e.target.checkValidity(); document.title = 'Handled' };</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = submit(kit, tab, json!({})).await;
        assert_eq!(reply.is_ok()["submitted"], "button", "{reply}");
        assert_eq!(kit.in_page(tab, "document.title").await, "Handled");
    });
}

#[test]
fn a_field_that_could_not_be_filled_names_no_form() {
    run(async |kit| {
        let page = "<form action=/first><input id=name name=n><button>First</button></form>\
            <form action=/second><input id=count type=number><select id=list><option>A</select>\
            <input id=box type=checkbox disabled><div id=knob role=slider aria-valuenow=1 aria-valuemax=5\
             tabindex=0></div><button>Second</button></form>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let post = async |path: &str, mut body: Value| {
            body["tabId"] = json!(tab);
            kit.agent().post(path, body).await
        };
        post("/api/fill", json!({"selector": "#name", "value": "Ada"})).await.is_ok();
        for (path, body) in [
            ("/api/fill", json!({"selector": "#count", "value": "many"})),
            ("/api/fill", json!({"selector": "#knob", "value": "50"})),
            ("/api/select-option", json!({"selector": "#list", "values": ["Z"]})),
            ("/api/check", json!({"selector": "#box", "checked": true})),
        ] {
            let failed = post(path, body).await;
            assert!(failed["error"].is_string(), "{failed}");
        }
        let reply = submit(kit, tab, json!({})).await;
        assert_eq!(reply.is_ok()["form"]["button"], "First", "{reply}");
        assert_eq!((sent(kit, "/first").len(), sent(kit, "/second").len()), (1, 0));
    });
}
