//! Retreats and pursuits.

use crate::field::*;
use sandtable_lodz::play::retreat::RetreatAction;
use sandtable_lodz::position::{HexId, UnitId};

/// A beats X in 2017 at 10:1 with a 9: B3. X goes back all the way; the two rolls miss.
fn beaten(f: Scene) -> Scene {
    let mut f = f.begin(&[]);
    f.attack("2017", A, &[4, 5]);
    f.say("retreat 3", &[1, 1, 1, 1]);
    f
}

#[test]
fn r7_34a_each_step_leads_away_from_the_combat_hex() {
    rules!("lodz 7.39a", "lodz 7.40");
    let mut f = beaten(duel(40, 4));
    assert_eq!((f.side(), f.asked().0), (Some(RU), "7.34a"));
    // 1917 and 2117 lie in the zone of A, 2016 holds it.
    let mut offers = f.offers();
    offers.sort();
    assert_eq!(offers, vec!["go 1918", "go 2018", "go 2118"]);
    assert_eq!(f.refused("go 1917"), "7.39a");
    assert_eq!(f.refused("go 2016"), "4.21");
    f.say("go 2018", &[]);
    assert_eq!(f.refused("go 2118"), "7.34a");
    assert_eq!(f.refused("go 2017"), "7.34a");
    f.say("go 2019", &[]).say("go 2020", &[]);
    assert_eq!(f.hex_of(X), "2020");
    rules!("lodz 7.43");
    assert!(f.has(X, Flag::Retreated) && f.has(X, Flag::Stirred));
    assert_eq!(f.left(X), 2);
}

#[test]
fn r7_41_a_retreat_crosses_a_big_river_only_over_a_bridge() {
    let f = |bridge: bool| {
        let f = duel(40, 4).river("2017", "2018", RIVER_BIG);
        beaten(if bridge { f.bridge("2017", "2018") } else { f })
    };
    assert_eq!(f(false).refused("go 2018"), "7.41");
    assert!(f(true).offered("go 2018"));
}

#[test]
fn r7_40_closed_ground_stops_a_retreat_unless_a_road_leads_in() {
    rules!("lodz 7.66b");
    let lake = || duel(40, 4).ground("2018", &[Feature::Closed]);
    assert_eq!(beaten(lake()).refused("go 2018"), "7.40");
    assert!(beaten(lake().road("2017", "2018")).offered("go 2018"));
}

#[test]
fn r7_39b_a_retreat_does_not_leave_the_board() {
    rules!("lodz 7.39c");
    // A hex of the lowest row from which only three neighbours are on the board, all of them held or in a zone.
    let f = field(DE);
    let map = &f.game.d.maps[0];
    let low = |h: &HexId| map.neighbours(*h).map(|(d, _)| d).collect::<Vec<_>>() == vec![0, 1, 5];
    let at = map.all().find(low).unwrap();
    let (name, north) = (map.name(at), map.name(map.step(at, 0).unwrap()));
    let mut f = f.put(A, &north).put(X, &name).sp(A, 40).sp(X, 4).begin(&[]);
    f.attack(&name, A, &[4, 5]).say("retreat 3", &[1, 1, 1, 1]);
    assert_eq!(f.hex_of(X), "Gone");
}

#[test]
fn r7_39c_whoever_must_retreat_and_cannot_is_lost() {
    // All six neighbours lie in German zones.
    let f = duel(40, 4).put(B, "2118").put(C, "1918").put(Y, "2119").begin(&[]);
    let mut f = f;
    f.say("attack 2017", &[]).say(&format!("add {A}"), &[]).say(&format!("add {C}"), &[]);
    f.say("confirm", &[4, 5]).say("retreat 3", &[1, 1, 1, 1]);
    assert_eq!(f.hex_of(X), "Gone");
    assert!(f.offered(&format!("pursue {A} 2017")));
}

#[test]
fn r7_42a_a_retreat_passes_through_friends_in_a_zone_at_a_price() {
    rules!("lodz 7.42b");
    // Only 2018 has a friend; B and C hold zones over the rest and over 2018.
    let f = || duel(40, 4).put(B, "2118").put(C, "1918").put(Y, "2018").sp(Y, 4);
    let mut one = f().begin(&[]);
    one.say("attack 2017", &[]).say(&format!("add {A}"), &[]);
    one.say("confirm", &[4, 5]).say("retreat 2", &[1, 1]);
    // X has two CEL: one is paid for a hex not gone, then it is one of one and dies in 2018's zone.
    assert_eq!(one.left(X), 0, "{}", one.told());
    // R60: it was wiped out one hex from there: its hex, and one more in any direction (7.57a).
    rules!("lodz 7.57a");
    one.say(&format!("pursue {A} 2017"), &[]);
    assert_eq!((one.hex_of(A), one.asked().0), ("2017".to_string(), "7.54"));
    assert!(
        one.offered("on 1917") && one.offered("on 2117") && !one.offered("on 2018"),
        "{:?}",
        one.offers()
    );
    one.say("on 1917", &[]);
    assert_eq!((one.hex_of(A), one.asked().0), ("1917".to_string(), "7.26"));
    let mut f = f().begin(&[]);
    f.say("attack 2017", &[]).say(&format!("add {A}"), &[]);
    f.say("confirm", &[4, 5]).say("retreat 3", &[1, 1, 1, 1]);
    // 2018 costs it a level; from there on 2019 is free of zones? 1919 and 2119 lie beside B and C.
    assert_eq!(f.left(X), 1, "{}", f.told());
    assert_eq!(f.hex_of(Y), "2018");
}

#[test]
fn r7_42b_those_who_retreat_together_pay_once() {
    let field = || {
        let f = duel(40, 2).put(Z, "2017").sp(Z, 2).put(B, "2118").put(C, "1918").put(Y, "2018");
        let mut f = f.begin(&[]);
        f.say("attack 2017", &[]).say(&format!("add {A}"), &[]);
        f.say("confirm", &[4, 5]).say("retreat 3", &[1, 1, 1, 1]);
        f
    };
    let mut f = field();
    f.say("go 2018", &[]);
    assert_eq!((f.side(), f.asked().0), (Some(RU), "7.42b"));
    let absurd = Action::Retreat(RetreatAction::Pay { unit: UnitId(9999) });
    assert!(f.game.check(&f.p, Side(RU), &absurd).is_err());
    f.say(&format!("pay {Z}"), &[]);
    assert_eq!((f.left(X), f.left(Z)), (2, 1));
    // One after the other each pays.
    let mut f = field();
    f.say(&format!("leave {Z}"), &[]);
    while f.side() == Some(RU) && f.asked().0 == "7.34a" {
        let go = f.offers().into_iter().find(|w| w.starts_with("go")).unwrap();
        f.say(&go, &[]);
    }
    assert_eq!((f.left(X), f.left(Z)), (1, 1));
}

#[test]
fn r7_44_a_retreat_does_not_end_where_the_stack_would_be_too_high() {
    let mut f = duel(20, 4).put(&format!("{Y} {Z} {W}"), "2018").begin(&[]);
    // 5:1 on 9: -/B1.
    f.attack("2017", A, &[4, 5]).say("retreat 1", &[]);
    assert_eq!(f.refused("go 2018"), "7.44");
    assert!(f.offered("go 2118"));
    // Passing through is free.
    let mut f = beaten(duel(40, 4).put(&format!("{Y} {Z} {W}"), "2018"));
    f.say("go 2018", &[]).say("go 2019", &[]);
}

#[test]
fn r8_78_guns_that_must_retreat_are_destroyed_headquarters_go_along() {
    rules!("lodz 8.14", "lodz 8.53");
    let mut f = duel(20, 4).put(&format!("{RGUN} {RHQ}"), "2017").put(HQ, "2016").begin(&[]);
    f.attack("2017", A, &[]).say("confirm", &[4, 5]).say("retreat 1", &[]);
    assert_eq!(f.hex_of(RGUN), "Gone");
    f.say("go 2018", &[]);
    assert_eq!((f.hex_of(X), f.hex_of(RHQ)), ("2018".to_string(), "2018".to_string()));
    // The attacker's gun in close combat as well: 1:1 on 7, A1.
    let mut f = duel(3, 8).put(GUN, "2016").begin(&[]);
    f.say("attack 2017", &[])
        .say(&format!("add {A}"), &[])
        .say(&format!("add {GUN}"), &[])
        .say("confirm", &[3, 4]);
    f.say("retreat 1", &[]);
    assert_eq!(f.hex_of(GUN), "Gone");
}

#[test]
fn r7_33_a_beaten_attacker_retreats_from_his_own_hex_and_is_not_followed() {
    rules!("lodz 7.34a");
    // 1:1 on 7: A1.
    let mut f = duel(8, 8).begin(&[]);
    f.attack("2017", A, &[3, 4]).say("retreat 1", &[]);
    assert_eq!(f.side(), Some(DE));
    assert_eq!(f.refused("go 1917"), "7.39a");
    f.say("go 2015", &[]);
    assert_eq!(f.hex_of(A), "2015");
    assert_eq!((f.side(), f.asked().0), (Some(DE), "7.26"), "nobody pursues");
}

#[test]
fn units_of_one_force_may_take_different_ways() {
    rules!("lodz 7.52");
    let mut f = duel(40, 2).put(Y, "2017").sp(Y, 2).begin(&[]);
    f.attack("2017", A, &[4, 5]).say("retreat 3", &[1, 1, 1, 1]);
    f.say(&format!("leave {Y}"), &[]);
    f.say("go 2018", &[]).say("go 2019", &[]).say("go 2020", &[]);
    f.say("go 1918", &[]).say("go 1818", &[]).say("go 1719", &[]);
    assert_eq!((f.hex_of(X), f.hex_of(Y)), ("2020".to_string(), "1719".to_string()));
    // Either way may be followed.
    f.say(&format!("pursue {A} 2017"), &[]);
    assert!(f.offered("on 2018") && f.offered("on 1918"));
    f.say("on 1918", &[]).say("on 1818", &[]);
    assert_eq!(f.hex_of(A), "1818");
}

#[test]
fn r7_27_units_beaten_before_add_nothing_but_go_along() {
    // R18: X was attacked before and stands with Y now.
    let mut f = duel(20, 4).put(Y, "2017").sp(Y, 4).begin(&[]);
    let x = unit(X);
    f.p.units.mark(x, Flag::Beaten, true);
    f.attack("2017", A, &[4, 5]);
    assert!(f.told().contains("20 against 4: 5:1"), "{}", f.told());
    assert_eq!(f.side(), Some(RU));
    let mut stays = duel(20, 4).put(Y, "2017").sp(Y, 4).begin(&[]);
    stays.p.units.mark(x, Flag::Beaten, true);
    stays.attack("2017", A, &[4, 5]).say("retreat 0", &[]);
    assert_eq!((stays.left(X), stays.left(Y)), (2, 1));
    f.say("retreat 1", &[]).say("go 2018", &[]);
    assert_eq!((f.hex_of(X), f.hex_of(Y)), ("2018".to_string(), "2018".to_string()));
}

/// T16: A and B attack X; B3; X retreats 2017 to 2018, 2019, 2020, past a Russian who holds zones over its path.
fn fled() -> Scene {
    let mut f = duel(40, 4).put(B, "2117").put(Z, "2120").begin(&[]);
    f.say("attack 2017", &[]).say(&format!("add {A}"), &[]).say(&format!("add {B}"), &[]);
    f.say("confirm", &[4, 5]).say("retreat 3", &[1, 1, 1, 1]);
    f.say("go 2018", &[]).say("go 2019", &[]).say("go 2020", &[]);
    f
}

#[test]
fn r7_51_pursuit_follows_the_path_as_far_as_the_enemy_went() {
    rules!("lodz 7.53", "lodz 7.54", "lodz 7.56", "lodz 6.2.3");
    let mut f = fled();
    assert_eq!((f.side(), f.asked().0), (Some(DE), "7.51"));
    assert!(f.e().in_zone(&f.p, RU, hex("2019")));
    // B goes three hexes, through zones.
    f.say(&format!("pursue {B} 2017"), &[]).say("on 2018", &[]).say("on 2019", &[]);
    assert_eq!(f.hex_of(B), "2019");
    // A leaves the path after two and stops.
    f.say(&format!("pursue {A} 2017"), &[]).say("on 2018", &[]).say("on 1919", &[]);
    assert_eq!((f.hex_of(A), f.asked().0), ("1919".to_string(), "7.26"));
    assert!(f.has(A, Flag::Stirred) && !f.e().owes(&f.p).has(unit(A)));
}

#[test]
fn r7_54_a_pursuer_stops_where_it_leaves_the_path() {
    let mut f = fled();
    assert_eq!(f.refused(&format!("pursue {A} 2116")), "7.52");
    f.say(&format!("pursue {A} 2017"), &[]).say("on 2118", &[]);
    assert_eq!((f.hex_of(A), f.asked().0), ("2118".to_string(), "7.51"));
    f.say("stop", &[]);
    assert_eq!((f.hex_of(B), f.asked().0), ("2117".to_string(), "7.26"));
    // One who halts early stays.
    let mut f = fled();
    f.say(&format!("pursue {A} 2017"), &[]).say("halt", &[]);
    assert_eq!(f.hex_of(A), "2017");
}

#[test]
fn r7_57a_beyond_a_hex_whose_defenders_were_wiped_out_one_hex_in_any_direction() {
    // 10:1 on 5: B3-1, the defender stays and is lost.
    let start = || {
        let mut f = duel(40, 4).begin(&[]);
        f.attack("2017", A, &[1, 4]).say("retreat 0", &[]);
        f
    };
    let mut f = start();
    f.say(&format!("pursue {A} 2017"), &[]);
    for to in ["on 2016", "on 2117", "on 2118", "on 2018", "on 1918", "on 1917"] {
        assert!(f.offered(to), "{to}");
    }
    f.say("on 2018", &[]);
    assert_eq!((f.hex_of(A), f.asked().0), ("2018".to_string(), "7.26"));
    let mut f = start();
    f.say("stop", &[]);
    assert_eq!(f.hex_of(A), "2016");
}

#[test]
fn r7_58a_pursuit_over_a_big_river_goes_one_hex_beyond_it() {
    rules!("lodz 7.58b", "lodz 7.55");
    let river = || duel(80, 4).river("2016", "2017", RIVER_BIG);
    let mut f = beaten(river());
    f.say("go 2018", &[]).say("go 2019", &[]).say("go 2020", &[]);
    f.say(&format!("pursue {A} 2017"), &[]);
    assert_eq!((f.hex_of(A), f.asked().0), ("2017".to_string(), "7.26"), "it stops behind the river");
    // Cavalry stays on this side.
    let mut f = field(DE).put(CAV, "2016").sp(CAV, 80).put(X, "2017").sp(X, 4);
    f = f.river("2016", "2017", RIVER_BIG).put(A, "2117").sp(A, 1).begin(&[]);
    f.say("attack 2017", &[]).say(&format!("add {A}"), &[]).say(&format!("add {CAV}"), &[]);
    f.say("confirm", &[4, 5]).say("retreat 3", &[1, 1, 1, 1]);
    f.say("go 2018", &[]).say("go 2019", &[]).say("go 2020", &[]);
    assert_eq!(f.refused(&format!("pursue {CAV} 2017")), "7.58b");
    assert!(f.offered(&format!("pursue {A} 2017")));
}

#[test]
fn r7_55_pursuit_does_not_enter_closed_ground() {
    let mut f = duel(40, 4).ground("2018", &[Feature::Closed]).begin(&[]);
    f.attack("2017", A, &[1, 4]).say("retreat 0", &[]);
    f.say(&format!("pursue {A} 2017"), &[]);
    assert_eq!(f.refused("on 2018"), "7.55");
}

#[test]
fn r15_13_a_disorganized_unit_does_not_pursue() {
    rules!("lodz 7.56");
    // 6:1 on 4: •/B3-1; the Germans roll 10.
    let mut f = duel(20, 4).put(B, "2016").sp(B, 4).put(GUN, "2015").begin(&[]);
    f.say("attack 2017", &[]).say(&format!("add {A}"), &[]).say(&format!("add {B}"), &[]);
    f.say("confirm", &[1, 3]).say("retreat 0", &[4, 6]);
    assert_eq!(f.hex_of(X), "Gone");
    assert!(f.has(A, Flag::Disorganized) && f.has(B, Flag::Disorganized));
    assert_eq!(f.asked().0, "7.26", "nobody is asked to pursue");
}

#[test]
fn r8_16a_pursuers_destroy_guns_and_headquarters_in_their_way() {
    rules!("lodz 10.38", "lodz 8.14");
    // Guns and a headquarters stand in 2018, where X passed.
    let f = duel(40, 4).put(&format!("{RGUN} {RHQ}"), "2018").put(HQ, "2016");
    let mut f = beaten(f.marked(RGUN, Flag::Marching));
    f.say("go 2018", &[]).say("go 2019", &[]).say("go 2020", &[]);
    f.say(&format!("pursue {A} 2017"), &[]).say("on 2018", &[]);
    assert_eq!((f.hex_of(RGUN), f.hex_of(RHQ)), ("Gone".to_string(), "Gone".to_string()));
    assert_eq!(f.hex_of(A), "2018");
    // A hex with infantry is closed.
    let mut f = beaten(duel(40, 4).put(Y, "2018"));
    f.say("go 2018", &[]).say("go 2019", &[]).say("go 2020", &[]);
    f.say(&format!("pursue {A} 2017"), &[]);
    assert_eq!(f.refused("on 2018"), "4.21");
}

#[test]
fn r9_15_a_pursuer_takes_the_enemys_field_works_away() {
    let mut f = beaten(duel(40, 4).works("2017", Works::Field));
    f.say("go 2018", &[]).say("go 2019", &[]).say("go 2020", &[]);
    let at = usize::from(hex("2017"));
    assert_eq!(f.p.works[at], Works::Field);
    f.say(&format!("pursue {A} 2017"), &[]);
    assert_eq!(f.p.works[at], Works::None);
    assert!(f.told().contains("field works"), "{}", f.told());
    // Their owner keeps those that the units find on the way back.
    let mut f = beaten(duel(40, 4).works("2018", Works::Field));
    f.say("go 2018", &[]);
    assert_eq!(f.p.works[usize::from(hex("2018"))], Works::Field);
}

#[test]
fn r5_1a_the_stack_limit_holds_at_the_end_of_a_pursuit() {
    let f = duel(40, 4).put(&format!("{B} {C}"), "2016").put(D, "2117");
    let mut f = f.begin(&[]);
    f.attack("2017", &format!("{A} {B} {C} {D}"), &[1, 4]).say("retreat 0", &[]);
    for unit in [A, B, C] {
        f.say(&format!("pursue {unit} 2017"), &[]).say("halt", &[]);
    }
    f.say(&format!("pursue {D} 2017"), &[]);
    assert_eq!(f.refused("halt"), "5.1a");
    f.say("on 2018", &[]);
}

#[test]
fn maz_5_germans_do_not_retreat_or_pursue_southward_over_the_rivers() {
    rules!("lodz MAZ.5");
    let mut f = duel(8, 8);
    let (a, b) = (hex("2016"), hex("2015"));
    let lodz = usize::from(f.p.scenario);
    data_of(&mut f).scenarios[lodz].no_crossing.push((a, b));
    let mut f = f.begin(&[]);
    f.attack("2017", A, &[3, 4]).say("retreat 1", &[]);
    assert_eq!(f.refused("go 2015"), "MAZ.5");
    assert!(f.offered("go 1916") && f.offered("go 2116"));
}

#[test]
fn retreats_can_be_foreseen() {
    let f = duel(8, 8).put(B, "2118").put(C, "1918");
    let party = units(X);
    assert!(!f.e().retreat_possible(&f.p, &party, hex("2017"), 1));
    let f = duel(8, 8);
    assert!(f.e().retreat_possible(&f.p, &units(X), hex("2017"), 3));
}

#[test]
fn a_headquarters_goes_with_attackers_who_would_leave_it_alone() {
    rules!("lodz 10.37");
    // 1:1 on 7, both sides without command but for the attackers' staff: 7 against 8 with a shift is 2:1, on 7 A1.
    let field = |more: &str| {
        let mut f = duel(7, 8).put(&format!("{HQ} {more}"), "2016").begin(&[]);
        f.attack("2017", A, &[3, 4]).say("retreat 1", &[]);
        f
    };
    let mut f = field("");
    f.say("go 2015", &[]);
    assert_eq!((f.hex_of(A), f.hex_of(HQ)), ("2015".to_string(), "2015".to_string()));
}

#[test]
fn a_headquarters_stays_with_units_that_did_not_attack() {
    let mut f = duel(7, 8).put(&format!("{HQ} {B}"), "2016").put(Y, "2117").begin(&[]);
    f.attack("2017", A, &[3, 4]).say("retreat 1", &[]).say("go 2015", &[]);
    assert_eq!((f.hex_of(HQ), f.hex_of(B)), ("2016".to_string(), "2016".to_string()));
}

#[test]
fn absurd_actions_are_refused_and_never_panic() {
    let absurd = |f: &Scene| {
        for n in [u16::MAX, 9999, 1151, 384, 383, 0] {
            for a in [
                RetreatAction::Go { hex: HexId(n) },
                RetreatAction::Leave { unit: UnitId(n) },
                RetreatAction::Pay { unit: UnitId(n) },
                RetreatAction::Pursue { unit: UnitId(n), hex: HexId(n) },
                RetreatAction::On { hex: HexId(n) },
            ] {
                let a = Action::Retreat(a);
                assert!(f.game.check(&f.p, Side(f.side().unwrap()), &a).is_err(), "{a:?}");
                f.game.describe(&f.p, &a);
            }
        }
    };
    let mut f = beaten(duel(40, 4));
    absurd(&f);
    f.say("go 2018", &[]).say("go 2019", &[]).say("go 2020", &[]);
    absurd(&f);
    f.say(&format!("pursue {A} 2017"), &[]);
    absurd(&f);
}

#[test]
fn r7_30a_a_headquarters_among_beaten_troops_is_not_alone() {
    rules!("lodz 7.24", "lodz 7.27");
    // X is beaten in 2017 and goes back into the hex of its headquarters, 2018, where B stands too.
    let field = || {
        let mut f = duel(12, 4).put(RHQ, "2018").put(B, "2118").begin(&[]);
        assert!(f.offered("attack 2018"), "alone it is a target");
        f.say("attack 2017", &[]).say(&format!("add {A}"), &[]).say("confirm", &[1, 3]);
        f.say("retreat 1", &[]).say("go 2018", &[]).say("stop", &[]);
        f
    };
    let f = field();
    assert_eq!((f.hex_of(X), f.hex_of(RHQ)), ("2018".into(), "2018".into()));
    assert_eq!(f.refused("attack 2018"), "7.27");
    // Nobody owes an attack on it any more: the phase can end.
    assert!(f.offered("end attacks"));
}

#[test]
fn r7_57b_the_next_attack_waits_until_the_last_is_over() {
    let mut f = duel(12, 4).put(B, "2210").put(Y, "2211").sp(Y, 4).sp(B, 8).begin(&[]);
    f.attack("2017", A, &[1, 4]);
    // The defender's choice, the way back, the pursuit: no other attack before all is done.
    for words in ["retreat 1", "go 2018"] {
        assert!(!f.offered("attack 2211"), "{:?}", f.offers());
        f.refused("attack 2211");
        f.say(words, &[]);
    }
    assert_eq!(f.asked().0, "7.51");
    assert_eq!(f.refused("attack 2211"), "7.57b");
    f.say("stop", &[]);
    assert!(f.offered("attack 2211"));
}
