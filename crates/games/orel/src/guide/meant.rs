//! What a gesture means: the legal action that is made so, or the one that the player must have meant; and how far a unit can go.

use crate::Orel;
use crate::data::{Class, NONE};
use crate::play::Action;
use crate::play::assault::{AssaultAction, AssaultStep};
use crate::play::fight::{FightAction, FightStep};
use crate::play::fire::{FireAction, FireStep};
use crate::play::flight::FlightAction;
use crate::play::march::{Harm, How, MarchAction, MarchStep};
use crate::play::rear::{RearAction, RearStep};
use crate::position::{AttackId, AttackOn, DepotId, HexId, Position, Step, TargetId, UnitId};
use sandtable_core::guide::Way;
use sandtable_core::{Game, Side};
use sandtable_ops::id::Maybe;

/// How a step is ended that goes on until somebody says so.
fn ended(step: Step) -> Option<Action> {
    Some(match step {
        Step::March(MarchStep::Select) => Action::March(MarchAction::Done),
        Step::Rear(_) => Action::Rear(RearAction::Done),
        Step::Fire(_) => Action::Fire(FireAction::Done),
        Step::Fight(_) => Action::Fight(FightAction::Done),
        Step::Assault(_) => Action::Assault(AssaultAction::Done),
        Step::March(_) | Step::Flight(_) | Step::Go => return None,
    })
}

impl Orel {
    /// What was meant, legal or not: a unit that is put into a hex goes there, or attacks the enemy there; a hex alone is what the
    /// step asks for.
    pub(super) fn meant(&self, p: &Position, pieces: &[String], place: Option<&str>) -> Option<Action> {
        // Several hexes are a way that was clicked through.
        if let Some(way) = place.filter(|w| w.trim().contains(' ')) {
            let words = format!("{} by {way}", pieces.first()?);
            return self.parse(p, &words);
        }
        if pieces.is_empty() && place.is_none() {
            return ended(p.play.steps.top());
        }
        let hex = match place {
            Some(number) => Some(self.d.map.hex(number).filter(|h| h.on_board())?),
            None => None,
        };
        let unit = pieces.first().and_then(|id| self.d.unit(id));
        if unit.is_none() && !pieces.is_empty() {
            return None;
        }
        match p.play.steps.top() {
            Step::Go => None,
            Step::March(_) => self.march_meant(p, unit?, hex).map(Action::March),
            Step::Rear(step) => self.rear_meant(step, unit, hex).map(Action::Rear),
            Step::Fire(step) => self.fire_meant(p, step, unit, hex).map(Action::Fire),
            Step::Flight(_) => Some(Action::Flight(FlightAction::Go { hex: hex?.into() })),
            Step::Fight(step) => self.fight_meant(p, step, unit, hex).map(Action::Fight),
            Step::Assault(step) => self.assault_meant(p, step, unit, hex).map(Action::Assault),
        }
    }

    fn march_meant(&self, p: &Position, unit: UnitId, hex: Option<HexId>) -> Option<MarchAction> {
        let end = |how: How| MarchAction::End { unit, how };
        let Some(to) = hex else { return Some(end(How::Halt)) };
        let enemy = p.holds(1 - p.side(unit), to);
        let class = self.engine().class(unit);
        Some(match (enemy, class.is_gun()) {
            // Guns never attack themselves (orel 7.2d).
            (true, true) => end(How::SupportPrepared(to)),
            (true, false) => end(How::Prepared(to)),
            (false, _) => MarchAction::Go { unit, to: to.into() },
        })
    }

    fn rear_meant(&self, step: RearStep, unit: Option<UnitId>, hex: Option<HexId>) -> Option<RearAction> {
        match (step, unit, hex) {
            (RearStep::Recruits, Some(unit), _) => Some(RearAction::Restore { unit }),
            (RearStep::Recruits, None, Some(hex)) => Some(RearAction::Build { hex }),
            (RearStep::MainBody { .. }, Some(unit), _) => Some(RearAction::MainBody { unit }),
            (RearStep::Victim { .. }, Some(unit), _) => Some(RearAction::Suffer { unit }),
            (RearStep::Formation { .. }, Some(unit), _) => {
                self.engine().def(unit).formation.map(|formation| RearAction::Afflict { formation })
            }
            _ => None,
        }
    }

    /// The attack on a hex that is not done, by its place in the list.
    fn attack_on(&self, p: &Position, hex: HexId) -> u8 {
        p.declared().iter().position(|a| a.target == hex && !a.done).map_or(NONE, |i| i as u8)
    }

    fn fire_meant(
        &self,
        p: &Position,
        step: FireStep,
        unit: Option<UnitId>,
        hex: Option<HexId>,
    ) -> Option<FireAction> {
        match (step, unit, hex) {
            (FireStep::Munitions | FireStep::Defence, Some(unit), Some(hex)) => {
                Some(FireAction::Support { unit, attack: AttackId(self.attack_on(p, hex)) })
            }
            (FireStep::Munitions, Some(unit), None) => {
                let depot = self.engine().depots_in_range(p, unit).first().into();
                Some(FireAction::Resupply { unit, depot: DepotId(depot) })
            }
            (FireStep::Munitions, None, Some(hex)) => Some(FireAction::Supply {
                attack: AttackId(self.attack_on(p, hex)),
                depot: DepotId(Maybe::NONE),
            }),
            (FireStep::Targets | FireStep::Answer, Some(firer), Some(hex)) => {
                let foe = p.at(hex).find(|u| p.side(*u) != p.side(firer));
                Some(FireAction::Aim { firer, target: TargetId(foe.or_else(|| p.at(hex).next())?) })
            }
            (FireStep::Targets | FireStep::Answer, Some(firer), None) => Some(FireAction::Hold { firer }),
            (FireStep::Stores, Some(depot), _) => Some(FireAction::Draw { depot }),
            (FireStep::Order, Some(firer), _) => Some(FireAction::Shoot { firer }),
            (FireStep::Defence, Some(unit), None) => Some(FireAction::Support { unit, attack: AttackId(0) }),
            _ => None,
        }
    }

    fn fight_meant(
        &self,
        p: &Position,
        step: FightStep,
        unit: Option<UnitId>,
        hex: Option<HexId>,
    ) -> Option<FightAction> {
        match (step, unit, hex) {
            (FightStep::Next, _, Some(hex)) => {
                Some(FightAction::Resolve { attack: AttackOn(self.attack_on(p, hex)) })
            }
            (FightStep::BeforeGuns, Some(unit), _) => Some(FightAction::Along { unit }),
            (FightStep::Contact { .. }, Some(unit), _) => Some(FightAction::Contact { unit }),
            (FightStep::Charge { .. }, Some(unit), _) => Some(FightAction::Charge { unit }),
            _ => None,
        }
    }

    fn assault_meant(
        &self,
        p: &Position,
        step: AssaultStep,
        unit: Option<UnitId>,
        hex: Option<HexId>,
    ) -> Option<AssaultAction> {
        match (step, unit) {
            (AssaultStep::Advance { .. }, Some(unit)) => Some(AssaultAction::Advance(unit)),
            (AssaultStep::Pursue { .. }, Some(unit)) => {
                let quarry = p.assault.quarry.get().unwrap_or(p.combat.hex);
                Some(AssaultAction::Pursue { unit, hex: hex.unwrap_or(quarry) })
            }
            (AssaultStep::Charge { .. }, Some(unit)) => Some(AssaultAction::Charge(unit)),
            (AssaultStep::Losses, Some(unit)) => Some(AssaultAction::Lose(unit)),
            (AssaultStep::Vehicles, Some(unit)) => Some(AssaultAction::Spare(unit)),
            (AssaultStep::Share { .. }, Some(unit)) => Some(AssaultAction::Supply(unit)),
            _ => None,
        }
    }

    /// Where a unit can go now, hex by hex.
    pub(super) fn ways_of(&self, p: &Position, side: Side, piece: &str) -> Vec<Way> {
        let engine = self.engine();
        let Some(unit) = self.d.unit(piece) else { return Vec::new() };
        let moves =
            matches!(p.play.steps.top(), Step::March(_)) && p.active == side.0 && p.side(unit) == side.0;
        if !moves || p.march.mover.get().is_some_and(|mover| mover != unit) {
            return Vec::new();
        }
        let rail = matches!(engine.class(unit), Class::Train | Class::RailDepot);
        let start = p.hex(unit).filter(|_| p.on_map(unit));
        let had = engine.march_reach(p, unit).start;
        let mut out = Vec::new();
        engine.march_ways(p, unit, false, &mut |to, route| {
            let Some(place) = self.engine().spot(to) else { return };
            let hexes = start.into_iter().chain(route.hexes().iter().copied());
            // Half a point more is a point that must be there.
            let cost = if rail { 0 } else { had.saturating_sub(route.left).div_ceil(2) };
            let path = hexes.filter_map(|h| self.engine().spot(h)).collect();
            let means = self.means(p, unit, to, route.harm);
            out.push(Way { place, path, cost, by: if rail { "rail" } else { "foot" }, means });
        });
        out
    }

    /// What it means for a unit to end its move in a hex.
    fn means(&self, p: &Position, unit: UnitId, to: HexId, harm: Harm) -> Vec<&'static str> {
        let engine = self.engine();
        let side = p.side(unit);
        let mut there = *p;
        there.place(unit, to);
        let mut out = Vec::new();
        let mut put = |so: bool, what: &'static str| {
            if so {
                out.push(what);
            }
        };
        put(engine.in_zone(p, 1 - side, to), "enters an enemy zone");
        put(harm.woken > 0, "wakes an inactive enemy formation");
        put(harm.bound > 0, "binds those who cover it");
        if engine.class(unit).is_troop() {
            let astray = engine.out_of_command(&there, side).has(unit);
            put(astray && !p.ooc.has(unit), "leaves command");
            put(!astray && p.ooc.has(unit), "comes back into command");
            put(self.feeding(&there, unit).is_empty(), "out of supply");
        }
        out
    }
}
