//! Meeting the enemy on the way: depots and duties to attack (7.3.6, 7.3.7).

use super::areaset::AreaSet;
use super::loose::OnDepot;
use super::movement::Mover;
use super::picture::Picture;
use super::position::{Depot, NOBODY, Position};
use super::{depots, supply};
use crate::data::Data;
use sandtable_board::AreaId;

/// What may be done with an enemy depot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taking {
    /// No enemy depot, or a garrison on it.
    Nothing,
    /// It may be destroyed (empires 7.3.6.1).
    Destroy,
    /// It may be destroyed or converted (empires 7.3.6.1(c)).
    Convert,
}

/// What a counter that enters an area may do with a depot there.
pub fn taking(d: &Data, p: &Position, power: u8, area: AreaId) -> Taking {
    let ground = p.at(area);
    let hostile = ground.depot.owner != NOBODY && p.at_war(power, ground.depot.owner);
    if !hostile || ground.guard.total() > 0 {
        Taking::Nothing
    } else if depots::may_convert(d, p, power, area) {
        Taking::Convert
    } else {
        Taking::Destroy
    }
}

/// Destroys an enemy depot. True if that fed the counter: one corps that ends its move there (empires 7.3.6.1(b)).
pub fn destroy(p: &mut Position, area: AreaId, by: Mover, ends_here: bool) -> bool {
    p.at_mut(area).depot = Depot::NONE;
    ends_here && matches!(by, Mover::Corps(_))
}

/// Makes an enemy depot the taker's, free of charge.
pub fn convert(p: &mut Position, area: AreaId, power: u8) {
    p.at_mut(area).depot = Depot { owner: power, old: false };
}

/// The owner of a garrisoned depot destroys it when an enemy enters, and the garrison surrenders (empires 7.3.6.2(c)). Says how
/// many factors that are.
pub fn burn(p: &mut Position, area: AreaId) -> u8 {
    let ground = p.at_mut(area);
    let lost = ground.guard.total();
    (ground.depot, ground.guard) = (Depot::NONE, OnDepot::NONE);
    lost
}

/// Where a power that stays out of a fight may step to (empires 7.3.8.4): adjacent areas that it may enter, and of these, if
/// there are any, only those no farther from its nearest supply source; an ally of the attacker goes nearer to it where it can
/// (empires 7.3.8.6). None means that it stays and is ignored (ruling 15).
pub fn step_aside(d: &Data, p: &Position, power: u8, area: AreaId, nearer: bool) -> AreaSet {
    let pic = Picture::new(d, p, power);
    let sources = supply::sources(d, p, &pic);
    let far = |a: AreaId| sources.iter().map(|s| d.board.distance(a, s)).min().unwrap_or(u8::MAX);
    let (mut any, mut as_near, mut near) = (AreaSet::NONE, AreaSet::NONE, AreaSet::NONE);
    for &(to, kind) in d.board.neighbours(area) {
        if p.may_enter(power, to) && pic.open(d, p, area, to, kind) {
            any.put(to);
            if far(to) <= far(area) {
                as_near.put(to);
            }
            if far(to) < far(area) {
                near.put(to);
            }
        }
    }
    let best = [near, as_near, any];
    let wanted = if nearer { &best[..] } else { &best[1..] };
    wanted.iter().copied().find(|s| !s.is_empty()).unwrap_or(AreaSet::NONE)
}
