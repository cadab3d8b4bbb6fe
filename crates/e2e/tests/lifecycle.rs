//! Programs that start, stop and come back: each test has bridge and Firefox to itself.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a panic is how a test fails, in its helpers too"
)]

#[path = "lifecycle/clients.rs"]
mod clients;
#[path = "lifecycle/connection.rs"]
mod connection;
#[path = "lifecycle/extension.rs"]
mod extension;
#[path = "lifecycle/launch.rs"]
mod launch;
