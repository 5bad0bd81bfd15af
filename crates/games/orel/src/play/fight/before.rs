//! Retreat before combat (8.5).

use super::{FightEvent, FightStep};
use crate::data::{Class, HowBefore};
use crate::play::flight::FlightKind;
use crate::play::{Engine, Event};
use crate::position::{ATTACKER, Mode, Pieces, Position, RollKind, UnitId};
use sandtable_core::Dice;
use sandtable_core::Refusal;

/// Who in an attacked hex can go how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BeforeCombat {
    /// Without a check (orel 8.5j).
    pub freely: Pieces,
    /// With a check (orel 8.5c).
    pub checking: Pieces,
    /// Guns that can go with a combat unit (orel 8.5e).
    pub guns: Pieces,
    /// What is added to the die because the attacker is fast.
    pub fast: i8,
}

impl Engine<'_> {
    /// Who of the defenders of the combat that is being resolved could retreat before it (orel 8.5a).
    pub fn before_combat(&self, p: &Position) -> BeforeCombat {
        let c = &p.combat;
        let mut out = BeforeCombat::default();
        let fast =
            c.units[ATTACKER].iter().any(|u| matches!(self.class(u), Class::Cavalry | Class::ArmoredCar));
        let stack = p.stack(p.reactive(), c.hex).which(|u| !self.fight_stranger(p, u));
        let troops = stack.iter().any(|u| self.class(u).is_troop());
        for u in stack.iter() {
            // Routed units never do (orel 8.7.3l), nor tanks and cars that cannot move (orel 8.2.3c).
            let stuck = matches!(self.class(u), Class::Tank | Class::ArmoredCar) && p.unsupplied.has(u);
            if p.mode(u) == Mode::Routed || stuck {
                continue;
            }
            let (class, tq) = (self.class(u), self.tq(p, u));
            let fits = |row: &&crate::data::RetreatBeforeRow| {
                row.class == class && (row.tq_from..=row.tq_upto).contains(&tq)
            };
            let Some(row) = self.d.charts.retreat_before.iter().find(fits) else { continue };
            match if fast { row.fast } else { row.slow } {
                HowBefore::Automatic => out.freely.insert(u),
                HowBefore::Check => {
                    out.checking.insert(u);
                    // The slowest decides for all who check together.
                    out.fast = out.fast.max(if fast { row.fast_add } else { 0 });
                }
                HowBefore::With => out.guns.insert(u),
                HowBefore::Alone if !troops => out.freely.insert(u),
                HowBefore::Alone | HowBefore::Never => {}
            }
        }
        out
    }

    /// Asks for it if anybody can.
    pub(super) fn fight_before(&self, p: &mut Position, _events: &mut Vec<Event>) -> bool {
        let who = self.before_combat(p);
        if who.freely.is_empty() && who.checking.is_empty() {
            self.fight_join(p);
            return false;
        }
        true
    }

    /// Everybody capable tries (orel 8.5b, orel RU-62).
    pub(super) fn fight_try_before(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let who = self.before_combat(p);
        (p.fight.going, p.fight.checking) = (who.freely, who.checking);
        if !who.freely.is_empty() {
            let hex = p.combat.hex;
            events.push(Event::Fight(FightEvent::GoFreely { hex, units: who.freely }));
        }
        if who.checking.is_empty() {
            self.fight_offer_guns(p);
        } else {
            self.fight_to(p, FightStep::BeforeRolled);
            self.throw(p, p.reactive(), RollKind::Before, 1, dice, events);
        }
    }

    /// One die against the predominant TQ of those who check (orel 8.5c).
    pub(super) fn fight_before_rolled(&self, p: &mut Position, events: &mut Vec<Event>) {
        let (units, die) = (p.fight.checking, p.play.roll.dice[0]);
        let tq = self.predominant(p, units).unwrap_or(0);
        let hasty = if p.combat.prepared { 0 } else { self.d.charts.attack.before_hasty };
        let fast = self.before_combat(p).fast;
        let passed = die as i8 + hasty + fast <= tq as i8;
        let hex = p.combat.hex;
        events.push(Event::Fight(FightEvent::BeforeCheck { hex, units, die, hasty, fast, tq, passed }));
        if passed {
            p.fight.going = p.fight.going.with(&units);
        } else {
            // They stay, in March mode (orel 8.5i).
            units.iter().for_each(|u| self.march_mode(p, u));
        }
        self.fight_offer_guns(p);
    }

    /// Guns may go along with a combat unit that goes (orel 8.5e).
    fn fight_offer_guns(&self, p: &mut Position) {
        let with = p.fight.going.iter().any(|u| self.class(u).is_combat());
        p.fight.guns = if with { self.before_combat(p).guns } else { Pieces::EMPTY };
        self.fight_to(p, FightStep::BeforeGuns);
    }

    /// Why a gun may not go along.
    pub(super) fn fight_refuse_along(&self, p: &Position, unit: UnitId) -> Option<Refusal> {
        if p.fight.guns.has(unit) {
            return None;
        }
        let why = match () {
            () if !self.is_unit(unit) => "there is no such unit",
            () if p.fight.going.has(unit) => "it goes already",
            () => "only guns in the attacked hex that are not Routed go along",
        };
        Some(Refusal::new("8.5e", why))
    }

    pub(super) fn fight_along(&self, p: &mut Position, unit: UnitId, events: &mut Vec<Event>) {
        p.fight.guns.remove(unit);
        p.fight.going.insert(unit);
        events.push(Event::Fight(FightEvent::Along { unit, hex: p.combat.hex }));
    }

    /// Those who go leave (orel 8.5d).
    pub(super) fn fight_before_leave(&self, p: &mut Position) {
        // Strangers in the hex do not try by themselves, but go with the units that go (orel 8.5.1m, orel 8.5.1n).
        let mut going = p.fight.going;
        if !going.is_empty() {
            going.join(&self.flight_guests(p, p.combat.hex));
        }
        p.fight.guns = Pieces::EMPTY;
        self.fight_to(p, FightStep::BeforeLeft);
        if !going.is_empty() {
            self.fight_no_support(p, going);
            self.flight_order(p, going, FlightKind::Before);
        }
    }

    /// Guns and trains that went before combat support nobody in this phase (orel 8.5g).
    pub(super) fn fight_no_support(&self, p: &mut Position, units: Pieces) {
        for attack in &mut p.attacks {
            attack.defence = attack.defence.without(&units);
        }
    }

    /// They have left: is anybody there to be fought?
    pub(super) fn fight_before_left(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let [troops, vehicles, strangers] = self.fight_left(p);
        if !troops.is_empty() {
            return self.fight_join(p);
        }
        if self.fight_press_vehicles(p, vehicles, strangers) {
            return;
        }
        // The hex is empty, or holds what falls to a side that enters it (orel 8.5h, orel 9d, orel 3.3a).
        self.fight_muster(p, usize::from(p.combat.attack));
        if strangers.iter().any(|u| self.class(u).is_troop()) {
            p.combat.units[ATTACKER] = Pieces::EMPTY;
        }
        self.assault_unopposed(p, dice, events);
    }
}
