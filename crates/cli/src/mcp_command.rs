//! `kitsune` without a command: the MCP server on standard input and output.

use std::io;
use std::process::ExitCode;

use kitsune_client::SettingsError;
use kitsune_mcp::{Options, OptionsError, ServeError};

use crate::environment::{self, EnvironmentError, Program};
use crate::{embedded, session};

/// Why the server could not start, or stopped other than at its client's wish.
#[derive(Debug, thiserror::Error)]
enum McpError {
    #[error(transparent)]
    Settings(#[from] SettingsError),
    #[error(transparent)]
    Environment(#[from] EnvironmentError),
    #[error(transparent)]
    Options(#[from] OptionsError),
    #[error(transparent)]
    Serve(#[from] ServeError),
    #[error(transparent)]
    System(#[from] io::Error),
}

/// Serves until the client closes standard input, and says on standard error why it could not.
pub fn run() -> ExitCode {
    match serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("kitsune: {error}");
            ExitCode::FAILURE
        }
    }
}

fn serve() -> Result<(), McpError> {
    let settings = session::settings()?;
    environment::check(Program::Server, &settings.home)?;
    let options = Options::read(
        |name| std::env::var_os(name),
        settings,
        session::launcher()?,
        embedded::BUILD.to_owned(),
        std::env::current_dir()?,
    )?;
    Ok(session::runtime()?.block_on(kitsune_mcp::serve(options))?)
}
