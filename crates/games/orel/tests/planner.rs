//! The player that plans.
#![allow(clippy::unwrap_used)]
use sandtable_bots::planner::{Budget, Planner};
use sandtable_core::dice::Seeded;
use sandtable_core::plan::{Plan, Planned, Posture, Script};
use sandtable_core::player::Player;
use sandtable_core::{Decision, Game, Options, Side};
use sandtable_orel::bot::{Regular, Weights};
use sandtable_orel::{Event, Field, Position};
use std::sync::OnceLock;

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
/// of trials, or a file with weights, `.toml`, whose lines take the place of those of `bot.toml`.
fn player(name: &str, seed: u64) -> Box<dyn Player<Field>> {
    let game = field();
    let under = |posture: Posture| -> Box<dyn Player<Field>> {
        let mut script = Regular::new(seed);
        script.follow(&Plan::all(posture), seed);
        Box::new(script)
    };
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
            Box::new(Regular::with(Weights::read("weights", &text).unwrap(), seed))
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

/// Plays a game with scripts that get plans by chance, and shows every position before its decision.
fn walk(seed: u64, mut look: impl FnMut(&Position, Side)) -> Position {
    let game = field();
    let (mut dice, mut chance) = (Seeded::new(seed), Seeded::new(seed ^ 0x55));
    let mut p = game.start(&scenario(), &Options::new(), &mut dice).unwrap();
    let mut scripts = [game.rehearsal(), game.rehearsal()];
    let (mut last, mut events) = (u32::MAX, Vec::<Event>::new());
    loop {
        let side = match game.to_decide(&p) {
            Decision::Over(_) => return p,
            d => d.side().unwrap(),
        };
        look(&p, side);
        let (turn, owner) = game.side_turn(&p);
        if turn != last {
            last = turn;
            let mut plan = Plan::default();
            for (x, group) in plan.0.iter_mut().zip(&game.groups(&p, owner)) {
                if chance.below(3) > 0 {
                    continue;
                }
                *x = match chance.below(4) {
                    0 => Posture::Attack,
                    1 => Posture::Hold,
                    2 => Posture::FallBack,
                    _ if group.goals.is_empty() => Posture::Free,
                    _ => Posture::Goal(group.goals[chance.below(group.goals.len())]),
                };
            }
            scripts[usize::from(owner.0)].follow(&plan, chance.bits());
        }
        let action = scripts[usize::from(side.0)].choose(game, &p, side).unwrap();
        events.clear();
        game.apply(&mut p, side, &action, &mut dice, &mut events);
    }
}

/// `GAMES=400 cargo test … -- --ignored dump`: figures of positions, with how the game ended.
#[test]
#[ignore = "a measurement"]
fn dump() {
    let game = field();
    let from = env("FROM", 0);
    for g in from..from + env("GAMES", 400) {
        let (mut rows, mut last) = (Vec::new(), u32::MAX);
        let end = walk(g, |p, _| {
            let (turn, _) = game.side_turn(p);
            if turn != last {
                last = turn;
                rows.push((turn, game.balance(p)));
            }
        });
        let Decision::Over(o) = game.to_decide(&end) else { unreachable!() };
        let won = o.winner.map_or(0, |s| if s == Side(0) { 1 } else { -1 });
        for (turn, row) in rows {
            let row: Vec<String> = row.iter().map(|x| format!("{x:.3}")).collect();
            println!("ROW {g} {won} {turn} {}", row.join(" "));
        }
    }
}
