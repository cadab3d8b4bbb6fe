//! The browser that `kitsune launch` manages.
//!
//! While one is registered, only an extension that shows its secret may connect, so that a person's
//! own browser and a launched one never take the connection from each other. A registration is a
//! lease: `launch` renews it, and it ends by itself when `launch` is gone.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Map, Value, json};
use subtle::ConstantTimeEq;

use kitsune_protocol::wire::Secret;
use kitsune_protocol::{ErrorCode, ErrorReply};

use crate::bridge::Bridge;

/// Shortest secret that is taken.
const SHORTEST_SECRET: usize = 32;
/// Longest lease, in seconds.
const LONGEST: u64 = 60;

/// What a hello is to the managed launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pairing {
    /// Nothing is managed.
    None,
    /// It is the managed browser.
    Paired,
    /// Another browser is managed.
    Refused,
}

/// The registered launch, if any.
#[derive(Default)]
pub(crate) struct ManagedLaunch(Mutex<Option<Registration>>);

struct Registration {
    secret: Secret,
    until: Instant,
}

impl ManagedLaunch {
    fn current(&self) -> MutexGuard<'_, Option<Registration>> {
        let mut current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        current.take_if(|registration| registration.until <= Instant::now());
        current
    }

    /// Whether a launch is registered.
    pub(crate) fn is_registered(&self) -> bool {
        self.current().is_some()
    }

    /// What an extension with this secret may do.
    pub(crate) fn judge(&self, secret: Option<&Secret>) -> Pairing {
        match (&*self.current(), secret) {
            (None, _) => Pairing::None,
            (Some(registration), Some(secret)) if is_same(&registration.secret, secret) => {
                Pairing::Paired
            }
            (Some(_), _) => Pairing::Refused,
        }
    }

    /// Registers a launch or renews its lease; `false` while another one is registered.
    fn register(&self, secret: Secret, lease: Duration) -> bool {
        let mut current = self.current();
        if current.as_ref().is_some_and(|other| !is_same(&other.secret, &secret)) {
            return false;
        }
        *current = Some(Registration { secret, until: Instant::now() + lease });
        true
    }

    fn end(&self, secret: &Secret) {
        self.current().take_if(|registration| is_same(&registration.secret, secret));
    }
}

/// Whether a launch of this home runs, as its lock tells. A bridge that has just been started hears
/// of it only when the launch next renews its lease.
pub(crate) fn is_running(lock: &Path) -> bool {
    let lock = File::open(lock);
    lock.is_ok_and(|lock| matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

fn is_same(one: &Secret, other: &Secret) -> bool {
    one.0.as_bytes().ct_eq(other.0.as_bytes()).into()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LaunchArguments {
    secret: Secret,
    /// Seconds of the lease; 0 ends it.
    seconds: u64,
}

/// `POST /api/managed-launch {secret, seconds}`: takes, renews or (with 0) ends the lease.
pub(crate) fn run(
    bridge: &Bridge,
    body: Map<String, Value>,
) -> Result<Map<String, Value>, ErrorReply> {
    let LaunchArguments { secret, seconds } = serde_json::from_value(Value::Object(body))
        .map_err(|error| ErrorReply::new(ErrorCode::InvalidArgument, error.to_string()))?;
    if secret.0.len() < SHORTEST_SECRET || seconds > LONGEST {
        let text = format!(
            "secret must have {SHORTEST_SECRET} characters or more, seconds be at most {LONGEST}"
        );
        return Err(ErrorReply::new(ErrorCode::InvalidArgument, text));
    }
    if seconds == 0 {
        bridge.managed.end(&secret);
    } else if bridge.managed.register(secret.clone(), Duration::from_secs(seconds)) {
        bridge.link.close_unless(|hello| {
            hello.pairing.as_ref().is_some_and(|other| is_same(other, &secret))
        });
    } else {
        return Err(in_use());
    }
    Ok(Map::from_iter([("ok".to_owned(), json!(true))]))
}

fn in_use() -> ErrorReply {
    ErrorReply::new(ErrorCode::LaunchInUse, "Another kitsune launch uses this bridge").hint(
        "End that one first, or give this one a bridge of its own: set KITSUNE_HOME, \
         KITSUNE_HTTP_PORT and KITSUNE_WS_PORT.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret(letter: &str) -> Secret {
        Secret(letter.repeat(SHORTEST_SECRET))
    }

    #[test]
    fn while_a_launch_is_registered_only_its_browser_may_connect() {
        let managed = ManagedLaunch::default();
        assert_eq!(managed.judge(None), Pairing::None);
        assert!(managed.register(secret("a"), Duration::from_secs(60)));
        assert_eq!(managed.judge(None), Pairing::Refused);
        assert_eq!(managed.judge(Some(&secret("b"))), Pairing::Refused);
        assert_eq!(managed.judge(Some(&secret("a"))), Pairing::Paired);
        managed.end(&secret("b"));
        assert!(managed.is_registered());
        managed.end(&secret("a"));
        assert_eq!(managed.judge(None), Pairing::None);
    }

    #[test]
    fn a_second_launch_is_refused_until_the_first_ones_lease_is_over() {
        let managed = ManagedLaunch::default();
        assert!(managed.register(secret("a"), Duration::from_secs(60)));
        assert!(managed.register(secret("a"), Duration::from_secs(60)), "a renewal");
        assert!(!managed.register(secret("b"), Duration::from_secs(60)));
        assert!(managed.register(secret("a"), Duration::ZERO));
        assert!(managed.register(secret("b"), Duration::from_secs(60)));
    }

    #[test]
    fn a_secret_is_in_no_log() {
        assert_eq!(format!("{:?}", secret("a")), "[redacted]");
    }
}
