//! The Replacement Phase (chapter 13, 15/11.0) in the sequence of play.
use crate::scene::*;
use sandtable_core::dice::Seeded;
use sandtable_core::{Game, Options};
use sandtable_tannenberg::position::{Phase, Step, flag, option};
use sandtable_tannenberg::{Action, Event};

/// Three German divisions short of a Step far behind the front, at the end of the Combat Phase.
fn depots(turn: u8, dice: &[u8]) -> Scene {
    let s = scene("campaign", turn, DE, &["de-1 0829", "de-2 0829", "de-35 1129", "ru-iii 0507"]);
    let s = s.lose("de-1", 1).lose("de-2", 1).lose("de-35", 1);
    s.step(Phase::Combat, Step::Go).runs(dice)
}

#[test]
fn r15_11_0c_two_divisions_try_in_a_turn() {
    rules!(
        "tannenberg 13.0a",
        "tannenberg 13.0b",
        "tannenberg 13.0f",
        "tannenberg 15/11.0b",
        "tannenberg 4.A4"
    );
    let s = depots(8, &[]);
    let [one, two, three] = ["de-1", "de-2", "de-35"].map(|u| s.id(u));
    assert_eq!(s.legal(), [Action::Replace(one), Action::Replace(two), Action::Replace(three), Action::Done]);
    let s = s.act(Action::Replace(one), &[4]);
    assert!(s.events.contains(&Event::ReplacementRoll(one, 4, false, false)));
    assert_eq!((s.lost("de-1"), s.forbidden(Action::Replace(one))), (1, "13.0b".into()));
    // The second try is the last, and the phase is over.
    let s = s.act(Action::Replace(two), &[5, 6]);
    assert_eq!((s.lost("de-2"), s.lost("de-35"), s.p.phase == Phase::Replacement), (0, 1, false));
    assert_eq!(s.p.turn, 9);
    // Before turn 8 nobody asks, and nobody must try.
    assert_eq!(depots(7, &[6]).p.turn, 8);
    let none = depots(8, &[]).act(Action::Done, &[6]);
    assert_eq!((none.lost("de-1"), none.p.turn), (1, 9));
}

#[test]
fn r13_0d_who_fought_or_moved_since_the_last_turn_gets_nothing() {
    rules!("tannenberg 13.0e", "tannenberg 13.0c", "tannenberg 15/11.0c");
    let pieces = ["de-1 0829", "de-2 0829", "de-35 0620", "de-36 0619", "ru-iii 0613"];
    let mut s = scene("campaign", 8, DE, &pieces);
    for unit in ["de-1", "de-2", "de-35", "de-36"] {
        s = s.lose(unit, 1);
    }
    let s = s.march("de-1", "0830").act(Action::Done, &[]);
    let [one, two, near, nearer] = ["de-1", "de-2", "de-35", "de-36"].map(|u| s.id(u));
    assert_eq!(s.p.phase, Phase::Replacement);
    assert!(s.may(Action::Replace(two)) && s.may(Action::Replace(near)), "seven hexes away");
    assert_eq!(s.forbidden(Action::Replace(one)), "13.0e");
    assert_eq!(s.forbidden(Action::Replace(nearer)), "13.0c", "six");
}

/// A division attacks on turn 8, the enemy goes far away, and it stands still after that.
#[test]
fn r13_0d_who_attacked_in_a_turn_is_not_replaced_in_the_next() {
    // The letter bars the Game-Turn before; that of the current turn counts only if it is agreed.
    for rested in [false, true] {
        attack_then_replace(rested);
    }
    let option = |scenario: &str| {
        let on = Options::from([("rested-replacements".to_string(), "on".to_string())]);
        theatre().start(scenario, &on, &mut Seeded::new(1)).map(|p| p.plays(option::RESTED))
    };
    assert_eq!(option("campaign"), Ok(true));
    assert!(option("tannenberg").is_err(), "nobody is replaced before turn 8");
}

fn attack_then_replace(rested: bool) {
    let s =
        scene("campaign", 8, DE, &["de-1 0829", "de-2 0829", "de-3r 0829", "ru-iii 0828"]).lose("de-2", 1);
    let mut s = s;
    s.p.options |= if rested { option::RESTED } else { 0 };
    let s = s.combat().attack("0828", &["de-1", "de-2", "de-3r"], &[1]);
    assert!(s.is("de-2", flag::FOUGHT));
    let mut s = s.clone();
    let (two, victim) = (s.id("de-2"), s.id("ru-iii"));
    s.p.put(s.data(), victim, s.hex("0507"));
    s.p.combat = sandtable_tannenberg::position::Combat::NONE;
    let tries = |s: Scene| {
        let s = s.step(Phase::Combat, Step::Go);
        let mut s = s.clone();
        // A mate who could always be replaced keeps the phase open.
        let mate = s.id("de-35");
        s.p.put(s.data(), mate, s.hex("1129"));
        s.p.lost[mate.index()] = 1;
        s.runs(&[])
    };
    let eighth = tries(s);
    if rested {
        assert_eq!(eighth.forbidden(Action::Replace(two)), "13.0d", "this turn");
    } else {
        assert!(eighth.may(Action::Replace(two)), "this turn is not the one before");
    }
    let turn = |s: Scene| {
        let mut s = s.act(Action::Done, &[6; 1][..usize::from(true)]);
        s.p.phasing = DE;
        assert_eq!(s.p.top(), Step::Moves(RU));
        s
    };
    let ninth = tries(turn(eighth));
    assert_eq!((ninth.p.turn, ninth.forbidden(Action::Replace(two))), (9, "13.0d".into()), "the turn before");
    let tenth = tries(turn(ninth));
    assert!(tenth.p.turn == 10 && tenth.may(Action::Replace(two)));
}
