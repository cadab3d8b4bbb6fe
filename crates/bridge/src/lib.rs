//! The bridge daemon: one per person, between every client and the browser's extension.
//!
//! ```text
//! HTTP request ─▶ http ─▶ admission ─▶ actions ─▶ lanes ─▶ extension ─▶ browser
//!                                          └──── render ◀── what the page observed
//! ```
//!
//! * [`http`](crate) reads a request and refuses what is not ours: host, token, headers.
//! * `admission` is a pipeline of pure gates; only an `Admitted` value reaches the extension.
//! * `actions` turn a request into commands and an answer into a reply.
//! * `lanes` keep the order: one fair queue per tab and one per window.
//! * `extension` owns the socket and the commands that wait for their reply.
//! * `render` turns a page's records into text. It does no I/O and knows nothing of HTTP.
//!
//! The crate reads neither the environment nor the command line; [`Config`] says everything.

mod actions;
mod admission;
mod any_body;
mod bridge;
mod cache;
mod config;
mod expect;
mod extension;
mod http;
mod idle;
mod lanes;
mod listed;
mod managed;
mod redact;
mod render;
mod server;
mod shown;
mod status;
mod token;
mod transfers;

pub use config::{Config, PostActionSnapshot, TokenSource};
pub use server::{StartError, run};
