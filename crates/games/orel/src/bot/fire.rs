//! Munitions and fire: every attack its points, every gun a target.

use crate::play::fire::{FireAction, FireStep};
use crate::play::{Action, Engine};
use crate::position::{AttackId, DepotId, Phase, Position, TargetId, UnitId};
use sandtable_ops::id::Maybe;

/// What to do with guns and munitions.
pub fn choose(
    engine: &Engine<'_>,
    p: &Position,
    step: FireStep,
    _side: u8,
    list: &[Action],
) -> Option<Action> {
    let own = || list.iter().filter_map(|a| if let Action::Fire(f) = a { Some(*f) } else { None });
    let chosen = match step {
        FireStep::Munitions => munitions(p, own()),
        FireStep::Targets | FireStep::Answer => aim(engine, p, own()),
        FireStep::Order => own().find(|a| matches!(a, FireAction::Shoot { .. })),
        FireStep::Defence => support(engine, p, own()),
        // Defenders without munitions are half as strong from then on; the Depot may never be needed again.
        FireStep::Stores => own().find(|a| matches!(a, FireAction::Draw { .. })),
        _ => None,
    };
    chosen.or_else(|| own().find(|a| *a == FireAction::Done)).map(Action::Fire)
}

/// Attacks first, then Barrages, then units in want.
fn munitions(p: &Position, list: impl Iterator<Item = FireAction>) -> Option<FireAction> {
    let works = |depot: Maybe<UnitId>| depot.get().is_some_and(|d| p.functional.has(d));
    let rich = |depot: Maybe<UnitId>| {
        depot.get().map_or(0, |d| p.points[usize::from(d)]) + if works(depot) { 20 } else { 0 }
    };
    let worth = |a: &FireAction| match *a {
        FireAction::Supply { attack: AttackId(attack), depot: DepotId(depot) } if depot.is_some() => {
            let hungry = p.attacks.get(usize::from(attack)).is_some_and(|a| a.depot.is_none());
            if hungry { 100 + i32::from(rich(depot)) } else { -1 }
        }
        FireAction::Feed { unit, depot: DepotId(depot) } if depot.is_some() => {
            let hungry = p.fire.shot_of(unit).is_some_and(|s| p.fire.shot(s as u8).depot.is_none());
            if hungry && works(depot) { 50 + i32::from(rich(depot)) } else { -1 }
        }
        FireAction::Resupply { depot: DepotId(depot), .. } if works(depot) => i32::from(rich(depot)),
        _ => -1,
    };
    list.max_by_key(worth).filter(|a| worth(a) >= 0)
}

/// The target on which the dice do most, for a gun that has none.
fn aim(engine: &Engine<'_>, p: &Position, list: impl Iterator<Item = FireAction>) -> Option<FireAction> {
    let worth = |a: &FireAction| match *a {
        FireAction::Aim { firer, target: TargetId(target) } => {
            let named = p.fire.shot_of(firer).is_some_and(|s| p.fire.shot(s as u8).target.is_some());
            if named && p.phase == Phase::Barrage {
                return -100;
            }
            let weak = 8 - i32::from(engine.tq(p, target));
            10 + i32::from(engine.barrage_add(p, firer, target)) * 2 + weak + i32::from(p.steps(target) > 1)
        }
        _ => -100,
    };
    list.max_by_key(worth).filter(|a| worth(a) > 0)
}

/// Guns that can support the defence do so where they help the stronger stack.
fn support(engine: &Engine<'_>, p: &Position, list: impl Iterator<Item = FireAction>) -> Option<FireAction> {
    let worth = |a: &FireAction| match *a {
        FireAction::Support { attack: AttackId(attack), .. } => {
            let target = p.attacks.get(usize::from(attack)).map(|a| a.target);
            1 + i32::from(target.map_or(0, |hex| p.units.firm_steps(p.reactive(), hex)))
                + i32::from(target == Some(engine.d.map.orel)) * 5
        }
        _ => -1,
    };
    list.max_by_key(worth).filter(|a| worth(a) > 0)
}
