//! Artillery that fires alone (8.2): at the units of a hex, or at a bridge (14.23). It is no attack: it fulfils no duty and spends
//! nobody's turn to be attacked (R24).

use super::state::{DEFENDER, Throw};
use super::{BattleAction, BattleEvent, BattleStep, BridgeSide};
use crate::data::{Hexes, Kind};
use crate::play::common::no;
use crate::play::{Action, Engine, Event};
use crate::position::{Flag, HexId, Pieces, Position, SideId, Step, UnitId};
use sandtable_core::Dice;
use sandtable_core::Refusal;
use sandtable_core::machine::Offers;

impl Engine<'_> {
    /// The two hexes of a bridge, or the hex under fire.
    fn fire_hexes(&self, p: &Position, hex: HexId, bridge: Option<u8>) -> Hexes {
        let beyond = bridge.and_then(|d| self.map(p).step(hex, d));
        std::iter::once(hex).chain(beyond).collect()
    }

    /// Why artillery cannot fire alone (lodz 8.21a, lodz 8.24, lodz 8.34, lodz 8.51a).
    fn firing_refused(&self, p: &Position, unit: UnitId, targets: &Hexes) -> Option<Refusal> {
        if let Some(b) = self.gun_refused(p, unit, p.active, targets) {
            return Some(b);
        }
        if p.has(unit, Flag::Fired) {
            return Some(no("8.34", "{} has fired or supported an attack in this phase").name(unit).of(unit));
        }
        let why = "{} is in an enemy zone and supports only its own hex";
        p.has(unit, Flag::Contact).then(|| no("8.51a", why).name(unit).of(unit))
    }

    /// Artillery that could fire alone at somebody.
    fn free_guns<'a>(&'a self, p: &'a Position) -> impl Iterator<Item = UnitId> + 'a {
        let guns = self.all_units().filter(|u| self.kind(*u) == Kind::Artillery);
        let free = |gun: UnitId, hex: HexId| self.firing_refused(p, gun, &Hexes::one(hex)).is_none();
        guns.filter(move |u| p.hex(*u).is_some_and(|hex| free(*u, hex)))
    }

    /// Artillery that could fire at a hex or at a bridge on its side.
    pub fn fire_guns(&self, p: &Position, hex: HexId, bridge: Option<u8>) -> Pieces {
        let all = self.fire_hexes(p, hex, bridge);
        self.free_guns(p).filter(|g| self.firing_refused(p, *g, &all).is_none()).collect()
    }

    /// Hexes within reach of artillery that may fire, and of them those with enemies to fire at.
    pub fn fire_reach(&self, p: &Position) -> (Hexes, Hexes) {
        let map = self.map(p);
        let mut near = Hexes::EMPTY;
        for gun in self.free_guns(p) {
            let range = self.def(gun).range.min(self.d.charts.artillery_range);
            let mut rim: Hexes = p.hex(gun).into_iter().collect();
            near.join(&rim);
            for _ in 0..range {
                rim = rim.iter().flat_map(|h| map.neighbours(h)).map(|(_, h)| h).collect();
                near.join(&rim);
            }
        }
        let enemy = near.which(|h| p.units.units_in(p.other(), h) > 0 && !self.spared(p, h));
        (near, enemy)
    }

    /// Targets of independent fire: hexes, then bridges, each named from the hex that lies south or east of it last.
    pub(super) fn fire_targets_offers(&self, p: &Position, out: &mut Offers<'_, BattleAction>) {
        let (near, enemy) = self.fire_reach(p);
        out.all_legal(enemy.iter().map(|hex| BattleAction::Fire { hex }));
        for hex in near.iter().filter(|h| p.bridges[usize::from(*h)] != 0) {
            for (direction, to) in self.map(p).neighbours(hex) {
                if p.bridged(hex, direction) && (direction < 3 || !near.has(to)) {
                    let (hex, direction) = if direction < 3 { (hex, direction) } else { (to, direction - 3) };
                    out.legal(BattleAction::Bridge(BridgeSide { hex, direction }));
                }
            }
        }
    }

    /// Whether there is anything to fire at.
    pub(super) fn fire_has_target(&self, p: &Position) -> bool {
        let (near, enemy) = self.fire_reach(p);
        !enemy.is_empty() || near.iter().any(|h| p.bridges[usize::from(h)] != 0)
    }

    /// Why a hex or a bridge cannot be fired at.
    pub(super) fn fire_target_refused(
        &self,
        p: &Position,
        hex: HexId,
        bridge: Option<u8>,
    ) -> Option<Refusal> {
        let no = |rule, why| Some(no(rule, why).place(hex).at(hex));
        if usize::from(hex) >= self.map(p).hexes {
            return no("8.24", "there is no such hex");
        }
        match bridge {
            None if p.units.units_in(p.other(), hex) == 0 => return no("8.21b", "no enemy stands in {}"),
            None if self.spared(p, hex) => {
                return no("MAZ.6", "Germans may not fire at the fortress in {}");
            }
            Some(d) if d > 2 || !p.bridged(hex, d) => {
                return no("14.23", "no bridge stands there at {}");
            }
            _ => {}
        }
        let all = self.fire_hexes(p, hex, bridge);
        let any = self.free_guns(p).any(|g| self.firing_refused(p, g, &all).is_none());
        if any { None } else { no("8.24", "no artillery that may fire reaches {}") }
    }

    /// Aims at a hex or a bridge.
    pub(super) fn fire_aim(&self, p: &mut Position, hex: HexId, bridge: Option<u8>) {
        p.battle.now.targets = Hexes::one(hex);
        p.battle.bridge = bridge.map(SideId).into();
        p.steps.push(Step::Battle(BattleStep::Fire));
    }

    /// What can be done while fire is prepared.
    pub(super) fn fire_offers(&self, p: &Position, out: &mut Offers<'_, BattleAction>) {
        out.candidate(BattleAction::Confirm);
        out.candidates(self.free_guns(p).map(|unit| BattleAction::Add { unit }));
        out.candidates(p.battle.now.guns.iter().map(|unit| BattleAction::Drop { unit }));
        out.candidate(BattleAction::Cancel);
    }

    /// The rule that forbids a step in preparing fire.
    pub(super) fn fire_refuse(&self, p: &Position, a: BattleAction) -> Option<Refusal> {
        let now = &p.battle.now;
        match a {
            BattleAction::Cancel => None,
            BattleAction::Confirm => now.guns.is_empty().then(|| no("8.21b", "no artillery has been chosen")),
            BattleAction::Add { unit } if self.is_unit(unit) && now.guns.has(unit) => {
                Some(no("8.22", "it fires at this target already"))
            }
            BattleAction::Add { unit } => {
                let Some(hex) = now.targets.first() else {
                    return Some(self.not_now(p, Action::Battle(a)));
                };
                self.firing_refused(p, unit, &self.fire_hexes(p, hex, p.battle.bridge_direction()))
            }
            BattleAction::Drop { unit } => (!self.is_unit(unit) || !now.guns.has(unit))
                .then(|| no("8.23", "it does not fire at this target")),
            _ => Some(self.not_now(p, Action::Battle(a))),
        }
    }

    /// Strength of fire at a hex and what the ground takes off it (lodz 8.23, lodz 8.26).
    pub fn fire_strength(&self, p: &Position, guns: &Pieces, hex: HexId) -> (u16, u8) {
        let sum = guns.iter().map(|g| u16::from(self.attack_fire(p, g))).sum();
        (sum, self.map(p).fire[usize::from(hex)])
    }

    /// Takes a step in preparing fire; the last one fires.
    pub(super) fn fire_take(
        &self,
        p: &mut Position,
        a: BattleAction,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match a {
            BattleAction::Add { unit } => p.battle.now.guns.insert(unit),
            BattleAction::Drop { unit } => p.battle.now.guns.remove(unit),
            BattleAction::Confirm => self.fire_now(p, dice, events),
            _ => {
                p.battle.clear();
                p.steps.pop();
            }
        }
    }

    fn fire_now(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let (guns, bridge) = (p.battle.now.guns, p.battle.bridge_direction());
        let Some(hex) = p.battle.now.targets.first() else {
            p.steps.pop();
            return;
        };
        let (strength, ground) = self.fire_strength(p, &guns, hex);
        for gun in guns.iter() {
            p.units.mark(gun, Flag::Fired, true);
            p.units.mark(gun, Flag::Stirred, true);
        }
        let map = self.scenario(p).map;
        if let Some(bridge) = bridge {
            let to = self.map(p).step(hex, bridge).unwrap_or(hex);
            events.push(Event::Battle(BattleEvent::Bridge { map, hex, to, guns, strength }));
            p.battle.clear();
            p.steps.pop();
            self.destroy_object(p, hex, bridge, strength, dice, events);
            return;
        }
        let left = strength.saturating_sub(u16::from(ground));
        events.push(Event::Battle(BattleEvent::Fire { map, hex, guns, strength, ground }));
        if left == 0 {
            self.battle_over(p, events);
            p.battle.clear();
            p.steps.pop();
            return;
        }
        let thrown = [dice.roll(6), dice.roll(6)];
        let cell = self.fire_row(left, thrown[0] + thrown[1]);
        events.push(Event::Battle(BattleEvent::FireRoll { map, hex, dice: thrown, cell }));
        p.battle.outcome.dot = cell.dot;
        p.battle.throw = Throw { dice: thrown, totals: [strength, u16::from(ground)], ..Throw::NONE };
        p.battle.owed = cell.loss;
        p.steps.replace(Step::Battle(BattleStep::FireLoss));
    }

    /// The units under fire: any of them may take the loss, headquarters too (lodz ART.2, lodz R24).
    pub fn under_fire(&self, p: &Position) -> Pieces {
        let there = p.battle.now.targets.iter().flat_map(|h| p.at(h));
        there.filter(|u| p.side(*u) != p.active && self.kind(*u).is_unit()).collect()
    }

    /// Losses by fire, then the roll for disorganization (lodz ART.3); whether the owner must choose.
    pub(super) fn fire_loss(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        let all = self.under_fire(p);
        if let (Some(first), 1..) = (all.first(), p.battle.owed) {
            if all.len() > 1 {
                return true;
            }
            self.fire_lose(p, first, events);
            return false;
        }
        let shaken = p.battle.now.targets.first().filter(|_| p.battle.outcome.dot && !all.is_empty());
        if let Some(hex) = shaken {
            self.disorder_roll(p, p.other(), hex, &all, dice, events);
        }
        self.battle_over(p, events);
        p.battle.clear();
        p.steps.pop();
        false
    }

    /// The last loss that is chosen leads to a roll: the side that chose says that it goes on, if that was agreed on.
    pub(super) fn fire_settled(&self, p: &mut Position, events: &mut Vec<Event>) {
        if !p.ends {
            return;
        }
        let mut left = self.under_fire(p);
        while let (1.., Some(only), 1) = (p.battle.owed, left.first(), left.len()) {
            self.fire_lose(p, only, events);
            left = self.under_fire(p);
        }
        if p.battle.owed == 0 || left.is_empty() {
            p.steps.push(Step::Battle(BattleStep::Settled { who: DEFENDER }));
        }
    }

    /// A unit under fire loses a CEL.
    pub(super) fn fire_lose(&self, p: &mut Position, unit: UnitId, events: &mut Vec<Event>) {
        p.battle.owed -= 1;
        self.lose_cel(p, unit, "ART.2", events);
    }
}
