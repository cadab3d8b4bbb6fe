//! Blocks of whole searches: what they hold, where they end, and that they keep their promises.

use proptest::prelude::*;

use super::*;

const SHOP: &str = r#"- banner [ref=e1]
  - link "Shop" [ref=e2]
    - /url: "/"
  - link "Basket" [ref=e3]
    - /url: "/basket"
- main [ref=e4]
  - heading "Tea" [ref=e5] [level=1]
  - list [ref=e6]
    - listitem [ref=e7]
      - link "Green tea" [ref=e8]
        - /url: "/tea/green"
      - text "12 €"
      - button "Buy" [ref=e9]
    - listitem [ref=e10]
      - link "Black tea" [ref=e11]
        - /url: "/tea/black"
      - link "Reviews of black tea" [ref=e12]
      - text "9 €"
      - button "Buy" [ref=e13]
  - text "We ship tea on Mondays."
  - link "Help" [ref=e14]
    - /url: "https://help.example/tea"
- contentinfo [ref=e15]
  - text "Tea & Co."
"#;

fn shown(found: &Found) -> String {
    let mut out = format!("{} found, {:?} listed\n", found.count, found.shown);
    for block in &found.blocks {
        out.push_str(&format!("\n{}\n{}\n", block.path.join(" / "), block.lines.join("\n")));
    }
    out
}

fn text(text: &str) -> Found {
    inline(SHOP, &Query::text(text), 8_000).unwrap()
}

#[test]
fn matches_are_joined_by_path_with_their_context() {
    insta::assert_snapshot!(shown(&text("tea")));
}

#[test]
fn an_address_is_matched_by_its_path() {
    insta::assert_snapshot!(shown(&text("/tea/")));
}

#[test]
fn a_match_shows_no_other_links_address() {
    insta::assert_snapshot!(shown(&text("ship")));
}

#[test]
fn a_link_that_repeats_an_address_is_shown_with_it() {
    insta::assert_snapshot!(shown(&text("reviews")));
}

#[test]
fn a_saved_result_has_every_match_by_itself() {
    let found = whole(SHOP, &Query::text("basket")).unwrap();
    insta::assert_snapshot!(shown(&found));
}

#[test]
fn windows_that_do_not_touch_are_parted() {
    let page: String = (0..12).map(|n| format!("- text \"line {n}.\"\n")).collect();
    let found = inline(&page, &Query::regex("line (2|9)\\.").unwrap(), 8_000).unwrap();
    insta::assert_snapshot!(shown(&found));
}

#[test]
fn a_cut_result_ends_after_the_last_listed_matchs_context() {
    let page: String =
        (0..300).map(|n| format!("- text \"item {n}\"\n- text \"words\"\n")).collect();
    let found = inline(&page, &Query::text("item"), 400).unwrap();
    let lines = &found.blocks[0].lines;
    assert_eq!(found.count, 300);
    let listed = lines.iter().filter(|line| line.starts_with('>')).count();
    assert_eq!(found.shown, Some(listed));
    assert!(blocks::size(&found.blocks) <= 400 && listed > 5, "{lines:?}");
    // The last match that fits is followed by its two lines, of which the second matches too.
    assert!(lines[lines.len() - 1].starts_with("> "), "{lines:?}");
    assert!(lines[lines.len() - 3].starts_with("> "), "{lines:?}");
}

#[test]
fn a_cut_result_lists_at_least_one_match() {
    let found = inline(SHOP, &Query::text("tea"), 0).unwrap();
    assert_eq!(found.count, 6);
    assert!(found.shown.is_some_and(|shown| shown >= 1));
    assert_eq!(found.blocks.len(), 1);
}

#[test]
fn a_result_that_lists_every_match_is_not_cut() {
    // The second match stands in the first one's context; its own does not fit.
    let page =
        format!("- text \"tea\"\n- text \"x\"\n- text \"tea\"\n- text \"{}\"\n", "y".repeat(400));
    let found = inline(&page, &Query::text("tea"), 300).unwrap();
    assert_eq!((found.count, found.shown), (2, None), "{found:?}");
    assert_eq!(found.blocks[0].lines.len(), 3, "{found:?}");
}

#[test]
fn nothing_found_is_no_block() {
    assert_eq!(text("coffee"), Found { count: 0, blocks: Vec::new(), shown: None });
    assert_eq!(inline("", &Query::text("tea"), 9).unwrap().count, 0);
}

/// A page of few words, nested at random.
fn page() -> impl Strategy<Value = String> {
    let line = (
        0_usize..5,
        prop::sample::select(&["text", "button", "link", "/url:", "listitem"][..]),
        "[a-c]{1,3}",
    );
    prop::collection::vec(line, 0..60).prop_map(|lines| {
        let mut depth = 0;
        let line = |(wanted, role, name): (usize, &str, String)| {
            depth = wanted.min(depth + 1);
            format!("{}- {role} \"{name}\"\n", "  ".repeat(depth))
        };
        lines.into_iter().map(line).collect()
    })
}

proptest! {
    #[test]
    fn every_promise_holds(page in page(), needle in "[a-c]{1,2}", limit in 0_usize..3_000) {
        let found = inline(&page, &Query::text(&needle), limit).unwrap();
        let matching = |line: &&str| line.contains(&needle) && !line.contains("/url");
        prop_assert_eq!(found.count, page.lines().filter(matching).count());

        let lines: Vec<_> = found.blocks.iter().flat_map(|block| &block.lines).collect();
        let marked: Vec<_> = lines.iter().filter(|line| line.starts_with('>')).collect();
        prop_assert!(marked.iter().all(|line| matching(&line.as_str())));
        let unmarked = lines.iter().filter(|line| line.starts_with(' '));
        prop_assert!(unmarked.clone().all(|line| !matching(&line.as_str())));
        prop_assert_eq!(marked.len(), found.shown.unwrap_or(found.count));
        prop_assert!(found.count == 0 || !marked.is_empty());
        prop_assert!(found.shown.is_none_or(|shown| shown < found.count));
        prop_assert!(lines.iter().all(|line| "> …".contains(line.chars().next().unwrap())));

        let first = inline(&page, &Query::text(&needle), 0).unwrap();
        prop_assert!(first.blocks.len() <= 1);
        let fits = blocks::size(&found.blocks) <= limit.max(2);
        prop_assert!(fits || found.blocks == first.blocks, "{} > {limit}", blocks::size(&found.blocks));
    }

    #[test]
    fn every_line_is_listed_once(page in page(), needle in "[a-c]") {
        // Numbered lines tell whether one is listed twice.
        let page: String = page.lines().enumerate().map(|(n, line)| format!("{line} [ref=e{n}]\n")).collect();
        let found = inline(&page, &Query::text(&needle), usize::MAX).unwrap();
        let lines = found.blocks.iter().flat_map(|block| &block.lines);
        let mut refs: Vec<_> = lines.filter_map(|line| line.rsplit_once("[ref=")).collect();
        let count = refs.len();
        refs.sort_unstable_by_key(|(_, reference)| *reference);
        refs.dedup_by_key(|(_, reference)| *reference);
        prop_assert_eq!(refs.len(), count);
        prop_assert_eq!(found.shown, None);
    }
}
