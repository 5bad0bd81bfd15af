//! Recruits, command and events.

use super::picture::Picture;
use super::weights::ScriptWeights;
use crate::play::rear::{RearAction, RearStep};
use crate::play::{Action, Engine};
use crate::position::{Position, RollKind, UnitId};

/// What to do behind the front.
pub fn choose(
    engine: &Engine<'_>,
    p: &Position,
    step: RearStep,
    side: u8,
    w: &ScriptWeights,
    picture: &mut Picture,
    list: &[Action],
) -> Option<Action> {
    let own = || list.iter().filter_map(|a| if let Action::Rear(r) = a { Some(*r) } else { None });
    let chosen = match step {
        RearStep::Recruits => recruits(engine, p, side, w, picture, own()),
        RearStep::Reroll => again(p).then_some(RearAction::Again),
        // The weakest of those who may suffer, the best of those who may be helped.
        RearStep::Victim { .. } => own().filter(suffers).min_by_key(|a| unit_of(a).map(|u| engine.tq(p, u))),
        RearStep::Offer { .. } => {
            own().filter(|a| *a != RearAction::Done).max_by_key(|a| unit_of(a).map_or(0, |u| p.steps(u)))
        }
        RearStep::Formation { .. } => own().find(|a| matches!(a, RearAction::Afflict { .. })),
        RearStep::MainBody { .. } => own().find(|a| matches!(a, RearAction::MainBody { .. })),
        RearStep::Command => own().find(|a| *a == RearAction::Done),
    };
    chosen.map(Action::Rear)
}

fn suffers(a: &RearAction) -> bool {
    matches!(a, RearAction::Suffer { .. })
}

fn unit_of(a: &RearAction) -> Option<UnitId> {
    match *a {
        RearAction::Restore { unit }
        | RearAction::Suffer { unit }
        | RearAction::Raid { unit, .. }
        | RearAction::Speech { unit }
        | RearAction::Initiative { unit }
        | RearAction::Air { unit }
        | RearAction::Agitate { unit }
        | RearAction::MainBody { unit } => Some(unit),
        _ => None,
    }
}

/// Steps for the best units near the enemy, then battalions.
fn recruits(
    engine: &Engine<'_>,
    p: &Position,
    side: u8,
    w: &ScriptWeights,
    picture: &mut Picture,
    list: impl Iterator<Item = RearAction>,
) -> Option<RearAction> {
    picture.look(engine, p, side, w);
    let worth = |a: &RearAction| match *a {
        RearAction::Enlist => 1000,
        RearAction::Restore { unit } => {
            let def = engine.def(unit);
            let far = p.hex(unit).map_or(u8::MAX, |hex| picture.enemy[usize::from(hex)]);
            let near = 20 - i32::from(far.min(20));
            let raw = i32::from(def.reduced == p.steps(unit) && def.reduced > 0) * 8;
            100 + i32::from(engine.tq(p, unit)) * 5 + near - raw
        }
        RearAction::Build { hex } => 60 - i32::from(picture.enemy[usize::from(hex)].min(30)),
        RearAction::BuildOutside => 10,
        _ => 0,
    };
    list.max_by_key(worth)
}

/// Whether a roll is bad enough to be made again.
fn again(p: &Position) -> bool {
    let roll = p.play.roll;
    match roll.kind {
        RollKind::Assault | RollKind::Barrage => roll.sum() <= 5,
        RollKind::Duel => roll.dice[0] <= 2,
        _ => roll.dice[0] >= 5,
    }
}
