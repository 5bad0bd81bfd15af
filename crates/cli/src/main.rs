//! The `sandtable` program.

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

mod act;
mod admin;
mod analyse;
mod balance;
mod boards;
mod calibrate;
mod counters;
mod curve;
mod files;
mod hint;
mod ladder;
mod log;
mod map;
mod pace;
mod place;
mod play;
mod plot;
mod progress;
mod puzzle;
mod record;
mod serve;
mod setup;
mod sim;
mod table;
mod terminal;
mod tune;

use clap::{Parser, Subcommand};
use sandtable_bots::registry::AnyGame;
use std::process::ExitCode;

/// A served step makes thousands of short strings; this allocator makes them in half the time of the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A table for operational board wargames that knows the rules. Without a command it starts the table in the browser.
#[derive(Parser)]
#[command(name = "sandtable", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Start the table and print its address
    Serve(serve::ServeArgs),
    /// The database of a table: games listed, checked, copied, cleared away
    Admin(admin::AdminArgs),
    /// Games, scenarios, options, sides
    Games(table::GamesArgs),
    /// The rule catalogue: number, kind, summary, where tested
    Rules(table::RulesArgs),
    /// Begin a game in a file
    New(table::NewArgs),
    /// The position of a game file
    Show(table::ShowArgs),
    /// The decision to be made and every legal action, numbered
    Actions(table::ActionsArgs),
    /// Take actions
    Do(act::DoArgs),
    /// The exact distribution of an action's results
    Forecast(table::ForecastArgs),
    /// What a bot would do in your place, and why
    Hint(hint::HintArgs),
    /// How the chances to win changed in a game, where it turned, and what was luck
    Analyse(analyse::AnalyseArgs),
    /// What has happened, with rules and dice, as a side may read it
    Log(log::LogArgs),
    /// Take the last action back
    Undo(table::FileArgs),
    /// Replay and check every action, die and hash
    Verify(table::FileArgs),
    /// Record games of every scenario by bots, or check that recorded ones still play and speak the same
    Record(record::RecordArgs),
    /// Puzzles: what is the best move, and how good is yours?
    Puzzle(puzzle::PuzzleArgs),
    /// Play in the terminal
    Play(play::PlayArgs),
    /// Many games by bots, with results
    Sim(sim::SimArgs),
    /// Levels of bots against each other, with their strength in Elo
    Ladder(ladder::LadderArgs),
    /// How long a level that plans takes over a turn
    Pace(pace::PaceArgs),
    /// Tune the weights of a game's planner by self-play
    Tune(tune::TuneArgs),
    /// Fit what scores of a game's planner say of who will win
    Calibrate(calibrate::CalibrateArgs),
    /// The boards: list, draw, compile, audit
    Map(map::MapArgs),
}

/// Why a command did not do what was asked, and the exit status that says so.
pub struct Failure {
    message: String,
    status: u8,
    breaches: Option<serde_json::Value>,
}

impl Failure {
    /// Anything but a refusal by the rules: exit status 1.
    pub fn new(message: String) -> Failure {
        Failure { message, status: 1, breaches: None }
    }

    /// The moves of a file are legal, but nothing proves its dice: exit status 3. Without a message everything was said.
    pub fn unproved(message: String) -> Failure {
        Failure { message, status: 3, breaches: None }
    }
}

/// A game by its id.
fn game(id: &str) -> Result<Box<dyn AnyGame>, Failure> {
    sandtable_games::game(id).map_err(Failure::new)
}

fn main() -> ExitCode {
    // The reader of the output may stop early, as `head` does; that is no failure of ours.
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let text = info.payload_as_str().unwrap_or("");
        if text.contains("Broken pipe") {
            std::process::exit(0);
        }
        usual(info);
    }));
    let cli = Cli::parse();
    let done = match &cli.command.unwrap_or(Command::Serve(serve::ServeArgs::default())) {
        Command::Serve(args) => serve::run(args),
        Command::Admin(args) => admin::run(args),
        Command::Games(args) => table::games(args),
        Command::Rules(args) => table::rules(args),
        Command::New(args) => table::new(args),
        Command::Show(args) => table::show(args),
        Command::Actions(args) => table::actions(args),
        Command::Do(args) => act::act(args),
        Command::Forecast(args) => table::forecast(args),
        Command::Hint(args) => hint::hint(args),
        Command::Analyse(args) => analyse::run(args),
        Command::Log(args) => log::log(args),
        Command::Undo(args) => table::undo(args),
        Command::Verify(args) => table::verify(args),
        Command::Record(args) => record::run(args),
        Command::Puzzle(args) => puzzle::puzzle(args),
        Command::Play(args) => play::play(args),
        Command::Sim(args) => sim::run(args),
        Command::Ladder(args) => ladder::run(args),
        Command::Pace(args) => pace::run(args),
        Command::Tune(args) => tune::run(args),
        Command::Calibrate(args) => calibrate::run(args),
        Command::Map(args) => map::run(args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if failure.message.is_empty() {
                return ExitCode::from(failure.status);
            }
            eprintln!("sandtable: {}", failure.message);
            // For programs that asked for JSON: what the rules say, one object.
            if std::env::args().any(|a| a == "--json") {
                let error = serde_json::json!({"error": failure.message, "status": failure.status, "breaches": failure.breaches});
                println!("{error}");
            }
            ExitCode::from(failure.status)
        }
    }
}
