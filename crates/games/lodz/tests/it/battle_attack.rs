//! Attacks: strengths, odds, shifts, the table, losses, disorganization.

use crate::field::*;
use sandtable_lodz::play::battle::cell_text;

/// Name of the column of two totals.
fn ratio(attack: u16, defence: u16) -> String {
    let f = &*REAL;
    f.engine().column_name(column_of(attack, defence, f.d.charts.even, 12))
}

#[test]
fn r7_12c1_odds_are_rounded_to_the_nearest_a_half_for_the_defender() {
    rules!("lodz 7.12c2", "lodz 7.12c3");
    // T4 to T8.
    for (a, d, column) in [
        (16, 5, "3:1"),
        (15, 1, "10:1"),
        (1, 6, "1:4"),
        (7, 2, "3:1"),
        (351, 100, "4:1"),
        (18, 5, "4:1"),
        (3, 2, "1:1"),
        (2, 3, "1:2"),
        (5, 7, "1:1"),
        (4, 10, "1:3"),
        (10, 10, "1:1"),
        (1, 4, "1:4"),
        (0, 3, "1:4"),
    ] {
        assert_eq!(ratio(a, d), column, "{a} against {d}");
    }
}

#[test]
fn r7_11a_units_fight_in_their_own_attack_phase_with_neighbours() {
    rules!("lodz 7.11b", "lodz 7.11c", "lodz 7.12", "lodz 6.1.1", "lodz 7.26");
    let f = duel(8, 4).put(B, "2010").put(Y, "2012").begin(&[]);
    assert_eq!(f.side(), Some(DE));
    assert!(f.offered("attack 2017"));
    // Two hexes apart is too far for anybody but guns.
    assert_eq!(f.refused("attack 2012"), "7.11b");
    assert_eq!(f.refused("attack 2013"), "7.11b");
    // The other player attacks in their own phase.
    let g = field(RU).put(A, "2016").put(X, "2017").begin(&[]);
    assert_eq!(g.side(), Some(RU));
    assert!(g.offered("attack 2016"));
}

#[test]
fn r7_12a_the_attacker_names_targets_units_and_guns_then_the_defender_adds_his() {
    rules!("lodz 7.12b", "lodz 7.12e", "lodz 7.12f", "lodz 7.12g", "lodz 8.33", "lodz 8.47a", "lodz 8.47b");
    let mut f = duel(12, 6).put(GUN, "2015").put(RGUN, "2019").begin(&[]);
    f.say("attack 2017", &[]);
    assert_eq!(f.refused("confirm"), "7.12a");
    f.say(&format!("add {A}"), &[]).say(&format!("add {GUN}"), &[]).say(&format!("drop {GUN}"), &[]);
    f.say(&format!("add {GUN}"), &[]);
    assert!(f.offered("confirm"));
    assert_eq!(f.side(), Some(DE));
    f.say("confirm", &[]);
    assert_eq!((f.side(), f.asked().0), (Some(RU), "7.12b"));
    assert!(!f.offered(&format!("drop {A}")), "the attacker's force stands");
    f.say(&format!("add {RGUN}"), &[]);
    // 12 + 5 = 17 against 6 + 3 = 9: 2:1; 3 and 4 make 7: A1/-.
    f.say("confirm", &[3, 4]);
    let told = f.told();
    assert!(told.contains("17 against 9: 2:1"), "{told}");
    assert!(told.contains("3+4 = 7 on column 2:1: attacker goes back 1 hex"), "{told}");
    assert_eq!((f.side(), f.asked().0), (Some(DE), "7.34c"));
}

#[test]
fn r7_12d2_attackers_shifts_come_first_and_stop_at_the_last_column() {
    rules!("lodz 7.12d1", "lodz 7.12c2");
    // T35: 12:1 is 10:1, command adds nothing, a city takes two.
    let f = duel(24, 2).put(HQ, "2014").ground("2017", &[Feature::City]);
    assert_eq!(f.odds(), "8:1");
    // T36: 1:3 less three stops at 1:4.
    assert_eq!(duel(4, 12).ground("2017", &[Feature::Mountain]).odds(), "1:4");
}

#[test]
fn r7_62_terrain_shifts_to_the_left() {
    rules!(
        "lodz TEC.1",
        "lodz TEC.4b",
        "lodz TEC.5b",
        "lodz TEC.6b",
        "lodz TEC.10b",
        "lodz TEC.11b",
        "lodz TEC.12b"
    );
    rules!("lodz 7.61a", "lodz 7.66a", "lodz TEC.7", "lodz TEC.8");
    let on = |features: &[Feature]| duel(20, 4).ground("2017", features).odds();
    assert_eq!(on(&[]), "5:1");
    assert_eq!(on(&[Feature::Hills]), "4:1"); // T17
    assert_eq!(on(&[Feature::Forest]), "4:1");
    assert_eq!(on(&[Feature::Town]), "4:1");
    assert_eq!(on(&[Feature::City]), "3:1");
    assert_eq!(on(&[Feature::Wetland]), "3:1");
    assert_eq!(on(&[Feature::Mountain]), "2:1");
    assert_eq!(on(&[Feature::Swamp]), "5:1");
    // Only the defender's ground counts, and a road changes nothing.
    assert_eq!(duel(20, 4).ground("2016", &[Feature::Mountain]).road("2016", "2017").odds(), "5:1");
}

#[test]
fn r7_63_shifts_of_one_hex_add_up() {
    // T18, T21.
    assert_eq!(duel(20, 4).ground("2017", &[Feature::Forest, Feature::Hills]).odds(), "3:1");
    rules!("lodz 9.22");
    let f = duel(20, 4).ground("2017", &[Feature::Hills]).works("2017", Works::Field);
    assert_eq!(f.odds(), "3:1");
    let odds = f.e().battle_odds(&f.p, &f.assault("2017", A, "", ""));
    let causes: Vec<Cause> = odds.shifts().map(|s| s.cause).collect();
    assert_eq!(causes, vec![Cause::Ground(Feature::Hills), Cause::Works]);
}

#[test]
fn r7_61b_attackers_out_of_swamp_are_halved() {
    rules!("lodz TEC.9b");
    let f = duel(9, 5).ground("2016", &[Feature::Swamp]).put(GUN, "2015");
    let odds = f.e().battle_odds(&f.p, &f.assault("2017", A, GUN, ""));
    assert_eq!((odds.units, odds.attack, odds.swamp), (5, 10, true));
}

#[test]
fn r7_64a_a_small_river_counts_if_most_of_the_attack_crosses_it() {
    rules!("lodz TEC.3b");
    let f = duel(8, 4).put(B, "2117").sp(B, 8).river("2016", "2017", RIVER_SMALL);
    // Half is not most.
    assert_eq!(f.column(&f.assault("2017", &format!("{A} {B}"), "", "")), "4:1");
    let f = f.sp(A, 9);
    assert_eq!(f.column(&f.assault("2017", &format!("{A} {B}"), "", "")), "3:1");
    // Guns attack across nothing.
    let f = f.put(GUN, "2119");
    let odds = f.e().battle_odds(&f.p, &f.assault("2017", &format!("{A} {B}"), GUN, ""));
    assert!(odds.shifts().any(|s| s.cause == Cause::River));
}

#[test]
fn r7_64b_a_big_river_halves_those_who_attack_across_it() {
    rules!("lodz TEC.2b");
    // T38, with a bridge all the same.
    let f = duel(9, 5).river("2016", "2017", RIVER_BIG).bridge("2016", "2017").put(GUN, "2015");
    let odds = f.e().battle_odds(&f.p, &f.assault("2017", A, GUN, ""));
    assert_eq!((odds.units, odds.attack, odds.river), (5, 10, true));
    // Only those across it: 9 halved to 5, and 4 from another hex.
    let f = f.put(B, "2117").sp(B, 4);
    assert_eq!(f.e().battle_odds(&f.p, &f.assault("2017", &format!("{A} {B}"), "", "")).units, 9);
    // Both out of swamp and across the river: twice.
    let f = f.ground("2016", &[Feature::Swamp]);
    assert_eq!(f.e().battle_odds(&f.p, &f.assault("2017", A, "", "")).units, 3);
}

#[test]
fn r7_65a_the_ground_of_most_defenders_counts_for_all() {
    let f = duel(20, 2).put(Y, "2117").put(Z, "2117").sp(Y, 1).sp(Z, 1).ground("2017", &[Feature::Mountain]);
    // Two in the open, one in the mountains: 20 against 4 stays 5:1.
    assert_eq!(f.column(&f.assault("2017 2117", A, "", "")), "5:1");
    rules!("lodz 7.65b");
    let f = duel(20, 2).put(Y, "2117").sp(Y, 2).ground("2017", &[Feature::Hills]);
    assert_eq!(f.column(&f.assault("2017 2117", A, "", "")), "4:1");
}

#[test]
fn r9_21a_field_fortifications_shift_one_two_in_a_town() {
    rules!("lodz 9.21b", "lodz 9.25", "lodz 9.24b");
    // T20.
    assert_eq!(duel(15, 5).works("2017", Works::Field).odds(), "2:1");
    let town = duel(20, 4).ground("2017", &[Feature::Town]);
    assert_eq!(town.works("2017", Works::Field).odds(), "2:1");
    assert_eq!(duel(20, 4).works("2017", Works::Improved).odds(), "3:1");
    // Improved ones give no more in a town.
    let town = duel(20, 4).ground("2017", &[Feature::Town]);
    assert_eq!(town.works("2017", Works::Improved).odds(), "2:1");
}

#[test]
fn r9_24a_no_scenario_sets_up_improved_fortifications() {
    let f = &*REAL;
    for s in &f.d.scenarios {
        let p = f.start(&s.id, &Options::new(), &mut Seeded::new(1)).unwrap();
        assert!(!p.works.contains(&Works::Improved), "{}", s.id);
    }
}

#[test]
fn r9_42a_a_fortress_halves_the_attack_and_shifts_two() {
    rules!("lodz 9.42b", "lodz 9.4");
    // T22: 30 against 5 is 15 against 5, 3:1, 1:1.
    let f = duel(30, 5).ground("2017", &[Feature::Fortress]);
    assert_eq!(f.odds(), "1:1");
    let odds = f.e().battle_odds(&f.p, &f.assault("2017", A, "", ""));
    assert_eq!((odds.attack, odds.wall), (15, true));
    // Guns are halved with the rest: 30 + 5 = 35, 18.
    let f = f.put(GUN, "2015");
    assert_eq!(f.e().battle_odds(&f.p, &f.assault("2017", A, GUN, "")).attack, 18);
}

#[test]
fn r9_41a_a_fixed_position_halves_what_comes_over_its_sides() {
    rules!("lodz 9.41b", "lodz 9.43b");
    let f = duel(10, 5).put(B, "2018").sp(B, 10).fixed("2017", &["2016"]);
    let both = f.assault("2017", &format!("{A} {B}"), "", "");
    // Half of it is enough.
    let odds = f.e().battle_odds(&f.p, &both);
    assert_eq!((odds.attack, odds.shifts().count()), (10, 0));
    // Less than half: attacked from the rear, one shift.
    let f = f.sp(B, 11);
    let odds = f.e().battle_odds(&f.p, &f.assault("2017", &format!("{A} {B}"), "", ""));
    assert_eq!(odds.attack, 21);
    assert_eq!(odds.shifts().map(|s| (s.cause, s.by)).collect::<Vec<_>>(), vec![(Cause::Rear, -1)]);
}

#[test]
fn r10_31_units_within_two_hexes_of_a_headquarters_are_in_command() {
    rules!("lodz 10.32", "lodz 10.34", "lodz 10.1");
    let near = duel(12, 4).put(HQ, "2014");
    assert_eq!(near.odds(), "4:1");
    assert_eq!(duel(12, 4).put(HQ, "2013").odds(), "3:1");
    // One more headquarters adds nothing; an Austrian one serves as well.
    assert_eq!(duel(12, 4).put(HQ, "2014").put("de-hq-morgen", "2015").odds(), "4:1");
    assert_eq!(duel(12, 4).put("ah-hq-koves", "2015").odds(), "4:1");
    // All of them must be in command.
    let f = duel(12, 4).put(HQ, "2014").put(B, "2018").sp(B, 4);
    assert_eq!(f.column(&f.assault("2017", &format!("{A} {B}"), "", "")), "4:1");
    let f = f.put(HQ, "2016");
    assert_eq!(f.column(&f.assault("2017", &format!("{A} {B}"), "", "")), "5:1");
}

#[test]
fn r10_33a_defenders_in_command_shift_to_the_left() {
    rules!("lodz 10.33b");
    assert_eq!(duel(12, 4).put(RHQ, "2019").odds(), "2:1");
    assert_eq!(duel(12, 4).put(RHQ, "2019").put(HQ, "2014").odds(), "3:1");
    // Guns do not count for command; alone they have none.
    let f = field(DE).put(A, "2016").put(RGUN, "2017").put(RHQ, "2019").sp(A, 3);
    assert_eq!(f.odds(), "3:1");
}

#[test]
fn r15_12a_disorder_and_hunger_halve_each_rounding_up() {
    rules!("lodz 2.2c");
    // T37, T23, T24.
    let f = duel(8, 2).marked(A, Flag::Disorganized);
    assert_eq!(f.e().battle_odds(&f.p, &f.assault("2017", A, "", "")).attack, 4);
    let f = f.hungry(A);
    assert_eq!(f.e().battle_odds(&f.p, &f.assault("2017", A, "", "")).attack, 2);
    let f = duel(5, 2).hungry(A).put(GUN, "2015").hungry(GUN);
    let odds = f.e().battle_odds(&f.p, &f.assault("2017", A, GUN, ""));
    assert_eq!((odds.units, odds.fire), (3, 3));
    assert_eq!(f.e().defence_fire(&f.p, unit(GUN)), 2);
}

#[test]
fn r8_31_guns_add_attack_fire_and_defence_fire() {
    rules!("lodz 8.43", "lodz 8.45", "lodz 2.2d", "lodz 2.2e", "lodz 8.11b", "lodz 8.23");
    let f = duel(10, 4).put(&format!("{GUN} {GUN2}"), "2015").put(&format!("{RGUN} {RGUN2}"), "2019");
    let a = f.assault("2017", A, &format!("{GUN} {GUN2}"), &format!("{RGUN} {RGUN2}"));
    let odds = f.e().battle_odds(&f.p, &a);
    assert_eq!((odds.attack, odds.defence), (19, 10));
}

#[test]
fn r8_13_guns_support_within_two_hexes_of_one_target() {
    rules!("lodz 8.32", "lodz 8.44", "lodz 8.46", "lodz 2.2f", "lodz 8.41", "lodz 8.11a");
    let mut f = duel(12, 4).put(Y, "2117").put(GUN, "2015").put(GUN2, "2013").put(RGUN, "2020").begin(&[]);
    f.say("attack 2017", &[]).say("also 2117", &[]).say(&format!("add {A}"), &[]);
    assert_eq!(f.refused(&format!("add {GUN2}")), "8.13");
    f.say(&format!("add {GUN}"), &[]);
    // The Russian gun is three hexes from both: nobody is asked.
    f.say("confirm", &[6, 6]);
    assert!(f.told().contains("6+6 = 12"), "{}", f.told());
    let mut f = duel(12, 4).put(Y, "2117").put(RGUN, "2019").begin(&[]);
    f.say("attack 2017", &[]).say("also 2117", &[]).say(&format!("add {A}"), &[]).say("confirm", &[]);
    assert!(f.offered(&format!("add {RGUN}")));
}

#[test]
fn r8_34_a_gun_supports_one_attack_or_fires_once() {
    rules!("lodz 8.48", "lodz 7.27");
    let mut f = duel(12, 4).put(B, "2210").put(Y, "2211").put(GUN, "2015").put(RGUN, "2019").begin(&[]);
    f.say("attack 2017", &[])
        .say(&format!("add {A}"), &[])
        .say(&format!("add {GUN}"), &[])
        .say("confirm", &[]);
    f.say(&format!("add {RGUN}"), &[]);
    f.say("confirm", &[2, 5]); // 17 against 7: 2:1, A1/-
    f.say("retreat 0", &[]);
    assert_eq!(f.refused("attack 2017"), "7.27");
    assert!(f.has(GUN, Flag::Fired) && f.has(RGUN, Flag::Defended) && f.has(A, Flag::Attacked));
    f.say("attack 2211", &[]);
    assert_eq!(f.refused(&format!("add {A}")), "7.27");
    assert_eq!(f.refused(&format!("add {GUN}")), "8.13");
    f.p.units.place(unit(GUN), hex("2209"));
    f.p.units.place(unit(RGUN), hex("2213"));
    assert_eq!(f.refused(&format!("add {GUN}")), "8.34");
    f.say(&format!("add {B}"), &[]);
    f.say("confirm", &[4, 4]); // 7:7 1:1 A1-1; the Russian gun has defended and nobody is asked
    assert_eq!(f.side(), Some(DE));
}

#[test]
fn r8_42a_a_gun_in_contact_supports_its_own_hex_only() {
    rules!("lodz 8.42b", "lodz 8.51a", "lodz 8.51b", "lodz 8.15");
    // Both guns stand in enemy zones when the phase begins.
    let mut f = duel(12, 4).put(GUN, "2016").put(B, "2117").put(RGUN, "2118").put(Y, "2118").begin(&[]);
    assert!(f.has(GUN, Flag::Contact) && f.has(RGUN, Flag::Contact));
    f.say("attack 2017", &[]).say(&format!("add {B}"), &[]);
    assert_eq!(f.refused(&format!("add {GUN}")), "8.51a");
    f.say(&format!("drop {B}"), &[]).say(&format!("add {A}"), &[]).say(&format!("add {GUN}"), &[]);
    // The Russian gun beside the target may not help it: nobody is asked before the dice. 17 against 4: 4:1.
    f.say("confirm", &[4, 4]);
    assert!(f.told().contains("17 against 4: 4:1"), "{}", f.told());
    // In its own hex it may.
    let mut f = duel(12, 4).put(RGUN, "2017").begin(&[]);
    f.attack("2017", A, &[]);
    assert!(f.offered(&format!("add {RGUN}")));
}

#[test]
fn r8_52_guns_without_units_defend_with_one_point() {
    rules!("lodz 8.51c");
    let mut f = field(DE).put(A, "2016").put(&format!("{RGUN} {RGUN2} {RHQ}"), "2017").sp(A, 3).begin(&[]);
    let a = f.assault("2017", A, "", "");
    assert_eq!(f.e().defence_strength(&f.p, &a), 1);
    f.say("attack 2017", &[]).say(&format!("add {A}"), &[]);
    // Nobody is asked for defence fire.
    f.say("confirm", &[4, 4]); // 3:1, 8: -1/-
    assert!(f.told().contains("3 against 1"), "{}", f.told());
    assert_eq!(f.left(A), 1);
}

#[test]
fn r8_53_guns_in_close_combat_share_the_result() {
    rules!("lodz 8.49b", "lodz 8.12", "lodz 2.2i", "lodz 7.37");
    // -1/-1 at 3:1 on a 7: the owner may give the gun.
    let mut f = duel(12, 4).put(RGUN, "2017").begin(&[]);
    f.attack("2017", A, &[]).say("confirm", &[3, 4]);
    assert!(f.offered(&format!("lose {RGUN}")) && f.offered(&format!("lose {X}")));
    f.say(&format!("lose {RGUN}"), &[]);
    assert_eq!((f.hex_of(RGUN), f.left(X)), ("Gone".to_string(), 2));
}

#[test]
fn r8_49a_guns_that_support_from_elsewhere_are_not_touched() {
    let mut f = duel(12, 4).put(RGUN, "2019").put(GUN, "2015").begin(&[]);
    f.say("attack 2017", &[])
        .say(&format!("add {A}"), &[])
        .say(&format!("add {GUN}"), &[])
        .say("confirm", &[]);
    f.say(&format!("add {RGUN}"), &[]);
    // 17 against 7: 2:1, 5: *-1/-1; then the attacker rolls for disorganization.
    f.say("confirm", &[1, 4, 1, 1]);
    assert_eq!((f.left(A), f.left(X), f.left(GUN), f.left(RGUN)), (1, 1, 1, 1));
}

#[test]
fn r8_75_guns_in_marching_order_do_not_fire() {
    let mut f = duel(12, 4).put(GUN, "2015").marked(GUN, Flag::Marching).put(RGUN, "2019");
    f = f.marked(RGUN, Flag::Marching).begin(&[]);
    assert_eq!(f.refused("fire 2017"), "8.24");
    f.say("attack 2017", &[]).say(&format!("add {A}"), &[]);
    assert_eq!(f.refused(&format!("add {GUN}")), "8.75");
    f.say("confirm", &[3, 4]);
    assert_eq!((f.left(A), f.left(X)), (1, 1));
}

#[test]
fn crt_1_the_table_is_the_one_of_the_data() {
    rules!("lodz CRT.1", "lodz CRT.2", "lodz CRT.3");
    let f = &*REAL;
    let at = |sum: usize, column: usize| cell_text(&f.d.charts.combat[sum - 2][column]);
    // T28 to T32 and corners; columns 1:4 to 10:1.
    assert_eq!(at(4, 8), "•/B3-1");
    assert_eq!(at(7, 5), "-1/-1");
    assert_eq!(at(2, 4), "-1/B2D");
    assert_eq!(at(2, 0), "-1/B1");
    assert_eq!(at(12, 12), "D-1/B2");
    assert_eq!(at(12, 0), "DA3-2/-1");
    assert_eq!(at(5, 0), "•A1-1/-");
    assert_eq!(at(7, 0), "A2/-");
    assert_eq!(f.d.charts.combat.len(), 11);
    assert_eq!(f.d.charts.combat[0].len(), 13);
}

#[test]
fn an_outlook_has_the_exact_chances() {
    let f = duel(12, 4);
    let outlook = f.e().battle_outlook(&f.p, &f.assault("2017", A, "", ""));
    assert_eq!(outlook.throws.iter().map(|(n, _)| n).sum::<u8>(), 36);
    assert_eq!(outlook.throws[5].0, 6);
    // At 3:1 the defender must give way on 2 to 6.
    assert_eq!(outlook.chance(|c| c.retreat[1] > 0), 1 + 2 + 3 + 4 + 5);
}

#[test]
fn r7_31a_attackers_mix_retreat_and_losses() {
    rules!("lodz 7.31b", "lodz 7.34a", "lodz 7.34c", "lodz 7.38");
    // T12: A2-1 is (2,1), (1,2), (0,3): 1:1 on 11.
    let start = || {
        let mut f = duel(4, 8).put(B, "2016").sp(B, 4).begin(&[]);
        f.attack("2017", &format!("{A} {B}"), &[5, 6]);
        f
    };
    let f = start();
    assert!(f.told().contains("attacker goes back 2 hexes, loses 1 level"), "{}", f.told());
    assert_eq!(f.offers(), vec!["retreat 0", "retreat 1", "retreat 2"]);
    for (back, loss) in [(0u8, 3u8), (1, 2), (2, 1)] {
        assert_eq!(f.e().battle_price(&f.p, 0, back), loss);
    }
    assert_eq!(f.refused("retreat 3"), "7.34a");
    // One unit gone and one loss on the other, then the roll of A2.
    let mut f = start();
    f.say("retreat 0", &[]).say(&format!("lose {A}"), &[]).say(&format!("lose {A}"), &[1, 1]);
    assert_eq!((f.left(A), f.left(B)), (0, 1));
    // T13: A1-1 is (1,1), (0,2): 1:1 on 8.
    let mut f = duel(8, 8).begin(&[]);
    f.attack("2017", A, &[4, 4]);
    assert_eq!((f.e().battle_price(&f.p, 0, 1), f.e().battle_price(&f.p, 0, 0)), (1, 2));
}

#[test]
fn r7_33_losses_fall_on_the_force_as_a_whole() {
    // T11: A1 on two brigades in two hexes who stay: one CEL in all. 1:1 on 7.
    let mut f = duel(4, 8).put(B, "2117").sp(B, 4).begin(&[]);
    f.attack("2017", &format!("{A} {B}"), &[3, 4]).say("retreat 0", &[]);
    assert!(f.offered(&format!("lose {A}")) && f.offered(&format!("lose {B}")));
    f.say(&format!("lose {B}"), &[]);
    assert_eq!((f.left(A), f.left(B)), (2, 1));
}

#[test]
fn r7_31c_both_sides_can_lose() {
    rules!("lodz 7.34b", "lodz 2.2h");
    // T29: -1/-1, 3:1 on 7. The weaker face counts from now on.
    let mut f = duel(12, 4).begin(&[]);
    f.attack("2017", A, &[3, 4]);
    assert_eq!((f.left(A), f.left(X)), (1, 1));
    assert_eq!(f.e().strength(&f.p, unit(A)), 6);
}

#[test]
fn r7_31d_the_defender_retreats_or_pays() {
    rules!("lodz 7.31e", "lodz 7.31f", "lodz 7.31g", "lodz 7.31h");
    // B1, 3:1 on 5; B2 on 4; B3, 10:1 on 9; -1/B1, 4:1 on 9; T14 for B4 by its price.
    for (attack, dice, most) in [(12, [1, 4], 1), (12, [1, 3], 2), (40, [4, 5], 3), (16, [4, 5], 1)] {
        let mut f = duel(attack, 4).put(&format!("{Y} {Z}"), "2017").sp(Y, 0).sp(Z, 0).begin(&[]);
        f.attack("2017", A, &dice);
        assert_eq!(f.side(), Some(RU));
        let all: Vec<String> = (0..=most).map(|n| format!("retreat {n}")).collect();
        assert_eq!(f.offers(), all);
        for back in 0..=most {
            assert_eq!(f.e().battle_price(&f.p, 1, back), most - back);
        }
        assert_eq!(f.left(A), if attack == 16 { 1 } else { 2 });
    }
    let mut f = duel(12, 4).begin(&[]);
    f.p.battle.outcome.retreat = [0, 4];
    let prices: Vec<u8> = (0..=4).map(|back| f.e().battle_price(&f.p, 1, back)).collect();
    assert_eq!(prices, vec![4, 3, 2, 1, 0]);
}

#[test]
fn r7_36_the_owner_chooses_who_loses() {
    // T15: B3 on four fresh units who stay. 10:1 on 9.
    let start = || {
        let mut f = duel(80, 4).put(&format!("{Y} {Z} {W}"), "2017").sp(Y, 1).sp(Z, 1).sp(W, 1);
        data_of(&mut f).charts.stack_cel = 8;
        let mut f = f.begin(&[]);
        f.attack("2017", A, &[4, 5]).say("retreat 0", &[]);
        f
    };
    let mut f = start();
    f.say(&format!("lose {X}"), &[]).say(&format!("lose {Y}"), &[]).say(&format!("lose {Z}"), &[]);
    assert_eq!([X, Y, Z, W].map(|u| f.left(u)), [1, 1, 1, 2]);
    let mut f = start();
    f.say(&format!("lose {X}"), &[]).say(&format!("lose {X}"), &[]).say(&format!("lose {Z}"), &[]);
    assert_eq!([X, Y, Z, W].map(|u| f.left(u)), [0, 2, 1, 2]);
    assert_eq!(start().refused(&format!("lose {A}")), "7.36");
}

#[test]
fn crt_2_losses_come_on_top_of_the_retreat() {
    rules!("lodz CRT.2");
    // T30 by the price of B2-1.
    let mut f = duel(12, 4).begin(&[]);
    (f.p.battle.outcome.retreat, f.p.battle.outcome.loss) = ([0, 2], [1, 1]);
    let prices: Vec<u8> = (0..=2).map(|back| f.e().battle_price(&f.p, 1, back)).collect();
    assert_eq!(prices, vec![3, 2, 1]);
}

#[test]
fn crt_3_a_d_disorganizes_without_a_roll_bought_off_or_not() {
    rules!("lodz CRT.3", "lodz 15.11");
    // T31: -1/B2D, 3:1 on 2, the defender stays and pays with the two units.
    let mut f = duel(12, 4).put(Y, "2017").sp(Y, 0).begin(&[]);
    f.attack("2017", A, &[1, 1]).say("retreat 0", &[]);
    f.say(&format!("lose {X}"), &[]).say(&format!("lose {Y}"), &[]);
    assert!(f.has(X, Flag::Disorganized) && f.has(Y, Flag::Disorganized) && !f.has(A, Flag::Disorganized));
    // T32: D-1/-1, 3:1 on 12.
    let mut f = duel(12, 4).begin(&[]);
    f.attack("2017", A, &[6, 6]);
    assert!(f.has(A, Flag::Disorganized) && !f.has(X, Flag::Disorganized));
}

#[test]
fn r15_12c_germans_are_disorganized_on_ten_and_more() {
    rules!("lodz 7.31i", "lodz 15.11");
    // T28: 6:1 on 4: •/B3-1. The Germans roll when the defender has chosen.
    for (dice, hit) in [([4, 5], false), ([4, 6], true), ([6, 5], true), ([6, 6], true)] {
        let mut f = duel(24, 4).put(Y, "2017").sp(Y, 0).put(Z, "2017").sp(Z, 0).begin(&[]);
        f.attack("2017", A, &[1, 3]).say("retreat 0", &[]);
        f.say(&format!("lose {X}"), &[]).say(&format!("lose {X}"), &[]);
        f.say(&format!("lose {Y}"), &[]).say(&format!("lose {Y}"), &dice);
        assert_eq!(f.has(A, Flag::Disorganized), hit, "{dice:?}");
    }
    // Austrians and Russians already on nine.
    let d = &REAL.d;
    assert_eq!(d.charts.disorganized_from, [10, 9, 9]);
}

#[test]
fn r7_32d_the_attacker_rolls_once_even_if_he_pays() {
    rules!("lodz 7.32a", "lodz 7.32e");
    // T40: A2 bought off: 1:1 on 10, two units in two hexes: a roll for each stack, in the order of hexes.
    let mut f = duel(4, 8).put(B, "2117").sp(B, 4).begin(&[]);
    f.attack("2017", &format!("{A} {B}"), &[4, 6]).say("retreat 0", &[]);
    f.say(&format!("lose {A}"), &[]).say(&format!("lose {B}"), &[6, 4, 1, 2]);
    assert!(f.has(A, Flag::Disorganized) && !f.has(B, Flag::Disorganized));
    // B2 bought off: no roll. 3:1 on 4.
    let mut f = duel(12, 4).put(Y, "2017").sp(Y, 0).begin(&[]);
    f.attack("2017", A, &[1, 3]).say("retreat 0", &[]);
    f.say(&format!("lose {X}"), &[]).say(&format!("lose {Y}"), &[]);
    assert!(!f.has(X, Flag::Disorganized));
}

#[test]
fn r7_32b_the_defender_rolls_by_the_hexes_he_goes() {
    rules!("lodz 7.32a", "lodz 7.32c", "lodz 7.32e");
    // B3 at 10:1 on 9: three hexes two rolls, two hexes one, one hex none.
    for (back, dice) in [(3, vec![1, 1, 6, 3]), (2, vec![6, 3]), (1, vec![])] {
        let mut f = duel(40, 4).put(Y, "2017").sp(Y, 0).begin(&[]);
        f.attack("2017", A, &[4, 5]);
        let pays = 3 - back;
        f.say(&format!("retreat {back}"), if pays == 0 { &dice } else { &[] });
        for n in 0..pays {
            let unit = if n == 0 { X } else { Y };
            f.say(&format!("lose {unit}"), if n + 1 == pays { &dice } else { &[] });
        }
        assert_eq!(f.has(X, Flag::Disorganized), back > 1, "{back}");
    }
    let d = &REAL.d;
    assert_eq!(d.charts.defender_rolls, [0, 0, 1, 2, 3, 3]);
}

#[test]
fn r9_44a_those_who_stay_in_a_fortress_lose_less() {
    rules!("lodz 9.44b", "lodz 9.44c", "lodz 9.44d", "lodz 9.44e", "lodz 9.45");
    // T39: prices of B1 to B5, and B3-1.
    for walls in [true, false] {
        let mut f = duel(12, 4);
        f = if walls { f.ground("2017", &[Feature::Fortress]) } else { f.fixed("2017", &["2018"]) };
        f = f.begin(&[]);
        f.p.battle.ground = hex("2017").into();
        let mut prices = vec![];
        for n in 1..=5 {
            f.p.battle.outcome.retreat = [0, n];
            prices.push(f.e().battle_price(&f.p, 1, 0));
        }
        assert_eq!(prices, vec![0, 1, 2, 2, 3]);
        (f.p.battle.outcome.retreat, f.p.battle.outcome.loss) = ([0, 3], [0, 1]);
        assert_eq!(f.e().battle_price(&f.p, 1, 0), 3);
        // A unit that leaves pays for the rest like any other.
        assert_eq!(f.e().battle_price(&f.p, 1, 1), 3);
    }
    // 48 halved to 24 against 4, less two: 4:1; on 4 B2: one CEL, by the owner's choice.
    let mut f = duel(48, 4).put(Y, "2017").sp(Y, 0).ground("2017", &[Feature::Fortress]).begin(&[]);
    f.attack("2017", A, &[1, 3]).say("retreat 0", &[]).say(&format!("lose {Y}"), &[]);
    assert_eq!((f.left(X), f.left(Y)), (2, 1));
}

#[test]
fn r7_30a_a_headquarters_alone_is_attacked_on_the_last_column_and_lost() {
    rules!("lodz 7.30b", "lodz 10.35");
    // 10:1 without shifts, whatever the ground; on 12 the attacker still suffers: D-1/B2.
    let mut f = duel(1, 0);
    f.p.units.take_off(unit(X), At::Gone);
    let mut f = f.put(RHQ, "2017").ground("2017", &[Feature::Mountain]).begin(&[]);
    f.attack("2017", A, &[6, 6]);
    assert!(f.told().contains("10:1"), "{}", f.told());
    assert_eq!((f.hex_of(RHQ), f.left(A)), ("Gone".to_string(), 1));
    assert!(f.has(A, Flag::Disorganized));
}

#[test]
fn r7_30b_a_headquarters_among_several_targets_is_lost_at_ordinary_odds() {
    // R15: 12 against 4 in 2017 and a headquarters alone in 2117; on 8 nobody retreats, -1/-.
    let mut f = duel(12, 4).put(RHQ, "2117").begin(&[]);
    f.say("attack 2017", &[]).say("also 2117", &[]).say(&format!("add {A}"), &[]);
    assert!(f.offered("confirm"));
    f.say("confirm", &[4, 4]);
    // The defenders in 2017 are in command of it, the attackers are not.
    assert!(f.told().contains("12 against 4: 3:1, defenders in command -1: 2:1"), "{}", f.told());
    assert_eq!(f.hex_of(RHQ), "Gone");
}

#[test]
fn r10_36_a_headquarters_cannot_attack() {
    rules!("lodz 10.21", "lodz 6.1.2b", "lodz 6.1.2a");
    let mut f = field(DE).put(HQ, "2016").put(X, "2017").put(A, "2117").begin(&[]);
    f.say("attack 2017", &[]);
    assert_eq!(f.refused(&format!("add {HQ}")), "10.36");
    // Nor does it or a gun give a zone: the enemy beside it need not be attacked.
    let f = field(DE).put(&format!("{HQ} {GUN}"), "2016").put(X, "2017").begin(&[]);
    assert!(f.e().must_be_attacked(&f.p).is_empty());
    assert!(!f.e().in_zone(&f.p, DE, hex("2017")) && f.e().in_zone(&f.p, RU, hex("2016")));
}

#[test]
fn r10_37_a_headquarters_may_go_in_place_of_a_loss() {
    // -1/-1: 3:1 with no command on either side... both have one: they cancel.
    let mut f = duel(12, 4).put(HQ, "2016").put(RHQ, "2017").begin(&[]);
    f.attack("2017", A, &[3, 4]);
    assert_eq!(f.side(), Some(DE));
    f.say(&format!("lose {HQ}"), &[]);
    assert_eq!(f.side(), Some(RU));
    f.say(&format!("lose {RHQ}"), &[]);
    assert_eq!((f.left(A), f.left(X), f.left(HQ), f.left(RHQ)), (2, 2, 0, 0));
}

#[test]
fn a_force_that_loses_all_it_has_is_wiped_out() {
    rules!("lodz 7.37");
    // B3-1 at 10:1 on 5 against one unit that stays: four of two.
    let mut f = duel(40, 4).begin(&[]);
    f.attack("2017", A, &[1, 4]).say("retreat 0", &[]);
    assert_eq!(f.hex_of(X), "Gone");
    assert!(f.cited().contains(&"7.37") && !f.cited().contains(&"2.2h"), "{:?}", f.cited());
}

#[test]
fn r9_4_fixed_positions_are_read_from_the_tables() {
    let tables = FILES
        .tables
        .replace("fixed = [\n", "fixed = [{ board = \"lodz\", hex = \"2016\", sides = [\"s\", \"nw\"] },\n");
    let g = Lodz::with(&Files { tables: &tables, ..FILES }).unwrap();
    let at = usize::from(g.d.maps[0].hex("2016").unwrap());
    let p = |option: &str| {
        let options = Options::from([("fixed-positions".to_string(), option.to_string())]);
        g.start("lodz", &options, &mut Seeded::new(1)).unwrap()
    };
    assert_eq!((p("prepared").fixed[at], p("off").fixed[at]), (0b10_1000, 0));
    let odd = tables.replace("\"s\", \"nw\"", "\"s\", \"up\"");
    assert!(Lodz::with(&Files { tables: &odd, ..FILES }).is_err());
    let off = tables.replace("hex = \"2016\", sides", "hex = \"9999\", sides");
    assert!(Lodz::with(&Files { tables: &off, ..FILES }).is_err());
}

#[test]
fn crt_4_ground_and_headquarters_shift_and_nothing_else_does() {
    rules!("lodz CRT.4");
    // R32: of what the table's legend lists, terrain and headquarters have rules here.
    let f = duel(12, 4).ground("2017", &[Feature::Forest]).put(HQ, "2014");
    let mut f = f.begin(&[]);
    f.attack("2017", A, &[3, 4]);
    assert!(f.told().contains("12 against 4: 3:1, attackers in command +1, forest -1: 3:1"), "{}", f.told());
    // Many units against one bring their strength and no shift.
    let mut f = duel(4, 4).put(&format!("{B} {C}"), "2016").sp(B, 4).sp(C, 4).begin(&[]);
    f.attack("2017", &format!("{A} {B} {C}"), &[3, 4]);
    assert!(f.told().contains("12 against 4: 3:1\n"), "{}", f.told());
}

#[test]
fn r7_35_a_lost_level_stays_lost() {
    // -1/-1 at 3:1 on 7; then the rest of the day and the next one, in a scenario without replacements for either.
    let mut f = duel(12, 4).begin(&[]);
    f.p.scenario = f.game.d.scenarios.iter().position(|s| s.id == "november-11").unwrap() as u8;
    f.attack("2017", A, &[3, 4]);
    assert_eq!((f.left(A), f.left(X)), (1, 1));
    let (day, mut dice) = (f.p.day, Seeded::new(3));
    while f.p.day < day + 2 {
        let offers = f.offers();
        assert!(!offers.iter().any(|w| w.starts_with("replace")), "{offers:?}");
        let ends = offers.iter().find(|w| ["done", "end attacks", "stop", "retreat 0"].contains(&w.as_str()));
        let words = ends.unwrap_or(&offers[0]);
        let (side, action) = (Side(f.side().unwrap()), f.game.parse(&f.p, words).unwrap());
        f.game.apply(&mut f.p, side, &action, &mut dice, &mut f.events);
        assert!(f.left(A) <= 1 && f.left(X) <= 1);
    }
}

#[test]
fn r9_4_prepared_positions_can_be_met_in_a_scenario() {
    rules!("lodz 9.41a", "lodz 9.43a", "lodz 9.44a", "lodz 9.45");
    // The line of the Bzura: 2915 looks over the river at 2815.
    let g = &*REAL;
    let options = Options::from([("fixed-positions".to_string(), "prepared".to_string())]);
    let text = "scenario = ruzski\nday = 3\nside = de\nphase = attack\nclear\n\
                de-1-49-res 2815\nde-2-49-res 2815\nde-1r-1-res 2815\nru-1-50-inf 2915 cel=1\nru-2-50-inf 2915\n";
    let bare = g.position(&Options::new(), text).unwrap();
    let p = g.position(&options, text).unwrap();
    let mut f = Scene::new(g, p);
    let marks = f.game.view(&f.p, sandtable_core::view::Viewer::All).marks;
    assert!(marks.iter().any(|m| m.what == "fixed position" && m.place == "2915/2815"));
    f.say("attack 2915", &[]).say("add all", &[]);
    let strong = f.e().battle_odds(&f.p, &f.p.battle.now);
    let weak = f.e().battle_odds(&bare, &f.p.battle.now);
    assert_eq!((strong.wall, weak.wall), (true, false));
    assert_eq!(strong.attack, weak.attack.div_ceil(2));
    // A side that stays under B1 loses nothing there.
    let even = f.e().battle_outlook(&f.p, &f.p.battle.now);
    let row = even.throws.iter().position(|(_, c)| c.retreat[1] == 1 && c.loss[1] == 0);
    if let Some(row) = row {
        let sum = row as u8 + 2;
        let dice = [sum.div_ceil(2), sum / 2];
        f.say("confirm", &dice);
        while f.side() == Some(DE) {
            let first = f.offers()[0].clone();
            f.say(&first, &[]);
        }
        f.say("retreat 0", &[]);
        assert_eq!((f.left(X), f.left(Y)), (1, 2));
    }
}
