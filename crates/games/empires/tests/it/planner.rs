//! The players that plan: legal and the same every time, no wiser than their side, and measured against the others.
#![allow(clippy::unwrap_used)]
use sandtable_bots::fit::Whim;
use sandtable_bots::planner::{Budget, Planner};
use sandtable_core::dice::Seeded;
use sandtable_core::game::known_to;
use sandtable_core::plan::{Plan, Planned, Posture, Script};
use sandtable_core::player::{Player, Recruit};
use sandtable_core::{Decision, Game, Options, Outcome, Side};
use sandtable_empires::bot::Regular;
use sandtable_empires::data::{FILES, Files};
use sandtable_empires::{Action, Empires, Event, Position};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

fn europe() -> &'static Empires {
    static GAME: OnceLock<Empires> = OnceLock::new();
    GAME.get_or_init(|| match std::env::var("PLANNER") {
        // Measurements can be made with other weights.
        Ok(path) => {
            let planner = std::fs::read_to_string(path).unwrap();
            Empires::with(&Files { planner: &planner, ..FILES }).unwrap()
        }
        Err(_) => Empires::new().unwrap(),
    })
}

fn env(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

fn scenario() -> String {
    std::env::var("SCENARIO").unwrap_or_else(|_| "ulm1805".to_string())
}

/// Plays a game; `look` sees every decision before it is made.
fn play(
    scenario: &str,
    players: &mut [Box<dyn Player<Empires>>],
    seed: u64,
    mut look: impl FnMut(&Position, Side) -> bool,
) -> (Position, Option<Outcome>) {
    let game = europe();
    let mut dice = Seeded::new(seed);
    let mut p = game.start(scenario, &Options::new(), &mut dice).unwrap();
    let mut events = Vec::<Event>::new();
    loop {
        let side = match game.to_decide(&p) {
            Decision::Over(o) => return (p, Some(o)),
            d => d.side().unwrap(),
        };
        if !look(&p, side) {
            return (p, None);
        }
        let seen = known_to(game, &p, side).into_owned();
        let action = players[usize::from(side.0)].choose(game, &seen, side).unwrap();
        debug_assert!(game.check(&p, side, &action).is_ok(), "{action:?}");
        events.clear();
        game.apply(&mut p, side, &action, &mut dice, &mut events);
    }
}

fn regulars(seed: u64) -> Vec<Box<dyn Player<Empires>>> {
    (0..7).map(|q| -> Box<dyn Player<Empires>> { Box::new(Regular::new(seed * 7 + q)) }).collect()
}

fn whims(seed: u64) -> Vec<Box<dyn Player<Empires>>> {
    (0..7).map(|q| -> Box<dyn Player<Empires>> { Box::new(Whim::new(europe(), seed * 7 + q)) }).collect()
}

/// A player by its budget: 0 for the script, 1 for chance, 2 for the script of players that plan, else a planner with so many
/// ms.
fn make(ms: u64, seed: u64) -> Box<dyn Player<Empires>> {
    match ms {
        0 => Box::new(Regular::new(seed)),
        1 => Box::new(Recruit::new(seed)),
        2 => {
            let mut script = europe().script();
            script.follow(&Plan::default(), seed);
            Box::new(script)
        }
        ms => Box::new(Planner::new(europe(), Budget::counted(ms), seed)),
    }
}

/// `GAMES=200 A=50 B=0 cargo test … -- --ignored results`: paired games between the two camps of `SCENARIO`, budgets in ms,
/// 0 for `regular`, 1 for `recruit` and 2 for the script of players that plan. A draw counts half.
#[test]
#[ignore = "a measurement"]
fn results() {
    let game = europe();
    let scenario = scenario();
    let camps = game.camps(&scenario);
    let (a, b) = (env("A", 50), env("B", 0));
    let (mut won, mut drawn, mut margins) = ([0, 0], [0, 0], [0.0, 0.0]);
    let (games, from) = (env("GAMES", 20), env("FROM", 0));
    let start = Instant::now();
    for g in from..from + games {
        let (pair, camp) = (g / 2, (g % 2) as usize);
        let mut players: Vec<_> = (0..7u8)
            .map(|q| make(if camps[camp].has(Side(q)) { a } else { b }, pair * 7 + u64::from(q)))
            .collect();
        let (p, outcome) = play(&scenario, &mut players, 1000 + pair, |_, _| true);
        let outcome = outcome.unwrap();
        match outcome.winner {
            Some(w) if camps[camp].has(w) => won[camp] += 1,
            Some(_) => {}
            None => drawn[camp] += 1,
        }
        let margin = game.engine().margin(&p);
        margins[camp] += f64::from(margin);
        println!("GAME {g} camp {camp}: {margin} {}, {:.1} s", outcome.level, start.elapsed().as_secs_f64());
    }
    let half = (games / 2).max(1) as f64;
    let score = f64::from(won[0] + won[1]) + 0.5 * f64::from(drawn[0] + drawn[1]);
    println!(
        "{scenario} {a} ms v {b} ms: {:.1} % of {games}; first camp {} won {} drawn ({:.1}), second {} won {} drawn ({:.1}); {:.0} s",
        100.0 * score / games as f64,
        won[0],
        drawn[0],
        margins[0] / half,
        won[1],
        drawn[1],
        margins[1] / half,
        start.elapsed().as_secs_f64()
    );
}

/// `GAMES=50 cargo test … -- --ignored stances`: a camp under one posture all game, against the script.
#[test]
#[ignore = "a measurement"]
fn stances() {
    let game = europe();
    let scenario = scenario();
    let camps = game.camps(&scenario);
    let games = env("GAMES", 50);
    for (n, camp) in camps.iter().enumerate() {
        let only = std::env::var("ONLY").is_ok();
        let all = [Posture::Free, Posture::Attack, Posture::Hold, Posture::FallBack];
        for posture in all.into_iter().take(if only { 1 } else { 4 }) {
            let (mut score, mut sum) = (0.0, 0.0);
            for g in 0..games {
                let mut players: Vec<Box<dyn Player<Empires>>> = (0..7u8)
                    .map(|q| -> Box<dyn Player<Empires>> {
                        let mut script = Regular::new(g * 7 + u64::from(q));
                        if camp.has(Side(q)) && env("OWN", 1) == 1 {
                            script = game.script();
                        }
                        if camp.has(Side(q)) {
                            script.follow(&Plan::all(posture), g * 7 + u64::from(q));
                        }
                        Box::new(script)
                    })
                    .collect();
                let (p, outcome) = play(&scenario, &mut players, 1000 + g, |_, _| true);
                score += outcome.unwrap().winner.map_or(0.5, |w| f64::from(u8::from(camp.has(w))));
                sum += f64::from(game.engine().margin(&p));
            }
            let of = games as f64;
            println!("{scenario} camp {n} {posture:?}: {:.0} %, margin {:.1}", 100.0 * score / of, sum / of);
        }
    }
}

/// `cargo test … -- --ignored speed`: decisions of the script that plays trials, a second.
#[test]
#[ignore = "a measurement"]
fn speed() {
    let game = europe();
    let scenario = scenario();
    println!("a position has {} bytes", size_of::<Position>());
    let (mut decisions, mut turns, mut last) = (0u64, 0u64, 0);
    let start = Instant::now();
    for seed in 0..env("GAMES", 10) {
        let mut players: Vec<Box<dyn Player<Empires>>> =
            (0..7).map(|_| -> Box<dyn Player<Empires>> { Box::new(game.rehearsal()) }).collect();
        play(&scenario, &mut players, seed, |p, _| {
            decisions += 1;
            let turn = game.side_turn(p).0;
            turns += u64::from(turn != last);
            last = turn;
            p.play.turn < 12
        });
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{decisions} decisions, {turns} turns of sides, {seconds:.2} s: {:.0} decisions a second, {:.2} ms a turn",
        decisions as f64 / seconds,
        1000.0 * seconds / turns as f64
    );
}

/// `MS=2000 TURNS=24 SCENARIO=grand1805 cargo test … -- --ignored pace`: the time of a turn of a side under the clock.
#[test]
#[ignore = "a measurement"]
fn pace() {
    let game = europe();
    let scenario = std::env::var("SCENARIO").unwrap_or_else(|_| "grand1805".to_string());
    let budget = Budget::timed(env("MS", 2000));
    let mut dice = Seeded::new(env("SEED", 1));
    let mut p = game.start(&scenario, &Options::new(), &mut dice).unwrap();
    let mut players: Vec<Planner<Empires>> = (0..7).map(|q| Planner::new(game, budget, q)).collect();
    let mut times: Vec<Duration> = Vec::new();
    let mut clocks = [(u32::MAX, Duration::ZERO); 7];
    let mut events = Vec::<Event>::new();
    while let Some(side) = game.to_decide(&p).side() {
        let (turn, _) = game.side_turn(&p);
        let clock = &mut clocks[usize::from(side.0)];
        if clock.0 != turn {
            if clock.1 > Duration::ZERO {
                times.push(clock.1);
            }
            *clock = (turn, Duration::ZERO);
            if times.len() as u64 >= env("TURNS", 60) {
                break;
            }
        }
        let seen = known_to(game, &p, side).into_owned();
        let start = Instant::now();
        let action = players[usize::from(side.0)].choose(game, &seen, side).unwrap();
        clock.1 += start.elapsed();
        events.clear();
        game.apply(&mut p, side, &action, &mut dice, &mut events);
    }
    // Turns in which a power had nothing to think about say nothing.
    times.retain(|t| t.as_millis() > 5);
    times.sort();
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize].as_secs_f64();
    println!(
        "{scenario}: {} turns of sides of {:?}: mean {:.2} s, p95 {:.2} s, max {:.2} s",
        times.len(),
        budget.time,
        times.iter().map(Duration::as_secs_f64).sum::<f64>() / times.len() as f64,
        at(0.95),
        at(1.0)
    );
}

#[test]
fn what_is_drawn_can_be_played_on() {
    let game = europe();
    for (scenario, seed) in [("ulm1805", 1), ("jena1806", 2), ("danube1809", 3), ("grand1805", 4)] {
        let (mut n, mut scripts) = (0, whims(seed + 50));
        play(scenario, &mut whims(seed), seed, |p, side| {
            n += 1;
            if n % 37 == 0 {
                let known = known_to(game, p, side);
                let mut chance = Seeded::new(n);
                let mut drawn = game.resample(&known, side, &mut chance);
                for block in 0..game.d.corps.len() {
                    let sees = game.engine().sees(p, side.0, block) || p.corps[block].seen;
                    assert!(!sees || drawn.corps[block].def == p.corps[block].def);
                    assert_eq!(drawn.def(&game.d, block).symbol, p.def(&game.d, block).symbol);
                }
                let mut events = Vec::new();
                for _ in 0..60 {
                    let Some(who) = game.to_decide(&drawn).side() else { break };
                    let seen = known_to(game, &drawn, who).into_owned();
                    let action = scripts[usize::from(who.0)].choose(game, &seen, who).unwrap();
                    assert!(game.check(&drawn, who, &action).is_ok(), "{scenario} {n}: {action:?}");
                    game.apply(&mut drawn, who, &action, &mut chance, &mut events);
                }
            }
            n < 700
        });
    }
}

/// The first actions of a game in which everybody plans.
fn planned(scenario: &str, ms: u64, seed: u64, decisions: usize) -> Vec<Action> {
    let game = europe();
    let mut players: Vec<_> = (0..7).map(|q| Planner::new(game, Budget::counted(ms), seed + q)).collect();
    let mut dice = Seeded::new(seed);
    let mut p = game.start(scenario, &Options::new(), &mut dice).unwrap();
    let (mut out, mut events) = (Vec::new(), Vec::<Event>::new());
    while let Some(side) = game.to_decide(&p).side() {
        if out.len() == decisions {
            break;
        }
        let seen = known_to(game, &p, side).into_owned();
        let action = players[usize::from(side.0)].choose(game, &seen, side).unwrap();
        assert!(game.check(&p, side, &action).is_ok(), "{scenario}: {action:?}");
        game.apply(&mut p, side, &action, &mut dice, &mut events);
        out.push(action);
    }
    out
}

#[test]
fn it_plays_by_the_rules_and_the_same_every_time() {
    let once = planned("ulm1805", 10, 3, 110);
    assert_eq!(once, planned("ulm1805", 10, 3, 110));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    assert_eq!(once, pool.install(|| planned("ulm1805", 10, 3, 110)));
}

#[test]
fn seven_powers_can_plan() {
    let all = planned("grand1805", 4, 5, 160);
    assert_eq!(all.len(), 160);
}

/// The numbers of turns of sides grow, each belongs to one power, and every power of the slot finds its own armies.
#[test]
fn turns_of_sides_follow_one_another() {
    let game = europe();
    for scenario in ["ulm1805", "grand1805"] {
        let (mut last, mut seen) = ((0, Side(0)), [false; 7]);
        play(scenario, &mut regulars(2), 2, |p, side| {
            let now = game.side_turn(p);
            assert!(now.0 >= last.0, "{now:?} after {last:?}");
            let slot = now.0 % 16 > 0 && now.0 % 16 < 15;
            if slot {
                assert!(p.play.is_phasing(now.1.0));
                assert!(now.0 != last.0 || now.1 == last.1);
                let groups = game.groups(&known_to(game, p, side), side);
                assert!(groups.is_empty() || p.play.is_phasing(side.0));
                seen[usize::from(side.0)] |= !groups.is_empty();
                let goals = game.goals(p, side).len();
                assert!(groups.iter().flat_map(|g| &g.goals).all(|g| usize::from(*g) < goals));
            }
            last = now;
            p.play.turn < 2
        });
        let playing: Vec<_> = game.camps(scenario).iter().flat_map(|c| c.iter()).collect();
        assert!(playing.iter().all(|s| seen[usize::from(s.0)]), "{scenario}: {seen:?}");
    }
}

/// Marches of the first month of Ulm as France under one order, and how many corps ended them among enemies.
fn marches(posture: Posture, seed: u64) -> (Vec<Action>, usize) {
    let game = europe();
    let mut script = Regular::new(seed);
    script.follow(&Plan::all(posture), seed);
    let mut players = regulars(seed);
    players[0] = Box::new(script);
    let (mut actions, mut attacks) = (Vec::new(), 0);
    let mut dice = Seeded::new(seed);
    let mut p = game.start("ulm1805", &Options::new(), &mut dice).unwrap();
    let mut events = Vec::<Event>::new();
    while let Some(side) = game.to_decide(&p).side() {
        if p.play.turn > 1 {
            break;
        }
        let seen = known_to(game, &p, side).into_owned();
        let action = players[usize::from(side.0)].choose(game, &seen, side).unwrap();
        let before = p.play.attacks.iter().count();
        game.apply(&mut p, side, &action, &mut dice, &mut events);
        if p.play.is_phasing(0) {
            attacks += p.play.attacks.iter().count().saturating_sub(before);
            actions.push(action);
        }
    }
    (actions, attacks)
}

#[test]
fn postures_change_the_marches() {
    let (mut bold, mut shy) = (0, 0);
    for seed in 0..3 {
        let free = marches(Posture::Free, seed).0;
        for posture in [Posture::Attack, Posture::Hold, Posture::FallBack, Posture::Goal(3)] {
            let (told, attacks) = marches(posture, seed);
            assert_ne!(free, told, "{posture:?}");
            match posture {
                Posture::Attack => bold += attacks,
                Posture::FallBack => shy += attacks,
                _ => {}
            }
        }
    }
    assert!(bold > 3 * shy, "{bold} and {shy}");
}

#[test]
fn a_won_game_is_worth_most() {
    let game = europe();
    let (mut won, mut lost) = (0, 0);
    for seed in 0..6 {
        let (p, outcome) = play("ulm1805", &mut regulars(seed), seed, |_, _| true);
        let camps = game.camps("ulm1805");
        for side in camps.iter().flat_map(|c| c.iter()) {
            let score = game.score(&p, side);
            match outcome.unwrap().winner {
                Some(w) if camps.iter().any(|c| c.has(w) && c.has(side)) => {
                    assert!(score >= sandtable_core::plan::WON / 2, "{score}");
                    won += 1;
                }
                Some(_) => {
                    assert!(score <= -sandtable_core::plan::WON / 2, "{score}");
                    lost += 1;
                }
                None => assert!(score.abs() < sandtable_core::plan::WON / 2),
            }
        }
    }
    assert!(won > 0 && lost > 0);
}

#[test]
fn armies_have_names_and_goals() {
    let game = europe();
    let mut names = Vec::new();
    play("ulm1805", &mut regulars(1), 1, |p, side| {
        let groups = game.groups(&known_to(game, p, side), side);
        if side == Side(0) && !groups.is_empty() {
            assert!(groups.iter().any(|g| g.goals.len() > 2));
            names = groups.into_iter().map(|g| g.name).collect();
        }
        names.is_empty()
    });
    assert!(names.iter().any(|n| n.starts_with("Napoleon at ")), "{names:?}");
    let goals = game.goals(&game.start("ulm1805", &Options::new(), &mut Seeded::new(1)).unwrap(), Side(0));
    assert!(goals.iter().any(|g| g.name.contains("Vienna") || g.name.contains("Lower Austria")), "{goals:?}");
}

mod views {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3))]

        /// What the planner does depends on what its power knows alone: where the truth is another one that looks the
        /// same, it does the same.
        #[test]
        fn equal_views_and_seeds_give_equal_moves(seed in 0u64..1000, step in 7usize..31) {
            let game = europe();
            let (mut n, mut other_truths) = (0, 0);
            let scenario = ["ulm1805", "jena1806", "danube1809"][seed as usize % 3];
            play(scenario, &mut whims(seed), seed, |p, side| {
                n += 1;
                if n % step != 0 {
                    return n < 250;
                }
                let known = known_to(game, p, side).into_owned();
                let mut other = game.resample(&known, side, &mut Seeded::new(n as u64));
                // What others have chosen in secret stays as it is.
                other.fight.camps = p.fight.camps;
                if known_to(game, &other, side).into_owned() != known {
                    return n < 250;
                }
                other_truths += usize::from(other != *p);
                let choose = |p: &Position| {
                    let mut planner = Planner::new(game, Budget::counted(4), seed);
                    planner.choose(game, &known_to(game, p, side), side)
                };
                assert_eq!(choose(p), choose(&other), "decision {n}");
                n < 250
            });
            prop_assert!(other_truths > 1, "{other_truths}");
        }
    }
}

/// Games of chance hold nothing for months in a row: that weight has a test of its own.
#[test]
fn every_weight_of_the_score_counts() {
    assert_eq!(sandtable_bots::tune::idle(europe(), "score").unwrap(), ["score.month"]);
}

#[test]
fn months_in_a_row_count_for_whom_they_will_decide() {
    let game = europe();
    let s = game.d.scenarios.iter().find(|s| !s.at_once.is_empty()).unwrap();
    let (first, month) = (&s.at_once[0], game.weights.planner.score.month as i32);
    let mut p = game.start(&s.id, &Options::new(), &mut Seeded::new(1)).unwrap();
    let worth = |p: &Position, camp: usize| {
        let mut sum = 0;
        let side = Side(s.sides[camp].powers[0]);
        game.appraise(p, side, &mut |name, part| {
            sum += if name == "what decides at once" { part } else { 0 }
        });
        sum
    };
    let other = 1 - first.winner;
    for months in 0..=first.turns {
        p.year.held[0] = months;
        let expected = month * i32::from(months);
        assert_eq!([worth(&p, first.winner), worth(&p, other)], [expected, -expected], "{months} months");
    }
    // More than are wanted are not worth more.
    p.year.held[0] = first.turns + 1;
    assert_eq!(worth(&p, first.winner), month * i32::from(first.turns));
}
