//! Movement (tannenberg 5.1, tannenberg 5.2): what a step costs and how far a unit gets.

use crate::data::map::{HexSet, NODES, Step};
use crate::data::params::rank;
use crate::data::{Data, UnitId};
use crate::engine::Adds;
use crate::position::{Position, flag};
use crate::standard::zones::{enemy, enemy_holds, headquarters, in_enemy_zone};
use sandtable_ops::search::{UNREACHED, spread};

/// Where a unit can get, and with what it arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The most points left in each hex or node; [`UNREACHED`] elsewhere.
    pub left: [u8; NODES],
    /// The hexes and nodes, the start left out.
    pub hexes: HexSet,
}

impl Reach {
    pub(super) const NOTHING: Reach = Reach { left: [UNREACHED; NODES], hexes: HexSet::EMPTY };

    /// Points left on arrival in a hex.
    pub fn arrives(&self, hex: u16) -> Option<u8> {
        self.hexes.has(hex).then(|| self.left[usize::from(hex)])
    }
}

/// Movement Allowance for this phase: half, but at least 1, out of supply (tannenberg 9.21a); headquarters keep theirs
/// (tannenberg 10.35).
pub fn allowance(data: &Data, p: &Position<impl Adds>, unit: UnitId) -> u8 {
    let u = data.unit(unit);
    let printed = if u.is_hq() { u.front.movement } else { u.face(p.lost[unit.index()]).movement };
    if p.is(unit, flag::OUT_OF_SUPPLY) && !u.is_hq() {
        (printed / data.params.supply.movement_divided_by).max(data.params.supply.least)
    } else {
        printed
    }
}

/// MP that a unit has left (tannenberg 5.14a).
pub fn mp_left(data: &Data, p: &Position<impl Adds>, unit: UnitId) -> u8 {
    allowance(data, p, unit).saturating_sub(p.spent[unit.index()])
}

/// Whether a unit may march in this phase (tannenberg 5.17, tannenberg 5.35b).
pub fn may_march(p: &Position<impl Adds>, unit: UnitId) -> bool {
    !p.is(unit, flag::OUT_OF_COMMAND | flag::ENTRAINED | flag::STOPPED) && p.hex(unit).is_some()
}

/// Something about to march: a unit, or several that go as one (tannenberg 18.31).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct March {
    /// Whose.
    pub side: u8,
    /// Its competence.
    pub tcr: u8,
    /// From where.
    pub start: u16,
    /// MP left.
    pub mp: u8,
    /// Has spent none and may always go a hex (tannenberg 5.17).
    pub fresh: bool,
    /// Can attack, so that headquarters alone give way to it (tannenberg 10.52c).
    pub attacks: bool,
}

impl March {
    /// A unit about to march, if it may.
    pub fn of(data: &Data, p: &Position<impl Adds>, unit: UnitId) -> Option<March> {
        let start = p.hex(unit).filter(|_| may_march(p, unit))?;
        let u = data.unit(unit);
        Some(March {
            side: u.side,
            tcr: data.tcr(unit),
            start,
            mp: mp_left(data, p, unit),
            fresh: p.spent[unit.index()] == 0 && data.params.minimum_move > 0,
            attacks: !u.is_hq() && u.face(p.lost[unit.index()]).attack > 0,
        })
    }

    /// Whether it may enter a hex at all: no enemy there (tannenberg 5.13a, tannenberg 5.13b) except headquarters alone,
    /// which give way to a unit that can attack (tannenberg 10.52c).
    pub fn enters(&self, data: &Data, p: &Position<impl Adds>, enemy_hqs: &HexSet, hex: u16) -> bool {
        !enemy_holds(data, p, self.side, hex) && (!enemy_hqs.has(hex) || self.attacks)
    }

    /// MP of a step: terrain (tannenberg 5.12), with 1 more for a hex in an enemy zone (tannenberg 7.21,
    /// tannenberg 7.22), and as much to spare beside something that may have one (tannenberg 18.41c).
    pub fn cost(&self, data: &Data, p: &Position<impl Adds>, doubtful: &HexSet, step: Step) -> u8 {
        let at = rank(self.tcr);
        let zone = in_enemy_zone(p, self.side, step.to) || doubtful.has(step.to);
        step.cost[at] + if zone { data.map.zone_cost[at] } else { 0 }
    }
}

/// How far a unit can march with the MP it has left. A unit that has spent none may always go a hex, whatever it costs
/// (tannenberg 5.17), but never over a closed side or into the enemy.
pub fn reach(data: &Data, p: &Position<impl Adds>, unit: UnitId) -> Reach {
    let march = March::of(data, p, unit);
    march.map_or(Reach::NOTHING, |m| reach_of(data, p, &m, &HexSet::EMPTY))
}

/// The same for any march. In `doubtful` hexes something may be learned: the march stops there, and goes on as another.
pub fn reach_of(data: &Data, p: &Position<impl Adds>, march: &March, doubtful: &HexSet) -> Reach {
    let mut out = Reach::NOTHING;
    let enemy_hqs = headquarters(data, p, enemy(march.side));
    let start = march.start;
    out.left[usize::from(start)] = march.mp;
    let mut open = HexSet::one(start);
    if march.fresh {
        for step in data.map.open(start).filter(|s| march.enters(data, p, &enemy_hqs, s.to)) {
            let rest = march.mp.saturating_sub(march.cost(data, p, doubtful, step));
            out.left[usize::from(step.to)] = rest;
            out.hexes.insert(step.to);
            open.insert(step.to);
        }
    }
    let reached = spread(&mut out.left, open, |hex, here, visit| {
        if hex != start && doubtful.has(hex) {
            return;
        }
        for step in data.map.open(hex).filter(|s| march.enters(data, p, &enemy_hqs, s.to)) {
            if let Some(rest) = here.checked_sub(march.cost(data, p, doubtful, step)) {
                visit(step.to, rest);
            }
        }
    });
    out.hexes.join(&reached);
    out.hexes.remove(start);
    out
}

/// Room for the hexes of a march or ride.
pub const MAX_PATH: usize = 96;

/// A way, hex by hex, the start left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path {
    hexes: [u16; MAX_PATH],
    len: u8,
}

impl Path {
    /// No step.
    pub const EMPTY: Path = Path { hexes: [0; MAX_PATH], len: 0 };

    /// The hexes from the first to the last.
    pub fn hexes(&self) -> &[u16] {
        &self.hexes[..usize::from(self.len)]
    }

    /// Puts a hex before the others.
    pub(super) fn before(&mut self, hex: u16) {
        if usize::from(self.len) < MAX_PATH {
            self.hexes.copy_within(..usize::from(self.len), 1);
            self.hexes[0] = hex;
            self.len += 1;
        }
    }
}

/// The cheapest way to a hex that a march reaches.
pub fn path(
    data: &Data,
    p: &Position<impl Adds>,
    march: &March,
    doubtful: &HexSet,
    reach: &Reach,
    to: u16,
) -> Path {
    let mut out = Path::EMPTY;
    let mut at = to;
    while at != march.start && usize::from(out.len) < MAX_PATH {
        out.before(at);
        let left = reach.left[usize::from(at)];
        let came = |from: &u16| {
            let here = reach.left[usize::from(*from)];
            let passed = *from == march.start || !doubtful.has(*from);
            let step = data.map.step(*from, at);
            here != UNREACHED
                && passed
                && step.is_some_and(|s| here.checked_sub(march.cost(data, p, doubtful, s)) == Some(left))
        };
        // A first hex may cost more than there was (tannenberg 5.17).
        let mut near = data.map.open(at).map(|s| s.to);
        at = near.find(came).unwrap_or(march.start);
    }
    out
}
