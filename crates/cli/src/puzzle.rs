//! `puzzle`: lists puzzles, shows one, makes a game file of it, and tells how good moves are.

use crate::Failure;
use crate::table::{fail, fresh_seed, read, save};
use clap::Args;
use rust_embed::RustEmbed;
use sandtable_bots::registry::AnyGame;
use sandtable_core::Options;
use sandtable_core::puzzle::Puzzle;
use sandtable_core::session::seeded;
use serde_json::json;
use std::borrow::Cow;
use std::path::PathBuf;

#[derive(Args)]
pub struct PuzzleArgs {
    /// The game; without it the puzzles of all games are listed
    game: Option<String>,
    /// The puzzle; without it those of the game are listed
    id: Option<String>,
    /// A puzzle file of your own instead
    #[arg(long, conflicts_with = "id", requires = "game")]
    file: Option<PathBuf>,
    /// Make a game file of it, to play it with `show`, `actions` and `do`
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Moves up to the first die, as they are typed: with which chance do they solve it?
    #[arg(long = "try", num_args = 1.., value_name = "MOVE")]
    moves: Vec<String>,
    /// What a level does with it, as in veteran
    #[arg(long, value_name = "LEVEL")]
    bot: Option<String>,
    /// Show the solution, and work out its chance and those of the alternatives anew
    #[arg(long)]
    solution: bool,
    /// Print for programs
    #[arg(long)]
    json: bool,
}

pub fn puzzle(args: &PuzzleArgs) -> Result<(), Failure> {
    let Some(id) = &args.game else { return list(sandtable_games::GAMES, args.json) };
    let game = crate::game(id)?;
    let puzzle = match (&args.id, &args.file) {
        (_, Some(path)) => {
            let name = path.file_stem().map_or("puzzle".into(), |name| name.to_string_lossy());
            Puzzle::read(game.about(), &name, &read(path)?).map_err(Failure::new)?
        }
        (Some(wanted), None) => {
            let all = puzzles(&*game)?;
            let known = all.iter().map(|p| p.id.as_str()).collect::<Vec<_>>().join(", ");
            let found = all.into_iter().find(|p| p.id == *wanted);
            found.ok_or_else(|| Failure::new(format!("{id} has no puzzle `{wanted}`; it has {known}")))?
        }
        (None, None) => return list(&[id], args.json),
    };
    if let Some(path) = &args.output {
        let scenario = game.read_position(None, &Options::new(), &puzzle.position);
        let scenario = scenario.map_err(|faults| Failure::new(faults.to_string()))?.scenario;
        let dice = seeded(fresh_seed());
        let session =
            game.begin(&scenario, Options::new(), dice, Some(puzzle.position.clone())).map_err(fail)?;
        save(path, &*session)?;
    }
    if !args.moves.is_empty() {
        let chance = game.prove(&puzzle, &args.moves).map_err(fail)?;
        return tell(
            args.json,
            &format!("{}: {}", args.moves.join(", "), percent(chance)),
            &json!({"chance": chance}),
        );
    }
    if let Some(level) = &args.bot {
        let tried = game.try_puzzle(&puzzle, level, 1).map_err(fail)?;
        let moves = tried.moves.iter().map(|m| m.text.as_str()).collect::<Vec<_>>().join(", ");
        let text = format!("{level}: {moves}: {}", percent(tried.chance));
        return tell(args.json, &text, &json!({"moves": tried.moves, "chance": tried.chance}));
    }
    show(&*game, &puzzle, args)
}

/// The files of all games: `GAME/data/puzzles/ID.toml`. Adding a puzzle is adding a file.
#[derive(RustEmbed)]
#[folder = "../games"]
#[include = "*/data/puzzles/*.toml"]
struct Files;

/// The game, the id and the text of every puzzle.
pub fn files() -> Vec<(String, String, String)> {
    let read = |path: Cow<'static, str>| {
        let (game, id) = path.strip_suffix(".toml")?.split_once("/data/puzzles/")?;
        let text = String::from_utf8(Files::get(&path)?.data.into_owned()).ok()?;
        Some((game.to_string(), id.to_string(), text))
    };
    let mut all: Vec<_> = Files::iter().filter_map(read).collect();
    all.sort();
    all
}

/// The puzzles of a game.
fn puzzles(game: &dyn AnyGame) -> Result<Vec<Puzzle>, Failure> {
    let own = files().into_iter().filter(|(of, ..)| of == game.about().id);
    own.map(|(_, id, text)| Puzzle::read(game.about(), &id, &text).map_err(Failure::new)).collect()
}

/// A probability as people say it.
fn percent(chance: f64) -> String {
    format!("{:.1} %", chance * 100.0)
}

fn tell(programs: bool, text: &str, value: &serde_json::Value) -> Result<(), Failure> {
    if programs {
        println!("{value}");
    } else {
        println!("{text}");
    }
    Ok(())
}

/// The puzzles of some games.
fn list(games: &[&str], programs: bool) -> Result<(), Failure> {
    let mut rows = Vec::new();
    for id in games {
        for p in puzzles(&*crate::game(id)?)? {
            if !programs {
                println!("{id:<11} {:<14} {}: {}", p.id, p.title, p.task);
            }
            rows.push(json!({"game": id, "id": p.id, "title": p.title, "side": p.side, "task": p.task}));
        }
    }
    if programs {
        println!("{}", json!(rows));
    }
    Ok(())
}

fn show(game: &dyn AnyGame, puzzle: &Puzzle, args: &PuzzleArgs) -> Result<(), Failure> {
    let about = game.about();
    let side = about.side(&puzzle.side).and_then(|s| about.sides.get(usize::from(s.0)));
    let side = side.map_or(puzzle.side.as_str(), |s| s.name);
    let text = format!("{}\nYou play {side}. {}", puzzle.title, puzzle.task);
    if !args.solution {
        let more = match &args.output {
            Some(path) => format!("{}: look with `show` and `actions`, play with `do`", path.display()),
            None => "Play it with `--output game.json`, test moves with `--try`, or see the `--solution`"
                .to_string(),
        };
        let value = json!({"title": puzzle.title, "side": puzzle.side, "task": puzzle.task, "position": puzzle.position});
        return tell(args.json, &format!("{text}\n\n{}\n\n{more}", puzzle.position.trim()), &value);
    }
    let moves = game.solution(puzzle).map_err(fail)?;
    let chance = game.prove(puzzle, &puzzle.solution).map_err(fail)?;
    let mut out = format!("{text}\n\nSolution, {}:\n", percent(chance));
    for (i, m) in moves.iter().enumerate() {
        out += &format!("  {}. {}\n     {}\n", i + 1, m.label, m.text);
    }
    out += &format!("\n{}\n", puzzle.explanation.trim());
    let mut others = Vec::new();
    for a in &puzzle.alternatives {
        let chance = game.prove(puzzle, &a.moves).map_err(fail)?;
        out += &format!("\n{}, {}: {}\n", a.moves.join(", "), percent(chance), a.why);
        others.push(json!({"moves": a.moves, "chance": chance, "why": a.why}));
    }
    let value =
        json!({"moves": moves, "chance": chance, "explanation": puzzle.explanation, "alternatives": others});
    tell(args.json, out.trim_end(), &value)
}
