//! Whole Land Phases by chance, from the start of every scenario.

use sandtable_core::dice::Seeded;
use sandtable_core::machine;
use sandtable_core::view::Viewer;
use sandtable_core::{Decision, Game, Side, rules};
use sandtable_empires::ids::BlockId;
use sandtable_empires::land::Position;
use sandtable_empires::land::position::CORPS;
use sandtable_empires::play::Action;
use sandtable_empires::play::march::{MarchAction, MarchStep};
use sandtable_empires::position::{Phase, Step};
use sandtable_empires::{Empires, Event};
use std::sync::LazyLock;

static GAME: LazyLock<Empires> = LazyLock::new(|| Empires::new().unwrap());

/// A scenario before its first sequence, each power in its own slot or all of a side together.
fn ready(row: usize, combined: bool, seed: u64) -> Position {
    let game = &*GAME;
    let s = &game.d.scenarios[row];
    let mut p = Position::start(&game.d, s);
    p.play.scenario = row as u8;
    p.play.turns = 1;
    p.play.phase = Phase::Slots;
    let mut slots: Vec<u8> = Vec::new();
    for side in &s.sides {
        if combined {
            slots.push(side.powers.iter().fold(0, |m, q| m | 1 << q));
        } else {
            slots.extend(side.powers.iter().map(|q| 1 << q));
        }
    }
    if seed % 2 == 1 {
        slots.reverse();
    }
    p.play.slots[..slots.len()].copy_from_slice(&slots);
    p
}

fn marches(p: &Position) -> bool {
    p.play.phase >= Phase::Depots && p.play.phase <= Phase::Besieged
}

/// Everything that must hold where somebody decides.
fn look(p: &Position, side: Side, list: &[Action], seed: u64) {
    let game = &*GAME;
    if let Err(why) = game.sound(p) {
        panic!("seed {seed}, {:?}: {why}", p.play.steps.top());
    }
    assert!(!list.is_empty(), "seed {seed}: nothing to do at {:?}", p.play.steps.top());
    for a in list {
        assert!(
            game.check(p, side, a).is_ok(),
            "seed {seed}: {a:?} at {:?}: {:?}",
            p.play.steps.top(),
            game.check(p, side, a)
        );
    }
    let known = game.known(p, side).unwrap();
    let mut other = Vec::new();
    game.actions(&known, side, &mut other);
    assert_eq!(list, other, "seed {seed}: offers from what is known at {:?}", p.play.steps.top());
    assert_eq!(game.to_decide(p), game.to_decide(&known), "seed {seed}");
    assert_eq!(game.view(p, Viewer::Side(side)), game.view(&known, Viewer::Side(side)), "seed {seed}");
    let texts: Vec<String> = list.iter().map(|a| game.describe(p, a)).collect();
    for (i, t) in texts.iter().enumerate() {
        assert!(!texts[..i].contains(t), "seed {seed}: `{t}` twice");
        assert_eq!(game.parse(p, t), Some(list[i]), "seed {seed}: `{t}`");
    }
}

/// Plays one Land Phase; how many decisions it took.
fn play(row: usize, seed: u64) -> usize {
    let game = &*GAME;
    let mut p = ready(row, seed.is_multiple_of(3), seed);
    let mut dice = Seeded::new(seed * 1000 + row as u64);
    let mut chance = Seeded::new(seed * 7 + row as u64);
    let mut events: Vec<Event> = Vec::new();
    machine::run(&game.engine(), &mut p, &mut dice, &mut events);
    let (mut count, mut list) = (0, Vec::new());
    let mut picked = [false; CORPS];
    let mut slot = p.play.slot;
    while let Decision::Decide { sides, .. } = game.to_decide(&p) {
        if p.play.slot != slot {
            (slot, picked) = (p.play.slot, [false; CORPS]);
        }
        let side = sides.iter().nth(chance.below(sides.iter().count())).unwrap();
        list.clear();
        game.actions(&p, side, &mut list);
        if marches(&p) && (count % 29 == 0 || list.is_empty()) {
            look(&p, side, &list, seed);
        }
        // Movement is ended early now and then, and a march that could go on for ever is not taken in circles.
        let mut action = list[chance.below(list.len())];
        let stop = list.iter().find(|a| matches!(a, Action::March(MarchAction::Stop(_)))).copied();
        let ends = matches!(
            action,
            Action::March(
                MarchAction::Detach(..)
                    | MarchAction::Absorb(..)
                    | MarchAction::With(_)
                    | MarchAction::Without(_)
            )
        );
        if let Some(stop) = stop
            && ends
            && chance.below(3) > 0
        {
            action = stop;
        }
        if action == Action::March(MarchAction::Done)
            && matches!(p.play.steps.top(), Step::March(MarchStep::Pick(_)))
            && list.len() > 1
            && chance.below(20) > 0
        {
            action = list[1 + chance.below(list.len() - 1)];
        }
        if let Action::March(MarchAction::Pick(BlockId(b))) = action {
            let b = usize::from(b);
            assert!(!std::mem::replace(&mut picked[b], true), "seed {seed}: block {b} moves twice");
        }
        let money: u16 = p.money.iter().sum();
        game.apply(&mut p, side, &action, &mut dice, &mut events);
        assert!(p.money.iter().sum::<u16>() <= money, "seed {seed}");
        count += 1;
        assert!(count < 20_000, "seed {seed}: no end at {:?}", p.play.steps.top());
    }
    game.sound(&p).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
    for event in &events {
        for viewer in [Viewer::All, Viewer::Side(Side(0)), Viewer::Side(Side(3))] {
            if let Some(line) = game.tell_to(event, viewer) {
                assert!(!line.text.is_empty());
            }
        }
    }
    count
}

fn many(id: &str, seeds: u64) {
    rules!("empires 7.3");
    rules!("empires 7.3(d)");
    let row = GAME.d.scenarios.iter().position(|s| s.id == id).unwrap();
    let mut all = 0;
    for seed in 0..seeds {
        all += play(row, seed);
    }
    assert!(all > seeds as usize * 20, "{all} decisions");
}

/// The command: `cargo test -p sandtable-empires --test play_march_random -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn many_land_phases_by_chance() {
    for scenario in &GAME.d.scenarios {
        many(&scenario.id, 200);
    }
}

#[test]
fn land_phases_by_chance_ulm() {
    many("ulm1805", 12);
}

#[test]
fn land_phases_by_chance_jena() {
    many("jena1806", 12);
}

#[test]
fn land_phases_by_chance_wagram() {
    many("wagram1809", 12);
}

#[test]
fn land_phases_by_chance_russia() {
    many("russia1812", 12);
}

#[test]
fn land_phases_by_chance_danube() {
    many("danube1809", 12);
}

#[test]
fn land_phases_by_chance_grand() {
    many("grand1805", 12);
}
