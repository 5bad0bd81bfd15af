//! What is not offered is refused, whatever can be thought of.
use crate::scene::*;
use sandtable_empires::ids::FactorId;
use sandtable_empires::land::garrison::At;
use sandtable_empires::play::march::{Halt, MarchAction as M, Post};
use sandtable_empires::play::year::state::Wares;
use sandtable_empires::play::year::{Target, YearAction as Y, YearStep};
use sandtable_testkit::Walk;

/// Everything that could be thought of in a march.
fn marches(p: &Position) -> Vec<M> {
    let d = &game().d;
    let blocks = || (0..d.corps.len() as u8).map(BlockId);
    let mut out = vec![M::Done, M::Force, M::Inside, M::Outside, M::Raze, M::Convert, M::PayAll, M::Forage];
    out.extend([Halt::Plain, Halt::Besiege, Halt::Attack].map(M::Stop));
    for a in d.board.areas() {
        out.extend([M::RemoveDepot(a), M::RemoveInside(a), M::PlaceDepot(a), M::Enter(a)]);
        out.extend([M::Aside(a), M::PayPort(a)]);
        out.extend(Post::ALL.map(|post| M::PickIrregular(a, post)));
        let afloat = blocks().filter(|b| matches!(p.corps[usize::from(b.0)].spot, Spot::Fleet(_)));
        out.extend(afloat.flat_map(|b| [M::Land(b, a), M::LandInside(b, a)]));
    }
    out.extend(blocks().flat_map(|b| [M::Pick(b), M::Pay(b), M::RetireCorps(b)]));
    out.extend((0..7).map(NationId).flat_map(|q| [M::Wait(q), M::Next(q)]));
    let fleets = (0..p.fleets.len() as u8).map(FleetId);
    out.extend(fleets.flat_map(|f| [M::RemoveOnFleet(f), M::PlaceOnFleet(f)]));
    let leaders = (0..d.leaders.len() as u8).map(LeaderId);
    out.extend(leaders.flat_map(|l| [M::With(l), M::Without(l), M::RetireLeader(l)]));
    for at in [At::City, At::Depot] {
        out.push(M::Station(at));
        for (k, n) in (0..7).flat_map(|k| (1..24).map(move |n| (FactorId(k), n))) {
            out.extend([M::Detach(at, k, n), M::Absorb(at, k, n)]);
        }
    }
    out
}

/// Everything that a power could think of when its reinforcements arrive.
fn reinforcements(p: &Position, power: u8) -> Vec<Y> {
    let d = &game().d;
    let blocks = || (0..d.corps.len() as u8).map(BlockId);
    let cities = || d.board.areas().filter(|a| d.place(*a).spires > 0);
    let mut to: Vec<Target> = cities().map(Target::City).collect();
    to.extend(d.board.areas().filter(|a| p.at(*a).depot.owner != u8::MAX).map(Target::Depot));
    to.extend(blocks().map(Target::Corps));
    let off = |b: &BlockId| {
        let c = &p.corps[usize::from(b.0)];
        c.power == power && c.spot == Spot::Off
    };
    let mut out = vec![Y::Done];
    for (kind, count) in Wares::ALL.into_iter().flat_map(|k| [1, 2, 3, 5, 8, 13, 30].map(|n| (k, n))) {
        out.push(Y::Buy { kind, count });
        for &to in &to {
            out.push(Y::Place { kind, count, to });
            out.extend((0..4).map(|from| Y::Share { from, kind, count, to }));
        }
        for corps in blocks().filter(off) {
            out.extend(cities().map(|area| Y::Raise { corps, area, kind, count }));
        }
    }
    out.extend(blocks().map(|corps| Y::Dissolve { corps }));
    for leader in (0..d.leaders.len() as u8).map(LeaderId) {
        out.extend(blocks().map(|corps| Y::Return { leader, corps }));
    }
    out
}

/// Everything that could be thought of at a step whose offers are not found by trying everything.
fn thinkable(p: &Position, offered: &[Action]) -> Vec<Action> {
    match p.play.steps.top() {
        Step::March(_) => marches(p).into_iter().map(Action::March).collect(),
        Step::Year(YearStep::Reinforce { power }) => {
            reinforcements(p, power).into_iter().map(Action::Year).collect()
        }
        Step::Fight(_) if matches!(offered[0], Action::Fight(FightAction::Retreat(_))) => {
            data().board.areas().map(|a| Action::Fight(FightAction::Retreat(a))).collect()
        }
        _ => vec![],
    }
}

#[test]
fn what_is_not_offered_is_refused() {
    let (options, mut compared) = (Options::new(), 0);
    for (seed, scenario) in (0..).zip(&data().scenarios) {
        let walk = Walk { scenario: &scenario.id, options: &options, seed, steps: 600, every: 1 };
        walk.look(game(), |m| {
            let (p, mut list) = (m.position, Vec::new());
            game().actions(p, m.side, &mut list);
            if m.number % 17 > 0 && !matches!(list[0], Action::Fight(FightAction::Retreat(_))) {
                return;
            }
            for action in thinkable(p, &list) {
                let (offered, legal) = (list.contains(&action), game().check(p, m.side, &action).is_ok());
                assert_eq!(offered, legal, "{}: {action:?} at {:?}", walk.at(m.number), p.play.steps.top());
                compared += 1;
            }
        });
    }
    assert!(compared > 100_000, "{compared}");
}
