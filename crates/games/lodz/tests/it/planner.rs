//! The player that plans.
#![allow(clippy::unwrap_used)]

use sandtable_bots::planner::{Budget, Planner};
use sandtable_core::dice::Seeded;
use sandtable_core::plan::{GROUPS, Plan, Planned, Posture, Script, WON};
use sandtable_core::player::{Player, Recruit};
use sandtable_core::{Decision, Game, Options, Side};
use sandtable_lodz::bot::Regular;
use sandtable_lodz::position::Phase;
use sandtable_lodz::{Action, Event, Lodz, Position};
use std::sync::LazyLock;
use std::time::Instant;

/// The game; `PLANNER` names a file with other weights for players that plan.
static GAME: LazyLock<Lodz> = LazyLock::new(|| {
    let mut game = Lodz::new().unwrap();
    if let Ok(file) = std::env::var("PLANNER") {
        let text = std::fs::read_to_string(file).unwrap();
        game.weights.planner = sandtable_datafile::weights("weights", &text).unwrap();
    }
    game
});

fn game() -> &'static Lodz {
    &GAME
}

fn env(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

fn scenario() -> String {
    std::env::var("SCENARIO").unwrap_or_else(|_| "november-11".to_string())
}

/// Plays a game to its end, or until `look` has seen enough.
fn walk(
    scenario: &str,
    seed: u64,
    players: &mut [Box<dyn Player<Lodz>>],
    mut look: impl FnMut(&Position, Side, &mut [Box<dyn Player<Lodz>>], Option<Action>) -> bool,
) -> Position {
    let mut dice = Seeded::new(seed);
    let mut p = game().start(scenario, &Options::new(), &mut dice).unwrap();
    let mut events = Vec::<Event>::new();
    while let Some(side) = game().to_decide(&p).side() {
        if !look(&p, side, players, None) {
            break;
        }
        let action = players[usize::from(side.0)].choose(game(), &p, side).unwrap();
        look(&p, side, players, Some(action));
        game().apply(&mut p, side, &action, &mut dice, &mut events);
        events.clear();
    }
    p
}

fn winner(p: &Position) -> Option<u8> {
    match game().to_decide(p) {
        Decision::Over(o) => o.winner.map(|s| s.0),
        _ => None,
    }
}

/// A player by its thinking time in milliseconds: 0 for `regular`, 1 for the planner's script alone, 2 for `recruit`.
fn player(ms: u64, seed: u64) -> Box<dyn Player<Lodz>> {
    match ms {
        0 => Box::new(Regular::new(seed)),
        1 => Box::new(Regular::planner(seed)),
        2 => Box::new(Recruit::new(seed)),
        ms => Box::new(Planner::new(game(), Budget::counted(ms), seed)),
    }
}

/// A script that keeps to one posture.
struct Stance(Regular, Posture, u32);

impl Player<Lodz> for Stance {
    fn choose(&mut self, game: &Lodz, p: &Position, side: Side) -> Option<Action> {
        let (turn, owner) = game.side_turn(p);
        if turn != self.2 {
            self.2 = turn;
            let plan = if owner == side { Plan::all(self.1) } else { Plan::default() };
            self.0.follow(&plan, u64::from(turn));
        }
        self.0.choose(game, p, side)
    }
}

/// Paired games: points of A, wins, draws.
fn paired(name: &str, make: impl Fn(bool, u64) -> Box<dyn Player<Lodz>>) {
    let (games, from) = (env("GAMES", 20), env("FROM", 0));
    let (mut points, mut won, mut draws) = (0.0, [0, 0], 0);
    let start = Instant::now();
    for g in from..from + games {
        let side = g % 2;
        let mut players: Vec<_> = (0..2).map(|s| make(s == side, g / 2 * 7 + s)).collect();
        let p = walk(&scenario(), 1000 + g / 2, &mut players, |_, _, _, _| true);
        match winner(&p) {
            Some(s) if u64::from(s) == side => {
                points += 1.0;
                won[usize::from(s)] += 1;
            }
            None => {
                points += 0.5;
                draws += 1;
            }
            _ => {}
        }
    }
    println!(
        "{name}, {}: {points} of {games} (won {won:?} as Germany and Russia, {draws} drawn), {:.1} s",
        scenario(),
        start.elapsed().as_secs_f64()
    );
}

/// `GAMES=50 … --ignored stances`: the planner's script under one posture against `regular`.
#[test]
#[ignore = "a measurement"]
fn stances() {
    for posture in [Posture::Free, Posture::Attack, Posture::Hold, Posture::FallBack] {
        paired(&format!("{posture:?}"), |first, seed| match first {
            true => Box::new(Stance(game().script(), posture, 0)),
            false => player(0, seed),
        });
    }
}

/// The actions of the first days of a game between planners.
fn planned(scenario: &str, ms: u64, days: u8, seed: u64) -> Vec<Action> {
    let mut players: Vec<Box<dyn Player<Lodz>>> =
        vec![Box::new(Planner::new(game(), Budget::counted(ms), seed)), player(0, seed)];
    let mut out = Vec::new();
    walk(scenario, seed, &mut players, |p, side, _, action| {
        if let Some(action) = action {
            game().check(p, side, &action).unwrap_or_else(|e| panic!("{action:?}: {e}"));
            out.push(action);
        }
        p.day <= days
    });
    out
}

#[test]
fn it_plays_by_the_rules_and_the_same_with_any_number_of_threads() {
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| planned("masurian", 40, 2, 3))
    };
    let one = with(1);
    assert!(one.len() > 50, "{}", one.len());
    assert_eq!(one, with(3));
}

/// The actions of the first days of a game between scripts, the German one with a plan.
fn scripted(plan: Option<Plan>) -> (Vec<Action>, Position) {
    let mut german = game().script();
    if let Some(plan) = plan {
        german.follow(&plan, 0);
    }
    let mut players: Vec<Box<dyn Player<Lodz>>> = vec![Box::new(german), player(0, 2)];
    let mut out = Vec::new();
    let p = walk("masurian", 5, &mut players, |p, side, _, action| {
        if side == Side(0) {
            out.extend(action);
        }
        p.day < 3
    });
    (out, p)
}

#[test]
fn a_plan_that_says_nothing_changes_nothing() {
    assert_eq!(scripted(None).0, scripted(Some(Plan::default())).0);
}

/// Hexes from the nearest enemy, summed over the infantry and cavalry of Germany.
fn apart(p: &Position) -> u32 {
    let engine = game().engine();
    let line = |side: u8| p.units.on_map_of(side).filter(|u| engine.kind(*u).is_line()).map(|u| p.hex(u));
    let near = |h: sandtable_lodz::position::HexId| {
        line(1).map(|e| u32::from(engine.map(p).distance(h, e))).min().unwrap_or(0)
    };
    line(0).map(near).sum()
}

fn attacks(actions: &[Action]) -> usize {
    use sandtable_lodz::play::battle::BattleAction;
    actions.iter().filter(|a| matches!(a, Action::Battle(BattleAction::Attack { .. }))).count()
}

#[test]
fn postures_change_what_the_script_does() {
    let [free, attack, hold, back] = [Posture::Free, Posture::Attack, Posture::Hold, Posture::FallBack]
        .map(|posture| scripted(Some(Plan::all(posture))));
    assert!(attacks(&attack.0) > attacks(&free.0), "{} {}", attacks(&attack.0), attacks(&free.0));
    assert!(attacks(&hold.0) < attacks(&free.0), "{} {}", attacks(&hold.0), attacks(&free.0));
    assert!(attacks(&back.0) <= attacks(&hold.0), "{} {}", attacks(&back.0), attacks(&hold.0));
    let far = [&back, &hold, &attack].map(|played| apart(&played.1));
    assert!(far[0] > far[1] && far[0] > far[2], "{far:?}");
}

#[test]
fn a_goal_draws_those_who_are_sent_to_it() {
    let victory = &game().d.scenarios.iter().find(|s| s.id == "masurian").unwrap().victory;
    let engine = game().engine();
    let far = |p: &Position, hex: sandtable_lodz::position::HexId| -> u32 {
        let line = p.units.on_map_of(0).filter(|u| engine.kind(*u).is_line());
        line.map(|u| u32::from(engine.map(p).distance(p.hex(u), hex))).sum()
    };
    for goal in [0, victory.len() - 1] {
        let sent = scripted(Some(Plan::all(Posture::Goal(goal as u8)))).1;
        let free = scripted(None).1;
        assert!(far(&sent, victory[goal].hex) < far(&free, victory[goal].hex), "{goal}");
    }
}

#[test]
fn formations_and_goals_have_names() {
    for s in &game().d.scenarios {
        let mut dice = Seeded::new(1);
        let mut p = game().start(&s.id, &Options::new(), &mut dice).unwrap();
        (p.phase, p.active) = (Phase::Movement, p.first);
        let groups = game().groups(&p, Side(p.active));
        assert!((3..=GROUPS).contains(&groups.len()), "{} {}", s.id, groups.len());
        let goals = game().goals(&p, Side(p.active)).len();
        assert!(groups.iter().flat_map(|g| &g.goals).all(|g| usize::from(*g) < goals));
        assert!(
            groups.iter().all(|g| g.name.contains("Corps")
                || g.name.contains("Army")
                || g.name.starts_with("garrisons"))
        );
    }
}

#[test]
fn a_game_that_is_won_is_worth_most() {
    let mut dice = Seeded::new(1);
    let mut p = game().start("masurian", &Options::new(), &mut dice).unwrap();
    let even = game().score(&p, Side(0));
    assert!(even.abs() < WON && even == -game().score(&p, Side(1)));
    let taken =
        game().engine().part(&p).victory.iter().find(|v| p.holder[usize::from(v.hex)] == 1).unwrap().hex;
    p.holder[usize::from(taken)] = 0;
    assert!(game().score(&p, Side(0)) > even);
    p.phase = Phase::Over;
    p.steps = Position::EMPTY.steps;
    p.scored = [5, 4];
    assert!(game().score(&p, Side(0)) >= WON && game().score(&p, Side(1)) <= -WON);
    p.scored = [4, 4];
    assert_eq!(game().score(&p, Side(0)), 0);
}

#[test]
fn every_weight_of_the_score_counts() {
    assert_eq!(sandtable_bots::tune::idle(game(), "score").unwrap(), [""; 0]);
}

#[test]
fn scripts_weigh_by_who_has_the_initiative_and_by_the_snow() {
    let game = Lodz::new().expect("data");
    let (scripts, regular) = (game.weights.planner.script, game.weights.regular);
    assert!(scripts.drive != scripts.counterstroke && scripts.drive != regular);
    let of = |scenario: &str| {
        let p = game.start(scenario, &Options::new(), &mut Seeded::new(1)).expect("a scenario");
        assert_eq!(game.script_weights(&p, false), &regular);
        p
    };
    let expected = [
        ("november-11", scripts.drive),
        ("lodz", scripts.drive),
        ("ruzski", scripts.counterstroke),
        ("masurian", regular),
    ];
    for (scenario, weights) in expected {
        assert_eq!(game.script_weights(&of(scenario), true), &weights, "{scenario}");
    }
    // The joined campaign ends with the counterstroke.
    let mut p = of("campaign");
    assert_eq!(game.script_weights(&p, true), &scripts.drive);
    p.first = sandtable_lodz::data::RU;
    assert_eq!(game.script_weights(&p, true), &scripts.counterstroke);
}
