//! The players that plan: legal and the same every time, no wiser than their side, and measured against the others.
use crate::scene::*;
use sandtable_bots::fit::Whim;
use sandtable_bots::planner::{Budget, Planner};
use sandtable_core::Outcome;
use sandtable_core::game::known_to;
use sandtable_core::plan::{Plan, Planned, Posture, Script, WON};
use sandtable_core::player::Player;
use sandtable_empires::bot::Regular;
use sandtable_empires::data::{FILES, Files};
use sandtable_testkit::{Moment, Seats, Walk};

/// A game of a scenario, this many decisions of it at most.
fn walk(scenario: &str, seed: u64, steps: usize) -> Walk<'_> {
    static PLAIN: Options = Options::new();
    Walk { scenario, options: &PLAIN, seed, steps, every: 1 }
}

fn regulars(seed: u64) -> Seats<Empires> {
    Seats::of(7, |q| Regular::new(seed * 7 + q))
}

fn whims(seed: u64) -> Seats<Empires> {
    Seats::of(7, |q| Whim::new(game(), seed * 7 + q))
}

/// Plays a game to its end.
fn played(game: &Empires, scenario: &str, players: &mut Seats<Empires>, seed: u64) -> (Position, Outcome) {
    let (walk, mut last) = (walk(scenario, seed, 400_000), None);
    let outcome = walk.play(game, players, |_| {}, |step| last = Some(*step.after));
    (last.unwrap(), outcome.unwrap_or_else(|| panic!("{}: no end", walk.at(walk.steps))))
}

/// `GAMES=50 SCENARIO=ulm1805 PLANNER=planner.toml cargo test … -- --ignored stances`: a camp under one posture all game, against the
/// script, perhaps with other weights.
#[test]
#[ignore = "a measurement"]
fn stances() {
    let planner = std::env::var("PLANNER").ok().map(|path| std::fs::read_to_string(path).unwrap());
    let planner = planner.as_deref().unwrap_or(FILES.planner);
    let game = Empires::with(&Files { planner, ..FILES }).unwrap();
    let scenario = std::env::var("SCENARIO").unwrap_or_else(|_| "ulm1805".to_string());
    let games = std::env::var("GAMES").map_or(50, |n| n.parse().unwrap());
    for (n, camp) in game.camps(&scenario).iter().enumerate() {
        for posture in [Posture::Free, Posture::Attack, Posture::Hold, Posture::FallBack] {
            let (mut score, mut sum) = (0.0, 0.0);
            for g in 0..games {
                let mut players = regulars(g);
                for side in camp.iter() {
                    let mut script = game.script();
                    script.follow(&Plan::all(posture), g * 7 + u64::from(side.0));
                    players.0[usize::from(side.0)] = Box::new(script);
                }
                let (p, outcome) = played(&game, &scenario, &mut players, 1000 + g);
                score += outcome.winner.map_or(0.5, |w| f64::from(u8::from(camp.has(w))));
                sum += f64::from(game.engine().margin(&p));
            }
            let of = games as f64;
            println!("{scenario} camp {n} {posture:?}: {:.0} %, margin {:.1}", 100.0 * score / of, sum / of);
        }
    }
}

#[test]
fn what_is_drawn_can_be_played_on() {
    let game = game();
    for (scenario, seed) in [("ulm1805", 1), ("jena1806", 2), ("danube1809", 3), ("grand1805", 4)] {
        let mut scripts = whims(seed + 50);
        let walk = Walk { every: 37, ..walk(scenario, seed, 700) };
        walk.look_with(game, &mut whims(seed), |m| {
            let (p, side) = (m.position, m.side);
            let mut chance = Seeded::new(m.number as u64);
            let mut drawn = game.resample(&known_to(game, p, side), side, &mut chance);
            for block in 0..game.d.corps.len() {
                let sees = game.engine().sees(p, side.0, block) || p.corps[block].seen;
                assert!(!sees || drawn.corps[block].def == p.corps[block].def);
                assert_eq!(drawn.def(&game.d, block).symbol, p.def(&game.d, block).symbol);
            }
            for _ in 0..60 {
                let Some(who) = game.to_decide(&drawn).side() else { break };
                let seen = known_to(game, &drawn, who).into_owned();
                let action = scripts.choose(game, &seen, who).unwrap();
                assert!(game.check(&drawn, who, &action).is_ok(), "{}: {action:?}", walk.at(m.number));
                game.apply(&mut drawn, who, &action, &mut chance, &mut Vec::new());
            }
        });
    }
}

/// The first actions of a game in which everybody plans.
fn planned(scenario: &str, ms: u64, seed: u64, decisions: usize) -> Vec<Action> {
    let mut players = Seats::of(7, |q| Planner::new(game(), Budget::counted(ms), seed + q));
    let mut out = Vec::new();
    let look = |_: Moment<'_, Empires>| {};
    walk(scenario, seed, decisions).play(game(), &mut players, look, |step| {
        let legal = game().check(step.before, step.side, step.action);
        assert!(legal.is_ok(), "{scenario}: {:?}: {legal:?}", step.action);
        out.push(*step.action);
    });
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
    let game = game();
    for scenario in ["ulm1805", "grand1805"] {
        let (mut last, mut seen) = ((0, Side(0)), [false; 7]);
        walk(scenario, 2, 3000).look_with(game, &mut regulars(2), |m| {
            let (p, side) = (m.position, m.side);
            if p.play.turn >= 2 {
                return;
            }
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
        });
        let playing: Vec<_> = game.camps(scenario).iter().flat_map(|c| c.iter()).collect();
        assert!(playing.iter().all(|s| seen[usize::from(s.0)]), "{scenario}: {seen:?}");
    }
}

/// Marches of the first month of Ulm as France under one order, and how many corps ended them among enemies.
fn marches(posture: Posture, seed: u64) -> (Vec<Action>, usize) {
    let mut script = Regular::new(seed);
    script.follow(&Plan::all(posture), seed);
    let mut players = regulars(seed);
    players.0[0] = Box::new(script);
    let (mut actions, mut attacks) = (Vec::new(), 0);
    let look = |_: Moment<'_, Empires>| {};
    walk("ulm1805", seed, 1500).play(game(), &mut players, look, |step| {
        let (before, after) = (step.before, step.after);
        if before.play.turn <= 1 && after.play.is_phasing(FR) {
            attacks += after.play.attacks.iter().count().saturating_sub(before.play.attacks.iter().count());
            actions.push(*step.action);
        }
    });
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
    let (mut won, mut lost) = (0, 0);
    for seed in 0..6 {
        let (p, outcome) = played(game(), "ulm1805", &mut regulars(seed), seed);
        let camps = game().camps("ulm1805");
        for side in camps.iter().flat_map(|c| c.iter()) {
            let score = game().score(&p, side);
            match outcome.winner {
                Some(w) if camps.iter().any(|c| c.has(w) && c.has(side)) => {
                    assert!(score >= WON / 2, "{score}");
                    won += 1;
                }
                Some(_) => {
                    assert!(score <= -WON / 2, "{score}");
                    lost += 1;
                }
                None => assert!(score.abs() < WON / 2),
            }
        }
    }
    assert!(won > 0 && lost > 0);
}

#[test]
fn armies_have_names_and_goals() {
    let game = game();
    let mut names: Vec<String> = Vec::new();
    walk("ulm1805", 1, 200).look_with(game, &mut regulars(1), |m| {
        let groups = game.groups(&known_to(game, m.position, m.side), m.side);
        if m.side == Side(FR) && names.is_empty() && !groups.is_empty() {
            assert!(groups.iter().any(|g| g.goals.len() > 2));
            names = groups.into_iter().map(|g| g.name).collect();
        }
    });
    assert!(names.iter().any(|n| n.starts_with("Napoleon at ")), "{names:?}");
    let goals = game.goals(&game.start("ulm1805", &Options::new(), &mut Seeded::new(1)).unwrap(), Side(0));
    assert!(goals.iter().any(|g| g.name.contains("Vienna") || g.name.contains("Lower Austria")), "{goals:?}");
}

/// What the planner does depends on what its power knows alone: where the truth is another one that looks the same, it does the same.
#[test]
fn equal_views_and_seeds_give_equal_moves() {
    let game = game();
    for (seed, every, scenario) in [(0, 9, "ulm1805"), (1, 17, "jena1806"), (2, 26, "danube1809")] {
        let mut other_truths = 0;
        let walk = Walk { every, ..walk(scenario, seed, 250) };
        walk.look_with(game, &mut whims(seed), |m| {
            let (p, side) = (m.position, m.side);
            let known = known_to(game, p, side).into_owned();
            let mut other = game.resample(&known, side, &mut Seeded::new(m.number as u64));
            // What others have chosen in secret stays as it is.
            other.fight.camps = p.fight.camps;
            if *known_to(game, &other, side) != known {
                return;
            }
            other_truths += usize::from(other != *p);
            let choose = |p: &Position| {
                let mut planner = Planner::new(game, Budget::counted(4), seed);
                planner.choose(game, &known_to(game, p, side), side)
            };
            assert_eq!(choose(p), choose(&other), "{}", walk.at(m.number));
        });
        assert!(other_truths > 1, "{scenario}: {other_truths}");
    }
}

/// Games of chance hold nothing for months in a row: that weight has a test of its own.
#[test]
fn every_weight_of_the_score_counts() {
    assert_eq!(sandtable_bots::tune::idle(game(), "score").unwrap(), ["score.month"]);
}

#[test]
fn months_in_a_row_count_for_whom_they_will_decide() {
    let game = game();
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
