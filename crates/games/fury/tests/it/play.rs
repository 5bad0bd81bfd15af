//! Random games: nothing panics, nothing is stuck, everything stays sound, and the referee agrees with itself.

use crate::common;
use crate::common::game;
use sandtable_core::dice::{Enumerating, Seeded};
use sandtable_core::session::{Session, seeded};
use sandtable_core::view::Viewer;
use sandtable_core::{Decision, Dice, Game, Options, Side};
use sandtable_fury::pieces::{PIECES, Piece};
use sandtable_fury::{Action, Fury, Position};
use std::sync::Arc;

fn free() -> Options {
    Options::from([("setup".to_string(), "free".to_string())])
}

/// Plays by chance; `visit` sees every position with the side that decides and the action it takes.
fn random_game(seed: u64, options: &Options, visit: &mut dyn FnMut(&Position, Side, &Action)) -> Position {
    let mut dice = Seeded::new(seed);
    let mut chance = Seeded::new(seed ^ 0xABCDEF);
    let mut p = game().start("campaign", options, &mut dice).unwrap();
    let (mut scratch, mut events) = (Vec::new(), Vec::new());
    for _ in 0..20_000 {
        let Some(side) = game().to_decide(&p).side() else { return p };
        let action = game().sample(&p, side, &mut |n| chance.below(n), &mut scratch);
        let action = action.unwrap_or_else(|| panic!("seed {seed}: nothing to do at {:?}", p.steps.top()));
        visit(&p, side, &action);
        events.clear();
        game().apply(&mut p, side, &action, &mut dice, &mut events);
    }
    panic!("seed {seed}: no end");
}

#[test]
fn every_position_of_random_games_is_sound_and_every_sampled_action_is_legal() {
    for seed in 0..40 {
        let end = random_game(seed, &Options::new(), &mut |p, side, action| {
            game().sound(p).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            game().check(p, side, action).unwrap_or_else(|e| panic!("seed {seed}: {action:?}: {e}"));
        });
        game().sound(&end).unwrap();
    }
}

#[test]
fn what_is_listed_is_legal_and_nothing_else_is() {
    let mut chance = Seeded::new(99);
    for seed in 100..106 {
        let mut list = Vec::new();
        let mut count = 0usize;
        random_game(seed, &Options::new(), &mut |p, side, _| {
            count += 1;
            if !count.is_multiple_of(19) {
                return;
            }
            list.clear();
            game().actions(p, side, &mut list);
            assert!(!list.is_empty(), "no dead end");
            let mut other = Vec::new();
            game().actions(p, Side(1 - side.0), &mut other);
            assert!(other.is_empty(), "the other side has nothing to decide");
            for action in list.iter().step_by(1 + list.len() / 40) {
                assert!(game().check(p, side, action).is_ok(), "{}", game().describe(p, action));
                assert!(game().check(p, Side(1 - side.0), action).is_err(), "not for the other side");
            }
            // Actions made up by chance are refused unless they are in the list, and every refusal cites a rule.
            for _ in 0..60 {
                let piece = Piece(chance.below(PIECES) as u8);
                let mate = Piece(chance.below(PIECES) as u8);
                let (a, b) = (chance.below(352) as u16, chance.below(352) as u16);
                let wish = match chance.below(9) {
                    0..=2 => Action::Move(piece, a),
                    3 => Action::Attack { from: p.hex(piece).unwrap_or(a), target: b, units: [piece, mate] },
                    4 => Action::To(a),
                    5 => Action::Lose(piece),
                    6 => Action::Withdraw { from: a, first: b, second: b },
                    7 => Action::Enter(a),
                    _ => [
                        Action::Done,
                        Action::EndMoves,
                        Action::EndAttacks,
                        Action::Refuse,
                        Action::Siege,
                        Action::Stay,
                    ][chance.below(6)],
                };
                match game().check(p, side, &wish) {
                    Ok(()) => {
                        assert!(
                            list.contains(&wish),
                            "{wish:?} passes but is not listed at {:?}",
                            p.steps.top()
                        )
                    }
                    Err(e) => {
                        assert!(!list.contains(&wish), "{wish:?} is listed but refused: {e}");
                        let rule = &e.0[0].rule;
                        assert!(Fury::rules().iter().any(|r| r.id == rule), "`{rule}` is no rule");
                    }
                }
            }
        });
    }
}

#[test]
fn texts_of_actions_tell_them_apart() {
    for seed in 200..206 {
        random_game(seed, &Options::new(), &mut |p, side, _| {
            let mut list = Vec::new();
            if p.steps.top() != sandtable_fury::sequence::Step::Moves || seed == 200 {
                game().actions(p, side, &mut list);
            }
            let mut texts: Vec<String> = list.iter().map(|a| game().describe(p, a)).collect();
            texts.sort();
            let n = texts.len();
            texts.dedup();
            assert_eq!(n, texts.len());
        });
    }
}

#[test]
fn free_set_ups_can_always_be_finished_and_are_legal() {
    for seed in 300..306 {
        let mut begun = None;
        random_game(seed, &free(), &mut |p, _, action| {
            if matches!(action, Action::Front(_)) && begun.is_none() {
                begun = Some(*p);
            }
        });
        let p = begun.expect("the game begins after the set-up");
        // Every placement went through the referee; what only shows at the end is fury 6h.
        let d = &game().data;
        for (army, centres) in d.setup.iter().enumerate().filter(|(_, c)| c.len() > 1) {
            for centre in centres {
                let near = (0..80).filter(|i| usize::from(p.army[*i].0) == army);
                let near = near.filter(|i| p.place[*i] < 352 && d.distance(p.place[*i], *centre) <= 1);
                assert!(near.count() >= 2, "{} round {}", d.hqs[army].id, d.number(*centre));
            }
        }
        assert!(
            p.place[..80].iter().filter(|x| **x < 352).count() == 43,
            "every corps of the set-up is on the map"
        );
    }
}

#[test]
fn records_replay_to_the_same_hash_and_undo_gives_back_an_equal_position() {
    let shared = Arc::new(Fury::new().unwrap());
    for seed in 0..3u64 {
        let mut session =
            Session::new(shared.clone(), "campaign", Options::new(), seeded(seed), None).unwrap();
        let mut chance = Seeded::new(seed);
        let mut scratch = Vec::new();
        let mut undone = 0;
        for n in 0..700 {
            let Some(side) = session.to_decide().side() else { break };
            let before = *session.position();
            let action = shared.sample(&before, side, &mut |k| chance.below(k), &mut scratch).unwrap();
            session.act(side, action, None).unwrap();
            let rolled = !session.record().moves.last().unwrap().dice.is_empty();
            if n % 11 == 0 {
                let undo = session.undo();
                assert_eq!(undo.is_err(), rolled, "undo stops where dice were rolled");
                if undo.is_ok() {
                    assert_eq!(*session.position(), before);
                    undone += 1;
                    session.act(side, action, None).unwrap();
                }
            }
        }
        assert!(undone > 10);
        let text = serde_json::to_string(session.record()).unwrap();
        let record: sandtable_core::session::GameRecord<Fury> = serde_json::from_str(&text).unwrap();
        assert!(!record.snapshots.is_empty());
        let quick = Session::open(shared.clone(), record.clone()).unwrap();
        let slow = Session::verify(shared.clone(), record).unwrap();
        assert_eq!((quick.hash(), slow.hash()), (session.hash(), session.hash()));
    }
}

#[test]
fn every_viewer_sees_the_same_because_nothing_is_hidden() {
    random_game(7, &Options::new(), &mut |p, _, _| {
        if p.activation == 2 {
            let all = game().view(p, Viewer::All);
            assert_eq!(all, game().view(p, Viewer::Side(Side(0))));
            assert_eq!(all, game().view(p, Viewer::Watcher));
        }
    });
}

/// How many sequences of actions there are to a depth, dice fixed.
fn count(p: &Position, depth: u32) -> u64 {
    struct Ones;
    impl Dice for Ones {
        fn roll(&mut self, _: u8) -> u8 {
            1
        }
    }
    let Some(side) = game().to_decide(p).side() else { return 1 };
    let mut list = Vec::new();
    game().actions(p, side, &mut list);
    if depth == 1 {
        return list.len() as u64;
    }
    list.iter()
        .map(|a| {
            let mut q = *p;
            game().apply(&mut q, side, a, &mut Ones, &mut Vec::new());
            count(&q, depth - 1)
        })
        .sum()
}

#[test]
fn golden_counts_of_actions() {
    let start = common::Table::campaign().p;
    let small = common::Table::at(
        "turn = 'S1'\nphase = 'moves'\nactivation = 1",
        "ru-iii 1504\nru-iv 1504\nhq-ru-i 1505\nru-ii 1406\nde-xx 1304\nde-xvii 1305\nhq-de-viii 1205",
    )
    .p;
    let fight = common::Table::at(
        "turn = 'S1'\nphase = 'attacks'\nactivation = 1",
        "ru-iii 1405\nru-iv 1405\nhq-ru-i 1505\nru-ii 1406\nru-xx 1406\nde-xx 1304\nde-i 1304\nde-xvii 1305\nhq-de-viii 1205",
    )
    .p;
    let counts = [count(&start, 2), count(&small, 2), count(&fight, 3), count(&fight, 4)];
    assert_eq!(counts, GOLDEN, "the number of legal actions changed: was that meant?");
}

const GOLDEN: [u64; 4] = [1914, 16153, 13, 26];

#[test]
fn a_forecast_is_the_distribution_of_what_apply_does() {
    let mut t = common::Table::at(
        "turn = 'S1'\nphase = 'attacks'\nactivation = 1",
        "ru-iii 1405\nru-iv 1405\nhq-ru-i 1505\nde-xvii 1304\nhq-de-viii 1205",
    );
    t.act("attack 1304 from 1405 with RU III + RU IV", &[]).act("end declarations", &[]);
    let mut list = Vec::new();
    game().actions(&t.p, Side(0), &mut list);
    let chances = sandtable_core::forecast::forecast(game(), &t.p, Side(0), &list[0]);
    let total: f64 = chances.iter().map(|c| c.probability).sum();
    assert!((total - 1.0).abs() < 1e-12);
    // 13 against 6 is 2/1, +2, headquarters +1: totals 4 to 9, one more when the cavalry (2 or less) helps.
    let share = |words: &str| {
        chances.iter().filter(|c| c.outcome.contains(words)).map(|c| c.probability).sum::<f64>()
    };
    assert!((share("attacker retreats") - 4.0 / 36.0).abs() < 1e-12);
    assert!((share("no retreat") - 6.0 / 36.0).abs() < 1e-12);
    assert!((share("defender retreats") - 26.0 / 36.0).abs() < 1e-12);
    assert!((share("attacker loses 1, defender loses 2") - 8.0 / 36.0).abs() < 1e-12);
    let mut dice = Enumerating::new();
    let mut runs = 0;
    while dice.next_run() {
        let mut q = t.p;
        game().apply(&mut q, Side(0), &list[0], &mut dice, &mut Vec::new());
        runs += 1;
    }
    assert_eq!(runs, 36);
    let over = matches!(game().to_decide(&t.p), Decision::Over(_));
    assert!(!over);
}

#[test]
fn r2_2f_duties_lead_to_no_dead_end_under_any_reading() {
    // Scripts and chance in turn: whatever they choose is legal, and something always is.
    for (seed, (name, value)) in
        [("besiegers", "tied"), ("fronts", "map"), ("ends", "player"), ("setup", "free")].iter().enumerate()
    {
        let options = Options::from([(name.to_string(), value.to_string())]);
        let (mut refused, mut count) = (0, 0usize);
        common::random_game(2 * seed as u64 + 1, &options, &mut |p, side| {
            count += 1;
            if !count.is_multiple_of(5) {
                return;
            }
            let mut scratch = Vec::new();
            let mut script = sandtable_fury::bot::Regular::new();
            let choice = sandtable_core::player::Player::choose(&mut script, game(), p, side).unwrap();
            let sampled = game().sample(p, side, &mut |n| n / 2, &mut scratch).unwrap();
            for action in [choice, sampled] {
                game().check(p, side, &action).unwrap_or_else(|e| panic!("{name}: {action:?}: {e}"));
            }
            let end = game().check(p, side, &Action::EndMoves);
            refused += usize::from(end.is_err_and(|e| e.0[0].rule == "2.2f"));
        });
        assert!(refused > 0, "{name}: nobody owed anything");
    }
}
