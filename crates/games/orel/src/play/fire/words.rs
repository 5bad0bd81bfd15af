//! Munitions and fire in words.

use super::FireEvent;
use crate::data::Fate;
use crate::play::Engine;
use crate::position::{HexId, Pieces, UnitId};
use sandtable_core::game::Line;

impl Engine<'_> {
    /// Units of a set as the log calls them.
    fn fire_names(&self, units: Pieces) -> String {
        units.iter().map(|u| self.name(u)).collect::<Vec<_>>().join(", ")
    }

    /// An event as a line of the log.
    pub(in crate::play) fn fire_line(&self, event: FireEvent) -> Line {
        let hex_name = |hex: HexId| self.place_label(hex);
        let name = |unit: UnitId| self.name(unit);
        let (text, rule, at) = match event {
            FireEvent::Grouped { attack, target, prepared, attackers, supports } => {
                let (kind, rule) = if prepared { ("Prepared", "7.2l") } else { ("Hasty", "7.2n") };
                let with = match supports.is_empty() {
                    true => String::new(),
                    false => format!(", supported by {}", self.fire_names(supports)),
                };
                let who = self.fire_names(attackers);
                let text =
                    format!("attack {}: {kind} Attack on {} by {who}{with}", attack + 1, hex_name(target));
                (text, rule, Some(target))
            }
            FireEvent::Dropped { unit, hex, rule } => {
                (format!("the attack of {} comes to nothing", name(unit)), rule, hex)
            }
            FireEvent::Supplied { attack, target, depot, points, left, armed, stay } => {
                let Some(depot) = depot.get() else {
                    let text = format!("attack {} on {} has no munitions", attack + 1, hex_name(target));
                    return Line { text, rule: "8.2.1d", places: vec![self.d.map.name(target)] };
                };
                let plural = if points == 1 { "" } else { "s" };
                let mut text = format!(
                    "attack {} on {} has {points} point{plural} of {}, which has {left} left",
                    attack + 1,
                    hex_name(target),
                    name(depot)
                );
                if !armed.is_empty() {
                    text += &format!("; supplied are {}", self.fire_names(armed));
                }
                if !stay.is_empty() {
                    text += &format!("; Unsupplied as before are {}", self.fire_names(stay));
                }
                (text, if points > 1 { "8.2.1a" } else { "8.2.1b" }, Some(target))
            }
            FireEvent::Fed { unit, depot, left } => match depot.get() {
                None => (format!("the Barrage of {} has no munitions", name(unit)), "8.2.1d", None),
                Some(depot) => {
                    let (unit, depot) = (name(unit), name(depot));
                    let text = format!("the Barrage of {unit} has a point of {depot}, which has {left} left");
                    (text, "8.2.1c", None)
                }
            },
            FireEvent::Aimed { unit, target, hex } => {
                (format!("{} is to fire at {}", name(unit), name(target)), "8.3.1c", hex)
            }
            FireEvent::Silent { unit, target: None, hex } => {
                (format!("{} does not fire", name(unit)), "8.3.1c", hex)
            }
            FireEvent::Silent { unit, target: Some(target), hex } => {
                (format!("{} cannot fire at {} any more", name(unit), name(target)), "8.3.1c", hex)
            }
            FireEvent::Fired {
                unit, target, hex, counter, dice, fire, add, total, losses, check, ..
            } => {
                let result = match (losses, check) {
                    (0, None) => "no effect".to_string(),
                    (n, None) => format!("{n} lost"),
                    (0, Some(c)) => format!("a check at {c:+}"),
                    (n, Some(c)) => format!("{n} lost and a check at {c:+}"),
                };
                let text = format!(
                    "{} fires at {}: {} and {}, fire {fire}, other modifiers {:+}, in all {total}: {result}",
                    name(unit),
                    name(target),
                    dice[0],
                    dice[1],
                    add - fire as i8,
                );
                (text, if counter { "8.4b" } else { "8.3.2a" }, hex)
            }
            FireEvent::Over { hex } => ("the fire is over".to_string(), "8.3.1e", hex),
            FireEvent::Spared { unit, hex } => (format!("{} keeps its last step", name(unit)), "8.3.2d", hex),
            FireEvent::Stood { unit, hex, die, add, tq, fate } => {
                let (result, rule) = match fate {
                    Fate::Retreat => ("it must retreat", "8.7.2d"),
                    Fate::Rout => ("it is routed", "8.7.2d"),
                    Fate::Disorganised => ("Disorganised, which a Barrage ignores", "8.3.2b"),
                    _ => ("it stands", "8.7.2a"),
                };
                (
                    format!("{} checks under fire: {die} {add:+} against TQ {tq}: {result}", name(unit)),
                    rule,
                    hex,
                )
            }
            FireEvent::Checked { unit, hex, die, add, tq, passed, .. } => {
                let result = if passed { "it answers the fire" } else { "no counterbattery" };
                (format!("{} checks: {die} {add:+} against TQ {tq}: {result}", name(unit)), "8.4b", hex)
            }
            FireEvent::Drawn { depot, hex } => {
                (format!("the defence draws on {}, which is not functional", name(depot)), "3.2Ba", hex)
            }
            FireEvent::Helps { unit, attack, target } => {
                let text = format!(
                    "{} supports the defence of {} against attack {}",
                    name(unit),
                    hex_name(target),
                    attack + 1
                );
                (text, "8.6.2c", Some(target))
            }
        };
        Line { text, rule, places: self.places_of(at) }
    }
}
