//! Random games under the options, golden counts of sequences, and the chances of a combat.

use crate::common::*;
use sandtable_core::dice::Enumerating;
use sandtable_core::player::Player;
use sandtable_core::{Decision, Dice, Game, Side};
use sandtable_fury::bot::Regular;
use sandtable_fury::{Action, Position};
use sandtable_testkit::{Walk, options};

#[test]
fn free_set_ups_can_always_be_finished_and_are_legal() {
    let free = options(&[("setup", "free")]);
    for seed in 300..306 {
        let mut begun = None;
        let walk = Walk { scenario: "campaign", options: &free, seed, steps: 20_000, every: 1 };
        walk.follow(game(), |step| {
            if matches!(step.action, Action::Front(_)) && begun.is_none() {
                begun = Some(*step.before);
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
    let start = Table::campaign().p;
    let small = Table::at(
        "turn = 'S1'\nphase = 'moves'\nactivation = 1",
        "ru-iii 1504\nru-iv 1504\nhq-ru-i 1505\nru-ii 1406\nde-xx 1304\nde-xvii 1305\nhq-de-viii 1205",
    )
    .p;
    let fight = Table::at(
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
    let mut t = Table::at(
        "turn = 'S1'\nphase = 'attacks'\nactivation = 1",
        "ru-iii 1405\nru-iv 1405\nhq-ru-i 1505\nde-xvii 1304\nhq-de-viii 1205",
    );
    t.say("attack 1304 from 1405 with RU III + RU IV", &[]).say("end declarations", &[]);
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
        let options = options(&[(name, value)]);
        let (mut refused, mut count) = (0, 0usize);
        random_game(2 * seed as u64 + 1, &options, &mut |p, side| {
            count += 1;
            if !count.is_multiple_of(5) {
                return;
            }
            let mut scratch = Vec::new();
            let choice = Regular::new().choose(game(), p, side).unwrap();
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
