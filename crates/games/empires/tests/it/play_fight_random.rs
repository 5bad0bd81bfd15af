//! Combats from made-up positions, played at random to their end.
use crate::scene::*;
use sandtable_core::machine;
use sandtable_empires::combat::{AttackerChit, DefenderChit, Kind};
use sandtable_empires::ids::{BlockId, LeaderId, NationId};
use sandtable_empires::land::Loose;
use sandtable_empires::land::garrison as rooms;
use sandtable_empires::play::fight::Flanker;
use sandtable_empires::play::fight::KindLetter;
use sandtable_empires::play::fight::Sallying;

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
    let b = free[dice.below(free.len())];
    let room = p.def(data(), b).room;
    let mut left = most;
    let mut factors = [0; 7];
    for (f, r) in factors.iter_mut().zip(room) {
        *f = (dice.below(usize::from(r) + 1) as u8).min(left);
        left -= *f;
    }
    if factors == [0; 7] {
        factors[room.iter().position(|r| *r > 0).unwrap()] = 1;
    }
    (p.corps[b].power, p.corps[b].spot, p.corps[b].factors) = (power, spot, factors);
    p.corps[b].ration.over_water = dice.below(4) == 0;
    p.corps[b].ration.at_ease = dice.below(5) == 0;
    Some(b)
}

/// Mixes up which block is which corps, as a set-up does.
fn shuffle(p: &mut Position, dice: &mut Seeded) {
    for last in (1..data().corps.len()).rev() {
        let other = dice.below(last + 1);
        let same = |p: &Position, b: usize| (p.corps[b].power, p.def(data(), b).symbol);
        if same(p, last) == same(p, other) {
            p.corps.swap(last, other);
        }
    }
}

/// One to three combats of all sorts, some of them next to one another.
fn made_up(dice: &mut Seeded) -> Position {
    let scenario = ["grand1805", "danube1809", "russia1812", "wagram1809"][dice.below(4)];
    let mut p = before(scenario, Phase::Besieged, &[FR]);
    (p.war, p.allied) = ([0; 7], [0; 7]);
    p.counters = [40; 7];
    let mut on = || dice.below(2) == 0;
    let r = &mut p.play.rules;
    (r.guard, r.artillery, r.method_two, r.found_casualties) = (on(), on(), on(), on());
    (r.cavalry_superiority, r.cavalry_withdrawal, r.deep_command, r.carry_morale) = (on(), on(), on(), on());
    let attacker = dice.below(7) as u8;
    let ally = (attacker + 1) % 7;
    let enemy = (attacker + 2 + dice.below(4) as u8) % 7;
    let friend = (0..7).find(|q| ![attacker, ally, enemy].contains(q)).unwrap();
    for a in [attacker, ally] {
        for d in [enemy, friend] {
            war(&mut p, a, d);
        }
    }
    for (a, b) in [(attacker, ally), (enemy, friend)] {
        if dice.below(4) > 0 {
            p.allied[usize::from(a)] |= 1 << b;
            p.allied[usize::from(b)] |= 1 << a;
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
    let riders = |q: u8| [RU, AU, PR, SP].contains(&q);
    for _ in 0..=dice.below(3) {
        let mut both = 0;
        for (q, other) in [(attacker, ally), (enemy, friend)] {
            let before = p.corps_at(Spot::Field(at)).count();
            for _ in 0..dice.below(5) {
                corps_of(&mut p, dice, q, q, Spot::Field(at), 30);
            }
            if dice.below(3) == 0 {
                corps_of(&mut p, dice, other, other, Spot::Field(at), 30);
            }
            if dice.below(5) == 0 {
                let minors: Vec<u8> =
                    (7..data().nations.len() as u8).filter(|n| p.power_of(*n) == Some(q)).collect();
                if !minors.is_empty() {
                    let n = minors[dice.below(minors.len())];
                    corps_of(&mut p, dice, n, q, Spot::Field(at), 20);
                }
            }
            if riders(q) && dice.below(2) == 0 {
                p.at_mut(at).irregulars[usize::from(q)] = dice.below(4) as u8;
            }
            if p.corps_at(Spot::Field(at)).count() > before || p.at(at).irregulars[usize::from(q)] > 0 {
                both += 1;
            }
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
            let b = if dice.below(2) == 0 {
                corps_of(&mut p, dice, q, q, Spot::City(at), room.min(12))
            } else {
                None
            };
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
        // Help from next door.
        for &(a, _) in near {
            if dice.below(3) == 0 && p.corps_at(Spot::Field(a)).next().is_none() {
                let q = [attacker, ally, enemy, friend][dice.below(4)];
                for _ in 0..=dice.below(2) {
                    corps_of(&mut p, dice, q, q, Spot::Field(a), 20);
                }
                if riders(q) && dice.below(2) == 0 {
                    p.at_mut(a).irregulars[usize::from(q)] += dice.below(3) as u8;
                }
                for (l, def) in data().leaders.iter().enumerate() {
                    if p.leaders[l] == Spot::Off && dice.below(5) == 0 && def.nation == q {
                        p.leaders[l] = Spot::Field(a);
                    }
                }
            }
        }
        for b in p.corps_at(Spot::Field(at)).collect::<Vec<_>>() {
            p.corps[b].ration.from = near[dice.below(near.len())].0;
        }
        at = near[dice.below(near.len())].0;
        if dice.below(2) == 0 {
            at = areas[dice.below(areas.len())];
        }
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
    let attacks = p.play.attacks;
    let slot = if both { vec![ally, attacker] } else { vec![attacker] };
    set_slot(&mut p, Phase::Besieged, &slot);
    p.play.attacks = attacks;
    p
}

/// Factors that events account for.
fn told(events: &[Event]) -> i64 {
    let of = |e: &Event| match *e {
        Event::Loss(LossEvent::Lost { factors, .. }) => i64::from(factors.total()),
        Event::Fight(FightEvent::Surrenders { factors, .. }) => i64::from(factors.total()),
        Event::Fight(FightEvent::Rises { count, attack: false, .. }) => -i64::from(count),
        // The next step of the sequence may begin before anybody is asked.
        Event::Siege(SiegeEvent::Hunted { killed, .. }) => i64::from(killed),
        Event::Siege(SiegeEvent::Guerillas { factors, .. }) => -i64::from(factors),
        _ => 0,
    };
    events.iter().map(of).sum()
}

fn absurd() -> Vec<Action> {
    use FightAction as A;
    let mut out = vec![A::Done, A::Besiege, A::Station, A::BringIrregular, A::Join(true), A::Agree(true)];
    out.extend([A::Flee(true), A::Pursue(true), A::Night(true), A::Depot(Fate::Convert)]);
    out.extend([A::Order { tactical: 9, guard: 0 }, A::Order { tactical: 0, guard: 7 }]);
    out.extend(AttackerChit::ALL.map(A::Attacker));
    out.extend(DefenderChit::ALL.map(A::Defender));
    for a in [AreaId(u16::MAX), AreaId(0), AreaId(380)] {
        out.extend([A::Attack { area: a, trivial: false }, A::Attack { area: a, trivial: true }]);
        out.extend([A::LetBe(a), A::Retreat(a)]);
    }
    for b in [0, 5, 63, 64, 127, 128, 255] {
        out.extend([
            A::Sally(BlockId(b)),
            A::SallyFactor(Sallying(NationId(b), 0)),
            A::SallyFactor(Sallying(NationId(0), b)),
            A::Command(LeaderId(b)),
            A::Around(Flanker(BlockId(b))),
            A::Help(BlockId(b)),
            A::HelpLeader(LeaderId(b)),
        ]);
        out.extend([
            A::Bring(BlockId(b)),
            A::BringLeader(LeaderId(b)),
            A::Enter(BlockId(b)),
            A::Exit(BlockId(b)),
            A::LeaderIn(LeaderId(b)),
            A::LeaderOut(LeaderId(b)),
        ]);
        out.extend(Kind::ALL.map(|k| A::Detach(BlockId(b), KindLetter(k))));
    }
    out.into_iter().map(Action::Fight).collect()
}

#[test]
fn r7_5_2_three_hundred_combats_end_and_keep_their_books() {
    rules!("empires 7.5");
    let wishes = absurd();
    let mut seen: std::collections::BTreeMap<String, usize> = Default::default();
    let seeds = std::env::var("SEEDS").ok().and_then(|s| s.parse().ok()).unwrap_or(300u64);
    for seed in 0..seeds {
        let mut dice = Seeded::new(seed);
        let mut p = made_up(&mut dice);
        game().sound(&p).unwrap();
        let mut events = Vec::new();
        machine::run(&game().engine(), &mut p, &mut dice, &mut events);
        let mut steps = 0;
        while p.play.phase == Phase::Combats {
            let Decision::Decide { sides, .. } = game().to_decide(&p) else { break };
            let top = p.play.steps.top();
            assert!(sides.iter().next().is_some_and(|s| s.0 < 7), "seed {seed}: nobody decides at {top:?}");
            let wishes: &[Action] = if steps % 8 == 0 { &wishes } else { &[] };
            (0..7).for_each(|q| same_from_known(&p, q, wishes));
            let deciding: Vec<Side> = sides.iter().collect();
            let side = deciding[dice.below(deciding.len())];
            let mut list = Vec::new();
            game().actions(&p, side, &mut list);
            assert!(!list.is_empty(), "seed {seed}: nothing to do at {top:?}");
            for a in &list {
                game().check(&p, side, a).unwrap();
                if matches!(a, Action::Fight(_)) {
                    let text = game().describe(&p, a);
                    assert_eq!(game().parse(&p, &text), Some(*a), "{text}");
                }
            }
            let action = list[dice.below(list.len())];
            if let Step::Fight(s) = top {
                *seen.entry(format!("{s:?}")).or_default() += 1;
            }
            let before = i64::from(factors(&p));
            events.clear();
            game().apply(&mut p, side, &action, &mut dice, &mut events);
            game().sound(&p).unwrap_or_else(|e| panic!("seed {seed}: {e} after {action:?} at {top:?}"));
            let after = i64::from(factors(&p));
            assert_eq!(before - told(&events), after, "seed {seed}: {action:?} at {top:?} {events:?}");
            for e in &events {
                assert!(!game().tell(e).text.is_empty());
                if let Event::Fight(e) = e {
                    let name = format!("{e:?}");
                    *seen.entry(name.split(' ').next().unwrap().to_string()).or_default() += 1;
                }
            }
            steps += 1;
            assert!(steps < 4000, "seed {seed} does not end");
        }
        assert!(p.play.phase > Phase::Combats, "seed {seed} stands still");
        assert!(!p.fight.on && p.play.attacks.is_empty());
    }
    for step in
        ["Next", "Sally", "Command", "Accept", "Chits", "Divide", "Flee", "Orders", "Reinforce", "Bring"]
    {
        assert!(seen.contains_key(step), "{step} never came up: {seen:?}");
    }
    for step in
        ["Night", "Pursue", "Retreat", "Return", "Depot", "City", "Guerillas", "Outflanks", "Surrenders"]
    {
        assert!(seen.contains_key(step), "{step} never came up: {seen:?}");
    }
    println!("{seen:?}");
}
