//! One launch from its start to its end: profile, Firefox, connection, and everything undone.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{ExitCode, ExitStatus};

use kitsune_client::{Bridge, Client};
use kitsune_protocol::wire::Flavor;
use serde_json::json;

use super::connection::{self, Browser};
use super::control::{self, Control, Listener};
use super::edition::{self, Signatures};
use super::error::LaunchError;
use super::firefox::{Firefox, Start};
use super::lease::Lease;
use super::package::Pairing;
use super::preferences::{Delivery, Owner};
use super::profile::{self, Profile};
use super::signals::StopSignals;
use super::state::State;
use super::supervision::{look_after, quit};
use super::{LaunchArguments, browser};
use crate::doctor::display;
use crate::{bridge_command, embedded, process, session};

/// Launches, waits for the end, and undoes everything.
pub(super) async fn launch(arguments: &LaunchArguments) -> Result<ExitCode, LaunchError> {
    if arguments.detached {
        process::leave_session();
    }
    let launch = Launch {
        arguments,
        extension: embedded::extension(Flavor::Dev).ok_or(LaunchError::NoExtension)?,
        browser: browser::find_in_environment(arguments.browser.as_deref())?,
        client: session::manager(session::settings()?),
    };
    if let Some(named) = &arguments.profile {
        // Refused before anything is started for it.
        profile::refuse_in_use(named)?;
    }

    // From here on there is something to undo, so signals are taken into our own hands.
    let mut signals = StopSignals::take()?;
    // Taken before the bridge starts, which so knows from the first that a launch runs.
    let mut state = State::take(launch.client.settings())?;
    let outcome = launch.with_bridge(&mut state, &mut signals).await;
    match state.finish().into_iter().next() {
        Some(reason) => Err(LaunchError::NotRestored(reason)),
        None => outcome,
    }
}

/// What one launch works with.
struct Launch<'a> {
    arguments: &'a LaunchArguments,
    extension: &'static [u8],
    browser: PathBuf,
    client: Client,
}

/// What one launch has made ready for Firefox.
pub(super) struct Stage {
    pub(super) profile: Profile,
    pub(super) delivery: Delivery,
    /// The extension's package for a temporary add-on.
    pub(super) package: PathBuf,
    /// Where Firefox listens for this launch; `None` when nothing needs to be done inside it.
    pub(super) listener: Option<Listener>,
}

impl Launch<'_> {
    async fn with_bridge(
        &self,
        state: &mut State,
        signals: &mut StopSignals,
    ) -> Result<ExitCode, LaunchError> {
        let launcher = session::launcher()?;
        let bridge = tokio::select! {
            () = signals.received() => return Ok(ExitCode::SUCCESS),
            bridge = self.client.ensure_bridge(&launcher, embedded::BUILD) => bridge?,
        };
        let outcome = self.with_lease(state, signals).await;
        if outcome.is_err() && bridge == Bridge::Started {
            // Nobody asked for a bridge alone. If a client has come meanwhile, it stays.
            bridge_command::stop_unused(self.client.settings()).await;
        }
        outcome
    }

    async fn with_lease(
        &self,
        state: &mut State,
        signals: &mut StopSignals,
    ) -> Result<ExitCode, LaunchError> {
        let lease = Lease::take(&self.client).await?;
        let outcome = tokio::select! {
            outcome = self.run(&lease, state, signals) => outcome,
            never = lease.keep(&self.client) => match never {},
        };
        lease.end(&self.client).await;
        outcome
    }

    /// Runs the browser until it ends or a signal comes.
    async fn run(
        &self,
        lease: &Lease,
        state: &mut State,
        signals: &mut StopSignals,
    ) -> Result<ExitCode, LaunchError> {
        connection::wait_until_free(&self.client).await?;
        let home = &self.client.settings().home;
        let scratch = profile::temporary_directory(&control::scratch_parent(home))?;
        state.add_temporary(scratch.path())?;
        let stage = self.prepare(lease, state, scratch.path()).await?;
        let mut firefox = self.start(&stage).await?;
        if let Some(group) = firefox.group() {
            state.set_firefox(group, stage.profile.path())?;
        }
        let mut control = None;
        let outcome = tokio::select! {
            () = signals.received() => Ok(ExitCode::SUCCESS),
            outcome = self.follow(&mut firefox, &mut control, &stage) => outcome,
        };
        if let Some(control) = control.filter(|_| stage.profile.is_kept()) {
            quit(&mut firefox, control, &stage.profile, signals).await;
        }
        firefox.stop().await;
        outcome
    }

    async fn prepare(
        &self,
        lease: &Lease,
        state: &mut State,
        scratch: &Path,
    ) -> Result<Stage, LaunchError> {
        let version = edition::version(&self.browser).await;
        if let Some(version) = version.as_ref().filter(|version| edition::is_too_old(version)) {
            let browser = self.browser.clone();
            return Err(LaunchError::TooOld { browser, version: version.clone() });
        }
        let signatures = edition::signatures(version.as_deref());
        let delivery = match signatures {
            _ if self.arguments.temporary_extension => Delivery::Temporary,
            Signatures::Demanded => Delivery::Temporary,
            Signatures::NotDemanded | Signatures::Unknown => Delivery::Package,
        };
        let profile = Profile::open(self.arguments.profile.as_deref())?;
        if profile.is_persons() {
            state.add_profile(profile.path())?;
        } else if !profile.is_kept() {
            state.add_temporary(profile.path())?;
        }
        let pairing =
            Pairing { socket_port: self.client.settings().ws_port, secret: lease.secret() };
        let package = scratch.join("kitsune.xpi");
        profile.prepare(self.extension, pairing, delivery, &package)?;
        let is_certain = signatures == Signatures::NotDemanded && delivery == Delivery::Package;
        let listener = match is_certain && !profile.is_kept() {
            true => None,
            false => Some(Listener::choose(&self.arguments.firefox_arguments, scratch)?),
        };
        Ok(Stage { profile, delivery, package, listener })
    }

    async fn start(&self, stage: &Stage) -> Result<Firefox, LaunchError> {
        let mut arguments = self.arguments.firefox_arguments.clone();
        arguments.extend(stage.listener.iter().flat_map(Listener::arguments));
        let log = self.log();
        let start = Start {
            browser: &self.browser,
            profile: stage.profile.path(),
            owner: if stage.profile.is_persons() { Owner::Person } else { Owner::Kitsune },
            headless: self.arguments.headless,
            url: self.arguments.url.as_deref(),
            arguments,
            log: &log,
        };
        Firefox::start(&start)
            .await
            .map_err(|source| LaunchError::NotStarted { browser: self.browser.clone(), source })
    }

    /// Says when the browser is connected and waits until it ends; the result is its exit code.
    async fn follow(
        &self,
        firefox: &mut Firefox,
        control: &mut Option<Control>,
        stage: &Stage,
    ) -> Result<ExitCode, LaunchError> {
        let ready = async {
            let ((), browser) =
                tokio::try_join!(look_after(control, stage), connection::wait(&self.client))?;
            Ok::<_, LaunchError>(browser)
        };
        let connected = tokio::select! {
            status = firefox.ended() => {
                let code = exit_code(status?)?;
                let lacks_display = !self.arguments.headless && !display::is_there();
                return Err(LaunchError::ended_early(code, &self.log(), lacks_display));
            }
            connected = ready => connected?,
        };
        self.announce(&connected, &stage.profile);
        Ok(ExitCode::from(exit_code(firefox.ended().await?)?))
    }

    fn announce(&self, browser: &Browser, profile: &Profile) {
        let port = self.client.settings().http_port;
        let profile = profile.path().display().to_string();
        let line = if self.arguments.json {
            let facts = json!({
                "browser": browser.to_string(),
                "profile": profile,
                "port": port,
                "pid": std::process::id(),
            });
            facts.to_string()
        } else {
            format!(
                "Connected: {browser} with profile {profile}, bridge on 127.0.0.1:{port}. Press \
                 Ctrl+C to stop."
            )
        };
        // Nobody reading the line is no reason to end the browser.
        let _ = writeln!(io::stdout(), "{line}");
    }

    /// File that receives what the browser prints.
    fn log(&self) -> PathBuf {
        self.client.settings().home.join("browser.log")
    }
}

/// Firefox's exit code as its guard tells it; a guard without one was killed.
fn exit_code(status: ExitStatus) -> Result<u8, LaunchError> {
    match status.code() {
        Some(_) => Ok(process::exit_code(Some(status))),
        None => Err(LaunchError::GuardKilled),
    }
}
