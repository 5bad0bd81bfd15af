//! Dice that a record proves, or says that it cannot; what seats put into them; snapshots that nobody believes.

use crate::auction::{Auction, Table};
use proptest::prelude::*;
use sandtable_core::chains::Link;
use sandtable_core::dice::Dice;
use sandtable_core::proof::DiceProof;
use sandtable_core::record::{ChoiceSeal, DiceSource, SeatSeal, Snapshot};
use sandtable_core::seal::{Sealed, Secret, link_before, to_hex};
use sandtable_core::session::{GameRecord, seeded};
use sandtable_core::{Options, Session, SessionError, Side};
use serde_json::json;
use std::path::Path;
use std::sync::Arc;

const SIDES: [Side; 3] = [Side(0), Side(1), Side(2)];

fn begin(dice: DiceSource) -> Session<Auction> {
    Session::new(Arc::new(Auction), "short", Options::new(), dice, None).unwrap()
}

/// Dice between strangers.
fn sealed(seed: u64) -> DiceSource {
    DiceSource::sealed(&[Secret::from_seed(seed)])
}

/// A game in which everybody bids the same, so that each round rolls a die.
fn played(dice: DiceSource, moves: usize) -> Session<Auction> {
    let mut s = begin(dice);
    for i in 0..moves {
        s.act(SIDES[i % 3], 3, None).unwrap();
    }
    s
}

fn verify(record: &GameRecord<Auction>) -> Result<Session<Auction>, String> {
    Session::verify(Arc::new(Auction), record.clone()).map_err(|e| e.to_string())
}

/// What verifying a changed record says.
fn changed(record: &GameRecord<Auction>, change: impl FnOnce(&mut GameRecord<Auction>)) -> String {
    let mut other = record.clone();
    change(&mut other);
    verify(&other).err().unwrap_or_default()
}

fn parts(record: &mut GameRecord<Auction>) -> (&mut Vec<String>, &mut Vec<Option<String>>) {
    match &mut record.head.dice {
        DiceSource::Sealed { seals, secrets, .. } => (seals, secrets),
        DiceSource::Hand => panic!("they are sealed"),
    }
}

/// A change of seals and secrets.
type Forgery<'a> = &'a dyn Fn(&mut Vec<String>, &mut Vec<Option<String>>);

#[test]
fn seals_that_bind_nobody_are_refused_however_a_record_is_opened() {
    let record = played(sealed(1), 6).record().clone();
    let forge = |change: Forgery<'_>| {
        let mut forged = record.clone();
        let (seals, secrets) = parts(&mut forged);
        change(seals, secrets);
        let opened = Session::open(Arc::new(Auction), forged.clone()).err().map(|e| e.to_string());
        let begun = Session::new(Arc::new(Auction), "short", Options::new(), forged.head.dice.clone(), None);
        assert!(begun.is_err());
        assert_eq!(opened, verify(&forged).err());
        opened.unwrap_or_default()
    };
    assert!(forge(&|a, b| (a.clear(), b.clear()).0).contains("no seal"));
    assert!(forge(&|a, _| a.push(a[0].clone())).contains("2 seals and 1 secrets"));
    assert!(forge(&|_, b| b.clear()).contains("1 seals and 0 secrets"));
    assert!(forge(&|a, _| a[0] = "seal".to_string()).contains("seal 1 is not 64"));
    assert!(forge(&|_, b| b[0] = Some("00".repeat(32))).contains("secret 1 does not fit"));
}

#[test]
fn a_record_that_lacks_a_secret_is_legal_and_proves_no_dice() {
    let mut record = played(sealed(1), 6).record().clone();
    assert_eq!(verify(&record).unwrap().proof().dice, DiceProof::Proved);
    parts(&mut record).1[0] = None;
    let proof = verify(&record).unwrap().proof();
    assert_eq!((proof.dice, &proof.missing[..]), (DiceProof::Unproved, &[1][..]));
    assert_eq!(proof.said(), "the dice can't be proved: secret 1 is missing");
    // Its moves and hashes are checked all the same.
    assert!(changed(&record, |r| r.moves[1].action = 9).contains("rule 2"));
    assert!(changed(&record, |r| r.moves[2].hash = "0".repeat(16)).contains("another hash"));
}

#[test]
fn marks_of_dice_by_hand_hide_no_chosen_die() {
    let record = played(sealed(1), 6).record().clone();
    let own = record.moves[5].dice[0];
    // A die of choice with all that follows from it, marked as rolled by hand.
    let chosen = |dice: &DiceSource, mark: bool| {
        let mut forged = begin(seeded(1));
        for i in 0..5 {
            forged.act(SIDES[i % 3], 3, None).unwrap();
        }
        forged.act(SIDES[2], 3, Some(vec![own % 6 + 1])).unwrap();
        let mut forged = forged.record().clone();
        forged.head.dice = dice.clone();
        assert!(forged.moves[5].hand);
        forged.moves[5].hand = mark;
        forged
    };
    let seeded_dice = seeded(1);
    let said = verify(&chosen(&seeded_dice, false)).err().unwrap();
    assert!(said.starts_with("move 6: the dice"), "{said}");
    let typed = verify(&chosen(&seeded_dice, true)).unwrap().proof();
    assert_eq!((typed.dice, &typed.typed_in[..]), (DiceProof::TypedIn, &[6][..]));
    // Between strangers no die can be typed in: `hand` of the head was changed, or the mark was put there.
    for mark in [true, false] {
        let said = verify(&chosen(&record.head.dice, mark)).err().unwrap();
        assert!(said.starts_with("move 6: "), "{said}");
    }
    let opened = Session::open(Arc::new(Auction), chosen(&record.head.dice, true));
    assert!(opened.is_err());
}

#[test]
fn a_branch_says_of_which_moves_it_did_not_roll_the_dice() {
    let s = played(sealed(1), 4);
    let branch = s.branch(4, sealed(2)).unwrap();
    assert_eq!(branch.record().head.dice.before(), Some(4));
    let proof = verify(branch.record()).unwrap().proof();
    assert_eq!((proof.dice, proof.before), (DiceProof::Unproved, Some(4)));
    assert!(proof.said().contains("the first 4 moves"), "{}", proof.said());
    // Before the first die there is nothing that came from elsewhere.
    let early = s.branch(2, sealed(2)).unwrap();
    assert_eq!(verify(early.record()).unwrap().proof().dice, DiceProof::Proved);
    // What is rolled from then on is proved.
    let mut on = branch;
    on.act(SIDES[1], 3, None).unwrap();
    on.act(SIDES[2], 3, None).unwrap();
    verify(on.record()).unwrap();
    let die = on.record().moves[5].dice[0];
    assert!(changed(on.record(), |r| r.moves[5].dice[0] = die % 6 + 1).contains("move 6"));
}

#[test]
fn branches_of_older_programs_are_read_as_what_they_are() {
    // They marked what they took over as rolled by hand.
    let mut old = played(sealed(1), 4).branch(4, sealed(2)).unwrap().record().clone();
    if let DiceSource::Sealed { before, .. } = &mut old.head.dice {
        *before = None;
    }
    old.moves[2].hand = true;
    let read = verify(&old).unwrap();
    assert_eq!((read.record().head.dice.before(), read.record().moves[2].hand), (Some(3), false));
    assert_eq!(read.proof().dice, DiceProof::Unproved);
}

#[test]
fn dice_of_the_set_up_are_derived_too() {
    let text = || Some("phase = lot\n".to_string());
    let s = Session::new(Arc::new(Auction), "short", Options::new(), sealed(3), text()).unwrap();
    assert_eq!(verify(s.record()).unwrap().proof().dice, DiceProof::Proved);
    let mut forged = s.record().clone();
    forged.head.start_dice[0] = forged.head.start_dice[0] % 6 + 1;
    let proof = verify(&forged).unwrap().proof();
    assert_eq!((proof.dice, proof.before), (DiceProof::Unproved, Some(0)));
    assert!(proof.said().contains("set-up"), "{}", proof.said());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn a_record_with_another_die_is_never_proved(
        bids in proptest::collection::vec(1_u8..=3, 6),
        seed in 0_u64..1000,
        change in 1_u8..=255,
    ) {
        let mut s = begin(sealed(seed));
        for (i, bid) in bids.into_iter().enumerate() {
            s.act(SIDES[i % 3], bid, None).unwrap();
        }
        for number in 0..s.record().moves.len() {
            for at in 0..s.record().moves[number].dice.len() {
                let said = changed(s.record(), |r| r.moves[number].dice[at] ^= change);
                prop_assert!(said.starts_with(&format!("move {}", number + 1)), "{said}");
            }
            let more = changed(s.record(), |r| r.moves[number].dice.push(change));
            prop_assert!(more.starts_with(&format!("move {}", number + 1)), "{more}");
        }
    }
}

/// A chain of so many links: the end first.
fn chain(seed: u64, links: usize) -> Vec<[u8; 32]> {
    let mut out = vec![Secret::from_seed(seed).0];
    for _ in 0..links {
        out.push(link_before(&out[out.len() - 1]));
    }
    out.reverse();
    out
}

/// A game in which A and B put chains in.
fn with_chains() -> (Session<Auction>, [Vec<[u8; 32]>; 2]) {
    let (a, b) = (chain(11, 9), chain(12, 9));
    let mut s = begin(sealed(1));
    s.put_in(SIDES[0], &to_hex(&a[0])).unwrap();
    s.put_in(SIDES[1], &to_hex(&b[0])).unwrap();
    // A link of A lets the chain of B count, though nothing is rolled.
    assert_eq!(s.act_with(SIDES[0], 3, Link::Ask), Err(SessionError::WantsLink));
    s.act_with(SIDES[0], 3, Link::Given(a[1])).unwrap();
    assert_eq!(s.act_with(SIDES[2], 3, Link::Ask).map(|l| l.len()), Ok(0), "C put nothing in");
    // Bids are secret, so that every one shows a link.
    assert_eq!(s.act_with(SIDES[1], 3, Link::Ask), Err(SessionError::WantsLink));
    assert_eq!(s.act_with(SIDES[1], 3, Link::Given(b[2])), Err(SessionError::WrongLink));
    assert_eq!(s.record().moves.len(), 2, "nothing changed");
    s.act_with(SIDES[1], 3, Link::Given(b[1])).unwrap();
    (s, [a, b])
}

#[test]
fn what_a_seat_shows_is_in_the_dice_and_in_the_proof() {
    let (mut s, [a, b]) = with_chains();
    let record = s.record().clone();
    let links: Vec<_> = record.moves.iter().map(|m| m.reveal.clone()).collect();
    assert_eq!(links, [Some(to_hex(&a[1])), None, Some(to_hex(&b[1]))]);
    let mut expected = Sealed::new(&[Secret::from_seed(1)], 0).with_links(&[a[1], b[1]]);
    assert_eq!(record.moves[2].dice, [expected.roll(6)]);
    let proof = verify(&record).unwrap().proof();
    assert_eq!(proof.dice, DiceProof::Proved);
    assert_eq!(proof.seats.iter().map(|s| s.links).collect::<Vec<_>>(), [1, 1]);
    // Neither can the links be changed or left out, nor the chains.
    assert!(
        changed(&record, |r| r.moves[2].reveal = Some(to_hex(&b[2]))).starts_with("move 3: what it puts")
    );
    assert!(changed(&record, |r| r.moves[1].reveal = Some(to_hex(&b[1]))).starts_with("move 2"));
    let seats = |r: &mut GameRecord<Auction>, change: &dyn Fn(&mut Vec<SeatSeal>)| match &mut r.head.dice {
        DiceSource::Sealed { seats, .. } => change(seats),
        DiceSource::Hand => {}
    };
    assert!(changed(&record, |r| seats(r, &|s| s.clear())).starts_with("move 1"));
    assert!(changed(&record, |r| seats(r, &|s| s.swap(0, 1))).starts_with("move 1"));
    assert!(changed(&record, |r| seats(r, &|s| s[0].seal = "x".into())).contains("chain 1"));
    let sparing = changed(&record, |r| match &mut r.head.dice {
        DiceSource::Sealed { every, .. } => *every = false,
        DiceSource::Hand => {}
    });
    assert!(sparing.contains("moves that show links"), "{sparing}");
    let reopened = Session::open(Arc::new(Auction), record.clone()).unwrap();
    assert_eq!((reopened.chains(), reopened.record()), (s.chains(), s.record()));
    // A bot moves in the seat of A: the file says that no link was shown.
    s.act_with(SIDES[0], 3, Link::None).unwrap();
    s.act_with(SIDES[1], 3, Link::None).unwrap();
    s.act_with(SIDES[2], 3, Link::None).unwrap();
    assert!(verify(s.record()).unwrap().proof().without_link.is_empty(), "the die was rolled with C's move");
}

#[test]
fn rolls_without_a_link_are_told() {
    let a = chain(11, 9);
    let mut s = begin(sealed(1));
    s.put_in(SIDES[2], &to_hex(&a[0])).unwrap();
    for side in SIDES {
        s.act(side, 3, None).unwrap();
    }
    assert_eq!(verify(s.record()).unwrap().proof().without_link, [3]);
}

#[test]
fn a_move_taken_back_leaves_its_chain_where_it_was() {
    let (a, b) = (chain(11, 9), chain(12, 9));
    let mut s = begin(sealed(1));
    s.put_in(SIDES[0], &to_hex(&a[0])).unwrap();
    s.act_with(SIDES[2], 3, Link::None).unwrap();
    s.put_in(SIDES[1], &to_hex(&b[0])).unwrap();
    s.act_with(SIDES[0], 3, Link::Given(a[1])).unwrap();
    s.undo().unwrap();
    s.undo().unwrap();
    assert_eq!(s.record().head.dice.seats()[1].after, 0, "it is there from now on");
    s.act_with(SIDES[0], 2, Link::Given(a[1])).unwrap();
    let again = verify(s.record()).unwrap();
    assert_eq!(again.chains(), s.chains());
    assert!(s.chains().counts("b", 1));
}

#[test]
fn chains_are_for_games_that_go_on_with_dice_that_nobody_knows() {
    let seal = to_hex(&chain(1, 1)[0]);
    for dice in [seeded(1), DiceSource::Hand] {
        assert!(matches!(begin(dice).put_in(SIDES[0], &seal), Err(SessionError::NoChain(_))));
    }
    let mut s = begin(sealed(1));
    assert!(matches!(s.put_in(SIDES[0], "short"), Err(SessionError::NoChain(_))));
    s.put_in(SIDES[0], &seal).unwrap();
    assert!(
        matches!(s.put_in(SIDES[1], &seal), Err(SessionError::NoChain(_))),
        "nobody takes that of another"
    );
}

#[test]
fn forged_snapshots_are_not_believed_and_harm_nothing() {
    let forged = Table { bids: [None; 3], score: [90; 3], round: 1, duel: false, ballast: vec![] };
    let long = |moves: usize| {
        let mut s = Session::new(Arc::new(Auction), "long", Options::new(), sealed(4), None).unwrap();
        for i in 0..moves {
            s.act(SIDES[i % 3], (i % 5 + 1) as u8, None).unwrap();
        }
        s
    };
    for moves in [0, 1, 5] {
        let s = long(moves);
        for after in [0, 1, moves, moves + 1, 256, usize::MAX] {
            let mut record = s.record().clone();
            record.snapshots = vec![Snapshot { after, position: forged.clone() }];
            assert_eq!(verify(&record).unwrap().position(), s.position(), "{moves} moves, after {after}");
            match Session::open(Arc::new(Auction), record) {
                Ok(mut opened) => {
                    assert_eq!(opened.position(), s.position(), "{moves} moves, after {after}");
                    assert_eq!(opened.record().snapshots, []);
                    if opened.undo().is_ok() {
                        assert_eq!(opened.position(), long(moves - 1).position());
                    }
                }
                Err(e) => assert!(e.to_string().contains("snapshot"), "{e}"),
            }
        }
    }
}

/// What the browser's own check of a file is tested with: a game with chains, a branch of it, and choices that were sealed.
#[test]
fn the_vectors_for_the_browser_hold() {
    let (mut s, [a, b]) = with_chains();
    s.act_with(SIDES[0], 2, Link::None).unwrap();
    s.act_with(SIDES[1], 2, Link::None).unwrap();
    s.act_with(SIDES[2], 2, Link::None).unwrap();
    let secrets = [Secret::from_seed(1), Secret::from_seed(2)];
    let rolls = |links: &[[u8; 32]], faces: u8| {
        let mut dice = Sealed::new(&secrets, 5).with_links(links);
        (0..40).map(|_| dice.roll(faces)).collect::<Vec<_>>()
    };
    let hex = |list: &[[u8; 32]]| list.iter().map(to_hex_of).collect::<Vec<_>>();
    let links = [a[1], b[2]];
    let vectors = json!({
        "about": "made by a test of crates/core (tests/it/dice.rs); the browser's check must come to the same",
        "secrets": secrets.map(|s| to_hex(&s.0)),
        "seals": secrets.map(|s| to_hex(&s.seal().0)),
        "chain": {"last": to_hex(&chain(11, 9)[9]), "links": hex(&a)},
        "rolls": [
            {"links": [], "from": 5, "faces": 6, "dice": rolls(&[], 6)},
            {"links": [], "from": 5, "faces": 10, "dice": rolls(&[], 10)},
            {"links": hex(&links), "from": 5, "faces": 6, "dice": rolls(&links, 6)},
            {"links": hex(&links), "from": 5, "faces": 7, "dice": rolls(&links, 7)},
        ],
        "choice": {"number": 3, "undone": 1, "side": "a", "action": "4",
            "seal": ChoiceSeal::new(&secrets, 3, 1, "a", &4).seal},
        "record": s.record(),
        "branch": s.branch(4, sealed(9)).unwrap().record(),
    });
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/unit/dice-vectors.json");
    let text = serde_json::to_string_pretty(&vectors).unwrap() + "\n";
    if std::env::var_os("SANDTABLE_WRITE_VECTORS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        stored == text,
        "the derivation of dice has changed: old files would not verify. If nothing but the test has, write {} anew with SANDTABLE_WRITE_VECTORS=1",
        path.display()
    );
}

fn to_hex_of(bytes: &[u8; 32]) -> String {
    to_hex(bytes)
}

#[test]
fn a_fair_die_has_every_face() {
    let mut count = [0; 11];
    let mut dice = Sealed::new(&[Secret::from_seed(3)], 0).with_links(&[Secret::from_seed(4).0]);
    for _ in 0..10_000 {
        count[usize::from(dice.roll(10))] += 1;
    }
    assert!(count[1..].iter().all(|c| (850..1150).contains(c)), "{count:?}");
}
