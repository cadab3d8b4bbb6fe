//! Searches the lines of a snapshot (*browser_snapshot* on `browser_find`).
//!
//! ```text
//! text ─▶ outline ─▶ query ─▶ matched lines ─▶ blocks
//!                     └─ pattern ◀─ javascript
//! ```
//!
//! Pure functions: nothing here knows the bridge or the tool.

mod blocks;
mod javascript;
mod outline;
mod pattern;
mod query;
#[cfg(test)]
mod tests;
mod web_address;

pub(crate) use blocks::Block;
pub(crate) use pattern::TooSlow;
pub(crate) use query::Query;

use blocks::Searched;
use outline::Outline;
use query::Urls;

/// What a search found.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// How many lines match, listed or not.
    pub(crate) count: usize,
    /// The matches with what is around them.
    pub(crate) blocks: Vec<Block>,
    /// How many matches are listed, if not all were.
    pub(crate) shown: Option<usize>,
}

/// Searches a snapshot for an inline answer whose blocks have at most `limit` characters of
/// JSON, unless the first match alone has more.
pub(crate) fn inline(snapshot: &str, query: &Query, limit: usize) -> Result<Found, TooSlow> {
    let outline = Outline::of(snapshot);
    let matches = query.matches(&outline, Urls::ForUrls)?;
    let count = matches.len();
    let listing = Searched::new(&outline, matches).joined(limit);
    let shown = listing.is_cut.then_some(listing.shown);
    Ok(Found { count, blocks: listing.blocks, shown })
}

/// Searches a snapshot for a file: each match in a block of its own, all `/url` lines too.
pub(crate) fn whole(snapshot: &str, query: &Query) -> Result<Found, TooSlow> {
    let outline = Outline::of(snapshot);
    let matches = query.matches(&outline, Urls::Always)?;
    let count = matches.len();
    let blocks = Searched::new(&outline, matches).one_by_one();
    Ok(Found { count, blocks, shown: None })
}
