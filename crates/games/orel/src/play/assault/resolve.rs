//! The Assault itself (8.8a to 8.8.2b): whether there is one, who charges in it, the dice and their row.

use super::super::{Engine, Event};
use super::modifiers::MODIFIERS;
use super::{AssaultEvent, AssaultStep, When};
use crate::data::{Class, NONE};
use crate::position::{ATTACKER, Combat, DEFENDER, Pieces, Position, RollKind, Step, UnitId};
use sandtable_core::Dice;
use sandtable_ops::id::Maybe;

impl Engine<'_> {
    /// Whether an Assault can be made: an attacking combat unit is still in it, and somebody to assault (orel 8.8a, orel 9a).
    pub(super) fn can_assault(&self, p: &Position) -> bool {
        let c = &p.combat;
        c.units[ATTACKER].iter().any(|u| self.class(u).is_combat())
            && c.units[DEFENDER].iter().any(|u| self.class(u).is_troop())
    }

    /// Cavalry of a side whose conditions have changed: those that may not charge any more dismount, those that may now are asked
    /// (orel 8.8.1b, state 6.14). In a pursuit all conditions are new.
    pub(super) fn charge_begin(&self, p: &mut Position, who: usize, events: &mut Vec<Event>) {
        let c = p.combat;
        let riders = c.units[who].which(|u| self.class(u) == Class::Cavalry);
        let able = riders.which(|u| self.may_charge(p, &c, u));
        for u in riders.meet(&c.charging).without(&able).iter() {
            p.combat.charging.remove(u);
            events.push(Event::Assault(AssaultEvent::Charge { unit: u, charges: false }));
        }
        p.assault.asked = able.without(&p.combat.charging).without(&p.assault.could);
        p.play.steps.replace(Step::Assault(AssaultStep::Charge { who: who as u8 }));
    }

    /// Charges of a side are settled.
    pub(super) fn charge_over(&self, p: &mut Position, who: usize) {
        let next =
            if who == ATTACKER { AssaultStep::Condition { who: DEFENDER as u8 } } else { AssaultStep::Roll };
        p.play.steps.replace(Step::Assault(next));
    }

    /// The attacker rolls the Assault dice.
    pub(super) fn assault_roll(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let c = p.combat;
        (p.combat.hurt, p.combat.lost, p.combat.dead) = (Pieces::EMPTY, [0; 2], [Pieces::EMPTY; 2]);
        let a = &mut p.assault;
        (a.due, a.hit, a.first, a.loser) = ([0; 2], Pieces::EMPTY, [Maybe::NONE; 2], NONE);
        a.guns_alone = self.fight_guns_alone(&c, DEFENDER);
        a.under_fire = [ATTACKER, DEFENDER].map(|who| self.under_fire(&c, who));
        let vehicles = c.units[ATTACKER].with(&c.support[ATTACKER]).which(|u| self.class(u).is_vehicle());
        p.assault.escorted = vehicles.which(|u| self.escorts(p, u));
        p.play.steps.replace(Step::Assault(AssaultStep::Read));
        self.throw(p, p.active, RollKind::Assault, 2, dice, events);
    }

    /// Whether a side of a combat faces guns, integrated ones too, or a train (orel 9e).
    pub fn under_fire(&self, c: &Combat, who: usize) -> bool {
        let fires = |u: UnitId| {
            let def = self.def(u);
            def.class.is_gun() || def.class == Class::Train || def.integrated
        };
        c.units[1 - who].iter().any(fires) || !c.support[1 - who].is_empty()
    }

    /// Whether troops of its side stand in the hex of a vehicle.
    pub(super) fn escorts(&self, p: &Position, vehicle: UnitId) -> bool {
        let stack = p.hex(vehicle).map_or(Pieces::EMPTY, |hex| p.stack(p.side(vehicle), hex));
        stack.iter().any(|u| self.class(u).is_troop())
    }

    /// Reads the Assault dice.
    pub(super) fn assault_read(&self, p: &mut Position, events: &mut Vec<Event>) {
        let c = p.combat;
        let strengths = [ATTACKER, DEFENDER].map(|who| {
            let strength = self.fight_strength(p, &c, who, true);
            events.push(Event::Assault(AssaultEvent::Side { who: who as u8, strength }));
            strength.total()
        });
        let modifiers = self.assault_modifiers(p, &c);
        let adds: [i8; MODIFIERS] = modifiers.map(|m| m.add);
        let total = p.play.roll.sum() + adds.iter().sum::<i8>();
        let row = self.assault_row(total);
        let steps = [ATTACKER, DEFENDER].map(|who| self.assault_steps(p, &c, who));
        let due = self.assault_losses(p, &c, row);
        events.push(Event::Assault(AssaultEvent::Strengths { strengths, adds, hex: c.hex }));
        events.push(Event::Assault(AssaultEvent::Result {
            dice: p.play.roll.dice,
            add: adds.iter().sum(),
            total,
            row: row.losses,
            steps,
            due,
            loser: row.loser,
            m: row.morale,
            hex: c.hex,
            adds,
            unharmed: c.pursuit && p.assault.unharmed,
        }));
        (p.assault.due, p.assault.loser, p.assault.morale) = (due, row.loser, row.morale);
        p.play.steps.replace(Step::Assault(AssaultStep::Losses));
    }

    /// An Assault and the flights after it are over (state 6.17): the loser may not advance, even into an empty hex
    /// (orel 8.8.3b).
    pub(super) fn assault_over(&self, p: &mut Position) {
        let c = &p.combat;
        p.assault.spoils[usize::from(c.pursuit)] += c.lost[DEFENDER];
        let when = if c.pursuit { When::Pursuit } else { When::Assault };
        let lost = usize::from(p.assault.loser) == ATTACKER;
        p.assault.advanced = Pieces::EMPTY;
        let next =
            if !lost && self.hex_cleared(p) { AssaultStep::Advance { when } } else { AssaultStep::Supply };
        p.play.steps.replace(Step::Assault(next));
    }
}
