//! Barrages and counterbattery (8.3, 8.4).

use super::{result, row, sum};
use crate::Orel;
use crate::data::Fate;
use crate::play::fire::FireEvent;
use crate::position::{Position, UnitId};
use crate::view::{count, signed};
use sandtable_core::battle::{BattlePart, FateKind};
use sandtable_core::guide::{Factor, Force};

impl Orel {
    /// A unit that is fired at: its quality decides whether it stays.
    pub(in crate::guide) fn target_force(&self, unit: UnitId, tq: u8) -> Force {
        let engine = self.engine();
        Force {
            piece: engine.id(unit).to_string(),
            name: format!("{}, TQ {tq}", engine.name(unit)),
            strength: 0,
        }
    }

    pub(super) fn fire_story(&self, before: &Position, event: FireEvent) -> Vec<BattlePart> {
        let engine = self.engine();
        let name = |unit: UnitId| engine.name(unit);
        match event {
            FireEvent::Checked { unit, target, hex, die, add, tq, passed } => {
                let total = i16::from(die) + i16::from(add);
                let end = if passed { "it answers the fire" } else { "it does not answer" };
                let mut parts = vec![
                    BattlePart::Opens {
                        place: self.spot_of(hex),
                        title: format!("Counterbattery of {} at {}", name(unit), name(target)),
                        attackers: vec![self.force_of(
                            unit,
                            false,
                            engine.fire_strength(before, unit).into(),
                        )],
                        defenders: vec![self.target_force(target, engine.tq(before, target))],
                    },
                    self.roll(before.side(unit), "Check before counterbattery", vec![die]),
                    sum(
                        "Check before counterbattery".to_string(),
                        die,
                        "8.4b",
                        [row(add, "Out of Command", "5.3h")],
                    ),
                    result(format!("{total} against TQ {tq}: {end}"), "8.4b"),
                ];
                if !passed {
                    parts.push(BattlePart::Closes);
                }
                parts
            }
            FireEvent::Fired { unit, target, hex, counter, dice, fire, losses, check, parts, .. } => {
                let mut out = Vec::new();
                if !counter {
                    out.push(BattlePart::Opens {
                        place: self.spot_of(hex),
                        title: format!("Barrage on {} in {}", name(target), self.place_name(hex)),
                        attackers: vec![self.force_of(unit, false, fire.into())],
                        defenders: vec![self.target_force(target, engine.tq(before, target))],
                    });
                }
                let rule = if counter { "8.4b" } else { "8.3.2a" };
                let rows: Vec<Factor> = std::iter::once(row(i16::from(dice[0] + dice[1]), "both dice", rule))
                    .chain(parts.iter().map(|(why, add, rule)| row(add, why, rule)))
                    .collect();
                let total = rows.iter().map(|r| r.value).sum();
                out.push(self.roll(
                    before.side(unit),
                    format!("{} fires at {}", name(unit), name(target)),
                    dice.to_vec(),
                ));
                out.push(BattlePart::Sum { name: "Fire".to_string(), rows, total });
                let mut effects = Vec::new();
                if losses > 0 {
                    effects.push(format!("{} lost", count(losses.into(), "step")));
                }
                if let Some(add) = check {
                    let article = if effects.is_empty() { "A" } else { "a" };
                    effects.push(format!("{article} Cohesion check with {} on the die", signed(add)));
                }
                let text = if effects.is_empty() { "No effect".to_string() } else { effects.join(" and ") };
                out.push(result(text, "8.3.2a"));
                out
            }
            FireEvent::Spared { unit, .. } => {
                vec![self.fate(before, FateKind::Other, unit, format!("{} keeps its last step", name(unit)))]
            }
            FireEvent::Stood { unit, die, add, tq, fate, .. } => {
                let total = i16::from(die) + i16::from(add);
                let (end, rule) = match fate {
                    Fate::Retreat => ("it must retreat", "8.7.2d"),
                    Fate::Rout => ("it is routed", "8.7.2d"),
                    Fate::Disorganised => ("it wavers, but a Barrage does no more", "8.3.2b"),
                    _ if die <= 1 => ("a 1 always passes", "8.7.1b"),
                    _ => ("it stands", "8.7.2a"),
                };
                vec![
                    self.roll(before.side(unit), format!("Cohesion of {} under fire", name(unit)), vec![die]),
                    sum(
                        format!("Cohesion of {}", name(unit)),
                        die,
                        "8.7.1a",
                        [row(add, "by the fire", "8.3.2a")],
                    ),
                    result(format!("{total} against TQ {tq}: {end}"), rule),
                ]
            }
            FireEvent::Over { .. } => vec![BattlePart::Closes],
            FireEvent::Grouped { .. }
            | FireEvent::Dropped { .. }
            | FireEvent::Supplied { .. }
            | FireEvent::Fed { .. }
            | FireEvent::Aimed { .. }
            | FireEvent::Silent { .. }
            | FireEvent::Helps { .. }
            | FireEvent::Drawn { .. } => vec![],
        }
    }
}
