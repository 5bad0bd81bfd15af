//! A table in the middle of a game: pieces where a test wants them, at a step of the sequence, with dice given.
#![allow(dead_code, clippy::unwrap_used)]

use sandtable_core::dice::{Given, Seeded};
use sandtable_core::player::Player;
pub use sandtable_core::rules;
use sandtable_core::{Game, Side};
use sandtable_east::data::{Data, UnitId};
use sandtable_tannenberg::Engine;
use sandtable_tannenberg::position::{Marker, Phase, Position, Step, flag, off};
use sandtable_tannenberg::{Action, Mover, Tannenberg};
use std::sync::{Arc, LazyLock};

pub const DE: u8 = 0;
pub const RU: u8 = 1;
pub const RU2: u8 = 2;
pub const OUT_OF_COMMAND: u32 = flag::OUT_OF_COMMAND;

/// The game, read once.
pub static GAME: LazyLock<Arc<Tannenberg>> = LazyLock::new(|| Arc::new(Tannenberg::new().unwrap()));

pub fn theatre() -> &'static Tannenberg {
    &GAME
}

/// A game under way, with what happened in the last action.
pub type Scene = sandtable_testkit::Scene<Tannenberg>;

/// A position under way.
pub fn on(p: Position) -> Scene {
    Scene::new(&GAME, p)
}

/// A position written by hand.
pub fn read(text: &str) -> Position {
    Scene::read(&GAME, &Default::default(), text, &[]).p
}

/// A new game of a scenario.
#[track_caller]
pub fn begin(scenario: &str, options: &[(&str, &str)], dice: &[u8]) -> Scene {
    let mut given = Given::new(dice.to_vec());
    let s = Scene::start(&GAME, scenario, &sandtable_testkit::options(options), &mut given);
    given.over().unwrap();
    s
}

/// A set of units, `"unit hex"` each, in a scenario, in the Movement Segment of a side on a turn.
#[track_caller]
pub fn scene(scenario: &str, turn: u8, side: u8, pieces: &[&str]) -> Scene {
    let game = theatre();
    let at = game.sheets.iter().position(|s| s.rules.scenario.id == scenario).unwrap();
    let mut s = on(Position::new(&game.sheets[at].data));
    (s.p.scenario, s.p.turn, s.p.phasing, s.p.own.order) = (at as u8, turn, side, [RU, RU2]);
    for piece in pieces {
        let (unit, hex) = piece.split_once(' ').unwrap();
        let (unit, hex) = (s.id(unit), s.hex(hex));
        s.p.put(s.data(), unit, hex);
    }
    s.p.phase = Phase::Movement;
    s.p.steps.push(Step::Moves(side));
    s
}

/// What tests of this game ask of a scene and do in it beyond what those of any game do.
pub trait Theatre: Sized {
    fn engine(&self) -> Engine<'static>;
    fn data(&self) -> &'static Data;
    fn id(&self, name: &str) -> UnitId;
    fn unit(&self, name: &str) -> Mover;
    fn hex(&self, number: &str) -> u16;
    /// Where a unit is, as printed; how it is not on the map otherwise.
    fn at(&self, name: &str) -> String;
    fn lost(&self, name: &str) -> u8;
    fn is(&self, name: &str, flag: u32) -> bool;
    fn mp(&self, name: &str) -> u8;
    /// What the Russian knows.
    fn known(&self) -> Position;
    fn set(self, name: &str, flag: u32) -> Self;
    fn lose(self, name: &str, steps: u8) -> Self;
    /// Puts the German's units of a hex, or some of them, under a marker; none for a dummy.
    fn gruppe(self, number: u8, hex: &str, units: &[&str]) -> Self;
    /// At another step, as if the phase had just begun.
    fn step(self, phase: Phase, step: Step) -> Self;
    /// In the Combat Phase of a side: everybody in command, supply as it is.
    fn combat(self) -> Self;
    /// Lets the sequence run until somebody must decide; exactly these dice are rolled.
    fn runs(self, dice: &[u8]) -> Self;
    /// The same with whatever dice it asks for.
    fn runs_anyhow(self) -> Self;
    /// Through the Interphase of a turn, with whatever dice the next one asks for.
    fn interphase(self) -> Self;
    /// Takes a legal action with these dice, all of them.
    fn act(self, action: Action, dice: &[u8]) -> Self;
    /// Takes several actions that need no dice.
    fn acts(self, actions: &[Action]) -> Self;
    fn march(self, name: &str, hex: &str) -> Self;
    fn declare(self, hex: &str, units: &[&str]) -> Self;
    /// Attacks a hex with some units and fights; the dice are those of the fight.
    fn attack(self, hex: &str, units: &[&str], dice: &[u8]) -> Self;
}

impl Theatre for Scene {
    fn engine(&self) -> Engine<'static> {
        theatre().engine(&self.p)
    }

    fn data(&self) -> &'static Data {
        self.engine().data
    }

    #[track_caller]
    fn id(&self, name: &str) -> UnitId {
        self.data().named(name).unwrap_or_else(|| panic!("no unit {name}"))
    }

    #[track_caller]
    fn unit(&self, name: &str) -> Mover {
        Mover::Unit(self.id(name))
    }

    #[track_caller]
    fn hex(&self, number: &str) -> u16 {
        self.data().map.hex(number).unwrap_or_else(|| panic!("no hex {number}"))
    }

    fn at(&self, name: &str) -> String {
        match self.p.place(self.id(name)) {
            off::ELIMINATED => "eliminated".into(),
            off::POOL => "waiting".into(),
            off::OUT => "out".into(),
            place if place < self.data().map.len() => self.data().map.number(place).to_string(),
            _ => "off the map".into(),
        }
    }

    fn lost(&self, name: &str) -> u8 {
        self.p.lost[self.id(name).index()]
    }

    fn is(&self, name: &str, flag: u32) -> bool {
        self.p.is(self.id(name), flag)
    }

    fn mp(&self, name: &str) -> u8 {
        sandtable_east::standard::movement::mp_left(self.data(), &self.p, self.id(name))
    }

    fn known(&self) -> Position {
        theatre().known(&self.p, Side(RU)).unwrap()
    }

    fn set(mut self, name: &str, flag: u32) -> Scene {
        let unit = self.id(name);
        self.p.set(self.data(), unit, flag, true);
        self
    }

    fn lose(mut self, name: &str, steps: u8) -> Scene {
        let unit = self.id(name);
        self.p.lose(self.data(), unit, steps);
        self
    }

    fn gruppe(mut self, number: u8, hex: &str, units: &[&str]) -> Scene {
        let place = self.hex(hex);
        self.p.markers[usize::from(number) - 1] = Marker { place, ..Marker::AWAY };
        for unit in units {
            let unit = self.id(unit);
            assert_eq!(self.p.place(unit), place);
            self.p.gruppe[unit.index()] = number;
        }
        self
    }

    fn step(mut self, phase: Phase, step: Step) -> Scene {
        while self.p.top() != Step::Go {
            self.p.steps.pop();
        }
        self.p.phase = phase;
        if step != Step::Go {
            self.p.steps.push(step);
        }
        self
    }

    fn combat(self) -> Scene {
        let side = self.p.phasing;
        self.step(Phase::Combat, Step::Attacks(side))
    }

    #[track_caller]
    fn runs(mut self, dice: &[u8]) -> Scene {
        self.run(dice, |game, p, dice, events| game.engine(p).run(p, dice, events));
        self
    }

    fn runs_anyhow(mut self) -> Scene {
        self.engine().run(&mut self.p, &mut Seeded::new(1), &mut self.events);
        self
    }

    fn interphase(mut self) -> Scene {
        // The side that moves second ends the turn.
        self.p.phasing = 1 - self.data().params.first;
        self.step(Phase::Replacement, Step::Go).runs_anyhow()
    }

    #[track_caller]
    fn act(mut self, action: Action, dice: &[u8]) -> Scene {
        self.take(self.decider().0, action, dice);
        self
    }

    #[track_caller]
    fn acts(self, actions: &[Action]) -> Scene {
        actions.iter().fold(self, |s, a| s.act(*a, &[]))
    }

    #[track_caller]
    fn march(self, name: &str, hex: &str) -> Scene {
        let (mover, to) = (self.unit(name), self.hex(hex));
        self.act(Action::March(mover, to), &[])
    }

    #[track_caller]
    fn declare(self, hex: &str, units: &[&str]) -> Scene {
        let target = self.hex(hex);
        let with: Vec<Action> = units.iter().map(|u| Action::With(self.id(u))).collect();
        self.act(Action::Attack(target), &[]).acts(&with)
    }

    #[track_caller]
    fn attack(self, hex: &str, units: &[&str], dice: &[u8]) -> Scene {
        self.declare(hex, units).act(Action::Fight, dice)
    }
}

/// A player for each side.
pub struct Seats(pub Vec<Box<dyn Player<Tannenberg>>>);

impl Seats {
    pub fn of<P: Player<Tannenberg> + 'static>(mut player: impl FnMut(u64) -> P) -> Seats {
        Seats((0..3).map(|i| Box::new(player(i)) as Box<dyn Player<Tannenberg>>).collect())
    }
}

impl Player<Tannenberg> for Seats {
    fn choose(&mut self, game: &Tannenberg, p: &Position, side: Side) -> Option<Action> {
        self.0[usize::from(side.0)].choose(game, p, side)
    }
}
