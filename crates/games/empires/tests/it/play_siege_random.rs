//! Sieges from made-up positions, played at random to their end.
use crate::scene::*;
use sandtable_core::machine;
use sandtable_empires::combat::Kind;
use sandtable_empires::ids::{BlockId, LeaderId, NationId};
use sandtable_empires::land::Loose;
use sandtable_empires::land::garrison as rooms;
use sandtable_empires::play::siege::Sent;

fn below(dice: &mut Seeded, n: usize) -> usize {
    dice.below(n)
}

/// A corps of a nation that is not on the map yet, with as many factors as it likes and as fit.
fn corps_of(
    p: &mut Position,
    dice: &mut Seeded,
    nation: u8,
    power: u8,
    spot: Spot,
    most: u8,
) -> Option<usize> {
    let free: Vec<usize> = (0..data().corps.len())
        .filter(|b| p.nation_of(data(), *b) == nation && p.corps[*b].spot == Spot::Off)
        .collect();
    if free.is_empty() || most == 0 {
        return None;
    }
    let b = free[below(dice, free.len())];
    let room = p.def(data(), b).room;
    let mut left = most;
    let mut factors = [0; 7];
    for (f, r) in factors.iter_mut().zip(room) {
        *f = (below(dice, usize::from(r) + 1) as u8).min(left);
        left -= *f;
    }
    if factors == [0; 7] {
        let kind = room.iter().position(|r| *r > 0).unwrap();
        factors[kind] = 1;
    }
    (p.corps[b].power, p.corps[b].spot, p.corps[b].factors) = (power, spot, factors);
    Some(b)
}

/// Mixes up which block is which corps, as a set-up does.
fn shuffle(p: &mut Position, dice: &mut Seeded) {
    for last in (1..data().corps.len()).rev() {
        let other = below(dice, last + 1);
        let same = |p: &Position, b: usize| (p.corps[b].power, p.def(data(), b).symbol);
        if same(p, last) == same(p, other) {
            p.corps.swap(last, other);
        }
    }
}

/// One to three sieges, of besiegers and defenders of all sorts.
fn made_up(dice: &mut Seeded) -> Position {
    let mut p = before("grand1805", Phase::Combats, &[FR]);
    p.war = [0; 7];
    p.allied = [0; 7];
    p.counters = [40; 7];
    p.play.rules.method_two = below(dice, 3) == 0;
    p.play.rules.found_casualties = below(dice, 3) == 0;
    let cities: Vec<AreaId> = data().board.areas().filter(|a| data().place(*a).spires > 0).collect();
    let ports: Vec<AreaId> = cities.iter().copied().filter(|a| data().place(*a).port.is_some()).collect();
    let attacker = below(dice, 7) as u8;
    let ally = (attacker + 1) % 7;
    let enemy = (attacker + 2 + below(dice, 5) as u8) % 7;
    for q in [attacker, ally] {
        war(&mut p, q, enemy);
    }
    if below(dice, 2) == 0 {
        p.allied[usize::from(attacker)] |= 1 << ally;
        p.allied[usize::from(ally)] |= 1 << attacker;
    }
    for n in 7..data().nations.len() {
        p.controller[n] = [NOBODY, enemy, attacker, NOBODY][below(dice, 4)];
        p.minor_war[n] = 1 << attacker | 1 << ally;
        if below(dice, 3) == 0 {
            p.year.runner[n] = (0..7).find(|q| ![attacker, ally].contains(q)).unwrap();
        }
    }
    for g in &mut p.ground {
        g.closed_to = 0;
    }
    for _ in 0..=below(dice, 3) {
        let area = if below(dice, 2) == 0 {
            ports[below(dice, ports.len())]
        } else {
            cities[below(dice, cities.len())]
        };
        if p.at(area).besieged || p.inside(data(), area).is_some() {
            continue;
        }
        // Whose city it is.
        let minors: Vec<u8> = (7..data().nations.len() as u8)
            .filter(|n| p.power_of(*n).is_none() || p.power_of(*n) == Some(enemy))
            .collect();
        let nation =
            if below(dice, 2) == 0 || minors.is_empty() { enemy } else { minors[below(dice, minors.len())] };
        let power = p.power_of(nation).unwrap_or(nation);
        (p.at_mut(area).holder, p.at_mut(area).country) = (nation, nation);
        let most = rooms::capacity(data(), area);
        let mut room = most;
        if below(dice, 3) > 0 {
            let b = corps_of(&mut p, dice, nation, power, Spot::City(area), room.min(14));
            room -= b.map_or(0, |b| p.corps[b].total());
        }
        if room > 0 && (room == most || below(dice, 2) == 0) {
            let mut left = below(dice, usize::from(room)) as u8 + 1;
            let mut part = |most: u8| {
                let n = below(dice, usize::from(most.min(left)) + 1) as u8;
                left -= n;
                n
            };
            let irregulars = if nation == power && [RU, AU, PR, SP].contains(&power) { part(3) } else { 0 };
            let militia = part(9);
            let infantry = left;
            // Some of the infantry may be of the power beside its free state's, or of another that is no enemy.
            let guest = if nation == power { [0, 1, 3, 4, 5, 6][below(dice, 6)] } else { power };
            let peace = guest == power || usize::from(power) < 7 && !p.at_war(power, guest);
            let lent =
                if peace && below(dice, 2) == 0 { below(dice, usize::from(infantry) + 1) as u8 } else { 0 };
            let infantry = infantry - lent;
            p.at_mut(area).garrison = Loose { nation, infantry, militia, irregulars }.into();
            p.at_mut(area).garrison.add(Loose::of(guest, [lent, 0, 0]));
        }
        let strong = [2, 8, 30][below(dice, 3)];
        for _ in 0..=below(dice, 3) {
            corps_of(&mut p, dice, attacker, attacker, Spot::Field(area), strong);
        }
        if below(dice, 3) == 0 {
            corps_of(&mut p, dice, ally, ally, Spot::Field(area), 30);
        }
        if p.inside(data(), area).is_none() || p.corps_at(Spot::Field(area)).next().is_none() {
            continue;
        }
        if [RU, AU, PR, SP].contains(&attacker) {
            p.at_mut(area).irregulars[usize::from(attacker)] = below(dice, 4) as u8;
        }
        p.at_mut(area).besieged = true;
        if data().place(area).port.is_some() && usize::from(power) < 7 && below(dice, 2) == 0 {
            p.at_mut(area).inside = Depot { owner: power, old: true };
            // A source of the besieger's near by, so that he can take the depot over.
            let near = data().board.within(area, 2).iter().copied();
            let free = |a: &AreaId| *a != area && data().place(*a).spires > 0 && !p.at(*a).besieged;
            if let Some(a) = near.filter(free).find(|a| p.inside(data(), *a).is_none()) {
                (p.at_mut(a).holder, p.at_mut(a).country) = (attacker, attacker);
                p.at_mut(a).depot = Depot { owner: attacker, old: true };
            }
        }
        for (l, def) in data().leaders.iter().enumerate() {
            if below(dice, 6) == 0 && p.leaders[l] == Spot::Off {
                if def.nation == attacker {
                    p.leaders[l] = Spot::Field(area);
                } else if def.nation == power && p.corps_at(Spot::City(area)).next().is_some() {
                    p.leaders[l] = Spot::City(area);
                }
            }
        }
    }
    // Somewhere to go to, and somebody on the way.
    for _ in 0..20 {
        let area = cities[below(dice, cities.len())];
        if p.inside(data(), area).is_none() && !p.at(area).besieged {
            let q = [enemy, attacker][below(dice, 2)];
            (p.at_mut(area).holder, p.at_mut(area).country) = (q, q);
            if below(dice, 3) == 0 {
                garrison(&mut p, &data().board.area(area).id, q, 1);
            }
            if below(dice, 3) == 0 && rooms::capacity(data(), area) > 0 {
                p.at_mut(area).depot = Depot { owner: q, old: true };
            }
        }
    }
    shuffle(&mut p, dice);
    let slot = match below(dice, 5) {
        0 | 2 => vec![enemy],
        1 if p.allied[usize::from(attacker)] != 0 => vec![attacker, ally],
        _ => vec![attacker],
    };
    set_slot(&mut p, Phase::Combats, &slot);
    p.play.turns = 2;
    p
}

/// Factors that events account for.
fn told(events: &[Event]) -> i64 {
    let of = |e: &Event| match *e {
        Event::Loss(LossEvent::Lost { factors, .. }) => i64::from(factors.total()),
        Event::Siege(SiegeEvent::Falls { prisoners, .. }) => i64::from(prisoners),
        Event::Siege(SiegeEvent::NoWayOut { factors, .. }) => i64::from(factors),
        Event::Siege(SiegeEvent::Hunted { killed, .. }) => i64::from(killed),
        Event::Siege(SiegeEvent::Guerillas { factors, .. }) => -i64::from(factors),
        _ => 0,
    };
    events.iter().map(of).sum()
}

fn absurd() -> Vec<Action> {
    use SiegeAction as A;
    let nowhere = AreaId(u16::MAX);
    let mut out: Vec<A> =
        vec![A::Everybody, A::Attack, A::StandDown, A::Sortie, A::NoSortie, A::AskHonours, A::Grant];
    out.extend([
        A::Surrender,
        A::Fight,
        A::Refuse,
        A::Destroy,
        A::Convert,
        A::Done,
        A::Post(0),
        A::Post(255),
    ]);
    for a in [nowhere, AreaId(0), AreaId(7), AreaId(380)] {
        out.extend([A::Assault(a), A::Sally(a), A::MarchOff(a), A::Drive(a), A::Hunt(a)]);
    }
    for b in [0, 5, 127, 128, 255] {
        out.extend([
            A::Join(BlockId(b)),
            A::Enter(BlockId(b)),
            A::Out(BlockId(b)),
            A::OutLeader(LeaderId(b)),
        ]);
        for kind in Kind::ALL {
            out.extend([
                A::Drop(BlockId(b), kind, 1),
                A::Drop(BlockId(b), kind, 0),
                A::Drop(BlockId(b), kind, 255),
                A::Send(Sent(NationId(b), kind, b)),
            ]);
        }
    }
    let mut all: Vec<Action> = out.into_iter().map(Action::Siege).collect();
    for source in [
        Source::Block(BlockId(255)),
        Source::Block(BlockId(3)),
        Source::City(NationId(0)),
        Source::City(NationId(255)),
        Source::Guard(NationId(40)),
        Source::Field,
    ] {
        all.extend(Kind::ALL.map(|k| Action::Loss(LossAction::Take(source, k))));
    }
    all
}

#[test]
fn r7_5_4d_three_hundred_sieges_end_and_keep_their_books() {
    rules!("empires 7.5.4", "empires 7.5.4.1", "empires 7.5.4.2");
    let wishes = absurd();
    let mut seen: std::collections::BTreeMap<String, usize> = Default::default();
    for seed in 0..300 {
        let mut dice = Seeded::new(seed);
        let mut p = made_up(&mut dice);
        game().sound(&p).unwrap();
        let mut events = Vec::new();
        machine::run(&game().engine(), &mut p, &mut dice, &mut events);
        let mut steps = 0;
        while [Phase::Sieges, Phase::Guerillas].contains(&p.play.phase) {
            let Decision::Decide { sides, .. } = game().to_decide(&p) else { break };
            assert!(
                sides.iter().next().is_some_and(|s| s.0 < 7),
                "seed {seed}: nobody decides at {:?}",
                p.play.steps.top()
            );
            (0..7).for_each(|q| same_from_known(&p, q, if steps % 8 == 0 { &wishes } else { &[] }));
            let deciding: Vec<Side> = sides.iter().collect();
            let side = deciding[below(&mut dice, deciding.len())];
            let mut list = Vec::new();
            game().actions(&p, side, &mut list);
            assert!(!list.is_empty(), "seed {seed}: nothing to do at {:?}", p.play.steps.top());
            for a in &list {
                game().check(&p, side, a).unwrap();
                if matches!(a, Action::Siege(_)) {
                    let text = game().describe(&p, a);
                    assert_eq!(game().parse(&p, &text), Some(*a), "{text}");
                }
            }
            let mut action = list[below(&mut dice, list.len())];
            // Sieges are what this is about.
            if matches!(p.play.steps.top(), Step::Siege(SiegeStep::Pick(_))) {
                action = list[0];
            }
            if matches!(p.play.steps.top(), Step::Siege(SiegeStep::Muster(..))) && below(&mut dice, 2) == 0 {
                action = Action::Siege(SiegeAction::Everybody);
            }
            if let Step::Siege(s) = p.play.steps.top() {
                let name = format!("{s:?}");
                *seen.entry(name.split('(').next().unwrap().to_string()).or_default() += 1;
            }
            let before = i64::from(factors(&p));
            events.clear();
            game().apply(&mut p, side, &action, &mut dice, &mut events);
            game().sound(&p).unwrap_or_else(|e| panic!("seed {seed}: {e} after {action:?}"));
            assert_eq!(before - told(&events), i64::from(factors(&p)), "seed {seed}: {action:?} {events:?}");
            for e in &events {
                if let Event::Siege(e) = e {
                    *seen.entry(format!("{e:?}").split(' ').next().unwrap().to_string()).or_default() += 1;
                }
                assert!(!game().tell(e).text.is_empty());
            }
            steps += 1;
            assert!(steps < 3000, "seed {seed} does not end");
        }
        assert!(![Phase::Sieges, Phase::Guerillas].contains(&p.play.phase), "seed {seed} stands still");
        assert_eq!(p.siege.area, AreaId(u16::MAX));
    }
    let steps = ["Pick", "Muster", "Sortie", "Plea", "Answer", "Occupy", "Depot", "StepOut", "Refuge"];
    let events =
        ["Begins", "Round", "Resumes", "Freed", "Falls", "MarchesOff", "Retreats", "NoWayOut", "Garrisons"];
    for name in steps.into_iter().chain(events) {
        assert!(seen.contains_key(name), "{name} never came up: {seen:?}");
    }
}
