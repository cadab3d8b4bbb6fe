//! The programs under test, and starting them so that they cannot outlive the tests.
//!
//! They belong to another package, so Cargo does not build them for these tests; they lie beside
//! the test program. Every process runs under `kitsune guard`, which ends it when the pipe that we
//! hold closes: when we drop it, and also when this process is killed.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};

/// A program could not be started.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    /// It has not been built.
    #[error("{0} is not there; run `cargo xtask test`, or first `cargo build -p kitsune`")]
    NotBuilt(PathBuf),
    /// The system refused.
    #[error("cannot start {program}: {source}")]
    NotStarted {
        /// Its path.
        program: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// The directory below `target/` that holds the built programs.
pub(crate) fn built() -> PathBuf {
    let test = std::env::current_exe().unwrap_or_default();
    // target/debug/deps/main_path-0123456789abcdef
    test.ancestors().nth(2).map(Path::to_owned).unwrap_or_default()
}

/// Path of a built program.
pub(crate) fn find(name: &str) -> Result<PathBuf, ProgramError> {
    let path = built().join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if path.is_file() { Ok(path) } else { Err(ProgramError::NotBuilt(path)) }
}

/// The variables of this process that a program under test may see: what it takes to start
/// programs, and nothing that could change what they do.
pub(crate) fn environment() -> impl Iterator<Item = (&'static str, std::ffi::OsString)> {
    ["PATH", "TMPDIR", "TEMP", "SystemRoot", "LANG", "LLVM_PROFILE_FILE"]
        .into_iter()
        .filter_map(|name| Some((name, std::env::var_os(name)?)))
}

/// A running program. Dropping it ends the program.
pub(crate) struct Guarded(Child);

impl Guarded {
    /// Starts a built program with only the given variables; its output goes to `log`.
    pub(crate) fn start(
        program: &str,
        arguments: &[&str],
        variables: &[(&str, String)],
        log: File,
    ) -> Result<Self, ProgramError> {
        let program = find(program)?;
        let start = || {
            Command::new(find("kitsune").map_err(io::Error::other)?)
                .args(["guard", "--"])
                .arg(&program)
                .args(arguments)
                .env_clear()
                .envs(environment())
                .envs(variables.iter().map(|(name, value)| (name, value)))
                .stdin(Stdio::piped())
                .stdout(log.try_clone()?)
                .stderr(log)
                .spawn()
        };
        match start() {
            Ok(child) => Ok(Self(child)),
            Err(source) => Err(ProgramError::NotStarted { program, source }),
        }
    }

    /// How the program ended; `None` while it runs.
    pub(crate) fn ended(&mut self) -> Option<ExitStatus> {
        self.0.try_wait().ok().flatten()
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        // The guard gives the program five seconds, so this ends.
        let _ = self.0.wait();
    }
}

/// Sends a signal, such as `KILL`, to a process.
pub fn signal(process: u32, name: &str) -> io::Result<()> {
    let sent = Command::new("kill").args([format!("-{name}"), process.to_string()]).status()?;
    if sent.success() { Ok(()) } else { Err(io::Error::other("the signal was not sent")) }
}
