//! What a side may not know reaches neither its bot nor its player: positions, odds, wishes, dice and luck.

use crate::auction::{Auction, SEALED, Table};
use sandtable_bots::Series;
use sandtable_bots::any_session::{AnySession, Pick, SeenStep};
use sandtable_bots::levels::Levels;
use sandtable_bots::registry::{AnyGame, OpenOptions, Registered};
use sandtable_core::player::Player;
use sandtable_core::record::DiceSource;
use sandtable_core::seal::Secret;
use sandtable_core::session::seeded;
use sandtable_core::typed::Wanted;
use sandtable_core::view::Viewer;
use sandtable_core::{Options, Side};
use std::sync::Arc;

/// Bids 3, and complains if it can read what another has bid.
struct Peeping;

impl Player<Auction> for Peeping {
    fn choose(&mut self, _: &Auction, position: &Table, side: Side) -> Option<u8> {
        let mut others = (0..3).filter(|i| *i != usize::from(side.0)).filter_map(|i| position.bids[i]);
        assert!(others.all(|bid| bid == SEALED), "{position:?} shown to {side:?}");
        Some(3)
    }
}

fn game() -> Registered<Auction> {
    Registered {
        game: Arc::new(Auction),
        rules: Vec::new,
        levels: Levels { scripts: &[("peeping", |_| Box::new(Peeping))], planner: None, judge: None },
        tune: None,
    }
}

/// The three bids of a first round, or as many as there are.
fn after(bids: &[(u8, u8)], seed: u64) -> Box<dyn AnySession> {
    let mut session = game().begin("short", Options::new(), seeded(seed), None).unwrap();
    for (side, bid) in bids {
        session.act(Side(*side), &Wanted::Text(format!("bid {bid}")), None).unwrap();
    }
    session
}

#[test]
fn a_bot_is_shown_what_its_side_knows() {
    let mut session = after(&[(0, 5)], 1);
    session.bot(Side(1), "peeping", 1, false).unwrap();
    let none = Options::new();
    let series = Series { scenario: "short", options: &none, games: 20, seed: 3, threads: 1 };
    let levels = ["recruit", "peeping", "peeping"].map(String::from);
    assert_eq!(game().series(&series, &levels, &|| ()).unwrap().len(), 20);
}

#[test]
fn levels_are_given_for_the_sides_that_play() {
    let none = Options::new();
    let series = Series { scenario: "duel", options: &none, games: 3, seed: 3, threads: 1 };
    let levels = |list: &[&str]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
    let two = game().series(&series, &levels(&["recruit", "peeping"]), &|| ()).unwrap();
    let three = game().series(&series, &levels(&["recruit", "recruit", "peeping"]), &|| ()).unwrap();
    assert_eq!(two, three);
    assert!(two.iter().all(|p| p.decisions == 4));
    let one = game().series(&series, &levels(&["recruit"]), &|| ()).unwrap_err();
    assert_eq!(one.to_string(), "give a level for each of 2 sides");
}

#[test]
fn a_series_of_secret_choices_repeats_and_nobody_is_passed_over() {
    let none = Options::new();
    let played = |threads, seed| {
        let series = Series { scenario: "short", options: &none, games: 40, seed, threads };
        game().series(&series, &["recruit"; 3].map(String::from), &|| ()).unwrap()
    };
    let one = played(1, 3);
    assert_eq!(one, played(2, 3));
    assert_ne!(one, played(1, 4));
    // Three choose in each of two rounds, and the first in the list has no advantage but luck.
    assert!(one.iter().all(|p| p.decisions == 6));
    assert!((0..3).all(|s| one.iter().any(|p| p.outcome.winner == Some(Side(s)))));
}

#[test]
fn the_seal_of_a_choice_is_told_to_all_unless_the_dice_can_be_foreseen() {
    let sealed = DiceSource::sealed(&[Secret::from_seed(8)]);
    for (dice, sent) in [(sealed, true), (seeded(8), false)] {
        let mut session = game().begin("short", Options::new(), dice, None).unwrap();
        session.bot(Side(1), "peeping", 1, false).unwrap();
        for viewer in [Viewer::Watcher, Viewer::Side(Side(0)), Viewer::Side(Side(1))] {
            let last = session.last_step(viewer).unwrap();
            assert_eq!((last.seal.is_some(), session.head().dice.foreseeable()), (sent, !sent));
            assert_eq!(last.text.is_empty(), viewer != Viewer::Side(Side(1)));
        }
        assert_eq!(session.record().moves.iter().filter(|m| m.seal.is_some()).count(), 1);
    }
}

#[test]
fn odds_and_wishes_do_not_tell_what_is_hidden() {
    let low = after(&[(0, 1), (1, 1)], 1);
    let high = after(&[(0, 5), (1, 5)], 1);
    let third = Side(2);
    let bid = Wanted::from("bid 3");
    assert_eq!(low.odds(third, &bid).unwrap(), high.odds(third, &bid).unwrap());
    assert_eq!(low.forecast(third, &bid).unwrap(), high.forecast(third, &bid).unwrap());
    let wish = |s: &dyn AnySession| s.wish(third, &["highest".to_string()], None).text;
    assert_eq!((wish(&*low), wish(&*high)), ("bid 1".to_string(), "bid 1".to_string()));
}

fn seen(session: &dyn AnySession, viewer: Viewer) -> (SeenStep, Vec<SeenStep>) {
    let mut walked = Vec::new();
    session.replay(viewer, &mut |step| walked.push(step)).unwrap();
    (session.last_step(viewer).unwrap(), walked)
}

#[test]
fn the_dice_of_a_hidden_move_are_the_movers() {
    // Once with a die among equals, once without; A wins either way.
    let tie = [(0, 5), (1, 5), (2, 1)];
    let wins =
        |s: &dyn AnySession| s.last_step(Viewer::Watcher).unwrap().lines[0].text == "side 0 wins round 1";
    let rolled = (0..50).map(|seed| after(&tie, seed)).find(|s| wins(&**s)).unwrap();
    let plain = after(&[(0, 5), (1, 2), (2, 1)], 1);
    for viewer in [Viewer::Watcher, Viewer::Side(Side(0))] {
        assert_eq!(seen(&*rolled, viewer), seen(&*plain, viewer));
    }
    let (last, walked) = seen(&*rolled, Viewer::Side(Side(2)));
    assert_eq!((last.dice.len(), walked[3].dice.len(), last.text.as_str()), (1, 1, "bid 1"));
    // The side is measured by what it could expect: to be the highest of those that it knew.
    assert_eq!(last.luck.map(|l| (l.expected, l.came)), Some((1.0, 0.0)));
    assert_eq!(seen(&*rolled, Viewer::All).0.dice, last.dice);
}

#[test]
fn an_action_is_taken_by_number_text_or_value() {
    let session = |wanted: Wanted| {
        let mut session = game().begin("short", Options::new(), seeded(1), None).unwrap();
        session.act(Side(0), &wanted, None).map(|_| session.record().moves[0].action.get().to_string())
    };
    let offered = after(&[], 1).actions(Side(0), Pick::All);
    let values = after(&[], 1).values(Side(0));
    assert_eq!((offered[2].number, offered[2].text.as_str(), values[2].get()), (3, "bid 3", "3"));
    for wanted in [Wanted::Number(3), Wanted::Text("bid 3".to_string()), Wanted::Value(3.into())] {
        assert_eq!(session(wanted).ok().as_deref(), Some("3"));
    }
    let refused = |wanted| session(wanted).unwrap_err().to_string();
    assert_eq!(
        refused(Wanted::Number(0)),
        format!("there is no action number 0; there are {}", values.len())
    );
    assert!(refused(Wanted::Value(serde_json::json!({}))).starts_with("this value is no action of the game"));
}

#[test]
fn a_record_is_opened_again_and_says_which_move_is_broken() {
    let session = after(&[(0, 5), (1, 4), (2, 3)], 1);
    let record = session.record();
    let opened = game().open(&record, OpenOptions { verify: true, undone: 0 }).unwrap();
    assert_eq!((opened.moves(), opened.hash()), (3, session.hash()));
    assert_eq!(opened.record().to_text(), record.to_text());
    let mut broken = record.clone();
    broken.moves[1].action = sandtable_core::record::raw(&"five");
    let error = game().open(&broken, OpenOptions::default()).err().unwrap().to_string();
    assert!(error.contains("move 2 cannot be read"), "{error}");
}
