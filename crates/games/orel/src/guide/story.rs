//! The story of a battle, part by part: Barrages and counterbattery (8.3, 8.4), combats (8.5 to 8.8), duels of trains (9.1.1), and
//! random events (6). Everything is open in this game, so each viewer is told the same. Events carry what they are about, because one
//! step may hold several combats; the position before the step serves to say whose a unit is.

mod assault;
mod chance;
mod fight;
mod fire;

use crate::Orel;
use crate::play::flight::{FlightEvent, FlightKind, WhySurrender};
use crate::play::{CommonEvent, Event};
use crate::position::{HexId, Pieces, Position, UnitId};
use crate::view::{SIDES, count};
use sandtable_core::battle::{BattlePart, FateKind};
use sandtable_core::guide::{Factor, Force};

/// A row of a sum.
fn row(value: impl Into<i16>, why: impl Into<String>, rule: &'static str) -> Factor {
    Factor { value: value.into(), why: why.into(), rule }
}

/// What is rolled and what is added to it: the rows make the total.
fn sum(
    name: String,
    die: impl Into<i16>,
    rule: &'static str,
    more: impl IntoIterator<Item = Factor>,
) -> BattlePart {
    let die = row(die, "the die", rule);
    let rows: Vec<Factor> = std::iter::once(die).chain(more.into_iter().filter(|r| r.value != 0)).collect();
    let total = rows.iter().map(|r| r.value).sum();
    BattlePart::Sum { name, rows, total }
}

fn result(text: impl Into<String>, rule: &'static str) -> BattlePart {
    BattlePart::Result { text: text.into(), rule }
}

impl Orel {
    /// What an event adds to the story of a battle.
    pub(super) fn story(&self, before: &Position, event: &Event) -> Vec<BattlePart> {
        match *event {
            Event::Fire(e) => self.fire_story(before, e),
            Event::Fight(e) => self.fight_story(before, e),
            Event::Assault(e) => self.assault_story(before, e),
            Event::Flight(e) => self.flight_story(before, e),
            Event::Rear(e) => self.chance_story(before, e),
            Event::Common(e) => self.loss_story(before, e).into_iter().collect(),
            Event::March(_) => vec![],
        }
    }

    fn roll(&self, side: u8, what: impl Into<String>, dice: Vec<u8>) -> BattlePart {
        BattlePart::Roll { side: self.side_id(side), what: what.into(), dice }
    }

    fn fate(&self, before: &Position, kind: FateKind, unit: UnitId, text: String) -> BattlePart {
        self.fate_at(before, kind, unit, text, &[])
    }

    fn fate_at(
        &self,
        before: &Position,
        kind: FateKind,
        unit: UnitId,
        text: String,
        way: &[HexId],
    ) -> BattlePart {
        let engine = self.engine();
        let places = way.iter().filter_map(|h| engine.spot(*h)).collect();
        let side = self.side_id(before.side(unit));
        BattlePart::Fate { kind, side, piece: engine.id(unit).to_string(), text, places }
    }

    fn spot_of(&self, hex: impl Into<Option<HexId>>) -> String {
        self.engine().spot(hex).unwrap_or_default()
    }

    fn forces(&self, units: Pieces, worth: &dyn Fn(UnitId) -> (bool, i16)) -> Vec<Force> {
        units
            .iter()
            .map(|unit| {
                let (support, strength) = worth(unit);
                self.force_of(unit, support, strength)
            })
            .collect()
    }

    /// Losses, prisoners, captures and lack of munitions, as far as they belong to a combat or to fire.
    fn loss_story(&self, before: &Position, event: CommonEvent) -> Option<BattlePart> {
        let engine = self.engine();
        let name = |unit: UnitId| engine.name(unit);
        let fate = |kind: FateKind, unit: UnitId, text: String| Some(self.fate(before, kind, unit, text));
        match event {
            // With the last step it is eliminated, which is told by itself.
            CommonEvent::StepLost { unit, left, fight: true, .. } if left > 0 => {
                let text = format!("{} loses a step and has {left} left", name(unit));
                fate(FateKind::Loss, unit, text)
            }
            CommonEvent::Eliminated { unit, fight: true, .. } => {
                fate(FateKind::Destroyed, unit, format!("{} is eliminated", name(unit)))
            }
            CommonEvent::Prisoners { by, steps, fight: true } => {
                let text =
                    format!("{} takes {} prisoner", SIDES[usize::from(by % 2)], count(steps.into(), "step"));
                Some(result(text, "4.1b"))
            }
            CommonEvent::Unsupplied { unit, fight: true, .. } => {
                let text = format!("{} has no munitions left: Unsupplied", name(unit));
                fate(FateKind::Other, unit, text)
            }
            CommonEvent::Captured { unit, by, fight: true, .. } => {
                let text = format!("{} is captured by {}", name(unit), SIDES[usize::from(by % 2)]);
                fate(FateKind::Destroyed, unit, text)
            }
            _ => None,
        }
    }

    /// Retreats and routs; only combats and fire make them.
    fn flight_story(&self, before: &Position, event: FlightEvent) -> Vec<BattlePart> {
        let engine = self.engine();
        let name = |unit: UnitId| engine.name(unit);
        let at = |hex: Option<HexId>| self.place_name(hex);
        let fate = |kind: FateKind, unit: UnitId, text: String, hex: Option<HexId>| {
            vec![self.fate_at(before, kind, unit, text, hex.as_slice())]
        };
        match event {
            FlightEvent::Goes { unit, from, to, kind } => {
                let how = match kind {
                    FlightKind::Before => "goes before the combat",
                    FlightKind::Retreat => "retreats",
                    FlightKind::GoodOrder => "retreats in good order",
                    FlightKind::Rout => "flees",
                };
                let text = format!("{} {how} from {} to {}", name(unit), at(Some(from)), at(Some(to)));
                vec![self.fate_at(before, FateKind::Retreat, unit, text, &[from, to])]
            }
            FlightEvent::LeavesMap { unit, hex, due } => {
                let text = format!(
                    "{} leaves the map at {} and is due back on {}",
                    name(unit),
                    at(Some(hex)),
                    self.date(due)
                );
                fate(FateKind::Retreat, unit, text, Some(hex))
            }
            FlightEvent::Routed { unit, hex } => {
                fate(FateKind::Other, unit, format!("{} is Routed", name(unit)), hex)
            }
            FlightEvent::RoutedInPlace { unit, hex } => {
                let text = format!("{} has no way back and is Routed where it stands", name(unit));
                fate(FateKind::Other, unit, text, Some(hex))
            }
            FlightEvent::Stays { unit, hex } => {
                fate(FateKind::Other, unit, format!("{} has no way back and stays", name(unit)), Some(hex))
            }
            FlightEvent::Abandoned { unit, hex } => {
                let text = format!("{} has broken down and cannot be brought back", name(unit));
                fate(FateKind::Other, unit, text, hex)
            }
            FlightEvent::LostWithAll { unit, hex } => {
                let text = format!("{} is lost with all others of its hex", name(unit));
                fate(FateKind::Other, unit, text, Some(hex))
            }
            FlightEvent::Zone { unit, hex, die, add, tq, passed } => {
                let total = i16::from(die) + i16::from(add);
                let end = if passed { "it comes through" } else { "it is caught" };
                vec![
                    self.roll(
                        before.side(unit),
                        format!("{} enters an enemy zone at {}", name(unit), at(hex)),
                        vec![die],
                    ),
                    sum(
                        format!("Into a zone: {}", name(unit)),
                        die,
                        "8.5.1c",
                        [row(add, "forced into an enemy zone", "8.5.1c")],
                    ),
                    result(format!("{total} against TQ {tq}: {end}"), "8.5.1c"),
                ]
            }
            FlightEvent::Surrenders { unit, hex, why } => {
                let why = match why {
                    WhySurrender::Again => "it was Routed already",
                    WhySurrender::NoWay => "the enemy leaves it no way",
                    WhySurrender::Zone => "it is caught in an enemy zone",
                    WhySurrender::Guest => "those to whom it fled are beaten",
                    WhySurrender::Company => "all with it have surrendered",
                };
                fate(FateKind::Other, unit, format!("{} surrenders: {why}", name(unit)), hex)
            }
            FlightEvent::Guest { unit, hex } => {
                let text = format!(
                    "{} has come to {}, which is to be attacked, and takes no part there",
                    name(unit),
                    at(Some(hex))
                );
                fate(FateKind::Other, unit, text, Some(hex))
            }
        }
    }
}
