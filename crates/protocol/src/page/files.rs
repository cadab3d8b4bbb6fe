//! Files that a page is given, and what came of it.
//!
//! Contract: *POST /api/upload-file*, `browser_file_upload`, `browser_drop`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A file that the bridge has ready for the extension.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OfferedFile {
    /// Its name, without directories.
    pub name: String,
    /// Its media type; empty when it is not known.
    pub media_type: String,
    /// Its size in bytes.
    pub size: u64,
    /// When it was changed last, in milliseconds since 1970.
    pub modified_ms: u64,
    /// Where its content is taken: an address of the bridge, good for once.
    pub address: String,
}

/// What a drop carries besides files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DroppedData {
    /// The media type that names it, such as `text/plain`.
    pub media_type: String,
    /// The text.
    pub text: String,
}

/// How a page gets files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GiveBy {
    /// Through the file input that the target is or holds, else by a drop on the target.
    #[default]
    Auto,
    /// Through a file input.
    Input,
    /// By a drop.
    Drop,
}

/// What a page was given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Given {
    /// How.
    pub by: GivenBy,
    /// The files, as the page has got them.
    pub files: Vec<GivenFile>,
    /// What the input holds once the page has settled, when that is something else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<Vec<GivenFile>>,
}

/// How a page has got files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GivenBy {
    /// Through a file input.
    Input,
    /// By a drop.
    Drop,
}

/// A file that a page holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GivenFile {
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// Its media type.
    #[serde(rename = "type")]
    pub media_type: String,
}
