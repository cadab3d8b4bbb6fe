//! Large bytes from the extension: by HTTP, several times faster than through its socket.
//!
//! The bridge names an address over the socket. It is good for one body, for a minute at most, and
//! only for the extension that it was named to; nothing else opens it, the bearer token neither.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::StatusCode;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use tokio::sync::oneshot;

use kitsune_protocol::{ErrorCode, ErrorReply, limits};

/// What the addresses begin with, on the port of the socket.
pub(crate) const PATH: &str = "/uploads/";
/// How long an address is good.
const LIFE: Duration = Duration::from_secs(60);
/// Most addresses at once.
const MOST: usize = 64;

struct Slot {
    /// The extension that may use it.
    origin: String,
    until: Instant,
    taker: oneshot::Sender<Bytes>,
}

/// The owner of the addresses that wait for a body.
#[derive(Default)]
pub(crate) struct Uploads {
    slots: Mutex<HashMap<String, Slot>>,
}

/// An address, until it is dropped.
pub(crate) struct Upload<'a> {
    uploads: &'a Uploads,
    name: String,
    body: oneshot::Receiver<Bytes>,
}

impl Uploads {
    /// Opens an address for one body from `origin`.
    pub(crate) fn open(&self, origin: String) -> Result<Upload<'_>, ErrorReply> {
        let mut random = [0; 32];
        getrandom::fill(&mut random)
            .map_err(|_| ErrorReply::unclassified("The system gave no random bytes"))?;
        let name = URL_SAFE_NO_PAD.encode(random);
        let mut slots = self.slots();
        if slots.len() >= MOST {
            return Err(ErrorReply::new(ErrorCode::Timeout, "Too many captures at once")
                .hint("Nothing was captured. Try again when earlier captures have ended."));
        }
        let (taker, body) = oneshot::channel();
        slots.insert(name.clone(), Slot { origin, until: Instant::now() + LIFE, taker });
        drop(slots);
        Ok(Upload { uploads: self, name, body })
    }

    /// Takes the body of a request for `name`, which came from `origin`.
    pub(crate) async fn receive(&self, name: &str, origin: &str, body: Body) -> StatusCode {
        let Some(Slot { until, taker, .. }) = self.take(name, origin) else {
            tracing::warn!("refused an upload that nobody waits for");
            return StatusCode::NOT_FOUND;
        };
        let whole = Limited::new(body, limits::CAPTURE_BYTES).collect();
        match tokio::time::timeout_at(until.into(), whole).await {
            // Who asked for it may be gone by now.
            Ok(Ok(whole)) => {
                taker.send(whole.to_bytes()).map_or(StatusCode::GONE, |()| StatusCode::NO_CONTENT)
            }
            Ok(Err(error)) if error.is::<LengthLimitError>() => StatusCode::PAYLOAD_TOO_LARGE,
            Ok(Err(_)) | Err(_) => StatusCode::REQUEST_TIMEOUT,
        }
    }

    /// The slot, if `origin` may use it now. Nobody gets it a second time.
    fn take(&self, name: &str, origin: &str) -> Option<Slot> {
        let mut slots = self.slots();
        let slot = slots.get(name).filter(|slot| slot.origin == origin)?;
        let is_good = Instant::now() < slot.until;
        slots.remove(name).filter(|_| is_good)
    }

    fn slots(&self) -> MutexGuard<'_, HashMap<String, Slot>> {
        // A poisoned table is still a table: nothing is left half done under this lock.
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Upload<'_> {
    /// The whole address, for an extension whose socket is on `port`.
    pub(crate) fn url(&self, port: u16) -> String {
        format!("http://127.0.0.1:{port}{PATH}{}", self.name)
    }

    /// What was sent, if anything was.
    pub(crate) fn received(mut self) -> Option<Bytes> {
        self.body.try_recv().ok()
    }
}

impl Drop for Upload<'_> {
    fn drop(&mut self) {
        self.uploads.slots().remove(&self.name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OURS: &str = "moz-extension://a";

    async fn send(uploads: &Uploads, name: &str, origin: &str) -> StatusCode {
        uploads.receive(name, origin, Body::from("image")).await
    }

    #[tokio::test]
    async fn an_address_is_good_for_one_body() {
        let uploads = Uploads::default();
        let upload = uploads.open(OURS.to_owned()).unwrap();
        let name = upload.name.clone();
        assert_eq!(name.len(), 43);
        assert_eq!(send(&uploads, &name, OURS).await, StatusCode::NO_CONTENT);
        assert_eq!(send(&uploads, &name, OURS).await, StatusCode::NOT_FOUND);
        assert_eq!(upload.received().unwrap(), "image");
    }

    #[tokio::test]
    async fn only_the_extension_that_it_was_named_to_may_use_it() {
        let uploads = Uploads::default();
        let upload = uploads.open(OURS.to_owned()).unwrap();
        let name = upload.name.clone();
        assert_eq!(send(&uploads, &name, "moz-extension://b").await, StatusCode::NOT_FOUND);
        assert_eq!(send(&uploads, &name, OURS).await, StatusCode::NO_CONTENT);
    }

    #[tokio::test]
    async fn an_address_ends_with_its_request_and_after_a_minute() {
        let uploads = Uploads::default();
        let upload = uploads.open(OURS.to_owned()).unwrap();
        let name = upload.name.clone();
        drop(upload);
        assert_eq!(send(&uploads, &name, OURS).await, StatusCode::NOT_FOUND);

        let late = uploads.open(OURS.to_owned()).unwrap();
        uploads.slots().get_mut(&late.name).unwrap().until = Instant::now();
        assert_eq!(send(&uploads, &late.name, OURS).await, StatusCode::NOT_FOUND);
        assert!(late.received().is_none());
    }

    #[test]
    fn addresses_are_few() {
        let uploads = Uploads::default();
        let open: Vec<_> = (0..MOST).map(|_| uploads.open(OURS.to_owned()).unwrap()).collect();
        assert!(uploads.open(OURS.to_owned()).is_err());
        drop(open);
        assert!(uploads.open(OURS.to_owned()).is_ok());
    }
}
