//! What depot supply costs (7.4.2). Costs are in half money points until they are added up.

use super::picture::Picture;
use super::position::Position;
use super::supply::{self, Chain};
use crate::data::Data;
use sandtable_board::AreaId;

/// The chains that a power's forces may live off, with who pays: its own, and those of allies who allow it
/// (empires 7.4.2.2).
pub fn payers(p: &Position, user: u8) -> impl Iterator<Item = u8> + '_ {
    let shared = p.depots_of[usize::from(user)] & p.allied[usize::from(user)];
    (0..crate::data::POWERS as u8).filter(move |q| *q == user || shared >> q & 1 == 1)
}

fn winter_times(d: &Data, p: &Position, area: AreaId) -> u8 {
    if p.winter(d) && d.place(area).winter { d.figures.supply.winter_zone_times } else { 1 }
}

/// What a corps costs its payer, whose picture and chain these are (empires 7.4.2.1.1, doubled by empires 7.4.2.1.3).
/// None if no depot is near enough.
pub fn corps_cost(d: &Data, p: &Position, pic: &Picture, chain: &Chain, corps: usize) -> Option<u8> {
    let area = p.corps[corps].spot.area()?;
    let times = winter_times(d, p, area);
    if p.besieged(corps) {
        return None;
    }
    let figures = &d.figures.supply;
    let most = figures.distance.len() as u8;
    let depot = supply::distance(d, p, pic, chain, area, most).map(|far| match far {
        0 => (figures.same_area * 2.0) as u8,
        far => figures.distance[usize::from(far) - 1] * 2,
    });
    // Beside an invasion depot it costs as at one area (ruling 62).
    let invasion = supply::beside_invasion(d, p, pic, chain, area).then_some(figures.corps_by_invasion * 2);
    let cost = [depot, invasion].into_iter().flatten().min()?;
    Some(cost * times)
}

/// What a besieged port costs, whatever is inside (empires 7.4.2.1.2): by sea through a depot inside, else by invasion
/// supply. None if neither reaches it, and then the besieged roll (empires 7.4.5).
pub fn port_cost(d: &Data, p: &Position, pic: &Picture, chain: &Chain, area: AreaId) -> Option<u8> {
    d.place(area).port?;
    let figures = &d.figures.supply;
    let cost = if !p.at(area).besieged {
        return None;
    } else if chain.inside.has(area) {
        (figures.besieged_port_by_sea * 2.0) as u8
    } else if supply::beside_invasion(d, p, pic, chain, area) {
        figures.besieged_port_by_invasion * 2
    } else {
        return None;
    };
    Some(cost * winter_times(d, p, area))
}

/// Money points for all that one power pays in a sequence: the halves are added and rounded up once (ruling 19).
pub fn bill(halves: u16) -> u16 {
    halves.div_ceil(2)
}
