//! Every way in which the link between a client and a page can break, told by its name
//! (*Connection diagnosis*, *Browser build diagnostics*, the connection codes of *Action errors*).

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a panic is how a test fails, in its helpers too"
)]

#[path = "connection/blocked_pages.rs"]
mod blocked_pages;
#[path = "connection/browser_builds.rs"]
mod browser_builds;
#[path = "connection/captures.rs"]
mod captures;
#[path = "connection/diagnosis.rs"]
mod diagnosis;
#[path = "connection/died.rs"]
mod died;
#[path = "connection/fake_extension.rs"]
mod fake_extension;
#[path = "connection/frozen.rs"]
mod frozen;
#[path = "connection/hellos.rs"]
mod hellos;
#[path = "connection/idle.rs"]
mod idle;
#[path = "connection/large_requests.rs"]
mod large_requests;
#[path = "connection/other_bridges.rs"]
mod other_bridges;
#[path = "connection/secure_page.rs"]
mod secure_page;
#[path = "connection/stale_builds.rs"]
mod stale_builds;
#[path = "connection/starts.rs"]
mod starts;
#[path = "connection/strangers.rs"]
mod strangers;
#[path = "connection/transfers.rs"]
mod transfers;
#[path = "connection/two_browsers.rs"]
mod two_browsers;
#[path = "connection/variables.rs"]
mod variables;
