//! Other reads than snapshots read the same frames of other origins, with the same limits per call, and say
//! what the limits left out (*Frames*).

use std::time::{Duration, Instant};

use kitsune_e2e::{Kit, Origin, TabId, Value, eventually, json, run};

/// How long frames may take to answer on a machine that does much else.
const PATIENCE: Duration = Duration::from_secs(15);

const READS: [&str; 3] = ["/api/find", "/api/dom", "/api/forms"];

async fn ask(kit: &Kit<'_>, tab: TabId, path: &str) -> Value {
    let mut body = json!({"tabId": tab});
    if path == "/api/find" {
        body["query"] = json!("inside");
    }
    kit.agent().post(path, body).await.is_ok().json.clone()
}

/// How often each read tells of what is inside of frames, once that is as often as expected.
async fn tells(kit: &Kit<'_>, tab: TabId, path: &str, times: usize) -> Value {
    let mut last = Value::Null;
    eventually(&format!("{path} tells of {times} frames"), PATIENCE, async || {
        last = ask(kit, tab, path).await;
        last.to_string().matches("Inside").count() == times
    })
    .await;
    last
}

fn inside(kit: &Kit<'_>, origin: Origin, html: &str) -> String {
    let url = kit.page_on(origin, format!("<style>body {{ margin: 0 }}</style>{html}"));
    format!("<iframe src='{url}' width=200 height=60></iframe>")
}

#[test]
fn six_frames_are_read_and_the_hint_says_how_many_are_left() {
    run(async |kit| {
        let frame = inside(kit, Origin::Other, "<input aria-label=Inside>");
        let page = format!("<h1>Shop</h1>{}", frame.repeat(8));
        let tab = kit.agent().opens(&kit.page(page)).await;
        for path in READS {
            let told = tells(kit, tab, path, 6).await;
            let hint = told["hint"].as_str().unwrap_or_default();
            assert!(hint.contains("2 more cross-origin frames were not read"), "{path}: {told}");
        }
        let forms = ask(kit, tab, "/api/forms").await;
        assert_eq!(forms["unavailableFrames"].as_array().map(Vec::len), Some(2), "{forms}");
        let tree = ask(kit, tab, "/api/dom").await.to_string();
        assert_eq!(tree.matches(r#""content":"cross_origin""#).count(), 2, "{tree}");
    });
}

#[test]
fn the_core_tools_say_how_many_frames_are_left_whatever_else_they_say() {
    run(async |kit| {
        let frame = inside(kit, Origin::Other, "<button>Inside</button>");
        let prose = "<p>A line of many words, again and again.</p>".repeat(900);
        let page = format!("<h1>Shop</h1>{}{prose}", frame.repeat(7));
        let client = kit.mcp().await;
        let open = json!({"action": "new", "url": kit.page(page)});
        client.call("browser_tabs", open).await.is_ok();
        let told = async |tool: &str, arguments: Value| -> Value {
            client.call(tool, arguments).await.is_ok().json.clone()
        };
        let hint = |reply: &Value| reply["hint"].as_str().unwrap_or_default().to_owned();
        let left = "1 more cross-origin frame was not read";
        for (tool, arguments, other) in [
            ("browser_snapshot", json!({}), "The snapshot was cut"),
            ("browser_find", json!({"text": "coffee"}), "load_more"),
            ("browser_find", json!({"text": "many words"}), "Narrow the query"),
            ("browser_find", json!({"text": "inside"}), ""),
        ] {
            let reply = told(tool, arguments.clone()).await;
            let hint = hint(&reply);
            assert!(hint.contains(left) && hint.contains(other), "{tool} {arguments}: {hint}");
        }
    });
}

#[test]
fn small_frames_and_those_that_hang_hold_no_read_up() {
    run(async |kit| {
        let busy = "<button>Busy</button><script>onmessage = () => {\
            const end = Date.now() + 9000; while (Date.now() < end); }</script>";
        let small = inside(kit, Origin::Other, "<input aria-label=Inside>");
        let page = [
            inside(kit, Origin::Other, busy),
            inside(kit, Origin::Address, "<input aria-label=Inside>"),
            small.replace("width=200", "width=23"),
        ];
        let tab = kit.agent().opens(&kit.page(page.concat())).await;
        for path in READS {
            tells(kit, tab, path, 1).await;
        }
        kit.in_page(tab, "frames[0].postMessage(0, '*')").await;
        for path in READS {
            let start = Instant::now();
            let told = ask(kit, tab, path).await;
            let took = start.elapsed();
            assert!(took < Duration::from_secs(4), "{path}: {took:?}");
            assert!(told.to_string().contains("Inside"), "{path}: {told}");
            assert!(told["hint"].is_null(), "{path}: {told}");
        }
    });
}
