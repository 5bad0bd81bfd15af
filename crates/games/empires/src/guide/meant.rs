//! What a gesture means: the legal action that is made so, or the one that the player must have meant; and how far a counter can go.

use crate::Empires;
use crate::play::Action;
use crate::play::land::movement::{March, Mover};
use crate::play::land::{Position, Spot};
use crate::play::march::{MarchAction, MarchStep};
use crate::position::Step;
use crate::position::ids::BlockId;
use sandtable_board::AreaId;
use sandtable_core::Side;
use sandtable_core::guide::Way;
use sandtable_ops::Id;

impl Empires {
    /// The block that a counter's id stands for.
    pub(super) fn block_of(&self, p: &Position, id: &str) -> Option<usize> {
        (0..self.d.corps.len()).find(|b| self.engine().block_id(p, *b) == id)
    }

    /// What was meant, legal or not: a block that is picked up and put into an area marches there; an area that is pointed at gets a
    /// depot while depots are placed, or is where the counter on the march goes.
    pub(super) fn meant(&self, p: &Position, pieces: &[String], place: Option<&str>) -> Option<Action> {
        let area = match place {
            Some(id) => Some(self.d.area(id)?),
            None => None,
        };
        let block = pieces.first().and_then(|id| self.block_of(p, id));
        match (p.play.steps.top(), block, area) {
            (Step::March(MarchStep::March), _, Some(area)) => Some(Action::March(MarchAction::Enter(area))),
            // What cannot be picked cannot march; what can is picked first.
            (Step::March(_), Some(block), _) => Some(Action::March(MarchAction::Pick(BlockId::of(block)))),
            (Step::March(MarchStep::Place(_)), None, Some(area)) => {
                Some(Action::March(MarchAction::PlaceDepot(area)))
            }
            (Step::Fight(_), None, Some(area)) => {
                Some(Action::Fight(crate::play::fight::FightAction::Attack { area, trivial: false }))
            }
            (Step::Siege(_), None, Some(area)) => {
                Some(Action::Siege(crate::play::siege::SiegeAction::Assault(area)))
            }
            _ => None,
        }
    }

    /// Where a counter can go now: the one on the march, or one that could be picked next.
    pub(super) fn ways_of(&self, p: &Position, side: Side, piece: &str) -> Vec<Way> {
        let mut p = *p;
        match p.play.steps.top() {
            Step::March(MarchStep::March) if p.marching.on && p.marching.march.power == side.0 => {}
            Step::March(MarchStep::Pick(power)) if power == side.0 => {
                let Some(block) = self.block_of(&p, piece) else { return Vec::new() };
                let (Spot::Field(area) | Spot::City(area)) = p.corps[block].spot else { return Vec::new() };
                let own = p.corps[block].power == power && !p.play.moved.has(block);
                let begun = March::begin(&self.d, &p, Mover::Corps(block), area).ok().filter(|_| own);
                let Some(march) = begun else { return Vec::new() };
                p.marching.begin(march);
            }
            _ => return Vec::new(),
        }
        let ways = self.engine().ways(&p);
        let from = p.marching.march;
        let outlook = self.outlook_for(&p, from.power, from.mover);
        let mut out = Vec::new();
        for area in self.d.board.areas() {
            let Some((march, _)) = ways[area.index()] else { continue };
            let mut path = vec![area];
            let mut here = area;
            while let Some((_, before)) = ways[here.index()] {
                here = before;
                path.push(here);
                if here == from.at || path.len() > 32 {
                    break;
                }
            }
            path.reverse();
            let id = |a: AreaId| self.engine().spot(a).unwrap_or_default();
            out.push(Way {
                place: id(area),
                path: path.into_iter().map(id).collect(),
                cost: from.points.saturating_sub(march.points),
                by: "foot",
                means: self.means(&p, &outlook, area),
            });
        }
        out
    }
}
