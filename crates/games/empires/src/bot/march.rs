//! Depots, marches and supply.

use super::picture::Front;
use super::plan::{Plan, city_worth};
use super::weights::ScriptWeights;
use crate::data::I;
use crate::play::land::garrison::At;
use crate::play::land::position::{CORPS, LEADERS};
use crate::play::land::{Position, Spot, paying, supply};
use crate::play::march::Retiring;
use crate::play::march::{Halt, MarchAction, MarchStep};
use crate::play::{Action, Engine};
use crate::position::ids::{BlockId, FactorId, LeaderId, NationId};
use sandtable_board::AreaId;
use sandtable_core::Side;
use sandtable_core::machine;
use sandtable_ops::ArrayList;
use sandtable_ops::Id;

fn listed(list: &[Action]) -> impl Iterator<Item = MarchAction> + '_ {
    list.iter().filter_map(|a| if let Action::March(m) = a { Some(*m) } else { None })
}

fn has(list: &[Action], wanted: MarchAction) -> Option<MarchAction> {
    list.contains(&Action::March(wanted)).then_some(wanted)
}

/// The best action of a step of depots, movement and supply; none leaves the choice to the caller.
pub(super) fn choose(
    e: Engine<'_>,
    p: &Position,
    power: u8,
    step: MarchStep,
    (plan, w): (&Plan, &ScriptWeights),
    list: &[Action],
) -> Option<MarchAction> {
    use MarchAction as A;
    match step {
        MarchStep::Remove(_) => remove(e, p, (power, w), list).or_else(|| has(list, A::Done)),
        MarchStep::Place(_) => place(e, p, (power, w), plan, list).or_else(|| has(list, A::Done)),
        MarchStep::Order(_) => listed(list).next(),
        MarchStep::Pick(_) => pick(e, p, power, plan, list).or_else(|| has(list, A::Done)),
        MarchStep::March => march(e, p, (power, w), plan, list),
        MarchStep::Burn(_) => has(list, A::Burn(true)).or_else(|| has(list, A::Burn(false))),
        // Regulars are worth most, and stand first in the list.
        MarchStep::Refuge { .. } => {
            let in_order = |kind| {
                listed(list)
                    .filter(move |a| matches!(a, A::RetireGuard(Retiring(_, k, _)) if *k == kind))
                    .last()
            };
            (0..3).find_map(in_order).or_else(|| has(list, A::Done))
        }
        MarchStep::Others { .. } => has(list, A::StayOut),
        MarchStep::Aside { .. } => listed(list).next(),
        MarchStep::Retire { area, .. } => retire(e, p, (power, w), area, list),
        MarchStep::Settle { .. } => has(list, A::Besiege).or_else(|| has(list, A::Done)),
        MarchStep::Living(block) => living(e, p, (power, w), usize::from(block), list),
        MarchStep::Forfeit { .. } => {
            let militia = listed(list).find(|a| matches!(a, A::Forfeit(.., true)));
            militia.or_else(|| listed(list).next())
        }
        MarchStep::Stand { .. } => has(list, A::Stay),
        MarchStep::Pay(_) => has(list, A::PayAll)
            .or_else(|| listed(list).find(|a| matches!(a, A::PayPort(_) | A::Pay(_))))
            .or_else(|| has(list, A::Done)),
        MarchStep::Starved { .. } => has(list, A::TakeOver),
        MarchStep::Fill { .. } => {
            let small = listed(list)
                .filter(|a| matches!(a, A::Put(_, FactorId(kind), 1 | 2) if usize::from(*kind) == I));
            let garrisoned = |area: AreaId| p.at(area).garrison.total() > 1;
            match step {
                MarchStep::Fill { area, .. } if garrisoned(area) => has(list, A::Done),
                _ => small.last().or_else(|| listed(list).find(|a| matches!(a, A::Put(..)))),
            }
        }
        MarchStep::Foraged(_)
        | MarchStep::Close(_)
        | MarchStep::Rest
        | MarchStep::Unpaid(_)
        | MarchStep::MustForage(_)
        | MarchStep::Besieged => None,
    }
}

/// Depots that feed nobody go when all counters are used.
fn remove(
    e: Engine<'_>,
    p: &Position,
    (power, w): (u8, &ScriptWeights),
    list: &[Action],
) -> Option<MarchAction> {
    let used = crate::play::land::depots::count(e.d, p, power);
    if used + 1 < p.counters[usize::from(power)] {
        return None;
    }
    let near = |area: AreaId| {
        let own = (0..CORPS).filter(|b| p.corps[*b].power == power);
        own.filter_map(|b| p.corps[b].spot.area()).map(|a| e.d.board.distance(a, area)).min().unwrap_or(99)
    };
    let front = Front::new(e, p, power, w);
    let idle = |area: AreaId| !front.chain.areas.has(area) || near(area) > 4;
    listed(list)
        .filter_map(|a| if let MarchAction::RemoveDepot(area) = a { Some(area) } else { None })
        .filter(|a| idle(*a) && !supply::is_source(e.d, p, &front.pic, *a))
        .max_by_key(|a| near(*a))
        .map(MarchAction::RemoveDepot)
}

/// A depot where it makes most corps cheaper to feed.
fn place(
    e: Engine<'_>,
    p: &Position,
    (power, w): (u8, &ScriptWeights),
    plan: &Plan,
    list: &[Action],
) -> Option<MarchAction> {
    let front = Front::new(e, p, power, w);
    if p.money[usize::from(power)] < 3 {
        return None;
    }
    let mut ends: ArrayList<(AreaId, f32), CORPS> = ArrayList::new();
    for block in (0..CORPS).filter(|b| p.corps[*b].power == power && !p.besieged(*b)) {
        let Some(now) = p.corps[block].spot.area() else { continue };
        let goal = plan.goal_of(block).unwrap_or(now);
        let known = ends.iter().find(|x| x.0 == goal).map(|x| x.1);
        let far = || supply::distance(e.d, p, &front.pic, &front.chain, goal, 3).map_or(5.0, f32::from);
        ends.push((goal, known.unwrap_or_else(far)));
    }
    let gain = |area: AreaId| -> f32 {
        let mut out = 0.0;
        for (goal, old) in &ends {
            let new = f32::from(e.d.board.distance(area, *goal));
            out += (old - new).clamp(0.0, 4.0);
        }
        // A depot that the enemy can take at once feeds the enemy.
        out - w.depot_risk * front.threat[area.index()]
    };
    listed(list)
        .filter_map(|a| if let MarchAction::PlaceDepot(area) = a { Some((area, gain(area))) } else { None })
        .filter(|(_, g)| *g >= w.depot_gain)
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(area, _)| MarchAction::PlaceDepot(area))
}

/// Whether a corps has something to do where it is: a city to take or to besiege.
fn work_here(e: Engine<'_>, p: &Position, power: u8, area: AreaId) -> bool {
    let d = e.d;
    let enemy = d.place(area).spires > 0 && p.at_war(power, p.city_of(d, area));
    enemy && !p.at(area).besieged
}

fn pick(e: Engine<'_>, p: &Position, power: u8, plan: &Plan, list: &[Action]) -> Option<MarchAction> {
    let mut best: Option<(i32, MarchAction)> = None;
    for action in listed(list) {
        let (rank, action) = match action {
            MarchAction::Pick(BlockId(b)) => {
                let block = usize::from(b);
                let Some(at) = p.corps[block].spot.area() else { continue };
                let goal = plan.goal_of(block).unwrap_or(at);
                if goal == at && !work_here(e, p, power, at) {
                    continue;
                }
                // The strongest corps leads, with the leaders.
                (100 + i32::from(p.corps[block].total()), action)
            }
            MarchAction::Land(_, area) => (
                500 - i32::from(e.d.board.distance(area, e.d.nations[usize::from(power)].capitals[0])),
                action,
            ),
            _ => continue,
        };
        if best.is_none_or(|b| rank > b.0) {
            best = Some((rank, action));
        }
    }
    best.map(|b| b.1)
}

/// The way to its goal for a corps that is on its way, found without looking at all that it could do.
pub(super) fn straight(e: Engine<'_>, p: &Position, power: u8, plan: &Plan) -> Option<MarchAction> {
    use MarchAction as A;
    let (block, at) = (p.marching.block()?, p.marching.march.at);
    let goal = plan.goal_of(block).filter(|g| *g != at)?;
    let may = |a: &MarchAction| machine::refuse(&e, p, Side(power), &Action::March(*a)).is_none();
    let here = |l: &usize| p.leaders[*l].area() == Some(at) && !plan.guards(block);
    let with = (0..e.d.leaders.len().min(LEADERS)).filter(here);
    with.map(|l| A::With(LeaderId::of(l))).chain([A::Enter(goal)]).find(may)
}

fn march(
    e: Engine<'_>,
    p: &Position,
    (power, w): (u8, &ScriptWeights),
    plan: &Plan,
    list: &[Action],
) -> Option<MarchAction> {
    use MarchAction as A;
    let at = p.marching.march.at;
    let stop = || has(list, A::Stop(Halt::Plain)).or_else(|| listed(list).find(|a| matches!(a, A::Stop(_))));
    let Some(block) = p.marching.block() else { return stop() };
    let goal = plan.goal_of(block).unwrap_or(at);
    if at != goal {
        // Leaders go with the first corps that leaves, but not to guard a depot.
        if let Some(with) = listed(list).find(|a| matches!(a, A::With(_)) && !plan.guards(block)) {
            return Some(with);
        }
        if let Some(enter) = has(list, A::Enter(goal)) {
            return Some(enter);
        }
        let now = e.d.board.distance(at, goal);
        let closer = listed(list)
            .filter_map(|a| if let A::Enter(area) = a { Some(area) } else { None })
            .filter(|a| e.d.board.distance(*a, goal) < now)
            .min_by_key(|a| e.d.board.distance(*a, goal));
        if let Some(area) = closer {
            return Some(A::Enter(area));
        }
    }
    if let Some(take) = has(list, A::Convert).or_else(|| has(list, A::Raze)) {
        return Some(take);
    }
    let d = e.d;
    if p.vacant_city(d, at) && p.corps[block].spot == Spot::Field(at) {
        let enemy = p.at_war(power, p.city_of(d, at));
        if enemy || city_worth(&e, p, at) >= 1.0 {
            let want = if enemy { w.garrison.round() as u8 } else { 1 };
            let drop = has(list, A::Detach(At::City, FactorId::of(I), want));
            let any = || listed(list).find(|a| matches!(a, A::Detach(At::City, _, 1)));
            if p.corps[block].total() > 3
                && let Some(drop) = drop.or_else(any)
            {
                return Some(drop);
            }
        }
    }
    if let Some(siege) = has(list, A::Stop(Halt::Besiege)) {
        let front = Front::new(e, p, power, w);
        let mine: f32 = front.ours[at.index()] + f32::from(p.corps[block].total());
        if mine > front.inside(at) * w.invests {
            return Some(siege);
        }
    }
    stop()
}

/// A force that is much weaker goes behind walls.
fn retire(
    e: Engine<'_>,
    p: &Position,
    (power, w): (u8, &ScriptWeights),
    area: AreaId,
    list: &[Action],
) -> Option<MarchAction> {
    use MarchAction as A;
    let front = Front::new(e, p, power, w);
    let i = area.index();
    let (ours, theirs) = (front.ours[i], front.theirs[i]);
    if theirs > ours * w.shelters {
        let corps = listed(list).filter(|a| matches!(a, A::RetireCorps(_))).max_by_key(|a| {
            if let A::RetireCorps(BlockId(b)) = a { p.corps[usize::from(*b)].total() } else { 0 }
        });
        let rest = || listed(list).find(|a| matches!(a, A::RetireLeader(_)));
        let guard = || {
            let all = listed(list).filter(|a| matches!(a, A::RetireGuard(..) | A::RetireIrregulars(_)));
            all.max_by_key(|a| match a {
                A::RetireGuard(Retiring(.., n)) | A::RetireIrregulars(n) => *n,
                _ => 0,
            })
        };
        if let Some(a) = corps.or_else(rest).or_else(guard) {
            return Some(a);
        }
    }
    has(list, A::Done).or_else(|| has(list, A::Agree))
}

/// Depot supply unless foraging costs nothing, or less than the money is worth.
fn living(
    e: Engine<'_>,
    p: &Position,
    (power, w): (u8, &ScriptWeights),
    block: usize,
    list: &[Action],
) -> Option<MarchAction> {
    use MarchAction as A;
    let waits = || listed(list).filter_map(|a| if let A::Wait(NationId(q)) = a { Some(q) } else { None });
    let Some(payer) = waits().find(|q| *q == power).or_else(|| waits().next()) else {
        return has(list, A::Forage);
    };
    let front = Front::new(e, p, power, w);
    let Some(area) = p.corps[block].spot.area() else { return has(list, A::Forage) };
    let others = crate::play::land::forage::others(p, area, block);
    let loss = front.forage_loss(area, others, p.corps[block].ration.unused);
    let pic = crate::play::land::Picture::new(e.d, p, payer);
    let chain = supply::chain(e.d, p, &pic);
    let cost = paying::corps_cost(e.d, p, &pic, &chain, block).map_or(9.0, |c| f32::from(c) / 2.0);
    // A factor is worth some money points, fewer when there is not enough.
    let rich = front.purse / 12.0;
    if loss * w.ration * rich.clamp(0.5, 3.0) < cost {
        has(list, A::Forage)
    } else {
        has(list, A::Wait(NationId(payer)))
    }
}
