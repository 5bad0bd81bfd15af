//! Waiting in turn for what there is little of, as processors. Callers wait beside each other, not behind each other: whoever asks for much waits
//! for it alone, and the next of everybody else's comes first.

use crate::error::ApiError;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;

/// A queue for so many turns at once.
#[derive(Clone)]
pub struct Queue(Arc<Inner>);

struct Inner {
    /// Turns at once.
    most: usize,
    /// Turns at once of one caller.
    each: usize,
    /// How many of one caller may wait.
    waiting: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    taken: usize,
    taken_by: HashMap<String, usize>,
    waiting: VecDeque<(String, VecDeque<oneshot::Sender<Turn>>)>,
}

/// A turn; the next has it when this goes.
pub struct Turn {
    queue: Queue,
    who: String,
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        state.taken -= 1;
        let left = state.taken_by.get(&self.who).map_or(0, |n| n - 1);
        if left == 0 {
            state.taken_by.remove(&self.who);
        } else {
            state.taken_by.insert(self.who.clone(), left);
        }
        let next = self.queue.hand_on(&mut state);
        drop(state);
        if let Some((sender, turn)) = next {
            // If nobody waits for it any more, the turn goes here, and on to the next.
            let _ = sender.send(turn);
        }
    }
}

impl Queue {
    /// Room for `most` at once and for `each` of one caller, of whom so many may wait.
    pub fn new(most: usize, each: usize, waiting: usize) -> Queue {
        Queue(Arc::new(Inner { most, each, waiting, state: Mutex::default() }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many have their turn.
    pub fn taken(&self) -> usize {
        self.state().taken
    }

    /// Waits for a turn as long as it takes.
    pub async fn turn(&self, who: &str) -> Result<Turn, ApiError> {
        match self.ask(who)? {
            Ok(turn) => Ok(turn),
            Err(coming) => coming.await.map_err(|_| busy()),
        }
    }

    /// Waits for a turn for a while.
    pub async fn turn_within(&self, who: &str, patience: Duration) -> Result<Turn, ApiError> {
        tokio::time::timeout(patience, self.turn(who)).await.map_err(|_| busy())?
    }

    /// A turn at once, or what tells of it.
    fn ask(&self, who: &str) -> Result<Result<Turn, oneshot::Receiver<Turn>>, ApiError> {
        let mut state = self.state();
        if state.taken < self.0.most && self.of(&state, who) < self.0.each {
            return Ok(Ok(self.take(&mut state, who.to_string())));
        }
        let (sender, coming) = oneshot::channel();
        match state.waiting.iter_mut().find(|(w, _)| w == who) {
            Some((_, own)) => {
                own.retain(|s| !s.is_closed());
                if own.len() >= self.0.waiting {
                    let why = format!("{} of your requests wait already; let them come first", own.len());
                    return Err(ApiError::Busy(why));
                }
                own.push_back(sender);
            }
            None => state.waiting.push_back((who.to_string(), VecDeque::from([sender]))),
        }
        Ok(Err(coming))
    }

    fn of(&self, state: &State, who: &str) -> usize {
        state.taken_by.get(who).copied().unwrap_or(0)
    }

    fn take(&self, state: &mut State, who: String) -> Turn {
        state.taken += 1;
        *state.taken_by.entry(who.clone()).or_default() += 1;
        Turn { queue: self.clone(), who }
    }

    /// The next who waits and may have a turn; after it all others of that caller wait behind everybody else's.
    fn hand_on(&self, state: &mut State) -> Option<(oneshot::Sender<Turn>, Turn)> {
        if state.taken >= self.0.most {
            return None;
        }
        for _ in 0..state.waiting.len() {
            let (who, mut own) = state.waiting.pop_front()?;
            own.retain(|s| !s.is_closed());
            let may = self.of(state, &who) < self.0.each;
            let next = if may { own.pop_front() } else { None };
            if !own.is_empty() {
                state.waiting.push_back((who.clone(), own));
            }
            if let Some(sender) = next {
                return Some((sender, self.take(state, who)));
            }
        }
        None
    }
}

fn busy() -> ApiError {
    ApiError::Busy("many ask for this just now; try again in a moment".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lets those who wait ask.
    async fn settle() {
        for _ in 0..20 {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn callers_come_in_turn_and_not_by_how_much_they_ask() {
        let queue = Queue::new(1, 1, 10);
        let first = queue.turn("a").await.unwrap();
        let order = Arc::new(Mutex::new(vec![]));
        for who in ["a", "a", "a", "b", "c", "b"] {
            let (queue, order) = (queue.clone(), order.clone());
            tokio::spawn(async move {
                let turn = queue.turn(who).await.unwrap();
                order.lock().unwrap().push(who);
                drop(turn);
            });
            settle().await;
        }
        drop(first);
        settle().await;
        settle().await;
        assert_eq!(*order.lock().unwrap(), ["a", "b", "c", "a", "b", "a"]);
        assert_eq!(queue.state().taken, 0);
        assert!(queue.state().waiting.is_empty() && queue.state().taken_by.is_empty());
    }

    #[tokio::test]
    async fn one_has_so_many_and_who_gives_up_is_passed_over() {
        let queue = Queue::new(2, 1, 1);
        let ms = Duration::from_millis(20);
        let own = queue.turn("a").await.unwrap();
        assert!(queue.turn_within("a", ms).await.is_err(), "one at a time");
        let other = queue.turn("b").await.unwrap();
        assert!(queue.turn_within("c", ms).await.is_err(), "all are taken");
        let waits = tokio::spawn({
            let queue = queue.clone();
            async move { queue.turn("a").await.map(drop) }
        });
        settle().await;
        let refused = queue.turn("a").await.err().map(|e| e.problem().code);
        assert_eq!(refused.as_deref(), Some("busy"), "one waits already");
        drop(own);
        assert!(waits.await.unwrap().is_ok());
        drop(other);
        drop((queue.turn("c").await.unwrap(), queue.turn("d").await.unwrap()));
        assert_eq!(queue.state().taken, 0);
    }
}
