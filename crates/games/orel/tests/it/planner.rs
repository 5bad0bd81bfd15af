//! The player that plans.
#![allow(clippy::unwrap_used)]
use crate::bot::Both;
use crate::scene::*;
use sandtable_bots::Opening;
use sandtable_bots::fit::wander;
use sandtable_bots::planner::{Budget, Planner};
use sandtable_core::plan::{Plan, Planned, Posture, Script, WON};
use sandtable_core::player::Player;
use sandtable_orel::bot::Regular;
use std::time::Duration;

/// The actions of a game on the small map between two players.
fn actions(players: [Box<dyn Player<Orel>>; 2], seed: u64) -> (Vec<Action>, Position) {
    Both(players).play("brasovo", &Options::new(), seed)
}

/// A script under a plan.
fn under(plan: Option<Plan>, seed: u64) -> Box<dyn Player<Orel>> {
    let mut script = Regular::new(seed);
    if let Some(plan) = plan {
        script.follow(&plan, seed);
    }
    Box::new(script)
}

#[test]
fn the_same_seed_plays_the_same_with_any_number_of_threads() {
    let play = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let planner =
            |seed| -> Box<dyn Player<Orel>> { Box::new(Planner::new(game(), Budget::counted(8), seed)) };
        pool.install(|| actions([1, 2].map(planner), 5).0)
    };
    let one = play(1);
    assert!(one.len() > 50);
    assert_eq!(one, play(1));
    assert_eq!(one, play(3));
}

#[test]
fn a_plan_that_says_nothing_changes_nothing() {
    let free = actions([under(None, 3), under(None, 4)], 3).0;
    assert_eq!(free, actions([under(Some(Plan::default()), 3), under(Some(Plan::default()), 4)], 3).0);
}

/// Attacks that a side declares in its first movement phase, and the hexes to its edge of all who are on the map after it.
fn first_turn(posture: Posture) -> (usize, u32) {
    let mut dice = Seeded::new(1);
    let mut p = game().start("brasovo", &Options::new(), &mut dice).unwrap();
    let mut script = under(Some(Plan::all(posture)), 1);
    let mut events = Vec::<Event>::new();
    while p.active == 0 && p.phase <= Phase::Movement {
        let side = game().to_decide(&p).side().unwrap();
        let action = script.choose(game(), &p, side).unwrap();
        events.clear();
        game().apply(&mut p, side, &action, &mut dice, &mut events);
    }
    let units = || p.units.on_map_of(0);
    let attack = |u: &UnitId| matches!(p.marker(*u), Marker::Attack { .. });
    let far = units().map(|u| u32::from(game().d.map.to_edge[0][usize::from(p.hex(u).unwrap())])).sum();
    (units().filter(attack).count(), far)
}

#[test]
fn postures_change_attacks_and_marches() {
    let [free, attack, back] = [Posture::Free, Posture::Attack, Posture::FallBack].map(first_turn);
    assert!(attack.0 >= free.0 && attack.0 > 0, "{attack:?} {free:?}");
    assert!(back.0 == 0 && back.1 < free.1, "{back:?} {free:?}");
}

#[test]
fn a_formation_goes_where_it_is_sent() {
    let p = game().start("brasovo", &Options::new(), &mut Seeded::new(1)).unwrap();
    let engine = game().engine();
    let groups = game().groups(&Position { turn: 4, ..p }, Side(0));
    let goals = game().goals(&p, Side(0));
    assert!(!groups.is_empty() && goals.len() >= 2, "{groups:?} {goals:?}");
    let offered = |g: &sandtable_core::plan::Group| g.goals.iter().all(|i| usize::from(*i) < goals.len());
    assert!(groups.iter().all(offered) && groups.iter().any(|g| !g.goals.is_empty()));
    assert!(goals.iter().any(|g| g.name.starts_with("Sevsk")), "{goals:?}");
    // The score tells nothing before the end, so that trials go there: eight turns of sides, this one among them.
    assert_eq!(engine.scenario(&p).last_turn, 4);
    assert_eq!((game().horizon(&p, Duration::from_secs(2)), game().turns_left(&p)), (None, Some(7)));
    let last = Position { turn: 4, active: 1, ..p };
    assert_eq!(game().turns_left(&last), Some(0));
}

#[test]
fn a_game_that_is_won_is_worth_more_than_any_other() {
    let (_, end) = actions([under(None, 1), under(None, 2)], 7);
    let Decision::Over(o) = game().to_decide(&end) else { unreachable!() };
    let winner = o.winner.unwrap();
    let loser = Side(1 - winner.0);
    assert!(game().score(&end, winner) > WON / 2 && game().score(&end, loser) < -WON / 2);
    let start = game().start("brasovo", &Options::new(), &mut Seeded::new(1)).unwrap();
    let both = game().score(&start, Side(0)) + game().score(&start, Side(1));
    assert!((9_990..=10_010).contains(&both), "{both}");
    // Fewer steps are worth less.
    let mut weaker = start;
    let unit = start.units.on_map_of(0).max_by_key(|u| start.steps(*u)).unwrap();
    weaker.units.set_steps(unit, 1);
    assert!(game().score(&weaker, Side(0)) < game().score(&start, Side(0)));
}

#[test]
fn whatever_is_looked_at_is_sound() {
    let opening = Opening { scenario: "brasovo", options: &Options::new(), number: 0, seed: 2 };
    wander(game(), opening, |p, side| {
        game().goals(p, side);
        assert!(game().groups(p, side).len() <= sandtable_core::plan::GROUPS);
        let (now, owner) = game().side_turn(p);
        assert_eq!((now, owner.0), (2 * u32::from(p.turn) + u32::from(p.active), p.active));
    })
    .unwrap();
}

/// Games of chance do not get as far as to cut the line, and hardly to cut off a place: those weights have tests of their own.
#[test]
fn every_weight_of_the_score_counts() {
    let idle = sandtable_bots::tune::idle(game(), "score").unwrap();
    let tested = ["score.station_cut", "score.cut_off"];
    assert!(idle.iter().all(|w| tested.contains(&w.as_str())), "{idle:?}");
}
