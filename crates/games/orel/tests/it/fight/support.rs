//! Coordination of supports (8.6.2) and charges (8.7.1r to 8.7.1w).

use super::*;

/// Red infantry with its guns attacks a battalion of TQ 3 which has guns behind it.
fn guns(prepared: bool) -> Scene {
    let s = before(RED).put("r-1-let", "2116").put("r-art-let r-art-pavl", "2115");
    let s = s.put("w-res-1d", "2117").put("w-art-1k", "2118");
    attack(s, "2117", prepared, ["r-1-let", "r-art-let r-art-pavl", "w-art-1k"])
}

#[test]
fn r8_6_2e_each_support_checks_by_itself() {
    rules!("orel 8.6.2g", "orel 8.1g", "orel EX-b");
    // The attacker's guns first: 5 of TQ 5 passes, 5 of TQ 4 does not, the defender's 6 does not.
    let s = guns(true).begin(&[5, 5, 6, 1, 1]);
    tells(&s, "support of Art/Let: 5 against TQ 5: full fire");
    tells(&s, "support of Art/Pavl: 5 against TQ 4: half fire");
    tells(&s, "support of Art/1K: 6 against TQ 5: half fire");
    assert_eq!(s.p.combat.half, units("r-art-pavl w-art-1k"));
    tells(&s, "strength of the attacker: 5 + 3 fire + 1 of 2 fire not coordinated = 9");
    tells(&s, "strength of the defender: 3 + 1 of 3 fire not coordinated = 4");
}

#[test]
fn r7_2o_a_hasty_attack_hampers_the_supports_of_both_sides() {
    let s = guns(false).begin(&[5, 3, 5, 1, 1]);
    tells(&s, "support of Art/Let: 5 + 1 (Hasty Attack) = 6 against TQ 5: half fire");
    tells(&s, "support of Art/Pavl: 3 + 1 (Hasty Attack) = 4 against TQ 4: full fire");
    tells(&s, "support of Art/1K: 5 + 1 (Hasty Attack) = 6 against TQ 5: half fire");
}

#[test]
fn r5_3h_guns_out_of_command_add_2() {
    let s = guns(true).with(|p| p.ooc = units("r-art-let w-art-1k"));
    let s = s.begin(&[4, 4, 3, 1, 1]);
    tells(&s, "support of Art/Let: 4 + 2 (Out of Command) = 6 against TQ 5: half fire");
    tells(&s, "support of Art/1K: 3 + 2 (Out of Command) = 5 against TQ 5: full fire");
}

#[test]
fn r8_6_2f_trains_are_coordinated_with_tq_4() {
    let s = before(RED).put("r-1-let", "2204").put("r-at-avrora", "2104").put("w-res-1d", "2305");
    let s = attack(s, "2305", true, ["r-1-let", "r-at-avrora", ""]).begin(&[5, 1, 1]);
    tells(&s, "support of Armored train Avrora: 5 against TQ 4: half fire");
}

#[test]
fn r8_7_1p_guns_alone_are_coordinated() {
    let alone = |mode: Mode| {
        let s = before(RED).put("r-1-let", "2116").put("w-artl2-1d", "2117").mode("w-artl2-1d", mode);
        prepared(s, "2117", "r-1-let")
    };
    let s = alone(Mode::Combat).begin(&[6, 1, 1]);
    tells(&s, "strength of the defender: 2 of 5 fire not coordinated");
    tells(&s, "ratio 5 to 2 = 2.50");
    // In March mode there is nothing to coordinate (8.7.1q).
    let s = alone(Mode::March).begin(&[1, 1]);
    tells(&s, "strength of the defender: 1");
}

#[test]
fn r7_1_4g_guns_that_march_or_were_routed_lend_nothing() {
    rules!("orel 8.7.3m", "orel 8.2.3b");
    let s = guns(true).mode("r-art-let", Mode::March).mode("w-art-1k", Mode::Routed);
    assert_eq!(combat(&s).support, [units("r-art-pavl"), Pieces::EMPTY]);
    let s = before(RED).put("r-1-let", "2204").put("r-at-avrora", "2104").put("w-res-1d", "2305");
    let s = attack(s, "2305", true, ["r-1-let", "r-at-avrora", ""]);
    let s = s.with(|p| p.unsupplied = units("r-at-avrora"));
    assert_eq!(combat(&s).support[ATTACKER], Pieces::EMPTY);
}

/// Red cavalry attacks from 2116, White cavalry defends.
fn horse(attackers: &str, defenders: &str) -> Scene {
    let s = before(RED).put(attackers, "2116").put(defenders, "2117");
    prepared(s, "2117", attackers)
}

#[test]
fn r8_7_1s_good_cavalry_charges_anybody() {
    rules!("orel 8.7.1r");
    let may = |s: &Scene, id: &str| engine().may_charge(&s.p, &combat(s), unit(id));
    let s = horse("r-cv-let r-cv-41s", "w-2-2k");
    assert!(may(&s, "r-cv-let") && !may(&s, "r-cv-41s"));
    // The others need an enemy without a combat unit in good order.
    for mode in [Mode::March, Mode::Routed] {
        assert!(may(&horse("r-cv-41s", "w-2-2k").mode("w-2-2k", mode), "r-cv-41s"));
    }
    assert!(may(&horse("r-cv-41s", "w-art-1k"), "r-cv-41s"));
    assert!(!may(&horse("r-cv-41s", "w-2-2k w-3-2k").mode("w-2-2k", Mode::March), "r-cv-41s"));
    let s = horse("r-cv-41s", "w-2-2k");
    let mut c = combat(&s);
    c.disorganised = units("w-2-2k");
    assert!(engine().may_charge(&s.p, &c, unit("r-cv-41s")));
    assert!(!may(&s, "w-2-2k"));
}

#[test]
fn r8_7_1t_nobody_charges_into_towns_forests_or_trenches() {
    let at = |target: &str, from: &str| {
        let s = before(RED).put("r-cv-let", from).put("w-2-2k w-3-2k", target);
        prepared(s, target, "r-cv-let")
    };
    let may = |s: &Scene| engine().may_charge(&s.p, &combat(s), unit("r-cv-let"));
    assert!(may(&at("2117", "2116")));
    assert!(!may(&at("1102", "1103")));
    assert!(!may(&at("1317", "1217")));
    assert!(!may(&at("2705", "2805")));
    let dug = |ids: &str| at("2117", "2116").dug(ids, Dug::Entrenched);
    assert!(may(&dug("w-2-2k")) && !may(&dug("w-2-2k w-3-2k")));
    assert!(may(&at("2117", "2116").dug("w-2-2k w-3-2k", Dug::Building)));
    // Tanks in the attack make trenches worth nothing (orel 9.2.2c).
    let s = before(WHITE).put("w-19dr w-tank", "2707").put("r-1-let", "2708").dug("r-1-let", Dug::Entrenched);
    let may = |s: &Scene| engine().may_charge(&s.p, &combat(s), unit("w-19dr"));
    assert!(may(&prepared(s, "2708", "w-19dr w-tank")));
    let s = before(WHITE).put("w-19dr", "2707").put("r-1-let", "2708").dug("r-1-let", Dug::Entrenched);
    assert!(!may(&prepared(s, "2708", "w-19dr")));
}

#[test]
fn r8_7_1u_defending_cavalry_needs_open_ground_and_order() {
    let may = |s: &Scene| engine().may_charge(&s.p, &combat(s), unit("w-cv-2k"));
    assert!(may(&horse("r-1-let", "w-cv-2k")));
    assert!(!may(&horse("r-1-let", "w-cv-2k").mode("w-cv-2k", Mode::March)));
    let s = before(RED).put("r-1-let", "1103").put("w-cv-2k", "1102");
    assert!(!may(&prepared(s, "1102", "r-1-let")));
}

#[test]
fn r8_7_1w_the_attacker_decides_first() {
    rules!("orel 8.7.1f");
    let mut s = horse("r-cv-let", "w-cv-2k w-res-1d").begin(&[]);
    s.say("stand", &[]);
    assert_eq!((s.side(), s.offers()), (Some(RED), vec!["charge r-cv-let".to_string(), "done".to_string()]));
    assert_eq!(s.refused("charge w-cv-2k"), "8.7.1w");
    // It may also fight dismounted.
    s.say("done", &[]);
    assert_eq!((s.side(), s.asked().0), (Some(WHITE), "8.7.1w"));
    s.say("charge w-cv-2k", &[1, 1]);
    assert_eq!(s.p.combat.charging, units("w-cv-2k"));
    tells(&s, "Cv/2K charges with 1");
    tells(&s, "strength of the attacker: 2");
}

#[test]
fn r8_8_1b_who_declined_to_charge_is_not_asked_again_for_the_assault() {
    let mut s = horse("r-cv-let", "w-cv-2k w-res-1d").begin(&[]);
    s.say("stand", &[]).say("done", &[]).say("done", &[1, 1]);
    s.say("assault", &[6, 6]);
    assert_eq!(s.asked().0, "8.8.2c", "nothing has changed: the dice fall at once");
}
