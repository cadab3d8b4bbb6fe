//! A file on its way to the extension, read piece by piece.

use std::fs::File;
use std::future::Future;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use futures_util::stream;

use kitsune_protocol::limits;

/// An open file, of which a known number of bytes is sent.
pub(crate) struct Content {
    /// The file.
    pub(crate) file: File,
    /// Its size when it was opened. One that is shorter by now fails the transfer.
    pub(crate) size: u64,
}

impl Content {
    /// The answer that carries it. `pieces` counts what was read; the answer breaks off once `ended`
    /// is ready, so that nobody keeps the file open.
    pub(super) fn respond(
        self,
        pieces: Arc<AtomicU64>,
        ended: impl Future<Output: Send> + Send + 'static,
    ) -> Response {
        let size = self.size;
        let reads = stream::try_unfold(self, move |content| {
            let pieces = pieces.clone();
            async move {
                let next = content.next().await?;
                if next.is_some() {
                    pieces.fetch_add(1, Ordering::Relaxed);
                }
                Ok::<_, io::Error>(next)
            }
        });
        let body = Body::from_stream(reads.take_until(ended));
        ([(header::CONTENT_LENGTH, size)], body).into_response()
    }

    /// The next piece and the rest; `None` at the end.
    async fn next(mut self) -> io::Result<Option<(Bytes, Self)>> {
        if self.size == 0 {
            return Ok(None);
        }
        // A slow disk must not hold up other requests.
        let reading = tokio::task::spawn_blocking(move || {
            let most = self.size.min(limits::UPLOAD_PIECE_BYTES);
            let mut piece = Vec::new();
            let read = (&mut self.file).take(most).read_to_end(&mut piece)?;
            if read == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            self.size -= read as u64;
            Ok(Some((piece.into(), self)))
        });
        reading.await.map_err(io::Error::other)?
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};
    use std::io::{Seek, Write};

    use http_body_util::BodyExt;

    use super::*;

    fn content(bytes: &[u8], size: u64) -> Content {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        file.rewind().unwrap();
        Content { file, size }
    }

    #[tokio::test]
    async fn a_file_is_sent_whole_and_in_pieces() {
        let bytes: Vec<u8> = (0..1_000_000_u32).map(|number| number as u8).collect();
        let pieces = Arc::default();
        let response = content(&bytes, 1_000_000).respond(Arc::clone(&pieces), pending::<()>());
        assert_eq!(response.headers()[header::CONTENT_LENGTH], "1000000");
        let sent = response.into_body().collect().await.unwrap().to_bytes();
        assert!(sent == bytes, "other bytes");
        assert_eq!(pieces.load(Ordering::Relaxed), 3);
    }

    #[tokio::test]
    async fn what_is_added_to_a_file_meanwhile_is_not_sent_and_what_is_missing_fails() {
        let send = async |size| {
            content(b"abcdef", size)
                .respond(Arc::default(), pending::<()>())
                .into_body()
                .collect()
                .await
        };
        assert_eq!(send(4).await.unwrap().to_bytes(), "abcd");
        assert!(send(7).await.is_err());
    }

    #[tokio::test]
    async fn a_transfer_that_nobody_waits_for_breaks_off() {
        let response = content(b"abcdef", 6).respond(Arc::default(), ready(()));
        assert_eq!(response.into_body().collect().await.unwrap().to_bytes().len(), 0);
    }
}
