//! What reads are asked with: keys that any body may carry, keys that nobody knows, and numbers that
//! mean nothing (*Keys any action body may carry*, the limits of the reads).

use std::time::Duration;

use kitsune_e2e::{Kit, Method, Reply, TabId, Value, eventually, json, run};

use crate::viewers::reads;

const PAGE: &str = "<h1>Here</h1><p>A word <a href=/x>x</a></p><ul><li>1<li>2<li>3</ul>";

async fn ask(kit: &Kit<'_>, tab: TabId, path: &str, body: &Value, more: &Value) -> Reply {
    let mut body = body.clone();
    body["tabId"] = json!(tab);
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    kit.agent().post(path, body).await
}

#[test]
fn every_read_takes_the_keys_that_any_body_may_carry_and_refuses_unknown_ones_by_name() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(PAGE)).await;
        let any = json!({"element": "the page", "first": true, "confirmToken": "t",
            "includeSnapshot": false, "snapshotText": false, "snapshot": "full", "wait": true,
            "timeout": 500});
        for (path, body) in reads() {
            let plain = ask(kit, tab, path, &body, &json!({})).await;
            let told = ask(kit, tab, path, &body, &any).await;
            let fields = |reply: &Reply| -> Vec<String> {
                let all = reply.is_ok().json.as_object().unwrap().keys();
                all.filter(|key| *key != "_cached").cloned().collect()
            };
            assert_eq!(fields(&told), fields(&plain), "{path}");
            ask(kit, tab, path, &body, &json!({"unheard": 1}))
                .await
                .has_status(400)
                .is_error("invalid_argument")
                .mentions("error", "unheard");
            let wrong = ask(kit, tab, path, &body, &json!({"includeSnapshot": "no"})).await;
            wrong.has_status(400).is_error("invalid_argument").mentions("error", "includeSnapshot");
        }
        // A read has no outcome that could be waited for.
        let expecting = json!({"expect": {"text": "Here"}});
        let reply = ask(kit, tab, "/api/links", &json!({}), &expecting).await;
        reply.has_status(400).mentions("error", "expect");
    });
}

#[test]
fn numbers_out_of_range_are_refused_before_anything_is_read() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(PAGE)).await;
        let strange = [json!(-1), json!(-1e300), json!("5"), json!("NaN"), json!([]), json!(true)];
        let element = json!({"selector": "h1"});
        let rows = json!({"selector": "li"});
        let none = json!({});
        for (path, body, key, more, status) in [
            ("/api/snapshot", &none, "maxDepth", vec![json!(0.5)], 400),
            ("/api/snapshot", &none, "maxChars", vec![], 400),
            ("/api/dom", &none, "maxDepth", vec![json!(0.5)], 200),
            ("/api/query", &rows, "limit", vec![json!(0), json!(0.5)], 400),
            (
                "/api/element-screenshot",
                &element,
                "scale",
                vec![json!(0), json!(0.99), json!(4.01), json!(1e308)],
                400,
            ),
            ("/api/screenshot", &none, "scale", vec![json!(2)], 400),
            ("/api/full-page-screenshot", &none, "scale", vec![json!(2)], 400),
        ] {
            for value in strange.iter().chain(&more) {
                let reply = ask(kit, tab, path, body, &json!({key: value})).await;
                reply.has_status(status).mentions("error", key);
                assert!(reply["hint"].is_string(), "{path} {key} {value}: {reply}");
            }
        }
        // What no JSON number can be is no JSON.
        for number in ["NaN", "Infinity", "-Infinity", "1e400"] {
            let body = format!("{{\"tabId\": {tab}, \"maxChars\": {number}}}").into_bytes();
            let reply = kit.agent().send(Method::POST, "/api/snapshot", body).await;
            reply.has_status(400).is_error("invalid_argument");
        }
    });
}

#[test]
fn numbers_that_are_only_large_mean_all_there_is() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(PAGE)).await;
        let plain = ask(kit, tab, "/api/snapshot", &json!({}), &json!({})).await;
        for (key, value) in [
            ("maxChars", json!(1e300)),
            ("maxChars", json!(u64::MAX)),
            ("maxDepth", json!(5_000_000_000_u64)),
        ] {
            let reply = ask(kit, tab, "/api/snapshot", &json!({}), &json!({key: value})).await;
            assert_eq!(reply.is_ok()["snapshot"], plain["snapshot"], "{key} {value}: {reply}");
        }
        let deep = ask(kit, tab, "/api/dom", &json!({}), &json!({"maxDepth": 1e18})).await;
        assert_eq!(deep.is_ok()["truncated"], Value::Null, "{deep}");
        let rows = json!({"selector": "li"});
        for limit in [json!(null), json!(3), json!(5_000_000_000_u64), json!(1e30)] {
            let reply = ask(kit, tab, "/api/query", &rows, &json!({"limit": limit})).await;
            let told = (&reply.is_ok()["count"], &reply["truncated"]);
            assert_eq!(told, (&json!(3), &json!(false)), "{limit}: {reply}");
        }
    });
}

#[test]
fn a_selector_with_a_hundred_thousand_matches_reads_the_first() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page("<ul id=l></ul>")).await;
        kit.in_page(tab, "void (l.innerHTML = '<li>item of the list</li>'.repeat(100000))").await;
        // A page that is being laid out may not answer at once.
        let ask = async |path: &str, body: &Value| {
            let mut reply = None;
            eventually("the page answers", Duration::from_secs(60), async || {
                let answer = ask(kit, tab, path, body, &json!({"selector": "li"})).await;
                let is_busy = answer["code"] == "content_unavailable";
                reply = Some(answer);
                !is_busy
            })
            .await;
            reply.unwrap()
        };
        let selected = reads().filter(|(_, body)| body.get("selector").is_some());
        for (path, body) in selected {
            ask(path, &body).await.is_ok();
        }
        for path in ["/api/dom", "/api/snapshot", "/api/markdown", "/api/page-text"] {
            let reply = ask(path, &json!({})).await;
            let told = reply.is_ok().json.to_string();
            assert_eq!(told.matches("item of the list").count(), 1, "{path}: {reply}");
        }
        let highlight = json!({"tabId": tab, "selector": "li"});
        kit.agent().post("/api/highlight", highlight).await.is_ok();
    });
}
