//! What the bridge says of itself: status, versions, and which link is broken.
//!
//! * `diagnosis` names the first broken link between a client and a page.
//! * `unpacked` reads the developer's copy of the extension on disk.
//! * `browser_build` compares the running browser with the installed one.
//!
//! Contract: *Status & Info*, *Connection diagnosis*, *Browser build diagnostics*.

mod browser_build;
mod diagnosis;
mod unpacked;

use serde_json::{Map, Value, json};

use kitsune_protocol::wire::WIRE_VERSION;

use crate::bridge::Bridge;
use crate::extension::Connected;

pub(crate) use diagnosis::{CONNECT_HINT, explain};

/// Version of the HTTP API.
const API: &str = "1";

/// The answer of `GET /api/status`; with `diagnostics`, browser builds are compared too.
pub(crate) async fn status(bridge: &Bridge, diagnostics: bool) -> Map<String, Value> {
    let connected = bridge.link.connected();
    let mut reply = object(json!({
        "status": "running",
        "extension_connected": connected.is_some(),
        "port": bridge.config.http_port,
        "ws_port": bridge.config.ws_port,
        "screenshot_dir": bridge.config.screenshot_dir.display().to_string(),
        "bridge_version": bridge.version(),
        "build": bridge.config.build,
        "diagnosis": diagnosis::told(bridge),
    }));
    if let Some(Connected { hello, .. }) = connected {
        reply.insert("extension_version".into(), hello.version.into());
        reply.insert("extension_build".into(), hello.flavor.name().into());
        let browser = json!({"name": hello.browser.name, "version": hello.browser.version});
        reply.insert("browser".into(), browser);
    }
    if diagnostics {
        reply.insert("browser_diagnostics".into(), browser_build::report(bridge).await);
    }
    reply
}

/// The answer of `GET /api/version`.
pub(crate) fn version(bridge: &Bridge) -> Map<String, Value> {
    let connected = bridge.link.connected();
    let hello = connected.map(|connected| connected.hello);
    object(json!({
        "bridge": bridge.version(),
        "api": API,
        "extension_connected": hello.is_some(),
        "extension_version": hello.as_ref().map(|hello| hello.version.clone()),
        "extension_build": hello.as_ref().map(|hello| hello.flavor.name()),
        "extension": hello.map_or_else(|| json!("not connected"), |_| json!(WIRE_VERSION)),
    }))
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}
