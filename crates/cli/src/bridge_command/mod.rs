//! `kitsune-bridge start|stop|status`, also `kitsune bridge …`.
//!
//! Contract: *Commands* in the configuration reference. Exit codes: 0 done; 1 already running, stop
//! failed, status unreadable; 2 the command or the environment cannot be used.

mod stop;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Subcommand};
use kitsune_bridge::{Config, StartError, TokenSource};
use kitsune_client::{ClientError, Settings};
use serde_json::{Map, Value, json};

use crate::{embedded, session};

use stop::StopError;

/// Exit code of a command or an environment that cannot be used; clap has the same.
const USAGE: u8 = 2;

/// How long a running bridge may take to tell its status.
const STATUS_TIMEOUT: Duration = Duration::from_secs(2);

/// Arguments of `kitsune-bridge`.
#[derive(Args, Debug)]
pub struct BridgeArguments {
    #[command(subcommand)]
    command: Option<BridgeCommand>,
}

#[derive(Clone, Copy, Debug, Default, Subcommand)]
enum BridgeCommand {
    /// Run the bridge in the foreground until it is stopped (the default).
    #[default]
    Start,
    /// Stop the running bridge.
    Stop,
    /// Print the bridge's status as JSON.
    Status,
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
enum CommandError {
    #[error(transparent)]
    Start(#[from] StartError),
    #[error(transparent)]
    Stop(#[from] StopError),
    #[error(transparent)]
    Status(#[from] ClientError),
    #[error(transparent)]
    System(#[from] io::Error),
}

/// Runs the command and says on standard error why it failed.
pub fn run(arguments: &BridgeArguments) -> ExitCode {
    let settings = match session::settings() {
        Ok(settings) => settings,
        Err(error) => {
            eprintln!("kitsune-bridge: {error}");
            return ExitCode::from(USAGE);
        }
    };
    match run_with(arguments.command.unwrap_or_default(), settings) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("kitsune-bridge: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run_with(command: BridgeCommand, settings: Settings) -> Result<(), CommandError> {
    let runtime = session::runtime()?;
    match command {
        BridgeCommand::Start => runtime.block_on(kitsune_bridge::run(config(settings)))?,
        BridgeCommand::Stop => runtime.block_on(stop::stop(settings))?,
        BridgeCommand::Status => {
            let status = runtime.block_on(status(settings))?;
            writeln!(io::stdout(), "{}", Value::Object(status))?;
        }
    }
    Ok(())
}

fn config(settings: Settings) -> Config {
    Config {
        http_port: settings.http_port,
        ws_port: settings.ws_port,
        pid_file: settings.pid_path(),
        screenshot_dir: settings.screenshot_dir(),
        build: embedded::BUILD.to_owned(),
        token: match &settings.token {
            Some(token) => TokenSource::Given(token.clone()),
            None => TokenSource::File(settings.token_path()),
        },
        home: settings.home,
    }
}

/// The status object, or one that says that no bridge runs.
async fn status(settings: Settings) -> Result<Map<String, Value>, ClientError> {
    let port = settings.http_port;
    match session::manager(settings)
        .get("/api/status", STATUS_TIMEOUT)
        .await
    {
        Ok(reply) if reply.body.get("status") == Some(&json!("running")) => Ok(reply.body),
        Ok(_) => Err(ClientError::NotKitsune { port }),
        Err(ClientError::NotRunning { .. }) => {
            Ok(Map::from_iter([("status".to_owned(), json!("stopped"))]))
        }
        Err(error) => Err(error),
    }
}
