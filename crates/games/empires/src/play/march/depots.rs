//! Depots (7.2): all removals of a power come before its placements (ruling 3).

use super::{MarchAction as A, MarchEvent, no};
use crate::data::POWERS;
use crate::play::land::depots::{self, NoDepot, Stand};
use crate::play::land::position::Depot;
use crate::play::land::{NOBODY, Picture, Position, supply};
use crate::play::{Engine, Event};
use crate::position::ids::FleetId;
use sandtable_board::AreaId;
use sandtable_core::Refusal;
use sandtable_core::machine::Offers;
use sandtable_ops::Id;

impl Engine<'_> {
    /// Whether an area is on the map.
    pub(super) fn real(&self, area: AreaId) -> Result<(), Refusal> {
        if area.index() < self.d.board.len() { Ok(()) } else { no("7.3.1", "there is no such area") }
    }

    /// When a turn begins, the depots on the map have stood before it (empires 7.2.3).
    pub(super) fn age_depots(&self, p: &mut Position) {
        for ground in &mut p.ground {
            for depot in [&mut ground.depot, &mut ground.inside] {
                depot.old |= depot.owner != NOBODY;
            }
        }
    }

    pub(super) fn remove_list(&self, p: &Position, power: u8, list: &mut Offers<'_, A>) {
        list.candidate(A::Done);
        for area in self.d.board.areas() {
            if p.at(area).depot.owner == power {
                list.candidate(A::RemoveDepot(area));
            }
            if p.at(area).inside.owner == power {
                list.candidate(A::RemoveInside(area));
            }
        }
        list.candidates(
            (0..p.fleets.len()).filter(|f| p.fleets[*f].depot).map(|f| A::RemoveOnFleet(FleetId::of(f))),
        );
    }

    pub(super) fn remove_check(&self, p: &Position, power: u8, action: A) -> Result<(), Refusal> {
        let yours = match action {
            A::Done => true,
            A::RemoveDepot(area) => {
                self.real(area)?;
                p.at(area).depot.owner == power
            }
            A::RemoveInside(area) => {
                self.real(area)?;
                p.at(area).inside.owner == power
            }
            A::RemoveOnFleet(FleetId(f)) => {
                p.fleets.get(usize::from(f)).is_some_and(|f| f.depot && f.power == power)
            }
            _ => return no("7.2", "depots are taken off the map before anything else is done"),
        };
        if yours { Ok(()) } else { Err(NoDepot::NotYours.into()) }
    }

    pub(super) fn remove_take(&self, p: &mut Position, power: u8, action: A, events: &mut Vec<Event>) {
        match action {
            // What finds no room in the city is lost with the depot (empires 7.2(b)).
            A::RemoveDepot(area) => self.take_in(p, area, false, events),
            A::RemoveInside(area) => {
                p.at_mut(area).inside = Depot::NONE;
                self.tell_march(events, MarchEvent::Removed { power, area, lost: 0 });
            }
            A::RemoveOnFleet(FleetId(f)) => {
                p.fleets[usize::from(f)].depot = false;
                self.tell_march(events, MarchEvent::RemovedAtSea { power });
            }
            _ => {}
        }
    }

    /// Lists placements with one look at the map for all areas.
    pub(super) fn place_list(&self, p: &Position, power: u8, out: &mut Offers<'_, A>) {
        out.legal(A::Done);
        if depots::affordable(self.d, p, power).is_err() {
            return;
        }
        let pic = Picture::new(self.d, p, power);
        let chain = supply::chain(self.d, p, &pic);
        for area in self.d.board.areas() {
            if depots::place_with(self.d, p, &pic, &chain, area).is_ok() {
                out.legal(A::PlaceDepot(area));
            }
        }
        for f in 0..p.fleets.len() {
            if depots::may_place_on_fleet(self.d, p, power, f).is_ok() {
                out.legal(A::PlaceOnFleet(FleetId::of(f)));
            }
        }
    }

    pub(super) fn place_check(&self, p: &Position, power: u8, action: A) -> Result<(), Refusal> {
        match action {
            A::Done => Ok(()),
            A::PlaceDepot(area) => {
                self.real(area)?;
                depots::may_place(self.d, p, power, area).map(|_| ()).map_err(Refusal::from)
            }
            A::PlaceOnFleet(FleetId(f)) => {
                let f = usize::from(f);
                if f >= p.fleets.len() {
                    return Err(NoDepot::NoFleet.into());
                }
                depots::may_place_on_fleet(self.d, p, power, f).map_err(Refusal::from)
            }
            A::RemoveDepot(_) | A::RemoveInside(_) | A::RemoveOnFleet(_) => {
                no("7.2(c)", "depots are placed now; those to be removed were removed before")
            }
            _ => no("7.2(h)", "depots are placed now"),
        }
    }

    pub(super) fn place_take(&self, p: &mut Position, power: u8, action: A, events: &mut Vec<Event>) {
        match action {
            A::PlaceDepot(area) => {
                if let Ok(stand) = depots::place(self.d, p, power, area) {
                    let inside = stand == Stand::Inside;
                    self.tell_march(events, MarchEvent::Placed { power, area, inside });
                }
            }
            A::PlaceOnFleet(FleetId(f))
                if depots::place_on_fleet(self.d, p, power, usize::from(f)).is_ok() =>
            {
                self.tell_march(events, MarchEvent::PlacedAtSea { power });
            }
            _ => {}
        }
    }

    /// The powers in the order of their slots, those without a slot last.
    pub(super) fn slot_order(&self, p: &Position) -> [u8; POWERS] {
        let mut out = [NOBODY; POWERS];
        let slotted = p.play.slots.iter().flat_map(|s| (0..POWERS as u8).filter(move |q| s >> q & 1 == 1));
        let mut n = 0;
        for q in slotted.chain(0..POWERS as u8) {
            if n < POWERS && !out.contains(&q) {
                out[n] = q;
                n += 1;
            }
        }
        out
    }
}
