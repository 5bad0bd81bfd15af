//! What is asked in an Assault and after it (8.7.4, 8.8).

use super::{Asked, verb};
use crate::Orel;
use crate::play::Action;
use crate::play::assault::{AssaultAction, AssaultStep, Share, When};
use crate::position::{ATTACKER, DEFENDER, HexId, Pieces, Position, UnitId};
use crate::view::{count, signed};
use sandtable_core::phrase::listed;
use sandtable_core::{Game, Side};

impl Orel {
    pub(super) fn asks_assault(&self, p: &Position, side: Side, step: AssaultStep) -> Asked {
        let engine = self.engine();
        let c = &p.combat;
        let at = self.place_name(c.hex);
        let here = vec![c.hex];
        let of = |pick: &dyn Fn(&AssaultAction) -> Option<UnitId>| {
            self.offered_units(p, side, |a| match a {
                Action::Assault(a) => pick(a),
                _ => None,
            })
        };
        let text = match step {
            AssaultStep::Advance { when } => {
                let units = of(&|a| match a {
                    AssaultAction::Advance(unit) => Some(*unit),
                    _ => None,
                });
                let why = match when {
                    When::Before => "was left before the combat",
                    When::Cohesion => "was left after the Cohesion checks",
                    When::Assault => "is taken by Assault",
                    When::Pursuit => "was left by those whom you pursued",
                };
                let mut list = Vec::new();
                self.actions(p, side, &mut list);
                let must = !list.contains(&Action::Assault(AssaultAction::Done));
                let names = self.names_of(units, "and");
                if units.is_empty() {
                    format!("{at} {why}, and all have advanced who are to: go on")
                } else if must {
                    format!("{at} {why}: at least one combat unit must go in. {names} may advance")
                } else {
                    format!("{at} {why}: {names} may advance")
                }
            }
            AssaultStep::Part => {
                "You have entered Orel: choose whether your units there hold the suburbs or the centre"
                    .to_string()
            }
            AssaultStep::Pursue { .. } => {
                let mut list = Vec::new();
                self.actions(p, side, &mut list);
                let pick = |a: &Action| match a {
                    Action::Assault(AssaultAction::Pursue { unit, hex }) => Some((*unit, *hex)),
                    _ => None,
                };
                let riders: Pieces = list.iter().filter_map(pick).map(|(unit, _)| unit).collect();
                let mut hexes: Vec<HexId> = Vec::new();
                list.iter().filter_map(pick).for_each(|(_, hex)| {
                    if !hexes.contains(&hex) {
                        hexes.push(hex);
                    }
                });
                let fled: Vec<String> = hexes
                    .iter()
                    .map(|h| {
                        format!(
                            "{} in {}",
                            self.names_of(p.stack(p.reactive(), *h).meet(&c.gone), "and"),
                            self.place_name(*h)
                        )
                    })
                    .collect();
                let already = match p.assault.pursuers.is_empty() {
                    true => String::new(),
                    false => format!(
                        " {} {} already.",
                        self.names_of(p.assault.pursuers, "and"),
                        verb(&p.assault.pursuers, "pursues", "pursue")
                    ),
                };
                let text = match riders.is_empty() {
                    true => format!(
                        "{} {}: begin the pursuit",
                        self.names_of(p.assault.pursuers, "and"),
                        verb(&p.assault.pursuers, "pursues", "pursue")
                    ),
                    false => format!(
                        "{} may pursue {}.{already}",
                        self.names_of(riders, "and"),
                        listed(&fled, "or")
                    ),
                };
                hexes.push(c.hex);
                return (text, hexes);
            }
            AssaultStep::Ask => {
                let [ours, theirs] = [ATTACKER, DEFENDER].map(|w| engine.side_strength(p, c, w, true));
                format!(
                    "{} stand before {} in {at}: assault with {ours} : {theirs} and {} on two dice, or leave it",
                    self.names_of(c.units[ATTACKER], "and"),
                    self.names_of(c.units[DEFENDER], "and"),
                    signed(engine.assault_add(p, c))
                )
            }
            AssaultStep::Charge { .. } => {
                format!(
                    "Assault on {at}: {} can charge now, which it could not when the combat began. Charge, or fight dismounted",
                    self.names_of(p.assault.asked, "and")
                )
            }
            AssaultStep::Losses => {
                let units = of(&|a| match a {
                    AssaultAction::Lose(unit) => Some(*unit),
                    _ => None,
                });
                let who = if side.0 == p.active { ATTACKER } else { DEFENDER };
                let due = p.assault.due[who];
                format!(
                    "You must lose {} in the Assault on {at}: {} takes the next one",
                    count(due.into(), if p.combat.lost[who] > 0 { "more step" } else { "step" }),
                    self.names_of(units, "or")
                )
            }
            AssaultStep::Vehicles => {
                let units = of(&|a| match a {
                    AssaultAction::Spare(unit) => Some(*unit),
                    _ => None,
                });
                format!(
                    "More vehicles at {at} would have to test than steps were lost: choose which of {} need not",
                    self.names_of(units, "and")
                )
            }
            AssaultStep::Share { share } => {
                let units = of(&|a| match a {
                    AssaultAction::Supply(unit) => Some(*unit),
                    _ => None,
                });
                let (by, left) = match share {
                    Share::Munitions => ("munitions that were not needed", p.assault.points),
                    Share::Spoils => ("spoils of war", p.assault.spoils[0]),
                    Share::PursuitSpoils => ("spoils of the pursuit", p.assault.spoils[1]),
                    Share::Depot => ("stores of the Depot that was taken", p.assault.stores),
                };
                match units.is_empty() {
                    true => format!("At {at} {by} are shared out: go on"),
                    false => format!(
                        "At {at} {by} supply {}: choose among {}",
                        count(left.into(), "unit"),
                        self.names_of(units, "and")
                    ),
                }
            }
            AssaultStep::Settled { .. } => format!("You have chosen for the Assault on {at}: go on"),
            _ => format!("Combat for {at}: go on"),
        };
        (text, here)
    }
}
