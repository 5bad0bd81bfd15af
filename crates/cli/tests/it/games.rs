//! The list of games.

use sandtable_core::Sides;
use sandtable_games::{GAMES, game};

#[test]
fn camps_hold_every_side_of_a_scenario_once() {
    for id in GAMES {
        let Ok(game) = game(id) else { panic!("{id}") };
        for scenario in game.about().scenarios.iter().map(|s| s.id.as_str()) {
            let camps = game.camps(scenario);
            assert!(camps.len() > 1, "{id} {scenario}");
            let mut held: Vec<_> = camps.iter().flat_map(|camp| camp.iter()).collect();
            held.sort();
            let playing: Vec<_> = game.about().sides_of(scenario).map(|(side, _)| side).collect();
            assert_eq!(held, playing, "{id} {scenario}");
        }
    }
}

#[test]
fn allies_are_one_camp_and_rivals_are_not() {
    for (id, scenario, camps) in [
        ("tannenberg", "three-player", vec!["de", "ru ru2"]),
        ("empires", "jena1806", vec!["fr", "ru pr"]),
        ("empires", "grand1805", vec!["fr", "gb", "ru", "tu", "au", "pr", "sp"]),
    ] {
        let Ok(game) = game(id) else { panic!("{id}") };
        let ids = |camp: Sides| camp.iter().map(|s| game.about().side_id(s)).collect::<Vec<_>>().join(" ");
        assert_eq!(game.camps(scenario).into_iter().map(ids).collect::<Vec<_>>(), camps, "{scenario}");
    }
}
