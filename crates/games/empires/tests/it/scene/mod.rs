//! A made-up situation that is played on through the game, as players would.
#![allow(dead_code, unused_imports)]

pub use sandtable_board::AreaId;
pub use sandtable_core::dice::{Given, Seeded};
pub use sandtable_core::game::{Side, Sides};
use sandtable_core::machine;
use sandtable_core::position_file::{Setting, write};
pub use sandtable_core::view::Viewer;
pub use sandtable_core::{Decision, Dice, Game, Options, rules};
pub use sandtable_empires::combat::Kind;
use sandtable_empires::data::{Data, FACTORS, I};
pub use sandtable_empires::ids::{BlockId, FleetId, LeaderId, NationId};
pub use sandtable_empires::land::position::*;
pub use sandtable_empires::land::{Chain, Garrison, Loose, NOBODY, Picture, Position, Spot, supply};
pub use sandtable_empires::play::CommonEvent;
pub use sandtable_empires::play::fight::{Fate, FightAction, FightEvent, FightStep, Flanker};
pub use sandtable_empires::play::loss::{LossAction, LossEvent, Source};
pub use sandtable_empires::play::march::{MarchAction, MarchEvent, MarchStep};
pub use sandtable_empires::play::siege::{SiegeAction, SiegeEvent, SiegeStep};
pub use sandtable_empires::play::year::{YearAction, YearStep};
pub use sandtable_empires::position::{Blocks, Living, Phase, Step};
pub use sandtable_empires::{Action, Empires, Event};
pub use sandtable_ops::Id;
use std::sync::{Arc, LazyLock};

pub const FR: u8 = 0;
pub const RU: u8 = 1;
pub const TU: u8 = 2;
pub const AU: u8 = 3;
pub const PR: u8 = 4;
pub const GB: u8 = 5;
pub const SP: u8 = 6;

/// The game as it comes, read once.
pub static GAME: LazyLock<Arc<Empires>> = LazyLock::new(|| Arc::new(Empires::new().unwrap()));

/// The game as it comes.
pub fn game() -> &'static Empires {
    &GAME
}

/// Its data.
pub fn data() -> &'static Data {
    &GAME.d
}

/// An area by id.
pub fn area(id: &str) -> AreaId {
    data().area(id).unwrap_or_else(|| panic!("no area {id}"))
}

/// A power or minor by id.
pub fn nation(id: &str) -> u8 {
    data().nation(id).unwrap_or_else(|| panic!("no nation {id}"))
}

/// A corps by id.
pub fn corps(id: &str) -> usize {
    data().corps_named(id).unwrap_or_else(|| panic!("no corps {id}"))
}

/// A leader by id.
pub fn leader(id: &str) -> usize {
    data().leader_named(id).unwrap_or_else(|| panic!("no leader {id}"))
}

/// Outside the city of an area.
pub fn field(id: &str) -> Spot {
    Spot::Field(area(id))
}

/// Inside the city of an area.
pub fn city(id: &str) -> Spot {
    Spot::City(area(id))
}

/// The map of a scenario with nothing on it, and ten money points for each power.
pub fn bare(scenario: &str) -> Position {
    let mut p = Position::bare(data(), data().scenario(scenario).unwrap());
    p.money = [10; 7];
    p
}

/// The same in its last turn, before the phase after `phase`, in the slot of these powers.
pub fn before(scenario: &str, phase: Phase, slot: &[u8]) -> Position {
    let mut p = bare(scenario);
    p.play.scenario = data().scenarios.iter().position(|s| s.id == scenario).unwrap() as u8;
    (p.play.turn, p.play.turns) = (1, 2);
    set_slot(&mut p, phase, slot);
    p
}

/// The same before movement, without money.
pub fn moving(scenario: &str, slot: &[u8]) -> Position {
    let mut p = before(scenario, Phase::Order, slot);
    p.money = [0; 7];
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

/// France attacks Austria at an area in 1805; minors are French.
pub fn france_attacks(at: &str) -> Position {
    let mut p = before("grand1805", Phase::Besieged, &[FR]).neutral();
    (7..data().nations.len()).for_each(|n| p.controller[n] = FR);
    p.on(&format!("war fr au; attack {at}; depot vie au; depot par fr"))
}

/// How a situation is made.
pub trait Setup: Sized {
    /// Puts down what lines of a position file say, one after the other.
    fn on(self, lines: &str) -> Self;
    /// Nobody is at war or allied.
    fn neutral(self) -> Self;
    /// Nobody has anything to do with anybody.
    fn strangers(self) -> Self;
    /// Runs to the first decision; no dice are rolled.
    fn begin(self) -> Scene;
    /// Runs to the first decision; exactly these dice are rolled.
    fn begin_with(self, dice: &[u8]) -> Scene;
}

impl Setup for Position {
    #[track_caller]
    fn on(mut self, lines: &str) -> Position {
        game().put_down(&mut self, lines).unwrap_or_else(|e| panic!("{e}"));
        self
    }

    fn neutral(mut self) -> Position {
        (self.war, self.allied) = ([0; 7], [0; 7]);
        self
    }

    fn strangers(mut self) -> Position {
        (self.access, self.depots_of) = ([0; 7], [0; 7]);
        self.neutral()
    }

    #[track_caller]
    fn begin(self) -> Scene {
        self.begin_with(&[])
    }

    #[track_caller]
    fn begin_with(mut self, dice: &[u8]) -> Scene {
        let (mut given, mut events) = (Given::new(dice.to_vec()), Vec::new());
        machine::run(&game().engine(), &mut self, &mut given, &mut events);
        let mut s = at(self);
        s.events = events;
        s.roll_what_must_be(&mut given);
        given.over().unwrap_or_else(|e| panic!("{e}"));
        s.sound();
        s
    }
}

/// A situation and what has happened in it.
pub type Scene = sandtable_testkit::Scene<Empires>;

/// A position that is being played.
pub fn at(p: Position) -> Scene {
    Scene::new(&GAME, p)
}

/// What tests of this game ask of a situation and do in it beyond what those of any game do.
pub trait Europe {
    /// A power does something, and then other things after `; `; exactly these dice are rolled. What happened is kept together.
    fn by(&mut self, power: u8, words: &str, dice: &[u8]);
    /// The same by the power that may do it; of several, the first.
    fn go(&mut self, words: &str, dice: &[u8]);
    /// One of these powers, or of those who decide, does such things.
    fn act(&mut self, powers: &[u8], words: &str, dice: &[u8]);
    /// Where dice are left, a power that can do nothing but roll does so.
    fn roll_what_must_be(&mut self, given: &mut Given);
    /// Whether something is offered to a power.
    fn offered_to(&self, power: u8, words: &str) -> bool;
    /// The rule that forbids a power to do something.
    fn refuses(&self, power: u8, words: &str) -> String;
    /// Under which rule something is asked.
    fn rule(&self) -> &'static str;
    /// What waits.
    fn top(&self) -> Step;
    /// Everybody who owes losses gives up the cheapest, until nobody does; these dice are rolled.
    fn pay(&mut self, dice: &[u8]);
    /// Nobody tries to reinforce.
    fn no_help(&mut self);
    /// All state their true ratings, and the round is rolled; losses are the cheapest.
    fn round(&mut self, dice: &[u8]);
    /// Such rounds, without help, until the combat or the day is over.
    fn fight_out(&mut self, dice: [u8; 2]);
    /// Events of marches.
    fn marches(&self) -> Vec<MarchEvent>;
    /// Events of combats in the field.
    fn fights(&self) -> Vec<FightEvent>;
    /// Events of sieges.
    fn sieges(&self) -> Vec<SiegeEvent>;
    /// How a corps lives.
    fn living(&self, block: usize) -> Living;
    /// Whether an attack is declared in an area.
    fn attacked(&self, id: &str) -> bool;
}

impl Europe for Scene {
    #[track_caller]
    fn by(&mut self, power: u8, words: &str, dice: &[u8]) {
        self.act(&[power], words, dice);
    }

    #[track_caller]
    fn go(&mut self, words: &str, dice: &[u8]) {
        self.act(&[], words, dice);
    }

    #[track_caller]
    fn act(&mut self, powers: &[u8], words: &str, dice: &[u8]) {
        let (mut given, mut events) = (Given::new(dice.to_vec()), Vec::new());
        for words in words.split("; ") {
            let powers = if powers.is_empty() { self.sides() } else { powers.to_vec() };
            let named = |a: &Action| game().describe(&self.p, a) == words;
            let found = powers.iter().find_map(|q| Some((*q, self.actions(*q).into_iter().find(named)?)));
            // Words that are not offered as they stand may be read, or are refused.
            let (power, action) = found.unwrap_or_else(|| (powers[0], self.meant(words)));
            self.take_with(power, action, &mut given);
            events.append(&mut self.events);
        }
        self.events = events;
        self.roll_what_must_be(&mut given);
        given.over().unwrap_or_else(|e| panic!("`{words}`: {e}; {:?}", self.events));
        self.sound();
    }

    fn roll_what_must_be(&mut self, given: &mut Given) {
        while let (Some(power), true) = (self.side(), given.over().is_err()) {
            let rolls = |a: &Action| {
                let text = game().describe(&self.p, a);
                text == "roll for the outflankers" || text == "forage" || text.starts_with("besieged supply")
            };
            match self.actions(power)[..] {
                [only] if rolls(&only) => {
                    game().apply(&mut self.p, Side(power), &only, given, &mut self.events);
                }
                _ => return,
            }
        }
    }

    fn offered_to(&self, power: u8, words: &str) -> bool {
        self.offers_to(power).iter().any(|w| w == words)
    }

    #[track_caller]
    fn refuses(&self, power: u8, words: &str) -> String {
        self.forbids(power, &self.meant(words))
    }

    fn rule(&self) -> &'static str {
        self.asked().0
    }

    fn top(&self) -> Step {
        self.p.play.steps.top()
    }

    #[track_caller]
    fn pay(&mut self, dice: &[u8]) {
        let mut events = Vec::new();
        while let (Step::Loss, [power, others @ ..]) = (self.top(), &self.sides()[..]) {
            let last = others.is_empty();
            self.by(*power, "lose the rest", if last { dice } else { &[] });
            events.append(&mut self.events);
            if last {
                break;
            }
        }
        self.events = events;
    }

    #[track_caller]
    fn no_help(&mut self) {
        while self.top() == Step::Fight(FightStep::Reinforce) {
            let mut kept = std::mem::take(&mut self.events);
            self.go("done", &[]);
            kept.append(&mut self.events);
            self.events = kept;
        }
    }

    #[track_caller]
    fn round(&mut self, dice: &[u8]) {
        let asked = self.sides();
        for (i, q) in asked.iter().enumerate() {
            let true_rating = self.offers_to(*q)[0].clone();
            self.by(*q, &true_rating, if i + 1 == asked.len() { dice } else { &[] });
        }
        let mut kept = std::mem::take(&mut self.events);
        self.pay(&[]);
        kept.append(&mut self.events);
        self.events = kept;
    }

    #[track_caller]
    fn fight_out(&mut self, dice: [u8; 2]) {
        let mut all = Vec::new();
        while self.top() == Step::Fight(FightStep::Orders) {
            self.round(&dice);
            self.no_help();
            all.append(&mut self.events);
        }
        self.events = all;
    }

    fn marches(&self) -> Vec<MarchEvent> {
        let of = |e: &Event| if let Event::March(e) = e { Some(*e) } else { None };
        self.events.iter().filter_map(of).collect()
    }

    fn fights(&self) -> Vec<FightEvent> {
        let of = |e: &Event| if let Event::Fight(e) = e { Some(*e) } else { None };
        self.events.iter().filter_map(of).collect()
    }

    fn sieges(&self) -> Vec<SiegeEvent> {
        let of = |e: &Event| if let Event::Siege(e) = e { Some(*e) } else { None };
        self.events.iter().filter_map(of).collect()
    }

    fn living(&self, block: usize) -> Living {
        self.p.corps[block].ration.how
    }

    fn attacked(&self, id: &str) -> bool {
        self.p.play.attacks.has(area(id))
    }
}

/// Whether something happened in a combat.
pub fn has(s: &Scene, of: impl Fn(&FightEvent) -> bool) -> bool {
    s.fights().iter().any(of)
}

/// A corps with some infantry, or the first kind of factor that it holds.
pub fn put(p: &mut Position, id: &str, power: u8, spot: Spot, count: u8) -> usize {
    let i = corps(id);
    let room = &data().corps[i].room;
    let kind = if room[I] > 0 { I } else { room.iter().position(|r| *r > 0).unwrap() };
    let mut factors = [0; FACTORS];
    factors[kind] = count;
    (p.corps[i].power, p.corps[i].spot, p.corps[i].factors) = (power, spot, factors);
    i
}

/// A corps with infantry and cavalry.
pub fn corps_with(p: &mut Position, id: &str, power: u8, spot: Spot, infantry: u8, cavalry: u8) -> usize {
    let b = put(p, id, power, spot, infantry);
    fill(p, b, [0, infantry, 0, cavalry, 0, 0, 0]);
    b
}

/// Sets the factors of a corps: guard, infantry, militia, cavalry, artillery, feudal infantry, feudal cavalry.
pub fn fill(p: &mut Position, block: usize, factors: [u8; 7]) {
    p.corps[block].factors = factors;
}

/// A leader on a spot.
pub fn lead(p: &mut Position, id: &str, spot: Spot) -> usize {
    p.leaders[leader(id)] = spot;
    leader(id)
}

/// A depot that stood before this turn.
pub fn depot(p: &mut Position, id: &str, owner: u8) {
    p.at_mut(area(id)).depot = Depot { owner, old: true };
}

/// Factors on a depot.
pub fn guard(p: &mut Position, id: &str, owner: u8, infantry: u8) {
    depot(p, id, owner);
    p.at_mut(area(id)).guard = Loose { nation: owner, infantry, ..Loose::NONE }.into();
}

/// Infantry in a city.
pub fn garrison(p: &mut Position, id: &str, nation: u8, infantry: u8) {
    p.at_mut(area(id)).garrison = Loose { nation, infantry, ..Loose::NONE }.into();
}

/// Sets two powers at war.
pub fn war(p: &mut Position, a: u8, b: u8) {
    p.war[usize::from(a)] |= 1 << b;
    p.war[usize::from(b)] |= 1 << a;
}

/// Sets two powers as allies.
pub fn ally(p: &mut Position, a: u8, b: u8) {
    p.allied[usize::from(a)] |= 1 << b;
    p.allied[usize::from(b)] |= 1 << a;
}

/// What a power sees, and its chains.
pub fn seen(p: &Position, power: u8) -> (Picture, Chain) {
    let pic = Picture::new(data(), p, power);
    (pic, supply::chain(data(), p, &pic))
}

/// Whether an area's depot is in a valid chain.
pub fn in_chain(p: &Position, power: u8, id: &str) -> bool {
    seen(p, power).1.areas.has(area(id))
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

/// Checks that what a power is offered, and whether it may do these, is the same from what it knows.
pub fn same_from_known(p: &Position, power: u8) {
    let known = game().known(p, Side(power)).unwrap();
    assert_eq!(game().to_decide(p), game().to_decide(&known), "power {power}");
    let [a, b] = [p, &known].map(|p| at(*p).actions(power));
    assert_eq!(a, b, "power {power} at {:?}", p.play.steps.top());
    assert_eq!(at(*p).offers_to(power), at(known).offers_to(power));
}
