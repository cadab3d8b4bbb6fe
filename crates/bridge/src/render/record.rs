//! Reads the records that a content script emits; their form is in `kitsune_protocol::page`.

use kitsune_protocol::Ref;
use kitsune_protocol::page::{STATE_SEPARATOR, mark};

/// One line of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record<'a> {
    /// Nesting, from 0.
    pub(super) depth: usize,
    /// Whether a block starts here.
    pub(super) starts_block: bool,
    /// The element's ref.
    pub(super) reference: Option<Ref>,
    /// ARIA role, `text` or `removed`.
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
    let marks = next()?;
    let reference = next()?.parse().ok().and_then(Ref::new);
    let (role, name, states) = (next()?, next()?, next()?);
    let url = next()?;
    Some(Record {
        depth,
        starts_block: marks.contains(mark::BLOCK),
        reference,
        role,
        name,
        states: states.split(STATE_SEPARATOR).filter(|state| !state.is_empty()).collect(),
        url,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_record_has_seven_fields() {
        let records =
            parse("2\tbt\t7\tlink\tHome\tcurrent=page\u{1f}visited\thttps://a.example/\n");
        assert_eq!(
            records,
            [Record {
                depth: 2,
                starts_block: true,
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
