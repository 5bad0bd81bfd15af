//! Airships (15A), barrages (8.6), and the tables of fire and of objects.

use crate::scene::*;
use std::sync::Arc;

/// An airship that waits, or one that is on the map.
fn air(at: Option<&str>) -> Scene {
    let s = Scene::empty("november-11", DE, Phase::Air);
    match at {
        Some(hex) => s.put("de-airship-1", hex),
        None => s.with(|p| p.units.take_off(unit("de-airship-1"), At::Pool)),
    }
}

#[test]
fn r15a_1_an_airship_is_placed_on_any_hex() {
    rules!("lodz 3.1.1");
    let mut s = air(None).begin(&[]);
    assert_eq!(s.asked().0, "15A.1");
    // Every hex of the map, and none.
    assert_eq!(s.offers().len(), engine().map(&s.p).hexes + 1);
    s.say("fly de-airship-1 4514", &[3]);
    assert_eq!(s.hex_of("de-airship-1"), "4514");
    // Later it goes to any other hex.
    let mut s = air(Some("4514")).begin(&[]);
    assert_eq!(s.refused("fly de-airship-1 4514"), "15A.1");
    assert_eq!(s.refused("fly de-1-37-inf 4514"), "15A.1");
    s.say("fly de-airship-1 1010", &[1]);
    assert_eq!(s.hex_of("de-airship-1"), "1010");
}

#[test]
fn r15a_2_a_six_destroys_it_for_good() {
    // T33.
    for roll in 1..=6 {
        let mut s = air(None).begin(&[]);
        s.say("fly de-airship-1 4514", &[roll]);
        assert_eq!(s.hex_of("de-airship-1"), if roll == 6 { "Left" } else { "4514" });
        assert!(s.told().contains(if roll == 6 { "is lost" } else { "comes through" }));
    }
}

#[test]
fn r15a_3_one_that_stays_rolls_too() {
    let mut s = air(Some("4514")).begin(&[]);
    s.say("done", &[6]);
    assert_eq!(s.hex_of("de-airship-1"), "Left");
    let mut s = air(Some("4514")).begin(&[]);
    s.say("done", &[5]);
    assert_eq!(s.hex_of("de-airship-1"), "4514");
    // One that waits off the map is in no danger.
    let mut s = air(None).begin(&[]);
    s.say("done", &[]);
    assert_eq!(s.hex_of("de-airship-1"), "Pool");
}

#[test]
fn r3_1_7_the_other_player_has_his_own_air_phase() {
    // Without airships it passes by.
    let s = Scene::empty("november-11", RU, Phase::Air).put("ru-1-26-inf", "4514").begin(&[]);
    assert_eq!((s.p.phase, s.side()), (Phase::Movement, Some(RU)));
    let s = air(None).with(|p| (p.active, p.first) = (RU, DE)).put("ru-1-26-inf", "4514").begin(&[]);
    assert_eq!((s.p.phase, s.side()), (Phase::Movement, Some(RU)), "it is the Germans' airship");
}

/// The bridge of Warszawa, from 3514 to 3614.
fn bridge(p: &Position) -> bool {
    let d = engine().map(p).direction(hex("3514"), hex("3614")).unwrap();
    assert_eq!(p.bridged(hex("3514"), d), p.bridged(hex("3614"), (d + 3) % 6));
    p.bridged(hex("3514"), d)
}

#[test]
fn r14_23_an_airship_may_bomb_a_bridge_of_its_hex() {
    let over = || {
        let mut s = air(None).begin(&[]);
        s.say("fly de-airship-1 3514", &[2]);
        s
    };
    let mut s = over();
    assert_eq!(s.asked().0, "14.23");
    assert!(s.offered("bomb de-airship-1 3614"));
    assert_eq!(s.refused("bomb de-airship-1 3513"), "14.23");
    assert_eq!(s.refused("bomb de-airship-1 2016"), "14.23");
    s.say("bomb de-airship-1 3614", &[1, 1]);
    assert!(!bridge(&s.p));
    assert!(
        s.told().contains("from 3514 to Warszawa (3614): 1 and 1 make 2, it is destroyed"),
        "{}",
        s.told()
    );
    for dice in [[1, 2], [3, 4], [6, 6]] {
        let mut s = over();
        s.say("bomb de-airship-1 3614", &dice);
        assert!(bridge(&s.p), "{dice:?}");
    }
    // It need not, and one that was lost cannot.
    let mut s = over();
    s.say("done", &[]);
    assert!(bridge(&s.p));
    let mut s = air(None).begin(&[]);
    s.say("fly de-airship-1 3514", &[6]);
    assert_ne!(s.asked().0, "14.23");
}

#[test]
fn robj_1_the_destruction_table() {
    // Sums that destroy, by the lowest strength of each row.
    let rows: [(u16, &[u8]); 6] = [
        (1, &[2]),
        (3, &[2, 3, 11, 12]),
        (5, &[2, 3, 4, 10, 11, 12]),
        (7, &[3, 4, 5, 9, 10, 11]),
        (9, &[4, 5, 6, 8, 9, 10]),
        (11, &[4, 5, 6, 7, 8, 9, 10, 11]),
    ];
    for (from, hits) in rows {
        for strength in [from, from + 1] {
            let found: Vec<u8> = (2..=12).filter(|sum| engine().object_row(strength, *sum)).collect();
            assert_eq!(found, hits, "{strength}");
        }
    }
    assert!(engine().object_row(200, 7));
    assert!((0..=20).all(|sum| !engine().object_row(0, sum)));
    assert!(!engine().object_row(11, 1) && !engine().object_row(11, 13));
}

#[test]
fn a_bridge_that_is_down_does_not_fall_again() {
    let mut s = air(None);
    let d = engine().map(&s.p).direction(hex("3514"), hex("3614")).unwrap();
    let mut twice = Given::new(vec![2, 3, 2, 3]);
    assert!(engine().destroy_object(&mut s.p, hex("3514"), d, 12, &mut twice, &mut s.events));
    assert!(!engine().destroy_object(&mut s.p, hex("3614"), (d + 3) % 6, 12, &mut twice, &mut s.events));
    assert!(!bridge(&s.p));
}

#[test]
fn rart_1_the_fire_table() {
    // One letter for each sum from 2: `-` nothing, `1` a level, `*` a level and a roll.
    let rows: [(u16, &str); 6] = [
        (1, "1---------*"),
        (3, "*1-------1*"),
        (5, "*11-----1**"),
        (7, "**11---1***"),
        (9, "-**1--1***-"),
        (11, "-***11****-"),
    ];
    for (from, row) in rows {
        for strength in [from, from + 1] {
            for (sum, cell) in (2..=12).zip(row.chars()) {
                let found = engine().fire_row(strength, sum);
                assert_eq!((found.loss == 1, found.dot), (cell != '-', cell == '*'), "{strength} on {sum}");
            }
        }
    }
    assert_eq!(engine().fire_row(0, 12), FireCell::default());
    assert_eq!(engine().fire_row(90, 7).loss, 1);
}

// ---------------------------------------------------------------------------------------------- barrage

/// Two German batteries two hexes from Russians in clear country.
fn guns() -> Scene {
    Scene::empty("november-11", DE, Phase::Barrage)
        .put("de-art-25", "4515")
        .put("de-art-ii-5", "4414")
        .put("ru-1-26-inf", "4513")
}

fn fired(s: Scene, dice: &[u8]) -> Scene {
    let mut s = s.begin(&[]);
    s.say("aim 4513", &[]);
    s.say("gun de-art-25", &[]);
    s.say("gun de-art-ii-5", &[]);
    s.say("fire", dice);
    s
}

#[test]
fn r8_61a_a_barrage_only_where_it_is_allowed() {
    rules!("lodz 3.1.2", "lodz 3.1.8");
    // No printed scenario allows it; players who agree on it fire in their second phase, before they move.
    for s in &engine().d.scenarios {
        assert!(!s.barrage, "{}", s.id);
    }
    let begun = |value: &str| {
        let options = Options::from([("barrage".to_string(), value.to_string())]);
        let p = game().start("lodz", &options, &mut Seeded::new(1)).unwrap();
        let mut s = Scene::at(p);
        s.say("ready", &[]).say("ready", &[]).say("done", &[]);
        s
    };
    assert_eq!(begun("off").p.phase, Phase::Movement);
    let mut s = begun("on");
    assert_eq!((s.p.phase, s.side(), s.asked().0), (Phase::Barrage, Some(DE), "8.61a"));
    // A hex that two German batteries can reach.
    let hex = s.offers().iter().find_map(|w| w.strip_prefix("aim ").map(str::to_string)).unwrap();
    s.say(&format!("aim {hex}"), &[]);
    let guns: Vec<String> = s.offers().into_iter().filter(|w| w.starts_with("gun ")).take(2).collect();
    assert_eq!(s.refused("fire"), "8.61e");
    guns.iter().for_each(|g| {
        s.say(g, &[]);
    });
    assert!(s.offered("fire"));
    s.say("done", &[]).say("done", &[]);
    assert_eq!(s.p.phase, Phase::Movement);
    // The other player has one too, phase 8.
    let mut s = begun("on");
    s.say("done", &[]);
    let s = s.with(|p| (p.phase, p.active, p.steps) = (Phase::Barrage, RU, Position::EMPTY.steps)).begin(&[]);
    assert_eq!((s.p.phase, s.side()), (Phase::Barrage, Some(RU)));
    let odd = Options::from([("barrage".to_string(), "loud".to_string())]);
    assert!(game().start("lodz", &odd, &mut Seeded::new(1)).unwrap_err().contains("off or on"));
}

#[test]
fn r8_61b_fire_is_doubled_before_the_ground_is_taken_off() {
    // 5 and 5 make 20; 7 on the last row costs a level.
    let s = fired(guns(), &[3, 4]);
    assert!(
        s.told().contains(
            "barrage of 2 artillery units on 4513: fire 10 counts as 20, less 0 for the ground is 20"
        ),
        "{}",
        s.told()
    );
    assert_eq!(s.p.units.cel(unit("ru-1-26-inf")), 1);
    // Forest takes one off.
    let s = Scene::empty("november-11", DE, Phase::Barrage)
        .put("de-art-25 de-art-ii-5", "4511")
        .put("ru-1-26-inf", "4512")
        .begin(&[]);
    let mut s = s;
    s.say("aim 4512", &[]);
    s.say("gun de-art-25", &[]);
    s.say("gun de-art-ii-5", &[]);
    s.say("fire", &[1, 1]);
    assert!(s.told().contains("counts as 20, less 1 for the ground is 19"));
}

#[test]
fn a_barrage_that_the_ground_swallows_is_not_rolled_for() {
    // Guns out of order and supply have 2 each left at the worst; mountains take 3. Here all of it is taken.
    let mut front = Lodz::new().unwrap();
    Arc::get_mut(&mut front.d).unwrap().maps[0].fire[usize::from(hex("4513"))] = 20;
    let mut p = guns().p;
    let mut none = Given::new(vec![]);
    let engine = front.engine();
    engine.enter_phase(&mut p, &mut none, &mut vec![]);
    sandtable_core::machine::run(&engine, &mut p, &mut none, &mut vec![]);
    for words in ["aim 4513", "gun de-art-25", "gun de-art-ii-5", "fire"] {
        let action = front.parse(&p, words).unwrap();
        front.apply(&mut p, Side(DE), &action, &mut none, &mut vec![]);
    }
    none.over().unwrap();
    assert_eq!(p.units.cel(unit("ru-1-26-inf")), 2);
}

#[test]
fn r8_61c_and_8_61d_guns_that_fired_neither_move_nor_support() {
    rules!("lodz 8.61c", "lodz 8.61d");
    let mut s = fired(guns().marked("de-art-25", Flag::Barraged), &[1, 1]);
    // The mark of an earlier barrage ended with this phase; this one's lasts until the owner's next.
    assert!(s.p.has(unit("de-art-25"), Flag::Barraged) && s.p.has(unit("de-art-ii-5"), Flag::Barraged));
    if s.p.phase == Phase::Barrage {
        s.say("done", &[]);
    }
    assert_eq!(s.p.phase, Phase::Movement);
    assert_eq!(s.refused("de-art-25 4516"), "8.61c");
}

#[test]
fn r8_61e_at_least_two_artillery_units() {
    let mut s = guns().begin(&[]);
    s.say("aim 4513", &[]);
    assert_eq!(s.refused("fire"), "8.61e");
    s.say("gun de-art-25", &[]);
    assert_eq!(s.refused("fire"), "8.61e");
    assert_eq!(s.refused("gun de-art-25"), "8.22");
    s.say("done", &[]);
    assert!(s.offered("aim 4513"), "guns may turn away");
    // One alone, one out of range, one limbered: no barrage, no question.
    let one =
        Scene::empty("november-11", DE, Phase::Barrage).put("de-art-25", "4515").put("ru-1-26-inf", "4513");
    assert_ne!(one.begin(&[]).p.phase, Phase::Barrage);
    let far = guns().put("de-art-ii-5", "4416");
    assert_ne!(far.begin(&[]).p.phase, Phase::Barrage);
    let limbered = guns().marked("de-art-25", Flag::Marching);
    assert_ne!(limbered.begin(&[]).p.phase, Phase::Barrage);
}

#[test]
fn a_barrage_falls_on_enemies_in_range() {
    let mut s = guns().put("ru-2-26-inf", "4511").begin(&[]);
    assert_eq!(s.refused("aim 4514"), "8.61a");
    assert_eq!(s.refused("aim 4511"), "8.61e", "three and four hexes off");
    s.say("aim 4513", &[]);
    assert_eq!(s.refused("gun ru-art-1"), "8.61a");
    assert_eq!(s.refused("gun de-1-37-inf"), "8.61a");
}

#[test]
fn rart_2_and_3_the_owner_chooses_who_loses_and_the_stack_rolls() {
    rules!("lodz ART.2", "lodz ART.3");
    // 20 on an 8: a level and a roll. Germans from 10, Russians from 9.
    let mut s = fired(guns().put("ru-hq-ewert ru-art-1", "4513"), &[4, 4]);
    assert_eq!((s.side(), s.asked().0), (Some(RU), "ART.2"));
    assert_eq!(s.refused("lose de-art-25"), "ART.2");
    assert_eq!(s.offers().len(), 3, "a staff may take it (R24)");
    s.say("lose ru-hq-ewert", &[4, 5]);
    assert_eq!(s.hex_of("ru-hq-ewert"), "Gone");
    assert!(
        s.p.has(unit("ru-1-26-inf"), Flag::Disorganized) && s.p.has(unit("ru-art-1"), Flag::Disorganized)
    );
    let mut s = fired(guns().put("ru-hq-ewert", "4513"), &[4, 4]);
    s.say("lose ru-hq-ewert", &[4, 4]);
    assert!(!s.p.has(unit("ru-1-26-inf"), Flag::Disorganized));
}

#[test]
fn absurd_actions_are_refused() {
    use sandtable_lodz::play::air::{AirAction::*, Bombs};
    use sandtable_lodz::position::{HexId, UnitId};
    let (unit, hex, ship) = (UnitId(u16::MAX), HexId(u16::MAX), unit("de-airship-1"));
    let odd = [
        Fly { ship: unit, to: HexId(0) },
        Fly { ship, to: hex },
        Bomb(Bombs { ship, direction: 200 }),
        Bomb(Bombs { ship: unit, direction: 0 }),
        Aim { hex },
        Gun { unit },
        Fire,
        Lose { unit },
    ];
    let mut over = air(None).begin(&[]);
    over.say("fly de-airship-1 3514", &[2]);
    let mut aimed = guns().begin(&[]);
    aimed.say("aim 4513", &[]);
    let losing = fired(guns().put("ru-hq-ewert", "4513"), &[3, 4]);
    for s in [&air(None).begin(&[]), &over, &guns().begin(&[]), &aimed, &losing] {
        let side = Side(s.side().unwrap());
        for action in odd {
            let action = Action::Air(action);
            assert!(game().check(&s.p, side, &action).is_err(), "{action:?}");
            game().describe(&s.p, &action);
        }
        let mut all = Vec::new();
        game().actions(&s.p, side, &mut all);
        for a in &all {
            let words = game().describe(&s.p, a);
            assert!(game().check(&s.p, side, a).is_ok(), "{words}");
            assert_eq!(game().parse(&s.p, &words).as_ref(), Some(a), "{words}");
        }
    }
}

#[test]
fn r15_12b_guns_that_fired_a_barrage_have_fought() {
    rules!("lodz 8.61c");
    // L66: two disorganized batteries; the one that fires stays so at the end of the movement phase.
    let s = guns().put("de-art-41-inf", "4516").marked("de-art-25 de-art-41-inf", Flag::Disorganized);
    let mut s = fired(s.with(|p| p.barrage = true), &[1, 1]);
    while s.p.phase != Phase::Movement {
        s.say("done", &[]);
    }
    assert_eq!(s.refused("de-art-25 order"), "8.61c");
    s.say("done", &[]);
    assert!(
        s.p.has(unit("de-art-25"), Flag::Disorganized) && !s.p.has(unit("de-art-41-inf"), Flag::Disorganized)
    );
}
