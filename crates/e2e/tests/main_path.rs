//! The main path in a real Firefox, from the MCP client to the page: sentences of the contract,
//! one module a subject.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails, in its helpers too")]

#[path = "main_path/acting.rs"]
mod acting;
#[path = "main_path/bad_input.rs"]
mod bad_input;
#[path = "main_path/bridge.rs"]
mod bridge;
#[path = "main_path/local_link.rs"]
mod local_link;
#[path = "main_path/navigation.rs"]
mod navigation;
#[path = "main_path/order.rs"]
mod order;
#[path = "main_path/ownership.rs"]
mod ownership;
#[path = "main_path/reading.rs"]
mod reading;
#[path = "main_path/screenshots.rs"]
mod screenshots;
#[path = "main_path/scripts.rs"]
mod scripts;
#[path = "main_path/secrets.rs"]
mod secrets;
#[path = "main_path/tools.rs"]
mod tools;
#[path = "main_path/waiting.rs"]
mod waiting;
