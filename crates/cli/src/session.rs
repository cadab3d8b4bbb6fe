//! What every command begins with: the settings from the environment, a client, a runtime, a log.

use std::io;

use kitsune_client::{Client, Identity, Launcher, Settings, SettingsError};
use tokio::runtime::{Builder, Runtime};

/// Sends log lines to standard error; standard output belongs to the commands' answers.
pub fn start_logging() {
    tracing_subscriber::fmt()
        .with_writer(io::stderr)
        .with_target(false)
        .init();
}

/// The settings that the environment gives.
pub(crate) fn settings() -> Result<Settings, SettingsError> {
    Settings::read(|name| std::env::var_os(name))
}

/// A client that manages the bridge and acts for nobody.
pub(crate) fn manager(settings: Settings) -> Client {
    Client::new(settings, &Identity::default())
}

/// How clients start a bridge: with this same program.
pub(crate) fn launcher() -> io::Result<Launcher> {
    let program = std::env::current_exe()?;
    Ok(Launcher {
        program,
        args: vec!["bridge".into(), "start".into()],
    })
}

/// One thread is enough for every command and keeps resident memory low.
pub(crate) fn runtime() -> io::Result<Runtime> {
    Builder::new_current_thread().enable_all().build()
}
