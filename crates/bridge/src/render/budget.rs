//! Cuts lines to a number of characters (contract: *browser_snapshot*).
//!
//! A page is cut to a beginning in document order; its long side landmarks wait until its main part
//! is listed. What an action changed is cut around the acted-on element.

use super::Rendered;
use super::blocks::{blocks, size, small};
use super::landmarks;
use super::outline::{Line, shortened};

/// Ends a text that was cut.
pub(super) const MARKER: &str = "- … truncated; scope with selector, ref or max_depth";

/// All lines.
pub(super) fn whole(lines: &[Line]) -> Rendered {
    Rendered { text: join(lines), truncated: false, target_left_out: false }
}

/// Whether all lines fit.
pub(super) fn fits(lines: &[Line], limit: usize) -> bool {
    size(lines) <= limit + 1
}

/// What fits of a page, from its beginning.
pub(super) fn beginning(lines: &[Line], limit: usize) -> Rendered {
    let room = room(limit);
    let small = small(limit);
    let page = landmarks::defer(lines, small);
    let kept = if size(&page.lines) <= room {
        page.filled(room, small)
    } else {
        prefix(&page.lines, room, small)
    };
    marked(&kept, limit, false)
}

/// What fits around the acted-on element: its block and what it stands in come first.
pub(super) fn around_target(lines: &[Line], limit: usize) -> Rendered {
    let room = room(limit);
    let blocks = blocks(lines, small(limit));
    let mut kept = vec![false; lines.len()];
    let target = lines.iter().position(|line| line.target);
    let mut left_out = false;
    if let Some(target) = target {
        let own = blocks.iter().find(|block| block.contains(&target)).cloned();
        for index in own.into_iter().flatten().chain(ancestors(lines, target)) {
            kept[index] = true;
        }
        left_out = size_of(lines, &kept) > room;
        if left_out {
            kept.fill(false);
        }
    }
    let mut used = size_of(lines, &kept);
    for block in blocks {
        let more: usize = size_of_range(lines, &kept, block.clone());
        if used + more > room {
            break;
        }
        used += more;
        // A target that did not fit is left out whole.
        for index in block.filter(|index| !left_out || !lines[*index].target) {
            kept[index] = true;
        }
    }
    let shown: Vec<_> =
        lines.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(line, _)| line.clone()).collect();
    marked(&shown, limit, left_out)
}

fn size_of(lines: &[Line], kept: &[bool]) -> usize {
    lines
        .iter()
        .zip(kept)
        .filter(|(_, kept)| **kept)
        .map(|(line, _)| size(std::slice::from_ref(line)))
        .sum()
}

/// The size of a range's lines that are not kept yet.
fn size_of_range(lines: &[Line], kept: &[bool], range: std::ops::Range<usize>) -> usize {
    range.filter(|index| !kept[*index]).map(|index| size(&lines[index..=index])).sum()
}

/// The lines that a line stands below.
fn ancestors(lines: &[Line], index: usize) -> Vec<usize> {
    let mut depth = lines[index].depth;
    let mut above = Vec::new();
    for candidate in (0..index).rev() {
        if lines[candidate].depth < depth {
            depth = lines[candidate].depth;
            above.push(candidate);
        }
    }
    above
}

/// Whole blocks from the beginning; the one at the cut with its URLs shortened when that fits.
pub(super) fn prefix(lines: &[Line], room: usize, small: usize) -> Vec<Line> {
    let mut kept = Vec::new();
    let mut used = 0;
    for block in blocks(lines, small) {
        let whole = &lines[block];
        let more = size(whole);
        if used + more <= room {
            used += more;
            kept.extend_from_slice(whole);
            continue;
        }
        let short: Vec<_> = whole.iter().map(shortened).collect();
        if used + size(&short) <= room {
            kept.extend(short);
        }
        break;
    }
    kept
}

/// What is left of a limit for lines once the marker has its place.
fn room(limit: usize) -> usize {
    limit.saturating_sub(MARKER.chars().count())
}

/// The kept lines and the marker, as far as the limit has room for it.
fn marked(kept: &[Line], limit: usize, target_left_out: bool) -> Rendered {
    let mut text = join(kept);
    if MARKER.chars().count() <= limit {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(MARKER);
    }
    Rendered { text, truncated: true, target_left_out }
}

fn join(lines: &[Line]) -> String {
    lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use kitsune_protocol::Ref;
    use proptest::prelude::*;

    use super::*;
    use crate::render::outline::Kind;

    fn line(text: &str, depth: usize, level: u32) -> Line {
        let kind = match text.split_whitespace().nth(1) {
            Some("main") => Kind::Main,
            Some("navigation" | "banner") => Kind::Aside,
            Some("link") => Kind::Link,
            Some("/url:") => Kind::Url,
            _ => Kind::Other,
        };
        let target = text.contains("target");
        let text = format!("{}{text}", "  ".repeat(depth));
        Line { text, depth, level, kind, reference: Ref::new(7), target }
    }

    /// A link of 100 characters.
    fn link(depth: usize) -> Line {
        line(&format!("- link \"{}\"", "x".repeat(90 - 2 * depth)), depth, 9)
    }

    /// A navigation with `side` links, then a main part with `main` links.
    fn page(side: usize, main: usize) -> Vec<Line> {
        let mut lines = vec![line("- navigation", 0, 0)];
        lines.extend((0..side).map(|_| link(1)));
        lines.push(line("- main", 0, 0));
        lines.extend((0..main).map(|_| link(1)));
        lines
    }

    #[test]
    fn a_small_block_is_kept_or_left_out_whole() {
        let card = [link(0), link(0)];
        let mut lines: Vec<_> = std::iter::repeat_n(card, 20).flatten().collect();
        for start in (0..lines.len()).step_by(2) {
            lines[start].level = 1;
        }
        let cut = beginning(&lines, 2_500);
        assert_eq!(cut.text.matches("link").count() % 2, 0, "{}", cut.text);
        assert!(cut.truncated && cut.text.ends_with(MARKER));
    }

    #[test]
    fn a_block_at_the_cut_is_kept_with_short_urls_when_that_fits() {
        let mut lines = vec![link(0), link(0)];
        lines.push(line(&format!("- /url: \"/{}\"", "y".repeat(300)), 1, u32::MAX));
        let cut = beginning(&lines, 330);
        assert_eq!(cut.text.matches("- link").count(), 2, "{}", cut.text);
        assert!(cut.text.contains("  - /url: \"…\""), "{}", cut.text);
    }

    #[test]
    fn a_long_side_landmark_waits_for_the_main_part() {
        let cut = beginning(&page(60, 100), 8_000);
        let first: Vec<_> = cut.text.lines().take(3).collect();
        assert_eq!(first[0], "- navigation");
        assert_eq!(first[1], "  - … 60 lines (60 links) not shown; snapshot e7 to list all");
        assert_eq!(first[2], "- main");
        assert!(cut.text.chars().count() > 7_800);
    }

    #[test]
    fn what_is_left_of_the_budget_goes_to_the_landmarks() {
        let cut = beginning(&page(60, 20), 6_000);
        assert_eq!(cut.text.lines().filter(|line| line.contains("\"x")).count() - 20, 38);
        assert!(cut.text.contains("- … 22 lines (22 links) not shown"), "{}", cut.text);
        assert!(cut.text.chars().count() <= 6_000);
    }

    #[test]
    fn a_page_without_a_main_part_is_cut_as_it_stands() {
        let mut lines = page(60, 0);
        lines.pop();
        let cut = beginning(&lines, 3_000);
        assert!(!cut.text.contains("not shown"));
    }

    #[test]
    fn the_acted_on_element_comes_with_what_it_stands_in() {
        let mut lines = page(60, 100);
        lines.push(line("- button \"target\"", 1, 1));
        let cut = around_target(&lines, 4_000);
        assert!(cut.text.contains("- main\n"), "{}", cut.text);
        assert!(cut.text.contains("  - button \"target\""));
        assert!(!cut.target_left_out && cut.text.chars().count() <= 4_000);
    }

    #[test]
    fn an_acted_on_element_without_room_is_left_out_and_said_so() {
        let lines = [line("- main", 0, 0), line("- button \"target\"", 1, 1), link(1)];
        let cut = around_target(&lines, MARKER.chars().count() + 12);
        assert!(cut.target_left_out);
        assert!(!cut.text.contains("target"), "{}", cut.text);
    }

    proptest! {
        #[test]
        fn a_cut_never_exceeds_its_limit(
            lines in proptest::collection::vec((0_usize..4, 0_u32..6, 0_usize..5), 0..80),
            limit in 0_usize..9_000,
            target in 0_usize..80,
        ) {
            const KINDS: [&str; 5] = ["- main", "- navigation", "- banner", "- link \"l\"", "- text"];
            let mut page: Vec<_> = lines
                .iter()
                .map(|(depth, level, kind)| {
                    line(&format!("{} {}", KINDS[*kind], "x".repeat(170)), *depth, *level)
                })
                .collect();
            let start = beginning(&page, limit);
            prop_assert!(start.text.chars().count() <= limit);
            if let Some(line) = page.get_mut(target) {
                line.target = true;
            }
            let around = around_target(&page, limit);
            prop_assert!(around.text.chars().count() <= limit);
        }
    }
}
