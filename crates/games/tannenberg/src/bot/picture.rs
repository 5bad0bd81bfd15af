//! How the field looks to a side at a moment: what the enemy can bring against each hex, where supply reaches, and what
//! is worth going for.

use super::goals::{find_goals, place_worth, places};
use super::survey::{find_foes, find_railheads, supplied};
use super::weights::{FINE, Judgement};
use crate::Engine;
use crate::Sheet;
use crate::play::reason;
use crate::play::{DE, RU};
use crate::position::{Position, flag};
use sandtable_board::Hex;
use sandtable_east::data::map::{HexSet, MAX_HEXES};
use sandtable_east::data::params::rank;
use sandtable_east::data::pieces::{Kind, MAX_UNITS};
use sandtable_east::data::{Data, UnitId, UnitSet};
use sandtable_east::standard::strength::fort_strength;

/// All values are in tenths of a victory point.
pub(super) const POINT: i32 = 10;
/// What strength is worth beyond the points of a Step.
const STRENGTH: i32 = 2;
/// How far the directions of enemies are looked for.
const NEAR: u16 = 4;
/// How much of the threat counts at the end of an enemy's reach, percent.
const FAR_SHARE: u16 = 50;

impl Goal {
    /// How much it draws from where it is.
    pub fn draws(&self, w: &Judgement) -> i32 {
        self.weight - if self.sent >= self.need { w.enough } else { 0 }
    }

    /// How much it draws from so far away, in fine parts.
    pub fn pull(&self, w: &Judgement, far: u16) -> i32 {
        FINE * self.draws(w) - w.way * i32::from(far)
    }
}

/// Something to go for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    /// Where.
    pub hex: u16,
    /// What it is worth.
    pub weight: i32,
    /// Strength that it takes.
    pub need: i32,
    /// Strength on its way.
    pub sent: i32,
}

/// An enemy stack, or what may be one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foe {
    pub hex: u16,
    pub attack: u16,
    pub defence: u16,
    pub reach: u16,
    pub troops: bool,
}

/// How the field looks.
pub(super) struct Picture {
    pub side: u8,
    pub player: u8,
    /// Whether the enemy has no turn left.
    pub last: bool,
    /// Attack strength that the enemy can bring against a hex in its next turn.
    pub threat: [u16; MAX_HEXES],
    /// Directions, as bits, in which enemies stand near.
    pub around: [u8; MAX_HEXES],
    /// Distance to the nearest enemy.
    pub far: [u8; MAX_HEXES],
    /// Attack strength that we can bring against a hex in this turn.
    pub power: [u16; MAX_HEXES],
    /// Hexes where a unit would be in supply.
    pub supplied: HexSet,
    /// Hexes to the nearest of them.
    pub hungry: [u8; MAX_HEXES],
    /// Railheads, and the SP that live off each.
    pub railheads: Vec<(u16, i32)>,
    pub goals: Vec<Goal>,
    pub foes: Vec<Foe>,
    /// What being in a hex is worth for its points.
    pub place: [i16; MAX_HEXES],
    /// How much the goals draw from each hex in fine parts, unless a goal has got enough since.
    pub pull: [i16; MAX_HEXES],
    pub stale: bool,
    /// The same for those who only pretend.
    pub lure: [i16; MAX_HEXES],
    enticed: bool,
    /// The weights of the side.
    pub w: Judgement,
}

/// Nothing draws from here.
const NOTHING: i16 = i16::MIN / 2;

/// Room for goals: towns, and enemies wherever they stand.
const GOALS: usize = 2 * MAX_UNITS;

impl Default for Picture {
    /// A picture of nothing, which is nobody's.
    fn default() -> Picture {
        Picture {
            side: 0,
            player: u8::MAX,
            last: false,
            threat: [0; MAX_HEXES],
            around: [0; MAX_HEXES],
            far: [u8::MAX; MAX_HEXES],
            power: [0; MAX_HEXES],
            supplied: HexSet::EMPTY,
            hungry: [u8::MAX; MAX_HEXES],
            railheads: Vec::new(),
            goals: Vec::new(),
            foes: Vec::new(),
            place: [0; MAX_HEXES],
            pull: [NOTHING; MAX_HEXES],
            stale: true,
            lure: [NOTHING; MAX_HEXES],
            enticed: false,
            w: Judgement::default(),
        }
    }
}

/// Carries what stands in some hexes outwards, less by a step for each hex, so that every hex holds the most.
fn carry(data: &Data, field: &mut [i16; MAX_HEXES], step: i16, from: &[Goal]) {
    let mut open: HexSet = from.iter().map(|g| g.hex).collect();
    while !open.is_empty() {
        let mut next = HexSet::EMPTY;
        for hex in open.iter() {
            let worth = field[usize::from(hex)] - step;
            for to in data.map.steps(hex).map(|s| s.to) {
                let there = &mut field[usize::from(to)];
                if *there < worth {
                    *there = worth;
                    next.insert(to);
                }
            }
        }
        open = next;
    }
}

/// What a Step of a unit is worth to its side.
pub(super) fn step_worth(sheet: &Sheet, unit: UnitId) -> i32 {
    let u = sheet.data.unit(unit);
    let why = if u.side == DE { reason::GERMAN_STEPS } else { reason::RUSSIAN_STEPS };
    let force = i32::from(u.front.attack + u.front.defence) * STRENGTH / i32::from(u.steps.max(1));
    let depot = if u.kind == Kind::Depot { POINT } else { 0 };
    POINT * i32::from(sheet.rules.worth(why).abs()) + force + depot
}

/// What a headquarters is worth.
pub(super) fn hq_worth(sheet: &Sheet, hq: UnitId) -> i32 {
    let why = if sheet.data.unit(hq).side == DE { reason::GERMAN_HQ } else { reason::RUSSIAN_HQ };
    POINT * i32::from(sheet.rules.worth(why).abs()) + 20
}

/// What a group of units is worth.
pub(super) fn body_worth(sheet: &Sheet, p: &Position, units: UnitSet) -> i32 {
    let one = |u: UnitId| match sheet.data.unit(u).is_hq() {
        true => hq_worth(sheet, u),
        false => i32::from(p.steps(&sheet.data, u)) * step_worth(sheet, u),
    };
    units.iter().map(one).sum()
}

/// Attack strength of some units.
pub(super) fn attack_of(data: &Data, p: &Position, units: UnitSet) -> i32 {
    units.iter().map(|u| i32::from(data.unit(u).face(p.lost[u.index()]).attack)).sum()
}

/// Defence strength of some units.
pub(super) fn defence_of(data: &Data, p: &Position, units: UnitSet) -> i32 {
    let troops = units.iter().filter(|u| !data.unit(*u).is_hq());
    troops.map(|u| i32::from(data.unit(u).face(p.lost[u.index()]).defence)).sum()
}

impl Picture {
    /// Looks at the field.
    pub fn draw(&mut self, e: &Engine<'_>, sheet: &Sheet, p: &Position, player: u8, w: &Judgement) {
        self.outline(e, p, player, w);
        find_railheads(e, p, self.side, &mut self.railheads);
        self.measure(e.data);
        self.starve(e.data);
        self.muster(e, p);
        let mut goals = std::mem::take(&mut self.goals);
        find_goals(e, sheet, p, self, &mut goals);
        self.goals = goals;
        for hex in places(sheet) {
            self.place[usize::from(hex)] = place_worth(w, sheet, p, hex) as i16;
        }
    }

    /// Only what the enemy can do, and where supply reaches.
    pub fn outline(&mut self, e: &Engine<'_>, p: &Position, player: u8, w: &Judgement) {
        let side = e.own.side_of(player);
        let range = if side == RU { 3 } else { 4 };
        let old = std::mem::take(self);
        // The lists keep their room.
        (self.railheads, self.goals, self.foes) = (old.railheads, old.goals, old.foes);
        self.railheads.clear();
        self.goals.clear();
        self.foes.clear();
        (self.side, self.player, self.w) = (side, player, *w);
        self.last = p.turn >= e.own.last_turn() && p.phasing != e.data.params.first;
        self.supplied = supplied(e, p, side, range);
        find_foes(e, p, side, &mut self.foes);
        self.shade(e.data);
    }

    /// The same on a new sheet.
    pub fn sketch(e: &Engine<'_>, p: &Position, player: u8, w: &Judgement) -> Picture {
        let mut out = Picture::default();
        out.outline(e, p, player, w);
        out
    }

    /// A picture of nothing with room for whatever may come.
    pub fn blank() -> Picture {
        let (goals, foes) = (Vec::with_capacity(GOALS), Vec::with_capacity(MAX_UNITS));
        Picture { railheads: Vec::with_capacity(MAX_UNITS), goals, foes, ..Picture::default() }
    }

    /// It is out of date; nothing uses it any longer.
    pub fn forget(&mut self) {
        self.player = u8::MAX;
    }

    /// Measures again how the goals draw, if one of them has got enough since.
    pub fn refresh(&mut self, data: &Data) {
        if !self.stale {
            return;
        }
        self.stale = false;
        self.pull = [NOTHING; MAX_HEXES];
        for goal in &self.goals {
            let at = &mut self.pull[usize::from(goal.hex)];
            *at = (*at).max((FINE * goal.draws(&self.w)) as i16);
        }
        carry(data, &mut self.pull, self.w.way as i16, &self.goals);
    }

    /// Strength goes to a goal.
    pub fn send(&mut self, goal: usize, strength: i32) {
        if let Some(goal) = self.goals.get_mut(goal) {
            let before = goal.draws(&self.w);
            goal.sent += strength;
            self.stale |= goal.draws(&self.w) != before;
        }
    }

    /// How much the goals draw dummies.
    pub fn entice(&mut self, data: &Data) {
        if self.enticed {
            return;
        }
        self.enticed = true;
        self.lure = [NOTHING; MAX_HEXES];
        for goal in &self.goals {
            let at = &mut self.lure[usize::from(goal.hex)];
            *at = (*at).max((goal.weight / 4) as i16);
        }
        carry(data, &mut self.lure, 1, &self.goals);
    }

    /// Measures how far each hex is from the nearest enemy.
    fn measure(&mut self, data: &Data) {
        let mut open: HexSet = self.foes.iter().filter(|f| f.troops).map(|f| f.hex).collect();
        let mut seen = open;
        let mut far = 0u8;
        while !open.is_empty() {
            let mut next = HexSet::EMPTY;
            for hex in open.iter() {
                self.far[usize::from(hex)] = far;
                for to in data.map.steps(hex).map(|s| s.to) {
                    if !seen.has(to) {
                        seen.insert(to);
                        next.insert(to);
                    }
                }
            }
            (open, far) = (next, far.saturating_add(1));
        }
    }

    fn shade(&mut self, data: &Data) {
        let topology = data.map.board.topology();
        for foe in self.foes.iter().filter(|f| f.troops) {
            for hex in topology.within(Hex(foe.hex), foe.reach.max(NEAR)) {
                let (far, at) = (data.map.distance(foe.hex, hex.0), usize::from(hex.0));
                if far < foe.reach {
                    self.threat[at] += foe.attack;
                } else if far == foe.reach {
                    self.threat[at] += foe.attack * FAR_SHARE / 100;
                }
                if far <= NEAR && far > 0 {
                    let toward = |next: Hex| data.map.distance(next.0, foe.hex) < far;
                    if let Some((d, ..)) = topology.neighbours(hex).find(|(_, _, next)| toward(*next)) {
                        self.around[at] |= 1 << d.0;
                    }
                }
            }
        }
    }

    /// Measures how far each hex is from supply.
    fn starve(&mut self, data: &Data) {
        let mut open: HexSet = self.supplied.iter().filter(|h| usize::from(*h) < MAX_HEXES).collect();
        let mut far = 0;
        while !open.is_empty() && far < 12 {
            open.iter().for_each(|h| self.hungry[usize::from(h)] = far);
            far += 1;
            let mut next = HexSet::EMPTY;
            for hex in open.iter() {
                let fresh = data.map.open(hex).filter(|s| self.hungry[usize::from(s.to)] == u8::MAX);
                fresh.for_each(|s| next.insert(s.to));
            }
            open = next;
        }
    }

    /// Adds up what we could bring against each hex.
    fn muster(&mut self, e: &Engine<'_>, p: &Position) {
        let data = e.data;
        for unit in e.forces(p, self.player).iter().filter(|u| data.unit(*u).has_zone()) {
            let Some(hex) = p.hex(unit).filter(|_| !p.is(unit, flag::OUT_OF_COMMAND | flag::ENTRAINED))
            else {
                continue;
            };
            let (u, face) = (data.unit(unit), data.unit(unit).face(p.lost[unit.index()]));
            let attack = if u.kind == Kind::Cavalry { 0 } else { face.attack };
            let reach = u16::from(face.movement.saturating_sub(1));
            for at in data.map.board.topology().within(Hex(hex), reach) {
                self.power[usize::from(at.0)] += u16::from(attack);
            }
        }
    }

    /// What a stack of this much defence and worth may expect to lose in a hex in the enemy's next turn.
    pub fn danger(&self, e: &Engine<'_>, p: &Position, hex: u16, defence: i32, worth: i32) -> i32 {
        if self.last && p.phasing == self.side {
            return 0;
        }
        let data = e.data;
        let fort = p.fort_at(data, self.side, hex).map_or(0, |f| i32::from(fort_strength(data, p, f)));
        let stands = (defence * i32::from(data.map.at(hex).times) + fort).max(1);
        let threat = i32::from(self.threat[usize::from(hex)]);
        let percent = match 10 * threat / stands {
            0..=4 => 0,
            5..=7 => 2,
            8..=9 => 4,
            10..=14 => 9,
            15..=19 => 14,
            20..=29 => 22,
            30..=39 => 32,
            _ => 42,
        };
        // A unit that may not go back through zones is lost where enemies stand all round.
        let tcr = data.params.armies[usize::from(e.army_of(self.side))].tcr;
        let ringed = !data.params.retreat_in_zone[rank(tcr)];
        let round = match self.around[usize::from(hex)].count_ones() {
            0..=2 => 10,
            3 => {
                if ringed {
                    14
                } else {
                    11
                }
            }
            4 => {
                if ringed {
                    19
                } else {
                    12
                }
            }
            _ => {
                if ringed {
                    24
                } else {
                    13
                }
            }
        };
        worth * percent * round / 1000 * self.w.caution / 100
    }
}
