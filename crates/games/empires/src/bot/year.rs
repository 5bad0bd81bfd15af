//! Politics, fleets, reinforcements and the order of play.

use super::picture::Front;
use super::weights::ScriptWeights;
use crate::data::POWERS;
use crate::play::land::{Position, garrison};
use crate::play::year::state::Wares;
use crate::play::year::{Target, YearAction, YearStep};
use crate::play::{Action, Engine};
use crate::position::ids::NationId;
use sandtable_core::dice::Seeded;

fn listed(list: &[Action]) -> impl Iterator<Item = YearAction> + '_ {
    list.iter().filter_map(|a| if let Action::Year(y) = a { Some(*y) } else { None })
}

fn has(list: &[Action], wanted: YearAction) -> Option<YearAction> {
    list.contains(&Action::Year(wanted)).then_some(wanted)
}

/// The best action of a step before the Land Phase; none leaves the choice to the caller.
pub(super) fn choose(
    e: Engine<'_>,
    p: &Position,
    power: u8,
    step: YearStep,
    (chance, w): (&mut Seeded, &ScriptWeights),
    list: &[Action],
) -> Option<YearAction> {
    use YearAction as A;
    match step {
        YearStep::Politics => politics(e, p, (power, w), list).or_else(|| has(list, A::Done)),
        YearStep::Runner { .. } => has(list, A::Run { yes: true }),
        YearStep::Combine | YearStep::Naval { .. } => has(list, A::Done),
        YearStep::Reinforce { .. } => reinforce(p, power, list).or_else(|| has(list, A::Done)),
        YearStep::Slot => listed(list).nth(chance.below(list.len().max(1))),
    }
}

/// War on a weak neutral minor next door, one at a time; peace is not sought.
fn politics(
    e: Engine<'_>,
    p: &Position,
    (power, w): (u8, &ScriptWeights),
    list: &[Action],
) -> Option<YearAction> {
    if p.minor_war.iter().any(|w| w >> power & 1 == 1) {
        return None;
    }
    let front = Front::new(e, p, power, w);
    let mut best: Option<(f32, YearAction)> = None;
    for action in listed(list) {
        let YearAction::War { on: NationId(on) } = action else { continue };
        if usize::from(on) < POWERS {
            continue;
        }
        let Some(&capital) = e.d.nations[usize::from(on)].capitals.first() else { continue };
        let near: f32 =
            e.d.board
                .areas()
                .filter(|a| e.d.board.distance(*a, capital) <= 4)
                .map(|a| if front.pic.own_corps.has(a) { front.ours[a.index()] } else { 0.0 })
                .sum();
        let held = f32::from(garrison::inside(p, capital));
        let value = near - 4.0 * held - 10.0;
        if value > 0.0 && best.is_none_or(|b| value > b.0) {
            best = Some((value, action));
        }
    }
    best.map(|b| b.1)
}

/// Leaders come back, what is bought goes into corps, and money beyond what supply needs buys infantry.
fn reinforce(p: &Position, power: u8, list: &[Action]) -> Option<YearAction> {
    use YearAction as A;
    if let Some(back) = listed(list).find(|a| matches!(a, A::Return { .. })) {
        return Some(back);
    }
    let size = |a: &YearAction| match a {
        A::Share { count, to, .. } | A::Place { count, to, .. } => {
            (u8::from(matches!(to, Target::Corps(_))), *count)
        }
        A::Raise { count, .. } => (2, *count),
        _ => (0, 0),
    };
    let put = listed(list).filter(|a| matches!(a, A::Share { .. } | A::Place { .. } | A::Raise { .. }));
    if let Some(put) = put.max_by_key(size) {
        return Some(put);
    }
    let spare = p.money[usize::from(power)].saturating_sub(12);
    let buy = listed(list).filter(|a| match a {
        A::Buy { kind: Wares::Infantry, count } => u16::from(*count) * 3 <= spare,
        _ => false,
    });
    buy.max_by_key(|a| if let A::Buy { count, .. } = a { *count } else { 0 })
}
