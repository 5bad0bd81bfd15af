//! Cities and garrisons on the march (7.3.3, 7.3.4), and enemy depots (7.3.6.1).

use super::{MarchAction as A, MarchEvent, no};
use crate::data::{FACTORS, I, M};
use crate::play::land::encounter::{self, Taking};
use crate::play::land::garrison::{self, At};
use crate::play::land::{Position, Spot};
use crate::play::{Engine, Event};
use crate::position::ids::FactorId;
use sandtable_core::Refusal;

/// So many factors of one kind.
pub(super) fn some(kind: u8, n: u8) -> Result<[u8; FACTORS], Refusal> {
    let mut out = [0; FACTORS];
    match out.get_mut(usize::from(kind)) {
        Some(f) if n > 0 => *f = n,
        _ => return no("7.3.3", "there are no such factors"),
    }
    Ok(out)
}

impl Engine<'_> {
    pub(super) fn city_check(&self, p: &Position, action: A) -> Result<(), Refusal> {
        let m = &p.marching;
        let area = m.march.at;
        let corps = m.block();
        let settles = matches!(action, A::Inside | A::Detach(..) | A::Station(_));
        if settles && p.must_leave(m.march.power, area) {
            return no("10.3", "it may no longer be here and settles nowhere");
        }
        match (action, corps) {
            (A::Inside, Some(b)) => {
                let factors = p.corps[b].total();
                if p.corps[b].spot == Spot::City(area) {
                    no("7.3.4", "it is inside already")
                } else if m.march.stopped {
                    no("7.3.7.1", "it has stopped for an enemy corps and must attack")
                } else if p.at(area).besieged {
                    no("7.3.4", "the city is besieged")
                } else if !p.friendly_city(self.d, m.march.power, area) && !p.vacant_city(self.d, area) {
                    no("7.3.4", "there is no city here that is friendly or empty")
                } else if !garrison::may_enter_city(self.d, p, m.march.power, area, factors) {
                    no("7.3.3.4", "the city has no room for all its factors")
                } else {
                    Ok(())
                }
            }
            (A::Outside, Some(b)) if p.corps[b].spot == Spot::City(area) => Ok(()),
            (A::Inside | A::Outside, _) => no("7.3.4", "only a corps goes in and out like this"),
            (A::Detach(at, FactorId(kind), n), Some(b)) => {
                let factors = some(kind, n)?;
                garrison::may_detach(self.d, p, b, at, factors).map(|_| ()).map_err(Refusal::from)
            }
            (A::Absorb(at, FactorId(kind), n), Some(b)) => {
                let (infantry, militia) = split(kind, n)?;
                garrison::may_absorb(self.d, p, b, at, infantry, militia).map(|_| ()).map_err(Refusal::from)
            }
            (A::Station(at), None) => {
                if !m.chiefs.is_empty() {
                    return no("7.3.3.4(b)", "leaders go into a city only with a corps");
                }
                garrison::may_station(self.d, p, m.march.power, area, at, 1).map_err(Refusal::from)
            }
            _ => no("7.3.3", "this is not for such a counter"),
        }
    }

    pub(super) fn city_take(&self, p: &mut Position, action: A, events: &mut Vec<Event>) {
        let area = p.marching.march.at;
        let power = p.marching.march.power;
        let corps = p.marching.block();
        let nation = corps.map_or(power, |b| p.nation_of(self.d, b));
        let tell = |e: &Engine<'_>, events: &mut Vec<Event>, at: At, dropped: u8, taken: u8| {
            let depot = at == At::Depot;
            e.tell_march(events, MarchEvent::Garrison { power, nation, area, depot, dropped, taken });
        };
        match (action, corps) {
            (A::Inside | A::Outside, Some(b)) => {
                let spot = if action == A::Inside { Spot::City(area) } else { Spot::Field(area) };
                p.corps[b].spot = spot;
                let chiefs = p.marching.chiefs;
                chiefs.iter().for_each(|l| p.leaders[l] = spot);
            }
            (A::Detach(at, FactorId(kind), n), Some(b)) => {
                let Ok(factors) = some(kind, n) else { return };
                if garrison::detach(self.d, p, b, at, factors).is_ok() {
                    let militia = factors[M];
                    p.marching.drop_at(area, at == At::Depot, n - militia, militia);
                    tell(self, events, at, n, 0);
                }
            }
            (A::Absorb(at, FactorId(kind), n), Some(b)) => {
                let Ok((infantry, militia)) = split(kind, n) else { return };
                if garrison::absorb(self.d, p, b, at, infantry, militia).is_ok() {
                    p.marching.take_up(area, at == At::Depot, infantry, militia);
                    tell(self, events, at, 0, n);
                }
            }
            (A::Station(at), None) if garrison::station(self.d, p, power, area, at, 1).is_ok() => {
                tell(self, events, at, 1, 0);
                p.at_mut(area).tired += 1;
                p.marching.rest();
                p.play.pop();
            }
            _ => {}
        }
    }

    pub(super) fn depot_check(&self, p: &Position, action: A) -> Result<(), Refusal> {
        let m = &p.marching;
        match (encounter::taking(self.d, p, m.march.power, m.march.at), action) {
            (Taking::Nothing, _) => no("7.3.6.1", "there is no enemy depot here that nobody guards"),
            (Taking::Destroy, A::Convert) => {
                no("7.3.6.1(c)", "it would be neither a supply source of yours nor part of a valid chain")
            }
            _ if m.march.entered == 0 => no("7.3.6.1", "a depot is taken by a counter that enters its area"),
            _ => Ok(()),
        }
    }

    pub(super) fn take_depot_here(&self, p: &mut Position, action: A, events: &mut Vec<Event>) {
        let (area, power) = (p.marching.march.at, p.marching.march.power);
        let owner = p.at(area).depot.owner;
        if action == A::Convert {
            encounter::convert(p, area, power);
            self.tell_march(events, MarchEvent::Converted { power, owner, area });
        } else {
            // Whether that feeds it shows when it stops (empires 7.3.6.1(b)).
            encounter::destroy(p, area, p.marching.march.mover, true);
            p.marching.plundered = area;
            self.tell_march(events, MarchEvent::Razed { power, owner, area });
        }
    }
}

fn split(kind: u8, n: u8) -> Result<(u8, u8), Refusal> {
    match usize::from(kind) {
        I if n > 0 => Ok((n, 0)),
        M if n > 0 => Ok((0, n)),
        _ => no("7.3.3.3", "a garrison consists of infantry and militia"),
    }
}
