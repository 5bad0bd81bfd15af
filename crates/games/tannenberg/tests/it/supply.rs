//! Supply (chapter 9 and 11.2).
use crate::common::*;
use sandtable_east::data::params::SupplyRange;
use sandtable_east::data::pieces::UnitSet;
use sandtable_east::standard::supply::{self, Sources};
use sandtable_east::standard::{movement, strength};
use sandtable_tannenberg::position::{Position, flag};

fn supplied(p: &Position, who: &str) -> bool {
    let d = data();
    let unit = id(d, who);
    supply::in_supply(d, p, unit, &supply::sources(d, p, d.unit(unit).army))
}

#[test]
fn r9_12_a_line_no_longer_than_the_range() {
    rules!("tannenberg 9.13a", "tannenberg 9.13b");
    let d = data();
    assert!(supplied(&stand(d, &["ru-53 0611"]), "ru-53"));
    assert!(!supplied(&stand(d, &["ru-53 0612"]), "ru-53"));
    assert_eq!(supply::range(d, id(d, "de-1")), 5);
    assert_eq!(supply::range(d, id(d, "ru-53")), 3);
}

#[test]
fn r9_14a_enemies_and_their_zones_cut_the_line() {
    rules!("tannenberg 9.14b", "tannenberg 9.17");
    let d = data();
    assert!(!supplied(&stand(d, &["ru-53 0611", "de-1 0710"]), "ru-53"));
    assert!(!supplied(&stand(d, &["ru-53 0611", "de-1 0711"]), "ru-53"));
    assert!(
        supplied(&stand(d, &["ru-53 0611", "de-1 0711", "ru-1rf 0610"]), "ru-53"),
        "a friend cancels the zone"
    );
    assert!(supplied(&stand(d, &["ru-53 0611", "hq-de-vf-1 0610"]), "ru-53"), "headquarters do not block");
    // Two controlled hexes on the straight way, none on the detour.
    let p = stand(d, &["ru-53 0710"]);
    let goal = Sources { hexes: [hex(d, "0608")].into_iter().collect(), ..supply::sources(d, &p, DE) };
    let traces = |range, zones| supply::traces(d, &p, DE, hex(d, "0612"), range, zones, &goal.hexes);
    assert_eq!([0, 1, 2].map(|z| traces(4, z)), [false, false, true]);
    assert!(traces(5, 0));
}

#[test]
fn r9_15a_railways_must_lead_to_a_friendly_edge() {
    rules!("tannenberg 9.15b");
    let d = data();
    let p = stand(d, &[]);
    assert!(supply::railways(d, &p, RU).has(hex(d, "0608")));
    assert!(!supply::railways(d, &p, RU).has(hex(d, "0609")));
    let cut = stand(d, &["de-1 0506"]);
    assert!(!supply::railways(d, &cut, RU).has(hex(d, "0608")));
    assert!(supply::railways(d, &cut, RU).has(hex(d, "0404")));
    let mut passed = stand(d, &[]);
    passed.last.set(hex(d, "0506"), DE);
    assert!(!supply::railways(d, &passed, RU).has(hex(d, "0506")));
    assert!(supply::railways(d, &passed, RU).has(hex(d, "0608")), "asked of the hex itself alone");
}

#[test]
fn r9_15a_an_edge_of_the_enemy_feeds_nobody_even_if_the_railway_is_taken() {
    let mut d = data().clone();
    let edge = hex(&d, "0634");
    d.map.rail[usize::from(RU)].insert(edge);
    let mut p = stand(&d, &[]);
    p.last.set(edge, RU);
    assert!(!supply::railways(&d, &p, RU).has(edge), "a Russian railway that leaves the map in Germany");
    p.last.set(edge, DE);
    assert!(supply::railways(&d, &p, DE).has(edge));
}

#[test]
fn r9_16b_depots_form_a_chain() {
    rules!("tannenberg 9.16a");
    let d = data();
    let p = stand(d, &["ru-d1 0617", "ru-d2 0614", "ru-d3 0611", "ru-53 0718"]);
    assert_eq!(supply::sources(d, &p, RU).depots.len(), 3);
    assert!(supplied(&p, "ru-53"));
    let gap = stand(d, &["ru-d1 0617", "ru-d2 0614", "ru-53 0718"]);
    assert!(supply::sources(d, &gap, RU).depots.is_empty());
    assert!(!supplied(&gap, "ru-53"));
    let zone = stand(d, &["ru-d3 0611", "de-1 0710"]);
    assert!(supply::sources(d, &zone, RU).depots.is_empty(), "a depot's own line passes no zone");
}

#[test]
fn r11_22b_fortresses_and_trenches_feed_one_unit() {
    let d = data();
    let mut p = stand(d, &[]);
    assert_eq!((supply::feeds(d, &p, DE, hex(d, "0520")), supply::feeds(d, &p, RU, hex(d, "0520"))), (1, 0));
    assert_eq!((supply::feeds(d, &p, DE, hex(d, "0317")), supply::feeds(d, &p, RU, hex(d, "0317"))), (1, 0));
    assert_eq!(supply::feeds(d, &p, RU, hex(d, "1503")), 1);
    p.lose_fort(d, d.map.at(hex(d, "0520")).fort.unwrap(), 4);
    assert_eq!(supply::feeds(d, &p, DE, hex(d, "0520")), 0);
}

#[test]
fn r9_22a_t17_attrition_takes_half_of_what_is_left() {
    rules!("tannenberg 9.22b", "tannenberg 9.24");
    let d = data();
    let mut p = stand(d, &["ru-iii 0712", "hq-ru-r-1 0712"]);
    let corps = id(d, "ru-iii");
    p.lose(d, corps, 1);
    assert_eq!((supply::attrition(d, &p, corps, 3), supply::attrition(d, &p, corps, 4)), (2, 0));
    assert_eq!(supply::attrition(d, &p, id(d, "hq-ru-r-1"), 1), 0);
}

#[test]
fn r15_9_1a_the_russian_range_is_three_for_everybody() {
    rules!("tannenberg 15/9.1b");
    let d = data();
    for u in d.ids().filter(|u| !d.unit(*u).is_hq()) {
        let want = if d.unit(u).side == RU { 3 } else { d.unit(u).front.movement };
        assert_eq!(supply::range(d, u), want, "{}", d.unit(u).id);
    }
    // Russian cavalry that could ride six hexes has three as well; German cavalry has its six, a Landwehr brigade four.
    let ranges = ["ru-c1", "ru-iii", "ru-d1", "de-c1", "de-6lw", "de-d1"].map(|n| supply::range(d, id(d, n)));
    assert_eq!(ranges, [3, 3, 3, 6, 4, 4]);
    let alone = |unit: &str, at: &str| supplied(&stand(d, &[&format!("{unit} {at}")]), unit);
    assert!(alone("ru-c1", "0611") && !alone("ru-c1", "0612"));
    // The German railway ends in 0509, five hexes from 0504 and six from 0503.
    assert!(
        alone("de-1", "0504") && !alone("de-1", "0503") && alone("de-c1", "0503") && !alone("de-6lw", "0504")
    );
    let mut p = stand(d, &["de-1 0504"]);
    p.set(d, id(d, "de-1"), flag::OUT_OF_SUPPLY, true);
    assert!(supplied(&p, "de-1"), "the printed allowance, not the halved one");
}

#[test]
fn r9_0_lack_of_supply_costs_movement_attack_and_steps() {
    let d = data();
    let mut p = stand(d, &["ru-xiii 0712"]);
    let corps = id(d, "ru-xiii");
    let worth = |p: &Position| (movement::allowance(d, p, corps), strength::unit_attack(d, p, corps));
    assert_eq!(worth(&p), (4, 5));
    p.set(d, corps, flag::OUT_OF_SUPPLY, true);
    assert_eq!(worth(&p), (2, 2));
    assert_eq!(strength::unit_defence(d, &p, corps), 8, "but the defence is as it was");
    assert_eq!([1, 2, 3, 4, 5, 6].map(|roll| supply::attrition(d, &p, corps, roll)), [2, 2, 2, 0, 0, 0]);
    p.lose(d, corps, supply::attrition(d, &p, corps, 1));
    assert_eq!((p.steps(d, corps), supply::attrition(d, &p, corps, 1)), (2, 1));
}

#[test]
fn r9_13a_a_unit_on_its_source_needs_no_line() {
    let d = data();
    let p = stand(
        d,
        &["ru-53 0507", "de-1 0506", "de-2 0508", "de-35 0606", "de-36 0607", "de-37 0406", "de-41 0407"],
    );
    let here = [hex(d, "0507")].into_iter().collect();
    assert!(supply::traces(d, &p, RU, hex(d, "0507"), 3, 0, &here), "shut in on all sides");
    assert!(supply::traces(d, &p, RU, hex(d, "0507"), 0, 0, &here));
    assert!(!supply::traces(d, &stand(d, &[]), RU, hex(d, "0508"), 0, 0, &here));
    assert!(supply::traces(d, &stand(d, &[]), RU, hex(d, "0508"), 1, 0, &here), "the source is counted");
}

#[test]
fn r9_14b_the_best_trace_through_two_controlled_hexes() {
    let d = data();
    // Four hexes straight from 0612 to 0608, and no shorter way round.
    let sources = Sources { hexes: [hex(d, "0608")].into_iter().collect(), depots: UnitSet::EMPTY };
    let fed = |who: &str, enemies: &[&str]| {
        let mut pieces = vec![format!("{who} 0612")];
        pieces.extend(enemies.iter().map(|e| e.to_string()));
        let p = stand(d, &pieces.iter().map(String::as_str).collect::<Vec<_>>());
        supply::in_supply(d, &p, id(d, who), &sources)
    };
    assert!(fed("de-6lw", &[]));
    assert!(fed("de-6lw", &["ru-53 0710"]), "0609 and 0610");
    assert!(!fed("de-6lw", &["ru-53 0710", "ru-54 0708"]), "and 0608");
    let mut near = d.clone();
    near.params.armies[1].supply_range = SupplyRange::Hexes { hexes: 4 };
    let p = stand(&near, &["ru-53 0612"]);
    assert!(supply::in_supply(&near, &p, id(d, "ru-53"), &sources));
    let p = stand(&near, &["ru-53 0612", "de-1 0708"]);
    assert!(!supply::in_supply(&near, &p, id(d, "ru-53"), &sources), "a worse competence through none");
}
