//! Programs that start, stop and come back: each test has bridge and Firefox to itself.

#[path = "lifecycle/clients.rs"]
mod clients;
#[path = "lifecycle/connection.rs"]
mod connection;
#[path = "lifecycle/launch.rs"]
mod launch;
