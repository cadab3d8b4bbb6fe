//! One queue per tab: order within a tab, and a stuck tab that delays nobody else.

use std::time::{Duration, Instant};

use kitsune_e2e::{eventually, json, run};

#[test]
fn a_stuck_tab_delays_no_other() {
    run(async |kit| {
        let agent = kit.agent();
        let stuck = agent.opens(&kit.page("<button>Never</button>")).await;
        let free = agent.opens(&kit.page("<button>Free</button>")).await;
        let forever = json!({"tabId": stuck, "code": "new Promise(() => {})"});
        let never = agent.post("/api/js", forever);
        let other = async {
            let start = Instant::now();
            for _ in 0..5 {
                agent.post("/api/snapshot", json!({"tabId": free})).await.is_ok();
            }
            agent.post("/api/new-tab", json!({})).await.is_ok();
            start.elapsed()
        };
        tokio::pin!(never);
        tokio::select! {
            reply = &mut never => panic!("a promise that never settles has an answer\n{reply}"),
            took = other => assert!(took < Duration::from_secs(10), "{took:?}"),
        }
    });
}

#[test]
fn a_site_that_hangs_keeps_no_other_client_from_opening_tabs() {
    run(async |kit| {
        let hanging = json!({"url": kit.url("/hang"), "wait": true, "timeout": 60_000});
        let agent = kit.agent();
        let hanging = agent.post("/api/new-tab", hanging);
        let other = async {
            let start = Instant::now();
            kit.other_agent().opens(&kit.page("<p>Free</p>")).await;
            start.elapsed()
        };
        tokio::pin!(hanging);
        tokio::select! {
            reply = &mut hanging => panic!("a site that hangs has loaded\n{reply}"),
            took = other => assert!(took < Duration::from_secs(10), "{took:?}"),
        }
    });
}

#[test]
fn a_forced_close_does_not_wait_for_what_is_stuck() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<p>Stuck</p>")).await;
        let never = json!({"tabId": tab, "code": "new Promise(() => {})"});
        let never = agent.post("/api/js", never);
        let close = async {
            eventually("the script is running", Duration::from_secs(5), async || {
                agent.post("/api/tabs", json!({"mine": true})).await["tabs"][0]["id"] == json!(tab)
            })
            .await;
            let start = Instant::now();
            agent.post("/api/close-tab", json!({"tabId": tab, "force": true})).await.is_ok();
            start.elapsed()
        };
        let (_, took) = tokio::join!(never, close);
        assert!(took < Duration::from_secs(10), "{took:?}");
    });
}

#[test]
fn commands_of_one_tab_run_in_order() {
    run(async |kit| {
        let agent = kit.agent();
        let tab = agent.opens(&kit.page("<input>")).await;
        let letter = |key: &str| {
            let body =
                json!({"tabId": tab, "selector": "input", "key": key, "includeSnapshot": false});
            let agent = agent.clone();
            async move { agent.post("/api/keypress", body).await.is_ok().clone() }
        };
        // The requests are sent one after the other, on connections of their own.
        tokio::join!(letter("a"), letter("b"), letter("c"), letter("d"));
        let typed = kit.in_page(tab, "document.querySelector('input').value").await;
        let mut letters: Vec<_> = typed.as_str().unwrap().chars().collect();
        letters.sort_unstable();
        assert_eq!(letters, ['a', 'b', 'c', 'd'], "each was typed once: {typed}");
    });
}
