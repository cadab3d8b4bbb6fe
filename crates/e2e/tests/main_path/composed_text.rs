//! Page text is all that the page shows, whatever it is composed of: shadow trees, slots, frames of its
//! own origin (*GET /api/page-text*).

use kitsune_e2e::{Kit, Origin, Reply, TabId, Value, json, run};

async fn text(kit: &Kit<'_>, tab: TabId, selector: Value) -> Reply {
    let body = json!({"tabId": tab, "selector": selector});
    let reply = kit.agent().post("/api/page-text", body).await;
    reply.is_ok();
    reply
}

const CARD: &str = "<x-card><template shadowrootmode=closed><style>b { text-transform: uppercase }</style>\
    <p>In a <b>closed</b> tree</p><div>Of <slot></slot></div><p hidden>Hidden</p>\
    <x-inner><template shadowrootmode=open>Deeper,\n then a<br>line</template></x-inner>\
    </template>slotted <i>words</i><span slot=none>Lost</span></x-card>";

#[test]
fn the_text_of_shadow_trees_stands_where_it_is_shown() {
    run(async |kit| {
        let page = format!("<h1>Shop</h1>{CARD}<p>After\n it</p><table><tr><td>x<td>y</table>");
        let tab = kit.agent().opens(&kit.page(page)).await;
        let card = "In a CLOSED tree\n\nOf slotted words\nDeeper, then a\nline";
        let reply = text(kit, tab, json!(null)).await;
        let told = reply["text"].as_str().unwrap().trim();
        assert_eq!(told, format!("Shop\n\n{card}\n\nAfter it\n\nx\ty"), "{reply}");
        assert_eq!(text(kit, tab, json!("x-card")).await["text"], card);
        assert_eq!(text(kit, tab, json!("x-inner")).await["text"], "Deeper, then a\nline");
    });
}

#[test]
fn the_text_of_frames_of_the_pages_own_origin_stands_in_their_place() {
    run(async |kit| {
        let inner = kit.page(format!("<p>In a frame</p>{CARD}"));
        let other = kit.page_on(Origin::Other, "<p>Elsewhere</p>");
        let page = format!(
            "<p>Before</p><section><iframe src='{inner}'></iframe></section><iframe src='{other}'>\
             </iframe><iframe src='{inner}' hidden></iframe><p>After</p>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = text(kit, tab, json!(null)).await;
        let told = reply["text"].as_str().unwrap();
        let order = ["Before", "In a frame", "CLOSED", "Of slotted words", "line", "After"];
        let places: Vec<_> = order.iter().map(|part| told.find(part)).collect();
        assert!(places.is_sorted() && places[0].is_some(), "{reply}");
        assert_eq!(told.matches("In a frame").count(), 1, "{reply}");
        assert!(!told.contains("Elsewhere"), "{reply}");
        assert_eq!(text(kit, tab, json!("section")).await["text"], told[8..told.len() - 7].trim());
    });
}

#[test]
fn a_long_shadow_tree_counts_for_the_length() {
    run(async |kit| {
        let page = format!("<x-a><template shadowrootmode=open>{}", "word ".repeat(20_000));
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = text(kit, tab, json!(null)).await;
        assert_eq!(reply["text"].as_str().unwrap().len(), 50_000);
        assert_eq!((&reply["truncated"], &reply["fullLength"]), (&json!(true), &json!(99_999)));
    });
}

#[test]
fn what_is_secret_in_a_shadow_tree_is_no_page_text() {
    run(async |kit| {
        let page = "<x-pin autocomplete=one-time-code><template shadowrootmode=open>\
            <div contenteditable>hunter2</div></template></x-pin><x-a><template shadowrootmode=open>\
            <textarea>area</textarea><select><option>chosen</select><input value=typed>\
            <b style='-webkit-text-security:disc'>hunter2</b><p>Plain</p></template></x-a>\
            <div contenteditable autocomplete=current-password>hunter2</div>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = text(kit, tab, json!(null)).await;
        // A mask is shown as one.
        assert_eq!(reply["text"].as_str().unwrap().trim(), "•••••••\n\nPlain", "{reply}");
    });
}
