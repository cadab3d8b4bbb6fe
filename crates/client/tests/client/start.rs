//! Starting, finding and replacing a bridge. The started program is a shell that leaves a
//! mark; the test then listens in its place, as the bridge would.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kitsune_client::{Bridge, Client, ClientError, Identity, Launcher, Settings};
use tokio::task::JoinSet;

use crate::support::{Answer, Server, free_port, settings, status};

/// Runs `script` with the path of the mark as `$0`.
fn launcher(script: &str, mark: &Path) -> Launcher {
    Launcher {
        program: PathBuf::from("/bin/sh"),
        args: ["-c".into(), script.into(), mark.into()].into(),
    }
}

/// A program that leaves a line in the mark and stays for a while.
fn staying(mark: &Path) -> Launcher {
    launcher("echo started >> \"$0\"; exec sleep 5", mark)
}

async fn until_exists(path: PathBuf) {
    let exists = async {
        while !path.exists() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), exists).await.unwrap();
}

fn client(settings: &Settings) -> Client {
    Client::new(settings.clone(), &Identity::default())
}

#[tokio::test]
async fn a_running_bridge_of_the_same_build_is_used() {
    let server = Server::start(|_| status("1+a")).await;
    let home = tempfile::tempdir().unwrap();
    let mark = home.path().join("mark");
    let client = client(&settings(server.port, home.path()));
    let found = client.ensure_bridge(&staying(&mark), "1+a").await;
    assert_eq!(found, Ok(Bridge::Running));
    assert!(!mark.exists());
}

#[tokio::test]
async fn ten_clients_that_begin_at_once_start_one_bridge() {
    let home = tempfile::tempdir().unwrap();
    let mark = home.path().join("mark");
    let settings = settings(free_port(), home.path());
    let mut clients = JoinSet::new();
    for _ in 0..10 {
        let (settings, launcher) = (settings.clone(), staying(&mark));
        clients.spawn(async move { client(&settings).ensure_bridge(&launcher, "1+a").await });
    }
    until_exists(mark.clone()).await;
    let _bridge = Server::start_on(settings.http_port, |_| status("1+a")).await;

    let found = clients.join_all().await;

    // Those that waited for the lock know as well that no extension can be connected yet.
    let started = found.iter().filter(|found| **found == Ok(Bridge::Started)).count();
    assert_eq!(started, 1, "{found:?}");
    let waits = |found: &Result<Bridge, _>| {
        found.as_ref().is_ok_and(|bridge| bridge.extension_wait() > Duration::from_secs(10))
    };
    assert!(found.iter().all(waits), "{found:?}");
    assert_eq!(std::fs::read_to_string(mark).unwrap(), "started\n");
}

#[tokio::test]
async fn a_bridge_that_ends_at_once_says_why() {
    let home = tempfile::tempdir().unwrap();
    let settings = settings(free_port(), home.path());
    let failing = launcher("echo a; echo \"no home, token=s3cret\" >&2; exit 3", home.path());
    let error = client(&settings).ensure_bridge(&failing, "1+a").await;
    assert_eq!(
        error,
        Err(ClientError::Exited {
            exit_code: Some(3),
            log_excerpt: Some("no home, token=[redacted]".to_owned())
        })
    );
}

#[tokio::test]
async fn a_program_that_is_not_there_is_named() {
    let home = tempfile::tempdir().unwrap();
    let launcher = Launcher { program: "/nowhere/kitsune-bridge".into(), args: Vec::new() };
    let client = client(&settings(free_port(), home.path()));
    let error = client.ensure_bridge(&launcher, "1+a").await.unwrap_err();
    assert!(error.to_string().contains("/nowhere/kitsune-bridge cannot be run"), "{error}");
}

#[tokio::test]
async fn a_socket_port_that_another_program_holds_is_named() {
    let home = tempfile::tempdir().unwrap();
    let other = Server::start(|_| Answer::Hang).await;
    let mut settings = settings(free_port(), home.path());
    settings.ws_port = other.port;
    let failing = launcher("exit 1", home.path());
    let error = client(&settings).ensure_bridge(&failing, "1+a").await;
    assert!(
        matches!(error, Err(ClientError::PortInUse { port, exit_code: Some(1), .. }) if port == other.port),
        "{error:?}"
    );
}

#[tokio::test]
async fn a_silent_port_without_a_bridge_belongs_to_another_program() {
    let home = tempfile::tempdir().unwrap();
    let other = Server::start(|_| Answer::Hang).await;
    let settings = settings(other.port, home.path());
    let error = client(&settings).ensure_bridge(&staying(home.path()), "1+a").await;
    assert!(matches!(error, Err(ClientError::PortInUse { exit_code: None, .. })), "{error:?}");
}

#[tokio::test]
async fn a_silent_bridge_is_told_with_its_process() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(|_| Answer::Hang).await;
    let settings = settings(server.port, home.path());
    std::fs::create_dir(&settings.home).unwrap();
    std::fs::write(settings.pid_path(), "4711").unwrap();
    let held = std::fs::File::open(settings.pid_path()).unwrap();
    held.try_lock().unwrap();
    let error = client(&settings).ensure_bridge(&staying(home.path()), "1+a").await;
    let expected = ClientError::NotResponding { pid: Some(4711), port: server.port };
    assert_eq!(error, Err(expected));
}

#[tokio::test]
async fn a_bridge_that_never_listens_is_told_after_15_seconds() {
    let home = tempfile::tempdir().unwrap();
    let mark = home.path().join("mark");
    let settings = settings(free_port(), home.path());
    let idle = launcher("echo $$ > \"$0\"; exec sleep 20", &mark);
    let error = client(&settings).ensure_bridge(&idle, "1+a").await;
    let pid = std::fs::read_to_string(mark).unwrap().trim().parse().unwrap();
    let port = settings.http_port;
    assert_eq!(error, Err(ClientError::NotListening { pid: Some(pid), port }));
}

#[tokio::test]
async fn a_bridge_that_does_not_answer_after_its_start_is_told_with_its_process_within_seconds() {
    let home = tempfile::tempdir().unwrap();
    let mark = home.path().join("mark");
    let settings = settings(free_port(), home.path());
    let starting = client(&settings);
    let silent = launcher("echo $$ > \"$0\"; exec sleep 20", &mark);
    let starting = tokio::spawn(async move { starting.ensure_bridge(&silent, "1+a").await });
    until_exists(mark.clone()).await;
    let begin = std::time::Instant::now();
    let _bridge = Server::start_on(settings.http_port, |_| Answer::Hang).await;
    let error = starting.await.unwrap();
    let pid = std::fs::read_to_string(mark).unwrap().trim().parse().unwrap();
    let expected = ClientError::NotResponding { pid: Some(pid), port: settings.http_port };
    assert_eq!(error, Err(expected));
    assert!(begin.elapsed() < Duration::from_secs(8), "{:?}", begin.elapsed());
}

#[tokio::test]
async fn a_server_that_is_no_bridge_is_left_alone() {
    let found = async |status, body: &'static str| {
        let home = tempfile::tempdir().unwrap();
        let server = Server::start(move |_| Answer::Body(status, body.to_owned())).await;
        let (client, launcher) =
            (client(&settings(server.port, home.path())), staying(home.path()));
        let error = client.ensure_bridge(&launcher, "1+a").await.unwrap_err();
        (server.port, error)
    };
    let (port, error) = found(200, r#"{"hello":1}"#).await;
    assert_eq!(error, ClientError::NotKitsune { port });
    let (port, error) = found(404, "<html>").await;
    let http_status = 404;
    assert_eq!(error, ClientError::OtherServer { port, http_status });
}

#[tokio::test]
async fn a_bridge_of_another_build_is_replaced() {
    let home = tempfile::tempdir().unwrap();
    let mark = home.path().join("mark");
    let (ask, asked) = tokio::sync::oneshot::channel();
    let ask = Mutex::new(Some(ask));
    let old = Server::start(move |request| {
        if !request.line.starts_with("POST /api/shutdown") {
            return status("1+old");
        }
        assert!(!request.headers.contains("x-kitsune-caps"));
        ask.lock().unwrap().take().unwrap().send(()).unwrap();
        Answer::Close
    })
    .await;
    let settings = settings(old.port, home.path());
    let launcher = staying(&mark);
    let replacing = client(&settings);
    let replacing = tokio::spawn(async move { replacing.ensure_bridge(&launcher, "1+new").await });

    asked.await.unwrap();
    assert!(!mark.exists(), "a new bridge was started while the old one still listened");
    old.stop().await;
    until_exists(mark).await;
    let _new = Server::start_on(settings.http_port, |_| status("1+new")).await;

    assert_eq!(replacing.await.unwrap(), Ok(Bridge::Started));
}

#[tokio::test]
async fn a_bridge_of_another_build_is_kept_when_the_settings_say_so() {
    let home = tempfile::tempdir().unwrap();
    let mark = home.path().join("mark");
    let old = Server::start(|request| {
        assert!(request.line.starts_with("GET "), "{}", request.line);
        status("1+old")
    })
    .await;
    let settings = Settings { keeps_other_build: true, ..settings(old.port, home.path()) };
    let found = client(&settings).ensure_bridge(&staying(&mark), "1+new").await;
    assert_eq!(found, Ok(Bridge::Running));
    assert!(!mark.exists());

    // Where none runs, one is started all the same.
    old.stop().await;
    let starting = client(&settings);
    let launcher = staying(&mark);
    let starting = tokio::spawn(async move { starting.ensure_bridge(&launcher, "1+new").await });
    until_exists(mark).await;
    let _new = Server::start_on(settings.http_port, |_| status("1+new")).await;
    assert_eq!(starting.await.unwrap(), Ok(Bridge::Started));
}

#[tokio::test]
async fn a_bridge_that_somebody_else_has_just_started_is_new() {
    let server = Server::start(|_| status("1+a")).await;
    let home = tempfile::tempdir().unwrap();
    let settings = settings(server.port, home.path());
    std::fs::create_dir(&settings.home).unwrap();
    std::fs::write(settings.pid_path(), "4711").unwrap();
    let held = std::fs::File::options().append(true).open(settings.pid_path()).unwrap();
    held.try_lock().unwrap();
    let found = async || client(&settings).ensure_bridge(&staying(home.path()), "1+a").await;

    let new = found().await.unwrap();
    assert!(matches!(new, Bridge::New { .. }), "{new:?}");
    assert!(new.extension_wait() > Duration::from_secs(10), "{new:?}");

    held.set_modified(std::time::SystemTime::now() - Duration::from_secs(20)).unwrap();
    assert_eq!(found().await, Ok(Bridge::Running));
}

#[tokio::test]
async fn the_extension_is_waited_for() {
    let polls = Arc::new(AtomicUsize::new(0));
    let count = polls.clone();
    let server = Server::start(move |_| {
        let connected = count.fetch_add(1, Ordering::Relaxed) >= 2;
        Answer::Body(200, format!(r#"{{"extension_connected":{connected}}}"#))
    })
    .await;
    let home = tempfile::tempdir().unwrap();
    let client = client(&settings(server.port, home.path()));
    assert!(client.wait_for_extension(Duration::from_secs(10)).await);
    assert_eq!(polls.load(Ordering::Relaxed), 3);
    assert!(!client_without_extension().await);
}

async fn client_without_extension() -> bool {
    let server = Server::start(|_| status("1+a")).await;
    let home = tempfile::tempdir().unwrap();
    let client = client(&settings(server.port, home.path()));
    client.wait_for_extension(Duration::from_millis(50)).await
}
