//! What the table shows of the ground.

use crate::common::*;
use sandtable_core::Game;
use sandtable_core::guide::{Ground, Guide};
use sandtable_fury::sequence::Step;
use std::collections::BTreeSet;

/// The places of a layer.
fn ground(t: &Table, what: Ground, layer: &str, side: &str) -> Vec<String> {
    let layers = game().ground(&t.p, what).unwrap();
    let all = layers.iter().filter(|l| l.what == layer && l.side == side);
    all.flat_map(|l| l.places.clone()).collect()
}

/// A Russian corps two marches before Königsberg, the next one far behind.
pub fn before_koenigsberg() -> Table {
    let pieces = "
        de-ii 1004 army=hq-de-viii
        ru-iii 1304
        ru-iv 1406
        hq-ru-i 1505";
    Table::at("turn = 'S1'\nphase = 'moves'\nside = 'ru'", pieces)
}

#[test]
fn r9_1a_zones_are_those_of_units_and_fortresses() {
    let t = before_koenigsberg();
    let zone = ground(&t, Ground::Zones, "zone", "ru");
    assert!(zone.contains(&"1304".into()) && zone.contains(&"1204".into()), "{zone:?}");
    assert!(!zone.contains(&"1606".into()), "a headquarters has no zone: {zone:?}");
    let zone = ground(&t, Ground::Zones, "zone", "cp");
    assert!(zone.contains(&"1104".into()), "Königsberg has one: {zone:?}");
    assert!(!zone.contains(&"1003".into()), "nobody stands in the sea");
}

#[test]
fn r11_2b_supply_shows_what_is_reached_and_what_is_cut() {
    let t = Table::at(
        "turn = 'S2'\nphase = 'adjustment'\nside = 'ru'",
        "ru-gr 0613\nah-i 0614\nah-v 0713\nah-ii 0513\nru-xxv 1414",
    );
    assert_eq!(ground(&t, Ground::Supply, "cut", "ru"), ["0613"]);
    let (fed, sources) =
        (ground(&t, Ground::Supply, "supplied", "ru"), ground(&t, Ground::Supply, "source", "ru"));
    assert!(fed.contains(&"1414".into()) && !fed.contains(&"0613".into()));
    assert!(!sources.is_empty() && sources.iter().all(|h| fed.contains(h)), "{sources:?}");
    assert!(
        ground(&t, Ground::Supply, "source", "cp").contains(&"0615".into()),
        "Kraków is joined to the edge"
    );
}

#[test]
fn r10_1a_command_is_shown_for_each_army() {
    let t = before_koenigsberg();
    let layers = game().ground(&t.p, Ground::Command).unwrap();
    assert_eq!(layers.iter().map(|l| (l.name.as_str(), l.side)).collect::<Vec<_>>(), [("RU I Army", "ru")]);
    assert!(layers[0].places.contains(&"1304".into()) && !layers[0].places.contains(&"1204".into()));
}

#[test]
fn r4d_objectives_are_fortresses_by_their_holder() {
    let t = Table::at(
        "turn = 'S1'\nphase = 'moves'\nside = 'ru'",
        "ru-iii 1206\nfort 1206\nfort 1307\nru-iv 1504\nah-i 0615",
    );
    let layers = game().ground(&t.p, Ground::Objectives).unwrap();
    let all: usize = layers.iter().map(|l| l.places.len()).sum();
    assert_eq!(all, 15);
    let of = |place: &str| {
        let l = layers.iter().find(|l| l.places.contains(&place.to_string())).unwrap();
        (l.side, l.name.split(',').next().unwrap().to_string())
    };
    assert_eq!(of("1206"), ("ru", "fortress taken from the enemy".to_string()));
    assert_eq!(of("1307"), ("", "fortress taken and left".to_string()));
    assert_eq!(of("1004"), ("cp", "own fortress".to_string()));
    assert_eq!(game().ground(&t.p, Ground::Control), None);
}

#[test]
fn threat_covers_every_attack_that_a_unit_can_come_to_by_itself() {
    let t = before_koenigsberg();
    let threat = ground(&t, Ground::Threat, "threat", "ru");
    // III goes two hexes and attacks beside that.
    assert!(threat.contains(&"1004".into()), "{threat:?}");
    let far = ground(&t, Ground::Threat, "threat", "cp");
    assert!(far.contains(&"1104".into()) && !far.contains(&"1504".into()), "{far:?}");
    // Every attack that is declared in random games lay in the threat at the beginning of the activation, but for those that
    // friends opened.
    let (mut inside, mut all) = (0, 0);
    for seed in [1, 3] {
        let mut threat = BTreeSet::new();
        let mut begun = None;
        random_game(seed, &sandtable_core::Options::new(), &mut |p, side| {
            let now = (p.turn, p.activation);
            if begun != Some(now) && p.steps.top() == Step::Moves {
                begun = Some(now);
                let layers = game().ground(p, Ground::Threat).unwrap();
                let own = game().about().side_id(side);
                threat = layers.into_iter().filter(|l| l.side == own).flat_map(|l| l.places).collect();
            }
            if p.steps.top() == Step::Resolve {
                for attack in p.attacks.iter().filter(|a| !a.done) {
                    all += 1;
                    inside += usize::from(threat.contains(&game().data.number(attack.target).to_string()));
                }
            }
        });
    }
    assert!(all > 50 && inside * 100 > all * 95, "{inside} of {all}");
}
