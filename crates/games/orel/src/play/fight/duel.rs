//! A train against a lone train (9.1.1).

use super::{FightEvent, FightStep};
use crate::data::{Class, Hexes};
use crate::play::flight::FlightKind;
use crate::play::{Engine, Event};
use crate::position::{ATTACKER, At, DEFENDER, HexId, Pieces, Position, RollKind, UnitId};
use sandtable_core::Dice;

impl Engine<'_> {
    /// The next pair of trains, the attacker's die first.
    pub(super) fn fight_duel(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let train = |u: &UnitId| self.class(*u) == Class::Train;
        // Trains that only support it stay where they are.
        let own = p.combat.support[ATTACKER].meet(&p.attack().attackers).without(&p.fight.duelled);
        let near = |u: &UnitId| p.on_map(*u) && self.comes_by_rail(p, *u, p.combat.hex);
        let attacker = own.iter().filter(train).find(near);
        let defender = p.stack(p.reactive(), p.combat.hex).iter().find(train);
        let (Some(attacker), Some(defender)) = (attacker, defender) else {
            return self.fight_to(p, FightStep::DuelOver);
        };
        p.fight.duel = [attacker.into(), defender.into()];
        p.fight.duelled.insert(attacker);
        p.combat.all[DEFENDER].insert(defender);
        self.fight_to(p, FightStep::DuelRolled { who: ATTACKER as u8 });
        self.throw(p, p.active, RollKind::Duel, 1, dice, events);
    }

    /// A die was rolled; with both of them the duel is decided.
    pub(super) fn fight_duel_rolled(
        &self,
        p: &mut Position,
        who: usize,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        p.fight.dice[who] = p.play.roll.dice[0];
        if who == ATTACKER {
            self.fight_to(p, FightStep::DuelRolled { who: DEFENDER as u8 });
            return self.throw(p, p.reactive(), RollKind::Duel, 1, dice, events);
        }
        let [Some(attacker), Some(defender)] = p.fight.duel.map(|u| u.get()) else {
            return self.fight_to(p, FightStep::Duel);
        };
        let (trains, rolled, hex) = ([attacker, defender], p.fight.dice, p.combat.hex);
        let add = trains.map(|u| self.fight_duel_add(p, u));
        events.push(Event::Fight(FightEvent::Duel { trains, dice: rolled, add, hex }));
        let total = [rolled[0] + add[0], rolled[1] + add[1]];
        self.fight_to(p, FightStep::Duel);
        if total[0] == total[1] {
            events.push(Event::Fight(FightEvent::DuelResult { loser: None, double: false, hex }));
            return;
        }
        let lost = usize::from(total[0] > total[1]);
        let (loser, double) = (trains[lost], total[1 - lost] >= 2 * total[lost]);
        events.push(Event::Fight(FightEvent::DuelResult { loser: Some(loser), double, hex }));
        if double {
            // A light train does not survive it; a heavy one goes back a hex (orel RU-42).
            self.lose_step(p, loser, events);
            if p.on_map(loser) {
                p.combat.support[ATTACKER].remove(loser);
                self.flight_order(p, Pieces::one(loser), FlightKind::Retreat);
            }
        } else {
            self.fight_drive_off(p, loser, events);
        }
        self.settle(p, events);
    }

    /// What an intact heavy train adds (orel 9.1.1f).
    fn fight_duel_add(&self, p: &Position, unit: UnitId) -> u8 {
        let def = self.def(unit);
        if def.heavy && p.steps(unit) == def.steps { self.d.charts.attack.duel_heavy } else { 0 }
    }

    /// A train is driven off; it comes back repaired on its own line (orel 9.1.1b, orel RU-44).
    fn fight_drive_off(&self, p: &mut Position, unit: UnitId, events: &mut Vec<Event>) {
        let turn = p.turn.saturating_add(self.d.charts.attack.duel_back);
        let (hex, edge) = (p.hex(unit), self.fight_rail_edge(p, unit));
        self.drop_from_combat(p, unit);
        p.units.set_steps(unit, self.def(unit).steps);
        p.unsupplied.remove(unit);
        p.take_off(unit, At::DrivenOff, edge, turn);
        events.push(Event::Fight(FightEvent::DrivenOff { unit, turn, hex }));
    }

    /// Whether the railway of a train leads straight into a neighbouring hex.
    pub(super) fn comes_by_rail(&self, p: &Position, train: UnitId, hex: HexId) -> bool {
        p.hex(train).is_some_and(|at| self.d.map.joined_by_rail(at, hex))
    }

    /// The rail edge hex of a train's side on its line, otherwise the next one by rail.
    fn fight_rail_edge(&self, p: &Position, unit: UnitId) -> Option<HexId> {
        let hex = p.hex(unit)?;
        let edges = self.scenario(p).edges(p.side(unit), &p.rails[usize::from(p.side(unit))]);
        let here = self.d.map.lines.iter().filter(|line| line.hexes.contains(&hex));
        let own = here.flat_map(|line| line.hexes.iter().copied()).find(|h| edges.has(*h));
        own.or_else(|| self.fight_next_edge(hex, &edges))
    }

    fn fight_next_edge(&self, from: HexId, edges: &Hexes) -> Option<HexId> {
        let (mut seen, mut rim) = (Hexes::one(from), Hexes::one(from));
        while !rim.is_empty() {
            if let Some(edge) = rim.meet(edges).first() {
                return Some(edge);
            }
            let mut next = Hexes::EMPTY;
            for h in rim.iter() {
                let on = self.d.map.neighbours(h).filter(|n| self.d.map.joined_by_rail(h, *n));
                on.filter(|n| !seen.has(*n)).for_each(|n| next.insert(n));
            }
            seen.join(&next);
            rim = next;
        }
        edges.first()
    }

    /// All duels of the attack are over: a victorious attacker may move up if nobody holds the hex (orel 9.1.1e).
    pub(super) fn fight_duel_over(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let [troops, vehicles, strangers] = self.fight_left(p);
        let held = !troops.with(&vehicles).with(&strangers).is_empty();
        let winner = p.fight.duel[ATTACKER].get().filter(|u| p.on_map(*u) && !held);
        p.combat.units = [winner.map_or(Pieces::EMPTY, Pieces::one), Pieces::EMPTY];
        p.combat.support[ATTACKER] = Pieces::EMPTY;
        self.assault_unopposed(p, dice, events);
        // There was a fight: trains cut off from their edge are Unsupplied (orel 8.2.1o).
        p.assault.fought = true;
    }
}
