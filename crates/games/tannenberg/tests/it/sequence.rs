//! The sequence of play (chapter 4) from the set-up to the next Game-Turn: who decides what, when, and nothing else.
use crate::scene::*;
use sandtable_tannenberg::play::OwnAction;
use sandtable_tannenberg::position::{Phase, Step, flag, off};
use sandtable_tannenberg::{Action, Event};

/// What sort of thing an action is.
fn sort(action: &Action) -> &'static str {
    match action {
        Action::Bring(..) | Action::Detour(_) | Action::Own(OwnAction::Commit) => "reinforce",
        Action::Allot(..) | Action::AllotAll => "command",
        Action::March(..) | Action::Entrain(_) | Action::Ride(..) | Action::Detrain(_) | Action::Halt(..) => {
            "move"
        }
        Action::Hide(..) | Action::Show(_) | Action::Place(..) | Action::Remove(_) | Action::Pretend(_) => {
            "hide"
        }
        Action::Withdraw(_) => "withdraw",
        Action::Attack(_) => "attack",
        Action::Replace(_) => "replace",
        Action::Done => "done",
        _ => "other",
    }
}

/// Where the game stands, who decides, and the sorts of things offered.
fn stands(s: &Scene) -> (u8, u8, Phase, u8, Vec<&'static str>) {
    let mut sorts: Vec<&str> = s.legal().iter().map(sort).collect();
    sorts.sort_unstable();
    sorts.dedup();
    (s.p.turn, s.p.phasing, s.p.phase, s.decider().0, sorts)
}

/// Both sides have something to do in every phase of turn 8.
fn eve_of_turn_8() -> Scene {
    let pieces = [
        "ru-iii 0609",
        "ru-c1g 0610",
        "hq-ru-r-1 0608",
        "ru-iv 1108",
        "ru-c4 1721",
        "de-1 0613",
        "de-c1 0612",
        "hq-de-vpr-8 0613",
        "de-2 0829",
    ];
    let mut s = scene("campaign", 7, DE, &pieces).lose("de-2", 1);
    let corps = s.id("ru-1tu");
    s.p.put(s.data(), corps, off::POOL);
    s.p.own.lifted = u8::MAX; // garrisons are another matter
    s.step(Phase::Interphase, Step::Go)
}

#[test]
fn r4_0a_a_game_turn_is_two_player_turns_of_the_same_phases() {
    rules!("tannenberg 4.0b", "tannenberg 4.B", "tannenberg 4.C", "tannenberg 4.A1b", "tannenberg 4.A1d");
    rules!("tannenberg 4.A2", "tannenberg 4.A3b", "tannenberg 4.A4", "tannenberg 12.1", "tannenberg 4.0c");
    let s = eve_of_turn_8().runs(&[]);
    assert!(s.events.contains(&Event::Turn(8)) && s.events.contains(&Event::PlayerTurn(RU)));
    assert_eq!(stands(&s), (8, RU, Phase::Reinforcement, RU, vec!["done", "reinforce"]));
    let (corps, entry) = (s.id("ru-1tu"), s.hex("3010"));
    // Out of every radius: IV Corps, the Turkestan Corps and the cavalry roll, and nothing else is left to allot.
    let s = s.act(Action::Bring(corps, entry), &[6, 6, 6]);
    assert_eq!(stands(&s), (8, RU, Phase::Movement, RU, vec!["done", "move"]));
    let s = s.march("ru-iii", "0611").act(Action::Done, &[6]);
    assert_eq!(stands(&s), (8, RU, Phase::Withdrawal, DE, vec!["done", "withdraw"]));
    let s = s.act(Action::Done, &[]);
    assert_eq!(stands(&s), (8, RU, Phase::Combat, RU, vec!["attack", "done"]));
    // The Russian replaces nothing.
    let s = s.act(Action::Done, &[]);
    assert!(s.events.contains(&Event::PlayerTurn(DE)));
    assert_eq!(stands(&s), (8, DE, Phase::Reinforcement, DE, vec!["done", "reinforce"]));
    let s = s.act(Action::Done, &[6]);
    assert_eq!(stands(&s), (8, DE, Phase::Movement, DE, vec!["done", "hide", "move"]));
    let s = s.march("de-1", "0612").march("de-c1", "0511").act(Action::Done, &[]);
    assert_eq!(stands(&s), (8, DE, Phase::Withdrawal, RU, vec!["done", "withdraw"]));
    let s = s.act(Action::Done, &[]);
    assert_eq!(stands(&s), (8, DE, Phase::Combat, DE, vec!["attack", "done"]));
    let s = s.act(Action::Done, &[]);
    assert_eq!(stands(&s), (8, DE, Phase::Replacement, DE, vec!["done", "replace"]));
    let s = s.act(Action::Done, &[6, 6, 6]);
    assert!(s.events.contains(&Event::Turn(9)));
    assert_eq!(stands(&s), (9, RU, Phase::Movement, RU, vec!["done", "move"]));
}

#[test]
fn r3_0d_play_begins_when_everybody_is_placed() {
    let mut s = begin("free", &[], &[]);
    assert_eq!((s.p.top(), s.decider().0), (Step::SetUp(DE), DE));
    let mut began = false;
    for n in 0..400 {
        if s.p.phase != Phase::SetUp {
            break;
        }
        assert!(!began, "no turn while somebody is to be placed");
        assert_eq!(
            s.forbidden(Action::Attack(0)),
            if matches!(s.p.top(), Step::Screen(_)) { "18.0b" } else { "3.0d" }
        );
        let waits = |s: &Scene, side: u8| {
            let starts = |u| theatre().engine(&s.p).own.due(s.data(), &s.p, u).is_none();
            s.data().ids().any(|u| s.data().unit(u).side == side && s.p.place(u) == off::POOL && starts(u))
        };
        match s.p.top() {
            Step::SetUp(side) => assert!(waits(&s, side), "after {n}"),
            _ => assert!(!waits(&s, DE), "the Gruppen come when all are placed"),
        }
        let next = s.legal()[0];
        let next = if matches!(s.p.top(), Step::Screen(_)) { Action::Done } else { next };
        s = s.act(next, &[]);
        began = s.events.contains(&Event::Turn(1));
    }
    assert!(began && s.p.turn == 1, "{:?}", s.p.top());
}

#[test]
fn r4_0b_every_decision_has_its_place() {
    rules!("tannenberg 5.11a", "tannenberg 8.11a", "tannenberg 4.A3c", "tannenberg 8.0c");
    let pieces = ["ru-iii 2424", "ru-xiii 2424", "ru-c4 2423", "de-35r 2425", "de-c1 2325"];
    let s = || scene("campaign", 3, RU, &pieces);
    let all = |s: &Scene| {
        [
            Action::March(s.unit("ru-iii"), s.hex("2324")),
            Action::Withdraw(s.id("de-c1")),
            Action::Attack(s.hex("2425")),
            Action::Replace(s.id("de-35r")),
        ]
    };
    let legal = |s: &Scene| all(s).map(|a| s.legal().contains(&a));
    let moves = s();
    assert_eq!(legal(&moves), [true, false, false, false]);
    assert_eq!(all(&moves)[1..].iter().map(|a| moves.forbidden(*a)).collect::<Vec<_>>(), ["5.0a"; 3]);
    // The other side moves in its own phase only.
    let theirs = Action::March(moves.unit("de-35r"), moves.hex("2426"));
    assert_eq!(moves.forbidden(theirs), "5.0a");
    let cavalry = s().step(Phase::Attrition, Step::Go).runs(&[]);
    assert_eq!((legal(&cavalry), cavalry.decider().0), ([false, true, false, false], DE));
    assert_eq!(cavalry.forbidden(theirs), "12.11");
    let combat = s().combat();
    assert_eq!(legal(&combat), [false, false, true, false]);
    assert_eq!(combat.forbidden(all(&combat)[0]), "8.0a", "nobody marches in the Combat Phase");
    let attack = all(&combat)[2];
    let combat = combat.act(attack, &[]);
    assert_eq!(combat.forbidden(Action::With(combat.id("de-c1"))), "8.11a", "the defender never attacks");
    let (three, thirteen, other) = (combat.id("ru-iii"), combat.id("ru-xiii"), combat.hex("2325"));
    // 10 against 3 is 3-1, a 3 gives 1/2: it is settled before anything else.
    let combat =
        combat.acts(&[Action::With(three)]).act(Action::With(thirteen), &[]).act(Action::Fight, &[3]);
    assert_eq!(combat.forbidden(Action::Attack(other)), "8.9p");
    let combat = combat.act(Action::Choose(1), &[]);
    assert_eq!(
        (combat.p.top(), combat.forbidden(Action::Attack(other))),
        (Step::AttackerLoses(1), "8.9a".into())
    );
    let combat = combat.act(Action::Lose(three), &[]);
    assert_eq!(combat.lost("ru-iii"), 1);
}

#[test]
fn r7_0c_nobody_must_attack() {
    rules!("tannenberg 8.12a", "tannenberg 8.12b");
    let pieces = ["ru-iii 2424", "ru-xiii 2424", "ru-1rf 2424", "de-1 2425", "hq-ru-s-2 2523"];
    let s = || scene("campaign", 3, RU, &pieces).step(Phase::CombatCommand, Step::Go).runs(&[]);
    let idle = s();
    assert!(matches!(idle.p.top(), Step::Attacks(RU)) && idle.legal().contains(&Action::Done));
    let idle = idle.act(Action::Done, &[]);
    assert_eq!(idle.p.phasing, DE, "in the enemy's zone and nothing happens");
    assert!(["ru-iii", "de-1"].iter().all(|u| idle.lost(u) == 0 && !idle.is(u, flag::FOUGHT)));
    // Two of three attack: the third stays out of what comes of it. Hungry men roll first.
    let s = s();
    let hungry: Vec<u8> =
        ["ru-iii", "ru-xiii"].iter().filter(|u| s.is(u, flag::OUT_OF_SUPPLY)).map(|_| 6).collect();
    let dice: Vec<u8> = hungry.iter().copied().chain([6]).collect();
    let s = s.attack("2425", &["ru-iii", "ru-xiii"], &dice);
    let owed = match s.p.top() {
        Step::AttackerLoses(owed) => owed,
        other => panic!("{other:?}"),
    };
    let (brigade, three) = (s.id("ru-1rf"), s.id("ru-iii"));
    assert_eq!(s.forbidden(Action::Lose(brigade)), "8.12b");
    let s = (0..owed).fold(s, |s, _| s.act(Action::Lose(three), &[]));
    assert_eq!((s.lost("ru-iii"), s.lost("ru-1rf"), s.is("ru-1rf", flag::ATTACKED)), (owed, 0, false));
}
