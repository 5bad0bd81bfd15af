//! What is in the boxes stays there (tannenberg 18.0i), in what `conforms!` does not look at: what is refused and what can be taken
//! back, of all that the German and the Russian could do alike where the boxes hold something else.
use crate::scene::*;
use sandtable_core::dice::{Dice, Recording, Seeded};
use sandtable_core::plan::Planned;
use sandtable_core::player::{Player, Recruit};
use sandtable_core::{Game, Options, Side};
use sandtable_east::data::UnitId;
use sandtable_tannenberg::bot::Regular;
use sandtable_tannenberg::position::{Phase, Position, Step};
use sandtable_tannenberg::{Action, Mover, Tannenberg};
use sandtable_testkit::Walk;
use std::collections::BTreeMap;

const RUSSIAN: Side = Side(RU);

/// The same position with Gruppen numbered in the order in which the Russian knows them: numbers are hidden, and Gruppen that are
/// dealt anew get others.
fn canonical(p: &Position) -> Position {
    let mut q = *p;
    let mut order: Vec<usize> = (0..p.markers.len()).collect();
    order.sort_by_key(|i| {
        let m = p.markers[*i];
        (m.place, m.told, m.pretends)
    });
    for (now, then) in order.iter().enumerate() {
        q.markers[now] = p.markers[*then];
        for unit in theatre().sheet(p).data.ids().filter(|u| usize::from(p.gruppe[u.index()]) == then + 1) {
            q.gruppe[unit.index()] = now as u8 + 1;
        }
    }
    q
}

/// What an action brings: whether it shows something lawfully or keeps the German busy, whether it can be taken back, and how many
/// dice the Russian has seen.
fn act(p: &Position, side: Side, action: &Action, seed: u64) -> (bool, bool, usize) {
    let game = theatre();
    let (mut next, mut events) = (*p, vec![]);
    let mut seeded = Seeded::new(seed);
    let mut dice = Recording::new(&mut seeded as &mut dyn Dice);
    game.apply(&mut next, side, action, &mut dice, &mut events);
    let rolled = dice.rolls.len();
    let shown =
        events.iter().any(|e| game.reveals(e, RUSSIAN)) || matches!(next.top(), Step::Overfull(DE, _));
    (shown, rolled == 0 && !game.learned(p, &next), if side.0 == DE { 0 } else { rolled })
}

/// Tries in both positions what can be done in both. Gives how many things were compared.
fn compare(a: &Position, b: &Position, side: Side, chance: &mut Seeded, when: &str) -> usize {
    let game = theatre();
    let (mut both, mut other) = (vec![], vec![]);
    game.actions(a, side, &mut both);
    game.actions(b, side, &mut other);
    both.retain(|x| other.contains(x) && game.describe(a, x) == game.describe(b, x));
    for _ in 0..4 {
        let unit = Mover::Unit(UnitId(chance.below(80) as u8));
        let odd = Action::March(unit, chance.below(600) as u16);
        assert_eq!(game.check(a, RUSSIAN, &odd), game.check(b, RUSSIAN, &odd), "{when}: {odd:?}");
    }
    let done = both.iter().position(|x| *x == Action::Done);
    let tried = done.into_iter().chain((0..8).map(|_| chance.below(both.len().max(1))));
    let mut compared = 0;
    for action in tried.filter_map(|i| both.get(i)).copied().collect::<Vec<_>>() {
        let roll = chance.below(1 << 20) as u64;
        let [(shown, undo, dice), (shown_too, undo_too, dice_too)] =
            [a, b].map(|p| act(p, side, &action, roll));
        if !shown && !shown_too {
            assert_eq!((undo, dice), (undo_too, dice_too), "{when}: {action:?}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn r18_0i_what_is_refused_and_what_is_taken_back_tell_nothing_of_the_boxes() {
    rules!("tannenberg 18.32e", "tannenberg 18.35a", "tannenberg 10.34a");
    let game = theatre();
    let mut compared: BTreeMap<String, usize> = BTreeMap::new();
    let scenarios = ["tannenberg", "winter", "campaign", "free", "three-player"];
    for (seed, scenario) in (0..).zip(scenarios.iter().cycle().take(10)) {
        // Half of the games are played by scripts, who do sensible things.
        let mut players: [Box<dyn Player<Tannenberg>>; 2] =
            [Box::new(Recruit::new(seed)), Box::new(Seats::of(|i| Regular::new(seed + i)))];
        let mut chance = Seeded::new(seed ^ 777);
        let walk = Walk { scenario, options: &Options::new(), seed: seed + 900, steps: 4_000, every: 1 };
        walk.look_with(game, &mut *players[seed as usize % 2], |m| {
            let p = m.position;
            let often = match p.phase {
                Phase::Movement => 37,
                Phase::Combat => 5,
                _ => 3,
            };
            if p.phase == Phase::SetUp || matches!(p.top(), Step::Screen(_)) || m.number % often != 0 {
                return;
            }
            let known = game.known(p, RUSSIAN).unwrap();
            let q = game.resample(&known, RUSSIAN, &mut chance);
            if game.known(&q, RUSSIAN) == Some(known) && game.sound(&q).is_ok() && q.top() == p.top() {
                let found = compare(&canonical(p), &q, m.side, &mut chance, &walk.at(m.number));
                *compared.entry(format!("{:?} of {}", p.phase, p.phasing)).or_default() += found;
            }
        });
    }
    for phase in ["Movement of 0", "Movement of 1", "Reinforcement of 1", "Combat of 1", "Withdrawal of 1"] {
        assert!(compared.get(phase).is_some_and(|n| *n > 0), "{compared:?}");
    }
}
