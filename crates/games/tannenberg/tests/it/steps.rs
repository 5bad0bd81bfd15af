//! Steps, and from the die to what it costs (8.0, 8.4, 8.5, 8.9, 10.54 and 11.14).
use crate::common::*;
use sandtable_east::data::params::Outcome;
use sandtable_east::data::pieces::{Kind, Level, Size, UnitSet};
use sandtable_east::standard::command;
use sandtable_east::standard::results;
use sandtable_east::standard::strength::{self, Attack};
use sandtable_tannenberg::position::{Position, off};

const RESULTS: [Outcome; 4] = [Outcome::One, Outcome::Two, Outcome::Three, Outcome::Eliminated];

#[test]
fn r8_51_small_units_and_depots_fall_at_once() {
    rules!("tannenberg 8.52a");
    let d = data();
    for u in d.units.iter().filter(|u| !u.is_hq()) {
        let steps = match (u.kind, u.size.unwrap()) {
            (Kind::Depot, _) | (_, Size::Regiment | Size::Brigade) => 1,
            (_, Size::Division) => 2,
            (_, Size::Corps) => 4,
        };
        let mut p = stand(d, &[&format!("{} 0711", u.id)]);
        let unit = id(d, &u.id);
        for lost in 1..=steps {
            p.lose(d, unit, 1);
            assert_eq!(p.place(unit) == off::ELIMINATED, lost == steps, "{}: {lost} lost", u.id);
        }
        assert_eq!(u.back.is_some(), steps > 1, "{}: the second Step is on the back", u.id);
        if let Some(back) = u.back {
            assert_eq!(u.face(steps / 2), back, "{}", u.id);
            assert!(back.attack <= u.front.attack && back.defence <= u.front.defence, "{}", u.id);
            assert!(back.attack + back.defence < u.front.attack + u.front.defence, "{}", u.id);
        }
    }
}

#[test]
fn r8_5_every_option_costs_steps_or_ground_or_both() {
    rules!("tannenberg 8.9t", "tannenberg 8.54b", "tannenberg 8.61a");
    let params = &data().params;
    let table = RESULTS.map(|r| -> Vec<(u8, u8, u8)> {
        results::options(params, r).map(|c| (c.option, results::loss(c, 4), c.retreat)).collect()
    });
    assert_eq!(
        table,
        [
            vec![(1, 2, 0), (2, 0, 1)],
            vec![(1, 4, 0), (2, 2, 1), (3, 0, 2)],
            vec![(1, 4, 0), (2, 2, 2)],
            vec![(1, 4, 0)],
        ],
        "two, three and two to choose from, and none against E"
    );
    // The attacker has one answer to each result, and never goes back.
    let attacker = RESULTS.map(|r| params.crt.attacker.iter().filter(|c| c.result == r).count());
    assert_eq!(attacker, [1, 1, 0, 0]);
    assert!(params.crt.attacker.iter().all(|c| c.retreat == 0));
    let entries = params.crt.rows.iter().flatten();
    assert!(entries.clone().all(|(a, _)| matches!(a, Outcome::Nothing | Outcome::One | Outcome::Two)));
    let retreats: Vec<u8> = params.crt.defender.iter().map(|c| c.retreat).collect();
    assert!(retreats.iter().all(|r| *r <= 2) && retreats.contains(&1) && retreats.contains(&2));
}

/// Attack, defence, column and both results of an attack on 0710 with a die.
fn fought(p: &Position, names: &[&str], die: u8) -> (u16, u16, u8, (Outcome, Outcome)) {
    let d = data();
    let targets = [hex(d, "0710")];
    let attack = Attack { units: units(d, names), heroes: UnitSet::EMPTY, targets: &targets };
    assert_eq!(strength::attack_breach(d, p, &attack), None);
    let (a, b) = (strength::attack_total(d, p, &attack), strength::defence_total(d, p, RU, &targets));
    let tcr = strength::tcr_of(d, p, attack.units);
    let column = strength::column(&d.params, tcr, strength::ratio(a, b).unwrap()).unwrap();
    (a, b, column, results::look_up(&d.params, column, die + strength::die_change(d, p, &attack)).unwrap())
}

#[test]
fn r8_0b_sums_ratio_die_and_table() {
    rules!("tannenberg 8.4c");
    let d = data();
    let p = stand(d, &["de-1 0711", "de-2 0711", "de-35 0610", "ru-53 0710", "ru-1rf 0710"]);
    use Outcome::*;
    // 4 + 4 against 3 + 2 is 1-1, with the third division 12 against 5 is 2-1.
    assert_eq!(fought(&p, &["de-1", "de-2"], 1), (8, 5, 4, (Nothing, Two)));
    assert_eq!(fought(&p, &["de-1", "de-2"], 6), (8, 5, 4, (One, Nothing)));
    assert_eq!(fought(&p, &["de-1", "de-2", "de-35"], 3), (12, 5, 5, (One, Two)));
    // What the last of them costs: three Steps are affected, those of the smaller force.
    let defenders = p.stack(d, RU, hex(d, "0710"));
    let n = results::affected(
        results::force(d, &p, units(d, &["de-1", "de-2", "de-35"]), []),
        results::force(d, &p, defenders, []),
    );
    assert_eq!((n, results::attacker_loss(&d.params, One, n)), (3, 2));
    let choices: Vec<_> =
        results::options(&d.params, Two).map(|c| (results::loss(c, n), c.retreat)).collect();
    assert_eq!(choices, [(3, 0), (2, 1), (0, 2)]);
}

#[test]
fn r8_9l_all_of_the_smaller_force_is_affected() {
    let d = data();
    let p = stand(d, &["de-1 0711", "de-2 0711", "ru-53 0710", "ru-iv 0709"]);
    let force = |names: &[&str]| results::force(d, &p, units(d, names), []);
    let all = |r, n| results::options(&d.params, r).next().map(|c| results::loss(c, n)).unwrap();
    // Four Steps against two: the two are gone, of the four only two are touched.
    let n = results::affected(force(&["de-1", "de-2"]), force(&["ru-53"]));
    assert_eq!((all(Outcome::Two, n), all(Outcome::Eliminated, n)), (force(&["ru-53"]), force(&["ru-53"])));
    assert_eq!(results::attacker_loss(&d.params, Outcome::Two, n), 2);
    // As many on both sides: everybody.
    let n = results::affected(force(&["de-1", "de-2"]), force(&["ru-iv"]));
    assert_eq!((n, all(Outcome::Three, n), results::attacker_loss(&d.params, Outcome::Two, n)), (4, 4, 4));
    // And two against four: the defender keeps what is beyond two.
    let n = results::affected(force(&["de-1"]), force(&["ru-iv"]));
    assert_eq!((all(Outcome::Eliminated, n), force(&["ru-iv"]) - n), (2, 2));
}

#[test]
fn r10_54a_army_headquarters_have_a_second_side() {
    let d = data();
    for u in d.units.iter().filter(|u| u.is_hq()) {
        let army = u.hq.as_ref().unwrap().level == Level::Army;
        let mut p = stand(d, &[&format!("{} 0711", u.id)]);
        let hq = id(d, &u.id);
        let front = command::face(d, &p, hq);
        p.lose(d, hq, 1);
        assert_eq!(p.hex(hq).is_some(), army, "{}", u.id);
        if army {
            let back = command::face(d, &p, hq);
            assert!(back.strength < front.strength && back.radius < front.radius, "{}", u.id);
            assert!(back.shift <= front.shift && back.combat <= front.combat && !back.heroic, "{}", u.id);
            p.lose(d, hq, 1);
            assert_eq!(p.place(hq), off::ELIMINATED, "{}", u.id);
        }
    }
}

#[test]
fn r11_14b_weakened_and_destroyed_fortresses_are_remembered() {
    let d = data();
    let fort = d.map.at(hex(d, "0520")).fort.unwrap();
    let mut p = stand(d, &[]);
    let mut track = Vec::new();
    for _ in 0..=4 {
        let again: Position = serde_json::from_str(&serde_json::to_string(&p).unwrap()).unwrap();
        assert_eq!(again, p);
        track.push((again.fort_lost(fort), strength::fort_strength(d, &again, fort), again.stands(d, fort)));
        p.lose_fort(d, fort, 1);
    }
    let steps = [0, 1, 4].map(|lost| {
        let mut q = stand(d, &["de-kb 0520"]);
        q.lose_fort(d, fort, lost);
        results::force(d, &q, q.stack(d, DE, hex(d, "0520")), [fort])
    });
    assert_eq!(steps, [6, 5, 2], "its Steps left count with those of the garrison");
    assert_eq!(track, [(0, 6, true), (1, 6, true), (2, 3, true), (3, 3, true), (4, 0, false)]);
    let other = d.map.at(hex(d, "1114")).fort.unwrap();
    assert_eq!((p.fort_lost(fort), p.fort_lost(other)), (4, 0), "each for itself, and no more than four");
}
