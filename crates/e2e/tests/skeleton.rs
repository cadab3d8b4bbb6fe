//! The main path in a real Firefox, from the MCP client to the page: sentences of the contract,
//! one module a subject.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails, in its helpers too")]

#[path = "skeleton/acting.rs"]
mod acting;
#[path = "skeleton/bad_input.rs"]
mod bad_input;
#[path = "skeleton/bridge.rs"]
mod bridge;
#[path = "skeleton/local_link.rs"]
mod local_link;
#[path = "skeleton/navigation.rs"]
mod navigation;
#[path = "skeleton/order.rs"]
mod order;
#[path = "skeleton/ownership.rs"]
mod ownership;
#[path = "skeleton/reading.rs"]
mod reading;
#[path = "skeleton/screenshots.rs"]
mod screenshots;
#[path = "skeleton/scripts.rs"]
mod scripts;
#[path = "skeleton/secrets.rs"]
mod secrets;
#[path = "skeleton/tools.rs"]
mod tools;
#[path = "skeleton/waiting.rs"]
mod waiting;
