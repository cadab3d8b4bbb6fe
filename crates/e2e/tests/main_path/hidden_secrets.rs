//! Secrets in places that a read does not look for fields (*Sensitive-field redaction*): closed
//! trees, frames that come later, lists to choose from, documents written in an address.

use kitsune_e2e::{Kit, Reply, TabId, Value, json, run};

const SECRET: &str = "hunter2-Sesame";

async fn ask(kit: &Kit<'_>, tab: TabId, path: &str, mut body: Value) -> Reply {
    body["tabId"] = json!(tab);
    kit.agent().post(path, body).await
}

/// The reads that say most.
const READS: [&str; 3] = ["/api/snapshot", "/api/dom", "/api/find"];

async fn nothing_tells(kit: &Kit<'_>, tab: TabId) {
    for path in READS {
        let query = if path == "/api/find" { json!({"query": "hunter2"}) } else { json!({}) };
        let reply = ask(kit, tab, path, query).await;
        let told = reply.json.to_string().replace("\"query\":\"hunter2\"", "");
        assert!(!told.contains("unter2"), "{reply}");
    }
    let forms = ask(kit, tab, "/api/forms", json!({})).await;
    assert!(!forms.json.to_string().contains("unter2"), "{forms}");
}

/// Shows the password as text between two reads.
async fn reveals(kit: &Kit<'_>, page: &str) {
    let tab = kit.agent().opens(&kit.page(page)).await;
    ask(kit, tab, "/api/snapshot", json!({})).await.is_ok();
    kit.in_page(tab, &format!("reveal('{SECRET}')")).await;
    nothing_tells(kit, tab).await;
}

#[test]
fn a_password_field_in_a_closed_tree_stays_secret_when_it_is_revealed() {
    run(async |kit| {
        let page = "<div id=h></div><script>\
            const r = h.attachShadow({mode: 'closed'});\
            r.innerHTML = '<div id=d hidden><label>Field <input id=f type=password></label></div>';\
            const f = r.getElementById('f');\
            reveal = value => { f.value = value; r.getElementById('d').hidden = false;\
              f.type = 'text'; return f.value }</script>";
        reveals(kit, page).await;
    });
}

#[test]
fn so_does_one_in_a_component_that_comes_later() {
    run(async |kit| {
        let page = "<div id=place></div><script>\
            customElements.define('x-login', class extends HTMLElement { connectedCallback() {\
              this.tree = this.attachShadow({mode: 'closed'});\
              this.tree.innerHTML = '<input id=f type=password aria-label=Field>' } });\
            reveal = async value => { const login = document.createElement('x-login');\
              place.append(login); await new Promise(done => setTimeout(done));\
              const f = login.tree.getElementById('f'); f.value = value; f.type = 'text';\
              return f.value }</script>";
        reveals(kit, page).await;
    });
}

#[test]
fn so_does_one_in_a_frame_that_is_shown_or_filled_later() {
    run(async |kit| {
        let page = "<iframe id=early hidden srcdoc='<input type=password aria-label=Field>'></iframe>\
            <iframe id=late></iframe><script>reveal = async value => {\
              late.srcdoc = '<input type=password aria-label=Late>';\
              await new Promise(done => late.onload = () => setTimeout(done));\
              for (const frame of [early, late]) { frame.hidden = false;\
                const field = frame.contentDocument.querySelector('input');\
                field.value = value; field.type = 'text' }\
              return value }</script>";
        reveals(kit, page).await;
    });
}

#[test]
fn a_document_in_an_address_is_not_told() {
    run(async |kit| {
        let inner = format!("data:text/html,<input type=password value={SECRET}>");
        let page = format!(
            "<p>before</p><iframe width=200 height=100 src='{inner}'></iframe>\
            <object data='{inner}'></object><p>after</p>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        nothing_tells(kit, tab).await;
        let reply = ask(kit, tab, "/api/snapshot", json!({})).await;
        reply.is_ok().mentions("snapshot", "src=\"data:text/html,…\"");
        reply.mentions("snapshot", "text \"after\"");
        let html = ask(kit, tab, "/api/html", json!({"selector": "body"})).await;
        assert!(!html.is_ok().json.to_string().contains("unter2"), "{html}");
    });
}

#[test]
fn a_secret_or_masked_list_does_not_tell_what_can_be_chosen_in_it() {
    run(async |kit| {
        let page = format!(
            "<select size=3 autocomplete=cc-number aria-label=Card><option>1<option selected>{SECRET}</select>\
             <select size=3 style='-webkit-text-security:disc' aria-label=Masked>\
             <optgroup label='{SECRET}'><option label='{SECRET}' selected>x</optgroup></select>\
             <select autocomplete=cc-number aria-label=Closed><option>1<option selected value='{SECRET}'>{SECRET}</select>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        nothing_tells(kit, tab).await;
        let forms = ask(kit, tab, "/api/forms", json!({})).await;
        let fields = forms.is_ok()["fields"].as_array().unwrap().clone();
        assert_eq!(fields.len(), 3, "{forms}");
        assert!(fields.iter().all(|field| field["redacted"] == true), "{forms}");
        assert!(fields.iter().all(|field| field["hasValue"] == true), "{forms}");
        for (path, body) in [
            ("/api/query", json!({"selector": "option", "fields": ["text", "value", "label"]})),
            ("/api/html", json!({"selector": "option:checked"})),
            ("/api/html", json!({"selector": "body"})),
        ] {
            let reply = ask(kit, tab, path, body).await;
            assert!(!reply.json.to_string().contains("unter2"), "{reply}");
        }
    });
}
