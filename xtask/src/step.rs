//! Running one program as a step of a task, and what can go wrong in a task.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Why a task stopped.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("cannot run `{command}`: {source}")]
    Start { command: String, source: io::Error },
    #[error("`{command}` failed with {status}")]
    Step { command: String, status: std::process::ExitStatus },
    #[error("{path}: {source}")]
    File { path: PathBuf, source: io::Error },
    #[error("cannot pack {path}: {source}")]
    Pack { path: PathBuf, source: zip::result::ZipError },
    #[error("install {0} and run this again")]
    Missing(String),
    #[error("{0}")]
    Check(String),
}

/// Adds the path to an error of the file system.
pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> Failure {
    move |source| Failure::File { path: path.to_owned(), source }
}

/// One program with its arguments, run in the workspace's root.
pub(crate) struct Step {
    command: Command,
    text: String,
}

impl Step {
    pub(crate) fn new(program: impl AsRef<OsStr>) -> Self {
        let mut command = Command::new(program.as_ref());
        command.current_dir(root());
        Self { command, text: short_name(program.as_ref()) }
    }

    pub(crate) fn args<T: AsRef<OsStr>>(mut self, arguments: impl IntoIterator<Item = T>) -> Self {
        for argument in arguments {
            self.text.push(' ');
            self.text.push_str(&argument.as_ref().to_string_lossy());
            self.command.arg(argument);
        }
        self
    }

    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Prints the command and runs it with this task's own output.
    pub(crate) fn run(mut self) -> Result<(), Failure> {
        eprintln!("==> {}", self.text);
        match self.command.status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(Failure::Step { command: self.text, status }),
            Err(source) => Err(Failure::Start { command: self.text, source }),
        }
    }

    /// Runs the command silently; `None` when it is missing or fails.
    pub(crate) fn output(mut self) -> Option<String> {
        let output: Output = self.command.stdin(Stdio::null()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }
}

/// The cargo that runs this task.
pub(crate) fn cargo() -> Step {
    Step::new(std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")))
}

/// npm is a script with another name on Windows.
pub(crate) fn npm() -> Step {
    Step::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
}

/// A script or package of ours or of node_modules, run by Node.
pub(crate) fn node(script: &str) -> Step {
    Step::new("node").args([script])
}

/// The workspace's root directory.
pub(crate) fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own)
}

fn short_name(program: &OsStr) -> String {
    Path::new(program).file_stem().unwrap_or(program).to_string_lossy().into_owned()
}
