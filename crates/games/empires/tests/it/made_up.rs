//! Combats and sieges from made-up positions, played at random to their end.
use crate::scene::*;
use sandtable_core::machine;
use sandtable_core::player::{Player, Recruit};
use sandtable_empires::land::garrison as rooms;
use sandtable_testkit::{Moment, Referee, Walk, rounds};
use std::collections::BTreeSet;

/// A corps of a nation that is not on the map yet, with as many factors as chance gives it and as fit.
fn corps_of(
    p: &mut Position,
    dice: &mut Seeded,
    nation: u8,
    power: u8,
    spot: Spot,
    most: u8,
) -> Option<usize> {
    let free = |b: &usize| p.nation_of(data(), *b) == nation && p.corps[*b].spot == Spot::Off;
    let free: Vec<usize> = (0..data().corps.len()).filter(free).collect();
    if free.is_empty() || most == 0 {
        return None;
    }
    let b = free[dice.below(free.len())];
    let room = p.def(data(), b).room;
    let (mut left, mut factors) = (most, [0; 7]);
    for (f, r) in factors.iter_mut().zip(room) {
        *f = (dice.below(usize::from(r) + 1) as u8).min(left);
        left -= *f;
    }
    if factors == [0; 7] {
        factors[room.iter().position(|r| *r > 0).unwrap()] = 1;
    }
    let c = &mut p.corps[b];
    (c.power, c.spot, c.factors) = (power, spot, factors);
    (c.ration.over_water, c.ration.at_ease) = (dice.below(4) == 0, dice.below(5) == 0);
    Some(b)
}

/// Mixes up which block is which corps, as a set-up does.
fn shuffle(p: &mut Position, dice: &mut Seeded) {
    for last in (1..data().corps.len()).rev() {
        let other = dice.below(last + 1);
        let same = |b: usize| (p.corps[b].power, p.def(data(), b).symbol);
        if same(last) == same(other) {
            p.corps.swap(last, other);
        }
    }
}

/// Whether a power has cossacks, freikorps or guerillas.
fn rides(q: u8) -> bool {
    [RU, AU, PR, SP].contains(&q)
}

/// One to three sieges, of besiegers and defenders of all sorts.
fn sieges(dice: &mut Seeded) -> Position {
    let mut p = before("grand1805", Phase::Combats, &[FR]);
    (p.war, p.allied, p.counters) = ([0; 7], [0; 7], [40; 7]);
    p.play.rules.method_two = dice.below(3) == 0;
    p.play.rules.found_casualties = dice.below(3) == 0;
    let cities: Vec<AreaId> = data().board.areas().filter(|a| data().place(*a).spires > 0).collect();
    let ports: Vec<AreaId> = cities.iter().copied().filter(|a| data().place(*a).port.is_some()).collect();
    let attacker = dice.below(7) as u8;
    let ally = (attacker + 1) % 7;
    let enemy = (attacker + 2 + dice.below(5) as u8) % 7;
    [attacker, ally].into_iter().for_each(|q| war(&mut p, q, enemy));
    if dice.below(2) == 0 {
        crate::scene::ally(&mut p, attacker, ally);
    }
    for n in 7..data().nations.len() {
        p.controller[n] = [NOBODY, enemy, attacker, NOBODY][dice.below(4)];
        p.minor_war[n] = 1 << attacker | 1 << ally;
        if dice.below(3) == 0 {
            p.year.runner[n] = (0..7).find(|q| ![attacker, ally].contains(q)).unwrap();
        }
    }
    p.ground.iter_mut().for_each(|g| g.closed_to = 0);
    for _ in 0..=dice.below(3) {
        let from = if dice.below(2) == 0 { &ports } else { &cities };
        let area = from[dice.below(from.len())];
        if !p.at(area).besieged && p.inside(data(), area).is_none() {
            besieged(&mut p, dice, area, [attacker, ally, enemy]);
        }
    }
    // Somewhere to go to, and somebody on the way.
    for _ in 0..20 {
        let area = cities[dice.below(cities.len())];
        if p.inside(data(), area).is_none() && !p.at(area).besieged {
            let q = [enemy, attacker][dice.below(2)];
            (p.at_mut(area).holder, p.at_mut(area).country) = (q, q);
            if dice.below(3) == 0 {
                garrison(&mut p, &data().board.area(area).id, q, 1);
            }
            if dice.below(3) == 0 && rooms::capacity(data(), area) > 0 {
                p.at_mut(area).depot = Depot { owner: q, old: true };
            }
        }
    }
    shuffle(&mut p, dice);
    let slot = match dice.below(5) {
        0 | 2 => vec![enemy],
        1 if p.allied[usize::from(attacker)] != 0 => vec![attacker, ally],
        _ => vec![attacker],
    };
    set_slot(&mut p, Phase::Combats, &slot);
    p
}

/// A city of the enemy or of a minor, its garrison, and besiegers around it.
fn besieged(p: &mut Position, dice: &mut Seeded, area: AreaId, [attacker, ally, enemy]: [u8; 3]) {
    let minors = 7..data().nations.len() as u8;
    let minors: Vec<u8> =
        minors.filter(|n| p.power_of(*n).is_none() || p.power_of(*n) == Some(enemy)).collect();
    let nation =
        if dice.below(2) == 0 || minors.is_empty() { enemy } else { minors[dice.below(minors.len())] };
    let power = p.power_of(nation).unwrap_or(nation);
    (p.at_mut(area).holder, p.at_mut(area).country) = (nation, nation);
    let most = rooms::capacity(data(), area);
    let mut room = most;
    if dice.below(3) > 0 {
        let b = corps_of(p, dice, nation, power, Spot::City(area), room.min(14));
        room -= b.map_or(0, |b| p.corps[b].total());
    }
    if room > 0 && (room == most || dice.below(2) == 0) {
        let mut left = dice.below(usize::from(room)) as u8 + 1;
        let mut part = |most: u8| {
            let n = dice.below(usize::from(most.min(left)) + 1) as u8;
            left -= n;
            n
        };
        let irregulars = if nation == power && rides(power) { part(3) } else { 0 };
        let militia = part(9);
        let infantry = left;
        // Some of the infantry may be of the power beside its free state's, or of another that is no enemy.
        let guest = if nation == power { [0, 1, 3, 4, 5, 6][dice.below(6)] } else { power };
        let peace = guest == power || usize::from(power) < 7 && !p.at_war(power, guest);
        let lent = if peace && dice.below(2) == 0 { dice.below(usize::from(infantry) + 1) as u8 } else { 0 };
        let infantry = infantry - lent;
        p.at_mut(area).garrison = Loose { nation, infantry, militia, irregulars }.into();
        p.at_mut(area).garrison.add(Loose::of(guest, [lent, 0, 0]));
    }
    let strong = [2, 8, 30][dice.below(3)];
    for _ in 0..=dice.below(3) {
        corps_of(p, dice, attacker, attacker, Spot::Field(area), strong);
    }
    if dice.below(3) == 0 {
        corps_of(p, dice, ally, ally, Spot::Field(area), 30);
    }
    if p.inside(data(), area).is_none() || p.corps_at(Spot::Field(area)).next().is_none() {
        return;
    }
    if rides(attacker) {
        p.at_mut(area).irregulars[usize::from(attacker)] = dice.below(4) as u8;
    }
    p.at_mut(area).besieged = true;
    if data().place(area).port.is_some() && usize::from(power) < 7 && dice.below(2) == 0 {
        p.at_mut(area).inside = Depot { owner: power, old: true };
        // A source of the besieger's near by, so that the besieger can take the depot over.
        let near = data().board.within(area, 2).iter().copied();
        let free = |a: &AreaId| *a != area && data().place(*a).spires > 0 && !p.at(*a).besieged;
        if let Some(a) = near.filter(free).find(|a| p.inside(data(), *a).is_none()) {
            (p.at_mut(a).holder, p.at_mut(a).country) = (attacker, attacker);
            p.at_mut(a).depot = Depot { owner: attacker, old: true };
        }
    }
    for (l, def) in data().leaders.iter().enumerate() {
        if dice.below(6) == 0 && p.leaders[l] == Spot::Off {
            if def.nation == attacker {
                p.leaders[l] = Spot::Field(area);
            } else if def.nation == power && p.corps_at(Spot::City(area)).next().is_some() {
                p.leaders[l] = Spot::City(area);
            }
        }
    }
}

/// One to three combats of all sorts, some of them next to one another.
fn combats(dice: &mut Seeded) -> Position {
    let scenario = ["grand1805", "danube1809", "russia1812", "wagram1809"][dice.below(4)];
    let mut p = before(scenario, Phase::Besieged, &[FR]);
    (p.war, p.allied, p.counters) = ([0; 7], [0; 7], [40; 7]);
    let mut on = || dice.below(2) == 0;
    let r = &mut p.play.rules;
    (r.guard, r.artillery, r.method_two, r.found_casualties) = (on(), on(), on(), on());
    (r.cavalry_superiority, r.cavalry_withdrawal, r.deep_command, r.carry_morale) = (on(), on(), on(), on());
    let attacker = dice.below(7) as u8;
    let ally = (attacker + 1) % 7;
    let enemy = (attacker + 2 + dice.below(4) as u8) % 7;
    let friend = (0..7).find(|q| ![attacker, ally, enemy].contains(q)).unwrap();
    for (a, d) in [(attacker, enemy), (attacker, friend), (ally, enemy), (ally, friend)] {
        war(&mut p, a, d);
    }
    for (a, b) in [(attacker, ally), (enemy, friend)] {
        if dice.below(4) > 0 {
            crate::scene::ally(&mut p, a, b);
        }
    }
    for n in 7..data().nations.len() {
        p.controller[n] = [NOBODY, enemy, attacker, ally][dice.below(4)];
        p.minor_war[n] = 0x7f;
    }
    for g in &mut p.ground {
        g.closed_to = 0;
        if dice.below(2) == 0 {
            (g.holder, g.country) = ([attacker, enemy][dice.below(2)], [attacker, enemy][dice.below(2)]);
        }
    }
    let areas: Vec<AreaId> = data().board.areas().collect();
    let mut at = areas[dice.below(areas.len())];
    for _ in 0..=dice.below(3) {
        attacked(&mut p, dice, at, [(attacker, ally), (enemy, friend)]);
        let near = data().board.neighbours(at);
        at = if dice.below(2) == 0 { areas[dice.below(areas.len())] } else { near[dice.below(near.len())].0 };
        if p.corps_at(Spot::Field(at)).next().is_some() || p.inside(data(), at).is_some() {
            break;
        }
    }
    for _ in 0..12 {
        let area = areas[dice.below(areas.len())];
        if p.at(area).depot.owner == NOBODY {
            p.at_mut(area).depot = Depot { owner: [attacker, enemy][dice.below(2)], old: true };
        }
    }
    shuffle(&mut p, dice);
    let both = p.allied[usize::from(attacker)] >> ally & 1 == 1 && dice.below(2) == 0;
    let slot = if both { vec![ally, attacker] } else { vec![attacker] };
    set_slot(&mut p, Phase::Besieged, &slot);
    p
}

/// Forces of both sides in an area, a depot, a city, and help next door.
fn attacked(p: &mut Position, dice: &mut Seeded, at: AreaId, sides: [(u8, u8); 2]) {
    let [(attacker, ally), (enemy, friend)] = sides;
    let mut both = 0;
    for (q, other) in sides {
        let before = p.corps_at(Spot::Field(at)).count();
        for _ in 0..dice.below(5) {
            corps_of(p, dice, q, q, Spot::Field(at), 30);
        }
        if dice.below(3) == 0 {
            corps_of(p, dice, other, other, Spot::Field(at), 30);
        }
        if dice.below(5) == 0 {
            let minors: Vec<u8> =
                (7..data().nations.len() as u8).filter(|n| p.power_of(*n) == Some(q)).collect();
            if !minors.is_empty() {
                let n = minors[dice.below(minors.len())];
                corps_of(p, dice, n, q, Spot::Field(at), 20);
            }
        }
        if rides(q) && dice.below(2) == 0 {
            p.at_mut(at).irregulars[usize::from(q)] = dice.below(4) as u8;
        }
        let stands = p.corps_at(Spot::Field(at)).count() > before || p.at(at).irregulars[usize::from(q)] > 0;
        both += usize::from(stands);
    }
    if dice.below(3) == 0 {
        let owner = [enemy, enemy, attacker][dice.below(3)];
        p.at_mut(at).depot = Depot { owner, old: true };
        if dice.below(2) == 0 {
            let (infantry, militia) = (dice.below(5) as u8, dice.below(5) as u8);
            p.at_mut(at).guard = Loose { nation: owner, infantry, militia, irregulars: 0 }.into();
        }
    }
    let room = rooms::capacity(data(), at);
    if room > 0 && dice.below(2) == 0 {
        let q = [attacker, enemy, enemy][dice.below(3)];
        (p.at_mut(at).holder, p.at_mut(at).country) = (q, q);
        let inside = dice.below(2) == 0;
        let b = inside.then(|| corps_of(p, dice, q, q, Spot::City(at), room.min(12))).flatten();
        let left = room - b.map_or(0, |b| p.corps[b].total());
        if left > 0 {
            let infantry = dice.below(usize::from(left) + 1).min(9) as u8;
            let militia = dice.below(usize::from(left - infantry) + 1).min(5) as u8;
            // Militia may be of another power that is no enemy.
            let guest = dice.below(7) as u8;
            let guest = if p.at_war(q, guest) { q } else { guest };
            p.at_mut(at).garrison = Loose::of(q, [infantry, 0, 0]).into();
            p.at_mut(at).garrison.add(Loose::of(guest, [0, militia, 0]));
        }
        let besiegers = p.corps_at(Spot::Field(at)).any(|b| p.at_war(q, p.corps[b].power));
        if besiegers && p.inside(data(), at).is_some() && (q == attacker || dice.below(2) == 0) {
            p.at_mut(at).besieged = true;
        }
    }
    if both == 2 {
        p.play.attacks.put(at);
    }
    for (l, def) in data().leaders.iter().enumerate() {
        if p.leaders[l] == Spot::Off && dice.below(7) == 0 && usize::from(def.nation) < 7 {
            let mine = p.corps_at(Spot::Field(at)).any(|b| p.corps[b].power == def.nation);
            if mine {
                p.leaders[l] = Spot::Field(at);
            }
        }
    }
    let near = data().board.neighbours(at);
    for &(a, _) in near {
        if dice.below(3) > 0 || p.corps_at(Spot::Field(a)).next().is_some() {
            continue;
        }
        let q = [attacker, ally, enemy, friend][dice.below(4)];
        for _ in 0..=dice.below(2) {
            corps_of(p, dice, q, q, Spot::Field(a), 20);
        }
        if rides(q) && dice.below(2) == 0 {
            p.at_mut(a).irregulars[usize::from(q)] += dice.below(3) as u8;
        }
        for (l, def) in data().leaders.iter().enumerate() {
            if p.leaders[l] == Spot::Off && dice.below(5) == 0 && def.nation == q {
                p.leaders[l] = Spot::Field(a);
            }
        }
    }
    for b in p.corps_at(Spot::Field(at)).collect::<Vec<_>>() {
        p.corps[b].ration.from = near[dice.below(near.len())].0;
    }
}

/// Factors that events account for: lost ones, less those that rise.
fn accounted(events: &[Event]) -> i64 {
    let of = |e: &Event| match *e {
        Event::Loss(LossEvent::Lost { factors, .. }) => i64::from(factors.total()),
        Event::Fight(FightEvent::Surrenders { factors, .. }) => i64::from(factors.total()),
        Event::Fight(FightEvent::Rises { count, attack: false, .. }) => -i64::from(count),
        Event::Siege(SiegeEvent::Falls { prisoners, .. }) => i64::from(prisoners),
        Event::Siege(SiegeEvent::NoWayOut { factors, .. }) => i64::from(factors),
        Event::Siege(SiegeEvent::Hunted { killed, .. }) => i64::from(killed),
        Event::Siege(SiegeEvent::Guerillas { factors, .. }) => -i64::from(factors),
        _ => 0,
    };
    events.iter().map(of).sum()
}

/// The name of a step or an event.
fn name(of: &impl std::fmt::Debug) -> String {
    let text = format!("{of:?}");
    text.split(['(', ')', ' ']).find(|w| !["Fight", "Siege"].contains(w)).unwrap_or_default().to_string()
}

/// Plays at random, but begins the sieges that it can, and half of the time with everybody.
struct Eager(Recruit<Empires>, Seeded);

impl Player<Empires> for Eager {
    fn choose(&mut self, game: &Empires, p: &Position, side: Side) -> Option<Action> {
        match p.play.steps.top() {
            Step::Siege(SiegeStep::Pick(_)) => {
                let mut list = Vec::new();
                game.actions(p, side, &mut list);
                list.first().copied()
            }
            Step::Siege(SiegeStep::Muster(..)) if self.1.below(2) == 0 => {
                Some(Action::Siege(SiegeAction::Everybody))
            }
            _ => self.0.choose(game, p, side),
        }
    }
}

/// Plays made-up positions until some phases are over: everything that must hold does, and every factor is accounted for. Steps and
/// events with these names come up.
fn plays_out(make: fn(&mut Seeded) -> Position, phases: &[Phase], names: &str) {
    let (rules, options) = (Empires::rules(), Options::new());
    let mut seen = BTreeSet::new();
    let within = |p: &Position| phases.contains(&p.play.phase);
    for seed in 0..rounds(300, 3000) {
        let mut dice = Seeded::new(seed);
        let mut p = make(&mut dice);
        game().sound(&p).unwrap();
        let scenario = &data().scenarios[usize::from(p.play.scenario)].id;
        machine::run(&game().engine(), &mut p, &mut dice, &mut Vec::new());
        let mut referee = Referee::new(game(), &rules, seed);
        let walk = Walk { scenario, options: &options, seed, steps: 5000, every: 7 };
        let mut player = Eager(Recruit::new(seed), Seeded::new(seed));
        let look = |m: Moment<'_, Empires>| {
            if within(m.position) {
                referee.examine(scenario, m.position, &walk.at(m.number));
                reads_back(m.position);
            }
        };
        let outcome = walk.play_from(game(), p, dice, &mut player, look, |step| {
            if !within(step.before) {
                return;
            }
            seen.insert(name(&step.before.play.steps.top()));
            seen.extend(step.events.iter().map(name));
            let at = || format!("{}: {:?} {:?}", walk.at(step.number), step.action, step.events);
            game().sound(step.after).unwrap_or_else(|e| panic!("{e}: {}", at()));
            let gone = i64::from(factors(step.before)) - i64::from(factors(step.after));
            assert_eq!(gone, accounted(step.events), "{}", at());
        });
        assert!(outcome.is_some(), "seed {seed} stands still");
    }
    let missing: Vec<&str> = names.split(' ').filter(|n| !seen.contains(*n)).collect();
    assert!(missing.is_empty(), "{missing:?} never came up: {seen:?}");
}

#[test]
fn r7_5_2_three_hundred_combats_end_and_keep_their_books() {
    rules!("empires 7.5");
    let steps = "Next Sally Command Accept Chits Divide Flee Orders Reinforce Bring Night Pursue Retreat Return Depot City Guerillas";
    plays_out(combats, &[Phase::Combats], &format!("{steps} Outflanks Surrenders"));
}

#[test]
fn r7_5_4d_three_hundred_sieges_end_and_keep_their_books() {
    rules!("empires 7.5.4", "empires 7.5.4.1", "empires 7.5.4.2");
    let steps = "Pick Muster Sortie Plea Answer Occupy Depot StepOut Refuge";
    let events = "Begins Round Resumes Freed Falls MarchesOff Retreats NoWayOut Garrisons";
    plays_out(sieges, &[Phase::Sieges, Phase::Guerillas], &format!("{steps} {events}"));
}
