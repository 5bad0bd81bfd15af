//! What an action costs or brings, behind its label: movement points, rolls, strengths.

use super::count;
use crate::action::{Action, FortId, Gruppe, Mover};
use crate::data::UnitId;
use crate::engine::{Adds, Engine};
use crate::position::{Combat, Position, Step, option};
use crate::standard::rail;
use crate::standard::strength::{self, Attack};
use crate::standard::zones::enemy;
use sandtable_core::phrase::{Shown, listed};

/// The rolls of a die from one number to another.
pub(crate) fn rolls(from: u8, to: u8) -> String {
    match to.saturating_sub(from) {
        0 => from.to_string(),
        1 => format!("{from} or {to}"),
        _ => format!("{from} to {to}"),
    }
}

impl<A: Adds> Engine<'_, A> {
    /// The hexes that are attacked, with names.
    pub fn targets_text(&self, p: &Position<A>) -> String {
        let hexes: Vec<String> = p.combat.targets().iter().map(|h| self.data.place_title(*h)).collect();
        listed(&hexes, "and")
    }

    /// Where something that must go back goes.
    pub(super) fn way_back(&self, p: &Position<A>, hex: u16) -> String {
        let to = self.data.place_title(hex);
        match p.top() {
            Step::Retreat { .. } => format!("retreat to {to}"),
            Step::WithdrawTo(unit) => format!("withdraw {} to {to}", self.data.title(unit)),
            Step::Displace(hq) => match hq.get() {
                Some(hq) => format!("{} gives way to {to}", self.data.title(hq)),
                None => format!("go back to {to}"),
            },
            _ => format!("go back to {to}"),
        }
    }

    /// The player of a mover.
    fn player_of(&self, p: &Position<A>, mover: Mover) -> u8 {
        match self.body(p, mover).iter().next() {
            Some(unit) => self.own.owner(self.data, p, unit),
            None => self.own.hides(p).map_or(p.phasing, |h| h.side),
        }
    }

    /// What an action costs or brings; nothing where its words say all. The position is as its side knows it.
    pub(super) fn price_text(&self, p: &Position<A>, action: &Action<A>) -> Option<String> {
        let known = |unit: UnitId| unit.index() < self.data.units.len();
        match *action {
            Action::March(mover, to) => {
                let (march, _, reach) = self.march_reach(p, mover)?;
                let left = reach.arrives(to)?;
                Some(format!("{} of {} MP", march.mp - left.min(march.mp), march.mp))
            }
            Action::Ride(mover, to) => {
                let ride = self.ride_of(p, mover)?;
                let left = rail::reach_of(self.data, p, &ride, &self.doubtful(p, ride.side)).arrives(to)?;
                Some(format!("{} of {} rail hexes", ride.left - left.min(ride.left), ride.left))
            }
            Action::Entrain(mover) => Some(self.entrain_text(p, mover)),
            Action::Allot(unit, hq) if known(unit) && known(hq) && !p.plays(option::UNLIMITED_COMMAND) => {
                let player = self.own.owner(self.data, p, hq);
                let (_, left) = self.strength_left(p, player).into_iter().find(|(h, _)| *h == hq)?;
                Some(format!("{} of its {left} command strength", self.data.unit(unit).sp))
            }
            Action::Bring(unit, _) if known(unit) && self.data.army(unit).reinforcements_count => {
                let left = self.capacity_left(p, self.own.owner(self.data, p, unit));
                Some(format!("{} of {left} SP of rail capacity", rail::load(self.data, unit)))
            }
            Action::Attack(hex) => self.strongest(p, hex).map(|odds| format!("{odds} with everybody")),
            Action::With(unit) if known(unit) => {
                Some(format!("attack {}", strength::unit_attack(self.data, p, unit)))
            }
            Action::WithAll => {
                let mut q = *p;
                q.combat.units = q.combat.units.and(self.joining(p, p.deciding_player()?));
                Some(self.odds_text(&q))
            }
            Action::Lead(hq) if known(hq) => {
                Some(format!("strength {}", crate::standard::command::face(self.data, p, hq).combat))
            }
            Action::Shift(hq) if known(hq) => {
                Some(count(self.own.hq_values(self.data, p, hq).shift, "column"))
            }
            Action::Fight if !p.combat.units.is_empty() => Some(self.odds_text(p)),
            Action::Lose(unit) | Action::Affect(unit) | Action::GiveUp(unit) if known(unit) => {
                Some(format!("it has {}", count(p.steps(self.data, unit), "step")))
            }
            Action::LoseWall(FortId(fort)) if usize::from(fort) < self.data.map.forts.len() => {
                let left = self.data.params.fortress.steps.saturating_sub(p.fort_lost(fort));
                Some(format!("it has {}", count(left, "step")))
            }
            Action::Withdraw(unit) if known(unit) => {
                Some(format!("on a roll of {}", rolls(self.data.tcr(unit) + 1, 6)))
            }
            Action::Replace(unit) if known(unit) => {
                let r = self.data.army(unit).replacement.as_ref()?;
                let tries = r.attempts.saturating_sub(p.attempts);
                Some(format!(
                    "on a roll of {}, {} left",
                    rolls(r.success_from, 6),
                    count(tries, "try").replace("trys", "tries")
                ))
            }
            Action::Hide(unit, Gruppe(gruppe)) if known(unit) => {
                let hides = self.own.hides(p)?;
                let inside = crate::standard::stacking::points(self.data, self.in_box(p, gruppe));
                Some(format!("{} SP, {inside} of {} are in its box", self.data.unit(unit).sp, hides.box_sp))
            }
            _ => None,
        }
    }

    /// What getting on a train costs.
    fn entrain_text(&self, p: &Position<A>, mover: Mover) -> String {
        let body = self.body(p, mover);
        let mut parts = Vec::new();
        if let Some(cost) = body.iter().map(|u| rail::entrain_cost(self.data, u)).max() {
            parts.push(format!("{cost} MP"));
        }
        let load: u8 = body.iter().map(|u| rail::load(self.data, u)).sum();
        if load > 0 {
            let left = self.capacity_left(p, self.player_of(p, mover));
            parts.push(format!("{load} of {left} SP of rail capacity"));
        }
        let roll = body.iter().find(|u| rail::must_roll(self.data, *u));
        if let Some(r) = roll.and_then(|u| self.data.army(u).entrain_roll.as_ref()) {
            parts.push(format!("on a roll of {}", rolls(r.from, r.to)));
        }
        if parts.is_empty() { "costs nothing".to_string() } else { parts.join(", ") }
    }

    /// Strengths of the attack that is put together, with the column where there is one.
    pub fn odds_text(&self, p: &Position<A>) -> String {
        let c = &p.combat;
        let attack = Attack { units: c.units, heroes: c.heroes, targets: c.targets() };
        let foe = enemy(p.phasing);
        let (strong, stands) = (
            strength::attack_total(self.data, p, &attack),
            strength::defence_total(self.data, p, foe, c.targets()),
        );
        let tcr = strength::tcr_of(self.data, p, c.units);
        let ratio = strength::ratio(strong, stands);
        match ratio.and_then(|r| strength::column(&self.data.params, tcr, r)) {
            Some(column) => {
                let shift: u8 = c.shifts.iter().map(|h| self.own.hq_values(self.data, p, h).shift).sum();
                let end = strength::shifted(&self.data.params, tcr, column, shift);
                format!("{strong} : {stands}, column {end}")
            }
            None => format!("{strong} : {stands}, too weak"),
        }
    }

    /// The odds of an attack on a hex with everybody who can take part.
    fn strongest(&self, p: &Position<A>, hex: u16) -> Option<String> {
        let player = p.deciding_player()?;
        let mut q = *p;
        q.combat = Combat::NONE;
        q.combat.aim(hex);
        q.combat.units = self.joining(&q, player);
        (!q.combat.units.is_empty()).then(|| self.odds_text(&q))
    }

    /// A mover for people.
    pub fn mover_text(&self, p: &Position<A>, mover: Mover) -> String {
        mover.label(self, p)
    }
}

impl<A: Adds> Position<A> {
    /// Whose attacks these are.
    fn deciding_player(&self) -> Option<u8> {
        match self.top() {
            Step::Attacks(player) | Step::Declare(player) => Some(player),
            _ => None,
        }
    }
}
