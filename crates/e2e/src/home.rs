//! The directory of one stage: home, profile and logs of its programs, below `target/e2e`.
//!
//! It must outlive the tests, for a person to look into after a failure, and nothing runs when a
//! test process ends. So each start removes what earlier processes have left: a directory is in use
//! while its lock is held.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::programs;

/// A directory for one stage.
pub(crate) struct Home {
    path: PathBuf,
    _lock: File,
}

impl Home {
    /// Makes a directory of its own, and removes those of ended processes.
    pub(crate) fn make() -> io::Result<Self> {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let root = below_target("e2e");
        fs::create_dir_all(&root)?;
        // Held while directories come and go, so that no other process removes a new one.
        let gate = File::create(root.join("lock"))?;
        gate.lock()?;
        remove_unused(&root)?;
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let path = root.join(format!("{}-{number}", std::process::id()));
        fs::create_dir_all(path.join("profile"))?;
        let lock = File::create(path.join("lock"))?;
        lock.lock()?;
        Ok(Self { path, _lock: lock })
    }

    /// The directory itself.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// `KITSUNE_HOME`.
    pub(crate) fn kitsune(&self) -> PathBuf {
        self.path.join("home")
    }

    /// The browser's profile.
    pub(crate) fn profile(&self) -> PathBuf {
        self.path.join("profile")
    }

    /// File for the output of a program.
    pub(crate) fn log(&self, program: &str) -> PathBuf {
        self.path.join(format!("{program}.log"))
    }
}

/// A directory below Cargo's target directory.
pub(crate) fn below_target(name: &str) -> PathBuf {
    let built = programs::built();
    built.parent().unwrap_or(&built).join(name)
}

fn remove_unused(root: &Path) -> io::Result<()> {
    for entry in fs::read_dir(root)? {
        let path = entry?.path();
        let unused = File::open(path.join("lock")).is_ok_and(|lock| lock.try_lock().is_ok());
        if unused {
            // A browser that is still ending may write into it; the next start tries again.
            let _ = fs::remove_dir_all(path);
        }
    }
    Ok(())
}
