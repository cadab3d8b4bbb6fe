//! The server over its own wire, in front of a stand-in for the bridge.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failure here is a failed test")]

mod actions;
mod current_tab;
mod files;
mod finding;
mod giving;
mod inspecting;
mod listing;
mod no_current_tab;
mod page_data;
mod playwright_schemas;
mod pointing;
mod refusals;
mod structure;
mod support;
mod unlisted;
mod waiting;
