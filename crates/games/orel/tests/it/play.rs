//! Whole games by chance: no dead end, everything offered is legal, and what must hold holds.
#![allow(clippy::unwrap_used)]

use crate::scene::*;
use sandtable_core::view::Viewer;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

const SCENARIOS: [&str; 3] = ["brasovo", "historical", "hypothetical"];

/// Steps of a side: on the map, still to come, lost as prisoners or otherwise.
fn steps(p: &Position) -> u32 {
    engine().all_units().map(|u| u32::from(p.steps(u))).sum()
}

/// Steps that units still have, and prisoners: in combat nothing is gained (orel 4.1b).
fn step_holds(before: &Position, after: &Position) -> Result<(), String> {
    let recruits =
        before.phase == Phase::Recruits || before.phase != after.phase || before.turn != after.turn;
    if steps(after) > steps(before) && !recruits {
        return Err(format!("{} steps became {}", steps(before), steps(after)));
    }
    let taken = |p: &Position| u32::from(p.prisoners[0] + p.prisoners[1]);
    let lost = steps(before).saturating_sub(steps(after));
    if taken(after) > taken(before) + lost + 3 && before.phase == after.phase {
        return Err(format!("{lost} steps were lost and {} prisoners made", taken(after) - taken(before)));
    }
    for side in 0..2 {
        if p_over(after, side) {
            return Err(format!("side {side} has {} Recruit Points", after.recruits[side]));
        }
    }
    // A unit that has ended its move stays (orel 7b).
    if before.phase == Phase::Movement && after.phase == Phase::Movement {
        for u in before.march.moved.iter() {
            if before.on_map(u) && after.hex(u) != before.hex(u) {
                return Err(format!("{} moved twice", engine().id(u)));
            }
        }
    }
    Ok(())
}

fn p_over(p: &Position, side: usize) -> bool {
    p.recruits[side] > game().d.charts.bank
}

/// Each gun or train supports once (orel 8.6.2).
fn supports_once(p: &Position) -> Result<(), String> {
    let mut seen = Pieces::NONE;
    for attack in p.declared() {
        for set in [attack.supports, attack.defence] {
            if let Some(u) = set.meet(seen).first() {
                return Err(format!("{} supports twice", engine().id(u)));
            }
            seen = seen.with(set);
        }
    }
    Ok(())
}

/// Plays a game by chance; `every` says how often the dear checks are made.
fn by_chance(scenario: &str, options: &Options, seed: u64, every: usize) -> usize {
    let game = game();
    let mut dice = Seeded::new(seed);
    let mut chance = Seeded::new(seed ^ 0xABCD);
    let mut p = game.start(scenario, options, &mut dice).unwrap();
    let (mut scratch, mut list, mut events) = (vec![], vec![], vec![]);
    for n in 0..200_000 {
        let side = match game.to_decide(&p) {
            Decision::Over(_) => return n,
            d => d.side().unwrap(),
        };
        let here = || {
            format!("{scenario} {seed} after {n}, turn {}: {:?} {:?}", p.turn, p.phase, p.play.steps.top())
        };
        let action = game.sample(&p, side, &mut |n| chance.below(n), &mut scratch);
        let action = action.unwrap_or_else(|| panic!("{}: dead end", here()));
        if n % every == 0 {
            game.sound(&p).unwrap_or_else(|e| panic!("{}: {e}", here()));
            supports_once(&p).unwrap_or_else(|e| panic!("{}: {e}", here()));
            list.clear();
            game.actions(&p, side, &mut list);
            for offered in &list {
                if let Err(e) = game.check(&p, side, offered) {
                    panic!("{}: {offered:?} is offered and refused: {e}", here());
                }
                let words = game.describe(&p, offered);
                let read = game.parse(&p, &words);
                assert_eq!(read, Some(*offered), "{}: `{words}`", here());
            }
            let mut texts: Vec<String> = list.iter().map(|a| game.describe(&p, a)).collect();
            texts.sort();
            texts.windows(2).for_each(|w| assert_ne!(w[0], w[1], "{}", here()));
            let written = serde_json::to_string(&p).unwrap();
            assert_eq!(serde_json::from_str::<Position>(&written).unwrap(), p, "{}", here());
            let _ = game.view(&p, Viewer::All);
        }
        game.check(&p, side, &action).unwrap_or_else(|e| panic!("{}: {action:?}: {e}", here()));
        let before = p;
        events.clear();
        game.apply(&mut p, side, &action, &mut dice, &mut events);
        let told = || events.iter().map(|e| game.tell(e).text).collect::<Vec<_>>();
        step_holds(&before, &p).unwrap_or_else(|e| {
            panic!("{scenario} {seed} after {n} {:?}, {action:?}: {e}: {:?}", before.play.steps.top(), told())
        });
        events.iter().for_each(|e| assert!(!game.tell(e).text.is_empty(), "{e:?}"));
    }
    panic!("{scenario} {seed}: no end");
}

fn options(n: u64) -> Options {
    let names = ["events", "new-coordination", "new-cohesion", "one-cohesion-result", "vehicle-tests"];
    let on = names.iter().enumerate().filter(|(i, _)| n >> i & 1 == 1);
    on.map(|(_, name)| (name.to_string(), "on".to_string())).collect()
}

fn series(games: usize, every: usize) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|s| {
        for _ in 0..2 {
            s.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Relaxed);
                    if n >= games {
                        break;
                    }
                    by_chance(SCENARIOS[n % 3], &options(n as u64 / 3), n as u64 + 1, every);
                }
            });
        }
    });
}

#[test]
fn games_by_chance_come_to_an_end_and_keep_the_rules() {
    series(24, 41);
}

#[test]
#[ignore = "long: a thousand games"]
fn a_thousand_games_by_chance() {
    series(1000, 211);
}
