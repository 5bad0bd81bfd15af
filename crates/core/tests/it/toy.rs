//! The kernel with a made-up game of three sides that choose in secret and reveal together: several deciders at once,
//! hidden choices, dice, undo up to the last thing learned, records that verify.

use crate::auction::{Auction, SEALED};
use sandtable_core::dice::Seeded;
use sandtable_core::forecast::forecast;
use sandtable_core::game::{lines, pending};
use sandtable_core::player::{Player, Recruit};
use sandtable_core::position_file::{self, Setting};
use sandtable_core::record::{ChoiceSeal, DiceSource};
use sandtable_core::seal::Secret;
use sandtable_core::session::{GameRecord, Session, SessionError, Upgrade, seeded};
use sandtable_core::view::Viewer;
use sandtable_core::{Decision, Game, Options, Side};
use std::sync::Arc;

fn session() -> Session<Auction> {
    Session::new(Arc::new(Auction), "short", Options::new(), seeded(4), None).unwrap()
}

const NEEDS_ONE: SessionError = SessionError::NeedsDice { wanted: 1, rules: vec![] };

const SIDES: [Side; 3] = [Side(0), Side(1), Side(2)];

#[test]
fn several_sides_decide_at_once_in_any_order() {
    for order in [[0, 1, 2], [2, 0, 1]] {
        let mut s = session();
        for i in order {
            assert!(matches!(s.to_decide(), Decision::Decide { sides, .. } if sides.has(SIDES[i])));
            s.act(SIDES[i], (i + 1) as u8, None).unwrap();
            s.game().sound(s.position()).unwrap();
        }
        assert_eq!(s.position().score, [0, 0, 1]);
    }
    let mut s = session();
    s.act(SIDES[0], 3, None).unwrap();
    let again = s.act(SIDES[0], 4, None).unwrap_err();
    assert_eq!(again.to_string(), "rule 1: it is not for a to decide now but for b and c");
    assert!(matches!(s.act(SIDES[1], 9, None), Err(SessionError::Illegal(_))));
}

#[test]
fn a_view_keeps_the_secrets_of_others() {
    let mut low = session();
    let mut high = session();
    low.act(SIDES[0], 1, None).unwrap();
    high.act(SIDES[0], 5, None).unwrap();
    for viewer in [Viewer::Side(SIDES[1]), Viewer::Side(SIDES[2]), Viewer::Watcher] {
        assert_eq!(Auction.view(low.position(), viewer), Auction.view(high.position(), viewer));
    }
    assert_ne!(
        Auction.view(low.position(), Viewer::Side(SIDES[0])),
        Auction.view(high.position(), Viewer::Side(SIDES[0]))
    );
    assert_eq!(Auction.view(low.position(), Viewer::Watcher).marks[0].place, "sealed");
}

#[test]
fn a_side_answers_alike_from_the_position_and_from_what_it_knows() {
    let mut s = session();
    s.act(SIDES[0], 4, None).unwrap();
    s.act(SIDES[1], 2, None).unwrap();
    assert_eq!(s.known(SIDES[2]).bids, [Some(SEALED), Some(SEALED), None]);
    assert_eq!(s.known(SIDES[0]).bids, [Some(4), Some(SEALED), None]);
    for side in SIDES {
        let (p, known) = (s.position(), s.known(side));
        let list = |p| {
            let mut out = Vec::new();
            Auction.actions(p, side, &mut out);
            out
        };
        assert_eq!(list(p), list(&known));
        assert_eq!(Auction.to_decide(p), Auction.to_decide(&known));
        assert_eq!(Auction.view(p, Viewer::Side(side)), Auction.view(&known, Viewer::Side(side)));
        for bid in 0..=6 {
            assert_eq!(Auction.check(p, side, &bid), Auction.check(&known, side, &bid));
            assert_eq!(Auction.describe(p, &bid), Auction.describe(&known, &bid));
        }
    }
}

#[test]
fn undo_stops_where_something_was_learned() {
    let mut s = session();
    assert_eq!(s.undo(), Err(SessionError::Nothing));
    s.act(SIDES[0], 1, None).unwrap();
    s.undo().unwrap();
    assert_eq!(*s.position(), *session().position());
    for side in SIDES {
        s.act(side, side.0 + 1, None).unwrap();
    }
    assert!(matches!(s.undo(), Err(SessionError::Learned(_))), "the bids were revealed");
    for side in SIDES {
        s.act(side, side.0 + 1, None).unwrap();
    }
    assert!(matches!(s.undo(), Err(SessionError::Learned(_))), "everything is shown when it is over");
}

#[test]
fn records_verify_and_forgeries_do_not() {
    let mut s = session();
    for bid in [5, 5, 5, 2, 2, 1] {
        let side = s.to_decide().side().unwrap();
        s.act(side, bid, None).unwrap();
    }
    assert!(matches!(s.to_decide(), Decision::Over(_)));
    assert_eq!(s.act(SIDES[0], 1, None), Err(SessionError::Over));
    let text = serde_json::to_string(s.record()).unwrap();
    let record: GameRecord<Auction> = serde_json::from_str(&text).unwrap();
    assert_eq!(Session::verify(Arc::new(Auction), record.clone()).unwrap().hash(), s.hash());

    let broken = |change: &dyn Fn(&mut GameRecord<Auction>)| {
        let mut forged = record.clone();
        change(&mut forged);
        Session::verify(Arc::new(Auction), forged).err().map(|e| e.to_string()).unwrap_or_default()
    };
    assert!(broken(&|r| r.moves[2].dice[0] = r.moves[2].dice[0] % 6 + 1).contains("move 3"));
    assert!(broken(&|r| r.moves[0].action = 6).contains("rule 2"));
    assert!(broken(&|r| r.moves[1].side = "a".into()).contains("move 2"));
    assert!(broken(&|r| r.moves[4].hash = "0".into()).contains("another hash"));
    assert!(broken(&|r| r.head.rules = 4).contains("version 4"));
    assert!(broken(&|r| r.head.game = "chess".into()).contains("`chess`"));
    assert!(broken(&|r| r.head.sandtable = 9).contains("format 9"));
    assert!(broken(&|r| r.head.scenario = "endless".into()).contains("no scenario"));
    assert!(broken(&|r| r.head.start_dice = vec![3]).contains("0 dice are rolled"));
    let other = |seed: u64| {
        broken(&|r| {
            let secrets = [Secret::from_seed(seed)];
            r.head.dice = DiceSource::sealed(&secrets);
            for (i, m) in r.moves.iter_mut().enumerate() {
                m.seal = Some(ChoiceSeal::new(&secrets, i + 1, 0, &m.side, &m.action));
            }
        })
    };
    assert!((5..25).any(|seed| other(seed).contains("seals")), "dice of another seal do not fit");
    let torn = broken(&|r| {
        if let DiceSource::Sealed { secrets, .. } = &mut r.head.dice {
            secrets[0] = Some("00".repeat(32));
        }
    });
    assert!(torn.contains("seal"), "{torn}");
}

#[test]
fn sealed_dice_between_strangers_cannot_be_typed_in() {
    let dice = DiceSource::sealed(&[Secret::from_seed(1), Secret::from_seed(2)]);
    let mut s = Session::new(Arc::new(Auction), "short", Options::new(), dice, None).unwrap();
    assert_eq!(s.act(SIDES[0], 3, Some(vec![])), Err(SessionError::DiceAreSealed));
    let mut own = session();
    own.act(SIDES[0], 3, Some(vec![])).unwrap();
    own.act(SIDES[1], 3, Some(vec![])).unwrap();
    assert!(matches!(own.act(SIDES[2], 3, Some(vec![])), Err(SessionError::Dice { .. })));
    own.act(SIDES[2], 3, Some(vec![4])).unwrap();
    assert!(own.record().moves[2].hand);
    Session::verify(Arc::new(Auction), own.record().clone()).unwrap();
    let mut by_hand =
        Session::new(Arc::new(Auction), "short", Options::new(), DiceSource::Hand, None).unwrap();
    by_hand.act(SIDES[0], 3, None).unwrap();
    by_hand.act(SIDES[1], 3, None).unwrap();
    assert_eq!(by_hand.act(SIDES[2], 3, None), Err(NEEDS_ONE));
    assert_eq!(by_hand.record().moves.len(), 2, "nothing changed");
}

#[test]
fn a_forecast_adds_up_what_apply_does() {
    let mut s = session();
    s.act(SIDES[0], 4, None).unwrap();
    s.act(SIDES[1], 4, None).unwrap();
    let chances = forecast(&Auction, s.position(), SIDES[2], &1);
    assert_eq!(chances.len(), 2);
    assert!(chances.iter().all(|c| (c.parts, c.of, c.probability) == (3, 6, 0.5)));
    assert!(Auction.figures(s.position()).is_empty() && Auction.parse(s.position(), "bid 1").is_none());
    let sure = forecast(&Auction, s.position(), SIDES[2], &5);
    assert_eq!((sure.len(), sure[0].probability), (1, 1.0));
}

#[test]
fn a_position_by_hand_is_kept_in_the_record() {
    let text = "round = 1\nscore 1 0 0\nset bids = [null, 3, null]\n".to_string();
    let mut s = Session::new(Arc::new(Auction), "short", Options::new(), seeded(1), Some(text)).unwrap();
    assert_eq!((s.position().score, s.position().bids), ([1, 0, 0], [None, Some(3), None]));
    s.act(SIDES[0], 1, None).unwrap();
    let reopened = Session::verify(Arc::new(Auction), s.record().clone()).unwrap();
    assert_eq!(reopened.position(), s.position());
}

#[test]
fn dice_of_a_position_by_hand_are_those_of_the_game() {
    let begin = |seed: u64| {
        let text = Some("phase = lot\n".to_string());
        Session::new(Arc::new(Auction), "short", Options::new(), seeded(seed), text).unwrap()
    };
    let s = begin(1);
    assert_eq!(s.record().head.start_dice.len(), 1);
    assert_eq!(s.position().score.iter().sum::<u16>(), 1);
    let dice: std::collections::BTreeSet<_> =
        (1..20).map(|seed| begin(seed).record().head.start_dice.clone()).collect();
    assert!(dice.len() > 3, "they follow from the seed");
    assert_eq!(Session::verify(Arc::new(Auction), s.record().clone()).unwrap().position(), s.position());
    let by_hand = Some("phase = lot\n".to_string());
    let refused = Session::new(Arc::new(Auction), "short", Options::new(), DiceSource::Hand, by_hand);
    assert_eq!(refused.err(), Some(NEEDS_ONE));
}

#[test]
fn all_that_is_wrong_with_a_position_is_told_at_once() {
    let told = |text: &str| {
        let begun = Session::new(Arc::new(Auction), "short", Options::new(), seeded(1), Some(text.into()));
        begun.err().map(|e| e.to_string()).unwrap_or_default()
    };
    assert_eq!(
        told("round = x\ncolour = red\nscore 1\nscenario = duel\n"),
        "line 1: `x` should be the number of a round\n\
         line 2: `colour` should be scenario, round or phase\n\
         line 3: a row is `score` and three numbers\n\
         line 4: the position is for the scenario `duel`, not for `short`"
    );
    assert_eq!(told("phase = night"), "line 1: a phase is bids or lot");
    assert_eq!(told("set bids.0 = 7\nset fee = 1"), "line 2: a position has no `fee`: `fee` is not there");
    assert!(told("set round = true\n").starts_with("line 1: round cannot be `true`: "));
    assert!(told("option.speed = 3").starts_with("line 1: there is no option `speed`"));
}

#[test]
fn a_written_position_reads_as_the_same() {
    let options = Options::new();
    let setting = Setting { scenario: "short", options: &options };
    let mut p = Auction.start("short", &options, &mut Seeded::new(1)).unwrap();
    for (bid, text) in [
        (None, "phase = bids\nscenario = short\nround = 0\nscore 0 0 0\n"),
        (Some(4), "scenario = short\nround = 0\nscore 0 0 0\nset bids = [4,null,null]\n"),
    ] {
        p.bids[0] = bid;
        let written = position_file::write(&Auction, setting, &p).unwrap();
        assert_eq!(written, text);
        assert_eq!(Auction.position(&options, &written), Ok(p.clone()));
    }
}

#[test]
fn a_game_of_older_rules_is_played_again_by_todays() {
    let mut s = session();
    for side in SIDES {
        s.act(side, 2, None).unwrap();
    }
    let mut old = s.record().clone();
    old.head.rules -= 1;
    let again = Session::verify(Arc::new(Auction), old.clone()).unwrap();
    assert_eq!(again.upgrade(), Some(Upgrade { from: old.head.rules, differs: None }));
    assert_eq!((again.record(), s.upgrade()), (s.record(), None));
    old.moves[1].hash = "0".repeat(16);
    let again = Session::verify(Arc::new(Auction), old.clone()).unwrap();
    assert_eq!(again.upgrade().and_then(|u| u.differs), Some(2));
    old.moves[1].action = 9;
    let refused = Session::verify(Arc::new(Auction), old).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(refused.starts_with("move 2: rule 2: bids go from 1 to 5; "), "{refused}");
    assert!(refused.contains("rules version 2, this program plays by version 3"), "{refused}");
}

#[test]
fn recruits_play_to_the_end_and_the_same_seed_plays_the_same() {
    let run = |seed: u64| {
        let mut dice = Seeded::new(seed);
        let mut player = Recruit::<Auction>::new(seed);
        let mut p = Auction.start("short", &Options::new(), &mut dice).unwrap();
        while let Some(side) = Auction.to_decide(&p).side() {
            let bid = player.choose(&Auction, &p, side).unwrap();
            Auction.apply(&mut p, side, &bid, &mut dice, &mut Vec::new());
        }
        p
    };
    assert_eq!(run(1), run(1));
    assert!((0..20).any(|s| run(s) != run(0)));
}

#[test]
fn a_branch_keeps_what_was_rolled_and_has_other_dice_to_come() {
    let mut s = session();
    for (i, bid) in [(0, 3), (1, 3), (2, 1), (0, 1)] {
        s.act(SIDES[i], bid, None).unwrap();
    }
    let branch = s.branch(3, seeded(99)).unwrap();
    assert_eq!((branch.record().moves.len(), branch.position().round), (3, 1));
    assert_eq!(branch.position().score, s.position().score);
    assert_ne!(branch.record().head.dice, s.record().head.dice);
    let again = Session::verify(Arc::new(Auction), branch.record().clone()).unwrap();
    assert_eq!(again.position(), branch.position());
    let far = s.branch(9, seeded(1)).map(|b| b.record().moves.len()).unwrap_err();
    assert_eq!(far.to_string(), "the game has 4 moves, not 9");
}

#[test]
fn a_walk_passes_every_position_from_the_start() {
    let mut s = session();
    for (i, bid) in [(0, 3), (1, 3), (2, 1), (0, 1)] {
        s.act(SIDES[i], bid, None).unwrap();
    }
    let mut rounds = Vec::new();
    let mut told = 0;
    s.walk(|step| {
        assert_eq!(step.entry.is_none(), step.number == 0);
        rounds.push((step.number, step.before.round, step.after.round));
        told += step.events.len();
    })
    .unwrap();
    assert_eq!(rounds, vec![(0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 1), (4, 1, 1)]);
    assert_eq!(told, 1);
}

#[test]
fn whether_a_move_can_be_taken_back_is_known_before_it_is_tried() {
    let mut s = session();
    assert_eq!(s.may_undo(), Err(SessionError::Nothing));
    s.act(SIDES[0], 3, None).unwrap();
    assert_eq!(s.may_undo(), Ok(()));
    s.act(SIDES[1], 2, None).unwrap();
    s.act(SIDES[2], 1, None).unwrap();
    assert!(matches!(s.may_undo(), Err(SessionError::Learned(_))));
    // The same from a record, where the position before is not at hand.
    let opened = Session::open(Arc::new(Auction), s.record().clone()).unwrap();
    assert_eq!(opened.may_undo(), s.may_undo());
}

/// A first round, and a bid of A in the second.
fn bid(bids: [u8; 4]) -> Session<Auction> {
    let mut s = session();
    for (i, bid) in bids.into_iter().enumerate() {
        s.act(SIDES[i % 3], bid, None).unwrap();
    }
    s
}

fn seals(s: &Session<Auction>) -> Vec<String> {
    s.record().moves.iter().map(|m| m.seal.as_ref().map_or(String::new(), |s| s.seal.clone())).collect()
}

#[test]
fn a_secret_choice_is_sealed_and_the_seal_is_checked() {
    let s = bid([1, 2, 3, 3]);
    let made = seals(&s);
    assert!(made.iter().enumerate().all(|(i, seal)| seal.len() == 64 && !made[..i].contains(seal)));
    Session::verify(Arc::new(Auction), s.record().clone()).unwrap();
    // Another choice with everything that follows from it, under the seal of the first.
    let mut forged = bid([1, 2, 4, 3]).record().clone();
    forged.moves[2].seal = s.record().moves[2].seal.clone();
    let verify = |record: &GameRecord<Auction>| match Session::verify(Arc::new(Auction), record.clone()) {
        Ok(_) => String::new(),
        Err(e) => e.to_string(),
    };
    assert!(verify(&forged).starts_with("move 3: its seal is not that of the choice"), "{}", verify(&forged));
    forged.moves[2].seal = None;
    assert!(verify(&forged).starts_with("move 3: its seal"), "a seal is not left out either");
    // Somebody who has the file but not the secrets opens it; the seals stay as they are.
    let mut closed = s.record().clone();
    if let DiceSource::Sealed { secrets, .. } = &mut closed.head.dice {
        secrets[0] = None;
    }
    assert_eq!(seals(&Session::open(Arc::new(Auction), closed).unwrap()), made);
    let branch = s.branch(4, seeded(99)).unwrap();
    assert!(seals(&branch).iter().zip(&made).all(|(new, old)| new.len() == 64 && new != old));
    assert_eq!(verify(branch.record()), "");
    let by_hand = s.branch(4, DiceSource::Hand).unwrap();
    assert!(seals(&by_hand).iter().all(String::is_empty));
    assert_eq!(verify(by_hand.record()), "");
}

#[test]
fn a_choice_made_anew_does_not_tell_whether_it_is_the_same() {
    let mut s = bid([1, 2, 3, 3]);
    let first = seals(&s)[3].clone();
    s.undo().unwrap();
    s.act(SIDES[0], 3, None).unwrap();
    assert_ne!(seals(&s)[3], first);
    Session::verify(Arc::new(Auction), s.record().clone()).unwrap();
    // Nor after the game was put away between the two.
    let mut shorter = s.record().clone();
    shorter.moves.truncate(3);
    let mut again = Session::open(Arc::new(Auction), shorter).unwrap();
    again.resume(2);
    again.act(SIDES[0], 3, None).unwrap();
    assert!(![&first, &seals(&s)[3]].contains(&&seals(&again)[3]));
    let opened = Session::open(Arc::new(Auction), again.record().clone()).unwrap();
    assert_eq!(opened.record(), again.record());
}

#[test]
fn while_others_choose_the_log_of_a_choice_is_its_makers() {
    let mut s = session();
    s.act(SIDES[0], 1, None).unwrap();
    assert_eq!(s.pending(), Some(SIDES[0]));
    let before = s.position().clone();
    s.act(SIDES[1], 2, None).unwrap();
    assert!(pending(&Auction, &before, SIDES[1], s.position()));
    s.act(SIDES[2], 3, None).unwrap();
    assert_eq!(s.pending(), None, "all are shown");
    assert_eq!(s.lines(Viewer::Watcher).len(), 1);
    // Whatever a game would tell.
    let told = |viewer| lines(&Auction, &[(0, 1)], Some(SIDES[0]), viewer).len();
    let viewers = [Viewer::Watcher, Viewer::Side(SIDES[1]), Viewer::Side(SIDES[0]), Viewer::All];
    assert_eq!(viewers.map(told), [0, 0, 1, 1]);
}

#[test]
fn snapshots_of_a_file_that_is_verified_are_made_anew() {
    let mut s = Session::new(Arc::new(Auction), "long", Options::new(), seeded(4), None).unwrap();
    for i in 0..600 {
        s.act(SIDES[i % 3], (i % 5 + 1) as u8, None).unwrap();
    }
    let mut record = s.record().clone();
    assert_eq!(record.snapshots.iter().map(|s| s.after).collect::<Vec<_>>(), [256, 512]);
    record.snapshots[0].position.score[0] += 100;
    let verified = Session::verify(Arc::new(Auction), record).unwrap();
    assert_eq!(verified.record(), s.record());
    let opened = Session::open(Arc::new(Auction), s.record().clone()).unwrap();
    assert_eq!((opened.record(), opened.position()), (s.record(), s.position()));
    // At the very moment of a snapshot too the move before is known.
    let at =
        Session::open(Arc::new(Auction), opened.branch(512, seeded(4)).unwrap().record().clone()).unwrap();
    assert_eq!((at.before().map(|p| p.bids[1]), at.pending()), (Some(None), Some(SIDES[1])));
    // Back over a snapshot.
    let mut short = opened.branch(512, seeded(4)).unwrap();
    let before = opened.branch(511, seeded(4)).unwrap();
    assert_eq!(short.record().snapshots.len(), 2);
    short.undo().unwrap();
    assert_eq!((short.record(), short.position()), (before.record(), before.position()));
    assert_eq!(short.may_undo(), before.may_undo());
}
