//! What is asked in a combat up to its Cohesion checks (8.5 to 8.7).

use super::{Asked, verb};
use crate::Orel;
use crate::play::Action;
use crate::play::fight::{FightAction, FightStep};
use crate::position::{ATTACKER, DEFENDER, Position, UnitId};
use crate::view::{SIDES, count};
use sandtable_core::Side;
use sandtable_core::phrase::listed;

impl Orel {
    pub(super) fn asks_fight(&self, p: &Position, side: Side, step: FightStep) -> Asked {
        let engine = self.engine();
        let c = &p.combat;
        let at = self.place_name(c.hex);
        let kind = if c.prepared { "Prepared" } else { "Hasty" };
        let here = vec![c.hex];
        let of = |pick: &dyn Fn(&FightAction) -> Option<UnitId>| {
            self.offered_units(p, side, |a| match a {
                Action::Fight(a) => pick(a),
                _ => None,
            })
        };
        match step {
            FightStep::Before => {
                let foe = SIDES[usize::from(p.active)];
                let who = engine.before_combat(p);
                let with = match c.support[ATTACKER].is_empty() {
                    true => String::new(),
                    false => format!(" with support of {}", self.names_of(c.support[ATTACKER], "and")),
                };
                let [ours, theirs] = [ATTACKER, DEFENDER].map(|w| engine.side_strength(p, c, w, false));
                let mut ways = Vec::new();
                if !who.freely.is_empty() {
                    ways.push(format!("{} may go without a check", self.names_of(who.freely, "and")));
                }
                if !who.checking.is_empty() {
                    let hasty = if c.prepared { 0 } else { self.d.charts.attack.before_hasty };
                    let tq = engine.predominant(p, who.checking).unwrap_or(0) as i8;
                    let upto = (tq - hasty - who.fast).clamp(0, 6);
                    ways.push(format!(
                        "{} may try, and {} away on a die up to {upto}",
                        self.names_of(who.checking, "and"),
                        verb(&who.checking, "gets", "get")
                    ));
                }
                let text = format!(
                    "{foe} makes a {kind} Attack on {at} by {}{with}, {ours} : {theirs}. Retreat before combat, or stand: {}",
                    self.names_of(c.units[ATTACKER], "and"),
                    ways.join("; ")
                );
                (text, here)
            }
            FightStep::BeforeGuns => {
                let guns = of(&|a| match a {
                    FightAction::Along { unit } => Some(*unit),
                    _ => None,
                });
                let going = p.fight.going;
                if guns.is_empty() {
                    return (
                        format!("{} are to leave {at} before the combat: go on", self.names_of(going, "and")),
                        here,
                    );
                }
                let text = format!(
                    "{} {} {at} before the combat: {} may go along",
                    self.names_of(going, "and"),
                    verb(&going, "leaves", "leave"),
                    self.names_of(guns, "and")
                );
                (text, here)
            }
            FightStep::Contact { .. } => {
                let trains = of(&|a| match a {
                    FightAction::Contact { unit } => Some(*unit),
                    _ => None,
                });
                let text = match trains.is_empty() {
                    true => format!("Combat for {at}: your trains in contact are named, go on"),
                    false => format!(
                        "Combat for {at}: {} may go into contact, where full fire counts and a hit is possible",
                        self.names_of(trains, "and")
                    ),
                };
                (text, here)
            }
            FightStep::Charge { who } => {
                let riders = of(&|a| match a {
                    FightAction::Charge { unit } => Some(*unit),
                    _ => None,
                });
                let foes = self.names_of(c.units[1 - usize::from(who.min(1))], "and");
                let text = match riders.is_empty() {
                    true => format!("Combat for {at} against {foes}: your charges are named, go on"),
                    false => {
                        format!("Combat for {at} against {foes}: {} may charge", self.names_of(riders, "and"))
                    }
                };
                (text, here)
            }
            FightStep::Fought => ("All your attacks are resolved: end the combat phase".to_string(), vec![]),
            _ => {
                let (attacks, hexes) = self.open_attacks(p);
                let text = match attacks.as_slice() {
                    [one] => format!("One attack is left, on {one}: resolve it"),
                    _ => format!(
                        "{} are to be resolved, on {}. Choose the next one",
                        count(attacks.len(), "attack"),
                        listed(&attacks, "and on")
                    ),
                };
                (text, hexes)
            }
        }
    }
}
