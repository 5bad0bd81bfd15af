//! Trains that go into contact (9.1a to 9.1c) and coordination of the supports (8.6.2).

use super::{FightEvent, FightStep};
use crate::data::Class;
use crate::play::{Engine, Event};
use crate::position::{ATTACKER, Combat, DEFENDER, HexId, Marker, Pieces, Position, RollKind, UnitId};
use sandtable_core::Dice;
use sandtable_core::Refusal;

impl Engine<'_> {
    /// Trains of a side that may go into contact and have not.
    pub(super) fn fight_could_contact(&self, p: &Position, who: usize) -> Pieces {
        let trains = match who {
            ATTACKER => p.combat.support[ATTACKER],
            _ => p.stack(p.reactive(), p.combat.hex),
        };
        trains.which(|u| self.class(u) == Class::Train && self.fight_refuse_contact(p, who, u).is_none())
    }

    /// Why a train may not go into contact.
    pub(super) fn fight_refuse_contact(&self, p: &Position, who: usize, unit: UnitId) -> Option<Refusal> {
        let c = &p.combat;
        let no = |rule, why| Some(Refusal::new(rule, why));
        if !self.is_unit(unit) || self.class(unit) != Class::Train {
            return no("9.1a", "only an armored train goes into contact");
        }
        let no = |rule, why| Some(Refusal::new(rule, why).of(unit));
        if !p.on_map(unit) || p.side(unit) != self.fight_side(p, who) {
            return no("9.1a", "it is not a train of yours on the map");
        }
        if c.contact.has(unit) {
            return no("9.1a", "it is in contact already");
        }
        if !self.works(p, unit) {
            return no("8.2.3b", "an Unsupplied train takes no part in combat");
        }
        if who == ATTACKER {
            // It goes in with combat units of its own hex (orel 9a, orel 9.1.2a).
            let stacked = |u: UnitId| self.class(u).is_combat() && p.hex(u) == p.hex(unit);
            match () {
                () if !c.support[ATTACKER].has(unit) => {
                    no("9.1a", "it has declared nothing against this hex")
                }
                () if !self.comes_by_rail(p, unit, c.hex) => {
                    no("9.1c", "its railway does not lead straight into that hex")
                }
                () if !c.units[ATTACKER].iter().any(stacked) => {
                    no("9a", "no combat unit attacks from its hex")
                }
                () => None,
            }
        } else {
            let foes = |h: HexId| p.holds(p.active, h) && self.d.map.joined_by_rail(c.hex, h);
            match p.marker(unit) {
                _ if !p.is_in(unit, c.hex) || self.fight_stranger(p, unit) => {
                    no("9.1.2a", "it is not among the attacked")
                }
                Marker::None => None,
                Marker::Defence { attack } if attack == c.attack => None,
                _ => return no("9.1a", "it has fired, or supports elsewhere"),
            }
            .or_else(|| {
                let met = self.d.map.neighbours(c.hex).any(foes);
                if met {
                    None
                } else {
                    no("9.1c", "no railway leads from here straight into a hex with enemies")
                }
            })
        }
    }

    pub(super) fn fight_contact(&self, p: &mut Position, who: usize, unit: UnitId, events: &mut Vec<Event>) {
        let c = &mut p.combat;
        c.support[who].remove(unit);
        c.units[who].insert(unit);
        c.all[who].insert(unit);
        c.contact.insert(unit);
        let fire = self.def(unit).fire[usize::from(p.steps(unit).min(5))];
        events.push(Event::Fight(FightEvent::InContact { unit, fire, hex: p.hex(unit) }));
    }

    /// A side has no more trains for it; contact is said before any coordination is rolled (orel 9.1b).
    pub(super) fn fight_contact_done(&self, p: &mut Position, who: usize) {
        if who == DEFENDER {
            let due = |who| self.coordination_due(p, &p.combat, who);
            p.fight.waiting = due(ATTACKER).with(&due(DEFENDER));
        }
        let other = FightStep::Contact { who: DEFENDER as u8 };
        self.fight_to(p, Engine::fight_after(who, other, FightStep::Coordination));
    }

    /// Who of a side must be coordinated: supports, and guns that defend alone and can serve their guns (orel 8.7.1p).
    pub fn coordination_due(&self, p: &Position, c: &Combat, who: usize) -> Pieces {
        let alone = who == DEFENDER && self.fight_guns_alone(c, who);
        let serve = |u: UnitId| alone && self.class(u).is_gun() && !self.fight_weak_guns(p, c, u, false);
        c.support[who].with(&c.units[who].which(serve))
    }

    /// The next check: the attacker's supports first, each by itself or all of a side together (orel NCR-a).
    pub(super) fn fight_coordination(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let own = p.fight.waiting.which(|u| p.side(u) == p.active);
        let (side, group) = if own.is_empty() { (p.reactive(), p.fight.waiting) } else { (p.active, own) };
        let Some(first) = group.first() else {
            return self.fight_to(p, FightStep::Charge { who: ATTACKER as u8 });
        };
        p.fight.rolling = if p.rules.new_coordination { group } else { Pieces::one(first) };
        p.fight.waiting = p.fight.waiting.without(&p.fight.rolling);
        self.fight_to(p, FightStep::CoordinationRolled);
        self.throw(p, side, RollKind::Coordination, 1, dice, events);
    }

    /// Full fire, or half of it (orel 8.6.2e).
    pub(super) fn fight_coordination_rolled(&self, p: &mut Position, events: &mut Vec<Event>) {
        let (units, die) = (p.fight.rolling, p.play.roll.dice[0]);
        let [ooc, hasty] = self.coordination_add(p, p.combat.prepared, units);
        let tq = self.coordination_tq(p, units);
        let passed = die as i8 + ooc + hasty <= tq as i8;
        if !passed {
            p.combat.half = p.combat.half.with(&units);
        }
        events.push(Event::Fight(FightEvent::Coordinated { units, die, ooc, hasty, tq, passed }));
        p.fight.rolling = Pieces::EMPTY;
        self.fight_to(p, FightStep::Coordination);
    }

    /// What is added to the coordination die of supports: for being Out of Command (orel 5.3h), in a Hasty Attack (orel 7.2o).
    /// Together they have the worst of it.
    pub fn coordination_add(&self, p: &Position, prepared: bool, units: Pieces) -> [i8; 2] {
        let chart = &self.d.charts.attack;
        let astray = units.iter().any(|u| self.class(u).is_gun() && p.ooc.has(u));
        [if astray { chart.support_ooc } else { 0 }, if prepared { 0 } else { chart.support_hasty }]
    }

    /// The TQ against which supports are coordinated: trains have one of their own (orel 8.6.2f), several units their
    /// predominant one (orel NCR-a).
    pub fn coordination_tq(&self, p: &Position, units: Pieces) -> u8 {
        let train_tq = self.d.charts.attack.train_tq;
        let tq = |u: UnitId| if self.class(u) == Class::Train { train_tq } else { self.tq(p, u) };
        self.predominant_of(units.iter().map(|u| (tq(u), p.steps(u)))).unwrap_or(0)
    }
}
