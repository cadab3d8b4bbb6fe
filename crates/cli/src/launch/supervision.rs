//! What is done inside the running Firefox of a launch: at its start, that the extension runs and
//! nobody else can come in; at its end, that everything is written.

use std::time::Duration;

use tokio::time::timeout;

use super::control::Control;
use super::error::LaunchError;
use super::firefox::Firefox;
use super::foreground::Stage;
use super::preferences::Delivery;
use super::profile::{Profile, ProfileError};
use super::signals::StopSignals;

/// How long Firefox may take to write preferences and session when it is asked to quit.
const QUIT: Duration = Duration::from_secs(20);

/// Sees to it that the extension runs, and that Firefox listens to nobody else.
pub(super) async fn look_after(
    control: &mut Option<Control>,
    stage: &Stage,
) -> Result<(), LaunchError> {
    let Some(listener) = &stage.listener else {
        return Ok(());
    };
    let mut attached = match Control::attach(listener).await {
        Ok(attached) => attached,
        // The package is in the profile; only the end will be less clean.
        Err(error) if stage.delivery == Delivery::Package => {
            tracing::warn!(%error, "Firefox cannot be reached; it will be ended by a signal");
            return Ok(());
        }
        Err(error) => return Err(LaunchError::NoControl(error.to_string())),
    };
    let install = match stage.delivery {
        Delivery::Temporary => true,
        Delivery::Package => !attached.is_extension_active().await.unwrap_or(true),
    };
    let installed = match install {
        true if stage.profile.has_persons_extension() => {
            Err(ProfileError::HasExtension(stage.profile.path().to_owned()).into())
        }
        true => attached
            .install_temporary(&stage.package)
            .await
            .map_err(|error| LaunchError::NoControl(error.to_string())),
        false => Ok(()),
    };
    if listener.is_persons || attached.close_listener().await {
        *control = Some(attached);
    }
    installed
}

/// Lets Firefox write everything and end; a second signal or a long wait ends the patience.
pub(super) async fn quit(
    firefox: &mut Firefox,
    mut control: Control,
    profile: &Profile,
    signals: &mut StopSignals,
) {
    let end = async {
        if profile.is_persons() && !profile.has_persons_extension() {
            // Firefox also removes what it keeps for the extension. The package goes anyway.
            if let Err(error) = control.uninstall().await {
                tracing::warn!(%error, "Firefox did not remove the extension by itself");
            }
        }
        control.quit().await;
        firefox.ended().await
    };
    tokio::select! {
        ended = timeout(QUIT, end) => {
            if ended.is_err() {
                tracing::warn!("Firefox takes long to quit and is ended by a signal");
            }
        }
        () = signals.received() => (),
    }
}
