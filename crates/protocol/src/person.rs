//! What only the person can do on a page, as it is seen there (*needs_user hints*).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A known widget that tells people from programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Widget {
    /// Google's.
    Recaptcha,
    /// hCaptcha's.
    Hcaptcha,
    /// Cloudflare's.
    Turnstile,
}

/// What a field that is for signing in takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SignInField {
    /// A password.
    Password,
    /// A user name.
    Username,
    /// A passkey.
    Webauthn,
}

/// Something on the page that only the person can do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "need", rename_all = "camelCase")]
pub enum PersonNeeded {
    /// A widget that is not solved.
    HumanCheck {
        /// Which.
        widget: Widget,
        /// Origin and path of its frame.
        frame: String,
    },
    /// A field for signing in.
    SignIn {
        /// What it takes.
        field: SignInField,
    },
}

/// A tab or window that the browser refused to a click.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "blocked", rename_all = "camelCase")]
pub enum Blocked {
    /// The clicked link's own.
    Link {
        /// Its address.
        url: String,
    },
    /// Those that a script of the page asked for.
    Script {
        /// The addresses it gave, as far as it gave any, in the order of its calls.
        urls: Vec<String>,
    },
}
