//! `record`: games of every scenario by bots. They show whether a change of the program changes what is played or said.
//!
//! A file holds the games of one title, a line of JSON for each, compressed. A game is its record, with the hash of the position
//! after every move, and the hash of every prompt, log line, offer and view.

use crate::progress::bar;
use crate::{Failure, files, game};
use clap::Args;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use rayon::prelude::*;
use sandtable_bots::registry::{AnyGame, OpenOptions};
use sandtable_core::record::AnyRecord;
use sandtable_core::recorded::RecordedGame;
use sandtable_core::session::seeded;
use sandtable_core::view::Viewer;
use sandtable_games::GAMES;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Levels that play, each against itself.
const LEVELS: [&str; 3] = ["recruit", "regular", "veteran"];

#[derive(Args)]
pub struct RecordArgs {
    /// Folder of the recorded games
    folder: PathBuf,
    /// Only this game
    #[arg(long)]
    game: Option<String>,
    /// How many games of each scenario and level
    #[arg(long, default_value_t = 2)]
    games: u64,
    /// Replay what is recorded instead: every action legal, every die, hash and word as recorded
    #[arg(long)]
    check: bool,
    /// Replay what is recorded, and keep what is told now: the same moves, dice and hashes with other words
    #[arg(long, conflicts_with = "check")]
    words: bool,
}

pub fn run(args: &RecordArgs) -> Result<(), Failure> {
    let wanted = |id: &&str| args.game.as_deref().is_none_or(|g| g == *id);
    let ids: Vec<&str> = GAMES.iter().copied().filter(wanted).collect();
    if let (Some(unknown), true) = (&args.game, ids.is_empty()) {
        return Err(game(unknown).err().unwrap_or_else(|| Failure::new(format!("no game `{unknown}`"))));
    }
    for id in ids {
        let game = game(id)?;
        let path = args.folder.join(format!("{id}.jsonl.gz"));
        if args.check {
            let count = check(&*game, &path)?;
            println!("{id}: {count} games play and speak as recorded");
        } else if args.words {
            let count = take_words(&*game, &path)?;
            println!("{id}: {count} games play as recorded; their words are those of today");
        } else {
            let count = record(&*game, &path, args.games)?;
            println!("{id}: {count} games recorded");
        }
    }
    Ok(())
}

/// Does a job for each item on all cores and gives the results in their order.
fn on_all_cores<T: Sync, R: Send>(
    items: &[T],
    job: impl Fn(&T) -> Result<R, Failure> + Sync,
) -> Result<Vec<R>, Failure> {
    let bar = bar(items.len());
    let done = items.par_iter().map(|item| job(item).inspect(|_| bar.inc(1))).collect();
    bar.finish_and_clear();
    done
}

/// Plays the games of a title and writes them.
fn record(game: &dyn AnyGame, path: &Path, games: u64) -> Result<usize, Failure> {
    let scenarios = game.about().scenarios.iter().map(|s| s.id.as_str());
    let wanted: Vec<(&str, &str, u64)> = scenarios
        .flat_map(|s| LEVELS.iter().flat_map(move |level| (1..=games).map(move |seed| (s, *level, seed))))
        .collect();
    let recorded = on_all_cores(&wanted, |(scenario, level, seed)| play(game, scenario, level, *seed))?;
    write(path, &recorded)
}

/// Writes the games of a file, and says how many they are.
fn write(path: &Path, recorded: &[RecordedGame<AnyRecord>]) -> Result<usize, Failure> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    for game in recorded {
        let line = serde_json::to_string(game).map_err(|e| Failure::new(e.to_string()))?;
        writeln!(packed, "{line}").map_err(|e| Failure::new(e.to_string()))?;
    }
    let packed = packed.finish().map_err(|e| Failure::new(e.to_string()))?;
    files::replace_bytes(path, &packed).map_err(|e| Failure::new(format!("{}: {e}", path.display())))?;
    Ok(recorded.len())
}

fn play(
    game: &dyn AnyGame,
    scenario: &str,
    level: &str,
    seed: u64,
) -> Result<RecordedGame<AnyRecord>, Failure> {
    let failed = |e: &dyn std::fmt::Display| Failure::new(format!("{scenario}, {level}, seed {seed}: {e}"));
    let mut session =
        game.begin(scenario, sandtable_core::Options::new(), seeded(seed), None).map_err(|e| failed(&e))?;
    while let Some(side) = session.decision(Viewer::All).side() {
        session.bot(side, level, seed, false).map_err(|e| failed(&e))?;
    }
    let record = AnyRecord { snapshots: vec![], ..session.record() };
    Ok(RecordedGame {
        scenario: scenario.to_string(),
        level: level.to_string(),
        seed,
        fingerprint: session.fingerprint().map_err(|e| failed(&e))?,
        record,
    })
}

fn broken(path: &Path, e: &dyn std::fmt::Display) -> Failure {
    Failure::new(format!("{}: {e}", path.display()))
}

/// Reads the games of a file.
fn read(path: &Path) -> Result<Vec<RecordedGame<AnyRecord>>, Failure> {
    let mut text = String::new();
    let packed = std::fs::File::open(path).map_err(|e| broken(path, &e))?;
    GzDecoder::new(packed).read_to_string(&mut text).map_err(|e| broken(path, &e))?;
    text.lines().map(serde_json::from_str).collect::<Result<_, _>>().map_err(|e| broken(path, &e))
}

/// Replays the games of a file, each with every die and hash, and gives what each tells now.
fn replay(
    game: &dyn AnyGame,
    path: &Path,
    recorded: &[RecordedGame<AnyRecord>],
) -> Result<Vec<String>, Failure> {
    let verify = OpenOptions { verify: true, undone: 0 };
    on_all_cores(recorded, |recorded| {
        let failed = |e: &dyn std::fmt::Display| broken(path, &format!("{}: {e}", name(recorded)));
        let session = game.open(&recorded.record, verify).map_err(|e| failed(&e))?;
        session.fingerprint().map_err(|e| failed(&e))
    })
}

fn name(recorded: &RecordedGame<AnyRecord>) -> String {
    format!("{} of {}, seed {}", recorded.scenario, recorded.level, recorded.seed)
}

/// Replays the games of a file: they must tell and offer the same.
fn check(game: &dyn AnyGame, path: &Path) -> Result<usize, Failure> {
    let recorded = read(path)?;
    let told = replay(game, path, &recorded)?;
    match recorded.iter().zip(told).find(|(recorded, told)| recorded.fingerprint != *told) {
        Some((other, _)) => Err(broken(
            path,
            &format!("{}: it plays as recorded, but what it tells or offers is not the same", name(other)),
        )),
        None => Ok(recorded.len()),
    }
}

/// Replays the games of a file, and writes down what they tell now.
fn take_words(game: &dyn AnyGame, path: &Path) -> Result<usize, Failure> {
    let mut recorded = read(path)?;
    let told = replay(game, path, &recorded)?;
    for (recorded, told) in recorded.iter_mut().zip(told) {
        recorded.fingerprint = told;
    }
    write(path, &recorded)
}
