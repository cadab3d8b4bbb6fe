//! Gives a page files: through a file input, or by a drop, which may carry data too.
//!
//! Contract: *POST /api/upload-file*, `browser_file_upload`, `browser_drop`. The files are opened
//! before anything is sent; the extension takes each by HTTP (see [`crate::transfers`]).

mod files;
mod media_type;

use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Map, Value, json};

use kitsune_protocol::action::Action;
use kitsune_protocol::command::Command;
use kitsune_protocol::page::{DroppedData, GiveBy, Given, PageAction};
use kitsune_protocol::{ErrorReply, limits};

use super::arguments::{self, invalid, parse, take_target};
use super::{Call, Reply, page, reply};
use crate::transfers::Offer;

/// What a request asks for. The action's files are added once they are open.
#[derive(Debug)]
struct Request {
    paths: Vec<String>,
    action: PageAction,
    timeout: Duration,
}

/// Opens the files, has them taken, and replies with what the page has got and what it changed.
pub(super) async fn run(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let mut body = call.admitted.body().clone();
    let setting = call.bridge.config.post_action_snapshot;
    let shown = arguments::take_show(&mut body, setting, true)?;
    arguments::ignore_wait(&mut body);
    let Request { paths, mut action, timeout } = read(body)?;
    let opened = files::open(paths).await?;
    let tab_id = call.tab().await?;
    // Without a connection the command is refused below, and its error says why.
    let origin = call.bridge.link.origin().unwrap_or_default();
    let mut offers: Vec<Offer<'_>> = Vec::new();
    let mut bytes = 0;
    for (mut facts, content) in opened {
        bytes += facts.size;
        let offer = call.bridge.transfers.offer(origin.clone(), content)?;
        facts.address = offer.url(call.bridge.config.ws_port);
        offers.push(offer);
        if let PageAction::Upload { files, .. } = &mut action {
            files.push(facts);
        }
    }
    let start = Instant::now();
    let command = Command::Act { tab_id, action, show: shown.show, wait_ms: None };
    let answer = call.ask_tab(tab_id, command, timeout).await.map_err(reply::without_secrets)?;
    let mut out = page::acted(answer, tab_id, Action::UploadFile, false, shown.text)?;
    out.insert("tabId".into(), json!(tab_id));
    if !offers.is_empty() {
        let pieces: u64 = offers.iter().map(Offer::pieces).sum();
        out.insert("transport".into(), "http".into());
        out.insert("chunks".into(), pieces.into());
        out.insert("bytes".into(), bytes.into());
    }
    let milliseconds = start.elapsed().as_secs_f64() * 1000.0;
    out.insert("seconds".into(), (milliseconds.round() / 1000.0).into());
    Ok(out)
}

/// Adds what the page has got.
pub(super) fn add(reply: &mut Reply, given: &Given) {
    reply.insert("mode".into(), json!(given.by));
    reply.insert("files".into(), json!(given.files));
    if let Some(held) = &given.held {
        reply.insert("held".into(), json!(held));
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct UploadArguments {
    path: Option<String>,
    paths: Option<Vec<String>>,
    mode: Option<GiveBy>,
    data: Option<Map<String, Value>>,
    timeout: Option<Value>,
    last_clicked: Option<bool>,
}

fn read(mut body: Map<String, Value>) -> Result<Request, ErrorReply> {
    let first = matches!(body.get("first"), Some(Value::Bool(true)));
    let target = take_target(&mut body)?;
    let UploadArguments { path, paths, mode, data, timeout, last_clicked } = parse(body)?;
    let timeout = timeout.as_ref().map_or(Ok(limits::UPLOAD_SECONDS as f64), seconds)?;
    let has_path = path.is_some() || paths.is_some();
    let paths = match (path, paths) {
        (Some(_), Some(_)) => return Err(invalid("Pass path or paths, not both")),
        (path, paths) => paths.unwrap_or_else(|| path.into_iter().collect()),
    };
    if paths.len() > limits::UPLOAD_FILES {
        let most = limits::UPLOAD_FILES;
        return Err(invalid(format!("At most {most} files at once; {} were named", paths.len())));
    }
    let data = data.map_or_else(|| Ok(Vec::new()), dropped)?;
    let by = match mode.unwrap_or_default() {
        GiveBy::Input if !data.is_empty() => {
            return Err(invalid("data is for a drop; a file input takes only files"));
        }
        // Only a drop carries data.
        GiveBy::Auto if !data.is_empty() => GiveBy::Drop,
        by => by,
    };
    if !has_path && data.is_empty() {
        return Err(invalid("Pass path or paths, or data for a drop"));
    }
    if by == GiveBy::Drop && paths.is_empty() && data.is_empty() {
        return Err(invalid("A drop needs at least one file in paths or one entry in data"));
    }
    let last_clicked = last_clicked.unwrap_or(false);
    let action = PageAction::Upload { target, by, first, last_clicked, files: Vec::new(), data };
    Ok(Request { paths, action, timeout: Duration::from_secs_f64(timeout) })
}

fn seconds(value: &Value) -> Result<f64, ErrorReply> {
    let most = limits::WAIT_MS as f64 / 1000.0;
    value
        .as_f64()
        .filter(|seconds| *seconds > 0.0 && *seconds <= most)
        .ok_or_else(|| invalid(format!("timeout must be a number of seconds up to {most}")))
}

fn dropped(data: Map<String, Value>) -> Result<Vec<DroppedData>, ErrorReply> {
    if data.len() > limits::DROP_DATA {
        return Err(invalid(format!("data has more than {} entries", limits::DROP_DATA)));
    }
    let entries = data.into_iter().map(|(media_type, text)| match text {
        Value::String(text) if !media_type.trim().is_empty() => {
            Ok(DroppedData { media_type, text })
        }
        _ => Err(invalid("data must map media types, such as text/plain, to texts")),
    });
    entries.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(body: Value) -> Result<Request, ErrorReply> {
        read(body.as_object().unwrap().clone())
    }

    #[test]
    fn arguments_that_contradict_each_other_are_refused_before_anything_is_read() {
        let many: Vec<_> = (0..51).map(|number| format!("/{number}")).collect();
        for (body, text) in [
            (json!({}), "Pass path or paths"),
            (json!({"data": {}}), "Pass path or paths"),
            (json!({"path": "/a", "paths": ["/b"]}), "not both"),
            (json!({"path": 5}), "expected a string"),
            (json!({"paths": "/a"}), "expected a sequence"),
            (json!({"paths": many}), "At most 50 files"),
            (json!({"path": "/a", "mode": "paste"}), "unknown variant"),
            (json!({"path": "/a", "mode": "input", "data": {"text/plain": "a"}}), "for a drop"),
            (json!({"paths": [], "mode": "drop"}), "A drop needs"),
            (json!({"data": {"text/plain": 5}}), "must map"),
            (json!({"data": {" ": "a"}}), "must map"),
            (json!({"path": "/a", "timeout": 0}), "timeout must be"),
            (json!({"path": "/a", "timeout": "5"}), "timeout must be"),
            (json!({"path": "/a", "timeout": 3601}), "timeout must be"),
            (json!({"path": "/a", "ref": "x"}), "not a ref"),
            (json!({"path": "/a", "speed": 1}), "unknown field"),
        ] {
            let error = asked(body.clone()).unwrap_err();
            assert!(error.error.contains(text), "{body}: {}", error.error);
        }
    }

    #[test]
    fn data_makes_a_drop_and_an_empty_list_clears_an_input() {
        for (body, expected) in [
            (json!({"path": "/a"}), GiveBy::Auto),
            (json!({"paths": []}), GiveBy::Auto),
            (json!({"paths": [], "mode": "input"}), GiveBy::Input),
            (json!({"data": {"text/plain": "a"}}), GiveBy::Drop),
            (json!({"path": "/a", "data": {"text/plain": "a"}, "mode": "drop"}), GiveBy::Drop),
        ] {
            match asked(body.clone()).unwrap().action {
                PageAction::Upload { by, .. } => assert_eq!(by, expected, "{body}"),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn it_may_take_300_seconds_unless_told_otherwise() {
        let timeout = |body| asked(body).unwrap().timeout.as_millis();
        assert_eq!(timeout(json!({"path": "/a"})), 300_000);
        assert_eq!(timeout(json!({"path": "/a", "timeout": 0.5})), 500);
    }
}
