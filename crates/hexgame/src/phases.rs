//! What the phases of movement and combat ask of a game, and what follows from it.

use crate::assault::{AssaultStep, of_attack};
use crate::march::{MarchAction, MarchStep};
use crate::story::{Chronicle, Cites, Fight, Happened};
use crate::table::{CombatTable, Modifier, Odds};
use crate::{Costs, Field, HexId, HexMap, OnHexes, Position, Reach, UnitId, Units, read_rows, side_words};
use sandtable_core::Refusal;
use sandtable_core::guide::Ground;
use sandtable_core::machine::Modules;
use sandtable_core::position_file::{Faults, PositionFile, PositionLines, one_of, within};
use sandtable_core::position_words::{CounterWord, PositionWords};
use sandtable_core::view::{Layer, View};
use sandtable_ops::IdSet;

/// The steps of a game, with those of both phases.
pub trait PhaseStep: Copy + Default + PartialEq + From<MarchStep> + From<AssaultStep> {}

impl<S: Copy + Default + PartialEq + From<MarchStep> + From<AssaultStep>> PhaseStep for S {}

/// The events of a game.
pub type Events<G> = Vec<<G as Modules>::Event>;

/// A game whose sides move and fight in turn, with the modules [`march`](crate::march) and [`assault`](crate::assault). What is asked of it
/// are the rules in which such games differ; the rest follows.
pub trait Phases<S, const W: usize, const N: usize, const T: usize>:
    OnHexes + Modules<Position = Position<S, W, N, T>, Step = S, Event: From<Happened>>
where
    S: PhaseStep,
{
    /// The rules that are cited.
    const CITES: &'static Cites;
    /// How many units find room in a hex.
    const STACK: usize;
    /// How many turns there are.
    const TURNS: u8;
    /// What a place is worth, in a few words.
    const WORTH: &'static str;

    /// The map.
    fn map(&self) -> &HexMap<W>;
    /// The places that are fought for.
    fn places(&self) -> &[HexId];
    /// What steps cost.
    fn costs(&self) -> &Costs;
    /// The table of combat.
    fn table(&self) -> &CombatTable;
    /// Where the supply of a side comes from, and where its reinforcements come.
    fn home(&self, side: u8) -> (&IdSet<HexId, W>, HexId);

    /// Where a unit can go from a hex.
    fn reach(&self, p: &Self::Position, unit: UnitId, from: HexId) -> Reach<W>;
    /// Where the supply of a side comes to.
    fn supplied(&self, p: &Self::Position, side: u8) -> IdSet<HexId, W>;
    /// The movement points of a unit.
    fn points(&self, p: &Self::Position, unit: UnitId) -> u8;
    /// What a unit counts in combat.
    fn strength(&self, p: &Self::Position, unit: UnitId) -> u8;
    /// What is added to the die of an attack.
    fn modifiers(&self, p: &Self::Position, attackers: Units, at: HexId) -> [Modifier; 2];
    /// What keeps a unit of a side from going back to a hex beside it that holds no enemy and has room.
    fn bar_retreat(&self, p: &Self::Position, side: u8, to: HexId) -> Option<Refusal>;
    /// A side has moved and fought: what comes next.
    fn next_side(&self, p: &mut Self::Position, events: &mut Events<Self>);

    /// Who stands where, with the map.
    fn field<'a>(&'a self, p: &'a Self::Position) -> Field<'a, W, N> {
        Field { map: self.map(), counters: self.counters(), roster: &p.units }
    }

    /// Whether a unit finds no room in a hex.
    fn is_full(&self, p: &Self::Position, hex: HexId) -> bool {
        p.units.in_hex(hex).count() >= Self::STACK
    }

    /// Whether a unit is in supply; one that is off the map needs none.
    fn in_supply(&self, p: &Self::Position, unit: UnitId) -> bool {
        p.units.at(unit).is_none_or(|hex| self.supplied(p, self.counters()[unit].side).has(hex))
    }

    /// Puts a unit into a hex, and the place there is its side's.
    fn put(&self, p: &mut Self::Position, unit: UnitId, hex: HexId) {
        p.units.put(unit, hex);
        p.towns.enter(self.places(), hex, self.counters()[unit].side);
    }

    /// Everybody who stands somewhere at the start.
    fn set_up(&self, p: &mut Self::Position) {
        for unit in self.counters().all() {
            self.counters()[unit].start.into_iter().for_each(|hex| self.put(p, unit, hex));
        }
    }

    /// A side's turn begins with its movement.
    fn begin_side(&self, p: &mut Self::Position, events: &mut Events<Self>) {
        (p.moved, p.fought, p.attacked) = (Units::EMPTY, Units::EMPTY, IdSet::EMPTY);
        events.push(Happened::Turn { turn: p.turn, side: p.side }.into());
        p.steps.push(MarchStep::Move.into());
    }

    /// A unit loses steps, and tells whether it is lost.
    fn lose(&self, p: &mut Self::Position, unit: UnitId, steps: u8) -> bool {
        let gone = p.units.lose(unit, steps);
        if gone {
            p.attackers.remove(unit);
            p.retreating.remove(unit);
        }
        gone
    }

    /// Who could attack a hex: units of the side beside it that have not attacked.
    fn able(&self, p: &Self::Position, at: HexId) -> Units {
        self.field(p).beside(p.side, at).without(&p.fought)
    }

    /// Those who defend a hex.
    fn defenders(&self, p: &Self::Position, at: HexId) -> Units {
        self.field(p).units(1 - p.side, at)
    }

    /// The odds of an attack; none if they are too poor.
    fn odds(&self, p: &Self::Position, attackers: Units, at: HexId) -> Option<Odds> {
        let total = |units: Units| units.iter().map(|unit| self.strength(p, unit)).sum();
        let modifiers = self.modifiers(p, attackers, at);
        self.table().odds(total(attackers), total(self.defenders(p, at)), &modifiers)
    }

    /// Who of a side can take a loss in the combat under way.
    fn exposed(&self, p: &Self::Position, side: u8) -> Units {
        p.target.filter(|_| side != p.side).map_or(p.attackers, |at| self.defenders(p, at))
    }

    /// What tells of what happened.
    fn chronicle(&self) -> Chronicle<'_, W> {
        Chronicle { map: self.map(), counters: self.counters(), table: self.table(), cites: Self::CITES }
    }

    /// A fight for a hex, with names.
    fn fight_for(&self, p: &Self::Position, attackers: Units, at: HexId) -> Option<Fight> {
        let (odds, modifiers) = (self.odds(p, attackers, at)?, self.modifiers(p, attackers, at));
        let sides = [attackers, self.defenders(p, at)];
        Some(Fight::new(self.field(p), at, sides, (odds, &modifiers), |unit| self.strength(p, unit)))
    }

    /// The attack that is under way.
    fn attack(&self, p: &Self::Position) -> Option<Fight> {
        self.fight_for(p, p.attackers, p.target?)
    }

    /// What a unit comes to that ends its move in a hex, in short words.
    fn means(&self, p: &Self::Position, unit: UnitId, to: HexId) -> Vec<&'static str>
    where
        Self::Position: Clone,
    {
        let mut there = p.clone();
        self.put(&mut there, unit, to);
        let enemy = self.field(p).zone(1 - self.counters()[unit].side).has(to);
        let all = [
            (there.towns != p.towns, "takes a town"),
            (enemy, "enters an enemy zone"),
            (!self.in_supply(&there, unit), "out of supply"),
        ];
        all.into_iter().filter(|(so, _)| *so).map(|(_, what)| what).collect()
    }

    /// Units of the side that have not moved.
    fn unmoved(&self, p: &Self::Position) -> Units {
        self.field(p).army(p.side).filter(|unit| !p.moved.has(*unit)).collect()
    }

    /// What a label adds to a move: what it costs; and to the end of the movement: who has not moved.
    fn price(&self, p: &Self::Position, action: &MarchAction) -> Option<String> {
        match *action {
            MarchAction::Move { unit, to } => {
                let path = self.reach(p, unit, p.units.at(unit)?).path(to);
                Some(format!(" · {} of {} points", self.costs().along(&path), self.points(p, unit)))
            }
            MarchAction::Bring { .. } => None,
            MarchAction::End => match self.unmoved(p).len() {
                0 => None,
                1 => Some(" · one unit has not moved".to_string()),
                n => Some(format!(" · {n} units have not moved")),
            },
        }
    }

    /// Layers of the ground.
    fn ground_of(&self, p: &Self::Position, what: Ground) -> Option<Vec<Layer>> {
        let (field, sides) = (self.field(p), self.counters().sides());
        let reach = |unit, from| self.reach(p, unit, from);
        match what {
            Ground::Zones => Some(field.of_both("zone", |side| field.zone(side))),
            Ground::Supply => {
                Some(field.supply_layers(|side| *self.home(side).0, |side| self.supplied(p, side)))
            }
            Ground::Objectives => Some(p.towns.objectives(self.map(), sides, Self::WORTH)),
            Ground::Threat => Some(field.of_both("threat", |side| field.threat(side, reach))),
            Ground::Command | Ground::Control => None,
        }
    }

    /// Reads what a position file says.
    fn read_rows(&self, p: &mut Self::Position, file: &PositionFile<'_>, faults: &mut Faults) {
        let sides = side_words(self.counters().sides());
        p.turn = file.read("turn", faults, |w| within(w, "turn", 1..=Self::TURNS + 1)).unwrap_or(1);
        p.side = file.read("side", faults, |w| one_of(w, "side", &sides)).unwrap_or(0);
        file.head("phase");
        read_rows((self.map(), self.counters()), (&mut p.units, &mut p.towns), file.rows(), faults);
    }

    /// Begins the phase that it names.
    fn begin_phase_of(&self, p: &mut Self::Position, file: &PositionFile<'_>, faults: &mut Faults) {
        let phases: [(&str, S); 2] =
            [("movement", MarchStep::Move.into()), ("combat", AssaultStep::Choose.into())];
        let step = file.read("phase", faults, |w| one_of(w, "phase", &phases)).unwrap_or(phases[0].1);
        p.steps.push(step);
    }

    /// The words of such a file.
    fn words_of_rows(&self) -> PositionWords {
        let mut out = PositionWords::default();
        out.head("turn", "the turn", 1..=Self::TURNS);
        out.head("side", "whose turn it is", self.counters().sides().iter().map(|s| s.id));
        out.head("phase", "the phase that begins", ["movement", "combat"]);
        out.away("lost", "out of the game");
        let faces = ["", "reduced"].map(str::to_string);
        out.counters.extend(self.counters().list().iter().map(|c| CounterWord {
            word: c.id.clone(),
            kind: c.branch,
            faces: faces.to_vec(),
            ..CounterWord::default()
        }));
        out.row("held {place} {side}", "who was in a place last");
        out
    }

    /// Writes it.
    fn write_rows(&self, p: &Self::Position, out: &mut PositionLines) {
        match p.steps.top() {
            step if step == MarchStep::Move.into() => out.phase("movement"),
            step if step == AssaultStep::Choose.into() => out.phase("combat"),
            _ => {}
        }
        out.head("turn", p.turn);
        out.head("side", self.counters().side_id(p.side));
        self.field(p).write(out);
        p.towns.write(self.map(), self.counters().sides(), out);
    }

    /// What cannot be in any position.
    fn find_unsound(&self, p: &Self::Position) -> Result<(), String> {
        let over = p.turn > Self::TURNS;
        if !(1..=Self::TURNS + 1).contains(&p.turn) || p.side > 1 || over && p.side != 0 {
            return Err(format!("turn: a game has {} turns of two sides", Self::TURNS));
        }
        if over != p.steps.is_empty() {
            return Err("something waits until the game is over, and nothing after it".to_string());
        }
        let fits = p.target.is_none_or(|at| self.map().all().has(at));
        if p.steps.waiting().iter().any(|s| of_attack(*s)) != p.target.is_some() || !fits {
            return Err("target: an attack has a hex, and nothing else has".to_string());
        }
        p.towns.sound(self.counters().sides())?;
        let sets = [&p.moved, &p.fought, &p.attackers, &p.retreating];
        self.field(p).sound(Self::STACK, Self::CITES.stacking, &sets)
    }

    /// What is seen: counters, flags, supply, the attack that is being prepared.
    fn seen(&self, p: &Self::Position, asked: View) -> View {
        let (field, turn) = (self.field(p), p.turn.min(Self::TURNS));
        let badges = |unit| {
            let all = [(p.moved.has(unit), "moved"), (!self.in_supply(p, unit), "unsupplied")];
            all.into_iter().filter(|(so, _)| *so).map(|(_, badge)| badge).collect()
        };
        let sides = [p.side, 1 - p.side.min(1)].map(|side| self.counters().side_id(side));
        // Once it is fought, its story is told.
        let waits = p.target.is_some_and(|at| !p.attacked.has(at));
        let attack = self.attack(p).filter(|_| waits);
        let attack = attack.map(|f| f.seen(self.table(), Self::CITES.odds, sides));
        View {
            turn: u16::from(turn) - 1,
            moment: format!("Turn {turn} of {}", Self::TURNS),
            counters: field.seen(badges),
            marks: p.towns.marks(self.map(), self.counters().sides(), "victory hex"),
            layers: field.of_both("supply", |side| self.supplied(p, side)),
            combats: attack.into_iter().collect(),
            ..asked
        }
    }
}
