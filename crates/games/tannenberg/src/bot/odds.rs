//! What an attack is expected to bring, exactly over the die.

use super::goals::place_worth;
use super::picture::{POINT, body_worth, hq_worth, step_worth};
use super::weights::Judgement;
use crate::Engine;
use crate::Sheet;
use crate::position::{Position, flag};
use sandtable_east::data::params::{Loss, Outcome};
use sandtable_east::data::pieces::MAX_UNITS;
use sandtable_east::data::{UnitId, UnitSet};
use sandtable_east::standard::results;
use sandtable_east::standard::retreat::legal;
use sandtable_east::standard::strength::{self, Attack};
use sandtable_east::standard::zones::enemy;
use std::cmp::Reverse;

/// A headquarters that falls with its reduced side still there.
const HQ_BACK: i32 = 2;

/// Whether a stack could go back from a hex, this many hexes.
pub(super) fn may_flee(e: &Engine<'_>, p: &Position, side: u8, hex: u16, left: u8) -> bool {
    let tcr = e.data.params.armies[usize::from(e.army_of(side))].tcr;
    let way =
        |from: u16| e.data.map.open(from).filter(move |s| legal(e.data, p, side, tcr, *s) && s.to != hex);
    match left {
        0 | 1 => way(hex).next().is_some(),
        _ => way(hex).any(|s| way(s.to).next().is_some()),
    }
}

/// What it costs to lose this many Steps of some units, the cheapest first; headquarters if nobody is left.
fn toll(sheet: &Sheet, p: &Position, units: UnitSet, mut owed: u8) -> i32 {
    let data = &sheet.data;
    let (mut steps, mut cheap) = (0u8, [(0i32, 0u8); 12]);
    let mut kinds = 0;
    for u in units.iter().filter(|u| !data.unit(*u).is_hq()) {
        let (worth, has) = (step_worth(sheet, u), p.steps(data, u));
        steps += has;
        if kinds < cheap.len() {
            cheap[kinds] = (worth, has);
            kinds += 1;
        }
    }
    let all = owed >= steps;
    cheap[..kinds].sort_unstable();
    let mut sum = 0;
    for (worth, has) in &cheap[..kinds] {
        let paid = owed.min(*has);
        sum += worth * i32::from(paid);
        owed -= paid;
    }
    let staffs = units.iter().filter(|u| all && data.unit(*u).is_hq());
    let hqs: i32 = staffs.map(|u| hq_worth(sheet, u) / HQ_BACK).sum();
    sum + hqs
}

/// The defenders of a hex and what they would lose by each answer.
pub(super) struct Stand {
    units: UnitSet,
    troops: UnitSet,
    walls: u8,
    wall_worth: i32,
    whole: i32,
    ground: i32,
    flees: [bool; 3],
}

impl Stand {
    /// Who stands in a hex.
    pub fn new((e, w): (&Engine<'_>, &Judgement), sheet: &Sheet, p: &Position, side: u8, hex: u16) -> Stand {
        let data = e.data;
        let units = strength::defenders(data, p, side, hex);
        let troops: UnitSet = units.iter().filter(|u| !data.unit(*u).is_hq()).collect();
        let fort = p.fort_at(data, side, hex);
        let walls = fort.map_or(0, |f| data.params.fortress.steps - p.fort_lost(f));
        let points = fort.map_or(0, |f| sheet.rules.worth(sheet.rules.fortress_class(data, f)).abs());
        Stand {
            units,
            troops,
            walls,
            wall_worth: w.wall + POINT * i32::from(points) / i32::from(data.params.fortress.steps.max(1)),
            whole: body_worth(sheet, p, units),
            ground: w.ground + place_worth(w, sheet, p, hex) / 2,
            flees: [true, may_flee(e, p, side, hex, 1), may_flee(e, p, side, hex, 2)],
        }
    }

    /// What a result costs the defender for an answer with one option, the affected Steps being `n` of an attacker of
    /// `size`.
    pub fn cost(
        &self,
        sheet: &Sheet,
        p: &Position,
        result: Outcome,
        choice: (Loss, u8),
        n: u8,
        size: u8,
    ) -> i32 {
        let params = &sheet.data.params;
        let (loss, retreat) = choice;
        let owed = match loss {
            Loss::None => 0,
            Loss::Half => n.div_ceil(2),
            Loss::All => n,
        };
        let alone =
            |walls: u8| i32::from(results::lone_fortress_loss(params, result, size, walls)) * self.wall_worth;
        if self.troops.is_empty() {
            return alone(self.walls);
        }
        if retreat == 0 {
            if self.walls > 0 {
                let owed = results::fortress_loss(params, result, n);
                let by_walls = owed.div_ceil(params.fortress.absorbs).min(self.walls);
                let rest = owed.saturating_sub(by_walls * params.fortress.absorbs);
                let units = toll(sheet, p, self.units, owed);
                let mixed = i32::from(by_walls) * self.wall_worth + toll(sheet, p, self.units, rest);
                return units.min(mixed);
            }
            return toll(sheet, p, self.units, owed);
        }
        let flees = self.flees[usize::from(retreat.min(2))];
        let paid = toll(sheet, p, self.units, owed);
        let walls = if self.walls > 0 { alone(self.walls) } else { 0 };
        walls + if flees { paid + self.ground } else { self.whole }
    }

    /// What a result costs the defender with the best answer.
    pub fn least(&self, sheet: &Sheet, p: &Position, result: Outcome, n: u8, size: u8) -> i32 {
        let options = results::options(&sheet.data.params, result);
        options.map(|c| self.cost(sheet, p, result, (c.loss, c.retreat), n, size)).min().unwrap_or(0)
    }
}

/// What attackers out of supply lose on the way to an attack, on the average.
fn hunger(sheet: &Sheet, p: &Position, units: UnitSet) -> i32 {
    let starving = units.iter().filter(|u| p.is(*u, flag::OUT_OF_SUPPLY | flag::FED));
    starving.map(|u| step_worth(sheet, u) * i32::from(p.steps(&sheet.data, u).div_ceil(2)) / 2).sum()
}

/// What an attack on a hex is expected to bring the attacker, six times over; none if it is too weak.
pub(super) fn six_fold(
    (e, w): (&Engine<'_>, &Judgement),
    sheet: &Sheet,
    p: &Position,
    attack: &Attack<'_>,
    shift: u8,
    stand: &Stand,
) -> Option<i32> {
    let data = e.data;
    let side = attack.units.iter().next().map(|u| data.unit(u).side)?;
    let strong = strength::attack_total(data, p, attack);
    let stands = strength::defence_total(data, p, enemy(side), attack.targets);
    let tcr = strength::tcr_of(data, p, attack.units);
    let column = strength::column(&data.params, tcr, strength::ratio(strong, stands)?)?;
    let column = strength::shifted(&data.params, tcr, column, shift);
    let change = strength::die_change(data, p, attack);
    let size = results::force(data, p, attack.units, []);
    let n = size.min(results::force(data, p, stand.troops, []) + stand.walls);
    let worse = results::out_of_command(data, p, stand.troops, false);
    let lost = results::out_of_command(data, p, attack.units, true);
    let mut sum = -6 * hunger(sheet, p, attack.units);
    for die in 1..=6 {
        let (mut ours, mut theirs) = results::look_up(&data.params, column, die + change)?;
        if lost {
            ours = results::worse_for_attacker(&data.params, ours);
        }
        if worse {
            theirs = results::worse_for_defender(&data.params, theirs);
        }
        sum += stand.least(sheet, p, theirs, n, size);
        let owed = results::attacker_loss(&data.params, ours, n);
        sum -= toll(sheet, p, attack.units.and(attack.heroes), owed) * w.blood / 100;
    }
    Some(sum)
}

/// The headquarters that could help an attack as it stands in the position: shifts by level, and heroes.
pub(super) fn helpers(e: &Engine<'_>, p: &Position, player: u8) -> (UnitSet, UnitSet) {
    let mut trial = *p;
    let (mut heroes, mut shifts) = (UnitSet::EMPTY, UnitSet::EMPTY);
    let data = e.data;
    let hqs: UnitSet = e.forces(p, player).iter().filter(|u| data.unit(*u).is_hq()).collect();
    for hq in hqs.iter() {
        if e.refuse(&trial, &crate::Action::Lead(hq)).is_none() {
            heroes.insert(hq);
            trial.combat.heroes.insert(hq);
        }
    }
    let value = |u: UnitId| e.own.hq_values(data, p, u).shift;
    let mut able = [None; MAX_UNITS];
    able.iter_mut().zip(hqs.iter()).for_each(|(slot, hq)| *slot = Some((Reverse(value(hq)), hq)));
    able[..hqs.len()].sort_unstable();
    for (_, hq) in able.into_iter().flatten().take_while(|(shift, _)| shift.0 > 0) {
        if e.refuse(&trial, &crate::Action::Shift(hq)).is_none() {
            shifts.insert(hq);
            trial.combat.shifts.insert(hq);
        }
    }
    (heroes, shifts)
}
