//! `hint`: what a bot would do in your place; and the reasons of bots as text.

use crate::Failure;
use crate::table::{acting, fail, fresh_seed, open, side, with_value};
use clap::Args;
use sandtable_bots::advice::{Hint, Order, Why};
use sandtable_bots::any_session::AnySession;
use sandtable_bots::registry::AnyGame;
use sandtable_core::Side;
use sandtable_core::plan::Part;
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
    lines.extend(outlook("hopes", &why.hopes));
    lines.extend(outlook("fears", &why.fears));
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
        lines.push(format!("  {head:<8} {:>+6} {}{odds}", action.score, action.text));
    }
    if why.weighed.len() > FEW {
        lines.push(format!("  {:<8} and {} more", "", why.weighed.len() - FEW));
    }
    lines
}

/// What changes for better or worse, in one line; none if nothing does.
fn outlook(name: &str, parts: &[Part]) -> Option<String> {
    let changed: Vec<_> = parts.iter().filter(|p| p.now != p.then).collect();
    let sum: i32 = changed.iter().map(|p| p.then - p.now).sum();
    let each: Vec<_> = changed.iter().map(|p| format!("{} {} → {}", p.name, p.now, p.then)).collect();
    (!each.is_empty()).then(|| format!("  {name:<8} {sum:>+6} {}", each.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_bots::advice::WeighedAction;
    use sandtable_core::Breach;
    use sandtable_core::forecast::Chance;

    #[test]
    fn reasons_are_a_line_each() {
        let order = |f: &str, o: &str| Order { formation: f.to_string(), order: o.to_string() };
        let chance = |outcome: &str, parts: u64| Chance {
            outcome: outcome.to_string(),
            parts,
            of: 6,
            probability: parts as f64 / 6.0,
        };
        let why = Why {
            plan: vec![order("1st", "hold"), order("2nd", "seek battle"), order("8th", "hold")],
            hopes: vec![
                Part { name: "fortresses".into(), now: 0, then: 400 },
                Part { name: "strength".into(), now: 12, then: 12 },
                Part { name: "supply".into(), now: 0, then: -30 },
            ],
            fears: vec![Part { name: "strength".into(), now: 12, then: 12 }],
            weighed: vec![
                WeighedAction {
                    text: "attack 1304".to_string(),
                    label: "Attack 1304".to_string(),
                    score: 310,
                    trials: 8,
                    chances: vec![chance("nothing", 1), chance("retreat", 5)],
                },
                WeighedAction {
                    text: "pass".to_string(),
                    label: "pass".to_string(),
                    score: -20,
                    trials: 4,
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
                "  hopes      +370 fortresses 0 → 400, supply 0 → -30",
                "  must     rule 2.2f: the 1st Army must begin an attack",
                "  weighed    +310 attack 1304 (83 % retreat, 17 % nothing)",
                "              -20 pass",
            ]
        );
        assert!(why_lines(&Why::default()).is_empty());
    }
}
