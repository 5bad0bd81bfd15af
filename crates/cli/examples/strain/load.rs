//! How fast a table answers: actions until their pushed step has come, and whole histories.

use super::http::Http;
use sandtable_core::dice::Seeded;
use serde_json::{Value, json};
use std::io;
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};
use tungstenite::{Message, WebSocket, client};

/// Times in order.
pub struct Times(Vec<Duration>);

impl Times {
    pub fn new(mut times: Vec<Duration>) -> Times {
        times.sort();
        Times(times)
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The time below which this many of a hundred lie, in milliseconds.
    pub fn percentile(&self, p: f64) -> f64 {
        let at = ((self.0.len() as f64 * p / 100.0) as usize).min(self.0.len().saturating_sub(1));
        self.0.get(at).map_or(0.0, |d| d.as_secs_f64() * 1e3)
    }
}

/// What an action cost.
pub struct Acted {
    pub times: Times,
    /// Bytes pushed with each step, sorted.
    pub pushed: Vec<usize>,
    pub seconds: f64,
}

/// A WebSocket to a game.
pub type Socket = WebSocket<TcpStream>;

/// A WebSocket to a game with these keys.
pub fn listen(addr: SocketAddr, id: &str, keys: &str) -> io::Result<Socket> {
    let stream = TcpStream::connect(addr)?;
    stream.set_nodelay(true)?;
    let (mut socket, _) =
        client(format!("ws://{addr}/api/games/{id}/live"), stream).map_err(io::Error::other)?;
    let keys: Vec<&str> = keys.split(',').collect();
    socket.send(Message::text(json!({"keys": keys}).to_string())).map_err(io::Error::other)?;
    Ok(socket)
}

/// The next message of a kind, with its size.
pub fn next(socket: &mut Socket, kind: &str) -> io::Result<(Value, usize)> {
    loop {
        if let Message::Text(text) = socket.read().map_err(io::Error::other)? {
            let value: Value = serde_json::from_str(&text)?;
            if value["kind"] == kind {
                return Ok((value, text.len()));
            }
        }
    }
}

/// Plays this many games at once for a while, each on a connection of its own; an action counts as done when its step has
/// been pushed.
pub fn actions(addr: SocketAddr, games: usize, lasting: Duration) -> io::Result<Acted> {
    let begun = Instant::now();
    let players: Vec<_> =
        (0..games).map(|i| thread::spawn(move || one_game(addr, i as u64, begun, lasting))).collect();
    let mut times = Vec::new();
    let mut pushed = Vec::new();
    for player in players {
        let (t, p) = player.join().map_err(|_| io::Error::other("a player gave up"))??;
        times.extend(t);
        pushed.extend(p);
    }
    pushed.sort_unstable();
    Ok(Acted { times: Times::new(times), pushed, seconds: begun.elapsed().as_secs_f64() })
}

fn one_game(
    addr: SocketAddr,
    seed: u64,
    begun: Instant,
    lasting: Duration,
) -> io::Result<(Vec<Duration>, Vec<usize>)> {
    let mut http = Http::open(addr)?;
    let mut chance = Seeded::new(seed);
    let (mut times, mut pushed) = (Vec::new(), Vec::new());
    'games: while begun.elapsed() < lasting {
        let (id, keys) = http.fury()?;
        let path = format!("/api/games/{id}/actions");
        let mut socket = listen(addr, &id, &keys)?;
        let (mut now, _) = next(&mut socket, "state")?;
        let mut number = 0;
        while begun.elapsed() < lasting {
            let count = now["offers"]["count"].as_u64().unwrap_or(0) as usize;
            if count == 0 {
                continue 'games;
            }
            let action = chance.below(count) + 1;
            let body = json!({"after": number, "action": action}).to_string();
            let sent = Instant::now();
            let (status, done) = http.json("POST", &path, &keys, Some(&body))?;
            if status != 200 {
                return Err(io::Error::other(format!("action {action} of {count}: {done}")));
            }
            let (step, size) = next(&mut socket, "step")?;
            times.push(sent.elapsed());
            pushed.push(size);
            number += 1;
            now = step;
        }
    }
    Ok((times, pushed))
}

/// Plays a game of this many moves and asks for its whole history on this many connections.
pub fn histories(
    addr: SocketAddr,
    moves: usize,
    connections: usize,
    lasting: Duration,
) -> io::Result<(Times, f64, usize)> {
    let mut http = Http::open(addr)?;
    let (id, keys) = http.fury()?;
    let mut chance = Seeded::new(5);
    for number in 0..moves {
        let (_, state) = http.json("GET", &format!("/api/games/{id}"), &keys, None)?;
        let count = state["offers"]["count"].as_u64().unwrap_or(0) as usize;
        if count == 0 {
            break;
        }
        let body = json!({"after": number, "action": chance.below(count) + 1}).to_string();
        http.json("POST", &format!("/api/games/{id}/actions"), &keys, Some(&body))?;
    }
    let path = format!("/api/games/{id}/history");
    let (_, body) = http.ask("GET", &path, &keys, None)?;
    let begun = Instant::now();
    let readers: Vec<_> = (0..connections)
        .map(|_| {
            let (path, keys) = (path.clone(), keys.clone());
            thread::spawn(move || -> io::Result<Vec<Duration>> {
                let mut http = Http::open(addr)?;
                let mut times = Vec::new();
                while begun.elapsed() < lasting {
                    let sent = Instant::now();
                    let (status, _) = http.ask("GET", &path, &keys, None)?;
                    if status != 200 {
                        return Err(io::Error::other(format!("status {status}")));
                    }
                    times.push(sent.elapsed());
                }
                Ok(times)
            })
        })
        .collect();
    let mut times = Vec::new();
    for reader in readers {
        times.extend(reader.join().map_err(|_| io::Error::other("a reader gave up"))??);
    }
    Ok((Times::new(times), begun.elapsed().as_secs_f64(), body.len()))
}
