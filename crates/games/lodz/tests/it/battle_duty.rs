//! Who must attack and be attacked, how an attack is put together, independent fire, and whole phases played at random.

use crate::field::*;
use sandtable_lodz::play::battle::{BattleAction, BridgeSide};
use sandtable_lodz::position::{HexId, UnitId};

#[test]
fn r7_21_every_enemy_in_a_zone_must_be_attacked_and_everybody_in_contact_must_attack() {
    rules!("lodz 7.22", "lodz 7.29a", "lodz 7.29b", "lodz 6.0", "lodz 6.1.1");
    let mut f = duel(8, 8).put(B, "2117").put(Y, "2118").begin(&[]);
    assert_eq!(f.e().owes(&f.p), units(&format!("{A} {B}")));
    let must: Vec<HexId> = f.e().must_be_attacked(&f.p).iter().collect();
    assert_eq!(must, vec![hex("2017"), hex("2118")]);
    assert_eq!(f.refused("end attacks"), "7.29a");
    // If B helped A, nobody could attack 2118.
    f.say("attack 2017", &[]).say(&format!("add {A}"), &[]).say(&format!("add {B}"), &[]);
    assert_eq!(f.refused("confirm"), "7.21");
    // If B attacked 2017 alone, A had nobody.
    f.say(&format!("drop {A}"), &[]);
    assert_eq!(f.refused("confirm"), "7.22");
    f.say(&format!("drop {B}"), &[]).say(&format!("add {A}"), &[]).say("confirm", &[3, 3]);
    f.say("retreat 0", &[]); // A1 at 1:1
    assert_eq!(f.e().owes(&f.p), units(B));
    assert_eq!(f.refused("end attacks"), "7.29a");
    f.attack("2118", B, &[3, 3]).say("retreat 0", &[]);
    assert!(f.e().owes(&f.p).is_empty() && f.e().must_be_attacked(&f.p).is_empty());
    assert!(f.offered("end attacks"));
}

#[test]
fn r7_25_units_of_one_hex_may_make_several_attacks() {
    // T9: A, B and C in one hex, enemies in two.
    let mut f = duel(8, 8).put(&format!("{B} {C}"), "2016").put(Y, "2117").begin(&[]);
    f.say("attack 2117", &[]).say(&format!("add {A}"), &[]).say(&format!("add {B}"), &[]);
    assert!(f.offered("confirm"));
    f.say(&format!("add {C}"), &[]);
    assert_eq!(f.refused("confirm"), "7.21");
    f.say(&format!("drop {C}"), &[]).say("confirm", &[4, 4]); // 15 against 7: 2:1, A1/-
    f.say("retreat 0", &[]).say(&format!("lose {A}"), &[]);
    f.attack("2017", C, &[3, 4]);
    rules!("lodz 7.26");
}

#[test]
fn r7_28a_several_hexes_cannot_attack_several_hexes() {
    rules!("lodz 7.28b", "lodz 7.23a", "lodz 7.23b");
    // T10: A in 2016 and B in 2117 both touch 2017 and 2116.
    let mut f = field(DE).put(A, "2016").put(B, "2117").put(X, "2017").put(Y, "2116").begin(&[]);
    f.say("attack 2017", &[]).say(&format!("add {A}"), &[]).say(&format!("add {B}"), &[]);
    assert_eq!(f.refused("also 2116"), "7.28a");
    f.say(&format!("drop {B}"), &[]).say("also 2116", &[]);
    assert_eq!(f.refused(&format!("add {B}")), "7.28a");
    // A alone against both would leave B nobody.
    assert_eq!(f.refused("confirm"), "7.22");
    f.say("spare 2116", &[]);
    assert!(f.offered("confirm"), "B is left for 2116");
    // Out of one hex both can attack both, and two hexes one.
    let mut f = field(DE).put(&format!("{A} {B}"), "2016").put(X, "2017").put(Y, "2117").begin(&[]);
    f.say("attack 2017", &[]).say("also 2117", &[]).say("add all", &[]);
    let a = f.p.battle.now;
    assert_eq!((a.units.len(), f.e().battle_odds(&f.p, &a).defence), (2, 14));
    assert!(f.offered("confirm"));
}

#[test]
fn r7_24_units_of_a_hex_are_attacked_together() {
    let mut f = duel(22, 4).put(Y, "2017").sp(Y, 7).begin(&[]);
    f.attack("2017", A, &[4, 4]);
    assert!(f.told().contains("22 against 11: 2:1"), "{}", f.told());
    assert!(f.has(X, Flag::Beaten) && f.has(Y, Flag::Beaten));
}

#[test]
fn r7_27_a_unit_attacks_once_and_is_attacked_once() {
    let mut f = duel(8, 8).put(B, "2018").put(Y, "2019").begin(&[]);
    f.attack("2017", A, &[3, 3]).say("retreat 0", &[]);
    assert_eq!(f.refused("attack 2017"), "7.27");
    f.say("attack 2019", &[]);
    assert_eq!(f.refused(&format!("add {A}")), "7.27");
}

#[test]
fn r9_23a_units_in_field_fortifications_need_not_attack() {
    rules!("lodz 9.23b", "lodz 9.43a");
    for fort in 0..3 {
        let f = duel(8, 8);
        let f = match fort {
            0 => f.works("2016", Works::Field),
            1 => f.ground("2016", &[Feature::Fortress]),
            _ => f.fixed("2016", &["2015"]),
        };
        let mut f = f.begin(&[]);
        // The enemy whom only they touch need not be attacked either (R12), but may be.
        assert!(f.e().owes(&f.p).is_empty() && f.e().must_be_attacked(&f.p).is_empty());
        assert!(f.offered("end attacks") && f.offered("attack 2017"));
        f.attack("2017", A, &[3, 3]);
    }
    // The enemy's works excuse nobody, and the zone stays.
    let f = duel(8, 8).works("2017", Works::Field).begin(&[]);
    assert_eq!(f.e().owes(&f.p), units(A));
    assert!(f.e().in_zone(&f.p, RU, hex("2016")));
}

#[test]
fn rep_4_units_with_replacements_neither_attack_nor_owe() {
    rules!("lodz REP.4", "lodz REP.10");
    let mut f = duel(8, 8).put(B, "2117").marked(A, Flag::Replaced).begin(&[]);
    assert_eq!(f.e().owes(&f.p), units(B));
    f.say("attack 2017", &[]);
    assert_eq!(f.refused(&format!("add {A}")), "REP.4");
    let f = duel(8, 8).marked(A, Flag::Replaced).begin(&[]);
    assert!(f.e().must_be_attacked(&f.p).is_empty());
}

#[test]
fn r6_1_3_no_zone_reaches_across_a_big_river() {
    rules!("lodz 6.1.4", "lodz 6.1.5");
    let mut f = duel(8, 8).river("2016", "2017", RIVER_BIG).bridge("2016", "2017").begin(&[]);
    assert!(f.e().owes(&f.p).is_empty());
    assert!(!f.e().in_zone(&f.p, DE, hex("2017")));
    // An attack is possible by choice.
    f.attack("2017", A, &[3, 3]);
    // Nor into closed ground; zones of any number of units lie on one hex.
    let f = duel(8, 8).ground("2015", &[Feature::Closed]).put(B, "2117");
    assert!(!f.e().in_zone(&f.p, DE, hex("2015")));
    assert!(f.e().in_zone(&f.p, DE, hex("2116")) && f.e().in_zone(&f.p, DE, hex("2017")));
    assert!(f.e().in_zone(&f.p, RU, hex("2117")));
}

#[test]
fn r6_1_6_a_zone_alone_gives_control() {
    let f = duel(8, 8).ground("2015", &[Feature::Town]).ground("2117", &[Feature::Town]);
    let (ours, both) = (usize::from(hex("2015")), usize::from(hex("2117")));
    let mut f = f;
    (f.p.holder[ours], f.p.holder[both]) = (RU, RU);
    let f = f.begin(&[]);
    assert_eq!((f.p.holder[ours], f.p.holder[both]), (DE, RU));
}

#[test]
fn r15_12b_fighting_keeps_disorder_coming_under_fire_does_not() {
    let mut f = duel(8, 8).put(Y, "1917").put(GUN, "2015").begin(&[]);
    f.say("fire 2017", &[]).say(&format!("add {GUN}"), &[]).say("confirm", &[3, 4]);
    assert!(!f.has(X, Flag::Stirred));
    f.say("attack 2017", &[]).say("also 1917", &[]).say(&format!("add {A}"), &[]).say("confirm", &[3, 3]);
    assert!(f.has(A, Flag::Stirred) && f.has(X, Flag::Stirred) && f.has(Y, Flag::Stirred));
}

#[test]
fn maz_6_germans_may_not_attack_the_fortresses() {
    rules!("lodz MAZ.6");
    let g = &*REAL;
    let e = g.engine();
    let scenario = g.d.scenarios.iter().position(|s| s.id == "masurian").unwrap() as u8;
    let mut p = Position { scenario, phase: Phase::Attack, day: 3, ..Position::EMPTY };
    for u in e.all_units() {
        let def = e.def(u);
        p.units.muster(u, def.side, def.cel, u8::from(def.kind.is_unit()) + u8::from(def.kind.is_line()));
    }
    let map = e.map(&p);
    for name in ["4135", "4232", "4830", "5226", "6206"] {
        let hex = map.hex(name).unwrap();
        let beside = map.neighbours(hex).map(|(_, h)| h).find(|h| !map.has(*h, Feature::Closed)).unwrap();
        for active in [DE, RU] {
            let mut p = Position { active, first: active, ..p };
            p.units.place(unit(X), hex);
            p.units.place(unit(A), beside);
            p.units.place(
                unit(GUN),
                map.neighbours(beside).map(|(_, h)| h).find(|h| map.distance(*h, hex) == 2).unwrap(),
            );
            // Guns far off keep the phase open.
            p.units.place(unit("de-art-41-inf"), map.hex("4010").unwrap());
            p.units.place(unit("ru-1-16-inf"), map.hex("4012").unwrap());
            let mut events = vec![];
            e.enter_phase(&mut p, &mut Given::new(vec![]), &mut events);
            if active == DE {
                assert!(e.owes(&p).is_empty() && e.must_be_attacked(&p).is_empty(), "{name}");
                for words in [format!("attack {name}"), format!("fire {name}")] {
                    let a = g.parse(&p, &words).unwrap();
                    assert_eq!(g.check(&p, Side(DE), &a).unwrap_err().0[0].rule, "MAZ.6");
                }
            } else if e.zone_reaches(&p, hex, map.direction(hex, beside).unwrap()) {
                // Russians may sally from them.
                assert!(e.battle_targets(&p).has(beside));
            }
        }
    }
}

#[test]
fn r8_21a_guns_fire_alone_in_their_own_phase_with_attack_fire() {
    rules!("lodz 8.21b", "lodz 8.22", "lodz 8.23", "lodz 8.24", "lodz ART.1", "lodz ART.2");
    let guns = || field(DE).put(&format!("{GUN} {GUN2}"), "2015").put(X, "2017").put(Y, "2018").begin(&[]);
    let mut f = guns();
    assert_eq!(f.refused("fire 2018"), "8.24");
    assert_eq!(f.refused("fire 2016"), "8.21b");
    f.say("fire 2017", &[]);
    assert_eq!(f.refused("confirm"), "8.21b");
    f.say(&format!("add {GUN}"), &[]).say(&format!("add {GUN2}"), &[]);
    // 5 + 4 = 9; row 9-10, on 8: -1.
    f.say("confirm", &[4, 4]);
    assert!(f.told().contains("with 9"), "{}", f.told());
    assert_eq!(f.left(X), 1);
    // Each gun fires once, at one hex.
    assert_eq!(f.refused("fire 2017"), "8.24");
    let mut f = guns();
    f.say("fire 2017", &[]).say(&format!("add {GUN}"), &[]).say("confirm", &[4, 4]);
    assert_eq!(f.left(X), 2, "row 5-6 has nothing on 8");
    f.say("fire 2017", &[]);
    assert_eq!(f.refused(&format!("add {GUN}")), "8.34");
    // Russians fire in theirs.
    assert_eq!(field(RU).put(GUN, "2015").put(X, "2017").begin(&[]).refused("fire 2017"), "8.21b");
}

#[test]
fn r8_26_the_ground_is_taken_off_the_fire() {
    rules!("lodz ART.4");
    // T19: 8 into forest is 7.
    let f = field(DE).put(X, "2017").ground("2017", &[Feature::Forest]);
    let guns = units(&format!("{GUN2} de-art-50-res"));
    assert_eq!(f.e().fire_strength(&f.p, &guns, hex("2017")), (8, 1));
    // 4 in the mountains is 1: row 1-2, on 11 nothing, where 4 would have hit.
    let mut f = field(DE).put(GUN2, "2015").put(X, "2017").ground("2017", &[Feature::Mountain]).begin(&[]);
    f.say("fire 2017", &[]).say(&format!("add {GUN2}"), &[]).say("confirm", &[5, 6]);
    assert_eq!(f.left(X), 2);
    // Field works take nothing off. 4, on 11: -1.
    let mut f = field(DE).put(GUN2, "2015").put(X, "2017").works("2017", Works::Field).begin(&[]);
    f.say("fire 2017", &[]).say(&format!("add {GUN2}"), &[]).say("confirm", &[5, 6]);
    assert_eq!(f.left(X), 1);
    // Nothing left, nothing rolled.
    let mut f = field(DE).put(GUN2, "2015").put(X, "2017");
    f = f.ground("2017", &[Feature::Mountain, Feature::Forest]).begin(&[]);
    f.say("fire 2017", &[]).say(&format!("add {GUN2}"), &[]).say("confirm", &[]);
    assert!(f.told().contains("without effect"), "{}", f.told());
}

#[test]
fn art_3_a_dot_makes_the_stack_roll_once_for_all() {
    rules!("lodz ART.3", "lodz 15.11", "lodz ART.2", "lodz ART.1");
    // 5 on 2: -1•; the owner chooses who loses, a headquarters too; then 9 marks Russians.
    let mut f = field(DE).put(GUN, "2015").put(&format!("{X} {Y} {RHQ}"), "2017").begin(&[]);
    f.say("fire 2017", &[]).say(&format!("add {GUN}"), &[]).say("confirm", &[1, 1]);
    assert_eq!((f.side(), f.asked().0), (Some(RU), "ART.2"));
    assert!(f.offered(&format!("lose {RHQ}")));
    f.say(&format!("lose {Y}"), &[4, 5]);
    assert!(f.has(X, Flag::Disorganized) && f.has(Y, Flag::Disorganized));
    assert_eq!((f.left(X), f.left(Y)), (2, 1));
    // All cells of the table, as read.
    let d = &REAL.d;
    let from: Vec<u8> = d.charts.fire.iter().map(|(from, _)| *from).collect();
    assert_eq!(from, vec![1, 3, 5, 7, 9, 11]);
    let hits: Vec<usize> =
        d.charts.fire.iter().map(|(_, r)| r.iter().filter(|c| c.loss > 0).count()).collect();
    assert_eq!(hits, vec![2, 4, 6, 8, 7, 9]);
}

#[test]
fn r8_25_fire_is_no_attack() {
    // R24: guns under fire still support, the duty to attack stays, a gun in contact does not fire alone.
    rules!("lodz 8.51a");
    let mut f = duel(8, 8).put(RGUN, "2018").put(GUN, "2015").put(GUN2, "2016").begin(&[]);
    f.say("fire 2017", &[]);
    assert_eq!(f.refused(&format!("add {GUN2}")), "8.51a");
    f.say(&format!("add {GUN}"), &[]).say("confirm", &[3, 4]);
    assert_eq!(f.e().owes(&f.p), units(A));
    assert!(!f.has(X, Flag::Beaten));
    f.attack("2017", A, &[]);
    assert!(f.offered(&format!("add {RGUN}")));
}

#[test]
fn a_duty_lapses_when_fire_has_destroyed_its_target() {
    rules!("lodz 7.22");
    let mut f = duel(8, 8).cel(X, 1).put(GUN, "2015").begin(&[]);
    f.say("fire 2017", &[]).say(&format!("add {GUN}"), &[]).say("confirm", &[1, 1]);
    assert_eq!(f.hex_of(X), "Gone");
    assert!(f.e().owes(&f.p).is_empty() && f.offered("end attacks"));
}

#[test]
fn r14_23_guns_fire_at_bridges() {
    rules!("lodz OBJ.1");
    let guns =
        || field(DE).put(GUN, "2015").river("2016", "2017", RIVER_SMALL).bridge("2016", "2017").begin(&[]);
    let mut f = guns();
    assert!(f.offered("fire bridge 2017 2016"));
    // 5 on 4: Z; the forest around would take nothing off.
    f.say("fire bridge 2017 2016", &[]).say(&format!("add {GUN}"), &[]).say("confirm", &[1, 3]);
    assert!(!f.p.bridged(hex("2016"), 3) && !f.p.bridged(hex("2017"), 0));
    assert_eq!(f.refused("fire bridge 2017 2016"), "14.23");
    let mut f = guns();
    f.say("fire bridge 2017 2016", &[]).say(&format!("add {GUN}"), &[]).say("confirm", &[3, 4]);
    assert!(f.p.bridged(hex("2016"), 3));
    // All cells of the table, as read.
    let d = &REAL.d;
    let rows: Vec<(u8, usize)> =
        d.charts.objects.iter().map(|(from, r)| (*from, r.iter().filter(|z| **z).count())).collect();
    assert_eq!(rows, vec![(1, 1), (3, 4), (5, 6), (7, 6), (9, 6), (11, 8)]);
}

#[test]
fn absurd_actions_are_refused_and_never_panic() {
    let mut f = duel(8, 8).put(GUN, "2015").put(RGUN, "2019").begin(&[]);
    let far = [u16::MAX, 9999, 1151, 383, 384, 0];
    let all = |f: &Scene| {
        for n in far {
            for a in [
                BattleAction::Attack { hex: HexId(n) },
                BattleAction::Fire { hex: HexId(n) },
                BattleAction::Bridge(BridgeSide { hex: HexId(n), direction: 7 }),
                BattleAction::Bridge(BridgeSide { hex: HexId(n), direction: 1 }),
                BattleAction::Target { hex: HexId(n) },
                BattleAction::Spare { hex: HexId(n) },
                BattleAction::Add { unit: UnitId(n) },
                BattleAction::Drop { unit: UnitId(n) },
                BattleAction::Lose { unit: UnitId(n) },
                BattleAction::Back { hexes: 200 },
            ] {
                let a = Action::Battle(a);
                assert!(f.game.check(&f.p, Side(f.side().unwrap()), &a).is_err(), "{a:?}");
                f.game.describe(&f.p, &a);
            }
        }
    };
    all(&f);
    f.say("attack 2017", &[]);
    all(&f);
    f.say(&format!("add {A}"), &[]).say("confirm", &[]);
    all(&f);
    f.say("confirm", &[3, 3]);
    all(&f);
    f.say("retreat 0", &[]).say("fire 2017", &[]);
    all(&f);
}

/// Plays the attack phases of a scenario at random, both sides one after the other, on units that have been thrown together.
fn random_phases(scenario: &str, seed: u64) -> (u32, std::time::Duration) {
    let g = &*REAL;
    let e = g.engine();
    let mut dice = Seeded::new(seed);
    let mut start = g.start(scenario, &Options::new(), &mut dice).unwrap();
    start.steps = Position::EMPTY.steps;
    // Units of both sides are pushed together: everybody may step towards the nearest enemy a few times.
    let map = e.map(&start);
    for _ in 0..4 {
        for u in e.all_units().filter(|u| start.on_map(*u) && e.kind(*u).is_unit()).collect::<Vec<_>>() {
            let side = start.side(u);
            let here = start.hex(u).unwrap();
            let foes = start.units.on_map_of(1 - side).filter_map(|v| start.hex(v));
            let Some(goal) = foes.min_by_key(|h| map.distance(here, *h)) else { continue };
            let better = map.neighbours(here).map(|(_, h)| h).filter(|h| {
                map.distance(*h, goal) < map.distance(here, goal)
                    && start.units.units_in(1 - side, *h) == 0
                    && start.units.cel_in(side, *h) < 5
                    && !map.has(*h, Feature::Closed)
            });
            let better: Vec<HexId> = better.collect();
            if !better.is_empty() && dice.below(3) > 0 {
                start.units.place(u, better[dice.below(better.len())]);
            }
        }
    }
    let (mut steps, mut listing) = (0, std::time::Duration::ZERO);
    for active in [DE, RU] {
        let mut p = Position { active, first: active, phase: Phase::Attack, ..start };
        let mut events = vec![];
        e.enter_phase(&mut p, &mut dice, &mut events);
        sandtable_core::machine::run(&e, &mut p, &mut dice, &mut events);
        let mut offers = Vec::new();
        while p.phase == Phase::Attack && p.active == active && !matches!(p.steps.top(), Step::Go) {
            let side = g.to_decide(&p).side().unwrap();
            offers.clear();
            let clock = std::time::Instant::now();
            g.actions(&p, side, &mut offers);
            listing += clock.elapsed();
            assert!(!offers.is_empty(), "nothing to do: {:?}", g.to_decide(&p));
            let mut words: Vec<String> = offers.iter().map(|a| g.describe(&p, a)).collect();
            for (a, w) in offers.iter().zip(&words) {
                assert!(g.check(&p, side, a).is_ok(), "{w}");
                assert_eq!(g.parse(&p, w), Some(*a), "{w}");
            }
            words.sort();
            words.dedup();
            assert_eq!(words.len(), offers.len(), "{words:?}");
            // Nothing done is undone; an attack that cannot be confirmed is given up after a while.
            let undoes = |a: &Action| {
                matches!(
                    a,
                    Action::Battle(
                        BattleAction::Drop { .. } | BattleAction::Spare { .. } | BattleAction::Cancel
                    )
                )
            };
            let forward: Vec<Action> = offers.iter().filter(|a| !undoes(a)).copied().collect();
            let from = if forward.is_empty() || dice.below(20) == 0 { &offers } else { &forward };
            let a = from[dice.below(from.len())];
            events.clear();
            g.apply(&mut p, side, &a, &mut dice, &mut events);
            events.iter().for_each(|e| assert!(!g.tell(e).text.is_empty()));
            g.sound(&p).unwrap();
            steps += 1;
            assert!(steps < 20_000, "the phase does not end");
        }
        let text = serde_json::to_string(&p).unwrap();
        assert_eq!(serde_json::from_str::<Position>(&text).unwrap(), p);
    }
    (steps, listing / steps.max(1))
}

#[test]
fn phases_played_at_random_always_end_with_every_duty_done() {
    for scenario in ["november-11", "lodz", "ruzski", "masurian"] {
        for seed in 1..4 {
            let (steps, listing) = random_phases(scenario, seed);
            println!("{scenario} {seed}: {steps} steps, a list takes {listing:?}");
        }
    }
}

#[test]
fn r9_17_nobody_digs_in_a_fixed_position() {
    let mut f = field(DE).put(A, "2016").put(B, "2020").fixed("2016", &["2017"]);
    (f.p.phase, f.p.march.plock) = (Phase::Movement, true);
    let mut f = f.begin(&[]);
    f.say("enough", &[]);
    assert_eq!(f.refused(&format!("{A} dig")), "9.17");
    assert!(f.offered(&format!("{B} dig")));
}
