//! Cuts lines to a number of characters without splitting a small block.

use super::Rendered;
use super::outline::Line;

/// Ends a text that was cut.
pub(super) const MARKER: &str = "- … truncated; scope with selector, ref or max_depth";
/// A block up to this size, or up to a quarter of the budget, is kept or left out whole.
const SMALL_BLOCK: usize = 2_000;

/// All lines.
pub(super) fn whole(lines: Vec<Line>) -> Rendered {
    Rendered { text: join(&lines), truncated: false }
}

/// The lines that fit `limit` characters, in order; never the start of a small block alone.
pub(super) fn cut(lines: Vec<Line>, limit: usize) -> Rendered {
    let sizes: Vec<_> = lines.iter().map(|line| line.text.chars().count() + 1).collect();
    if sizes.iter().sum::<usize>() <= limit + 1 {
        return whole(lines);
    }
    let room = limit.saturating_sub(MARKER.chars().count());
    let kept = block_border(&lines, &sizes, fitting(&sizes, room), limit);
    let mut text = join(&lines[..kept]);
    if MARKER.chars().count() <= limit {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(MARKER);
    }
    Rendered { text, truncated: true }
}

/// How many lines fit.
fn fitting(sizes: &[usize], room: usize) -> usize {
    let mut used = 0;
    sizes
        .iter()
        .take_while(|size| {
            used += **size;
            used <= room
        })
        .count()
}

/// The cut moved back to the start of the block it falls into, when that block is small.
fn block_border(lines: &[Line], sizes: &[usize], kept: usize, limit: usize) -> usize {
    if lines.get(kept).is_none_or(|line| line.starts_block) {
        return kept;
    }
    let Some(start) = lines[..kept].iter().rposition(|line| line.starts_block) else {
        return kept;
    };
    let rest = lines[kept..].iter().position(|line| line.starts_block);
    let end = rest.map_or(lines.len(), |rest| kept + rest);
    let size: usize = sizes[start..end].iter().sum();
    if size <= SMALL_BLOCK.max(limit / 4) { start } else { kept }
}

fn join(lines: &[Line]) -> String {
    lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn page(sizes: &[(usize, bool)]) -> Vec<Line> {
        sizes
            .iter()
            .map(|(size, starts_block)| Line {
                text: "#".repeat(*size),
                starts_block: *starts_block,
            })
            .collect()
    }

    #[test]
    fn a_small_block_is_kept_or_left_out_whole() {
        let lines = page(&[(100, true), (100, false), (100, true), (100, false), (100, false)]);
        let cut = cut(lines, 400);
        assert_eq!(cut.text.matches('#').count(), 200);
    }

    proptest! {
        #[test]
        fn a_cut_never_exceeds_its_limit(
            sizes in proptest::collection::vec((0_usize..300, any::<bool>()), 0..60),
            limit in 0_usize..3_000,
        ) {
            let rendered = cut(page(&sizes), limit);
            prop_assert!(rendered.text.chars().count() <= limit);
        }
    }
}
