//! Starting, serving and stopping: two listeners on 127.0.0.1 and one process id file.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, Seek, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;
use tokio::signal;

use crate::bridge::Bridge;
use crate::config::Config;
use crate::token::{Token, TokenError};
use crate::{extension, http, idle};

/// How long requests in progress may take after a stop was asked for.
const GRACE: Duration = Duration::from_secs(3);

/// Why the bridge could not start. The text says what to do.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// A bridge with the same home is running.
    #[error("a Kitsune bridge is already running for {0}; stop it with kitsune-bridge stop")]
    AlreadyRunning(String),
    /// A port is taken.
    #[error(
        "port {port} on 127.0.0.1 cannot be used: {source}; find the program that holds it, or \
         set {variable} to another port in every client"
    )]
    Port {
        /// The port.
        port: u16,
        /// The variable that changes it.
        variable: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// A file or directory of the home cannot be used.
    #[error("{path} cannot be used: {source}; check that KITSUNE_HOME is a directory of yours")]
    Home {
        /// The file or directory.
        path: String,
        /// What the system said.
        source: io::Error,
    },
    /// The token cannot be used.
    #[error(transparent)]
    Token(#[from] TokenError),
}

/// Serves until SIGTERM, SIGINT or `POST /api/shutdown`.
pub async fn run(config: Config) -> Result<(), StartError> {
    create_home(&config.home)?;
    let pid_file = claim_pid_file(&config.pid_file)?;
    let token = Token::load(&config.token)?;
    let http_port = listen(config.http_port, "KITSUNE_HTTP_PORT").await?;
    let ws_port = listen(config.ws_port, "KITSUNE_WS_PORT").await?;
    tracing::info!(http = config.http_port, ws = config.ws_port, "bridge listens on 127.0.0.1");

    let bridge = Arc::new(Bridge::new(config, token));
    let signals = tokio::spawn(stop_on_signal(bridge.clone()));
    let idle = async {
        idle::watch(&bridge).await;
        std::future::pending::<()>().await
    };
    let servers = async {
        tokio::join!(
            serve(http_port, http::serve(bridge.clone()), bridge.clone()),
            serve(ws_port, extension::serve(bridge.clone()), bridge.clone()),
        )
    };
    tokio::select! {
        _ = servers => (),
        () = idle => (),
        () = async { bridge.stopped().await; tokio::time::sleep(GRACE).await } => {
            tracing::warn!("stopping although requests are in progress");
        }
    }
    signals.abort();
    drop(pid_file);
    tracing::info!("bridge stopped");
    Ok(())
}

async fn listen(port: u16, variable: &'static str) -> Result<TcpListener, StartError> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(|source| StartError::Port {
        port,
        variable,
        source,
    })
}

async fn serve(listener: TcpListener, router: Router, bridge: Arc<Bridge>) {
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    let served = axum::serve(listener, service)
        .with_graceful_shutdown(async move { bridge.stopped().await })
        .await;
    if let Err(error) = served {
        tracing::error!(%error, "a listener failed");
    }
}

fn create_home(home: &Path) -> Result<(), StartError> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(home).map_err(|source| home_error(home, source))
}

fn home_error(path: &Path, source: io::Error) -> StartError {
    StartError::Home { path: path.display().to_string(), source }
}

/// Locks the process id file for as long as the bridge runs: an unlocked file is stale.
fn claim_pid_file(path: &Path) -> Result<File, StartError> {
    let failed = |source| home_error(path, source);
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    let mut file = options.open(path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => (),
        Err(TryLockError::WouldBlock) => {
            let home = path.parent().unwrap_or(path);
            return Err(StartError::AlreadyRunning(home.display().to_string()));
        }
        Err(TryLockError::Error(source)) => return Err(failed(source)),
    }
    file.set_len(0).map_err(failed)?;
    file.rewind().map_err(failed)?;
    write!(file, "{}", std::process::id()).map_err(failed)?;
    Ok(file)
}

async fn stop_on_signal(bridge: Arc<Bridge>) {
    #[cfg(unix)]
    {
        let Ok(mut terminate) = signal::unix::signal(signal::unix::SignalKind::terminate()) else {
            return;
        };
        tokio::select! {
            _ = signal::ctrl_c() => (),
            _ = terminate.recv() => (),
        }
    }
    #[cfg(not(unix))]
    {
        let _ = signal::ctrl_c().await;
    }
    bridge.stop();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_bridge_of_the_same_home_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("bridge.pid");
        let first = claim_pid_file(&path).unwrap();
        assert!(matches!(claim_pid_file(&path), Err(StartError::AlreadyRunning(_))));
        drop(first);
        assert!(claim_pid_file(&path).is_ok());
    }

    #[test]
    fn a_home_that_cannot_be_made_is_named() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("file"), "").unwrap();
        let error = create_home(&dir.path().join("file/home")).unwrap_err();
        assert!(error.to_string().contains("KITSUNE_HOME"), "{error}");
    }
}
