//! Which lines belong together: a cut never falls inside a small block.
//!
//! Every element covers a range of lines, whether or not it has a line itself. The border before a
//! line has the DOM depth of the innermost element around both of its sides; so the ranges inside a
//! range are found by parting it at its borders of the least depth.

use std::ops::Range;

use super::outline::Line;

/// A block up to this size, or up to a quarter of the budget, is kept or left out whole.
const SMALL: usize = 2_000;

/// The largest size of a block that is never parted.
pub(super) fn small(limit: usize) -> usize {
    SMALL.max(limit / 4)
}

/// The size of lines as text, a line break after each.
pub(super) fn size(lines: &[Line]) -> usize {
    lines.iter().map(|line| line.text.chars().count() + 1).sum()
}

/// The largest ranges that are not larger than `small`, in order; a line that is larger alone.
pub(super) fn blocks(lines: &[Line], small: usize) -> Vec<Range<usize>> {
    let mut sizes = Vec::with_capacity(lines.len() + 1);
    let mut sum = 0;
    sizes.push(sum);
    for line in lines {
        sum += line.text.chars().count() + 1;
        sizes.push(sum);
    }
    let mut blocks = Vec::new();
    // Last in, first out: the next range to look at is on top.
    let mut pending: Vec<_> = std::iter::once(0..lines.len()).collect();
    while let Some(range) = pending.pop() {
        if range.is_empty() {
            continue;
        }
        if range.len() == 1 || sizes[range.end] - sizes[range.start] <= small {
            blocks.push(range);
            continue;
        }
        let parts = parts(lines, range);
        pending.extend(parts.into_iter().rev());
    }
    blocks
}

/// A range parted at its shallowest borders.
fn parts(lines: &[Line], range: Range<usize>) -> Vec<Range<usize>> {
    let inner = range.start + 1..range.end;
    let level = lines[inner.clone()].iter().map(|line| line.level).min().unwrap_or(0);
    let mut parts = Vec::new();
    let mut start = range.start;
    for index in inner {
        if lines[index].level == level {
            parts.push(start..index);
            start = index;
        }
    }
    parts.push(start..range.end);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::outline::Kind;

    fn page(lines: &[(usize, u32)]) -> Vec<Line> {
        let line = |&(size, level)| Line {
            text: "#".repeat(size - 1),
            depth: 0,
            level,
            kind: Kind::Other,
            reference: None,
            target: false,
        };
        lines.iter().map(line).collect()
    }

    #[test]
    fn what_fits_whole_is_one_block() {
        let blocks = blocks(&page(&[(10, 0), (10, 3), (10, 1)]), 30);
        assert_eq!((blocks.len(), blocks.first()), (1, Some(&(0..3))));
    }

    #[test]
    fn a_range_is_parted_at_its_shallowest_borders() {
        // Two cards of two lines below one list, without lines of their own.
        let lines = page(&[(10, 0), (10, 3), (10, 2), (10, 3)]);
        assert_eq!(blocks(&lines, 20), [0..2, 2..4]);
    }

    #[test]
    fn a_line_that_is_too_long_stands_alone() {
        assert_eq!(blocks(&page(&[(10, 0), (50, 2), (10, 2)]), 20), [0..1, 1..2, 2..3]);
    }
}
