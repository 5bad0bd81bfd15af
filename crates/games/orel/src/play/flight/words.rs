//! Retreats and routs in words.

use super::{FlightEvent, FlightKind, WhySurrender};
use crate::play::Engine;
use crate::position::UnitId;
use sandtable_core::game::Line;

impl Engine<'_> {
    /// An event as a line of the log.
    pub(in crate::play) fn flight_line(&self, event: FlightEvent) -> Line {
        let name = |unit: UnitId| self.name(unit);
        let (text, rule, places) = match event {
            FlightEvent::Goes { unit, from, to, kind } => {
                let (how, rule) = match kind {
                    FlightKind::Before => ("retreats before combat", "8.5d"),
                    FlightKind::Retreat => ("retreats", "8.5.1a"),
                    FlightKind::GoodOrder => ("retreats in good order", "8.8.2o"),
                    FlightKind::Rout => ("flees", "8.7.3a"),
                };
                let places = vec![self.d.map.name(from), self.d.map.name(to)];
                (
                    format!(
                        "{} {how} from {} to {}",
                        name(unit),
                        self.place_label(from),
                        self.place_label(to)
                    ),
                    rule,
                    places,
                )
            }
            FlightEvent::LeavesMap { unit, hex, due } => (
                format!(
                    "{} leaves the map at {} and must be back on turn {due}",
                    name(unit),
                    self.place_label(hex)
                ),
                "7.5b",
                self.places_of(hex),
            ),
            FlightEvent::Routed { unit, hex } => (
                format!("{} is routed at {}", name(unit), self.place_label(hex)),
                "8.7.3a",
                self.places_of(hex),
            ),
            FlightEvent::RoutedInPlace { unit, hex } => (
                format!(
                    "{} has no way back and is Routed where it stands, at {}",
                    name(unit),
                    self.place_label(hex)
                ),
                "8.5.1q",
                self.places_of(hex),
            ),
            FlightEvent::Stays { unit, hex } => (
                format!("{} has no way back and stays at {}", name(unit), self.place_label(hex)),
                "9d",
                self.places_of(hex),
            ),
            FlightEvent::Abandoned { unit, hex } => (
                format!(
                    "{} has broken down and cannot be brought back from {}",
                    name(unit),
                    self.place_label(hex)
                ),
                "9.2.1d",
                self.places_of(hex),
            ),
            FlightEvent::LostWithAll { unit, hex } => (
                format!("{} is lost with all others at {}", name(unit), self.place_label(hex)),
                "9h",
                self.places_of(hex),
            ),
            FlightEvent::Zone { unit, hex, die, add, tq, passed } => (
                format!(
                    "{} enters an enemy zone at {}: {die} {add:+} = {} against TQ {tq}, {}",
                    name(unit),
                    self.place_label(hex),
                    die as i8 + add,
                    if passed { "passed" } else { "failed" }
                ),
                "8.5.1c",
                self.places_of(hex),
            ),
            FlightEvent::Surrenders { unit, hex, why } => {
                let (why, rule) = match why {
                    WhySurrender::Again => ("it was Routed already", "8.7.3n"),
                    WhySurrender::NoWay => ("the enemy leaves it no way", "8.7.3g"),
                    WhySurrender::Zone => ("it is caught in an enemy zone", "8.7.3e"),
                    WhySurrender::Guest => ("those to whom it fled are beaten", "8.7.3b"),
                    WhySurrender::Company => ("all with it have surrendered", "8.8.2m"),
                };
                (
                    format!("{} surrenders at {}: {why}", name(unit), self.place_label(hex)),
                    rule,
                    self.places_of(hex),
                )
            }
            FlightEvent::Guest { unit, hex } => (
                format!(
                    "{} has come to {}, which is under attack, and takes no part there",
                    name(unit),
                    self.place_label(hex)
                ),
                "8.5.1m",
                self.places_of(hex),
            ),
        };
        Line { text, rule, places }
    }
}
