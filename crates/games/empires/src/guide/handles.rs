//! How each action is made by hand.

use crate::Europe;
use crate::land::Position;
use crate::play::Action;
use crate::play::loss::{LossAction, Source};
use crate::view::{garrison_id, guard_id, irregulars_id};
use sandtable_board::AreaId;
use sandtable_core::guide::Handle;

impl Europe {
    /// The id of an area, if there is such an area.
    pub(super) fn spot(&self, area: AreaId) -> Option<String> {
        self.d.board.parts().areas.get(area.index()).map(|a| a.id.clone())
    }

    /// A button on a block.
    pub(super) fn on_block(&self, p: &Position, verb: &'static str, block: u8) -> Handle {
        let known = usize::from(block) < self.d.corps.len();
        let pieces = known.then(|| self.engine().block_id(p, usize::from(block)));
        Handle { verb, pieces: pieces.into_iter().collect(), ..Handle::default() }
    }

    /// A button on a leader.
    pub(super) fn on_leader(&self, verb: &'static str, leader: u8) -> Handle {
        let pieces = self.d.leaders.get(usize::from(leader)).map(|l| l.id.clone());
        Handle { verb, pieces: pieces.into_iter().collect(), ..Handle::default() }
    }

    /// Something that is pointed at.
    pub(super) fn at_place(&self, verb: &'static str, area: AreaId) -> Handle {
        Handle { place: self.spot(area), ..Handle::button(verb) }
    }

    pub(super) fn handle_of(&self, p: &Position, action: &Action) -> Handle {
        match *action {
            Action::Loss(a) => self.loss_handle(p, a),
            _ => Handle::button("done"),
        }
    }

    fn loss_handle(&self, p: &Position, action: LossAction) -> Handle {
        let area = self.spot(p.losses.area).unwrap_or_default();
        let piece = |id: String| Handle { pieces: vec![id], ..Handle::button("lose") };
        match action {
            LossAction::Rest => Handle::button("lose_rest"),
            LossAction::Take(Source::Block(b), _) => self.on_block(p, "lose", b),
            LossAction::Take(Source::City, _) => piece(garrison_id(&area)),
            LossAction::Take(Source::Guard, _) => piece(guard_id(&area)),
            LossAction::Take(Source::Field, _) => {
                // The irregulars are those of whoever owes and may give them.
                let owner = (0..crate::data::POWERS).find(|q| p.losses.owes[*q].field);
                piece(irregulars_id(self.side_id(owner.unwrap_or(0) as u8), &area))
            }
        }
    }
}
