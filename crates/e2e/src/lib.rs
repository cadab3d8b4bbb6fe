//! Tests of Kitsune in a real Firefox read like sentences of the contract:
//!
//! ```no_run
//! use kitsune_e2e::{json, run};
//!
//! #[test]
//! fn a_write_on_the_users_tab_is_refused() {
//!     run(async |kit| {
//!         let person = kit.person().await;
//!         let tab = person.opens(&kit.page("<button>Pay</button>")).await;
//!
//!         let click = json!({"tabId": tab, "selector": "button"});
//!         let reply = kit.agent().post("/api/click", click).await;
//!
//!         reply.is_error("user_tab_read_only");
//!         assert!(kit.seen_in(tab).await.is_empty());
//!     });
//! }
//! ```
//!
//! One test program has one [`Stage`]: the real bridge, a headless Firefox started by
//! `kitsune launch`, and a server of pages. The first test sets it, and it ends with the process,
//! however that ends. Each test gets a [`Kit`] with an owner id, hosts and tabs of its own, so
//! tests run side by side; only those that need the one [`Person`] take turns.

#![expect(
    clippy::expect_used,
    reason = "only tests use this crate, and a panic is how a test fails"
)]

mod agent;
mod browser;
mod evidence;
mod home;
mod kit;
mod mcp;
mod pages;
mod person;
mod programs;
mod reply;
mod run;
mod stage;
mod wait;

pub use agent::Agent;
pub use browser::{Browser, BrowserTab};
pub use hyper::Method;
pub use kit::Kit;
pub use kitsune_debugger::DebuggerError;
pub use kitsune_protocol::ids::TabId;
pub use mcp::{Mcp, ToolReply};
pub use pages::{Origin, Page, Received};
pub use person::Person;
pub use programs::{ProgramError, signal};
pub use reply::Reply;
pub use run::{run, run_apart, run_without_browser};
pub use serde_json::{Value, json};
pub use stage::{Ports, Stage, StageError, free_port};
pub use wait::eventually;
