//! Meeting the enemy on the way: depots and duties to attack (7.3.6, 7.3.7).

use super::areaset::AreaSet;
use super::movement::Mover;
use super::picture::Picture;
use super::position::{Depot, Garrison, NOBODY, Position, Spot};
use super::{depots, supply};
use crate::data::{Empires, POWERS};
use sandtable_board::AreaId;

/// What a counter meets in an area that it enters or stops in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// Nobody who matters to it.
    Nobody,
    /// Enemy corps in the field: it stops and attacks (empires 7.3.7.1).
    Corps,
    /// Only cossacks, freikorps or a depot garrison: it attacks if it ends its move there (empires 7.3.7.2).
    Minor,
    /// Enemies inside the city only: it passes, stops, or besieges (empires 7.3.7.1(b)).
    City,
}

/// Who a corps meets. Guerillas alone force nothing (ruling 13).
pub fn meeting(d: &Empires, p: &Position, pic: &Picture, area: AreaId) -> Meeting {
    let ground = p.at(area);
    let enemy = |n: u8| n != NOBODY && p.at_war(pic.power, n);
    let guerilla =
        |q: u8| super::movement::irregular(d, q).is_some_and(|i| i.0 == crate::data::LooseKind::Guerilla);
    let raiders =
        (0..POWERS as u8).any(|q| ground.irregulars[usize::from(q)] > 0 && enemy(q) && !guerilla(q));
    let city = ground.garrison.total() > 0 && enemy(ground.garrison.nation)
        || p.corps_at(Spot::City(area)).any(|i| enemy(p.corps[i].power));
    if pic.enemy_field.has(area) {
        Meeting::Corps
    } else if raiders || ground.guard.total() > 0 && enemy(ground.guard.nation) {
        Meeting::Minor
    } else if city {
        Meeting::City
    } else {
        Meeting::Nobody
    }
}

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
pub fn taking(d: &Empires, p: &Position, power: u8, area: AreaId) -> Taking {
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
    (ground.depot, ground.guard) = (Depot::NONE, Garrison::NONE);
    lost
}

/// Where a power that stays out of a fight may step to (empires 7.3.8.4): adjacent areas that it may enter, and of these, if
/// there are any, only those no farther from its nearest supply source. None means that it stays and is ignored (ruling 15).
pub fn step_aside(d: &Empires, p: &Position, power: u8, area: AreaId) -> AreaSet {
    let pic = Picture::new(d, p, power);
    let sources = supply::sources(d, p, &pic);
    let far = |a: AreaId| sources.iter().map(|s| d.board.distance(a, s)).min().unwrap_or(u8::MAX);
    let (mut any, mut near) = (AreaSet::NONE, AreaSet::NONE);
    for &(to, kind) in d.board.neighbours(area) {
        if p.may_enter(power, to) && pic.open(d, p, area, to, kind) {
            any.put(to);
            if far(to) <= far(area) {
                near.put(to);
            }
        }
    }
    if near.is_empty() { any } else { near }
}
