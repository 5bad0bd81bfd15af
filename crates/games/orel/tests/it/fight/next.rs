//! The choice of the attack, attacks that are cancelled, lone Depots (8.1e, 7.2q, 3.3a).

use super::*;

/// Two attacks of Red, each with 2 points of a Depot.
fn two() -> Scene {
    let s = before(RED).put("r-1-let", "2116").put("r-4-let", "2315").put("r-cv3-let", "2114");
    let s = s.put("w-2-2k", "2117").put("w-3-2k", "2316");
    let s = prepared(prepared(s, "2117", "r-1-let"), "2316", "r-4-let");
    supplied(s, 2, "r-cv3-let", 1)
}

#[test]
fn r8_1e_the_active_side_picks_the_order() {
    let mut s = two().begin(&[]);
    assert_eq!((s.side(), s.asked().0), (Some(RED), "8.1e"));
    assert_eq!(s.offers(), ["resolve 2117", "resolve 2316"]);
    assert_eq!(s.refused("resolve 2118"), "8.1e");
    s.say("resolve 2316 by r-4-let", &[]);
    assert_eq!((s.p.combat.attack, s.p.combat.hex), (1, hex("2316")));
    assert_eq!((s.side(), s.asked().0), (Some(WHITE), "8.5a"));
    tells(&s, "Prepared Attack on 2316 Chernodye by 4/Let, against 3/2K");
    assert_eq!(s.refused("resolve 2117"), "8.5a");
}

#[test]
fn r7_2q_an_attack_on_an_empty_hex_is_cancelled() {
    let s = two().with(|p| p.place(unit("w-2-2k"), hex("2119")));
    let s = s.begin(&[]);
    // The one that is left needs no choice; the points of the other go back.
    assert_eq!(s.p.combat.attack, 1);
    assert!(s.p.attacks[0].done);
    assert_eq!(s.p.points[usize::from(unit("r-cv3-let"))], 3);
    assert_eq!(s.p.attacks[0].depot, Maybe::NONE);
    assert_eq!(s.hex_of("r-1-let"), "2116");
    let why = "attack on 2117 Muravl by 1/Let is cancelled: the defender has gone; \
               2 Munitions Points go back to First convoy of the Letton Division";
    tells(&s, why);
}

#[test]
fn r9a_vehicles_do_not_attack_alone() {
    let s = before(WHITE).put("w-tank", "2118").put("r-1-7d", "2117");
    let s = hasty(s, "2117", "w-tank").begin(&[]);
    assert!(s.p.attacks[0].done && s.p.phase != Phase::Attacks);
}

#[test]
fn r3_3a_a_depot_alone_is_met_without_checks_or_munitions() {
    let s = before(RED).put("r-1-let", "2116").put("w-cv3-83s", "2117").put("r-cv3-let", "2114");
    let mut s = supplied(prepared(s, "2117", "r-1-let"), 1, "r-cv3-let", 1).begin(&[]);
    assert_eq!(s.p.points[usize::from(unit("r-cv3-let"))], 3);
    assert_eq!(s.side(), Some(RED));
    s.say("advance r-1-let", &[]);
    assert_eq!((s.hex_of("r-1-let"), s.p.on_map(unit("w-cv3-83s"))), ("2117".to_string(), false));
    assert!(!s.p.unsupplied.has(unit("r-1-let")));
}

#[test]
fn r8_1f_steps_come_in_their_order() {
    rules!("orel 8.1g", "orel 8.1h", "orel 8.1i", "orel 8.7.1w", "orel 9.1b");
    let s = before(RED).put("r-1-let r-at-avrora", "2204").put("r-cv-let", "2205").put("r-art-let", "2203");
    let s = s.put("w-2-2k w-cv-2k w-at-offitser", "2305");
    let mut s = attack(s, "2305", true, ["r-1-let r-cv-let", "r-art-let r-at-avrora", ""]).begin(&[]);
    let mut asked = Vec::new();
    let mut note = |s: &Scene| asked.push((s.side().unwrap(), s.asked().0));
    note(&s);
    s.say("stand", &[]);
    note(&s);
    s.say("contact r-at-avrora", &[]);
    note(&s);
    // Only now the guns are rolled for.
    s.say("contact w-at-offitser", &[3]);
    note(&s);
    s.say("done", &[]);
    note(&s);
    s.say("done", &[2, 2]);
    note(&s);
    let order = [(WHITE, "8.5a"), (RED, "9.1a"), (WHITE, "9.1a"), (RED, "8.7.1w"), (WHITE, "8.7.1w")];
    assert_eq!(asked[..5], order);
    assert_eq!(asked[5].1, "8.8a");
}

#[test]
fn r8_1e_whoever_has_attacked_carries_no_marker_any_more() {
    let s = before(RED).put("r-1-let", "2116").put("w-res-1d", "2117");
    let s = prepared(s, "2117", "r-1-let").put("r-2-let", "1914").put("w-res-3d", "1915");
    let mut s = prepared(s, "1915", "r-2-let").begin(&[]);
    let first = s.offers()[0].clone();
    s.say(&first, &[1, 1]);
    let one = s.p.combat.units[ATTACKER].first().unwrap();
    s.say("no assault", &[1, 1]);
    assert!(!s.p.at_peace() && s.p.marker(one) == Marker::None);
    let other = s.p.combat.units[ATTACKER].first().unwrap();
    assert!(matches!(s.p.marker(other), Marker::Attack { .. }), "its attack is still going on");
}
