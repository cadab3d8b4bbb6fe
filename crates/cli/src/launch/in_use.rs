//! Whether a Firefox runs with a profile. Firefox holds a lock file in it for as long as it runs.

use std::io;
use std::path::Path;

/// Whether a running Firefox holds the profile.
///
/// # Errors
/// The lock file is there but cannot be looked at.
#[cfg(unix)]
pub(super) fn is_in_use(profile: &Path) -> io::Result<bool> {
    use rustix::fs::{FlockOperation, fcntl_lock};
    use rustix::io::Errno;

    // The `lock` symbolic link beside it also outlives a crash, so it proves nothing. This lock is
    // the kernel's, and is let go of again when the file is closed at the end.
    let options = std::fs::File::options().read(true).write(true).open(profile.join(".parentlock"));
    let Some(file) = super::files::present(options)? else {
        return Ok(false);
    };
    match fcntl_lock(&file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(false),
        Err(Errno::AGAIN | Errno::ACCESS) => Ok(true),
        Err(error) => Err(error.into()),
    }
}

/// Whether a running Firefox holds the profile.
///
/// # Errors
/// The lock file is there but cannot be looked at.
#[cfg(not(unix))]
pub(super) fn is_in_use(profile: &Path) -> io::Result<bool> {
    /// The system's code for a file that another program has opened for itself alone.
    const SHARING_VIOLATION: i32 = 32;
    let opened = std::fs::File::options().write(true).open(profile.join("parent.lock"));
    match super::files::present(opened) {
        Err(error) if error.raw_os_error() == Some(SHARING_VIOLATION) => Ok(true),
        Err(error) => Err(error),
        Ok(_) => Ok(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_file_that_nobody_holds_is_of_the_past() {
        let profile = tempfile::tempdir().unwrap();
        assert!(!is_in_use(profile.path()).unwrap());
        std::fs::write(profile.path().join(".parentlock"), "").unwrap();
        assert!(!is_in_use(profile.path()).unwrap());
    }
}
