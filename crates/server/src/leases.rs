//! Which games this node runs. A node has a lease in the database for each game in which it lets bots move, and renews it; when a node
//! dies its leases run out and others take them. With SQLite there is one node, which runs everything without asking.

use crate::store::{LEASE, Store, StoreError};
use crate::tables::random_hex;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// After how long leases are renewed.
pub(crate) const RENEW: Duration = Duration::from_secs(2);

/// For how long a node that was refused a lease does not ask again.
const REFUSED: Duration = Duration::from_secs(1);

/// The leases of a node.
pub struct Leases {
    node: String,
    store: Store,
    /// Until when each game is this node's, or is another's as far as is known here.
    games: Mutex<HashMap<String, (bool, Instant)>>,
    stopping: AtomicBool,
}

impl Leases {
    /// A node without leases, under a name that no other has.
    pub fn new(store: Store) -> Leases {
        let named_otherwise = |_| format!("{}-{}", std::process::id(), crate::store::now());
        let node = random_hex(8).unwrap_or_else(named_otherwise);
        Leases { node, store, games: Mutex::default(), stopping: AtomicBool::new(false) }
    }

    /// The name of this node.
    pub fn node(&self) -> &str {
        &self.node
    }

    fn games(&self) -> MutexGuard<'_, HashMap<String, (bool, Instant)>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known here of the lease of a game.
    fn known(&self, game: &str) -> Option<bool> {
        self.games().get(game).filter(|(_, until)| Instant::now() < *until).map(|(mine, _)| *mine)
    }

    /// Whether this node runs a game.
    pub fn runs(&self, game: &str) -> bool {
        !self.store.shared() || self.known(game) == Some(true)
    }

    /// How many games this node runs under a lease.
    pub fn count(&self) -> usize {
        let now = Instant::now();
        self.games().values().filter(|(mine, until)| *mine && now < *until).count()
    }

    /// Takes the lease of a game, unless another node has it.
    pub async fn take(&self, game: &str) -> Result<bool, StoreError> {
        if self.stopping() {
            return Ok(false);
        }
        if !self.store.shared() {
            return Ok(true);
        }
        if let Some(mine) = self.known(game) {
            return Ok(mine);
        }
        // It runs from before the question: never longer here than in the database.
        let asked = Instant::now();
        let mine = self.store.take_lease(game, &self.node).await?;
        let lasts = if mine { Duration::from_millis(LEASE.unsigned_abs()) } else { REFUSED };
        self.games().insert(game.to_string(), (mine, asked + lasts));
        Ok(mine)
    }

    /// Renews all leases. One that could not be renewed in time is another's.
    pub async fn renew(&self) -> Result<(), StoreError> {
        if !self.store.shared() || self.stopping() {
            return Ok(());
        }
        let asked = Instant::now();
        let renewed = self.store.renew_leases(&self.node).await?;
        let until = asked + Duration::from_millis(LEASE.unsigned_abs());
        let mut games = self.games();
        games.retain(|_, (_, until)| asked < *until);
        games.extend(renewed.into_iter().map(|game| (game, (true, until))));
        Ok(())
    }

    /// Gives the lease of a game back.
    pub async fn release(&self, game: &str) {
        if self.store.shared() && self.games().remove(game).is_some_and(|(mine, _)| mine) {
            // If that fails it is renewed with the others, and given back when its table is next found closed.
            let _ = self.store.release(&self.node, Some(game)).await;
        }
    }

    /// The games under lease.
    pub fn held(&self) -> Vec<String> {
        self.games().iter().filter(|(_, (mine, _))| *mine).map(|(game, _)| game.clone()).collect()
    }

    /// Whether this node is about to stop.
    pub fn stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Takes no lease any more, and gives all back: other nodes go on at once.
    pub async fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        if self.store.shared() {
            self.games().clear();
            let _ = self.store.release(&self.node, None).await;
        }
    }
}
