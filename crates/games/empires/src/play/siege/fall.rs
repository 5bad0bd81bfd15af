//! A city falls: prisoners, who goes in, and the depot inside (7.5.4.1.3.5, 7.4.3.4.5).

use super::state::AROUND;
use super::{SiegeAction, SiegeEvent, SiegeStep, is_block, tell};
use crate::data::{FACTORS, POWERS};
use crate::play::combat::Kind;
use crate::play::common::IN_CORPS;
use crate::play::land::garrison::{self, At};
use crate::play::land::{NOBODY, Position, Spot, depots};
use crate::play::{Engine, Event};
use crate::position::ids::BlockId;
use crate::position::{Blocks, Step};
use sandtable_core::Refusal;
use sandtable_core::machine::Offers;
use sandtable_ops::Id;

/// Kinds that a corps can leave in a city.
const DROPPED: [Kind; 4] = [Kind::Guard, Kind::Infantry, Kind::Militia, Kind::Cavalry];

fn counted(kind: Kind, count: u8) -> Option<[u8; FACTORS]> {
    let mut out = [0; FACTORS];
    out[IN_CORPS.iter().position(|k| *k == kind)?] = count;
    Some(out)
}

impl Engine<'_> {
    /// Everybody inside is a prisoner of the captor, or is gone where there is none; the siege is over. Returns how many factors
    /// were taken.
    pub(super) fn empty_city(&self, p: &mut Position, by: Option<u8>, events: &mut Vec<Event>) -> u8 {
        let area = p.siege.area;
        // Forces that the captor is not at war with stay where they are.
        let foe = |p: &Position, n: u8| by.is_none_or(|q| p.at_war(q, n));
        let mut prisoners = 0;
        let foes: Blocks =
            self.blocks_at(p, Spot::City(area)).iter().filter(|b| foe(p, p.corps[*b].power)).collect();
        for b in foes.iter() {
            prisoners += p.corps[b].total();
            self.eliminate(p, b, events);
        }
        for l in self.chiefs_at(p, Spot::City(area)).iter() {
            match by {
                Some(by) if self.master(p, l).is_none_or(|q| p.at_war(by, q)) => {
                    self.capture(p, l, by, events);
                }
                Some(_) => {}
                None => self.send_off(p, l, events),
            }
        }
        let inside = p.at(area).garrison;
        for part in inside.parts() {
            if !foe(p, part.nation) {
                continue;
            }
            prisoners += part.total();
            garrison::take(p, area, At::City, part);
        }
        p.at_mut(area).besieged = false;
        prisoners
    }

    /// The besiegers take the city.
    pub(super) fn city_falls(&self, p: &mut Position, events: &mut Vec<Event>) {
        let (area, by) = (p.siege.area, p.siege.lead[AROUND]);
        let prisoners = self.empty_city(p, Some(by), events);
        tell(events, SiegeEvent::Falls { area, by, prisoners });
        if p.at(area).inside.owner != NOBODY {
            p.play.push(Step::Siege(SiegeStep::Depot));
        }
        p.play.push(Step::Siege(SiegeStep::Occupy));
    }

    /// What the captor can put into the city.
    pub(super) fn occupy_wishes(&self, p: &Position, power: u8, out: &mut Offers<'_, SiegeAction>) {
        let area = p.siege.area;
        for b in p.corps_at(Spot::Field(area)).filter(|b| p.corps[*b].power == power) {
            out.candidate(SiegeAction::Enter(BlockId::of(b)));
            for kind in DROPPED {
                let have = self.factors(p, b)[kind].min(u16::from(garrison::city_room(self.d, p, area)));
                out.candidates((1..=have as u8).map(|n| SiegeAction::Drop(BlockId::of(b), kind, n)));
            }
        }
        if let Some(n) = p.at(area).irregulars.get(usize::from(power)) {
            out.candidates((1..=*n).map(SiegeAction::Post));
        }
        out.candidate(SiegeAction::Done);
    }

    /// Why the captor cannot put something into the city.
    pub(super) fn refuse_occupation(&self, p: &Position, power: u8, action: SiegeAction) -> Option<Refusal> {
        let area = p.siege.area;
        let no = |rule: &'static str, why: &'static str| Some(Refusal::new(rule, why).at(area));
        let mine = |b: u8| {
            is_block(b)
                && p.corps[usize::from(b)].power == power
                && p.corps[usize::from(b)].spot == Spot::Field(area)
        };
        match action {
            SiegeAction::Enter(BlockId(b)) if !mine(b) => {
                no("7.5.4.1.3.5", "none of your corps here is this one")
            }
            SiegeAction::Enter(_)
                if !p.friendly_city(self.d, power, area) && !p.vacant_city(self.d, area) =>
            {
                no("7.3.4", "others hold the city")
            }
            SiegeAction::Enter(BlockId(b)) => {
                let size = p.corps[usize::from(b)].total();
                if size > garrison::city_room(self.d, p, area) {
                    return no("7.3.3.4", "the city has no room for this corps");
                }
                None
            }
            SiegeAction::Drop(BlockId(b), ..) if !mine(b) => {
                no("7.5.4.1.3.5", "none of your corps here is this one")
            }
            SiegeAction::Drop(_, kind, n) if n == 0 || !IN_CORPS.contains(&kind) => {
                no("7.3.3.3", "no such factors can be left in a city")
            }
            SiegeAction::Drop(BlockId(b), kind, n) => {
                let factors = counted(kind, n)?;
                let mut after = *p;
                let refused =
                    garrison::detach(self.d, &mut after, usize::from(b), At::City, factors).err()?;
                Some(Refusal::from(refused).at(area))
            }
            SiegeAction::Post(n) => {
                if n == 0 || usize::from(power) >= POWERS {
                    return no("7.3.3.3.1", "nobody would go in");
                }
                let mut after = *p;
                let refused = garrison::station(self.d, &mut after, power, area, At::City, n).err()?;
                Some(Refusal::from(refused).at(area))
            }
            _ => no("7.5.4.1.3.5", "this is not what is asked"),
        }
    }

    /// Puts forces into the city; who holds it follows from who is inside (ruling 59).
    pub(super) fn occupy_take(
        &self,
        p: &mut Position,
        power: u8,
        action: SiegeAction,
        events: &mut Vec<Event>,
    ) {
        let area = p.siege.area;
        let factors = match action {
            SiegeAction::Enter(BlockId(b)) => {
                let corps = &mut p.corps[usize::from(b)];
                corps.spot = Spot::City(area);
                let def = corps.def;
                tell(events, SiegeEvent::Enters { area, power, def });
                return;
            }
            SiegeAction::Drop(BlockId(b), kind, n) => {
                let Some(factors) = counted(kind, n) else { return };
                let done = garrison::detach(self.d, p, usize::from(b), At::City, factors);
                done.map_or(0, |()| n)
            }
            SiegeAction::Post(n) => garrison::station(self.d, p, power, area, At::City, n).map_or(0, |()| n),
            _ => 0,
        };
        tell(events, SiegeEvent::Garrisons { area, power, factors });
    }

    /// Why the depot inside cannot be taken over.
    pub(super) fn refuse_conversion(&self, p: &Position, power: u8) -> Option<Refusal> {
        let area = p.siege.area;
        let free = p.at(area).depot.owner == NOBODY;
        let joins = free && depots::may_convert(self.d, p, power, area);
        (!joins).then(|| {
            let why =
                "a depot is taken over only where there is none yet and it joins a valid chain of yours";
            Refusal::new("7.4.3.4.5", why).at(area)
        })
    }

    /// A depot that cannot be taken over is destroyed.
    pub(super) fn depot_run(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        let power = p.siege.hand[AROUND];
        if self.refuse_conversion(p, power).is_none() {
            return true;
        }
        self.depot_take(p, power, false, events);
        false
    }

    /// Destroys the depot inside or takes it over (empires 7.4.3.4.5).
    pub(super) fn depot_take(&self, p: &mut Position, power: u8, convert: bool, events: &mut Vec<Event>) {
        let area = p.siege.area;
        let converted = depots::capture_inside(self.d, p, power, area, convert);
        tell(events, SiegeEvent::Depot { area, power, converted });
        p.play.pop();
    }
}
