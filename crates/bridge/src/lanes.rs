//! The order of commands: one fair first-in, first-out queue per tab and one per window.
//!
//! A stuck tab delays nobody else, because no command waits in a queue that is not its own.
//! A turn is a place in a queue, not a lock on data: nothing else is held while the browser
//! works.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use kitsune_protocol::{TabId, WindowId};

/// Most commands that wait in one queue; a further one is refused.
const LONGEST_QUEUE: usize = 64;

/// Which queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum LaneKey {
    /// A tab's.
    Tab(TabId),
    /// A window's; `None` is the window that the browser chooses.
    Window(Option<WindowId>),
}

/// Why there was no turn; nothing had been sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoTurn {
    /// The queue is full.
    Full,
    /// The time ran out while waiting.
    Late,
}

/// All queues that are in use.
#[derive(Clone, Default)]
pub(crate) struct Lanes(Arc<Mutex<HashMap<LaneKey, Lane>>>);

struct Lane {
    turns: Arc<Semaphore>,
    /// Commands that wait or run; the lane goes when none is left.
    members: usize,
}

/// A command's turn; the next one starts when it is dropped.
pub(crate) struct Turn {
    // Dropped before the membership, so that a lane is never removed while its turn is taken.
    _permit: OwnedSemaphorePermit,
    _member: Member,
}

struct Member {
    lanes: Lanes,
    key: LaneKey,
}

impl Lanes {
    /// Waits up to `patience` for the turn in the queue of `key`.
    pub(crate) async fn enter(&self, key: LaneKey, patience: Duration) -> Result<Turn, NoTurn> {
        let (turns, member) = self.join(key)?;
        match tokio::time::timeout(patience, turns.acquire_owned()).await {
            Ok(Ok(permit)) => Ok(Turn { _permit: permit, _member: member }),
            // The semaphore is never closed, so the second case does not happen.
            Err(_) | Ok(Err(_)) => Err(NoTurn::Late),
        }
    }

    fn join(&self, key: LaneKey) -> Result<(Arc<Semaphore>, Member), NoTurn> {
        let mut lanes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let lane = lanes
            .entry(key)
            .or_insert_with(|| Lane { turns: Arc::new(Semaphore::new(1)), members: 0 });
        if lane.members > LONGEST_QUEUE {
            return Err(NoTurn::Full);
        }
        lane.members += 1;
        Ok((lane.turns.clone(), Member { lanes: self.clone(), key }))
    }

    #[cfg(test)]
    fn len(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        let mut lanes = self.lanes.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lane) = lanes.get_mut(&self.key) {
            lane.members -= 1;
            if lane.members == 0 {
                lanes.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_secs(5);

    fn tab(number: u64) -> LaneKey {
        LaneKey::Tab(TabId::new(number).unwrap())
    }

    #[tokio::test]
    async fn commands_of_one_tab_run_in_the_order_of_their_arrival() {
        let lanes = Lanes::default();
        let first = lanes.enter(tab(1), PATIENCE).await.unwrap();
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut waiting = Vec::new();
        for number in 0..10 {
            let (lanes, order) = (lanes.clone(), order.clone());
            waiting.push(tokio::spawn(async move {
                let _turn = lanes.enter(tab(1), PATIENCE).await.unwrap();
                order.lock().unwrap().push(number);
            }));
            tokio::task::yield_now().await;
        }
        drop(first);
        for task in waiting {
            task.await.unwrap();
        }
        assert_eq!(*order.lock().unwrap(), (0..10).collect::<Vec<_>>());
    }

    #[tokio::test]
    async fn a_stuck_tab_delays_no_other() {
        let lanes = Lanes::default();
        let _stuck = lanes.enter(tab(1), PATIENCE).await.unwrap();
        assert!(lanes.enter(tab(2), PATIENCE).await.is_ok());
        assert!(lanes.enter(LaneKey::Window(None), PATIENCE).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn who_waits_too_long_leaves_the_queue() {
        let lanes = Lanes::default();
        let stuck = lanes.enter(tab(1), PATIENCE).await.unwrap();
        assert_eq!(lanes.enter(tab(1), PATIENCE).await.err(), Some(NoTurn::Late));
        drop(stuck);
        assert_eq!(lanes.len(), 0);
    }

    #[tokio::test]
    async fn a_full_queue_refuses_at_once() {
        let lanes = Lanes::default();
        let _stuck = lanes.enter(tab(1), PATIENCE).await.unwrap();
        let members: Vec<_> = (0..LONGEST_QUEUE).map(|_| lanes.join(tab(1)).unwrap()).collect();
        assert_eq!(lanes.enter(tab(1), PATIENCE).await.err(), Some(NoTurn::Full));
        drop(members);
        assert_eq!(lanes.len(), 1);
    }
}
