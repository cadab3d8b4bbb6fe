//! Long pages: folded runs, budgets, landmarks that wait (*browser_snapshot*).

use kitsune_e2e::{Kit, Reply, TabId, Value, json, run};

/// `count` cards with the same structure.
fn cards(count: usize) -> String {
    (0..count)
        .map(|n| format!("<div class=c{n}><h3>Card {n}</h3><button>Buy {n}</button></div>"))
        .collect()
}

async fn snapshot(kit: &Kit<'_>, tab: TabId, more: Value) -> Reply {
    let mut body = json!({"tabId": tab});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    kit.agent().post("/api/snapshot", body).await
}

fn text(reply: &Reply) -> &str {
    reply.is_ok()["snapshot"].as_str().unwrap()
}

/// What follows `[ref=` in the first line with `part`, up to the bracket.
fn ref_in(text: &str, part: &str) -> String {
    let line = text.lines().find(|line| line.contains(part)).unwrap_or_else(|| panic!("{text}"));
    line.split("[ref=").nth(1).unwrap().split(']').next().unwrap().to_owned()
}

/// The ref of the container that a marker names.
fn container(text: &str) -> String {
    let line = text.lines().find(|line| line.contains("more similar items")).unwrap();
    line.split("snapshot ").nth(1).unwrap().split(' ').next().unwrap().to_owned()
}

#[test]
fn a_run_of_eight_similar_items_shows_five_and_a_marker() {
    run(async |kit| {
        let page = format!("<main id=m>{}</main>", cards(8));
        let tab = kit.agent().opens(&kit.page(&page)).await;
        let reply = snapshot(kit, tab, json!({})).await;
        let text = text(&reply);
        assert_eq!(text.matches("- button").count(), 5, "{text}");
        assert!(text.contains("  - … 3 more similar items; snapshot e"), "{text}");
        assert!(text.contains("Card 4") && !text.contains("Card 5"), "{text}");
    });
}

#[test]
fn a_run_of_up_to_seven_is_listed_in_full() {
    run(async |kit| {
        let page = format!("<main>{}<div hidden>{}</div></main>", cards(7), cards(1));
        let tab = kit.agent().opens(&kit.page(&page)).await;
        let reply = snapshot(kit, tab, json!({})).await;
        assert_eq!(text(&reply).matches("- button").count(), 7, "{reply}");
        assert!(!text(&reply).contains("more similar"), "{reply}");
    });
}

#[test]
fn a_snapshot_of_the_markers_container_lists_up_to_a_hundred_items() {
    run(async |kit| {
        for (count, listed) in [(40, 40), (102, 102), (103, 100)] {
            let page = format!("<h1>Shop</h1><div>{}</div>", cards(count));
            let tab = kit.agent().opens(&kit.page(&page)).await;
            let reply = snapshot(kit, tab, json!({})).await;
            let whole = snapshot(kit, tab, json!({"ref": container(text(&reply))})).await;
            assert_eq!(text(&whole).matches("- button").count(), listed, "{count}");
            let marker = "- … 3 more similar items; use browser_find to locate a specific one";
            assert_eq!(text(&whole).contains(marker), count == 103, "{whole}");
        }
    });
}

#[test]
fn without_collapse_every_item_is_listed() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(cards(30))).await;
        let reply = snapshot(kit, tab, json!({"collapse": false})).await;
        assert_eq!(text(&reply).matches("- button").count(), 30, "{reply}");
    });
}

#[test]
fn leaf_controls_and_prose_do_not_collapse() {
    run(async |kit| {
        let buttons: String = (0..12).map(|n| format!("<button>B{n}</button>")).collect();
        let prose: String =
            (0..12).map(|n| format!("<p>Word {n} and <a href=/{n}>link {n}</a>.</p>")).collect();
        let page = format!("<div>{buttons}</div>{prose}");
        let tab = kit.agent().opens(&kit.page(&page)).await;
        let readable = snapshot(kit, tab, json!({})).await;
        assert_eq!(text(&readable).matches("- button").count(), 12, "{readable}");
        assert_eq!(text(&readable).matches("- text").count(), 12, "{readable}");
        // Without its text, prose is only its links.
        let compact = snapshot(kit, tab, json!({"text": false})).await;
        assert_eq!(text(&compact).matches("- link").count(), 5, "{compact}");
    });
}

#[test]
fn another_structure_ends_a_run_and_hidden_items_do_not() {
    run(async |kit| {
        let hidden = "<div hidden><h3>No</h3><button>No</button></div>";
        let other = "<div><h3>Other</h3><input aria-label=Q><button>Buy</button></div>";
        let four = cards(4);
        let page = format!("<main>{four}{hidden}{four}</main><main>{four}{other}{four}</main>");
        let tab = kit.agent().opens(&kit.page(&page)).await;
        let reply = snapshot(kit, tab, json!({})).await;
        assert_eq!(text(&reply).matches("- button").count(), 5 + 9, "{reply}");
    });
}

#[test]
fn the_acted_on_item_is_listed_wherever_it_stands() {
    run(async |kit| {
        let script = "<script>document.onclick = event => {\
            event.target.textContent = 'Bought'; };</script>";
        let page = format!("<main>{}</main>{script}", cards(40));
        let tab = kit.agent().opens(&kit.page(&page)).await;
        let click = json!({"tabId": tab, "selector": ".c20 button"});
        let reply = kit.agent().post("/api/click", click).await;
        let delta = reply.is_ok()["snapshot"].as_str().unwrap();
        assert!(delta.contains("button \"Bought\""), "{delta}");
        assert!(!delta.contains("Card 19") && !delta.contains("removed"), "{delta}");
        // Only what changed: the item's other lines were there before.
        assert!(!delta.contains("Card 20"), "{delta}");
        assert_eq!(delta.matches("more similar items").count(), 1, "{delta}");
        assert_eq!(reply["target_ref"], json!(ref_in(delta, "Bought")));
    });
}

#[test]
fn new_items_of_a_run_are_listed_past_the_first_five() {
    run(async |kit| {
        let script = "<button id=more>More</button><script>more.onclick = () => {\
            for (let n = 0; n < 30; n++) { const copy = box.children[0].cloneNode(true);\
            copy.querySelector('h3').textContent = 'New ' + n; box.append(copy); } };</script>";
        let page = format!("<main id=box>{}</main>{script}", cards(10));
        let tab = kit.agent().opens(&kit.page(&page)).await;
        let reply =
            kit.agent().post("/api/click", json!({"tabId": tab, "selector": "#more"})).await;
        let delta = reply.is_ok()["snapshot"].as_str().unwrap();
        assert!(delta.contains("New 0") && delta.contains("New 19"), "{delta}");
        assert!(!delta.contains("New 20") && !delta.contains("Card 7"), "{delta}");
        assert!(delta.contains("- … 10 more similar items"), "{delta}");
    });
}

#[test]
fn a_change_inside_a_folded_item_is_not_called_no_visible_change() {
    run(async |kit| {
        let script = "<button id=go>Go</button><script>go.onclick = () => {\
            document.querySelector('.c30 h3').textContent = 'Sold'; };</script>";
        let page = format!("<main>{}</main>{script}", cards(40));
        let tab = kit.agent().opens(&kit.page(&page)).await;
        let reply = kit.agent().post("/api/click", json!({"tabId": tab, "selector": "#go"})).await;
        assert!(reply.is_ok()["no_visible_change"].is_null(), "{reply}");
    });
}

#[test]
fn a_cut_page_never_ends_inside_a_small_block() {
    run(async |kit| {
        let cards: String = (0..60)
            .map(|n| {
                let odd = if n % 2 == 0 { "<i>New</i>" } else { "" };
                format!(
                    "<div><h3>Card {n}</h3><p>{}{odd}</p><a href=/{n}>Open</a>\
                     <button>Buy {n}</button></div>",
                    "words and ".repeat(n % 7 + 1)
                )
            })
            .collect();
        let tab = kit.agent().opens(&kit.page(format!("<main>{cards}</main>"))).await;
        for limit in [900, 2_000, 3_333, 5_000] {
            let reply = snapshot(kit, tab, json!({"maxChars": limit})).await;
            let text = text(&reply);
            assert_eq!(reply["truncated"], true);
            assert!(text.chars().count() <= limit, "{limit}\n{text}");
            assert_eq!(
                text.matches("- heading").count(),
                text.matches("- button").count(),
                "{limit}\n{text}"
            );
            assert!(text.ends_with("- … truncated; scope with selector, ref or max_depth"));
        }
    });
}

#[test]
fn a_budget_of_zero_leaves_only_the_flag_and_a_hint() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page("<h1>Hello</h1>")).await;
        let reply = snapshot(kit, tab, json!({"maxChars": 0})).await;
        assert_eq!(text(&reply), "");
        assert_eq!(reply["truncated"], true);
        assert!(reply["hint"].is_string(), "{reply}");
        assert!(reply["empty"].is_null(), "{reply}");
    });
}

#[test]
fn long_side_landmarks_wait_until_main_is_listed() {
    run(async |kit| {
        let links: String =
            (0..68).map(|n| format!("<a href='/category/{n}'>Category number {n}</a>")).collect();
        let prose: String = (0..40)
            .map(|n| format!("<p>Paragraph {n} {}</p>", "of many words ".repeat(12)))
            .collect();
        let page = format!(
            "<header><nav aria-label=Main>{links}</nav></header><main>{prose}</main>\
             <footer><a href=/about>About</a></footer>"
        );
        let tab = kit.agent().opens(&kit.page(&page)).await;
        let reply = snapshot(kit, tab, json!({"maxChars": 6_000})).await;
        let cut = text(&reply);
        let lines: Vec<_> = cut.lines().collect();
        assert!(lines[0].starts_with("- banner"), "{cut}");
        assert!(lines[1].starts_with("  - … 69 lines (68 links) not shown; snapshot e"), "{cut}");
        assert!(lines[2].starts_with("- main"), "{cut}");
        assert!(!cut.contains("Category"), "{cut}");
        let landmark = ref_in(cut, "banner");
        let whole = snapshot(kit, tab, json!({"ref": landmark})).await;
        assert_eq!(text(&whole).matches("- link").count(), 68, "{whole}");
    });
}

#[test]
fn thousands_of_rows_cost_no_more_lines_than_five() {
    run(async |kit| {
        let rows: String = (0..3_000)
            .map(|n| format!("<tr><td>{n}</td><td><a href=/{n}>Row {n}</a></td></tr>"))
            .collect();
        let tab = kit.agent().opens(&kit.page(format!("<table>{rows}</table>"))).await;
        let reply = snapshot(kit, tab, json!({})).await;
        assert!(text(&reply).contains("- … 2995 more similar items; snapshot e"), "{reply}");
        assert_eq!(text(&reply).matches("- link").count(), 5, "{reply}");
    });
}
