//! The player that plans.
#![allow(clippy::unwrap_used)]

use crate::bot::{Both, regular};
use crate::scene::{Action, DE, Game, HexId, Lodz, Options, Phase, Position, REAL, Seeded, Side};
use sandtable_bots::planner::{Budget, Planner};
use sandtable_bots::{Maker, Series};
use sandtable_core::plan::{GROUPS, Plan, Planned, Posture, Script, WON};
use sandtable_core::player::Player;
use sandtable_lodz::bot::Regular;

fn game() -> &'static Lodz {
    &REAL
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

/// `SCENARIO=lodz GAMES=50 … --ignored stances`: the planner's script under one posture, as Germany, against `regular`.
#[test]
#[ignore = "a measurement"]
fn stances() {
    let set = |name: &str| std::env::var(name).ok();
    let scenario = set("SCENARIO").unwrap_or_else(|| "november-11".to_string());
    let games = set("GAMES").map_or(20, |n| n.parse().unwrap());
    for posture in [Posture::Free, Posture::Attack, Posture::Hold, Posture::FallBack] {
        let stance = move |_| -> Box<dyn Player<Lodz>> { Box::new(Stance(game().script(), posture, 0)) };
        let makers: [&Maker<Lodz>; 2] = [&stance, &regular];
        let series = Series { scenario: &scenario, options: &Options::new(), games, seed: 1, threads: 0 };
        let played = series.play(game(), &makers, &|| ()).unwrap();
        let won = played.iter().filter(|p| p.outcome.winner == Some(Side(DE))).count();
        println!("{posture:?}, {scenario}: {won} of {games} won");
    }
}

#[test]
fn it_plays_by_the_rules_and_the_same_with_any_number_of_threads() {
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let planner = Box::new(Planner::new(game(), Budget::counted(40), 3));
        pool.install(|| Both([planner, regular(3)]).days(2, 3).0)
    };
    let one = with(1);
    assert!(one.len() > 50, "{}", one.len());
    assert_eq!(one, with(3));
}

/// What Germany does in the first days of a game between scripts, its own with a plan, and the position then.
fn scripted(plan: Option<Plan>) -> (Vec<Action>, Position) {
    let mut german = game().script();
    if let Some(plan) = plan {
        german.follow(&plan, 0);
    }
    let (done, p) = Both([Box::new(german), regular(2)]).days(2, 5);
    (done.into_iter().filter(|(side, _)| *side == Side(DE)).map(|(_, action)| action).collect(), p)
}

#[test]
fn a_plan_that_says_nothing_changes_nothing() {
    assert_eq!(scripted(None).0, scripted(Some(Plan::default())).0);
}

/// Hexes from the nearest enemy, summed over the infantry and cavalry of Germany.
fn apart(p: &Position) -> u32 {
    let engine = game().engine();
    let line = |side: u8| {
        let troops = p.units.on_map_of(side).filter(|u| engine.kind(*u).is_line());
        troops.filter_map(|u| p.hex(u))
    };
    let near = |h: HexId| line(1).map(|e| u32::from(engine.map(p).distance(h, e))).min().unwrap_or(0);
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
    let far = |p: &Position, hex: HexId| -> u32 {
        let line = p.units.on_map_of(0).filter(|u| engine.kind(*u).is_line());
        line.filter_map(|u| p.hex(u)).map(|at| u32::from(engine.map(p).distance(at, hex))).sum()
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
    let game = game();
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
