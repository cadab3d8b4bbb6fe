//! The browser's extension, as the bridge sees it.

mod link;
mod socket;

pub(crate) use link::{Connected, Generation, Link};
pub(crate) use socket::serve;
