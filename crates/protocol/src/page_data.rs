//! What the page-data reads find: facts of a page, its text, and lists of what it refers to.
//!
//! Contract: *Page Data*. The content script cuts what it sends to the limits; the bridge redacts
//! addresses and writes the JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dialog::DialogHistory;
use crate::person::PersonNeeded;

/// Which data of a page is read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "about", rename_all = "camelCase", deny_unknown_fields)]
pub enum DataRead {
    /// Facts of the page.
    Info {},
    /// Its rendered text.
    Text {
        /// Names the part that is read, the first match; all of the page when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        selector: Option<String>,
    },
    /// Its links.
    #[serde(rename_all = "camelCase")]
    Links {
        /// Only those that lead to the page's own site.
        internal_only: bool,
    },
    /// Its images.
    Images {},
    /// What its `meta` and `link` elements say.
    Meta {},
    /// Its JSON-LD, and what it says for previews of links to it.
    Structured {},
    /// Its frames.
    Frames {},
    /// What only the person can do on the page.
    PersonNeeded {},
}

/// Facts of a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageInfo {
    /// Its address.
    pub url: String,
    /// Its title.
    pub title: String,
    /// `loading`, `interactive` or `complete`.
    pub ready_state: String,
    /// Language of the document; empty when it names none.
    pub lang: String,
    /// Width of the viewport in CSS pixels.
    pub width: f64,
    /// Height of the viewport in CSS pixels.
    pub height: f64,
    /// How many forms there are.
    pub forms: u32,
    /// How many links there are.
    pub links: u32,
    /// How many images there are.
    pub images: u32,
    /// How far the page is scrolled to the right, in CSS pixels.
    pub scroll_x: f64,
    /// How far the page is scrolled down, in CSS pixels.
    pub scroll_y: f64,
    /// What only the person can do on the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person_needed: Option<PersonNeeded>,
    /// The tab's native dialogs, as the background knows them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialogs: Option<DialogHistory>,
}

/// A link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PageLink {
    /// Its absolute address.
    pub href: String,
    /// Its text, else its name.
    pub text: String,
}

/// An image.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageImage {
    /// The absolute address of what is shown; the data of a `data:` address is left out.
    pub src: String,
    /// What stands for it.
    pub alt: String,
    /// Its own width in CSS pixels; 0 until it has loaded.
    pub natural_width: u32,
    /// Its own height in CSS pixels; 0 until it has loaded.
    pub natural_height: u32,
}

/// A `meta` element.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MetaEntry {
    /// Its `name`, `property`, `http-equiv` or `itemprop`, or `charset`.
    pub name: String,
    /// What it says.
    pub content: String,
}

/// A `link` element.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LinkEntry {
    /// What the address is to the page.
    pub rel: String,
    /// The absolute address.
    pub href: String,
    /// Media type.
    #[serde(rename = "type")]
    pub kind: String,
    /// Language.
    pub hreflang: String,
    /// Title.
    pub title: String,
}

/// A frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FrameEntry {
    /// The absolute address: the document's where it can be read, else the element's.
    pub src: String,
    /// The `name` attribute.
    pub name: String,
    /// The `title` attribute.
    pub title: String,
    /// Whether the address is of the page's origin.
    pub same_origin: bool,
    /// Whether reads of the page reach into it.
    pub accessible: bool,
}

/// What was read. Lists hold what fits; `total` is how many there are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "about", rename_all = "camelCase")]
pub enum PageData {
    /// Facts of the page.
    Info {
        /// The facts.
        info: PageInfo,
    },
    /// Its rendered text.
    Text {
        /// As much as fits.
        text: String,
        /// How long all of it is.
        length: u32,
    },
    /// Its links.
    Links {
        /// In document order.
        links: Vec<PageLink>,
        /// How many there are.
        total: u32,
    },
    /// Its images.
    Images {
        /// In document order.
        images: Vec<PageImage>,
        /// How many there are.
        total: u32,
    },
    /// What it says of itself.
    Meta {
        /// Its address.
        url: String,
        /// Its title.
        title: String,
        /// Its `meta` elements.
        entries: Vec<MetaEntry>,
        /// Its `link` elements.
        links: Vec<LinkEntry>,
        /// Whether some were left out.
        truncated: bool,
    },
    /// Its JSON-LD, and what it says for previews.
    Structured {
        /// The text of each block.
        blocks: Vec<String>,
        /// The `meta` elements of Open Graph and Twitter cards.
        entries: Vec<MetaEntry>,
        /// Whether some were left out.
        truncated: bool,
    },
    /// Its frames.
    Frames {
        /// In document order.
        frames: Vec<FrameEntry>,
        /// How many there are.
        total: u32,
    },
    /// What only the person can do on the page.
    PersonNeeded {
        /// Absent when nothing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        needed: Option<PersonNeeded>,
    },
}
