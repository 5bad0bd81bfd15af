//! What waits to be decided, and what the modules keep for it: whatever it names must exist, and its time must be now.

use super::{Found, hold};
use crate::Orel;
use crate::data::{NONE, RED};
use crate::play::assault::AssaultStep;
use crate::play::fight::FightStep;
use crate::play::fire::FireStep;
use crate::play::fire::state::Shot;
use crate::play::flight::FlightStep;
use crate::play::march::MarchStep;
use crate::play::rear::RearStep;
use crate::position::{EventId, FormationId, HexId, Pieces, Position, Step, UnitId};
use sandtable_ops::id::Maybe;

impl Orel {
    /// A unit of the data.
    fn unit_in(&self, unit: Maybe<UnitId>) -> bool {
        unit.get().is_some_and(|u| self.engine().is_unit(u))
    }

    /// A unit of the data, or none.
    fn maybe_unit(&self, unit: Maybe<UnitId>) -> bool {
        unit.is_none() || self.unit_in(unit)
    }

    /// Steps that wait.
    pub(super) fn steps_sound(&self, p: &Position) -> Found {
        for step in p.play.steps.waiting() {
            hold(self.step_sound(p, *step), || format!("a step waits that cannot: {step:?}"))?;
        }
        Ok(())
    }

    fn step_sound(&self, p: &Position, step: Step) -> bool {
        let engine = self.engine();
        let event = |e: EventId| usize::from(e) < self.d.events.len();
        let formation = |f: FormationId| usize::from(f) < self.d.formations.len();
        let shot = |place: u8| place < p.fire.shot_count;
        let fights = !p.at_peace();
        match step {
            Step::Go => true,
            Step::Rear(s) => match s {
                RearStep::Recruits | RearStep::Command | RearStep::Reroll => true,
                RearStep::MainBody { formation: f } => formation(f),
                RearStep::Formation { event: e } => event(e),
                RearStep::Victim { event: e, formation: f } => event(e) && formation(f),
                RearStep::Offer { side, .. } => side <= RED,
            },
            Step::March(s) => match s {
                MarchStep::Select => true,
                MarchStep::Finish => p.march.mover.get().is_some_and(|u| engine.is_unit(u) && p.on_map(u)),
                MarchStep::Part(side) => side <= RED,
            },
            Step::Fire(s) => match s {
                FireStep::Shoot(n) | FireStep::Hit(n) => shot(n) && self.unit_in(p.fire.shot(n).target),
                FireStep::Check(n) | FireStep::Checked(n) => shot(n),
                FireStep::Waver { target, .. } | FireStep::Stand { target, .. } => {
                    engine.is_unit(target) && p.on_map(target)
                }
                FireStep::Munitions
                | FireStep::Targets
                | FireStep::Order
                | FireStep::Answer
                | FireStep::Reply
                | FireStep::Defence
                | FireStep::Stores => true,
            },
            Step::Flight(FlightStep::Next { orders }) => orders <= p.flight.count,
            Step::Flight(_) => !p.flight.now.party.with(&p.flight.now.behind).is_empty(),
            Step::Fight(s) => match s {
                FightStep::Next | FightStep::Fought => true,
                FightStep::Duel | FightStep::DuelOver => fights && self.duel_sound(p),
                FightStep::DuelRolled { who } => fights && self.duel_sound(p) && who <= 1,
                FightStep::Contact { who }
                | FightStep::Charge { who }
                | FightStep::Cohesion { who }
                | FightStep::CohesionRolled { who } => fights && who <= 1,
                _ => fights,
            },
            Step::Assault(s) => match s {
                AssaultStep::Condition { who }
                | AssaultStep::Charge { who }
                | AssaultStep::Settled { who } => fights && who <= 1,
                AssaultStep::Tested { unit } => fights && engine.is_unit(unit),
                AssaultStep::Losses | AssaultStep::Morale | AssaultStep::MoraleRead => {
                    fights && p.assault.loser <= 1
                }
                _ => fights,
            },
        }
    }

    /// Both trains of a duel.
    fn duel_sound(&self, p: &Position) -> bool {
        p.fight.duel.iter().all(|u| self.unit_in(*u))
    }

    /// What the modules keep.
    pub(super) fn keeping_sound(&self, p: &Position, all: Pieces) -> Found {
        let (r, m, f, g, a) = (&p.rear, &p.march, &p.fire, &p.fight, &p.assault);
        let sets = [
            r.seen,
            r.sound,
            r.waiting,
            r.main,
            r.routed,
            r.rumored[0],
            r.rumored[1],
            r.initiative,
            m.walked,
            m.observed,
            m.passed,
            m.failed,
            m.running,
            f.in_range,
            f.attacked,
            f.fired,
            f.answered,
            f.spotted,
            f.used,
            g.going,
            g.checking,
            g.guns,
            g.duelled,
            g.waiting,
            g.rolling,
            g.retreat,
            g.rout,
            a.advanced,
            a.pursuers,
            a.rest,
            a.hunted,
            a.could,
            a.asked,
            a.hit,
            a.tests,
            a.leaving[0],
            a.leaving[1],
            a.doomed,
            a.spoilers[0],
            a.spoilers[1],
            p.flight.guests,
        ];
        hold(sets.iter().all(|set| set.within(&all)), || "a unit is kept in mind that is none".to_string())?;
        for side in 0..2u8 {
            let of_side = |e: EventId| self.d.events.get(usize::from(e)).is_some_and(|e| e.side == side);
            hold(r.kept[usize::from(side)].get().is_none_or(of_side), || {
                "an event is kept that is none".to_string()
            })?;
        }
        let units = g.duel.iter().chain(&a.first).chain(&f.depots).chain([&m.mover]);
        hold(units.into_iter().all(|u| self.maybe_unit(*u)), || "a unit acts that is none".to_string())?;
        let count = usize::from(f.shot_count);
        let shots = f.shots.iter().all(|s| {
            (s.firer == Shot::NONE.firer || self.engine().is_unit(s.firer))
                && self.maybe_unit(s.target)
                && self.maybe_unit(s.depot)
        });
        let listed = count <= f.shots.len() && f.list().iter().all(|s| self.engine().is_unit(s.firer));
        hold(shots && listed, || "a shot is fired by nobody".to_string())?;
        let hexes = [m.together, a.quarry, a.taken, a.emptied];
        hold(hexes.iter().all(|h| h.get().is_none_or(HexId::on_board)), || {
            "something happens off the board".to_string()
        })?;
        let dice = g.dice.iter().all(|d| *d <= 6);
        hold(dice && (a.loser == NONE || a.loser <= 1), || "no such die, or nobody who lost".to_string())
    }
}
