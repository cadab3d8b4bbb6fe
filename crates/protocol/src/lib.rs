//! What Kitsune's programs say to each other: types and tables, no I/O.
//!
//! * [`action`], [`route`]: the one table of actions and the one table of HTTP routes.
//! * [`access`]: capability groups, task modes and whose tabs may be written.
//! * [`error`]: error codes and the one error shape of every wire.
//! * [`wire`], [`command`], [`page`], [`structure`], [`inspect`], [`dialog`], [`condition`]: messages
//!   on the extension's socket.
//! * [`typescript`]: writes `extension/src/protocol.ts` from these types.
//!
//! Nothing here reads the clock, the environment or a file.

pub mod access;
pub mod action;
pub mod command;
pub mod condition;
pub mod dialog;
pub mod error;
pub mod find;
pub mod headers;
pub mod ids;
pub mod inspect;
pub mod limits;
pub mod page;
pub mod page_data;
pub mod person;
pub mod route;
pub mod structure;
pub mod typescript;
pub mod wire;

pub use access::{Group, Groups, Mode, UserTabs};
pub use action::Action;
pub use error::{ErrorCode, ErrorReply};
pub use ids::{CommandId, OwnerId, Ref, TabId, WindowId};
