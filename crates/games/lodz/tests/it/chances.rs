//! Forecasts: what they say before a player commits to something adds up to one, for either side.
#![allow(clippy::unwrap_used)]

use crate::scene::*;
use sandtable_core::forecast::forecast_within;
use sandtable_core::guide::Guide;
use sandtable_core::player::Player;
use sandtable_testkit::chances_are_whole;
use std::collections::BTreeMap;

/// Takes any legal action; of the many of a movement now and then the last, which ends it.
struct Hasty(Seeded, usize);

impl Player<Lodz> for Hasty {
    fn choose(&mut self, game: &Lodz, p: &Position, side: Side) -> Option<Action> {
        let mut all = Vec::new();
        game.actions(p, side, &mut all);
        self.1 += 1;
        match all.len() {
            n if n > 60 && self.1.is_multiple_of(3) => all.last().copied(),
            n => all.get(self.0.below(n.max(1))).copied(),
        }
    }
}

#[test]
fn r7_31a_chances_of_declarations_and_attacks_add_to_one_for_either_side() {
    rules!("lodz 8.61a", "lodz 14.23");
    let options = options(&[("barrage", "on")]);
    // How often each side was told of what.
    let mut told: [BTreeMap<String, usize>; 2] = Default::default();
    for (seed, scenario) in [(1, "november-11"), (2, "lodz"), (3, "ruzski"), (4, "masurian")] {
        let walk = Walk { scenario, options: &options, seed, steps: 1500, every: 1 };
        walk.look_with(game(), &mut Hasty(Seeded::new(seed), 0), |m| {
            let (p, side) = (m.position, m.side);
            let all = Scene::at(*p).legal();
            // Movement has no dice, and thousands of actions.
            for action in all.iter().filter(|_| all.len() < 60) {
                let words = game().describe(p, action);
                let what = format!("{}, `{words}`", walk.at(m.number));
                let verb = words.split(' ').next().unwrap().to_string();
                if let Some(battle) = game().battle(p, side, action) {
                    chances_are_whole(&what, &battle.chances);
                    // Each side reads its own chances and prices.
                    if let Some(chart) = &battle.expects {
                        assert!(chart.head.iter().any(|h| h == "you go back"), "{what}");
                        let percents = chart.rows.iter().flatten().filter_map(|cell| cell.strip_suffix(" %"));
                        assert!(percents.into_iter().all(|n| (0.0..=100.0).contains(&n.parse().unwrap())));
                    }
                    *told[usize::from(side.0)].entry(verb.clone()).or_default() += 1;
                }
                let chances = forecast_within(game(), p, side, action, 1500).unwrap_or_default();
                // Without dice there is one result, of which nothing need be told.
                if chances.len() > 1 {
                    chances_are_whole(&what, &chances);
                    *told[usize::from(side.0)].entry(format!("dice of {verb}")).or_default() += 1;
                }
            }
        });
    }
    for (side, told) in told.iter().enumerate() {
        for kind in ["attack", "fire", "confirm", "aim", "dice of confirm"] {
            assert!(told.contains_key(kind), "side {side} was not told of `{kind}`: {told:?}");
        }
    }
}
