//! What an action's answer says of frames of other origins (*Post-action snapshots*).

use std::time::Duration;

use kitsune_e2e::{Kit, Origin, Reply, TabId, json, run};

use super::frames::{act, first_ref, frame, page_around, snapshot, text};

/// A frame that adds "Saved." when its page sends it a message.
const SAVES: &str = "<button>Pay</button><p>Old text.</p>\
    <script>onmessage = () => document.body.append('Saved.')</script>";

/// A button that sends a message to the first frame.
const SENDS: &str = "<button onclick='frames[0].postMessage(0, \"*\")'>Save</button>";

async fn click(kit: &Kit<'_>, tab: TabId, page: &Reply, part: &str) -> Reply {
    let reply = act(&kit.agent(), "click", tab, first_ref(page, part), json!({})).await;
    reply.is_ok();
    reply
}

#[test]
fn a_delta_lists_what_changed_inside_a_frame_under_its_line() {
    run(async |kit| {
        let page = format!("{SENDS}{}", frame(&kit.page_on(Origin::Other, SAVES)));
        let tab = kit.agent().opens(&kit.page(page)).await;
        let before = snapshot(kit, tab).await;
        let reply = click(kit, tab, &before, "Save").await;
        let lines: Vec<_> = text(&reply).lines().collect();
        assert_eq!(lines.len(), 3, "{reply}");
        assert!(lines[0].contains("button \"Save\""), "{reply}");
        assert!(lines[1].contains("iframe") && lines[1].contains("[frame=cross_origin"), "{reply}");
        assert!(lines[2].starts_with("  - text") && lines[2].contains("Saved."), "{reply}");
        assert_eq!(reply["snapshot_delta"], true);
        assert!(reply["no_visible_change"].is_null(), "{reply}");
    });
}

#[test]
fn no_visible_change_covers_the_frames() {
    run(async |kit| {
        let page = format!("<button>Nothing</button>{}", frame(&kit.page_on(Origin::Other, SAVES)));
        let tab = kit.agent().opens(&kit.page(page)).await;
        let before = snapshot(kit, tab).await;
        let reply = click(kit, tab, &before, "Nothing").await;
        assert_eq!(reply["no_visible_change"], true, "{reply}");
        assert!(!text(&reply).contains("iframe"), "{reply}");
    });
}

#[test]
fn an_action_inside_a_frame_shows_the_frame_and_the_page_around_it() {
    run(async |kit| {
        let inner = "<button onclick='document.body.append(\"Paid.\");parent.postMessage(0, \"*\")'>\
            Pay</button><button>Other</button>";
        let page = format!(
            "<button>Outer</button>{}<p id=note></p>\
             <script>onmessage = () => note.textContent = 'Thank you.'</script>",
            frame(&kit.page_on(Origin::Other, inner))
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let before = snapshot(kit, tab).await;
        let reply = click(kit, tab, &before, "button \"Pay").await;
        assert_eq!(reply["target_ref"], first_ref(&before, "button \"Pay"));
        for part in ["[frame=cross_origin", "Paid.", "Thank you."] {
            reply.mentions("snapshot", part);
        }
        for part in ["Outer", "Other"] {
            assert!(!text(&reply).contains(part), "{part}\n{reply}");
        }
        // What this answer listed is not listed again.
        let again = act(&kit.agent(), "click", tab, first_ref(&before, "Outer"), json!({})).await;
        assert_eq!(again.is_ok()["no_visible_change"], true, "{again}");
    });
}

#[test]
fn the_next_page_of_the_frame_that_was_acted_in_is_listed_in_full() {
    run(async |kit| {
        let next = kit.page_on(Origin::Other, "<h2>Receipt</h2><p>Thank you.</p>");
        let tab =
            page_around(kit, &[&format!("<form action='{next}'><button>Pay</button></form>")])
                .await;
        let before = snapshot(kit, tab).await;
        let reply = click(kit, tab, &before, "button \"Pay").await;
        for part in ["[frame=cross_origin", "heading \"Receipt\"", "Thank you."] {
            reply.mentions("snapshot", part);
        }
        assert!(reply["navigated"].is_null() && reply["no_visible_change"].is_null(), "{reply}");
        assert!(!text(&reply).contains("heading \"Shop\""), "{reply}");
    });
}

#[test]
fn a_frame_that_an_action_adds_is_listed_in_full() {
    run(async |kit| {
        let inner = kit.page_on(Origin::Other, "<button>Pay</button><p>Safe and sound.</p>");
        let page = format!(
            "<button onclick='const added = document.createElement(\"iframe\");\
             added.src=\"{inner}\";document.body.append(added)'>Check out</button>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let before = snapshot(kit, tab).await;
        let reply = click(kit, tab, &before, "Check out").await;
        reply.mentions("snapshot", "[frame=cross_origin").mentions("snapshot", "button \"Pay\"");
        reply.mentions("snapshot", "Safe and sound.");
    });
}

#[test]
fn a_frame_that_holds_another_page_than_when_it_was_read_is_listed_in_full() {
    run(async |kit| {
        let next = kit.page_on(Origin::Other, "<h2>Receipt</h2><p>Thank you.</p>");
        let inner = format!("<script>onmessage = () => location = '{next}'</script><p>Old");
        let page = format!("{SENDS}{}", frame(&kit.page_on(Origin::Other, inner)));
        let tab = kit.agent().opens(&kit.page(page)).await;
        let before = snapshot(kit, tab).await;
        let reply = click(kit, tab, &before, "Save").await;
        reply.mentions("snapshot", "heading \"Receipt\"").mentions("snapshot", "Thank you.");
    });
}

#[test]
fn a_frame_that_was_never_read_is_not_listed_and_compared_with_later() {
    run(async |kit| {
        let page = format!("<h1>Shop</h1>{SENDS}{}", frame(&kit.page_on(Origin::Other, SAVES)));
        let tab = kit.agent().opens(&kit.page(page)).await;
        let click = json!({"tabId": tab, "selector": "h1"});
        let first = kit.agent().post("/api/click", click).await;
        assert_eq!(first.is_ok()["no_visible_change"], true, "{first}");
        assert!(!text(&first).contains("Pay"), "{first}");
        let click = json!({"tabId": tab, "selector": "button"});
        let second = kit.agent().post("/api/click", click).await;
        second.is_ok().mentions("snapshot", "Saved.");
        assert!(!text(&second).contains("\"Pay\""), "{second}");
    });
}

#[test]
fn a_frame_that_does_not_answer_after_an_action_in_it_leaves_the_change_open() {
    run(async |kit| {
        let inner = "<button onclick='setTimeout(() => { const end = Date.now() + 8000;\
            while (Date.now() < end); }, 100)'>Pay</button>";
        let tab = page_around(kit, &[inner]).await;
        let before = snapshot(kit, tab).await;
        let start = std::time::Instant::now();
        let reply = click(kit, tab, &before, "button \"Pay").await;
        assert!(reply["no_visible_change"].is_null(), "{reply}");
        assert!(start.elapsed() < Duration::from_secs(6), "{:?}", start.elapsed());
    });
}

#[test]
fn what_changed_since_the_last_read_includes_the_frames() {
    run(async |kit| {
        let page = frame(&kit.page_on(Origin::Other, SAVES));
        let tab = kit.agent().opens(&kit.page(page)).await;
        snapshot(kit, tab).await;
        kit.in_page(tab, "frames[0].postMessage(0, '*')").await;
        let since = json!({"tabId": tab, "sinceObservation": true});
        let shown = async || kit.agent().post("/api/snapshot", since.clone()).await;
        kitsune_e2e::eventually("the frame's change", super::frames::PATIENCE, async || {
            let reply = shown().await;
            text(reply.is_ok()).contains("Saved.") && !text(&reply).contains("Pay\"")
        })
        .await;
    });
}

#[test]
fn a_full_snapshot_after_an_action_has_the_frames_too() {
    run(async |kit| {
        let page = format!("{SENDS}{}", frame(&kit.page_on(Origin::Other, SAVES)));
        let tab = kit.agent().opens(&kit.page(page)).await;
        let before = snapshot(kit, tab).await;
        for (part, more) in [("Save", "button \"Pay\""), ("button \"Pay", "button \"Save\"")] {
            let full = json!({"snapshot": "full"});
            let reply = act(&kit.agent(), "click", tab, first_ref(&before, part), full).await;
            reply.is_ok().mentions("snapshot", "[frame=cross_origin").mentions("snapshot", more);
            assert_eq!(reply["target_ref"], first_ref(&before, part), "{reply}");
        }
    });
}
