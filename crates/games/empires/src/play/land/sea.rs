//! Ports, blockades and routes over the sea, as far as supply asks (7.4.3, 7.4.4).

use super::position::{FleetAt, Position};
use crate::data::Data;
use sandtable_board::{AreaId, SeaId};

/// Whether an enemy fleet is in the blockade box of a port.
pub fn blockaded(p: &Position, power: u8, port: AreaId) -> bool {
    p.fleets.iter().any(|f| f.at == FleetAt::Box(port) && p.at_war(power, f.power))
}

/// Whether a fleet of the power or an ally lies in a port.
pub fn fleet_in(p: &Position, power: u8, port: AreaId) -> bool {
    p.fleets.iter().any(|f| f.at == FleetAt::Port(port) && p.friends(power, f.power))
}

/// The sea of a port that a power can use: friendly and not blockaded.
pub fn usable_port(d: &Data, p: &Position, power: u8, port: AreaId) -> Option<SeaId> {
    let sea = d.place(port).port?;
    let usable = p.friendly_city(d, power, port) && !blockaded(p, power, port);
    usable.then_some(sea)
}

/// Whether a power may trace supply into the Dardanelles (empires 7.4.3.3, empires 7.4.4.6): the holder of Constantinople
/// has to allow it; if no power does, nobody is asked.
fn straits_open(d: &Data, p: &Position, power: u8) -> bool {
    let held = p.city_of(d, d.figures.straits.1);
    match p.power_of(held) {
        Some(holder) => holder == power || p.straits >> power & 1 == 1,
        None => true,
    }
}

/// Whether supply can be traced over the sea. Enemy fleets at sea do not cut it (empires 7.4.3.2); ice does in winter at
/// either end, and so do the Dardanelles without leave.
pub fn route(d: &Data, p: &Position, power: u8, from: SeaId, to: SeaId) -> bool {
    let seas = &d.board.parts().seas;
    let winter = p.winter(d);
    if winter && (seas[from.index()].ice || seas[to.index()].ice) {
        return false;
    }
    let shut = if straits_open(d, p, power) { None } else { Some(d.figures.straits.0) };
    if Some(from) == shut || Some(to) == shut {
        return false;
    }
    let mut reached: u32 = 1 << from.0;
    loop {
        let mut next = reached;
        for (i, sea) in seas.iter().enumerate().filter(|(i, _)| reached >> i & 1 == 1) {
            debug_assert!(i < 32);
            for near in sea.near.iter().filter(|s| Some(**s) != shut) {
                next |= 1 << near.0;
            }
        }
        if next >> to.0 & 1 == 1 {
            return true;
        }
        if next == reached {
            return false;
        }
        reached = next;
    }
}
