//! `kitsune` without a command: the MCP server on standard input and output.

use std::process::ExitCode;

/// Not wired yet.
pub fn run() -> ExitCode {
    eprintln!("kitsune: the MCP server is not part of this build yet");
    ExitCode::FAILURE
}
