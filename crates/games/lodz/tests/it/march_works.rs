//! Strategic movement (11), reinforcements (13), bridges (14), disorder (15.12b), the ferry of Płock (N11.12), what the calendars bring, and how fast
//! the list of moves is made.

use crate::scene::*;
use sandtable_lodz::play::march::MarchAction;

/// A side moves on a day of November, the 11th being day 1; staffs far away keep all phases open.
fn november(day: u8, side: u8) -> Scene {
    let s = Scene::empty("november-11", side, Phase::Movement).with(|p| p.day = day);
    s.put("de-hq-woyrsch", "1033").put("ru-hq-ewert", "4133")
}

fn german(day: u8) -> Scene {
    november(day, DE)
}

fn russian(day: u8) -> Scene {
    november(day, RU)
}

/// Units wait for their entry.
fn due(s: Scene, ids: &str) -> Scene {
    s.with(|p| ids.split(' ').for_each(|id| p.units.take_off(unit(id), At::Due)))
}

/// A phase of a side begins anew, everybody in supply.
fn enter(s: Scene, side: u8, phase: Phase) -> Scene {
    let s = s.with(|p| {
        (p.steps, p.phase, p.active) = (Position::EMPTY.steps, phase, side);
        engine().all_units().for_each(|u| p.units.set_level(u, 0));
    });
    s.begin(&[])
}

fn left(s: &Scene, id: &str) -> u8 {
    s.p.march.left(unit(id))
}

/// Hexes that a unit can reach, and what it has left there.
fn reach(s: &Scene, id: &str, to: &str) -> Option<u8> {
    let reach = engine().march_reach(&s.p, unit(id));
    let left = reach.left[usize::from(engine().map(&s.p).hex(to).unwrap())];
    (left != sandtable_lodz::play::march::UNREACHED).then_some(left)
}

/// Whether a bridge stands between two hexes.
fn bridge(s: &Scene, a: &str, b: &str) -> bool {
    let map = engine().map(&s.p);
    let (a, b) = (map.hex(a).unwrap(), map.hex(b).unwrap());
    let (there, back) = (map.direction(a, b).unwrap(), map.direction(b, a).unwrap());
    assert_eq!(s.p.bridged(a, there), s.p.bridged(b, back));
    s.p.bridged(a, there)
}

#[test]
fn r11_12a_marked_units_move_after_the_fighting() {
    let mut s = german(3).put("de-1-37-inf de-2-37-inf", "1114").put("de-1-41-inf", "1109").begin(&[]);
    rules!("lodz 11.11", "lodz 11.13", "lodz 11.21a", "lodz 11.21b", "lodz 3.1.5");
    s.say("de-1-37-inf strategic", &[]).say("de-1-41-inf 1110", &[]);
    assert_eq!(s.refused("de-1-37-inf strategic"), "11.12a");
    rules!("lodz 11.12b");
    assert_eq!(s.refused("de-1-37-inf 1113"), "11.12b");
    assert_eq!(s.refused("de-1-41-inf strategic"), "11.12b");
    s.say("done", &[]);
    let mut s = enter(s, DE, Phase::Strategic);
    assert_eq!((s.asked().0, left(&s, "de-1-37-inf")), ("11.11", 6), "2 MP less");
    assert_eq!(s.refused("de-2-37-inf 1113"), "11.12a");
    s.say("de-1-37-inf 1113", &[]);
    assert_eq!(left(&s, "de-1-37-inf"), 4);
    rules!("lodz 11.23");
    s.say("done", &[]);
    assert!(!s.p.has(unit("de-1-37-inf"), Flag::Strategic));
    assert!(s.p.phase != Phase::Attack || s.p.active != DE);
}

#[test]
fn r11_12c_nobody_who_has_fought() {
    let marked = |flag: Flag| {
        let s = german(3).put("de-1-37-inf de-art-41-inf de-2-37-inf", "1114");
        let s =
            s.marked("de-1-37-inf de-art-41-inf de-2-37-inf", Flag::Strategic).marked("de-1-37-inf", flag);
        enter(s.marked("de-art-41-inf", Flag::Marching), DE, Phase::Strategic)
    };
    assert_eq!(marked(Flag::Attacked).refused("de-1-37-inf 1113"), "11.12c");
    assert_eq!(marked(Flag::Fired).refused("de-1-37-inf 1113"), "11.12c");
    assert_eq!(marked(Flag::Moved).refused("de-1-37-inf 1113"), "11.12b");
    assert!(
        marked(Flag::Defended).offered("de-1-37-inf 1113") && marked(Flag::Fired).offered("de-2-37-inf 1113")
    );
}

#[test]
fn r11_13_guns_take_marching_order_for_it_before_or_then() {
    let mut s = german(3).put("de-art-41-inf de-art-ii-5", "1114").begin(&[]);
    s.say("de-art-41-inf strategic", &[]).say("de-art-41-inf order", &[]).say("de-art-ii-5 strategic", &[]);
    s.say("done", &[]);
    let mut s = enter(s, DE, Phase::Strategic);
    assert!(s.offered("de-art-41-inf 1112"), "6 MP less 2");
    assert_eq!(s.refused("de-art-ii-5 1112"), "8.72");
    s.say("de-art-ii-5 order", &[]);
    assert_eq!(left(&s, "de-art-ii-5"), 6);
    s.say("de-art-ii-5 1112", &[]);
}

#[test]
fn r11_12d_nobody_who_digs() {
    let mut s = german(3).put("de-1-37-inf de-2-37-inf", "1114").begin(&[]);
    s.say("de-1-37-inf dig", &[]).say("de-2-37-inf strategic", &[]);
    assert_eq!(s.refused("de-1-37-inf strategic"), "11.12d");
    assert_eq!(s.refused("de-2-37-inf dig"), "11.12d");
}

#[test]
fn r11_12e_not_out_of_a_zone_and_r11_22_not_into_one() {
    let s = german(3).put("de-1-37-inf", "4214").put("de-2-37-inf", "4216").put("ru-1-22-inf", "4314");
    let s = enter(s.marked("de-1-37-inf de-2-37-inf", Flag::Strategic), DE, Phase::Strategic);
    rules!("lodz 11.12e", "lodz 11.22");
    assert_eq!(s.refused("de-1-37-inf 4215"), "11.12e");
    assert!(s.offered("de-2-37-inf 4215"));
    assert_eq!(s.refused("de-2-37-inf 4315"), "11.22");
    assert_eq!(s.refused("de-2-37-inf 4214"), "11.22");
}

#[test]
fn r11_24_russians_need_a_staff_within_two_hexes() {
    let s = russian(3).put("ru-1-22-inf", "4314").put("ru-2-22-inf", "4131");
    let s = enter(s.marked("ru-1-22-inf ru-2-22-inf", Flag::Strategic), RU, Phase::Strategic);
    rules!("lodz 3.1.11");
    assert_eq!(s.refused("ru-1-22-inf 4313"), "11.24");
    assert!(s.offered("ru-2-22-inf 4132"));
    let s = german(3).put("de-1-37-inf", "4314").marked("de-1-37-inf", Flag::Strategic);
    assert!(enter(s, DE, Phase::Strategic).offered("de-1-37-inf 4313"), "Germans need none");
}

#[test]
fn strategic_moves_obey_the_stack_limit_and_count_as_moves() {
    let s = german(3).put("de-1-37-inf", "4313").put("de-2-37-inf de-1-41-inf de-2-41-inf", "4314");
    let mut s = enter(s.marked("de-1-37-inf", Flag::Strategic), DE, Phase::Strategic);
    rules!("lodz 5.1a");
    s.say("de-1-37-inf 4314", &[]);
    assert_eq!(s.refused("done"), "5.1a");
    s.say("de-1-37-inf 4315", &[]).say("done", &[]);
    assert!(s.p.has(unit("de-1-37-inf"), Flag::Stirred));
}

#[test]
fn r13_11_units_come_on_their_day_and_at_their_place() {
    let hauer = "ah-hq-hauer ah-1-3-cav";
    let s = due(german(2), hauer).begin(&[]);
    assert_eq!(s.refused("ah-1-3-cav 1034"), "13.11");
    rules!("lodz N11.R13a", "lodz 13.14", "lodz 13.15");
    let mut s = due(german(3), hauer).begin(&[]);
    assert_eq!(reach(&s, "ah-1-3-cav", "1034"), Some(12), "the forest of the first hex costs 2 of 8 MP");
    s.say("ah-1-3-cav 1034", &[]).say("ah-hq-hauer 1034", &[]);
    assert_eq!((s.hex_of("ah-1-3-cav"), s.hex_of("ah-hq-hauer")), ("1034".into(), "1034".into()));
    assert!(s.told().contains("comes onto the map at 1034"));
    s.say("ah-1-3-cav 1134", &[]);
    assert!(left(&s, "ah-1-3-cav") < 12);
    assert_eq!(s.refused("ah-1-3-cav dig"), "9.11a");
    assert_eq!(s.refused("ah-1-9-cav 1034"), "4.1a", "not on its way");
}

#[test]
fn r13_12_also_in_the_strategic_movement_phase() {
    let s = due(german(3), "ah-1-3-cav").put("ru-1-22-inf", "1134");
    let s = enter(s, DE, Phase::Strategic);
    assert_eq!(s.refused("ah-1-3-cav 1034"), "13.13");
    let mut s = enter(due(german(3), "ah-1-3-cav"), DE, Phase::Strategic);
    assert_eq!(reach(&s, "ah-1-3-cav", "1034"), Some(8), "2 MP less");
    s.say("ah-1-3-cav 1034", &[]);
    assert!(s.offered("ah-1-3-cav 1035"), "and it goes on without a marker");
}

#[test]
fn t26_r13_31a_transfer_beside_a_zone() {
    // An enemy in 1035: the entry hex 1034 lies in its zone, and so does 1133.
    let mut s = due(german(3), "ah-1-3-cav ah-hq-hauer").put("ru-1-22-inf", "1035").begin(&[]);
    rules!("lodz 13.13", "lodz 13.31a", "lodz 13.31b", "lodz 13.31d");
    assert!(reach(&s, "ah-1-3-cav", "1034") < Some(4), "only from beside it, into the zone");
    // The nearest free hex of the west edge: 1033, forest, with 4 of 8 MP.
    assert_eq!(reach(&s, "ah-1-3-cav", "1033"), Some(4));
    assert_eq!(s.refused("ah-1-3-cav 1020"), "13.31d");
    s.say("ah-1-3-cav 1033", &[]);
    assert_eq!(left(&s, "ah-1-3-cav"), 4);
    // Held by the enemy.
    let s = due(german(3), "ah-hq-hauer").put("ru-1-22-inf", "1034").begin(&[]);
    assert_eq!(s.refused("ah-hq-hauer 1034"), "4.21");
    assert_eq!(s.refused("ah-hq-hauer 1020"), "13.31d");
    assert!(s.offered("ah-hq-hauer 1032"), "1033 is in its zone");
}

#[test]
fn r13_31c_transfer_by_choice() {
    // Landsturm with 4 MP, 2 of them in strategic movement: all for the forest of 1023, or for a hex beside it.
    let s = enter(due(german(4), "de-doussin"), DE, Phase::Strategic);
    assert_eq!(reach(&s, "de-doussin", "1023"), Some(0));
    assert!(s.offered("de-doussin 1022") && s.offered("de-doussin 1024"));
    assert_eq!(s.refused("de-doussin 1021"), "13.31d");
}

#[test]
fn t26_r13_32_delay_opens_the_whole_edge_at_full_speed() {
    rules!("lodz 13.32");
    let mut s = due(german(4), "ah-1-3-cav").put("ru-1-22-inf", "1035").begin(&[]);
    let map = engine().map(&s.p);
    assert_eq!(reach(&s, "ah-1-3-cav", "1020"), Some(16 - map.enter[usize::from(hex("1020"))]));
    s.say("ah-1-3-cav 1034", &[]);
    assert!(s.told().ends_with("for 2 MP and stops in an enemy zone"), "only from beside it: {}", s.told());
    let s = due(german(4), "ah-1-3-cav").put("ru-1-22-inf", "1035").begin(&[]);
    assert_eq!(s.refused("ah-1-3-cav 3035"), "13.31d", "another edge");
}

#[test]
fn flg_4_arrivals_by_rail_appear_inside_the_map() {
    let ldz = |day: u8| {
        let s = Scene::empty("lodz", RU, Phase::Movement).put("ru-hq-ewert", "4133").with(|p| p.day = day);
        due(s, "ru-1-51-inf ru-art-51-inf ru-1-6-rif ru-1-55-res ru-1-67-res ru-1-76-res")
    };
    rules!("lodz LDZ.R18", "lodz FLG.4", "lodz FLG.4b");
    let mut s = ldz(1).begin(&[]);
    assert_eq!(reach(&s, "ru-1-51-inf", "2916"), Some(8), "at no cost");
    assert_eq!(s.refused("ru-1-6-rif 2517"), "13.11");
    s.say("ru-1-51-inf 2916", &[]).say("ru-art-51-inf 2916", &[]);
    assert!(s.p.has(unit("ru-art-51-inf"), Flag::Marching), "newcomers march");
    rules!("lodz LDZ.R20", "lodz LDZ.R21", "lodz LDZ.R25");
    assert!(ldz(3).begin(&[]).offered("ru-1-6-rif 2517") && !ldz(3).begin(&[]).offered("ru-1-55-res 2719"));
    assert!(ldz(4).begin(&[]).offered("ru-1-55-res 2719"));
    assert!(ldz(8).begin(&[]).offered("ru-1-67-res 2719") && ldz(8).begin(&[]).offered("ru-1-76-res 2916"));
    // An enemy near: the nearest free rail hexes nearer to the east edge.
    let s = ldz(1).put("de-1-37-inf", "2816").begin(&[]);
    assert_eq!(way(&s, "ru-1-51-inf", "2916").len(), 2, "only on foot, into the zone");
    let map = engine().map(&s.p);
    let doors: Vec<HexId> =
        map.all().filter(|h| reach(&s, "ru-1-51-inf", &map.name(*h)) == Some(8)).collect();
    assert!(!doors.is_empty());
    assert!(doors.iter().all(|h| map.has(*h, Feature::Rail) && map.name(*h)[..2] > *"29"), "{doors:?}");
}

#[test]
fn calendars_bring_what_the_rulebook_says() {
    let arrivals = |scenario: &str, day: u8| {
        let s = game().d.scenarios.iter().find(|s| s.id == scenario).unwrap();
        let mut out: Vec<(&str, &str)> = Vec::new();
        for row in &s.setup {
            let (Where::Entry(a) | Where::Inside(a)) = &row.at else { continue };
            if a.day == day {
                out.push((game().d.units[usize::from(row.unit)].id.as_str(), row.corps.as_str()));
            }
        }
        out
    };
    let count = |scenario: &str, day: u8| arrivals(scenario, day).len();
    rules!("lodz N11.R12");
    assert_eq!(count("november-11", 2), 19 + 5, "XVII and XI Corps, 3rd Guards; Landsturm Thorn");
    rules!("lodz N11.R13b");
    assert!(arrivals("november-11", 3).iter().any(|a| a.0 == "ru-zabajkalska-cavbrig"));
    let s = due(russian(3), "ru-zabajkalska-cavbrig").begin(&[]);
    assert!(s.offered("ru-zabajkalska-cavbrig 3133"));
    rules!("lodz N11.R14", "lodz N11.R15a", "lodz N11.R15b", "lodz N11.R16");
    assert_eq!((count("november-11", 4), count("november-11", 5), count("november-11", 6)), (16, 5 + 6, 9));
    let s = due(german(4), "ah-hq-nadas de-hq-menges de-hq-koch").begin(&[]);
    assert!(s.offered("ah-hq-nadas 1135") && s.offered("de-hq-menges 1029") && s.offered("de-hq-koch 1023"));
    rules!("lodz RUZ.R26", "lodz RUZ.R27", "lodz RUZ.R30", "lodz RUZ.R04");
    assert_eq!([2, 3, 6, 10].map(|d| count("ruzski", d)), [12, 13, 1, 3]);
    let ruz = Scene::empty("ruzski", DE, Phase::Movement).put("de-hq-woyrsch", "1033").with(|p| p.day = 3);
    let mut s = due(ruz, "de-hq-fabeck de-hq-beseler de-hq-linsingen").begin(&[]);
    // Replacements come first on that day.
    while s.offered("enough") {
        s.say("enough", &[]);
    }
    assert!(s.offered("de-hq-fabeck 1912") && s.offered("de-hq-beseler 1809"));
    rules!("lodz RUZ.1b");
    let begins = Scene::of("ruzski");
    let all = ["de-hq-linsingen", "de-hq-gerock", "de-hq-fabeck", "de-hq-beseler"];
    assert!(
        all.iter().all(|id| begins.p.units.at(unit(id)) == At::Due),
        "none of them is there at the start"
    );
    rules!("lodz MAZ.R11", "lodz MAZ.R20");
    assert_eq!((count("masurian", 5), count("masurian", 14)), (2, 4));
    let maz = Scene::empty("masurian", DE, Phase::Movement).put("de-hq-kosch", "3606").with(|p| p.day = 5);
    let s = due(maz, "de-18-4-cav").begin(&[]);
    assert!(s.offered("de-18-4-cav 4224"));
    let maz = Scene::empty("masurian", RU, Phase::Movement).put("ru-hq-sievers", "5019").with(|p| p.day = 14);
    assert!(due(maz, "ru-1-6-inf").begin(&[]).offered("ru-1-6-inf 6222"));
}

/// November 11 with the cavalry in the north and the Landsturm that watches it.
fn north(day: u8) -> Scene {
    let s = russian(day).put("ru-2-6-cav", "2205").put("ru-ussur-cavbrig", "2505");
    due(s, "de-hq-dickhuth de-griepenkerl de-grossmann")
}

#[test]
fn n11_9_landsturm_thorn_comes_once_the_cavalry_goes_south() {
    rules!("lodz N11.9");
    let mut s = north(1).begin(&[]);
    s.say("ru-2-6-cav 2204", &[]).say("done", &[]);
    let s = enter(s.with(|p| p.day = 2), DE, Phase::Movement);
    assert_eq!(s.refused("de-griepenkerl 2004"), "N11.9", "north is not south");
    let mut s = north(1).begin(&[]);
    s.say("ru-2-6-cav 2206", &[]).say("ru-ussur-cavbrig 2506", &[]).say("done", &[]);
    let s = enter(s.with(|p| p.day = 2), DE, Phase::Movement);
    assert!(s.offered("de-griepenkerl 2004") && s.offered("de-grossmann 2604"));
    assert!(s.told().contains("Landsturm Corps Thorn may come"));
    // Destroyed serves as well; but not before the 12th.
    let gone = |day: u8| {
        let s = north(day).with(|p| p.destroy(unit("ru-ussur-cavbrig")));
        enter(s, DE, Phase::Movement)
    };
    assert!(gone(2).offered("de-griepenkerl 2004"));
    assert_eq!(gone(1).refused("de-griepenkerl 2004"), "N11.9");
    // The day it is let in is its date: the whole edge is for later ones.
    let s = gone(4);
    assert_eq!(s.refused("de-griepenkerl 3504"), "13.31d");
    let s = enter(s.with(|p| p.day = 5), DE, Phase::Movement);
    assert!(s.offered("de-griepenkerl 3504"));
}

#[test]
fn n11_10_landsturm_graudenz_answers_the_turkestan_corps() {
    rules!("lodz N11.10");
    let s = |day: u8| {
        let s = russian(day);
        let corps = "ru-1-turkbrig ru-2-turkbrig ru-3-turkbrig ru-1-4k ru-2-4k ru-art-s";
        due(s, &format!("{corps} de-hq-zastrow de-1-2-cav"))
    };
    assert_eq!(s(4).begin(&[]).refused("ru-1-turkbrig 3004"), "N11.R15b");
    let mut come = s(5).begin(&[]);
    assert!(come.offered("ru-1-turkbrig 3004") && come.offered("ru-1-turkbrig 3804"));
    come.say("ru-1-turkbrig 3504", &[]).say("done", &[]);
    let come = enter(come.with(|p| p.day = 6), DE, Phase::Movement);
    assert!(come.offered("de-1-2-cav 3004") && !come.offered("de-1-2-cav 3504"));
    // They stay away, and so do the Germans.
    let mut stay = s(5).begin(&[]);
    stay.say("done", &[]);
    let stay = enter(stay.with(|p| p.day = 6), DE, Phase::Movement);
    assert_eq!(stay.refused("de-1-2-cav 3004"), "N11.10");
}

#[test]
fn n11_11_the_fourth_cavalry_comes_back_in_the_campaign() {
    rules!("lodz N11.11");
    let back = |day: u8| {
        let s =
            Scene::empty("campaign", DE, Phase::Movement).put("de-hq-woyrsch", "1033").with(|p| p.day = day);
        s.with(|p| p.units.take_off(unit("de-3-4-cav"), At::Left)).begin(&[])
    };
    assert_eq!(back(15).refused("de-3-4-cav 1023"), "4.1a");
    assert!(back(16).offered("de-3-4-cav 1023"), "26 November");
}

#[test]
fn r14_11_small_bridges_fall_for_one_point() {
    let mut s = german(3)
        .put("de-1-37-inf de-art-41-inf de-hq-scholtz", "2720")
        .put("de-1-41-inf", "2820")
        .begin(&[]);
    rules!("lodz 14.11", "lodz 14.12");
    assert!(bridge(&s, "2720", "2820"));
    assert_eq!(s.refused("de-art-41-inf destroy 2820"), "14.11");
    assert_eq!(s.refused("de-1-37-inf destroy 2719"), "14.11", "no river");
    assert_eq!(s.refused("de-1-37-inf rebuild 2820"), "14.12");
    s.say("de-1-37-inf destroy 2820", &[]);
    assert!(!bridge(&s, "2720", "2820"));
    assert_eq!(left(&s, "de-1-37-inf"), 8);
    assert_eq!(s.refused("de-1-37-inf destroy 2820"), "14.11");
    s.say("de-1-41-inf rebuild 2720", &[]);
    assert!(bridge(&s, "2720", "2820"), "from the other bank");
    assert_eq!(left(&s, "de-1-41-inf"), 6, "2 MP");
    rules!("lodz 14.13");
    assert_eq!(s.refused("de-1-37-inf rebuild 2819"), "14.13");
    assert_eq!(s.refused("de-hq-scholtz build 2819"), "14.13");
}

#[test]
fn r14_12_not_in_an_enemy_zone() {
    let broken = |p: &mut Position| {
        let to = engine().map(p).direction(hex("2720"), hex("2820")).unwrap();
        engine().set_bridge(p, hex("2720"), to, false);
    };
    let s = german(3).put("de-1-37-inf", "2720").put("ru-1-22-inf", "2821").with(broken).begin(&[]);
    rules!("lodz 14.22c");
    assert_eq!(s.refused("de-1-37-inf rebuild 2820"), "14.22c", "2820 is in its zone");
    // Destroying is free of that, unless the unit has just come into the zone.
    let mut s =
        german(3).put("de-1-37-inf", "2720").put("de-2-37-inf", "2619").put("ru-1-22-inf", "2721").begin(&[]);
    assert!(s.offered("de-1-37-inf destroy 2820"));
    s.say("de-2-37-inf 2720", &[]);
    assert_eq!(s.refused("de-2-37-inf destroy 2820"), "6.2.1");
}

#[test]
fn r14_21_big_bridges_fall_for_two_points() {
    let mut s = german(3).put("de-1-37-inf", "1809").begin(&[]);
    s.say("de-1-37-inf destroy 1808", &[]);
    assert!(!bridge(&s, "1808", "1809"));
    assert_eq!(left(&s, "de-1-37-inf"), 6);
    rules!("lodz 14.22a");
    assert_eq!(s.refused("de-1-37-inf rebuild 1808"), "14.22a");
    assert_eq!(s.refused("de-1-37-inf build 1808"), "14.22a");
}

/// A staff that builds a bridge from 2313 over the Vistula to Płock.
fn builder() -> Scene {
    let mut s = german(7).put("de-hq-scholtz", "2414").begin(&[]);
    s.say("de-hq-scholtz 2413", &[]).say("de-hq-scholtz 2313", &[]).say("de-hq-scholtz build 2312", &[]);
    s
}

#[test]
fn r14_22b_a_staff_builds_a_big_bridge_in_a_turn() {
    let mut s = builder();
    rules!("lodz 14.22a");
    assert!(!bridge(&s, "2313", "2312"));
    assert_eq!(s.refused("de-hq-scholtz build 2312"), "14.22b");
    s.say("done", &[]);
    let s = enter(s, DE, Phase::Movement);
    assert!(bridge(&s, "2313", "2312"));
    assert!(s.told().contains("finishes the bridge over the big river between 2313 and Płock (2312)"));
    // A unit that goes away has built nothing.
    let mut s = builder();
    s.say("de-hq-scholtz 2413", &[]).say("done", &[]);
    assert!(!bridge(&enter(s, DE, Phase::Movement), "2313", "2312"));
    let mut s = builder();
    s.say("done", &[]);
    let s = s.marked("de-hq-scholtz", Flag::Retreated);
    assert!(!bridge(&enter(s, DE, Phase::Movement), "2313", "2312"), "nor does one that was driven back");
    rules!("lodz 14.22c");
    let mut s = builder();
    s.say("done", &[]);
    let s = enter(s.put("ru-1-22-inf", "2311"), DE, Phase::Movement);
    assert!(!bridge(&s, "2313", "2312"), "an enemy zone over one end");
    assert!(s.told().contains("is not finished"));
    let s = german(7).put("de-hq-scholtz", "2313").put("ru-1-22-inf", "2411").begin(&[]);
    assert_eq!(s.refused("de-hq-scholtz build 2312"), "14.22c");
}

#[test]
fn t27_r15_12b_disorder_goes_after_a_quiet_day() {
    rules!("lodz 15.12b");
    // Disorganized in defence; then it moves.
    let s = german(3)
        .put("de-1-37-inf de-2-37-inf", "1010")
        .marked("de-1-37-inf de-2-37-inf", Flag::Disorganized);
    let mut s = s.marked("de-1-37-inf de-2-37-inf", Flag::Stirred).begin(&[]);
    s.say("de-1-37-inf 1011", &[]).say("done", &[]);
    let has = |s: &Scene, id: &str| s.p.has(unit(id), Flag::Disorganized);
    assert!(has(&s, "de-1-37-inf") && has(&s, "de-2-37-inf"), "attacked within the day");
    // A day without anything.
    let mut s = enter(s, DE, Phase::Movement);
    s.say("done", &[]);
    assert!(!has(&s, "de-1-37-inf") && !has(&s, "de-2-37-inf"));
    assert!(s.told().contains("is in order again"));
    // A move, or a fight, in that day would have kept it.
    let s = german(3)
        .put("de-1-37-inf de-2-37-inf", "1010")
        .marked("de-1-37-inf de-2-37-inf", Flag::Disorganized);
    let mut s = s.begin(&[]);
    s.say("de-1-37-inf 1011", &[]).say("done", &[]);
    assert!(has(&s, "de-1-37-inf") && !has(&s, "de-2-37-inf"));
}

#[test]
fn n11_12a_the_ferry_of_plock_carries_infantry() {
    let scene = |day: u8| {
        german(day).put("de-1-37-inf de-1-6-cav de-2-37-inf", "2312").cel("de-2-37-inf", 1).begin(&[])
    };
    rules!("lodz N11.12a", "lodz N11.12b");
    let mut s = scene(3);
    assert_eq!(s.refused("de-1-6-cav 2212"), "N11.12a");
    assert_eq!(s.refused("de-2-37-inf 2212"), "N11.12b");
    assert_eq!(s.refused("de-1-37-inf 2211"), "TEC.2a", "no landing there");
    s.say("de-1-37-inf 2212", &[]);
    assert_eq!((s.p.units.cel(unit("de-1-37-inf")), left(&s, "de-1-37-inf")), (1, 0));
    assert!(s.told().contains("by ferry for 2 MP and goes no farther"), "{}", s.told());
    assert_eq!(s.refused("de-1-37-inf 2213"), "N11.12a", "the ferry has ended its move, no enemy");
    assert_eq!(s.refused("de-1-37-inf destroy 2213"), "14.11");
    rules!("lodz N11.12c");
    s.say("done", &[]);
    let s = enter(s, DE, Phase::Movement);
    assert_eq!(s.p.units.cel(unit("de-1-37-inf")), 2);
    // Driven back it has nothing to collect.
    let mut s = scene(3);
    s.say("de-1-37-inf 2212", &[]).say("done", &[]);
    let s = enter(s.with(|p| p.units.place(unit("de-1-37-inf"), hex("2113"))), DE, Phase::Movement);
    assert_eq!(s.p.units.cel(unit("de-1-37-inf")), 1);
    rules!("lodz N11.13");
    let s = scene(6);
    assert!(bridge(&s, "2212", "2312") && !bridge(&s, "2312", "2313"));
    assert!(s.offered("de-1-6-cav 2212") && s.offered("de-2-37-inf 2212"));
    let way = way(&s, "de-1-37-inf", "2313");
    assert_eq!(way, ["2312", "2212", "2313"].map(hex), "the ferry runs no more");
    // It stands in the later scenarios, and once destroyed it does not come back by itself.
    assert!(bridge(&Scene::of("lodz"), "2212", "2312") && !bridge(&Scene::of("november-11"), "2212", "2312"));
    let mut s = scene(6);
    s.say("de-1-37-inf destroy 2212", &[]).say("done", &[]);
    assert!(!bridge(&enter(s, DE, Phase::Movement), "2212", "2312"));
}

#[test]
fn what_is_offered_is_legal_and_reads_back() {
    for scenario in ["november-11", "masurian"] {
        let mut s = Scene::of(scenario);
        while s.p.phase == Phase::SetUp {
            s.say("ready", &[]);
        }
        // Whatever other modules ask first is answered with the first offer.
        for _ in 0..50 {
            if matches!(s.p.steps.top(), Step::March(_)) {
                break;
            }
            let first = s.offers().remove(0);
            let action = game().parse(&s.p, &first).unwrap();
            let side = Side(s.side().unwrap());
            game().apply(&mut s.p, side, &action, &mut Seeded::new(3), &mut s.events);
        }
        let side = Side(s.side().unwrap());
        let mut out = Vec::new();
        game().actions(&s.p, side, &mut out);
        let mut seen = std::collections::HashSet::new();
        for a in &out {
            let words = game().describe(&s.p, a);
            assert!(game().check(&s.p, side, a).is_ok(), "{words}");
            assert_eq!(game().parse(&s.p, &words), Some(*a), "{words}");
            assert!(seen.insert(words));
        }
        // And what is not offered is not legal.
        let map = engine().map(&s.p);
        for unit in engine().all_units().step_by(7) {
            for to in map.all().step_by(5) {
                let go = Action::March(MarchAction::Go { unit, to });
                assert_eq!(
                    game().check(&s.p, side, &go).is_ok(),
                    out.contains(&go),
                    "{}",
                    game().describe(&s.p, &go)
                );
            }
        }
    }
}

#[test]
fn the_list_of_moves_is_made_fast() {
    for scenario in ["november-11", "lodz", "ruzski"] {
        let s = Scene::of(scenario);
        for side in [DE, RU] {
            let s = enter(Scene::at(s.p), side, Phase::Movement);
            if !matches!(s.p.steps.top(), Step::March(_)) {
                continue;
            }
            let mut out = Vec::new();
            let mut took = std::time::Duration::MAX;
            for _ in 0..20 {
                out.clear();
                let began = std::time::Instant::now();
                game().actions(&s.p, Side(side), &mut out);
                took = took.min(began.elapsed());
            }
            let units = s.p.units.on_map_of(side).count();
            println!("{scenario}, side {side}: {units} counters, {} actions in {took:?}", out.len());
            assert!(took.as_millis() < 5, "{took:?}");
        }
    }
}

#[test]
fn games_of_nothing_but_marches_come_to_an_end() {
    for seed in 0..3u64 {
        let mut s = Scene::of("november-11");
        let mut dice = Seeded::new(seed);
        let mut steps = 0;
        while let Some(side) = s.side() {
            let mut out = Vec::new();
            game().actions(&s.p, Side(side), &mut out);
            assert!(!out.is_empty());
            // Mostly forward, so that days pass.
            let done = out.iter().position(|a| *a == Action::March(MarchAction::Done));
            let pick = match done {
                Some(at) if dice.roll(6) > 5 => at,
                _ => (usize::from(dice.roll(6)) * 7919 + steps * 104_729) % out.len(),
            };
            let action = out[pick];
            s.events.clear();
            game().apply(&mut s.p, Side(side), &action, &mut dice, &mut s.events);
            game().sound(&s.p).unwrap();
            steps += 1;
            if s.p.day > 3 || steps > 4000 {
                break;
            }
        }
        let text = serde_json::to_string(&s.p).unwrap();
        assert_eq!(serde_json::from_str::<Position>(&text).unwrap(), s.p);
    }
}
