//! The planner on a made-up game whose best plan is known.

use crate::toy::{COLUMNS, Columns, Ground};
use sandtable_bots::planner::{Budget, Planner};
use sandtable_core::dice::Seeded;
use sandtable_core::plan::{Planned, Reasons};
use sandtable_core::player::Player;
use sandtable_core::winning::chances;
use sandtable_core::{Game, Options, Side};

fn start(seed: u64) -> Ground {
    COLUMNS.start("all", &Options::new(), &mut Seeded::new(seed)).unwrap()
}

/// A whole turn of the first side.
fn turn(budget: Budget, seed: u64, mut p: Ground) -> (Vec<u8>, Planner<Columns>) {
    let mut player = Planner::new(&COLUMNS, budget, seed);
    let (mut moves, mut dice) = (Vec::new(), Seeded::new(9));
    while p.side == 0 {
        let known = COLUMNS.known(&p, Side(0)).unwrap();
        let action = player.choose(&COLUMNS, &known, Side(0)).unwrap();
        moves.push(action);
        COLUMNS.apply(&mut p, Side(0), &action, &mut dice, &mut Vec::new());
    }
    (moves, player)
}

#[test]
fn the_best_plan_is_found_and_the_choice_beside_it_weighed() {
    for seed in 0..10 {
        let (moves, player) = turn(Budget::counted(20), seed, start(seed));
        assert_eq!(moves, [2, 4, 0, 2], "column by column, then two coins");
        let why = player.why().unwrap();
        let told = |i: usize| (why.plan[i].0.as_str(), why.plan[i].1.as_str());
        assert_eq!(told(0), ("column 0", "seek battle"));
        assert_eq!(told(1), ("column 1", "go for goal 4"));
        assert!(why.parts[0].then > why.parts[0].worst, "{why:?}");
        assert_eq!((why.parts[0].name, why.parts[0].now), ("points", 0));
        // What is told of the worst trial is what the score says of it.
        let score = |end: &Ground| COLUMNS.score(end, Side(0));
        assert!(why.ends.iter().all(|end| score(end) >= score(&why.ends[why.worst])), "{why:?}");
        let [best, next] = [&why.weighed[0], &why.weighed[1]];
        assert_eq!(best.action, 2);
        assert!(best.score > next.score && best.ends.len() >= 4);
        let chance = |ends: &[Ground]| {
            ends.iter().map(|end| chances(&COLUMNS, "all", end)[0]).sum::<f64>() / ends.len() as f64
        };
        assert!(chance(&best.ends) > chance(&next.ends) && chance(&best.ends) < 1.0);
        assert!(why.trials > 20);
    }
}

#[test]
fn a_budget_is_a_number_of_decisions() {
    let trials = |ms| turn(Budget::counted(ms), 1, start(1)).1.why().unwrap().trials;
    let (few, many) = (trials(1), trials(4));
    // A trial of a turn and its answer takes about eight decisions.
    assert!((60..=160).contains(&few), "{few}");
    assert!(many > few, "{few} {many}");
}

#[test]
fn without_time_it_plays_its_script() {
    assert_eq!(turn(Budget::counted(0), 3, start(3)).0, [0, 0, 0, 1]);
    // The clock has run out before it begins.
    let none = Budget { time: std::time::Duration::ZERO, strict: true };
    assert_eq!(turn(none, 3, start(3)).0, [0, 0, 0, 1]);
}

/// What a player says, but for the time that it took.
fn said(player: &Planner<Columns>) -> Reasons<u8, Ground> {
    Reasons { spent: std::time::Duration::ZERO, ..player.why().unwrap().clone() }
}

#[test]
fn threads_change_nothing() {
    let with = |threads: usize, seed| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let (moves, player) = turn(Budget::counted(3), seed, start(seed));
            (moves, said(&player))
        })
    };
    for seed in 0..8 {
        assert_eq!(with(1, seed), with(4, seed));
    }
}

#[test]
fn what_is_hidden_changes_nothing() {
    for seed in 0..8 {
        let (mut one, mut other) = (start(seed), start(seed));
        (one.purse[1], other.purse[1]) = (1, 6);
        let (a, b) = (turn(Budget::counted(3), seed, one), turn(Budget::counted(3), seed, other));
        assert_eq!((a.0, said(&a.1)), (b.0, said(&b.1)));
    }
}
