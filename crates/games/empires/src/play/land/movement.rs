//! Movement (7.3.1, 7.3.2): allowances, costs, stops.

use super::picture::Picture;
use super::position::{FleetAt, Position, Spot};
use crate::data::{Data, Kind, LooseKind, Symbol};
use sandtable_board::{AreaId, LinkKind};
use sandtable_core::Refusal;
use serde::{Deserialize, Serialize};

/// What moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Mover {
    /// A corps.
    Corps(usize),
    /// A cossack, freikorps or guerilla of a power, one counter.
    Irregular(u8),
}

/// Why a counter may not take a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoStep {
    /// 7.3.1
    Apart,
    /// 7.3(c)
    Access,
    /// 7.3.1.3.3(b)
    Fleet,
    /// 7.3.2.3
    Points,
    /// 7.3.2.1
    Stopped,
    /// 7.3.4
    Besieged,
    /// 7.3.1.2
    NoForce,
}

impl From<NoStep> for Refusal {
    fn from(no: NoStep) -> Refusal {
        let (rule, why) = match no {
            NoStep::Apart => ("7.3.1", "these areas are not joined"),
            NoStep::Access => ("7.3(c)", "its power may not be there"),
            NoStep::Fleet => ("7.3.1.3.3(b)", "an enemy fleet closes the crossing"),
            NoStep::Points => ("7.3.2.3", "it has not enough movement points left"),
            NoStep::Stopped => ("7.3.2.1", "it has stopped for an enemy corps"),
            NoStep::Besieged => ("7.3.4", "it is besieged"),
            NoStep::NoForce => ("7.3.1.2", "it cannot force march"),
        };
        Refusal::new(rule, why)
    }
}

/// A move under way: what later rules ask of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct March {
    /// What moves.
    pub mover: Mover,
    /// Whose it is.
    pub power: u8,
    /// Where it began.
    pub start: AreaId,
    /// Where it is.
    pub at: AreaId,
    /// Movement points left.
    pub points: u8,
    /// Whether the extra point of a force march has been taken.
    pub forced: bool,
    /// Areas entered.
    pub entered: u8,
    /// Lowest forage value of the areas entered; of the first area while none has been.
    pub forage: u8,
    /// Whether it has been outside its power's territory.
    pub abroad: bool,
    /// Whether it has stopped for an enemy corps.
    pub stopped: bool,
    /// Whether the last step crossed a river or an arrow (7.5.2.7.1).
    pub over_water: bool,
}

/// Movement points of a corps (empires 7.3.1.1): those of its counter; minors whose 3 stands in parentheses have more
/// under French control.
pub fn allowance(d: &Data, p: &Position, corps: usize) -> u8 {
    let def = p.def(d, corps);
    let unit = &p.corps[corps];
    let french = unit.power == crate::data::FRANCE;
    match (unit.movement, def.movement_french) {
        (0, Some(more)) if french => more,
        (0, _) => def.movement,
        (own, _) => own,
    }
}

/// Whether a corps may force march (empires 7.3.1.2): not with the symbol of cavalry, and not while landing.
pub fn may_force(d: &Data, p: &Position, corps: usize) -> bool {
    let def = p.def(d, corps);
    let mounted = def.symbol == Symbol::Cavalry || matches!(def.kind, Kind::Cavalry | Kind::Light);
    !mounted && !matches!(p.corps[corps].spot, Spot::Fleet(_))
}

/// The kind and allowance of a power's irregulars.
pub fn irregular(d: &Data, power: u8) -> Option<(LooseKind, u8)> {
    let of = |l: &&crate::data::Loose| l.power == power && l.kind != LooseKind::Fleet;
    d.loose.iter().find(of).map(|l| (l.kind, l.movement))
}

/// What a step costs (empires 7.3.1.3), and whether it crosses water. None if the areas are not joined.
pub fn cost(d: &Data, p: &Position, pic: &Picture, from: AreaId, to: AreaId) -> Option<u8> {
    let kind = d.board.link(from, to)?;
    let figures = &d.figures.movement;
    // Any unbesieged enemy corps of the area counts for the river; by the option only those outside the city (ruling 72).
    let held = pic.enemy_field.has(to) || p.river_city && pic.enemy_city.has(to);
    let more = match kind {
        LinkKind::Land => 0,
        LinkKind::River if held => figures.river,
        LinkKind::River => 0,
        LinkKind::Crossing => figures.crossing,
    };
    Some(d.place(to).cost + more)
}

impl March {
    /// A counter begins to move. Leaving a city costs nothing (empires 7.3.4), but a besieged one is not left.
    pub fn begin(d: &Data, p: &Position, mover: Mover, from: AreaId) -> Result<March, NoStep> {
        let (power, points) = match mover {
            Mover::Corps(i) if p.besieged(i) => return Err(NoStep::Besieged),
            Mover::Corps(i) => (p.corps[i].power, allowance(d, p, i)),
            Mover::Irregular(power) => (power, irregular(d, power).ok_or(NoStep::Points)?.1),
        };
        Ok(March {
            mover,
            power,
            start: from,
            at: from,
            points,
            forced: false,
            entered: 0,
            forage: d.place(from).forage,
            abroad: !p.own_territory(power, from),
            stopped: false,
            over_water: false,
        })
    }

    /// Takes the extra point of a force march.
    pub fn force(&mut self, d: &Data, p: &Position) -> Result<(), NoStep> {
        match self.mover {
            Mover::Corps(i) if may_force(d, p, i) && !self.forced => {
                self.forced = true;
                self.points += d.figures.movement.force_march;
                Ok(())
            }
            _ => Err(NoStep::NoForce),
        }
    }

    /// What the next step would cost, or why it cannot be taken.
    pub fn check(&self, d: &Data, p: &Position, pic: &Picture, to: AreaId) -> Result<u8, NoStep> {
        let kind = d.board.link(self.at, to).ok_or(NoStep::Apart)?;
        let full = cost(d, p, pic, self.at, to).ok_or(NoStep::Apart)?;
        let guerilla = matches!(self.mover, Mover::Irregular(q)
            if irregular(d, q).is_some_and(|i| i.0 == LooseKind::Guerilla));
        if self.stopped {
            return Err(NoStep::Stopped);
        }
        if !p.may_enter(self.power, to) && !p.leaves_by(d, self.power, self.at, to) {
            return Err(NoStep::Access);
        }
        // The rule names corps, cossacks and freikorps; guerillas have no ships either, but it lets them pass.
        if !guerilla && !pic.open(d, p, self.at, to, kind) {
            return Err(NoStep::Fleet);
        }
        // A guerilla moves one area, whatever the terrain (empires 7.3.1.1(d)).
        let price = if guerilla { 1 } else { full };
        if price > self.points {
            return Err(NoStep::Points);
        }
        Ok(price)
    }

    /// Takes a step.
    pub fn step(&mut self, d: &Data, p: &Position, pic: &Picture, to: AreaId) -> Result<(), NoStep> {
        self.points -= self.check(d, p, pic, to)?;
        let place = d.place(to);
        // Of a corps that moves the area in which it started never counts, not even if it comes back (empires 7.4.1.1(b)).
        if self.entered == 0 {
            self.forage = place.forage;
        } else if to != self.start {
            self.forage = self.forage.min(place.forage);
        }
        self.over_water = d.board.link(self.at, to) != Some(LinkKind::Land);
        self.entered = self.entered.saturating_add(1);
        // What was left behind does not matter for empires 7.4.1.2.5, what was entered does.
        let outside = !p.own_territory(self.power, to);
        self.abroad = if self.entered == 1 { outside } else { self.abroad || outside };
        self.at = to;
        // Corps stop for corps in the field; irregulars for nobody (empires 7.3.2.1, empires 7.3.2.2).
        self.stopped = matches!(self.mover, Mover::Corps(_)) && pic.enemy_field.has(to);
        Ok(())
    }
}

/// Where a corps on a fleet may land (empires 7.3.5): beside the sea, or in the area of the port (empires 7.3.5(b)).
pub fn may_land(d: &Data, p: &Position, corps: usize, area: AreaId) -> bool {
    let Spot::Fleet(fleet) = p.corps[corps].spot else { return false };
    let beside = match p.fleets[usize::from(fleet)].at {
        FleetAt::Sea(sea) => d.board.area(area).seas.contains(&sea),
        FleetAt::Port(port) | FleetAt::Box(port) => port == area,
        FleetAt::Off => false,
    };
    beside && p.may_enter(p.corps[corps].power, area)
}

/// Whether it may land in a besieged friendly port instead of the area, which takes room (empires 7.3.5(d)).
pub fn may_land_inside(d: &Data, p: &Position, corps: usize, area: AreaId) -> bool {
    let port = d.place(area).port.is_some() && p.at(area).besieged;
    let friendly = p.friendly_city(d, p.corps[corps].power, area);
    let room = super::garrison::city_room(d, p, area);
    port && friendly && room >= p.corps[corps].total() && may_land(d, p, corps, area)
}

/// Lands a corps. It has no points left for anything (empires 7.3.5(c)) and counts as having crossed a river.
pub fn land(d: &Data, p: &mut Position, corps: usize, area: AreaId) -> Result<March, NoStep> {
    if !may_land(d, p, corps, area) {
        return Err(NoStep::Apart);
    }
    p.corps[corps].spot = Spot::Field(area);
    let mut march = March::begin(d, p, Mover::Corps(corps), area)?;
    let pic = Picture::new(d, p, march.power);
    (march.points, march.entered, march.over_water) = (0, 1, true);
    march.stopped = pic.enemy_field.has(area);
    Ok(march)
}
