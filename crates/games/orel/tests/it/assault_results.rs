//! The Assault (8.8.1), its losses and vehicles (8.8.2, 9e to 9h), and Morale (8.8.2k).

use crate::scene::*;
use sandtable_orel::play::assault::state::Assault;
use sandtable_orel::play::assault::{AssaultStep, encircled};

/// Red attacks on the last turn, so that nothing follows.
fn field() -> Scene {
    Scene::empty(RED, Phase::Attacks).with(|p| p.turn = 10)
}

/// A combat on a hex that has come through its Cohesion checks without a scratch: the attacker is asked whether to assault.
fn met(mut s: Scene, target: &str, by: &str, prepared: bool) -> Scene {
    let attack = Attack { target: hex(target), prepared, attackers: units(by), done: false, ..Attack::NONE };
    s.p.attacks[0] = Attack { armed: units(by), ..attack };
    s.p.attack_count = 1;
    s.p.combat = engine().combat_of(&s.p, &s.p.attacks[0]);
    // Cavalry was asked before, and fights dismounted.
    let declined = [ATTACKER, DEFENDER].map(|who| engine().fight_could_charge(&s.p, &s.p.combat, who));
    let could = declined[ATTACKER].with(&declined[DEFENDER]);
    s.p.assault = Assault { fought: true, could, ..Assault::START };
    s.p.fire.in_range = s.p.combat.all[DEFENDER];
    s.p.play.steps.push(Step::Assault(AssaultStep::Ask));
    s.go_on(&[]);
    game().sound(&s.p).unwrap();
    s
}

/// The same as a Prepared Attack, the way most tests need it.
fn prepared(s: Scene, target: &str, by: &str) -> Scene {
    met(s, target, by, true)
}

/// What a modifier of the Assault adds to the combat of a scene.
fn modifier(s: &Scene, label: &str) -> i8 {
    let all = engine().assault_modifiers(&s.p, &s.p.combat);
    all.iter().find(|m| m.label == label).unwrap_or_else(|| panic!("{label}")).add
}

/// Steps of units.
fn steps(s: &Scene, ids: &str) -> Vec<u8> {
    ids.split_whitespace().map(|id| s.p.steps(unit(id))).collect()
}

/// Three Letton regiments of TQ 5 against a battalion of TQ 5 in the open.
fn three_on_one() -> Scene {
    field().put("w-2-1d", "1915").put("r-1-let r-2-let", "1914").put("r-3-let", "1814")
}

#[test]
fn r1_2c_ratios_are_rounded_down_to_the_rows_of_the_chart() {
    rules!("orel 8.8.1b");
    let rows = [
        ((15, 10), 1),
        ((199, 100), 1),
        ((149, 100), 0),
        ((10, 10), 0),
        ((99, 100), -1),
        ((2, 3), -1),
        ((65, 100), -2),
        ((1, 2), -2),
        ((1, 3), -3),
        ((33, 100), -4),
        ((2, 1), 2),
        ((299, 100), 2),
        ((3, 1), 3),
        ((4, 1), 4),
        ((5, 1), 5),
        ((90, 1), 5),
        ((0, 4), -4),
        ((0, 0), -4),
        ((3, 0), 5),
    ];
    for ((attack, defence), add) in rows {
        assert_eq!(engine().ratio_add(attack, defence), add, "{attack}:{defence}");
    }
}

#[test]
fn r8_8_1a_two_dice_and_modifiers_find_a_row() {
    rules!("orel 8.8.2a");
    let rows = [
        (-5, [3, 0], 0, 2),
        (1, [3, 0], 0, 2),
        (2, [2, 0], 0, 1),
        (3, [2, 0], 0, 1),
        (5, [2, 1], 0, 0),
        (7, [1, 1], 0, -1),
        (8, [1, 1], 0, -2),
        (9, [1, 1], 1, -2),
        (11, [1, 1], 1, -1),
        (13, [1, 2], 1, 0),
        (15, [0, 2], 1, 1),
        (16, [0, 3], 1, 2),
        (30, [0, 3], 1, 2),
    ];
    for (total, losses, loser, m) in rows {
        let row = engine().assault_row(total);
        assert_eq!((row.losses, row.loser, row.morale), (losses, loser, m), "{total}");
    }
    let mut s = prepared(three_on_one(), "1915", "r-1-let r-2-let r-3-let");
    s.say("assault", &[2, 1]);
    assert!(s.told().contains("15 against 5, 3.00:1; ratio +3"), "{}", s.told());
    assert!(
        s.told().contains("rolled 2 and 1, +3 is 6: losses 1/1, the attacker loses, Morale -1"),
        "{}",
        s.told()
    );
}

#[test]
fn r8_8_1b_the_ratio_is_made_anew_for_the_assault() {
    let s = prepared(three_on_one(), "1915", "r-1-let r-2-let r-3-let");
    assert_eq!(modifier(&s, "ratio"), 3);
    // A Disorganised defender counts half (orel 8.7.2b), which the Cohesion ratio did not know.
    let s = s.with(|p| p.combat.disorganised.insert(unit("w-2-1d")));
    assert_eq!(modifier(&s, "ratio"), 5, "15 to 3");
    let s = s.with(|p| p.combat.disorganised = units("w-2-1d r-1-let r-2-let r-3-let"));
    assert_eq!(modifier(&s, "ratio"), 2, "8 to 3");
}

#[test]
fn r8_8_1b_only_cavalry_whose_conditions_changed_decides_again() {
    // Cavalry of TQ 4 could not charge a battalion in good order; now that is Disorganised.
    let s = field().put("w-2-1d w-cv-2k", "1915").put("r-cv-41s r-cv-let", "1914");
    let s = s.with(|p| p.assault = Assault::START);
    let mut s = prepared(s, "1915", "r-cv-41s r-cv-let").with(|p| {
        p.combat.disorganised = units("w-2-1d w-cv-2k");
        p.combat.charging = units("w-cv-2k");
        // It could have charged from the start, and did not.
        p.assault.could = units("r-cv-let");
    });
    s.say("assault", &[]);
    assert_eq!((s.side(), s.asked().0), (Some(RED), "8.8.1b"));
    assert_eq!(s.offers(), ["charge r-cv-41s", "dismount r-cv-41s"]);
    assert_eq!(s.refused("charge r-cv-let"), "8.8.1b");
    s.say("charge r-cv-41s", &[3, 4]);
    assert!(s.p.combat.charging.has(unit("r-cv-41s")));
    assert!(s.told().contains("Assault: 6 against"), "charge 4 and dismounted 2: {}", s.told());
}

#[test]
fn r8_8_1b_who_may_not_charge_any_more_dismounts() {
    // The Routed cannot countercharge.
    let s = field().put("w-2-1d w-19dr", "1915").put("r-1-let", "1914").mode("w-19dr", Mode::March);
    let mut s = prepared(s, "1915", "r-1-let").with(|p| p.combat.charging = units("w-19dr"));
    s.say("assault", &[3, 4]);
    assert!(s.told().contains("fights dismounted"), "{}", s.told());
    assert!(s.told().contains("Assault: 5 against 6"), "{}", s.told());
}

#[test]
fn r8_8_1c_guns_alone_assault_with_their_steps() {
    let s = field().put("w-art-3d", "1915").put("r-1-let", "1914");
    let s = prepared(s, "1915", "r-1-let");
    assert_eq!(engine().side_strength(&s.p, &s.p.combat, DEFENDER, true), 3);
    assert_eq!(modifier(&s, "ratio"), 1, "5 to 3 steps");
    for weaken in [
        (|p: &mut Position| p.units.set_mode(unit("w-art-3d"), Mode::March)) as fn(&mut Position),
        |p| p.units.set_mode(unit("w-art-3d"), Mode::Routed),
        |p| p.unsupplied.insert(unit("w-art-3d")),
        |p| p.combat.disorganised.insert(unit("w-art-3d")),
    ] {
        let mut q = s.p;
        weaken(&mut q);
        assert_eq!(engine().side_strength(&q, &q.combat, DEFENDER, true), 1);
    }
}

#[test]
fn r8_8_1d_quality_is_the_difference_of_predominant_tq_without_supports() {
    let s = field().put("w-res-1d", "1915").put("r-1-let", "1914").put("r-art-9d", "1913");
    let mut s = prepared(s, "1915", "r-1-let");
    assert_eq!(modifier(&s, "quality"), 2, "5 less 3");
    s.p.combat.support[ATTACKER] = units("r-art-9d");
    s.p.combat.all[ATTACKER] = units("r-1-let r-art-9d");
    assert_eq!(modifier(&s, "quality"), 2);
    // Guns that stand with infantry do not count, guns alone do.
    let s = prepared(field().put("w-res-1d w-art-3d", "1915").put("r-1-let", "1914"), "1915", "r-1-let");
    assert_eq!(modifier(&s, "quality"), 2);
    let s = prepared(field().put("w-art-3d", "1915").put("r-1-7d", "1914"), "1915", "r-1-7d");
    assert_eq!(modifier(&s, "quality"), -2, "3 less 5");
}

#[test]
fn r8_8_1e_encirclement_by_hexsides() {
    // W10
    let bits = |sides: &[u8]| sides.iter().fold(0u8, |b, s| b | 1 << s);
    for (sides, yes) in [
        (&[0, 3][..], true),
        (&[0, 2, 4], true),
        (&[1, 3, 5], true),
        (&[0, 1, 2, 3], true),
        (&[0, 1, 2, 4], true),
        (&[0, 2, 3], true),
        (&[0, 1, 2], false),
        (&[0, 2], false),
        (&[5], false),
    ] {
        assert_eq!(encircled(bits(sides)), yes, "{sides:?}");
    }
    let s =
        field().put("w-2-1d", "1915").put("r-1-let", "1914").put("r-2-let", "1916").put("r-3-let", "1814");
    let both = prepared(s, "1915", "r-1-let r-2-let r-3-let");
    assert_eq!(modifier(&both, "encirclement"), 2);
    // A unit that was driven back does not encircle.
    let s = both.with(|p| p.combat.units[ATTACKER] = units("r-1-let r-3-let"));
    assert_eq!(modifier(&s, "encirclement"), 0);
}

#[test]
fn r8_8_1f_trenches_help_in_an_assault_only_if_all_have_them() {
    let s = field().put("w-2-1d w-3-1d", "1915").put("r-1-let", "1914").dug("w-2-1d", Dug::Entrenched);
    let s = prepared(s, "1915", "r-1-let");
    assert_eq!(modifier(&s, "ground"), 0);
    let s = s.dug("w-3-1d", Dug::Entrenched);
    assert_eq!(modifier(&s, "ground"), -2);
    let s = s.dug("w-3-1d", Dug::Building);
    assert_eq!(modifier(&s, "ground"), 0);
    // In a town they are not added to the houses.
    let s = field().put("w-2-1d", "1214").put("r-1-let", "1215").dug("w-2-1d", Dug::Entrenched);
    let s = prepared(s, "1214", "r-1-let");
    assert_eq!(modifier(&s, "ground"), -2);
    // A river adds to the houses: 1114 lies across the Nerussa.
    let s = field().put("w-2-1d", "1214").put("r-1-let", "1114");
    let s = prepared(s, "1214", "r-1-let");
    assert_eq!(modifier(&s, "ground"), -2);
    let s = field().put("w-2-1d", "1214").put("r-1-let", "1114").put("r-2-let", "1115");
    let s = prepared(s, "1214", "r-1-let r-2-let");
    assert_eq!(modifier(&s, "ground"), -1, "not all cross it");
}

#[test]
fn r8_8_1f_an_assault_on_a_town() {
    // W28
    let s = field().put("w-2-1d", "1214").put("r-1-let r-2-let", "1215").put("r-3-let", "1115");
    let mut s = prepared(s, "1214", "r-1-let r-2-let r-3-let");
    s.say("assault", &[3, 4]);
    assert!(s.told().contains("ratio +3, ground -1"), "{}", s.told());
    assert!(
        s.told().contains("rolled 3 and 4, +2 is 9: losses 1/1, the defender loses, Morale -2"),
        "{}",
        s.told()
    );
}

#[test]
fn r8_8_1g_integrated_artillery_defends() {
    let s = prepared(field().put("w-1-2k", "1915").put("r-1-let", "1914"), "1915", "r-1-let");
    assert_eq!(modifier(&s, "integrated artillery"), -1);
    assert_eq!(modifier(&prepared(three_on_one(), "1915", "r-1-let"), "integrated artillery"), 0);
}

#[test]
fn r7_2o_a_hasty_attack_is_worse_in_the_assault() {
    let s = met(three_on_one(), "1915", "r-1-let r-2-let", false);
    assert_eq!(modifier(&s, "Hasty Attack"), -1);
    let s = s.with(|p| p.combat.pursuit = true);
    assert_eq!(modifier(&s, "Hasty Attack"), 0, "not in a pursuit (RU-41)");
}

#[test]
fn r9_1_2c_a_heavy_train_in_contact_counts_in_the_assault() {
    let mut s = field().put("w-2-1d w-at-kalita", "2707").put("r-1-let", "2806");
    s = prepared(s, "2707", "r-1-let");
    assert_eq!(modifier(&s, "heavy train defending"), 0, "not in contact");
    s.p.combat.units[DEFENDER].insert(unit("w-at-kalita"));
    s.p.combat.contact.insert(unit("w-at-kalita"));
    assert_eq!((modifier(&s, "heavy train defending"), modifier(&s, "heavy train attacking")), (-1, 0));
    // A damaged one, too.
    assert_eq!(modifier(&s.steps("w-at-kalita", 1), "heavy train defending"), -1);
    let mut s = Scene::empty(WHITE, Phase::Attacks).put("r-1-let", "2707").put("w-2-1d w-at-kalita", "2706");
    s = prepared(s, "2707", "w-2-1d");
    s.p.combat.units[ATTACKER].insert(unit("w-at-kalita"));
    s.p.combat.contact.insert(unit("w-at-kalita"));
    assert_eq!((modifier(&s, "heavy train defending"), modifier(&s, "heavy train attacking")), (0, 1));
    // A light one does nothing here.
    let mut s = Scene::empty(WHITE, Phase::Attacks).put("r-1-let", "2707").put("w-2-1d w-at-grom", "2706");
    s = prepared(s, "2707", "w-2-1d");
    s.p.combat.units[ATTACKER].insert(unit("w-at-grom"));
    s.p.combat.contact.insert(unit("w-at-grom"));
    assert_eq!(modifier(&s, "heavy train attacking"), 0);
}

fn tank_attack() -> Scene {
    let s = Scene::empty(WHITE, Phase::Attacks).put("r-1-let", "2707").put("w-2-1d w-tank", "2706");
    prepared(s.dug("r-1-let", Dug::Entrenched), "2707", "w-2-1d w-tank")
}

#[test]
fn r9_2_2b_a_tank_in_the_attack_adds_one() {
    assert_eq!(modifier(&tank_attack(), "tank"), 1);
    assert_eq!(modifier(&tank_attack().with(|p| p.broken.insert(unit("w-tank"))), "tank"), 0);
    assert_eq!(modifier(&tank_attack().with(|p| p.unsupplied.insert(unit("w-tank"))), "tank"), 0);
    // In the defence it adds nothing.
    let s = field().put("w-2-1d w-tank", "2707").put("r-1-let", "2806");
    assert_eq!(modifier(&prepared(s, "2707", "r-1-let"), "tank"), 0);
}

#[test]
fn r9_2_2c_a_tank_cancels_trenches() {
    assert_eq!(modifier(&tank_attack(), "ground"), 0);
    assert_eq!(modifier(&tank_attack().with(|p| p.broken.insert(unit("w-tank"))), "ground"), -2);
}

#[test]
fn r8_8a_the_attacker_says_whether_he_assaults() {
    let mut s = prepared(three_on_one(), "1915", "r-1-let r-2-let r-3-let");
    assert_eq!((s.side(), s.asked().0), (Some(RED), "8.8a"));
    assert_eq!(s.offers(), ["assault", "no assault"]);
    s.say("no assault", &[]);
    assert!(s.p.at_peace());
    assert_eq!((s.side(), s.hex_of("w-2-1d").as_str()), (None, "1915"));
    // Without a combat unit that can there is none.
    let s = field().put("w-2-1d", "1915").put("r-1-let", "1914");
    let mut s = prepared(s, "1915", "r-1-let").with(|p| {
        p.combat.units[ATTACKER] = Pieces::EMPTY;
        p.combat.repulsed = units("r-1-let");
    });
    s.go_on(&[]);
    assert!(s.p.at_peace(), "a repulsed attacker is not asked");
}

#[test]
fn r8_8_2b_large_assaults_cost_each_side_one_step_more() {
    let losses =
        |s: &Scene, total: i8| engine().assault_losses(&s.p, &s.p.combat, engine().assault_row(total));
    // Eight steps against seven.
    let s = field().put("w-off-2k w-2-1d", "1915").put("r-1-let r-2-let", "1914");
    let s = prepared(s, "1915", "r-1-let r-2-let");
    assert_eq!((losses(&s, 9), losses(&s, 14)), ([2, 2], [1, 3]), "a nothing becomes one (RU-60)");
    let s = s.steps("w-off-2k", 2);
    assert_eq!(losses(&s, 9), [1, 1], "five steps are too few");
    // Guns with them do not count; alone they do.
    let s = s.put("w-art-3d", "1915").with(|p| p.combat.units[DEFENDER].insert(unit("w-art-3d")));
    assert_eq!(losses(&s, 9), [1, 1]);
    let s = field().put("w-art-3d w-art-1k w-artl2-1d", "1915").put("r-1-let r-2-let", "1914");
    assert_eq!(losses(&prepared(s, "1915", "r-1-let r-2-let"), 9), [2, 2]);
}

#[test]
fn r8_8_2c_losses_go_round_and_begin_again_with_the_first() {
    let s = field().put("w-2-1d w-3-1d", "1915").put("r-1-let", "1914").put("r-2-let", "1814");
    let mut s = prepared(s, "1915", "r-1-let r-2-let");
    s.say("assault", &[6, 6]);
    // 12 + ratio 0 (10:10) + 0 = 12: 1/2 and one more: 2/3.
    assert!(s.told().contains("losses 1/2, with 8 and 6 steps in it 2/3"), "{}", s.told());
    assert_eq!((s.side(), s.asked().0), (Some(WHITE), "8.8.2c"), "the loser is first");
    assert_eq!(s.offers(), ["lose w-2-1d", "lose w-3-1d"]);
    s.say("lose w-3-1d", &[]);
    // The other one is next without a question, then the round begins again with the first: only the Red choice is left.
    assert_eq!(steps(&s, "w-2-1d w-3-1d"), [2, 1]);
    assert_eq!(
        (s.side(), s.offers()),
        (Some(RED), vec!["lose r-1-let".to_string(), "lose r-2-let".to_string()])
    );
    s.say("lose r-1-let", &[1]);
    assert_eq!(steps(&s, "r-1-let r-2-let"), [3, 3]);
}

#[test]
fn r8_8_2c_nobody_takes_a_second_loss_before_all_have_one() {
    let s =
        field().put("w-2-1d w-3-1d w-1-83s", "1915").put("r-1-let r-2-let", "1914").put("r-3-let", "1814");
    let mut s = prepared(s, "1915", "r-1-let r-2-let r-3-let");
    // 15 to 14 is 0; 5 less 5 is 0; 12: 1/2, nine steps: 2/3.
    s.say("assault", &[6, 6]);
    s.say("lose w-2-1d", &[]);
    assert_eq!(s.offers(), ["lose w-3-1d", "lose w-1-83s"]);
    assert_eq!(s.refused("lose w-2-1d"), "8.8.2c");
    assert_eq!(s.refused("lose r-1-let"), "8.8.2c");
    s.say("lose w-1-83s", &[]);
    assert_eq!(steps(&s, "w-2-1d w-3-1d w-1-83s"), [2, 2, 2]);
}

#[test]
fn r8_8_2d_the_first_loss_falls_on_the_predominant_tq_cavalry_march_or_routed() {
    let choices = |s: &Scene| {
        let of = engine().loss_choices(&s.p, &s.p.combat, DEFENDER);
        of.iter().map(|u| engine().id(u).to_string()).collect::<Vec<_>>()
    };
    let s = field().put("w-2-1d w-1-83s w-cv-2k", "1915").put("r-1-let", "1914");
    let s = prepared(s, "1915", "r-1-let").steps("w-1-83s", 2);
    assert_eq!(choices(&s), ["w-cv-2k", "w-2-1d"], "TQ 5 has most steps; cavalry");
    let s = s.mode("w-1-83s", Mode::March);
    assert_eq!(choices(&s), ["w-cv-2k", "w-2-1d", "w-1-83s"]);
    let s = s.mode("w-1-83s", Mode::Routed);
    assert_eq!(choices(&s), ["w-cv-2k", "w-2-1d", "w-1-83s"]);
    // Of equals the lower TQ is the predominant one (orel 1.2i).
    let s = s.mode("w-1-83s", Mode::Combat).steps("w-1-83s", 3);
    assert_eq!(choices(&s), ["w-cv-2k", "w-1-83s"]);
    let mut s = s;
    s.say("assault", &[6, 5]);
    assert_eq!(s.refused("lose w-2-1d"), "8.8.2d");
}

#[test]
fn r8_8_2e_r8_8_2f_each_lost_step_lowers_the_strength() {
    rules!("orel 8.8.2e", "orel 8.8.2f");
    let s = field().put("w-off-2k", "1915").put("r-1-let", "1914");
    let mut s = prepared(s, "1915", "r-1-let");
    let strength = |s: &Scene| engine().side_strength(&s.p, &s.p.combat, DEFENDER, true);
    assert_eq!(strength(&s), 7);
    s.p.units.set_steps(unit("w-off-2k"), 3);
    assert_eq!(strength(&s), 6, "a loss marker: one less");
    s.p.units.set_steps(unit("w-off-2k"), 2);
    assert_eq!(strength(&s), 4, "turned over to the reduced side");
    s.p.units.set_steps(unit("w-off-2k"), 1);
    assert_eq!(strength(&s), 3, "and one less again");
    s.say("assault", &[6, 6]);
    assert!(s.told().contains("off/2K loses a step and has 0 left"), "{}", s.told());
}

#[test]
fn r8_8_2g_wiping_out_everybody_brings_a_prisoner_for_each_unit() {
    rules!("orel 4.1a", "orel 4.1b");
    let s = field().put("w-2-1d w-cv-2k", "1915").put("r-1-let r-2-let", "1914").put("r-3-let", "1814");
    let mut s = prepared(s.steps("w-2-1d", 1), "1915", "r-1-let r-2-let r-3-let");
    s.say("assault", &[6, 6]);
    assert_eq!((s.hex_of("w-2-1d"), s.hex_of("w-cv-2k")), ("Gone".into(), "Gone".into()));
    assert_eq!((s.p.prisoners, s.p.lost), ([0, 2], [2, 0]));
    // With one who went back before it brings none.
    let t = field().put("w-2-1d", "1915").put("w-cv-2k", "1916").put("r-1-let r-2-let", "1914");
    let mut t = prepared(t.steps("w-2-1d", 1), "1915", "r-1-let r-2-let").with(|p| {
        p.combat.all[DEFENDER].insert(unit("w-cv-2k"));
        p.combat.gone.insert(unit("w-cv-2k"));
    });
    t.say("assault", &[6, 6]);
    assert_eq!((t.hex_of("w-2-1d").as_str(), t.p.prisoners), ("Gone", [0, 0]));
}

#[test]
fn r8_8_2h_losses_beyond_the_last_step_spare_the_other_side() {
    // W9: two steps suffer three losses; the attacker loses one less.
    let s = field().put("w-2-1d", "1915").steps("w-2-1d", 2).put("r-1-let r-2-let", "1914");
    let s = prepared(s, "1915", "r-1-let r-2-let");
    let row = ArtRow { upto: 99, losses: [2, 3], loser: 1, morale: 0 };
    assert_eq!(engine().assault_losses(&s.p, &s.p.combat, row), [1, 2]);
    // 12 and 13: 1/2 against one step; the attacker loses none.
    let mut s = s.steps("w-2-1d", 1);
    s.say("assault", &[4, 4]);
    assert!(s.told().contains("losses 1/2, with 8 and 1 steps in it 0/1"), "{}", s.told());
    assert_eq!(steps(&s, "r-1-let r-2-let"), [4, 4]);
}

#[test]
fn r8_8_2i_guns_suffer_after_all_others_and_then_rout() {
    let guns =
        || field().put("w-2-1d w-art-3d", "1915").put("r-1-let r-2-let", "1914").put("r-3-let", "1814");
    let mut s = prepared(guns().steps("w-2-1d", 2), "1915", "r-1-let r-2-let r-3-let");
    assert_eq!(engine().loss_choices(&s.p, &s.p.combat, DEFENDER), units("w-2-1d"));
    // 15 to 4 is 3; 10 + 3 is 13: 1/2. The infantry dies, the guns rout without a check.
    s.say("assault", &[5, 5]);
    assert_eq!(s.side(), Some(RED), "the attacker's own loss");
    s.say("lose r-1-let", &[]);
    assert_eq!((s.hex_of("w-2-1d").as_str(), s.p.mode(unit("w-art-3d"))), ("Gone", Mode::Routed));
    assert_eq!(s.side(), Some(WHITE), "where the guns flee");
    assert_eq!(steps(&s, "w-art-3d"), [3]);
    // One step more falls on the guns.
    let mut s = prepared(guns().steps("w-2-1d", 1), "1915", "r-1-let r-2-let r-3-let");
    s.say("assault", &[5, 5]);
    assert_eq!(steps(&s, "w-art-3d"), [2]);
    assert_eq!(s.p.prisoners, [0, 0], "the guns live");
}

#[test]
fn r8_8_2j_attacking_guns_never_suffer() {
    // The regiment dies or runs; the guns that supported it from its own hex stay.
    let s = field().put("w-2-1d w-3-1d", "1915").put("r-1-let r-art-let", "1914").steps("r-1-let", 1);
    let mut s = prepared(s, "1915", "r-1-let").with(|p| {
        p.attacks[0].supports = units("r-art-let");
        p.combat.support[ATTACKER] = units("r-art-let");
        p.combat.all[ATTACKER] = units("r-1-let r-art-let");
    });
    assert_eq!(engine().loss_steps(&s.p, &s.p.combat, ATTACKER), 1);
    s.say("assault", &[1, 1]);
    assert_eq!((s.hex_of("r-1-let").as_str(), s.hex_of("r-art-let").as_str()), ("Gone", "1914"));
    assert_eq!((steps(&s, "r-art-let"), s.p.mode(unit("r-art-let"))), (vec![3], Mode::Combat));
    // Nor do they follow a regiment that routs.
    let s = field().put("w-2-1d w-3-1d", "1915").put("r-1-7d r-art-7d", "1914");
    let mut s = prepared(s, "1915", "r-1-7d").with(|p| p.combat.all[ATTACKER].insert(unit("r-art-7d")));
    s.say("assault", &[2, 2, 6]);
    assert!(
        s.told()
            .contains("Morale of 1/7D: rolled 6, result +2, lost a step +1 is 9 against TQ 3: surrenders"),
        "{}",
        s.told()
    );
    assert_eq!((s.hex_of("r-1-7d").as_str(), s.hex_of("r-art-7d").as_str()), ("Gone", "1914"));
    assert_eq!(s.p.prisoners, [1, 0], "three of four steps were lost");
}

#[test]
fn r8_8_2k_the_loser_checks_morale_unit_by_unit_with_one_die() {
    rules!("orel 8.8.2n", "orel 8.8.2o", "orel 8.8.2p");
    let s = field().put("w-2-1d w-res-1d", "1915").put("r-1-let r-2-let", "1914").put("r-3-let", "1814");
    let mut s = prepared(s, "1915", "r-1-let r-2-let r-3-let");
    // 15 to 8 is 1, TQ 5 less 3 (of equals the lower) is 2: 6 + 3 is 9; twelve and six steps: 2/2.
    s.say("assault", &[3, 3]);
    assert!(s.told().contains("ratio +1, quality +2"), "{}", s.told());
    // The first falls on the predominant TQ, the second on the other unit: no choice.
    assert_eq!((s.side(), steps(&s, "w-2-1d w-res-1d")), (Some(RED), vec![2, 2]));
    s.say("lose r-1-let", &[]).say("lose r-2-let", &[5]);
    let told = s.told();
    assert!(
        told.contains(
            "Morale of 2/1D: rolled 5, result -2, lost a step +1 is 4 against TQ 5: goes back in good order"
        ),
        "{told}"
    );
    assert!(
        told.contains(
            "Morale of Res/1D: rolled 5, result -2, lost a step +1 is 4 against TQ 3: goes back in good order"
        ),
        "{told}"
    );
    assert!(!told.contains("Morale of 1/Let"), "the winner does not check");
    s.say("retreat 1916", &[]);
    assert_eq!((s.hex_of("w-2-1d").as_str(), s.p.mode(unit("w-2-1d"))), ("1916", Mode::March));
}

#[test]
fn r8_8_2k_results_and_modifiers_of_morale() {
    let s = field().put("w-2-1d w-rec1", "1915").put("r-1-let r-rec1", "1914");
    let s = prepared(s, "1915", "r-1-let r-rec1");
    let c = s.p.combat;
    let fate = |c: &Combat, who, id: &str, die, m| engine().morale_fate(&s.p, c, who, unit(id), die, m);
    // Defenders.
    for (die, m, want) in [
        (5, 0, Fate::GoodOrder),
        (6, 0, Fate::GoodOrder),
        (6, 1, Fate::GoodOrder),
        (6, 2, Fate::Retreat),
        (6, 3, Fate::Rout),
        (6, 4, Fate::Surrender),
        (1, 9, Fate::GoodOrder),
    ] {
        assert_eq!(fate(&c, DEFENDER, "w-2-1d", die, m), want, "{die} {m}");
    }
    // W30: attackers who pass stay (RU-33); a natural 1 passes (RU-34).
    for (die, m, want) in [
        (6, -1, Fate::Passed),
        (6, 1, Fate::Passed),
        (6, 2, Fate::Retreat),
        (6, 3, Fate::Rout),
        (6, 4, Fate::Surrender),
        (1, 9, Fate::Passed),
    ] {
        assert_eq!(fate(&c, ATTACKER, "r-1-let", die, m), want, "{die} {m}");
    }
    // W29: TQ 2 with a loss, m+1, die 5: 7, five over.
    let hurt = Combat { hurt: units("r-rec1"), ..c };
    assert_eq!(fate(&hurt, ATTACKER, "r-rec1", 5, 1), Fate::Surrender);
    assert_eq!(fate(&c, ATTACKER, "r-rec1", 5, 1), Fate::Rout);
    // Disorganised adds nothing; inspired units pass.
    let shaken = Combat { disorganised: units("r-rec1"), ..c };
    assert_eq!(engine().morale_add(&s.p, &shaken, ATTACKER, unit("r-rec1"), 1), 1);
    let brave = Combat { inspired: units("r-rec1"), ..c };
    assert_eq!(fate(&brave, ATTACKER, "r-rec1", 6, 2), Fate::Passed);
}

#[test]
fn r8_8_2l_surrender_makes_prisoners_of_what_is_left() {
    rules!("orel 4.1a", "orel 4.1b");
    // W29 in play: recruits of TQ 2 attack and lose.
    let s = field().put("w-2-1d w-3-1d", "1915").put("r-rec1 r-rec2", "1914");
    let mut s = prepared(s, "1915", "r-rec1 r-rec2");
    // 4 to 10 is -2, TQ 2 less 5 is -3: 8 - 5 is 3: 2/0, m+1.
    s.say("assault", &[4, 4]).say("lose r-rec1", &[5]);
    assert!(
        s.told().contains("rolled 5, result +1, lost a step +1 is 7 against TQ 2: surrenders"),
        "{}",
        s.told()
    );
    assert_eq!((s.hex_of("r-rec1"), s.hex_of("r-rec2")), ("Pool".into(), "Pool".into()));
    assert_eq!((s.p.prisoners, s.p.lost), ([2, 0], [0, 2]));
}

#[test]
fn r8_8_2m_guns_surrender_with_all_who_stood_with_them() {
    // A weak reserve battalion gives up, and the guns with it.
    let s = field().put("w-res-1d w-art-3d", "1915").put("r-1-let r-2-let", "1914").put("r-3-let", "1814");
    let mut s = prepared(s, "1915", "r-1-let r-2-let r-3-let");
    // 15 to 3 is 5, quality 2: 8 + 7 is 15: 0/2, m+1; 6 + 1 + 1 is 8, five over 3.
    s.say("assault", &[4, 4, 6]);
    assert_eq!((s.hex_of("w-res-1d"), s.hex_of("w-art-3d")), ("Gone".into(), "Gone".into()));
    assert_eq!(s.p.prisoners, [0, 4], "one step of infantry, three of guns");
}

#[test]
fn r9j_vehicles_in_morale() {
    let s = field().put("w-2-1d w-ac-2k", "1915").put("w-3-1d", "2015").put("r-1-let r-ac-let", "1914");
    let mut s = prepared(s, "1915", "r-1-let r-ac-let");
    let add = |s: &Scene, who, id: &str| engine().morale_add(&s.p, &s.p.combat, who, unit(id), 0);
    assert_eq!((add(&s, DEFENDER, "w-2-1d"), add(&s, ATTACKER, "r-1-let")), (0, 0), "both have one");
    s.p.unsupplied.insert(unit("r-ac-let"));
    assert_eq!((add(&s, DEFENDER, "w-2-1d"), add(&s, ATTACKER, "r-1-let")), (-1, 1), "it must serve");
    // A companion in another hex helps not (RU-32).
    let s = field().put("w-2-1d", "1915").put("r-1-let r-ac-let", "1914").put("r-2-let", "1814");
    let s = prepared(s, "1915", "r-1-let r-2-let r-ac-let");
    assert_eq!((add(&s, ATTACKER, "r-1-let"), add(&s, ATTACKER, "r-2-let")), (-1, 0));
    assert_eq!(add(&s, DEFENDER, "w-2-1d"), 1);
    // A train counts in contact alone.
    let mut s = prepared(field().put("w-2-1d w-at-grom", "2707").put("r-1-let", "2806"), "2707", "r-1-let");
    assert_eq!((add(&s, DEFENDER, "w-2-1d"), add(&s, ATTACKER, "r-1-let")), (0, 0));
    s.p.combat.units[DEFENDER].insert(unit("w-at-grom"));
    assert_eq!(add(&s, ATTACKER, "r-1-let"), 0);
    s.p.combat.contact.insert(unit("w-at-grom"));
    assert_eq!((add(&s, DEFENDER, "w-2-1d"), add(&s, ATTACKER, "r-1-let")), (-1, 1));
}

/// An Assault with a car on both sides; 8 gives 1/1 to the attacker's cost.
fn cars(white: &str, red: &str) -> Scene {
    let s = field().put(white, "1915").put(red, "1914");
    prepared(s, "1915", red)
}

#[test]
fn r9e_vehicles_test_after_an_assault_under_fire() {
    // Integrated artillery on the White side: the Red car tests, the White one meets no guns.
    let mut s = cars("w-1-2k w-ac-2k", "r-1-let r-ac-let");
    // 6 to 7 is -1, quality -1, integrated -1: 10 - 3 is 7: 1/1, attacker loses, m-1.
    s.say("assault", &[5, 5, 1, 2]);
    assert!(s.told().contains("tests: rolled 1, hit up to 1: hit"), "{}", s.told());
    assert_eq!((s.hex_of("r-ac-let").as_str(), s.hex_of("w-ac-2k").as_str()), ("Gone", "1915"));
    let mut s = cars("w-1-2k w-ac-2k", "r-1-let r-ac-let");
    s.say("assault", &[5, 5, 2, 2]);
    assert_eq!(s.hex_of("r-ac-let"), "1914");
    // Without a loss of its side there is no test: 16 and more gives 0/3.
    let mut s = cars("w-1-2k", "r-1-let r-ac-let").with(|p| p.combat.disorganised.insert(unit("w-1-2k")));
    s.p.units.set_steps(unit("w-1-2k"), 1);
    s.p.units.set_mode(unit("w-1-2k"), Mode::Routed);
    // 6 to 1 (2/8 is 0.25, rounded 0): 5, quality -1, integrated -1: 12 + 3 is 15: 0/2.
    s.say("assault", &[6, 6]);
    assert!(s.told().contains("losses 0/2") && !s.told().contains("tests:"), "{}", s.told());
}

#[test]
fn r9e_an_intact_heavy_train_is_damaged_and_support_counts_as_fire() {
    let mut s = field().put("w-2-1d w-at-kalita", "2707").put("r-1-let", "2806").put("r-art-let", "2805");
    s = prepared(s, "2707", "r-1-let");
    s.p.combat.units[DEFENDER].insert(unit("w-at-kalita"));
    s.p.combat.contact.insert(unit("w-at-kalita"));
    s.p.combat.support[ATTACKER] = units("r-art-let");
    // 8 to 9 is -1, heavy train -1: 10 - 2 is 8: 1/1, the attacker loses; the train is hit.
    s.say("assault", &[5, 5, 1, 1]);
    assert_eq!((steps(&s, "w-at-kalita"), s.hex_of("w-at-kalita").as_str()), (vec![1], "2707"));
}

#[test]
fn r9f_each_vehicle_tests_by_itself() {
    let mut s = cars("w-1-2k", "r-1-let r-ac-let r-ac-46d");
    // 7 to 6 is 0, quality -1, integrated -1: 9 - 2 is 7.
    s.say("assault", &[5, 4, 1, 6, 2]);
    let alive = ["r-ac-let", "r-ac-46d"].map(|id| s.p.on_map(unit(id)));
    assert_eq!(alive.iter().filter(|a| **a).count(), 1, "one of two");
}

#[test]
fn r9g_by_option_no_more_test_than_steps_were_lost() {
    let mut s = cars("w-1-2k", "r-1-let r-ac-let r-ac-46d").with(|p| p.rules.vehicle_tests = true);
    s.say("assault", &[5, 4]);
    assert_eq!((s.side(), s.asked().0), (Some(RED), "9g"));
    assert_eq!(s.offers(), ["spare r-ac-46d", "spare r-ac-let"]);
    assert_eq!(s.refused("spare r-1-let"), "9g");
    s.say("spare r-ac-let", &[1, 2]);
    assert_eq!((s.hex_of("r-ac-let").as_str(), s.hex_of("r-ac-46d").as_str()), ("1914", "Gone"));
}

#[test]
fn r9h_a_vehicle_is_lost_with_all_units_of_its_hex() {
    let s = field().put("w-cv-2k w-ac-2k", "1915").put("r-1-let r-2-let", "1914");
    let mut s = prepared(s, "1915", "r-1-let r-2-let");
    s.say("assault", &[4, 4]);
    assert_eq!((s.hex_of("w-cv-2k"), s.hex_of("w-ac-2k")), ("Gone".into(), "Gone".into()));
    // The attacker's as well.
    let s = field().put("w-off-2k w-2-1d", "1915").put("r-cv-pavl r-ac-let", "1914");
    let mut s = prepared(s, "1915", "r-cv-pavl r-ac-let");
    s.say("assault", &[1, 1]);
    assert_eq!((s.hex_of("r-cv-pavl"), s.hex_of("r-ac-let")), ("Gone".into(), "Gone".into()));
}

#[test]
fn r9h_vehicles_go_back_with_their_stack() {
    let s = field().put("w-2-1d w-ac-2k", "1915").put("r-1-let r-2-let", "1914").put("r-3-let", "1814");
    let mut s = prepared(s, "1915", "r-1-let r-2-let r-3-let");
    // 15 to 6 is 2: 7 + 2 is 9; m-2.
    s.say("assault", &[3, 4]);
    s.say("lose r-1-let", &[4]);
    s.say("retreat 1916", &[]);
    assert_eq!((s.hex_of("w-2-1d").as_str(), s.hex_of("w-ac-2k").as_str()), ("1916", "1916"));
    assert_eq!(s.p.mode(unit("w-ac-2k")), Mode::Combat, "a car does not march (orel 9i)");
}

#[test]
fn r9h_a_train_in_contact_is_captured_when_all_others_are_dead() {
    rules!("orel 9.1.2e");
    let s = field().put("w-cv-2k w-at-grom", "2707").put("r-1-let r-2-let", "2706");
    let on = Marker::Attack { prepared: true, target: hex("2707") };
    let s = s.with(|p| p.phase = Phase::Munitions).marked("r-1-let r-2-let", on);
    let mut s = s.begin(&[]);
    // The train goes into contact; both sides stand fast.
    while s.asked().0 != "9.1a" {
        s.say(if s.asked().0.starts_with("8.5") { "stand" } else { "done" }, &[]);
    }
    s.say("contact w-at-grom", &[]);
    while s.asked().0 != "8.8a" {
        let dice: &[u8] = if s.p.combat.charging.is_empty() { &[1, 1] } else { &[] };
        s.say("done", dice);
    }
    s.say("assault", &[4, 4]).say("lose r-1-let", &[]);
    assert_eq!((s.p.side(unit("w-at-grom")), s.hex_of("w-at-grom").as_str()), (RED, "2707"));
    assert_eq!(s.hex_of("w-cv-2k"), "Gone");
}

#[test]
fn r9i_vehicles_never_check() {
    let s = field().put("w-2-1d w-ac-2k w-tank", "1915").put("r-1-let r-ac-let", "1914");
    let s = prepared(s, "1915", "r-1-let r-ac-let");
    assert_eq!(engine().morale_units(&s.p.combat, DEFENDER), units("w-2-1d"));
    assert_eq!(engine().morale_units(&s.p.combat, ATTACKER), units("r-1-let"));
    // Nor do they take the losses of men (RU-16).
    assert_eq!(engine().loss_steps(&s.p, &s.p.combat, DEFENDER), 3);
}

#[test]
fn r8_5_1m_those_who_fled_into_the_hex_suffer_last() {
    rules!("orel 8.5.1n");
    let s = field().put("w-cv-2k w-res-1d", "1915").put("r-1-let r-2-let", "1914").put("r-3-let", "1814");
    let s = s.with(|p| {
        p.flight.guests = units("w-res-1d");
        p.flight.guests_on = [p.turn, p.active];
    });
    let mut s = prepared(s, "1915", "r-1-let r-2-let r-3-let").with(|p| {
        p.combat.units[DEFENDER] = units("w-cv-2k");
        p.combat.all[DEFENDER] = units("w-cv-2k");
    });
    assert_eq!(engine().loss_choices(&s.p, &s.p.combat, DEFENDER), units("w-cv-2k"));
    assert_eq!(engine().loss_steps(&s.p, &s.p.combat, DEFENDER), 4);
    // 15 to 1 is 5, quality -1: 8 + 4 is 12: 1/2. The squadron dies, the guests lose a step and rout.
    s.say("assault", &[4, 4]);
    s.say("lose r-1-let", &[]);
    assert_eq!((s.hex_of("w-cv-2k").as_str(), steps(&s, "w-res-1d")), ("Gone", vec![2]));
    assert_eq!(s.p.mode(unit("w-res-1d")), Mode::Routed);
}

#[test]
fn r9h_a_vehicle_that_attacks_from_a_hex_of_its_own_is_bound_to_nobody() {
    let s = field().put("w-2-1d", "1915").put("r-1-let", "1914").put("r-ac-let", "1814");
    let mut s = prepared(s, "1915", "r-1-let r-ac-let");
    // 6 to 5: 8 is 1/1, the attacker loses.
    s.say("assault", &[4, 4, 3]);
    assert_eq!((s.hex_of("r-ac-let").as_str(), steps(&s, "r-1-let w-2-1d")), ("1814", vec![3, 2]));
    // Beside the only unit that dies it is lost, beside another that lives it is not.
    let s = field().put("w-2-1d", "1915").put("r-rec1 r-ac-let", "1914").put("r-1-let", "1814");
    let lost = |s: Scene| {
        let mut s = prepared(s.steps("r-rec1", 1), "1915", "r-rec1 r-1-let r-ac-let");
        // 7 to 5, quality 4 to 5: 5 is 2/1, first on the predominant TQ, then on the recruits.
        s.say("assault", &[2, 4, 1]);
        assert_eq!(s.hex_of("r-rec1"), "Pool");
        s.hex_of("r-ac-let")
    };
    assert_eq!(lost(s), "Gone");
    let s = field().put("w-2-1d", "1915").put("r-rec1 r-ac-let r-art-let", "1914").put("r-1-let", "1814");
    assert_eq!(lost(s), "1914");
}

#[test]
fn r9_1_2e_a_train_that_only_supported_leaves_the_hex_of_the_dead() {
    let s = field().put("w-2-2k", "2305").put("r-rec1 r-at-avrora", "2204").steps("r-rec1", 1);
    let s = s.with(|p| p.turn = 10);
    let mut s = prepared(s, "2305", "r-rec1").with(|p| {
        p.combat.support[ATTACKER].insert(unit("r-at-avrora"));
        p.combat.all[ATTACKER].insert(unit("r-at-avrora"));
    });
    s.say("assault", &[1, 1]);
    assert_eq!(s.hex_of("r-rec1"), "Pool");
    let there = engine().far(&s.p, unit("r-at-avrora"), hex("2204"));
    assert_eq!((s.p.side(unit("r-at-avrora")), there), (RED, 2), "{}", s.told());
}

#[test]
fn r8_5_1n_a_train_that_fled_into_the_hex_goes_when_its_defenders_are_dead() {
    let s = field().put("w-cv-2k w-at-grom", "2707").put("r-1-let r-2-let", "2806").with(|p| {
        p.flight.guests = units("w-at-grom");
        p.flight.guests_on = [p.turn, p.active];
    });
    let mut s = prepared(s, "2707", "r-1-let r-2-let");
    assert_eq!(s.p.combat.units[DEFENDER], units("w-cv-2k"));
    s.say("assault", &[4, 4]);
    let grom = unit("w-at-grom");
    assert_eq!((s.p.side(grom), engine().far(&s.p, grom, hex("2707"))), (WHITE, 2), "{}", s.told());
}

#[test]
fn r8_8_2g_guns_that_only_supported_from_afar_do_not_save_the_dead_from_being_counted() {
    let s = field().put("w-cv-2k", "1915").put("w-art-1k", "1916").put("r-1-let r-2-let", "1914");
    let mut s = prepared(s, "1915", "r-1-let r-2-let").with(|p| {
        p.combat.support[DEFENDER].insert(unit("w-art-1k"));
        p.combat.all[DEFENDER].insert(unit("w-art-1k"));
    });
    s.say("assault", &[6, 6]);
    assert_eq!((s.hex_of("w-cv-2k").as_str(), s.p.prisoners), ("Gone", [0, 1]));
}

#[test]
fn r8_8_2c_a_second_round_goes_through_all_units_again() {
    let s = field().put("w-off-2k w-1-1d", "1915").put("r-1-let r-2-let", "1914");
    let mut s = prepared(s, "1915", "r-1-let r-2-let").with(|p| {
        (p.assault.due, p.assault.loser) = ([0, 4], DEFENDER as u8);
        p.play.steps.replace(Step::Assault(AssaultStep::Losses));
    });
    // Four losses: one each, then the first again, then the other.
    s.say("lose w-off-2k", &[1]);
    assert_eq!(steps(&s, "w-off-2k w-1-1d"), [2, 2]);
}

#[test]
fn r8_8_2i_guns_that_fought_alone_check_morale_when_one_of_them_dies() {
    rules!("orel 8.8.2k");
    let s = field().put("w-art-1k w-art-3d", "1915").put("r-1-let r-2-let", "1914").steps("w-art-1k", 1);
    let mut s = prepared(s, "1915", "r-1-let r-2-let");
    // 10 to 4 is 2: 9 is 1/1, m-2. The others are no guns that have lost their infantry.
    s.say("assault", &[3, 4]).say("lose w-art-1k", &[]).say("lose r-1-let", &[3]);
    s.say("retreat 1916", &[]);
    assert_eq!((s.hex_of("w-art-3d").as_str(), s.p.mode(unit("w-art-3d"))), ("1916", Mode::March));
}

#[test]
fn r9e_a_car_that_runs_with_the_guns_tests_all_the_same() {
    let s = field()
        .put("w-cv-2k w-art-1k w-ac-2k", "1915")
        .put("r-1-let r-2-let", "1914")
        .put("r-art-let", "1913");
    let mut s = prepared(s, "1915", "r-1-let r-2-let").with(|p| {
        p.combat.support[ATTACKER].insert(unit("r-art-let"));
        p.combat.all[ATTACKER].insert(unit("r-art-let"));
    });
    // 13 to 2 is 5, quality -1: 12 is 1/2. The squadron dies, the guns lose a step and rout, the car with them.
    s.say("assault", &[4, 4]).say("lose r-1-let", &[]);
    s.say("retreat 1916", &[]).say("retreat 1917", &[1]);
    assert_eq!((s.hex_of("w-art-1k").as_str(), s.hex_of("w-ac-2k").as_str()), ("1917", "Gone"));
}

#[test]
fn r8_8_2j_attacking_guns_stay_when_all_beside_them_run() {
    let s = field().put("w-2-1d", "1915").put("r-rec1 r-art-let", "1914");
    let mut s = prepared(s, "1915", "r-rec1");
    // 2 to 5 is -3, quality -3: 6 is 1/1, m-1. 6 - 1 + 1 is four over TQ 2.
    s.say("assault", &[6, 6, 6]);
    while matches!(s.p.play.steps.top(), Step::Flight(_)) {
        let to = s.offers().first().cloned().unwrap();
        s.say(&to, &[]);
    }
    assert_eq!(s.p.mode(unit("r-rec1")), Mode::Routed);
    assert_eq!((s.hex_of("r-art-let").as_str(), s.p.mode(unit("r-art-let"))), ("1914", Mode::Combat));
}

#[test]
fn r8_2_1o_a_train_captured_in_the_combat_owes_nothing_to_its_old_line() {
    // Whites in Orel keep it from the Red edge.
    let mut s = field().put("w-cv-2k w-at-grom", "2707").put("r-1-let r-2-let", "2806").put("w-1-3k", "2705");
    s = prepared(s, "2707", "r-1-let r-2-let");
    s.p.combat.units[DEFENDER].insert(unit("w-at-grom"));
    s.p.combat.all[DEFENDER].insert(unit("w-at-grom"));
    s.p.combat.contact.insert(unit("w-at-grom"));
    s.say("assault", &[4, 4]).say("lose r-1-let", &[]);
    while !s.p.at_peace() {
        let words = s.offers();
        let to = words.iter().find(|w| *w == "done").unwrap_or(&words[0]).clone();
        s.say(&to, &[]);
    }
    assert!(s.p.side(unit("w-at-grom")) == RED && !s.p.unsupplied.has(unit("w-at-grom")));
}
