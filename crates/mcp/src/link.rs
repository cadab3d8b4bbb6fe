//! The way to the bridge: started on the first call, and again when it has gone.

use std::time::Duration;

use kitsune_client::{Client, ClientError, Identity, Reply};
use kitsune_protocol::ErrorReply;
use tokio::sync::{Mutex, OnceCell};

use crate::answer::Object;
use crate::options::Options;
use crate::owner;

/// One request to the bridge.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    path: String,
    /// The body of a POST; a GET has none.
    body: Option<Object>,
    timeout: Duration,
}

impl Request {
    /// A GET.
    pub(crate) fn get(path: &str, timeout: Duration) -> Self {
        Self { path: path.to_owned(), body: None, timeout }
    }

    /// A POST of `body`.
    pub(crate) fn post(path: &str, body: Object, timeout: Duration) -> Self {
        Self { path: path.to_owned(), body: Some(body), timeout }
    }
}

/// What this session knows of the bridge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Bridge {
    /// Nothing yet. The first look replaces a bridge of another build.
    #[default]
    Unknown,
    /// There was one. It is looked at before the next request, and started when it is gone, but
    /// not replaced: one of another build is there for another client, which would do the same.
    Doubtful,
    /// It runs.
    Ready,
}

/// The connection to the bridge.
#[derive(Debug, Default)]
pub(crate) struct Link {
    connection: OnceCell<(Client, Identity)>,
    /// What is known of the bridge. Held while one is started, so that calls which come meanwhile
    /// wait for it.
    bridge: Mutex<Bridge>,
    /// How long the next call waits for the extension. Held while one does.
    extension_wait: Mutex<Duration>,
}

impl Link {
    /// Sends a request, after making sure that a bridge runs and, when it has just been
    /// started, that the extension had time to connect.
    pub(crate) async fn send(
        &self,
        options: &Options,
        request: &Request,
    ) -> Result<Object, ErrorReply> {
        self.send_if(options, request, true).await
    }

    /// Sends a request about the bridge itself, which needs no extension. The bridge is looked at
    /// anew: one that has stopped answering is told as that, and not as a late answer.
    pub(crate) async fn send_to_bridge(
        &self,
        options: &Options,
        request: &Request,
    ) -> Result<Object, ErrorReply> {
        self.doubt().await;
        self.send_if(options, request, false).await
    }

    /// Sends a request to a bridge that already runs; `None` when it brings no answer.
    pub(crate) async fn send_if_running(
        &self,
        options: &Options,
        request: &Request,
    ) -> Option<Object> {
        let (client, _) = self.connection(options).await;
        let reply = exchange(client, request).await.ok()?;
        (reply.status == 200).then_some(reply.body)
    }

    /// For whom requests are sent.
    pub(crate) async fn identity(&self, options: &Options) -> &Identity {
        &self.connection(options).await.1
    }

    async fn send_if(
        &self,
        options: &Options,
        request: &Request,
        needs_extension: bool,
    ) -> Result<Object, ErrorReply> {
        let (client, _) = self.connection(options).await;
        let mut reply = self.attempt(client, options, request, needs_extension).await;
        if let Err(error) = &reply
            && error.can_be_sent_again()
        {
            self.doubt().await;
            reply = self.attempt(client, options, request, needs_extension).await;
        }
        Ok(reply?.body)
    }

    async fn attempt(
        &self,
        client: &Client,
        options: &Options,
        request: &Request,
        needs_extension: bool,
    ) -> Result<Reply, ClientError> {
        self.ensure(client, options).await?;
        if needs_extension {
            self.wait_for_extension(client).await;
        }
        exchange(client, request).await
    }

    async fn ensure(&self, client: &Client, options: &Options) -> Result<(), ClientError> {
        let mut known = self.bridge.lock().await;
        let bridge = match *known {
            Bridge::Ready => return Ok(()),
            Bridge::Unknown => client.ensure_bridge(&options.launcher, &options.build).await?,
            Bridge::Doubtful => client.ensure_any_bridge(&options.launcher).await?,
        };
        let mut wait = self.extension_wait.lock().await;
        *wait = bridge.extension_wait().max(*wait);
        *known = Bridge::Ready;
        Ok(())
    }

    /// Makes the next request look whether the bridge still runs.
    async fn doubt(&self) {
        let mut known = self.bridge.lock().await;
        if *known == Bridge::Ready {
            *known = Bridge::Doubtful;
        }
    }

    async fn wait_for_extension(&self, client: &Client) {
        let mut wait = self.extension_wait.lock().await;
        if !wait.is_zero() {
            // Without an extension the call itself fails, and says so.
            client.wait_for_extension(*wait).await;
            *wait = Duration::ZERO;
        }
    }

    async fn connection(&self, options: &Options) -> &(Client, Identity) {
        let connect = || async {
            let owner = match &options.owner {
                Some(owner) => Some(owner.clone()),
                None => owner::derive().await,
            };
            let identity = Identity {
                client: options.client_id.clone(),
                owner,
                caps: Some(options.groups),
                mode: options.mode,
                user_tabs: options.user_tabs,
            };
            (Client::new(options.settings.clone(), &identity), identity)
        };
        self.connection.get_or_init(connect).await
    }
}

async fn exchange(client: &Client, request: &Request) -> Result<Reply, ClientError> {
    match &request.body {
        Some(body) => client.post(&request.path, body, request.timeout).await,
        None => client.get(&request.path, request.timeout).await,
    }
}
