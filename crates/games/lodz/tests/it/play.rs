//! Whole games by chance: no dead end, everything offered is legal, what must hold holds, and the log accounts for every counter.
#![allow(clippy::unwrap_used)]

use crate::scene::*;
use sandtable_core::session::{Session, seeded};
use sandtable_core::view::Viewer;
use sandtable_lodz::play::air::AirEvent;
use sandtable_lodz::play::battle::BattleEvent;
use sandtable_lodz::play::common::CommonEvent;
use sandtable_lodz::play::march::MarchEvent;
use sandtable_lodz::play::rail::RailEvent;
use sandtable_lodz::play::retreat::RetreatEvent;
use sandtable_lodz::play::supply::SupplyEvent;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

const SCENARIOS: [&str; 8] = [
    "november-11",
    "lodz",
    "ruzski",
    "masurian",
    "campaign",
    "november-lodz",
    "lodz-ruzski",
    "november-ruzski",
];

/// Things that must happen in a series of games, in this order.
const DEEDS: [&str; 16] = [
    "attack",
    "fire",
    "retreat",
    "pursuit",
    "surrender",
    "replacement",
    "return",
    "load",
    "unload",
    "base",
    "bridge",
    "works",
    "strategic",
    "arrival",
    "rally",
    "guns lost",
];

/// How often each of [`DEEDS`] happened.
type Count = [AtomicUsize; DEEDS.len()];

/// A counter as the log has it: on the map or off, where, with how many CEL.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Known {
    here: bool,
    hex: sandtable_lodz::position::HexId,
    cel: u8,
}

fn known(p: &Position) -> Vec<Known> {
    let one =
        |u: sandtable_lodz::position::UnitId| Known { here: p.on_map(u), hex: p.hex(u), cel: p.units.cel(u) };
    engine().all_units().map(one).collect()
}

/// Follows the log of a step: where counters go and what they lose, told in events.
fn follow(all: &mut [Known], events: &[Event]) {
    let at = usize::from;
    let gone = |k: &mut Known| (k.here, k.hex) = (false, NOWHERE);
    for event in events {
        match *event {
            Event::Common(CommonEvent::Lost { unit, left, .. }) if left > 0 => {
                assert_eq!(all[at(unit)].cel, left + 1, "{}", engine().id(unit));
                all[at(unit)].cel = left;
            }
            Event::Common(CommonEvent::Destroyed { unit, .. })
            | Event::Rail(RailEvent::Left { unit, .. }) => {
                gone(&mut all[at(unit)]);
            }
            Event::March(MarchEvent::Went { unit, from, to, .. }) => {
                assert_eq!(all[at(unit)].hex, from, "{}", engine().id(unit));
                all[at(unit)].hex = to;
            }
            Event::March(MarchEvent::Came { unit, hex, .. }) => {
                assert!(!all[at(unit)].here);
                (all[at(unit)].here, all[at(unit)].hex) = (true, hex);
            }
            Event::March(MarchEvent::Ferried { unit, cel, .. } | MarchEvent::Landed { unit, cel, .. }) => {
                all[at(unit)].cel = cel;
            }
            Event::Rail(RailEvent::Replaced { unit, cel, .. }) => {
                assert_eq!(all[at(unit)].cel + 1, cel);
                all[at(unit)].cel = cel;
            }
            Event::Rail(RailEvent::Returned { unit, cel, hex, .. }) => {
                assert!(!all[at(unit)].here);
                all[at(unit)] = Known { here: true, hex, cel };
            }
            Event::Rail(RailEvent::Loaded { train, unit, hex, .. }) => {
                gone(&mut all[at(unit)]);
                (all[at(train)].here, all[at(train)].hex) = (true, hex);
            }
            Event::Rail(RailEvent::Unloaded { unit, hex, .. }) => {
                (all[at(unit)].here, all[at(unit)].hex) = (true, hex);
            }
            Event::Rail(RailEvent::Ran { train, from, to, .. }) => {
                assert_eq!(all[at(train)].hex, from);
                all[at(train)].hex = to;
            }
            Event::Rail(RailEvent::Base { base, to, .. }) => all[at(base)].hex = to,
            Event::Rail(RailEvent::Taken { what, .. }) => gone(&mut all[at(what)]),
            Event::Rail(RailEvent::Placed { train, hex, .. }) => {
                (all[at(train)].here, all[at(train)].hex) = (true, hex);
            }
            Event::Supply(SupplyEvent::Base { unit, hex, .. }) => {
                (all[at(unit)].here, all[at(unit)].hex) = (true, hex);
            }
            Event::Retreat(
                RetreatEvent::Goes { unit, from, to, .. } | RetreatEvent::Pursues { unit, from, to, .. },
            ) => {
                assert_eq!(all[at(unit)].hex, from, "{}", engine().id(unit));
                all[at(unit)].hex = to;
            }
            Event::Air(AirEvent::Flown { ship, hex, .. }) => {
                (all[at(ship)].here, all[at(ship)].hex) = (true, hex);
            }
            Event::Air(AirEvent::Risk { ship, lost: true, .. }) => gone(&mut all[at(ship)]),
            _ => {}
        }
    }
}

/// Which of [`DEEDS`] an event is.
fn deed(event: &Event, p: &Position) -> Option<usize> {
    Some(match event {
        Event::Battle(BattleEvent::Roll { .. }) => 0,
        Event::Battle(BattleEvent::FireRoll { .. }) => 1,
        Event::Retreat(RetreatEvent::Goes { .. }) => 2,
        Event::Retreat(RetreatEvent::Pursues { .. }) => 3,
        Event::Supply(SupplyEvent::Test { gone: true, .. }) => 4,
        Event::Rail(RailEvent::Replaced { .. }) => 5,
        Event::Rail(RailEvent::Returned { .. }) => 6,
        Event::Rail(RailEvent::Loaded { .. }) => 7,
        Event::Rail(RailEvent::Unloaded { .. }) => 8,
        Event::Rail(RailEvent::Base { .. }) => 9,
        Event::March(MarchEvent::Bridge { .. }) => 10,
        Event::March(MarchEvent::Works { .. }) => 11,
        Event::March(MarchEvent::Went { .. }) if p.phase == Phase::Strategic => 12,
        Event::March(MarchEvent::Came { .. }) => 13,
        Event::March(MarchEvent::Rallied { .. }) => 14,
        Event::Retreat(RetreatEvent::GunsLost { .. }) => 15,
        _ => return None,
    })
}

/// Everything dear that must hold where somebody decides.
fn examine(p: &Position, side: Side, list: &mut Vec<Action>, here: &dyn Fn() -> String) {
    let game = game();
    game.sound(p).unwrap_or_else(|e| panic!("{}: {e}", here()));
    list.clear();
    game.actions(p, side, list);
    let mut texts = Vec::with_capacity(list.len());
    for offered in list.iter() {
        if let Err(e) = game.check(p, side, offered) {
            panic!("{}: {offered:?} is offered and refused: {e}", here());
        }
        let words = game.describe(p, offered);
        assert_eq!(game.parse(p, &words), Some(*offered), "{}: `{words}`", here());
        texts.push(words);
    }
    texts.sort();
    texts.windows(2).for_each(|w| assert_ne!(w[0], w[1], "{}", here()));
    let written = serde_json::to_string(p).unwrap();
    assert_eq!(serde_json::from_str::<Position>(&written).unwrap(), *p, "{}", here());
    let _ = game.view(p, Viewer::All);
}

/// Plays a game by chance; `every` says how often the dear checks are made.
fn by_chance(scenario: &str, seed: u64, every: usize, count: &Count) -> usize {
    let game = game();
    let mut dice = Seeded::new(seed);
    let mut chance = Seeded::new(seed ^ 0xABCD);
    let mut p = game.start(scenario, &Options::new(), &mut dice).unwrap();
    let (mut scratch, mut list, mut events) = (vec![], vec![], vec![]);
    let mut log = known(&p);
    for n in 0..200_000 {
        let side = match game.to_decide(&p) {
            Decision::Over(_) => return n,
            d => d.side().unwrap(),
        };
        let here =
            || format!("{scenario} {seed} after {n}, day {}: {:?} {:?}", p.day, p.phase, p.steps.top());
        let action = game.sample(&p, side, &mut |n| chance.below(n), &mut scratch);
        let action = action.unwrap_or_else(|| panic!("{}: dead end", here()));
        if n % every == 0 {
            examine(&p, side, &mut list, &here);
            assert!(list.contains(&action), "{}: {action:?} is not listed", here());
        }
        game.check(&p, side, &action).unwrap_or_else(|e| panic!("{}: {action:?}: {e}", here()));
        let phase = (p.phase, p.steps.top());
        events.clear();
        game.apply(&mut p, side, &action, &mut dice, &mut events);
        for event in &events {
            assert!(!game.tell(event).text.is_empty(), "{event:?}");
            if let Some(i) = deed(event, &p) {
                count[i].fetch_add(1, Relaxed);
            }
        }
        follow(&mut log, &events);
        if phase.0 == Phase::SetUp {
            log = known(&p);
        }
        for (unit, (told, is)) in log.iter().zip(known(&p)).enumerate() {
            assert!(
                *told == is || (!told.here && !is.here),
                "{scenario} {seed} after {n} {phase:?}, {action:?}: {} is {is:?}, told {told:?}: {:?}",
                engine().id(sandtable_lodz::position::UnitId(unit as u16)),
                events.iter().map(|e| game.tell(e).text).collect::<Vec<_>>()
            );
        }
    }
    panic!("{scenario} {seed}: no end");
}

#[test]
fn records_of_finished_games_verify_and_what_was_rolled_is_not_taken_back() {
    let shared = Arc::new(Lodz::new().unwrap());
    for (n, scenario) in SCENARIOS.into_iter().take(4).enumerate() {
        let options = Options::new();
        let mut session = Session::new(shared.clone(), scenario, options, seeded(n as u64), None).unwrap();
        let (mut chance, mut scratch) = (Seeded::new(n as u64), Vec::new());
        let mut undone = 0;
        while let Some(side) = session.to_decide().side() {
            let before = *session.position();
            let action = shared.sample(&before, side, &mut |k| chance.below(k), &mut scratch).unwrap();
            session.act(side, action, None).unwrap();
            let moves = session.record().moves.len();
            if moves % 23 == 0 {
                let rolled = !session.record().moves[moves - 1].dice.is_empty();
                let undo = session.undo();
                assert_eq!(undo.is_err(), rolled, "undo stops where dice were rolled");
                if undo.is_ok() {
                    assert_eq!(*session.position(), before);
                    undone += 1;
                    session.act(side, action, None).unwrap();
                }
            }
        }
        assert!(undone > 10, "{scenario}: {undone}");
        let text = serde_json::to_string(session.record()).unwrap();
        let record: sandtable_core::session::GameRecord<Lodz> = serde_json::from_str(&text).unwrap();
        let quick = Session::open(shared.clone(), record.clone()).unwrap();
        let slow = Session::verify(shared.clone(), record).unwrap();
        assert_eq!((quick.hash(), slow.hash()), (session.hash(), session.hash()), "{scenario}");
        assert!(slow.to_decide().side().is_none(), "{scenario} is over");
    }
}

fn series(first: usize, games: usize, every: usize) -> Count {
    let next = AtomicUsize::new(first);
    let count = Count::default();
    std::thread::scope(|s| {
        for _ in 0..2 {
            s.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Relaxed);
                    if n >= first + games {
                        break;
                    }
                    by_chance(SCENARIOS[n % SCENARIOS.len()], n as u64 + 1, every, &count);
                }
            });
        }
    });
    count
}

#[test]
fn games_by_chance_come_to_an_end_and_keep_the_rules() {
    let count = series(0, 5, 97);
    for (what, n) in DEEDS.iter().zip(&count).take(3) {
        assert!(n.load(Relaxed) > 0, "no {what}");
    }
}

/// `SANDTABLE_GAMES=500 cargo nextest run -p sandtable-lodz --release --run-ignored all many_games`
#[test]
#[ignore = "long: hundreds of games"]
fn many_games_by_chance() {
    let number = |name: &str, or| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(or);
    let count =
        series(number("SANDTABLE_FIRST", 0), number("SANDTABLE_GAMES", 500), number("SANDTABLE_EVERY", 211));
    let told: Vec<String> =
        DEEDS.iter().zip(&count).map(|(what, n)| format!("{what} {}", n.load(Relaxed))).collect();
    println!("{}", told.join(", "));
    for (what, n) in DEEDS.iter().zip(&count) {
        assert!(n.load(Relaxed) > 0, "no {what}");
    }
}
