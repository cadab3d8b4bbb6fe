//! The demonstration behind `cargo xtask demo`: an MCP client opens a form in a real Firefox,
//! reads it, fills it in, sends it and sees the result. Prints every call and its answer, and
//! leaves pictures in `target/demo`.

#![expect(clippy::expect_used, reason = "a demonstration that fails stops with a panic")]

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use kitsune_e2e::{Mcp, ToolReply, Value, eventually, json, run};

/// Kind, label and value of each field of the form.
const FIELDS: &[(&str, &str, &str)] = &[
    ("textbox", "Full name", "Ada Lovelace"),
    ("textbox", "E-mail", "ada@example.com"),
    ("combobox", "Day", "Saturday morning"),
    ("textbox", "Places", "2"),
    ("radio", "Some practice", "true"),
    ("textbox", "Anything we should know?", "One of us eats no nuts."),
    ("checkbox", "Stay for lunch", "true"),
];

fn main() {
    run(async |kit| {
        let pictures = PathBuf::from("target/demo");
        fs::create_dir_all(&pictures).expect("target/demo can be made");
        let form = kit.url("/fixtures/demo/index.html");
        println!("Firefox is running with Kitsune's extension, and an MCP client is connected.\n");
        let client = kit.mcp().await;

        let page = show(&client, "browser_tabs", json!({"action": "new", "url": form})).await;
        let page = page.json["snapshot"].as_str().unwrap_or_default();
        let fields: Vec<_> = FIELDS
            .iter()
            .map(|(kind, name, value)| {
                let target = find(page, &format!("{} {name:?} [ref=", role(kind)));
                json!({"name": name, "target": target, "type": kind, "value": value})
            })
            .collect();
        show(&client, "browser_fill_form", json!({"fields": fields})).await;
        picture(&client, &pictures.join("filled.png")).await;
        let button = find(page, "button \"Book now\"");
        show(
            &client,
            "browser_click",
            json!({"element": "the button that sends", "target": button}),
        )
        .await;
        show(&client, "browser_wait_for", json!({"text": "Your place is booked"})).await;
        picture(&client, &pictures.join("sent.png")).await;
        show(&client, "browser_close", json!({})).await;
        client.leaves().await;
        eventually("the agent's tab is closed", Duration::from_secs(5), async || {
            kit.tabs().await.is_empty()
        })
        .await;
        let sent = kit.received().into_iter().find(|request| request.path == "/bookings");
        let sent = sent.expect("the form has reached the server");
        println!("The server received: {} {} {}\n", sent.method, sent.path, sent.body);
        println!("Done. Pictures: target/demo/filled.png and target/demo/sent.png");
    });
}

/// Calls a tool and prints what went over the wire; a failure ends the demonstration.
async fn show(client: &Mcp, tool: &str, arguments: Value) -> ToolReply {
    println!("▶ {tool} {arguments}");
    let start = Instant::now();
    let reply = client.call(tool, arguments).await;
    let took = start.elapsed().as_millis();
    let text = reply.json["snapshot"].as_str().unwrap_or_default();
    let mut facts = reply.json.clone();
    if let Some(facts) = facts.as_object_mut() {
        facts.remove("snapshot");
    }
    println!("◀ {facts}  ({took} ms)");
    for line in text.lines() {
        println!("    {line}");
    }
    println!();
    reply.is_ok();
    reply
}

/// The ARIA role under which a snapshot shows a kind of field.
fn role(kind: &str) -> &str {
    if kind == "textbox" { "" } else { kind }
}

/// The ref of the first line of a snapshot that holds `what`.
fn find(page: &str, what: &str) -> String {
    let line = page.lines().find(|line| line.contains(what));
    let reference = line.and_then(|line| line.split("[ref=").nth(1)?.split(']').next());
    reference.unwrap_or_else(|| panic!("no {what} on the page:\n{page}")).to_owned()
}

async fn picture(client: &Mcp, path: &std::path::Path) {
    let reply = client.call("browser_take_screenshot", json!({})).await;
    reply.is_ok();
    let image = reply.image.expect("a screenshot is an image");
    fs::write(path, &image).expect("target/demo can be written");
    println!("▶ browser_take_screenshot\n◀ {} ({} bytes)\n", path.display(), image.len());
}
