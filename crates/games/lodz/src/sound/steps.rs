//! What waits to be decided: whatever it names must exist, and its time must be now.

use super::{Found, hold};
use crate::Lodz;
use crate::play::air::AirStep;
use crate::play::battle::BattleStep;
use crate::play::march::MarchStep;
use crate::play::retreat::RetreatStep;
use crate::position::{Phase, Position, Step};

impl Lodz {
    /// Steps that wait.
    pub(super) fn steps_sound(&self, p: &Position) -> Found {
        for step in p.steps.waiting() {
            hold(self.step_sound(p, *step), || format!("a step waits that cannot: {step:?}"))?;
        }
        Ok(())
    }

    fn step_sound(&self, p: &Position, step: Step) -> bool {
        let engine = self.engine();
        let hexes = engine.map(p).hexes;
        // Under the step in which somebody goes on, all losses are taken.
        let settled = matches!(p.steps.top(), Step::Battle(BattleStep::Settled { .. }));
        let owed = p.battle.owed > 0 || settled;
        match step {
            Step::Go => true,
            Step::Supply(_) => p.phase == Phase::SetUp,
            Step::Rail(_) => p.phase == Phase::Movement,
            Step::March(MarchStep::Move) => p.phase == Phase::Movement,
            Step::March(MarchStep::Strategic) => p.phase == Phase::Strategic,
            Step::Air(s) => match s {
                AirStep::Fly | AirStep::Bomb => p.phase == Phase::Air,
                AirStep::Barrage => p.phase == Phase::Barrage,
                AirStep::Lose { hex } | AirStep::Waver { hex } => {
                    p.phase == Phase::Barrage && usize::from(hex) < hexes
                }
            },
            Step::Battle(s) => {
                let targets = !p.battle.now.targets.is_empty();
                p.phase == Phase::Attack
                    && match s {
                        BattleStep::Choose => true,
                        BattleStep::Part { who } | BattleStep::Settled { who } => who <= 1 && targets,
                        BattleStep::Loss { who } => who <= 1 && targets && owed,
                        BattleStep::FireLoss => targets && owed,
                        _ => targets,
                    }
            }
            Step::Retreat(s) => {
                let r = &p.retreat;
                p.phase == Phase::Attack
                    && match s {
                        RetreatStep::Next => true,
                        RetreatStep::Back => !r.party.is_empty() && r.party.within(&r.left),
                        RetreatStep::Pay => !r.party.is_empty() && r.owed > 0,
                        RetreatStep::Pursue => !r.vacated.is_empty(),
                        RetreatStep::Chase => {
                            r.chaser.get().is_some_and(|u| engine.is_unit(u) && p.on_map(u))
                        }
                    }
            }
        }
    }
}
