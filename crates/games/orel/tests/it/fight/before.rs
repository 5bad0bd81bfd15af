//! Retreat before combat (8.5).

use super::*;

/// Red attacks a White stack from the north.
fn red(attackers: &str, defenders: &str) -> Scene {
    before(RED).put(attackers, "2116").put(defenders, "2117")
}

#[test]
fn r8_5a_the_table_says_who_may_go_and_how() {
    rules!("orel 8.7.3l", "orel 8.5f");
    let all = "w-2-2k w-cv-2k w-art-1k w-tank w-ac-2k w-at-offitser w-cv2-1d";
    let s = before(RED).put("r-1-let", "2204").put(all, "2305");
    let mut s = prepared(s, "2305", "r-1-let").begin(&[]);
    let who = engine().before_combat(&s.p);
    assert_eq!(who.freely, units("w-cv-2k w-ac-2k w-at-offitser"));
    assert_eq!((who.checking, who.guns, who.fast), (units("w-2-2k"), units("w-art-1k"), 0));
    // With horse or cars among the attackers cavalry must check, too, and infantry has 1 more.
    s.p.place(unit("r-cv-let"), hex("2204"));
    s.p.attacks[0].attackers.insert(unit("r-cv-let"));
    s.p.combat = engine().combat_of(&s.p, &s.p.attacks[0]);
    let who = engine().before_combat(&s.p);
    assert_eq!(who.freely, units("w-ac-2k w-at-offitser"));
    assert_eq!((who.checking, who.fast), (units("w-2-2k w-cv-2k"), 1));
    // Horse artillery tries by itself.
    let s = before(WHITE).put("w-2-2k", "2118").put("r-hart-tchkz r-art-7d", "2117");
    let s = prepared(s, "2117", "w-2-2k").begin(&[]);
    assert_eq!(engine().before_combat(&s.p).checking, units("r-hart-tchkz"));
}

#[test]
fn r8_5a_nobody_is_asked_who_cannot_go() {
    let s = hasty(red("r-1-let", "w-res-1d"), "2117", "r-1-let").begin(&[2, 2]);
    assert_eq!(s.asked().0, "8.8a");
    let s = hasty(red("r-1-let", "w-off-2k").mode("w-off-2k", Mode::Routed), "2117", "r-1-let");
    assert_eq!(s.begin(&[1, 1]).asked().0, "8.8a");
}

#[test]
fn r8_5a_who_stands_is_asked_no_more() {
    let mut s = prepared(red("r-1-let", "w-2-2k"), "2117", "r-1-let").begin(&[]);
    assert_eq!((s.side(), s.asked().0), (Some(WHITE), "8.5a"));
    // The sides meet: the attacker's Cohesion die and the defender's fall.
    s.say("stand", &[2, 2]);
    tells(&s, "the defender stands");
    assert_eq!((s.side(), s.asked().0), (Some(RED), "8.8a"));
}

#[test]
fn r7_2o_a_hasty_attack_makes_going_harder() {
    rules!("orel 8.5i", "orel 1.2m");
    // W25: 5 + 1 is more than 5.
    let mut s = hasty(red("r-1-let", "w-2-2k"), "2117", "r-1-let").begin(&[]);
    s.say("retreat", &[5, 1, 1]);
    tells(&s, "retreat before combat of 2/2K: 5 + 1 (Hasty Attack) = 6 against TQ 5: failed, March mode");
    assert_eq!((s.hex_of("w-2-2k").as_str(), s.p.mode(unit("w-2-2k"))), ("2117", Mode::March));
    assert_eq!(s.asked().0, "8.8a");
    // In a Prepared Attack a 5 is enough.
    let mut s = prepared(red("r-1-let", "w-2-2k"), "2117", "r-1-let").begin(&[]);
    s.say("retreat", &[5]);
    tells(&s, "retreat before combat of 2/2K: 5 against TQ 5: passed");
}

#[test]
fn r8_5h_an_emptied_hex_may_be_entered_without_pursuit() {
    rules!("orel 8.5d");
    let s = red("r-1-let", "w-2-2k").put("r-cv-let", "2216");
    let mut s = prepared(s, "2117", "r-1-let r-cv-let").begin(&[]);
    // Fast attackers: 1 more.
    s.say("retreat", &[4]);
    tells(&s, "retreat before combat of 2/2K: 4 + 1 (fast attackers) = 5 against TQ 5: passed");
    let to = s.offers().first().cloned().unwrap();
    s.say(&to, &[]);
    assert_eq!(s.p.mode(unit("w-2-2k")), Mode::March);
    assert_eq!((s.side(), s.offered("advance r-cv-let")), (Some(RED), true));
    s.say("advance r-cv-let", &[]);
    assert_eq!(s.p.mode(unit("r-cv-let")), Mode::Combat);
    s.say("done", &[]);
    assert!(s.p.at_peace());
}

#[test]
fn r8_5j_who_goes_freely_does_not_wait_for_the_others() {
    rules!("orel 8.5b", "orel 8.5c");
    let s = red("r-1-let", "w-cv-2k w-2-2k w-res-1d");
    let mut s = prepared(s, "2117", "r-1-let").begin(&[]);
    // W26: cavalry against infantry needs no roll; the battalion must try with it, and fails.
    s.say("retreat", &[6]);
    tells(&s, "Cv/2K can go without a check");
    let to = s.offers().first().cloned().unwrap();
    s.say(&to, &[1, 1]);
    assert_ne!(s.hex_of("w-cv-2k"), "2117");
    assert_eq!(s.p.combat.units[DEFENDER], units("w-2-2k w-res-1d"));
    assert_eq!((s.p.mode(unit("w-2-2k")), s.p.mode(unit("w-res-1d"))), (Mode::March, Mode::Combat));
}

#[test]
fn r8_5c_one_die_against_the_predominant_tq_of_those_who_check() {
    // Samour TQ 4, three steps; Kornilov TQ 6, four steps: predominant 6.
    let s = red("r-1-let", "w-1-83s w-off-2k");
    let mut s = prepared(s, "2117", "r-1-let").begin(&[]);
    s.say("retreat", &[6]);
    tells(&s, "retreat before combat of off/2K, 1/83S: 6 against TQ 6: passed");
}

#[test]
fn r8_5e_guns_go_along_if_their_owner_likes() {
    rules!("orel 8.5g");
    let base = || {
        let s = red("r-1-let", "w-2-2k w-art-1k w-artl2-1d").put("r-4-let", "2217").put("w-3-2k", "2218");
        let s = attack(s, "2117", true, ["r-1-let", "", ""]);
        attack(s, "2218", true, ["r-4-let", "", "w-art-1k"]).begin(&[])
    };
    let mut s = base();
    s.say("resolve 2117", &[]).say("retreat", &[3]);
    assert_eq!((s.side(), s.asked().0), (Some(WHITE), "8.5e"));
    assert_eq!(s.offers(), ["along w-artl2-1d", "along w-art-1k", "done"]);
    assert_eq!(s.refused("along w-2-2k"), "8.5e");
    s.say("along w-art-1k", &[]);
    s.say("done", &[2, 1, 1]);
    // What went lends no fire any more, here or elsewhere; what stayed fights alone.
    assert_eq!(s.p.attacks[1].defence, Pieces::EMPTY);
    assert_eq!((s.hex_of("w-artl2-1d").as_str(), s.p.combat.units[DEFENDER]), ("2117", units("w-artl2-1d")));
    // If the attempt fails the guns stay.
    let mut s = base();
    s.say("resolve 2117", &[]).say("retreat", &[6, 1, 1]);
    assert_eq!(s.asked().0, "8.8a");
}

#[test]
fn r9c_vehicles_alone_must_go() {
    rules!("orel 9d");
    // A car on open ground goes by itself, and the attack costs nothing.
    let s = red("r-1-let", "w-ac-2k").put("r-cv3-let", "2114");
    let mut s = supplied(hasty(s, "2117", "r-1-let"), 1, "r-cv3-let", 2).begin(&[]);
    assert_eq!(s.p.points[usize::from(unit("r-cv3-let"))], 3);
    assert_eq!(s.side(), Some(WHITE));
    let to = s.offers().first().cloned().unwrap();
    s.say(&to, &[]);
    assert_ne!(s.hex_of("w-ac-2k"), "2117");
    assert!(s.offered("advance r-1-let"));
    // A tank that has broken down does not get away.
    let s = red("r-1-let", "w-tank").with(|p| p.broken = units("w-tank"));
    let s = hasty(s, "2117", "r-1-let").begin(&[]);
    assert!(!s.p.on_map(unit("w-tank")));
}

#[test]
fn r9c_a_tank_left_by_all_others_goes_too() {
    let s = before(RED).put("r-1-let", "2204").put("w-2-2k w-tank", "2305");
    let mut s = prepared(s, "2305", "r-1-let").begin(&[]);
    s.say("retreat", &[2]);
    while s.side() == Some(WHITE) {
        let to = s.offers().first().cloned().unwrap();
        s.say(&to, &[]);
    }
    assert!(s.p.on_map(unit("w-tank")) && s.hex_of("w-tank") != "2305");
    assert!(s.offered("advance r-1-let"));
}

/// Red units all around a hex.
fn ring(s: Scene) -> Scene {
    let around = ["2116", "2216", "2217", "2118", "2017", "2016"];
    let ids = ["r-1-let", "r-2-let", "r-3-let", "r-4-let", "r-5-let", "r-6-let"];
    ids.iter().zip(around).fold(s, |s, (id, hex)| s.put(id, hex))
}

#[test]
fn r8_5_1q_who_has_no_way_out_is_routed_and_fights_so() {
    let s = prepared(ring(before(RED).put("w-2-2k", "2117")), "2117", "r-1-let");
    let mut s = s.begin(&[]);
    s.say("retreat", &[3, 1, 1]);
    assert_eq!(s.p.mode(unit("w-2-2k")), Mode::Routed);
    // A quarter of 5.
    tells(&s, "strength of the defender: 5/4 = 1");
    assert_eq!((s.asked().0, s.p.combat.units[DEFENDER]), ("8.8a", units("w-2-2k")));
    // The same after Cohesion: the unit is still there to be assaulted.
    let s = prepared(ring(before(RED).put("w-res-1d", "2117")), "2117", "r-1-let").begin(&[1, 6]);
    assert_eq!(s.p.mode(unit("w-res-1d")), Mode::Routed);
    let c = s.p.combat;
    assert_eq!((c.units[DEFENDER], c.gone, c.routed), (units("w-res-1d"), Pieces::EMPTY, units("w-res-1d")));
    assert_eq!(s.asked().0, "8.8a");
}

/// A defender with a stranger beside it, which a retreat has forced in.
fn stranger(defender: &str) -> Scene {
    let s = red("r-1-let", &format!("{defender} w-3-2k")).mode("w-3-2k", Mode::March);
    prepared(s, "2117", "r-1-let").with(|p| {
        p.flight.guests = units("w-3-2k");
        p.flight.guests_on = [p.turn, p.active];
    })
}

#[test]
fn r8_5_1n_strangers_share_the_lot_of_the_defenders() {
    rules!("orel 8.5.1m");
    // They go with the units that go before combat, without a die of their own.
    let mut s = stranger("w-2-2k").begin(&[]);
    assert_eq!(engine().before_combat(&s.p).checking, units("w-2-2k"));
    s.say("retreat", &[5]);
    while matches!(s.p.play.steps.top(), Step::Flight(_)) {
        let to = s.offers().first().cloned().unwrap();
        s.say(&to, &[]);
    }
    assert_eq!(s.hex_of("w-3-2k"), s.hex_of("w-2-2k"));
    assert!(s.offered("advance r-1-let"));
    // They rout if all who defended rout.
    let mut s = stranger("w-rec1").begin(&[1, 6]);
    tells(
        &s,
        "Cohesion of White recruit battalion 1: 6 + 1 (attacker stronger) = 7 against TQ 3, failed by 4: routs",
    );
    while matches!(s.p.play.steps.top(), Step::Flight(_)) {
        let to = s.offers().first().cloned().unwrap();
        s.say(&to, &[]);
    }
    assert_eq!(s.p.mode(unit("w-3-2k")), Mode::Routed);
    assert_ne!(s.hex_of("w-3-2k"), "2117");
}

#[test]
fn r8_2_1k_points_of_an_attack_that_meets_nobody_are_not_given_back() {
    let s = red("r-1-let", "w-2-2k").put("r-cv3-let", "2114");
    let mut s = supplied(prepared(s, "2117", "r-1-let"), 1, "r-cv3-let", 1).begin(&[]);
    s.say("retreat", &[1]);
    while matches!(s.p.play.steps.top(), Step::Flight(_)) {
        let to = s.offers().first().cloned().unwrap();
        s.say(&to, &[]);
    }
    s.say("advance r-1-let", &[]);
    assert_eq!(s.p.attacks[0].depot, unit("r-cv3-let").into());
}

#[test]
fn r8_2_3c_a_car_without_supplies_does_not_go_before_combat() {
    let s = || hasty(red("r-1-let", "w-res-1d w-ac-2k"), "2117", "r-1-let");
    assert_eq!(s().begin(&[]).asked().0, "8.5a", "a car could");
    let s = s().with(|p| p.unsupplied.insert(unit("w-ac-2k"))).begin(&[2, 2]);
    assert_eq!(s.asked().0, "8.8a", "nobody could");
}

#[test]
fn r8_5_1n_strangers_go_with_vehicles_that_must_go() {
    rules!("orel 9c");
    let mut s = stranger("w-ac-2k").begin(&[]);
    while matches!(s.p.play.steps.top(), Step::Flight(_)) {
        let to = s.offers().first().cloned().unwrap();
        s.say(&to, &[]);
    }
    assert_ne!(s.hex_of("w-3-2k"), "2117");
    assert!(s.offered("advance r-1-let"));
    // A Depot goes nowhere, so they stay, and nobody enters a hex that they hold.
    let s = stranger("w-cv2-1d").begin(&[]);
    assert_eq!((s.hex_of("w-3-2k").as_str(), s.hex_of("w-cv2-1d").as_str()), ("2117", "2117"));
    assert!(s.p.attacks[0].done && !s.offered("advance r-1-let"));
}
