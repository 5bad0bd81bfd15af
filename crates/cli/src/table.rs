//! Playing on files: `games`, `rules`, `new`, `show`, `actions`, `forecast`, `undo`, `verify`.

use crate::boards::{self, Board};
use crate::files::replace;
use crate::game;
use crate::setup::SetupArgs;
use crate::{Failure, place, terminal};
use clap::Args;
use sandtable_bots::any_session::{AnySession, Offered, Pick};
use sandtable_bots::registry::{AnyGame, OpenOptions, TableError};
use sandtable_core::catalogue::untested;
use sandtable_core::game::{ENDS, Line, for_people};
use sandtable_core::position_file::says_option;
use sandtable_core::proof::DiceProof;
use sandtable_core::record::{AnyRecord, DiceSource};
use sandtable_core::session::{Upgrade, seeded};
use sandtable_core::typed::Wanted;
use sandtable_core::view::{View, Viewer, side_ids};
use sandtable_core::{About, Decision, Outcome, Side};
use sandtable_games::GAMES;
use serde_json::value::RawValue;
use serde_json::{Value, json};
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
    /// Start from a position in a file of lines instead, as `show --position` writes it (see docs/positions)
    #[arg(long, value_name = "POSITION.txt")]
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
    /// Print the position as lines that `new --position` reads; with --side what that side knows
    #[arg(long, conflicts_with = "svg")]
    position: bool,
    /// If today's rules no longer lead to the end of the game, show it where they last do
    #[arg(long)]
    valid: bool,
    /// Only this place, by number or name: its ground, rivers, roads and railways, and what is there
    #[arg(long, value_name = "PLACE", conflicts_with_all = ["svg", "position"])]
    at: Option<String>,
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
    /// Only those of this unit, by its name or id
    #[arg(long)]
    unit: Option<String>,
    /// Only those that lead to this place, or are made there
    #[arg(long)]
    at: Option<String>,
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
    /// Whose action; that of the side that must decide if left out
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
    let ids = playing(game.about(), &session.head().scenario);
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

pub fn fail(e: impl Into<TableError>) -> Failure {
    let e = e.into();
    let refused = e.by_rules();
    let breaches = e.illegal().map(|i| serde_json::to_value(&i.0).unwrap_or_default());
    Failure { message: e.to_string(), status: if refused { 2 } else { 1 }, breaches }
}

pub fn read(path: &Path) -> Result<String, Failure> {
    let here = |e: std::io::Error| Failure::new(format!("{}: {e}", path.display()));
    let size = std::fs::metadata(path).map_err(here)?.len();
    if size > LARGEST {
        return Err(Failure::new(format!("{}: {size} bytes are no game file", path.display())));
    }
    std::fs::read_to_string(path).map_err(here)
}

/// A game with one of its games under way.
pub type Opened = (Box<dyn AnyGame>, Box<dyn AnySession>);

/// Reads a game file. Its snapshots are left out: what it says of a position is worked out from its moves.
fn read_record(path: &Path) -> Result<(Box<dyn AnyGame>, AnyRecord), Failure> {
    let text = read(path)?;
    let mut record: AnyRecord = serde_json::from_str(&text).map_err(|e| {
        Failure::new(format!("{}: no game file, or a broken one: {e}; nothing was changed", path.display()))
    })?;
    record.snapshots.clear();
    Ok((game(&record.head.game)?, record))
}

/// Opens a game file.
pub fn open(path: &Path, verify: bool) -> Result<Opened, Failure> {
    let (game, record) = read_record(path)?;
    let session = game.open(&record, OpenOptions { verify, undone: 0 });
    let session = session.map_err(|e| {
        let mut why = format!("{}: {e}; nothing was changed", path.display());
        if let Ok((valid, Some(_))) = game.reopen(&record, OpenOptions::default()) {
            why.push_str(&format!(
                ". It is valid up to move {}: `sandtable show {} --valid` shows it there",
                valid.moves(),
                path.display()
            ));
        }
        Failure::new(why)
    })?;
    Ok((game, session))
}

/// Opens a game file to play on. One whose positions are not what they were when it was played stays as it is.
pub fn open_to_play(path: &Path) -> Result<Opened, Failure> {
    let (game, session) = open(path, false)?;
    let Some(Upgrade { from, differs: Some(number) }) = session.upgrade() else { return Ok((game, session)) };
    Err(Failure::new(format!(
        "{}: the game was played under rules version {from}, and by version {} of this program the position after move {number} is \
         another one: it can be looked at, but not played on; nothing was changed",
        path.display(),
        game.about().rules_version
    )))
}

/// Opens a game file where today's rules last lead where it went, and says so.
fn open_valid(path: &Path) -> Result<Opened, Failure> {
    let (game, record) = read_record(path)?;
    let opened = game.reopen(&record, OpenOptions::default());
    let (session, closed) = opened.map_err(|e| Failure::new(format!("{}: {e}", path.display())))?;
    if let Some(closed) = closed {
        eprintln!(
            "sandtable: shown after {} of {} moves: {}",
            session.moves(),
            record.moves.len(),
            closed.why
        );
    }
    Ok((game, session))
}

pub fn save(path: &Path, session: &dyn AnySession) -> Result<(), Failure> {
    replace(path, &session.record().to_text())
        .map_err(|e| Failure::new(format!("{}: {e}; the file is as it was", path.display())))
}

/// The side that is named, else the one that must decide; the first if the game is over.
pub fn acting(session: &dyn AnySession, side: Option<Side>) -> Side {
    side.or_else(|| session.decision(Viewer::All).side()).unwrap_or(Side(0))
}

/// The viewer: the side that is named, else the one that must decide.
pub fn viewer(session: &dyn AnySession, side: Option<Side>) -> Viewer {
    side.or_else(|| session.decision(Viewer::All).side()).map_or(Viewer::Watcher, Viewer::Side)
}

/// How the game ended.
pub fn outcome(session: &dyn AnySession) -> Option<Outcome> {
    match session.decision(Viewer::All) {
        Decision::Over(outcome) => Some(outcome),
        Decision::Decide { .. } => None,
    }
}

/// The hash of the position, where nothing is hidden any more: it would prove a guess.
pub fn open_hash(game: &dyn AnyGame, session: &dyn AnySession) -> Option<String> {
    (game.about().open || outcome(session).is_some()).then(|| session.hash())
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

/// Says who must decide what, as a viewer may know it.
pub fn ask(about: &About, session: &dyn AnySession, viewer: Viewer) {
    match session.decision(viewer) {
        Decision::Over(o) => {
            println!("over: {} ({})", o.level, o.winner.map_or("nobody", |w| about.side_id(w)));
        }
        Decision::Decide { sides, rule, what } => {
            println!("{} to decide: {what} [{rule}]", side_ids(about, sides).join(", "));
        }
    }
}

/// The same for programs.
pub fn asked(about: &About, session: &dyn AnySession, viewer: Viewer) -> Value {
    match session.decision(viewer) {
        Decision::Over(o) => {
            let winner = o.winner.map(|w| about.side_id(w));
            json!({"sides": [], "what": o.level, "rule": o.rule, "over": true, "winner": winner})
        }
        Decision::Decide { sides, rule, what } => {
            let sides = side_ids(about, sides);
            json!({"sides": sides, "what": what, "rule": rule, "over": false, "winner": null})
        }
    }
}

/// An action with its value, for programs.
pub fn with_value(offered: &Offered, value: &RawValue) -> Value {
    let mut out = json!(offered);
    out["action"] = json!(value);
    out
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
        for s in &about.scenarios {
            println!("  scenario   {:<10} {}: {}", s.id, s.title, s.about);
            if !s.sides.is_empty() {
                println!("             {:<10} played by {}", "", playing(about, &s.id).join(", "));
            }
        }
        for o in &about.options {
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
    if shown.is_empty() && args.id.is_some() {
        return Err(Failure::new(format!(
            "no rule of {} is or says `{}`",
            args.game,
            args.id.as_deref().unwrap_or("")
        )));
    }
    if args.json {
        println!("{}", json!({"rules": shown, "rows": all.len(), "untested": missing}));
        return Ok(());
    }
    for r in &shown {
        println!("{:<9} {:<13} {}", r.id, r.kind, r.summary);
        if !r.not_applicable.is_empty() {
            println!("{:23} not applicable: {}", "", r.not_applicable);
        }
        if args.id.is_some() || args.untested {
            for place in &r.tests {
                let how = if r.plays.contains(place) { "plays" } else { "calls" };
                println!("{:23} test {place} ({how})", "");
            }
            for place in r.code {
                println!("{:23} code {place}", "");
            }
        }
    }
    let played = all.iter().filter(|r| !r.plays.is_empty()).count();
    println!(
        "{} rows, {} without a test or a reason; {played} have a test that plays the game",
        all.len(),
        missing.len()
    );
    Ok(())
}

pub fn new(args: &NewArgs) -> Result<(), Failure> {
    let (game, options) = args.setup.open()?;
    let position = args.position.as_deref().map(read).transpose()?;
    let dice = if args.hand { DiceSource::Hand } else { seeded(args.seed.unwrap_or_else(fresh_seed)) };
    let said = position.as_deref().is_some_and(|text| says_option(text, ENDS));
    let options = if said { options } else { for_people(game.about(), options) };
    let session = game.begin(&args.setup.scenario, options, dice, position).map_err(fail)?;
    save(&args.output, &*session)?;
    let viewer = viewer(&*session, None);
    if args.json {
        let hash = open_hash(&*game, &*session);
        println!(
            "{}",
            json!({"file": args.output, "hash": hash, "asked": asked(game.about(), &*session, viewer)})
        );
    } else {
        println!("{}", args.output.display());
        ask(game.about(), &*session, viewer);
    }
    Ok(())
}

pub fn show(args: &ShowArgs) -> Result<(), Failure> {
    let (game, session) = if args.valid { open_valid(&args.file)? } else { open(&args.file, false)? };
    let viewer = side(&*game, &*session, args.side.as_deref())?.map_or(Viewer::Watcher, Viewer::Side);
    if args.position {
        let text = session.position_text(viewer).map_err(fail)?;
        if args.json {
            println!("{}", json!({"position": text}));
        } else {
            print!("{text}");
        }
        return Ok(());
    }
    let view = session.view(viewer);
    let board = boards::load(view.board)?;
    if let Some(at) = &args.at {
        let text = place::describe(&board, &view, at)?;
        if args.json {
            println!("{}", json!({"place": text}));
        } else {
            print!("{text}");
        }
        return Ok(());
    }
    if let Some(out) = &args.svg {
        let svg = board.svg_with(game.about(), &view, sandtable_board::svg::Detail::Full);
        replace(out, &svg).map_err(|e| Failure::new(format!("{}: {e}", out.display())))?;
    }
    if args.json {
        let mut shown = json!(view);
        shown["board"] = json!(view.board);
        let hash = open_hash(&*game, &*session);
        println!("{}", json!({"view": shown, "moves": session.moves(), "hash": hash}));
        return Ok(());
    }
    println!("{} · {}", game.about().title, view.moment);
    if let Board::Hexes(hexes) = &board {
        print!("{}", terminal::board(hexes, &view, terminal::colours()));
    }
    print!("{}", terminal::pieces(&view));
    print!("{}", terminal::marks(&view));
    for track in &view.tracks {
        println!("{}: {}", track.name, track.value);
    }
    ask(game.about(), &*session, viewer);
    Ok(())
}

pub fn actions(args: &ActionsArgs) -> Result<(), Failure> {
    let (game, session) = open(&args.file, false)?;
    let side = side(&*game, &*session, args.side.as_deref())?;
    let viewer = viewer(&*session, side);
    let acting = acting(&*session, side);
    let mut list = session.actions(acting, Pick::All);
    if let Some(unit) = &args.unit {
        let id = piece_id(&session.view(viewer), unit)?;
        list.retain(|a| a.pieces.contains(&id));
    }
    if let Some(at) = &args.at {
        list.retain(|a| a.place.as_ref().is_some_and(|p| p.eq_ignore_ascii_case(at)));
    }
    if args.json {
        let values = session.values(acting);
        let list: Vec<_> = list.iter().map(|a| with_value(a, &values[a.number - 1])).collect();
        println!("{}", json!({"asked": asked(game.about(), &*session, viewer), "actions": list}));
        return Ok(());
    }
    ask(game.about(), &*session, viewer);
    for a in list {
        println!("{:>5}  {}", a.number, a.text);
    }
    Ok(())
}

/// The id of a piece by its id or name.
fn piece_id(view: &View, word: &str) -> Result<String, Failure> {
    let by_id = view.counters.iter().find(|c| c.id.eq_ignore_ascii_case(word));
    let mut named = view.counters.iter().filter(|c| c.name.eq_ignore_ascii_case(word));
    match (by_id, named.next(), named.next()) {
        (Some(c), ..) | (None, Some(c), None) => Ok(c.id.clone()),
        (None, Some(a), Some(b)) => {
            Err(Failure::new(format!("several units are called `{word}`: {}, {} …; give an id", a.id, b.id)))
        }
        (None, None, _) => Err(Failure::new(format!("there is no unit `{word}`; see `show`"))),
    }
}

pub fn forecast(args: &ForecastArgs) -> Result<(), Failure> {
    let (game, session) = open(&args.file, false)?;
    let side = side(&*game, &*session, args.side.as_deref())?;
    // Where results hang on what the enemy answers, a table says more than one list of chances.
    let (side, action) = (acting(&*session, side), Wanted::from(args.action.as_str()));
    let battle = session.odds(side, &action).map_err(fail)?.battle;
    let expects = battle.as_ref().and_then(|b| b.expects.as_ref().map(|chart| (chart, b.note.as_str())));
    let chances = match &battle {
        Some(battle) if expects.is_some() => battle.chances.clone(),
        _ => session.forecast(side, &action).map_err(fail)?,
    };
    if args.json {
        let (chart, note) = expects.unzip();
        println!("{}", json!({"chances": chances, "expects": chart, "note": note}));
        return Ok(());
    }
    if let Some((chart, note)) = expects {
        print_chart(chart);
        println!("{note}");
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
    let (game, mut session) = open_to_play(&args.file)?;
    session.undo().map_err(fail)?;
    save(&args.file, &*session)?;
    let viewer = viewer(&*session, None);
    if args.json {
        let hash = open_hash(&*game, &*session);
        println!(
            "{}",
            json!({"moves": session.moves(), "hash": hash, "asked": asked(game.about(), &*session, viewer)})
        );
    } else {
        ask(game.about(), &*session, viewer);
    }
    Ok(())
}

pub fn verify(args: &FileArgs) -> Result<(), Failure> {
    let (game, session) = open(&args.file, true)?;
    // To be compared with the seals that a table published.
    let record = session.record();
    let moves = record.moves.iter().enumerate();
    let choices: Vec<_> = moves
        .filter_map(|(i, m)| Some(json!({"move": i + 1, "side": m.side, "seal": m.seal.as_ref()?.seal})))
        .collect();
    let hash = open_hash(&*game, &*session);
    let upgrade = session.upgrade();
    let proof = session.proof();
    if args.json {
        let older = upgrade.map(|u| json!({"rules": u.from, "differs_from": u.differs}));
        println!(
            "{}",
            json!({"game": game.about().id, "moves": session.moves(), "hash": hash, "ok": true,
                   "choices": choices, "older": older, "dice": proof.dice, "said": proof.said(), "proof": proof})
        );
        // One object is printed, whatever the dice prove.
        return if proof.dice == DiceProof::Unproved {
            Err(Failure::unproved(String::new()))
        } else {
            Ok(())
        };
    }
    let sealed = match choices.len() {
        0 => String::new(),
        n => format!(", {n} secret choices as they were sealed"),
    };
    let hash = hash.map_or(String::new(), |h| format!(" ({h})"));
    println!(
        "{}: {} moves, every action legal, every hash as recorded{sealed}{hash}; {}",
        args.file.display(),
        session.moves(),
        proof.said()
    );
    for seat in &proof.seats {
        println!(
            "  {} put a secret into the dice after move {}, and showed {} links of its chain",
            seat.side, seat.after, seat.links
        );
    }
    if let [first, ..] = proof.without_link[..] {
        println!(
            "  {} moves rolled without a link of the mover's chain, the first of them move {first}: a bot moved, or another program",
            proof.without_link.len()
        );
    }
    if let Some(u) = upgrade {
        let today = game.about().rules_version;
        let differs = match u.differs {
            None => "every position is the same".to_string(),
            Some(n) => format!("from move {n} on positions are not those of then"),
        };
        println!("  it was played under rules version {}, today's is {today}: {differs}", u.from);
    }
    if proof.dice == DiceProof::Unproved {
        let file = args.file.display();
        return Err(Failure::unproved(format!("{file}: the moves are legal; {}", proof.said())));
    }
    Ok(())
}
