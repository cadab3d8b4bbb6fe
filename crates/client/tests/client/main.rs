//! The client against a stand-in for the bridge.

mod requests;
#[cfg(unix)]
mod start;
mod support;
