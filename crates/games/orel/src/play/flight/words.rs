//! Retreats and routs in words.

use super::{FlightEvent, FlightKind, WhySurrender};
use crate::data::NOWHERE;
use crate::play::Engine;
use crate::position::{HexId, UnitId};
use sandtable_core::game::Line;

impl Engine<'_> {
    /// An event as a line of the log.
    pub(in crate::play) fn flight_line(&self, event: FlightEvent) -> Line {
        let place = |hex: HexId| if hex == NOWHERE { vec![] } else { vec![self.d.map.name(hex)] };
        let name = |unit: UnitId| self.name(unit);
        let at = |hex: HexId| self.place_label(hex);
        let (text, rule, places) = match event {
            FlightEvent::Goes { unit, from, to, kind } => {
                let (how, rule) = match kind {
                    FlightKind::Before => ("retreats before combat", "8.5d"),
                    FlightKind::Retreat => ("retreats", "8.5.1a"),
                    FlightKind::GoodOrder => ("retreats in good order", "8.8.2o"),
                    FlightKind::Rout => ("flees", "8.7.3a"),
                };
                let places = vec![self.d.map.name(from), self.d.map.name(to)];
                (format!("{} {how} from {} to {}", name(unit), at(from), at(to)), rule, places)
            }
            FlightEvent::LeavesMap { unit, hex, due } => (
                format!("{} leaves the map at {} and must be back on turn {due}", name(unit), at(hex)),
                "7.5b",
                place(hex),
            ),
            FlightEvent::Routed { unit, hex } => {
                (format!("{} is routed at {}", name(unit), at(hex)), "8.7.3a", place(hex))
            }
            FlightEvent::RoutedInPlace { unit, hex } => (
                format!("{} has no way back and is Routed where it stands, at {}", name(unit), at(hex)),
                "8.5.1q",
                place(hex),
            ),
            FlightEvent::Stays { unit, hex } => {
                (format!("{} has no way back and stays at {}", name(unit), at(hex)), "9d", place(hex))
            }
            FlightEvent::Abandoned { unit, hex } => (
                format!("{} has broken down and cannot be brought back from {}", name(unit), at(hex)),
                "9.2.1d",
                place(hex),
            ),
            FlightEvent::LostWithAll { unit, hex } => {
                (format!("{} is lost with all others at {}", name(unit), at(hex)), "9h", place(hex))
            }
            FlightEvent::Zone { unit, hex, die, add, tq, passed } => (
                format!(
                    "{} enters an enemy zone at {}: {die} {add:+} = {} against TQ {tq}, {}",
                    name(unit),
                    at(hex),
                    die as i8 + add,
                    if passed { "passed" } else { "failed" }
                ),
                "8.5.1c",
                place(hex),
            ),
            FlightEvent::Surrenders { unit, hex, why } => {
                let (why, rule) = match why {
                    WhySurrender::Again => ("it was Routed already", "8.7.3n"),
                    WhySurrender::NoWay => ("the enemy leaves it no way", "8.7.3g"),
                    WhySurrender::Zone => ("it is caught in an enemy zone", "8.7.3e"),
                    WhySurrender::Guest => ("those to whom it fled are beaten", "8.7.3b"),
                    WhySurrender::Company => ("all with it have surrendered", "8.8.2m"),
                };
                (format!("{} surrenders at {}: {why}", name(unit), at(hex)), rule, place(hex))
            }
            FlightEvent::Guest { unit, hex } => (
                format!(
                    "{} has come to {}, which is under attack, and takes no part there",
                    name(unit),
                    at(hex)
                ),
                "8.5.1m",
                place(hex),
            ),
        };
        Line { text, rule, places }
    }
}
