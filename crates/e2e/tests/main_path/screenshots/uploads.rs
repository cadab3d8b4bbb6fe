//! How an image travels, and where it is saved.

use kitsune_e2e::{Agent, json, run};

use super::Image;

#[test]
fn a_get_saves_the_active_page_to_the_screenshot_directory() {
    run(async |kit| {
        let person = kit.person().await;
        let page = "<title>Shown</title><p>The person's page";
        person.opens(&kit.page(format!("<!doctype html>{page}"))).await;
        let agent = kit.agent();
        let reply = agent.get("/api/screenshot").await;
        let directory =
            agent.get("/api/status").await["screenshot_dir"].as_str().unwrap().to_owned();
        let name = reply.is_ok()["filename"].as_str().unwrap();
        assert_eq!(reply["saved_to"], format!("{directory}/{name}"), "{reply}");
        assert_eq!((&reply["title"], reply["url"].is_string()), (&json!("Shown"), true));
        assert!(reply["dataUrl"].is_null(), "{reply}");
        let digits = |text: &str| {
            text.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect::<String>()
        };
        assert!(digits(name).starts_with("kitsune_00000000_000000"), "{reply}");
        let image = Image::read(&std::fs::read(format!("{directory}/{name}")).unwrap());
        assert!(image.width > 500, "{reply}");
        // A second one at once replaces nothing.
        let again = agent.get("/api/screenshot").await;
        assert_ne!(again.is_ok()["saved_to"], reply["saved_to"]);
    });
}

#[test]
fn nobody_posts_to_the_bridge_in_place_of_the_extension() {
    run(async |kit| {
        let ports = kit.stage().ports();
        let token = kit.stage().token().unwrap();
        let name = "A".repeat(43);
        let path = format!("/transfers/{name}");
        let socket = Agent::new(ports.socket, &token, "somebody");
        socket.post(&path, json!({})).await.has_status(426);
        for (origin, status) in [("https://a.example", 403), ("moz-extension://1-2-3", 404)] {
            let visitor = socket.clone().with("origin", origin);
            visitor.post(&path, json!({})).await.has_status(status);
        }
        kit.agent().post(&path, json!({})).await.has_status(404);
    });
}
