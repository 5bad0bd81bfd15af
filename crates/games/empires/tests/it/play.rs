//! Whole games by chance: no dead end, everything offered is legal, what must hold holds, and nobody is shown anything that he
//! may not know.
#![allow(clippy::unwrap_used)]
use sandtable_core::dice::Seeded;
use sandtable_core::view::Viewer;
use sandtable_core::{Decision, Game, Options, Side};
use sandtable_empires::ids::{BlockId, FactorId, FleetId, LeaderId, NationId};
use sandtable_empires::land::Spot;
use sandtable_empires::land::garrison::At;
use sandtable_empires::play::fight::FightAction;
use sandtable_empires::play::march::{Halt, MarchAction as M, Post};
use sandtable_empires::play::year::state::Wares;
use sandtable_empires::play::year::{Target, YearAction, YearStep};
use sandtable_empires::position::{Phase, Step};
use sandtable_empires::{Action, Empires, Position};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

fn europe() -> &'static Empires {
    static GAME: OnceLock<Empires> = OnceLock::new();
    GAME.get_or_init(|| Empires::new().unwrap())
}

const SCENARIOS: [&str; 6] = ["ulm1805", "jena1806", "wagram1809", "russia1812", "danube1809", "grand1805"];

const SPAIN: usize = 6;

/// All factors on the map.
fn factors(p: &Position) -> u32 {
    let corps: u32 = p.corps.iter().map(|c| u32::from(c.total())).sum();
    let ground: u32 = p
        .ground
        .iter()
        .map(|g| {
            let loose: u8 = g.irregulars.iter().sum();
            u32::from(g.garrison.total()) + u32::from(g.guard.total()) + u32::from(loose)
        })
        .sum();
    corps + ground
}

/// What must hold from one position to the next.
fn step_holds(before: &Position, after: &Position) -> Result<(), String> {
    // Factors come in where they are raised and, in combats and after them, as guerillas in Spain; nowhere else.
    let raised = before.play.phase <= Phase::Slots || before.play.turn != after.play.turn;
    let rise = before.play.slot != after.play.slot
        || [before, after].iter().any(|p| (Phase::Combats..=Phase::Guerillas).contains(&p.play.phase));
    let guerillas = |p: &Position| {
        let of = p.ground.iter().map(|g| g.irregulars[SPAIN] + g.garrison.of(SPAIN as u8).irregulars);
        of.map(u32::from).sum::<u32>()
    };
    let count = |p: &Position| factors(p) - if rise { guerillas(p) } else { 0 };
    if count(after) > count(before) && !raised {
        let more: Vec<String> = (0..before.corps.len())
            .filter(|b| after.corps[*b].total() > before.corps[*b].total())
            .map(|b| format!("block {b} {:?}", after.corps[b]))
            .chain(
                (0..before.ground.len())
                    .filter(|a| before.ground[*a] != after.ground[*a])
                    .map(|a| format!("area {a}: {:?} -> {:?}", before.ground[a], after.ground[a])),
            )
            .collect();
        let phases = (before.play.phase, before.play.slot, after.play.phase, after.play.slot);
        return Err(format!("{} factors became {}, {phases:?}: {more:?}", count(before), count(after)));
    }
    // Who has ended his move stays where he is until the movement of all is over.
    let same = before.play.phase == Phase::Movement && after.play.phase == Phase::Movement;
    if same && before.play.slot == after.play.slot && before.play.moving == 1 {
        for block in before.play.moved.iter() {
            let (was, is) = (before.corps[block].spot, after.corps[block].spot);
            if is.area() != was.area() && is.area().is_some() {
                return Err(format!("block {block} moved twice: {was:?} to {is:?}"));
            }
        }
    }
    Ok(())
}

/// Plays a game by chance; `every` says how often the dear checks are made.
fn by_chance(scenario: &str, options: &Options, seed: u64, every: usize) -> usize {
    let game = europe();
    let mut dice = Seeded::new(seed);
    let mut chance = Seeded::new(seed ^ 0xABCD);
    let mut p = game.start(scenario, options, &mut dice).unwrap();
    let (mut scratch, mut list, mut known, mut events) = (vec![], vec![], vec![], vec![]);
    for n in 0..400_000 {
        let sides = match game.to_decide(&p) {
            Decision::Over(_) => return n,
            Decision::Decide { sides, .. } => sides,
        };
        let deciding: Vec<Side> = sides.iter().collect();
        let here = || format!("{scenario} {seed} after {n}: {:?} {:?}", p.play.phase, p.play.steps.top());
        assert!(!deciding.is_empty(), "{}: nobody decides", here());
        let side = deciding[chance.below(deciding.len())];
        let action = game.sample(&p, side, &mut |n| chance.below(n), &mut scratch);
        let action = action.unwrap_or_else(|| panic!("{}: dead end", here()));
        if n % every == 0 {
            game.sound(&p).unwrap_or_else(|e| panic!("{}: {e}", here()));
            for side in deciding {
                list.clear();
                game.actions(&p, side, &mut list);
                assert!(!list.is_empty(), "{}: nothing for {side:?}", here());
                for offered in &list {
                    if let Err(e) = game.check(&p, side, offered) {
                        panic!("{}: {offered:?} is offered and refused: {e}", here());
                    }
                }
                let mut texts: Vec<String> = list.iter().map(|a| game.describe(&p, a)).collect();
                texts.sort();
                texts.windows(2).for_each(|w| assert_ne!(w[0], w[1], "{}", here()));
            }
            // What a side is shown and offered follows from what it knows.
            for player in (0..7).map(Side) {
                let Some(q) = game.known(&p, player) else { continue };
                assert_eq!(game.to_decide(&p), game.to_decide(&q), "{}", here());
                assert_eq!(
                    game.view(&p, Viewer::Side(player)),
                    game.view(&q, Viewer::Side(player)),
                    "{}",
                    here()
                );
                assert_eq!(game.view(&p, Viewer::Watcher), game.view(&q, Viewer::Watcher), "{}", here());
                known.clear();
                list.clear();
                game.actions(&p, player, &mut list);
                game.actions(&q, player, &mut known);
                assert_eq!(list, known, "{}", here());
            }
            let text = serde_json::to_string(&p).unwrap();
            assert_eq!(serde_json::from_str::<Position>(&text).unwrap(), p);
        }
        events.clear();
        let before = p;
        game.apply(&mut p, side, &action, &mut dice, &mut events);
        step_holds(&before, &p).unwrap_or_else(|e| panic!("{scenario} {seed} after {n}: {action:?}: {e}"));
    }
    panic!("{scenario} {seed}: no end");
}

fn come_to_an_end(scenario: &str) {
    for seed in 0..2 {
        let n = by_chance(scenario, &Options::new(), seed, 29);
        assert!(n > 20, "{scenario}: {n}");
    }
}

#[test]
fn games_by_chance_of_ulm_come_to_an_end() {
    come_to_an_end("ulm1805");
}

#[test]
fn games_by_chance_of_jena_come_to_an_end() {
    come_to_an_end("jena1806");
}

#[test]
fn games_by_chance_of_wagram_come_to_an_end() {
    come_to_an_end("wagram1809");
}

#[test]
fn games_by_chance_of_russia_come_to_an_end() {
    come_to_an_end("russia1812");
}

#[test]
fn games_by_chance_of_the_danube_come_to_an_end() {
    come_to_an_end("danube1809");
}

/// One year only; longer ones are in the series.
#[test]
fn a_grand_campaign_by_chance_comes_to_an_end() {
    let options = Options::from([("turns".to_string(), "12".to_string())]);
    assert!(by_chance("grand1805", &options, 0, 131) > 1000);
}

/// Decisions per second in games by chance without any check; the command:
/// `cargo test -p sandtable-empires --test play -- --ignored --nocapture speed`.
#[test]
#[ignore = "a measurement"]
fn speed_of_games_by_chance() {
    let game = europe();
    let only = std::env::var("SCENARIO").unwrap_or_default();
    for scenario in SCENARIOS.into_iter().filter(|s| s.contains(&only)) {
        let (began, mut count) = (Instant::now(), 0);
        let mut scratch = vec![];
        let mut events = vec![];
        let games = 6;
        for seed in 0..games {
            let mut dice = Seeded::new(seed);
            let mut chance = Seeded::new(seed ^ 0xABCD);
            let options = Options::from([("turns".to_string(), "12".to_string())]);
            let none = Options::new();
            let options = if scenario == "grand1805" { &options } else { &none };
            let mut p = game.start(scenario, options, &mut dice).unwrap();
            while let Decision::Decide { sides, .. } = game.to_decide(&p) {
                let side = sides.iter().nth(chance.below(sides.iter().count())).unwrap();
                let action = game.sample(&p, side, &mut |n| chance.below(n), &mut scratch).unwrap();
                events.clear();
                game.apply(&mut p, side, &action, &mut dice, &mut events);
                count += 1;
            }
        }
        let seconds = began.elapsed().as_secs_f64();
        let each = seconds / games as f64 * 1e3;
        println!(
            "{scenario}: {:.0} decisions per second, {each:.0} ms each game",
            f64::from(count) / seconds
        );
    }
}

/// 1,000 games, looked at closely every 97 decisions; the command: `GAMES=1000 FROM=0 EVERY=97 cargo test -p sandtable-empires --test play -- --ignored --nocapture thousand`.
#[test]
#[ignore = "takes minutes"]
fn a_thousand_games_by_chance() {
    let about = europe().about();
    let options = |scenario: &str, seed: u64| -> Options {
        let mine =
            about.options.iter().filter(|o| o.scenarios.iter().any(|s| s == scenario) && o.name != "turns");
        let bit = |i: usize| if seed >> i & 1 == 1 { "on" } else { "off" };
        let mut out: Options =
            mine.enumerate().map(|(i, o)| (o.name.to_string(), bit(i).to_string())).collect();
        if scenario == "grand1805" {
            out.insert("turns".to_string(), "12".to_string());
        }
        out
    };
    let games = std::env::var("GAMES").ok().and_then(|g| g.parse().ok()).unwrap_or(1_000u64);
    let from = std::env::var("FROM").ok().and_then(|g| g.parse().ok()).unwrap_or(0u64);
    let every = std::env::var("EVERY").ok().and_then(|g| g.parse().ok()).unwrap_or(97);
    let failed = AtomicUsize::new(0);
    std::thread::scope(|s| {
        for half in 0..2u64 {
            let (options, failed) = (&options, &failed);
            s.spawn(move || {
                for seed in (from + half..from + games).step_by(2) {
                    let scenario = SCENARIOS[(seed / 2 % 6) as usize];
                    let options = options(scenario, seed.wrapping_mul(0x9E37_79B9));
                    // Every game that fails is told, not only the first.
                    let played = std::panic::catch_unwind(|| by_chance(scenario, &options, seed, every));
                    failed.fetch_add(usize::from(played.is_err()), Relaxed);
                }
            });
        }
    });
    assert_eq!(failed.into_inner(), 0, "games that failed, of {games}");
}

/// Everything that could be thought of at a step whose offers are not found by trying everything.
fn thinkable(p: &Position) -> Vec<Action> {
    let d = &europe().d;
    let areas = || d.board.areas();
    let blocks = || 0..d.corps.len() as u8;
    match p.play.steps.top() {
        Step::March(_) => {
            let mut out =
                vec![M::Done, M::Force, M::Inside, M::Outside, M::Raze, M::Convert, M::PayAll, M::Forage];
            out.extend([Halt::Plain, Halt::Besiege, Halt::Attack].map(M::Stop));
            for a in areas() {
                out.extend([M::RemoveDepot(a), M::RemoveInside(a), M::PlaceDepot(a), M::Enter(a)]);
                out.extend([M::Aside(a), M::PayPort(a)]);
                out.extend(Post::ALL.map(|post| M::PickIrregular(a, post)));
                for b in blocks().filter(|b| matches!(p.corps[usize::from(*b)].spot, Spot::Fleet(_))) {
                    out.extend([M::Land(BlockId(b), a), M::LandInside(BlockId(b), a)]);
                }
            }
            out.extend(
                blocks().flat_map(|b| [M::Pick(BlockId(b)), M::Pay(BlockId(b)), M::RetireCorps(BlockId(b))]),
            );
            out.extend((0..7).flat_map(|q| [M::Wait(NationId(q)), M::Next(NationId(q))]));
            out.extend(
                (0..p.fleets.len() as u8)
                    .flat_map(|f| [M::RemoveOnFleet(FleetId(f)), M::PlaceOnFleet(FleetId(f))]),
            );
            out.extend(
                (0..d.leaders.len() as u8).flat_map(|l| {
                    [M::With(LeaderId(l)), M::Without(LeaderId(l)), M::RetireLeader(LeaderId(l))]
                }),
            );
            for at in [At::City, At::Depot] {
                out.push(M::Station(at));
                for (k, n) in (0..7).flat_map(|k| (1..24).map(move |n| (k, n))) {
                    out.extend([M::Detach(at, FactorId(k), n), M::Absorb(at, FactorId(k), n)]);
                }
            }
            out.into_iter().map(Action::March).collect()
        }
        Step::Fight(_) => areas().map(|a| Action::Fight(FightAction::Retreat(a))).collect(),
        Step::Year(YearStep::Reinforce { power }) => {
            let mut out = vec![YearAction::Done];
            let counts = [1, 2, 3, 5, 8, 13, 30];
            let cities = || areas().filter(|a| d.place(*a).spires > 0);
            let mut to: Vec<Target> = cities().map(Target::City).collect();
            to.extend(areas().filter(|a| p.at(*a).depot.owner != u8::MAX).map(Target::Depot));
            to.extend(blocks().map(|b| Target::Corps(BlockId(b))));
            let off = |b: &u8| {
                p.corps[usize::from(*b)].power == power && p.corps[usize::from(*b)].spot == Spot::Off
            };
            for (kind, count) in Wares::ALL.into_iter().flat_map(|k| counts.map(|n| (k, n))) {
                out.push(YearAction::Buy { kind, count });
                for &to in &to {
                    out.push(YearAction::Place { kind, count, to });
                    out.extend((0..4).map(|from| YearAction::Share { from, kind, count, to }));
                }
                for (corps, area) in blocks().filter(off).flat_map(|b| cities().map(move |a| (b, a))) {
                    out.push(YearAction::Raise { corps: BlockId(corps), area, kind, count });
                }
            }
            out.extend(blocks().map(|corps| YearAction::Dissolve { corps: BlockId(corps) }));
            for leader in 0..d.leaders.len() as u8 {
                out.extend(
                    blocks()
                        .map(|corps| YearAction::Return { leader: LeaderId(leader), corps: BlockId(corps) }),
                );
            }
            out.into_iter().map(Action::Year).collect()
        }
        _ => vec![],
    }
}

#[test]
fn what_is_not_offered_is_refused() {
    let game = europe();
    let mut compared = 0;
    for (seed, scenario) in SCENARIOS.into_iter().enumerate() {
        let mut dice = Seeded::new(seed as u64);
        let mut p = game.start(scenario, &Options::new(), &mut dice).unwrap();
        let (mut list, mut events) = (vec![], vec![]);
        for n in 0..600 {
            let Decision::Decide { sides, .. } = game.to_decide(&p) else { break };
            let side = sides.iter().next().unwrap();
            list.clear();
            game.actions(&p, side, &mut list);
            let retreats = matches!(list[0], Action::Fight(FightAction::Retreat(_)));
            if n % 17 == 0 || retreats {
                for action in thinkable(&p) {
                    if matches!(action, Action::Fight(_)) && !retreats {
                        continue;
                    }
                    let (offered, legal) = (list.contains(&action), game.check(&p, side, &action).is_ok());
                    assert_eq!(
                        offered,
                        legal,
                        "{scenario} after {n}: {action:?} at {:?}",
                        p.play.steps.top()
                    );
                    compared += 1;
                }
            }
            let action = list[dice.below(list.len())];
            game.apply(&mut p, side, &action, &mut dice, &mut events);
        }
    }
    assert!(compared > 100_000, "{compared}");
}

/// How long the offers of the movement step of France take.
#[test]
#[ignore = "a measurement"]
fn speed_of_the_offers_of_the_movement_step() {
    let game = europe();
    let mut dice = Seeded::new(1);
    let mut p = game.start("ulm1805", &Options::new(), &mut dice).unwrap();
    let (mut list, mut events) = (vec![], vec![]);
    for _ in 0..400 {
        let Some(side) = game.to_decide(&p).side() else { break };
        list.clear();
        let began = Instant::now();
        game.actions(&p, side, &mut list);
        let time = began.elapsed();
        if side == Side(0) && p.play.phase == Phase::Movement {
            println!("{:?}: {} offers in {time:?}", p.play.steps.top(), list.len());
        }
        let action = list[dice.below(list.len())];
        game.apply(&mut p, side, &action, &mut dice, &mut events);
    }
}
