//! `play` in the terminal and `sim`: many games by bots.

use crate::boards::{self, Board};
use crate::games::game;
use crate::table::{fail, fresh_seed, log, options, playing, scenario};
use crate::{Failure, files, terminal};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use sandtable_bots::registry::AnySession;
use sandtable_bots::{Played, Series};
use sandtable_core::About;
use sandtable_core::session::seeded;
use sandtable_core::view::Viewer;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;

#[derive(Args)]
pub struct PlayArgs {
    /// The game
    game: String,
    /// The scenario
    scenario: String,
    /// A side that the program plays, as in cp=regular; the rest is yours
    #[arg(long = "bot", value_name = "SIDE=LEVEL")]
    bots: Vec<String>,
    /// Seed of the dice
    #[arg(long)]
    seed: Option<u64>,
    /// An option of the game, as in setup=free
    #[arg(long = "option", value_name = "K=V")]
    options: Vec<String>,
    /// Keep the game in this file, move by move
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Args)]
pub struct SimArgs {
    /// The game
    game: String,
    /// The scenario
    scenario: String,
    /// How many games
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// A level for each side that plays, in the order of `games`; recruits if left out
    #[arg(long, value_delimiter = ',')]
    bots: Vec<String>,
    /// Seed of the series
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; all cores if left out
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// An option of the game
    #[arg(long = "option", value_name = "K=V")]
    options: Vec<String>,
    /// Write one row a game
    #[arg(long, value_name = "FILE.csv")]
    out: Option<PathBuf>,
    /// Print for programs
    #[arg(long)]
    json: bool,
}

const HELP: &str = "A number or the text of an action takes it. Also:
  ?          this help            list       every legal action
  board      the board            pieces     where everything is
  odds N     exact odds of N      undo       take the last action back
  quit       stop (with -o the game is kept)
On the board R13h! is a Russian stack of strength 13 with a headquarters, ! something in it disorganised or besieged;
? something hidden; a number with # is a fortress, with % besieged, with + taken; ^^^ mountains, ::: difficult
ground, ~ sea.";

pub fn play(args: &PlayArgs) -> Result<(), Failure> {
    let game = game(&args.game)?;
    scenario(&*game, &args.scenario)?;
    let mut bots = BTreeMap::new();
    for word in &args.bots {
        let (side, level) = word
            .split_once('=')
            .ok_or_else(|| Failure::new(format!("--bot `{word}` should read SIDE=LEVEL")))?;
        let sides = playing(game.about(), &args.scenario);
        if !sides.contains(&side) || !game.levels().contains(&level) {
            return Err(Failure::new(format!(
                "--bot `{word}`: sides are {}, levels {}",
                sides.join(", "),
                game.levels().join(", ")
            )));
        }
        bots.insert(side.to_string(), level.to_string());
    }
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let mut session =
        game.begin(&args.scenario, options(&*game, &args.options)?, seeded(seed), None).map_err(fail)?;
    println!("{} · type ? for help", game.about().title);
    let mut input = std::io::stdin().lock().lines();
    let mut shown = (String::new(), "");
    let open = game.about().open;
    loop {
        if let Some(path) = &args.output {
            files::replace(path, &session.text())
                .map_err(|e| Failure::new(format!("{}: {e}", path.display())))?;
        }
        let asked = session.asked();
        if asked.over {
            println!("{}: {} victory", asked.winner.unwrap_or("nobody"), asked.what);
            return Ok(());
        }
        let side = asked.sides.first().copied().unwrap_or("");
        if let Some(level) = bots.get(side) {
            let (text, lines) = session.bot(None, level, seed).map_err(fail)?;
            if open {
                println!("{side}: {text}");
                log(&lines);
            } else {
                println!("{side} has decided");
                log(&session.lines(witness(game.about(), &args.scenario, &bots)));
            }
            continue;
        }
        let viewer = game.about().side(side).map_or(Viewer::Watcher, Viewer::Side);
        let now = (session.view(viewer).moment, if open { "" } else { side });
        if now != shown {
            shown = now;
            draw(&*session, viewer)?;
        }
        println!("{side}: {} [{}]", asked.what, asked.rule);
        let list = session.actions(None);
        if list.len() <= 24 {
            for a in &list {
                println!("{:>5}  {}", a.number, a.text);
            }
        } else {
            println!("  {} actions: `list` shows them, or type one, as in `{}`", list.len(), list[0].text);
        }
        print!("> ");
        std::io::stdout().flush().map_err(|e| Failure::new(e.to_string()))?;
        let Some(line) = input.next() else { return Ok(()) };
        let line = line.map_err(|e| Failure::new(e.to_string()))?;
        let word = line.trim();
        match word {
            "" => {}
            "?" | "help" => println!("{HELP}"),
            "quit" => return Ok(()),
            "board" => draw(&*session, viewer)?,
            "pieces" => print!("{}", terminal::pieces(&session.view(viewer))),
            "list" => list.iter().for_each(|a| println!("{:>5}  {}", a.number, a.text)),
            "undo" => match session.undo() {
                Ok(()) => println!("taken back"),
                Err(e) => println!("no: {e}"),
            },
            _ => {
                if let Some(action) = word.strip_prefix("odds ") {
                    match session.forecast(None, action) {
                        Ok(chances) => chances
                            .iter()
                            .for_each(|c| println!("{:>6.2} %  {}", 100.0 * c.probability, c.outcome)),
                        Err(e) => println!("no: {e}"),
                    }
                    continue;
                }
                match session.act(None, word, None) {
                    Ok(lines) => log(&lines),
                    Err(e) => println!("no: {e}"),
                }
            }
        }
    }
}

/// Whose log of a bot's move is printed: that of the only person who plays; what is open to all where several do.
fn witness(about: &About, scenario: &str, bots: &BTreeMap<String, String>) -> Viewer {
    let mut persons = about.sides_of(scenario).filter(|(_, s)| !bots.contains_key(s.id));
    match (persons.next(), persons.next()) {
        (Some((side, _)), None) => Viewer::Side(side),
        _ => Viewer::Watcher,
    }
}

fn draw(session: &dyn AnySession, viewer: Viewer) -> Result<(), Failure> {
    let view = session.view(viewer);
    println!("{}", view.moment);
    if let Board::Hexes(board) = boards::load(view.board)? {
        print!("{}", terminal::board(&board, &view, terminal::colours()));
    }
    let tracks: Vec<_> = view.tracks.iter().map(|t| format!("{} {}", t.name, t.value)).collect();
    println!("{}", tracks.join(" · "));
    Ok(())
}

pub fn sim(args: &SimArgs) -> Result<(), Failure> {
    let game = game(&args.game)?;
    scenario(&*game, &args.scenario)?;
    let options = options(&*game, &args.options)?;
    let levels = match args.bots.as_slice() {
        [] => vec!["recruit".to_string(); playing(game.about(), &args.scenario).len()],
        given => given.to_vec(),
    };
    let bar = ProgressBar::new(args.games as u64);
    if !std::io::stderr().is_terminal() {
        bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
    }
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {per_sec}, {eta} left") {
        bar.set_style(style);
    }
    let begun = std::time::Instant::now();
    let series = Series {
        scenario: &args.scenario,
        options: &options,
        games: args.games,
        seed: args.seed,
        threads: args.threads,
    };
    let played = game.series(&series, &levels, &|| bar.inc(1)).map_err(|e| Failure::new(e.to_string()))?;
    bar.finish_and_clear();
    let seconds = begun.elapsed().as_secs_f64();
    if let Some(out) = &args.out {
        files::replace(out, &csv(game.about(), &played))
            .map_err(|e| Failure::new(format!("{}: {e}", out.display())))?;
    }
    report(game.about(), args, &levels, &played, seconds);
    Ok(())
}

fn csv(about: &About, played: &[Played]) -> String {
    let mut out = String::from("game,seed,winner,level,decisions");
    if let Some(first) = played.first() {
        first.figures.iter().for_each(|(name, _)| out.push_str(&format!(",{name}")));
    }
    out.push('\n');
    for p in played {
        let winner = p.outcome.winner.map_or("", |s| about.side_id(s));
        out.push_str(&format!("{},{},{winner},{},{}", p.number + 1, p.seed, p.outcome.level, p.decisions));
        p.figures.iter().for_each(|(_, v)| out.push_str(&format!(",{v}")));
        out.push('\n');
    }
    out
}

fn report(about: &About, args: &SimArgs, levels: &[String], played: &[Played], seconds: f64) {
    let mut wins: BTreeMap<(String, &str), usize> = BTreeMap::new();
    for p in played {
        let winner = p.outcome.winner.map_or("draw", |s| about.side_id(s)).to_string();
        *wins.entry((winner, p.outcome.level)).or_default() += 1;
    }
    let n = played.len().max(1);
    let decisions: usize = played.iter().map(|p| p.decisions).sum();
    let means: Vec<(&str, f64)> = played.first().map_or(vec![], |first| {
        first
            .figures
            .iter()
            .enumerate()
            .map(|(i, (name, _))| {
                (*name, played.iter().map(|p| p.figures[i].1 as f64).sum::<f64>() / n as f64)
            })
            .collect()
    });
    if args.json {
        let wins: Vec<_> =
            wins.iter().map(|((who, level), k)| json!({"winner": who, "level": level, "games": k})).collect();
        let means: serde_json::Map<_, _> = means.iter().map(|(k, v)| (k.to_string(), json!(v))).collect();
        println!(
            "{}",
            json!({"games": played.len(), "bots": levels, "seed": args.seed, "wins": wins, "means": means,
                   "decisions": decisions, "seconds": seconds})
        );
        return;
    }
    println!("{} games of {} {}, {}", played.len(), args.game, args.scenario, levels.join(" against "));
    for (_, s) in about.sides_of(&args.scenario) {
        let total: usize = wins.iter().filter(|((who, _), _)| who == s.id).map(|(_, k)| k).sum();
        println!("  {:<16} {total:>6}  {:>5.1} %", s.name, 100.0 * total as f64 / n as f64);
        for ((_, level), k) in wins.iter().filter(|((who, _), _)| who == s.id) {
            println!("    {level:<14} {k:>6}");
        }
    }
    let draws: usize = wins.iter().filter(|((who, _), _)| who == "draw").map(|(_, k)| k).sum();
    println!("  {:<16} {draws:>6}  {:>5.1} %", "draws", 100.0 * draws as f64 / n as f64);
    let means: Vec<_> = means.iter().map(|(k, v)| format!("{k} {v:.1}")).collect();
    println!("  means: {} decisions, {}", decisions / n, means.join(", "));
    println!(
        "  {seconds:.1} s, {:.0} games/s, {:.0} decisions/s",
        n as f64 / seconds,
        decisions as f64 / seconds
    );
}
