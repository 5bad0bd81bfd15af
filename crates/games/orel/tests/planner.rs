//! The player that plans.
#![allow(clippy::unwrap_used)]
use sandtable_bots::fit::wander;
use sandtable_bots::planner::{Budget, Planner};
use sandtable_core::dice::Seeded;
use sandtable_core::plan::{Plan, Planned, Posture, Script, WON};
use sandtable_core::player::Player;
use sandtable_core::{Decision, Game, Options, Side};
use sandtable_orel::bot::Regular;
use sandtable_orel::state::Phase;
use sandtable_orel::{Action, Event, Field, Position};
use std::sync::OnceLock;
use std::time::Duration;

fn field() -> &'static Field {
    static GAME: OnceLock<Field> = OnceLock::new();
    GAME.get_or_init(|| Field::new().unwrap())
}

fn env(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

fn scenario() -> String {
    std::env::var("SCENARIO").unwrap_or_else(|_| "brasovo".to_string())
}

/// The actions of a game on the small map between two players.
fn actions(mut players: [Box<dyn Player<Field>>; 2], seed: u64) -> (Vec<Action>, Position) {
    let game = field();
    let mut dice = Seeded::new(seed);
    let mut p = game.start("brasovo", &Options::new(), &mut dice).unwrap();
    let (mut out, mut events) = (Vec::new(), Vec::<Event>::new());
    while let Some(side) = game.to_decide(&p).side() {
        let action = players[usize::from(side.0)].choose(game, &p, side).unwrap();
        game.check(&p, side, &action).unwrap_or_else(|e| panic!("{action:?}: {e}"));
        out.push(action);
        events.clear();
        game.apply(&mut p, side, &action, &mut dice, &mut events);
    }
    (out, p)
}

/// A script under a plan.
fn under(plan: Option<Plan>, seed: u64) -> Box<dyn Player<Field>> {
    let mut script = Regular::new(seed);
    if let Some(plan) = plan {
        script.follow(&plan, seed);
    }
    Box::new(script)
}

#[test]
fn the_same_seed_plays_the_same_with_any_number_of_threads() {
    let play = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| actions([player("8", 1), player("8", 2)], 5).0)
    };
    let one = play(1);
    assert!(one.len() > 50);
    assert_eq!(one, play(1));
    assert_eq!(one, play(3));
}

#[test]
fn a_plan_that_says_nothing_changes_nothing() {
    let free = actions([under(None, 3), under(None, 4)], 3).0;
    assert_eq!(free, actions([under(Some(Plan::default()), 3), under(Some(Plan::default()), 4)], 3).0);
}

/// Attacks that a side declares in its first movement phase, and the hexes to its edge of all who are on the map after it.
fn first_turn(posture: Posture) -> (usize, u32) {
    let game = field();
    let mut dice = Seeded::new(1);
    let mut p = game.start("brasovo", &Options::new(), &mut dice).unwrap();
    let mut script = under(Some(Plan::all(posture)), 1);
    let mut events = Vec::<Event>::new();
    while p.active == 0 && p.phase <= Phase::Movement {
        let side = game.to_decide(&p).side().unwrap();
        let action = script.choose(game, &p, side).unwrap();
        events.clear();
        game.apply(&mut p, side, &action, &mut dice, &mut events);
    }
    let units = || p.units.on_map_of(0);
    let attack = |u: &u8| matches!(p.marker(*u), sandtable_orel::state::Marker::Attack { .. });
    let far = units().map(|u| u32::from(game.d.map.to_edge[0][usize::from(p.hex(u))])).sum();
    (units().filter(attack).count(), far)
}

#[test]
fn postures_change_attacks_and_marches() {
    let [free, attack, back] = [Posture::Free, Posture::Attack, Posture::FallBack].map(first_turn);
    assert!(attack.0 >= free.0 && attack.0 > 0, "{attack:?} {free:?}");
    assert!(back.0 == 0 && back.1 < free.1, "{back:?} {free:?}");
}

#[test]
fn a_formation_goes_where_it_is_sent() {
    let game = field();
    let p = game.start("brasovo", &Options::new(), &mut Seeded::new(1)).unwrap();
    let engine = game.engine();
    let groups = game.groups(&Position { turn: 4, ..p }, Side(0));
    let goals = game.goals(&p, Side(0));
    assert!(!groups.is_empty() && goals.len() >= 2, "{groups:?} {goals:?}");
    let offered = |g: &sandtable_core::plan::Group| g.goals.iter().all(|i| usize::from(*i) < goals.len());
    assert!(groups.iter().all(offered) && groups.iter().any(|g| !g.goals.is_empty()));
    assert!(goals.iter().any(|g| g.name.starts_with("Sevsk")), "{goals:?}");
    // The score tells nothing before the end, so that trials go there: eight turns of sides, this one among them.
    assert_eq!(engine.scenario(&p).last_turn, 4);
    assert_eq!((game.horizon(&p, Duration::from_secs(2)), game.turns_left(&p)), (None, Some(7)));
    let last = Position { turn: 4, active: 1, ..p };
    assert_eq!(game.turns_left(&last), Some(0));
}

#[test]
fn a_game_that_is_won_is_worth_more_than_any_other() {
    let game = field();
    let (_, end) = actions([under(None, 1), under(None, 2)], 7);
    let Decision::Over(o) = game.to_decide(&end) else { unreachable!() };
    let winner = o.winner.unwrap();
    let loser = Side(1 - winner.0);
    assert!(game.score(&end, winner) > WON / 2 && game.score(&end, loser) < -WON / 2);
    let start = game.start("brasovo", &Options::new(), &mut Seeded::new(1)).unwrap();
    let both = game.score(&start, Side(0)) + game.score(&start, Side(1));
    assert!((9_990..=10_010).contains(&both), "{both}");
    // Fewer steps are worth less.
    let mut weaker = start;
    let unit = start.units.on_map_of(0).max_by_key(|u| start.steps(*u)).unwrap();
    weaker.units.set_steps(unit, 1);
    assert!(game.score(&weaker, Side(0)) < game.score(&start, Side(0)));
}

#[test]
fn whatever_is_looked_at_is_sound() {
    let game = field();
    wander(field(), "brasovo", &Options::new(), 2, |p, side| {
        game.goals(p, side);
        assert!(game.groups(p, side).len() <= sandtable_core::plan::GROUPS);
        let (now, owner) = game.side_turn(p);
        assert_eq!((now, owner.0), (2 * u32::from(p.turn) + u32::from(p.active), p.active));
    })
    .unwrap();
}

/// `MS=2000 TURNS=12 SCENARIO=historical cargo test … -- --ignored pace`: time of the planner for each turn of its side, the clock strict.
#[test]
#[ignore = "a measurement"]
fn pace() {
    let game = field();
    let mut dice = Seeded::new(7);
    let mut p = game.start(&scenario(), &Options::new(), &mut dice).unwrap();
    let ms = env("MS", 2000);
    let mut planners = [1, 2].map(|seed| Planner::new(game, Budget::timed(ms), seed));
    let mut scripts = [Regular::new(1), Regular::new(2)];
    let mut times = std::collections::BTreeMap::<(u32, u8), f64>::new();
    let mut events = Vec::<Event>::new();
    let from = env("FROM", 1) as u8;
    while let Some(side) = game.to_decide(&p).side() {
        let s = usize::from(side.0);
        let action = if p.turn < from {
            scripts[s].choose(game, &p, side).unwrap()
        } else {
            let start = std::time::Instant::now();
            let action = planners[s].choose(game, &p, side).unwrap();
            *times.entry((game.side_turn(&p).0, side.0)).or_default() += start.elapsed().as_secs_f64();
            action
        };
        events.clear();
        game.apply(&mut p, side, &action, &mut dice, &mut events);
        if times.len() as u64 > env("TURNS", 1000) {
            break;
        }
    }
    let mut all: Vec<f64> = times.into_values().collect();
    all.sort_by(f64::total_cmp);
    println!(
        "{} turns of {ms} ms: mean {:.2} s, 95 of 100 within {:.2} s, longest {:.2} s",
        all.len(),
        all.iter().sum::<f64>() / all.len() as f64,
        all[(all.len() * 95).div_ceil(100) - 1],
        all[all.len() - 1]
    );
}

/// `cargo test … -- --ignored script`: decisions of the script a second, and a number that any change of its play changes.
#[test]
#[ignore = "a measurement"]
fn script() {
    let game = field();
    let start = std::time::Instant::now();
    let (mut decisions, mut turns, mut sum) = (0u64, 0u64, 0u64);
    for seed in 0..env("GAMES", 10) {
        let mut dice = Seeded::new(seed);
        let mut p = game.start(&scenario(), &Options::new(), &mut dice).unwrap();
        let who = name("A", "0");
        let mut scripts = [player(&who, seed), player(&who, seed + 1)];
        let (mut events, mut last) = (Vec::<Event>::new(), (0, 0));
        while let Some(side) = game.to_decide(&p).side() {
            decisions += 1;
            let turn = (p.turn, p.active);
            turns += u64::from(turn != last);
            last = turn;
            let action = scripts[usize::from(side.0)].choose(game, &p, side).unwrap();
            for byte in format!("{action:?}").bytes() {
                sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
            }
            events.clear();
            game.apply(&mut p, side, &action, &mut dice, &mut events);
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{decisions} decisions, {turns} turns of sides, {seconds:.2} s: {:.0} decisions a second, {:.2} ms a turn; {sum:016x}",
        decisions as f64 / seconds,
        1000.0 * seconds / turns as f64
    );
}

/// A player by its name: a budget in ms (`50`, `0` for the script), `recruit`, a posture (`attack`, `hold`, `fallback`), `quick` for the script
/// of trials, or changes to the weights of `bot.toml` (`least=0.3,stay=0`).
fn player(name: &str, seed: u64) -> Box<dyn Player<Field>> {
    let game = field();
    let under = |posture: Posture| under(Some(Plan::all(posture)), seed);
    match name {
        "0" => Box::new(Regular::new(seed)),
        "recruit" => Box::new(sandtable_core::player::Recruit::new(seed)),
        "attack" => under(Posture::Attack),
        "hold" => under(Posture::Hold),
        "fallback" => under(Posture::FallBack),
        "quick" => {
            let mut script = game.rehearsal();
            script.follow(&Plan::default(), seed);
            Box::new(script)
        }
        _ if name.contains('=') => {
            let mut text = include_str!("../../../../data/orel/bot.toml").to_string();
            for change in name.split(',') {
                let (key, value) = change.split_once('=').unwrap();
                let line = text.lines().find(|l| l.starts_with(&format!("{key} ="))).unwrap().to_string();
                text = text.replace(&format!("{line}\n"), &format!("{key} = {value}\n"));
            }
            Box::new(Regular::with(sandtable_datafile::weights("weights", &text).unwrap(), seed))
        }
        ms => Box::new(Planner::new(game, Budget::counted(ms.parse().unwrap()), seed)),
    }
}

fn name(key: &str, default: &str) -> String {
    std::env::var(key).unwrap_or_else(|_| default.to_string())
}

/// `GAMES=200 A=50 B=0 SCENARIO=brasovo cargo test … -- --ignored results`: paired games between two players, see [`player`].
#[test]
#[ignore = "a measurement"]
fn results() {
    let game = field();
    let (a, b) = (name("A", "50"), name("B", "0"));
    let (games, from) = (env("GAMES", 20), env("FROM", 0));
    let start = std::time::Instant::now();
    let (mut points, mut won, mut drawn) = ([0.0, 0.0], 0, 0);
    for g in from..from + games {
        let side = (g % 2) as usize;
        let pair = g / 2;
        let mut players: Vec<_> =
            (0..2).map(|s| player(if s == side { &a } else { &b }, pair * 7 + s as u64)).collect();
        let mut dice = Seeded::new(1000 + pair);
        let mut p = game.start(&scenario(), &Options::new(), &mut dice).unwrap();
        let mut events = Vec::<Event>::new();
        let outcome = loop {
            let who = match game.to_decide(&p) {
                Decision::Over(o) => break o,
                d => d.side().unwrap(),
            };
            let action = players[usize::from(who.0)].choose(game, &p, who).unwrap();
            events.clear();
            game.apply(&mut p, who, &action, &mut dice, &mut events);
        };
        match outcome.winner {
            Some(Side(s)) if usize::from(s) == side => (points[side], won) = (points[side] + 1.0, won + 1),
            None => (points[side], drawn) = (points[side] + 0.5, drawn + 1),
            _ => {}
        }
        if g % 20 == 19 {
            println!("  after {}: {}", g + 1 - from, points[0] + points[1]);
        }
    }
    println!(
        "{} {a} v {b}: {} of {games} ({won} won, {drawn} drawn; as White {}, as Red {}), {:.1} s",
        scenario(),
        points[0] + points[1],
        points[0],
        points[1],
        start.elapsed().as_secs_f64()
    );
}

/// Games of chance do not get as far as to cut the line: that weight has a test of its own.
#[test]
fn every_weight_of_the_score_counts() {
    assert_eq!(sandtable_bots::tune::idle(field(), "score").unwrap(), ["score.station_cut"]);
}
