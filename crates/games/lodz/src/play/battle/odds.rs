//! Strengths, odds, shifts and the column (7.12, 7.6, 8.3, 8.4, 9.2, 9.4, 10.3). Nothing here changes a position: players who weigh an
//! attack, guides and bots ask the same questions as the game.

use super::state::Assault;
use crate::data::{Cell, Feature, Hexes, Kind, RIVER_BIG, RIVER_NONE, RIVER_SMALL};
use crate::play::Engine;
use crate::position::{HexId, Pieces, Position, Works};

/// Why the column shifts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// All attackers are in command, not all defenders (lodz 10.32).
    AttackerCommand,
    /// All defenders are in command, not all attackers (lodz 10.33a).
    DefenderCommand,
    /// Ground of the defender's hex (lodz 7.62).
    Ground(Feature),
    /// Most of the attack comes over a small river (lodz 7.64a).
    River,
    /// Field fortifications (lodz 9.21).
    Works,
    /// Improved ones (lodz 9.25).
    Improved,
    /// A fortress (lodz 9.42b).
    Fortress,
    /// A fixed position, taken from the rear (lodz 9.43b).
    Rear,
}

/// A shift of the column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shift {
    /// Why.
    pub cause: Cause,
    /// Columns to the right; to the left if negative.
    pub by: i8,
}

/// How many shifts there can be.
pub const SHIFTS: usize = 14;

/// The figures of an attack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Odds {
    /// Strength of the attacking units, halved for swamp and big rivers.
    pub units: u16,
    /// Attack fire.
    pub fire: u16,
    /// The whole attack, halved before a fortress.
    pub attack: u16,
    /// The whole defence.
    pub defence: u16,
    /// Some attack out of swamp and are halved (lodz 7.61b).
    pub swamp: bool,
    /// Some attack over a big river and are halved (lodz 7.64b).
    pub river: bool,
    /// A fortress or a fixed position halves the whole (lodz 9.41a, lodz 9.42a).
    pub wall: bool,
    /// What swamp, big rivers and walls take off.
    pub less: [u16; 3],
    /// Headquarters alone: the last column without shifts (lodz 7.30a).
    pub lone_hq: bool,
    /// The hex whose ground counts (lodz 7.65).
    pub ground: Option<HexId>,
    /// The column before shifts, 0 for the first.
    pub base: u8,
    /// The column after them.
    pub column: u8,
    shifts: [Option<Shift>; SHIFTS],
}

impl Odds {
    /// The shifts in the order in which they are made.
    pub fn shifts(&self) -> impl Iterator<Item = Shift> + '_ {
        self.shifts.iter().flatten().copied()
    }

    fn shift(&mut self, cause: Cause, by: i8) {
        if by != 0
            && let Some(place) = self.shifts.iter_mut().find(|s| s.is_none())
        {
            *place = Some(Shift { cause, by });
        }
    }
}

/// What an attack can come to: for each throw from 2 to 12, how many of 36 it has and what it brings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    /// The figures.
    pub odds: Odds,
    /// Chances of 36 and results, for 2 to 12.
    pub throws: [(u8, Cell); 11],
}

impl Outlook {
    /// How many of 36 throws bring something.
    pub fn chance(&self, so: impl Fn(&Cell) -> bool) -> u8 {
        self.throws.iter().filter(|(_, cell)| so(cell)).map(|(n, _)| n).sum()
    }
}

/// The column of two totals (lodz 7.12c1, lodz R1): nearest whole number, a half in the defender's favour, between 1:4 and 10:1. `even` is
/// the column of 1:1, `last` the last one.
pub fn column_of(attack: u16, defence: u16, even: u8, last: u8) -> u8 {
    let (a, d) = (u32::from(attack), u32::from(defence));
    if d == 0 {
        return last;
    }
    if a == 0 {
        return 0;
    }
    if a >= d {
        let times = (2 * a + d - 1) / (2 * d);
        (u32::from(even) + times.max(1) - 1).min(u32::from(last)) as u8
    } else {
        let times = (2 * d + a) / (2 * a);
        u32::from(even).saturating_sub(times - 1) as u8
    }
}

impl Engine<'_> {
    /// A column in words: `3:1`.
    pub fn column_name(&self, column: u8) -> String {
        let even = self.d.charts.even;
        if column >= even { format!("{}:1", column - even + 1) } else { format!("1:{}", even - column + 1) }
    }

    fn last_column(&self) -> u8 {
        self.d.charts.combat[0].len() as u8 - 1
    }

    /// Whether a hex is a fortress or has a fixed position on any side (lodz 9.4).
    pub fn walled(&self, p: &Position, hex: HexId) -> bool {
        self.map(p).has(hex, Feature::Fortress) || p.fixed[usize::from(hex)] != 0
    }

    /// Whether a side of a hex is a wall: every side of a fortress, marked sides of a fixed position.
    fn wall_on(&self, p: &Position, hex: HexId, direction: u8) -> bool {
        self.map(p).has(hex, Feature::Fortress) || p.fixed[usize::from(hex)] >> direction & 1 == 1
    }

    /// Units that defend attacked hexes (lodz 7.24), but for those attacked before (lodz R18).
    pub fn defenders(&self, p: &Position, targets: &Hexes) -> Pieces {
        let there = targets.iter().flat_map(|h| p.at(h));
        there.filter(|u| p.side(*u) != p.active && self.fights_in(p, *u)).collect()
    }

    /// Whether only headquarters defend these hexes (lodz 7.30a).
    pub fn lone_hq(&self, p: &Position, targets: &Hexes) -> bool {
        let all = self.defenders(p, targets);
        !all.is_empty() && all.iter().all(|u| self.kind(u) == Kind::Hq)
    }

    /// Whether all infantry and cavalry of a force is in command; a force without any is not (lodz 10.31, lodz R56).
    pub fn all_commanded(&self, p: &Position, force: &Pieces) -> bool {
        let counted = force.which(|u| self.kind(u).is_line());
        !counted.is_empty() && counted.iter().all(|u| self.commanded(p, u))
    }

    /// Strength of the defence: units, artillery that stands without any (lodz 8.52), and defence fire (lodz 8.43).
    pub fn defence_strength(&self, p: &Position, a: &Assault) -> u16 {
        let all = self.defenders(p, &a.targets);
        let line = |h: HexId| all.iter().any(|u| p.hex(u) == Some(h) && self.kind(u).is_line());
        let guns = |h: HexId| all.iter().any(|u| p.hex(u) == Some(h) && self.kind(u) == Kind::Artillery);
        let alone = a.targets.iter().any(|h| guns(h) && !line(h));
        let units = all.iter().filter(|u| self.kind(*u).is_line()).map(|u| u16::from(self.strength(p, u)));
        let fire = a.defence.iter().map(|g| u16::from(self.defence_fire(p, g)));
        units.chain(fire).sum::<u16>() + if alone { u16::from(self.d.charts.lone_artillery) } else { 0 }
    }

    /// The figures of an attack. With several target hexes the ground of the one with most defenders counts, among equals the best
    /// for the defender (lodz 7.65).
    pub fn battle_odds(&self, p: &Position, a: &Assault) -> Odds {
        let all = self.defenders(p, &a.targets);
        let count = |h: HexId| all.iter().filter(|u| p.hex(*u) == Some(h)).count();
        let most = a.targets.iter().map(count).max().unwrap_or(0);
        let grounds = a.targets.iter().filter(|h| count(*h) == most);
        let odds = grounds.map(|h| self.odds_on(p, a, &all, Some(h)));
        let worst = odds.min_by_key(|o| (o.column, u32::from(o.attack) * 64 / u32::from(o.defence.max(1))));
        worst.unwrap_or_else(|| self.odds_on(p, a, &all, None))
    }

    /// What an attack can come to, exactly.
    pub fn battle_outlook(&self, p: &Position, a: &Assault) -> Outlook {
        let odds = self.battle_odds(p, a);
        let cell = |row: usize| self.d.charts.combat[row][usize::from(odds.column)];
        let throws = std::array::from_fn(|row| (6 - (row as i8 - 5).unsigned_abs(), cell(row)));
        Outlook { odds, throws }
    }

    /// The figures if the ground of one of the target hexes counts, or none.
    fn odds_on(&self, p: &Position, a: &Assault, all: &Pieces, ground: Option<HexId>) -> Odds {
        let (map, charts) = (self.map(p), &self.d.charts);
        // Plain, out of swamp, over a big river, both (lodz 7.61b, lodz 7.64b).
        let mut groups = [0u16; 4];
        let (mut over_river, mut over_wall) = (0, 0);
        for u in a.units.iter().filter(|u| self.is_unit(*u)) {
            let Some(hex) = p.hex(u) else { continue };
            let strength = u16::from(self.strength(p, u));
            let swamp = map.has(hex, Feature::Swamp);
            let side = ground.and_then(|ground| Some((ground, map.direction(ground, hex)?)));
            let river = side.map_or(RIVER_NONE, |(to, d)| map.river[usize::from(to)][usize::from(d)]);
            groups[usize::from(swamp) + 2 * usize::from(river == RIVER_BIG)] += strength;
            if river == RIVER_SMALL {
                over_river += strength;
            }
            if side.is_some_and(|(to, d)| self.wall_on(p, to, d)) {
                over_wall += strength;
            }
        }
        let all_strength: u16 = groups.iter().sum();
        let swamp = |n: u16| n.div_ceil(u16::from(charts.swamp_divides.max(1)));
        let river = |n: u16| n.div_ceil(u16::from(charts.big_river_divides.max(1)));
        let units = groups[0] + swamp(groups[1]) + river(groups[2]) + river(swamp(groups[3]));
        let fire: u16 = a.guns.iter().map(|g| u16::from(self.attack_fire(p, g))).sum();
        let fortress = ground.is_some_and(|hex| map.has(hex, Feature::Fortress));
        let fixed = !fortress && ground.is_some_and(|hex| p.fixed[usize::from(hex)] != 0);
        // At least half of the strength without artillery (lodz 9.41b, lodz R28).
        let wall = (fortress || fixed) && over_wall * 2 >= all_strength;
        let divides = if fortress { charts.fortress_divides } else { charts.fixed_divides };
        let attack = if wall { (units + fire).div_ceil(u16::from(divides.max(1))) } else { units + fire };
        let (out, over) = (groups[1] - swamp(groups[1]), groups[2] - river(groups[2]));
        let both = [groups[3] - swamp(groups[3]), swamp(groups[3]) - river(swamp(groups[3]))];
        let less = [out + both[0], over + both[1], units + fire - attack];
        let defence = self.defence_strength(p, a);
        let lone_hq = !all.is_empty() && all.iter().all(|u| self.kind(u) == Kind::Hq);
        let last = self.last_column();
        let base = if lone_hq { last } else { column_of(attack, defence, charts.even, last) };
        let mut odds = Odds {
            units,
            fire,
            attack,
            defence,
            swamp: groups[1] + groups[3] > 0,
            river: groups[2] + groups[3] > 0,
            wall,
            less,
            lone_hq,
            ground,
            base,
            column: base,
            shifts: [None; SHIFTS],
        };
        if let Some(ground) = ground.filter(|_| !lone_hq) {
            self.odds_shifts(p, a, all, ground, &mut odds, over_river * 2 > all_strength);
        }
        odds
    }

    /// The attacker's shifts first, which stop at the last column, then the defender's (lodz 7.12d2).
    fn odds_shifts(
        &self,
        p: &Position,
        a: &Assault,
        all: &Pieces,
        ground: HexId,
        odds: &mut Odds,
        over_river: bool,
    ) {
        let (map, charts) = (self.map(p), &self.d.charts);
        let (ours, theirs) = (self.all_commanded(p, &a.units), self.all_commanded(p, all));
        if ours && !theirs {
            odds.shift(Cause::AttackerCommand, charts.command_shift[0] as i8);
        }
        let right: i8 = odds.shifts().map(|s| s.by).sum();
        let after = odds.base.saturating_add_signed(right).min(self.last_column());
        let grounds = [
            (Feature::Forest, charts.forest),
            (Feature::City, charts.city),
            (Feature::Town, charts.town),
            (Feature::Swamp, charts.swamp),
            (Feature::Hills, charts.hills),
            (Feature::Mountain, charts.mountain),
            (Feature::Wetland, charts.wetland),
        ];
        for (feature, g) in grounds {
            if map.has(ground, feature) {
                odds.shift(Cause::Ground(feature), -(g.shift as i8));
            }
        }
        if over_river {
            odds.shift(Cause::River, -(charts.small_river_shift as i8));
        }
        let built_up = map.has(ground, Feature::Town) || map.has(ground, Feature::City);
        match p.works[usize::from(ground)] {
            Works::None => {}
            Works::Field if built_up => odds.shift(Cause::Works, -(charts.works_shift_built_up as i8)),
            Works::Field => odds.shift(Cause::Works, -(charts.works_shift as i8)),
            Works::Improved => odds.shift(Cause::Improved, -(charts.works_improved_shift as i8)),
        }
        if map.has(ground, Feature::Fortress) {
            if odds.wall {
                odds.shift(Cause::Fortress, -(charts.fortress_shift as i8));
            }
        } else if p.fixed[usize::from(ground)] != 0 && !odds.wall {
            odds.shift(Cause::Rear, -(charts.fixed_rear_shift as i8));
        }
        if theirs && !ours {
            odds.shift(Cause::DefenderCommand, -(charts.command_shift[1] as i8));
        }
        let all: i8 = odds.shifts().map(|s| s.by).sum();
        odds.column = after.saturating_add_signed(all - right);
    }
}
