//! ARIA sliders and spinbuttons set by value, and native inputs that hold no free text
//! (*POST /api/fill*, `value_not_reached`).

use kitsune_e2e::{Kit, Reply, TabId, Value, json, run};

/// A slider as pages write them: a `div` that keys change. `keys` maps a key to its step.
fn slider(role: &str, more: &str, keys: &str) -> String {
    format!(
        "<div id=s role={role} tabindex=0 aria-valuemin=0 aria-valuemax=100 aria-valuenow=50 {more}>\
         </div><script>var pressed = []; const step = {keys};\
         s.addEventListener('keydown', e => {{\
           pressed.push(e.key);\
           if (!(e.key in step)) return;\
           const now = +s.getAttribute('aria-valuenow'), to = step[e.key];\
           const next = typeof to === 'function' ? to(now) : now + to;\
           s.setAttribute('aria-valuenow', Math.max(0, Math.min(100, next))); }});</script>"
    )
}

const USUAL: &str = "{ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1,\
     Home: () => 0, End: () => 100}";

async fn opened(kit: &Kit<'_>, role: &str, more: &str, keys: &str) -> TabId {
    kit.agent().opens(&kit.page(slider(role, more, keys))).await
}

async fn fill(kit: &Kit<'_>, tab: TabId, value: &str) -> Reply {
    let body = json!({"tabId": tab, "selector": "#s", "value": value});
    kit.agent().post("/api/fill", body).await
}

async fn now(kit: &Kit<'_>, tab: TabId) -> Value {
    kit.in_page(tab, "s.getAttribute('aria-valuenow')").await
}

#[test]
fn a_slider_is_stepped_to_the_value_in_one_request() {
    run(async |kit| {
        let tab = opened(kit, "slider", "", USUAL).await;
        let reply = fill(kit, tab, "15").await;
        let mut facts = reply.is_ok().json.clone();
        for key in ["snapshot", "snapshot_delta", "target_ref", "visibilityState"] {
            facts.as_object_mut().unwrap().remove(key);
        }
        let expected = json!({"ok": true, "tag": "div", "role": "slider", "value": 15.0,
            "target": 15.0, "min": 0.0, "max": 100.0, "keys": 35});
        assert_eq!(facts, expected, "{reply}");
        assert_eq!(now(kit, tab).await, "15");
        assert_eq!(kit.in_page(tab, "document.activeElement.id").await, "s");
        reply.mentions("snapshot", "15");
    });
}

#[test]
fn the_ends_take_one_key_and_the_value_itself_none() {
    run(async |kit| {
        let tab = opened(kit, "slider", "", USUAL).await;
        for (value, keys) in [("100", 1), ("0", 1), ("0", 0)] {
            assert_eq!(fill(kit, tab, value).await.is_ok()["keys"], keys, "{value}");
        }
        assert_eq!(kit.in_page(tab, "pressed.join()").await, "End,Home");
    });
}

#[test]
fn upright_ones_take_up_and_down_and_the_other_keys_when_those_do_not_lead_there() {
    run(async |kit| {
        for (role, more, keys, first) in [
            ("slider", "aria-orientation=vertical", USUAL, "ArrowUp"),
            ("spinbutton", "", USUAL, "ArrowUp"),
            ("slider", "", "{ArrowUp: 1, ArrowDown: -1}", "ArrowRight,ArrowUp"),
            // Right to left: the right arrow lowers.
            (
                "slider",
                "",
                "{ArrowRight: -1, ArrowLeft: 1, ArrowUp: 1, ArrowDown: -1}",
                "ArrowRight,ArrowUp",
            ),
        ] {
            let tab = opened(kit, role, more, keys).await;
            assert_eq!(fill(kit, tab, "53").await.is_ok()["value"], 53.0, "{role} {more} {keys}");
            let pressed = kit.in_page(tab, "pressed.join()").await;
            assert!(pressed.as_str().unwrap().starts_with(first), "{pressed}");
        }
    });
}

#[test]
fn a_value_that_is_not_reached_says_why_and_where_it_stands() {
    run(async |kit| {
        for (keys, more, value, reason, stands, retryable) in [
            (USUAL, "", "101", "out_of_range", "50", true),
            (USUAL, "", "-0.5", "out_of_range", "50", true),
            ("{ArrowRight: 10, ArrowLeft: -10}", "", "55", "stepped_past", "60", false),
            ("{}", "", "55", "stuck", "50", false),
            (USUAL, "aria-disabled=true", "55", "stuck", "50", false),
            ("{ArrowRight: -1, ArrowUp: -1}", "", "55", "moved_away", "48", false),
            ("{ArrowRight: -1}", "", "55", "moved_away", "49", false),
        ] {
            let tab = opened(kit, "slider", more, keys).await;
            let reply = fill(kit, tab, value).await;
            reply.has_status(200).is_error("value_not_reached");
            assert_eq!(reply["state"]["reason"], reason, "{keys} {reply}");
            assert_eq!(reply["retryable"], retryable, "{reply}");
            let stood = reply["state"]["value"].as_f64().unwrap();
            assert!((stood - stands.parse::<f64>().unwrap()).abs() < 1e-6, "{reply}");
            if reason == "out_of_range" {
                assert_eq!(
                    (&reply["state"]["keys"], &kit.in_page(tab, "pressed.length").await),
                    (&json!(0), &json!(0))
                );
            }
        }
    });
}

#[test]
fn a_slider_is_not_pressed_without_end() {
    run(async |kit| {
        let tab = opened(kit, "slider", "", "{ArrowRight: 0.001}").await;
        let reply = fill(kit, tab, "55").await;
        reply.is_error("value_not_reached");
        // On a busy machine the time may end first.
        let reason = reply["state"]["reason"].as_str().unwrap();
        assert!(["key_limit", "time_limit"].contains(&reason), "{reply}");
        assert_eq!(reply["state"]["keys"], kit.in_page(tab, "pressed.length").await, "{reply}");
        assert!(reply["state"]["keys"].as_u64().unwrap() <= 1000, "{reply}");
    });
}

#[test]
fn what_is_no_number_or_has_no_number_is_refused_before_a_key() {
    run(async |kit| {
        let tab = opened(kit, "slider", "", USUAL).await;
        for value in ["", " ", "ten", "NaN", "Infinity", "1 2"] {
            fill(kit, tab, value).await.is_error("invalid_argument");
        }
        assert_eq!(kit.in_page(tab, "pressed.length").await, 0);
        let mute = "<div id=s role=slider tabindex=0></div>";
        let tab = kit.agent().opens(&kit.page(mute)).await;
        let reply = fill(kit, tab, "5").await;
        reply.is_error("not_fillable").mentions("hint", "browser_press_key");
        assert_eq!(reply["state"]["role"], "slider", "{reply}");
    });
}

#[test]
fn typing_and_form_keys_name_the_keyboard_and_fill_instead() {
    run(async |kit| {
        let tab = opened(kit, "slider", "aria-label=Volume", USUAL).await;
        let agent = kit.agent();
        let body = json!({"tabId": tab, "selector": "#s", "text": "15"});
        let typed = agent.post("/api/type", body).await;
        typed.is_error("not_fillable").mentions("hint", "browser_press_key");
        typed.mentions("hint", "without slowly");
        let form = json!({"tabId": tab, "fields": {"Volume": "15"}});
        let form = agent.post("/api/form-fill", form).await;
        assert_eq!(form["results"]["Volume"]["code"], "not_fillable", "{form}");
        assert_eq!(now(kit, tab).await, "50");
        // A list of fields says that it is a slider.
        let field = json!({"target": "#s", "name": "Volume", "type": "slider", "value": "52"});
        agent.post("/api/form-fill", json!({"tabId": tab, "fields": [field]})).await.is_ok();
        assert_eq!(now(kit, tab).await, "52");
    });
}

#[test]
fn a_slider_that_moves_back_after_the_keys_is_told() {
    run(async |kit| {
        let keys = "{ArrowRight: now => { setTimeout(() => s.setAttribute('aria-valuenow', 50), 100); \
            return now + 1 }}";
        let tab = opened(kit, "slider", "", keys).await;
        let reply = fill(kit, tab, "51").await;
        assert_eq!(
            (&reply.is_ok()["value"], &reply["target"]),
            (&json!(50.0), &json!(51.0)),
            "{reply}"
        );
        assert_eq!(reply["warning"]["code"], "value_differs", "{reply}");
    });
}

#[test]
fn a_native_range_is_set_at_once_inside_a_slider_too() {
    run(async |kit| {
        let page = "<div id=s role=slider aria-valuenow=1><input id=r type=range min=0 max=10 step=2></div>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = fill(kit, tab, "8").await;
        assert_eq!(
            (&reply.is_ok()["value"], &reply["keys"]),
            (&json!("8"), &Value::Null),
            "{reply}"
        );
        assert_eq!(kit.in_page(tab, "r.value").await, "8");
        for value in ["7", "12", "x"] {
            fill(kit, tab, value).await.mentions("error", "Malformed value");
        }
        assert_eq!(kit.in_page(tab, "r.value").await, "8");
    });
}

#[test]
fn native_inputs_take_their_own_spelling_only() {
    run(async |kit| {
        for (kind, good, bad) in [
            ("number", "3.5", "three"),
            ("date", "2024-02-29", "29.2.2024"),
            ("time", "23:59", "25:00"),
            ("datetime-local", "2024-12-31T23:59", "2024-12-31"),
            ("color", "#AABBCC", "reddish"),
        ] {
            let tab = kit.agent().opens(&kit.page(format!("<input id=s type={kind}>"))).await;
            let wrong = fill(kit, tab, bad).await;
            wrong.mentions("error", "Malformed value").mentions("hint", "Pass a");
            assert!(kit.seen_in(tab).await.is_empty(), "{kind}");
            let reply = fill(kit, tab, good).await;
            assert!(reply.is_ok()["warning"].is_null(), "{kind} {reply}");
            let held = kit.in_page(tab, "s.value").await;
            assert!(held.as_str().unwrap().eq_ignore_ascii_case(good), "{kind} {held}");
            assert_eq!(kit.seen_in(tab).await, ["input input#s", "change input#s"], "{kind}");
        }
    });
}
