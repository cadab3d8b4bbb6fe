//! The address to which a captured image is posted (*Screenshots*; `crates/bridge/src/transfers`): for
//! one body, of the extension that was asked for it.

use kitsune_e2e::{Agent, Kit, Method, Reply, Value, json, run_without_browser};

use crate::fake_extension::{Fake, Heard, ONE, OTHER, hello};

/// Asks for a screenshot, and lets `post` send it once the extension has heard where to.
async fn captured(kit: &Kit<'_>, fake: &mut Fake, post: impl AsyncFnOnce(&str)) -> Reply {
    let agent = kit.agent();
    let asked = agent.post("/api/screenshot", json!({"tabId": 7}));
    let answers = async {
        let Heard::Message(message) = fake.hears().await else { panic!("no command came") };
        let upload = message["command"]["upload"].as_str().unwrap().to_owned();
        post(&upload).await;
        fake.says(reply_to(&message["id"])).await;
    };
    tokio::join!(asked, answers).0
}

fn reply_to(id: &Value) -> Value {
    let capture = json!({
        "format": "png", "bounds": {"x": 0, "y": 0, "width": 2, "height": 1}, "scale": 1,
        "wholeWidth": 2, "wholeHeight": 1, "complete": true, "url": "https://a.example/", "title": "A",
    });
    let answer = json!({"result": "captured", "capture": capture});
    json!({"kind": "reply", "id": id, "outcome": {"status": "done", "answer": answer}})
}

/// Somebody on this machine who knows the bearer token.
fn somebody(kit: &Kit<'_>) -> Agent {
    Agent::new(kit.stage().ports().socket, &kit.stage().token().unwrap(), "somebody")
}

async fn send(sender: &Agent, url: &str, body: &[u8]) -> u16 {
    let (_, path) = url.split_once("//").unwrap().1.split_once('/').unwrap();
    sender.send(Method::POST, &format!("/{path}"), body.to_vec()).await.status
}

#[test]
fn only_the_extension_that_was_asked_posts_an_image_and_only_once() {
    run_without_browser(async |kit| {
        let socket = kit.stage().ports().socket;
        let mut fake = Fake::connects(socket, ONE, hello()).await;
        let reply = captured(kit, &mut fake, async |upload| {
            let name = upload.strip_prefix(&format!("http://127.0.0.1:{socket}/transfers/"));
            assert_eq!(name.map(str::len), Some(43), "32 bytes in base64: {upload}");
            let of = |origin| somebody(kit).with("origin", origin);
            // Neither the token, nor a page, nor another extension; and no attempt uses it up.
            assert_eq!(send(&somebody(kit), upload, b"token").await, 426);
            assert_eq!(send(&of("https://a.example"), upload, b"page").await, 403);
            assert_eq!(send(&of("null"), upload, b"file").await, 403);
            assert_eq!(send(&of(OTHER), upload, b"other").await, 404);
            let unknown = upload.replace(&upload[upload.len() - 43..], &"A".repeat(43));
            assert_eq!(send(&of(ONE), &unknown, b"guess").await, 404);
            assert_eq!(send(&of(ONE), upload, b"image").await, 204);
            assert_eq!(send(&of(ONE), upload, b"again").await, 404);
        })
        .await;
        assert_eq!(reply.is_ok()["dataUrl"], "data:image/png;base64,aW1hZ2U=", "{reply}");
    });
}

#[test]
fn an_image_that_was_not_posted_is_a_failure_and_its_address_ends_with_the_request() {
    run_without_browser(async |kit| {
        let mut fake = Fake::connects(kit.stage().ports().socket, ONE, hello()).await;
        let mut address = String::new();
        let reply = captured(kit, &mut fake, async |upload| address = upload.to_owned()).await;
        reply.is_error("screenshot_failed");
        let cause = &reply["error"];
        assert_eq!(reply["state"], json!({"stage": "transfer", "tabId": 7, "cause": cause}));
        let late = somebody(kit).with("origin", ONE);
        assert_eq!(send(&late, &address, b"late").await, 404);
        // An image of nothing is none.
        let empty = captured(kit, &mut fake, async |upload| {
            let own = somebody(kit).with("origin", ONE);
            assert_eq!(send(&own, upload, b"").await, 204);
        })
        .await;
        empty.is_error("screenshot_failed");
    });
}
