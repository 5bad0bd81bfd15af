//! What is picked up at the table where an action does not name it.

use super::operands::here;
use crate::about::side_id;
use crate::data::POWERS;
use crate::play::Engine;
use crate::play::combat::Kind;
use crate::play::land::garrison::At;
use crate::play::land::movement::Mover;
use crate::play::land::{NOBODY, Position};
use crate::play::loss::Source;
use crate::play::march::{MarchStep, Post};
use crate::position::Step;
use crate::position::ids::BlockId;
use crate::view::{depot_id, irregulars_id};
use sandtable_board::AreaId;
use sandtable_core::guide::Handle;
use sandtable_core::machine;
use sandtable_core::phrase::Shown;
use sandtable_ops::Id;

/// The counter on the march.
pub(crate) struct Marching;

/// The depot of an area.
pub(crate) struct DepotAt(pub AreaId);

/// The depot inside a port.
pub(crate) struct DepotInside(pub AreaId);

/// Irregulars that are picked to move.
pub(crate) struct Irregulars(pub AreaId, pub Post);

/// Irregulars that retire.
pub(crate) struct RetiringIrregulars;

/// Factors that a corps dropped and that are given up.
pub(crate) struct Forfeited(pub AreaId, pub At);

/// Factors that are lost.
pub(crate) struct Lost(pub Source, pub Kind);

macro_rules! hands {
    ($($type:ty: |$it:ident, $e:ident, $p:ident, $handle:ident| $touch:expr;)+) => {$(
        impl Shown<Engine<'_>> for $type {
            fn text(&self, _: &Engine<'_>, _: &Position) -> String {
                String::new()
            }

            #[allow(unused_variables)]
            fn touch(&self, $e: &Engine<'_>, $p: &Position, $handle: &mut Handle) {
                let $it = self;
                $touch
            }
        }
    )+};
}

hands! {
    Marching: |_it, e, p, handle| match p.marching.march.mover {
        Mover::Corps(block) => BlockId::of(block).touch(e, p, handle),
        Mover::Irregular(power) if usize::from(power) < POWERS => {
            irregulars(e, power, p.marching.march.at, handle);
        }
        Mover::Irregular(_) => {}
    };

    DepotAt: |it, e, p, handle| handle.pieces.push(depot_id(e.area_id(it.0)));

    DepotInside: |it, e, p, handle| handle.pieces.push(format!("{}-inside", depot_id(e.area_id(it.0))));

    Irregulars: |it, e, p, handle| {
        // The power whose step it is: irregulars have no face of their own.
        let power = match p.play.steps.top() {
            Step::March(MarchStep::Pick(power)) => power,
            _ => p.marching.march.power,
        };
        match it.1 {
            Post::Field => irregulars(e, power, it.0, handle),
            Post::City => loose(e, p, At::City, it.0, power, handle),
            Post::Depot => loose(e, p, At::Depot, it.0, power, handle),
        }
    };

    RetiringIrregulars: |_it, e, p, handle| {
        if let Some(side) = machine::decision(e, p).side() {
            irregulars(e, side.0, here(p), handle);
        }
    };

    Forfeited: |it, e, p, handle| {
        let nation = match p.play.steps.top() {
            Step::March(MarchStep::Forfeit { block, .. }) => p.nation_of(e.d, usize::from(block)),
            _ => NOBODY,
        };
        loose(e, p, it.1, it.0, nation, handle);
    };

    Lost: |it, e, p, handle| match it.0 {
        Source::Block(corps) => corps.touch(e, p, handle),
        Source::City(nation) => loose(e, p, At::City, p.losses.area, nation.0, handle),
        Source::Guard(nation) => loose(e, p, At::Depot, p.losses.area, nation.0, handle),
        Source::Field => {
            // Each power has irregulars of one kind; of several who lose some, the one that has this kind gives it.
            let gives = |q: &u8| p.losses.owes[usize::from(*q)].field && e.irregular_kind(*q) == it.1;
            irregulars(e, (0..POWERS as u8).find(gives).unwrap_or(0), p.losses.area, handle);
        }
    };
}

/// Irregulars of a power outside the city of an area.
fn irregulars(e: &Engine<'_>, power: u8, area: AreaId, handle: &mut Handle) {
    handle.pieces.push(irregulars_id(side_id(power), &e.spot(area).unwrap_or_default()));
}

/// A nation's factors in the city or on the depot of an area.
pub(super) fn loose(e: &Engine<'_>, p: &Position, at: At, area: AreaId, nation: u8, handle: &mut Handle) {
    handle.pieces.push(e.loose_id(p, at, area, nation));
}

impl Engine<'_> {
    /// The id of an area, if there is such an area.
    pub(crate) fn spot(&self, area: AreaId) -> Option<String> {
        self.d.board.parts().areas.get(area.index()).map(|a| a.id.clone())
    }

    /// The id of the counter of a nation's factors: the first nation there has none of its own.
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
}
