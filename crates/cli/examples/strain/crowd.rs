//! Many people at once: games in which people take their time, those who only watch, and connections on which nothing happens.

use super::http::Http;
use super::load::{Times, listen, next};
use super::program::Program;
use sandtable_core::dice::Seeded;
use serde_json::json;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

/// Watchers of each game.
const EACH: usize = 250;

/// Games of Fury that people play: each thinks for `pause` on the average before a move. Gives how long each move took until its step was pushed.
pub fn play(addr: SocketAddr, games: usize, pause: Duration, lasting: Duration) -> io::Result<Times> {
    let begun = Instant::now();
    let players: Vec<_> = (0..games)
        .map(|i| {
            let wait = pause.mul_f64(i as f64 / games as f64);
            let player = thread::Builder::new().stack_size(256 * 1024);
            player.spawn(move || {
                thread::sleep(wait);
                one_game(addr, i as u64, pause, begun, lasting)
            })
        })
        .collect::<Result<_, _>>()?;
    let mut times = vec![];
    for player in players {
        times.extend(player.join().map_err(|_| io::Error::other("a player gave up"))??);
    }
    Ok(Times::new(times))
}

fn one_game(
    addr: SocketAddr,
    seed: u64,
    pause: Duration,
    begun: Instant,
    lasting: Duration,
) -> io::Result<Vec<Duration>> {
    let mut chance = Seeded::new(seed);
    let mut times = vec![];
    let mut http = Http::open(addr)?;
    let (id, keys) = http.fury()?;
    let mut socket = listen(addr, &id, &keys)?;
    let (mut now, _) = next(&mut socket, "state")?;
    let path = format!("/api/games/{id}/actions");
    let mut number = 0;
    while begun.elapsed() < lasting {
        thread::sleep(pause.mul_f64(0.5 + chance.below(1_000) as f64 / 1_000.0));
        let count = now["offers"]["count"].as_u64().unwrap_or(0) as usize;
        if count == 0 {
            break;
        }
        let body = json!({"after": number, "action": chance.below(count) + 1}).to_string();
        let sent = Instant::now();
        let (status, done) = http.json("POST", &path, &keys, Some(&body))?;
        if status != 200 {
            return Err(io::Error::other(format!("{status}: {done}")));
        }
        now = next(&mut socket, "step")?.0;
        times.push(sent.elapsed());
        number += 1;
    }
    Ok(times)
}

/// So many watchers, each of whom has got the game as it stands. They stay as long as what is given back.
pub fn watchers(addr: SocketAddr, count: usize) -> io::Result<Vec<TcpStream>> {
    let mut http = Http::open(addr)?;
    let mut here = Vec::with_capacity(count);
    while here.len() < count {
        let (id, _) = http.fury()?;
        for _ in 0..EACH.min(count - here.len()) {
            let mut socket = listen(addr, &id, "")?;
            next(&mut socket, "state")?;
            // The connection without what this program needs to read it.
            here.push(socket.get_ref().try_clone()?);
        }
    }
    Ok(here)
}

/// So many connections on which nothing happens: of nothing yet, or of one request that was answered.
pub fn idle(addr: SocketAddr, count: usize, asked: bool) -> io::Result<Vec<TcpStream>> {
    let mut here = Vec::with_capacity(count);
    for _ in 0..count {
        let mut stream = TcpStream::connect(addr)?;
        if asked {
            stream.write_all(format!("HEAD /api/titles HTTP/1.1\r\nhost: {addr}\r\n\r\n").as_bytes())?;
            let mut some = [0; 4096];
            if stream.read(&mut some)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        here.push(stream);
    }
    Ok(here)
}

/// How much memory a program has, in megabytes.
pub fn memory(program: &Program) -> io::Result<f64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", program.child.id()))?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"));
    let kb = line.and_then(|l| l.trim().trim_end_matches(" kB").parse::<f64>().ok());
    kb.map(|kb| kb / 1024.0).ok_or_else(|| io::Error::other("the system does not say how much memory it has"))
}

/// How many of these connections the table has still open.
pub fn open(mut streams: Vec<TcpStream>) -> io::Result<usize> {
    let mut open = 0;
    for stream in &mut streams {
        stream.set_nonblocking(true)?;
        let mut some = [0; 64];
        let gone = loop {
            match stream.read(&mut some) {
                Ok(0) => break true,
                Ok(_) => {}
                Err(e) => break e.kind() != io::ErrorKind::WouldBlock,
            }
        };
        open += usize::from(!gone);
    }
    Ok(open)
}
