//! The `regular` player: it ends its games, beats chance, and does what a sensible player would.
#![allow(clippy::unwrap_used)]

use crate::scene::*;
use sandtable_bots::{Maker, Series};
use sandtable_core::player::{Player, Recruit};
use sandtable_lodz::bot::Regular;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// A player for each side.
pub struct Both(pub [Box<dyn Player<Lodz>>; 2]);

impl Player<Lodz> for Both {
    fn choose(&mut self, game: &Lodz, p: &Position, side: Side) -> Option<Action> {
        self.0[usize::from(side.0)].choose(game, p, side)
    }
}

impl Both {
    /// Plays a game for at most this many decisions: what was done, each of it legal, by whom, and the position then.
    pub fn play(mut self, walk: Walk<'_>) -> (Vec<(Side, Action)>, Position) {
        let (mut done, mut last) = (Vec::new(), Position::EMPTY);
        walk.play(
            &**REAL,
            &mut self,
            |_| {},
            |step| {
                let legal = REAL.check(step.before, step.side, step.action);
                assert!(legal.is_ok(), "{}: {:?}: {legal:?}", walk.at(step.number), step.action);
                done.push((step.side, *step.action));
                last = *step.after;
            },
        );
        (done, last)
    }

    /// Plays the first days of the battle in Masuria.
    pub fn days(mut self, days: u8, seed: u64) -> (Vec<(Side, Action)>, Position) {
        let walk = Walk { scenario: "masurian", options: &Options::new(), seed, steps: 0, every: 1 };
        let ((mut p, mut dice), mut done, mut events) = (walk.start(&**REAL), Vec::new(), Vec::new());
        while p.day <= days {
            let Some(side) = REAL.to_decide(&p).side() else { break };
            let action = self.choose(&REAL, &p, side).unwrap();
            REAL.check(&p, side, &action).unwrap_or_else(|e| panic!("{action:?}: {e}"));
            done.push((side, action));
            events.clear();
            REAL.apply(&mut p, side, &action, &mut dice, &mut events);
        }
        (done, p)
    }
}

/// The player of the level.
pub fn regular(seed: u64) -> Box<dyn Player<Lodz>> {
    Box::new(Regular::new(seed))
}

fn chance(seed: u64) -> Box<dyn Player<Lodz>> {
    Box::new(Recruit::new(seed))
}

/// A side-turn of the regular player takes at most this long: two seconds as released, here with room for builds that are not.
const PATIENCE: Duration = Duration::from_secs(6);

/// Time that this thread has worked, where the system tells it; otherwise time that has passed.
fn worked() -> Duration {
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|t| t.split_whitespace().next()?.parse().ok());
    nanos.map_or_else(|| BEGAN.elapsed(), Duration::from_nanos)
}

/// A player whose side-turns are timed.
struct Timed {
    player: Box<dyn Player<Lodz>>,
    turn: (u8, u8),
    spent: Duration,
}

impl Player<Lodz> for Timed {
    fn choose(&mut self, game: &Lodz, p: &Position, side: Side) -> Option<Action> {
        if (p.day, p.active) != self.turn {
            (self.turn, self.spent) = ((p.day, p.active), Duration::ZERO);
        }
        let began = worked();
        let action = self.player.choose(game, p, side);
        self.spent += worked().saturating_sub(began);
        assert!(self.spent < PATIENCE, "day {}, side {}: {:?}", p.day, p.active, self.spent);
        action
    }
}

fn ends(scenario: &str, seed: u64) {
    let timed =
        |player| -> Box<dyn Player<Lodz>> { Box::new(Timed { player, turn: (0, 0), spent: Duration::ZERO }) };
    let walk = Walk { scenario, options: &Options::new(), seed, steps: 400_000, every: 1 };
    let (_, p) = Both([timed(regular(seed ^ 1)), timed(regular(seed ^ 2))]).play(walk);
    assert_eq!(p.phase, Phase::Over);
}

#[test]
fn regular_players_end_november() {
    ends("november-11", 5);
}

#[test]
fn regular_players_end_lodz() {
    ends("lodz", 5);
}

#[test]
fn regular_players_end_ruzski() {
    ends("ruzski", 5);
}

#[test]
fn regular_players_end_masurian() {
    ends("masurian", 5);
}

#[test]
fn regular_players_end_the_campaign() {
    ends("campaign", 5);
}

#[test]
fn regular_beats_chance_from_both_sides() {
    let won = |side: u8, makers: &[&Maker<Lodz>]| {
        let series = Series { scenario: "masurian", options: &Options::new(), games: 3, seed: 1, threads: 0 };
        let played = series.play(&**REAL, makers, &|| ()).unwrap();
        played.iter().filter(|p| p.outcome.winner == Some(Side(side))).count()
    };
    assert_eq!(won(DE, &[&regular, &chance]), 3);
    assert_eq!(won(RU, &[&chance, &regular]), 3);
}

#[test]
fn the_same_seed_plays_the_same() {
    let walk = Walk { scenario: "masurian", options: &Options::new(), seed: 7, steps: 400_000, every: 1 };
    let once = || Both([regular(6), regular(5)]).play(walk).1;
    assert!(once() == once());
}

/// What the regular player does until a phase of its own is over.
fn phase(s: &mut Scene) -> Vec<String> {
    let (mut regular, mut dice) = (Regular::new(1), Seeded::new(1));
    let (now, mut said) = ((s.p.phase, s.p.active), Vec::new());
    while (s.p.phase, s.p.active) == now {
        let Some(side) = game().to_decide(&s.p).side() else { break };
        let action = regular.choose(game(), &s.p, side).unwrap();
        game().check(&s.p, side, &action).unwrap();
        said.push(game().describe(&s.p, &action));
        game().apply(&mut s.p, side, &action, &mut dice, &mut s.events);
    }
    said
}

/// Germans in works before a strong Russian stack.
fn before_a_wall() -> Scene {
    Scene::empty("november-11", DE, Phase::Attack)
        .put("de-1-49-res", "4514")
        .put("ru-1-50-inf ru-2-50-inf ru-1-26-inf", "4513")
        .with(|p| p.works[usize::from(hex("4514"))] = Works::Field)
}

#[test]
fn nobody_attacks_a_wall_unless_he_must() {
    let said = phase(&mut before_a_wall().begin(&[]));
    assert!(!said.iter().any(|w| w.starts_with("attack")), "{said:?}");
    // Without works it must.
    let bare = before_a_wall().with(|p| p.works[usize::from(hex("4514"))] = Works::None);
    let said = phase(&mut bare.begin(&[]));
    assert!(said.iter().any(|w| w == "attack 4513"), "{said:?}");
}

#[test]
fn an_attack_at_good_odds_is_made_though_nobody_owes_it() {
    let mut s = Scene::empty("november-11", DE, Phase::Attack)
        .put("de-1-49-res de-2-49-res de-1-38-inf", "4514")
        .put("ru-1-z", "4513")
        .with(|p| p.works[usize::from(hex("4514"))] = Works::Field)
        .begin(&[]);
    let said = phase(&mut s);
    assert!(said.iter().any(|w| w == "attack 4513"), "{said:?}");
}

#[test]
fn whoever_is_outnumbered_in_contact_digs_or_goes() {
    let mut s = Scene::empty("november-11", DE, Phase::Movement)
        .put("de-1-49-res", "4514")
        .put("ru-1-50-inf ru-2-50-inf ru-1-26-inf", "4513")
        .begin(&[]);
    let said = phase(&mut s);
    let away = s.p.hex(unit("de-1-49-res")) != Some(hex("4514"));
    assert!(away || said.iter().any(|w| w == "de-1-49-res dig"), "{said:?}");
    assert!(!said.iter().any(|w| w.starts_with("attack")));
}

/// A side holds every victory hex.
fn held(p: &mut Position, side: u8) {
    let all = &engine().scenario(p).victory;
    all.iter().for_each(|v| p.holder[usize::from(v.hex)] = side);
}

#[test]
fn an_open_victory_hex_is_taken_on_the_last_day() {
    let mut s = Scene::empty("november-11", DE, Phase::Movement)
        .put("de-1-49-res", "2015")
        .put("ru-1-50-inf", "4513")
        .with(|p| {
            p.day = 7;
            held(p, DE);
            p.holder[usize::from(hex("2016"))] = RU;
        })
        .begin(&[]);
    phase(&mut s);
    assert_eq!(s.p.hex(unit("de-1-49-res")), Some(hex("2016")));
}

#[test]
fn a_garrison_stays_where_an_enemy_is_near() {
    let mut s = Scene::empty("november-11", RU, Phase::Movement)
        .put("ru-1-26-inf", "2517")
        .put("de-1-49-res de-2-49-res", "2515")
        .with(|p| {
            p.day = 7;
            held(p, DE);
            p.holder[usize::from(hex("2517"))] = RU;
        })
        .begin(&[]);
    phase(&mut s);
    assert_eq!(s.p.hex(unit("ru-1-26-inf")), Some(hex("2517")));
}
