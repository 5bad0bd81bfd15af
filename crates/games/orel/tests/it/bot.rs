//! The `regular` player: it ends its games and beats chance.
#![allow(clippy::unwrap_used)]

use crate::scene::*;
use sandtable_bots::{Maker, Series};
use sandtable_core::player::{Player, Recruit};
use sandtable_orel::bot::Regular;

/// A player for each side.
pub struct Both(pub [Box<dyn Player<Orel>>; 2]);

impl Player<Orel> for Both {
    fn choose(&mut self, game: &Orel, p: &Position, side: Side) -> Option<Action> {
        self.0[usize::from(side.0)].choose(game, p, side)
    }
}

impl Both {
    /// Plays a game to its end: what was done, each of it legal, and the position then.
    pub fn play(mut self, scenario: &str, options: &Options, seed: u64) -> (Vec<Action>, Position) {
        let walk = Walk { scenario, options, seed, steps: 100_000, every: 1 };
        let (mut done, mut last) = (Vec::new(), Position::EMPTY);
        let outcome = walk.play(
            game(),
            &mut self,
            |_| {},
            |step| {
                let legal = game().check(step.before, step.side, step.action);
                assert!(legal.is_ok(), "{}: {:?}: {legal:?}", walk.at(step.number), step.action);
                done.push(*step.action);
                last = *step.after;
            },
        );
        assert!(outcome.is_some_and(|o| !o.level.is_empty()), "{}", walk.at(done.len()));
        (done, last)
    }
}

/// Takes one of all legal actions, each as likely.
pub struct Any(pub Seeded);

impl Player<Orel> for Any {
    fn choose(&mut self, game: &Orel, p: &Position, side: Side) -> Option<Action> {
        let mut all = Vec::new();
        game.actions(p, side, &mut all);
        all.get(self.0.below(all.len().max(1))).copied()
    }
}

/// The player of the level.
pub fn regular(seed: u64) -> Box<dyn Player<Orel>> {
    Box::new(Regular::new(seed))
}

fn chance(seed: u64) -> Box<dyn Player<Orel>> {
    Box::new(Recruit::new(seed))
}

#[test]
fn regular_players_end_their_games() {
    for scenario in ["brasovo", "historical", "hypothetical"] {
        Both([regular(4), regular(7)]).play(scenario, &Options::new(), 5);
    }
}

#[test]
fn regular_beats_chance_from_both_sides() {
    let won = |side: Side, makers: &[&Maker<Orel>]| {
        let (scenario, options) = ("brasovo", &Options::new());
        let series = Series { scenario, options, games: 20, seed: 5, threads: 0 };
        let played = series.play(game(), makers, &|| ()).unwrap();
        played.iter().filter(|p| p.outcome.winner == Some(side)).count()
    };
    assert!(won(Side(WHITE), &[&regular, &chance]) >= 18);
    assert!(won(Side(RED), &[&chance, &regular]) >= 18);
}

#[test]
fn recruits_for_a_unit_off_the_map_are_weighed() {
    let red = unit("r-1-41d");
    let off = |p: &mut Position| p.take_off(red, At::OffMap, None, 4);
    let s = Scene::empty(1, Phase::Recruits).steps("r-1-41d", 2).with(off).begin(&[]);
    let action = Regular::new(1).choose(game(), &s.p, Side(1)).unwrap();
    assert!(game().check(&s.p, Side(1), &action).is_ok());
}

/// A gun that waits off the map with enemies in sight has nothing to fire at and may find no room: it gets no order.
#[test]
fn guns_off_the_map_get_no_order() {
    let mut p = game().start("brasovo", &Options::new(), &mut Seeded::new(1)).unwrap();
    let engine = game().engine();
    while p.phase != Phase::Movement {
        let side = game().to_decide(&p).side().unwrap();
        let action = Regular::new(1).choose(game(), &p, side).unwrap();
        game().apply(&mut p, side, &action, &mut Seeded::new(1), &mut Vec::new());
    }
    let side = game().to_decide(&p).side().unwrap();
    let guns: Vec<_> = engine
        .all_units()
        .filter(|u| p.on_map(*u) && p.side(*u) == side.0 && engine.class(*u).is_gun())
        .collect();
    let enemy = p.units.on_map_of(1 - side.0).next().unwrap();
    p.march.observed.insert(enemy);
    assert!(!guns.is_empty());
    for gun in guns {
        p.take_off(gun, At::Due, None, 1);
    }
    let action = Regular::new(1).choose(game(), &p, side).unwrap();
    game().check(&p, side, &action).unwrap();
}
