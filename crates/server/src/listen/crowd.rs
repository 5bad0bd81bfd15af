//! Everybody who is connected, by address, and who must go when there is no more room.

use crate::limits::network;
use crate::settings::Settings;
use futures_util::task::AtomicWaker;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::Waker;
use std::time::Instant;

/// What a connection does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It is new, and nothing has come yet.
    New,
    /// It has been answered, and nothing has come since.
    Waiting,
    /// The head of a request comes in.
    Head,
    /// A request is being answered.
    Busy,
    /// It is a WebSocket.
    Open,
}

impl Phase {
    /// Whether nobody loses anything if it is closed.
    fn idle(self) -> bool {
        matches!(self, Phase::New | Phase::Waiting | Phase::Head)
    }
}

/// Why somebody is not taken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Full {
    /// There are too many connections.
    #[error("too many people are connected just now; try again in a moment")]
    All,
    /// The address has too many.
    #[error("your address has {0} connections, as many as one may have; close a few")]
    Address(usize),
}

/// One connection, as its requests know it.
pub struct Connection {
    number: u64,
    crowd: Weak<Crowd>,
    now: Mutex<Now>,
    ended: AtomicBool,
    waker: AtomicWaker,
}

#[derive(Clone, Copy)]
struct Now {
    address: IpAddr,
    phase: Phase,
    since: Instant,
    /// How often the phase has changed.
    turns: u64,
    plays: bool,
}

impl Connection {
    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What it does, since when, and how often that has changed.
    pub fn phase(&self) -> (Phase, Instant, u64) {
        let now = self.now();
        (now.phase, now.since, now.turns)
    }

    /// It does something else from now on.
    pub fn turn(&self, phase: Phase) {
        let mut now = self.now();
        (now.phase, now.since, now.turns) = (phase, Instant::now(), now.turns + 1);
    }

    /// A request is answered.
    pub fn answered(&self) {
        if self.now().phase == Phase::Busy {
            self.turn(Phase::Waiting);
        }
    }

    /// Somebody who plays is at its other end: of one address, those who only watch go first.
    pub fn plays(&self) {
        self.now().plays = true;
    }

    /// It comes from this address: behind a proxy that is trusted, each request says so.
    pub fn comes_from(&self, address: IpAddr) {
        let address = network(address);
        let Some(crowd) = self.crowd.upgrade().filter(|_| self.now().address != address) else { return };
        let mut here = crowd.here();
        if here.all.contains_key(&self.number) {
            let before = std::mem::replace(&mut self.now().address, address);
            here.less(before);
            *here.of.entry(address).or_default() += 1;
        }
    }

    /// Refuses it for long if its address has too many already.
    pub fn may_stay(&self) -> Result<(), Full> {
        let Some(crowd) = self.crowd.upgrade() else { return Ok(()) };
        let address = self.now().address;
        match crowd.of_address {
            Some(most) if crowd.here().of(address) > most => Err(Full::Address(most)),
            _ => Ok(()),
        }
    }

    /// Ends it: somebody else needs the room.
    fn end(&self) {
        self.ended.store(true, Ordering::Release);
        self.waker.wake();
    }

    /// Whether it must end; else `waker` is told when it must.
    pub fn must_end(&self, waker: &Waker) -> bool {
        self.waker.register(waker);
        self.ended.load(Ordering::Acquire)
    }
}

/// Everybody who is connected.
pub struct Crowd {
    most: usize,
    /// Connections that one address may have.
    of_address: Option<usize>,
    proxies: Vec<IpAddr>,
    here: Mutex<Here>,
}

#[derive(Default)]
struct Here {
    arrivals: u64,
    all: HashMap<u64, Arc<Connection>>,
    of: HashMap<IpAddr, usize>,
}

impl Here {
    fn of(&self, address: IpAddr) -> usize {
        self.of.get(&address).copied().unwrap_or(0)
    }

    fn less(&mut self, address: IpAddr) {
        if let Some(count) = self.of.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                self.of.remove(&address);
            }
        }
    }

    fn remove(&mut self, number: u64) {
        if let Some(connection) = self.all.remove(&number) {
            let address = connection.now().address;
            self.less(address);
        }
    }

    /// Who makes room for a newcomer from an address: one of those that have the most connections, first those that do nothing, then those
    /// that watch. From those who have no more than the newcomer only what does nothing is taken.
    fn gives_way(&self, newcomer: IpAddr) -> Option<Arc<Connection>> {
        let most = self.of.values().copied().max()?;
        let own = self.of(newcomer);
        let rank = |c: &&Arc<Connection>| {
            let now = *c.now();
            let idle = now.phase.idle();
            let fits = self.of(now.address) == most && (idle || most > own + 1);
            // Of those that do nothing the one that does it longest, of the others the newest.
            let age = now.since.elapsed();
            fits.then_some((idle, !now.plays, if idle { age.as_millis() as u64 } else { c.number }))
        };
        let ranked = self.all.values().filter_map(|c| Some((rank(&c)?, c)));
        ranked.max_by_key(|(rank, _)| *rank).map(|(_, c)| c.clone())
    }
}

/// The place of a connection, until it is closed.
pub struct Place {
    crowd: Arc<Crowd>,
    connection: Arc<Connection>,
}

impl Place {
    /// The connection.
    pub fn connection(&self) -> &Arc<Connection> {
        &self.connection
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.crowd.here().remove(self.connection.number);
    }
}

impl Crowd {
    /// Room for so many.
    pub fn new(settings: &Settings, most: usize) -> Arc<Crowd> {
        let of_address = (!settings.home()).then_some(settings.limits.connections);
        Arc::new(Crowd { most, of_address, proxies: settings.proxies.clone(), here: Mutex::default() })
    }

    fn here(&self) -> MutexGuard<'_, Here> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a connection in.
    pub fn enter(self: &Arc<Crowd>, peer: IpAddr) -> Result<Place, Full> {
        let proxy = self.proxies.contains(&peer.to_canonical());
        let address = network(peer);
        let mut here = self.here();
        if let Some(most) = self.of_address.filter(|_| !proxy)
            && here.of(address) >= most
        {
            return Err(Full::Address(most));
        }
        if here.all.len() >= self.most {
            let other = here.gives_way(address).ok_or(Full::All)?;
            other.end();
            here.remove(other.number);
        }
        here.arrivals += 1;
        let number = here.arrivals;
        let now = Now { address, phase: Phase::New, since: Instant::now(), turns: 0, plays: false };
        let connection = Arc::new(Connection {
            number,
            crowd: Arc::downgrade(self),
            now: Mutex::new(now),
            ended: AtomicBool::new(false),
            waker: AtomicWaker::new(),
        });
        here.all.insert(number, connection.clone());
        *here.of.entry(address).or_default() += 1;
        Ok(Place { crowd: self.clone(), connection })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Limits;

    fn crowd(most: usize, of_address: usize, proxies: &[&str]) -> Arc<Crowd> {
        let limits = Limits { connections: of_address, ..Limits::default() };
        let proxies = proxies.iter().map(|p| p.parse().unwrap()).collect();
        Crowd::new(&Settings { limits, proxies, ..Settings::public() }, most)
    }

    fn enter(crowd: &Arc<Crowd>, address: &str) -> Result<Place, Full> {
        crowd.enter(address.parse().unwrap())
    }

    fn ended(place: &Place) -> bool {
        place.connection.ended.load(Ordering::Relaxed)
    }

    #[test]
    fn an_address_has_so_many_and_gives_them_back() {
        let crowd = crowd(100, 2, &[]);
        let first = enter(&crowd, "10.0.0.1").unwrap();
        let _second = enter(&crowd, "10.0.0.1").unwrap();
        assert_eq!(enter(&crowd, "10.0.0.1").err(), Some(Full::Address(2)));
        let _other = enter(&crowd, "10.0.0.2").unwrap();
        drop(first);
        let _third = enter(&crowd, "10.0.0.1").unwrap();
    }

    #[test]
    fn who_has_the_most_makes_room_and_idle_ones_first() {
        let crowd = crowd(4, 10, &[]);
        let places: Vec<_> = (0..3).map(|_| enter(&crowd, "10.0.0.1").unwrap()).collect();
        let alone = enter(&crowd, "10.0.0.2").unwrap();
        for place in places.iter().chain([&alone]) {
            place.connection.turn(Phase::Open);
        }
        places[2].connection.plays();
        // The newest of those that watch.
        let newcomer = enter(&crowd, "10.0.0.3").unwrap();
        newcomer.connection.turn(Phase::Open);
        assert_eq!(places.iter().map(ended).collect::<Vec<_>>(), [false, true, false]);
        assert!(!ended(&alone));
        // Two are left, one each of the others: nobody has so much more that one must go.
        assert_eq!(enter(&crowd, "10.0.0.3").err(), Some(Full::All));
        places[2].connection.turn(Phase::Busy);
        places[2].connection.answered();
        let last = enter(&crowd, "10.0.0.3").unwrap();
        assert_eq!(places.iter().map(ended).collect::<Vec<_>>(), [false, true, true]);
        drop((last, newcomer, alone, places));
        assert!(crowd.here().all.is_empty() && crowd.here().of.is_empty());
    }

    #[test]
    fn behind_a_proxy_requests_say_where_they_come_from() {
        let crowd = crowd(100, 1, &["10.0.0.9"]);
        let [a, b] = [(); 2].map(|()| enter(&crowd, "10.0.0.9").unwrap());
        for place in [&a, &b] {
            place.connection.comes_from("10.0.0.1".parse().unwrap());
        }
        assert_eq!(a.connection.may_stay(), Err(Full::Address(1)));
        b.connection.comes_from("10.0.0.2".parse().unwrap());
        assert_eq!((a.connection.may_stay(), b.connection.may_stay()), (Ok(()), Ok(())));
    }
}
