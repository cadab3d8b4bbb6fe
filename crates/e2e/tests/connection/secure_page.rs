//! The local link is closed to https pages as well: browsers let them speak to loopback.

use std::sync::Arc;

use kitsune_e2e::{json, run};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};

/// A certificate for `*.localhost` and its key, known to everybody and trusted by nobody.
const CERTIFICATE: &[u8] = include_bytes!("secure_page/certificate.der");
const KEY: &[u8] = include_bytes!("secure_page/key.der");

const PAGE: &str = "<!doctype html><title>Secure</title><iframe name=sink></iframe>";

/// Serves [`PAGE`] under every address by TLS, and returns the port.
async fn serve() -> u16 {
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(KEY));
    let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![CertificateDer::from(CERTIFICATE)], key)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(answer(acceptor.clone(), stream));
        }
    });
    port
}

async fn answer(acceptor: TlsAcceptor, stream: TcpStream) -> std::io::Result<()> {
    let mut stream = acceptor.accept(stream).await?;
    let mut request = Vec::new();
    while !request.ends_with(b"\r\n\r\n") {
        request.push(stream.read_u8().await?);
    }
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\ncontent-length:";
    stream.write_all(format!("{head} {}\r\n\r\n{PAGE}", PAGE.len()).as_bytes()).await?;
    stream.shutdown().await
}

#[test]
fn a_hostile_secure_page_reaches_nothing() {
    run(async |kit| {
        let host = kit.url("").split(['/', ':']).nth(3).unwrap().to_owned();
        let port = serve().await;
        kit.browser().accept_certificate(&host, port, CERTIFICATE).await.unwrap();
        let origin = format!("https://{host}:{port}");
        let ports = kit.stage().ports();
        let agent = kit.agent();
        let tab = agent.opens(&format!("{origin}/")).await;
        let secure = kit.in_page(tab, "isSecureContext && location.protocol").await;
        assert_eq!(secure, "https:");
        let before = agent.post("/api/tabs", json!({"mine": true})).await;

        let attack = include_str!("../attack.js");
        let attack = format!("({attack})([{}, {}])", ports.http, ports.socket);
        let read = kit.in_page(tab, &attack).await;

        assert_eq!(read, json!([]), "the page has read something");
        let after = agent.post("/api/tabs", json!({"mine": true})).await;
        assert_eq!(before["tabs"].as_array().map(Vec::len), after["tabs"].as_array().map(Vec::len));
        agent.post("/api/snapshot", json!({"tabId": tab})).await.is_ok();
        assert_eq!(agent.get("/api/status").await["extension_connected"], true);
        // Its requests did come to both ports, and the log says whose they were.
        let log = kit.stage().bridge_log();
        for refused in ["refused a socket", "refused a request of a web page"] {
            let is_it = |line: &&str| line.contains(refused) && line.contains(&origin);
            assert!(log.lines().any(|line| is_it(&line)), "{refused}: {log}");
        }
    });
}
