//! Everything that an agent can read of a planted page, by the table of routes.

use std::slice;

use kitsune_e2e::{Kit, Mcp, TabId, ToolReply, Value, json};
use kitsune_protocol::action::Action;
use kitsune_protocol::route::{ROUTES, Runs};

use super::page::{Plant, Planted};
use super::random::Random;
use super::{ask, keeps_secrets};

/// What a route is asked about a planted page. A new route that can tell of a page needs a line.
fn bodies(action: Action, planted: &Planted, random: &mut Random) -> Vec<Value> {
    let mut some = |count: usize| -> Vec<&Plant> {
        (0..count).map(|_| &planted.plants[random.below(planted.plants.len())]).collect()
    };
    let one = |plant: &Plant| format!("#{}", plant.id);
    match action {
        Action::GetTabs => vec![json!({}), json!({"mine": true})],
        Action::Snapshot => {
            let mut all = vec![
                json!({"sinceObservation": true}),
                json!({}),
                json!({"text": true}),
                json!({"text": false}),
                json!({"collapse": false}),
                json!({"collapse": false, "text": false}),
                json!({"boxes": true}),
                json!({"maxDepth": 3}),
                json!({"maxDepth": 9}),
                json!({"maxChars": 1500}),
                json!({"sinceObservation": true}),
            ];
            let scoped = planted.plants.iter().map(|plant| json!({"selector": one(plant)}));
            all.extend(scoped);
            all
        }
        Action::GetAccessibilityTree => {
            let mut all = vec![json!({}), json!({"maxDepth": 30})];
            all.extend(planted.plants.iter().map(|plant| json!({"selector": one(plant)})));
            all
        }
        Action::GetFormFields => vec![json!({})],
        Action::GetLinks => vec![json!({}), json!({"internalOnly": true})],
        Action::GetPageInfo
        | Action::NeedsUser
        | Action::GetPageTextFromTab
        | Action::GetImages
        | Action::GetMeta
        | Action::GetStructuredData
        | Action::GetIframes => vec![json!({})],
        Action::GetPageText => {
            let mut all = vec![json!({})];
            all.extend(planted.plants.iter().map(|plant| json!({"selector": one(plant)})));
            all
        }
        Action::GetHtml | Action::GetMarkdown | Action::ExplainSelector => {
            let mut all: Vec<_> =
                planted.plants.iter().map(|plant| json!({"selector": one(plant)})).collect();
            all.extend(["body", "section", "section *"].map(|part| json!({"selector": part})));
            all
        }
        Action::Query => {
            let fields = ["text", "value", "Value", "attrs", "html", "href", "aria-valuenow"];
            let mut all = vec![
                json!({"selector": "section *", "limit": 500}),
                json!({"selector": "section *", "limit": 500, "fields": ["value", "attrs", "srcdoc"]}),
            ];
            let each = planted.plants.iter();
            all.extend(each.map(|plant| json!({"selector": one(plant), "fields": fields})));
            all
        }
        Action::HandleDialog => vec![json!({"accept": true})],
        Action::GetReadability | Action::FullPageMetrics | Action::ClearHighlight => {
            vec![json!({})]
        }
        Action::GetBounds | Action::GetComputedStyle | Action::Highlight => {
            some(2).into_iter().map(|plant| json!({"selector": one(plant)})).collect()
        }
        Action::Click => {
            let pairs = some(12);
            // Two elements: the answer lists both as candidates.
            let mut all: Vec<_> = pairs
                .chunks(2)
                .map(|pair| json!({"selector": format!("{}, {}", one(pair[0]), one(pair[1]))}))
                .collect();
            all.push(json!({"selector": "#reveal"}));
            all.extend(some(4).into_iter().map(|plant| json!({"selector": one(plant)})));
            all.push(json!({"selector": "#reveal", "snapshot": "full"}));
            all
        }
        Action::DoubleClick
        | Action::CheckBox
        | Action::Hover
        | Action::FocusElement
        | Action::BlurElement => {
            some(1).into_iter().map(|plant| json!({"selector": one(plant)})).collect()
        }
        Action::Type => some(3)
            .into_iter()
            .map(|plant| json!({"selector": one(plant), "text": &plant.token[..4]}))
            .collect(),
        Action::Fill => some(3)
            .into_iter()
            .filter(|plant| plant.is_field)
            .map(|plant| json!({"selector": one(plant), "value": plant.secret}))
            .collect(),
        Action::SelectOption => {
            some(1).into_iter().map(|plant| json!({"selector": one(plant), "value": "x"})).collect()
        }
        Action::FormFill => {
            let fields: serde_json::Map<_, _> = some(3)
                .into_iter()
                .filter(|plant| plant.is_field)
                .map(|plant| (one(plant), json!(plant.secret)))
                .collect();
            if fields.is_empty() { Vec::new() } else { vec![json!({"fields": fields})] }
        }
        Action::Keypress => {
            some(2).into_iter().map(|plant| json!({"selector": one(plant), "key": "7"})).collect()
        }
        Action::Find => {
            let mut all: Vec<_> =
                planted.plants.iter().map(|plant| json!({"query": plant.word})).collect();
            all.extend(
                ["button", "text field", "section *", "reveal"]
                    .map(|query| json!({"query": query})),
            );
            all.extend(some(4).into_iter().map(|plant| json!({"selector": one(plant)})));
            all
        }
        Action::Scroll => {
            let mut all = vec![json!({"direction": "bottom"}), json!({"direction": "top"})];
            all.extend(some(3).into_iter().map(|plant| json!({"selector": one(plant)})));
            all
        }
        Action::SetEditableContent => some(2)
            .into_iter()
            .map(|plant| json!({"selector": one(plant), "value": &plant.token[..4]}))
            .collect(),
        Action::SubmitForm => {
            some(1).into_iter().map(|plant| json!({"selector": one(plant)})).collect()
        }
        Action::WaitForText => {
            planted.plants.iter().map(|plant| json!({"text": plant.word, "timeout": 0})).collect()
        }
        Action::WaitForElement => {
            some(3).into_iter().map(|plant| json!({"selector": one(plant), "timeout": 0})).collect()
        }
        Action::WaitForTitle | Action::WaitForUrl => {
            some(2).into_iter().map(|plant| json!({"pattern": plant.word, "timeout": 0})).collect()
        }
        Action::WaitForNetworkIdle => vec![json!({"timeout": 0})],
        // Pictures show what the person sees; a script may read anything; the others leave the page.
        Action::Screenshot
        | Action::ElementScreenshot
        | Action::FullPageScreenshot
        | Action::ExecuteJs
        | Action::WaitForResult
        | Action::ClickAndWaitNavigation
        | Action::Navigate
        | Action::GoBack
        | Action::GoForward
        | Action::ReloadTabBrowser
        | Action::NewTab
        | Action::CloseTab => Vec::new(),
        // The window is everybody's.
        Action::ResizeWindow => Vec::new(),
        Action::Drag => {
            let pair = some(2);
            vec![json!({"from": one(pair[0]), "to": one(pair[1])})]
        }
        // Nothing that is planted takes files; the answer names what was found instead.
        Action::UploadFile => some(2)
            .into_iter()
            .map(|plant| {
                let data = json!({"text/plain": "x"});
                json!({"selector": one(plant), "mode": "drop", "data": data})
            })
            .chain([json!({"paths": [], "mode": "input"})])
            .collect(),
        Action::Media => some(1)
            .into_iter()
            .map(|plant| json!({"selector": one(plant), "op": "pause"}))
            .collect(),
    }
}

/// Asks every route of the table, in its order, and then for the secrets themselves.
pub async fn every_read(kit: &Kit<'_>, tab: TabId, planted: &Planted, random: &mut Random) {
    for route in ROUTES {
        let Runs::Action(action) = route.runs else { continue };
        for body in bodies(action, planted, random) {
            let reply = ask(kit, tab, route.path, body).await;
            let is_text = matches!(action, Action::GetPageText | Action::GetPageTextFromTab);
            for plant in planted.plants.iter().filter(|plant| !is_text || !plant.is_page_text()) {
                keeps_secrets(&reply, slice::from_ref(plant));
            }
        }
    }
    for plant in &planted.plants {
        asked_for_by_text(kit, tab, plant).await;
    }
    // The page after all that.
    let snapshot = ask(kit, tab, "/api/snapshot", json!({})).await;
    keeps_secrets(snapshot.is_ok(), &planted.plants);
}

/// Asks the tools that read on their own account or put together what the bridge tells.
pub async fn every_tool(kit: &Kit<'_>, client: &Mcp, tab: TabId, planted: &Planted) {
    let list = kit.agent().post("/api/tabs", json!({})).await;
    let tabs = list.is_ok()["tabs"].as_array().unwrap();
    let index = tabs.iter().position(|each| each["id"] == json!(tab));
    let select = json!({"action": "select", "index": index});
    client.call("browser_tabs", select).await.is_ok();
    let keeps = async |tool: &str, arguments: Value| -> ToolReply {
        let reply = client.call(tool, arguments).await;
        if let Some((plant, what)) = leak(&reply.json, &planted.plants) {
            panic!("{what} of {}\n{reply}", plant.shown());
        }
        reply
    };
    for tool in
        ["browser_snapshot", "browser_dom", "browser_forms", "browser_links", "browser_markdown"]
    {
        keeps(tool, json!({})).await;
    }
    for plant in &planted.plants {
        keeps("browser_find", json!({"text": plant.word})).await;
        for query in [json!({"text": plant.token}), json!({"regex": plant.token})] {
            let found = keeps("browser_find", query.clone()).await;
            let is_told = found["count"] != 0 && !plant.is_in_an_address();
            assert!(!is_told, "{query} finds\n{}\n{found}", plant.shown());
        }
    }
    let file = kit.stage().directory().join(format!("planted-{tab}.json"));
    let save = json!({"regex": ".", "filename": file});
    keeps("browser_find", save).await.is_ok();
    let saved = Value::String(std::fs::read_to_string(&file).unwrap());
    assert!(leak(&saved, &planted.plants).is_none(), "a saved search leaks");
}

/// Found and not found tell of a secret too.
async fn asked_for_by_text(kit: &Kit<'_>, tab: TabId, plant: &Plant) {
    let token = &plant.token;
    for selector in [
        format!("text={token}"),
        format!("text=/{token}/"),
        format!(":has-text(\"{token}\")"),
        format!("role=button[name*=\"{token}\"][include-hidden]"),
        format!("internal:label=/{token}/"),
        format!("//*[contains(., '{token}') or contains(@value, '{token}')][not(self::script)]"),
        format!("[value*='{token}']"),
    ] {
        let reply = ask(kit, tab, "/api/snapshot", json!({"selector": selector})).await;
        let is_told = reply["snapshot"].is_string() && !plant.is_in_an_address();
        assert!(!is_told, "{selector} finds\n{}\n{reply}", plant.shown());
    }
    if plant.is_page_text() {
        return;
    }
    for query in [token.clone(), format!("\"{token}\""), format!("[value^='{token}']")] {
        let reply = ask(kit, tab, "/api/find", json!({"query": query})).await;
        let texts = reply.json["results"].to_string();
        assert!(!texts.contains(token.as_str()), "{query} finds\n{}\n{reply}", plant.shown());
        let best = reply["results"].as_array().and_then(|results| results.first());
        let is_told = best.is_some_and(|best| best["score"].as_u64() >= Some(10));
        assert!(!is_told || plant.is_in_an_address(), "{query} finds\n{}\n{reply}", plant.shown());
    }
    let wait = json!({"text": token, "timeout": 0});
    let reply = ask(kit, tab, "/api/wait-for-text", wait).await;
    assert!(reply["ok"] == false, "a wait finds\n{}\n{reply}", plant.shown());
}

/// The plant whose secret a reply holds, and what of it.
pub fn leak<'a>(reply: &Value, plants: &'a [Plant]) -> Option<(&'a Plant, &'static str)> {
    let text = reply.to_string();
    let measured = without_pixels(reply.clone()).to_string();
    let numbers: Vec<_> = numbers(&measured);
    plants.iter().find_map(|plant| {
        let length = plant.secret.len();
        let is_long = length >= 1000;
        if text.contains(&plant.token) {
            return Some((plant, "the secret"));
        }
        if is_long && numbers.contains(&length.to_string().as_str()) {
            return Some((plant, "the secret's length"));
        }
        let masks = ['\u{2022}', '\u{25e6}', '\u{25a0}'];
        masks
            .iter()
            .find(|mask| text.contains(&mask.to_string().repeat(9)))
            .map(|_| (plant, "a mask"))
    })
}

/// A reply without places and sizes on the screen: one may well equal a secret's length.
fn without_pixels(mut value: Value) -> Value {
    const PIXELS: [&str; 3] = ["bounds", "width", "height"];
    match &mut value {
        Value::Object(fields) => {
            fields.retain(|key, _| !PIXELS.contains(&key.as_str()) && !key.starts_with("scroll"));
            for field in fields.values_mut() {
                *field = without_pixels(field.take());
            }
        }
        Value::Array(items) => {
            for item in items {
                *item = without_pixels(item.take());
            }
        }
        Value::String(text) => {
            let mut parts = text.split("[box=");
            let first = parts.next().unwrap_or_default().to_owned();
            let rest = parts.map(|part| part.split_once(']').map_or("", |(_, after)| after));
            *text = std::iter::once(first.as_str()).chain(rest).collect();
        }
        _ => {}
    }
    value
}

/// The numbers of a text that are no part of a ref or another word.
fn numbers(text: &str) -> Vec<&str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit()))
        .collect()
}
