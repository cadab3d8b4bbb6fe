//! From a page's records to the text that an agent reads.
//!
//! ```text
//! records ─▶ splice (frames) ─▶ record ─▶ outline (lines with /url rules)
//!                       ─▶ budget (cut at the borders of blocks, side landmarks last)
//! ```
//!
//! Pure functions on text: no I/O, no browser, no HTTP.

mod blocks;
mod budget;
mod landmarks;
mod outline;
mod record;
mod splice;
mod texts;

use kitsune_protocol::page::Observation;

use outline::Urls;

pub(crate) use texts::shows;

/// How much of a page is wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish {
    /// Whether readable text is shown, not only controls and structure.
    pub(crate) text: bool,
    /// Most characters; all when absent.
    pub(crate) limit: Option<usize>,
}

impl Wish {
    /// Everything with its text.
    pub(crate) const READABLE: Self = Self { text: true, limit: None };
}

/// A page as text.
#[derive(Debug)]
pub(crate) struct Rendered {
    /// One element a line.
    pub(crate) text: String,
    /// Whether lines were left out.
    pub(crate) truncated: bool,
    /// Whether the acted-on element is among them.
    pub(crate) target_left_out: bool,
}

/// The page as text, within the wish's limit.
pub(crate) fn render(observation: &Observation, wish: Wish) -> Rendered {
    let records = splice::splice(observation);
    let records = record::parse(&records);
    let lines = |urls| outline::lines(&records, &observation.url, wish.text, urls);
    let whole = lines(Urls::Once);
    let Some(limit) = wish.limit.filter(|limit| !budget::fits(&whole, *limit)) else {
        return budget::whole(&whole);
    };
    match records.iter().any(|record| record.target) {
        // The link before may be left out, so each says where it leads.
        true => budget::around_target(&lines(Urls::Each), limit),
        false => budget::beginning(&whole, limit),
    }
}

/// Whether records list anything besides the acted-on element and what it stands in.
pub(crate) fn shows_changes(observation: &Observation) -> bool {
    let records = splice::splice(observation);
    let records = record::parse(&records);
    // A frame with nothing to compare with is listed because it is new.
    observation.frames.iter().any(|frame| !frame.delta)
        || records.iter().any(|record| record.changed || record.role == "removed")
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(super) fn observation(records: &str) -> Observation {
        Observation {
            records: records.to_owned(),
            delta: false,
            url: "https://shop.example/list?page=2".to_owned(),
            title: "List".to_owned(),
            ready_state: "complete".to_owned(),
            hidden: false,
            target: None,
            url_changed: false,
            title_changed: false,
            unshown_change: false,
            frames: Vec::new(),
            frames_left_out: 0,
            person_needed: None,
        }
    }

    #[test]
    fn a_small_page_reads_as_an_outline() {
        let page = observation(concat!(
            "0\t0\t\t1\tmain\t\t\t\n",
            "1\t1\t\t2\theading\tBook a table\tlevel=1\t\n",
            "1\t1\t\t\ttext\tWe are \"open\" daily.\t\t\n",
            "1\t1\t\t3\ttextbox\tFull name\tvalue=Ada Lovelace\u{1f}required\t\n",
            "1\t1\t\t4\tcheckbox\tNewsletter\tchecked=true\t\n",
            "1\t1\t\t5\tlink\tTerms\t\thttps://shop.example/terms#pay\n",
            "1\t1\t\t6\tlink\tTerms again\t\thttps://shop.example/terms#pay\n",
            "1\t1\t\t7\tlink\tElsewhere\t\thttps://other.example/?token=abc\n",
            "1\t1\t\t8\tiframe\tPay\tcontent=cross_origin\u{1f}src=https://pay.example/w\t\n",
            "0\t0\t\t9\tremoved\tHint\trole=dialog\t\n",
        ));
        insta::assert_snapshot!(render(&page, Wish::READABLE).text);
    }

    #[test]
    fn the_compact_form_leaves_text_lines_out() {
        let page =
            observation("0\t0\t\t1\theading\tHello\tlevel=1\t\n0\t0\t\t\ttext\tProse.\t\t\n");
        let compact = render(&page, Wish { text: false, limit: None });
        assert_eq!(compact.text, "- heading \"Hello\" [ref=e1] [level=1]");
    }

    #[test]
    fn a_cut_page_says_so() {
        let records: String =
            (0..200).map(|n| format!("0\t0\t\t{n}\tbutton\tButton {n}\t\t\n")).collect();
        let cut = render(&observation(&records), Wish { text: true, limit: Some(1_000) });
        assert!(cut.truncated && cut.text.chars().count() <= 1_000);
        assert!(cut.text.ends_with(budget::MARKER), "{}", cut.text);
    }
}
