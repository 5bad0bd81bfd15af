//! Two nodes over one PostgreSQL database, with games of bots and of people, while nodes and database are killed at random moments:
//! whatever was acknowledged must be there under its number, every game goes on by itself, and no request waits for long.

use super::http::Http;
use super::postgres::Postgres;
use super::program::Program;
use sandtable_core::dice::Seeded;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long a request may take.
pub const ANSWER: Duration = Duration::from_secs(5);

/// Within which a game goes on when its node has died.
pub const GOES_ON: Duration = Duration::from_secs(10);

/// People who play at once, each at many tables.
const PEOPLE: usize = 4;

/// What came of it.
#[derive(Debug, Default)]
pub struct Report {
    pub games: usize,
    pub acknowledged: usize,
    pub refused: usize,
    /// Actions whose answer never came.
    pub in_the_air: usize,
    pub node_kills: usize,
    pub database_kills: usize,
    /// Moves of bots in games that nobody looked at.
    pub alone: usize,
    pub slowest: Duration,
    /// The longest time in which such a game stood still, while a node and the database lived.
    pub longest_silence: Duration,
}

/// A game in which a person plays a bot, and what was acknowledged of it: the text of an action by the number of its step.
struct Game {
    id: String,
    keys: String,
    acknowledged: BTreeMap<usize, String>,
}

/// What all threads share.
struct Shared {
    nodes: Mutex<[Option<SocketAddr>; 2]>,
    /// Whether there is no database; and when that was so last, or there was no node, or one died so soon after another that it may have
    /// taken over from it.
    broken: Mutex<(bool, Instant)>,
    stop: AtomicBool,
}

impl Shared {
    fn node(&self, which: usize) -> Option<SocketAddr> {
        let nodes = *self.nodes.lock().unwrap_or_else(PoisonError::into_inner);
        nodes[which % 2].or(nodes[(which + 1) % 2])
    }

    fn set(&self, which: usize, addr: Option<SocketAddr>) {
        let mut nodes = self.nodes.lock().unwrap_or_else(PoisonError::into_inner);
        nodes[which] = addr;
        let none = nodes.iter().all(Option::is_none);
        drop(nodes);
        if none {
            self.break_database(false);
        }
    }

    fn break_database(&self, broken: bool) {
        *self.broken.lock().unwrap_or_else(PoisonError::into_inner) = (broken, Instant::now());
    }

    /// Since when at least one node and the database have lived; nothing if they don't.
    fn whole_since(&self) -> Option<Instant> {
        let (broken, at) = *self.broken.lock().unwrap_or_else(PoisonError::into_inner);
        (!broken && self.node(0).is_some()).then_some(at)
    }

    fn stopping(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

fn wrong(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

fn make(http: &mut Http, bots_alone: bool) -> io::Result<(String, String)> {
    let bot = json!({"kind": "bot", "level": "regular"});
    let first = if bots_alone { bot.clone() } else { json!({"kind": "me"}) };
    let wish = json!({"game": "fury", "scenario": "campaign", "seats": {"ru": first, "cp": bot}}).to_string();
    let (status, made) = http.json("POST", "/api/games", "", Some(&wish))?;
    let Some(id) = made["id"].as_str().filter(|_| status == 201) else {
        return Err(io::Error::other(format!("no game: {made}")));
    };
    Ok((id.to_string(), made["keys"]["ru"].as_str().unwrap_or("").to_string()))
}

/// Plays and kills for so long, with half of the games between bots alone.
pub fn run(program: &Path, games: usize, lasting: Duration, seed: u64) -> io::Result<Option<Report>> {
    let Some(mut database) = Postgres::begin()? else { return Ok(None) };
    let url = database.url();
    let start = || Program::start(program, Path::new(&url), None);
    let mut nodes = [Some(start()?), Some(start()?)];
    let addrs = [0, 1].map(|i: usize| nodes[i].as_ref().map(|n| n.addr));
    let shared = Shared {
        nodes: Mutex::new(addrs),
        broken: Mutex::new((false, Instant::now())),
        stop: AtomicBool::new(false),
    };
    let mut chance = Seeded::new(seed);
    let mut people: Vec<Vec<Game>> = (0..PEOPLE).map(|_| vec![]).collect();
    let mut alone = vec![];
    for i in 0..games {
        let Some(addr) = shared.node(i / 2) else { continue };
        let mut http = Http::open(addr)?;
        let (id, keys) = make(&mut http, i % 2 == 0)?;
        match i % 2 {
            0 => alone.push(id),
            _ => people[i / 2 % PEOPLE].push(Game { id, keys, acknowledged: BTreeMap::new() }),
        }
    }
    let mut report = Report { games, ..Report::default() };
    let ends = Instant::now() + lasting;
    thread::scope(|scope| -> io::Result<()> {
        let shared = &shared;
        let players: Vec<_> = people
            .iter_mut()
            .map(|games| {
                let seed = chance.bits();
                scope.spawn(move || play(shared, games, seed))
            })
            .collect();
        let watcher = scope.spawn(|| watch(shared, &alone));
        let mut last_death: Option<Instant> = None;
        let mut kill_all = || -> io::Result<()> {
            while Instant::now() < ends {
                // At times so long that a game which does not go on is found out, at times one blow after the other.
                let calm = chance.below(2) == 0;
                let wait = if calm { 11_000 } else { 1_000 + chance.below(3_000) as u64 };
                thread::sleep(Duration::from_millis(wait));
                let pause = Duration::from_millis(chance.below(3_000) as u64);
                match chance.below(4) {
                    0 => {
                        shared.break_database(true);
                        database.kill();
                        thread::sleep(pause);
                        database.start()?;
                        shared.break_database(false);
                        report.database_kills += 1;
                    }
                    which => {
                        let which = which % 2;
                        if last_death.is_some_and(|at| at.elapsed() < GOES_ON) {
                            shared.break_database(false);
                        }
                        last_death = Some(Instant::now());
                        shared.set(which, None);
                        if let Some(node) = nodes[which].take() {
                            node.kill();
                        }
                        thread::sleep(pause);
                        let node = start()?;
                        shared.set(which, Some(node.addr));
                        nodes[which] = Some(node);
                        report.node_kills += 1;
                    }
                }
            }
            // The last who was killed is heard of again.
            thread::sleep(Duration::from_secs(12));
            Ok(())
        };
        let killed = kill_all();
        shared.stop.store(true, Ordering::Relaxed);
        let gave_up = |_| io::Error::other("a thread gave up");
        for player in players {
            let part = player.join().map_err(gave_up)??;
            report.refused += part.refused;
            report.in_the_air += part.in_the_air;
            report.slowest = report.slowest.max(part.slowest);
        }
        let part = watcher.join().map_err(gave_up)??;
        report.alone = part.alone;
        report.longest_silence = part.longest_silence;
        report.slowest = report.slowest.max(part.slowest);
        killed
    })?;
    let addr = shared.node(0).ok_or_else(|| io::Error::other("no node"))?;
    let mut http = Http::open(addr)?;
    for game in people.iter().flatten() {
        report.acknowledged += game.acknowledged.len();
        compare(&mut http, game)?;
    }
    Ok(Some(report))
}

/// Sends a request and takes its time.
fn timed(
    report: &mut Report,
    addr: SocketAddr,
    ask: (&str, &str, &str, Option<&str>),
) -> io::Result<(u16, Value)> {
    let (method, path, keys, body) = ask;
    let begun = Instant::now();
    let answer = Http::open(addr).and_then(|mut http| http.json(method, path, keys, body));
    report.slowest = report.slowest.max(begun.elapsed());
    if begun.elapsed() > ANSWER {
        return Err(wrong(format!("{method} {path} took {:?}", begun.elapsed())));
    }
    answer
}

/// Plays random actions at all of these tables, at whichever node lives.
fn play(shared: &Shared, games: &mut [Game], seed: u64) -> io::Result<Report> {
    let mut chance = Seeded::new(seed);
    let mut report = Report::default();
    while !shared.stopping() {
        thread::sleep(Duration::from_millis(10));
        let at = chance.below(games.len().max(1));
        let (Some(game), Some(addr)) = (games.get_mut(at), shared.node(chance.below(2))) else { continue };
        let path = format!("/api/games/{}/actions", game.id);
        let can = match timed(&mut report, addr, ("GET", &path, &game.keys, None)) {
            Ok((200, can)) => can,
            Err(e) if e.kind() == io::ErrorKind::InvalidData => return Err(e),
            _ => continue,
        };
        let Some(list) = can["actions"].as_array().filter(|l| !l.is_empty()) else { continue };
        let chosen = &list[chance.below(list.len())];
        let after = can["number"].as_u64().unwrap_or(0) as usize;
        let body = json!({"after": after, "action": chosen["number"]}).to_string();
        match timed(&mut report, addr, ("POST", &path, &game.keys, Some(&body))) {
            Ok((200, done)) => {
                let number = done["number"].as_u64().unwrap_or(0) as usize;
                let text = chosen["text"].as_str().unwrap_or("").to_string();
                if number != after + 1 || game.acknowledged.insert(number, text).is_some() {
                    return Err(wrong(format!("game {}: step {number} was acknowledged twice", game.id)));
                }
            }
            // The database is away, or the game has gone on.
            Ok((409 | 429 | 503 | 504, _)) => report.refused += 1,
            // Offered at a node that lags, and no longer possible: a bot has moved since.
            Ok((422, _)) => report.refused += 1,
            Ok((status, answer)) => return Err(wrong(format!("game {}: {status} {answer}", game.id))),
            Err(e) if e.kind() == io::ErrorKind::InvalidData => return Err(e),
            Err(_) => report.in_the_air += 1,
        }
    }
    Ok(report)
}

/// Watches from afar whether games go on that nobody opens: the lobby reads them from the database.
fn watch(shared: &Shared, games: &[String]) -> io::Result<Report> {
    let mut report = Report::default();
    let mut games = games.to_vec();
    let mut last: HashMap<String, (u64, Instant)> = HashMap::new();
    while !shared.stopping() {
        thread::sleep(Duration::from_millis(250));
        let Some(addr) = shared.node(0) else { continue };
        let list = match timed(&mut report, addr, ("GET", "/api/games", "", None)) {
            Ok((200, list)) => list,
            Err(e) if e.kind() == io::ErrorKind::InvalidData => return Err(e),
            _ => continue,
        };
        let now = Instant::now();
        for row in list.as_array().into_iter().flatten() {
            let id = row["id"].as_str().unwrap_or("");
            let Some(at) = games.iter().position(|g| g == id) else { continue };
            if row["result"] != "" {
                last.remove(id);
                // It is over: another takes its place.
                let addr = shared.node(at).unwrap_or(addr);
                if let Ok((id, _)) = Http::open(addr).and_then(|mut http| make(&mut http, true)) {
                    games[at] = id;
                }
                continue;
            }
            let moves = row["moves"].as_u64().unwrap_or(0);
            let before = last.entry(id.to_string()).or_insert((moves, now));
            if moves < before.0 {
                return Err(wrong(format!("game {id} had {} moves and has {moves}", before.0)));
            }
            if moves > before.0 {
                report.alone += (moves - before.0) as usize;
                *before = (moves, now);
            } else if let Some(whole) = shared.whole_since() {
                report.longest_silence = report.longest_silence.max(now - before.1.max(whole));
            }
        }
    }
    Ok(report)
}

/// Compares a game with what was acknowledged of it.
fn compare(http: &mut Http, game: &Game) -> io::Result<()> {
    let path = format!("/api/games/{}/history?side=ru", game.id);
    let (status, history) = http.json("GET", &path, &game.keys, None)?;
    let frames = history["frames"].as_array().filter(|_| status == 200);
    let frames = frames.ok_or_else(|| wrong(format!("game {} is gone: {status}", game.id)))?;
    for (number, text) in &game.acknowledged {
        let found = number.checked_sub(1).and_then(|i| frames.get(i)).map(|f| &f["text"]);
        if found.and_then(Value::as_str) != Some(text) {
            return Err(wrong(format!(
                "game {}: step {number} was acknowledged as `{text}`, and is {found:?}",
                game.id
            )));
        }
    }
    Ok(())
}

/// A game of bots begun at one node, which is killed, and finished at the other, which was never asked for it. Gives how long nobody moved.
pub fn taken_over(program: &Path) -> io::Result<Option<Duration>> {
    let Some(database) = Postgres::begin()? else { return Ok(None) };
    let url = database.url();
    let [first, second] =
        [Program::start(program, Path::new(&url), None)?, Program::start(program, Path::new(&url), None)?];
    let bot = json!({"kind": "bot", "level": "regular"});
    let wish = json!({"game": "drill", "scenario": "towns", "seats": {"blue": bot, "red": bot}}).to_string();
    let (status, made) = Http::open(first.addr)?.json("POST", "/api/games", "", Some(&wish))?;
    let id = made["id"].as_str().filter(|_| status == 201).unwrap_or("").to_string();
    let mut http = Http::open(second.addr)?;
    let mut row = || -> io::Result<(u64, bool)> {
        let (_, list) = http.json("GET", "/api/games", "", None)?;
        let mut rows = list.as_array().into_iter().flatten();
        let row =
            rows.find(|row| row["id"] == *id).ok_or_else(|| wrong(format!("no game: {made}, {list}")))?;
        Ok((row["moves"].as_u64().unwrap_or(0), row["result"] != ""))
    };
    while row()?.0 < 2 {
        thread::sleep(Duration::from_millis(5));
    }
    first.kill();
    let killed = Instant::now();
    let (left, over) = row()?;
    if over {
        return Err(wrong(format!("the game was over after {left} moves, before its node was killed")));
    }
    let mut silence = None;
    while killed.elapsed() < Duration::from_secs(120) {
        let (moves, over) = row()?;
        if moves > left && silence.is_none() {
            silence = Some(killed.elapsed());
        }
        if over {
            return Ok(silence);
        }
        thread::sleep(Duration::from_millis(50));
    }
    Err(wrong(format!("the game stands at {:?} since its node died after {left}", row()?)))
}
