//! Coordination (8.6.2), charges (8.7.1w) and Cohesion (8.7.1, 8.7.2) of both sides, all dice of them.

use super::assault::Open;
use super::{Branch, Case, Odds, Plan};
use crate::data::Fate;
use crate::play::Engine;
use crate::play::flight::FlightKind;
use crate::position::{ATTACKER, Attack, Combat, DEFENDER, Mode, Pieces, Position};

/// Rolls of coordination that are gone through; further ones fall as is likelier.
const ROLLS: usize = 6;

/// What dice of one side's Cohesion do.
#[derive(Clone, Copy, Default, PartialEq)]
struct Result {
    /// How many of the six dice do it.
    dice: u8,
    disorganised: Pieces,
    repulsed: Pieces,
    /// Who goes back one hex, those who follow included.
    retreat: Pieces,
    /// Who routs.
    rout: Pieces,
}

impl Engine<'_> {
    /// A combat from the coordination of supports on.
    pub(super) fn odds_fight(
        &self,
        q: &mut Position,
        attack: &Attack,
        plan: &Plan,
        at: Branch,
        out: &mut Odds,
    ) {
        let mut c = self.combat_of(q, attack);
        for who in [ATTACKER, DEFENDER] {
            let mut trains = c.support[who].meet(&plan.contact);
            if who == DEFENDER {
                let here = q.stack(1 - q.active, attack.target).meet(&plan.contact);
                trains = trains.with(&here.which(|u| self.works(q, u)));
            }
            c.support[who] = c.support[who].without(&trains);
            c.units[who] = c.units[who].with(&trains);
            c.contact = c.contact.with(&trains);
        }
        if !self.odds_any(&c, ATTACKER) {
            return;
        }
        if !self.odds_any(&c, DEFENDER) {
            return self.odds_cleared(&c, at, out);
        }
        let could = self.fight_could_charge(q, &c, ATTACKER).with(&self.fight_could_charge(q, &c, DEFENDER));
        for who in [ATTACKER, DEFENDER] {
            c.charging = c.charging.with(&self.odds_charge(q, &c, who));
        }
        let troops = c.units[DEFENDER].which(|u| self.class(u).is_troop());
        let case =
            Case { assault: plan.assault, rough: plan.rough, could, way_back: self.odds_way_back(q, troops) };
        let (rolls, n) = self.odds_coordination(q, &mut c, plan.rough);
        let mut open = Vec::new();
        for passed in 0..1u32 << n {
            let mut chance = 1.0;
            let mut half = c.half;
            for (i, (units, pass)) in rolls[..n].iter().enumerate() {
                if passed >> i & 1 == 1 {
                    chance *= pass;
                } else {
                    (chance, half) = (chance * (1.0 - pass), half.with(units));
                }
            }
            if chance > 0.0 {
                let c = Combat { half, ..c };
                self.odds_cohesion(q, &c, &case, at.part(chance), out, &mut open);
            }
        }
        self.odds_open(q, &open, &case.way_back, out);
    }

    /// The rolls of coordination that a combat needs, with their chances to succeed.
    fn odds_coordination(
        &self,
        q: &Position,
        c: &mut Combat,
        rough: bool,
    ) -> ([(Pieces, f64); ROLLS], usize) {
        let mut rolls = [(Pieces::EMPTY, 1.0); ROLLS];
        let mut n = 0;
        for who in [ATTACKER, DEFENDER] {
            let mut waiting = self.coordination_due(q, c, who);
            while let Some(first) = waiting.first() {
                let group = if q.rules.new_coordination { waiting } else { Pieces::one(first) };
                waiting = waiting.without(&group);
                let add: i8 = self.coordination_add(q, c.prepared, group).iter().sum();
                let tq = self.coordination_tq(q, group) as i8;
                let pass = (1..=6).filter(|die| die + add <= tq).count() as f64 / 6.0;
                if n < ROLLS && pass < 1.0 && !rough {
                    rolls[n] = (group, pass);
                    n += 1;
                } else if pass < 0.5 {
                    c.half = c.half.with(&group);
                }
            }
        }
        (rolls, n)
    }

    /// Both dice of Cohesion.
    fn odds_cohesion(
        &self,
        q: &Position,
        c: &Combat,
        case: &Case,
        at: Branch,
        out: &mut Odds,
        open: &mut Vec<Open>,
    ) {
        let (attack, defence) = (self.odds_results(q, c, ATTACKER), self.odds_results(q, c, DEFENDER));
        for a in attack.iter().filter(|a| a.dice > 0) {
            for d in defence.iter().filter(|d| d.dice > 0) {
                let at = at.part(f64::from(a.dice) * f64::from(d.dice) / 36.0);
                self.odds_meet(q, c, [a, d], case, at, out, open);
            }
        }
    }

    /// What each die does to a side; equal ones are one.
    fn odds_results(&self, q: &Position, c: &Combat, who: usize) -> [Result; 6] {
        let mut out = [Result::default(); 6];
        let checkers = self.cohesion_checkers(c, who);
        if checkers.is_empty() {
            out[0].dice = 6;
            return out;
        }
        // Neither the number to be added nor the TQ depends on the die.
        let mut over = [0i8; crate::data::UNITS];
        for u in checkers.iter() {
            over[usize::from(u)] = self.cohesion_add(q, c, who, u) - self.cohesion_tq(q, c, who, u) as i8;
        }
        let mut n = 0;
        for die in 1..=6i8 {
            let mut r = Result { dice: 1, ..Result::default() };
            for u in checkers.iter() {
                // A natural 1 always passes (orel 8.7.1b).
                let row = self.result_row(die + over[usize::from(u)]);
                let fate =
                    row.filter(|_| die > 1 && !c.inspired.has(u)).map_or(Fate::Passed, |r| r.cohesion[who]);
                match fate {
                    Fate::Passed => {}
                    Fate::Disorganised => r.disorganised.insert(u),
                    Fate::Repulsed => r.repulsed.insert(u),
                    Fate::GoodOrder | Fate::Retreat => r.retreat.insert(u),
                    Fate::Rout | Fate::Surrender => r.rout.insert(u),
                }
            }
            self.odds_follow(q, who, &mut r);
            let same = |o: &Result| Result { dice: 1, ..*o } == r;
            match out[..n].iter().position(same) {
                Some(i) => out[i].dice += 1,
                None => {
                    out[n] = r;
                    n += 1;
                }
            }
        }
        out
    }

    /// Guns and vehicles go with those of their hex (orel 8.7.2e to orel 8.7.2g).
    fn odds_follow(&self, q: &Position, who: usize, r: &mut Result) {
        let side = self.fight_side(q, who);
        let mut left = r.retreat.with(&r.rout);
        while let Some(first) = left.first() {
            let Some(hex) = q.hex(first) else { break };
            let here = left.which(|u| q.is_in(u, hex));
            left = left.without(&here);
            let kind = if here.within(&r.rout) { FlightKind::Rout } else { FlightKind::Retreat };
            let along = self.flight_followers(q, hex, side, here, kind);
            let with = if kind == FlightKind::Rout { &mut r.rout } else { &mut r.retreat };
            *with = with.with(&along);
        }
    }

    /// One result of each side: the hex is cleared, the attacker is halted, or there is an Assault.
    #[allow(clippy::too_many_arguments)]
    fn odds_meet(
        &self,
        q: &Position,
        c: &Combat,
        [a, d]: [&Result; 2],
        case: &Case,
        mut at: Branch,
        out: &mut Odds,
        open: &mut Vec<Open>,
    ) {
        let mut c = *c;
        let back = self.odds_price(q, &case.way_back, d.retreat, false);
        let rout = self.odds_price(q, &case.way_back, d.rout, true);
        out.lost[DEFENDER] += (back.steps + rout.steps) * at.weight;
        for (who, r) in [(ATTACKER, a), (DEFENDER, d)] {
            let leaving = r.retreat.with(&r.rout);
            c.units[who] = c.units[who].without(&leaving).without(&r.repulsed);
            c.support[who] = c.support[who].without(&leaving);
            if !r.rout.is_empty() {
                out.rout(&mut at, who);
            }
        }
        c.disorganised = a.disorganised.with(&d.disorganised);
        if back.surrender || !back.held.is_empty() {
            out.rout(&mut at, DEFENDER);
        }
        c.units[DEFENDER] = c.units[DEFENDER].with(&back.held);
        if !self.odds_any(&c, DEFENDER) {
            return self.odds_cleared(&c, at, out);
        }
        if !self.odds_any(&c, ATTACKER) {
            out.halted += at.weight;
            return;
        }
        if !case.assault {
            return;
        }
        out.assault += at.weight;
        if case.rough {
            return self.odds_roughly(q, &c, at, out);
        }
        if back.held.is_empty() {
            return self.odds_assault(q, c, back.held, case, at, open);
        }
        // A unit that could not leave is Routed where it stands (orel 8.5.1q).
        let mut there = *q;
        back.held.iter().for_each(|u| there.units.set_mode(u, Mode::Routed));
        self.odds_assault(&there, c, back.held, case, at, open);
    }
}
