//! The player that plans.
#![allow(clippy::unwrap_used)]
use crate::scene::Seats;
use sandtable_bots::Opening;
use sandtable_bots::fit::wander;
use sandtable_bots::planner::{Budget, Planner};
use sandtable_core::dice::Seeded;
use sandtable_core::game::known_to;
use sandtable_core::plan::{Plan, Planned, Posture, Script, Tunable, WON};
use sandtable_core::player::Player;
use sandtable_core::{Decision, Game, Options, Side};
use sandtable_tannenberg::bot::Regular;
use sandtable_tannenberg::data::{FILES, Files};
use sandtable_tannenberg::position::{Phase, flag};
use sandtable_tannenberg::{Action, Event, Position, Tannenberg};
use sandtable_testkit::Walk;
use std::collections::BTreeMap;
use std::sync::OnceLock;

fn theatre() -> &'static Tannenberg {
    static GAME: OnceLock<Tannenberg> = OnceLock::new();
    // `WEIGHTS=planner.toml` tries other weights of the planner.
    GAME.get_or_init(|| match std::env::var("WEIGHTS") {
        Ok(path) => {
            let planner = std::fs::read_to_string(path).unwrap();
            Tannenberg::with(&Files { planner: &planner, ..FILES }).unwrap()
        }
        Err(_) => Tannenberg::new().unwrap(),
    })
}

fn env(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

/// Plays a game with scripts that get random plans, and shows every position before its decision.
fn walk(scenario: &str, seed: u64, look: impl FnMut(&Position, Side)) {
    wander(theatre(), Opening { scenario, options: &Options::new(), number: 0, seed }, look).unwrap();
}

/// A script that follows a plan, if there is one.
fn told<S: Script<Tannenberg>>(mut script: S, plan: Option<&Plan>, seed: u64) -> S {
    if let Some(plan) = plan {
        script.follow(plan, seed);
    }
    script
}

/// Plays a game between scripts; gives its actions and how it ended.
fn battle(
    game: &Tannenberg,
    seed: u64,
    mut scripts: Seats,
    mut see: impl FnMut(&Position),
) -> (Vec<Action>, Position) {
    let walk = Walk { scenario: "tannenberg", options: &Options::new(), seed, steps: 100_000, every: 1 };
    let (mut actions, mut last) = (Vec::new(), None);
    walk.play(
        game,
        &mut scripts,
        |m| see(m.position),
        |step| {
            actions.push(*step.action);
            last = Some(*step.after);
        },
    );
    (actions, last.unwrap())
}

/// The actions of a game between two scripts.
fn actions(plan: Option<Plan>, seed: u64) -> Vec<Action> {
    let scripts = Seats::of(|i| told(Regular::new(seed + i), plan.as_ref(), seed + i));
    battle(theatre(), seed, scripts, |_| {}).0
}

#[test]
fn a_plan_that_says_nothing_changes_nothing() {
    assert_eq!(actions(None, 3), actions(Some(Plan::default()), 3));
}

#[test]
fn postures_change_what_the_script_does() {
    let free = actions(None, 3);
    for posture in [Posture::Attack, Posture::Hold, Posture::FallBack, Posture::Goal(3)] {
        assert_ne!(free, actions(Some(Plan::all(posture)), 3), "{posture:?}");
    }
}

/// The actions of a game between two scripts of planners with one plan for all of it, and how it ended.
fn planned_game(game: &Tannenberg, plan: &Plan, seed: u64) -> (Vec<Action>, Position) {
    let plans = [&Plan::default(), plan, plan];
    let scripts = Seats::of(|i| told(game.script(), Some(plans[i as usize]), seed + i));
    battle(game, seed, scripts, |p| {
        let [de, ru] = [Side(0), Side(1)].map(|s| game.score(p, s));
        assert_eq!(de, -ru);
        assert!(de.abs() <= WON);
    })
}

/// Where no towns count, a planner's Russians give ground unless they are told something else; only cavalry that covers a corps does
/// otherwise, and in some games none has to.
#[test]
fn who_is_hunted_goes_out_of_the_way() {
    let game = theatre();
    let of = |plan: &Plan, seed| planned_game(game, plan, seed).0;
    let told = Plan::all(Posture::FallBack);
    assert!((0..20).any(|seed| of(&Plan::default(), seed) == of(&told, seed)));
    assert_ne!(of(&Plan::default(), 3), of(&Plan::all(Posture::Attack), 3));
}

/// How far from II Corps the nearest cavalry of a planner's Russian ends its first march, and whether the corps could march.
fn nearest_riders(seed: u64) -> (u16, bool) {
    let game = theatre();
    let data = &game.sheets.iter().find(|s| s.rules.scenario.id == "tannenberg").unwrap().data;
    let id = |name: &str| data.ids().find(|u| data.unit(*u).id == name).unwrap();
    let corps = id("ru-ii");
    let riders = ["ru-c1", "ru-c2", "ru-c1g", "ru-c2g"].map(id);
    let walk = Walk { scenario: "tannenberg", options: &Options::new(), seed, steps: 300, every: 1 };
    let (mut stranded, mut found) = (false, None);
    walk.look_with(game, &mut Seats::of(|_| game.script()), |m| {
        let p = m.position;
        if found.is_none() && p.phase == Phase::Movement && m.side == Side(1) {
            stranded = p.is(corps, flag::OUT_OF_COMMAND);
        }
        if found.is_none() && p.phase == Phase::Combat {
            let at = p.hex(corps).unwrap();
            found = riders.iter().map(|r| data.map.distance(p.hex(*r).unwrap(), at)).min();
        }
    });
    (found.unwrap(), stranded)
}

/// A corps that is out of command cannot give ground: cavalry stays with it. Where it marches, nobody does.
#[test]
fn cavalry_covers_a_corps_that_cannot_get_away() {
    let mut left = 0;
    for seed in 0..24 {
        let (far, stranded) = nearest_riders(seed);
        if stranded {
            left += 1;
            assert!(far <= 2, "game {seed}: {far} hexes from it");
        }
    }
    assert!((4..20).contains(&left), "{left} of 24 games");
}

#[test]
fn a_game_that_is_won_is_worth_more_than_any_other() {
    let game = theatre();
    let (_, p) = planned_game(game, &Plan::default(), 4);
    let Decision::Over(outcome) = game.to_decide(&p) else { unreachable!() };
    let winner = outcome.winner.unwrap();
    assert!(game.score(&p, winner) > WON / 2);
    assert!(game.score(&p, Side(1 - winner.0)) < -WON / 2);
}

#[test]
fn other_weights_play_another_game() {
    let game = theatre();
    let mut weights = *game.tuned();
    weights.script.de.way *= 3.0;
    weights.script.de.caution *= 5.0;
    let (plan, other) = (Plan::default(), game.reweighted(weights));
    assert_ne!(planned_game(game, &plan, 3).0, planned_game(&other, &plan, 3).0);
}

#[test]
fn what_is_drawn_agrees_with_what_is_known() {
    let game = theatre();
    for (scenario, seed) in [("tannenberg", 1), ("tannenberg", 2), ("campaign", 3), ("three-player", 4)] {
        let mut n = 0;
        walk(scenario, seed, |p, side| {
            n += 1;
            if n % 7 != 0 {
                return;
            }
            let known = known_to(game, p, side);
            let drawn = game.resample(&known, side, &mut Seeded::new(n));
            assert_eq!(*known_to(game, &drawn, side), *known, "{scenario} {seed}, decision {n}");
            if let Err(e) = game.sound(&drawn) {
                panic!("{scenario} {seed}, decision {n}, {:?}: {e}", p.top());
            }
        });
    }
}

#[test]
fn formations_keep_their_numbers() {
    let game = theatre();
    let mut last: Option<(u32, Side, Vec<String>)> = None;
    walk("campaign", 5, |p, side| {
        let (turn, owner) = game.side_turn(p);
        if owner != side {
            return;
        }
        let names: Vec<String> =
            game.groups(&known_to(game, p, side), side).into_iter().map(|g| g.name).collect();
        assert!(names.len() <= sandtable_core::plan::GROUPS);
        if let Some((t, s, before)) = &last
            && (*t, *s) == (turn, owner)
        {
            let shorter = names.len().min(before.len());
            assert_eq!(names[..shorter], before[..shorter]);
        }
        last = Some((turn, owner, names));
    });
}

/// What the planner does depends on what its side knows alone: where the truth is another one that looks the same, it
/// does the same.
#[test]
fn it_knows_no_more_than_its_side() {
    let game = theatre();
    let (mut n, mut asked) = (0, 0);
    walk("tannenberg", 11, |p, side| {
        n += 1;
        if side != Side(1) || n % 9 != 0 {
            return;
        }
        let other = game.resample(&known_to(game, p, side), side, &mut Seeded::new(n));
        let choose = |p: &Position| {
            let mut planner = Planner::new(game, Budget::counted(12), n);
            planner.choose(game, &known_to(game, p, side), side)
        };
        asked += u32::from(other != *p);
        assert_eq!(choose(p), choose(&other), "decision {n}");
    });
    assert!(asked > 5, "{asked}");
}

/// `GAMES=50 A=50 B=0 cargo test … -- --ignored results`: paired games, budgets in ms, 0 for `regular`, 1 for the
/// planner's script without plans. `SIDE=1` plays one side of A alone.
#[test]
#[ignore = "a measurement"]
fn results() {
    let game = theatre();
    let make = |ms: u64, seed: u64| -> Box<dyn Player<Tannenberg>> {
        match ms {
            0 => Box::new(Regular::new(seed)),
            1 => {
                let mut script = game.script();
                script.follow(&Plan::default(), seed);
                Box::new(script)
            }
            ms => Box::new(Planner::new(game, Budget::counted(ms), seed)),
        }
    };
    let scenario = std::env::var("SCENARIO").unwrap_or_else(|_| "campaign".to_string());
    let (a, b) = (env("A", 50), env("B", 0));
    let mut won = [0, 0];
    let mut points = [0, 0];
    let mut reasons = [BTreeMap::new(), BTreeMap::new()];
    let (games, from) = (env("GAMES", 20), env("FROM", 0));
    let start = std::time::Instant::now();
    for g in from..from + games {
        let side = env("SIDE", g % 2) as u8;
        let pair = if std::env::var("SIDE").is_ok() { g } else { g / 2 };
        let kind = |s: u64| if s == u64::from(side) { a } else { b };
        let mut players = Seats((0..2).map(|s| make(kind(s), pair * 7 + s)).collect());
        let walk = Walk {
            scenario: &scenario,
            options: &Options::new(),
            seed: 1000 + pair,
            steps: 1_000_000,
            every: 1,
        };
        let mut total = 0;
        let outcome = walk.play(
            game,
            &mut players,
            |_| {},
            |step| {
                total = i64::from(step.after.points);
                for event in step.events {
                    if let Event::Points(why, points, _) = event {
                        let sums: &mut BTreeMap<&str, i64> = &mut reasons[usize::from(side)];
                        *sums.entry(why.id).or_default() += i64::from(*points);
                    }
                }
            },
        );
        let outcome = outcome.unwrap();
        won[usize::from(side)] += i64::from(outcome.winner == Some(Side(side)));
        points[usize::from(side)] += total;
        println!("GAME {g} as {side}: {total}, {:.1} s", start.elapsed().as_secs_f64());
    }
    let half = if std::env::var("SIDE").is_ok() { games } else { games / 2 }.max(1) as f64;
    for (side, sums) in reasons.iter().enumerate() {
        let means: Vec<String> = sums.iter().map(|(w, n)| format!("{w} {:.0}", *n as f64 / half)).collect();
        println!("as {side}, points a game: {}", means.join(", "));
    }
    println!(
        "{a} ms v {b} ms: {} of {games}; German {} ({:.0}), Russian {} ({:.0}); {:.1} s",
        won[0] + won[1],
        won[0],
        points[0] as f64 / half,
        won[1],
        points[1] as f64 / half,
        start.elapsed().as_secs_f64()
    );
}

/// `cargo test … -- --ignored pace`: decisions of the script a second.
#[test]
#[ignore = "a measurement"]
fn pace() {
    let game = theatre();
    let scenario = std::env::var("SCENARIO").unwrap_or_else(|_| "campaign".to_string());
    let start = std::time::Instant::now();
    let (mut decisions, mut turns) = (0u64, 0u64);
    for seed in 0..env("GAMES", 10) {
        let walk = Walk { scenario: &scenario, options: &Options::new(), seed, steps: 1_000_000, every: 1 };
        let mut last = 0;
        walk.look_with(game, &mut Seats::of(|i| Regular::new(seed + i)), |m| {
            decisions += 1;
            let turn = game.side_turn(m.position).0;
            turns += u64::from(turn != last);
            last = turn;
        });
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{decisions} decisions, {turns} turns of sides, {seconds:.2} s: {:.0} decisions a second, {:.2} ms a turn",
        decisions as f64 / seconds,
        1000.0 * seconds / turns as f64
    );
}

/// The script measures distances by going from hex to hex over the sheet.
#[test]
fn the_sheet_has_no_gaps() {
    use sandtable_board::Hex;
    let map = &theatre().sheets[0].data.map;
    for start in (0..map.len()).step_by(37) {
        let mut far = vec![u16::MAX; usize::from(map.len())];
        far[usize::from(start)] = 0;
        let mut open = std::collections::VecDeque::from([start]);
        while let Some(hex) = open.pop_front() {
            for (_, _, to) in map.board.topology().neighbours(Hex(hex)) {
                if far[to.index()] == u16::MAX {
                    far[to.index()] = far[usize::from(hex)] + 1;
                    open.push_back(to.0);
                }
            }
        }
        assert!((0..map.len()).all(|h| far[usize::from(h)] == map.distance(start, h)), "{start}");
    }
}

/// A script that gets a plan on a turn.
struct Late {
    script: Regular,
    since: u64,
    plan: Plan,
    seed: u64,
}

impl Player<Tannenberg> for Late {
    fn choose(&mut self, game: &Tannenberg, p: &Position, side: Side) -> Option<Action> {
        if u64::from(p.turn) >= self.since {
            self.since = u64::MAX;
            self.script.follow(&self.plan, self.seed);
        }
        self.script.choose(game, p, side)
    }
}

/// `GAMES=50 SIDE=1 cargo test … -- --ignored stances`: a whole side under one posture all game, against the script.
#[test]
#[ignore = "a measurement"]
fn stances() {
    let game = theatre();
    let side = env("SIDE", 1) as u8;
    let scenario = std::env::var("SCENARIO").unwrap_or_else(|_| "campaign".to_string());
    let all = [Posture::Free, Posture::Attack, Posture::Hold, Posture::FallBack];
    let from = env("STANCE", 0) as usize;
    for posture in &all[from..] {
        let (mut won, mut sum, mut squares) = (0, 0.0, 0.0);
        let games = env("GAMES", 50);
        for g in 0..games {
            let walk = Walk {
                scenario: &scenario,
                options: &Options::new(),
                seed: 1000 + g,
                steps: 1_000_000,
                every: 1,
            };
            let since = |i| if i == u64::from(side) { env("SINCE", 1) } else { u64::MAX };
            let mut scripts = Seats::of(|i| Late {
                script: Regular::new(g + i),
                since: since(i),
                plan: Plan::all(*posture),
                seed: g,
            });
            let mut points = 0.0;
            let outcome = walk.play(game, &mut scripts, |_| {}, |step| points = f64::from(step.after.points));
            let outcome = outcome.unwrap();
            won += u32::from(outcome.winner == Some(Side(side)));
            sum += points;
            squares += points * points;
        }
        let (n, mean) = (games as f64, sum / games as f64);
        println!(
            "{side} {posture:?}: {won} of {games} won, points {mean:.0} ± {:.0}",
            (squares / n - mean * mean).sqrt() / n.sqrt()
        );
    }
}

#[test]
fn every_weight_of_the_score_counts() {
    assert_eq!(sandtable_bots::tune::idle(theatre(), "score").unwrap(), [""; 0]);
}
