//! A made-up situation that is played on through the game, as players would.
#![allow(dead_code, unused_imports)]

pub use sandtable_core::dice::{Given, Seeded};
pub use sandtable_core::game::Side;
pub use sandtable_core::machine::{run, take};
pub use sandtable_core::{Decision, Dice, Game, Options, rules};
pub use sandtable_ops::id::Maybe;
pub use sandtable_orel::data::*;
pub use sandtable_orel::play::Engine;
pub use sandtable_orel::position::*;
pub use sandtable_orel::{Action, Event, Orel, Position};
use std::sync::LazyLock;

static GAME: LazyLock<Orel> = LazyLock::new(|| Orel::new().unwrap());

/// The game as it comes.
pub fn game() -> &'static Orel {
    &GAME
}

/// Its rules.
pub fn engine() -> Engine<'static> {
    game().engine()
}

/// A unit by id.
pub fn unit(id: &str) -> UnitId {
    game().d.unit(id).map(UnitId).unwrap_or_else(|| panic!("no unit {id}"))
}

/// A hex by number.
pub fn hex(number: &str) -> u16 {
    game().d.map.hex(number).unwrap_or_else(|| panic!("no hex {number}"))
}

/// Units by id, separated by blanks.
pub fn units(ids: &str) -> Pieces {
    ids.split_whitespace().map(unit).collect()
}

/// A situation and what has happened in it.
pub struct Scene {
    pub p: Position,
    pub events: Vec<Event>,
}

impl Scene {
    /// The map of the historical scenario with nothing on it, everybody awake, in a player turn of a side, before a phase. All units
    /// stand ready off the map (`Gone`) and come in with [`Scene::put`]. White holds all rails south of row 10, Red the others.
    pub fn empty(active: u8, phase: Phase) -> Scene {
        let index = game().d.scenarios.iter().position(|s| s.id == "historical").unwrap();
        let mut p = Position { scenario: index as u8, active, phase, turn: 3, ..Position::EMPTY };
        for u in engine().all_units() {
            let def = engine().def(u);
            p.units.muster(u, def.side, def.steps, def.class.is_troop(), def.class == Class::Cavalry);
        }
        p.rails = game().d.scenarios[index].rail_control;
        Scene { p, events: vec![] }
    }

    /// A scenario at its start.
    pub fn of(scenario: &str) -> Scene {
        let p = game().start(scenario, &Options::new(), &mut Seeded::new(1)).unwrap();
        Scene { p, events: vec![] }
    }

    /// Puts units, by id and separated by blanks, into a hex.
    pub fn put(mut self, ids: &str, at: &str) -> Scene {
        ids.split_whitespace().for_each(|id| self.p.place(unit(id), hex(at)));
        self
    }

    /// Gives a unit so many steps.
    pub fn steps(mut self, id: &str, steps: u8) -> Scene {
        self.p.units.set_steps(unit(id), steps);
        self
    }

    /// Sets the mode of units.
    pub fn mode(mut self, ids: &str, mode: Mode) -> Scene {
        ids.split_whitespace().for_each(|id| self.p.units.set_mode(unit(id), mode));
        self
    }

    /// Digs units in.
    pub fn dug(mut self, ids: &str, dug: Dug) -> Scene {
        ids.split_whitespace().for_each(|id| self.p.units.set_dug(unit(id), dug));
        self
    }

    /// Units have declared something.
    pub fn marked(mut self, ids: &str, marker: Marker) -> Scene {
        ids.split_whitespace().for_each(|id| self.p.units.set_marker(unit(id), marker));
        self
    }

    /// Changes the position as a test likes.
    pub fn with(mut self, change: impl FnOnce(&mut Position)) -> Scene {
        change(&mut self.p);
        self
    }

    /// Enters the phase and runs to the first decision; exactly these dice are rolled.
    pub fn begin(mut self, dice: &[u8]) -> Scene {
        let mut given = Given::new(dice.to_vec());
        engine().settle(&mut self.p, &mut self.events);
        engine().enter_phase(&mut self.p, &mut given, &mut self.events);
        run(&engine(), &mut self.p, &mut given, &mut self.events);
        given.over().unwrap();
        game().sound(&self.p).unwrap();
        self
    }

    /// Who decides.
    pub fn side(&self) -> Option<u8> {
        game().to_decide(&self.p).side().map(|s| s.0)
    }

    /// What is asked, and the rule.
    pub fn asked(&self) -> (&'static str, &'static str) {
        match game().to_decide(&self.p) {
            Decision::Decide { rule, what, .. } => (rule, what),
            Decision::Over(o) => (o.rule, o.level),
        }
    }

    /// What is offered.
    pub fn offers(&self) -> Vec<String> {
        let mut out = Vec::new();
        if let Some(side) = self.side() {
            game().actions(&self.p, Side(side), &mut out);
        }
        out.iter().map(|a| game().describe(&self.p, a)).collect()
    }

    /// Whether something is offered.
    pub fn offered(&self, words: &str) -> bool {
        self.offers().iter().any(|w| w == words)
    }

    /// Whoever decides says these words; exactly these dice are rolled.
    pub fn say(&mut self, words: &str, dice: &[u8]) -> &mut Scene {
        let side = Side(self.side().unwrap_or_else(|| panic!("`{words}`: the game is over")));
        let action = game().parse(&self.p, words).unwrap_or_else(|| panic!("`{words}` means nothing"));
        if let Err(why) = game().check(&self.p, side, &action) {
            panic!("`{words}`: {why}");
        }
        let mut given = Given::new(dice.to_vec());
        self.events.clear();
        game().apply(&mut self.p, side, &action, &mut given, &mut self.events);
        given.over().unwrap();
        game().sound(&self.p).unwrap();
        self
    }

    /// The rule that forbids these words.
    pub fn refused(&self, words: &str) -> String {
        let side = Side(self.side().unwrap());
        let action = game().parse(&self.p, words).unwrap_or_else(|| panic!("`{words}` means nothing"));
        game().check(&self.p, side, &action).unwrap_err().0[0].rule.clone()
    }

    /// What the log says of the last step.
    pub fn told(&self) -> String {
        self.events.iter().map(|e| game().tell(e).text).collect::<Vec<_>>().join("\n")
    }

    /// Where a unit is, as printed.
    pub fn hex_of(&self, id: &str) -> String {
        if self.p.on_map(unit(id)) {
            game().d.map.name(self.p.hex(unit(id)))
        } else {
            format!("{:?}", self.p.units.at(unit(id)))
        }
    }
}
