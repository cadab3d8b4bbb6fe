//! Names of Kitsune's HTTP headers (*Headers* in the configuration reference).

/// The enabled capability groups, spelled out; absent means unrestricted.
pub const CAPS: &str = "x-kitsune-caps";
/// The task mode `read` or `draft`; absent means `act`.
pub const MODE: &str = "x-kitsune-mode";
/// The audit id of one client process.
pub const CLIENT: &str = "x-kitsune-client";
/// The tab owner id, which survives a restart of the client's process.
pub const OWNER: &str = "x-kitsune-owner";
/// `writable`, or the read-only default.
pub const USER_TABS: &str = "x-kitsune-user-tabs";
