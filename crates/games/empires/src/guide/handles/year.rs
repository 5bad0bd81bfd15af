//! Politics, fleets and reinforcements by hand.

use super::on;
use crate::about::side_id;
use crate::land::{FleetAt, Position};
use crate::play::Engine;
use crate::play::year::{Target, YearAction};
use crate::view::fleet_id;
use sandtable_core::guide::Handle;

impl Engine<'_> {
    fn on_target(&self, p: &Position, verb: &'static str, to: Target) -> Handle {
        match to {
            Target::City(area) | Target::Depot(area) => self.at_place(verb, area),
            Target::Corps(block) => self.on_block(p, verb, block),
        }
    }

    pub(crate) fn year_handle(&self, p: &Position, action: YearAction) -> Handle {
        use YearAction as A;
        match action {
            A::Done => Handle::button("done"),
            A::War { .. } => Handle::button("war"),
            A::Peace { .. } => Handle::button("peace"),
            A::Surrender => Handle::button("surrender"),
            A::Ally { .. } => Handle::button("ally"),
            A::Break { .. } => Handle::button("break"),
            A::Access { .. } => Handle::button("access"),
            A::Depots { .. } => Handle::button("depots"),
            A::Straits { .. } => Handle::button("straits"),
            A::Run { .. } => Handle::button("run"),
            A::Combine { .. } => Handle::button("combine"),
            A::Slot { .. } => Handle::button("slot"),
            A::Sail { fleet, to, .. } => {
                let power = p.fleets.get(usize::from(fleet)).map_or(u8::MAX, |f| f.power);
                let place = match to {
                    FleetAt::Off => None,
                    FleetAt::Port(area) | FleetAt::Box(area) => self.spot(area),
                    FleetAt::Sea(sea) => self.d.board.parts().seas.get(sea.index()).map(|s| s.id.clone()),
                };
                Handle { place, ..on("sail", fleet_id(side_id(power), usize::from(fleet))) }
            }
            A::Embark { corps, .. } => self.on_block(p, "embark", corps),
            A::Return { corps, .. } => self.on_block(p, "return", corps),
            A::Share { to, .. } => self.on_target(p, "share", to),
            A::Place { to, .. } => self.on_target(p, "place", to),
            // It is not on the map yet, so that only its place can be pointed at.
            A::Raise { area, .. } => self.at_place("raise", area),
            A::Dissolve { corps } => self.on_block(p, "dissolve", corps),
            A::Buy { .. } => Handle::button("buy"),
        }
    }
}
