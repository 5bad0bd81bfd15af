//! What every game must hold to, in this one.

use crate::scene::*;
use sandtable_orel::play::march::MarchAction;
use sandtable_testkit::{Conforms, Step as Played, conforms};

conforms! {
    Conforms::of(GAME.clone(), Orel::rules(), 496, env!("CARGO_MANIFEST_DIR"))
        .games(8, 41)
        .followed(|_, _| Box::new(keeps_the_rules))
        .unlisted(is_way)
        .positions(2, 900, 60)
        .values(2, 600, 40)
        .typed(8, 200, 23)
        .random("brasovo", 8, 20)
        .random("historical", 3, 6)
        .rehearsals("brasovo", 8, 20)
        .rehearsals("historical", 3, 6)
}

/// A way of several hexes may be named, and only single steps are listed: any way can be made of them.
fn is_way(action: &Action) -> bool {
    matches!(action, Action::March(MarchAction::By { .. }))
}

/// What holds from each position of a game to the next.
fn keeps_the_rules(step: &Played<'_, Orel>) {
    let kept = step_holds(step.before, step.after).and_then(|()| supports_once(step.after));
    kept.unwrap_or_else(|e| panic!("decision {}: {:?}: {e}", step.number, step.action));
}

/// Steps of a side: on the map, still to come, lost as prisoners or otherwise.
fn steps(p: &Position) -> u32 {
    engine().all_units().map(|u| u32::from(p.steps(u))).sum()
}

/// Steps that units still have, and prisoners: in combat nothing is gained (orel 4.1b).
fn step_holds(before: &Position, after: &Position) -> Result<(), String> {
    let recruits =
        before.phase == Phase::Recruits || before.phase != after.phase || before.turn != after.turn;
    if steps(after) > steps(before) && !recruits {
        return Err(format!("{} steps became {}", steps(before), steps(after)));
    }
    let taken = |p: &Position| u32::from(p.prisoners[0] + p.prisoners[1]);
    let lost = steps(before).saturating_sub(steps(after));
    if taken(after) > taken(before) + lost + 3 && before.phase == after.phase {
        return Err(format!("{lost} steps were lost and {} prisoners made", taken(after) - taken(before)));
    }
    for side in 0..2 {
        if p_over(after, side) {
            return Err(format!("side {side} has {} Recruit Points", after.recruits[side]));
        }
    }
    // A unit that has ended its move stays (orel 7b).
    if before.phase == Phase::Movement && after.phase == Phase::Movement {
        for u in before.march.moved.iter() {
            if before.on_map(u) && after.hex(u) != before.hex(u) {
                return Err(format!("{} moved twice", engine().id(u)));
            }
        }
    }
    Ok(())
}

fn p_over(p: &Position, side: usize) -> bool {
    p.recruits[side] > game().d.charts.bank
}

/// Each gun or train supports once (orel 8.6.2).
fn supports_once(p: &Position) -> Result<(), String> {
    let mut seen = Pieces::EMPTY;
    for attack in p.declared() {
        for set in [attack.supports, attack.defence] {
            if let Some(u) = set.meet(&seen).first() {
                return Err(format!("{} supports twice", engine().id(u)));
            }
            seen = seen.with(&set);
        }
    }
    Ok(())
}
