//! `ladder`: levels of bots against each other, with their strength in Elo.

use crate::plot::{Mark, Plot};
use crate::progress::bar;
use crate::setup::SeriesArgs;
use crate::{Failure, files};
use clap::Args;
use sandtable_bots::elo::difference;
use sandtable_bots::ladder::{Ladder, Match, Standings};
use sandtable_bots::pairs::Interval;
use sandtable_core::About;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::PathBuf;

#[derive(Args)]
pub struct LadderArgs {
    #[command(flatten)]
    series: SeriesArgs,
    /// Levels, each to play every other; the first is where Elo is measured from
    #[arg(long, value_delimiter = ',')]
    bots: Vec<String>,
    /// Games between any two levels, an even number: half of them repeat the dice of the others with sides exchanged
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Draw the ratings
    #[arg(long, value_name = "FILE.svg")]
    svg: Option<PathBuf>,
    /// Write one row a game
    #[arg(long, value_name = "FILE.csv")]
    csv: Option<PathBuf>,
    /// Print for programs
    #[arg(long)]
    json: bool,
}

pub fn run(args: &LadderArgs) -> Result<(), Failure> {
    let (game, options) = args.series.setup.open()?;
    let series = args.series.games(&options, args.games);
    let ladder = Ladder { series, levels: &args.bots };
    let bar = bar(ladder.games());
    let played = ladder.play(&*game, &|| bar.inc(1));
    bar.finish_and_clear();
    let standings = played.map_err(|e| Failure::new(e.to_string()))?;
    let about = game.about();
    let write = |path: &Option<PathBuf>, text: &dyn Fn() -> String| match path {
        Some(path) => {
            files::replace(path, &text()).map_err(|e| Failure::new(format!("{}: {e}", path.display())))
        }
        None => Ok(()),
    };
    write(&args.csv, &|| csv(about, &args.bots, &standings))?;
    write(&args.svg, &|| plot(about, args, &standings).svg())?;
    if args.json {
        println!("{}", to_json(args, &standings));
    } else {
        print!("{}", to_text(args, &standings));
    }
    Ok(())
}

/// Places of the levels in the ladder, the strongest first.
fn ranking(standings: &Standings) -> Vec<usize> {
    let elo = |i: &usize| standings.fit.ratings[*i].elo;
    let mut order: Vec<usize> = (0..standings.fit.ratings.len()).collect();
    order.sort_by(|a, b| elo(b).total_cmp(&elo(a)));
    order
}

/// Points and games of a level.
fn points(standings: &Standings, level: usize) -> (f64, usize) {
    let of = |m: &Match| {
        let first: f64 = m.meetings.iter().map(|g| f64::from(g.half_points) / 2.0).sum();
        if m.first == level { first } else { m.meetings.len() as f64 - first }
    };
    let own = || standings.matches.iter().filter(|m| m.first == level || m.second == level);
    (own().map(of).sum(), own().map(|m| m.meetings.len()).sum())
}

/// A difference in Elo; without an end where everything was won.
fn elo(value: f64) -> String {
    match value.is_finite() {
        true if value.abs() < 0.5 => "0".to_string(),
        true => format!("{value:+.0}"),
        false if value > 0.0 => "+∞".to_string(),
        false => "-∞".to_string(),
    }
}

fn between(interval: Interval, words: impl Fn(f64) -> String) -> String {
    format!("{} to {}", words(interval.low), words(interval.high))
}

fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

fn to_text(args: &LadderArgs, standings: &Standings) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{} {}, seed {}: {} games between any two levels, in pairs with the same dice and exchanged sides",
        args.series.setup.game, args.series.setup.scenario, args.series.seed, args.games
    );
    let wide = args.bots.iter().map(|b| b.chars().count()).max().unwrap_or(0).max("level".len());
    let _ =
        writeln!(out, "\n  {:<wide$} {:>7}   {:<16} {:>7} {:>7}", "level", "Elo", "95 %", "score", "games");
    for level in ranking(standings) {
        let rating = standings.fit.ratings[level];
        let range = if level == 0 { "fixed".to_string() } else { between(rating.interval, elo) };
        let (points, games) = points(standings, level);
        let share = percent(points / games.max(1) as f64);
        let _ = writeln!(
            out,
            "  {:<wide$} {:>7}   {range:<16} {share:>5} % {games:>7}",
            args.bots[level],
            elo(rating.elo)
        );
    }
    if !standings.fit.bounded {
        out.push_str(
            "  A player took every point, and no difference is too great for that. To rate this player at all, one drawn game is\n  \
             added to each match: the player may be stronger.\n",
        );
    }
    let wide = 2 * wide + 3;
    let _ = writeln!(
        out,
        "\n  {:<wide$} {:>17} {:>7}  {:<14} {:>6}  {:<16} {:>9}  pairs of 0, ½, 1, 1½, 2",
        "match", "won, drawn, lost", "score", "95 %", "Elo", "95 %", "superior"
    );
    for m in &standings.matches {
        // The better one comes first.
        let (mut names, mut results, mut pairs) = ([m.first, m.second], m.results(), m.pairs());
        if pairs.score() < 0.5 {
            names.reverse();
            results.reverse();
            pairs = pairs.reversed();
        }
        let name = names.map(|level| args.bots[level].as_str()).join(" - ");
        let results = results.map(|n| n.to_string()).join(", ");
        let _ = writeln!(
            out,
            "  {name:<wide$} {results:>17} {:>5} %  {:<14} {:>6}  {:<16} {:>7} %  {}",
            percent(pairs.score()),
            between(pairs.interval(), percent),
            elo(difference(pairs.score())),
            between(pairs.interval().map(difference), elo),
            percent(pairs.superiority()),
            pairs.0.map(|n| n.to_string()).join(", ")
        );
    }
    out
}

/// A number for programs; nothing where it has no end.
fn finite(value: f64) -> Value {
    if value.is_finite() { json!(value) } else { Value::Null }
}

fn to_json(args: &LadderArgs, standings: &Standings) -> Value {
    let ends = |i: Interval| json!([finite(i.low), finite(i.high)]);
    let ratings: Vec<_> = ranking(standings)
        .into_iter()
        .map(|level| {
            let rating = standings.fit.ratings[level];
            let (points, games) = points(standings, level);
            json!({"level": args.bots[level], "elo": rating.elo, "interval": ends(rating.interval),
                   "points": points, "games": games})
        })
        .collect();
    let matches: Vec<_> = standings
        .matches
        .iter()
        .map(|m| {
            let (pairs, [won, drawn, lost]) = (m.pairs(), m.results());
            let interval = pairs.interval();
            json!({"first": args.bots[m.first], "second": args.bots[m.second], "won": won, "drawn": drawn,
                   "lost": lost, "pairs": pairs.0, "score": pairs.score(), "score_interval": ends(interval),
                   "elo": finite(difference(pairs.score())), "elo_interval": ends(interval.map(difference)),
                   "superiority": pairs.superiority()})
        })
        .collect();
    json!({"game": args.series.setup.game, "scenario": args.series.setup.scenario, "seed": args.series.seed, "games": args.games,
           "ratings": ratings, "bounded": standings.fit.bounded, "matches": matches})
}

fn csv(about: &About, levels: &[String], standings: &Standings) -> String {
    let mut out = String::from("first,second,pair,seed,first_plays,winner,level,decisions,points\n");
    for m in &standings.matches {
        for g in &m.meetings {
            let own: Vec<_> = g.sides.iter().map(|s| about.side_id(s)).collect();
            let winner = g.played.outcome.winner.map_or("", |s| about.side_id(s));
            let _ = writeln!(
                out,
                "{},{},{},{},{},{winner},{},{},{}",
                levels[m.first],
                levels[m.second],
                g.played.number + 1,
                g.played.seed,
                own.join("+"),
                g.played.outcome.level,
                g.played.decisions,
                f64::from(g.half_points) / 2.0
            );
        }
    }
    out
}

fn plot(about: &About, args: &LadderArgs, standings: &Standings) -> Plot {
    let title = about.scenarios.iter().find(|s| s.id == args.series.setup.scenario).map_or("", |s| &s.title);
    let mark = |level: usize| {
        let rating = standings.fit.ratings[level];
        let (points, games) = points(standings, level);
        Mark {
            name: args.bots[level].clone(),
            value: rating.elo,
            low: rating.interval.low,
            high: rating.interval.high,
            note: format!(
                "{}  ({} % of {games} games)",
                elo(rating.elo),
                percent(points / games.max(1) as f64)
            ),
        }
    };
    Plot {
        title: format!("{}: {title}", about.title),
        subtitle: format!("{} games between any two levels, seed {}", args.games, args.series.seed),
        axis: format!("Elo above {}, with 95 % intervals", args.bots.first().map_or("", String::as_str)),
        marks: ranking(standings).into_iter().map(mark).collect(),
    }
}
