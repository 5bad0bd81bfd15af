//! The rules (1 to 9): the phases are the shared ones, and this is what Drill answers where such games differ.

use crate::data::Hexes;
use crate::{BLUE, Drill, Position, RED, TURNS};
use sandtable_core::machine::{Modules, Sequence};
use sandtable_core::{Illegal, Outcome, Refusal, Side};
use sandtable_hexgame::assault::Assault;
use sandtable_hexgame::march::March;
use sandtable_hexgame::phases::{Events, Phases};
use sandtable_hexgame::story::Cites;
use sandtable_hexgame::table::{CombatTable, Modifier};
use sandtable_hexgame::{Costs, HexId, HexMap, OnHexes, Reach, UnitId, Units};

sandtable_core::modules! {
    Drill, Position.steps;
    /// Movement (2 to 4, 8).
    Movement(March),
    /// Combat (6) and what follows (7).
    Combat(Assault),
}

sandtable_hexgame::take_phases!(Drill, Position);

impl Phases<Step, 1, { crate::COUNTERS }, 5> for Drill {
    const CITES: &'static Cites = &Cites {
        turn: "1a",
        moves: "2a",
        enemy: "2e",
        zones: "3b",
        stacking: "4a",
        comes: "8a",
        waits: "8b",
        attack: "6a",
        once: "6b",
        part: "6c",
        odds: "6d",
        table: "6g",
        loss: "7a",
        retreat: "7b",
        cornered: "7c",
        advance: "7d",
    };
    /// drill 4a
    const STACK: usize = 2;
    const TURNS: u8 = TURNS;
    const WORTH: &'static str = "town, one of five";

    fn map(&self) -> &HexMap<1> {
        &self.map
    }

    fn places(&self) -> &[HexId] {
        &self.towns
    }

    fn costs(&self) -> &Costs {
        &self.costs
    }

    fn table(&self) -> &CombatTable {
        &self.table
    }

    fn home(&self, side: u8) -> (&Hexes, HexId) {
        (&self.edge[usize::from(side)], self.entry[usize::from(side)])
    }

    fn reach(&self, p: &Position, unit: UnitId, from: HexId) -> Reach<1> {
        let (field, enemy) = (self.field(p), 1 - self.counters[unit].side);
        let (enemies, zone) = (field.occupied(enemy), field.zone(enemy));
        Reach::of(from, self.points(p, unit), |from, have, go| {
            for (to, cost) in self.costs.from(from) {
                // drill 2e, drill 3b.
                if *cost <= have && !enemies.has(*to) && !(zone.has(from) && zone.has(*to)) {
                    // drill 3a.
                    go(*to, if zone.has(*to) { 0 } else { have - cost });
                }
            }
        })
    }

    /// drill 5a
    fn supplied(&self, p: &Position, side: u8) -> Hexes {
        self.field(p).supplied(side, 1 - side, &self.edge[usize::from(side)])
    }

    /// drill 5b
    fn points(&self, p: &Position, unit: UnitId) -> u8 {
        let full = self.counters[unit].movement;
        if self.in_supply(p, unit) { full } else { full.min(2) }
    }

    /// drill 5b
    fn strength(&self, p: &Position, unit: UnitId) -> u8 {
        let full = self.counters.printed(unit, p.units.steps(unit));
        if self.in_supply(p, unit) { full } else { full.div_ceil(2) }
    }

    /// drill 6e, drill 6f
    fn modifiers(&self, p: &Position, attackers: Units, at: HexId) -> [Modifier; 2] {
        let wet = |unit| p.units.at(unit).is_some_and(|from| self.map.wet(from, at));
        [
            (-i8::from(self.cover.has(at)), "the ground helps the defence", "6e"),
            (-i8::from(attackers.iter().all(wet)), "the attack comes over a river", "6f"),
        ]
    }

    /// drill 7c
    fn bar_retreat(&self, p: &Position, side: u8, to: HexId) -> Option<Refusal> {
        let alone = self.field(p).zone(1 - side).has(to) && !self.field(p).holds(side, to);
        Refusal::first(&[(alone, "7c", "the hex is in an enemy zone and holds no friend")])
    }

    /// The turn of the other side, or the next one, unless the last is over (drill 1a, drill 1b).
    fn next_side(&self, p: &mut Position, events: &mut Events<Self>) {
        (p.turn, p.side) = if p.side == BLUE { (p.turn, RED) } else { (p.turn + 1, BLUE) };
        p.steps.pop();
        (p.moved, p.fought, p.attacked) = Default::default();
        if p.turn <= TURNS {
            self.begin_side(p, events);
        }
    }
}

impl Sequence for Drill {
    /// drill 9a
    fn result(&self, p: &Position) -> Outcome {
        let blue = p.towns.count(BLUE);
        let winner = Some(Side(if blue >= 3 { BLUE } else { RED }));
        Outcome { winner, level: if (2..=3).contains(&blue) { "narrow" } else { "decisive" }, rule: "9a" }
    }

    fn refuse_always(&self, _: &Position, action: &Action) -> Option<Refusal> {
        (!self.exists(action)).then(|| Refusal::new("2a", "there is no such unit or hex"))
    }

    fn worded(&self, _: &Position, _: Side, _: &Action, refusal: &Refusal) -> Illegal {
        self.breach(refusal)
    }
}
