//! A table in the middle of a game: pieces where a test wants them, at a step of the sequence, with dice given.
#![allow(dead_code, clippy::unwrap_used)]

use sandtable_core::dice::Given;
pub use sandtable_core::rules;
use sandtable_core::view::Viewer;
use sandtable_core::{Decision, Game, Options, Side};
use sandtable_east::data::{Data, UnitId};
use sandtable_east::engine::Engine;
use sandtable_east::position::{Marker, Phase, Position, Step, flag, off};
use sandtable_tannenberg::{Action, Event, Mover, Tannenberg};
use std::sync::OnceLock;

pub const DE: u8 = 0;
pub const RU: u8 = 1;
pub const RU2: u8 = 2;

pub fn theatre() -> &'static Tannenberg {
    static GAME: OnceLock<Tannenberg> = OnceLock::new();
    GAME.get_or_init(|| Tannenberg::new().unwrap())
}

/// A game under way, with what happened in the last action.
pub struct Scene {
    pub p: Position,
    pub events: Vec<Event>,
}

/// A set of units, `"unit hex"` each, in a scenario, in the Movement Segment of a side on a turn.
pub fn scene(scenario: &str, turn: u8, side: u8, pieces: &[&str]) -> Scene {
    let game = theatre();
    let at = game.sheets.iter().position(|s| s.rules.scenario.id == scenario).unwrap();
    let data = &game.sheets[at].data;
    let mut p = Position::new(data);
    (p.scenario, p.turn, p.phasing, p.order) = (at as u8, turn, side, [RU, RU2]);
    for piece in pieces {
        let (unit, hex) = piece.split_once(' ').unwrap();
        let unit = data.named(unit).unwrap_or_else(|| panic!("no unit {unit}"));
        p.put(data, unit, data.map.hex(hex).unwrap_or_else(|| panic!("no hex {hex}")));
    }
    p.phase = Phase::Movement;
    p.steps.push(Step::Moves(side));
    Scene { p, events: vec![] }
}

impl Scene {
    pub fn engine(&self) -> Engine<'static> {
        theatre().engine(&self.p)
    }

    pub fn data(&self) -> &'static Data {
        self.engine().data
    }

    pub fn id(&self, name: &str) -> UnitId {
        self.data().named(name).unwrap_or_else(|| panic!("no unit {name}"))
    }

    pub fn unit(&self, name: &str) -> Mover {
        Mover::Unit(self.id(name))
    }

    pub fn hex(&self, number: &str) -> u16 {
        self.data().map.hex(number).unwrap_or_else(|| panic!("no hex {number}"))
    }

    /// Where a unit is, as printed; how it is not on the map otherwise.
    pub fn at(&self, name: &str) -> String {
        match self.p.place(self.id(name)) {
            off::ELIMINATED => "eliminated".into(),
            off::POOL => "waiting".into(),
            off::OUT => "out".into(),
            place if place < self.data().map.len() => self.data().map.number(place).to_string(),
            _ => "off the map".into(),
        }
    }

    pub fn lost(&self, name: &str) -> u8 {
        self.p.lost[self.id(name).index()]
    }

    pub fn is(&self, name: &str, flag: u32) -> bool {
        self.p.is(self.id(name), flag)
    }

    pub fn set(mut self, name: &str, flag: u32) -> Scene {
        let unit = self.id(name);
        self.p.set(self.data(), unit, flag, true);
        self
    }

    pub fn lose(mut self, name: &str, steps: u8) -> Scene {
        let unit = self.id(name);
        self.p.lose(self.data(), unit, steps);
        self
    }

    /// Puts the German's units of a hex, or some of them, under a marker; none for a dummy.
    pub fn gruppe(mut self, number: u8, hex: &str, units: &[&str]) -> Scene {
        let place = self.hex(hex);
        self.p.markers[usize::from(number) - 1] = Marker { place, ..Marker::AWAY };
        for unit in units {
            let unit = self.id(unit);
            assert_eq!(self.p.place(unit), place);
            self.p.gruppe[unit.index()] = number;
        }
        self
    }

    /// At another step, as if the phase had just begun.
    pub fn step(mut self, phase: Phase, step: Step) -> Scene {
        while self.p.top() != Step::Go {
            self.p.steps.pop();
        }
        self.p.phase = phase;
        if step != Step::Go {
            self.p.steps.push(step);
        }
        self
    }

    /// Lets the sequence run until somebody must decide.
    pub fn run(mut self, dice: &[u8]) -> Scene {
        self.events.clear();
        let mut given = Given::new(dice.to_vec());
        let engine = self.engine();
        engine.run(&mut self.p, &mut given, &mut self.events);
        given.over().unwrap_or_else(|e| panic!("{e:?}; {:?}", self.events));
        self.sound();
        self
    }

    pub fn sound(&self) {
        theatre().sound(&self.p).unwrap();
    }

    /// Who must decide.
    pub fn deciding(&self) -> u8 {
        theatre().to_decide(&self.p).side().map_or(99, |s| s.0)
    }

    /// Everything that is offered.
    pub fn offers(&self) -> Vec<Action> {
        let mut out = Vec::new();
        if let Decision::Decide { sides, .. } = theatre().to_decide(&self.p) {
            theatre().actions(&self.p, sides.iter().next().unwrap(), &mut out);
        }
        out
    }

    pub fn may(&self, action: Action) -> bool {
        let side = Side(self.deciding());
        let may = theatre().check(&self.p, side, &action).is_ok();
        assert_eq!(may, self.offers().contains(&action), "{action:?} is offered and refused, or neither");
        may
    }

    /// The rule that forbids an action.
    pub fn refused(&self, action: Action) -> String {
        assert!(!self.offers().contains(&action), "{action:?} is offered");
        match theatre().check(&self.p, Side(self.deciding()), &action) {
            Ok(()) => panic!("{action:?} is legal"),
            Err(illegal) => illegal.0[0].rule.clone(),
        }
    }

    /// Takes a legal action with these dice, all of them.
    pub fn act(mut self, action: Action, dice: &[u8]) -> Scene {
        let side = Side(self.deciding());
        theatre().check(&self.p, side, &action).unwrap_or_else(|e| panic!("{action:?}: {e}"));
        self.events.clear();
        let mut given = Given::new(dice.to_vec());
        theatre().apply(&mut self.p, side, &action, &mut given, &mut self.events);
        given.over().unwrap_or_else(|e| panic!("{e:?}; {:?}", self.events));
        self.sound();
        self
    }

    /// Takes several actions that need no dice.
    pub fn acts(self, actions: &[Action]) -> Scene {
        actions.iter().fold(self, |s, a| s.act(*a, &[]))
    }

    pub fn march(self, name: &str, hex: &str) -> Scene {
        let (mover, to) = (self.unit(name), self.hex(hex));
        self.act(Action::March(mover, to), &[])
    }

    /// Attacks a hex with some units and fights; the dice are those of the fight.
    pub fn attack(self, hex: &str, units: &[&str], dice: &[u8]) -> Scene {
        self.declare(hex, units).act(Action::Fight, dice)
    }

    pub fn declare(self, hex: &str, units: &[&str]) -> Scene {
        let target = self.hex(hex);
        let with: Vec<Action> = units.iter().map(|u| Action::With(self.id(u))).collect();
        self.act(Action::Attack(target), &[]).acts(&with)
    }

    pub fn mp(&self, name: &str) -> u8 {
        sandtable_east::standard::movement::mp_left(self.data(), &self.p, self.id(name))
    }

    /// What a watcher reads of the last action.
    pub fn abroad(&self) -> Vec<String> {
        self.events
            .iter()
            .filter_map(|e| theatre().tell_to(e, Viewer::Side(Side(RU))))
            .map(|l| l.text)
            .collect()
    }

    pub fn known(&self) -> Position {
        theatre().known(&self.p, Side(RU)).unwrap()
    }

    /// In the Combat Phase of a side: everybody in command, supply as it is.
    pub fn combat(mut self) -> Scene {
        let side = self.p.phasing;
        self = self.step(Phase::Combat, Step::Attacks(side));
        self
    }
}

/// A new game of a scenario.
pub fn begin(scenario: &str, options: &[(&str, &str)], dice: &[u8]) -> Scene {
    let options: Options = options.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect();
    let mut given = Given::new(dice.to_vec());
    let p = theatre().start(scenario, &options, &mut given).unwrap();
    given.over().unwrap();
    Scene { p, events: vec![] }
}

pub const OUT_OF_COMMAND: u32 = flag::OUT_OF_COMMAND;
