//! How long a bridge lives without requests: `--idle-timeout`, else the environment.

use std::time::Duration;

/// Seconds without a request after which the bridge ends; 0 or empty means never.
const VARIABLE: &str = "KITSUNE_BRIDGE_IDLE_TIMEOUT";

/// Not a time.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} is not a number of seconds of 0 or more")]
pub(super) struct NotSeconds(String);

/// The variable's value cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{VARIABLE}: {0}")]
pub(super) struct VariableError(#[from] NotSeconds);

/// Reads a number of seconds, with a fraction if need be.
pub(super) fn parse(text: &str) -> Result<Duration, NotSeconds> {
    let seconds = text.trim().parse::<f64>().ok();
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| NotSeconds(text.to_owned()))
}

/// The limit that the environment gives, if any.
pub(super) fn from_environment() -> Result<Option<Duration>, VariableError> {
    let value = std::env::var_os(VARIABLE).filter(|value| !value.is_empty());
    Ok(value.map(|value| parse(&value.to_string_lossy())).transpose()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_finite_and_not_negative() {
        assert_eq!(parse("90").unwrap(), Duration::from_secs(90));
        assert_eq!(parse(" 0.5 ").unwrap(), Duration::from_millis(500));
        assert_eq!(parse("0").unwrap(), Duration::ZERO);
        for text in ["", "-1", "inf", "NaN", "1e300", "soon"] {
            assert!(parse(text).is_err(), "{text:?}");
        }
    }
}
