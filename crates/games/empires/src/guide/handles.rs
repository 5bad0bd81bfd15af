//! How each action is made by hand: which counters are picked up, and where they are put.

mod fight;
mod march;
mod siege;
mod year;

use crate::about::side_id;
use crate::data::POWERS;
use crate::land::garrison::At;
use crate::land::{NOBODY, Position};
use crate::play::Engine;
use crate::play::loss::{LossAction, Source};
use crate::play::march::MarchStep;
use crate::state::Step;
use crate::view::irregulars_id;
use sandtable_board::AreaId;
use sandtable_core::guide::Handle;

/// A button on one counter.
pub(super) fn on(verb: &'static str, piece: String) -> Handle {
    Handle { pieces: vec![piece], ..Handle::button(verb) }
}

impl Engine<'_> {
    /// The id of an area, if there is such an area.
    pub(crate) fn spot(&self, area: AreaId) -> Option<String> {
        self.d.board.parts().areas.get(area.index()).map(|a| a.id.clone())
    }

    /// The id of a nation's factors in a city or on a depot. Those who came first have it without their name.
    pub(crate) fn loose_id(&self, p: &Position, at: At, area: AreaId, nation: u8) -> String {
        let Some(known) = self.d.board.parts().areas.get(area.index()) else { return String::new() };
        let (place, first) = match at {
            At::City => ("city", p.at(area).garrison.first()),
            At::Depot => ("guard", p.at(area).guard.first()),
        };
        if first.is_none_or(|n| n == nation) {
            return format!("{place}-{}", known.id);
        }
        format!("{place}-{}-{}", known.id, self.nation_id(nation).to_lowercase())
    }

    /// A button on a block.
    fn on_block(&self, p: &Position, verb: &'static str, block: u8) -> Handle {
        let known = usize::from(block) < self.d.corps.len();
        let pieces = known.then(|| self.block_id(p, usize::from(block)));
        Handle { pieces: pieces.into_iter().collect(), ..Handle::button(verb) }
    }

    /// A button on a leader.
    fn on_leader(&self, verb: &'static str, leader: u8) -> Handle {
        let pieces = self.d.leaders.get(usize::from(leader)).map(|l| l.id.clone());
        Handle { pieces: pieces.into_iter().collect(), ..Handle::button(verb) }
    }

    /// A button on the irregulars of a power outside the city of an area.
    fn on_irregulars(&self, verb: &'static str, power: u8, area: AreaId) -> Handle {
        on(verb, irregulars_id(side_id(power), &self.spot(area).unwrap_or_default()))
    }

    /// A button on a nation's factors in a city.
    fn on_city(&self, p: &Position, verb: &'static str, area: AreaId, nation: u8) -> Handle {
        on(verb, self.loose_id(p, At::City, area, nation))
    }

    /// A button on a nation's factors on a depot.
    fn on_guard(&self, p: &Position, verb: &'static str, area: AreaId, nation: u8) -> Handle {
        on(verb, self.loose_id(p, At::Depot, area, nation))
    }

    /// The nation of the corps whose dropped factors are given up.
    fn forfeiter(&self, p: &Position) -> u8 {
        match p.play.steps.top() {
            Step::March(MarchStep::Forfeit { block, .. }) => p.nation_of(self.d, usize::from(block)),
            _ => NOBODY,
        }
    }

    /// Something that is pointed at.
    fn at_place(&self, verb: &'static str, area: AreaId) -> Handle {
        Handle { place: self.spot(area), ..Handle::button(verb) }
    }

    pub(crate) fn loss_handle(&self, p: &Position, action: LossAction) -> Handle {
        let area = p.losses.area;
        match action {
            LossAction::Rest => Handle::button("lose_rest"),
            LossAction::Take(Source::Block(b), _) => self.on_block(p, "lose", b),
            LossAction::Take(Source::City(n), _) => self.on_city(p, "lose", area, n),
            LossAction::Take(Source::Guard(n), _) => self.on_guard(p, "lose", area, n),
            LossAction::Take(Source::Field, kind) => {
                // Each power has irregulars of one kind; of several who lose some, whoever has this kind gives it.
                let gives = |q: &u8| p.losses.owes[usize::from(*q)].field && self.irregular_kind(*q) == kind;
                let owner = (0..POWERS as u8).find(gives).unwrap_or(0);
                self.on_irregulars("lose", owner, area)
            }
        }
    }
}
