//! Puts what frames of other origins show below the frames' lines (contract: *Frames*).
//!
//! Each frame is read by a script of its own, so its records come beside the page's. From here on
//! they are one text, in which a frame's records are one level deeper than its line.

use std::borrow::Cow;
use std::collections::HashMap;

use kitsune_protocol::page::{Frame, Observation, STATE_SEPARATOR, mark};
use kitsune_protocol::{Ref, limits};

/// Mark of a record inside a frame of another origin, whose links are never relative to the page.
pub(super) const INSIDE: char = 'i';

/// State of a frame that was not read, that was, and that is too deep to be.
const UNREAD: &str = "content=cross_origin";
const READ: &str = "frame=cross_origin";
const TOO_DEEP: &str = "content=too_deep";

/// Fields of a record; see `kitsune_protocol::page`.
const FIELDS: usize = 8;
const DEPTH: usize = 0;
const LEVEL: usize = 1;
const MARKS: usize = 2;
const REFERENCE: usize = 3;
const STATES: usize = 6;

/// More than the DOM depth of any record: what is inside a frame is deeper than all around it.
const DEEPER: u32 = 1 << 16;

const SEPARATOR: &str = "\u{1f}";

/// The records of the page and of the frames in it, in document order.
pub(super) fn splice(observation: &Observation) -> Cow<'_, str> {
    if observation.frames.is_empty() && !observation.delta {
        return Cow::Borrowed(&observation.records);
    }
    let frames = observation.frames.iter().map(|frame| (frame.under, frame)).collect();
    let mut splicing = Splicing { frames, lines: Vec::new() };
    splicing.add(&observation.records, Place::default());
    if let Some(frame) = splicing.frames.remove(&None) {
        let place = Place { inside: true, x: frame.x, y: frame.y, ..Place::default() };
        splicing.add(&frame.records, place);
    }
    Cow::Owned(without_empty_frames(splicing.lines).join("\n"))
}

struct Splicing<'a> {
    /// What is not in its place yet.
    frames: HashMap<Option<Ref>, &'a Frame>,
    lines: Vec<Line<'a>>,
}

/// A record, and what tells whether it is worth listing.
struct Line<'a> {
    depth: usize,
    level: u32,
    only_for_frame: bool,
    text: Cow<'a, str>,
}

/// Where records are put.
#[derive(Clone, Copy, Default)]
struct Place {
    depth: usize,
    /// Frames of other origins around them.
    frames: usize,
    inside: bool,
    /// Where their viewport begins in the top one.
    x: f64,
    y: f64,
}

impl<'a> Splicing<'a> {
    fn add(&mut self, records: &'a str, place: Place) {
        for record in records.lines() {
            let mut fields: Vec<_> = record.split('\t').map(Cow::Borrowed).collect();
            let Some((depth, level)) = nesting(&fields, place) else { continue };
            let frame = self.look_inside(&mut fields, place);
            let only_for_frame = fields[MARKS].contains(mark::FRAME);
            let text = match (place.inside, &frame) {
                (false, None) => Cow::Borrowed(record),
                _ => Cow::Owned(moved(fields, place)),
            };
            self.lines.push(Line { depth, level, only_for_frame, text });
            if let Some(frame) = frame {
                let (x, y) = (frame.x, frame.y);
                let frames = place.frames + 1;
                self.add(&frame.records, Place { depth: depth + 1, frames, inside: true, x, y });
            }
        }
    }

    /// The frame whose line this is, if it was read. Its state says so from now on.
    fn look_inside(&mut self, fields: &mut [Cow<'a, str>], place: Place) -> Option<&'a Frame> {
        if !fields[STATES].split(STATE_SEPARATOR).any(|state| state == UNREAD) {
            return None;
        }
        if place.frames == limits::FRAME_LEVELS {
            fields[STATES] = fields[STATES].replacen(UNREAD, TOO_DEEP, 1).into();
            return None;
        }
        let reference = fields[REFERENCE].parse().ok().and_then(Ref::new)?;
        let frame = self.frames.remove(&Some(reference))?;
        fields[STATES] = fields[STATES].replacen(UNREAD, READ, 1).into();
        Some(frame)
    }
}

/// Depth and level of a record in its place; of what is no record, nothing.
fn nesting(fields: &[Cow<'_, str>], place: Place) -> Option<(usize, u32)> {
    if fields.len() != FIELDS {
        return None;
    }
    let depth: u16 = fields[DEPTH].parse().ok()?;
    let level: u16 = fields[LEVEL].parse().ok()?;
    let around = DEEPER * u32::try_from(place.frames).ok()?;
    Some((usize::from(depth) + place.depth, u32::from(level) + around))
}

fn moved(mut fields: Vec<Cow<'_, str>>, place: Place) -> String {
    if place.inside {
        fields[MARKS].to_mut().push(INSIDE);
        let states = fields[STATES].split(STATE_SEPARATOR);
        let moved: Vec<_> = states.map(|state| in_top_viewport(state, place)).collect();
        fields[STATES] = moved.join(SEPARATOR).into();
    }
    fields.join("\t")
}

/// A state, which is moved when it is a box.
fn in_top_viewport(state: &str, place: Place) -> Cow<'_, str> {
    let shifted = || {
        let (x, rest) = state.strip_prefix("box=")?.split_once(',')?;
        let (y, size) = rest.split_once(',')?;
        let x = x.parse::<f64>().ok()? + place.x.round();
        let y = y.parse::<f64>().ok()? + place.y.round();
        Some(format!("box={x},{y},{size}"))
    };
    shifted().map_or(Cow::Borrowed(state), Cow::Owned)
}

/// Leaves out what is listed only for frames in which nothing is listed.
fn without_empty_frames(lines: Vec<Line<'_>>) -> Vec<Cow<'_, str>> {
    let mut kept: Vec<Line<'_>> = Vec::with_capacity(lines.len());
    for line in lines.into_iter().rev() {
        match kept.last_mut() {
            Some(next) if line.only_for_frame && next.depth <= line.depth => {
                next.level = next.level.min(line.level);
            }
            None if line.only_for_frame => (),
            _ => kept.push(line),
        }
    }
    kept.into_iter().rev().map(placed).collect()
}

/// The text of a line with its depth and level.
fn placed(line: Line<'_>) -> Cow<'_, str> {
    let Line { depth, level, text, .. } = line;
    let mut fields = text.splitn(3, '\t');
    match (fields.next(), fields.next(), fields.next()) {
        (Some(old_depth), Some(old_level), Some(rest))
            if old_depth != depth.to_string() || old_level != level.to_string() =>
        {
            Cow::Owned(format!("{depth}\t{level}\t{rest}"))
        }
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::tests::observation;

    const FRAME: &str =
        "1\t2\t\t5\tiframe\tPay\tcontent=cross_origin\u{1f}src=https://pay.example/w\t\n";

    fn frame(under: u64, records: &str) -> Frame {
        let under = Ref::new(under);
        Frame { under, records: records.to_owned(), delta: false, x: 10.4, y: 20.0 }
    }

    fn spliced(records: &str, frames: Vec<Frame>, delta: bool) -> Vec<String> {
        let page = Observation { frames, delta, ..observation(records) };
        splice(&page).lines().map(|line| line.replace('\u{1f}', "|")).collect()
    }

    fn state(line: &str) -> &str {
        line.split('\t').nth(STATES).unwrap()
    }

    #[test]
    fn a_frames_lines_follow_its_line_one_level_deeper() {
        let page = format!("0\t0\t\t1\tmain\t\t\t\n{FRAME}0\t1\t\t2\tbutton\tGo\t\t\n");
        let inner = "0\t3\t\t7\tbutton\tPay\tbox=1,-2,30,40\t\n";
        assert_eq!(
            spliced(&page, vec![frame(5, inner)], false),
            [
                "0\t0\t\t1\tmain\t\t\t",
                "1\t2\t\t5\tiframe\tPay\tframe=cross_origin|src=https://pay.example/w\t",
                "2\t65539\ti\t7\tbutton\tPay\tbox=11,18,30,40\t",
                "0\t1\t\t2\tbutton\tGo\t\t",
            ]
        );
    }

    #[test]
    fn a_frame_that_was_not_read_stays_as_it_is() {
        let lines = spliced(FRAME, vec![frame(6, "0\t0\t\t7\tbutton\tPay\t\t\n")], false);
        assert_eq!(lines.len(), 1);
        assert!(state(&lines[0]).starts_with(UNREAD), "{}", lines[0]);
    }

    #[test]
    fn below_the_third_frame_nothing_is_read() {
        let inner = |number: u64| format!("0\t0\t\t{number}\tiframe\t\tcontent=cross_origin\t\n");
        let frames = (5..9).map(|number| frame(number, &inner(number + 1))).collect();
        let lines = spliced(&inner(5), frames, false);
        let states: Vec<_> = lines.iter().map(|line| state(line)).collect();
        assert_eq!(states, [READ, READ, READ, TOO_DEEP]);
    }

    #[test]
    fn a_delta_lists_a_frame_only_with_what_changed_in_it() {
        let page = "0\t0\tf\t1\tmain\t\t\t\n1\t2\tf\t5\tiframe\tPay\tcontent=cross_origin\t\n\
                    0\t1\tc\t2\tbutton\tNew\t\t\n";
        let change = |records: &str| Frame { delta: true, ..frame(5, records) };
        let unchanged = spliced(page, vec![change("")], true);
        // The border before the button is the shallowest of those that fell together.
        assert_eq!(unchanged, ["0\t0\tc\t2\tbutton\tNew\t\t"]);
        let changed = spliced(page, vec![change("0\t0\tc\t7\tstatus\tPaid\t\t\n")], true);
        assert_eq!(changed.len(), 4, "{changed:?}");
        assert_eq!(state(&changed[1]), READ);
        assert_eq!(changed[2], "2\t65536\tci\t7\tstatus\tPaid\t\t");
    }

    #[test]
    fn a_read_inside_a_frame_is_not_below_any_line() {
        let link = "0\t0\t\t7\tlink\tHelp\t\thttps://a.example/\n";
        let inner = Frame { under: None, ..frame(0, link) };
        assert_eq!(
            spliced("", vec![inner], false),
            ["0\t0\ti\t7\tlink\tHelp\t\thttps://a.example/"]
        );
    }

    #[test]
    fn what_a_script_makes_up_is_left_out() {
        let made_up =
            "no record\n\t\t\n99999999\t0\t\t7\tbutton\tPay\t\t\n0\t0\t\t8\tbutton\tPay\t\t\n";
        assert_eq!(spliced(FRAME, vec![frame(5, made_up)], false).len(), 2);
        // A frame that claims to hold itself is read once.
        assert_eq!(spliced(FRAME, vec![frame(5, FRAME)], false).len(), 2);
    }
}
