//! The worked combat of the rulebook (EX-a to EX-j), from the munitions to the end state.

use crate::scene::*;

/// Two Letton regiments and the Letton cavalry have prepared an attack from two hexes on three units of the 2nd Kornilov Regiment in the
/// open south of Orel; the Letton artillery will support it. The Railroad Depot of the Whites stands a hex behind them.
fn prepared() -> Scene {
    let target = hex("2907");
    let s = Scene::empty(RED, Phase::Munitions)
        .put("r-1-let r-cv-let", "2906")
        .put("r-2-let", "3006")
        .put("r-art-let r-cv3-let", "2905")
        .put("w-off-2k w-2-2k w-cv-2k", "2907")
        .put("w-rd5-1d", "2908")
        .marked("r-1-let r-2-let r-cv-let", Marker::Attack { prepared: true, target })
        .marked("r-art-let", Marker::Support { prepared: true, target });
    s.with(|p| p.points[usize::from(unit("r-cv3-let"))] = 3)
}

fn steps(s: &Scene, ids: &str) -> Vec<u8> {
    ids.split_whitespace().map(|id| s.p.steps(unit(id))).collect()
}

fn strength(s: &Scene, id: &str) -> u8 {
    engine().def(unit(id)).combat[usize::from(s.p.steps(unit(id)))]
}

#[track_caller]
fn told(s: &Scene, what: &str) {
    assert!(s.told().contains(what), "`{what}` is not in:\n{}", s.told());
}

#[test]
fn the_worked_combat_comes_out_as_printed() {
    rules!("orel EX-a", "orel EX-b", "orel EX-c", "orel EX-d", "orel EX-e");
    rules!("orel EX-f", "orel EX-g", "orel EX-h", "orel EX-i", "orel EX-j");
    // Munitions: one attack from two hexes with its support, two points of one Depot.
    let mut s = prepared().begin(&[]);
    let depot = usize::from(unit("r-cv3-let"));
    assert_eq!((s.side(), s.p.declared().len()), (Some(RED), 1));
    let attack = s.p.declared()[0];
    assert_eq!((attack.attackers, attack.supports), (units("r-1-let r-2-let r-cv-let"), units("r-art-let")));
    assert_eq!(attack.depot.get().map(usize::from), Some(depot));
    assert_eq!(attack.armed, units("r-1-let r-2-let r-cv-let r-art-let"));
    assert_eq!(s.p.points[depot], 1, "two of three points");
    // No Barrage, no counterbattery, no support of the defence. The Railroad Depot supplies the three defenders for nothing.
    s.say("done", &[]);
    assert_eq!(s.p.phase, Phase::Attacks);
    assert!(units("w-off-2k w-2-2k w-cv-2k").within(&s.p.fire.in_range));
    // The Whites stay. Coordination: 4 is not above TQ 5.
    assert_eq!((s.side(), s.asked().0), (Some(WHITE), "8.5a"));
    s.say("stand", &[4]);
    assert!(s.p.combat.half.is_empty() && s.p.combat.support[ATTACKER] == units("r-art-let"));
    // Both cavalries may charge, and do.
    assert_eq!((s.side(), s.offers()), (Some(RED), vec!["charge r-cv-let".to_string(), "done".to_string()]));
    s.say("charge r-cv-let", &[]);
    assert_eq!((s.side(), s.offers()), (Some(WHITE), vec!["charge w-cv-2k".to_string(), "done".to_string()]));
    // Cohesion: Red 4, White 6.
    s.say("charge w-cv-2k", &[4, 6]);
    told(&s, "17");
    told(&s, "13");
    assert_eq!(s.p.combat.disorganised, units("w-2-2k"));
    assert!(s.p.combat.gone.is_empty() && s.p.combat.repulsed.is_empty());
    // No advance; the Assault. Nobody's conditions have changed, so nobody is asked about charges.
    assert_eq!((s.side(), s.asked().0), (Some(RED), "8.8a"));
    let strengths = [ATTACKER, DEFENDER].map(|who| engine().side_strength(&s.p, &s.p.combat, who, true));
    assert_eq!(strengths, [17, 11]);
    assert_eq!(engine().assault_add(&s.p, &s.p.combat), -1);
    s.say("assault", &[4, 6]);
    told(&s, "Assault: 17 against 11, 1.54:1; ratio +1, quality -1, integrated artillery -1");
    told(
        &s,
        "rolled 4 and 6, -1 is 9: losses 1/1, with 10 and 8 steps in it 2/2, the defender loses, Morale -2",
    );
    // Losses: X of the predominant TQ or the cavalry Z first, then any unit.
    assert_eq!(
        (s.side(), s.offers()),
        (Some(WHITE), vec!["lose w-off-2k".to_string(), "lose w-cv-2k".to_string()])
    );
    assert_eq!(s.refused("lose w-2-2k"), "8.8.2d");
    s.say("lose w-off-2k", &[]).say("lose w-2-2k", &[]);
    // Red: one on each regiment. Morale of the Whites: 4.
    assert_eq!(s.side(), Some(RED));
    s.say("lose r-1-let", &[]).say("lose r-2-let", &[4]);
    told(
        &s,
        "Morale of off/2K: rolled 4, result -2, lost a step +1 is 3 against TQ 6: goes back in good order",
    );
    told(
        &s,
        "Morale of 2/2K: rolled 4, result -2, lost a step +1 is 3 against TQ 5: goes back in good order",
    );
    told(&s, "Morale of Cv/2K: rolled 4, result -2 is 2 against TQ 6: goes back in good order");
    assert!(!s.told().contains("Morale of 1/Let"), "no check for the winner");
    s.say("retreat 2908", &[]);
    // Advance: all, one at least. The cavalry could pursue, but does not.
    assert_eq!(s.refused("done"), "8.8.3a");
    s.say("advance r-1-let", &[]).say("advance r-2-let", &[]).say("advance r-cv-let", &[]);
    // At the Depot they are among other units of their side, where a pursuit would end without combat (orel 8.7.4i).
    assert!(s.p.at_peace() && s.p.phase != Phase::Attacks, "the combat phase is over: {:?}", s.asked());
    for id in ["w-off-2k", "w-2-2k", "w-cv-2k"] {
        assert_eq!((s.hex_of(id).as_str(), s.p.mode(unit(id))), ("2908", Mode::March));
    }
    for id in ["r-1-let", "r-2-let", "r-cv-let"] {
        assert_eq!((s.hex_of(id).as_str(), s.p.mode(unit(id))), ("2907", Mode::Combat));
    }
    assert_eq!(steps(&s, "w-off-2k w-2-2k w-cv-2k r-1-let r-2-let r-cv-let"), [3, 2, 1, 3, 3, 2]);
    assert_eq!(["w-off-2k", "w-2-2k", "r-1-let", "r-2-let"].map(|id| strength(&s, id)), [6, 4, 4, 4]);
    assert!(s.p.unsupplied.is_empty(), "nobody is Unsupplied");
    assert_eq!(s.p.prisoners, [0, 0]);
}

#[test]
fn r8_7_4c_the_cavalry_could_pursue_whoever_merely_retreated() {
    rules!("orel EX-j", "orel 8.8.3c");
    let mut s = prepared().begin(&[]);
    s.say("done", &[]).say("stand", &[4]).say("charge r-cv-let", &[]).say("charge w-cv-2k", &[4, 6]);
    s.say("assault", &[4, 6]).say("lose w-off-2k", &[]).say("lose w-2-2k", &[]);
    s.say("lose r-1-let", &[]).say("lose r-2-let", &[4]).say("retreat 2807", &[]);
    s.say("advance r-1-let", &[]).say("advance r-2-let", &[]).say("advance r-cv-let", &[]);
    assert_eq!((s.side(), s.asked().0), (Some(RED), "8.8.3c"));
    assert_eq!(s.offers(), ["pursue r-cv-let 2807", "done"]);
    s.say("done", &[]);
    assert!(s.p.at_peace() && s.hex_of("r-cv-let") == "2907");
}

#[test]
fn r8_1j_the_assault_is_the_fifth_step_and_left_to_the_attacker() {
    let to_the_assault = || {
        let mut s = prepared().begin(&[]);
        s.say("done", &[]).say("stand", &[4]).say("charge r-cv-let", &[]).say("charge w-cv-2k", &[4, 6]);
        s
    };
    // Cohesion has emptied nothing: no advance, no pursuit, the Assault is asked for at once.
    let mut s = to_the_assault();
    assert_eq!((s.side(), s.asked().0), (Some(RED), "8.8a"));
    assert_eq!(s.offers(), ["assault", "no assault"]);
    assert_eq!(s.refused("advance r-cv-let"), "8.8a");
    // Without it the attack is over, and nobody has gone anywhere or lost anything.
    s.say("no assault", &[]);
    assert!(s.p.at_peace() && s.p.phase != Phase::Attacks && s.hex_of("r-cv-let") == "2906");
    assert_eq!(steps(&s, "w-off-2k w-2-2k w-cv-2k r-1-let r-2-let r-cv-let"), [4, 3, 1, 4, 4, 2]);
}

#[test]
fn r8_1k_advance_and_pursuit_come_after_the_losses_and_morale_of_the_assault() {
    rules!("orel 8.1j");
    let mut s = prepared().begin(&[]);
    s.say("done", &[]).say("stand", &[4]).say("charge r-cv-let", &[]).say("charge w-cv-2k", &[4, 6]);
    let mut asked = Vec::new();
    for (words, dice) in [
        ("assault", &[4, 6][..]),
        ("lose w-off-2k", &[]),
        ("lose w-2-2k", &[]),
        ("lose r-1-let", &[]),
        ("lose r-2-let", &[4]),
        ("retreat 2807", &[]),
        ("advance r-cv-let", &[]),
        ("done", &[]),
        ("done", &[]),
    ] {
        asked.push((s.side().unwrap(), s.asked().0));
        s.say(words, dice);
    }
    let losses = [(WHITE, "8.8.2c"), (WHITE, "8.8.2c"), (RED, "8.8.2c"), (RED, "8.8.2c")];
    assert_eq!(asked[..5], [[(RED, "8.8a")].as_slice(), &losses].concat());
    assert_eq!(asked[5..], [(WHITE, "8.5.1b"), (RED, "8.8.3a"), (RED, "8.8.3a"), (RED, "8.8.3c")]);
    assert!(s.p.at_peace() && s.p.phase != Phase::Attacks, "nothing comes after it");
}
