//! Playing on files: `games`, `rules`, `new`, `show`, `actions`, `do`, `forecast`, `undo`, `verify`.

use crate::boards::{self, Board};
use crate::files::replace;
use crate::games::{GAMES, game};
use crate::setup::SetupArgs;
use crate::{Failure, terminal};
use clap::Args;
use sandtable_bots::registry::{AnyGame, AnySession, TableError};
use sandtable_core::catalogue::untested;
use sandtable_core::game::Line;
use sandtable_core::record::DiceSource;
use sandtable_core::session::seeded;
use sandtable_core::view::Viewer;
use sandtable_core::{About, Side};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Largest game file that is read: far above any real one.
const LARGEST: u64 = 64 << 20;

#[derive(Args)]
pub struct GamesArgs {
    /// Print for programs
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub struct RulesArgs {
    /// The game
    game: String,
    /// A rule's number, or words to look for
    id: Option<String>,
    /// Only rules that no test names
    #[arg(long)]
    untested: bool,
    /// Print for programs
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub struct NewArgs {
    #[command(flatten)]
    setup: SetupArgs,
    /// The game file to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Seed of the dice; the same seed gives the same dice
    #[arg(long)]
    seed: Option<u64>,
    /// Roll all dice by hand and give them with --dice
    #[arg(long, conflicts_with = "seed")]
    hand: bool,
    /// Start from a position written by hand instead
    #[arg(long, value_name = "POS.toml")]
    position: Option<PathBuf>,
    /// Print for programs
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub struct FileArgs {
    /// The game file
    file: PathBuf,
    /// Print for programs
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub struct ShowArgs {
    /// The game file
    file: PathBuf,
    /// What this side sees
    #[arg(long)]
    side: Option<String>,
    /// Write the board as SVG
    #[arg(long, value_name = "OUT")]
    svg: Option<PathBuf>,
    /// Print for programs
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub struct ActionsArgs {
    /// The game file
    file: PathBuf,
    /// Of this side
    #[arg(long)]
    side: Option<String>,
    /// Print for programs
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub struct DoArgs {
    /// The game file
    file: PathBuf,
    /// Actions one after the other: number, short text or JSON of each; all of them or none
    #[arg(required = true)]
    actions: Vec<String>,
    /// Who acts; whoever must decide if left out
    #[arg(long)]
    side: Option<String>,
    /// The dice of the action, rolled by hand
    #[arg(long, value_delimiter = ',')]
    dice: Option<Vec<u8>>,
    /// Print for programs
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub struct ForecastArgs {
    /// The game file
    file: PathBuf,
    /// The action: number, short text or JSON
    action: String,
    /// Whose; of whoever must decide if left out
    #[arg(long)]
    side: Option<String>,
    /// Print for programs
    #[arg(long)]
    json: bool,
}

/// Ids of the sides that play a scenario.
pub fn playing(about: &About, scenario: &str) -> Vec<&'static str> {
    about.sides_of(scenario).map(|(_, s)| s.id).collect()
}

/// A side of a game under way.
pub fn side(game: &dyn AnyGame, session: &dyn AnySession, id: Option<&str>) -> Result<Option<Side>, Failure> {
    let ids = playing(game.about(), session.scenario().0);
    id.map(|id| {
        let side = game.about().side(id).filter(|_| ids.contains(&id));
        side.ok_or_else(|| Failure::new(format!("there is no side `{id}`; there are {}", ids.join(", "))))
    })
    .transpose()
}

/// A fresh seed from the clock, for games that nobody asked to repeat.
pub fn fresh_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |d| d.as_nanos() as u64) ^ u64::from(std::process::id()).rotate_left(32)
}

pub fn fail(e: TableError) -> Failure {
    let refused = e.by_rules();
    let breaches = e.illegal().map(|i| serde_json::to_value(&i.0).unwrap_or_default());
    Failure { message: e.to_string(), status: if refused { 2 } else { 1 }, breaches }
}

fn read(path: &Path) -> Result<String, Failure> {
    let here = |e: std::io::Error| Failure::new(format!("{}: {e}", path.display()));
    let size = std::fs::metadata(path).map_err(here)?.len();
    if size > LARGEST {
        return Err(Failure::new(format!("{}: {size} bytes are no game file", path.display())));
    }
    std::fs::read_to_string(path).map_err(here)
}

/// A game with one of its games under way.
pub type Opened = (Box<dyn AnyGame>, Box<dyn AnySession>);

/// Opens a game file.
pub fn open(path: &Path, verify: bool) -> Result<Opened, Failure> {
    let text = read(path)?;
    let head: serde_json::Value = serde_json::from_str(&text).map_err(|e| {
        Failure::new(format!("{}: no game file, or a broken one: {e}; nothing was changed", path.display()))
    })?;
    let id = head["game"]
        .as_str()
        .ok_or_else(|| Failure::new(format!("{}: the file names no game", path.display())))?;
    let game = game(id)?;
    let session = game.open(&text, verify).map_err(|e| Failure::new(format!("{}: {e}", path.display())))?;
    Ok((game, session))
}

fn save(path: &Path, session: &dyn AnySession) -> Result<(), Failure> {
    replace(path, &session.text())
        .map_err(|e| Failure::new(format!("{}: {e}; the file is as it was", path.display())))
}

/// Prints lines of the log.
pub fn log(lines: &[Line]) {
    for line in lines {
        println!("{}", self::line(line));
    }
}

/// A line of the log with its rule.
pub fn line(line: &Line) -> String {
    format!("  {:<60} [{}]", line.text, line.rule)
}

fn ask(session: &dyn AnySession) {
    let asked = session.asked();
    if asked.over {
        println!("over: {} ({})", asked.what, asked.winner.unwrap_or("nobody"));
    } else {
        println!("{} to decide: {} [{}]", asked.sides.join(", "), asked.what, asked.rule);
    }
}

pub fn games(args: &GamesArgs) -> Result<(), Failure> {
    let mut rows = Vec::new();
    for id in GAMES {
        let game = game(id)?;
        let about = game.about();
        if args.json {
            rows.push(json!({"about": about, "levels": game.levels()}));
            continue;
        }
        println!("{id:<12} {}", about.title);
        let sides: Vec<_> = about.sides.iter().map(|s| format!("{} ({})", s.id, s.name)).collect();
        println!("  sides      {}", sides.join(", "));
        for s in about.scenarios {
            println!("  scenario   {:<10} {}: {}", s.id, s.title, s.about);
            if !s.sides.is_empty() {
                println!("             {:<10} played by {}", "", playing(about, s.id).join(", "));
            }
        }
        for o in about.options {
            println!("  option     {}={}  {}", o.name, o.values.join("|"), o.about);
        }
        println!("  bots       {}", game.levels().join(", "));
    }
    if args.json {
        println!("{}", serde_json::Value::Array(rows));
    }
    Ok(())
}

pub fn rules(args: &RulesArgs) -> Result<(), Failure> {
    let game = game(&args.game)?;
    let all = game.rules();
    let missing = untested(&all);
    let wanted = |r: &&sandtable_core::catalogue::Rule| {
        let fits = args.id.as_ref().is_none_or(|w| {
            r.id == w || r.kind == w || (w.len() > 2 && r.summary.to_lowercase().contains(&w.to_lowercase()))
        });
        fits && (!args.untested || missing.contains(&r.id))
    };
    let shown: Vec<_> = all.iter().filter(wanted).collect();
    if args.json {
        println!("{}", json!({"rules": shown, "rows": all.len(), "untested": missing}));
        return Ok(());
    }
    if shown.is_empty() && args.id.is_some() {
        return Err(Failure::new(format!(
            "no rule of {} is or says `{}`",
            args.game,
            args.id.as_deref().unwrap_or("")
        )));
    }
    for r in &shown {
        println!("{:<9} {:<13} {}", r.id, r.kind, r.summary);
        if !r.not_applicable.is_empty() {
            println!("{:23} not applicable: {}", "", r.not_applicable);
        }
        if args.id.is_some() || args.untested {
            for place in r.tests {
                println!("{:23} test {place}", "");
            }
            for place in r.code {
                println!("{:23} code {place}", "");
            }
        }
    }
    println!("{} rows, {} without a test or a reason", all.len(), missing.len());
    Ok(())
}

pub fn new(args: &NewArgs) -> Result<(), Failure> {
    let (game, options) = args.setup.open()?;
    let position = args.position.as_deref().map(read).transpose()?;
    let dice = if args.hand { DiceSource::Hand } else { seeded(args.seed.unwrap_or_else(fresh_seed)) };
    let session = game.begin(&args.setup.scenario, options, dice, position).map_err(fail)?;
    save(&args.output, &*session)?;
    if args.json {
        println!("{}", json!({"file": args.output, "hash": session.hash(), "asked": session.asked()}));
    } else {
        println!("{}", args.output.display());
        ask(&*session);
    }
    Ok(())
}

pub fn show(args: &ShowArgs) -> Result<(), Failure> {
    let (game, session) = open(&args.file, false)?;
    let viewer = side(&*game, &*session, args.side.as_deref())?.map_or(Viewer::Watcher, Viewer::Side);
    let view = session.view(viewer);
    let board = boards::load(view.board)?;
    if let Some(out) = &args.svg {
        let svg = board.svg_with(&view, sandtable_board::svg::Detail::Full);
        replace(out, &svg).map_err(|e| Failure::new(format!("{}: {e}", out.display())))?;
    }
    if args.json {
        println!("{}", json!({"view": view, "moves": session.len(), "hash": session.hash()}));
        return Ok(());
    }
    println!("{} · {}", game.about().title, view.moment);
    if let Board::Hexes(hexes) = &board {
        print!("{}", terminal::board(hexes, &view, terminal::colours()));
    }
    print!("{}", terminal::pieces(&view));
    for track in &view.tracks {
        println!("{}: {}", track.name, track.value);
    }
    ask(&*session);
    Ok(())
}

pub fn actions(args: &ActionsArgs) -> Result<(), Failure> {
    let (game, session) = open(&args.file, false)?;
    let list = session.actions(side(&*game, &*session, args.side.as_deref())?);
    if args.json {
        println!("{}", json!({"asked": session.asked(), "actions": list}));
        return Ok(());
    }
    ask(&*session);
    for a in list {
        println!("{:>5}  {}", a.number, a.text);
    }
    Ok(())
}

pub fn act(args: &DoArgs) -> Result<(), Failure> {
    let (game, mut session) = open(&args.file, false)?;
    let side = side(&*game, &*session, args.side.as_deref())?;
    if args.dice.is_some() && args.actions.len() > 1 {
        return Err(Failure::new(
            "--dice goes with one action, so that it is clear whose dice they are".to_string(),
        ));
    }
    let mut lines = Vec::new();
    for action in &args.actions {
        lines.extend(session.act(side, action, args.dice.clone()).map_err(fail)?);
    }
    save(&args.file, &*session)?;
    if args.json {
        println!("{}", json!({"log": lines, "asked": session.asked(), "hash": session.hash()}));
    } else {
        log(&lines);
        ask(&*session);
    }
    Ok(())
}

pub fn forecast(args: &ForecastArgs) -> Result<(), Failure> {
    let (game, session) = open(&args.file, false)?;
    let side = side(&*game, &*session, args.side.as_deref())?;
    // Where results hang on what the enemy answers, a table takes the place of one list of chances.
    if let Some(battle) = session.weigh(side, &args.action).map_err(fail)?.battle
        && let Some(chart) = &battle.expects
    {
        if args.json {
            println!("{}", json!({"expects": chart, "note": battle.note}));
        } else {
            print_chart(chart);
            println!("{}", battle.note);
        }
        return Ok(());
    }
    let chances = session.forecast(side, &args.action).map_err(fail)?;
    if args.json {
        println!("{}", json!({"chances": chances}));
        return Ok(());
    }
    for c in chances {
        println!("{:>6.2} %  {:>4}/{:<4}  {}", 100.0 * c.probability, c.parts, c.of, c.outcome);
    }
    Ok(())
}

/// A table in columns.
fn print_chart(chart: &sandtable_core::guide::Chart) {
    let width = |i: usize| {
        let cells = chart.rows.iter().filter_map(|r| r.get(i)).chain(chart.head.get(i));
        cells.map(|c| c.chars().count()).max().unwrap_or(0)
    };
    println!("{} ({}, {})", chart.title, chart.rule, chart.source);
    for row in std::iter::once(&chart.head).chain(&chart.rows) {
        let cells = row.iter().enumerate();
        let line: Vec<String> = cells
            .map(
                |(i, c)| {
                    if i == 0 { format!("{c:<w$}", w = width(i)) } else { format!("{c:>w$}", w = width(i)) }
                },
            )
            .collect();
        println!("  {}", line.join("  "));
    }
}

pub fn undo(args: &FileArgs) -> Result<(), Failure> {
    let (_, mut session) = open(&args.file, false)?;
    session.undo().map_err(fail)?;
    save(&args.file, &*session)?;
    if args.json {
        println!("{}", json!({"moves": session.len(), "hash": session.hash(), "asked": session.asked()}));
    } else {
        ask(&*session);
    }
    Ok(())
}

pub fn verify(args: &FileArgs) -> Result<(), Failure> {
    let (game, session) = open(&args.file, true)?;
    // For whoever noted the seals that a table published.
    let choice = |(number, side, seal)| json!({"move": number, "side": side, "seal": seal});
    let choices: Vec<_> = session.choices().into_iter().map(choice).collect();
    if args.json {
        println!(
            "{}",
            json!({"game": game.about().id, "moves": session.len(), "hash": session.hash(), "ok": true,
                   "choices": choices})
        );
    } else {
        let sealed = match choices.len() {
            0 => String::new(),
            n => format!(", {n} secret choices as they were sealed"),
        };
        println!(
            "{}: {} moves, every action legal, every die and hash as recorded{sealed} ({})",
            args.file.display(),
            session.len(),
            session.hash()
        );
    }
    Ok(())
}
