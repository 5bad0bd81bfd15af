//! Movement, zones of control and stacking (chapters 5, 6 and 7).
use crate::common::*;
use sandtable_east::standard::{movement, stacking, zones};
use sandtable_tannenberg::position::flag;

fn cost(who: &str, from: &str, to: &str, others: &[&str]) -> Option<u8> {
    let d = data();
    let mut all = vec![format!("{who} {from}")];
    all.extend(others.iter().map(|o| o.to_string()));
    let p = stand(d, &all.iter().map(String::as_str).collect::<Vec<_>>());
    let step = d.map.step(hex(d, from), hex(d, to))?;
    let at = id(d, who);
    let reach = movement::reach(d, &p, at);
    Some(movement::mp_left(d, &p, at) - reach.arrives(step.to)?)
}

#[test]
fn r5_4c_t8_broken_ground_costs_by_competence() {
    rules!("tannenberg 5.4a", "tannenberg 5.4b", "tannenberg 5.4u", "tannenberg 5.12");
    let d = data();
    let broken = d.params.chart.row("broken").unwrap();
    assert_eq!(broken.cost, Some([1, 2, 2, 2]));
    assert_eq!(cost("de-1", "0909", "0910", &[]), Some(1));
    assert_eq!(cost("ru-53", "0909", "0910", &[]), Some(2));
    assert_eq!((cost("de-1", "0809", "0810", &[]), cost("ru-53", "0809", "0810", &[])), (Some(1), Some(2)));
    assert_eq!(cost("ru-53", "0711", "0710", &[]), Some(1));
}

#[test]
fn r5_4k_rivers_cost_one_more() {
    rules!("tannenberg 5.4j", "tannenberg 5.4q");
    assert_eq!(cost("de-1", "0613", "0612", &[]), Some(2));
    assert_eq!(cost("de-1", "1229", "1228", &[]), Some(1));
    assert_eq!(cost("de-1", "1228", "1227", &[]), Some(2), "a Major River before a fortress hex");
    assert_eq!(cost("de-1", "0318", "0317", &[]), Some(2), "a trench");
}

#[test]
fn r5_4n_closed_sides_and_water_are_not_crossed() {
    rules!("tannenberg 5.4o");
    assert_eq!(cost("de-1", "1213", "1214", &[]), None);
    assert_eq!(cost("de-1", "0520", "0521", &[]), None, "the sea");
}

#[test]
fn r7_21_an_enemy_zone_costs_one_more_however_many_there_are() {
    rules!(
        "tannenberg 7.22",
        "tannenberg 7.23",
        "tannenberg 7.25b",
        "tannenberg 5.4r",
        "tannenberg 7.24b",
        "tannenberg 5.15"
    );
    assert_eq!(cost("ru-53", "0711", "0710", &["de-1 0709"]), Some(2));
    assert_eq!(cost("ru-53", "0711", "0710", &["de-1 0709", "de-2 0709"]), Some(2));
    assert_eq!(
        cost("ru-53", "0711", "0710", &["de-1 0709", "ru-54 0710"]),
        Some(2),
        "friends change nothing"
    );
    assert_eq!(cost("ru-53", "0710", "0711", &["de-1 0709"]), Some(1), "leaving is free");
}

#[test]
fn r7_26_headquarters_depots_and_trains_have_no_zone() {
    rules!("tannenberg 10.52a", "tannenberg 5.36a", "tannenberg 7.11a", "tannenberg 7.0a");
    let d = data();
    let mut p = stand(d, &["hq-de-hl-8 0709", "de-d1 0709"]);
    assert!(!zones::in_enemy_zone(&p, RU, hex(d, "0710")));
    p.put(d, id(d, "de-1"), hex(d, "0709"));
    let controlled = |p: &sandtable_tannenberg::position::Position| {
        (0..d.map.len())
            .filter(|h| zones::in_enemy_zone(p, RU, *h) && !zones::in_enemy_zone(&stand(d, &[]), RU, *h))
            .count()
    };
    assert_eq!(controlled(&p), 6);
    p.set(d, id(d, "de-1"), flag::ENTRAINED, true);
    assert_eq!(controlled(&p), 0);
    p.sound(d).unwrap();
}

#[test]
fn r7_0b_fortresses_have_a_zone_until_they_fall() {
    rules!("tannenberg 7.11b");
    let d = data();
    let mut p = stand(d, &[]);
    let fort = d.map.at(hex(d, "1114")).fort.unwrap();
    assert!(zones::in_enemy_zone(&p, RU, hex(d, "1115")));
    assert!(!zones::in_enemy_zone(&stand(d, &["de-1 1213"]), RU, hex(d, "1314")), "not over a blocked side");
    p.lose_fort(d, fort, 3);
    assert!(zones::in_enemy_zone(&p, RU, hex(d, "1115")));
    p.lose_fort(d, fort, 1);
    assert!(!zones::in_enemy_zone(&p, RU, hex(d, "1115")));
    p.sound(d).unwrap();
}

#[test]
fn r7_24a_friends_cancel_zones_but_headquarters_do_not() {
    let d = data();
    let at = hex(d, "0710");
    assert!(zones::zone_counts(d, &stand(d, &["de-1 0709", "hq-ru-r-1 0710"]), RU, at));
    assert!(!zones::zone_counts(d, &stand(d, &["de-1 0709", "ru-d1 0710"]), RU, at));
}

#[test]
fn r5_14a_a_unit_gets_as_far_as_its_points() {
    rules!("tannenberg 5.0b", "tannenberg 5.21");
    let d = data();
    let p = stand(d, &["ru-53 0712", "ru-54 0711"]);
    let reach = movement::reach(d, &p, id(d, "ru-53"));
    assert_eq!(reach.arrives(hex(d, "0708")), Some(0));
    assert_eq!(reach.arrives(hex(d, "0711")), Some(3));
    assert_eq!(reach.arrives(hex(d, "0707")), None);
}

#[test]
fn r5_13a_enemies_are_not_entered_but_lone_headquarters_give_way() {
    rules!("tannenberg 10.52c", "tannenberg 5.13b");
    let d = data();
    let p = stand(d, &["ru-53 0712", "de-1 0711", "hq-de-vf-1 0611", "ru-d1 0612"]);
    let reach = |who: &str| movement::reach(d, &p, id(d, who)).hexes;
    assert!(!reach("ru-53").has(hex(d, "0711")));
    assert!(reach("ru-53").has(hex(d, "0611")));
    assert!(!reach("ru-d1").has(hex(d, "0611")), "a depot cannot attack");
    let p = stand(d, &["ru-53 1115"]);
    assert!(!movement::reach(d, &p, id(d, "ru-53")).hexes.has(hex(d, "1114")), "a fortress that stands");
}

#[test]
fn r5_17_a_fresh_unit_may_always_go_one_hex() {
    let d = data();
    // Broken ground in a zone costs a Russian unit 3; out of supply it has 2.
    let mut p = stand(d, &["ru-53 0910", "de-1 0912"]);
    let unit = id(d, "ru-53");
    p.set(d, unit, flag::OUT_OF_SUPPLY, true);
    assert_eq!(movement::allowance(d, &p, unit), 2);
    let reach = movement::reach(d, &p, unit);
    assert_eq!(reach.arrives(hex(d, "0911")), Some(0), "broken and controlled: 3");
    p.spent[unit.index()] = 1;
    assert_eq!(movement::reach(d, &p, unit).arrives(hex(d, "0911")), None);
    p.spent[unit.index()] = 0;
    p.set(d, unit, flag::OUT_OF_COMMAND, true);
    assert!(movement::reach(d, &p, unit).hexes.is_empty());
}

#[test]
fn r9_21a_t16_allowance_and_attack_never_fall_below_one() {
    rules!("tannenberg 9.21b", "tannenberg 10.35");
    let mut d = data().clone();
    let unit = id(&d, "de-6lw");
    d.units[unit.index()].front.movement = 1;
    let mut p = stand(&d, &["de-6lw 0712", "hq-de-vf-1 0712"]);
    p.set(&d, unit, flag::OUT_OF_SUPPLY, true);
    p.set(&d, id(&d, "hq-de-vf-1"), flag::OUT_OF_SUPPLY, true);
    assert_eq!(movement::allowance(&d, &p, unit), 1);
    assert_eq!(sandtable_east::standard::strength::unit_attack(&d, &p, unit), 1);
    assert_eq!(movement::allowance(&d, &p, id(&d, "hq-de-vf-1")), 8);
}

#[test]
fn r6_11_stacking_points_by_size() {
    rules!("tannenberg 6.0", "tannenberg 6.13", "tannenberg 6.14a", "tannenberg 6.14b", "tannenberg 2.4e");
    let d = data();
    let at = hex(d, "0712");
    let mut p = stand(d, &["ru-iii 0712", "ru-iv 0712", "hq-ru-r-1 0712"]);
    let stack = p.stack(d, RU, at);
    assert_eq!((stacking::points(d, stack), stacking::excess(d, &p, RU, at)), (8, 0));
    p.lose(d, id(d, "ru-iii"), 3);
    assert_eq!(stacking::points(d, p.stack(d, RU, at)), 8);
    assert!(stacking::fits(d, &p, units(d, &["ru-1rf"]), at));
    assert!(!stacking::fits(d, &p, units(d, &["ru-53"]), at));
    p.put(d, id(d, "ru-53"), at);
    assert_eq!(stacking::excess(d, &p, RU, at), 1);
}
