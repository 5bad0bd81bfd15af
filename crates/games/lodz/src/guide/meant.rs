//! What a gesture means: the legal action that is made so, or the one that the player must have meant.

use crate::Lodz;
use crate::data::{HEXES, Kind};
use crate::play::Action;
use crate::play::air::{AirAction, AirStep, Bombs};
use crate::play::battle::{BattleAction, BattleStep};
use crate::play::march::MarchAction;
use crate::play::rail::RailAction;
use crate::play::retreat::{RetreatAction, RetreatStep};
use crate::play::supply::SupplyAction;
use crate::position::{HexId, Position, Step, UnitId};
use sandtable_ops::Id;

impl Lodz {
    /// What was meant, legal or not: a unit that is put into a hex goes there, attacks or fires; a hex alone is what the step asks for.
    pub(super) fn meant(&self, p: &Position, pieces: &[String], place: Option<&str>) -> Option<Action> {
        let hex = match place {
            Some(number) => Some(self.engine().map(p).hex(number).filter(|h| usize::from(*h) < HEXES)?),
            None => None,
        };
        let unit = pieces.first().and_then(|id| self.d.unit(id));
        if pieces.is_empty() && hex.is_none() {
            return self.going_on(p);
        }
        if unit.is_none() && (!pieces.is_empty() || hex.is_none()) {
            return None;
        }
        match p.steps.top() {
            Step::Go => None,
            Step::Air(step) => self.air_meant(p, step, unit, hex).map(Action::Air),
            Step::March(_) => self.march_meant(p, unit?, hex),
            Step::Rail(_) => Some(Action::Rail(match (unit?, hex) {
                (unit, Some(to)) => RailAction::Return { unit, to },
                (unit, None) => RailAction::Replace { unit },
            })),
            Step::Battle(step) => self.battle_meant(p, step, unit, hex).map(Action::Battle),
            Step::Retreat(step) => self.retreat_meant(step, unit, hex).map(Action::Retreat),
            Step::Supply(_) => self.set_up_meant(unit?, hex).map(Action::Supply),
        }
    }

    /// What somebody means who touches nothing: to have done enough.
    fn going_on(&self, p: &Position) -> Option<Action> {
        match p.steps.top() {
            Step::Go => None,
            Step::Air(_) => Some(Action::Air(AirAction::Done)),
            Step::March(_) => Some(Action::March(MarchAction::Done)),
            Step::Rail(_) => Some(Action::Rail(RailAction::Enough)),
            Step::Battle(BattleStep::Choose) => Some(Action::Battle(BattleAction::End)),
            Step::Battle(BattleStep::Build | BattleStep::Fire | BattleStep::Defend) => {
                Some(Action::Battle(BattleAction::Confirm))
            }
            Step::Battle(_) => None,
            Step::Retreat(RetreatStep::Pursue) => Some(Action::Retreat(RetreatAction::Stop)),
            Step::Retreat(RetreatStep::Chase) => Some(Action::Retreat(RetreatAction::Halt)),
            Step::Retreat(_) => None,
            Step::Supply(_) => Some(Action::Supply(SupplyAction::Done)),
        }
    }

    fn air_meant(
        &self,
        p: &Position,
        step: AirStep,
        unit: Option<UnitId>,
        hex: Option<HexId>,
    ) -> Option<AirAction> {
        match (step, unit, hex) {
            (AirStep::Fly, Some(ship), Some(to)) => Some(AirAction::Fly { ship, to }),
            (AirStep::Bomb, Some(ship), Some(to)) => {
                let direction = self.engine().map(p).direction(p.hex(ship)?, to).unwrap_or(6);
                Some(AirAction::Bomb(Bombs { ship, direction }))
            }
            (AirStep::Barrage, Some(unit), _) => Some(AirAction::Gun { unit }),
            (AirStep::Barrage, None, Some(hex)) => Some(AirAction::Aim { hex }),
            (AirStep::Lose { .. }, Some(unit), _) => Some(AirAction::Lose { unit }),
            _ => None,
        }
    }

    fn march_meant(&self, p: &Position, unit: UnitId, hex: Option<HexId>) -> Option<Action> {
        let kind = self.engine().kind(unit);
        Some(match (kind, hex) {
            (Kind::Train, Some(to)) if !p.on_map(unit) => Action::Rail(RailAction::Place { train: unit, to }),
            (Kind::Train, Some(to)) => Action::Rail(RailAction::Run { train: unit, to }),
            (Kind::Train, None) => Action::Rail(RailAction::Unload { train: unit }),
            (Kind::Base, Some(to)) => Action::Rail(RailAction::Base { base: unit, to }),
            (Kind::Base, None) => {
                Action::Rail(RailAction::Base { base: unit, to: p.hex(unit).unwrap_or(HexId::NONE) })
            }
            (Kind::Airship, _) => return None,
            (_, Some(to)) => Action::March(MarchAction::Go { unit, to }),
            (Kind::Artillery, None) => Action::March(MarchAction::Order { unit }),
            (_, None) => {
                // What keeps it from its first step is what keeps it at all; off the map it has none.
                let map = self.engine().map(p);
                let near = p.hex(unit).and_then(|here| map.neighbours(here).next());
                Action::March(MarchAction::Go { unit, to: near.map_or(HexId::NONE, |(_, h)| h) })
            }
        })
    }

    /// The enemy beside a unit who could be attacked, or failing that any enemy beside it.
    fn foe_beside(&self, p: &Position, unit: UnitId) -> Option<HexId> {
        let (engine, here) = (self.engine(), p.hex(unit)?);
        let near = || engine.map(p).neighbours(here).map(|(_, h)| h);
        let foe = |h: &HexId| p.units.units_in(p.other(), *h) > 0;
        near().find(|h| foe(h) && engine.battle_open(p, *h)).or_else(|| near().find(foe))
    }

    fn battle_meant(
        &self,
        p: &Position,
        step: BattleStep,
        unit: Option<UnitId>,
        hex: Option<HexId>,
    ) -> Option<BattleAction> {
        let gun = unit.is_some_and(|u| self.engine().kind(u) == Kind::Artillery);
        match (step, unit, hex) {
            (BattleStep::Choose, _, Some(hex)) if gun => Some(BattleAction::Fire { hex }),
            (BattleStep::Choose, _, Some(hex)) => Some(BattleAction::Attack { hex }),
            (BattleStep::Choose, Some(unit), None) if gun => {
                let reach = self.engine().fire_reach(p).1;
                let map = self.engine().map(p);
                let here = p.hex(unit)?;
                let hex = reach.iter().min_by_key(|h| map.distance(here, *h))?;
                Some(BattleAction::Fire { hex })
            }
            (BattleStep::Choose, Some(unit), None) => {
                Some(BattleAction::Attack { hex: self.foe_beside(p, unit)? })
            }
            (BattleStep::Build, None, Some(hex)) => Some(BattleAction::Target { hex }),
            (BattleStep::Build | BattleStep::Fire | BattleStep::Defend, Some(unit), _) => {
                let now = &p.battle.now;
                let taken = now.units.has(unit) || now.guns.has(unit) || now.defence.has(unit);
                Some(if taken { BattleAction::Drop { unit } } else { BattleAction::Add { unit } })
            }
            (BattleStep::Loss { .. } | BattleStep::FireLoss, Some(unit), _) => {
                Some(BattleAction::Lose { unit })
            }
            _ => None,
        }
    }

    fn retreat_meant(
        &self,
        step: RetreatStep,
        unit: Option<UnitId>,
        hex: Option<HexId>,
    ) -> Option<RetreatAction> {
        match (step, unit, hex) {
            (RetreatStep::Back, _, Some(hex)) => Some(RetreatAction::Go { hex }),
            (RetreatStep::Back, Some(unit), None) => Some(RetreatAction::Leave { unit }),
            (RetreatStep::Pay, Some(unit), _) => Some(RetreatAction::Pay { unit }),
            (RetreatStep::Pursue, unit, Some(hex)) => {
                Some(RetreatAction::Pursue { unit: unit.unwrap_or(UnitId::NONE), hex })
            }
            (RetreatStep::Chase, _, Some(hex)) => Some(RetreatAction::On { hex }),
            _ => None,
        }
    }

    fn set_up_meant(&self, unit: UnitId, hex: Option<HexId>) -> Option<SupplyAction> {
        match (self.engine().kind(unit), hex) {
            (Kind::Train, Some(to)) => Some(SupplyAction::Train { unit, to }),
            (_, Some(to)) => Some(SupplyAction::Shift { unit, to }),
            (_, None) => Some(SupplyAction::Order { unit }),
        }
    }
}
