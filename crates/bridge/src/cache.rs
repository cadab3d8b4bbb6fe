//! The texts of pages, kept for some seconds (*Cache Control*).
//!
//! Only page text is kept, one reply a tab and selector. Every write and every capture that may change a page
//! forgets all of them, and so does a new connection of the extension: tabs have new numbers then.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use kitsune_protocol::{ErrorCode, ErrorReply, TabId, limits};

use crate::bridge::Bridge;
use crate::extension::Generation;

/// Most replies that are kept.
const MOST: usize = 100;

type Reply = Map<String, Value>;

/// The owner of the kept replies.
pub(crate) struct Cache(Mutex<Kept>);

struct Kept {
    lifetime: Duration,
    replies: HashMap<Key, Entry>,
    /// How often all were forgotten.
    clears: u64,
}

/// A tab, and the part of its page that was read.
type Key = (TabId, Option<String>);

struct Entry {
    generation: Generation,
    since: Instant,
    reply: Reply,
}

/// A moment. A reply is kept only if nothing was forgotten since its page began to be read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    clears: u64,
    generation: Option<Generation>,
}

impl Default for Cache {
    fn default() -> Self {
        let lifetime = Duration::from_secs_f64(limits::CACHE_SECONDS);
        Self(Mutex::new(Kept { lifetime, replies: HashMap::new(), clears: 0 }))
    }
}

impl Cache {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// This moment, on the given connection.
    pub(crate) fn moment(&self, generation: Option<Generation>) -> Moment {
        Moment { clears: self.kept().clears, generation }
    }

    /// The reply that is kept for a tab, or for a part of its page.
    pub(crate) fn get(&self, tab_id: TabId, part: Option<&str>, now: Moment) -> Option<Reply> {
        let kept = self.kept();
        let entry = kept.replies.get(&(tab_id, part.map(str::to_owned)))?;
        let is_good = Some(entry.generation) == now.generation && kept.is_fresh(entry);
        is_good.then(|| entry.reply.clone())
    }

    /// Keeps the reply to a read that began at the moment.
    pub(crate) fn keep(&self, tab_id: TabId, part: Option<String>, began: Moment, reply: &Reply) {
        let mut kept = self.kept();
        let Some(generation) = began.generation.filter(|_| began.clears == kept.clears) else {
            return;
        };
        if kept.replies.len() >= MOST {
            kept.drop_old();
        }
        if kept.replies.len() < MOST {
            let entry = Entry { generation, since: Instant::now(), reply: reply.clone() };
            kept.replies.insert((tab_id, part), entry);
        }
    }

    /// Forgets all; returns how many there were.
    pub(crate) fn clear(&self) -> usize {
        let mut kept = self.kept();
        kept.drop_old();
        kept.clears += 1;
        kept.replies.drain().count()
    }
}

impl Kept {
    fn is_fresh(&self, entry: &Entry) -> bool {
        entry.since.elapsed() < self.lifetime
    }

    fn drop_old(&mut self) {
        let lifetime = self.lifetime;
        self.replies.retain(|_, entry| entry.since.elapsed() < lifetime);
    }
}

/// `/api/cache`: tells of the kept replies, forgets them, or says how long they are good.
pub(crate) fn run(bridge: &Bridge, mut body: Map<String, Value>) -> Result<Value, ErrorReply> {
    let cache = &bridge.cache;
    match body.remove("action").as_ref().map_or(Some("clear"), Value::as_str) {
        Some("clear") => Ok(json!({"ok": true, "cleared": cache.clear()})),
        Some("status") => {
            let mut kept = cache.kept();
            kept.drop_old();
            Ok(json!({"entries": kept.replies.len(), "ttl": seconds(kept.lifetime)}))
        }
        Some("ttl") => {
            let lifetime = lifetime(body.get("seconds"))?;
            cache.kept().lifetime = lifetime;
            Ok(json!({"ok": true, "ttl": seconds(lifetime)}))
        }
        _ => Err(invalid("action must be clear, status or ttl")),
    }
}

fn lifetime(value: Option<&Value>) -> Result<Duration, ErrorReply> {
    let seconds = value.map_or(Some(limits::CACHE_SECONDS), Value::as_f64);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| invalid("seconds must be a number from 0"))
}

fn seconds(lifetime: Duration) -> Value {
    match lifetime.subsec_nanos() {
        0 => lifetime.as_secs().into(),
        _ => lifetime.as_secs_f64().into(),
    }
}

fn invalid(text: &str) -> ErrorReply {
    ErrorReply::new(ErrorCode::InvalidArgument, text).hint("Correct it; nothing was changed.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tab(number: u64) -> TabId {
        TabId::new(number).unwrap()
    }

    fn text(text: &str) -> Reply {
        Reply::from_iter([("text".to_owned(), text.into())])
    }

    #[test]
    fn tabs_and_parts_of_their_pages_are_kept_apart() {
        let cache = Cache::default();
        let now = cache.moment(Some(Generation::default()));
        cache.keep(tab(1), None, now, &text("all"));
        cache.keep(tab(1), Some("main".to_owned()), now, &text("part"));
        assert_eq!(cache.get(tab(1), None, now), Some(text("all")));
        assert_eq!(cache.get(tab(1), Some("main"), now), Some(text("part")));
        assert_eq!(cache.get(tab(1), Some("p"), now), None);
        assert_eq!(cache.get(tab(2), None, now), None);
        assert_eq!(cache.clear(), 2);
        assert_eq!(cache.get(tab(1), None, now), None);
    }

    #[test]
    fn what_was_read_before_all_was_forgotten_is_not_kept() {
        let cache = Cache::default();
        let began = cache.moment(Some(Generation::default()));
        cache.clear();
        cache.keep(tab(1), None, began, &text("old"));
        assert_eq!(cache.clear(), 0);
        cache.keep(tab(1), None, cache.moment(None), &text("of no connection"));
        assert_eq!(cache.clear(), 0);
    }

    #[test]
    fn there_are_a_hundred_at_most_and_old_ones_make_room() {
        let cache = Cache::default();
        let now = cache.moment(Some(Generation::default()));
        for number in 1..=MOST as u64 + 5 {
            cache.keep(tab(number), None, now, &text("x"));
        }
        assert_eq!(cache.kept().replies.len(), MOST);
        assert_eq!(cache.get(tab(MOST as u64 + 5), None, now), None);
        cache.kept().lifetime = Duration::ZERO;
        cache.keep(tab(900), None, now, &text("new"));
        assert_eq!(cache.kept().replies.len(), 1);
    }
}
