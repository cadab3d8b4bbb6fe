//! The commands of `kitsune` and `kitsune-bridge`. Only this crate reads the environment and
//! writes to the terminal; everything else is told what it needs.
//!
//! Contract: *Commands* in the configuration reference.

pub mod bridge_command;
pub mod doctor;
pub mod embedded;
mod environment;
pub mod launch;
mod log;
pub mod mcp_command;
mod process;
mod session;
mod told;

pub use log::start_logging;
