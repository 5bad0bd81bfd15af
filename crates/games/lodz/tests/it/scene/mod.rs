//! A made-up situation that is played on through the game, as players would.
#![allow(dead_code, unused_imports)]

pub use sandtable_core::dice::{Given, Seeded};
pub use sandtable_core::game::{Breach, Side};
pub use sandtable_core::{Decision, Dice, Game, Options, rules};
pub use sandtable_lodz::data::*;
pub use sandtable_lodz::play::Engine;
pub use sandtable_lodz::position::*;
pub use sandtable_lodz::{Action, Event, Lodz, Position};
use std::sync::Arc;
use std::sync::LazyLock;

use crate::plain;

static GAME: LazyLock<Lodz> = LazyLock::new(|| {
    let mut game = Lodz::new().unwrap();
    plain::plain(Arc::get_mut(&mut game.d).unwrap());
    game
});

/// The game with plain values.
pub fn game() -> &'static Lodz {
    &GAME
}

/// Its rules.
pub fn engine() -> Engine<'static> {
    game().engine()
}

/// A counter by id.
pub fn unit(id: &str) -> sandtable_lodz::position::UnitId {
    game().d.unit(id).unwrap_or_else(|| panic!("no counter {id}"))
}

/// A hex of the board lodz by number.
pub fn hex(number: &str) -> sandtable_lodz::position::HexId {
    game().d.maps[0].hex(number).unwrap_or_else(|| panic!("no hex {number}"))
}

/// A hex of the board lodz-masuria by number.
pub fn east(number: &str) -> sandtable_lodz::position::HexId {
    game().d.maps[1].hex(number).unwrap_or_else(|| panic!("no hex {number}"))
}

/// The hexes of the way that the table shows for a unit, the first and the last included.
pub fn way(s: &Scene, id: &str, to: &str) -> Vec<sandtable_lodz::position::HexId> {
    use sandtable_core::guide::Guide;
    let ways = game().ways(&s.p, Side(s.p.active), id);
    let way = ways.into_iter().find(|w| w.place == to).unwrap_or_else(|| panic!("no way of {id} to {to}"));
    way.path.iter().map(|h| engine().map(&s.p).hex(h).unwrap()).collect()
}

/// Counters by id, separated by blanks.
pub fn units(ids: &str) -> Pieces {
    ids.split_whitespace().map(unit).collect()
}

/// A situation and what has happened in it.
pub struct Scene {
    pub p: Position,
    pub events: Vec<Event>,
}

impl Scene {
    /// The map of a scenario with nothing on it, on day 3, in a player's turn, before a phase. All counters stand ready off the map
    /// (`Gone`) and come in with [`Scene::put`]. Nobody holds any hex.
    pub fn empty(scenario: &str, active: u8, phase: Phase) -> Scene {
        let index = game().d.scenarios.iter().position(|s| s.id == scenario).unwrap();
        let mut p =
            Position { scenario: index as u8, active, first: active, phase, day: 3, ..Position::EMPTY };
        for u in engine().all_units() {
            let def = engine().def(u);
            p.units.muster(u, def.side, def.cel, u8::from(def.kind.is_unit()) + u8::from(def.kind.is_line()));
        }
        for (at, bridges) in engine().map(&p).bridge.iter().enumerate() {
            p.bridges[at] = *bridges;
        }
        Scene { p, events: vec![] }
    }

    /// A scenario at its start.
    pub fn of(scenario: &str) -> Scene {
        let p = game().start(scenario, &Options::new(), &mut Seeded::new(1)).unwrap();
        Scene { p, events: vec![] }
    }

    /// Puts counters, by id and separated by blanks, into a hex.
    pub fn put(mut self, ids: &str, at: &str) -> Scene {
        let at = engine().map(&self.p).hex(at).unwrap_or_else(|| panic!("no hex {at}"));
        ids.split_whitespace().for_each(|id| self.p.units.place(unit(id), at));
        for (slot, base) in engine().bases() {
            if self.p.on_map(base) {
                let hex = self.p.hex(base);
                self.p.rail.travelled[slot].insert(hex);
            }
        }
        self
    }

    /// Gives a unit so many CEL.
    pub fn cel(mut self, id: &str, cel: u8) -> Scene {
        self.p.units.set_cel(unit(id), cel);
        self
    }

    /// Marks units.
    pub fn marked(mut self, ids: &str, flag: Flag) -> Scene {
        ids.split_whitespace().for_each(|id| self.p.units.mark(unit(id), flag, true));
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
        engine().enter_phase(&mut self.p, &mut given, &mut self.events);
        sandtable_core::machine::run(&engine(), &mut self.p, &mut given, &mut self.events);
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
        let action = game()
            .parse(&self.p, words)
            .unwrap_or_else(|| panic!("`{words}` means nothing; {:?}", self.offers()));
        if let Err(why) = game().check(&self.p, side, &action) {
            panic!("`{words}`: {why}; offered: {:?}", self.offers());
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
        let refusal = game().check(&self.p, side, &action);
        refusal.map_err(|e| e.0[0].rule.clone()).expect_err(words)
    }

    /// What the log says of the last step.
    pub fn told(&self) -> String {
        self.events.iter().map(|e| game().tell(e).text).collect::<Vec<_>>().join("\n")
    }

    /// What the log cites for the last step.
    pub fn cited(&self) -> Vec<&'static str> {
        self.events.iter().map(|e| game().tell(e).rule).collect()
    }

    /// Where a counter is, as printed.
    pub fn hex_of(&self, id: &str) -> String {
        let at = self.p.units.at(unit(id));
        if self.p.on_map(unit(id)) {
            engine().map(&self.p).name(self.p.hex(unit(id)))
        } else {
            format!("{at:?}")
        }
    }
}
