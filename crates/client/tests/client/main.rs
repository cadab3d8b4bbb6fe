//! The client against a stand-in for the bridge.

#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

mod requests;
#[cfg(unix)]
mod start;
mod support;
