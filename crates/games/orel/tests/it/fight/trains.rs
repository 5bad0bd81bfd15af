//! Trains in contact (9.1) and their duels (9.1.1).

use super::*;

/// A White train beside a Red one.
fn duel(white: &str, red: &str) -> Scene {
    let s = before(WHITE).put(white, "2404").put(red, "2305");
    hasty(s, "2305", white)
}

#[test]
fn r9_1_1a_a_train_duels_with_a_lone_train() {
    rules!("orel 9.1.1c", "orel 9a");
    // W20: 5 is at least twice 2, and a light train does not survive it.
    let s = duel("w-at-offitser", "r-at-avrora").begin(&[5, 2]);
    tells(&s, "duel of trains: Armored train Offitser 5 against Armored train Avrora 2");
    tells(&s, "Armored train Avrora is hit: a step, and back");
    assert_eq!(s.p.units.at(unit("r-at-avrora")), At::Gone);
    // With troops beside it it is not alone, and a train does not attack it.
    let s = before(WHITE).put("w-at-offitser", "2404").put("r-at-avrora r-1-7d", "2305");
    let s = hasty(s, "2305", "w-at-offitser").begin(&[]);
    assert!(s.p.on_map(unit("r-at-avrora")) && s.p.phase != Phase::Attacks);
}

#[test]
fn r9_1_1b_the_higher_roll_drives_the_other_off_for_two_turns() {
    rules!("orel 9.1.1f");
    // W21: 3 + 2 against 4.
    let s = duel("w-at-kalita", "r-at-avrora").with(white_rails);
    let mut s = s.begin(&[3, 4]);
    tells(
        &s,
        "duel of trains: Heavy armored train Ioann Kalita 3 + 2 (heavy) = 5 against Armored train Avrora 4",
    );
    let avrora = unit("r-at-avrora");
    assert_eq!((s.p.units.at(avrora), s.p.units.due(avrora)), (At::DrivenOff, 5));
    // It comes back by the railway on which it was.
    assert_eq!(s.p.hex(avrora), Some(hex("0701")));
    assert_eq!(s.side(), Some(WHITE));
    s.say("done", &[]);
    assert_eq!(s.hex_of("w-at-kalita"), "2404");
    // The attacker can lose, too; a damaged heavy train comes back whole, and adds nothing (D13).
    let s = duel("w-at-kalita", "r-at-avrora").steps("w-at-kalita", 1).begin(&[3, 4]);
    tells(&s, "duel of trains: Heavy armored train Ioann Kalita 3 against Armored train Avrora 4");
    let kalita = unit("w-at-kalita");
    assert_eq!((s.p.units.at(kalita), s.p.steps(kalita)), (At::DrivenOff, 2));
    assert_eq!(s.p.hex(kalita), Some(hex("2920")));
}

#[test]
fn r9_1_1c_a_heavy_train_is_damaged_and_goes_back_a_hex() {
    let s = before(RED).put("r-at-avrora", "2305").put("w-at-kalita", "2404");
    let s = hasty(s, "2404", "r-at-avrora").begin(&[6, 1]);
    // 6 against 1 + 2.
    assert_eq!((s.p.steps(unit("w-at-kalita")), s.hex_of("w-at-kalita").as_str()), (1, "2505"));
}

#[test]
fn r9_1_1d_a_tie_changes_nothing() {
    let s = duel("w-at-offitser", "r-at-avrora").begin(&[4, 4]);
    tells(&s, "the duel has no result");
    assert_eq!((s.hex_of("w-at-offitser").as_str(), s.hex_of("r-at-avrora").as_str()), ("2404", "2305"));
    assert!(s.p.attacks[0].done);
}

#[test]
fn r9_1_1e_the_victor_who_attacked_may_move_up() {
    let mut s = duel("w-at-offitser", "r-at-avrora").with(white_rails).begin(&[6, 4]);
    s.say("advance w-at-offitser", &[]);
    assert_eq!(s.hex_of("w-at-offitser"), "2305");
}

/// Red infantry and a train against a White battalion with one, along the railway.
fn contact() -> Scene {
    let s = before(RED).put("r-1-let r-at-avrora", "2204").put("r-at-lenine", "2104");
    let s = s.put("w-res-1d w-at-kalita", "2305").put("w-at-offitser", "2404");
    attack(s, "2305", true, ["r-1-let", "r-at-avrora r-at-lenine", "w-at-offitser"]).begin(&[])
}

#[test]
fn r9_1a_a_train_goes_into_contact_instead_of_supporting() {
    rules!("orel 9.1b", "orel 9.1c", "orel 9.1.2a", "orel 9.1.2b", "orel 9j");
    let mut s = contact();
    s.say("stand", &[]);
    assert_eq!(
        (s.side(), s.offers()),
        (Some(RED), vec!["contact r-at-avrora".to_string(), "done".to_string()])
    );
    // The other one is not beside the enemy.
    assert_eq!(s.refused("contact r-at-lenine"), "9.1c");
    assert_eq!(s.refused("contact r-1-let"), "9.1a");
    assert_eq!(s.refused("contact w-at-kalita"), "9.1a");
    s.say("contact r-at-avrora", &[]);
    assert_eq!(
        (s.side(), s.offers()),
        (Some(WHITE), vec!["contact w-at-kalita".to_string(), "done".to_string()])
    );
    assert_eq!(s.refused("contact w-at-offitser"), "9.1.2a");
    // Coordination only for the two that support; contact needs none.
    s.say("contact w-at-kalita", &[4, 5, 1, 1]);
    tells(&s, "Heavy armored train Ioann Kalita goes into contact with fire 4");
    tells(&s, "strength of the attacker: 5 + 2 train in contact + 2 fire = 9");
    tells(&s, "strength of the defender: 3 + 4 train in contact + 1 of 2 fire not coordinated = 8");
    let c = s.p.combat;
    assert_eq!(c.contact, units("r-at-avrora w-at-kalita"));
    // Each helps its stack and frightens the other one.
    assert_eq!(reasons(&s, &c, "r-1-let"), vec![("8.7.1d", -1), ("8.7.1d", 1)]);
    assert_eq!(reasons(&s, &c, "w-res-1d"), vec![("8.7.1d", -1), ("8.7.1d", 1)]);
}

#[test]
fn r9j_a_train_that_only_supports_frightens_nobody() {
    let mut s = contact();
    s.say("stand", &[]).say("done", &[]).say("done", &[1, 1, 1, 1, 1]);
    assert_eq!(s.p.combat.contact, Pieces::EMPTY);
    assert_eq!(reasons(&s, &s.p.combat, "r-1-let"), vec![]);
}

#[test]
fn r9_1a_fired_or_unsupplied_trains_stay_out() {
    rules!("orel 8.2.3b");
    let mut s = contact();
    s.say("stand", &[]).say("done", &[]);
    s.p.units.set_marker(unit("w-at-kalita"), Marker::Barrage);
    assert_eq!(s.refused("contact w-at-kalita"), "9.1a");
    s.p.units.set_marker(unit("w-at-kalita"), Marker::Defence { attack: 1 });
    assert_eq!(s.refused("contact w-at-kalita"), "9.1a", "it supports the defence elsewhere");
    s.p.units.set_marker(unit("w-at-kalita"), Marker::Defence { attack: 0 });
    assert!(s.offered("contact w-at-kalita"));
    s.p.units.set_marker(unit("w-at-kalita"), Marker::None);
    s.p.unsupplied.insert(unit("w-at-kalita"));
    assert_eq!(s.refused("contact w-at-kalita"), "8.2.3b");
}

#[test]
fn r9a_a_train_that_attacks_with_combat_units_may_go_in_or_support() {
    let base = || {
        let s = before(WHITE).put("w-2-2k w-at-offitser", "2404").put("r-1-7d", "2305");
        prepared(s, "2305", "w-2-2k w-at-offitser").begin(&[])
    };
    let mut s = base();
    assert_eq!((s.side(), s.asked().0), (Some(WHITE), "9.1a"));
    s.say("contact w-at-offitser", &[1, 1]);
    tells(&s, "strength of the attacker: 5 + 2 train in contact = 7");
    assert_eq!(s.p.combat.units[ATTACKER], units("w-2-2k w-at-offitser"));
    let mut s = base();
    s.say("done", &[5, 1, 1]);
    tells(&s, "strength of the attacker: 5 + 1 of 2 fire not coordinated = 6");
    assert_eq!(s.p.combat.units[ATTACKER], units("w-2-2k"));
    // Without combat units in its own hex it only supports.
    let s = before(WHITE).put("w-at-offitser", "2404").put("w-2-2k", "2405").put("r-1-7d", "2305");
    let s = attack(s, "2305", true, ["w-2-2k", "w-at-offitser", ""]).begin(&[2, 1, 1]);
    assert_eq!(s.p.combat.contact, Pieces::EMPTY);
}

/// The railway behind the Red train is White too.
fn white_rails(p: &mut Position) {
    p.rails[0].insert(hex("2305"));
    p.rails[1].remove(hex("2305"));
}

#[test]
fn r9_1_1a_a_train_that_supports_the_attack_fights_no_duel() {
    let s = before(WHITE).put("w-at-offitser w-at-kalita", "2404").put("r-at-avrora", "2305");
    let s = attack(s, "2305", false, ["w-at-offitser", "w-at-kalita", ""]).begin(&[1, 2]);
    // The lighter one has lost, and that is the end of it.
    assert_eq!(s.p.units.at(unit("w-at-offitser")), At::Gone);
    assert_eq!((s.hex_of("w-at-kalita").as_str(), s.hex_of("r-at-avrora").as_str()), ("2404", "2305"));
    assert!(s.p.attacks[0].done && s.p.at_peace());
}

#[test]
fn r9_1_1a_two_trains_duel_one_after_the_other() {
    // The first duel is a tie, the second drives the enemy off; only the victor may move up.
    let s = before(WHITE).put("w-at-offitser w-at-grom", "2404").put("r-at-avrora", "2305").with(white_rails);
    let first =
        units("w-at-offitser w-at-grom").iter().map(|u| engine().id(u).to_string()).collect::<Vec<_>>();
    let mut s = hasty(s, "2305", "w-at-offitser w-at-grom").begin(&[3, 3, 5, 3]);
    assert_eq!(s.p.units.at(unit("r-at-avrora")), At::DrivenOff);
    assert_eq!(s.offers(), [format!("advance {}", first[1]), "done".to_string()]);
    s.say("done", &[]);
    // Against two of them the second attacker meets the second defender, and a hex that is held is not entered.
    let s = before(WHITE).put("w-at-offitser w-at-grom", "2404").put("r-at-avrora r-at-lenine", "2305");
    let s = hasty(s.with(white_rails), "2305", "w-at-offitser w-at-grom").begin(&[5, 3, 4, 4]);
    let left = ["r-at-avrora", "r-at-lenine"].into_iter().filter(|t| s.p.on_map(unit(t))).count();
    assert_eq!((left, s.p.phase != Phase::Attacks), (1, true));
}

#[test]
fn r9i_a_train_that_cannot_leave_with_the_routed_takes_no_part_but_in_contact() {
    // All around 2305 stand Reds: the battalion is Routed where it stands, and its train stays with it.
    let around = ["2304", "2405", "2406", "2306", "2205", "2204"];
    let s = ["r-1-let", "r-2-let", "r-3-let", "r-4-let", "r-5-let", "r-6-let"]
        .iter()
        .zip(around.iter().filter(|h| game().d.map.distance(hex(h), hex("2305")) == 1))
        .fold(before(RED).put("w-res-1d w-at-offitser", "2305"), |s, (id, at)| s.put(id, at));
    let gap = game().d.map.neighbours(hex("2305")).find(|h| !s.p.holds(RED, *h));
    let s = match gap {
        Some(h) => s.put("r-7-let", &game().d.map.name(h)),
        None => s,
    };
    let by = *["r-1-let", "r-2-let"].iter().find(|id| s.p.on_map(unit(id))).unwrap();
    let mut s = prepared(s, "2305", by).begin(&[]);
    s.say("stand", &[]).say("done", &[1, 6]);
    assert_eq!((s.p.mode(unit("w-res-1d")), s.hex_of("w-at-offitser").as_str()), (Mode::Routed, "2305"));
    assert_eq!(s.p.combat.units[DEFENDER], units("w-res-1d"));
}

#[test]
fn r9_1c_a_defending_train_needs_enemies_at_the_end_of_its_rail() {
    // The attack comes from 2304, where no railway leads.
    let s = before(RED).put("r-1-let", "2304").put("w-res-1d w-at-offitser", "2305");
    let mut s = prepared(s, "2305", "r-1-let").begin(&[]);
    s.say("stand", &[1, 1]);
    assert_eq!((s.asked().0, s.p.combat.contact), ("8.8a", Pieces::EMPTY));
}

#[test]
fn r9_1_1a_a_train_beside_the_track_of_the_other_fights_no_duel() {
    let s = before(WHITE).put("w-at-offitser", "2404").put("w-at-grom", "2405").put("r-at-avrora", "2305");
    let s = prepared(s, "2305", "w-at-offitser w-at-grom").begin(&[4, 4]);
    assert!(s.p.on_map(unit("r-at-avrora")) && s.p.attacks[0].done);
}

#[test]
fn r9_1_1b_a_train_comes_back_with_munitions() {
    let s = duel("w-at-offitser", "r-at-avrora").with(|p| p.unsupplied.insert(unit("r-at-avrora")));
    let s = s.begin(&[5, 4]);
    let avrora = unit("r-at-avrora");
    assert!(s.p.units.at(avrora) == At::DrivenOff && !s.p.unsupplied.has(avrora));
}

#[test]
fn r8_5g_a_train_that_goes_before_combat_supports_nobody() {
    let s = before(RED).put("r-1-let", "2204").put("w-2-2k w-at-offitser", "2305");
    let mut s = attack(s, "2305", true, ["r-1-let", "", "w-at-offitser"]).begin(&[]);
    // The battalion fails and stays, the train is a hex away and still in range.
    s.say("retreat", &[6, 1, 1]);
    assert_eq!((s.hex_of("w-at-offitser").as_str(), s.p.combat.support[DEFENDER]), ("2404", Pieces::EMPTY));
}
