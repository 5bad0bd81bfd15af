//! Advance and pursuit (8.7.4, 8.8.3), and supply after a combat (8.2.1, 3.3).

use crate::scene::*;
use sandtable_orel::play::assault::state::Assault;
use sandtable_orel::play::assault::{AssaultAction, AssaultStep, When};

/// Red attacks on the last turn, so that nothing follows.
fn field() -> Scene {
    Scene::empty(RED, Phase::Attacks).with(|p| p.turn = 10)
}

/// An attack that has its munitions from nowhere in particular.
fn attack(target: &str, by: &str) -> Attack {
    let (target, attackers) = (hex(target), units(by));
    Attack { target, prepared: true, attackers, armed: attackers, done: false, ..Attack::NONE }
}

/// Begins the attacks of a scene, the whole defence in range of a Depot, and runs to the first decision.
fn battle(s: Scene, attacks: &[Attack], dice: &[u8]) -> Scene {
    let s = s.with(|p| {
        p.attacks[..attacks.len()].copy_from_slice(attacks);
        p.attack_count = attacks.len() as u8;
        p.fire.in_range = p.units.on_map_of(p.reactive()).collect();
    });
    s.begin(dice)
}

/// A combat on a hex that has come through its Cohesion checks without a scratch: the attacker is asked whether to assault.
fn met(mut s: Scene, attack: Attack) -> Scene {
    s.p.attacks[0] = attack;
    s.p.attack_count = 1;
    s.p.fire.in_range = s.p.units.on_map_of(s.p.reactive()).collect();
    s.p.combat = engine().combat_of(&s.p, &attack);
    let declined = [ATTACKER, DEFENDER].map(|who| engine().fight_could_charge(&s.p, &s.p.combat, who));
    let could = declined[ATTACKER].with(&declined[DEFENDER]);
    s.p.assault = Assault { fought: true, could, ..Assault::START };
    s.p.play.steps.push(Step::Assault(AssaultStep::Ask));
    engine().settle(&mut s.p, &mut s.events);
    s.go_on(&[]);
    s
}

fn over(s: &Scene) -> bool {
    s.p.at_peace() && s.side().is_none()
}

/// Three units against a reserve battalion of TQ 3 that cannot retreat before combat; a defender's 5 drives it off.
fn driven_off(attackers: &str, support: &str) -> Scene {
    let mut s = field().put("w-res-1d", "1915").put(support, "1913");
    for (i, id) in attackers.split_whitespace().enumerate() {
        s = s.put(id, if i < 2 { "1914" } else { "1814" });
    }
    s
}

#[test]
fn r8_7_4a_attackers_in_order_may_enter_the_emptied_hex() {
    rules!("orel 8.7.4b");
    // 12 to 3: the attacker's 5 is 4, and recruits of TQ 2 are repulsed; the defender's 5 is 6, three over TQ 3.
    let s = driven_off("r-1-let r-rec1 r-3-let", "r-art-let").mode("r-3-let", Mode::March);
    let mut s = battle(s, &[attack("1915", "r-1-let r-rec1 r-3-let")], &[5, 5]);
    s.say("retreat 1916", &[]);
    assert_eq!((s.side(), s.asked().0), (Some(RED), "8.7.4a"));
    assert_eq!(s.offers(), ["advance r-1-let", "advance r-3-let", "done"]);
    assert_eq!(s.refused("advance r-rec1"), "8.7.4a");
    assert_eq!(s.refused("advance r-art-let"), "8.7.4a");
    assert_eq!(s.refused("advance w-res-1d"), "8.7.4a");
    s.say("advance r-3-let", &[]);
    assert_eq!((s.hex_of("r-3-let").as_str(), s.p.mode(unit("r-3-let"))), ("1915", Mode::Combat));
    s.say("done", &[]);
    assert!(over(&s), "nobody must go, and there is no cavalry to pursue");
    assert_eq!((s.hex_of("r-1-let").as_str(), s.hex_of("r-rec1").as_str()), ("1914", "1914"));
}

#[test]
fn r8_7_4b_the_advance_is_optional_and_keeps_to_stacking() {
    rules!("orel 7.1.2a");
    let s = driven_off("r-1-let r-2-let r-3-let", "");
    let mut s = battle(s, &[attack("1915", "r-1-let r-2-let r-3-let")], &[1, 5]);
    s.say("retreat 1916", &[]);
    s.say("advance r-1-let", &[]).say("advance r-2-let", &[]);
    assert_eq!(s.side(), None, "twelve steps do not fit, and nobody else is there");
    assert_eq!(s.hex_of("r-3-let"), "1814");
    let s = driven_off("r-1-let r-2-let r-3-let", "");
    let mut s = battle(s, &[attack("1915", "r-1-let r-2-let r-3-let")], &[1, 5]);
    s.say("retreat 1916", &[]).say("done", &[]);
    assert!(over(&s) && s.hex_of("r-1-let") == "1914");
}

/// The First Tchervonno-Kazak Regiment has advanced into 1915; the reserve battalion went back to 1916.
fn pursuit(attackers: &str) -> Scene {
    pursuit_after(attackers, 5)
}

/// The same with another Cohesion die of the defender.
fn pursuit_after(attackers: &str, die: u8) -> Scene {
    let s = driven_off(attackers, "r-art-let");
    let first = Attack { supports: units("r-art-let"), ..attack("1915", attackers) };
    // Coordination of the guns; then nobody charges; then both Cohesion dice.
    let mut s = battle(s, &[first], &[2]);
    while s.asked().1.contains("charge") {
        s.say("done", &[1, die]);
    }
    s.say("retreat 1916", &[]);
    s
}

#[test]
fn r8_7_4c_cavalry_that_has_advanced_may_assault_those_who_fled() {
    rules!("orel 8.7.4h", "orel 8.7.4j", "orel 4.1a");
    let mut s = pursuit("r-1-tchkz r-1-let");
    s.say("advance r-1-let", &[]).say("advance r-1-tchkz", &[]);
    assert_eq!((s.side(), s.asked().0), (Some(RED), "8.7.4c"));
    assert_eq!(s.offers(), ["pursue r-1-tchkz 1916", "done"]);
    assert_eq!(s.refused("pursue r-1-let 1916"), "8.7.4c");
    assert_eq!(s.refused("pursue r-1-tchkz 1917"), "8.7.4c");
    assert_eq!(s.refused("pursue r-art-let 1916"), "8.7.4c");
    s.say("pursue r-1-tchkz 1916", &[]);
    assert_eq!(s.asked().0, "8.8.1b", "in a pursuit all conditions are new");
    // Charge 6 without the guns against 3 marching: 2. 4 + 3 + 2 is 9.
    s.say("charge r-1-tchkz", &[2, 2, 2]);
    assert!(s.told().contains("Assault: 6 against 2, 3.00:1; ratio +3, quality +2"), "{}", s.told());
    assert!(s.told().contains("losses 1/1, the defender loses, Morale -2"), "{}", s.told());
    assert_eq!((s.p.steps(unit("r-1-tchkz")), s.p.steps(unit("w-res-1d"))), (3, 2));
    assert_eq!(s.p.prisoners, [0, 0], "prisoners are made where all defenders were Routed (RU-39)");
    s.say("retreat 1917", &[]);
    // The hex is clear: they may enter it, and stop (RU-79).
    assert_eq!(s.offers(), ["advance r-1-tchkz", "done"]);
    s.say("advance r-1-tchkz", &[]);
    assert!(over(&s), "no second pursuit");
    assert_eq!(s.hex_of("r-1-tchkz"), "1916");
}

#[test]
fn r8_7_4c_pursuit_can_be_declined_and_pursuers_end_where_they_assaulted_from() {
    let mut s = pursuit("r-1-tchkz r-1-let");
    s.say("advance r-1-tchkz", &[]).say("done", &[]).say("done", &[]);
    assert!(over(&s));
    let mut s = pursuit("r-1-tchkz r-1-let");
    s.say("advance r-1-tchkz", &[]).say("done", &[]);
    s.say("pursue r-1-tchkz 1916", &[]).say("charge r-1-tchkz", &[2, 2, 2]).say("retreat 1917", &[]);
    s.say("done", &[]);
    assert!(over(&s) && s.hex_of("r-1-tchkz") == "1915");
    assert!(!s.p.unsupplied.has(unit("r-1-tchkz")), "the attack had its munitions (RU-41)");
}

#[test]
fn r8_7_4d_disorganised_cavalry_stays_so_in_pursuit() {
    // TQ 4: the attacker's 6 less 1 is 5, one over.
    let s = driven_off("r-cv-41s r-1-let", "");
    let mut s = battle(s, &[attack("1915", "r-cv-41s r-1-let")], &[6, 5]);
    s.say("retreat 1916", &[]);
    assert!(s.p.combat.disorganised.has(unit("r-cv-41s")));
    s.say("advance r-cv-41s", &[]).say("done", &[]).say("pursue r-cv-41s 1916", &[]);
    assert!(s.p.combat.disorganised.has(unit("r-cv-41s")), "until everything is over (RU-40)");
    s.say("charge r-cv-41s", &[3, 3, 2]);
    assert!(s.told().contains("Assault: 2 against 2"), "charge 4, halved: {}", s.told());
}

#[test]
fn r8_7_4e_an_armored_car_may_go_with_the_cavalry() {
    let mut s = pursuit_after("r-1-tchkz r-ac-let r-ac-46d", 4);
    s.say("advance r-ac-let", &[]);
    assert_eq!(s.refused("advance r-ac-46d"), "10.2Rn", "it keeps to the area of the 46th Division");
    s.say("advance r-1-tchkz", &[]);
    assert_eq!(s.refused("pursue r-ac-let 1916"), "8.7.4e", "not without cavalry");
    s.say("pursue r-1-tchkz 1916", &[]).say("pursue r-ac-let 1916", &[]);
    s.say("charge r-1-tchkz", &[2, 2, 2]);
    assert!(s.told().contains("Assault: 7 against 2"), "{}", s.told());
}

#[test]
fn r8_7_4e_one_car_and_no_more() {
    let s = Scene::empty(WHITE, Phase::Attacks).put("w-19dr w-ac-2k w-ac-2d", "1915").put("r-1-7d", "1914");
    let mut s = s.mode("r-1-7d", Mode::March).with(|p| {
        (p.attacks[0], p.attack_count) = (attack("1915", "w-19dr w-ac-2k w-ac-2d"), 1);
        let (white, red) = (units("w-19dr w-ac-2k w-ac-2d"), units("r-1-7d"));
        p.combat = Combat { attack: 0, hex: hex("1915"), units: [white, Pieces::EMPTY], ..Combat::NONE };
        (p.combat.all, p.combat.gone) = ([white, red], red);
        p.assault = Assault { fought: true, advanced: white, ..Assault::START };
        p.play.steps.push(Step::Assault(AssaultStep::Pursue { when: When::Cohesion }));
    });
    s.say("pursue w-19dr 1914", &[]).say("pursue w-ac-2d 1914", &[]);
    assert_eq!(s.asked().0, "8.8.1b", "the other car has no part in it");
    assert_eq!(s.p.combat.units[ATTACKER], units("w-19dr w-ac-2d"));
}

/// As before, but the defender's 6 makes a rout, by 1916 to 1917.
fn rout(attackers: &str, extra: &str, at: &str) -> Scene {
    let s = driven_off(attackers, "").put(extra, at);
    let mut s = battle(s, &[attack("1915", attackers)], &[]);
    s.say("done", &[1, 6]);
    s.say("retreat 1916", &[]).say("retreat 1917", &[]);
    s
}

#[test]
fn r8_7_4f_the_routed_are_pursued_for_two_hexes() {
    rules!("orel 8.7.4g", "orel 8.7.4h");
    // A White stack at 2016 has zones over 1916 and 1917: the pursuers ignore them.
    let mut s = rout("r-1-tchkz r-1-let", "w-off-2k", "2016");
    assert_eq!(s.p.mode(unit("w-res-1d")), Mode::Routed);
    s.say("advance r-1-tchkz", &[]).say("done", &[]);
    s.say("pursue r-1-tchkz 1917", &[]);
    assert_eq!(s.hex_of("r-1-tchkz"), "1916", "the next hex of their way (RU-38)");
    assert!(s.told().contains("nothing to fear"), "{}", s.told());
    // 6 to 1 is 5, quality 2: 9 gives 1/1, but the pursuers lose nothing.
    s.say("charge r-1-tchkz", &[1, 1, 1]);
    assert!(s.told().contains("losses 1/1, with 4 and 3 steps in it 0/1"), "{}", s.told());
    assert_eq!((s.p.steps(unit("r-1-tchkz")), s.p.prisoners), (4, [0, 1]));
}

#[test]
fn r8_7_4g_pursuers_of_the_routed_ignore_losses_and_checks() {
    let mut s = rout("r-1-let r-cv-let", "", "1913").with(|p| {
        // A wretched squadron, to lose for once.
        p.units.set_steps(unit("r-cv-let"), 1);
        p.unsupplied.insert(unit("r-cv-let"));
    });
    s.say("advance r-cv-let", &[]).say("done", &[]).say("pursue r-cv-let 1917", &[]);
    s.p.units.set_mode(unit("r-cv-let"), Mode::Routed);
    // 2 by 8 is 0 against 1: -4, quality 2: 2 - 2 is 0: 3/0, the attacker loses, and no die is rolled for the attacker's Morale.
    s.say("charge r-cv-let", &[1, 1]);
    assert!(s.told().contains("the attacker loses, Morale +2"), "{}", s.told());
    assert!(over(&s) && s.hex_of("r-cv-let") == "1916");
}

#[test]
fn r8_7_4f_two_hexes_only_if_all_survivors_are_routed() {
    let mut s = rout("r-1-tchkz r-1-let", "w-1-2k", "2018");
    s.say("advance r-1-tchkz", &[]);
    // Another defender of this combat went back in good order.
    s.p.combat.all[DEFENDER].insert(unit("w-1-2k"));
    s.p.combat.gone.insert(unit("w-1-2k"));
    s.say("done", &[]);
    assert!(over(&s), "nobody is near enough");
}

#[test]
fn r8_7_4i_pursuit_ends_at_other_units() {
    let s = driven_off("r-1-tchkz r-1-let", "").put("w-cv4-1dr", "1916");
    let mut s = battle(s, &[attack("1915", "r-1-tchkz r-1-let")], &[]);
    s.say("done", &[1, 5]).say("retreat 1916", &[]);
    s.say("advance r-1-tchkz", &[]);
    let step = AssaultStep::Pursue { when: When::Cohesion };
    let at = Scene::at(s.p).with(|p| p.play.steps.replace(Step::Assault(step)));
    assert_eq!(at.refused("pursue r-1-tchkz 1916"), "8.7.4i");
    s.say("done", &[]);
    assert!(over(&s));
}

#[test]
fn r8_8_3a_after_an_assault_a_combat_unit_must_enter() {
    let s = field().put("w-2-1d", "1915").put("r-1-let r-2-let", "1914").put("r-ac-let", "1914");
    let mut s = met(s, attack("1915", "r-1-let r-2-let r-ac-let"));
    // 11 to 5 is 2: 7 + 2 is 9, m-2.
    s.say("assault", &[3, 4]).say("lose r-1-let", &[3]).say("retreat 1916", &[]);
    assert_eq!((s.side(), s.asked().0), (Some(RED), "8.8.3a"));
    assert_eq!(s.refused("done"), "8.8.3a");
    s.say("advance r-ac-let", &[]);
    assert_eq!(s.refused("done"), "8.8.3a", "a car is no combat unit");
    s.say("advance r-2-let", &[]).say("done", &[]);
    assert!(over(&s));
    // A single unit goes without being asked.
    let mut s = met(field().put("w-2-1d", "1915").put("r-1-let", "1914"), attack("1915", "r-1-let"));
    s.say("assault", &[5, 4, 3]).say("retreat 1916", &[]);
    assert!(over(&s) && s.hex_of("r-1-let") == "1915");
}

#[test]
fn r8_8_3b_a_loser_does_not_advance_even_into_an_empty_hex() {
    let s = field().put("w-cv-2k", "1915").put("r-1-7d", "1914");
    let mut s = met(s, attack("1915", "r-1-7d"));
    // 4 to 1 is 4, quality -3: 6 + 1 is 7: 1/1, the attacker loses; a 2 is 2 - 1 + 1.
    s.say("assault", &[3, 3, 2]);
    assert_eq!((s.hex_of("w-cv-2k").as_str(), s.hex_of("r-1-7d").as_str()), ("Gone", "1914"));
    assert!(over(&s));
    assert_eq!(s.p.prisoners, [0, 0], "nor are there prisoners for a loser");
}

#[test]
fn r8_8_3c_cavalry_pursues_after_an_assault() {
    rules!("orel 8.2.1j");
    // Both fight without munitions.
    let s = field().put("w-2-1d", "1915").put("r-1-tchkz r-1-let", "1914");
    let mut s = met(s, Attack { armed: Pieces::EMPTY, ..attack("1915", "r-1-tchkz r-1-let") });
    s.say("assault", &[4, 5]);
    assert_eq!(s.offers(), ["lose r-1-let", "lose r-1-tchkz"]);
    s.say("lose r-1-let", &[3]).say("retreat 1916", &[]);
    s.say("advance r-1-tchkz", &[]).say("done", &[]);
    assert_eq!(s.asked().0, "8.8.3c");
    s.say("pursue r-1-tchkz 1916", &[]);
    // 6 to 2 (4 marching) is 3: 7 + 3 is 10: 1/1, m-1; TQ 5: 3 - 1 + 1.
    s.say("charge r-1-tchkz", &[3, 4, 3]).say("retreat 1917", &[]);
    s.say("done", &[]);
    assert!(over(&s));
    // One step was lost in the Assault after which it advanced: its spoils (RU-63).
    assert!(!s.p.unsupplied.has(unit("r-1-tchkz")) && s.p.unsupplied.has(unit("r-1-let")));
}

#[test]
fn r8_8_2o_a_loser_without_a_way_is_routed_where_he_stands() {
    // RU-61: all around is Red.
    let mut s = field().put("w-2-1d", "1915").put("r-1-let r-2-let", "1914").put("r-3-let", "1814");
    for (id, at) in [("r-4-let", "2014"), ("r-5-let", "2015"), ("r-6-let", "1916"), ("r-7-let", "1815")] {
        s = s.put(id, at);
    }
    let mut s = met(s, attack("1915", "r-1-let r-2-let r-3-let"));
    s.say("assault", &[3, 4]).say("lose r-1-let", &[3]);
    assert_eq!((s.hex_of("w-2-1d").as_str(), s.p.mode(unit("w-2-1d"))), ("1915", Mode::Routed));
    assert!(over(&s), "the hex is not clear: no advance");
}

#[test]
fn r7_1_1e_who_advances_into_orel_chooses_a_part() {
    let s = field().put("w-res-1d", "2705").put("r-1-let r-2-let", "2804").put("r-3-let", "2805");
    let mut s = met(s, attack("2705", "r-1-let r-2-let r-3-let"));
    // 15 to 3 is 5, quality 2, suburbs -1: 4 + 6 is 10: 1/1, m-1.
    s.say("assault", &[2, 2]).say("lose r-1-let", &[1]);
    while s.asked().0 == "8.5.1b" {
        let first = s.offers()[0].clone();
        s.say(&first, &[]);
    }
    s.say("advance r-2-let", &[]);
    assert_eq!((s.side(), s.asked().0), (Some(RED), "7.1.1e"));
    assert_eq!(s.offers(), ["suburbs", "centre"]);
    s.say("centre", &[]);
    assert!(s.p.centre);
    s.say("advance r-1-let", &[]);
    assert!(s.asked().0 != "7.1.1e", "all are in the same part (orel 7.1.1f)");
}

#[test]
fn r7_4c_only_an_advance_that_must_be_made_enters_an_entry_zone() {
    let here = || field().put("w-res-1d", "2920").put("r-1-let r-2-let", "2919");
    let mut s = met(here(), attack("2920", "r-1-let r-2-let"));
    // 10 to 3 is 3, quality 2: 4 + 5 is 9.
    s.say("assault", &[2, 2]).say("lose r-1-let", &[1]);
    while s.asked().0 == "8.5.1b" {
        let first = s.offers()[0].clone();
        s.say(&first, &[]);
    }
    s.say("advance r-1-let", &[]);
    assert!(over(&s), "one is enough, and the other may not");
    assert_eq!(s.hex_of("r-2-let"), "2919");
    // After Cohesion nobody must, so nobody may.
    let mut s = battle(here(), &[attack("2920", "r-1-let r-2-let")], &[1, 5]);
    while s.asked().0 == "8.5.1b" {
        let first = s.offers()[0].clone();
        s.say(&first, &[]);
    }
    assert!(over(&s) && s.hex_of("r-1-let") == "2919");
}

#[test]
fn r3_3a_a_depot_alone_is_eliminated_by_an_advance() {
    rules!("orel 3.3c", "orel 8.5h");
    let s = field().put("w-cv4-1dr", "1915").put("r-1-let r-2-let", "1914").put("r-3-let", "1913");
    let s = s.with(|p| p.unsupplied = units("r-1-let r-2-let r-3-let"));
    let mut s = battle(s, &[attack("1915", "r-1-let r-2-let")], &[]);
    assert_eq!((s.side(), s.asked().0), (Some(RED), "8.5h"));
    s.say("advance r-1-let", &[]);
    assert_eq!(s.hex_of("w-cv4-1dr"), "Entry", "another one comes (orel 3.3d)");
    s.say("done", &[]);
    assert_eq!(s.asked().0, "3.3c");
    assert_eq!(s.offers(), ["supply r-1-let", "supply r-2-let", "supply r-3-let", "done"]);
    assert_eq!(s.refused("supply r-4-let"), "3.3c");
    s.say("supply r-3-let", &[]).say("supply r-1-let", &[]);
    assert!(over(&s));
    assert_eq!(s.p.unsupplied, units("r-2-let"), "two of them, and nobody else for want of munitions");
    // Nobody goes in: it stays.
    let s = field().put("w-cv4-1dr", "1915").put("r-1-let", "1914");
    let mut s = battle(s, &[attack("1915", "r-1-let")], &[]);
    s.say("done", &[]);
    assert!(over(&s) && s.hex_of("w-cv4-1dr") == "1915");
}

#[test]
fn r3_3c_a_railroad_depot_of_the_double_track_serves_four_units_in_range() {
    let s = field().put("w-rd5-1d", "2707").put("r-1-let r-2-let", "2806").put("r-3-let r-4-let", "2805");
    let s =
        s.put("r-5-let", "2801").with(|p| p.unsupplied = units("r-1-let r-2-let r-3-let r-4-let r-5-let"));
    let mut s = battle(s, &[attack("2707", "r-1-let r-2-let")], &[]);
    s.say("advance r-1-let", &[]).say("done", &[]);
    assert!(over(&s), "four, and as many in range: nothing to choose");
    assert_eq!(s.p.unsupplied, units("r-5-let"), "more than 5 MP away");
}

#[test]
fn r3_3a_a_depot_whose_companions_are_gone_falls_too() {
    let s = driven_off("r-1-let r-2-let r-3-let", "").put("w-cv4-1dr", "1915");
    let mut s = battle(s, &[attack("1915", "r-1-let r-2-let r-3-let")], &[1, 5]);
    s.say("retreat 1916", &[]);
    assert_eq!(s.hex_of("w-cv4-1dr"), "1915", "it stays (orel 3.3b)");
    s.say("advance r-1-let", &[]);
    assert_eq!(s.hex_of("w-cv4-1dr"), "Entry");
}

#[test]
fn r9d_vehicles_that_cannot_go_fall_to_an_advance() {
    rules!("orel 9c", "orel 9.1.2d");
    let around = ["2706", "2806", "2807", "2708", "2607", "2606"];
    let ring = |ids: &str| {
        let mut s = field().put(ids, "2707");
        for (n, at) in around.iter().enumerate() {
            s = s.put(&format!("r-{}-let", n + 1), at);
        }
        s
    };
    let mut s = battle(ring("w-tank"), &[Attack { armed: Pieces::EMPTY, ..attack("2707", "r-1-let") }], &[]);
    assert_eq!(s.hex_of("w-tank"), "2707");
    s.say("advance r-1-let", &[]);
    assert_eq!(s.hex_of("w-tank"), "Gone");
    assert!(over(&s) && s.p.unsupplied.is_empty(), "no munitions are needed");
    let mut s = battle(ring("w-at-grom"), &[attack("2707", "r-1-let")], &[]);
    assert_eq!((s.hex_of("w-at-grom").as_str(), s.p.side(unit("w-at-grom"))), ("2707", WHITE));
    s.say("advance r-1-let", &[]);
    assert_eq!((s.hex_of("w-at-grom").as_str(), s.p.side(unit("w-at-grom"))), ("2707", RED));
}

#[test]
fn r8_2_1d_an_attack_without_munitions_leaves_its_units_unsupplied() {
    let s = || {
        field().put("w-2-1d", "1915").put("r-1-let", "1914").put("r-2-let", "1814").put("r-art-let", "1913")
    };
    let dry =
        Attack { armed: Pieces::EMPTY, supports: units("r-art-let"), ..attack("1915", "r-1-let r-2-let") };
    let mut t = met(s(), dry);
    assert!(t.p.unsupplied.is_empty(), "they fight at full effect first");
    t.say("no assault", &[]);
    assert_eq!(t.p.unsupplied, units("r-1-let r-2-let r-art-let"));
    // One of them was in range of the Depot (orel 8.2.1g); one that was Unsupplied stays so (orel 8.2.1h).
    let mut t = met(s(), Attack { armed: units("r-1-let r-art-let"), ..dry });
    t.p.unsupplied.insert(unit("r-1-let"));
    t.say("no assault", &[]);
    assert_eq!(t.p.unsupplied, units("r-1-let r-2-let"));
}

#[test]
fn pn_b_a_raid_is_unsupplied_by_its_first_combat() {
    rules!("orel PN-b", "orel 8.2.1d", "orel 8.2.1m");
    // Attacking without a Depot, or defending out of range of one.
    let s = field().put("w-2-1d", "1915").put("r-1-tchkz", "1914");
    let mut s = met(s, Attack { armed: Pieces::EMPTY, ..attack("1915", "r-1-tchkz") });
    s.say("no assault", &[]);
    assert!(s.p.unsupplied.has(unit("r-1-tchkz")));
    let s = Scene::empty(WHITE, Phase::Attacks).put("r-1-tchkz", "1915").put("w-2-1d", "1914");
    let mut s = met(s, attack("1915", "w-2-1d")).with(|p| p.fire.in_range = Pieces::EMPTY);
    s.say("no assault", &[]);
    assert_eq!(s.p.unsupplied, units("r-1-tchkz"));
}

#[test]
fn r8_2_1m_defenders_and_their_guns_out_of_range_are_unsupplied_after_it() {
    let s = field().put("w-2-1d w-3-1d", "1915").put("w-art-3d", "1916").put("r-1-let", "1914");
    // The guns stand within five MP of the convoy, the regiment that they support does not.
    let s = s.with(|p| p.phase = Phase::Munitions).put("w-cv4-1dr", "1920");
    let on = Marker::Attack { prepared: false, target: hex("1915") };
    let mut s = s.marked("r-1-let", on).steps("w-2-1d", 1).begin(&[]);
    s.say("support w-art-3d 1", &[]);
    assert_eq!(s.asked().0, "8.5a");
    s.say("stand", &[3, 3, 3]);
    while s.asked().0 != "8.8a" {
        s.say("done", &[]);
    }
    s.say("no assault", &[]);
    assert_eq!(s.p.unsupplied.meet(&units("w-2-1d w-3-1d w-art-3d")), Pieces::EMPTY, "5 MP are just enough");
    // A hex farther, and a Red brigade on the road between.
    let s = field().put("w-2-1d w-3-1d", "1915").put("r-1-let", "1914");
    let s = s.with(|p| p.phase = Phase::Munitions).put("w-cv4-1dr", "1920").put("r-2-41d", "1819");
    let mut s = s.marked("r-1-let", on).steps("w-2-1d", 1).begin(&[]);
    s.say("stand", &[3, 3]).say("no assault", &[]);
    assert_eq!(s.p.unsupplied, units("r-1-let w-2-1d w-3-1d"));
}

#[test]
fn r8_2_1o_a_train_without_a_line_to_its_edge_is_unsupplied() {
    let here = || field().put("w-2-1d", "2707").put("w-at-grom", "2908").put("r-1-let", "2706");
    let with = Attack { defence: units("w-at-grom"), ..attack("2707", "r-1-let") };
    let mut s = met(here(), with);
    s.say("no assault", &[]);
    assert!(s.p.unsupplied.is_empty(), "the line to Ponyri is open");
    // A Red regiment beside the line at Eropkino.
    let mut s = met(here().put("r-5-let", "3110"), with);
    s.say("no assault", &[]);
    assert_eq!(s.p.unsupplied, units("w-at-grom"), "and Depots matter not");
}

#[test]
fn r8_2_1p_tanks_and_cars_out_of_depot_range_are_unsupplied() {
    let here = || field().put("w-2-1d w-ac-2k", "1915").put("r-1-let r-ac-let", "1914");
    let mut s = met(here(), attack("1915", "r-1-let r-ac-let"));
    s.p.attacks[0].armed = units("r-1-let");
    s.p.fire.in_range = units("w-2-1d");
    s.say("no assault", &[]);
    assert_eq!(s.p.unsupplied, units("r-ac-let w-ac-2k"));
    // With Depots beside them they are not, and spend nothing (orel 8.2.1n).
    let near = here().put("r-cv3-let", "1913").put("w-cv4-1dr", "1916");
    let mut s = met(near, attack("1915", "r-1-let r-ac-let"));
    s.p.attacks[0].armed = units("r-1-let");
    s.p.fire.in_range = units("w-2-1d");
    s.say("no assault", &[]);
    assert!(s.p.unsupplied.is_empty());
}

#[test]
fn r8_2_1j_spoils_of_war_for_as_many_as_steps_were_lost() {
    let s = field().put("w-2-1d", "1915").put("r-1-let r-2-let", "1914").put("r-rec1", "1814");
    let dry = Attack { armed: Pieces::EMPTY, ..attack("1915", "r-1-let r-2-let r-rec1") };
    let mut s = met(s, dry).with(|p| p.unsupplied.insert(unit("r-rec1")));
    // 11 to 5 is 2, quality -1 for the recruits: 8 + 1 is 9: one step.
    s.say("assault", &[4, 4]).say("lose r-2-let", &[3]).say("retreat 1916", &[]);
    s.say("advance r-1-let", &[]).say("advance r-rec1", &[]).say("done", &[]);
    assert_eq!((s.side(), s.asked().0), (Some(RED), "8.2.1j"));
    assert_eq!(s.offers(), ["supply r-rec1", "supply r-1-let", "done"]);
    assert_eq!(s.refused("supply r-2-let"), "8.2.1j", "it did not advance");
    s.say("supply r-rec1", &[]);
    assert!(over(&s));
    assert_eq!(s.p.unsupplied, units("r-1-let r-2-let"));
}

#[test]
fn r8_2_1k_munitions_that_were_not_needed_resupply_the_attackers() {
    // Cavalry goes without a check before infantry.
    let here = || field().put("w-cv-2k", "1915").put("r-1-let r-2-let", "1914").put("r-3-let", "1814");
    let s = here().put("r-cv3-let", "1913").with(|p| p.unsupplied = units("r-1-let r-2-let r-3-let"));
    let depot = unit("r-cv3-let");
    let first = Attack { depot: depot.into(), ..attack("1915", "r-1-let r-2-let r-3-let") };
    let mut s = battle(s, &[first], &[]);
    s.say("retreat", &[]).say("retreat 1916", &[]);
    assert_eq!((s.side(), s.asked().0), (Some(RED), "8.2.1k"));
    s.say("supply r-1-let", &[]).say("supply r-3-let", &[]);
    assert_eq!(s.asked().0, "8.5h", "two points; now the advance, without pursuit");
    s.say("done", &[]);
    assert!(over(&s));
    let depot = units("r-cv3-let");
    assert_eq!(
        s.p.unsupplied.without(&depot),
        units("r-2-let"),
        "but for the Depot, which is not functional"
    );
    // Without munitions nobody shot: nobody becomes Unsupplied.
    let mut s = battle(here(), &[Attack { armed: Pieces::EMPTY, ..attack("1915", "r-1-let r-2-let") }], &[]);
    s.say("retreat", &[]).say("retreat 1916", &[]).say("advance r-1-let", &[]).say("done", &[]);
    assert!(over(&s) && s.p.unsupplied.is_empty());
    assert_eq!(s.p.mode(unit("r-1-let")), Mode::Combat);
}

#[test]
fn r8_5h_no_pursuit_after_a_retreat_before_combat() {
    let s = field().put("w-cv-2k", "1915").put("r-1-tchkz", "1914");
    let mut s = battle(s, &[attack("1915", "r-1-tchkz")], &[]);
    s.say("retreat", &[3]).say("retreat 1916", &[]).say("advance r-1-tchkz", &[]);
    assert!(over(&s) && s.hex_of("r-1-tchkz") == "1915");
}

#[test]
fn r8_8_2g_prisoners_of_a_pursuit_are_counted_once() {
    rules!("orel 8.7.4h", "orel 4.1b");
    // RU-81: one step is killed in pursuit and is the last: half of it, rounded up, and one for the unit, make one.
    let mut s = pursuit("r-1-tchkz r-1-let");
    s.p.units.set_steps(unit("w-res-1d"), 1);
    s.say("advance r-1-tchkz", &[]).say("done", &[]).say("pursue r-1-tchkz 1916", &[]);
    s.say("charge r-1-tchkz", &[4, 4]);
    assert_eq!((s.hex_of("w-res-1d").as_str(), s.p.prisoners), ("Gone", [0, 1]));
}

#[test]
fn what_is_offered_is_legal_and_has_its_own_words() {
    for seed in 0..60 {
        let mut dice = Seeded::new(seed);
        let s =
            field().put("w-2-1d w-19dr w-art-3d w-ac-2k", "1915").put("r-1-tchkz r-1-let r-ac-let", "1914");
        let s = s.put("r-2-let r-cv-let", "1814").put("r-art-let", "1913").put("w-cv4-1dr", "1915");
        let first = Attack {
            supports: units("r-art-let"),
            armed: units("r-1-let r-cv-let"),
            ..attack("1915", "r-1-tchkz r-1-let r-ac-let r-2-let r-cv-let")
        };
        let mut s = s.with(|p| {
            (p.attacks[0], p.attack_count) = (first, 1);
            p.rules.vehicle_tests = true;
        });
        engine().settle(&mut s.p, &mut s.events);
        engine().enter_phase(&mut s.p, &mut dice, &mut s.events);
        run(&engine(), &mut s.p, &mut dice, &mut s.events);
        while s.p.phase == Phase::Attacks {
            let side = Side(s.side().unwrap());
            let mut all = Vec::new();
            game().actions(&s.p, side, &mut all);
            assert!(!all.is_empty(), "{:?}", s.asked());
            let mut words: Vec<String> = all.iter().map(|a| game().describe(&s.p, a)).collect();
            for (a, w) in all.iter().zip(&words) {
                assert_eq!(game().parse(&s.p, w).as_ref(), Some(a), "{w}");
                game().check(&s.p, side, a).unwrap();
            }
            use AssaultAction as A;
            let (unit, far) = (UnitId(u8::MAX), HexId(u16::MAX));
            let absurd = [A::Advance(unit), A::Lose(unit), A::Spare(unit), A::Supply(unit), A::Charge(unit)];
            let pursue = [
                A::Pursue { unit, hex: far },
                A::Pursue { unit: UnitId(0), hex: far },
                A::Dismount(UnitId(127)),
            ];
            for a in absurd.into_iter().chain(pursue) {
                assert!(game().check(&s.p, side, &Action::Assault(a)).is_err(), "{a:?}");
            }
            words.sort();
            words.dedup();
            assert_eq!(words.len(), all.len());
            let pick = all[dice.below(all.len())];
            s.events.clear();
            game().apply(&mut s.p, side, &pick, &mut dice, &mut s.events);
            game().sound(&s.p).unwrap();
            s.events.iter().for_each(|e| assert!(!game().tell(e).rule.is_empty()));
        }
        assert!(s.p.at_peace() && s.p.assault == Assault::START);
    }
}

#[test]
fn r8_2_1p_a_car_that_attacks_out_of_depot_range_is_unsupplied_in_play() {
    rules!("orel 8.2.1n");
    // From the munitions on: vehicles need none, but a Depot must be near.
    let fight = |depot: &str| {
        let marker = Marker::Attack { prepared: true, target: hex("1915") };
        let s = Scene::empty(RED, Phase::Munitions).with(|p| p.turn = 10);
        let s = s.put("w-2-1d", "1915").put("r-1-let r-ac-let", "1914").put("r-cv3-let", depot);
        let s = s.marked("r-1-let r-ac-let", marker).with(|p| p.points[usize::from(unit("r-cv3-let"))] = 3);
        let mut s = s.begin(&[]);
        while s.asked().0 == "8.1a" {
            s.say("done", &[]);
        }
        s.say("stand", &[1, 1]).say("no assault", &[]);
        s.p.unsupplied.meet(&units("r-1-let r-ac-let"))
    };
    assert_eq!(fight("1901"), units("r-1-let r-ac-let"));
    assert_eq!(fight("1913"), units("r-1-let"), "a Depot without a line, which gave the attack nothing");
}

#[test]
fn r8_7_4g_losses_that_pursuers_ignore_spare_nobody_else() {
    let s = field().put("r-cv-9d", "1914").put("w-res-1d", "1915");
    let mut c = engine().combat_of(&s.p, &attack("1915", "r-cv-9d"));
    let row = ArtRow { upto: 5, losses: [2, 1], loser: 0, morale: 0 };
    assert_eq!(engine().assault_losses(&s.p, &c, row), [1, 0], "two losses for one step");
    c.pursuit = true;
    assert_eq!(engine().assault_losses(&s.p, &c, row), [1, 0]);
    let s = s.with(|p| p.assault.unharmed = true);
    assert_eq!(engine().assault_losses(&s.p, &c, row), [0, 1]);
}

#[test]
fn r3_3c_another_railroad_depot_serves_two_units() {
    let s = field().put("w-rd5-1d", "0717").put("r-1-41d r-2-41d", "0716").put("r-3-41d", "0715");
    let s = s.with(|p| p.unsupplied = units("r-1-41d r-2-41d r-3-41d"));
    let mut s = battle(s, &[attack("0717", "r-1-41d r-2-41d")], &[]);
    s.say("advance r-1-41d", &[]).say("done", &[]);
    assert_eq!((s.side(), s.asked().0), (Some(RED), "3.3c"), "two for three");
    assert_eq!(s.offers(), ["supply r-1-41d", "supply r-2-41d", "supply r-3-41d", "done"]);
    s.say("supply r-2-41d", &[]).say("supply r-3-41d", &[]);
    assert_eq!(s.p.unsupplied, units("r-1-41d"));
}

#[test]
fn r8_2_1j_pursuers_have_the_spoils_of_their_own_assault() {
    let mut s = pursuit("r-1-tchkz r-1-let").with(|p| p.unsupplied.insert(unit("r-1-tchkz")));
    s.say("advance r-1-tchkz", &[]).say("done", &[]).say("pursue r-1-tchkz 1916", &[]);
    // 3 to 2 is 1, quality 2: 9.
    s.say("charge r-1-tchkz", &[3, 3, 2]).say("retreat 1917", &[]);
    assert!(s.p.unsupplied.has(unit("r-1-tchkz")));
    s.say("advance r-1-tchkz", &[]);
    assert!(over(&s) && !s.p.unsupplied.has(unit("r-1-tchkz")));
}

#[test]
fn r8_7_4i_pursuit_does_not_pass_other_units_on_the_way() {
    let mut s = rout("r-1-tchkz r-1-let", "w-cv-1k", "1916");
    s.say("advance r-1-tchkz", &[]).say("done", &[]);
    assert!(over(&s), "the squadron at 1916 bars the way");
}

#[test]
fn r8_7_4f_guns_that_supported_from_afar_are_no_survivors_but_those_off_the_map_are() {
    let mut s = rout("r-1-tchkz r-1-let", "w-art-1k w-2-2k", "2018");
    s.say("advance r-1-tchkz", &[]);
    let mut far = Scene::at(s.p).with(|p| {
        p.combat.all[DEFENDER].insert(unit("w-art-1k"));
        p.combat.support[DEFENDER].insert(unit("w-art-1k"));
    });
    far.say("done", &[]);
    assert!(far.offered("pursue r-1-tchkz 1917"));
    let mut off = Scene::at(s.p).with(|p| {
        p.combat.all[DEFENDER].insert(unit("w-2-2k"));
        p.combat.gone.insert(unit("w-2-2k"));
        p.take_off(unit("w-2-2k"), At::OffMap, Some(hex("2018")), 10);
    });
    off.say("done", &[]);
    assert!(over(&off), "one who left the map in good order");
}

#[test]
fn r9_1a_a_train_that_fled_with_the_others_does_not_fight_its_pursuers() {
    let mut s = pursuit("r-1-tchkz r-1-let");
    s.say("advance r-1-tchkz", &[]).say("done", &[]);
    let mut s = s.put("w-at-offitser", "1916").with(|p| {
        p.combat.all[DEFENDER].insert(unit("w-at-offitser"));
        p.combat.gone.insert(unit("w-at-offitser"));
    });
    s.say("pursue r-1-tchkz 1916", &[]);
    assert_eq!(s.p.combat.units, [units("r-1-tchkz"), units("w-res-1d")]);
}

#[test]
fn r8_7_4c_cavalry_that_stayed_behind_does_not_pursue() {
    let mut s = pursuit("r-1-tchkz r-cv-let");
    s.say("advance r-1-tchkz", &[]).say("done", &[]);
    assert_eq!(s.offers(), ["pursue r-1-tchkz 1916", "done"]);
    assert_eq!(s.refused("pursue r-cv-let 1916"), "8.7.4c");
}

#[test]
fn r8_2_1k_only_attackers_in_range_of_the_depot_are_resupplied() {
    let s =
        field().put("w-cv-2k", "1915").put("r-1-let", "1914").put("r-3-let", "1815").put("r-cv3-let", "1910");
    let s = s.with(|p| p.unsupplied = units("r-1-let r-3-let"));
    let near = |s: &Scene, id: &str| engine().depots_in_range(&s.p, unit(id)).has(unit("r-cv3-let"));
    assert!(near(&s, "r-1-let") && !near(&s, "r-3-let"));
    let first =
        Attack { depot: unit("r-cv3-let").into(), armed: Pieces::EMPTY, ..attack("1915", "r-1-let r-3-let") };
    let mut s = battle(s, &[first], &[]);
    s.say("retreat", &[]);
    while matches!(s.p.play.steps.top(), Step::Flight(_)) {
        let to = s.offers().first().cloned().unwrap();
        s.say(&to, &[]);
    }
    assert_eq!(s.p.unsupplied.meet(&units("r-1-let r-3-let")), units("r-3-let"));
}

#[test]
fn r3_3c_stores_are_for_units_and_not_for_depots() {
    let s = field().put("w-cv4-1dr", "1915").put("r-1-let", "1914").put("r-cv3-let", "1913");
    let s = s.with(|p| p.unsupplied = units("r-1-let r-cv3-let"));
    let mut s = battle(s, &[attack("1915", "r-1-let")], &[]);
    s.say("advance r-1-let", &[]);
    assert_eq!(s.p.unsupplied, units("r-cv3-let"));
}
