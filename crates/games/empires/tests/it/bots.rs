//! The level `regular`: it plays every scenario to its end, knows only what its side knows, and beats chance.
#![allow(clippy::unwrap_used)]
use sandtable_core::dice::Seeded;
use sandtable_core::game::known_to;
use sandtable_core::player::{Player, Recruit};
use sandtable_core::{Decision, Game, Options, Side};
use sandtable_empires::bot::Regular;
use sandtable_empires::{Empires, Position};
use std::sync::OnceLock;

fn europe() -> &'static Empires {
    static GAME: OnceLock<Empires> = OnceLock::new();
    GAME.get_or_init(|| Empires::new().unwrap())
}

/// Plays a game; `regular` says which powers are played by the bot. Gives the end, the margin and the number of decisions.
fn play(scenario: &str, regular: impl Fn(u8) -> bool, seed: u64, turns: &str) -> (Position, usize) {
    let game = europe();
    let mut options = Options::new();
    if !turns.is_empty() {
        options.insert("turns".to_string(), turns.to_string());
    }
    let mut dice = Seeded::new(seed);
    let mut p = game.start(scenario, &options, &mut dice).unwrap();
    let mut players: Vec<Box<dyn Player<Empires>>> = (0..7u8)
        .map(|power| -> Box<dyn Player<Empires>> {
            let own = seed * 7 + u64::from(power);
            if regular(power) { Box::new(Regular::new(own)) } else { Box::new(Recruit::new(own)) }
        })
        .collect();
    let mut events = vec![];
    for n in 0..400_000 {
        let side = match game.to_decide(&p) {
            Decision::Over(_) => return (p, n),
            Decision::Decide { sides, .. } => sides.iter().next().unwrap(),
        };
        let known = known_to(game, &p, side);
        let action = players[usize::from(side.0)].choose(game, &known, side).unwrap();
        if let Err(e) = game.check(&p, side, &action) {
            panic!("{scenario} {seed}: {action:?} at {:?}: {e}", p.play.steps.top());
        }
        events.clear();
        game.apply(&mut p, side, &action, &mut dice, &mut events);
    }
    panic!("{scenario} {seed}: no end");
}

fn winner(p: &Position) -> Option<Side> {
    match europe().to_decide(p) {
        Decision::Over(o) => o.winner,
        Decision::Decide { .. } => None,
    }
}

#[test]
fn regular_plays_every_scenario_to_its_end() {
    for scenario in ["ulm1805", "jena1806", "wagram1809", "russia1812", "danube1809"] {
        let (_, decisions) = play(scenario, |_| true, 1, "");
        assert!(decisions > 100, "{scenario}");
    }
    play("grand1805", |_| true, 1, "12");
}

/// `GAMES=100 cargo test --release -p sandtable-empires --test bots -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn regular_beats_recruit_in_1805() {
    let games = std::env::var("GAMES").ok().and_then(|g| g.parse().ok()).unwrap_or(100u64);
    for french in [true, false] {
        let mut won = 0;
        let mut margins = Vec::new();
        for seed in 0..games {
            let (p, n) = play("ulm1805", |power| (power == 0) == french, seed, "");
            let mine = winner(&p).is_some_and(|s| (s.0 == 0) == french);
            won += u64::from(mine);
            margins.push((europe().engine().margin(&p), n));
        }
        println!("regular as {}: {won} of {games}; {margins:?}", if french { "France" } else { "Coalition" });
    }
}

/// `cargo test -p sandtable-empires --test bots watch -- --ignored --nocapture` tells a game between regulars.
#[test]
#[ignore = "for looking on"]
fn watch() {
    let game = europe();
    let scenario = std::env::var("SCENARIO").unwrap_or("ulm1805".to_string());
    let seed = std::env::var("SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(1u64);
    let mut dice = Seeded::new(seed);
    let mut p = game.start(&scenario, &Options::new(), &mut dice).unwrap();
    let mut players: Vec<Regular> = (0..7).map(|q| Regular::new(seed * 7 + q)).collect();
    let mut events = vec![];
    let mut turn = u16::MAX;
    while let Some(side) = game.to_decide(&p).side() {
        if turn != p.play.turn {
            turn = p.play.turn;
            println!("== turn {turn}: margin {}, money {:?}", game.engine().margin(&p), p.money);
        }
        let known = known_to(game, &p, side);
        let action = players[usize::from(side.0)].choose(game, &known, side).unwrap();
        events.clear();
        game.apply(&mut p, side, &action, &mut dice, &mut events);
        for e in &events {
            println!("{:>3} {}", game.about().side_id(side), game.tell(e).text);
        }
    }
    println!("== margin {}", game.engine().margin(&p));
}
