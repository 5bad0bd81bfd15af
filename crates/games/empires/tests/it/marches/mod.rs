//! A made-up situation whose movement and supply are played through the game, as players would.
#![allow(dead_code, unused_imports)]

pub use super::common::*;
pub use sandtable_core::dice::Given;
pub use sandtable_core::game::Side;
use sandtable_core::machine;
pub use sandtable_core::{Decision, Game};
pub use sandtable_empires::land::Loose;
pub use sandtable_empires::land::position::{Depot, Fleet, FleetAt};
pub use sandtable_empires::land::{NOBODY, Position, Spot};
pub use sandtable_empires::play::CommonEvent;
pub use sandtable_empires::play::march::{MarchAction, MarchEvent};
pub use sandtable_empires::position::{Living, Phase, Step};
pub use sandtable_empires::{Action, Empires, Event};

/// The map of a scenario with nothing on it, in its last turn, before the phase after `phase`, in the slot of these powers.
pub fn before(scenario: &str, phase: Phase, slot: &[u8]) -> Position {
    let mut p = bare(scenario);
    p.play.scenario = data().scenarios.iter().position(|s| s.id == scenario).unwrap() as u8;
    (p.play.turn, p.play.turns) = (1, 2);
    p.play.phase = phase;
    p.play.slots[0] = slot.iter().fold(0, |m, q| m | 1 << q);
    p.play.moving = slot.len() as u8;
    slot.iter().enumerate().for_each(|(i, q)| p.play.movers[i] = *q);
    p
}

/// The same before movement, without money.
pub fn moving(scenario: &str, slot: &[u8]) -> Position {
    let mut p = before(scenario, Phase::Order, slot);
    p.money = [0; 7];
    p
}

/// A situation and what happened at its last action.
pub struct Scene {
    pub p: Position,
    pub events: Vec<Event>,
}

impl Scene {
    /// Runs a position to its first decision; exactly these dice are rolled.
    pub fn new(mut p: Position, dice: &[u8]) -> Scene {
        let (mut given, mut events) = (Given::new(dice.to_vec()), Vec::new());
        machine::run(&game().engine(), &mut p, &mut given, &mut events);
        let mut scene = Scene { p, events };
        scene.roll_what_must_be(&mut given, "the beginning");
        scene
    }

    /// Who decides; nobody when it is over.
    pub fn side(&self) -> Option<u8> {
        game().to_decide(&self.p).side().map(|s| s.0)
    }

    /// Under which rule.
    pub fn rule(&self) -> &'static str {
        match game().to_decide(&self.p) {
            Decision::Decide { rule, .. } => rule,
            Decision::Over(_) => "",
        }
    }

    /// What is offered to whoever decides.
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

    fn read(&self, words: &str) -> Action {
        game().parse(&self.p, words).unwrap_or_else(|| panic!("`{words}` is no action"))
    }

    /// A power does this; exactly these dice are rolled.
    pub fn say(&mut self, power: u8, words: &str, dice: &[u8]) {
        let action = self.read(words);
        if let Err(why) = game().check(&self.p, Side(power), &action) {
            panic!("`{words}` by {power}: {why}; {:?} decides among {:?}", self.side(), self.offers());
        }
        let mut given = Given::new(dice.to_vec());
        self.events.clear();
        game().apply(&mut self.p, Side(power), &action, &mut given, &mut self.events);
        self.roll_what_must_be(&mut given, words);
    }

    /// Where dice are left, whoever can do nothing but roll does so.
    fn roll_what_must_be(&mut self, given: &mut Given, words: &str) {
        while given.over().is_err() {
            let mut list = Vec::new();
            let Some(side) = self.side() else { break };
            game().actions(&self.p, Side(side), &mut list);
            let only = match list[..] {
                [only @ Action::March(MarchAction::Forage | MarchAction::BesiegedSupply(_))] => only,
                _ => break,
            };
            game().apply(&mut self.p, Side(side), &only, given, &mut self.events);
        }
        given.over().unwrap_or_else(|e| panic!("`{words}`: {e:?}"));
        game().sound(&self.p).unwrap();
    }

    /// Several things without dice.
    pub fn all(&mut self, power: u8, list: &[&str]) {
        list.iter().for_each(|words| self.say(power, words, &[]));
    }

    /// The rule that forbids something.
    pub fn refused(&self, power: u8, words: &str) -> String {
        let action = self.read(words);
        match game().check(&self.p, Side(power), &action) {
            Ok(()) => panic!("`{words}` is legal"),
            Err(why) => why.0[0].rule.clone(),
        }
    }

    /// Events of the march.
    pub fn told(&self) -> Vec<MarchEvent> {
        let of = |e: &Event| if let Event::March(e) = e { Some(*e) } else { None };
        self.events.iter().filter_map(of).collect()
    }

    /// How a corps lives.
    pub fn living(&self, block: usize) -> Living {
        self.p.corps[block].ration.how
    }

    /// Whether an attack is declared in an area.
    pub fn attacked(&self, id: &str) -> bool {
        self.p.play.attacks.has(area(id))
    }
}

/// A leader on a spot.
pub fn lead(p: &mut Position, id: &str, spot: Spot) -> usize {
    let l = data().leader_named(id).unwrap_or_else(|| panic!("no leader {id}"));
    p.leaders[l] = spot;
    l
}

/// Allies.
pub fn ally(p: &mut Position, a: u8, b: u8) {
    p.allied[usize::from(a)] |= 1 << b;
    p.allied[usize::from(b)] |= 1 << a;
}

/// Nobody has anything to do with anybody.
pub fn strangers(p: &mut Position) {
    (p.war, p.allied, p.access, p.depots_of) = ([0; 7], [0; 7], [0; 7], [0; 7]);
}

/// Factors on a depot.
pub fn guard(p: &mut Position, id: &str, owner: u8, infantry: u8) {
    depot(p, id, owner);
    p.at_mut(area(id)).guard = Loose { nation: owner, infantry, ..Loose::NONE }.into();
}
