//! Rail movement (chapter 5.3 and 16).
use crate::common::{entrain_refused as refused, *};
use sandtable_east::data::map::Map;
use sandtable_east::standard::rail;
use sandtable_tannenberg::position::flag;

#[test]
fn r5_32a_entraining_needs_a_friendly_railway_out_of_enemy_zones() {
    rules!("tannenberg 5.32b", "tannenberg 5.32c", "tannenberg 5.32e", "tannenberg 5.4s", "tannenberg 5.33c");
    let d = data();
    let p = stand(d, &["de-1 0613", "de-2 0712", "ru-53 0611", "ru-54 0507"]);
    assert_eq!(refused(&p, "de-1"), None);
    assert_eq!(refused(&p, "de-2").as_deref(), Some("5.32a"));
    assert_eq!(refused(&p, "ru-53").as_deref(), Some("5.32a"), "German track");
    assert_eq!(refused(&p, "ru-54"), None);
    assert_eq!((rail::entrain_cost(d, id(d, "de-1")), rail::entrain_cost(d, id(d, "ru-54"))), (1, 3));
    let mut p = stand(d, &["de-1 0610", "ru-53 0611", "ru-54 0508", "de-2 0509"]);
    assert_eq!(refused(&p, "de-1"), None, "TCR 1 in a zone");
    assert_eq!(refused(&p, "ru-54").as_deref(), Some("5.32a"), "TCR 3 in a zone");
    p.set(d, id(d, "de-1"), flag::OUT_OF_SUPPLY, true);
    assert_eq!(refused(&p, "de-1").as_deref(), Some("5.32e"));
    let mut p = stand(d, &["ru-54 0507"]);
    p.spent[id(d, "ru-54").index()] = 2;
    assert_eq!(refused(&p, "ru-54").as_deref(), Some("5.32c"));
    p.spent[id(d, "ru-54").index()] = 0;
    p.last.set(hex(d, "0507"), DE);
    assert_eq!(refused(&p, "ru-54").as_deref(), Some("5.32a"));
}

#[test]
fn r16_12a_t14_a_failed_roll_stops_the_unit_and_uses_capacity() {
    rules!("tannenberg 16.11a", "tannenberg 16.13a", "tannenberg 5.31b");
    let d = data();
    let mut p = stand(d, &["ru-iii 0507", "ru-iv 0507", "ru-53 0507", "ru-d1 0507", "hq-ru-r-1 0507"]);
    p.turn = 3;
    assert_eq!(rail::capacity_left(d, &p, RU), 8);
    assert!(!rail::entrain(d, &mut p, id(d, "ru-iii"), 2));
    assert!(rail::entrain(d, &mut p, id(d, "ru-iv"), 5));
    assert_eq!(rail::capacity_left(d, &p, RU), 0);
    assert!(p.is(id(d, "ru-iii"), flag::STOPPED) && !p.is(id(d, "ru-iii"), flag::ENTRAINED));
    assert!(p.is(id(d, "ru-iv"), flag::ENTRAINED));
    assert_eq!(refused(&p, "ru-53").as_deref(), Some("5.31b"));
    assert_eq!(refused(&p, "hq-ru-r-1"), None, "headquarters ride without limit");
    assert!(!rail::must_roll(d, id(d, "ru-d1")) && !rail::must_roll(d, id(d, "de-1")));
    p.sound(d).unwrap();
}

#[test]
fn r5_33a_trains_go_as_far_as_the_rate_and_not_into_zones() {
    rules!("tannenberg 5.33b", "tannenberg 5.31a");
    let d = data();
    let mut p = stand(d, &["de-1 0613"]);
    let unit = id(d, "de-1");
    assert!(rail::reach(d, &p, unit, false).hexes.is_empty(), "not entrained");
    p.set(d, unit, flag::ENTRAINED, true);
    let reach = rail::reach(d, &p, unit, false);
    assert_eq!(reach.arrives(hex(d, "0520")), Some(30 - 7));
    assert_eq!(reach.arrives(hex(d, "0509")), Some(30 - 5));
    assert!(!reach.hexes.has(hex(d, "0508")), "Russian track");
    p.put(d, id(d, "ru-53"), hex(d, "0711"));
    let reach = rail::reach(d, &p, unit, false);
    assert!(!reach.hexes.has(hex(d, "0610")) && !reach.hexes.has(hex(d, "0611")));
    assert!(reach.hexes.has(hex(d, "0612")));
}

#[test]
fn r5_37a_trains_leave_the_map_and_come_back() {
    rules!("tannenberg 5.38b", "tannenberg 5.37b");
    let d = data();
    let mut p = stand(d, &["de-1 1434"]);
    let unit = id(d, "de-1");
    p.set(d, unit, flag::ENTRAINED, true);
    let exit = |n: &str| d.map.exits.iter().position(|e| e.hex == hex(d, n)).unwrap() as u8;
    let reach = rail::reach(d, &p, unit, false);
    assert_eq!(reach.arrives(hex(d, "1634")), Some(26));
    assert_eq!(reach.arrives(Map::node(exit("2634"))), Some(30 - 4 - 6 - 8));
    assert_eq!(rail::still_to_pay(&d.map, exit("2034"), exit("2634"), 5), Some(3));
    p.put(d, id(d, "ru-53"), hex(d, "1633"));
    let reach = rail::reach(d, &p, unit, false);
    assert_eq!(reach.arrives(hex(d, "1634")), None, "not into a zone");
    assert_eq!(reach.arrives(Map::node(exit("1634"))), Some(26), "but past it");
    // Under way to the exit at 2634 with 3 still to pay.
    p.put(d, unit, Map::node(exit("2634")));
    p.ridden[unit.index()] = 3;
    assert_eq!(rail::reach(d, &p, unit, false).arrives(hex(d, "2634")), Some(27));
}

#[test]
fn r16_21a_each_line_has_its_own_limit() {
    rules!("tannenberg 16.22");
    let d = data();
    let mut p = stand(d, &["ru-iv 0802"]);
    let unit = id(d, "ru-iv");
    p.set(d, unit, flag::ENTRAINED, true);
    let (from, to) = (hex(d, "0802"), hex(d, "0803"));
    let segment = d.map.step(from, to).unwrap().segments().next().unwrap();
    assert!(rail::reach(d, &p, unit, true).hexes.has(to));
    p.line_used[usize::from(segment)] = 4;
    assert!(!rail::line_has_room(d, &p, unit, segment));
    assert!(!rail::reach(d, &p, unit, true).hexes.has(to));
    assert!(rail::reach(d, &p, unit, false).hexes.has(to), "only by agreement");
}

#[test]
fn r5_34b_only_the_best_attack_after_a_journey() {
    rules!("tannenberg 5.36b");
    let d = data();
    let mut p = stand(d, &["de-1 0613", "ru-53 0507"]);
    for u in ["de-1", "ru-53"] {
        p.set(d, id(d, u), flag::RAILED, true);
    }
    assert!(rail::may_attack(d, &p, id(d, "de-1")) && !rail::may_attack(d, &p, id(d, "ru-53")));
    p.set(d, id(d, "de-1"), flag::ENTRAINED, true);
    assert!(!rail::may_attack(d, &p, id(d, "de-1")));
}
