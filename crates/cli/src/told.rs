//! A client's error as a command says it on the terminal: all that the other wires tell of it.

use kitsune_client::ClientError;
use kitsune_protocol::ErrorReply;

/// What happened, the bridge's last line of output if it says why, and what to do about it.
pub(crate) fn told(error: &ClientError) -> String {
    let reply = ErrorReply::from(error.clone());
    match &reply.hint {
        Some(hint) => format!("{}. {hint}", finding(&reply)),
        None => finding(&reply),
    }
}

/// What happened, with the bridge's last line of output, and without a full stop.
pub(crate) fn finding(reply: &ErrorReply) -> String {
    let state = reply.state.as_ref();
    let excerpt = state.and_then(|state| state.get("logExcerpt")).and_then(|line| line.as_str());
    match excerpt {
        Some(line) => format!("{}: {}", reply.error, line.trim_end_matches('.')),
        None => reply.error.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_and_the_way_out_are_told_with_the_error() {
        let log_excerpt = Some("kitsune-bridge: KITSUNE_X is wrong.".to_owned());
        let text = told(&ClientError::Exited { exit_code: Some(2), log_excerpt });
        let beginning = "The Kitsune bridge ended while it was starting: kitsune-bridge: \
            KITSUNE_X is wrong. Run `kitsune-bridge start` in a terminal";
        assert!(text.starts_with(beginning), "{text}");
        let text = told(&ClientError::TokenMismatch { port: 1, token_source: "t".into() });
        assert!(text.contains("token. Use the same KITSUNE_TOKEN"), "{text}");
        let text = told(&ClientError::NoJson { http_status: 502 });
        assert_eq!(text, "The Kitsune bridge answered HTTP 502 without a JSON object");
    }
}
