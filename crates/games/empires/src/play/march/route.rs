//! Ways to areas farther off: the cheapest, and of these the one with the best forage, as long as nothing happens on it.

use super::no;
use crate::data::POWERS;
use crate::play::Engine;
use crate::play::land::areaset::AREAS;
use crate::play::land::movement::{March, Mover, NoStep};
use crate::play::land::position::{FleetAt, NOBODY};
use crate::play::land::{Picture, Position};
use sandtable_board::AreaId;
use sandtable_core::Refusal;
use sandtable_ops::{ArrayList, with_scratch};
use std::cell::Cell;

/// How the marching counter gets to each area: its march there, and the area before.
pub(crate) type Ways = [Option<(March, AreaId)>; AREAS];

/// Areas that a counter enters one after the other: no more than its movement points.
pub(super) type Path = ArrayList<AreaId, STEPS>;
const STEPS: usize = 16;

thread_local! {
    static QUEUE: Cell<Vec<March>> = const { Cell::new(Vec::new()) };
}

impl Engine<'_> {
    /// Powers that defend in an area against a power's side: those with field forces that it is at war with.
    pub(super) fn may_join_attack(&self, p: &Position, power: u8, area: AreaId) -> bool {
        let phasing = p.play.phasing();
        (0..POWERS as u8)
            .filter(|q| phasing >> q & 1 == 0 && self.in_field(p, *q, area))
            .filter(|q| (0..POWERS as u8).any(|a| phasing >> a & 1 == 1 && p.at_war(a, *q)))
            .all(|q| p.at_war(power, q))
    }

    /// Whether a power has field forces in an area (empires 7.3.8.2(b)): corps, cossacks, freikorps, a depot garrison.
    pub(super) fn in_field(&self, p: &Position, power: u8, area: AreaId) -> bool {
        let ground = p.at(area);
        self.counters_in_field(p, power, area) || ground.guard.nations().any(|n| p.power_of(n) == Some(power))
    }

    /// The same without the depot garrison, which stays where it is.
    pub(super) fn counters_in_field(&self, p: &Position, power: u8, area: AreaId) -> bool {
        let loose = p.at(area).irregulars[usize::from(power)] > 0 && !self.guerilla(power);
        loose || p.corps_at(crate::play::land::Spot::Field(area)).any(|b| p.corps[b].power == power)
    }

    /// What the next step of a march costs, or the rule against it.
    pub(super) fn may_step(
        &self,
        p: &Position,
        march: &March,
        pic: &Picture,
        to: AreaId,
    ) -> Result<u8, Refusal> {
        let price = march.check(self.d, p, pic, to).map_err(Refusal::from)?;
        if let Mover::Corps(b) = march.mover {
            self.keeps_to(p, b, to)?;
        }
        if p.play.attacks.has(to) && !self.may_join_attack(p, march.power, to) {
            return no("7.3.8.5", "your ally attacks a power there that you are not at war with");
        }
        Ok(price)
    }

    /// Counters that stand for another nation's corps stay in the areas that the scenario gives them.
    pub(super) fn keeps_to(&self, p: &Position, block: usize, to: AreaId) -> Result<(), Refusal> {
        let def = usize::from(p.corps[block].def);
        let bound = self.scenario(p).foreign.iter().find(|f| f.corps == def);
        match bound {
            Some(f) if !f.areas.contains(&to) => {
                no("7.3(b)", "in this scenario this corps keeps to its own theatre")
            }
            _ => Ok(()),
        }
    }

    /// Whether a march through an area is interrupted by nobody.
    fn quiet(&self, p: &Position, march: &March, pic: &Picture, area: AreaId) -> bool {
        let ground = p.at(area);
        let depot = ground.depot.owner != NOBODY
            && ground.guard.total() > 0
            && p.at_war(march.power, ground.depot.owner);
        !depot && !pic.enemy_field.has(area) && self.unpaid_passage(p, march.power, area).is_none()
    }

    /// A passage through an area that the power has not used yet.
    pub(super) fn unpaid_passage(&self, p: &Position, power: u8, area: AreaId) -> Option<usize> {
        let list = &self.scenario(p).passage;
        let of = |i: &usize| list[*i].area == area && list[*i].power == power;
        (0..list.len().min(8)).filter(|i| p.marching.passed >> i & 1 == 0).find(of)
    }

    /// All ways of the counter on the march.
    pub(crate) fn ways(&self, p: &Position) -> Ways {
        let mut out: Ways = [None; AREAS];
        let march = p.marching.march;
        with_scratch(&QUEUE, |queue| self.search(p, &march, queue, &mut out));
        out
    }

    fn search(&self, p: &Position, march: &March, queue: &mut Vec<March>, out: &mut Ways) {
        let pic = Picture::new(self.d, p, march.power);
        queue.clear();
        queue.push(*march);
        while let Some(here) = queue.pop() {
            let first = here.at == march.at && here.entered == march.entered;
            if !first && !self.quiet(p, &here, &pic, here.at) {
                continue;
            }
            for &(to, _) in self.d.board.neighbours(here.at) {
                if to == march.at || self.may_step(p, &here, &pic, to).is_err() {
                    continue;
                }
                let mut next = here;
                if next.step(self.d, p, &pic, to).is_err() {
                    continue;
                }
                let rank = |m: &March| (m.points, m.forage, !m.abroad);
                if out[to.index()].is_none_or(|(old, _)| rank(&next) > rank(&old)) {
                    out[to.index()] = Some((next, here.at));
                    queue.push(next);
                }
            }
        }
    }

    /// The areas to enter one after the other, or the rule against it.
    pub(super) fn way_to(&self, p: &Position, to: AreaId) -> Result<Path, Refusal> {
        self.real(to)?;
        let march = &p.marching.march;
        if to == march.at {
            return no("7.3.1", "it is there already");
        }
        let mut direct = None;
        if self.d.board.link(march.at, to).is_some() {
            let pic = Picture::new(self.d, p, march.power);
            match self.may_step(p, march, &pic, to) {
                Ok(_) => return Ok([to].into_iter().collect()),
                // Another way may be open to points that the short one asks too many of.
                Err(b) if b.rule != "7.3.2.3" && b.rule != "7.3.1.3.3(b)" => return Err(b),
                Err(b) => direct = Some(b),
            }
        }
        if march.stopped {
            return Err(NoStep::Stopped.into());
        }
        let ways = self.ways(p);
        let (mut at, mut back) = (to, Path::new());
        while let Some((_, before)) = ways[at.index()] {
            back.push(at);
            if before == march.at {
                back.reverse();
                return Ok(back);
            }
            if back.len() == STEPS {
                break;
            }
            at = before;
        }
        // What closes the direct way is the reason where no other is open.
        if let Some(b) = direct {
            return Err(b);
        }
        // Forces that must leave go through areas that they may not be in (10.3), so this is known only now.
        if !p.may_enter(march.power, to) {
            return Err(NoStep::Access.into());
        }
        // A way that only enemy fleets close is closed by them.
        let mut calm = *p;
        calm.fleets.iter_mut().filter(|f| p.at_war(march.power, f.power)).for_each(|f| f.at = FleetAt::Off);
        let reached = calm.fleets != p.fleets && self.ways(&calm)[to.index()].is_some();
        Err(if reached { NoStep::Fleet } else { NoStep::Points }.into())
    }
}
