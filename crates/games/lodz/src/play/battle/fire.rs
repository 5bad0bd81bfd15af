//! Artillery that fires alone (8.2): at the units of a hex, or at a bridge (14.23). It is no attack: it fulfils no duty and spends
//! nobody's turn to be attacked (R24).

use super::state::{DEFENDER, NO_BRIDGE, Throw};
use super::{BattleAction, BattleEvent, BattleStep};
use crate::data::{Hexes, Kind};
use crate::play::bar::{Bar, OTHER, bar};
use crate::play::{Action, Engine, Event};
use crate::state::{Flag, Pieces, Position, Step};
use sandtable_core::Dice;

impl Engine<'_> {
    /// The two hexes of a bridge, or the hex under fire.
    fn fire_hexes(&self, p: &Position, hex: u16, bridge: u8) -> Hexes {
        let mut out = Hexes::one(hex);
        if bridge != NO_BRIDGE
            && let Some(to) = self.map(p).step(hex, bridge)
        {
            out.insert(to);
        }
        out
    }

    /// Why artillery cannot fire alone (lodz 8.21a, lodz 8.24, lodz 8.34, lodz 8.51a).
    fn firing_refused(&self, p: &Position, unit: u16, targets: &Hexes) -> Option<Bar> {
        if let Some(b) = self.gun_refused(p, unit, p.active, targets) {
            return Some(b);
        }
        if p.has(unit, Flag::Fired) {
            return Some(bar("8.34", "{unit} has fired or supported an attack in this phase").of(unit));
        }
        let why = "{unit} is in an enemy zone and supports only its own hex";
        p.has(unit, Flag::Contact).then_some(bar("8.51a", why).of(unit))
    }

    /// Artillery that could fire alone at somebody.
    fn free_guns<'a>(&'a self, p: &'a Position) -> impl Iterator<Item = u16> + 'a {
        let guns = self.all_units().filter(|u| self.kind(*u) == Kind::Artillery);
        guns.filter(|u| p.on_map(*u) && self.firing_refused(p, *u, &Hexes::one(p.hex(*u))).is_none())
    }

    /// Artillery that could fire at a hex or at a bridge on its side.
    pub fn fire_guns(&self, p: &Position, hex: u16, bridge: u8) -> Pieces {
        let all = self.fire_hexes(p, hex, bridge);
        self.free_guns(p).filter(|g| self.firing_refused(p, *g, &all).is_none()).collect()
    }

    /// Hexes within reach of artillery that may fire, and of them those with enemies to fire at.
    pub fn fire_reach(&self, p: &Position) -> (Hexes, Hexes) {
        let map = self.map(p);
        let mut near = Hexes::EMPTY;
        for gun in self.free_guns(p) {
            let range = self.def(gun).range.min(self.d.charts.artillery_range);
            let mut rim = Hexes::one(p.hex(gun));
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
    pub(super) fn fire_targets_list(&self, p: &Position, out: &mut Vec<Action>) {
        let (near, enemy) = self.fire_reach(p);
        out.extend(enemy.iter().map(|hex| Action::Battle(BattleAction::Fire { hex })));
        for hex in near.iter().filter(|h| p.bridges[usize::from(*h)] != 0) {
            for (direction, to) in self.map(p).neighbours(hex) {
                if p.bridged(hex, direction) && (direction < 3 || !near.has(to)) {
                    let (hex, direction) = if direction < 3 { (hex, direction) } else { (to, direction - 3) };
                    out.push(Action::Battle(BattleAction::Bridge { hex, direction }));
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
    pub(super) fn fire_target_refused(&self, p: &Position, hex: u16, bridge: u8) -> Option<Bar> {
        let no = |rule, why| Some(bar(rule, why).at(hex));
        if usize::from(hex) >= self.map(p).hexes {
            return no("8.24", "there is no such hex");
        }
        if bridge == NO_BRIDGE {
            if p.units.units_in(p.other(), hex) == 0 {
                return no("8.21b", "no enemy stands in {hex}");
            }
            if self.spared(p, hex) {
                return no("MAZ.6", "Germans may not fire at the fortress in {hex}");
            }
        } else if bridge > 2 || !p.bridged(hex, bridge) {
            return no("14.23", "no bridge stands there at {hex}");
        }
        let all = self.fire_hexes(p, hex, bridge);
        let any = self.free_guns(p).any(|g| self.firing_refused(p, g, &all).is_none());
        if any { None } else { no("8.24", "no artillery that may fire reaches {hex}") }
    }

    /// Aims at a hex or a bridge.
    pub(super) fn fire_aim(&self, p: &mut Position, hex: u16, bridge: u8) {
        p.battle.now.targets = Hexes::one(hex);
        p.battle.bridge = bridge;
        p.pile.push(Step::Battle(BattleStep::Fire));
    }

    /// What can be done while fire is prepared.
    pub(super) fn fire_list(&self, p: &Position, out: &mut Vec<Action>) {
        let mut try_it = |a: BattleAction| {
            if self.fire_refuse(p, a).is_none() {
                out.push(Action::Battle(a));
            }
        };
        try_it(BattleAction::Confirm);
        self.free_guns(p).for_each(|unit| try_it(BattleAction::Add { unit }));
        p.battle.now.guns.iter().for_each(|unit| try_it(BattleAction::Drop { unit }));
        try_it(BattleAction::Cancel);
    }

    /// The rule that forbids a step in preparing fire.
    pub(super) fn fire_refuse(&self, p: &Position, a: BattleAction) -> Option<Bar> {
        let now = &p.battle.now;
        match a {
            BattleAction::Cancel => None,
            BattleAction::Confirm => {
                now.guns.is_empty().then_some(bar("8.21b", "no artillery has been chosen"))
            }
            BattleAction::Add { unit } if self.is_unit(unit) && now.guns.has(unit) => {
                Some(bar("8.22", "it fires at this target already"))
            }
            BattleAction::Add { unit } => {
                let hex = now.targets.first().unwrap_or(0);
                self.firing_refused(p, unit, &self.fire_hexes(p, hex, p.battle.bridge))
            }
            BattleAction::Drop { unit } => (!self.is_unit(unit) || !now.guns.has(unit))
                .then_some(bar("8.23", "it does not fire at this target")),
            _ => Some(OTHER),
        }
    }

    /// Strength of fire at a hex and what the ground takes off it (lodz 8.23, lodz 8.26).
    pub fn fire_strength(&self, p: &Position, guns: &Pieces, hex: u16) -> (u16, u8) {
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
                p.pile.pop();
            }
        }
    }

    fn fire_now(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let (guns, bridge) = (p.battle.now.guns, p.battle.bridge);
        let hex = p.battle.now.targets.first().unwrap_or(0);
        let (strength, ground) = self.fire_strength(p, &guns, hex);
        for gun in guns.iter() {
            p.units.mark(gun, Flag::Fired, true);
            p.units.mark(gun, Flag::Stirred, true);
        }
        let map = self.scenario(p).map;
        if bridge != NO_BRIDGE {
            let to = self.map(p).step(hex, bridge).unwrap_or(hex);
            events.push(Event::Battle(BattleEvent::Bridge { map, hex, to, guns, strength }));
            p.battle.clear();
            p.pile.pop();
            self.destroy_object(p, hex, bridge, strength, dice, events);
            return;
        }
        let left = strength.saturating_sub(u16::from(ground));
        events.push(Event::Battle(BattleEvent::Fire { map, hex, guns, strength, ground }));
        if left == 0 {
            p.battle.clear();
            p.pile.pop();
            return;
        }
        let thrown = [dice.roll(6), dice.roll(6)];
        let cell = self.fire_row(left, thrown[0] + thrown[1]);
        events.push(Event::Battle(BattleEvent::FireRoll { map, hex, dice: thrown, cell }));
        p.battle.outcome.dot = cell.dot;
        p.battle.throw = Throw { dice: thrown, totals: [strength, u16::from(ground)], ..Throw::NONE };
        p.battle.owed = cell.loss;
        p.pile.replace(Step::Battle(BattleStep::FireLoss));
    }

    /// The units under fire: any of them may take the loss, headquarters too (lodz ART.2, lodz R24).
    pub(super) fn under_fire(&self, p: &Position) -> Pieces {
        let there = p.battle.now.targets.iter().flat_map(|h| p.at(h));
        there.filter(|u| p.side(*u) != p.active && self.kind(*u).is_unit()).collect()
    }

    /// Losses by fire, then the roll for disorganization (lodz ART.3); whether the owner must choose.
    pub(super) fn fire_loss(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        let all = self.under_fire(p);
        if p.battle.owed > 0 && !all.is_empty() {
            if all.len() > 1 {
                return true;
            }
            self.fire_lose(p, all.first().unwrap_or(0), events);
            return false;
        }
        let hex = p.battle.now.targets.first().unwrap_or(0);
        if p.battle.outcome.dot && !all.is_empty() {
            self.disorder_roll(p, p.other(), hex, &all, dice, events);
        }
        p.battle.clear();
        p.pile.pop();
        false
    }

    /// The last loss that is chosen leads to a roll: whoever chose says that it goes on, if that was agreed on.
    pub(super) fn fire_settled(&self, p: &mut Position, events: &mut Vec<Event>) {
        if !p.ends {
            return;
        }
        let left = |p: &Position| self.under_fire(p);
        while p.battle.owed > 0 && left(p).len() == 1 {
            self.fire_lose(p, left(p).first().unwrap_or(0), events);
        }
        if p.battle.owed == 0 || left(p).is_empty() {
            p.pile.push(Step::Battle(BattleStep::Settled { who: DEFENDER }));
        }
    }

    /// A unit under fire loses a CEL.
    pub(super) fn fire_lose(&self, p: &mut Position, unit: u16, events: &mut Vec<Event>) {
        p.battle.owed -= 1;
        self.lose_cel(p, unit, "ART.2", events);
    }
}
