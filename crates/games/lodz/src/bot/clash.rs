//! What an attack is worth, by the whole of the combat table: for each throw what both sides lose if each takes its part the way that
//! costs it least.

use super::weights::ScriptWeights;
use crate::data::{Feature, Hexes, Kind, RIVER_BIG, RIVER_SMALL};
use crate::play::Engine;
use crate::play::battle::column_of;
use crate::position::{Flag, HexId, Pieces, Position, UnitId, Works};
use sandtable_ops::Id;

/// What a unit is worth: the strength of its face in full brigades' levels; guns and staffs as weighted.
pub fn value(engine: &Engine<'_>, p: &Position, w: &ScriptWeights, unit: UnitId) -> f32 {
    let def = engine.def(unit);
    match def.kind {
        Kind::Artillery => w.gun * f32::from(def.attack_fire) / 4.0,
        Kind::Hq => w.staff,
        _ => f32::from(def.strength[usize::from(p.units.cel(unit)).min(2)]) / 3.5 + 0.15,
    }
}

/// The hexes in command of a side, some hexes more for staffs that can still move.
pub fn staffed(engine: &Engine<'_>, p: &Position, side: u8, more: u8) -> Hexes {
    let map = engine.map(p);
    let range = engine.d.charts.command_range + more;
    let mut out = Hexes::EMPTY;
    for hq in p.units.on_map_of(side).filter(|u| engine.kind(*u) == Kind::Hq) {
        let Some(hex) = p.hex(hq) else { continue };
        let far = map.distances(hex).iter().enumerate();
        far.filter(|(_, far)| **far <= range).for_each(|(h, _)| out.insert(HexId::of(h)));
    }
    out
}

/// An enemy hex as a target.
#[derive(Clone, Copy, Debug)]
pub struct Foe {
    /// The hex.
    pub hex: HexId,
    /// Strength of the units, and of the artillery that may help.
    pub line: u16,
    pub fire: f32,
    /// Columns to the left, no matter who attacks.
    pub shift: i8,
    /// Rivers and walls by direction.
    pub river: [u8; 6],
    pub walls: u8,
    fortress: bool,
    /// CEL, and the worth of all troops, guns and staffs.
    pub cel: u8,
    pub troops: f32,
    pub train: f32,
    /// Worth of the hex.
    pub worth: f32,
    /// Whether they could go back one hex, and two.
    pub escape: [bool; 2],
    /// Whether they are all in command.
    pub commanded: bool,
    /// Whether nobody but headquarters is there.
    pub staff_only: bool,
}

/// A force that attacks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Force {
    groups: [u16; 4],
    over_river: u16,
    over_wall: u16,
    /// Attack fire.
    pub fire: u16,
    /// Units, CEL and their worth.
    pub units: u8,
    pub cel: u8,
    pub troops: f32,
    /// Whether somebody is out of command.
    pub astray: bool,
    /// What would be lost by going back: trenches, victory hexes.
    pub stake: f32,
}

impl Force {
    /// One unit more, which attacks a foe from a hex.
    pub fn add(&mut self, sp: u16, swamp: bool, foe: &Foe, direction: u8) {
        let river = foe.river[usize::from(direction)];
        self.groups[usize::from(swamp) + 2 * usize::from(river == RIVER_BIG)] += sp;
        if river == RIVER_SMALL {
            self.over_river += sp;
        }
        if foe.walls >> direction & 1 == 1 {
            self.over_wall += sp;
        }
        self.units += 1;
    }
}

/// Artillery of a side within range of a hex that could help in its defence, by what share.
fn helping_fire(engine: &Engine<'_>, p: &Position, w: &ScriptWeights, side: u8, hex: HexId) -> f32 {
    let map = engine.map(p);
    let mut sum = 0.0;
    for u in p.units.on_map_of(side) {
        let ready =
            engine.kind(u) == Kind::Artillery && !p.has(u, Flag::Marching) && !p.has(u, Flag::Defended);
        if !ready {
            continue;
        }
        let Some(from) = p.hex(u) else { continue };
        let far = map.distance(from, hex);
        if far == 0 {
            sum += f32::from(engine.defence_fire(p, u));
        } else if far <= engine.d.charts.artillery_range && !p.has(u, Flag::Contact) {
            sum += f32::from(engine.defence_fire(p, u)) * w.gun_share;
        }
    }
    sum
}

impl Foe {
    /// The enemies in a hex, as those in `of` would attack them. `worth` is what the hex itself is worth.
    pub fn new(
        engine: &Engine<'_>,
        p: &Position,
        w: &ScriptWeights,
        hex: HexId,
        enemy: u8,
        staffs: &Hexes,
        worth: f32,
    ) -> Foe {
        let map = engine.map(p);
        let at = usize::from(hex);
        let there: Pieces = p
            .at(hex)
            .filter(|u| p.side(*u) == enemy && engine.kind(*u).is_unit() && !p.has(*u, Flag::Beaten))
            .collect();
        let lines = there.which(|u| engine.kind(u).is_line());
        let guns = there.which(|u| engine.kind(u) == Kind::Artillery);
        let mut line: u16 = lines.iter().map(|u| u16::from(engine.strength(p, u))).sum();
        if lines.is_empty() && !guns.is_empty() {
            line += u16::from(engine.d.charts.lone_artillery);
        }
        let built = map.has(hex, Feature::Town) || map.has(hex, Feature::City);
        let c = &engine.d.charts;
        let works = match p.works[at] {
            Works::None => 0,
            Works::Field if built => c.works_shift_built_up,
            Works::Field => c.works_shift,
            Works::Improved => c.works_improved_shift,
        };
        let fortress = map.has(hex, Feature::Fortress);
        let escape = |n: u8| engine.retreat_possible(p, &there, hex, n);
        Foe {
            hex,
            line,
            fire: if lines.is_empty() { 0.0 } else { helping_fire(engine, p, w, enemy, hex) },
            shift: map.shift[at] as i8 + works as i8 + if fortress { c.fortress_shift as i8 } else { 0 },
            river: map.river[at],
            walls: if fortress { 0x3f } else { p.fixed[at] },
            fortress,
            cel: there.iter().map(|u| p.units.cel(u)).sum(),
            troops: lines.iter().map(|u| value(engine, p, w, u)).sum(),
            train: there.without(&lines).iter().map(|u| value(engine, p, w, u)).sum(),
            worth: worth + if works > 0 { 0.2 } else { 0.0 },
            escape: [escape(1), escape(2)],
            commanded: !lines.is_empty() && staffs.has(hex),
            staff_only: lines.is_empty() && guns.is_empty(),
        }
    }

    /// Both at once, for an attack on several hexes.
    pub fn with(&self, o: &Foe) -> Foe {
        let ground = if o.cel > self.cel || (o.cel == self.cel && o.shift > self.shift) { o } else { self };
        Foe {
            line: self.line + o.line,
            fire: self.fire.max(o.fire),
            cel: self.cel + o.cel,
            troops: self.troops + o.troops,
            train: self.train + o.train,
            worth: self.worth + o.worth,
            escape: [self.escape[0] && o.escape[0], self.escape[1] && o.escape[1]],
            commanded: self.commanded && o.commanded,
            staff_only: self.staff_only && o.staff_only,
            ..*ground
        }
    }

    /// The column of a force against this foe.
    pub fn column(&self, engine: &Engine<'_>, force: &Force) -> u8 {
        let c = &engine.d.charts;
        let last = c.combat[0].len() as u8 - 1;
        if self.staff_only {
            return last;
        }
        let all: u16 = force.groups.iter().sum();
        let half = |n: u16, by: u8| n.div_ceil(u16::from(by.max(1)));
        let units = force.groups[0]
            + half(force.groups[1], c.swamp_divides)
            + half(force.groups[2], c.big_river_divides)
            + half(half(force.groups[3], c.swamp_divides), c.big_river_divides);
        let wall = self.walls != 0 && force.over_wall * 2 >= all;
        let mut attack = units + force.fire;
        if wall {
            attack = half(attack, if self.fortress { c.fortress_divides } else { c.fixed_divides });
        }
        let defence = self.line + self.fire as u16;
        let mut column = column_of(attack, defence, c.even, last) as i8;
        if !force.astray && !self.commanded {
            column = (column + c.command_shift[0] as i8).min(last as i8);
        }
        column -= self.shift;
        if self.fortress && !wall {
            column += c.fortress_shift as i8;
        }
        if force.over_river * 2 > all {
            column -= c.small_river_shift as i8;
        }
        if force.astray && self.commanded {
            column -= c.command_shift[1] as i8;
        }
        column.clamp(0, last as i8) as u8
    }
}

/// Chance that a roll disorganizes troops of a side.
pub fn wavers(engine: &Engine<'_>, side: u8) -> f32 {
    let from = i32::from(engine.d.charts.disorganized_from[if side == 0 { 0 } else { 2 }]);
    (from..=12).map(|n| 6 - (n - 7).abs()).sum::<i32>() as f32 / 36.0
}

/// What an attack is worth to the attacker.
pub fn expect(engine: &Engine<'_>, w: &ScriptWeights, side: u8, foe: &Foe, force: &Force) -> f32 {
    if force.units == 0 {
        return 0.0;
    }
    let column = usize::from(foe.column(engine, force));
    let c = &engine.d.charts;
    let (ours, theirs) = (wavers(engine, side), wavers(engine, 1 - side));
    let (va, vd) = (force.troops / f32::from(force.cel.max(1)), foe.troops / f32::from(foe.cel.max(1)));
    let everything = foe.troops + foe.train;
    let mut sum = 0.0;
    for (row, cells) in c.combat.iter().enumerate() {
        let chance = (6 - (row as i32 - 5).abs()) as f32 / 36.0;
        let cell = cells[column];
        let (n, m) = (f32::from(cell.retreat[0]), f32::from(cell.loss[0]));
        let mut cost = m * va;
        if cell.retreat[0] > 0 {
            cost += (n * va).min(w.fall_back + n * w.fall_back_hex + force.stake);
        }
        if cell.disorganized[0] {
            cost += w.disorder * f32::from(force.cel);
        } else if cell.dot || cell.retreat[0] >= c.attacker_rolls_from {
            cost += ours * w.disorder * f32::from(force.cel);
        }
        let cost = cost.min(force.troops);
        let (n, m) = (cell.retreat[1], cell.loss[1]);
        let pay =
            |levels: u8| if levels >= foe.cel { everything + foe.worth } else { f32::from(levels) * vd };
        let mut harm = pay(m);
        if n > 0 {
            let fled = foe.escape[usize::from(n > 1)];
            let rolls = f32::from(c.defender_rolls[usize::from(n).min(5)]);
            let flee = if !fled {
                everything + foe.worth
            } else {
                let shaken = 1.0 - (1.0 - theirs).powf(rolls);
                harm + foe.train
                    + foe.worth
                    + f32::from(n) * w.push
                    + shaken * w.disorder * f32::from(foe.cel)
            };
            harm = flee.min(pay(m + n));
        }
        if cell.disorganized[1] {
            harm += w.disorder * f32::from(foe.cel);
        }
        sum += chance * (harm * w.enemy - cost * w.own);
    }
    if foe.staff_only { foe.train } else { sum }
}
