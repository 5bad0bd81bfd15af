//! `tune`: weights of a game's planner tuned by self-play, and kept only if they stand the test.

use crate::progress::bar;
use crate::setup::SeriesArgs;
use crate::{Failure, files};
use clap::Args;
use sandtable_bots::sprt::Verdict;
use sandtable_bots::tune::{Tuned, Tuning};
use serde_json::{Map, Value};
use std::fmt::Write as _;
use std::path::PathBuf;

#[derive(Args)]
pub struct TuneArgs {
    #[command(flatten)]
    series: SeriesArgs,
    /// Before the search, fit the weights of the score to this many games of scripts: those are best that say most surely who wins
    #[arg(long, value_name = "GAMES", default_value_t = 0)]
    fit: usize,
    /// Steps of the search; 0 only after a fit, or to test weights as they are
    #[arg(long, default_value_t = 60)]
    steps: usize,
    /// Games in each step, an even number: they are played in pairs with sides exchanged
    #[arg(long, default_value_t = 20)]
    games: usize,
    /// Games of the test at most
    #[arg(long, default_value_t = 800)]
    test: usize,
    /// Start from the weights in this file, and test against them; those that it leaves out are the ones in use
    #[arg(long, value_name = "FILE.toml")]
    from: Option<PathBuf>,
    /// Test against the weights in this file instead
    #[arg(long, value_name = "FILE.toml")]
    against: Option<PathBuf>,
    /// Only weights whose names begin so, as `script` or `score`; an empty beginning names all
    #[arg(long, default_value = "script")]
    only: String,
    /// Thinking time of the players in milliseconds; 0 lets the script play alone
    #[arg(long, default_value_t = 0)]
    time: u64,
    /// A level that the weights are tried against, as `regular`; else they play each other
    #[arg(long, value_name = "LEVEL")]
    rival: Option<String>,
    /// How far weights are moved to see what it does, as a part of each
    #[arg(long, default_value_t = 0.25)]
    reach: f64,
    /// How far a step goes that won everything, as a part of each weight
    #[arg(long, default_value_t = 0.12)]
    stride: f64,
    /// Take the mean over the second half of the steps rather than the last one: it has less of chance in it
    #[arg(long)]
    mean: bool,
    /// The difference in Elo that the test holds against none: nearer to the greater of the two the new weights are accepted, nearer
    /// to the other refused. A negative one asks only that they be no weaker, as where weights have no record of their own
    #[arg(long, default_value_t = 30.0, allow_negative_numbers = true)]
    elo: f64,
    /// Write the weights here if the test accepts them
    #[arg(long, value_name = "FILE.toml")]
    out: Option<PathBuf>,
    /// Write the weights after each step
    #[arg(long, value_name = "FILE.csv")]
    csv: Option<PathBuf>,
}

pub fn run(args: &TuneArgs) -> Result<(), Failure> {
    let (game, options) = args.series.setup.open()?;
    for (what, number) in [("games", args.games), ("test", args.test)] {
        if number % 2 == 1 || number == 0 {
            return Err(Failure::new(format!("--{what} {number}: pairs need an even number, 2 or more")));
        }
    }
    if (1..6).contains(&args.fit) {
        return Err(Failure::new(format!(
            "--fit {}: six games or more, since a third of them tests the fit",
            args.fit
        )));
    }
    if (args.steps == 0 && args.fit == 0 && args.against.is_none())
        || !(args.reach > 0.0 && args.reach < 1.0)
        || !(args.stride > 0.0 && args.stride < 1.0)
    {
        return Err(Failure::new(
            "--steps must be 1 or more unless there is a --fit or weights to test --against, --reach and --stride between 0 and 1"
                .to_string(),
        ));
    }
    if args.elo == 0.0 || !args.elo.is_finite() {
        return Err(Failure::new(format!("--elo {}: a test needs two different claims", args.elo)));
    }
    let series = args.series.games(&options, args.games);
    let read = |path: &PathBuf| -> Result<Value, Failure> {
        let wrong = |e: String| Failure::new(format!("{}: {e}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|e| wrong(e.to_string()))?;
        sandtable_datafile::weights("weights", &text).map_err(|e| wrong(e.to_string()))
    };
    let mut tuning = Tuning {
        from: args.from.as_ref().map(read).transpose()?,
        against: args.against.as_ref().map(read).transpose()?,
        only: args.only.clone(),
        fit: args.fit,
        steps: args.steps,
        pairs: args.games / 2,
        reach: args.reach,
        stride: args.stride,
        mean: args.mean,
        rival: args.rival.clone(),
        time: args.time,
        test_pairs: args.test / 2,
        ..Tuning::default()
    };
    (tuning.test.elo0, tuning.test.elo1) = (args.elo.min(0.0), args.elo.max(0.0));
    let bar = bar(args.fit + args.steps * args.games + args.test);
    let tuned = game.tune(&series, &tuning, &|| bar.inc(2));
    bar.finish_and_clear();
    let none = || Failure::new(format!("{} has no weights that can be tuned", args.series.setup.game));
    let tuned = tuned.ok_or_else(none)?.map_err(|e| Failure::new(e.to_string()))?;
    let write = |path: &PathBuf, text: String| {
        files::replace(path, &text).map_err(|e| Failure::new(format!("{}: {e}", path.display())))
    };
    if let Some(path) = &args.csv {
        write(path, csv(&tuned))?;
    }
    print!("{}", report(args, &tuned));
    match (&args.out, tuned.verdict) {
        (Some(path), Verdict::Accept) => write(path, weights_file(args, &tuned))?,
        (Some(path), _) => println!("{} is left as it is.", path.display()),
        (None, _) => {}
    }
    Ok(())
}

/// A number as data files have it.
fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    let short = text.trim_end_matches('0');
    if short.ends_with('.') { format!("{short}0") } else { short.to_string() }
}

fn verdict(tuned: &Tuned) -> String {
    let (elo, low, high) = tuned.elo();
    let word = match tuned.verdict {
        Verdict::Accept => "accepted",
        Verdict::Refuse => "refused",
        Verdict::Continue => "undecided",
    };
    format!(
        "{word}: {:.1} % of {} games, Elo {elo:+.0} ({low:+.0} to {high:+.0}), log-likelihood ratio {:.2}",
        100.0 * tuned.test.score(),
        2 * tuned.test.pairs(),
        tuned.ratio
    )
}

fn report(args: &TuneArgs, tuned: &Tuned) -> String {
    let mut out = format!(
        "{} {}, seed {}: {} steps of {} games\n\n",
        args.series.setup.game, args.series.setup.scenario, args.series.seed, args.steps, args.games
    );
    if let Some(fitted) = &tuned.fitted {
        let [before, after] = fitted.loss;
        let _ = writeln!(
            out,
            "Fitted to {} positions of {} games; in the third of them that it did not see the loss was {before:.3}, then {after:.3}\n",
            fitted.positions, args.fit
        );
    }
    let wide = tuned.before.iter().map(|w| w.name.len()).max().unwrap_or(0);
    for (weight, after) in tuned.before.iter().zip(&tuned.after) {
        if weight.value != *after {
            let _ = writeln!(
                out,
                "  {:<wide$} {:>9} -> {:>9}",
                weight.name,
                number(weight.value),
                number(*after)
            );
        }
    }
    let against =
        args.rival.as_ref().map_or_else(String::new, |level| format!(", each in games with {level}"));
    let old = args
        .against
        .as_ref()
        .map_or_else(|| "the old ones".to_string(), |path| format!("those of {}", path.display()));
    let _ = writeln!(out, "\nThe new weights against {old}{against}: {}", verdict(tuned));
    out
}

fn csv(tuned: &Tuned) -> String {
    let mut out = String::from("step,score");
    tuned.before.iter().for_each(|w| {
        let _ = write!(out, ",{}", w.name);
    });
    for (i, step) in tuned.steps.iter().enumerate() {
        let _ = write!(out, "\n{},{:.3}", i + 1, step.score);
        step.values.iter().for_each(|v| {
            let _ = write!(out, ",{}", number(*v));
        });
    }
    out.push('\n');
    out
}

/// A table of the data file and those within it, each under its path.
fn section(path: &str, table: &Map<String, Value>, out: &mut String) {
    let line = |value: &Value| match value {
        Value::Array(list) => {
            format!("[{}]", list.iter().filter_map(Value::as_f64).map(number).collect::<Vec<_>>().join(", "))
        }
        Value::Number(n) if n.is_f64() => number(n.as_f64().unwrap_or(0.0)),
        other => other.to_string(),
    };
    let (tables, lines): (Vec<_>, Vec<_>) = table.iter().partition(|(_, v)| v.is_object());
    if !path.is_empty() && !lines.is_empty() {
        let _ = writeln!(out, "\n[{path}]");
    }
    for (key, value) in lines {
        let _ = writeln!(out, "{key} = {}", line(value));
    }
    for (key, value) in tables {
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        value.as_object().into_iter().for_each(|table| section(&path, table, out));
    }
}

/// The command that repeats the run.
fn command(args: &TuneArgs) -> String {
    let told =
        |name: &str, value: Option<String>| value.map_or_else(String::new, |v| format!(" --{name} {v}"));
    format!(
        "sandtable tune {}{}{} --only {}{}{} --steps {} --games {} --test {} --time {} --reach {} --stride {}{} --elo {} --seed {}",
        args.series.setup.words(),
        told("from", args.from.as_ref().map(|path| path.display().to_string())),
        told("against", args.against.as_ref().map(|path| path.display().to_string())),
        if args.only.is_empty() { "''" } else { &args.only },
        told("rival", args.rival.clone()),
        told("fit", (args.fit > 0).then(|| args.fit.to_string())),
        args.steps,
        args.games,
        args.test,
        args.time,
        args.reach,
        args.stride,
        if args.mean { " --mean" } else { "" },
        args.elo,
        args.series.seed,
    )
}

/// The data file: the weights, then the record of the run.
fn weights_file(args: &TuneArgs, tuned: &Tuned) -> String {
    let mut out = String::from(
        "# What players that plan weigh, tuned by self-play; the record of the run is at the end.\n",
    );
    tuned.weights.as_object().into_iter().for_each(|table| section("", table, &mut out));
    let (command, verdict) = (command(args), verdict(tuned));
    let _ =
        write!(out, "\n[record]\ncommand = {command:?}\ngames = {}\nverdict = {verdict:?}\n", tuned.games);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Command, FromArgMatches};

    #[test]
    fn the_command_of_a_record_repeats_the_run() {
        let read = |line: &str| {
            let words = line.split(' ').skip(1).map(|word| word.trim_matches('\''));
            let found = TuneArgs::augment_args(Command::new("tune")).get_matches_from(words);
            TuneArgs::from_arg_matches(&found).expect("arguments")
        };
        for line in [
            "sandtable tune empires ulm1805 --option forage=off --option guard=on --from a.toml --against b.toml --only '' --rival regular --fit 30 \
             --steps 7 --games 8 --test 10 --time 50 --reach 0.5 --stride 0.35 --mean --elo -20 --seed 3",
            "sandtable tune fury campaign --only score --steps 60 --games 20 --test 800 --time 0 --reach 0.25 --stride 0.12 --elo 30 --seed 1",
        ] {
            assert_eq!(command(&read(line)), line);
        }
    }

    #[test]
    fn weights_are_written_as_they_are_read() {
        let weights = serde_json::json!({"score": {"near": [1.0, 0.25], "days": 4, "way": 0.125}, "script": {"de": {"least": 2.0}}});
        let mut text = String::new();
        section("", weights.as_object().expect("a table"), &mut text);
        assert_eq!(
            text,
            "\n[score]\ndays = 4\nnear = [1.0, 0.25]\nway = 0.125\n\n[script.de]\nleast = 2.0\n"
        );
    }
}
