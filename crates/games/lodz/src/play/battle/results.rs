//! From the dice to the end of an attack (7.3): the cell, each side's mixture of retreat and losses, disorganization (7.32, 15.1), then
//! retreats, pursuit, and what is fulfilled.

use super::state::{ATTACKER, DEFENDER, Outcome, Throw};
use super::{BattleEvent, BattleStep};
use crate::data::{Hexes, Kind};
use crate::play::{Engine, Event};
use crate::position::{Flag, HexId, Pieces, Position, Step, UnitId};
use sandtable_core::Dice;

impl Engine<'_> {
    /// The side that attacks or defends.
    pub(super) fn side_of(&self, p: &Position, who: u8) -> u8 {
        if who == ATTACKER { p.active } else { p.other() }
    }

    /// Steps d to g: figures, dice, cell (lodz 7.12d1 to lodz 7.12g). All units that take part have had their turn (lodz 7.27).
    pub(super) fn battle_roll(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let (now, map) = (p.battle.now, self.scenario(p).map);
        let odds = self.battle_odds(p, &now);
        events.push(Event::Battle(BattleEvent::Totals { map, odds }));
        let thrown = [dice.roll(6), dice.roll(6)];
        let row = usize::from(thrown[0] + thrown[1]) - 2;
        let cell = self.d.charts.combat[row][usize::from(odds.column)];
        let column = odds.column;
        let rolled = |hex| Event::Battle(BattleEvent::Roll { map, hex, dice: thrown, column, cell });
        events.extend(odds.ground.map(rolled));

        let defenders = self.defenders(p, &now.targets);
        // Artillery shares the result if it stands with attackers and in contact (lodz 8.53, lodz R22).
        let beside = |g: UnitId| now.units.iter().any(|u| p.hex(u) == p.hex(g));
        let close = now.guns.which(|g| p.has(g, Flag::Contact) && beside(g));
        let there: Pieces =
            now.targets.iter().flat_map(|h| p.at(h)).filter(|u| self.kind(*u).is_unit()).collect();
        p.battle.force = [now.units.with(&close), defenders];
        p.battle.along = there.without(&defenders);
        p.battle.ground = odds.ground.into();
        p.battle.outcome = Outcome::from(cell);
        p.battle.throw =
            Throw { dice: thrown, totals: [odds.attack, odds.defence], columns: [odds.base, odds.column] };
        p.battle.back = [0; 2];
        p.battle.must = p.battle.must.without(&now.targets);
        let fought = now.units.with(&now.guns).with(&now.defence).with(&defenders);
        fought.iter().for_each(|u| p.units.mark(u, Flag::Stirred, true));
        now.units.iter().for_each(|u| p.units.mark(u, Flag::Attacked, true));
        now.guns.iter().for_each(|u| p.units.mark(u, Flag::Fired, true));
        now.defence.iter().for_each(|u| p.units.mark(u, Flag::Defended, true));
        defenders.iter().for_each(|u| p.units.mark(u, Flag::Beaten, true));

        // A headquarters alone in its hex is lost whatever comes up (lodz 7.30b, lodz R15).
        for h in now.targets.iter() {
            let here = defenders.which(|u| p.hex(u) == Some(h));
            if here.iter().all(|u| self.kind(u) == Kind::Hq) {
                here.iter().for_each(|u| self.destroy(p, u, "7.30b", events));
            }
        }
        p.steps.replace(Step::Battle(BattleStep::Part { who: ATTACKER }));
    }

    /// Those of a force who are left.
    pub(super) fn force_left(&self, p: &Position, who: u8) -> Pieces {
        p.battle.force[usize::from(who)].which(|u| p.on_map(u))
    }

    /// Whether a side must choose how far it goes back. Without anybody to pay for staying, those who were beaten before go the
    /// whole way (lodz R18).
    pub(super) fn battle_part(&self, p: &mut Position, who: u8) -> bool {
        let w = usize::from(who);
        let hexes = p.battle.outcome.retreat[w];
        let paying = !self.force_left(p, who).is_empty();
        if hexes > 0 && paying {
            return true;
        }
        let along = who == DEFENDER && p.battle.along.iter().any(|u| p.on_map(u));
        self.battle_back(p, who, if along && !paying { hexes } else { 0 });
        false
    }

    /// CEL that a side loses if it goes back this many hexes: one for each hex less (lodz 7.34c), by the table of fortresses for a defender
    /// who stays in one (lodz 9.44), and what the cell adds.
    pub fn battle_price(&self, p: &Position, who: u8, back: u8) -> u8 {
        let (outcome, charts) = (&p.battle.outcome, &self.d.charts);
        let (hexes, loss) = (outcome.retreat[usize::from(who)], outcome.loss[usize::from(who)]);
        let walled = p.battle.ground.get().is_some_and(|ground| self.walled(p, ground));
        if who == DEFENDER && back == 0 && hexes > 0 && walled {
            return loss + charts.fortress_stay[usize::from(hexes).min(charts.fortress_stay.len()) - 1];
        }
        loss + hexes.saturating_sub(back) * charts.cel_for_hex
    }

    /// A side has chosen.
    pub(super) fn battle_back(&self, p: &mut Position, who: u8, back: u8) {
        p.battle.back[usize::from(who)] = back;
        p.battle.owed = self.battle_price(p, who, back);
        p.steps.replace(Step::Battle(BattleStep::Loss { who }));
    }

    /// Who can take a loss: units of the force by their owner's choice (lodz 7.36, lodz 7.38), and for attackers a headquarters in their
    /// hex (lodz 10.37). Headquarters in an attacked hex are part of the force.
    pub fn payers(&self, p: &Position, who: u8) -> Pieces {
        let force = self.force_left(p, who);
        if who == DEFENDER {
            return force;
        }
        let hexes: Hexes = force.iter().filter_map(|u| p.hex(u)).collect();
        let staffs = hexes.iter().flat_map(|h| p.at(h)).filter(|u| self.kind(*u) == Kind::Hq);
        force.with(&staffs.collect())
    }

    /// Losses of a side; whether its owner must choose. A force with no more CEL than it must lose is wiped out.
    pub(super) fn battle_losses(&self, p: &mut Position, who: u8, events: &mut Vec<Event>) -> bool {
        let (force, payers) = (self.force_left(p, who), self.payers(p, who));
        let cel = |set: &Pieces| set.iter().map(|u| u16::from(p.units.cel(u))).sum::<u16>();
        if p.battle.owed == 0 || force.is_empty() {
            p.battle.owed = 0;
            let next =
                if who == ATTACKER { BattleStep::Part { who: DEFENDER } } else { BattleStep::Disorder };
            p.steps.replace(Step::Battle(next));
        } else if u16::from(p.battle.owed) >= cel(&payers) {
            p.battle.owed = 0;
            force.iter().for_each(|u| self.destroy(p, u, "7.37", events));
        } else if let (Some(only), 1) = (payers.first(), payers.len()) {
            self.battle_lose(p, who, only, events);
        } else {
            return true;
        }
        false
    }

    /// A unit loses a CEL.
    pub(super) fn battle_lose(&self, p: &mut Position, who: u8, unit: UnitId, events: &mut Vec<Event>) {
        p.battle.owed = p.battle.owed.saturating_sub(1);
        self.lose_cel(p, unit, if who == ATTACKER { "7.38" } else { "7.36" }, events);
    }

    /// The last loss that is chosen leads to dice or to the enemy: the side that chose says that it goes on, if that was agreed on.
    pub(super) fn battle_settled(&self, p: &mut Position, who: u8, events: &mut Vec<Event>) {
        if !p.ends {
            return;
        }
        // What follows without a choice comes first.
        while p.battle.owed > 0 && !self.battle_losses(p, who, events) {}
        if p.battle.owed == 0 {
            p.steps.push(Step::Battle(BattleStep::Settled { who }));
        }
    }

    /// Hexes by their printed numbers, the order of rolls made at one time (lodz R97).
    fn by_number(&self, p: &Position, hexes: &Hexes) -> impl Iterator<Item = HexId> + use<'_> {
        let (t, mut left) = (self.map(p).board.topology(), *hexes);
        std::iter::from_fn(move || {
            let next = left.iter().min_by_key(|h| t.number((*h).into()))?;
            left.remove(next);
            Some(next)
        })
    }

    /// Disorganization: of a cell at once (lodz CRT.3), then by rolls for each stack, the attacker's first. The attacker rolls once for a dot
    /// or a long retreat, bought off or not (lodz 7.32d, lodz R31), the defender by the hexes really gone back (lodz 7.32e).
    pub(super) fn battle_disorder(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let charts = &self.d.charts;
        let outcome = p.battle.outcome;
        for who in [ATTACKER, DEFENDER] {
            if outcome.disorganized[usize::from(who)] {
                let all = self.force_left(p, who).which(|u| self.kind(u) != Kind::Hq);
                all.iter().for_each(|u| self.disorganize(p, u, events));
            }
        }
        let attacker = outcome.dot || outcome.retreat[0] >= charts.attacker_rolls_from;
        let back = usize::from(p.battle.back[1]).min(charts.defender_rolls.len() - 1);
        let rolls = [if attacker { charts.attacker_rolls } else { 0 }, charts.defender_rolls[back]];
        for who in [ATTACKER, DEFENDER] {
            let force = self.force_left(p, who);
            let stacks: Hexes = force.iter().filter_map(|u| p.hex(u)).collect();
            for hex in self.by_number(p, &stacks) {
                let stack = force.which(|u| p.hex(u) == Some(hex));
                for _ in 0..rolls[usize::from(who)] {
                    self.disorder_roll(p, self.side_of(p, who), hex, &stack, dice, events);
                }
            }
        }
        p.steps.replace(Step::Battle(BattleStep::Leave));
    }

    /// A roll for disorganization of a stack: it marks every unit whose nation has the sum in its range (lodz 15.12c, lodz R30). Headquarters
    /// have no strength to lose.
    pub fn disorder_roll(
        &self,
        p: &mut Position,
        side: u8,
        hex: HexId,
        stack: &Pieces,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let thrown = [dice.roll(6), dice.roll(6)];
        let map = self.scenario(p).map;
        events.push(Event::Battle(BattleEvent::Disorder { map, hex, side, dice: thrown }));
        let hit = |u: UnitId| thrown[0] + thrown[1] >= self.d.charts.disorganized_from[self.nation(u)];
        let hit = stack.which(|u| self.kind(u) != Kind::Hq && hit(u));
        hit.iter().for_each(|u| self.disorganize(p, u, events));
    }

    /// Retreats, the attacker's first: everybody in an attacked hex goes, those beaten before too (lodz 7.33, lodz R18). A headquarters goes
    /// with attackers who leave it without anybody else.
    pub(super) fn battle_leave(&self, p: &mut Position) {
        let (back, targets) = (p.battle.back, p.battle.now.targets);
        let force = self.force_left(p, ATTACKER);
        p.steps.replace(Step::Battle(BattleStep::Pursue));
        self.retreat_forget(p);
        if back[0] > 0 {
            let hexes: Hexes = force.iter().filter_map(|u| p.hex(u)).collect();
            for hex in self.by_number(p, &hexes) {
                let stays = |u: UnitId| self.kind(u).is_line() && !force.has(u);
                let alone = !p.at(hex).any(stays);
                let goes = |u: &UnitId| force.has(*u) || (alone && self.kind(*u) == Kind::Hq);
                let party: Pieces = p.at(hex).filter(goes).collect();
                self.retreat_order(p, party, hex, back[0]);
            }
        }
        if back[1] > 0 {
            for hex in self.by_number(p, &targets) {
                let party: Pieces = p.at(hex).filter(|u| self.kind(*u).is_unit()).collect();
                self.retreat_order(p, party, hex, back[1]);
            }
        }
    }

    /// Pursuit of the attackers that are left, unless they went back themselves (lodz 7.51, lodz R21).
    pub(super) fn battle_pursue(&self, p: &mut Position) {
        p.steps.replace(Step::Battle(BattleStep::Over));
        if p.battle.back[0] == 0 {
            let (units, targets) = (p.battle.now.units, p.battle.now.targets);
            self.pursuit_order(p, units, targets);
        }
    }
}
