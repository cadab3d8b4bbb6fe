//! The MCP server: one per client, on stdio, in front of the bridge that all clients share.
//!
//! ```text
//! client ─▶ server ─▶ tool (arguments) ─▶ preconditions ─▶ tools/<name>.rs ─▶ link ─▶ bridge
//!                                          └─ current tab, or no_current_tab
//! ```
//!
//! * `tools` holds one file per tool and the one list of them; `tool` erases their types.
//! * `session` is what lives as long as the server: settings, current tab, the bridge link.
//! * `call` is what one call works with.
//! * `find` searches a snapshot's text; it knows no bridge.
//! * `link` makes sure that a bridge runs before something is sent, and never before that.
//!
//! Contract: *MCP tool surface*, *MCP error results*, *No current tab*, *Tab owners*. The
//! crate reads no environment: [`Options::read`] takes a lookup function.

mod answer;
mod arguments;
mod body;
mod call;
mod current;
mod files;
mod find;
mod keys;
mod link;
mod no_tab;
mod options;
mod owner;
mod reference;
mod refusal;
mod schema;
mod server;
mod session;
mod tabs;
mod tool;
mod tools;

pub use options::{Options, OptionsError};
pub use reference::{REFERENCE_COMMAND, reference};
pub use server::{ServeError, serve, serve_on};
