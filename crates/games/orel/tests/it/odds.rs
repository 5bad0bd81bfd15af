//! Chances as they are computed, against all dice played through the game itself.

use crate::scene::*;
use sandtable_core::dice::Enumerating;
use sandtable_orel::play::assault::{AssaultAction, AssaultEvent};
use sandtable_orel::play::fight::{FightAction, FightEvent, FightStep};
use sandtable_orel::play::flight::FlightEvent;
use sandtable_orel::play::odds::{Answer, Odds, Plan};
use std::collections::HashMap;

/// Red attacks 1716.
fn attack(s: Scene, by: &str, supports: &str, prepared: bool) -> (Scene, Attack) {
    let attack = Attack {
        target: hex("1716"),
        prepared,
        attackers: units(by),
        supports: units(supports),
        armed: units(by).with(&units(supports)),
        done: false,
        ..Attack::NONE
    };
    (s, attack)
}

/// What a player does who plays as the odds expect.
fn choose(p: &Position, side: u8, plan: &Plan, of: &[Action]) -> Action {
    let e = engine();
    let who = usize::from(side != p.active);
    let pick = |want: &dyn Fn(&Action) -> bool| of.iter().copied().find(|a| want(a));
    let charges = e.odds_charge(p, &p.combat, who);
    let victim = e.odds_victim(p, &p.combat, who);
    let wanted = pick(&|a| match *a {
        Action::Fight(FightAction::Retreat) => plan.answer == Answer::Retreats,
        Action::Fight(FightAction::Stand) => plan.answer == Answer::Stands,
        Action::Fight(FightAction::Along { .. }) => true,
        Action::Fight(FightAction::Charge { unit }) => charges.has(unit),
        Action::Assault(AssaultAction::Charge(unit)) => charges.has(unit),
        Action::Assault(AssaultAction::Dismount(unit)) => !charges.has(unit),
        Action::Assault(AssaultAction::Assault) => plan.assault,
        Action::Assault(AssaultAction::Refrain) => !plan.assault,
        Action::Assault(AssaultAction::Lose(unit)) => Some(unit) == victim,
        _ => false,
    });
    let done =
        |a: &Action| matches!(a, Action::Fight(FightAction::Done) | Action::Assault(AssaultAction::Done));
    wanted.or_else(|| pick(&done)).unwrap_or(of[0])
}

/// Positions that play can come to, whether a unit of a side has routed on the way, and their chances.
type Open = HashMap<(Position, [bool; 2]), f64>;

/// Whether supports were coordinated otherwise than is likelier (orel 8.6.2e).
fn unlikely(events: &[Event]) -> bool {
    events.iter().any(|e| match *e {
        Event::Fight(FightEvent::Coordinated { ooc, hasty, tq, passed, .. }) => {
            let passes = (1..=6).filter(|die| die + ooc + hasty <= tq as i8).count();
            passed != (passes >= 3)
        }
        _ => false,
    })
}

/// Everything that one step of play can lead to, with all dice; in rough figures coordination falls as is likelier.
fn branch(
    from: &Position,
    (routed, weight): ([bool; 2], f64),
    open: &mut Open,
    out: &mut Odds,
    rough: bool,
    step: impl Fn(&mut Position, &mut Enumerating, &mut Vec<Event>),
) {
    let mut dice = Enumerating::new();
    let mut events = Vec::new();
    while dice.next_run() {
        let (mut p, mut routed) = (*from, routed);
        events.clear();
        step(&mut p, &mut dice, &mut events);
        if rough && unlikely(&events) {
            continue;
        }
        let weight = weight / dice.parts() as f64;
        for e in &events {
            match *e {
                Event::Flight(
                    FlightEvent::Routed { unit, .. }
                    | FlightEvent::RoutedInPlace { unit, .. }
                    | FlightEvent::Surrenders { unit, .. },
                )
                | Event::Assault(AssaultEvent::Morale { unit, fate: Fate::Surrender, .. }) => {
                    routed[usize::from(engine().def(unit).side == WHITE)] = true;
                }
                Event::Assault(AssaultEvent::Result { loser, .. }) => {
                    out.assault += weight;
                    out.beaten[usize::from(loser)] += weight;
                }
                _ => {}
            }
        }
        // Dice that have been read make no difference any more.
        let mut play = Play::START;
        p.play.steps.waiting().iter().for_each(|step| play.steps.push(*step));
        (p.play, p.fight.dice) = (play, [0; 2]);
        *open.entry((p, routed)).or_default() += weight;
    }
}

/// The same chances by playing everything.
fn played(start: &Scene, attack: &Attack, plan: &Plan) -> Odds {
    let mut begin = start.p;
    (begin.attacks[0], begin.attack_count) = (*attack, 1);
    begin.play.steps.push(Step::Fight(FightStep::Next));
    let (mut out, mut all) = (Odds::default(), 0.0);
    let mut open = Open::new();
    branch(&begin, ([false; 2], 1.0), &mut open, &mut out, plan.rough, |p, dice, events| {
        run(&engine(), p, dice, events);
    });
    let troops = |side: u8| {
        engine().all_units().filter(move |u| {
            let def = engine().def(*u);
            def.side == side && def.class.is_troop() && begin.on_map(*u)
        })
    };
    while let Some(((p, routed), weight)) = open.iter().next().map(|(k, w)| (*k, *w)) {
        open.remove(&(p, routed));
        if let Some(side) = game().to_decide(&p).side() {
            let mut offers = Vec::new();
            game().actions(&p, side, &mut offers);
            let action = choose(&p, side.0, plan, &offers);
            branch(&p, (routed, weight), &mut open, &mut out, plan.rough, |p, dice, events| {
                game().apply(p, side, &action, dice, events);
            });
            continue;
        }
        all += weight;
        for (who, side) in [(0, RED), (1, WHITE)] {
            let lost: u8 = troops(side).map(|u| begin.steps(u) - p.steps(u)).sum();
            out.lost[who] += weight * f64::from(lost);
            out.routed[who] += if routed[who] { weight } else { 0.0 };
        }
        if !troops(WHITE).any(|u| p.on_map(u) && p.is_in(u, attack.target)) {
            out.cleared += weight;
        }
    }
    // What was left out makes the rest as much likelier.
    let pairs = [&mut out.beaten, &mut out.routed, &mut out.lost].into_iter().flatten();
    pairs.chain([&mut out.cleared, &mut out.assault]).for_each(|chance| *chance /= all);
    out
}

fn same(what: &str, (s, attack): (Scene, Attack), plan: Plan) -> Odds {
    let computed = engine().odds(&s.p, &attack, &plan);
    let played = played(&s, &attack, &plan);
    let list = |o: &Odds| {
        [o.cleared, o.assault, o.beaten[0], o.beaten[1], o.routed[0], o.routed[1], o.lost[0], o.lost[1]]
    };
    for (i, (a, b)) in list(&computed).into_iter().zip(list(&played)).enumerate() {
        assert!((a - b).abs() < 1e-6, "{what}, figure {i}:\n{computed:?}\n{played:?}");
    }
    computed
}

fn field() -> Scene {
    Scene::empty(RED, Phase::Over)
}

#[test]
fn a_plain_prepared_attack() {
    let s = field().put("r-1-let r-2-let", "1715").put("r-3-let", "1815").put("w-2-1d w-3-1d", "1716");
    let odds = same("prepared", attack(s, "r-1-let r-2-let r-3-let", "", true), Plan::default());
    assert!(odds.cleared > 0.4 && odds.taken <= odds.cleared && odds.taken > 0.4, "{odds:?}");
    assert!((odds.beaten[0] + odds.beaten[1] - odds.assault).abs() < 1e-9);
}

#[test]
fn a_hasty_attack_with_cavalry_and_a_gun_that_supports() {
    let s = field().put("r-1-7d r-cv-let", "1715").put("r-art-let", "1714");
    let s = s.put("w-res-3d w-19dr w-art-3d", "1716");
    same("hasty", attack(s, "r-1-7d r-cv-let", "r-art-let", false), Plan::default());
}

#[test]
fn a_defender_who_tries_to_leave() {
    let s = field().put("r-1-let r-2-let", "1715").put("w-2-1d w-19dr w-art-3d", "1716");
    let plan = Plan { answer: Answer::Retreats, ..Plan::default() };
    let odds = same("before", attack(s, "r-1-let r-2-let", "", true), plan);
    assert!((odds.avoided - 5.0 / 6.0).abs() < 1e-9, "TQ 5: {odds:?}");
}

#[test]
fn a_defender_who_cannot_leave() {
    let s = field().put("r-1-let r-2-let", "1715").put("r-1-41d", "1815").put("r-2-41d", "1816");
    let s = s.put("r-3-41d", "1717").put("r-4-41d", "1616").put("r-1-7d", "1615").put("w-2-1d", "1716");
    let odds = same("ringed", attack(s, "r-1-let r-2-let", "", true), Plan::default());
    assert!(odds.lost[1] > 1.0, "{odds:?}");
}

#[test]
fn an_attacker_who_does_not_assault() {
    let s = field().put("r-1-let r-2-let", "1715").put("w-2-83s", "1716");
    let plan = Plan { assault: false, ..Plan::default() };
    let odds = same("no assault", attack(s, "r-1-let r-2-let", "", true), plan);
    assert_eq!((odds.assault, odds.lost), (0.0, [0.0; 2]));
}

#[test]
fn a_defender_who_must_go_back_through_zones() {
    let s = field().put("r-1-let r-2-let", "1715").put("r-2-41d", "1617").put("r-3-41d", "1817");
    let s = s.put("w-res-3d", "1716");
    let open = field().put("r-1-let r-2-let", "1715").put("w-res-3d", "1716");
    let ringed = same("zones", attack(s, "r-1-let r-2-let", "", true), Plan::default());
    let open = same("open", attack(open, "r-1-let r-2-let", "", true), Plan::default());
    assert!(ringed.lost[1] > open.lost[1] + 0.3, "{ringed:?} {open:?}");
}

#[test]
fn the_later_combat_rules() {
    let s = field().put("r-1-let r-cv-let", "1715").put("r-art-let", "1714").put("r-art-pavl", "1614");
    let s = s.put("w-1-1d w-cv-2k w-res-3d", "1716").with(|p| {
        (p.rules.new_coordination, p.rules.new_cohesion, p.rules.one_result) = (true, true, true);
    });
    same("later rules", attack(s, "r-1-let r-cv-let", "r-art-let r-art-pavl", true), Plan::default());
}

#[test]
fn vehicles_on_both_sides_and_guns_that_support_both() {
    let s = field().put("r-1-let r-2-let r-ac-let", "1715").put("r-3-let", "1616").put("r-art-let", "1714");
    let s = s.put("w-1-1d w-res-3d w-ac-2d", "1716").put("w-art-3d", "1717");
    let (s, a) = attack(s, "r-1-let r-2-let r-3-let r-ac-let", "r-art-let", true);
    same("vehicles", (s, Attack { defence: units("w-art-3d"), ..a }), Plan::default());
}

#[test]
fn guns_that_stand_alone() {
    let s = field().put("r-1-let", "1715").put("r-cv-let", "1815").put("w-art-3d w-artl3-3d", "1716");
    same("guns", attack(s, "r-1-let r-cv-let", "", true), Plan::default());
    let s = field().put("r-1-7d", "1715").put("w-2-83s w-art-3d", "1716").steps("w-2-83s", 1);
    same("guns with a remnant", attack(s, "r-1-7d", "", false), Plan::default());
}

#[test]
fn r8_6_2e_in_rough_figures_support_is_coordinated_as_is_likelier() {
    // The Assault is left out: it is rough itself.
    let plan = |rough: bool| Plan { assault: false, rough, ..Plan::default() };
    // Guns of TQ 5 are likely to serve: with all of their fire it is 8 to 4. In a Hasty Attack those of TQ 3 are not: 5 to 6.
    for (by, guns, prepared, foe) in
        [("r-1-let", "r-art-let", true, "w-3-3k"), ("r-1-7d", "r-art-7d", false, "w-1-2k")]
    {
        let scene = || attack(field().put(by, "1715").put(guns, "1714").put(foe, "1716"), by, guns, prepared);
        let [rough, exact] = [true, false].map(|rough| same(guns, scene(), plan(rough)));
        assert_ne!(rough, exact, "{guns}: the other way makes a difference");
    }
}

/// How long it takes: `cargo nextest run --run-ignored all`.
#[test]
#[ignore = "a measurement"]
fn what_it_costs() {
    let s = field().put("r-1-let r-2-let r-cv-let", "1715").put("r-3-let", "1815").put("r-art-let", "1714");
    let s = s.put("w-2-1d w-19dr w-art-3d", "1716");
    let (s, a) = attack(s, "r-1-let r-2-let r-3-let r-cv-let", "r-art-let", true);
    let begin = std::time::Instant::now();
    let n = 1000;
    let sum: f64 = (0..n).map(|_| engine().odds(&s.p, &a, &Plan::default()).cleared).sum();
    println!("{:?} each, {sum}; {} bytes", begin.elapsed() / n, std::mem::size_of::<Position>());
}
