//! Trains (16), supply bases on the rails, replacements (REP) and units that leave.

use crate::scene::*;

fn german(phase: Phase) -> Scene {
    Scene::empty("november-11", DE, phase)
}

/// A train with a unit that boarded it on the day before.
fn loaded(train: &str, unit_id: &str, at: &str) -> Scene {
    german(Phase::Movement).put(train, at).with(|p| {
        let slot = engine().trains().find(|(_, t)| *t == unit(train)).unwrap().0;
        p.rail.load[slot] = unit(unit_id).into();
        p.units.mark(unit(train), Flag::Loaded, true);
        p.units.take_off(unit(unit_id), At::Aboard);
    })
}

#[test]
fn r16_b_a_german_unit_of_eight_points_boards_in_the_trains_hex() {
    let mut s = german(Phase::Movement)
        .put("de-train-1", "1405")
        .put("de-1-37-inf", "1404")
        .put("de-5g-3-gd ah-1-31-inf de-hq-scheffer", "1405")
        .begin(&[]);
    // Not from the next hex; it enters first.
    assert_eq!(s.refused("load de-train-1 de-1-37-inf"), "16.B");
    s.say("de-1-37-inf 1405", &[]);
    assert!(s.offered("load de-train-1 de-1-37-inf"));
    // The Guard has 9, Austrians are no Germans, a staff weighs nothing (R59).
    assert_eq!(s.refused("load de-train-1 de-5g-3-gd"), "16.B");
    assert_eq!(s.refused("load de-train-1 ah-1-31-inf"), "16.B");
    assert!(s.offered("load de-train-1 de-hq-scheffer"));
    // The side that shows counts.
    let s = s.cel("de-5g-3-gd", 1);
    assert!(s.offered("load de-train-1 de-5g-3-gd"));
    assert_eq!(s.refused("load de-1-37-inf de-1-37-inf"), "16.A");
    assert_eq!(s.refused("load de-train-1 de-train-1"), "16.B");
}

#[test]
fn r16_b_artillery_boards_limbered() {
    let s = german(Phase::Movement).put("de-train-1 de-art-25", "1405").begin(&[]);
    assert_eq!(s.refused("load de-train-1 de-art-25"), "8.72");
    let s = s.marked("de-art-25", Flag::Marching);
    assert!(s.offered("load de-train-1 de-art-25"));
}

#[test]
fn r16_c_a_loaded_train_is_turned_and_waits_for_the_next_day() {
    let mut s = german(Phase::Movement).put("de-train-1 de-1-37-inf de-2-37-inf", "1405").begin(&[]);
    assert!(!s.p.has(unit("de-train-1"), Flag::Loaded));
    s.say("load de-train-1 de-1-37-inf", &[]);
    assert!(s.p.has(unit("de-train-1"), Flag::Loaded));
    assert_eq!(s.hex_of("de-1-37-inf"), "Aboard");
    assert!(s.told().contains("boards German train 1"));
    // It is cargo: no zone, nothing to attack or defend with (R95).
    assert_eq!(s.p.units.line_in(DE, hex("1405")), 1);
    assert_eq!(s.refused("load de-train-1 de-2-37-inf"), "16.C");
    assert_eq!(s.refused("run de-train-1 1406"), "16.D1");
    assert_eq!(s.refused("unload de-train-1"), "16.E1");
}

#[test]
fn units_that_may_not_move_do_not_board() {
    let flags = [
        (Flag::Replaced, "REP.4"),
        (Flag::Barraged, "8.61c"),
        (Flag::Digging, "9.11a"),
        (Flag::Strategic, "11.12b"),
    ];
    for (flag, rule) in flags {
        let s = german(Phase::Movement).put("de-train-1 de-1-37-inf", "1405").begin(&[]);
        let s = s.marked("de-1-37-inf", flag);
        assert_eq!(s.refused("load de-train-1 de-1-37-inf"), rule);
    }
}

#[test]
fn r16_d1_e1_e2_and_f_the_day_after() {
    rules!("lodz 16.D1", "lodz 16.E1", "lodz 16.E2", "lodz 16.F");
    let mut s = loaded("de-train-1", "de-1-37-inf", "1405").begin(&[]);
    // To towns and cities along the railway, any distance.
    assert!(s.offered("run de-train-1 1809") && s.offered("run de-train-1 2719"));
    assert_eq!(s.refused("run de-train-1 1507"), "16.D1");
    assert_eq!(s.refused("run de-train-1 2113"), "16.D1");
    s.say("run de-train-1 1809", &[]);
    assert_eq!(s.hex_of("de-train-1"), "1809");
    assert!(s.told().contains("with 1st Brigade of the 37th Infantry"));
    assert_eq!(s.refused("run de-train-1 2719"), "16.D1", "once a day");
    s.say("unload de-train-1", &[]);
    assert_eq!(s.hex_of("de-1-37-inf"), "1809");
    assert!(!s.p.has(unit("de-train-1"), Flag::Loaded));
    assert_eq!(s.refused("unload de-train-1"), "16.E1");
    // The unit marches with its own points; it has ridden, so it does not dig.
    assert_eq!(s.p.march.left(unit("de-1-37-inf")), 10);
    assert!(s.offered("de-1-37-inf 1810"));
    assert!(!s.offered("de-1-37-inf dig") && !s.offered("de-1-37-inf strategic"));
    // The empty train runs on, once.
    s.say("run de-train-1 1405", &[]);
    assert_eq!(s.hex_of("de-train-1"), "1405");
    assert_eq!(s.refused("run de-train-1 1809"), "16.F");
}

#[test]
fn a_unit_may_stay_aboard() {
    let mut s = loaded("de-train-1", "de-1-37-inf", "1405").begin(&[]);
    s.say("run de-train-1 1809", &[]);
    s.say("done", &[]);
    assert_eq!(s.hex_of("de-1-37-inf"), "Aboard");
}

#[test]
fn r16_d2_no_train_passes_enemies_their_zones_or_a_broken_bridge() {
    let line = || loaded("de-train-1", "de-1-37-inf", "1405");
    // A zone over 1608 and 1709.
    let s = line().put("ru-1-26-inf", "1609").begin(&[]);
    assert!(s.offered("run de-train-1 1406"));
    assert_eq!(s.refused("run de-train-1 1809"), "16.D2");
    // A staff on the rails, without a zone.
    let s = line().put("ru-hq-ewert", "1507").begin(&[]);
    assert_eq!(s.refused("run de-train-1 1809"), "16.D2");
    // The bridge between 1405 and 1406.
    let s = line().with(|p| {
        let d = engine().map(p).direction(hex("1405"), hex("1406")).unwrap();
        engine().set_bridge(p, hex("1405"), d, false);
    });
    let s = s.begin(&[]);
    assert_eq!(s.refused("run de-train-1 1406"), "16.D2");
    assert!(s.offered("run de-train-1 1007"), "the other way is open");
}

#[test]
fn r16_0_railways_are_used_in_the_movement_phase() {
    let s = german(Phase::Strategic)
        .put("de-train-1 de-1-37-inf", "1405")
        .marked("de-1-37-inf", Flag::Strategic)
        .begin(&[]);
    assert_eq!(s.p.phase, Phase::Strategic);
    assert!(s.offered("de-1-37-inf 1404"));
    for words in ["run de-train-1 1406", "load de-train-1 de-1-37-inf", "base de-base-1 1406"] {
        assert_eq!(s.refused(words), "16.0", "{words}");
    }
    assert!(!s.offers().iter().any(|w| w.contains("train")));
}

#[test]
fn r16_g_enemy_infantry_or_cavalry_destroys_a_train_with_its_load() {
    let raid = |who: &str| {
        let mut s = loaded("de-train-1", "de-1-37-inf", "1809").put(who, "1810").marked(who, Flag::Marching);
        s.p.active = RU;
        s.p.first = RU;
        let mut s = s.begin(&[]);
        s.say(&format!("{who} 1809"), &[]);
        s
    };
    for who in ["ru-1-6-cav", "ru-1-26-inf"] {
        let s = raid(who);
        assert_eq!((s.hex_of("de-train-1"), s.hex_of("de-1-37-inf")), ("Left".into(), "Gone".into()));
        assert!(s.told().contains("is destroyed with 1st Brigade of the 37th Infantry"));
    }
    let s = raid("ru-art-1");
    assert_eq!((s.hex_of("de-train-1"), s.hex_of("de-1-37-inf")), ("1809".into(), "Aboard".into()));
}

// ---------------------------------------------------------------------------------------------- bases

fn russian(base: &str) -> Scene {
    Scene::empty("november-11", RU, Phase::Movement).put("ru-base-1", base)
}

/// Hexes that a base is offered.
fn ends(s: &Scene, base: &str) -> Vec<String> {
    let words = format!("base {base} ");
    s.offers().iter().filter_map(|w| w.strip_prefix(&words)).map(String::from).collect()
}

#[test]
fn r16_s1_a_russian_base_goes_five_hexes_in_russia_and_one_in_germany() {
    let s = russian("2517").begin(&[]);
    assert!(s.offered("base ru-base-1 2116"), "five hexes");
    assert_eq!(s.refused("base ru-base-1 2016"), "16.S1");
    // By rail alone.
    let map = engine().map(&s.p);
    assert!(ends(&s, "ru-base-1").iter().all(|h| map.has(hex(h), Feature::Rail)));
    assert_eq!(s.refused("base ru-base-1 2518"), "16.S1");
    // One hex into Germany takes everything.
    let s = russian("1406").begin(&[]);
    assert!(s.offered("base ru-base-1 1405"));
    assert_eq!(s.refused("base ru-base-1 1306"), "16.S1");
    let s = russian("1507").begin(&[]);
    assert!(s.offered("base ru-base-1 1406"));
    assert_eq!(s.refused("base ru-base-1 1405"), "16.S1");
    assert_eq!(s.refused("base de-base-1 1406"), "16.S1", "not yours");
    assert_eq!(s.refused("base ru-1-26-inf 1406"), "16.S1", "no base");
}

#[test]
fn r12_53a_bases_go_by_rail_alone_as_far_as_the_figures_say() {
    rules!("lodz 12.53b");
    // The general figures, two hexes in Russia and one outside, which this game replaces by its own (16.S1).
    let mut front = Lodz::new().unwrap();
    std::sync::Arc::get_mut(&mut front.d).unwrap().charts.base_rail[1] = [1, 2];
    let ends = |at: &str| {
        let p = russian(at).begin(&[]).p;
        let (mut out, map) = (Vec::new(), front.engine().map(&p));
        front.actions(&p, Side(RU), &mut out);
        let words = |a: &Action| front.describe(&p, a).strip_prefix("base ru-base-1 ").map(str::to_string);
        let ends: Vec<String> = out.iter().filter_map(words).collect();
        assert!(ends.iter().all(|h| map.has(hex(h), Feature::Rail)), "{ends:?}");
        ends
    };
    let home = ends("2517");
    assert!(home.contains(&"2415".to_string()) && !home.contains(&"2315".to_string()), "{home:?}");
    let abroad = ends("1306");
    assert!(abroad.contains(&"1206".to_string()) && !abroad.contains(&"1106".to_string()), "{abroad:?}");
}

#[test]
fn r16_s2_a_german_base_goes_eight_hexes_in_germany_and_four_in_russia() {
    let base = |at: &str| german(Phase::Movement).put("de-base-1", at).begin(&[]);
    let s = base("2016");
    assert!(s.offered("base de-base-1 2415"));
    assert_eq!(s.refused("base de-base-1 2416"), "16.S2");
    // Five hexes to Thorn are five eighths; one hex more in Russia is a quarter.
    let s = base("1007");
    assert!(s.offered("base de-base-1 1405") && s.offered("base de-base-1 1406"));
    assert_eq!(s.refused("base de-base-1 1507"), "16.S2");
    // Off the rails it stays.
    assert_eq!(ends(&base("2007"), "de-base-1"), Vec::<String>::new());
}

#[test]
fn a_base_goes_as_far_in_parts_as_in_one() {
    let mut s = russian("2517").put("ru-1-26-inf", "4514").begin(&[]);
    s.say("base ru-base-1 2415", &[]);
    assert!(s.told().contains("goes 2 hexes by rail"));
    assert!(s.offered("base ru-base-1 2116"));
    assert_eq!(s.refused("base ru-base-1 2016"), "16.S1");
    s.say("base ru-base-1 2116", &[]);
    assert_eq!(ends(&s, "ru-base-1"), Vec::<String>::new());
    // All of it feeds from now on (12.54a).
    let travelled = s.p.rail.travelled[5];
    let all: Hexes = ["2517", "2416", "2415", "2315", "2215", "2116"].into_iter().map(hex).collect();
    assert_eq!(travelled, all);
}

#[test]
fn a_base_keeps_away_from_enemies() {
    let s = russian("2517").put("de-1-37-inf", "2314").begin(&[]);
    assert!(s.offered("base ru-base-1 2416"));
    assert_eq!(s.refused("base ru-base-1 2315"), "16.S1");
}

#[test]
fn an_enemy_who_enters_destroys_a_base() {
    let mut s = german(Phase::Movement).put("ru-base-1", "2016").put("de-1-37-inf", "2017").begin(&[]);
    s.say("de-1-37-inf 2016", &[]);
    assert_eq!(s.hex_of("ru-base-1"), "Gone");
    assert!(s.p.rail.travelled[5].is_empty());
}

// ---------------------------------------------------------------------------------------------- replacements

/// Łódź on 20 November, with points at hand, in kinds: Russian infantry, Russian cavalry, German infantry.
fn men(side: u8, points: [u8; 3]) -> Scene {
    let s = Scene::empty("lodz", side, Phase::Movement);
    s.with(|p| (p.day, p.points) = (4, [points[0], points[1], points[2], 0]))
}

#[test]
fn rrep_2_a_point_restores_a_level() {
    let s = men(RU, [2, 0, 0]).put("ru-1-26-inf ru-2-26-inf ru-1-5-cav", "2515").cel("ru-1-26-inf", 1);
    let mut s = s.cel("ru-1-5-cav", 1).begin(&[]);
    assert_eq!(s.asked().0, "REP.2");
    assert_eq!(s.refused("replace ru-2-26-inf"), "REP.2", "nothing lost");
    assert_eq!(s.refused("replace ru-1-5-cav"), "REP.2", "no point of that kind");
    s.say("replace ru-1-26-inf", &[]);
    assert_eq!((s.p.units.cel(unit("ru-1-26-inf")), s.p.points[0]), (2, 1));
    s.say("enough", &[]);
    assert_eq!(s.p.points[0], 1, "what is left is kept (R45)");
    assert_eq!(s.asked().0, "4.1a");
}

#[test]
fn rrep_1_points_of_the_day_come_at_the_start_of_the_owners_movement_phase() {
    // 22 November: 2 and 1 for the Russians, 1 for the Germans.
    let day = |side: u8| men(side, [1, 0, 0]).with(|p| p.day = 5).put("ru-1-26-inf", "2515").begin(&[]);
    assert_eq!(day(RU).p.points, [3, 1, 0, 0]);
    assert_eq!(day(DE).p.points, [1, 0, 1, 0]);
    assert!(day(RU).told().contains("replacement points for Russian infantry: 2 more, 3 in all"));
    // Cavalry points are for cavalry, infantry points for infantry.
    let s = day(RU);
    assert!(s.offered("return ru-1-5-cav 3614"));
    let s = men(RU, [1, 0, 0]).put("ru-1-26-inf", "2515").begin(&[]);
    assert_eq!(s.refused("return ru-1-5-cav 3614"), "REP.2");
}

#[test]
fn rrep_3_not_in_an_enemy_zone() {
    let s = men(RU, [2, 0, 0])
        .put("ru-1-26-inf", "2515")
        .cel("ru-1-26-inf", 1)
        .put("de-1-37-inf", "2514")
        .begin(&[]);
    assert_eq!(s.refused("replace ru-1-26-inf"), "REP.3");
}

#[test]
fn rrep_4_and_10_whoever_gets_something_does_not_move() {
    rules!("lodz REP.4", "lodz REP.10");
    let mut s = men(RU, [2, 0, 0]).put("ru-1-26-inf", "2515").cel("ru-1-26-inf", 1).begin(&[]);
    s.say("replace ru-1-26-inf", &[]);
    s.say("return ru-2-26-inf 3614", &[]);
    assert_eq!(s.asked().0, "4.1a");
    for (who, to) in [("ru-1-26-inf", "2516"), ("ru-2-26-inf", "3615")] {
        assert!(s.p.has(unit(who), Flag::Replaced));
        assert_eq!(s.refused(&format!("{who} {to}")), "REP.4");
    }
    // On the next day, which brings points to both sides, they do.
    s.say("done", &[]).say("enough", &[]).say("enough", &[]);
    assert_eq!((s.p.day, s.side()), (5, Some(RU)));
    assert!(s.offered("ru-1-26-inf 2516"));
}

#[test]
fn rrep_5_only_infantry_and_cavalry() {
    let s = men(RU, [2, 2, 0]).put("ru-1-26-inf", "2515").cel("ru-1-26-inf", 1).begin(&[]);
    assert_eq!(s.refused("return ru-art-1 3614"), "REP.5");
    assert_eq!(s.refused("return ru-hq-ewert 3614"), "REP.5");
    assert_eq!(s.refused("return ru-gar-zegrze 3614"), "REP.1", "garrisons have no points (R45)");
    assert!(!s.offers().iter().any(|w| w.contains("art") || w.contains("hq") || w.contains("gar")));
    let s = men(DE, [0, 0, 2]).put("de-1-37-inf", "1405").cel("de-1-37-inf", 1).begin(&[]);
    assert_eq!(s.refused("return de-1-5-cav 1405"), "REP.1", "nor has German cavalry");
    assert!(s.offered("return de-1-3-land 1405"), "Landwehr is infantry");
}

#[test]
fn rrep_6_a_destroyed_unit_comes_back_with_a_level_lost() {
    let s = men(DE, [0, 0, 1]).with(|p| {
        p.units.mark(unit("de-1-37-inf"), Flag::Disorganized, true);
        p.units.set_level(unit("de-1-37-inf"), 3);
    });
    let mut s = s.put("de-2-37-inf", "1010").begin(&[]);
    assert_eq!(s.refused("return de-2-37-inf 1405"), "REP.6", "it is on the map");
    s.say("return de-1-37-inf 1405", &[]);
    assert_eq!((s.hex_of("de-1-37-inf"), s.p.units.cel(unit("de-1-37-inf"))), ("1405".into(), 1));
    assert_eq!((s.p.units.level(unit("de-1-37-inf")), s.p.points[2]), (0, 0));
    assert!(!s.p.has(unit("de-1-37-inf"), Flag::Disorganized));
    assert_eq!(s.asked().0, "4.1a", "no points, no question");
}

#[test]
fn rrep_7_and_8_warszawa_and_modlin_or_thorn() {
    rules!("lodz REP.7", "lodz REP.8");
    let s = men(RU, [1, 0, 0]).begin(&[]);
    for place in ["3514", "3614", "3212", "3312"] {
        assert!(s.offered(&format!("return ru-1-26-inf {place}")), "{place}");
    }
    assert_eq!(s.refused("return ru-1-26-inf 2121"), "REP.7");
    let s = men(DE, [0, 0, 1]).begin(&[]);
    assert!(s.offered("return de-1-37-inf 1405"));
    assert_eq!(s.refused("return de-1-37-inf 1834"), "REP.8");
}

#[test]
fn rrep_9_not_in_an_enemy_zone_nor_among_enemies() {
    let s = men(RU, [1, 0, 0]).put("de-1-37-inf", "3615").put("de-hq-morgen", "3312").begin(&[]);
    assert_eq!(s.refused("return ru-1-26-inf 3614"), "REP.9");
    assert_eq!(s.refused("return ru-1-26-inf 3312"), "4.21");
}

#[test]
fn rrep_11_none_for_austrians() {
    let s = men(DE, [0, 0, 2]).put("ah-1-31-inf", "1010").cel("ah-1-31-inf", 1).begin(&[]);
    assert_eq!(s.refused("replace ah-1-31-inf"), "REP.11");
    assert_eq!(s.refused("return ah-2-31-inf 1405"), "REP.11");
}

#[test]
fn nobody_is_asked_without_points() {
    let s = men(RU, [0, 0, 5]).put("ru-1-26-inf", "2515").cel("ru-1-26-inf", 1).begin(&[]);
    assert_eq!(s.asked().0, "4.1a");
    assert_eq!(s.refused("replace ru-1-26-inf"), "REP.2");
}

// ---------------------------------------------------------------------------------------------- units that leave

const FOUR_CAV: &str = "de-3-4-cav de-18-4-cav de-kaufman-4-cav";

#[test]
fn rn11_11_the_4th_cavalry_division_leaves_on_the_20th() {
    let day = |day: u8| {
        let s = Scene::empty("lodz", DE, Phase::Movement).put(FOUR_CAV, "2707").put("de-1-2-cav", "3005");
        s.with(|p| p.day = day).begin(&[])
    };
    assert_eq!(day(2).hex_of("de-18-4-cav"), "2707");
    let s = day(3);
    assert!(FOUR_CAV.split(' ').all(|u| s.hex_of(u) == "Left"));
    assert_eq!(s.hex_of("de-1-2-cav"), "3005");
    assert!(s.told().contains("leaves for another front"));
}

#[test]
fn rn11_11_it_comes_back_by_the_table_on_the_26th() {
    let on = |day: u8| {
        let s = Scene::empty("campaign", DE, Phase::Movement).put("de-1-2-cav", "3005").with(|p| p.day = day);
        let away = |p: &mut Position| units(FOUR_CAV).iter().for_each(|u| p.units.take_off(u, At::Left));
        s.with(away).begin(&[])
    };
    assert_eq!(on(15).hex_of("de-3-4-cav"), "Left");
    let s = on(16);
    assert_eq!(s.hex_of("de-3-4-cav"), "Due");
    assert!(s.offered("de-3-4-cav 1023"), "{:?}", s.refused("de-3-4-cav 1023"));
    // What was destroyed stays so: losses carry on (R61).
    let s = Scene::empty("campaign", DE, Phase::Movement)
        .put("de-1-2-cav", "3005")
        .with(|p| p.day = 16)
        .begin(&[]);
    assert_eq!(s.hex_of("de-3-4-cav"), "Gone");
}

#[test]
fn absurd_actions_are_refused() {
    use sandtable_lodz::play::rail::RailAction::*;
    use sandtable_lodz::position::{HexId, UnitId};
    let march = german(Phase::Movement).put("de-train-1 de-1-37-inf", "1405").begin(&[]);
    let asked = men(RU, [1, 0, 0]).begin(&[]);
    let (a, z) = (unit("de-train-1"), UnitId(u16::MAX));
    let odd = [
        Load { train: z, unit: z },
        Load { train: a, unit: z },
        Run { train: a, to: HexId(u16::MAX) },
        Run { train: z, to: HexId(0) },
        Unload { train: z },
        Base { base: z, to: HexId(u16::MAX) },
        Base { base: a, to: HexId(0) },
        Replace { unit: z },
        Return { unit: z, to: HexId(u16::MAX) },
    ];
    for action in odd {
        for s in [&march, &asked] {
            let side = Side(s.side().unwrap());
            assert!(game().check(&s.p, side, &Action::Rail(action)).is_err(), "{action:?}");
        }
    }
}

#[test]
fn what_is_offered_is_legal_and_reads_back() {
    let full = loaded("de-train-1", "de-1-37-inf", "1405")
        .put("de-train-2 de-2-37-inf", "1809")
        .put("de-base-1", "2016");
    for s in [full.begin(&[]), men(RU, [1, 1, 0]).begin(&[])] {
        let side = Side(s.side().unwrap());
        let mut all = Vec::new();
        game().actions(&s.p, side, &mut all);
        let mut words: Vec<String> = all.iter().map(|a| game().describe(&s.p, a)).collect();
        for (a, w) in all.iter().zip(&words) {
            assert!(game().check(&s.p, side, a).is_ok(), "{w}");
            assert_eq!(game().parse(&s.p, w).as_ref(), Some(a), "{w}");
        }
        words.sort();
        words.dedup();
        assert_eq!(words.len(), all.len());
    }
}

/// Reinforcements of November 11 that have not come, on a day.
fn waiting(day: u8, ids: &str) -> Scene {
    let s = german(Phase::Movement).put("de-hq-woyrsch", "1833").with(|p| p.day = day);
    s.with(|p| ids.split_whitespace().for_each(|id| p.units.take_off(unit(id), At::Due)))
}

#[test]
fn r13_16_a_train_brings_a_reinforcement() {
    // XVII Corps comes on 12 November at 1012 to 1016; the nearest railway over the west edge is at 1007.
    let mut s = waiting(2, "de-1-35-inf de-art-i-17").put("de-train-1", "1405").begin(&[]);
    assert!(s.offered("load de-train-1 de-1-35-inf"), "{:?}", s.offers());
    s.say("load de-train-1 de-1-35-inf", &[]);
    assert_eq!((s.hex_of("de-1-35-inf"), s.hex_of("de-train-1")), ("Aboard".into(), "1007".into()));
    assert_eq!(s.cited(), ["13.16"]);
    assert_eq!(s.refused("load de-train-1 de-art-i-17"), "16.C");
    assert_eq!(s.refused("run de-train-1 1405"), "16.D1", "it rides on the next day");
    assert_eq!(s.refused("de-1-35-inf 1008"), "16.C", "it is aboard");
    // The next day it rides, gets down and marches.
    s.say("done", &[]);
    let mut s = s
        .with(|p| (p.day, p.phase, p.active, p.steps) = (3, Phase::Movement, DE, Position::EMPTY.steps))
        .begin(&[]);
    s.say("run de-train-1 1405", &[]).say("unload de-train-1", &[]).say("de-1-35-inf 1406", &[]);
    assert_eq!(s.hex_of("de-1-35-inf"), "1406");
}

#[test]
fn r13_16_trains_must_be_there_and_the_railway_open() {
    let s = |day: u8| waiting(day, "de-1-35-inf de-5g-3-gd ah-1-3-cav de-art-i-17").put("de-train-1", "1405");
    assert_eq!(s(1).begin(&[]).refused("load de-train-1 de-1-35-inf"), "13.11", "not due yet");
    assert_eq!(s(3).begin(&[]).refused("load de-train-1 ah-1-3-cav"), "16.B", "Austrians");
    assert_eq!(s(2).begin(&[]).refused("load de-train-1 de-5g-3-gd"), "16.B", "nine points");
    assert!(s(2).begin(&[]).offered("load de-train-1 de-art-i-17"), "guns come limbered");
    // Enemy zones shut the way to 1007 and the one round by Kutno and Kalisz.
    let cut = s(2).put("ru-1-26-inf", "1108").put("ru-2-26-inf", "1507").begin(&[]);
    assert_eq!(cut.refused("load de-train-1 de-1-35-inf"), "13.16");
    let ran = {
        let mut s = s(2).begin(&[]);
        s.say("run de-train-1 1007", &[]);
        s
    };
    assert_eq!(ran.refused("load de-train-1 de-1-35-inf"), "16.F", "it has run already");
    assert_eq!(s(2).begin(&[]).refused("load de-train-2 de-1-35-inf"), "16.A", "no such train is there");
    // One that waits to be set up comes with its load.
    let pool = s(2).with(|p| {
        for train in ["de-train-2", "de-train-3"] {
            p.units.take_off(unit(train), At::Pool);
        }
    });
    let mut s = pool.begin(&[]);
    assert_eq!(s.refused("load de-train-3 de-1-35-inf"), "16.A", "those that wait are alike");
    assert_eq!(s.refused("place de-train-3 1405"), "16.A");
    s.say("load de-train-2 de-1-35-inf", &[]);
    assert_eq!(s.hex_of("de-train-2"), "1007");
}

#[test]
fn r16_a_a_train_is_set_up_on_the_first_day_of_its_transport() {
    let field = || {
        let s = german(Phase::Movement).put("de-hq-woyrsch", "1033").put("de-1-37-inf", "1405").with(|p| {
            p.units.take_off(unit("de-train-1"), At::Pool);
            p.holder[usize::from(hex("1405"))] = DE;
            p.holder[usize::from(hex("2517"))] = RU;
        });
        s.begin(&[])
    };
    let mut s = field();
    assert_eq!(s.refused("place de-train-1 2517"), "16.A", "the enemy's town");
    assert_eq!(s.refused("place de-train-1 1206"), "16.A", "no town");
    assert_eq!(s.refused("place de-train-2 1405"), "16.A", "it does not wait");
    s.say("place de-train-1 1405", &[]);
    assert_eq!(s.cited(), ["16.A"]);
    s.say("load de-train-1 de-1-37-inf", &[]);
    assert_eq!(s.refused("run de-train-1 1007"), "16.D1");
}

#[test]
fn r12_54a_the_way_of_a_base_is_shown_as_it_is_gone() {
    use sandtable_core::guide::Guide;
    for (base, side, at) in [("de-base-1", DE, "1405"), ("ru-base-1", RU, "2517"), ("de-base-1", DE, "1833")]
    {
        let s = Scene::empty("november-11", side, Phase::Movement).put(base, at).begin(&[]);
        let ways = game().ways(&s.p, Side(side), base);
        assert_eq!(ways.len(), ends(&s, base).len());
        for way in ways {
            let mut then = Scene::at(s.p);
            then.say(&format!("base {base} {}", way.place), &[]);
            assert!(then.told().contains(&format!("goes {} hex", way.cost)), "{}", then.told());
            let slot = engine().bases().find(|(_, b)| *b == unit(base)).unwrap().0;
            let shown: Hexes = way.path.iter().map(|h| hex(h)).collect();
            assert_eq!(then.p.rail.travelled[slot], shown, "{}", way.place);
        }
    }
}
