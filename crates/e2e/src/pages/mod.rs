//! The fixture server: pages that tests write, the files of `fixtures/`, and a few addresses that
//! behave badly on purpose. It records every request.
//!
//! Every test has hosts of its own below `localhost`, which Firefox finds on the loopback
//! interface by itself. Hosts of two tests, and the two of [`Origin::Other`] and
//! [`Origin::Own`], are different sites: cookies, storage and processes are apart.

mod routes;

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::net::TcpListener;

/// Most requests that are remembered.
const REMEMBERED: usize = 10_000;

/// Which of a test's origins a page is on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// The test's own.
    #[default]
    Own,
    /// Another origin of the same site.
    Sibling,
    /// Another site.
    Other,
    /// `http://127.0.0.1:PORT`, which all tests share.
    Address,
}

/// A request that the server has received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    /// `GET`, `POST`, …
    pub method: String,
    /// Host without port.
    pub host: String,
    /// Path and query.
    pub path: String,
    /// Body as text.
    pub body: String,
}

/// One page: what it is served as.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// A whole document when it starts with `<!doctype`, else what is put into one.
    pub html: String,
    /// Headers to add, such as a content security policy. With a `content-type` the text is served
    /// as it is.
    pub headers: Vec<(&'static str, String)>,
}

impl<T: Into<String>> From<T> for Page {
    fn from(html: T) -> Self {
        Self { html: html.into(), headers: Vec::new() }
    }
}

/// The running server.
#[derive(Clone)]
pub(crate) struct Pages {
    port: u16,
    state: Arc<Mutex<Contents>>,
}

#[derive(Default)]
struct Contents {
    pages: HashMap<String, Page>,
    received: Vec<Received>,
}

impl Pages {
    /// Starts the server on a free port; it runs until the process ends.
    pub(crate) async fn start() -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let pages = Self { port: listener.local_addr()?.port(), state: Arc::default() };
        let router = routes::router(pages.clone());
        tokio::spawn(async { axum::serve(listener, router).await });
        Ok(pages)
    }

    /// The page under a path.
    fn page(&self, path: &str) -> Option<Page> {
        self.contents().pages.get(path).cloned()
    }

    /// Remembers a request.
    fn remember(&self, request: Received) {
        let mut contents = self.contents();
        if contents.received.len() < REMEMBERED {
            contents.received.push(request);
        }
    }

    /// Serves a page under an unused path and returns the path.
    pub(crate) fn add(&self, page: Page) -> String {
        let mut contents = self.contents();
        let path = format!("/page/{}", contents.pages.len() + 1);
        contents.pages.insert(path.clone(), page);
        path
    }

    /// The requests for a host, oldest first.
    pub(crate) fn received(&self, is_wanted: impl Fn(&Received) -> bool) -> Vec<Received> {
        self.contents().received.iter().filter(|request| is_wanted(request)).cloned().collect()
    }

    /// The server's port.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    fn contents(&self) -> MutexGuard<'_, Contents> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
