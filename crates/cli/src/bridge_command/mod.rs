//! `kitsune-bridge start|stop|status`, also `kitsune bridge …`.
//!
//! Contract: *Commands* in the configuration reference. Exit codes: 0 done; 1 already running, stop
//! failed, status unreadable; 2 the command or the environment cannot be used.

mod extension_dir;
mod idle;
mod stop;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Subcommand};
use kitsune_bridge::{Config, PostActionSnapshot, StartError, TokenSource};
use kitsune_client::{ClientError, Settings, SettingsError};
use serde_json::{Map, Value, json};

use crate::environment::{self, EnvironmentError, Program};
use crate::told::told;
use crate::{embedded, log, session};

use stop::StopError;
pub(crate) use stop::stop_unused;

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

#[derive(Clone, Copy, Debug, Subcommand)]
enum BridgeCommand {
    /// Run the bridge in the foreground until it is stopped (the default).
    Start {
        /// End by itself after this long without a request; 0 means never.
        #[arg(long, value_name = "SECONDS", value_parser = idle::parse)]
        idle_timeout: Option<Duration>,
        /// Its output goes to the log in its home, which it keeps small.
        #[arg(long, hide = true)]
        keep_log: bool,
    },
    /// Stop the running bridge.
    Stop,
    /// Print the bridge's status as JSON.
    Status,
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
enum CommandError {
    #[error(transparent)]
    Settings(#[from] SettingsError),
    #[error(transparent)]
    Environment(#[from] EnvironmentError),
    #[error(transparent)]
    IdleTimeout(#[from] idle::VariableError),
    #[error(transparent)]
    Start(#[from] StartError),
    #[error(transparent)]
    Stop(#[from] StopError),
    #[error("{}", told(.0))]
    Status(#[from] ClientError),
    #[error(transparent)]
    System(#[from] io::Error),
}

impl CommandError {
    fn exit_code(&self) -> ExitCode {
        match self {
            Self::Settings(_) | Self::Environment(_) | Self::IdleTimeout(_) => {
                ExitCode::from(USAGE)
            }
            Self::Start(_) | Self::Stop(_) | Self::Status(_) | Self::System(_) => ExitCode::FAILURE,
        }
    }
}

/// Runs the command and says on standard error why it failed.
pub fn run(arguments: &BridgeArguments) -> ExitCode {
    let command =
        arguments.command.unwrap_or(BridgeCommand::Start { idle_timeout: None, keep_log: false });
    match run_command(command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("kitsune-bridge: {error}");
            error.exit_code()
        }
    }
}

fn run_command(command: BridgeCommand) -> Result<(), CommandError> {
    let settings = session::settings()?;
    let runtime = session::runtime()?;
    match command {
        BridgeCommand::Start { idle_timeout, keep_log } => {
            if keep_log {
                log::keep(settings.log_path())?;
            }
            environment::check(Program::Bridge, &settings.home)?;
            let idle_timeout = match idle_timeout {
                Some(limit) => Some(limit),
                None => idle::from_environment()?,
            };
            runtime.block_on(kitsune_bridge::run(config(settings, idle_timeout)))?;
        }
        BridgeCommand::Stop => runtime.block_on(stop::stop(settings))?,
        BridgeCommand::Status => {
            let status = runtime.block_on(status(settings))?;
            writeln!(io::stdout(), "{}", Value::Object(status))?;
        }
    }
    Ok(())
}

fn config(settings: Settings, idle_timeout: Option<Duration>) -> Config {
    Config {
        http_port: settings.http_port,
        ws_port: settings.ws_port,
        pid_file: settings.pid_path(),
        lock_file: settings.lock_path(),
        launch_lock: settings.launch_lock_path(),
        idle_timeout: idle_timeout.filter(|limit| !limit.is_zero()),
        screenshot_dir: settings.screenshot_dir(),
        extension_dir: extension_dir::find(),
        post_action_snapshot: post_action_snapshot(),
        build: embedded::BUILD.to_owned(),
        token: match &settings.token {
            Some(token) => TokenSource::Given(token.clone()),
            None => TokenSource::File(settings.token_path()),
        },
        home: settings.home,
    }
}

/// What actions' answers show; a value that names none of the choices is the default.
fn post_action_snapshot() -> PostActionSnapshot {
    let value = std::env::var_os("KITSUNE_POST_ACTION_SNAPSHOT").unwrap_or_default();
    PostActionSnapshot::from_setting(&value.to_string_lossy())
}

/// The status object, or one that says that no bridge runs.
async fn status(settings: Settings) -> Result<Map<String, Value>, ClientError> {
    let port = settings.http_port;
    match session::manager(settings).get("/api/status", STATUS_TIMEOUT).await {
        Ok(reply) if reply.body.get("status") == Some(&json!("running")) => Ok(reply.body),
        Ok(_) => Err(ClientError::NotKitsune { port }),
        Err(ClientError::NotRunning { .. }) => {
            Ok(Map::from_iter([("status".to_owned(), json!("stopped"))]))
        }
        Err(error) => Err(error),
    }
}
