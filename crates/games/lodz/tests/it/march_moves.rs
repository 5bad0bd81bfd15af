//! Movement: prices of ground (4.3, TEC), stacks (5), zones of control (6), running over guns (8.16), artillery orders (8.7), field works
//! (9.1), limits of scenarios (N11.14, MAZ.5, MAZ.7).

use crate::scene::*;

/// Germans move on 13 November; a staff in the south-west keeps the phase open.
fn german() -> Scene {
    Scene::empty("november-11", DE, Phase::Movement).put("de-hq-woyrsch", "1033")
}

/// Russians move; a staff in the south-east keeps the phase open.
fn russian() -> Scene {
    Scene::empty("november-11", RU, Phase::Movement).put("ru-hq-ewert", "4133")
}

/// Germans in Masuria on a day of February 1915.
fn masuria(day: u8) -> Scene {
    Scene::empty("masurian", DE, Phase::Movement).put("de-hq-kosch", "3606").with(|p| p.day = day)
}

/// Half-points that the cheapest way of a unit to a hex costs.
fn cost(s: &Scene, id: &str, to: &str) -> Option<u8> {
    engine().march_reach(&s.p, unit(id)).cost(engine().map(&s.p).hex(to).unwrap())
}

/// Half-points that a unit pays for the straight step to a neighbour.
fn step(s: &Scene, id: &str, to: &str) -> u8 {
    let mut next = Scene::at(s.p);
    next.say(&format!("{id} {to}"), &[]);
    left(s, id) - left(&next, id)
}

/// Half-points left to a unit.
fn left(s: &Scene, id: &str) -> u8 {
    s.p.march.left(unit(id))
}

/// The same side's next movement phase, everybody in supply.
fn next(s: Scene) -> Scene {
    let side = s.p.units.side(unit("de-hq-woyrsch"));
    let active = if s.p.on_map(unit("de-hq-woyrsch")) { side } else { 1 - side };
    let later = s.with(|p| {
        (p.steps, p.phase, p.active) = (Position::EMPTY.steps, Phase::Movement, active);
        engine().all_units().for_each(|u| p.units.set_level(u, 0));
    });
    later.begin(&[])
}

#[test]
fn r4_1a_units_move_in_any_order_and_direction() {
    let mut s = german().put("de-1-37-inf", "4314").put("de-2-37-inf", "4113").begin(&[]);
    rules!("lodz 3.1.3", "lodz 3.1a");
    assert_eq!(s.asked().0, "4.1a");
    s.say("de-1-37-inf 4313", &[]).say("de-2-37-inf 4213", &[]).say("de-1-37-inf 4314", &[]);
    s.say("de-1-37-inf 4414", &[]).say("de-2-37-inf 4113", &[]);
    assert_eq!((s.hex_of("de-1-37-inf"), s.hex_of("de-2-37-inf")), ("4414".into(), "4113".into()));
    assert_eq!(s.refused("ru-1-22-inf 4314"), "4.1a");
    let s = russian().put("ru-1-22-inf", "4314").begin(&[]);
    rules!("lodz 3.1.9");
    assert!(s.offered("ru-1-22-inf 4313"), "player B moves in B's own phase");
}

#[test]
fn r4_1b_a_way_is_unbroken() {
    let s = german().put("de-1-37-inf", "4314").begin(&[]);
    let way = way(&s, "de-1-37-inf", "4317");
    assert_eq!(way.len(), 4);
    assert!(way.windows(2).all(|w| engine().map(&s.p).direction(w[0], w[1]).is_some()));
    assert_eq!(s.refused("de-1-37-inf 4314"), "4.1b");
}

#[test]
fn r4_1c_every_hex_is_paid_for_until_the_points_run_out() {
    let mut s = german().put("de-1-37-inf", "4314").begin(&[]);
    rules!("lodz 2.2g", "lodz TEC.1", "lodz 4.31");
    assert_eq!((left(&s, "de-1-37-inf"), cost(&s, "de-1-37-inf", "4313")), (10, Some(2)));
    s.say("de-1-37-inf 4315", &[]);
    assert_eq!(
        s.told(),
        "2/37 goes from 4314 to 4315 for 1 MP, 4 left".replace("2/37", engine().name(unit("de-1-37-inf")))
    );
    rules!("lodz 4.22");
    for to in ["4314", "4315", "4314", "4315"] {
        s.say(&format!("de-1-37-inf {to}"), &[]);
    }
    assert_eq!((left(&s, "de-1-37-inf"), s.refused("de-1-37-inf 4314")), (0, "4.22".to_string()));
}

#[test]
fn r4_1d_units_change_hex_only_in_their_own_phases() {
    let s = german().put("de-1-37-inf", "4314").put("ru-1-22-inf", "4113").begin(&[]);
    assert_eq!(s.side(), Some(DE));
    assert!(s.offers().iter().all(|w| !w.starts_with("ru-")));
    let way = engine().march_reach(&s.p, unit("ru-1-22-inf"));
    assert!(way.ends.is_empty());
}

#[test]
fn r4_21_a_hex_with_an_enemy_is_not_entered() {
    let s = german().put("de-1-37-inf de-hq-scholtz de-art-41-inf", "4315").put("ru-1-22-inf", "4314");
    let s = s.put("ru-art-1", "4316").marked("de-art-41-inf", Flag::Marching).begin(&[]);
    assert_eq!(s.refused("de-1-37-inf 4314"), "4.21");
    assert_eq!(s.refused("de-hq-scholtz 4316"), "4.21", "a staff runs nobody over");
    assert_eq!(s.refused("de-art-41-inf 4316"), "4.21");
}

#[test]
fn r4_22_no_more_is_spent_than_the_allowance() {
    let s = german().put("de-1-37-inf", "4314").begin(&[]);
    let far = engine().march_reach(&s.p, unit("de-1-37-inf"));
    let map = engine().map(&s.p);
    // East of the Vistula no road runs near: five hexes of open ground at most.
    assert!(far.ends.iter().all(|h| far.cost(h).unwrap() <= 10));
    let open = far.ends.iter().map(|h| map.distance(hex("4314"), h)).max().unwrap();
    assert!(open >= 5, "{open}");
    assert_eq!(s.refused("de-1-37-inf 4304"), "4.22");
}

#[test]
fn r4_23_nobody_has_to_spend_anything_and_r4_24_nothing_is_saved() {
    let mut s = german().put("de-1-37-inf", "1010").begin(&[]);
    s.say("de-1-37-inf 1011", &[]);
    rules!("lodz 4.23", "lodz 4.24");
    assert!(s.offered("done"));
    s.say("done", &[]);
    let s = next(s);
    assert_eq!(left(&s, "de-1-37-inf"), 10, "neither less nor more than the allowance");
}

#[test]
fn r4_25_points_belong_to_a_unit() {
    let mut s = german().put("de-1-37-inf de-2-37-inf", "4314").begin(&[]);
    s.say("de-1-37-inf 4315", &[]);
    assert_eq!((left(&s, "de-1-37-inf"), left(&s, "de-2-37-inf")), (8, 10));
}

#[test]
fn t2_r4_32_extras_of_the_ground_add_up() {
    rules!("lodz 4.32");
    let charts = &game().d.charts;
    assert_eq!(charts.clear_mp + charts.forest.extra + charts.hills.extra, 6, "3 MP for a wooded hill");
    // Koluszki: a town on hills, from 2522 without a road.
    let s = german().put("de-1-37-inf", "2522").begin(&[]);
    assert_eq!(step(&s, "de-1-37-inf", "2421"), 6);
}

#[test]
fn r4_33_prices_are_the_same_for_all_kinds_here() {
    let s = german().put("de-1-37-inf de-1-6-cav de-hq-scholtz de-art-41-inf", "2221");
    let s = s.marked("de-art-41-inf", Flag::Marching).begin(&[]);
    rules!("lodz 10.22b", "lodz 8.76");
    for id in ["de-1-37-inf", "de-1-6-cav", "de-hq-scholtz", "de-art-41-inf"] {
        assert_eq!(step(&s, id, "2122"), 4, "{id}");
    }
    rules!("lodz 10.22a");
    assert_eq!(left(&s, "de-hq-scholtz"), 16);
}

#[test]
fn t3_r4_34a_one_hex_can_always_be_had_for_everything() {
    rules!("lodz 4.34a");
    // A garrison with 2 MP before a hex of 3.
    let mut s = russian().put("ru-gar-modlin", "2522").begin(&[]);
    assert_eq!(left(&s, "ru-gar-modlin"), 4);
    assert!(s.offered("ru-gar-modlin 2421"));
    s.say("ru-gar-modlin 2421", &[]);
    assert_eq!((s.hex_of("ru-gar-modlin"), left(&s, "ru-gar-modlin")), ("2421".into(), 0));
    // Not after any other spending.
    let mut s = russian().put("ru-gar-modlin", "2621").begin(&[]);
    s.say("ru-gar-modlin 2522", &[]);
    assert_eq!((left(&s, "ru-gar-modlin"), s.refused("ru-gar-modlin 2421")), (2, "4.22".to_string()));
    // The example itself: 3 MP, and a hex that costs more on leaving a zone.
    let s = russian().put("ru-1-22-inf", "2522").put("de-1-37-inf", "2623");
    let s = s.with(|p| p.units.set_level(unit("ru-1-22-inf"), 1)).begin(&[]);
    assert_eq!(left(&s, "ru-1-22-inf"), 4, "out of supply it has half of 4 MP");
    assert!(s.offered("ru-1-22-inf 2421"));
}

#[test]
fn r4_34b_closed_ground_stays_closed() {
    let s = masuria(12).put("de-1-37-inf", "4320").begin(&[]);
    assert_eq!(s.refused("de-1-37-inf 4319"), "4.34b");
    let s = masuria(12).put("de-gar-boyen-1", "4320").begin(&[]);
    assert_eq!(s.refused("de-gar-boyen-1 4319"), "4.34b");
}

#[test]
fn r4_41_friends_do_not_hinder() {
    let s = german().put("de-1-37-inf", "4314").put("de-2-37-inf de-1-41-inf de-2-41-inf", "4315").begin(&[]);
    rules!("lodz 4.42");
    assert_eq!(cost(&s, "de-1-37-inf", "4316"), Some(4), "through a full hex and its friends' zones");
    assert!(s.offered("de-1-37-inf 4315"), "it is the end of the phase that counts");
}

#[test]
fn r5_1a_at_the_end_of_the_phase_a_hex_holds_six_cel() {
    let full = "de-1-37-inf de-2-37-inf de-1-41-inf";
    let mut s = german().put("de-2-41-inf", "4314").put(full, "4315").begin(&[]);
    s.say("de-2-41-inf 4315", &[]);
    assert!(!s.offered("done"));
    assert_eq!(s.refused("done"), "5.1a");
    assert_eq!(s.refused("de-2-41-inf give up"), "5.1a", "there is a way out");
    s.say("de-1-37-inf 4316", &[]);
    assert!(s.offered("done"));
    assert_eq!(s.refused("de-1-37-inf give up"), "5.1a");
}

#[test]
fn r5_1a_what_cannot_leave_is_given_up() {
    // Eight CEL that got replacements and may not move.
    let full = "de-1-37-inf de-2-37-inf de-1-41-inf de-2-41-inf";
    let mut s = german().put(full, "4315").begin(&[]);
    full.split(' ').for_each(|id| s.p.units.mark(unit(id), Flag::Replaced, true));
    assert_eq!(s.refused("de-1-37-inf 4316"), "REP.4");
    assert!(s.offered("de-1-37-inf give up") && !s.offered("done"));
    s.say("de-1-37-inf give up", &[]).say("de-2-37-inf give up", &[]);
    assert_eq!((s.p.units.cel(unit("de-1-37-inf")), s.p.units.cel_in(DE, hex("4315"))), (1, 6));
    assert!(s.offered("done") && !s.offered("de-1-37-inf give up"));
}

#[test]
fn r5_1b_a_staff_and_guns_count_one_each() {
    let s = german().put("de-1-37-inf de-2-37-inf de-hq-scholtz de-art-41-inf", "4315").begin(&[]);
    assert_eq!(s.p.units.cel_in(DE, hex("4315")), 6);
    assert!(s.offered("done"));
    let s =
        german().put("de-1-37-inf de-2-37-inf de-hq-scholtz de-art-41-inf de-art-ii-5", "4315").begin(&[]);
    assert_eq!(s.refused("done"), "5.1a");
}

#[test]
fn r6_1_1_a_zone_covers_all_neighbours() {
    let s = german().put("de-1-37-inf", "4217").put("ru-1-22-inf", "4314").begin(&[]);
    rules!("lodz 6.0", "lodz 6.1.2a");
    for h in ["4313", "4413", "4414", "4315", "4214", "4213"] {
        assert!(engine().in_zone(&s.p, RU, hex(h)), "{h}");
    }
    assert!(!engine().in_zone(&s.p, RU, hex("4316")));
    rules!("lodz 6.1.2b", "lodz 8.15", "lodz 10.21");
    let s = german().put("de-1-37-inf", "4217").put("ru-art-1 ru-hq-plehwe", "4314").begin(&[]);
    assert!(!engine().in_zone(&s.p, RU, hex("4315")));
}

#[test]
fn r6_1_3_no_zone_reaches_over_a_big_river_bridged_or_not() {
    // Płock, and Warsaw with its bridge to 3715.
    let s = german().put("de-1-37-inf", "2414").put("ru-1-22-inf", "2312").put("ru-2-22-inf", "3614");
    let s = s.put("de-2-37-inf", "3816").begin(&[]);
    assert!(!engine().in_zone(&s.p, RU, hex("2313")) && engine().in_zone(&s.p, RU, hex("2311")));
    assert!(!engine().in_zone(&s.p, RU, hex("3715")));
    let mut s = s;
    s.say("de-1-37-inf 2313", &[]);
    assert!(left(&s, "de-1-37-inf") > 0, "it need not stop");
}

#[test]
fn r6_1_4_no_zone_reaches_into_closed_ground() {
    let s = masuria(12).put("ru-1-22-inf", "4320").begin(&[]);
    assert!(!engine().in_zone(&s.p, RU, east("4319")) && engine().in_zone(&s.p, RU, east("4419")));
}

#[test]
fn r6_1_5_several_zones_on_a_hex_are_as_one() {
    let one = german().put("de-1-37-inf", "4214").put("ru-1-22-inf", "4314").begin(&[]);
    let two =
        german().put("de-1-37-inf", "4214").put("ru-1-22-inf", "4314").put("ru-2-22-inf", "4213").begin(&[]);
    rules!("lodz 6.1.5");
    assert_eq!(cost(&one, "de-1-37-inf", "4215"), Some(4));
    assert_eq!(cost(&two, "de-1-37-inf", "4215"), Some(4));
}

#[test]
fn r6_1_6_a_zone_gives_control() {
    let mut s = german().put("de-1-37-inf", "2018").put("ru-1-22-inf", "4314").begin(&[]);
    s.p.holder[usize::from(hex("2118"))] = RU;
    s.say("done", &[]);
    assert_eq!(s.p.holder[usize::from(hex("2118"))], DE, "Piątek lies in the only zone there");
}

#[test]
fn r6_2_1_who_enters_a_zone_stops() {
    let mut s = german().put("de-1-37-inf de-art-41-inf", "4215").put("ru-1-22-inf", "4314");
    s = s.marked("de-art-41-inf", Flag::Marching).begin(&[]);
    rules!("lodz 6.2.2", "lodz 7.12");
    assert_eq!(cost(&s, "de-1-37-inf", "4214"), Some(2), "a stop is no price");
    s.say("de-1-37-inf 4214", &[]);
    assert!(s.told().ends_with("for 1 MP and stops in an enemy zone"), "{}", s.told());
    assert_eq!((s.cited(), left(&s, "de-1-37-inf")), (vec!["6.2.1"], 0));
    assert_eq!(s.refused("de-1-37-inf 4215"), "6.2.1");
    rules!("lodz 8.73");
    // T41: guns that come into a zone in marching order stay in it.
    s.say("de-art-41-inf 4214", &[]);
    assert_eq!(s.refused("de-art-41-inf order"), "6.2.1");
}

#[test]
fn r6_2_3_no_step_within_the_zone_of_one_unit() {
    let s = german().put("de-gar-boyen-1", "4214").put("ru-1-22-inf", "4314").begin(&[]);
    assert_eq!(s.refused("de-gar-boyen-1 4213"), "6.2.3", "not even as the one hex of 4.34");
    assert_eq!(s.refused("de-gar-boyen-1 4315"), "6.2.3");
    rules!("lodz 6.2.4");
    // Out of the zone and back into it by 4215: 3 MP, and the zone stops it.
    let s = german().put("de-1-37-inf", "4214").put("ru-1-22-inf", "4314").begin(&[]);
    assert!(s.offered("de-1-37-inf 4315"));
    let way = way(&s, "de-1-37-inf", "4315");
    assert_eq!(way, ["4214", "4215", "4315"].map(hex));
}

#[test]
fn r6_2_5_from_one_unit_s_zone_straight_into_another_s() {
    let mut s =
        german().put("de-1-37-inf", "4214").put("ru-1-22-inf", "4314").put("ru-2-22-inf", "4216").begin(&[]);
    assert!(s.offered("de-1-37-inf 4215"));
    s.say("de-1-37-inf 4215", &[]);
    assert_eq!(s.refused("de-1-37-inf 4115"), "6.2.1");
}

#[test]
fn r6_2_6_leaving_a_zone_costs_a_point() {
    let s = german().put("de-1-37-inf", "4214").put("ru-1-22-inf", "4314").begin(&[]);
    assert_eq!(cost(&s, "de-1-37-inf", "4215"), Some(4));
    let mut s = german().put("de-1-37-inf", "4214").put("ru-1-22-inf", "4314").begin(&[]);
    s.say("de-1-37-inf 4215", &[]);
    assert_eq!(left(&s, "de-1-37-inf"), 6);
}

#[test]
fn terrain_prices_of_the_chart() {
    let price = |from: &str, to: &str| step(&german().put("de-1-6-cav", from).begin(&[]), "de-1-6-cav", to);
    rules!("lodz TEC.4a");
    assert_eq!(price("1017", "1018"), 4, "forest");
    rules!("lodz TEC.5a");
    assert_eq!(price("2221", "2122"), 4, "Łódź");
    rules!("lodz TEC.6a");
    assert_eq!(price("1324", "1423"), 4, "Sieradz");
    rules!("lodz TEC.9a");
    assert_eq!(price("1117", "1116"), 4, "swamp");
    rules!("lodz TEC.10a");
    assert_eq!(price("2221", "2220"), 4, "hills");
    rules!("lodz TEC.11a");
    assert_eq!(price("3535", "3534"), 6, "mountains");
    rules!("lodz TEC.12a");
    assert_eq!(price("1716", "1717"), 4, "wetland");
    rules!("lodz TEC.3a");
    assert_eq!(price("2815", "2816"), 4, "the Bzura without a bridge");
    rules!("lodz TEC.7");
    assert_eq!(price("2123", "2122"), 1, "the main road into Łódź, over its bridge");
    rules!("lodz TEC.8");
    assert_eq!(price("1105", "1004"), 2, "a road through the forest");
}

#[test]
fn tec_2a_a_big_river_is_crossed_over_a_bridge_only() {
    let s = russian().put("ru-1-22-inf", "2713").put("ru-2-22-inf", "3615").begin(&[]);
    rules!("lodz TEC.2a");
    assert_eq!(s.refused("ru-1-22-inf 2714"), "TEC.2a");
    let mut s = s;
    s.say("ru-2-22-inf 3614", &[]).say("ru-2-22-inf 3715", &[]);
    assert_eq!(s.hex_of("ru-2-22-inf"), "3715");
    // Without that bridge it goes by another.
    let s = russian().put("ru-2-22-inf", "3614").with(|p| {
        let to = engine().map(p).direction(hex("3614"), hex("3715")).unwrap();
        engine().set_bridge(p, hex("3614"), to, false);
    });
    let way = way(&s.begin(&[]), "ru-2-22-inf", "3715");
    assert_eq!(way, ["3614", "3714", "3715"].map(hex));
}

#[test]
fn a_road_without_its_bridge_is_none() {
    let s = german().put("de-1-37-inf", "2714").with(|p| {
        let to = engine().map(p).direction(hex("2714"), hex("2814")).unwrap();
        engine().set_bridge(p, hex("2714"), to, false);
    });
    rules!("lodz 14.11");
    assert_eq!(step(&s.begin(&[]), "de-1-37-inf", "2814"), 4);
    assert_eq!(step(&german().put("de-1-37-inf", "2714").begin(&[]), "de-1-37-inf", "2814"), 1);
}

#[test]
fn r8_16a_guns_and_staffs_are_run_over() {
    let mut s = german().put("de-1-37-inf", "4316").put("ru-art-1 ru-hq-plehwe", "4315").begin(&[]);
    rules!("lodz 8.16b", "lodz 10.38");
    assert_eq!(cost(&s, "de-1-37-inf", "4315"), Some(4));
    s.say("de-1-37-inf 4314", &[]);
    assert_eq!(s.hex_of("de-1-37-inf"), "4314", "right through");
    s.say("de-1-37-inf 4315", &[]);
    assert_eq!((s.hex_of("ru-art-1"), s.hex_of("ru-hq-plehwe")), ("Gone".into(), "Gone".into()));
}

#[test]
fn r8_16c_fortified_guns_cost_two_points_more() {
    let dug = |p: &mut Position| p.works[usize::from(hex("4315"))] = Works::Field;
    let mut s = german().put("de-1-37-inf", "4316").put("ru-art-1", "4315").with(dug).begin(&[]);
    assert_eq!(cost(&s, "de-1-37-inf", "4315"), Some(6));
    rules!("lodz 9.15");
    s.say("de-1-37-inf 4315", &[]);
    assert_eq!(s.p.works[usize::from(hex("4315"))], Works::None);
    assert!(
        s.told().contains("runs over everybody at 4315 for 2 MP more") && s.told().contains("4315 are gone")
    );
    // A unit in a fixed position is fortified (9.43a, L64).
    let fixed = |p: &mut Position| p.fixed[usize::from(hex("4315"))] = 1;
    let s = german().put("de-1-37-inf", "4316").put("ru-art-1", "4315").with(fixed).begin(&[]);
    assert_eq!(cost(&s, "de-1-37-inf", "4315"), Some(6));
    // One with a zone among them: nobody enters.
    let s = german().put("de-1-37-inf", "4316").put("ru-art-1 ru-1-22-inf", "4315").begin(&[]);
    assert_eq!(s.refused("de-1-37-inf 4315"), "4.21");
}

#[test]
fn r8_61c_guns_that_fired_a_barrage_do_not_move() {
    let s = german().put("de-art-41-inf", "4316").marked("de-art-41-inf", Flag::Marching);
    let s = s.marked("de-art-41-inf", Flag::Barraged).begin(&[]);
    assert_eq!(s.refused("de-art-41-inf 4315"), "8.61c");
    assert_eq!(s.refused("de-art-41-inf order"), "8.61c");
}

#[test]
fn r8_72_guns_move_in_marching_order() {
    let mut s = german().put("de-art-41-inf de-art-ii-5", "4316").begin(&[]);
    rules!("lodz 8.71", "lodz 8.77");
    assert!(s.offered("de-art-41-inf 4315"), "one hex in combat order");
    assert_eq!(s.refused("de-art-41-inf 4314"), "8.72");
    s.say("de-art-41-inf 4315", &[]);
    assert_eq!(s.refused("de-art-41-inf 4314"), "4.22", "and no other");
    assert!(!s.p.has(unit("de-art-41-inf"), Flag::Marching));
    rules!("lodz 8.73", "lodz 8.74");
    s.say("de-art-ii-5 order", &[]);
    assert_eq!(left(&s, "de-art-ii-5"), 10, "1 of 6 MP");
    s.say("de-art-ii-5 4313", &[]).say("de-art-ii-5 order", &[]);
    assert_eq!((left(&s, "de-art-ii-5"), s.p.has(unit("de-art-ii-5"), Flag::Marching)), (2, false));
    assert_eq!(s.refused("de-art-ii-5 4312"), "8.77");
    assert_eq!(s.refused("de-hq-woyrsch order"), "8.71");
}

#[test]
fn r9_11a_who_stays_may_dig() {
    let mut s = german().put("de-1-37-inf", "1010").put("de-2-37-inf", "1011").begin(&[]);
    rules!("lodz 9.11b");
    s.say("de-1-37-inf dig", &[]).say("de-2-37-inf 1012", &[]);
    assert_eq!(s.refused("de-2-37-inf dig"), "9.11a");
    assert_eq!(s.refused("de-1-37-inf 1011"), "9.11a");
    assert_eq!(s.p.works[usize::from(hex("1010"))], Works::None, "not before the phase ends");
    s.say("done", &[]);
    assert_eq!(s.p.works[usize::from(hex("1010"))], Works::Field);
    rules!("lodz 9.13");
    let mut s = next(s);
    assert_eq!(s.refused("de-1-37-inf dig"), "9.11b");
    s.say("de-1-37-inf 1011", &[]).say("done", &[]);
    assert_eq!(s.p.works[usize::from(hex("1010"))], Works::None);
    rules!("lodz 9.16");
    // Back in the same hex, works are dug there once more, and after they were left, a third time.
    for _ in 0..2 {
        s = next(s);
        s.say("de-1-37-inf 1010", &[]).say("done", &[]);
        assert_eq!(s.p.works[usize::from(hex("1010"))], Works::None);
        s = next(s);
        s.say("de-1-37-inf dig", &[]).say("done", &[]);
        assert_eq!(s.p.works[usize::from(hex("1010"))], Works::Field);
        s = next(s);
        s.say("de-1-37-inf 1011", &[]).say("done", &[]);
        assert_eq!(s.p.works[usize::from(hex("1010"))], Works::None);
    }
}

#[test]
fn r7_43_who_retreated_does_not_dig_in_his_next_phase() {
    let mut s = german().put("de-1-37-inf", "1010").marked("de-1-37-inf", Flag::Retreated).begin(&[]);
    assert_eq!(s.refused("de-1-37-inf dig"), "7.43");
    s.say("done", &[]);
    assert!(next(s).offered("de-1-37-inf dig"));
}

#[test]
fn r9_12_not_in_a_swamp_and_r9_17_not_in_a_fortress() {
    let s = german().put("de-1-37-inf", "1116").put("de-2-37-inf", "1405").begin(&[]);
    rules!("lodz 9.12", "lodz 9.17");
    assert_eq!(s.refused("de-1-37-inf dig"), "9.12");
    assert_eq!(s.refused("de-2-37-inf dig"), "9.17");
}

#[test]
fn r9_14_a_friend_may_take_over_works() {
    let dug = |p: &mut Position| p.works[usize::from(hex("1010"))] = Works::Field;
    let mut s = german().put("de-1-37-inf", "1010").put("de-2-37-inf", "1011").with(dug).begin(&[]);
    rules!("lodz 9.31");
    assert_eq!(cost(&s, "de-2-37-inf", "1010"), Some(2));
    s.say("de-1-37-inf 1011", &[]).say("de-2-37-inf 1010", &[]).say("done", &[]);
    assert_eq!(s.p.works[usize::from(hex("1010"))], Works::Field);
}

#[test]
fn r9_13_only_their_owner_s_movement_phase_clears_empty_works() {
    let dug = |p: &mut Position| {
        p.works[usize::from(hex("1010"))] = Works::Field;
        p.works[usize::from(hex("4315"))] = Works::Improved;
        p.march.russian_works.insert(hex("4315"));
    };
    rules!("lodz 9.24b");
    let mut s = german().put("ru-1-22-inf", "4314").with(dug).begin(&[]);
    s.say("done", &[]);
    let at = |h: &str| s.p.works[usize::from(hex(h))];
    assert_eq!((at("1010"), at("4315")), (Works::None, Works::Improved));
    rules!("lodz 9.24a");
    let s = german().put("de-1-37-inf", "4315").with(dug).begin(&[]);
    assert!(s.offers().iter().all(|w| !w.contains("improve")), "nobody digs improved works");
}

#[test]
fn n11_14_the_second_army_keeps_south_of_its_row() {
    let on = |day: u8| russian().put("ru-1-22-inf ru-1-z", "2014").with(move |p| p.day = day).begin(&[]);
    rules!("lodz N11.14");
    assert_eq!(on(2).refused("ru-1-22-inf 2013"), "N11.14");
    assert!(on(2).offered("ru-1-22-inf 2015") && on(3).offered("ru-1-22-inf 2013"));
    let limit = game().d.scenarios[0].row_limit.as_ref().unwrap();
    let free = engine()
        .all_units()
        .find(|u| {
            engine().def(*u).side == RU && !limit.units.contains(u) && engine().kind(*u) == Kind::Infantry
        })
        .unwrap();
    let s = russian().with(|p| p.day = 2).put(engine().id(free), "2014").begin(&[]);
    assert!(s.offered(&format!("{} 2013", engine().id(free))));
}

#[test]
fn maz_5_germans_do_not_cross_biebrza_and_narew_southward() {
    let s = masuria(12).put("de-1-37-inf", "5525").put("de-2-37-inf", "5526").begin(&[]);
    rules!("lodz MAZ.5");
    assert_eq!(s.refused("de-1-37-inf 5526"), "MAZ.5");
    assert!(s.offered("de-2-37-inf 5525"), "northward they may");
    let s = Scene::empty("masurian", RU, Phase::Movement)
        .put("ru-1-22-inf", "5525")
        .with(|p| p.day = 12)
        .begin(&[]);
    assert!(s.offered("ru-1-22-inf 5526"));
}

#[test]
fn maz_7a_snow_two_hexes_along_a_road() {
    let mut s = masuria(5).put("de-1-37-inf de-2-37-inf de-art-41-inf", "5124").begin(&[]);
    rules!("lodz MAZ.7a");
    assert!(s.offered("de-1-37-inf 5323") && !s.offered("de-1-37-inf 5422"));
    assert_eq!(s.refused("de-1-37-inf 5422"), "MAZ.7a");
    s.say("de-1-37-inf 5223", &[]);
    assert_eq!(
        s.told(),
        format!("{} goes from 5124 to 5223 through the snow", engine().name(unit("de-1-37-inf")))
    );
    assert!(s.offered("de-1-37-inf 5323"));
    rules!("lodz MAZ.7b");
    let map = engine().map(&s.p);
    let off = |from: &str| {
        let from = east(from);
        map.neighbours(from)
            .find(|(d, h)| {
                map.road[usize::from(from)][usize::from(*d)] == ROAD_NONE && map.enter[usize::from(*h)] > 0
            })
            .unwrap()
            .1
    };
    assert_eq!(s.refused(&format!("de-1-37-inf {}", map.name(off("5223")))), "MAZ.7b");
    let side = map.name(off("5124"));
    s.say(&format!("de-2-37-inf {side}"), &[]);
    assert_eq!(left(&s, "de-2-37-inf"), 0);
    s.say("de-art-41-inf order", &[]);
    assert_eq!((left(&s, "de-art-41-inf"), s.refused("de-art-41-inf 5223")), (0, "4.22".to_string()));
}

#[test]
fn maz_7a_in_snow_guns_are_run_over_with_the_whole_move() {
    rules!("lodz 4.34a", "lodz 8.16a");
    let s = |day: u8| masuria(day).put("de-1-37-inf", "5124").put("ru-art-1", "5223").begin(&[]);
    let mut snow = s(10);
    snow.say("de-1-37-inf 5223", &[]);
    assert_eq!((snow.hex_of("ru-art-1"), left(&snow, "de-1-37-inf")), ("Gone".to_string(), 0));
    assert!(snow.cited().contains(&"8.16a"));
    // Along a road it is the first hex or none: the second has no point left for it.
    let map = &game().d.maps[1];
    let road = |h: HexId| {
        map.neighbours(h).filter(move |(d, _)| map.road[usize::from(h)][usize::from(*d)] != ROAD_NONE)
    };
    let clear = |h: HexId| map.river[usize::from(h)] == [RIVER_NONE; 6];
    let ends = |a: HexId| {
        let mut two = road(a).flat_map(|(_, b)| road(b).map(move |(_, c)| (b, c)));
        two.find(|(b, c)| map.distance(a, *c) == 2 && clear(a) && clear(*b) && clear(*c))
            .map(|(b, c)| (a, b, c))
    };
    let (a, b, c) = map.all().find_map(ends).unwrap();
    let (a, b, c) = (map.name(a), map.name(b), map.name(c));
    let far = masuria(10).put("de-1-37-inf", &a).put("ru-art-1", &c).begin(&[]);
    assert_eq!(far.refused(&format!("de-1-37-inf {c}")), "MAZ.7a");
    assert!(far.offered(&format!("de-1-37-inf {b}")));
    let near = masuria(10).put("de-1-37-inf", &b).put("ru-art-1", &c).begin(&[]);
    assert!(near.offered(&format!("de-1-37-inf {c}")));
    rules!("lodz MAZ.7c");
    assert!(s(11).offered("de-1-37-inf 5223"), "17 February");
    assert!(s(11).p.march.left(unit("de-1-37-inf")) == 10);
}

#[test]
fn maz_7a_in_snow_work_on_a_bridge_takes_everything() {
    let map = &game().d.maps[1];
    let near = usize::from(east("4611"));
    let by_road =
        |d: &u8| map.road[near][usize::from(*d)] != ROAD_NONE && map.river[near][usize::from(*d)] == 0;
    let (_, beside) = map.neighbours(east("4611")).find(|(d, _)| by_road(d)).unwrap();
    let mut s = masuria(5).put("de-1-37-inf", "4512").put("de-2-37-inf", &map.name(beside)).begin(&[]);
    s.say("de-1-37-inf destroy 4611", &[]);
    assert_eq!((left(&s, "de-1-37-inf"), s.refused("de-1-37-inf 4511")), (0, "4.22".to_string()));
    s.say("de-2-37-inf 4611", &[]);
    assert_eq!((left(&s, "de-2-37-inf"), s.refused("de-2-37-inf rebuild 4512")), (1, "MAZ.7a".to_string()));
}

#[test]
fn out_of_supply_a_unit_has_half_its_points() {
    let s = german().put("de-1-37-inf de-1-6-cav", "4314");
    let s = s
        .with(|p| ["de-1-37-inf", "de-1-6-cav"].iter().for_each(|id| p.units.set_level(unit(id), 1)))
        .begin(&[]);
    rules!("lodz 12.1");
    assert_eq!((left(&s, "de-1-37-inf"), left(&s, "de-1-6-cav")), (6, 8), "5 and 8 MP, rounded up");
}

#[test]
fn absurd_actions_are_refused_and_nothing_breaks() {
    use sandtable_lodz::play::march::MarchAction::*;
    use sandtable_lodz::position::{HexId, UnitId};
    let s = german().put("de-1-37-inf", "4314").put("ru-1-22-inf", "4113").begin(&[]);
    let (own, foe, train) = (unit("de-1-37-inf"), unit("ru-1-22-inf"), unit("de-train-1"));
    let odd = [9999, u16::MAX, 380].map(UnitId);
    for unit in [own, foe, train, unit("de-2-37-inf")].into_iter().chain(odd) {
        for to in [hex("4313").0, 1151, 1152, 5000, u16::MAX].map(HexId) {
            for a in [Go { unit, to }, Destroy { unit, to }, Rebuild { unit, to }, Build { unit, to }] {
                let answer = game().check(&s.p, Side(DE), &Action::March(a));
                assert_eq!(answer.is_ok(), a == Go { unit: own, to: hex("4313") }, "{a:?}");
            }
        }
        for a in [Order { unit }, Dig { unit }, Mark { unit }, GiveUp { unit }] {
            let fine = unit == own && matches!(a, Dig { .. } | Mark { .. });
            assert_eq!(game().check(&s.p, Side(DE), &Action::March(a)).is_ok(), fine, "{a:?}");
        }
    }
}

#[test]
fn r6_2_2_what_a_stop_takes_is_no_price() {
    rules!("lodz 6.2.6");
    // From the zone of one enemy into that of another: 1 for the hex and 1 for leaving.
    let field = || {
        german().put("de-1-6-cav", "4214").put("ru-1-22-inf", "4314").put("ru-2-22-inf", "4216").begin(&[])
    };
    let mut s = field();
    let shown = |s: &Scene, id: &str, to: &str| {
        use sandtable_core::guide::Guide;
        game().ways(&s.p, Side(DE), id).into_iter().find(|w| w.place == to).map(|w| (w.cost, w.path.len()))
    };
    assert_eq!(shown(&s, "de-1-6-cav", "4215"), Some((2, 2)), "as it is shown");
    s.say("de-1-6-cav 4215", &[]);
    assert!(s.told().ends_with("for 2 MP and stops in an enemy zone"), "{}", s.told());
    assert_eq!(s.refused("de-1-6-cav 4115"), "6.2.1");
    // A way of several hexes into a zone costs what its hexes cost, and the cheapest is taken.
    let mut s = german().put("de-1-6-cav", "4217").put("ru-1-22-inf", "4314").begin(&[]);
    let (cost, hexes) = shown(&s, "de-1-6-cav", "4214").unwrap();
    s.say("de-1-6-cav 4214", &[]);
    assert!(s.told().ends_with(&format!("for {cost} MP and stops in an enemy zone")), "{}", s.told());
    assert!(usize::from(cost) < 8 && hexes == 4, "{cost} MP over {hexes} hexes");
    // Guns in combat order pay their one hex and no more.
    let mut s = german().put("de-art-41-inf", "4316").begin(&[]);
    s.say("de-art-41-inf 4315", &[]);
    assert!(s.told().ends_with("in combat order for 1 MP and goes no farther"), "{}", s.told());
}

#[test]
fn a_neighbour_is_shown_the_step_that_is_taken() {
    use sandtable_core::guide::Guide;
    // 2814 by its bridge and road, or, with the bridge gone, through the river: what is shown is what is paid.
    let s = german().put("de-1-37-inf", "2714").begin(&[]);
    for way in game().ways(&s.p, Side(DE), "de-1-37-inf") {
        let mut then = Scene::at(s.p);
        then.say(&format!("de-1-37-inf {}", way.place), &[]);
        let paid = left(&s, "de-1-37-inf") - left(&then, "de-1-37-inf");
        assert_eq!(way.cost, paid.div_ceil(2), "{}", way.place);
        let near = engine().map(&s.p).direction(hex("2714"), hex(&way.place)).is_some();
        assert!(!near || way.path.len() == 2, "{way:?}");
    }
}

#[test]
fn r5_1c_the_order_in_a_stack_has_no_meaning() {
    let ids = ["de-1-37-inf", "de-2-37-inf", "de-art-41-inf", "de-hq-scholtz"];
    let played = |order: [usize; 4]| {
        let mut s = german().put(&ids.join(" "), "4217").marked("de-art-41-inf", Flag::Marching).begin(&[]);
        order.iter().for_each(|i| {
            s.say(&format!("{} 4216", ids[*i]), &[]);
        });
        s
    };
    let (one, other) = (played([0, 1, 2, 3]), played([3, 1, 0, 2]));
    assert_eq!(one.p, other.p);
    assert_eq!(one.offers(), other.offers());
}
