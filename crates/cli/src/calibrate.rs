//! `calibrate`: what scores of a game's planner say of who will win, fitted to games of bots and written beside its weights.

use crate::progress::bar;
use crate::{Failure, files, game};
use clap::Args;
use sandtable_bots::Series;
use sandtable_bots::calibrate::Calibrated;
use sandtable_core::Options;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Games below which there is nothing to fit.
const LEAST: usize = 12;

#[derive(Args)]
pub struct CalibrateArgs {
    /// The game
    game: String,
    /// Its scenarios; all of them if left out
    scenarios: Vec<String>,
    /// Games of each scenario; a third of them only tests the fit
    #[arg(long, default_value_t = 300)]
    games: usize,
    /// Seed of all games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; all cores if left out. The results do not depend on them
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// Put the figures into this file, in place of those that it has for the same scenarios
    #[arg(long, value_name = "FILE.toml")]
    out: Option<PathBuf>,
}

pub fn run(args: &CalibrateArgs) -> Result<(), Failure> {
    let game = game(&args.game)?;
    if args.games < LEAST {
        return Err(Failure::new(format!(
            "--games {}: {LEAST} or more, to have something to fit",
            args.games
        )));
    }
    let known: Vec<String> = game.about().scenarios.iter().map(|s| s.id.clone()).collect();
    if let Some(other) = args.scenarios.iter().find(|s| !known.contains(s)) {
        return Err(Failure::new(format!("there is no scenario `{other}`; there are {}", known.join(", "))));
    }
    let wanted = if args.scenarios.is_empty() { &known } else { &args.scenarios };
    let options = Options::new();
    for scenario in wanted {
        let series =
            Series { scenario, options: &options, games: args.games, seed: args.seed, threads: args.threads };
        let bar = bar(args.games);
        let found = game.calibrate(&series, &|| bar.inc(1));
        bar.finish_and_clear();
        let none = || Failure::new(format!("{} has no scores that could be fitted", args.game));
        let found = found.ok_or_else(none)?.map_err(|e| Failure::new(e.to_string()))?;
        print!("{}", report(&found));
        if let Some(path) = &args.out {
            let wrong = |e: std::io::Error| Failure::new(format!("{}: {e}", path.display()));
            let old = std::fs::read_to_string(path).map_err(wrong)?;
            files::replace(path, &replaced(&old, args, &found)).map_err(wrong)?;
        }
    }
    Ok(())
}

/// The file with the figures of a scenario in place of those that it had.
fn replaced(old: &str, args: &CalibrateArgs, found: &Calibrated) -> String {
    let heads = [format!("chance.{}", found.scenario), format!("record.chance.{}", found.scenario)];
    let (mut kept, mut drops) = (String::new(), false);
    for line in old.lines() {
        if let Some(head) = line.strip_prefix('[').and_then(|rest| rest.split(']').next()) {
            let own = |name: &String| {
                head == name || head.strip_prefix(name.as_str()).is_some_and(|s| s.starts_with('.'))
            };
            drops = heads.iter().any(own);
        }
        if !drops {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    format!("{}\n\n{}", kept.trim_end(), tables(args, found))
}

/// The figures of a scenario as they stand in the file, with the record of the run.
fn tables(args: &CalibrateArgs, found: &Calibrated) -> String {
    let curve = &found.curve;
    let pair = |[start, end]: [f64; 2]| format!("[{start:?}, {end:?}]");
    let mut out =
        format!("[chance.{}]\nlast = {}\nscore = {}\n", found.scenario, curve.last, pair(curve.score));
    for (side, lean) in &curve.lean {
        let _ = writeln!(out, "lean.{side} = {}", pair(*lean));
    }
    let [bare, loss] = found.loss;
    let command = format!(
        "sandtable calibrate {} {} --games {} --seed {}",
        args.game, found.scenario, args.games, args.seed
    );
    let verdict = format!(
        "loss in games that the fit did not see: {bare:.3} if the score says nothing, {loss:.3} by the curve"
    );
    let _ = write!(
        out,
        "\n[record.chance.{}]\ncommand = {command:?}\ngames = {}\npositions = {}\nverdict = {verdict:?}\n",
        found.scenario, found.games, found.positions
    );
    out
}

fn report(found: &Calibrated) -> String {
    let [bare, loss] = found.loss;
    let mut out = format!(
        "{}: {} positions of {} games; loss in the third of them that the fit did not see {bare:.3} if the score says nothing, {loss:.3} by the curve\n",
        found.scenario, found.positions, found.games
    );
    for [foretold, came, count] in &found.parts {
        let _ = writeln!(
            out,
            "  foretold {:3.0} in 100: came {:3.0} in 100, of {count}",
            100.0 * foretold,
            100.0 * came
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_core::winning::WinCurve;

    #[test]
    fn figures_take_the_place_of_older_ones() {
        let args = CalibrateArgs {
            game: "g".to_string(),
            scenarios: vec![],
            games: 30,
            seed: 2,
            threads: 0,
            out: None,
        };
        let found = |last, scenario: &str| Calibrated {
            scenario: scenario.to_string(),
            games: 30,
            positions: 300,
            curve: WinCurve { last, score: [0.25, 1.5], lean: [("a".to_string(), [0.5, -0.125])].into() },
            loss: [0.69, 0.5],
            parts: vec![[0.25, 0.2, 8.0]],
        };
        let first = replaced("[score]\nn = 1\n", &args, &found(7, "long"));
        let both = replaced(&first, &args, &found(9, "longest"));
        let again = replaced(&both, &args, &found(8, "long"));
        assert!(first.starts_with(
            "[score]\nn = 1\n\n[chance.long]\nlast = 7\nscore = [0.25, 1.5]\nlean.a = [0.5, -0.125]\n"
        ));
        assert_eq!(again.matches("[chance.long]").count(), 1, "{again}");
        assert!(
            again.contains("last = 8") && again.contains("last = 9") && !again.contains("last = 7"),
            "{again}"
        );
        let read: sandtable_core::winning::WinCurves =
            sandtable_datafile::beside("x", &again, "chance").expect("well formed");
        assert_eq!(read.of("longest"), Some(&found(9, "longest").curve));
    }
}
