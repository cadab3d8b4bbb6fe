//! Reads the records that a content script emits; their form is in `kitsune_protocol::page`.

use kitsune_protocol::Ref;
use kitsune_protocol::page::{STATE_SEPARATOR, mark};

use super::splice::INSIDE;

/// One line of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record<'a> {
    /// Nesting, from 0.
    pub(super) depth: usize,
    /// DOM depth of the innermost element that holds this line and the one before.
    pub(super) level: u32,
    /// Whether the line is new or changed.
    pub(super) changed: bool,
    /// Whether it is the acted-on element's.
    pub(super) target: bool,
    /// Whether it is inside a frame of another origin.
    pub(super) in_frame: bool,
    /// The element's ref.
    pub(super) reference: Option<Ref>,
    /// ARIA role, `text`, `removed` or `more`.
    pub(super) role: &'a str,
    /// Name or text.
    pub(super) name: &'a str,
    /// `key=value` or `key`.
    pub(super) states: Vec<&'a str>,
    /// Where a link leads.
    pub(super) url: &'a str,
}

/// The records of a walk. A line that is not one is left out: it can only come from an
/// extension of another version, which the wire version refuses before.
pub(super) fn parse(records: &str) -> Vec<Record<'_>> {
    records.lines().filter_map(record).collect()
}

fn record(line: &str) -> Option<Record<'_>> {
    let mut fields = line.split('\t');
    let mut next = || fields.next();
    let depth = next()?.parse().ok()?;
    let level = next()?.parse().ok()?;
    let marks = next()?;
    let reference = next()?.parse().ok().and_then(Ref::new);
    let (role, name, states) = (next()?, next()?, next()?);
    let url = next()?;
    Some(Record {
        depth,
        level,
        changed: marks.contains(mark::CHANGED),
        target: marks.contains(mark::TARGET),
        in_frame: marks.contains(INSIDE),
        reference,
        role,
        name,
        states: states.split(STATE_SEPARATOR).filter(|state| !state.is_empty()).collect(),
        url,
    })
}

impl Record<'_> {
    /// The value of a state `key=value`.
    pub(super) fn state(&self, key: &str) -> Option<&str> {
        self.states.iter().find_map(|state| state.strip_prefix(key)?.strip_prefix('='))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_record_has_eight_fields() {
        let records =
            parse("2\t5\tct\t7\tlink\tHome\tcurrent=page\u{1f}visited\thttps://a.example/\n");
        assert_eq!(
            records,
            [Record {
                depth: 2,
                level: 5,
                changed: true,
                target: true,
                in_frame: false,
                reference: Ref::new(7),
                role: "link",
                name: "Home",
                states: vec!["current=page", "visited"],
                url: "https://a.example/",
            }]
        );
    }

    proptest! {
        #[test]
        fn no_text_makes_the_parser_fail(text in ".*") {
            parse(&text);
        }
    }
}
