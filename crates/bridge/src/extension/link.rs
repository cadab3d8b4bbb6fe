//! The connection to the extension: who is connected, and which commands wait for a reply.
//!
//! One mutex guards the tables and is never held across an await. A connection that ends
//! drops its waiting commands, which then fail at once.

use std::collections::HashMap;
use std::net::SocketAddrV4;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot};

use kitsune_protocol::command::{Answer, Command};
use kitsune_protocol::wire::{BrowserInfo, BrowserState, Hello, Outcome, ToExtension, close};
use kitsune_protocol::{CommandId, ErrorCode, ErrorReply};

use crate::admission::Admitted;

/// Most commands that wait for the extension at once.
const MOST_PENDING: usize = 1024;
/// Frames that wait to be sent.
const OUTGOING: usize = 256;
/// A peer that said nothing for this long counts as gone (its heartbeat comes every 20 s).
pub(crate) const SILENCE: Duration = Duration::from_secs(60);
/// How long a refusal counts as the reason for which no extension is connected: a refused one
/// tries again every 15 s.
const REFUSAL: Duration = Duration::from_secs(40);
/// How much longer than the extension the bridge waits, so that its own error arrives.
const REPLY_MARGIN: Duration = Duration::from_millis(500);

/// What the socket task is told to do.
#[derive(Debug)]
pub(crate) enum Outgoing {
    /// Sends a frame.
    Frame(ToExtension),
    /// Closes the connection with a code of [`close`].
    Close(u16),
}

/// The connected extension's description.
#[derive(Clone, Debug)]
pub(crate) struct Connected {
    /// What it said of itself.
    pub(crate) hello: Hello,
    /// What it sees of the browser; absent until it has said so.
    pub(crate) state: Option<BrowserState>,
}

/// Who opens a socket.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    /// The extension's origin, which names the profile too.
    pub(crate) origin: String,
    /// The address of its end; absent when it is none of IPv4.
    pub(crate) address: Option<SocketAddrV4>,
}

/// The other end of the socket.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    /// Which connection it is.
    pub(crate) generation: Generation,
    /// Its address; absent when it is none of IPv4.
    pub(crate) address: Option<SocketAddrV4>,
    /// The browser, as the extension named it.
    pub(crate) browser: BrowserInfo,
}

/// Which connection a socket task serves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Generation(u64);

struct Connection {
    generation: Generation,
    visitor: Visitor,
    about: Connected,
    last_heard: Instant,
    outgoing: mpsc::Sender<Outgoing>,
    pending: HashMap<CommandId, oneshot::Sender<Outcome>>,
}

#[derive(Default)]
struct Tables {
    connection: Option<Connection>,
    /// When an extension of another wire version was refused last, and its version.
    refusal: Option<(Instant, Option<String>)>,
    generations: u64,
    commands: u64,
}

/// The connection's owner.
#[derive(Default)]
pub(crate) struct Link {
    tables: Mutex<Tables>,
}

impl Link {
    fn tables(&self) -> MutexGuard<'_, Tables> {
        // A poisoned table is still a table: nothing is left half done under this lock.
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a connection that said hello. A newer one of the same origin replaces the older
    /// at once; one of another origin is refused while the older is alive, unless it is `paired`:
    /// the browser that a managed launch waits for.
    pub(crate) fn connect(
        &self,
        visitor: Visitor,
        hello: Hello,
        paired: bool,
    ) -> Result<(Generation, mpsc::Receiver<Outgoing>), u16> {
        let mut tables = self.tables();
        if let Some(older) = &tables.connection {
            let is_same = older.visitor.origin == visitor.origin;
            if !is_same && !paired && older.last_heard.elapsed() < SILENCE {
                return Err(close::OTHER_BROWSER);
            }
            let code = if is_same { close::REPLACED } else { close::OTHER_BROWSER };
            // The task may be gone already; then there is nobody to tell.
            let _ = older.outgoing.try_send(Outgoing::Close(code));
        }
        let (outgoing, frames) = mpsc::channel(OUTGOING);
        tables.generations += 1;
        let generation = Generation(tables.generations);
        tables.connection = Some(Connection {
            generation,
            visitor,
            about: Connected { hello, state: None },
            last_heard: Instant::now(),
            outgoing,
            pending: HashMap::new(),
        });
        Ok((generation, frames))
    }

    /// Closes the connection unless `keep` says that it may stay.
    pub(crate) fn close_unless(&self, keep: impl FnOnce(&Hello) -> bool) {
        let mut tables = self.tables();
        let closed = tables.connection.take_if(|connection| !keep(&connection.about.hello));
        drop(tables);
        if let Some(connection) = closed {
            // Should the queue be full, the socket closes without a code, for nobody sends to it.
            let _ = connection.outgoing.try_send(Outgoing::Close(close::OTHER_BROWSER));
        }
    }

    /// Notes that an extension was refused because it speaks another wire version.
    pub(crate) fn refuse_version(&self, version: Option<String>) {
        self.tables().refusal = Some((Instant::now(), version));
    }

    /// The version of an extension that was refused moments ago for its wire version.
    pub(crate) fn refused_version(&self) -> Option<Option<String>> {
        let tables = self.tables();
        let (at, version) = tables.refusal.as_ref()?;
        (at.elapsed() < REFUSAL).then(|| version.clone())
    }

    /// Whether an extension has ever found this bridge.
    pub(crate) fn was_ever_connected(&self) -> bool {
        self.tables().generations > 0
    }

    /// The other end of the socket, while there is one.
    pub(crate) fn peer(&self) -> Option<Peer> {
        let tables = self.tables();
        let Connection { generation, visitor, about, .. } = tables.connection.as_ref()?;
        let browser = about.hello.browser.clone();
        Some(Peer { generation: *generation, address: visitor.address, browser })
    }

    /// The origin of the extension at the other end of the socket.
    pub(crate) fn origin(&self) -> Option<String> {
        self.tables().connection.as_ref().map(|connection| connection.visitor.origin.clone())
    }

    /// Forgets a connection; its waiting commands fail.
    pub(crate) fn disconnect(&self, generation: Generation) {
        self.tables().connection.take_if(|connection| connection.generation == generation);
    }

    /// Notes that the connection is alive.
    pub(crate) fn heard(&self, generation: Generation) {
        self.with(generation, |connection| connection.last_heard = Instant::now());
    }

    /// Notes what the extension sees of the browser.
    pub(crate) fn set_state(&self, generation: Generation, state: BrowserState) {
        self.with(generation, |connection| connection.about.state = Some(state));
    }

    /// Hands a reply to the command that waits for it; a late one is dropped.
    pub(crate) fn reply(&self, generation: Generation, id: CommandId, outcome: Outcome) {
        let waiting = self.with(generation, |connection| connection.pending.remove(&id));
        if let Some(waiting) = waiting.flatten() {
            let _ = waiting.send(outcome);
        }
    }

    fn with<T>(&self, generation: Generation, act: impl FnOnce(&mut Connection) -> T) -> Option<T> {
        let mut tables = self.tables();
        let connection = tables.connection.as_mut();
        connection.filter(|connection| connection.generation == generation).map(act)
    }

    /// The connected extension's description.
    pub(crate) fn connected(&self) -> Option<Connected> {
        self.tables().connection.as_ref().map(|connection| connection.about.clone())
    }

    /// Sends a command of a request that passed every gate, and waits up to `patience` for its
    /// answer.
    pub(crate) async fn ask(
        &self,
        admitted: &Admitted,
        command: Command,
        patience: Duration,
    ) -> Result<Answer, ErrorReply> {
        let (id, generation, outgoing, reply) = self.register()?;
        let deadline_ms = u64::try_from(patience.as_millis()).unwrap_or(u64::MAX);
        let caller = admitted.caller();
        let frame = ToExtension::Command { id, caller, deadline_ms, command };
        let waited = tokio::time::timeout(patience + REPLY_MARGIN, async {
            if outgoing.send(Outgoing::Frame(frame)).await.is_err() {
                return Err(not_sent());
            }
            reply.await.map_err(|_| left().after_sending())
        })
        .await;
        match waited {
            Ok(Ok(Outcome::Done { answer })) => Ok(answer),
            Ok(Ok(Outcome::Failed { error })) => Err(error),
            Ok(Err(error)) => Err(error),
            Err(_) => {
                self.with(generation, |connection| connection.pending.remove(&id));
                Err(timed_out(patience).after_sending())
            }
        }
    }

    fn register(
        &self,
    ) -> Result<
        (CommandId, Generation, mpsc::Sender<Outgoing>, oneshot::Receiver<Outcome>),
        ErrorReply,
    > {
        let mut tables = self.tables();
        tables.commands += 1;
        let id = CommandId::new(tables.commands).ok_or_else(not_connected)?;
        let connection = tables.connection.as_mut().ok_or_else(not_connected)?;
        if connection.pending.len() >= MOST_PENDING {
            return Err(too_many());
        }
        let (sender, receiver) = oneshot::channel();
        connection.pending.insert(id, sender);
        Ok((id, connection.generation, connection.outgoing.clone(), receiver))
    }
}

fn not_connected() -> ErrorReply {
    ErrorReply::new(
        ErrorCode::ExtensionDisconnected,
        "Kitsune extension not connected. Open Firefox or Zen and make sure the Kitsune \
         extension is loaded.",
    )
    .hint(crate::status::CONNECT_HINT)
    .state("connected", false)
}

fn not_sent() -> ErrorReply {
    left().hint("Nothing was sent. The extension reconnects by itself; try again in a moment.")
}

fn left() -> ErrorReply {
    ErrorReply::new(ErrorCode::ExtensionDisconnected, "Extension disconnected")
        .hint(
            "The browser or the extension went away before the reply. Look at the page again \
             before repeating anything.",
        )
        .state("connected", false)
}

fn too_many() -> ErrorReply {
    // No code of the contract means this; `timeout` would say that it may have run.
    let error = ErrorReply::unclassified("Too many commands wait for the browser");
    ErrorReply { retryable: Some(true), ..error }
        .hint("Nothing was sent. Wait for earlier commands to end, then try again.")
}

/// The error of a command that had no reply in time.
pub(crate) fn timed_out(patience: Duration) -> ErrorReply {
    let seconds = patience.as_secs_f64();
    ErrorReply::new(ErrorCode::Timeout, format!("Command timed out after {}s", plain(seconds)))
        .hint("Look at the page before repeating a write: it may have taken effect.")
        .state("timeoutSeconds", seconds)
}

/// Seconds without needless decimals.
fn plain(seconds: f64) -> String {
    let text = format!("{seconds:.1}");
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use kitsune_protocol::wire::{BrowserInfo, Flavor, WIRE_VERSION};
    use kitsune_protocol::{Action, Mode, UserTabs};

    use super::*;
    use crate::admission::{self, Client};

    fn hello() -> Hello {
        Hello {
            pairing: None,
            source_hash: None,
            manifest_hash: None,
            wire: WIRE_VERSION,
            version: "1.0.0".to_owned(),
            flavor: Flavor::Dev,
            browser: BrowserInfo {
                name: "Firefox".to_owned(),
                vendor: "Mozilla".to_owned(),
                version: "153.0".to_owned(),
                build_id: "1".to_owned(),
            },
        }
    }

    fn visitor(origin: &str) -> Visitor {
        Visitor { origin: origin.to_owned(), address: None }
    }

    async fn ask(link: &Link) -> Result<Answer, ErrorReply> {
        let client =
            Client { mode: Mode::Act, caps: None, user_tabs: UserTabs::Readonly, owner: None };
        let admitted = admission::admit(Action::GetTabs, client, serde_json::Map::new())?;
        link.ask(&admitted, Command::ActiveTab {}, Duration::from_secs(2)).await
    }

    #[tokio::test]
    async fn without_a_connection_nothing_is_sent() {
        let error = ask(&Link::default()).await.unwrap_err();
        assert_eq!(error.code, Some(ErrorCode::ExtensionDisconnected));
        assert_eq!(error.retryable, Some(true));
    }

    #[tokio::test]
    async fn a_command_too_many_is_not_sent_and_may_be_repeated() {
        let link = Link::default();
        let (generation, mut frames) =
            link.connect(visitor("moz-extension://a"), hello(), false).unwrap();
        link.with(generation, |connection| {
            let waiting = (1..).map_while(CommandId::new).take(MOST_PENDING);
            connection.pending.extend(waiting.map(|id| (id, oneshot::channel().0)));
        });
        let error = ask(&link).await.unwrap_err();
        assert_eq!((error.code, error.retryable), (None, Some(true)));
        assert!(frames.try_recv().is_err());
    }

    #[tokio::test]
    async fn a_connection_that_ends_fails_its_commands_at_once() {
        let link = Link::default();
        let (generation, mut frames) =
            link.connect(visitor("moz-extension://a"), hello(), false).unwrap();
        let (error, ()) = tokio::join!(ask(&link), async {
            frames.recv().await.unwrap();
            link.disconnect(generation);
        });
        let error = error.unwrap_err();
        assert_eq!(error.error, "Extension disconnected");
        assert_eq!(error.retryable, Some(false));
    }

    #[tokio::test]
    async fn a_newer_connection_of_the_same_extension_replaces_the_older() {
        let link = Link::default();
        let (older, mut frames) =
            link.connect(visitor("moz-extension://a"), hello(), false).unwrap();
        let (newer, _frames) = link.connect(visitor("moz-extension://a"), hello(), false).unwrap();
        assert_ne!(older, newer);
        assert!(matches!(frames.recv().await, Some(Outgoing::Close(close::REPLACED))));
        link.disconnect(older);
        assert!(link.connected().is_some());
    }

    #[tokio::test]
    async fn another_browser_is_refused_while_the_first_is_alive() {
        let link = Link::default();
        let (first, _frames) = link.connect(visitor("moz-extension://a"), hello(), false).unwrap();
        assert_eq!(
            link.connect(visitor("moz-extension://b"), hello(), false).err(),
            Some(close::OTHER_BROWSER)
        );
        assert!(
            link.connect(visitor("moz-extension://b"), hello(), true).is_ok(),
            "a managed browser wins"
        );
        link.disconnect(first);
        assert!(link.connected().is_some());
    }

    #[tokio::test]
    async fn a_closed_connection_is_gone_at_once() {
        let link = Link::default();
        let (_, mut frames) = link.connect(visitor("moz-extension://a"), hello(), false).unwrap();
        link.close_unless(|_| true);
        assert!(link.peer().is_some());
        link.close_unless(|_| false);
        assert!(link.connected().is_none() && link.was_ever_connected());
        assert!(matches!(frames.recv().await, Some(Outgoing::Close(close::OTHER_BROWSER))));
        assert!(frames.recv().await.is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn a_command_without_a_reply_times_out_and_is_forgotten() {
        let link = Link::default();
        let (generation, _frames) =
            link.connect(visitor("moz-extension://a"), hello(), false).unwrap();
        let error = ask(&link).await.unwrap_err();
        assert_eq!(error.error, "Command timed out after 2s");
        let pending = link.with(generation, |connection| connection.pending.len());
        assert_eq!(pending, Some(0));
    }
}
