//! A bridge or a browser that stands still, as under a debugger or without memory: nothing waits
//! past its bound, and everything works once it goes on.

use std::time::{Duration, Instant};

use kitsune_e2e::{json, run, run_apart, run_without_browser};

/// Lets a process go on when it is dropped, after a failure too.
struct Frozen(u32);

impl Frozen {
    fn process(process: u32) -> Self {
        kitsune_e2e::signal(process, "STOP").unwrap();
        Self(process)
    }
}

impl Drop for Frozen {
    fn drop(&mut self) {
        // It may have been ended meanwhile.
        let _ = kitsune_e2e::signal(self.0, "CONT");
    }
}

#[test]
fn a_bridge_that_does_not_answer_is_named_with_its_process_within_seconds() {
    run_apart(async |kit| {
        let admin = [("KITSUNE_CAPS", "core,admin")];
        let known = kit.mcp_with(&admin).await;
        known.call("browser_status", json!({})).await.is_ok();
        let process = kit.stage().bridge_process().unwrap();
        let frozen = Frozen::process(process);

        let fresh = kit.mcp_with(&admin).await;
        for client in [&known, &fresh] {
            let start = Instant::now();
            let status = client.call("browser_status", json!({})).await;
            status.is_error("bridge_unavailable");
            let state = json!({"reason": "not_responding", "pid": process,
                "port": kit.stage().ports().http});
            assert_eq!(status["state"], state);
            assert_eq!(status["diagnosis"]["state"], state);
            assert_eq!(status["retryable"], true);
            assert!(
                status["hint"].as_str().is_some_and(|hint| hint.contains("kitsune-bridge stop"))
            );
            assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
        }
        let start = Instant::now();
        fresh.call("browser_tabs", json!({"action": "list"})).await.is_error("bridge_unavailable");
        let output = kit.program("kitsune-bridge", &[]).arg("status").output().await.unwrap();
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(start.elapsed() < Duration::from_secs(12), "{:?}", start.elapsed());

        drop(frozen);
        for client in [&known, &fresh] {
            client.call("browser_tabs", json!({"action": "list"})).await.is_ok();
        }
    });
}

#[test]
fn a_bridge_that_does_not_answer_is_ended_by_stop() {
    run_without_browser(async |kit| {
        let _frozen = Frozen::process(kit.stage().bridge_process().unwrap());
        let start = Instant::now();
        let stop = kit.program("kitsune-bridge", &[]).arg("stop").output().await.unwrap();
        assert_eq!(stop.status.code(), Some(0), "{stop:?}");
        assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
        assert!(std::net::TcpStream::connect(("127.0.0.1", kit.stage().ports().http)).is_err());
        let client = kit.mcp_with(&[("KITSUNE_CAPS", "core,admin")]).await;
        client.call("browser_status", json!({})).await.is_ok();
        let stop = kit.program("kitsune-bridge", &[]).arg("stop").output().await.unwrap();
        assert_eq!(stop.status.code(), Some(0), "{stop:?}");
    });
}

#[test]
fn a_browser_that_does_not_answer_times_out_and_works_again_when_it_goes_on() {
    run_apart(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<button>Go</button>")).await;
        let frozen = Frozen::process(kit.browser().process().await.unwrap());
        let start = Instant::now();

        let wait = json!({"tabId": tab, "text": "never", "timeout": 1_000});
        let open = json!({"url": kit.page("<p>Late"), "wait": true, "timeout": 1});
        let (read, write, other) = tokio::join!(
            agent.post("/api/wait-for-text", wait),
            agent.post("/api/new-tab", open),
            async {
                // What needs no browser is answered as ever.
                let status = agent.get("/api/status").await;
                assert_eq!(status["extension_connected"], true);
                agent.post("/api/click", json!({"tabId": 0})).await.is_error("invalid_tab_id");
                agent
                    .post("/api/navigate", json!({"url": "none"}))
                    .await
                    .is_error("invalid_argument");
                start.elapsed()
            }
        );

        assert!(other < Duration::from_secs(5), "{other:?}");
        assert_eq!(read.is_error("timeout")["retryable"], true);
        write.is_error("timeout").mentions("error", "Command timed out after 10");
        assert_eq!(write["retryable"], false);
        assert!(write["state"]["timeoutSeconds"].as_f64().is_some_and(|seconds| seconds > 9.0));
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());

        drop(frozen);
        agent.post("/api/click", json!({"tabId": tab, "selector": "button"})).await.is_ok();
        assert_eq!(kit.seen_in(tab).await, ["click button"]);
        agent.opens(&kit.page("<p>On time")).await;
    });
}

#[test]
fn a_port_that_takes_connections_and_never_answers_belongs_to_another_program() {
    run(async |kit| {
        let silent = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = silent.local_addr().unwrap().port();
        let home = kit.stage().directory().join("silent").display().to_string();
        let variables = [
            ("KITSUNE_HTTP_PORT", port.to_string()),
            ("KITSUNE_HOME", home),
            ("KITSUNE_CAPS", "core,admin".to_owned()),
        ];
        let variables = variables.each_ref().map(|(name, value)| (*name, value.as_str()));
        let start = Instant::now();
        let status = kit.mcp_with(&variables).await.call("browser_status", json!({})).await;
        status.is_error("port_conflict");
        assert_eq!(status["state"], json!({"reason": "in_use", "port": port}));
        assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    });
}
