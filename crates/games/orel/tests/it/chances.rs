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

/// What an action is called in the counts below: its first word, or the kind of declaration.
fn kind(words: &str) -> String {
    let declared = ["hasty", "prepared"].into_iter().find(|w| words.split(' ').nth(1) == Some(w));
    declared.or_else(|| words.split(' ').next()).unwrap().to_string()
}

#[test]
fn r8_1e_chances_of_declarations_and_attacks_add_to_one_for_either_side() {
    rules!("orel 7.2f", "orel 8.3.1c", "orel 8.8a", "orel 8.5a");
    // How often each side was told of what.
    let mut told: [BTreeMap<String, usize>; 2] = Default::default();
    for (seed, scenario) in [(1, "historical"), (3, "brasovo")] {
        let mut dice = Seeded::new(seed);
        let mut p = game().start(scenario, &Options::new(), &mut dice).unwrap();
        let (mut events, mut all) = (Vec::new(), Vec::new());
        for step in 0..4000 {
            let Some(side) = game().to_decide(&p).side() else { break };
            all.clear();
            game().actions(&p, side, &mut all);
            let fights = p.phase >= Phase::Barrage && p.phase <= Phase::Attacks && step % 2 == 0;
            for action in all.iter().filter(|_| fights || step % 150 == 0) {
                let words = game().describe(&p, action);
                let what = format!("{scenario} {seed}, step {step}, `{words}`");
                if let Some(battle) = game().battle(&p, side, action) {
                    match battle.chances.is_empty() {
                        // Only where nobody can fight is there no result to tell of.
                        true => assert!(battle.note.contains("without a check"), "{what}: {}", battle.note),
                        false => whole(&what, &battle.chances),
                    }
                    for row in battle.expects.iter().flat_map(|chart| &chart.rows) {
                        let percents = row.iter().filter_map(|cell| cell.strip_suffix(" %"));
                        assert!(
                            percents.into_iter().all(|n| (0.0..=100.0).contains(&n.parse().unwrap())),
                            "{what}"
                        );
                    }
                    *told[usize::from(side.0)].entry(kind(&words)).or_default() += 1;
                }
                if !fights {
                    continue;
                }
                if let Some(chances) = forecast_within(game(), &p, side, action, 1500) {
                    whole(&what, &chances);
                    let n = usize::from(chances.len() > 1);
                    *told[usize::from(side.0)].entry(format!("dice of {}", kind(&words))).or_default() += n;
                }
            }
            let action = all[dice.below(all.len())];
            events.clear();
            game().apply(&mut p, side, &action, &mut dice, &mut events);
        }
    }
    for (side, told) in told.iter().enumerate() {
        for kind in [
            "hasty",
            "prepared",
            "resolve",
            "assault",
            "fire",
            "dice of assault",
            "dice of stand",
            "dice of retreat",
        ] {
            assert!(told.get(kind).is_some_and(|n| *n > 0), "side {side} was not told of `{kind}`: {told:?}");
        }
    }
}
