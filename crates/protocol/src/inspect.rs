//! What can be asked of a page besides its lines: its markup, single values, and where things are.
//!
//! Contract: *Sensitive-field redaction*, *Element targets*. The content script answers; it has
//! left out what must not leave the page. Addresses it only marks: the bridge redacts them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::ids::Ref;
use crate::page::Target;
use crate::structure::Bounds;

/// Begins and ends a marked address in what a page answers. Between the two stand the address as
/// it is written, [`ABSOLUTE`], and the same address made absolute.
pub const ADDRESS: char = '\u{1}';
/// Stands inside a marked address; see [`ADDRESS`].
pub const ABSOLUTE: char = '\u{2}';

/// One question to a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "ask", rename_all = "camelCase", deny_unknown_fields)]
pub enum Question {
    /// HTML of an element, or of the page.
    Markup {
        /// The element; the whole page when absent.
        root: Option<Target>,
        /// Only what is rendered and can be read, shadow trees and frames in their places.
        reading: bool,
    },
    /// Values of each element that a selector matches.
    Query {
        /// The selector.
        selector: String,
        /// `text`, `attrs`, `html`, `bounds`, `tag`, `value`, or an attribute.
        fields: Vec<String>,
        /// Most elements.
        limit: u32,
    },
    /// Where an element is.
    Bounds {
        /// The element.
        target: Target,
    },
    /// How an element is styled.
    Style {
        /// The element.
        target: Target,
        /// CSS properties.
        properties: Vec<String>,
    },
    /// What a selector matches.
    Explain {
        /// The selector.
        selector: String,
    },
    /// Sizes of the page.
    Metrics {},
}

/// A width and a height in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Size {
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// Sizes of a page.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageMetrics {
    /// The viewport.
    pub viewport: Size,
    /// The whole page.
    pub page: Size,
    /// How far it is scrolled to the right.
    pub scroll_x: f64,
    /// How far it is scrolled down.
    pub scroll_y: f64,
    /// Device pixels per CSS pixel.
    pub device_pixel_ratio: f64,
}

/// One of the elements that a selector matches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Sample {
    /// The element's ref.
    #[serde(rename = "ref")]
    pub number: Ref,
    /// Its tag, in lower case.
    pub tag: String,
    /// Its text.
    pub text: String,
    /// Whether the page shows it.
    pub visible: bool,
}

/// A selector to use in place of another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Suggestion {
    /// The selector.
    pub selector: String,
    /// How many elements it matches.
    pub matches: u32,
}

/// What a page answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "found", rename_all = "camelCase")]
pub enum Finding {
    /// Of `markup`.
    Markup {
        /// HTML with marked addresses.
        html: String,
        /// Whether the limit cut it.
        truncated: bool,
        /// The page's address.
        url: String,
        /// The page's title.
        title: String,
    },
    /// Of `query`.
    Rows {
        /// The fields of each element, their addresses marked.
        rows: Vec<Map<String, Value>>,
        /// How many elements match.
        total: u32,
    },
    /// Of `bounds`.
    Bounds {
        /// Where the element is.
        bounds: Bounds,
        /// The page around it.
        metrics: PageMetrics,
    },
    /// Of `style`.
    Style {
        /// The value of each property that has one, addresses marked.
        computed: Map<String, Value>,
    },
    /// Of `explain`.
    Matches {
        /// How many elements match.
        total: u32,
        /// The first of them.
        samples: Vec<Sample>,
        /// What to use instead.
        suggestions: Vec<Suggestion>,
    },
    /// Of `metrics`.
    Metrics {
        /// The sizes.
        metrics: PageMetrics,
    },
}
