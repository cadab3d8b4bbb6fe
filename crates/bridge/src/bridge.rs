//! The running bridge: a struct of components, each the one owner of its state.

use tokio::sync::watch;

use crate::cache::Cache;
use crate::config::Config;
use crate::extension::Link;
use crate::idle::Requests;
use crate::lanes::Lanes;
use crate::listed::Listed;
use crate::managed::ManagedLaunch;
use crate::shown::Shown;
use crate::token::Token;
use crate::transfers::Transfers;

/// Version of the bridge and of the API's implementation.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Everything that a request may need.
pub(crate) struct Bridge {
    /// What it was started with.
    pub(crate) config: Config,
    /// The bearer token.
    pub(crate) token: Token,
    /// The extension's connection.
    pub(crate) link: Link,
    /// The queues of tabs and windows.
    pub(crate) lanes: Lanes,
    /// What the refs of snapshots named.
    pub(crate) listed: Listed,
    /// The pages that actions' answers have shown last.
    pub(crate) shown: Shown,
    /// The texts of pages, for a few seconds.
    pub(crate) cache: Cache,
    /// The browser that `kitsune launch` manages, if any.
    pub(crate) managed: ManagedLaunch,
    /// Addresses at which the extension may post an image or take a file.
    pub(crate) transfers: Transfers,
    /// Requests in progress, and when the last one ended.
    pub(crate) requests: Requests,
    stop: watch::Sender<bool>,
}

impl Bridge {
    /// A bridge without a connection.
    pub(crate) fn new(config: Config, token: Token) -> Self {
        Self {
            config,
            token,
            link: Link::default(),
            lanes: Lanes::default(),
            listed: Listed::default(),
            shown: Shown::default(),
            cache: Cache::default(),
            managed: ManagedLaunch::default(),
            transfers: Transfers::default(),
            requests: Requests::new(),
            stop: watch::Sender::new(false),
        }
    }

    /// The bridge's version.
    pub(crate) fn version(&self) -> &'static str {
        VERSION
    }

    /// Asks the bridge to stop: no new requests, sockets closed.
    pub(crate) fn stop(&self) {
        self.stop.send_replace(true);
    }

    /// Resolves once the bridge was asked to stop.
    pub(crate) async fn stopped(&self) {
        let mut stop = self.stop.subscribe();
        // The sender lives as long as the bridge, so this ends only with a stop.
        let _ = stop.wait_for(|stop| *stop).await;
    }
}
