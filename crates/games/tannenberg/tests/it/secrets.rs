//! What is in the boxes stays there (tannenberg 18.0i): two games that differ in nothing else are played on with the same
//! actions and dice, and until something is lawfully shown the Russian cannot tell them apart.
use crate::scene::*;
use sandtable_core::dice::{Dice, Recording, Seeded};
use sandtable_core::plan::Planned;
use sandtable_core::view::Viewer;
use sandtable_core::{Game, Options, Side};
use sandtable_east::position::{Phase, Position, Step};
use sandtable_tannenberg::{Action, Event};
use std::collections::BTreeMap;

const RUSSIAN: Side = Side(RU);

/// All that the Russian sees of a position.
fn compare(a: &Position, b: &Position, when: &str) {
    let game = theatre();
    let (ka, kb) = (game.known(a, RUSSIAN).unwrap(), game.known(b, RUSSIAN).unwrap());
    assert_eq!(game.to_decide(&ka), game.to_decide(&kb), "{when}");
    assert_eq!(game.to_decide(a).side(), game.to_decide(b).side(), "{when}");
    for viewer in [Viewer::Side(RUSSIAN), Viewer::Watcher] {
        assert_eq!(game.view(a, viewer), game.view(b, viewer), "{when}");
    }
    let (mut la, mut lb) = (vec![], vec![]);
    game.actions(a, RUSSIAN, &mut la);
    game.actions(b, RUSSIAN, &mut lb);
    assert_eq!(la, lb, "{when}");
    if ka != kb {
        let (x, y) = (serde_json::to_value(ka).unwrap(), serde_json::to_value(kb).unwrap());
        for (key, value) in x.as_object().unwrap() {
            assert_eq!(value, &y[key], "{key}: {when}");
        }
    }
}

/// The same position with Gruppen numbered in the order in which the Russian knows them: numbers are hidden, and whoever is
/// dealt anew gets others.
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

/// What an action brings: the position, the events, how many dice, and whether it can be taken back.
fn act(p: &Position, side: Side, action: &Action, seed: u64) -> (Position, Vec<Event>, usize, bool) {
    let game = theatre();
    let (mut next, mut events) = (*p, vec![]);
    let mut seeded = Seeded::new(seed);
    let mut dice = Recording::new(&mut seeded as &mut dyn Dice);
    game.apply(&mut next, side, action, &mut dice, &mut events);
    let rolled = dice.rolls.len();
    (next, events, rolled, rolled == 0 && !game.learned(p, &next))
}

fn abroad(events: &[Event]) -> Vec<String> {
    events.iter().filter_map(|e| theatre().tell_to(e, Viewer::Side(RUSSIAN))).map(|l| l.text).collect()
}

/// Plays two games on. Gives how many steps they went together, by the phase in which they began.
fn play_on(mut a: Position, mut b: Position, seed: u64, name: &str) -> usize {
    let game = theatre();
    let mut chance = Seeded::new(seed);
    for n in 0..60 {
        let when = format!("{name}, step {n}, {:?} {:?} {:?}", a.phase, a.top(), b.top());
        compare(&a, &b, &when);
        let Some(side) = game.to_decide(&a).side() else { return n };
        let (mut la, mut lb) = (vec![], vec![]);
        game.actions(&a, side, &mut la);
        game.actions(&b, side, &mut lb);
        if side != RUSSIAN && side.0 != RU2 {
            // The same words, that is: at another step the German would do something else.
            la.retain(|x| lb.contains(x) && game.describe(&a, x) == game.describe(&b, x));
        }
        if la.is_empty() {
            return n;
        }
        let ends = la.contains(&Action::Done) && chance.below(3) == 0;
        let action = if ends { Action::Done } else { la[chance.below(la.len())] };
        // What is refused is refused alike.
        for _ in 0..4 {
            let unit = sandtable_east::data::UnitId(chance.below(80) as u8);
            let odd = Action::March(sandtable_tannenberg::Mover::Unit(unit), chance.below(600) as u16);
            assert_eq!(game.check(&a, RUSSIAN, &odd), game.check(&b, RUSSIAN, &odd), "{when}: {odd:?}");
        }
        let roll = chance.below(1 << 20) as u64;
        let ((x, ex, dx, ux), (y, ey, dy, uy)) = (act(&a, side, &action, roll), act(&b, side, &action, roll));
        if ex.iter().chain(&ey).any(|e| game.reveals(e, RUSSIAN)) {
            return n;
        }
        // Words of the German are not heard: one that is kept busy at the end of his movement does not differ from one
        // who has not ended it.
        let busy = |p: &Position| matches!(p.top(), Step::Overfull(DE, _));
        if side.0 == DE && busy(&x) != busy(&y) {
            return n;
        }
        let when = format!("{when}: {action:?}\n{ex:?}\n{ey:?}");
        assert_eq!(abroad(&ex), abroad(&ey), "{when}");
        assert_eq!(ux, uy, "undo after {when}");
        // The dice of the German are his own.
        assert!(side.0 == DE || dx == dy, "{dx} and {dy} dice: {when}");
        (a, b) = (x, y);
    }
    60
}

#[test]
fn r18_0i_games_that_differ_in_the_boxes_alone_look_the_same_as_they_are_played_on() {
    rules!(
        "tannenberg 18.11b",
        "tannenberg 18.32e",
        "tannenberg 18.35a",
        "tannenberg 10.34a",
        "tannenberg 18.41b"
    );
    let game = theatre();
    let mut steps: BTreeMap<String, usize> = BTreeMap::new();
    let games: u64 = std::env::var("GAMES").ok().and_then(|g| g.parse().ok()).unwrap_or(10);
    let scenarios = ["tannenberg", "winter", "campaign", "free", "three-player"];
    for seed in 0..games {
        let scenario = scenarios[seed as usize % scenarios.len()];
        let (mut dice, mut chance) = (Seeded::new(seed + 900), Seeded::new(seed ^ 777));
        let mut p = game.start(scenario, &Options::new(), &mut dice).unwrap();
        let (mut scratch, mut events) = (vec![], vec![]);
        // Half of the games are played by scripts, who do sensible things.
        let mut bots: Vec<Box<dyn sandtable_core::player::Player<sandtable_tannenberg::Tannenberg>>> =
            (0..3).map(|i| Box::new(sandtable_tannenberg::bot::Regular::new(seed + i)) as _).collect();
        for n in 0..4_000 {
            let Some(side) = game.to_decide(&p).side() else { break };
            let rare = !matches!(p.phase, Phase::Movement | Phase::Combat | Phase::SetUp);
            let known = game.known(&p, RUSSIAN).unwrap();
            if (n % 37 == 0 || (rare && n % 3 == 0))
                && p.phase != Phase::SetUp
                && !matches!(p.top(), Step::Screen(_))
            {
                let q = game.resample(&known, RUSSIAN, &mut chance);
                if game.known(&q, RUSSIAN) == Some(known) && game.sound(&q).is_ok() && q.top() == p.top() {
                    let went =
                        play_on(canonical(&p), q, seed * 10_000 + n, &format!("{scenario} {seed} after {n}"));
                    *steps.entry(format!("{:?} of {}", p.phase, p.phasing)).or_default() += went;
                }
            }
            let action = if seed % 2 == 0 {
                game.sample(&p, side, &mut |n| chance.below(n), &mut scratch)
            } else {
                let known = game.known(&p, side).unwrap_or(p);
                bots[usize::from(side.0)].choose(game, &known, side)
            };
            events.clear();
            game.apply(&mut p, side, &action.unwrap(), &mut dice, &mut events);
        }
    }
    for phase in ["Movement of 0", "Movement of 1", "Reinforcement of 1", "Combat of 1", "Withdrawal of 1"] {
        assert!(steps.get(phase).is_some_and(|n| *n > 0), "{steps:?}");
    }
    println!("{steps:?}");
}
