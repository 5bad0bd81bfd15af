//! The decision in words that name who is concerned and where, as far as the viewer sees it.

use super::Sight;
use crate::Empires;
use crate::play::fight::FightStep;
use crate::play::march::MarchStep;
use crate::play::siege::state::NOWHERE;
use crate::position::Step;
use sandtable_board::AreaId;
use sandtable_core::Side;
use sandtable_core::view::Viewer;

impl Empires {
    /// What a viewer calls a corps: its title if they see its face, else whose it is.
    fn titled(&self, sight: &Sight<'_>, block: usize) -> String {
        let owner = sight.engine.nation_name(sight.p.corps[block].power);
        if sight.sees(block) {
            sight.p.def(&self.d, block).title.clone()
        } else {
            format!("a corps of {owner}")
        }
    }

    /// The decision with what the step alone does not say.
    pub(super) fn asked_of(&self, sight: &Sight<'_>, what: &str) -> String {
        let p = sight.p;
        let name = |area: AreaId| sight.engine.area_name(area);
        let at = |area: AreaId| format!("{}: {what}", name(area));
        match p.play.steps.top() {
            Step::March(MarchStep::March) => match p.marching.block() {
                Some(block) => {
                    let left = p.marching.march.points;
                    let points = if left == 1 { "point" } else { "points" };
                    // How far a hidden corps still goes would tell what it is.
                    let far =
                        if sight.sees(block) { format!(", {left} {points} left") } else { String::new() };
                    format!("{}{far}: {what}", self.titled(sight, block))
                }
                None => what.to_string(),
            },
            Step::March(MarchStep::Living(block)) => {
                let area = p.corps[usize::from(block)].spot.area();
                let place = area.map_or(String::new(), |a| format!(" in {}", name(a)));
                format!("{}{place}: {what}", self.titled(sight, usize::from(block)))
            }
            Step::March(
                MarchStep::Burn(area)
                | MarchStep::Refuge { area, .. }
                | MarchStep::Others { area, .. }
                | MarchStep::Aside { area, .. }
                | MarchStep::Retire { area, .. }
                | MarchStep::Settle { area, .. }
                | MarchStep::Fill { area, .. },
            ) => at(area),
            Step::March(MarchStep::Pay(power)) => {
                format!(
                    "{what}; {} has {} money",
                    sight.engine.nation_name(power),
                    p.money[usize::from(power)]
                )
            }
            Step::Fight(FightStep::Next) => what.to_string(),
            Step::Fight(FightStep::Retreat) if p.fight.on => {
                format!("from {}: {what}", name(p.fight.retreat.at))
            }
            Step::Fight(_) if p.fight.on => at(p.fight.area),
            Step::Siege(_) if p.siege.area != NOWHERE => at(p.siege.area),
            Step::Loss => {
                let left = match sight.viewer {
                    Viewer::Side(Side(power)) => p.losses.owes.get(usize::from(power)).map_or(0, |o| o.left),
                    _ => 0,
                };
                let due = if left > 0 { format!(", {left} due") } else { String::new() };
                format!("{}: {what}{due}", name(p.losses.area))
            }
            _ => what.to_string(),
        }
    }
}
