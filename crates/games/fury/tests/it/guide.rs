//! How actions are made by hand, and what a gesture means.

use crate::common::*;
use sandtable_core::dice::Seeded;
use sandtable_core::guide::{Guide, Handle};
use sandtable_core::view::Viewer;
use sandtable_core::{Game, Options, Side};
use sandtable_fury::pieces::Piece;
use sandtable_fury::sequence::Step;
use sandtable_fury::{Action, Event, Fury};
use std::collections::{BTreeSet, HashSet};

/// The rule that answers a wish.
fn answer(t: &Table, pieces: &[&str], place: Option<&str>) -> String {
    let wish = game().wish(&t.p, t.decider(), &ids(pieces), place).unwrap();
    t.forbidden(wish)
}

#[test]
fn handles_name_counters_and_hexes_and_lead_back_to_their_action() {
    let mut verbs = BTreeSet::new();
    let mut long = 0;
    let free = Options::from([("setup".to_string(), "free".to_string())]);
    for seed in 0..10 {
        let mut count = 0;
        let options = if seed == 0 { free.clone() } else { Options::new() };
        random_game(seed, &options, &mut |p, side| {
            count += 1;
            // All the rare decisions, a few of the common ones.
            let common =
                matches!(p.steps.top(), Step::Moves | Step::SetUp(_) | Step::Declare | Step::Planning(..));
            if common && count % 41 != 0 {
                return;
            }
            let view = game().view(p, Viewer::All);
            let counters: HashSet<&str> = view.counters.iter().map(|c| c.id.as_str()).collect();
            let mut seen = HashSet::new();
            let list = legal(p, side);
            for (i, a) in list.iter().enumerate() {
                let handle = game().handle(p, a);
                let Handle { verb, pieces, place, weigh } = &handle;
                verbs.insert(*verb);
                assert!(pieces.iter().all(|x| counters.contains(x.as_str())), "{handle:?}");
                assert!(place.as_ref().is_none_or(|h| game().data.hex(h).is_some()), "{handle:?}");
                assert_eq!(*weigh, matches!(a, Action::Attack { .. } | Action::Fight(_)));
                if let Action::Withdraw { from, first, second } = *a {
                    assert_eq!(*place, Some(game().data.number(second).to_string()), "where it ends");
                    let stack = p.pieces_at(from);
                    assert!(!pieces.is_empty() && pieces.iter().all(|x| stack.has(game().piece(x).unwrap())));
                    long += usize::from(first != second);
                }
                let key = (format!("{handle:?}"), game().describe(p, a));
                assert!(seen.insert(key), "{handle:?} twice");
                if (pieces.is_empty() && place.is_none()) || i % (1 + list.len() / 20) != 0 {
                    continue;
                }
                let wish = game().wish(p, side, pieces, place.as_deref()).unwrap();
                assert!(list.contains(&wish), "{handle:?} means {wish:?}");
                let back = game().handle(p, &wish);
                assert!(back.verb == *verb || place.is_none(), "{handle:?} became {back:?}");
                assert!(pieces.iter().all(|x| back.pieces.contains(x)));
                assert!(place.is_none() || back.place == *place);
            }
        });
    }
    assert!(long > 0, "no stack went back two hexes");
    let wanted = "accept activate advance attack bring done end_attacks end_moves enter fight force front lose move \
                  perish reform refuse restore retreat retreat_to set_up withdraw";
    for verb in wanted.split_whitespace() {
        assert!(verbs.contains(verb), "{verb} never came up: {verbs:?}");
    }
}

#[test]
fn wishes_by_chance_are_legal_exactly_when_they_are_offered() {
    let (mut chance, rules) = (Seeded::new(7), Fury::rules());
    for seed in 20..26 {
        let mut count = 0;
        random_game(seed, &Options::new(), &mut |p, side| {
            count += 1;
            if count % 19 != 0 {
                return;
            }
            let list = legal(p, side);
            for _ in 0..12 {
                let mut pieces = Vec::new();
                for _ in 0..chance.below(4) {
                    pieces.push(game().piece_id(Piece(chance.below(135) as u8)));
                }
                let place = game().data.number(chance.below(352) as u16).to_string();
                let place = (chance.below(3) > 0).then_some(place.as_str());
                let who = Side(if chance.below(8) == 0 { 1 - side.0 } else { side.0 });
                let Some(wish) = game().wish(p, who, &pieces, place) else { continue };
                let offered = who == side && list.contains(&wish);
                match game().check(p, who, &wish) {
                    Ok(()) => assert!(offered, "{pieces:?} {place:?}: {wish:?}"),
                    Err(e) => {
                        assert!(!offered, "{wish:?} is offered but {e}");
                        assert!(rules.iter().any(|r| r.id == e.0[0].rule), "{e}");
                    }
                }
                game().handle(p, &wish);
                game().battle(p, who, &wish);
            }
        });
    }
}

#[test]
fn nonsense_is_answered_with_nothing() {
    let t = Table::campaign();
    for p in [t.p, Table::free().p] {
        for side in [RU, CP, Side(9)] {
            assert_eq!(game().wish(&p, side, &ids(&["nobody"]), Some("0505")), None);
            assert_eq!(game().wish(&p, side, &ids(&["ru-iii"]), Some("nowhere")), None);
            assert_eq!(game().wish(&p, side, &ids(&["ru-iii"]), Some("9999")), None);
            assert_eq!(game().wish(&p, side, &[], Some("0505")), None, "a hex alone means nothing yet");
            assert!(game().ways(&p, side, "nobody").is_empty());
        }
        // Actions that nobody could have made.
        let wild = [
            Action::Move(Piece(200), 60_000),
            Action::Replace(Piece(250), Piece(251)),
            Action::Perish(0xFFFE),
            Action::Withdraw { from: 0xFFFD, first: 9000, second: 9000 },
            Action::Fight(9999),
            Action::Attack { from: 9000, target: 9000, units: [Piece(240); 2] },
        ];
        for a in wild {
            game().handle(&p, &a);
            assert_eq!(game().battle(&p, RU, &a), None);
        }
    }
}

const NORTH: &str = "turn = 'S1'\nphase = 'moves'\nactivation = 1\nrail = { ru = 0, ah = 0, de = 0 }";
const ATTACKS: &str = "turn = 'S1'\nphase = 'attacks'\nactivation = 1";

/// Asked without a piece or a hex: why the step cannot be ended, or that it can.
#[test]
fn whoever_owes_an_attack_is_told_so() {
    let mut t = Table::at(ATTACKS, "ru-iii 1405\nru-iv 1405\nhq-ru-i 1505\nde-xvii 1304\nhq-de-viii 1205");
    assert_eq!(answer(&t, &[], None), "2.2f");
    t.say("attack 1304 from 1405 with RU III + RU IV", &[]);
    assert_eq!(game().wish(&t.p, RU, &[], None), Some(Action::EndAttacks));
    assert!(t.offered("end declarations"));
    let t = Table::at(NORTH, "ru-iii 1405\nhq-ru-i 1505\nde-xvii 1204\nhq-de-viii 1205");
    assert_eq!(game().wish(&t.p, RU, &[], None), Some(Action::EndMoves));
}

#[test]
fn a_piece_that_cannot_move_is_told_why() {
    let mut t = Table::at(NORTH, "ru-iii 1409\nru-iv 1409\nru-xi 1415\nde-xx 1004\nhq-ru-i 1410");
    t.say("move RU III to 1410", &[]);
    // Picked up without a hex: what holds of the piece itself.
    let reason = |piece: &str| {
        let wish = game().wish(&t.p, RU, &ids(&[piece]), None).unwrap();
        let breach = game().check(&t.p, RU, &wish).unwrap_err().0.remove(0);
        (breach.rule, breach.reason)
    };
    let (rule, why) = reason("de-xx");
    assert!(rule == "7g" && why.contains("not yours"), "{why}");
    let (rule, why) = reason("ru-xi");
    assert!(rule == "7g" && why.contains("South front") && why.contains("North front act"), "{why}");
    let (rule, why) = reason("ru-iii");
    assert!(rule == "9a" && why.contains("moved already"), "{why}");
    assert_eq!(reason("ru-ii").0, "9a", "not on the map");
    // One that can move is offered a move.
    let wish = game().wish(&t.p, RU, &ids(&["ru-iv"]), None).unwrap();
    assert!(matches!(wish, Action::Move(..)) && game().check(&t.p, RU, &wish).is_ok());
    // With a hex: the move itself.
    assert_eq!(
        game().wish(&t.p, RU, &ids(&["ru-iv"]), Some("1411")),
        Some(Action::Move(game().piece("ru-iv").unwrap(), hex_of("1411")))
    );
    assert_eq!(answer(&t, &["ru-iv"], Some("1004")), "9e");
    assert_eq!(answer(&t, &["ru-iv"], Some("1401")), "9.3c");
    assert_eq!(answer(&t, &["de-xx"], Some("1005")), "7g");
    // The other side is told that it is not its turn.
    let wish = game().wish(&t.p, CP, &ids(&["de-xx"]), Some("1005")).unwrap();
    assert_eq!(game().check(&t.p, CP, &wish).unwrap_err().0[0].rule, "8a");
    // One that entered an enemy zone is told so.
    let mut t = Table::at(NORTH, "ru-iii 1405\nde-r8 1204");
    t.say("move RU III to 1304", &[]);
    assert_eq!(answer(&t, &["ru-iii"], None), "9.1e");
}

#[test]
fn a_unit_that_cannot_attack_is_told_why() {
    let t = Table::at(
        ATTACKS,
        "hq-ru-i 1304\nru-iii 1304\nru-iv 1405\nde-xx 1204\nru-xx 1610\nru-xi 1415\nah-xi 1416",
    );
    assert_eq!(answer(&t, &["de-xx"], None), "7g");
    assert_eq!(answer(&t, &["ru-xi"], Some("1416")), "7g", "the other front");
    assert_eq!(answer(&t, &["hq-ru-i"], Some("1204")), "10.2.1a");
    assert_eq!(answer(&t, &["ru-xx"], None), "10.1a", "far from its headquarters");
    assert_eq!(answer(&t, &["ru-ii"], None), "10.2.1a", "not on the map");
    assert_eq!(answer(&t, &["ru-iv"], None), "10a", "nobody beside it");
    assert_eq!(answer(&t, &["ru-iii"], Some("1006")), "10.1e", "not beside it");
    assert_eq!(answer(&t, &["ru-iii"], Some("1405")), "10a", "nothing to attack there");
    assert_eq!(answer(&t, &["ru-iii", "ru-iv"], Some("1204")), "10.2.1a", "not from one hex");
    let fits = attack("1304", "1204", &["ru-iii"]);
    assert_eq!(game().wish(&t.p, RU, &ids(&["ru-iii"]), Some("1204")), Some(fits));
    assert_eq!(game().wish(&t.p, RU, &ids(&["ru-iii"]), None), Some(fits), "what it could do");
    assert_eq!(game().wish(&t.p, RU, &ids(&["ru-iii", "hq-ru-i"]), Some("1204")), Some(fits));
    // Once declared.
    let mut t = t;
    t.say("attack 1204 from 1304 with RU III", &[]);
    assert_eq!(answer(&t, &["ru-iii"], None), "10.1e");
    t.say("end declarations", &[]);
    let fight = Some(Action::Fight(hex_of("1204")));
    assert_eq!(game().wish(&t.p, RU, &[], Some("1204")), fight);
    assert_eq!(game().wish(&t.p, RU, &ids(&["ru-iii"]), None), fight, "the attacker stands for its combat");
    assert_eq!(game().wish(&t.p, RU, &ids(&["de-xx"]), None), fight, "so does the defender");
    assert_eq!(answer(&t, &[], Some("1006")), "10b");
}

#[test]
fn every_step_has_its_gesture() {
    let pieces = "
        de-ii 1004 army=hq-de-viii
        ru-iii 1104
        ru-iv 1104
        hq-ru-i 1104
        de-xx 0805
    ";
    let mut t = Table::at(ATTACKS, pieces);
    // The whole stack picked up, in any order: its two units attack.
    let whole = game().wish(&t.p, RU, &ids(&["hq-ru-i", "ru-iv", "ru-iii"]), Some("1004"));
    assert_eq!(whole, Some(attack("1104", "1004", &["ru-iii", "ru-iv"])));
    t.say("attack 1004 from 1104 with RU III + RU IV", &[]).say("end declarations", &[]);
    let handle = |t: &Table, words: &str| {
        let list = legal(&t.p, t.decider());
        let a = list.iter().find(|a| game().describe(&t.p, a) == words).unwrap();
        game().handle(&t.p, a)
    };
    let h = handle(&t, "fight for 1004");
    assert_eq!((h.verb, h.pieces.len(), h.place.as_deref(), h.weigh), ("fight", 0, Some("1004"), true));
    t.say("fight for 1004", &[6]).say("refuse", &[]).say("force", &[]);
    // A loss falls on a unit that fought.
    assert_eq!(
        game().wish(&t.p, RU, &ids(&["ru-iv"]), None),
        Some(Action::Lose(game().piece("ru-iv").unwrap()))
    );
    assert_eq!(answer(&t, &["de-xx"], None), "10.2.5e");
    t.say("loss to RU III", &[]);
    assert_eq!(answer(&t, &["ru-iii"], Some("1004")), "8a", "a decision without pieces");
    let mut retreat = t.clone();
    retreat.say("retreat", &[]);
    assert_eq!(answer(&retreat, &[], Some("0101")), "3b");
    assert_eq!(answer(&retreat, &["de-xx"], Some("0904")), "8a", "it is not the one that retreats");
    let to = game().wish(&retreat.p, CP, &ids(&["de-ii"]), Some("0904"));
    assert_eq!(to, Some(Action::To(hex_of("0904"))));
    t.say("siege", &[]);
    // The advance: the same gesture with and without the headquarters, unless it is picked up too.
    let (alone, both) = (handle(&t, "advance RU III"), handle(&t, "advance RU III with HQ"));
    assert_eq!(alone, both);
    assert_eq!((alone.verb, alone.pieces, alone.place), ("advance", ids(&["ru-iii"]), Some("1004".into())));
    let advance = |pieces: &[&str]| {
        let wish = game().wish(&t.p, RU, &ids(pieces), Some("1004")).unwrap();
        game().check(&t.p, RU, &wish).map(|()| game().describe(&t.p, &wish)).unwrap()
    };
    assert_eq!(advance(&["ru-iv", "ru-iii"]), "advance RU III + RU IV");
    assert_eq!(advance(&["hq-ru-i", "ru-iv"]), "advance RU IV with HQ");
    assert_eq!(answer(&t, &["hq-ru-i"], Some("1004")), "10.5b", "it does not besiege alone");
    assert_eq!(answer(&t, &["ru-iii"], Some("1005")), "8a", "not there");
}

#[test]
fn the_administrative_phase_has_its_gestures() {
    let head = "turn = 'S1'\nphase = 'replacements'";
    let t = Table::at(
        head,
        "eliminated ru-iii\nru-iv 1409 reduced\nru-ii 1410\nhq-ru-i 1409\nde-xx 0805 reduced",
    );
    let piece = |id: &str| game().piece(id).unwrap();
    assert_eq!(game().wish(&t.p, RU, &ids(&["ru-iv"]), None), Some(Action::Restore(piece("ru-iv"))));
    assert!(matches!(game().wish(&t.p, RU, &ids(&["ru-iii"]), None), Some(Action::Reform(..))));
    assert_eq!(answer(&t, &["ru-ii"], None), "11.3q", "nothing to restore");
    assert_eq!(answer(&t, &["hq-ru-i"], None), "11.3a", "a headquarters is no corps");
    assert_eq!(answer(&t, &["de-xx"], None), "11.3b", "not the Germans' turn");
    let head = "turn = 'S1'\nphase = 'reinforcements'";
    let mut t = Table::at(head, "box ru-iii\nhq-ru-i 1409\nru-iv 1409");
    let bring = game().wish(&t.p, RU, &ids(&["ru-iii"]), None).unwrap();
    assert!(matches!(bring, Action::Bring(..)));
    assert_eq!(answer(&t, &["ru-iv"], None), "11.4b", "it is in play already");
    let words = game().describe(&t.p, &bring);
    t.say(&words, &[]);
    let ways = game().ways(&t.p, RU, "ru-iii");
    assert!(!ways.is_empty() && game().ways(&t.p, RU, "ru-iv").is_empty());
    let there = game().wish(&t.p, RU, &ids(&["ru-iii"]), Some(&ways[0].place));
    assert_eq!(there, Some(Action::Enter(hex_of(&ways[0].place))));
    assert_eq!(answer(&t, &["ru-iii"], Some("0505")), "11.4e");
    assert_eq!(answer(&t, &["ru-iv"], Some(&ways[0].place)), "8a", "another piece enters");
}

#[test]
fn fortune_counts_steps_for_the_side_that_rolls() {
    let f = |side, events: &[Event]| game().fortune(side, events);
    let siege = |fort, roll, total| Event::SiegeRoll { fort, roll, total, besiegers: [(Piece::NONE, 0); 2] };
    assert_eq!(f(RU, &[]), None);
    assert_eq!(f(RU, &[Event::Initiative(3, 4, 1), Event::Turn(1)]), None);
    assert_eq!(f(RU, &[Event::Result(1, 0, 1)]), Some(-2.0));
    assert_eq!(f(RU, &[Event::Result(1, 2, 2)]), Some(2.0));
    assert_eq!(f(RU, &[Event::Result(1, 1, 0)]), Some(0.0));
    assert_eq!(f(CP, &[Event::Cohesion(2)]), Some(-1.0));
    assert_eq!(f(CP, &[Event::Cohesion(3)]), Some(0.0));
    let fort = game().data.forts.iter().position(|f| f.owner == 1).unwrap() as u8;
    assert_eq!(f(RU, &[siege(fort, 6, 6)]), Some(1.0));
    assert_eq!(f(CP, &[siege(fort, 6, 6)]), Some(-1.0));
    assert_eq!(f(RU, &[siege(fort, 1, 1), Event::Result(0, 0, 2)]), Some(1.0));
    assert_eq!(f(RU, &[siege(99, 6, 6)]), None);
}
