//! Zones of control: 9.1.

use crate::common::*;
use sandtable_core::Side;

const RUSSIA: &str = "turn = 'S1'\nphase = 'moves'\nactivation = 1\nrail = { ru = 0, ah = 0, de = 0 }";
const CENTRAL: &str =
    "turn = 'S1'\nphase = 'moves'\nside = 'cp'\nactivation = 2\nrail = { ru = 0, ah = 0, de = 0 }";

/// Hexes over which a side has a zone that it would not have without some pieces.
fn zone_of(side: Side, pieces: &str) -> Vec<String> {
    let with = Table::at(RUSSIA, pieces).p;
    let without = Table::at(RUSSIA, "").p;
    let over = |p: &sandtable_fury::Position, h: u16| p.in_enemy_zone(1 - side.0, h);
    let hexes = (0..352).filter(|h| over(&with, *h) && !over(&without, *h));
    let mut list: Vec<String> = hexes.map(|h| game().data.number(h).to_string()).collect();
    list.sort();
    list
}

/// Hexes over which a side has a zone.
fn all_zones(side: Side, pieces: &str) -> Vec<u16> {
    let p = Table::at(RUSSIA, pieces).p;
    (0..352).filter(|h| p.in_enemy_zone(1 - side.0, *h)).collect()
}

#[test]
fn r9_1a_units_have_a_zone_over_their_hex_and_six_more() {
    rules!("fury 2.1h");
    let around = ["1308", "1309", "1408", "1409", "1410", "1508", "1509"];
    assert_eq!(zone_of(CP, "de-xx 1409"), around);
    assert_eq!(zone_of(CP, "ah-ls-k 1409 army=hq-ah-i reduced"), around);
    assert_eq!(zone_of(CP, "de-cadre 1409 army=hq-de-viii"), around);
    assert_eq!(zone_of(CP, "de-xx 1409 disorganised"), around);
    assert!(zone_of(RU, "de-xx 1409").is_empty());
    assert_eq!(zone_of(RU, "ru-iii 0420"), ["0319", "0320", "0419", "0420", "0421", "0519", "0520"]);
    // It moves with the unit, and is there for as long as one of two units is.
    let mut t = Table::at(CENTRAL, "de-xx 1409\nde-i 1409");
    t.say("move DE XX to 1411", &[]);
    let zone = |t: &Table, hex: &str| t.p.in_enemy_zone(RU.0, hex_of(hex));
    assert!(zone(&t, "1408") && zone(&t, "1412"));
    t.say("move DE I to 1411", &[]);
    assert!(!zone(&t, "1408") && zone(&t, "1410") && zone(&t, "1412"));
}

#[test]
fn r9_1b_fortresses_have_one_even_empty() {
    let d = &game().data;
    for side in [RU, CP] {
        let mine: Vec<u16> = d.forts.iter().filter(|f| f.owner == side.0).map(|f| f.hex).collect();
        let want: Vec<u16> = (0..352).filter(|h| mine.iter().any(|f| d.distance(*f, *h) <= 1)).collect();
        assert_eq!(all_zones(side, ""), want);
    }
    // Not one that was taken, for either side.
    let lotzen = ["1105", "1106", "1205", "1206", "1207", "1305", "1306"].map(hex_of);
    let without: Vec<u16> = all_zones(CP, "").into_iter().filter(|h| !lotzen.contains(h)).collect();
    assert_eq!(all_zones(CP, "fort 1206"), without);
    assert_eq!(all_zones(RU, "fort 1206"), all_zones(RU, ""));
    // The side that holds a taken one has the zone of its units.
    assert_eq!(all_zones(CP, "fort 1206\nde-r8 1206"), all_zones(CP, ""));
    // Under siege it has none, nor has its garrison; the besiegers have theirs.
    assert_eq!(all_zones(CP, "ru-iii 1206 besieging\nde-xx 1206"), without);
    let besieger = all_zones(RU, "ru-iii 1206 besieging\nde-xx 1206");
    assert!(lotzen.iter().all(|h| besieger.contains(h)));
    // On the march: the way from 1406 to 1205 leads past Lötzen.
    assert_eq!(Table::at(RUSSIA, "ru-iii 1406").forbids_move("ru-iii", "1205"), "9.1e");
    for open in ["fort 1206", "ru-xx 1206 besieging", "ru-xx 1206 besieging\nde-xx 1206"] {
        assert!(Table::at(RUSSIA, &format!("ru-iii 1406\n{open}")).may_move("ru-iii", "1205"), "{open}");
    }
    assert_eq!(
        Table::at(RUSSIA, "ru-iii 1406\nfort 1206\nde-r8 1206").forbids_move("ru-iii", "1205"),
        "9.1e"
    );
    // Own fortresses stop nobody.
    assert!(Table::at(CENTRAL, "de-xx 1305").may_move("de-xx", "1106"));
}

#[test]
fn r9_1c_a_friend_softens_a_zone_but_does_not_lift_it() {
    rules!("fury 9.1e");
    // From 1406 to 1504 by 1405, beside the enemy in 1304, or by 1505, beside the enemy in 1606.
    let enemies = "ru-iii 1406\nde-xx 1304\nde-i 1606";
    let t = Table::at(RUSSIA, enemies);
    assert_eq!(t.forbids_move("ru-iii", "1504"), "9.1e");
    let t = Table::at(RUSSIA, &format!("{enemies}\nru-iv 1405\nru-xx 1505"));
    assert_eq!(t.forbids_move("ru-iii", "1504"), "9.1e", "entering the zone stops all the same");
    assert!(t.may_move("ru-iii", "1405") && t.may_move("ru-iii", "1505"));
    assert!(t.p.in_enemy_zone(RU.0, hex_of("1405")));
    // What softens: the friend in 1305 lets another come from a zone hex.
    let step = "ru-iii 1405\nde-xx 1304\nde-i 1407";
    assert_eq!(Table::at(RUSSIA, step).forbids_move("ru-iii", "1305"), "9.1f");
    assert!(Table::at(RUSSIA, &format!("{step}\nru-iv 1305")).may_move("ru-iii", "1305"));
}

#[test]
fn r9_1d_headquarters_have_none() {
    assert!(zone_of(CP, "hq-de-viii 1409").is_empty());
    assert!(zone_of(RU, "hq-ru-i 0420").is_empty());
    // One walks past a headquarters as if it were not there.
    let past = |enemy: &str| {
        Table::at(RUSSIA, &format!("ru-iii 1406\n{enemy} 1304\nde-i 1606")).may_move("ru-iii", "1504")
    };
    assert!(past("hq-de-viii") && !past("de-xx"));
    // With its units it adds nothing.
    let both = "de-xx 1409\nhq-de-viii 1409";
    assert_eq!(zone_of(CP, both), zone_of(CP, "de-xx 1409"));
}

#[test]
fn r9_1e_entering_a_zone_ends_the_move() {
    // Into the zone of 1304 and no further, however many points are left.
    let t = Table::at(RUSSIA, "ru-iii 1505\nhq-ru-i 1604\nde-xx 1304");
    let reach = t.starting("move RU III to ");
    assert!(reach.contains(&"1405".to_string()) && reach.contains(&"1404".to_string()));
    assert!(reach.contains(&"1305".to_string()), "by 1406, which is free");
    let t = Table::at(RUSSIA, "ru-iii 1505\nde-xx 1304\nde-i 1407");
    assert_eq!(t.forbids_move("ru-iii", "1305"), "9.1e", "both ways lead through a zone");
    assert_eq!(t.forbids_move("ru-iii", "1306"), "9.1e");
    // Headquarters stop too, beside a fortress: from 1406 along Lötzen.
    let t = Table::at(RUSSIA, "hq-ru-i 1406");
    assert!(t.may_move("hq-ru-i", "1305") && t.may_move("hq-ru-i", "1306"));
    assert_eq!(t.forbids_move("hq-ru-i", "1105"), "9.1e");
    assert!(Table::at(RUSSIA, "hq-ru-i 1406\nfort 1206").may_move("hq-ru-i", "1105"));
    // Leaving a zone is free: two hexes back from the enemy.
    let t = Table::at(RUSSIA, "ru-iii 1405\nde-xx 1304");
    assert!(t.may_move("ru-iii", "1505") && t.may_move("ru-iii", "1606"));
    // It has moved for the turn, also if one point was left.
    let mut t = Table::at(RUSSIA, "ru-iii 1505\nde-xx 1304");
    t.say("move RU III to 1405", &[]);
    assert_eq!(t.forbids_move("ru-iii", "1505"), "9.1e");
}

#[test]
fn r9_1f_not_straight_from_zone_to_zone() {
    // 1405 and 1305 lie in the zone of 1304, 1406 between them in that of 1407.
    let step = "ru-iii 1405\nde-xx 1304\nde-i 1407";
    assert_eq!(Table::at(RUSSIA, step).forbids_move("ru-iii", "1305"), "9.1f");
    // By a hex that is free it may come into a zone again.
    assert!(Table::at(RUSSIA, "ru-iii 1405\nde-xx 1304").may_move("ru-iii", "1305"));
    // A unit in the hex it enters opens the way, also one that came just now; a headquarters does not.
    assert!(Table::at(RUSSIA, &format!("{step}\nru-cadre 1305 army=hq-ru-i")).may_move("ru-iii", "1305"));
    assert_eq!(Table::at(RUSSIA, &format!("{step}\nhq-ru-i 1305")).forbids_move("ru-iii", "1305"), "9.1f");
    let mut t = Table::at(RUSSIA, &format!("{step}\nru-iv 1306"));
    assert_eq!(t.forbids_move("ru-iii", "1305"), "9.1f");
    assert_eq!(t.forbids_move("ru-iv", "1305"), "9.1f", "1306 lies in a zone as well");
    t = Table::at(RUSSIA, "ru-iii 1405\nde-xx 1304\nru-iv 1406\nru-xx 1406");
    t.say("move RU IV to 1305", &[]).say("move RU III to 1305", &[]);
    assert_eq!(t.place("ru-iii"), "1305");
    // A unit in the hex it leaves does not help.
    assert_eq!(Table::at(RUSSIA, &format!("{step}\nru-iv 1405")).forbids_move("ru-iii", "1305"), "9.1f");
    // An own fortress alone does not either; a garrison does.
    let kovno = "ru-iii 1405\nde-xx 1404\nde-i 1606";
    assert_eq!(Table::at(RUSSIA, kovno).forbids_move("ru-iii", "1504"), "9.1f");
    assert!(Table::at(RUSSIA, &format!("{kovno}\nru-iv 1504")).may_move("ru-iii", "1504"));
    // Headquarters are bound by it like units.
    let t = Table::at(RUSSIA, "hq-ru-i 1305\nru-iii 1305\nru-iv 1306\nde-i 1407\nde-xx 1205");
    assert!(t.may_move("hq-ru-i", "1306"));
    // The zones of fortresses count: along Lötzen from 1306 to 1305, and to 1207 beside it.
    let t = Table::at(RUSSIA, "ru-iii 1306\nde-i 1407");
    assert_eq!(
        (t.forbids_move("ru-iii", "1305"), t.forbids_move("ru-iii", "1406")),
        ("9.1f".into(), "9.1f".into())
    );
}
