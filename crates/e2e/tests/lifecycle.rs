//! Programs that start, stop and come back: each test has bridge and Firefox to itself.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a panic is how a test fails, in its helpers too"
)]

#[path = "lifecycle/bridge.rs"]
mod bridge;
#[path = "lifecycle/clients.rs"]
mod clients;
#[path = "lifecycle/connection.rs"]
mod connection;
#[path = "lifecycle/doctor.rs"]
mod doctor;
#[path = "lifecycle/extension.rs"]
mod extension;
#[path = "lifecycle/launch.rs"]
mod launch;
#[path = "lifecycle/persons_profile.rs"]
mod persons_profile;
