//! `sim`: many games by bots.

use crate::progress::bar;
use crate::setup::SeriesArgs;
use crate::table::playing;
use crate::{Failure, balance, files};
use clap::Args;
use sandtable_bots::Played;
use sandtable_core::About;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;

#[derive(Args)]
pub struct SimArgs {
    #[command(flatten)]
    series: SeriesArgs,
    /// How many games
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Levels as in fr=regular,au=regular, the others recruits; or a level for each side that plays, in the order of
    /// `games`; or one for all of them
    #[arg(long, value_delimiter = ',')]
    bots: Vec<String>,
    /// Which side the scenario favours: for each level of --bots, or each that does not plan, a series in which all sides play at
    /// that level, with 95 % intervals
    #[arg(long, conflicts_with = "out")]
    balance: bool,
    /// Write one row a game
    #[arg(long, value_name = "FILE.csv")]
    out: Option<PathBuf>,
    /// Print for programs
    #[arg(long)]
    json: bool,
}

pub fn run(args: &SimArgs) -> Result<(), Failure> {
    let (game, options) = args.series.setup.open()?;
    let series = args.series.games(&options, args.games);
    if args.balance {
        print!("{}", balance::report(&*game, &series, &args.bots, args.json)?);
        return Ok(());
    }
    let levels = levels(&playing(game.about(), &args.series.setup.scenario), &args.bots)?;
    let bar = bar(args.games);
    let begun = std::time::Instant::now();
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

/// The level of each side that plays, in their order.
fn levels(sides: &[&str], given: &[String]) -> Result<Vec<String>, Failure> {
    let mut levels = vec!["recruit".to_string(); sides.len()];
    if !given.iter().any(|word| word.contains('=')) {
        return Ok(match given {
            [] => levels,
            [one] => vec![one.clone(); sides.len()],
            each => each.to_vec(),
        });
    }
    for word in given {
        let named = word
            .split_once('=')
            .and_then(|(side, level)| Some((sides.iter().position(|s| *s == side)?, level.to_string())));
        let (at, level) = named.ok_or_else(|| {
            Failure::new(format!("--bots `{word}` should read SIDE=LEVEL; sides are {}", sides.join(", ")))
        })?;
        levels[at] = level;
    }
    Ok(levels)
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
            json!({"games": played.len(), "bots": levels, "seed": args.series.seed, "wins": wins, "means": means,
                   "decisions": decisions, "seconds": seconds})
        );
        return;
    }
    println!("{} games of {} {}", played.len(), args.series.setup.game, args.series.setup.scenario);
    for (i, (_, s)) in about.sides_of(&args.series.setup.scenario).enumerate() {
        let total: usize = wins.iter().filter(|((who, _), _)| who == s.id).map(|(_, k)| k).sum();
        let level = levels.get(i).map_or("", String::as_str);
        println!("  {:<16} {total:>6}  {:>5.1} %  {level}", s.name, 100.0 * total as f64 / n as f64);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sides: &[&str], given: &str, expected: &str) {
        let given: Vec<String> = given.split(',').filter(|w| !w.is_empty()).map(String::from).collect();
        let got = match levels(sides, &given) {
            Ok(levels) => levels.join(" "),
            Err(e) => e.message,
        };
        assert_eq!(got, expected, "{given:?}");
    }

    #[test]
    fn levels_are_named_for_some_sides_for_each_or_for_all() {
        let three = ["fr", "au", "gb"];
        check(&three, "", "recruit recruit recruit");
        check(&three, "regular", "regular regular regular");
        check(&three, "regular,recruit,regular", "regular recruit regular");
        check(&three, "gb=regular,fr=regular", "regular recruit regular");
        check(&three, "ru=regular", "--bots `ru=regular` should read SIDE=LEVEL; sides are fr, au, gb");
        check(&three, "gb=regular,regular", "--bots `regular` should read SIDE=LEVEL; sides are fr, au, gb");
    }
}
