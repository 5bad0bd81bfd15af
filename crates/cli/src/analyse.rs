//! `analyse`: how the chances to win changed in a game, where it turned, and how much of it was luck.

use crate::hint::{advise_at, hundredths, why_lines};
use crate::table::{fail, open};
use crate::{Failure, curve, files};
use clap::Args;
use sandtable_bots::analysis::{Analysis, Limits, TurnChange};
use sandtable_bots::any_session::AnySession;
use sandtable_bots::registry::AnyGame;
use serde_json::json;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
pub struct AnalyseArgs {
    /// The game file
    file: PathBuf,
    /// Draw the curve of the chances
    #[arg(long, value_name = "FILE.svg")]
    svg: Option<PathBuf>,
    /// Seconds of thought, counted in decisions: the same seed gives the same on any machine
    #[arg(long, default_value_t = 10)]
    time: u64,
    /// Seed of all that is left to chance in it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The level that says at each turning point what it would have played; `none` for none
    #[arg(long, default_value = "veteran")]
    level: String,
    /// Print for programs
    #[arg(long)]
    json: bool,
}

pub fn run(args: &AnalyseArgs) -> Result<(), Failure> {
    let (game, session) = open(&args.file, false)?;
    if args.level != "none" {
        game.thinks(&args.level).map_err(|e| Failure::new(e.to_string()))?;
    }
    let none = || Failure::new(format!("{} has no scores that an analysis could go by", game.about().id));
    let analyst = session.analyst(None).ok_or_else(none)?;
    let analysis = analyst(&Limits::counted(args.seed, Duration::from_secs(args.time))).map_err(fail)?;
    if let Some(path) = &args.svg {
        let title = format!("{}: chances to win", game.about().title);
        files::replace(path, &curve::svg(&title, &analysis))
            .map_err(|e| Failure::new(format!("{}: {e}", path.display())))?;
    }
    if args.json {
        println!("{}", json!(analysis));
    } else {
        print!("{}", text(&analysis));
        for (n, at) in analysis.turning.iter().enumerate() {
            println!("{}", turning_point(args, &*game, &*session, &analysis, n + 1, *at)?);
        }
    }
    Ok(())
}

/// A change of a chance in hundredths, with its sign.
fn by(change: f64) -> String {
    let hundredths = (100.0 * change).round();
    if hundredths == 0.0 { "±0".to_string() } else { format!("{hundredths:+.0}") }
}

/// The camp whose chance is told where there are two: that of the side that moved, else the one whose chance changed most.
fn told_of(analysis: &Analysis, turn: &TurnChange) -> usize {
    let own = analysis.camps.iter().position(|camp| camp.sides.contains(&turn.side));
    own.unwrap_or(0)
}

fn text(analysis: &Analysis) -> String {
    let names: Vec<&str> = analysis.camps.iter().map(|c| c.name.as_str()).collect();
    let mut out = format!("chances to win in 100: {}\n", names.join(", "));
    for point in &analysis.points {
        let wins: Vec<String> = point.wins.iter().map(|w| format!("{:>3}", hundredths(*w))).collect();
        out.push_str(&format!("  {:>5}  {}  {}\n", point.number, wins.join(" "), point.moment));
    }
    for (c, camp) in analysis.camps.iter().enumerate() {
        let sum = |of: fn(&TurnChange) -> &Vec<f64>| analysis.turns.iter().map(|t| of(t)[c]).sum::<f64>();
        out.push_str(&format!(
            "{}: dice {} in 100 over the game, decisions {}\n",
            camp.name,
            by(sum(|t| &t.dice)),
            by(sum(|t| &t.decisions))
        ));
    }
    let how = match analysis.trials {
        0 => "by the score alone: there was no time for trials".to_string(),
        n => format!("{n} trials"),
    };
    out.push_str(&format!("{how}, seed {}\n", analysis.seed));
    out
}

/// A turning point: the change, what of it was dice, the move that changed most, and what a bot would have played there.
fn turning_point(
    args: &AnalyseArgs,
    game: &dyn AnyGame,
    session: &dyn AnySession,
    analysis: &Analysis,
    n: usize,
    at: usize,
) -> Result<String, Failure> {
    let turn = &analysis.turns[at];
    let camp = told_of(analysis, turn);
    let [before, after] = [at, at + 1].map(|i| hundredths(analysis.points[i].wins[camp]));
    let mut lines = vec![format!(
        "\n{n}  moves {} to {}, {}: {} {before} → {after} in 100; dice {}, decisions {}",
        turn.from + 1,
        turn.to,
        analysis.points[at].moment,
        analysis.camps[camp].name,
        by(turn.dice[camp]),
        by(turn.decisions[camp])
    )];
    let Some(key) = &turn.key else { return Ok(lines.join("\n")) };
    let dice: Vec<String> = key.dice.iter().map(u8::to_string).collect();
    let dice = if dice.is_empty() { String::new() } else { format!(" (dice {})", dice.join(", ")) };
    lines.push(format!(
        "   move {}, {}: {}{dice}: {}",
        key.number,
        key.side,
        key.label,
        by(key.change[camp])
    ));
    if args.level != "none" {
        let hint = advise_at(game, session, key.number - 1, key.side, &args.level, args.seed)?;
        lines.push(format!("   {} would have played: {}", args.level, hint.action.label));
        lines.extend(why_lines(&hint.why).into_iter().map(|line| format!(" {line}")));
    }
    Ok(lines.join("\n"))
}
