//! The signals that ask `kitsune launch` to stop.

use std::io;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Ctrl+C, SIGTERM, and the end of the terminal. Once taken they do not end this process.
#[cfg(unix)]
pub(super) struct StopSignals {
    interrupt: Signal,
    terminate: Signal,
    hang_up: Signal,
}

#[cfg(unix)]
impl StopSignals {
    pub(super) fn take() -> io::Result<Self> {
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hang_up: signal(SignalKind::hangup())?,
        })
    }

    /// Waits for the first of them.
    pub(super) async fn received(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => (),
            _ = self.terminate.recv() => (),
            _ = self.hang_up.recv() => (),
        }
    }
}

/// Ctrl+C and the console's end.
#[cfg(windows)]
pub(super) struct StopSignals {
    interrupt: tokio::signal::windows::CtrlC,
    close: tokio::signal::windows::CtrlClose,
}

#[cfg(windows)]
impl StopSignals {
    pub(super) fn take() -> io::Result<Self> {
        use tokio::signal::windows::{ctrl_c, ctrl_close};
        Ok(Self { interrupt: ctrl_c()?, close: ctrl_close()? })
    }

    /// Waits for the first of them.
    pub(super) async fn received(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => (),
            _ = self.close.recv() => (),
        }
    }
}
