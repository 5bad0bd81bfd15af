//! Random events (6): each is told by itself, or in the combat in which it is played.

use super::{result, sum};
use crate::Orel;
use crate::data::{EventEffect, EventKind};
use crate::play::rear::RearEvent;
use crate::position::{EventId, HexId, Position, UnitId};
use crate::view::{SIDES, count};
use sandtable_core::battle::{BattlePart, FateKind};

/// A roll of two ten-sided dice, tens and units; 100 is 00.
fn tens_and_units(roll: u8) -> Vec<u8> {
    vec![roll / 10 % 10, roll % 10]
}

impl Orel {
    pub(super) fn chance_story(&self, before: &Position, event: RearEvent) -> Vec<BattlePart> {
        use RearEvent::{Afflicted, Again, Checked, Played, Raided, Rolled};
        let engine = self.engine();
        let name = |unit: UnitId| engine.name(unit);
        let of = |side: u8| SIDES[usize::from(side % 2)];
        let def = |event: EventId| engine.event_def(event);
        let title = |event: EventId| def(event).map_or("an event", |e| e.title.as_str());
        match event {
            Rolled { side, roll, event } => match def(event).filter(|e| e.kind != EventKind::None) {
                None => vec![],
                Some(e) => vec![
                    self.card(None, format!("Random event of {}: {}", of(side), e.title)),
                    self.roll(side, "Random event", tens_and_units(roll)),
                    result(e.about.clone(), e.rule),
                    BattlePart::Closes,
                ],
            },
            Afflicted { event, formation, units } => {
                let body = self.d.formations.get(usize::from(formation)).map_or("", |f| f.name.as_str());
                let rule = def(event).map_or("6.1a", |e| e.rule);
                vec![
                    self.card(None, format!("{} in the {body}", title(event))),
                    result(format!("{} of the {body} suffers it", count(units.into(), "unit")), rule),
                    BattlePart::Closes,
                ]
            }
            Checked { event, unit, hex, die, tq } => {
                let rule = def(event).map_or("6.1a", |e| e.rule);
                let steps = def(event).map_or(0, |e| e.steps.unsigned_abs());
                let prisoners = def(event).is_some_and(|e| e.prisoners > 0);
                let end = match (die <= tq, prisoners) {
                    (true, _) => "it stands firm".to_string(),
                    (false, true) => format!("it loses {} to the enemy", count(steps.into(), "step")),
                    (false, false) => format!("it loses {}", count(steps.into(), "step")),
                };
                vec![
                    self.card(hex, format!("{}: {}", title(event), name(unit))),
                    self.roll(before.side(unit), format!("Check of {}", name(unit)), vec![die]),
                    sum(format!("Check of {}", name(unit)), die, "1.2m", []),
                    result(format!("{die} against TQ {tq}: {end}"), rule),
                    BattlePart::Closes,
                ]
            }
            Played { side, event, unit, hex, fight } => {
                let whom = unit.map_or(String::new(), |unit| format!(" on {}", name(unit)));
                let text = format!("{} plays {}{whom}", of(side), title(event));
                let played = BattlePart::Fate {
                    kind: FateKind::Other,
                    side: self.side_id(side),
                    piece: String::new(),
                    text: text.clone(),
                    places: engine.spot(hex).into_iter().collect(),
                };
                if fight {
                    return vec![played];
                }
                let opens = self.card(hex, format!("{}{whom}", title(event)));
                // The die of a raid follows.
                match def(event).map(|e| e.effect) {
                    Some(EventEffect::Raid) => vec![opens, played],
                    // A roll before anybody has fired, which is told with the fire.
                    _ if unit.is_none() => vec![],
                    _ => vec![opens, played, BattlePart::Closes],
                }
            }
            Raided { unit, die, from, fight, .. } => {
                let (end, side) = (if die >= from { "succeeds" } else { "fails" }, 1 - before.side(unit));
                let mut out = vec![
                    self.roll(side, format!("Raid: it succeeds from {from}"), vec![die]),
                    result(format!("The raid on {} {end}", name(unit)), "6.2a"),
                ];
                if !fight {
                    out.push(BattlePart::Closes);
                }
                out
            }
            Again { side, before: old, after, fight: true, .. } => {
                let dice =
                    |d: [u8; 2]| if d[1] > 0 { format!("{} and {}", d[0], d[1]) } else { d[0].to_string() };
                let text = format!("{} rolls again: {} in place of {}", of(side), dice(after), dice(old));
                let piece = String::new();
                vec![BattlePart::Fate {
                    kind: FateKind::Other,
                    side: self.side_id(side),
                    piece,
                    text,
                    places: vec![],
                }]
            }
            _ => vec![],
        }
    }

    /// An event that is no battle opens a card of its own.
    fn card(&self, hex: Option<HexId>, title: String) -> BattlePart {
        BattlePart::Opens { place: self.spot_of(hex), title, attackers: vec![], defenders: vec![] }
    }
}

#[cfg(test)]
mod tests {
    use super::tens_and_units;

    #[test]
    fn rolls_up_to_a_hundred_are_two_dice() {
        assert_eq!(
            (tens_and_units(7), tens_and_units(42), tens_and_units(100)),
            (vec![0, 7], vec![4, 2], vec![0, 0])
        );
    }
}
