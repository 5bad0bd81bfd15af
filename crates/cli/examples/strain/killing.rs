//! The program is killed again and again while games are played: whatever it acknowledged must be there afterwards, and
//! nothing twice.

use super::http::Http;
use super::program::Program;
use sandtable_core::dice::Seeded;
use serde_json::{Value, json};
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// What came of it.
#[derive(Debug, Default)]
pub struct Report {
    pub actions: usize,
    pub kills: usize,
    pub games: usize,
    /// Actions whose answer never came: half of them may have been saved.
    pub in_the_air: usize,
}

/// One game and what was acknowledged of it.
struct Game {
    id: String,
    keys: String,
    /// The text of every action acknowledged, in order.
    acknowledged: Vec<String>,
    /// The text of an action sent last without an answer.
    in_the_air: Option<String>,
    over: bool,
}

/// Kills the program until this many actions have been acknowledged.
pub fn run(program: &Path, database: &Path, actions: usize, players: usize, seed: u64) -> io::Result<Report> {
    let mut chance = Seeded::new(seed);
    let mut report = Report::default();
    let mut games: Vec<Option<Game>> = (0..players).map(|_| None).collect();
    while report.actions < actions {
        let running = Program::start(program, database, None)?;
        let stop = AtomicBool::new(false);
        let count = AtomicUsize::new(0);
        let life = Duration::from_millis(50 + chance.below(1_500) as u64);
        let addr = running.addr;
        let seeds: Vec<u64> = games.iter().map(|_| chance.bits()).collect();
        thread::scope(|scope| -> io::Result<()> {
            let workers: Vec<_> = games
                .iter_mut()
                .zip(seeds)
                .map(|(game, seed)| {
                    let (stop, count) = (&stop, &count);
                    scope.spawn(move || play(addr, game, seed, stop, count))
                })
                .collect();
            thread::sleep(life);
            running.kill();
            stop.store(true, Ordering::Relaxed);
            for worker in workers {
                report.games += worker.join().map_err(|_| io::Error::other("a player gave up"))??;
            }
            Ok(())
        })?;
        report.kills += 1;
        report.actions += count.into_inner();
    }
    let running = Program::start(program, database, None)?;
    let mut http = Http::open(running.addr)?;
    for game in games.iter_mut().flatten() {
        report.in_the_air += usize::from(game.in_the_air.is_some());
        settle(&mut http, game)?;
    }
    Ok(report)
}

/// Plays a game until the program dies; gives how many games came to their end.
fn play(
    addr: SocketAddr,
    place: &mut Option<Game>,
    seed: u64,
    stop: &AtomicBool,
    count: &AtomicUsize,
) -> io::Result<usize> {
    let mut chance = Seeded::new(seed);
    let mut ended = 0;
    // Whatever fails after the kill is the kill; whatever is found wrong is said.
    let Ok(mut http) = Http::open(addr) else { return Ok(0) };
    while !stop.load(Ordering::Relaxed) {
        let fresh = match place {
            Some(game) => match settle(&mut http, game) {
                Ok(()) => game.over,
                Err(e) if e.kind() == io::ErrorKind::InvalidData => return Err(e),
                Err(_) => return Ok(ended),
            },
            None => true,
        };
        if fresh {
            ended += usize::from(place.is_some());
            let Ok((id, keys)) = http.fury() else { return Ok(ended) };
            *place = Some(Game { id, keys, acknowledged: vec![], in_the_air: None, over: false });
        }
        let Some(game) = place.as_mut() else { continue };
        while !game.over && !stop.load(Ordering::Relaxed) {
            match one(&mut http, game, &mut chance) {
                Ok(()) => count.fetch_add(1, Ordering::Relaxed),
                Err(e) if e.kind() == io::ErrorKind::InvalidData => return Err(e),
                Err(_) => return Ok(ended),
            };
        }
    }
    Ok(ended)
}

/// One random action.
fn one(http: &mut Http, game: &mut Game, chance: &mut Seeded) -> io::Result<()> {
    let path = format!("/api/games/{}/actions", game.id);
    let (status, can) = http.json("GET", &path, &game.keys, None)?;
    let list = can["actions"].as_array().filter(|l| status == 200 && !l.is_empty());
    let Some(list) = list else {
        game.over = true;
        return Ok(());
    };
    let chosen = &list[chance.below(list.len())];
    let text = chosen["text"].as_str().unwrap_or("").to_string();
    let after = can["number"].as_u64().unwrap_or(0) as usize;
    if after != game.acknowledged.len() {
        return Err(wrong(format!(
            "game {}: {after} steps, {} acknowledged",
            game.id,
            game.acknowledged.len()
        )));
    }
    game.in_the_air = Some(text.clone());
    let body = json!({"after": after, "action": chosen["number"]}).to_string();
    let (status, done) = http.json("POST", &path, &game.keys, Some(&body))?;
    if status != 200 {
        return Err(wrong(format!("game {}: `{text}` is offered and refused: {done}", game.id)));
    }
    game.in_the_air = None;
    game.acknowledged.push(text);
    Ok(())
}

/// Compares a game with what was acknowledged of it. An action without an answer may have been saved, once.
fn settle(http: &mut Http, game: &mut Game) -> io::Result<()> {
    let (status, state) = http.json("GET", &format!("/api/games/{}", game.id), &game.keys, None)?;
    if status != 200 {
        return Err(wrong(format!("game {} is gone: {state}", game.id)));
    }
    let found = state["number"].as_u64().unwrap_or(0) as usize;
    let known = game.acknowledged.len();
    if let Some(text) = game.in_the_air.take()
        && found == known + 1
    {
        game.acknowledged.push(text);
    } else if found != known {
        return Err(wrong(format!("game {}: {known} actions were acknowledged, {found} are there", game.id)));
    }
    let (status, record) = http.json("GET", &format!("/api/games/{}/record", game.id), &game.keys, None)?;
    let moves = record["moves"].as_array().map_or(0, Vec::len);
    if status != 200 || moves != found {
        return Err(wrong(format!("game {}: {moves} moves in the file, {found} at the table", game.id)));
    }
    game.over = state["result"] != Value::Null;
    Ok(())
}

fn wrong(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}
