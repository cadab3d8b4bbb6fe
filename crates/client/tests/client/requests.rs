//! What the client makes of a bridge's answers, and of their absence.

use std::sync::atomic::Ordering;
use std::time::Duration;

use kitsune_client::{Client, ClientError, Identity};
use kitsune_protocol::OwnerId;
use serde_json::{Map, json};

use crate::support::{Answer, Asked, Server, free_port, settings};

const LIMIT: Duration = Duration::from_secs(10);

async fn client_of(answer: impl Fn(&Asked) -> Answer + Send + Sync + 'static) -> Client {
    let server = Server::start(answer).await;
    let home = tempfile::tempdir().unwrap();
    Client::new(settings(server.port, home.path()), &Identity::default())
}

#[tokio::test]
async fn a_request_names_its_host_token_and_owner() {
    let server = Server::start(|asked| {
        assert_eq!(asked.line, "POST /api/click HTTP/1.1");
        assert_eq!(asked.body, r#"{"ref":"e1"}"#);
        Answer::Body(200, json!({ "headers": asked.headers }).to_string())
    })
    .await;
    let home = tempfile::tempdir().unwrap();
    let identity = Identity { owner: OwnerId::new("claude-7"), ..Identity::default() };
    let client = Client::new(settings(server.port, home.path()), &identity);

    let body = json!({"ref": "e1"}).as_object().unwrap().clone();
    let reply = client.post("/api/click", &body, LIMIT).await.unwrap();

    let headers = reply.body["headers"].as_str().unwrap();
    for expected in [
        format!("host: 127.0.0.1:{}", server.port),
        "authorization: bearer s3cret".to_owned(),
        "x-kitsune-owner: claude-7".to_owned(),
        "content-type: application/json".to_owned(),
    ] {
        assert!(headers.contains(&expected), "{expected} is not in {headers}");
    }
}

#[tokio::test]
async fn an_answer_with_json_is_an_answer_whatever_its_status() {
    let client = client_of(|_| Answer::Body(403, r#"{"error":"no"}"#.to_owned())).await;
    let reply = client.get("/api/tabs", LIMIT).await.unwrap();
    assert_eq!(reply.status, 403);
    assert_eq!(reply.body["error"], "no");
}

#[tokio::test]
async fn requests_share_a_connection() {
    let server = Server::start(|_| Answer::Body(200, "{}".to_owned())).await;
    let home = tempfile::tempdir().unwrap();
    let client = Client::new(settings(server.port, home.path()), &Identity::default());
    for _ in 0..3 {
        client.clone().get("/api/tabs", LIMIT).await.unwrap();
    }
    assert_eq!(server.connections.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn an_answer_that_is_no_bridges_is_told_apart() {
    let failure = async |answer: fn(&Asked) -> Answer| {
        let client = client_of(answer).await;
        client.get("/api/tabs", LIMIT).await.unwrap_err()
    };
    let not_kitsune = |error| matches!(error, ClientError::NotKitsune { .. });
    assert!(not_kitsune(failure(|_| Answer::Body(200, "<html>".to_owned())).await));
    assert!(not_kitsune(failure(|_| Answer::Body(200, "[1]".to_owned())).await));
    assert!(not_kitsune(failure(|_| Answer::Raw("SSH-2.0-OpenSSH_9\r\n")).await));
    assert_eq!(
        failure(|_| Answer::Body(502, "bad gateway".to_owned())).await,
        ClientError::NoJson { http_status: 502 }
    );
}

#[tokio::test]
async fn a_refused_token_names_its_source() {
    let client = client_of(|_| Answer::Body(401, r#"{"error":"no"}"#.to_owned())).await;
    let error = client.get("/api/tabs", LIMIT).await.unwrap_err();
    assert_eq!(
        error,
        ClientError::TokenMismatch {
            port: client.settings().http_port,
            token_source: "KITSUNE_TOKEN".to_owned()
        }
    );
}

#[tokio::test]
async fn a_token_that_changed_is_read_again_once() {
    let server = Server::start(|asked| {
        let known = asked.headers.contains("bearer second");
        Answer::Body(if known { 200 } else { 401 }, "{}".to_owned())
    })
    .await;
    let home = tempfile::tempdir().unwrap();
    let mut settings = settings(server.port, home.path());
    settings.token = None;
    std::fs::create_dir(&settings.home).unwrap();
    std::fs::write(settings.token_path(), "first").unwrap();
    let client = Client::new(settings.clone(), &Identity::default());

    assert!(client.get("/api/tabs", LIMIT).await.is_err());
    std::fs::write(settings.token_path(), "second").unwrap();
    assert_eq!(client.get("/api/tabs", LIMIT).await.unwrap().status, 200);
}

#[tokio::test]
async fn a_bridge_that_hangs_up_may_have_run_the_request() {
    let client = client_of(|_| Answer::Close).await;
    let lost = |read| ClientError::Disconnected { request_sent: true, read };
    let error = client.post("/api/click", &Map::new(), LIMIT).await;
    assert_eq!(error.unwrap_err(), lost(false));
    assert_eq!(client.get("/api/tabs", LIMIT).await.unwrap_err(), lost(true));
}

#[tokio::test]
async fn a_half_answer_is_no_answer() {
    let client = client_of(|_| Answer::Raw("HTTP/1.1 200 x\r\ncontent-length: 9\r\n\r\n{}")).await;
    let error = client.get("/api/tabs", LIMIT).await.unwrap_err();
    assert!(matches!(error, ClientError::Disconnected { request_sent: true, .. }), "{error:?}");
}

#[tokio::test]
async fn a_bridge_that_is_not_there_is_named_with_its_port() {
    let home = tempfile::tempdir().unwrap();
    let port = free_port();
    let client = Client::new(settings(port, home.path()), &Identity::default());
    let error = client.post("/api/click", &Map::new(), LIMIT).await.unwrap_err();
    assert_eq!(error, ClientError::NotRunning { port });
    assert!(error.can_be_sent_again());
}

#[tokio::test]
async fn a_silent_bridge_times_out() {
    let client = client_of(|_| Answer::Hang).await;
    let error = client.get("/api/tabs", Duration::from_millis(50)).await;
    assert!(matches!(error.unwrap_err(), ClientError::Timeout { read: true, .. }));
}
