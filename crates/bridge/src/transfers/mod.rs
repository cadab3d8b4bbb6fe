//! Large bytes between bridge and extension: by HTTP, several times faster than through the socket.
//!
//! The bridge names an address over the socket. It is good for one body, to the bridge or from it,
//! for a minute at most, and only for the extension that it was named to; nothing else opens it, the
//! bearer token neither. Both ways are a POST: a browser names the origin of every POST.

mod content;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use tokio::sync::oneshot;
use tokio::time::Instant;

use kitsune_protocol::{ErrorCode, ErrorReply, limits};

pub(crate) use content::Content;

/// What the addresses begin with, on the port of the socket.
pub(crate) const PATH: &str = "/transfers/";
/// How long an address is good.
const LIFE: Duration = Duration::from_secs(60);
/// Most addresses at once.
const MOST: usize = 256;

struct Slot {
    /// The extension that may use it.
    origin: String,
    until: Instant,
    way: Way,
}

/// Where the bytes go.
enum Way {
    ToBridge(oneshot::Sender<Bytes>),
    ToExtension { content: Content, pieces: Arc<AtomicU64>, ended: oneshot::Receiver<()> },
}

/// The owner of the addresses that wait to be used.
#[derive(Default)]
pub(crate) struct Transfers {
    slots: Mutex<HashMap<String, Slot>>,
}

/// An address, until it is dropped.
struct Address<'a> {
    transfers: &'a Transfers,
    name: String,
}

/// An address at which the extension posts bytes.
pub(crate) struct Expected<'a> {
    address: Address<'a>,
    body: oneshot::Receiver<Bytes>,
}

/// An address at which the extension takes a file.
pub(crate) struct Offer<'a> {
    address: Address<'a>,
    pieces: Arc<AtomicU64>,
    /// Dropped, it breaks the transfer off.
    _ends: oneshot::Sender<()>,
}

impl Transfers {
    /// Opens an address for one body from `origin`.
    pub(crate) fn expect(&self, origin: String) -> Result<Expected<'_>, ErrorReply> {
        let (taker, body) = oneshot::channel();
        let address = self.open(origin, Way::ToBridge(taker))?;
        Ok(Expected { address, body })
    }

    /// Opens an address at which `origin` takes a file once.
    pub(crate) fn offer(&self, origin: String, content: Content) -> Result<Offer<'_>, ErrorReply> {
        let (ends, ended) = oneshot::channel();
        let pieces = Arc::default();
        let way = Way::ToExtension { content, pieces: Arc::clone(&pieces), ended };
        Ok(Offer { address: self.open(origin, way)?, pieces, _ends: ends })
    }

    fn open(&self, origin: String, way: Way) -> Result<Address<'_>, ErrorReply> {
        let mut random = [0; 32];
        getrandom::fill(&mut random)
            .map_err(|_| ErrorReply::unclassified("The system gave no random bytes"))?;
        let name = URL_SAFE_NO_PAD.encode(random);
        let mut slots = self.slots();
        if slots.len() >= MOST {
            return Err(ErrorReply::new(ErrorCode::Timeout, "Too many transfers at once").hint(
                "Nothing was done. Try again when earlier captures and uploads have ended.",
            ));
        }
        slots.insert(name.clone(), Slot { origin, until: Instant::now() + LIFE, way });
        drop(slots);
        Ok(Address { transfers: self, name })
    }

    /// Serves a request for `name`, which came from `origin`.
    pub(crate) async fn serve(&self, name: &str, origin: &str, body: Body) -> Response {
        let Some(Slot { until, way, .. }) = self.take(name, origin) else {
            tracing::warn!("refused a transfer that nobody waits for");
            return StatusCode::NOT_FOUND.into_response();
        };
        match way {
            Way::ToBridge(taker) => receive(until, taker, body).await.into_response(),
            Way::ToExtension { content, pieces, ended } => content.respond(pieces, ended),
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

async fn receive(until: Instant, taker: oneshot::Sender<Bytes>, body: Body) -> StatusCode {
    let whole = Limited::new(body, limits::CAPTURE_BYTES).collect();
    match tokio::time::timeout_at(until, whole).await {
        // Who asked for it may be gone by now.
        Ok(Ok(whole)) => {
            taker.send(whole.to_bytes()).map_or(StatusCode::GONE, |()| StatusCode::NO_CONTENT)
        }
        Ok(Err(error)) if error.is::<LengthLimitError>() => StatusCode::PAYLOAD_TOO_LARGE,
        Ok(Err(_)) | Err(_) => StatusCode::REQUEST_TIMEOUT,
    }
}

impl Address<'_> {
    /// The whole address, for an extension whose socket is on `port`.
    fn url(&self, port: u16) -> String {
        format!("http://127.0.0.1:{port}{PATH}{}", self.name)
    }
}

impl Drop for Address<'_> {
    fn drop(&mut self) {
        self.transfers.slots().remove(&self.name);
    }
}

impl Expected<'_> {
    /// The whole address, for an extension whose socket is on `port`.
    pub(crate) fn url(&self, port: u16) -> String {
        self.address.url(port)
    }

    /// What was sent, if anything was.
    pub(crate) fn received(mut self) -> Option<Bytes> {
        self.body.try_recv().ok()
    }
}

impl Offer<'_> {
    /// The whole address, for an extension whose socket is on `port`.
    pub(crate) fn url(&self, port: u16) -> String {
        self.address.url(port)
    }

    /// In how many pieces the file was read so far.
    pub(crate) fn pieces(&self) -> u64 {
        self.pieces.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Seek, Write};

    use futures_util::StreamExt;

    use super::*;

    const OURS: &str = "moz-extension://a";

    async fn send(transfers: &Transfers, name: &str, origin: &str) -> StatusCode {
        transfers.serve(name, origin, Body::from("image")).await.status()
    }

    fn content() -> Content {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"text").unwrap();
        file.rewind().unwrap();
        Content { file, size: 4 }
    }

    #[tokio::test]
    async fn an_address_is_good_for_one_body() {
        let transfers = Transfers::default();
        let expected = transfers.expect(OURS.to_owned()).unwrap();
        let name = expected.address.name.clone();
        assert_eq!(name.len(), 43);
        assert_eq!(send(&transfers, &name, OURS).await, StatusCode::NO_CONTENT);
        assert_eq!(send(&transfers, &name, OURS).await, StatusCode::NOT_FOUND);
        assert_eq!(expected.received().unwrap(), "image");
    }

    #[tokio::test]
    async fn a_file_is_taken_once() {
        let transfers = Transfers::default();
        let offer = transfers.offer(OURS.to_owned(), content()).unwrap();
        let name = offer.address.name.clone();
        let response = transfers.serve(&name, OURS, Body::empty()).await;
        let body = response.into_body().collect().await.unwrap().to_bytes();
        assert_eq!((body.as_ref(), offer.pieces()), (b"text".as_ref(), 1));
        assert_eq!(send(&transfers, &name, OURS).await, StatusCode::NOT_FOUND);
    }

    #[tokio::test]
    async fn only_the_extension_that_it_was_named_to_may_use_it() {
        let transfers = Transfers::default();
        let expected = transfers.expect(OURS.to_owned()).unwrap();
        let offer = transfers.offer(OURS.to_owned(), content()).unwrap();
        for (address, status) in
            [(&expected.address, StatusCode::NO_CONTENT), (&offer.address, StatusCode::OK)]
        {
            let name = &address.name;
            let other = send(&transfers, name, "moz-extension://b").await;
            assert_eq!(other, StatusCode::NOT_FOUND);
            assert_eq!(send(&transfers, name, OURS).await, status);
        }
    }

    #[tokio::test]
    async fn an_address_ends_with_its_request() {
        let transfers = Transfers::default();
        let expected = transfers.expect(OURS.to_owned()).unwrap();
        let name = expected.address.name.clone();
        drop(expected);
        assert_eq!(send(&transfers, &name, OURS).await, StatusCode::NOT_FOUND);
        assert!(transfers.slots().is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn an_address_is_good_for_a_minute() {
        let transfers = Transfers::default();
        let in_time = transfers.expect(OURS.to_owned()).unwrap();
        let late = transfers.expect(OURS.to_owned()).unwrap();
        let file = transfers.offer(OURS.to_owned(), content()).unwrap();
        tokio::time::advance(Duration::from_secs(59)).await;
        let name = &in_time.address.name;
        assert_eq!(send(&transfers, name, OURS).await, StatusCode::NO_CONTENT);
        tokio::time::advance(Duration::from_secs(1)).await;
        for address in [&late.address, &file.address] {
            assert_eq!(send(&transfers, &address.name, OURS).await, StatusCode::NOT_FOUND);
        }
        assert!(late.received().is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_does_not_end_is_given_up_when_the_minute_is_over() {
        let transfers = Transfers::default();
        let expected = transfers.expect(OURS.to_owned()).unwrap();
        let begun = futures_util::stream::iter([Ok::<_, std::io::Error>("imag")]);
        let endless = Body::from_stream(begun.chain(futures_util::stream::pending()));
        let start = Instant::now();
        let response = transfers.serve(&expected.address.name, OURS, endless).await;
        assert_eq!((response.status(), start.elapsed()), (StatusCode::REQUEST_TIMEOUT, LIFE));
        assert!(expected.received().is_none());
    }

    #[tokio::test]
    async fn no_two_addresses_are_alike_and_nothing_near_one_is_one() {
        let transfers = Transfers::default();
        let one = transfers.expect(OURS.to_owned()).unwrap();
        let other = transfers.expect(OURS.to_owned()).unwrap();
        let name = &one.address.name;
        assert_ne!(*name, other.address.name);
        assert_eq!(URL_SAFE_NO_PAD.decode(name).unwrap().len(), 32);
        for wrong in [&name[1..], &format!("{name}="), &format!("{name}/"), ""] {
            assert_eq!(send(&transfers, wrong, OURS).await, StatusCode::NOT_FOUND, "{wrong}");
        }
        assert_eq!(send(&transfers, name, OURS).await, StatusCode::NO_CONTENT);
    }

    #[test]
    fn addresses_are_few() {
        let transfers = Transfers::default();
        let open: Vec<_> = (0..MOST).map(|_| transfers.expect(OURS.to_owned()).unwrap()).collect();
        assert!(transfers.expect(OURS.to_owned()).is_err());
        drop(open);
        assert!(transfers.expect(OURS.to_owned()).is_ok());
    }
}
