//! The Assault (8.8): its dice, losses, and the Morale of the loser.

use super::way_back::WayBack;
use super::{Branch, Case, Odds};
use crate::data::{ArtRow, Class, Fate};
use crate::play::Engine;
use crate::position::{ATTACKER, Combat, DEFENDER, Mode, Pieces, Position, UnitId};
use sandtable_ops::id::Maybe;

/// An Assault with its dice thrown, and the chance of it.
pub(super) struct Open {
    c: Combat,
    /// Those who could not leave.
    held: Pieces,
    row: ArtRow,
    at: Branch,
}

/// In how many of 36 ways two dice make 2 to 12.
const WAYS: [u8; 11] = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];

impl Engine<'_> {
    /// All Assault dice of a combat are put on the list; rows that are equal are one, on whatever way they were reached.
    pub(super) fn odds_assault(
        &self,
        q: &Position,
        mut c: Combat,
        held: Pieces,
        case: &Case,
        at: Branch,
        open: &mut Vec<Open>,
    ) {
        for who in [ATTACKER, DEFENDER] {
            // Cavalry that may not charge any more dismounts; what may now decides again (orel 8.8.1b).
            let riders = c.units[who].which(|u| self.class(u) == Class::Cavalry);
            let able = riders.which(|u| self.may_charge(q, &c, u));
            c.charging = c.charging.without(&riders.without(&able));
            let new = self.odds_charge(q, &c, who).without(&case.could);
            c.charging = c.charging.with(&new);
        }
        let add = self.assault_add(q, &c);
        // Who fires at half and who charges is in the sum already.
        (c.half, c.charging) = (Pieces::EMPTY, Pieces::EMPTY);
        let mut put = |row: ArtRow, ways: u8| {
            let at = at.part(f64::from(ways) / 36.0);
            let same = |o: &&mut Open| {
                o.row == row && o.at.routed == at.routed && o.held == held && o.c.units == c.units && o.c == c
            };
            match open.iter_mut().find(same) {
                Some(o) => o.at.weight += at.weight,
                None => open.push(Open { c, held, row, at }),
            }
        };
        let (mut row, mut ways) = (self.assault_row(2 + add), 0u8);
        for (sum, n) in (2i8..).zip(WAYS) {
            let found = self.assault_row(sum + add);
            if found != row {
                put(row, ways);
                (row, ways) = (found, 0);
            }
            ways += n;
        }
        put(row, ways);
    }

    /// The Assault in rough figures: losses by the table, and one unit checks Morale for all.
    pub(super) fn odds_roughly(&self, q: &Position, c: &Combat, at: Branch, out: &mut Odds) {
        let add = self.assault_add(q, c);
        let steps = [ATTACKER, DEFENDER].map(|who| self.assault_steps(q, c, who));
        let main = self.assault_line_of(c, DEFENDER).iter().max_by_key(|u| (q.steps(*u), *u));
        let over = main.map_or(0, |u| self.morale_add(q, c, DEFENDER, u, 0) - self.tq(q, u) as i8);
        for (sum, n) in (2i8..).zip(WAYS) {
            let row = self.assault_row(sum + add);
            let weight = at.weight * f64::from(n) / 36.0;
            let loser = usize::from(row.loser.min(1));
            out.beaten[loser] += weight;
            for who in [ATTACKER, DEFENDER] {
                out.lost[who] += weight * f64::from(row.losses[who].min(steps[who]));
            }
            if loser == DEFENDER {
                let leaves = (1..=6).filter(|die| {
                    let fate = main.map(|u| self.morale_fate_over(c, DEFENDER, u, *die, over + row.morale));
                    !matches!(fate, Some(Fate::Passed | Fate::Disorganised | Fate::Repulsed))
                });
                let gone = weight * leaves.count() as f64 / 6.0;
                out.cleared += gone;
                out.taken += gone;
            }
        }
    }

    /// Whatever stands on the list comes about.
    pub(super) fn odds_open(&self, q: &mut Position, open: &[Open], way_back: &WayBack, out: &mut Odds) {
        for o in open {
            // A unit that could not leave is Routed where it stands (orel 8.5.1q).
            let modes: [Mode; 8] =
                std::array::from_fn(|i| o.held.iter().nth(i).map_or(Mode::Combat, |u| q.mode(u)));
            o.held.iter().for_each(|u| q.units.set_mode(u, Mode::Routed));
            self.odds_row(q, &o.c, o.row, way_back, o.at, out);
            o.held.iter().zip(modes).for_each(|(u, mode)| q.units.set_mode(u, mode));
        }
    }

    /// Losses by a row, then Morale.
    fn odds_row(
        &self,
        q: &mut Position,
        c: &Combat,
        row: ArtRow,
        way_back: &WayBack,
        at: Branch,
        out: &mut Odds,
    ) {
        let loser = usize::from(row.loser.min(1));
        let due = self.assault_losses(q, c, row);
        out.beaten[loser] += at.weight;
        let kept = (q.combat, q.assault);
        (q.combat, q.assault.hit, q.assault.first) = (*c, Pieces::EMPTY, [Maybe::NONE; 2]);
        (q.combat.hurt, q.combat.lost, q.combat.dead) = (Pieces::EMPTY, [0; 2], [Pieces::EMPTY; 2]);
        let all = c.units[ATTACKER].with(&c.units[DEFENDER]);
        let mut steps = [0u8; crate::data::UNITS];
        all.iter().for_each(|u| steps[usize::from(u)] = q.steps(u));
        for who in [loser, 1 - loser] {
            for _ in 0..due[who] {
                let Some(unit) = self.odds_victim(q, &q.combat, who) else { break };
                self.odds_hit(q, who, unit);
                out.lost[who] += at.weight;
            }
        }
        let under_fire = [ATTACKER, DEFENDER].map(|who| self.under_fire(c, who));
        self.odds_morale(q, (loser, row.morale), under_fire, way_back, at, out);
        for u in all.iter() {
            q.units.set_steps(u, steps[usize::from(u)]);
        }
        (q.combat, q.assault) = kept;
    }

    /// A unit takes a loss; nobody takes a second one before everybody has one (orel 8.8.2c).
    fn odds_hit(&self, q: &mut Position, who: usize, unit: UnitId) {
        let line = self.assault_line_of(&q.combat, who);
        if line.within(&q.assault.hit) {
            q.assault.hit = q.assault.hit.without(&line);
        }
        q.assault.hit.insert(unit);
        if q.assault.first[who].is_none() {
            q.assault.first[who] = unit.into();
        }
        q.combat.lost[who] += 1;
        q.combat.hurt.insert(unit);
        let left = q.steps(unit).saturating_sub(1);
        q.units.set_steps(unit, left);
        if left == 0 {
            q.combat.units[who].remove(unit);
            q.combat.dead[who].insert(unit);
        }
    }

    /// The loser's Morale die, and what is left of the hex.
    fn odds_morale(
        &self,
        q: &Position,
        (loser, m): (usize, i8),
        under_fire: [bool; 2],
        way_back: &WayBack,
        mut at: Branch,
        out: &mut Odds,
    ) {
        let mut c = q.combat;
        let is_combat = |u: UnitId| self.class(u).is_combat();
        let fell = c.dead[DEFENDER].iter().any(is_combat);
        if fell && !c.units[DEFENDER].iter().any(is_combat) {
            // Guns whose infantry is dead rout without a check (orel 8.8.2i).
            let guns = c.units[DEFENDER].which(|u| self.class(u).is_gun());
            if !guns.is_empty() {
                out.lost[DEFENDER] += self.odds_price(q, way_back, guns, true).steps * at.weight;
                out.rout(&mut at, DEFENDER);
            }
            // Vehicles flee with them, or are lost with all others (orel 9h).
            c.units[DEFENDER] = Pieces::EMPTY;
        }
        let men = |hex| q.at(hex).any(|v| self.class(v).is_troop() && q.steps(v) > 0);
        let alone = |u: UnitId| !q.hex(u).is_some_and(men);
        c.units[ATTACKER] = c.units[ATTACKER].which(|u| !self.class(u).is_vehicle() || !alone(u));
        if self.morale_units(&c, loser).is_empty() {
            if !self.odds_any(&c, DEFENDER) {
                self.odds_emptied(&c, loser, at, out);
            }
            return;
        }
        let tests = self.odds_tests(q, &c, under_fire);
        // A vehicle that is hit counts no more in the Morale check; a heavy train is only damaged (orel 9e).
        let fails = f64::from(self.d.charts.attack.vehicle_test) / 6.0;
        for hit in 0..1u32 << tests.len() {
            let hits = hit.count_ones() as i32;
            let chance = fails.powi(hits) * (1.0 - fails).powi(tests.len() as i32 - hits);
            let lost = tests.iter().zip(0..).filter(|(u, i)| hit >> i & 1 == 1 && q.steps(*u) <= 1);
            let lost: Pieces = lost.map(|(u, _)| u).collect();
            let c = Combat { units: c.units.map(|units| units.without(&lost)), ..c };
            self.odds_dice(q, &c, (loser, m), way_back, at.part(chance), out);
        }
    }

    /// Vehicles that test for damage before the Morale check (orel 9e); by option no more than steps were lost (orel 9g).
    fn odds_tests(&self, q: &Position, c: &Combat, under_fire: [bool; 2]) -> Pieces {
        let mut out = Pieces::EMPTY;
        for who in [ATTACKER, DEFENDER] {
            if c.lost[who] == 0 || !under_fire[who] {
                continue;
            }
            let most = if q.rules.vehicle_tests { usize::from(c.lost[who]) } else { usize::MAX };
            let vehicles = c.units[who].which(|u| self.class(u).is_vehicle());
            out = out.with(&vehicles.iter().take(most).collect());
        }
        out
    }

    /// The six Morale dice; equal ones are one.
    fn odds_dice(
        &self,
        q: &Position,
        c: &Combat,
        (loser, m): (usize, i8),
        way_back: &WayBack,
        at: Branch,
        out: &mut Odds,
    ) {
        let checkers = self.morale_units(c, loser);
        // Neither the number to be added nor the TQ depends on the die.
        let mut over = [0i8; crate::data::UNITS];
        for u in checkers.iter() {
            over[usize::from(u)] = self.morale_add(q, c, loser, u, m) - self.tq(q, u) as i8;
        }
        let (mut fates, mut dice) = ([Pieces::EMPTY; 3], 0u8);
        for die in 1..=6 {
            let mut now = [Pieces::EMPTY; 3];
            for u in checkers.iter() {
                match self.morale_fate_over(c, loser, u, die, over[usize::from(u)]) {
                    Fate::Surrender => now[2].insert(u),
                    Fate::Rout => now[1].insert(u),
                    Fate::Retreat | Fate::GoodOrder => now[0].insert(u),
                    Fate::Passed | Fate::Disorganised | Fate::Repulsed => {}
                }
            }
            if now != fates && dice > 0 {
                self.odds_fates(
                    q,
                    c,
                    (loser, checkers, fates),
                    way_back,
                    at.part(f64::from(dice) / 6.0),
                    out,
                );
                dice = 0;
            }
            (fates, dice) = (now, dice + 1);
        }
        self.odds_fates(q, c, (loser, checkers, fates), way_back, at.part(f64::from(dice) / 6.0), out);
    }

    /// What a Morale die does: who goes back, routs, surrenders.
    fn odds_fates(
        &self,
        q: &Position,
        c: &Combat,
        (loser, checkers, [mut back, mut rout, mut given_up]): (usize, Pieces, [Pieces; 3]),
        way_back: &WayBack,
        mut at: Branch,
        out: &mut Odds,
    ) {
        let mut c = *c;
        let leaving = back.with(&rout).with(&given_up);
        if loser == DEFENDER && checkers.within(&leaving) {
            // Guns share the lot of their stack (orel 8.7.2e, orel 8.7.2f, orel 8.8.2m).
            let guns = c.units[DEFENDER].which(|u| self.class(u).is_gun()).without(&leaving);
            let lot = match (back.is_empty(), rout.is_empty()) {
                (false, _) => &mut back,
                (true, false) => &mut rout,
                (true, true) => &mut given_up,
            };
            *lot = lot.with(&guns);
        }
        if !rout.is_empty() || !given_up.is_empty() {
            out.rout(&mut at, loser);
        }
        let steps: u8 = given_up.iter().map(|u| q.steps(u)).sum();
        out.lost[loser] += f64::from(steps) * at.weight;
        let mut held = Pieces::EMPTY;
        if loser == DEFENDER {
            let prices =
                [self.odds_price(q, way_back, back, false), self.odds_price(q, way_back, rout, true)];
            out.lost[DEFENDER] += (prices[0].steps + prices[1].steps) * at.weight;
            held = prices[0].held;
            if prices[0].surrender || !held.is_empty() {
                out.rout(&mut at, DEFENDER);
            }
        }
        c.units[loser] = c.units[loser].without(&back).without(&rout).without(&given_up).with(&held);
        if !self.odds_any(&c, DEFENDER) {
            self.odds_emptied(&c, loser, at, out);
        }
    }

    /// The hex is empty after an Assault; the loser may not enter it (orel 8.8.3b).
    fn odds_emptied(&self, c: &Combat, loser: usize, at: Branch, out: &mut Odds) {
        if loser == DEFENDER {
            self.odds_cleared(c, at, out);
        } else {
            out.cleared += at.weight;
        }
    }
}
