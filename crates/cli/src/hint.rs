//! `hint`: what a bot would do in your place; and the reasons of bots as text.

use crate::Failure;
use crate::table::{acting, fail, fresh_seed, open, side, with_value};
use clap::Args;
use sandtable_bots::advice::{Hint, Order, Why};
use sandtable_bots::any_session::AnySession;
use sandtable_bots::registry::AnyGame;
use sandtable_core::Side;
use sandtable_core::session::seeded;
use serde_json::json;
use std::path::PathBuf;

/// Actions that are shown of those that were weighed.
const FEW: usize = 5;

/// Results that are shown of an action.
const LIKELY: usize = 4;

#[derive(Args)]
pub struct HintArgs {
    /// The game file
    file: PathBuf,
    /// For this side; for the one that must decide if left out
    #[arg(long)]
    side: Option<String>,
    /// The level that advises, as in veteran or analysis:30s; the strongest that answers quickly if left out
    #[arg(long)]
    level: Option<String>,
    /// Print for programs
    #[arg(long)]
    json: bool,
}

pub fn hint(args: &HintArgs) -> Result<(), Failure> {
    let (game, session) = open(&args.file, false)?;
    let side = side(&*game, &*session, args.side.as_deref())?;
    let (level, hint) = advise(&*game, &*session, side, args.level.as_deref())?;
    if args.json {
        println!(
            "{}",
            json!({"level": level, "action": with_value(&hint.action, &hint.value), "why": hint.why})
        );
    } else {
        println!("{}", hint_text(&level, &hint));
    }
    Ok(())
}

/// The advice of a level, or of the strongest that answers quickly.
pub fn advise(
    game: &dyn AnyGame,
    session: &dyn AnySession,
    side: Option<Side>,
    level: Option<&str>,
) -> Result<(String, Hint), Failure> {
    let level = level.unwrap_or_else(|| game.strongest());
    game.thinks(level).map_err(|e| Failure::new(e.to_string()))?;
    let advice = session.advice(acting(session, side), level, fresh_seed()).map_err(fail)?;
    Ok((level.to_string(), advice().map_err(fail)?))
}

/// What a level would have done in the place of a side after so many moves, from what that side knew then.
pub fn advise_at(
    game: &dyn AnyGame,
    session: &dyn AnySession,
    moves: usize,
    side: &str,
    level: &str,
    seed: u64,
) -> Result<Hint, Failure> {
    let unknown = || Failure::new(format!("there is no side `{side}`"));
    let side = game.about().side(side).ok_or_else(unknown)?;
    let then = session.branch(moves, seeded(seed)).map_err(fail)?;
    then.advice(side, level, seed).map_err(fail)?().map_err(fail)
}

/// Advice with its reasons.
pub fn hint_text(level: &str, hint: &Hint) -> String {
    let number = match hint.action.number {
        0 => String::new(),
        n => format!("{n}  "),
    };
    let mut lines = vec![format!("{level} would do:  {number}{}", hint.action.text)];
    lines.extend(why_lines(&hint.why));
    if hint.why.is_empty() {
        lines.push("  (this level gives no reasons)".to_string());
    }
    lines.join("\n")
}

/// Reasons, a line each: the plan, what is hoped and feared, what was weighed.
pub fn why_lines(why: &Why) -> Vec<String> {
    let mut lines = Vec::new();
    let mut orders: Vec<(&str, Vec<&str>)> = Vec::new();
    for Order { formation, order } in &why.plan {
        match orders.iter_mut().find(|(o, _)| o == order) {
            Some((_, formations)) => formations.push(formation),
            None => orders.push((order, vec![formation])),
        }
    }
    for (i, (order, formations)) in orders.iter().enumerate() {
        lines.push(format!("  {:<8} {order}: {}", if i == 0 { "plan" } else { "" }, formations.join(", ")));
    }
    lines.extend(chance_line(why).map(|text| format!("  {:<8} {text}", "chances")));
    for (name, remarks) in [("hopes", &why.expects), ("fears", &why.dangers)] {
        for (i, remark) in remarks.iter().enumerate() {
            lines.push(format!("  {:<8} {}", if i == 0 { name } else { "" }, remark.text));
        }
    }
    lines.extend(why.duty.iter().map(|d| format!("  {:<8} rule {}: {}", "must", d.rule, d.reason)));
    for (i, action) in why.weighed.iter().take(FEW).enumerate() {
        let mut chances: Vec<_> = action.chances.iter().collect();
        chances.sort_by(|a, b| b.probability.total_cmp(&a.probability));
        let odds: Vec<_> = chances
            .iter()
            .take(LIKELY)
            .map(|c| format!("{:.0} % {}", 100.0 * c.probability, c.outcome))
            .collect();
        let more = if chances.len() > LIKELY { ", …" } else { "" };
        let odds = if odds.is_empty() { String::new() } else { format!(" ({}{more})", odds.join(", ")) };
        let head = if i == 0 { "weighed" } else { "" };
        let wins =
            action.wins.map_or_else(|| " ".repeat(13), |wins| format!("{:>3} in 100   ", hundredths(wins)));
        let tried = if action.trials == 1 {
            "tried once".to_string()
        } else {
            format!("tried {} times", action.trials)
        };
        lines.push(format!("  {head:<8} {wins}{}, {tried}{odds}", action.text));
    }
    if why.weighed.len() > FEW {
        lines.push(format!("  {:<8} and {} more", "", why.weighed.len() - FEW));
    }
    lines
}

/// A chance in hundredths. Only what is certain is 0 or 100.
pub fn hundredths(chance: f64) -> u8 {
    match chance {
        c if c <= 0.0 => 0,
        c if c >= 1.0 => 100,
        c => (100.0 * c).round().clamp(1.0, 99.0) as u8,
    }
}

/// The chance to win in a sentence; none where nothing was tried.
fn chance_line(why: &Why) -> Option<String> {
    let wins = hundredths(why.wins?);
    let worst = why.worst.map(hundredths).filter(|w| *w != wins);
    let worst = worst.map_or_else(String::new, |w| format!(", at worst {w}"));
    let [tried, played_out] = why.tried;
    let out = match played_out {
        0 => String::new(),
        n if n == tried => ", each to the end of the game".to_string(),
        n => format!(", {n} of them to the end of the game"),
    };
    Some(format!("wins about {wins} in 100{worst} ({tried} trials{out})"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_bots::advice::{Remark, WeighedAction};
    use sandtable_core::Breach;
    use sandtable_core::forecast::Chance;

    #[test]
    fn reasons_are_a_line_each() {
        let order = |f: &str, o: &str| Order { formation: f.to_string(), order: o.to_string() };
        let remark = |text: &str| Remark { text: text.to_string(), places: vec![] };
        let chance = |outcome: &str, parts: u64| Chance {
            outcome: outcome.to_string(),
            parts,
            of: 6,
            probability: parts as f64 / 6.0,
        };
        let why = Why {
            plan: vec![order("1st", "hold"), order("2nd", "seek battle"), order("8th", "hold")],
            wins: Some(0.613),
            worst: Some(0.2),
            tried: [8, 3],
            expects: vec![
                remark("expects to take Ivangorod (in 6 of 8 trials)"),
                remark("better afterwards: supply"),
            ],
            dangers: vec![],
            weighed: vec![
                WeighedAction {
                    text: "attack 1304".to_string(),
                    label: "Attack 1304".to_string(),
                    wins: Some(0.64),
                    trials: 8,
                    chances: vec![chance("nothing", 1), chance("retreat", 5)],
                },
                WeighedAction {
                    text: "pass".to_string(),
                    label: "pass".to_string(),
                    wins: Some(0.0),
                    trials: 1,
                    chances: vec![],
                },
            ],
            duty: Some(Breach::new("2.2f", "the 1st Army must begin an attack")),
            trials: 12,
        };
        let lines = why_lines(&why);
        assert_eq!(
            lines,
            [
                "  plan     hold: 1st, 8th",
                "           seek battle: 2nd",
                "  chances  wins about 61 in 100, at worst 20 (8 trials, 3 of them to the end of the game)",
                "  hopes    expects to take Ivangorod (in 6 of 8 trials)",
                "           better afterwards: supply",
                "  must     rule 2.2f: the 1st Army must begin an attack",
                "  weighed   64 in 100   attack 1304, tried 8 times (83 % retreat, 17 % nothing)",
                "             0 in 100   pass, tried once",
            ]
        );
        assert!(why_lines(&Why::default()).is_empty());
        assert_eq!([0.0, 0.001, 0.5, 0.999, 1.0].map(hundredths), [0, 1, 50, 99, 100]);
    }
}
