//! The browser's extension, as the bridge sees it.

mod link;
mod socket;

pub(crate) use link::{Connected, Link};
pub(crate) use socket::serve;
