//! What `/api/find` finds: elements by a selector, or by what people call them.
//!
//! Contract: *POST /api/find*. The content script searches and scores; it has left out what must not
//! leave the page.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ids::Ref;
use crate::structure::Bounds;

/// One element that answers a query.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Hit {
    /// The element's ref.
    #[serde(rename = "ref")]
    pub number: Ref,
    /// Its tag, in lower case.
    pub tag: String,
    /// What it shows or is called.
    pub text: String,
    /// CSS that names it alone in the page, if that is short enough; absent of what is in a frame of
    /// another origin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
    /// Where it is.
    pub bounds: Bounds,
    /// How well it answers; absent when the query is a selector.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
    /// The options of a closed list that answer, the best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
}

/// The elements that answer a query.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Hits {
    /// The best first; those of a selector in document order.
    pub hits: Vec<Hit>,
    /// Whether the query was taken as a selector.
    pub by_selector: bool,
    /// How many frames of other origins the limit of one read left out.
    #[serde(default)]
    pub frames_left_out: u32,
}
