//! Depots, movement and supply by hand.

use super::on;
use crate::about::side_id;
use crate::data::POWERS;
use crate::land::Position;
use crate::land::garrison::At;
use crate::land::movement::Mover;
use crate::play::Engine;
use crate::play::march::{Halt, MarchAction, MarchStep, Post};
use crate::state::Step;
use crate::view::{depot_id, fleet_id};
use sandtable_core::guide::Handle;
use sandtable_core::machine;

impl Engine<'_> {
    /// A button on the counter that is on the march.
    fn on_mover(&self, p: &Position, verb: &'static str) -> Handle {
        match p.marching.march.mover {
            Mover::Corps(block) => self.on_block(p, verb, block as u8),
            Mover::Irregular(power) if usize::from(power) < POWERS => {
                self.on_irregulars(verb, power, p.marching.march.at)
            }
            Mover::Irregular(_) => Handle::button(verb),
        }
    }

    fn on_fleet(&self, p: &Position, verb: &'static str, fleet: u8) -> Handle {
        let power = p.fleets.get(usize::from(fleet)).map_or(u8::MAX, |f| f.power);
        on(verb, fleet_id(side_id(power), usize::from(fleet)))
    }

    pub(crate) fn march_handle(&self, p: &Position, action: MarchAction) -> Handle {
        use MarchAction as A;
        let id = |area| self.spot(area).unwrap_or_default();
        // The power whose step it is, for irregulars that have no face of their own.
        let asked = match p.play.steps.top() {
            Step::March(MarchStep::Pick(power)) => power,
            _ => p.marching.march.power,
        };
        let here = match p.play.steps.top() {
            Step::March(
                MarchStep::Retire { area, .. }
                | MarchStep::Refuge { area, .. }
                | MarchStep::Fill { area, .. },
            ) => area,
            _ => p.marching.march.at,
        };
        match action {
            A::RemoveDepot(a) => on("remove_depot", depot_id(&id(a))),
            A::RemoveInside(a) => on("remove_depot", format!("{}-inside", depot_id(&id(a)))),
            A::RemoveOnFleet(f) => self.on_fleet(p, "remove_depot", f),
            A::PlaceDepot(a) => self.at_place("place_depot", a),
            A::PlaceOnFleet(f) => self.on_fleet(p, "place_depot", f),
            A::Done => Handle::button("done"),
            A::Next(_) => Handle::button("next"),
            A::Pick(b) => self.on_block(p, "pick", b),
            A::PickIrregular(a, Post::Field) => self.on_irregulars("pick", asked, a),
            A::PickIrregular(a, Post::City) => self.on_city(p, "pick", a, asked),
            A::PickIrregular(a, Post::Depot) => self.on_guard(p, "pick", a, asked),
            A::Land(b, a) => Handle { place: self.spot(a), ..self.on_block(p, "land", b) },
            A::LandInside(b, a) => Handle { place: self.spot(a), ..self.on_block(p, "land_inside", b) },
            A::Enter(a) => Handle { place: self.spot(a), ..self.on_mover(p, "march") },
            A::Force => self.on_mover(p, "force_march"),
            A::With(_) => self.on_mover(p, "with"),
            A::Without(_) => self.on_mover(p, "without"),
            A::Inside => self.on_mover(p, "into_city"),
            A::Outside => self.on_mover(p, "out_of_city"),
            A::Detach(..) => self.on_mover(p, "detach"),
            A::Absorb(..) => self.on_mover(p, "absorb"),
            A::Station(_) => self.on_mover(p, "station"),
            A::Raze => self.on_mover(p, "raze"),
            A::Convert => self.on_mover(p, "convert"),
            // The march goes on until it is ended: the button stands where others end their steps.
            A::Stop(Halt::Plain) => Handle::button("end_march"),
            A::Stop(Halt::Besiege) => Handle::button("stop_besiege"),
            A::Stop(Halt::Attack) => Handle::button("stop_attack"),
            A::Burn(_) => Handle::button("burn"),
            A::Keep => Handle::button("keep"),
            A::Join => Handle::button("join"),
            A::StayOut => Handle::button("stay_out"),
            A::Aside(a) => self.at_place("aside", a),
            A::RetireCorps(b) => self.on_block(p, "retire", b),
            A::RetireIrregulars(_) => match machine::decision(self, p).side() {
                Some(side) => self.on_irregulars("retire", side.0, here),
                None => Handle::button("retire"),
            },
            A::RetireGuard(nation, ..) => self.on_guard(p, "retire", here, nation),
            A::RetireLeader(l) => self.on_leader("retire", l),
            A::Agree => Handle::button("agree"),
            A::Object => Handle::button("object"),
            A::Besiege => Handle::button("besiege"),
            A::Forage => Handle::button("forage"),
            A::BesiegedSupply(a) => self.at_place("besieged_supply", a),
            A::Wait(_) => Handle::button("wait"),
            A::Forfeit(a, At::City, _) => self.on_city(p, "give_up", a, self.forfeiter(p)),
            A::Forfeit(a, At::Depot, _) => self.on_guard(p, "give_up", a, self.forfeiter(p)),
            A::Stay => Handle::button("stay"),
            A::PayAll => Handle::button("pay_all"),
            A::Pay(b) => self.on_block(p, "pay", b),
            A::PayPort(a) => self.at_place("pay_port", a),
            A::Put(b, ..) => self.on_block(p, "put", b),
            A::TakeOver => Handle::button("take_over"),
        }
    }
}
