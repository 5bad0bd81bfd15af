//! Forecasts: what they say before somebody commits himself adds up to one, for either side.
#![allow(clippy::unwrap_used)]

use crate::scene::*;
use sandtable_core::forecast::{Chance, forecast_within};
use sandtable_core::guide::Guide;
use std::collections::BTreeMap;

/// Whether results are told once each, in words, and make up the whole.
fn whole(what: &str, chances: &[Chance]) {
    assert!(!chances.is_empty(), "{what}: nothing is told");
    let of = chances[0].of;
    assert!(chances.iter().all(|c| c.of == of && c.parts > 0), "{what}: {chances:?}");
    assert_eq!(chances.iter().map(|c| c.parts).sum::<u64>(), of, "{what}: {chances:?}");
    let sum: f64 = chances.iter().map(|c| c.probability).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{what}: {sum}");
    let mut told: Vec<&str> = chances.iter().map(|c| c.outcome.as_str()).collect();
    told.sort_unstable();
    told.dedup();
    assert!(told.len() == chances.len() && !told[0].is_empty(), "{what}: {chances:?}");
}

#[test]
fn r7_31a_chances_of_declarations_and_attacks_add_to_one_for_either_side() {
    rules!("lodz 8.61a", "lodz 14.23");
    let options: Options = [("barrage".to_string(), "on".to_string())].into_iter().collect();
    // How often each side was told of what.
    let mut told: [BTreeMap<String, usize>; 2] = Default::default();
    for (seed, scenario) in [(1, "november-11"), (2, "lodz"), (3, "ruzski"), (4, "masurian")] {
        let mut dice = Seeded::new(seed);
        let mut p = game().start(scenario, &options, &mut dice).unwrap();
        let (mut events, mut all) = (Vec::new(), Vec::new());
        for step in 0..1500 {
            let Some(side) = game().to_decide(&p).side() else { break };
            all.clear();
            game().actions(&p, side, &mut all);
            // Movement has no dice, and thousands of actions.
            for action in all.iter().filter(|_| all.len() < 60) {
                let words = game().describe(&p, action);
                let what = format!("{scenario} {seed}, step {step}, `{words}`");
                let verb = words.split(' ').next().unwrap().to_string();
                let battle = game().battle(&p, side, action);
                if let Some(battle) = &battle {
                    whole(&what, &battle.chances);
                    // Each side reads its own chances and prices.
                    if let Some(chart) = &battle.expects {
                        assert!(chart.head.iter().any(|h| h == "you go back"), "{what}");
                        let percents = chart.rows.iter().flatten().filter_map(|cell| cell.strip_suffix(" %"));
                        assert!(percents.into_iter().all(|n| (0.0..=100.0).contains(&n.parse().unwrap())));
                    }
                    *told[usize::from(side.0)].entry(verb.clone()).or_default() += 1;
                }
                let chances = forecast_within(game(), &p, side, action, 1500).unwrap_or_default();
                // Without dice there is one result, of which nothing need be told.
                if chances.len() > 1 {
                    whole(&what, &chances);
                    *told[usize::from(side.0)].entry(format!("dice of {verb}")).or_default() += 1;
                }
            }
            let action = match all.len() {
                // Whoever moves does so for a while, then goes on.
                n if n > 60 && step % 3 == 0 => *all.last().unwrap(),
                n => all[dice.below(n)],
            };
            events.clear();
            game().apply(&mut p, side, &action, &mut dice, &mut events);
        }
    }
    for (side, told) in told.iter().enumerate() {
        for kind in ["attack", "fire", "confirm", "aim", "dice of confirm"] {
            assert!(told.contains_key(kind), "side {side} was not told of `{kind}`: {told:?}");
        }
    }
}
