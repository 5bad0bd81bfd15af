//! Whole games by chance: every offer is legal, nothing hidden shows in it, and every scenario comes to an end.
use crate::common::rules;
use sandtable_core::dice::{Dice, Seeded};
use sandtable_core::{Decision, Game, Options, Side};
use sandtable_empires::data::POWERS;
use sandtable_empires::land::Position;
use sandtable_empires::play::year::YearAction;
use sandtable_empires::position::{Phase, Step};
use sandtable_empires::{Action, Empires};
use std::sync::LazyLock;

static GAME: LazyLock<Empires> = LazyLock::new(|| Empires::new().unwrap());

/// How many games are played: a few, or as many as `EMPIRES_GAMES` says.
fn games(few: u64) -> u64 {
    std::env::var("EMPIRES_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(few)
}

fn offers(p: &Position, side: Side) -> Vec<Action> {
    let mut out = Vec::new();
    GAME.actions(p, side, &mut out);
    out
}

/// Plays a game by chance; checks are dear, so only some positions of long games are looked at closely.
fn play(scenario: &str, options: &Options, seed: u64, close: u64) -> Position {
    let mut dice = Seeded::new(seed);
    let mut p = GAME.start(scenario, options, &mut dice).unwrap();
    let mut events = Vec::new();
    let mut last = None;
    for step in 0..200_000u64 {
        let decision = GAME.to_decide(&p);
        let Decision::Decide { sides, .. } = decision else {
            assert_eq!(p.play.phase, Phase::Over);
            return p;
        };
        let all: Vec<Side> = sides.iter().collect();
        let side = all[usize::from(dice.roll(all.len() as u8)) - 1];
        let list = offers(&p, side);
        assert!(!list.is_empty(), "{scenario} {seed}: {decision:?}");
        GAME.sound(&p).unwrap_or_else(|e| panic!("{scenario} {seed} {step}: {e} after {last:?}"));
        // Other steps have games of their own.
        if step % close == 0 && matches!(p.play.steps.top(), Step::Year(_)) {
            for q in (0..POWERS as u8).map(Side) {
                let known = GAME.known(&p, q).unwrap();
                assert_eq!(GAME.to_decide(&known), decision, "{scenario} {seed}");
                assert_eq!(offers(&known, q), offers(&p, q), "{scenario} {seed} {step} {q:?}");
            }
            for action in list.iter().step_by(1 + list.len() / 50) {
                GAME.check(&p, side, action).unwrap_or_else(|e| panic!("{scenario} {seed}: {e}"));
            }
        }
        // Players stop talking some day.
        let stop = list.iter().find(|a| matches!(a, Action::Year(YearAction::Done)));
        let action = match stop {
            Some(stop) if dice.roll(3) == 1 => *stop,
            _ => list[dice.below(list.len())],
        };
        last = Some((p.play.phase, side, action));
        GAME.apply(&mut p, side, &action, &mut dice, &mut events);
        for event in events.drain(..) {
            GAME.tell(&event);
        }
    }
    panic!("{scenario} {seed}: no end");
}

#[test]
fn games_of_each_scenario_come_to_an_end() {
    rules!("empires 7.1.3", "empires 7.1.3(b)");
    for scenario in ["ulm1805", "jena1806", "wagram1809", "russia1812", "danube1809"] {
        for seed in 0..games(10) {
            let p = play(scenario, &Options::new(), seed, 3);
            let Decision::Over(o) = GAME.to_decide(&p) else { panic!() };
            assert!(!o.level.is_empty() && o.rule == "scenario");
        }
    }
}

#[test]
fn grand_campaigns_come_to_an_end() {
    let options = Options::from([("turns".to_string(), "12".to_string())]);
    for seed in 0..games(1) {
        let p = play("grand1805", &options, seed, 7);
        assert_eq!(p.month, 1805 * 12 + 11, "{seed}");
        let Decision::Over(o) = GAME.to_decide(&p) else { panic!() };
        assert!(!o.level.is_empty());
    }
}

#[test]
fn words_of_actions_are_unique_and_read_back() {
    for (scenario, seed) in [("grand1805", 1), ("grand1805", 2), ("russia1812", 3), ("ulm1805", 4)] {
        let mut dice = Seeded::new(seed);
        let mut p = GAME.start(scenario, &Options::new(), &mut dice).unwrap();
        for _ in 0..400 {
            let Decision::Decide { sides, .. } = GAME.to_decide(&p) else { break };
            let side = sides.iter().next().unwrap();
            let list = offers(&p, side);
            let mut seen = std::collections::HashSet::new();
            for action in &list {
                let text = GAME.describe(&p, action);
                assert!(seen.insert(text.clone()), "{text} stands twice");
                assert_eq!(GAME.parse(&p, &text), Some(*action), "{text}");
            }
            GAME.apply(&mut p, side, &list[dice.below(list.len())], &mut dice, &mut Vec::new());
        }
    }
}
