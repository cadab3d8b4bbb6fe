//! The addresses at which files and images travel: each is for once, and for one extension.

use std::fs;

use kitsune_e2e::{Agent, json, run_without_browser};

use crate::fake_extension::{Fake, Heard, ONE, OTHER, hello};

#[test]
fn a_file_is_taken_once_and_only_by_the_extension_it_was_offered_to() {
    run_without_browser(async |kit| {
        let ports = kit.stage().ports();
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("notes.json");
        fs::write(&path, r#"{"milk":2}"#).unwrap();
        let mut fake = Fake::connects(ports.socket, ONE, hello()).await;
        let agent = kit.agent();
        let body = json!({"tabId": 7, "path": path, "selector": "#i"});
        let taking = async {
            let Heard::Message(message) = fake.hears().await else { panic!("no command came") };
            let file = message["command"]["action"]["files"][0].clone();
            assert_eq!((&file["name"], &file["size"]), (&json!("notes.json"), &json!(10)));
            let address = file["address"].as_str().unwrap();
            let start = format!("http://127.0.0.1:{}", ports.socket);
            let path = address.strip_prefix(&start).unwrap_or_else(|| panic!("{address}"));
            assert_eq!(path.rsplit('/').next().unwrap().len(), 43, "{path}");

            let token = kit.stage().token().unwrap();
            let visitor = Agent::new(ports.socket, &token, "somebody");
            visitor.get(path).await.has_status(426);
            visitor.post(path, json!({})).await.has_status(426);
            for (origin, status) in [("https://a.example", 403), (OTHER, 404)] {
                let other = visitor.clone().with("origin", origin);
                other.post(path, json!({})).await.has_status(status);
            }
            let own = visitor.clone().with("origin", ONE).without_token();
            own.post(&format!("{path}A"), json!({})).await.has_status(404);
            let taken = own.post(path, json!({})).await;
            assert_eq!(taken.has_status(200).json, json!({"milk": 2}));
            own.post(path, json!({})).await.has_status(404);
            let error = json!({"error": "no page", "code": "not_found", "retryable": true});
            let outcome = json!({"status": "failed", "error": error});
            fake.says(json!({"kind": "reply", "id": message["id"], "outcome": outcome})).await;
            path.to_owned()
        };
        let (reply, _) = tokio::join!(agent.post("/api/upload-file", body), taking);
        reply.is_error("not_found");
    });
}

#[test]
fn an_address_ends_with_the_request_that_it_was_for() {
    run_without_browser(async |kit| {
        let ports = kit.stage().ports();
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.txt");
        fs::write(&path, "a").unwrap();
        let mut fake = Fake::connects(ports.socket, ONE, hello()).await;
        let agent = kit.agent();
        let body = json!({"tabId": 7, "path": path, "timeout": 0.2});
        let (reply, heard) = tokio::join!(agent.post("/api/upload-file", body), fake.hears());
        reply.is_error("timeout");
        let Heard::Message(message) = heard else { panic!("no command came") };
        let address = message["command"]["action"]["files"][0]["address"].as_str().unwrap();
        let path = &address[address.find("/transfers").unwrap()..];
        let own = Agent::new(ports.socket, "none", "somebody").with("origin", ONE);
        own.post(path, json!({})).await.has_status(404);
    });
}
