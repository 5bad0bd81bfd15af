//! The staff officer who lends his skill to headquarters beside him (tannenberg 17.3).
use crate::scene::*;
use sandtable_tannenberg::Action;
use sandtable_tannenberg::play::{OwnAction, OwnStep};
use sandtable_tannenberg::position::{Phase, Step};

/// Radius and strength of a headquarters now.
fn values(s: &Scene, hq: &str) -> (u8, u8) {
    let face = s.engine().own.hq_values(s.data(), &s.p, s.id(hq));
    (face.radius, face.strength)
}

/// The German command segment of the Movement Phase.
fn command(pieces: &[&str], dice: &[u8]) -> Scene {
    scene("campaign", 3, DE, pieces).step(Phase::Reinforcement, Step::Go).runs(dice)
}

#[test]
fn r17_3a_t24_hoffmann_doubles_a_radius() {
    rules!("tannenberg 17.3b");
    let s = command(&["hq-de-vh 0613", "hq-de-hl-8 0613"], &[]);
    assert_eq!(values(&s, "hq-de-hl-8"), (16, 67));
    let s = command(&["hq-de-vh 0613", "hq-de-vf-1 0613"], &[]);
    assert_eq!(values(&s, "hq-de-vf-1"), (2, 10));
    let apart = command(&["hq-de-vh 0614", "hq-de-vf-1 0613"], &[]);
    assert_eq!(values(&apart, "hq-de-vf-1"), (1, 7));
    // Two hexes away is commanded with him, three is not, and without him neither.
    let far = |vh: &str, at: &str, dice: &[u8]| {
        let (vh, unit) = (format!("hq-de-vh {vh}"), format!("de-1 {at}"));
        let s = command(&["hq-de-vf-1 0613", &vh, &unit], dice);
        s.is("de-1", OUT_OF_COMMAND)
    };
    assert!(!far("0613", "0615", &[]), "no roll");
    assert!(far("0613", "0616", &[1]));
    assert!(far("0614", "0615", &[1]));
}

#[test]
fn r17_3b_hoffmann_raises_a_strength_by_half() {
    // Five divisions are ten stacking points.
    let five = ["de-1 0613", "de-2 0613", "de-35 0614", "de-36 0614", "de-37 0612"];
    let with = |vh: &str, more: &[&str], dice: &[u8]| {
        let vh = format!("hq-de-vh {vh}");
        let mut pieces = vec!["hq-de-vf-1 0613", &vh];
        pieces.extend(five);
        pieces.extend(more);
        command(&pieces, dice)
    };
    assert_eq!(with("0613", &[], &[]).p.phase, Phase::Movement, "all in command, nobody chooses or rolls");
    let eleven = with("0613", &["de-6lw 0612"], &[]);
    assert_eq!(eleven.p.top(), Step::Command(DE));
    let done = eleven.act(Action::AllotAll, &[1]);
    let out = ["de-1", "de-2", "de-35", "de-36", "de-37", "de-6lw"].map(|u| done.is(u, OUT_OF_COMMAND));
    assert_eq!(out.iter().filter(|o| **o).count(), 1);
    let seven = with("0815", &[], &[]);
    assert_eq!(seven.p.top(), Step::Command(DE));
    let out = seven.act(Action::AllotAll, &[1, 1]);
    assert_eq!(
        five.map(|u| out.is(u.split(' ').next().unwrap(), OUT_OF_COMMAND)).iter().filter(|o| **o).count(),
        2
    );
}

#[test]
fn r17_3a_he_helps_one_with_each_and_only_those_beside_him() {
    rules!("tannenberg 17.3b");
    let pieces = ["hq-de-vh 0613", "hq-de-hl-8 0613", "hq-de-vf-1 0613", "hq-de-vm-17 0614"];
    let s = command(&pieces, &[]);
    assert_eq!((s.decider().0, s.p.top()), (DE, Step::Own(OwnStep::Staff(DE))));
    let [vh, hl, vf, vm] = ["hq-de-vh", "hq-de-hl-8", "hq-de-vf-1", "hq-de-vm-17"].map(|u| s.id(u));
    assert_eq!(s.legal().len(), 4);
    assert_eq!(
        [
            s.forbidden(Action::Own(OwnAction::Help(vm, hl))),
            s.forbidden(Action::Own(OwnAction::Help(hl, vh)))
        ],
        ["17.3a", "17.3a"]
    );
    let same = s.clone().act(Action::Own(OwnAction::Help(vf, vf)), &[]);
    assert_eq!((values(&same, "hq-de-hl-8"), values(&same, "hq-de-vf-1")), ((8, 45), (2, 10)));
    let s = s.act(Action::Own(OwnAction::Help(hl, vf)), &[]);
    assert_eq!((values(&s, "hq-de-hl-8"), values(&s, "hq-de-vf-1")), ((16, 45), (1, 10)));
    // In the command segment of the Combat Phase he is asked again.
    let s = s.step(Phase::Withdrawal, Step::Go).runs(&[]);
    assert_eq!(s.p.top(), Step::Own(OwnStep::Staff(DE)));
    let s = s.act(Action::Own(OwnAction::Help(vf, hl)), &[]);
    assert_eq!((values(&s, "hq-de-hl-8"), values(&s, "hq-de-vf-1")), ((8, 67), (2, 7)));
}

#[test]
fn r17_3a_for_the_shift_of_an_attack_he_helps_one_headquarters() {
    // Three hexes from the attackers: both headquarters have a radius of 2.
    let at = |vh: &str| {
        let vh = format!("hq-de-vh {vh}");
        let pieces = ["de-1r 2424", "de-36r 2424", "ru-53 2425", "hq-de-vb-1r 2421", "hq-de-vpr-8 2421", &vh];
        let s = scene("campaign", 3, DE, &pieces).combat().lose("hq-de-vpr-8", 1);
        s.declare("2425", &["de-1r", "de-36r"])
    };
    let [corps, army] = ["hq-de-vb-1r", "hq-de-vpr-8"].map(|u| Action::Shift(at("2420").id(u)));
    let without = at("2420");
    assert_eq!([without.forbidden(corps), without.forbidden(army)], ["10.21c", "10.21c"]);
    let s = at("2421");
    assert!(s.may(corps) && s.may(army));
    let s = s.act(corps, &[]);
    assert_eq!(s.forbidden(army), "10.21c");
    // What he did in the command segment gives no second doubling.
    let mut s = s;
    s.p.own.helped = [s.id("hq-de-vpr-8").into(); 2];
    assert_eq!(s.forbidden(army), "10.21c");
    // One that reaches by itself does not use him up.
    let pieces =
        ["de-1r 2424", "de-36r 2424", "ru-53 2425", "hq-de-vb-1r 2422", "hq-de-vpr-8 2422", "hq-de-vh 2422"];
    let s = scene("campaign", 3, DE, &pieces).combat().declare("2425", &["de-1r", "de-36r"]);
    assert!(s.act(corps, &[]).may(army));
}
