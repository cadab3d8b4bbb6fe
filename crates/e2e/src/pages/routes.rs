//! What the fixture server answers to each address.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Path as UrlPath, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{any, get};

use super::{Pages, Received};

/// Largest request body, in bytes.
const LARGEST: usize = 16 << 20;

/// Put before a page that is not a whole document. It notes what happens in the page, what scripts
/// dispatch too, so that a test can check the effect and not only the answer.
const HEAD: &str = "<!doctype html><html lang=en><meta charset=utf-8><script>
window.seen = [];
for (const type of ['click', 'input', 'change', 'submit']) {
  addEventListener(type, ({ target, isTrusted }) => {
    const id = target.id ? '#' + target.id : '';
    seen.push(`${type} ${target.localName}${id}${isTrusted ? ' (real)' : ''}`);
  }, true);
}
</script>";

/// All addresses of the server.
pub(super) fn router(pages: Pages) -> Router {
    Router::new()
        .route("/page/{number}", any(page))
        .route("/fixtures/{*path}", get(fixture))
        .route("/slow", any(slow))
        .route("/status/{code}", any(status))
        .route("/redirect", any(redirect))
        .route("/hang", any(hang))
        .fallback(anything)
        .layer(from_fn_with_state(pages.clone(), record))
        .with_state(pages)
}

/// Remembers the request before it is answered.
async fn record(State(pages): State<Pages>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, LARGEST).await else {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    };
    let received = received(&parts.method, &parts.uri, &parts.headers, &body);
    pages.remember(received);
    next.run(Request::from_parts(parts, Body::from(body))).await
}

fn received(method: &Method, uri: &Uri, headers: &HeaderMap, body: &Bytes) -> Received {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    Received {
        method: method.to_string(),
        host: host.split(':').next().unwrap_or_default().to_owned(),
        path: uri.path_and_query().map(ToString::to_string).unwrap_or_default(),
        body: String::from_utf8_lossy(body).into_owned(),
    }
}

async fn page(State(pages): State<Pages>, uri: Uri) -> Response {
    let Some(page) = pages.page(uri.path()) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    if let Some((_, kind)) = page.headers.iter().find(|(name, _)| *name == "content-type") {
        return ([(header::CONTENT_TYPE, kind.clone())], page.html).into_response();
    }
    let is_whole = page.html.get(..9).is_some_and(|start| start.eq_ignore_ascii_case("<!doctype"));
    let title = if page.html.contains("<title>") { "" } else { "<title>Test page</title>" };
    let html = if is_whole { page.html } else { format!("{HEAD}{title}{}", page.html) };
    let mut response = Html(html).into_response();
    for (name, value) in page.headers {
        if let Ok(value) = value.parse() {
            response.headers_mut().append(name, value);
        }
    }
    response
}

/// A file of the repository's `fixtures/`.
async fn fixture(UrlPath(path): UrlPath<String>) -> Response {
    let inside = Path::new(&path).components().all(|part| matches!(part, Component::Normal(_)));
    match fs::read(fixtures().join(&path)) {
        Ok(bytes) if inside => {
            ([(header::CONTENT_TYPE, content_type(&path))], bytes).into_response()
        }
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

/// `/slow?ms=500`: a page that comes late.
async fn slow(uri: Uri) -> Html<String> {
    let delay = query(&uri, "ms").and_then(|text| text.parse().ok()).unwrap_or(1000);
    tokio::time::sleep(Duration::from_millis(delay)).await;
    Html(format!("{HEAD}<title>Late</title><p>Here after {delay} ms</p>"))
}

/// `/status/404`: a page with that status.
async fn status(UrlPath(code): UrlPath<u16>) -> Response {
    let status = StatusCode::from_u16(code).unwrap_or(StatusCode::BAD_REQUEST);
    (status, Html(format!("{HEAD}<title>{status}</title><h1>{status}</h1>"))).into_response()
}

/// `/redirect?to=URL`.
async fn redirect(uri: Uri) -> Redirect {
    Redirect::to(&query(&uri, "to").unwrap_or_else(|| "/".to_owned()))
}

fn query(uri: &Uri, name: &str) -> Option<String> {
    let pairs = url::form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
    pairs.into_owned().find_map(|(key, value)| (key == name).then_some(value))
}

/// `/hang`: never answers.
async fn hang() -> StatusCode {
    std::future::pending().await
}

/// Every other address, such as a form's: a page that shows what was sent.
async fn anything(method: Method, uri: Uri, body: Bytes) -> Html<String> {
    let body = String::from_utf8_lossy(&body).replace('&', "&amp;").replace('<', "&lt;");
    let path = uri.path();
    Html(format!(
        "{HEAD}<title>Received</title><h1>Received</h1><p>{method} {path}<pre>{body}</pre>"
    ))
}
