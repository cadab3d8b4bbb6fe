//! The bridge's HTTP rules: host, token, headers, routes, bodies.

use kitsune_e2e::{Method, json, run};

#[test]
fn the_status_says_that_the_extension_is_connected() {
    run(async |kit| {
        let status = kit.agent().get("/api/status").await;
        status.is_ok();
        assert_eq!(status["status"], "running");
        assert_eq!(status["extension_connected"], true);
        assert_eq!(status["diagnosis"]["code"], "connected");
        assert_eq!(status["port"], kit.stage().ports().http);
        assert_eq!(kit.agent().get("/").await.json, status.json);
    });
}

#[test]
fn the_version_names_bridge_and_extension() {
    run(async |kit| {
        let version = kit.agent().get("/api/version").await;
        assert_eq!(version["api"], "1");
        assert_eq!(version["bridge"], version["extension_version"]);
        assert_eq!(version["extension_build"], "dev");
        assert!(version["extension"].is_u64(), "{version}");
    });
}

#[test]
fn a_request_without_the_token_is_refused() {
    run(async |kit| {
        kit.agent().without_token().get("/api/status").await.has_status(401);
        let wrong = kit.agent().with("authorization", "Bearer wrong");
        wrong.post("/api/new-tab", json!({})).await.has_status(401);
        kit.agent().without_token().get("/api/nothing").await.has_status(401);
    });
}

#[test]
fn a_foreign_host_is_refused_before_the_token_is_looked_at() {
    run(async |kit| {
        for host in ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost"] {
            kit.agent().with("host", host).get("/api/status").await.has_status(403);
            kit.agent().without_token().with("host", host).get("/").await.has_status(403);
        }
        let port = kit.stage().ports().http;
        let named = kit.agent().with("host", &format!("localhost:{port}"));
        named.get("/api/status").await.is_ok();
    });
}

#[test]
fn a_web_page_is_refused_even_with_the_token() {
    run(async |kit| {
        for origin in ["https://evil.example", "http://127.0.0.1:1", "null"] {
            let page = kit.agent().with("origin", origin);
            page.post("/api/new-tab", json!({})).await.has_status(403);
        }
    });
}

#[test]
fn an_unknown_route_is_404_and_another_method_405() {
    run(async |kit| {
        let agent = kit.agent();
        agent.get("/api/nothing").await.has_status(404).mentions("error", "/api/nothing");
        agent.get("/api/click").await.has_status(405).mentions("error", "POST");
        agent.send(Method::OPTIONS, "/api/status", vec![]).await.has_status(405);
        agent.send(Method::DELETE, "/api/tabs", vec![]).await.has_status(405);
        agent.send(Method::OPTIONS, "/api/nothing", vec![]).await.has_status(405);
    });
}

#[test]
fn an_empty_body_is_an_empty_object() {
    run(async |kit| {
        for body in ["", "  \n", "{}"] {
            let reply = kit.agent().send(Method::POST, "/api/tabs", body.into()).await;
            assert!(reply.is_ok()["tabs"].is_array(), "{reply}");
        }
    });
}

#[test]
fn a_body_that_is_no_json_object_is_refused() {
    run(async |kit| {
        for body in ["not json", "[]", "\"text\"", "5", "null", "{\"url\":", "{} {}"] {
            let reply = kit.agent().send(Method::POST, "/api/new-tab", body.into()).await;
            reply.has_status(400).is_error("invalid_argument");
        }
        assert!(
            kit.agent().post("/api/tabs", json!({"mine": true})).await["tabs"]
                .as_array()
                .is_some_and(Vec::is_empty)
        );
    });
}

#[test]
fn a_huge_body_is_refused_and_the_bridge_goes_on() {
    run(async |kit| {
        let huge = vec![b' '; 40 * 1024 * 1024];
        kit.agent().send(Method::POST, "/api/new-tab", huge.clone()).await.has_status(413);
        kit.agent()
            .with("x-kitsune-mode", "x")
            .send(Method::POST, "/api/click", huge)
            .await
            .has_status(400)
            .is_error("invalid_mode");
        kit.agent().get("/api/status").await.is_ok();
    });
}

#[test]
fn headers_that_are_not_known_are_refused() {
    run(async |kit| {
        let agent = kit.agent();
        agent
            .clone()
            .with("x-kitsune-mode", "write")
            .get("/api/tabs")
            .await
            .has_status(400)
            .is_error("invalid_mode");
        agent
            .clone()
            .with("x-kitsune-caps", "core,all")
            .get("/api/tabs")
            .await
            .has_status(400)
            .is_error("invalid_caps");
        agent
            .with("x-kitsune-user-tabs", "yes")
            .get("/api/tabs")
            .await
            .has_status(400)
            .is_error("invalid_user_tabs");
    });
}

#[test]
fn a_group_that_is_not_enabled_is_refused() {
    run(async |kit| {
        let admin = kit.agent().with("x-kitsune-caps", "admin");
        let refused = admin.post("/api/click", json!({"selector": "a"})).await;
        refused.has_status(403).is_error("capability_restricted");
        assert_eq!(refused["state"], json!({"groups": ["core"], "caps": ["admin"]}));
        admin.get("/api/status").await.is_ok();
        let core = kit.agent().with("x-kitsune-caps", "core");
        core.post("/api/shutdown", json!({})).await.has_status(403);
    });
}

#[test]
fn read_mode_cannot_act_and_draft_mode_cannot_click() {
    run(async |kit| {
        let read = kit.agent().with("x-kitsune-mode", "read");
        let draft = kit.agent().with("x-kitsune-mode", "draft");
        let body = json!({"selector": "a", "value": "x"});
        read.post("/api/fill", body.clone()).await.has_status(403).is_error("mode_restricted");
        draft.post("/api/click", body.clone()).await.has_status(403).is_error("mode_restricted");
        // An alias is not a way around.
        draft.post("/api/doubleClick", body).await.has_status(403).is_error("mode_restricted");
        let file = json!({"url": "file:///etc/passwd"});
        read.post("/api/newTab", file).await.has_status(403).is_error("mode_restricted");
        read.get("/api/tabs").await.is_ok();
    });
}
