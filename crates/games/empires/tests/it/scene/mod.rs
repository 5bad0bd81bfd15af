//! A made-up situation that is played on through the game, as players would.
#![allow(dead_code, unused_imports)]

pub use super::common::*;
pub use sandtable_core::dice::{Given, Seeded};
pub use sandtable_core::game::{Side, Sides};
use sandtable_core::machine;
use sandtable_core::position_file::{Setting, write};
pub use sandtable_core::{Decision, Dice, Game, Options};
pub use sandtable_empires::play::fight::{Fate, FightAction, FightEvent, FightStep};
pub use sandtable_empires::play::loss::{LossAction, LossEvent, Source};
pub use sandtable_empires::play::siege::{SiegeAction, SiegeEvent, SiegeStep};
pub use sandtable_empires::position::{Blocks, Phase, Step};
pub use sandtable_empires::{Action, Empires, Event};
pub use sandtable_empires::{land::NOBODY, land::Position, land::Spot, land::position::*};

/// The map of a scenario with nothing on it, in its last turn but one, before the phase after `phase`, in the slot of these powers.
pub fn before(scenario: &str, phase: Phase, slot: &[u8]) -> Position {
    let mut p = bare(scenario);
    p.play.scenario = data().scenarios.iter().position(|s| s.id == scenario).unwrap() as u8;
    (p.play.turn, p.play.turns) = (1, 2);
    set_slot(&mut p, phase, slot);
    p
}

/// Puts a position before the phase after `phase`, in the slot of these powers.
pub fn set_slot(p: &mut Position, phase: Phase, slot: &[u8]) {
    p.play.phase = phase;
    p.play.slots = [0; 7];
    p.play.slots[0] = slot.iter().fold(0, |m, q| m | 1 << q);
    p.play.slot = 0;
    p.play.moving = slot.len() as u8;
    slot.iter().enumerate().for_each(|(i, q)| p.play.movers[i] = *q);
}

/// A situation and what has happened in it.
pub struct Scene {
    pub p: Position,
    pub events: Vec<Event>,
}

impl Scene {
    /// Runs a position to its first decision.
    pub fn new(mut p: Position, dice: &[u8]) -> Scene {
        let (mut given, mut events) = (Given::new(dice.to_vec()), Vec::new());
        machine::run(&game().engine(), &mut p, &mut given, &mut events);
        given.over().unwrap();
        let scene = Scene { p, events };
        scene.sound();
        scene
    }

    fn sound(&self) {
        game().sound(&self.p).unwrap();
    }

    /// Who decides.
    pub fn sides(&self) -> Vec<u8> {
        match game().to_decide(&self.p) {
            Decision::Decide { sides, .. } => sides.iter().map(|s| s.0).collect(),
            Decision::Over(_) => vec![],
        }
    }

    /// What is offered to a power.
    pub fn offers(&self, power: u8) -> Vec<String> {
        let mut out = Vec::new();
        game().actions(&self.p, Side(power), &mut out);
        out.iter().map(|a| game().describe(&self.p, a)).collect()
    }

    /// Whether something is offered to a power.
    pub fn offered(&self, power: u8, words: &str) -> bool {
        self.offers(power).iter().any(|w| w == words)
    }

    /// A power takes the action with these words; exactly these dice are rolled.
    pub fn say(&mut self, power: u8, words: &str, dice: &[u8]) {
        let mut out = Vec::new();
        game().actions(&self.p, Side(power), &mut out);
        let found = out.iter().find(|a| game().describe(&self.p, a) == words);
        let action = *found.unwrap_or_else(|| {
            panic!("`{words}` is not offered to {power}: {:?} ({:?})", self.offers(power), self.sides())
        });
        self.take(power, action, dice);
    }

    /// A power takes a legal action; exactly these dice are rolled.
    pub fn take(&mut self, power: u8, action: Action, dice: &[u8]) {
        game().check(&self.p, Side(power), &action).unwrap();
        let mut given = Given::new(dice.to_vec());
        self.events.clear();
        game().apply(&mut self.p, Side(power), &action, &mut given, &mut self.events);
        // Where dice are left, whoever can do nothing but roll does so.
        while given.over().is_err() {
            let mut list = Vec::new();
            let Some(side) = self.sides().first().copied() else { break };
            game().actions(&self.p, Side(side), &mut list);
            let rolls = |a: &Action| {
                let text = game().describe(&self.p, a);
                text == "roll for the outflankers" || text == "forage" || text.starts_with("besieged supply")
            };
            match list[..] {
                [only] if rolls(&only) => {
                    game().apply(&mut self.p, Side(side), &only, &mut given, &mut self.events);
                }
                _ => break,
            }
        }
        given.over().unwrap();
        self.sound();
    }

    /// The rule that forbids an action.
    pub fn refused(&self, power: u8, action: Action) -> String {
        game().check(&self.p, Side(power), &action).unwrap_err().0[0].rule.clone()
    }

    /// Everybody who owes losses gives up the cheapest, until nobody does; these dice are rolled.
    pub fn pay(&mut self, dice: &[u8]) {
        let mut left = dice.to_vec();
        let mut events = Vec::new();
        while self.p.play.steps.top() == Step::Loss {
            let power = self.sides()[0];
            let last = self.sides().len() == 1;
            let dice = if last { std::mem::take(&mut left) } else { vec![] };
            self.take(power, Action::Loss(LossAction::Rest), &dice);
            events.append(&mut self.events);
            if last {
                break;
            }
        }
        self.events = events;
    }

    /// Nobody tries to reinforce.
    pub fn no_help(&mut self) {
        while self.p.play.steps.top() == Step::Fight(FightStep::Reinforce) {
            let power = self.sides()[0];
            let kept = std::mem::take(&mut self.events);
            self.say(power, "done", &[]);
            let new = std::mem::replace(&mut self.events, kept);
            self.events.extend(new);
        }
    }

    /// Events of combats in the field.
    pub fn fights(&self) -> Vec<FightEvent> {
        let of = |e: &Event| if let Event::Fight(e) = e { Some(*e) } else { None };
        self.events.iter().filter_map(of).collect()
    }

    /// Events of sieges.
    pub fn sieges(&self) -> Vec<SiegeEvent> {
        let of = |e: &Event| if let Event::Siege(e) = e { Some(*e) } else { None };
        self.events.iter().filter_map(of).collect()
    }
}

/// Sets two powers as allies.
pub fn allies(p: &mut Position, a: u8, b: u8) {
    p.allied[usize::from(a)] |= 1 << b;
    p.allied[usize::from(b)] |= 1 << a;
}

/// Leaders on a spot.
pub fn lead(p: &mut Position, id: &str, spot: Spot) -> usize {
    let l = data().leader_named(id).unwrap_or_else(|| panic!("no leader {id}"));
    p.leaders[l] = spot;
    l
}

/// Sets the factors of a corps: guard, infantry, militia, cavalry, artillery, feudal infantry, feudal cavalry.
pub fn fill(p: &mut Position, block: usize, factors: [u8; 7]) {
    p.corps[block].factors = factors;
}

/// Every factor on the map.
pub fn factors(p: &Position) -> u32 {
    let corps: u32 = p.corps.iter().map(|c| u32::from(c.total())).sum();
    let ground = |g: &Ground| {
        let irregulars: u32 = g.irregulars.iter().map(|n| u32::from(*n)).sum();
        irregulars + u32::from(g.garrison.total()) + u32::from(g.guard.total())
    };
    corps + p.ground.iter().map(ground).sum::<u32>()
}

/// A position as the words of a file.
pub fn written(scenario: &str, p: &Position) -> String {
    write(game(), Setting { scenario, options: &Options::new() }, p).unwrap_or_else(|e| panic!("{e}"))
}

/// The words of a position, from which the same position is read.
pub fn reads_back(p: &Position) -> String {
    let text = written(&data().scenarios[usize::from(p.play.scenario)].id, p);
    let again = game().position(&Options::new(), &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert!(again == *p, "{text}");
    text
}

/// Checks that what a power is offered and refused is the same from what it knows.
pub fn same_from_known(p: &Position, power: u8, wishes: &[Action]) {
    let known = game().known(p, Side(power)).unwrap();
    assert_eq!(game().to_decide(p), game().to_decide(&known), "power {power}");
    let (mut a, mut b) = (Vec::new(), Vec::new());
    game().actions(p, Side(power), &mut a);
    game().actions(&known, Side(power), &mut b);
    assert_eq!(a, b, "power {power} at {:?}", p.play.steps.top());
    for wish in wishes.iter().chain(&a) {
        let (x, y) = (game().check(p, Side(power), wish), game().check(&known, Side(power), wish));
        assert_eq!(x, y, "power {power}: {wish:?}");
    }
    let texts = |p: &Position| a.iter().map(|x| game().describe(p, x)).collect::<Vec<_>>();
    assert_eq!(texts(p), texts(&known));
    let mut unique = texts(p);
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), a.len(), "{:?}", texts(p));
}

/// France attacks Austria at an area in 1805; minors are French.
pub fn france_attacks(at: &str) -> Position {
    let mut p = before("grand1805", Phase::Besieged, &[FR]);
    (p.war, p.allied) = ([0; 7], [0; 7]);
    war(&mut p, FR, AU);
    (7..data().nations.len()).for_each(|n| p.controller[n] = FR);
    p.play.attacks.put(area(at));
    depot(&mut p, "vie", AU);
    depot(&mut p, "par", FR);
    p
}

/// A corps with infantry and cavalry.
pub fn corps_with(p: &mut Position, id: &str, power: u8, spot: Spot, infantry: u8, cavalry: u8) -> usize {
    let b = put(p, id, power, spot, infantry);
    fill(p, b, [0, infantry, 0, cavalry, 0, 0, 0]);
    b
}

/// Both pick their chits; these dice are rolled.
pub fn chits(s: &mut Scene, a: (u8, &str), d: (u8, &str), dice: &[u8]) {
    s.say(a.0, &format!("chit {}", a.1), &[]);
    s.say(d.0, &format!("answer {}", d.1), dice);
}

/// Both state their true ratings, and the round is rolled; losses are the cheapest.
pub fn round(s: &mut Scene, dice: &[u8]) {
    let asked = s.sides();
    for (i, q) in asked.iter().enumerate() {
        let true_rating = s.offers(*q)[0].clone();
        s.say(*q, &true_rating, if i + 1 == asked.len() { dice } else { &[] });
    }
    let kept = std::mem::take(&mut s.events);
    s.pay(&[]);
    let new = std::mem::replace(&mut s.events, kept);
    s.events.extend(new);
}

/// Whether something happened in a combat.
pub fn has(s: &Scene, of: impl Fn(&FightEvent) -> bool) -> bool {
    s.fights().iter().any(of)
}
