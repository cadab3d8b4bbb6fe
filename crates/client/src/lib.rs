//! HTTP client of the Kitsune bridge, and the settings that say where it is.
//!
//! * [`Settings`] say where a bridge is; [`Identity`] says for whom a client asks.
//! * [`Client`] sends requests: an answer with JSON is `Ok` whatever its status, and
//!   everything else is a [`ClientError`] with a code of the contract.
//! * [`Client::ensure_bridge`] starts the bridge, or replaces one of another build; the rest of
//!   its life is known by [`LifecycleLock`] and [`running_pid`].
//!
//! Contract: *Connection diagnosis*, *Action errors*. Nothing here reads the environment.

mod client;
mod error;
mod identity;
mod settings;
mod start;
mod token;

pub use client::{Client, Reply};
pub use error::ClientError;
pub use identity::Identity;
pub use settings::{Settings, SettingsError};
pub use start::{
    Bridge, LARGEST_LOG, Launcher, LifecycleLock, LockError, create_home, rotate_log, running_pid,
    takes_connections,
};
