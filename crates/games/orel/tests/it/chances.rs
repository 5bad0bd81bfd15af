//! Forecasts: what they say before a player commits to something adds up to one, for either side.
#![allow(clippy::unwrap_used)]

use crate::bot::Any;
use crate::scene::*;
use sandtable_core::forecast::forecast_within;
use sandtable_core::guide::Guide;
use sandtable_testkit::chances_are_whole;
use std::collections::BTreeMap;

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
    for (seed, scenario) in (1..=6).map(|seed| (seed, "historical")).chain([(3, "brasovo")]) {
        let walk = Walk { scenario, options: &Options::new(), seed, steps: 4000, every: 2 };
        walk.look_with(game(), &mut Any(Seeded::new(seed)), |m| {
            let (p, side) = (m.position, m.side);
            let fights = p.phase >= Phase::Barrage && p.phase <= Phase::Attacks;
            if !fights && m.number % 75 != 0 {
                return;
            }
            for action in &Scene::at(*p).legal() {
                let words = game().describe(p, action);
                let what = format!("{}, `{words}`", walk.at(m.number));
                if let Some(battle) = game().battle(p, side, action) {
                    match battle.chances.is_empty() {
                        // Only where nobody can fight is there no result to tell of.
                        true => assert!(battle.note.contains("without a check"), "{what}: {}", battle.note),
                        false => chances_are_whole(&what, &battle.chances),
                    }
                    for cell in battle.expects.iter().flat_map(|chart| &chart.rows).flatten() {
                        let percent = cell.strip_suffix(" %").map_or(0.0, |n| n.parse().unwrap());
                        assert!((0.0..=100.0).contains(&percent), "{what}");
                    }
                    *told[usize::from(side.0)].entry(kind(&words)).or_default() += 1;
                }
                if fights && let Some(chances) = forecast_within(game(), p, side, action, 1500) {
                    chances_are_whole(&what, &chances);
                    let n = usize::from(chances.len() > 1);
                    *told[usize::from(side.0)].entry(format!("dice of {}", kind(&words))).or_default() += n;
                }
            }
        });
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
