//! Sieges and guerillas.

use super::weights::ScriptWeights;
use crate::play::combat::Kind;
use crate::play::land::{Position, garrison};
use crate::play::siege::{SiegeAction, SiegeStep};
use crate::play::{Action, Engine};
use crate::position::ids::BlockId;
use sandtable_board::AreaId;

fn listed(list: &[Action]) -> impl Iterator<Item = SiegeAction> + '_ {
    list.iter().filter_map(|a| if let Action::Siege(s) = a { Some(*s) } else { None })
}

fn has(list: &[Action], wanted: SiegeAction) -> Option<SiegeAction> {
    list.contains(&Action::Siege(wanted)).then_some(wanted)
}

/// Besiegers and besieged of a city.
fn sides(e: Engine<'_>, p: &Position, area: AreaId) -> (f32, f32) {
    if area.index() >= e.d.board.len() {
        return (0.0, 0.0);
    }
    let around: u32 = e.besiegers(p, area).iter().map(|b| u32::from(p.corps[b].total())).sum();
    (around as f32, f32::from(garrison::inside(p, area)))
}

/// The best action of a step of a siege; none leaves the choice to the caller.
pub(super) fn choose(
    e: Engine<'_>,
    p: &Position,
    step: SiegeStep,
    w: &ScriptWeights,
    list: &[Action],
) -> Option<SiegeAction> {
    use SiegeAction as A;
    let area = p.siege.area;
    let (around, inside) = sides(e, p, area);
    match step {
        SiegeStep::Pick(_) => {
            let storm = listed(list).find(|a| match a {
                A::Assault(area) => {
                    let (around, inside) = sides(e, p, *area);
                    around > inside * w.storms
                }
                A::Sally(area) => {
                    let (around, inside) = sides(e, p, *area);
                    inside > around * w.sallies
                }
                _ => false,
            });
            storm.or_else(|| has(list, A::Done))
        }
        SiegeStep::Muster(..) => {
            has(list, A::Everybody).or_else(|| has(list, A::Attack)).or_else(|| has(list, A::StandDown))
        }
        SiegeStep::Sortie => has(list, A::Sortie),
        SiegeStep::Plea => has(list, A::AskHonours).or_else(|| has(list, A::Fight)),
        SiegeStep::Answer => {
            if around > inside * w.refuses {
                has(list, A::Refuse)
            } else {
                has(list, A::Grant)
            }
        }
        SiegeStep::Occupy => {
            if p.vacant_city(e.d, area) {
                let drop = listed(list).filter(|a| matches!(a, A::Drop(_, Kind::Infantry, 1..=2)));
                let most = drop.max_by_key(|a| match a {
                    A::Drop(BlockId(b), _, n) => (p.corps[usize::from(*b)].total(), *n),
                    _ => (0, 0),
                });
                most.or_else(|| listed(list).find(|a| matches!(a, A::Drop(..) | A::Enter(_))))
            } else {
                has(list, A::Done)
            }
        }
        SiegeStep::Depot => has(list, A::Convert).or_else(|| has(list, A::Destroy)),
        SiegeStep::StepOut(_) => {
            listed(list).find(|a| matches!(a, A::Out(_) | A::OutLeader(_))).or_else(|| has(list, A::Done))
        }
        SiegeStep::Round | SiegeStep::Rise(_) => has(list, A::Roll),
        SiegeStep::Hunt(_) => listed(list).find(|a| matches!(a, A::Hunt(_))).or_else(|| has(list, A::Done)),
        _ => None,
    }
}
