//! Systems on which the browser's process is not looked for.

use std::path::PathBuf;
use std::time::Instant;

use super::{Ends, Unknown};

/// The process at the other end of the socket; never made here.
pub(super) struct Process {
    pub(super) directory: PathBuf,
    pub(super) current: bool,
}

impl Process {
    pub(super) fn still_has(&self, _: Ends) -> bool {
        false
    }
}

pub(super) fn find(_: Ends, _: Instant) -> Result<Process, Unknown> {
    Err(Unknown::UnsupportedPlatform)
}
