//! Strains a table on this machine: `load` measures it, `kill` kills it in mid-game and looks what is left.
//!
//! cargo build --release && cargo run --release -p sandtable --example strain -- load
//! cargo run --release -p sandtable --example strain -- crowd
//! cargo run --release -p sandtable --example strain -- kill --games 200
//! cargo run --release -p sandtable --example strain -- nodes --games 200 --seconds 600

mod cluster;
mod crowd;
mod http;
mod killing;
mod load;
mod postgres;
mod program;

use clap::Parser;
use program::Program;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// Moves of a game of Fury played at random, on average.
const MOVES_OF_A_GAME: usize = 660;

#[derive(Parser)]
enum Strain {
    /// Actions of one game, of 32 at once, and whole histories, against a table on one core
    Load {
        /// Seconds for each measurement, at most 60
        #[arg(long, default_value_t = 5)]
        seconds: u64,
        #[arg(long, default_value = "target/release/sandtable")]
        program: PathBuf,
    },
    /// Many people at once: 1,000 games on all cores, watchers, and connections on which nothing happens
    Crowd {
        /// Games at once
        #[arg(long, default_value_t = 1_000)]
        games: usize,
        /// Milliseconds that a player thinks about a move, on the average
        #[arg(long, default_value_t = 3_000)]
        pause: u64,
        /// Seconds that they play
        #[arg(long, default_value_t = 30)]
        seconds: u64,
        #[arg(long, default_value_t = 5_000)]
        watchers: usize,
        #[arg(long, default_value_t = 10_000)]
        idle: usize,
        #[arg(long, default_value = "target/release/sandtable")]
        program: PathBuf,
    },
    /// Kill the program in mid-game, again and again
    Kill {
        /// Games' worth of actions, at most 1000
        #[arg(long, default_value_t = 20)]
        games: usize,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        #[arg(long, default_value = "target/release/sandtable")]
        program: PathBuf,
    },
    /// Kill two nodes and their PostgreSQL database in mid-game, again and again
    Nodes {
        /// Games, half of them between bots alone
        #[arg(long, default_value_t = 20)]
        games: usize,
        /// Seconds of killing
        #[arg(long, default_value_t = 60)]
        seconds: u64,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        #[arg(long, default_value = "target/release/sandtable")]
        program: PathBuf,
    },
}

fn main() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let database = folder.path().join("games.sqlite");
    match Strain::parse() {
        Strain::Load { seconds, program } => {
            let lasting = Duration::from_secs(seconds.min(60));
            let running = Program::start(&program, &database, Some(0))?;
            for games in [1, 32] {
                let acted = load::actions(running.addr, games, lasting)?;
                let rate = acted.times.count() as f64 / acted.seconds;
                let middle = acted.pushed.get(acted.pushed.len() / 2).copied().unwrap_or(0);
                let high = acted.pushed.get(acted.pushed.len() * 99 / 100).copied().unwrap_or(0);
                println!(
                    "{games:>2} games: {rate:.0} actions/s; action to pushed step p50 {:.2} ms, p95 {:.2} ms, p99 {:.2} ms; \
                     bytes pushed p50 {middle}, p99 {high}",
                    acted.times.percentile(50.0),
                    acted.times.percentile(95.0),
                    acted.times.percentile(99.0)
                );
            }
            for moves in [60, 1_000] {
                let (times, seconds, size) = load::histories(running.addr, moves, 32, lasting)?;
                println!(
                    "history of {moves} moves ({} kB sent) on 32 connections: {:.0}/s; p50 {:.2} ms, p99 {:.2} ms",
                    size / 1000,
                    times.count() as f64 / seconds,
                    times.percentile(50.0),
                    times.percentile(99.0)
                );
            }
        }
        Strain::Crowd { games, pause, seconds, watchers, idle, program } => {
            rlimit::increase_nofile_limit(u64::MAX)?;
            let (pause, lasting) = (Duration::from_millis(pause), Duration::from_secs(seconds.min(600)));
            let running = Program::start(&program, &database, None)?;
            let empty = crowd::memory(&running)?;
            let times = crowd::play(running.addr, games, pause, lasting)?;
            println!(
                "{games} games of people who think for {} s: {:.0} actions/s; action to pushed step p50 {:.1} ms, p95 {:.1} ms, \
                 p99 {:.1} ms; {:.0} MB, {empty:.0} MB before",
                pause.as_secs_f64(),
                times.count() as f64 / lasting.as_secs_f64(),
                times.percentile(50.0),
                times.percentile(95.0),
                times.percentile(99.0),
                crowd::memory(&running)?
            );
            // Each measurement has a program of its own: memory that was used once is not given back at once.
            for (what, count) in
                [("watchers", watchers), ("silent connections", idle), ("idle connections", idle)]
            {
                let running = Program::start(&program, &folder.path().join("empty.sqlite"), None)?;
                let empty = crowd::memory(&running)?;
                let here = match what {
                    "watchers" => crowd::watchers(running.addr, count)?,
                    what => crowd::idle(running.addr, count, what.starts_with("idle"))?,
                };
                let memory = crowd::memory(&running)?;
                let open = crowd::open(here)?;
                println!("{count} {what}, {open} open: {memory:.0} MB, {empty:.0} MB before");
            }
        }
        Strain::Kill { games, seed, program } => {
            let actions = games.min(1_000) * MOVES_OF_A_GAME;
            let report = killing::run(&program, &database, actions, 8, seed)?;
            println!("{report:?}: every acknowledged action is there, none twice");
        }
        Strain::Nodes { games, seconds, seed, program } => {
            match cluster::run(&program, games, Duration::from_secs(seconds), seed)? {
                Some(report) => {
                    println!(
                        "{} games: {report:?}: every acknowledged action is there, none twice",
                        report.games
                    );
                }
                None => println!("PostgreSQL is not installed"),
            }
            if let Some(silence) = cluster::taken_over(&program)? {
                println!("a game whose node was killed went on at the other after {silence:.1?}");
            }
        }
    }
    Ok(())
}
