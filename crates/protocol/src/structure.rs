//! What the structural reads find: the tree of elements, and the fields of forms.
//!
//! Contract: *browser_dom*, *GET /api/forms*, *Frames*. Both are lists in document order that the
//! content script has cut to their limits, so that only what is returned gets refs. The bridge
//! nests, redacts addresses and writes the JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ids::Ref;
use crate::page::Target;

/// Which part of a page's tree is read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TreeScope {
    /// The root; the body when absent.
    pub root: Option<Target>,
    /// DOM depth below the root.
    pub max_depth: u32,
}

/// A box in CSS pixels, in the top document's viewport.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Bounds {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// One element of a tree. What tells nothing is left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TreeNode {
    /// Nesting below the root, from 0.
    pub depth: u32,
    /// The element's ref.
    #[serde(rename = "ref")]
    pub number: Ref,
    /// Its tag, in lower case.
    pub tag: String,
    /// ARIA role.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// Accessible name, unless the text says the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its own text; of an element whose content was not walked, all text in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The `id` attribute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Of an input: its type.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// What it holds, unless it is sensitive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Of a sensitive field: whether it holds something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub has_value: Option<bool>,
    /// Of a link: its absolute address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub href: Option<String>,
    /// `key=value` or `key`, as in records.
    pub states: Vec<String>,
    /// Of a frame that was not read: why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    /// Of such a frame: its address without query and fragment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub src: Option<String>,
    /// Of a frame of another origin that was read: `cross_origin`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<String>,
    /// How many elements below it lie deeper than was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub more: Option<u32>,
    /// Where it is.
    pub bounds: Bounds,
}

/// A tree of elements, parents before their children.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ElementTree {
    /// The elements, in document order.
    pub nodes: Vec<TreeNode>,
    /// Whether the limit cut the tree.
    pub truncated: bool,
    /// How many frames of other origins the limit of one read left out.
    #[serde(default)]
    pub frames_left_out: u32,
}

/// One thing that a form is filled in with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FormField {
    /// The element's ref.
    #[serde(rename = "ref")]
    pub number: Ref,
    /// Its tag, in lower case.
    pub tag: String,
    /// Type of an input or select, `textarea`, `contenteditable`, or an ARIA role.
    #[serde(rename = "type")]
    pub kind: String,
    /// The `name` attribute.
    pub name: String,
    /// The `id` attribute.
    pub id: String,
    /// What an empty field shows.
    pub placeholder: String,
    /// What it holds, unless it is sensitive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Of a sensitive field: whether it holds something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub has_value: Option<bool>,
    /// Its label, redacted.
    pub label: String,
    /// Whether it must be filled in.
    pub required: bool,
    /// CSS that names it alone in its document or shadow root, if that is short enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
    /// Texts of a select's first options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<String>>,
    /// How many options there are, when not all are listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option_count: Option<u32>,
    /// `key=value` or `key`, as in records.
    pub states: Vec<String>,
    /// Whether the page does not show it.
    pub hidden: bool,
    /// Of a field in a frame: the frame's title, name or address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<String>,
    /// Where it is.
    pub bounds: Bounds,
}

/// A frame whose fields could not be listed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UnreadFrame {
    /// The frame element's ref.
    #[serde(rename = "ref")]
    pub number: Ref,
    /// Its title, name or address.
    pub name: String,
    /// Why it was not read: `cross_origin` or `too_deep`.
    pub content: String,
    /// Its address without query and fragment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub src: Option<String>,
}

/// The fields of a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Forms {
    /// The fields, in document order.
    pub fields: Vec<FormField>,
    /// Frames that were not read.
    pub unavailable_frames: Vec<UnreadFrame>,
    /// How many fields the page has.
    pub total: u32,
    /// How many frames of other origins the limit of one read left out.
    #[serde(default)]
    pub frames_left_out: u32,
}
