//! Decisions of a combat, one by one.

use super::forecast::{assault, outlook};
use super::goals::strength;
use super::mood::Mood;
use super::picture::Picture;
use super::weights::ScriptWeights;
use crate::play::assault::{AssaultAction, AssaultStep};
use crate::play::fight::{FightAction, FightStep};
use crate::play::flight::FlightAction;
use crate::play::{Action, Engine};
use crate::position::{AttackOn, Mode, Position, Step, UnitId};

/// How much less an Assault must be worth to those who seek battle.
const ASSAULT: f32 = 0.5;

/// What to do in a combat.
pub fn choose(
    engine: &Engine<'_>,
    p: &Position,
    side: u8,
    w: &ScriptWeights,
    mood: &Mood,
    picture: &mut Picture,
    list: &[Action],
) -> Option<Action> {
    match p.play.steps.top() {
        Step::Flight(_) => flee(engine, p, side, list),
        Step::Fight(s) => fight(engine, p, s, side, (w, mood), picture, list),
        Step::Assault(s) => after(engine, p, s, side, (w, mood), picture, list),
        _ => None,
    }
}

/// Away from the enemy, toward friends and Depots, off the map only if nothing else is left.
fn flee(engine: &Engine<'_>, p: &Position, side: u8, list: &[Action]) -> Option<Action> {
    let worth = |a: &Action| {
        let Action::Flight(FlightAction::Go { hex }) = *a else { return f32::MIN };
        let Some(hex) = hex.hex().filter(|h| h.on_board()) else { return -50.0 };
        let mut out = f32::from(p.units.firm_steps(side, hex)) * 0.3;
        for u in engine.all_units().filter(|u| p.on_map(*u) && engine.class(*u).is_troop()) {
            let far = engine.far(p, u, hex);
            if far <= 3 {
                let felt = strength(engine, p, u) / f32::from(far + 1);
                out += if p.side(u) == side { felt * 0.3 } else { -felt };
            }
        }
        out - f32::from(engine.cover(p, hex).cohesion) * 0.5
    };
    list.iter().copied().max_by(|a, b| worth(a).total_cmp(&worth(b)))
}

fn fight(
    engine: &Engine<'_>,
    p: &Position,
    step: FightStep,
    side: u8,
    (w, mood): (&ScriptWeights, &Mood),
    picture: &mut Picture,
    list: &[Action],
) -> Option<Action> {
    let own = || list.iter().filter_map(|a| if let Action::Fight(f) = a { Some(*f) } else { None });
    let chosen = match step {
        FightStep::Next => {
            let worth = |a: &FightAction| {
                let FightAction::Resolve { attack: AttackOn(attack) } = *a else { return -1.0 };
                let declared = p.declared().get(usize::from(attack)).copied();
                declared.map_or(0.0, |a| outlook(engine, p, &a, mood.quick).clear)
            };
            own().max_by(|a, b| worth(a).total_cmp(&worth(b)))
        }
        FightStep::Before => {
            let expected = outlook(engine, p, &p.attack(), mood.quick);
            picture.look(engine, p, side, w);
            let worth = picture.worth(p.combat.hex);
            let hold = if worth > 2.0 {
                w.leave_place
            } else if worth > 0.0 {
                w.leave_goal
            } else {
                w.leave
            };
            let goes = expected.clear > hold + mood.staunch(p.stack(side, p.combat.hex));
            own().find(|a| *a == if goes { FightAction::Retreat } else { FightAction::Stand })
        }
        FightStep::BeforeGuns => own().find(|a| matches!(a, FightAction::Along { .. })),
        FightStep::Contact { .. } => {
            let heavy =
                |a: &FightAction| matches!(*a, FightAction::Contact { unit } if engine.def(unit).heavy);
            own().find(heavy).or_else(|| own().find(|a| *a == FightAction::Done))
        }
        FightStep::Charge { who } => {
            let better = |a: &FightAction| matches!(*a, FightAction::Charge { unit } if charge_pays(engine, p, usize::from(who), unit));
            own().find(better).or_else(|| own().find(|a| *a == FightAction::Done))
        }
        _ => None,
    };
    chosen.map(Action::Fight)
}

/// Whether a charge makes a unit stronger without shaking it.
fn charge_pays(engine: &Engine<'_>, p: &Position, who: usize, unit: UnitId) -> bool {
    let mut c = p.combat;
    let before = engine.cohesion_add(p, &c, who, unit);
    let weak = engine.side_strength(p, &c, who, false);
    c.charging.insert(unit);
    engine.cohesion_add(p, &c, who, unit) <= before && engine.side_strength(p, &c, who, false) >= weak
}

fn after(
    engine: &Engine<'_>,
    p: &Position,
    step: AssaultStep,
    side: u8,
    (w, mood): (&ScriptWeights, &Mood),
    picture: &mut Picture,
    list: &[Action],
) -> Option<Action> {
    let own = || list.iter().filter_map(|a| if let Action::Assault(f) = a { Some(*f) } else { None });
    let done = || own().find(|a| *a == AssaultAction::Done);
    let chosen = match step {
        AssaultStep::Advance { .. } => advance(engine, p, side, (w, mood), picture, own()).or_else(done),
        AssaultStep::Part => own().find(|a| *a == AssaultAction::Part { centre: true }),
        AssaultStep::Pursue { .. } => {
            let good = |a: &AssaultAction| match *a {
                AssaultAction::Pursue { unit, hex } => {
                    let enemy: f32 = p.stack(1 - side, hex).iter().map(|u| strength(engine, p, u)).sum();
                    let routed = p.stack(1 - side, hex).iter().all(|u| p.mode(u) == Mode::Routed);
                    strength(engine, p, unit) > enemy * 1.2 || (routed && strength(engine, p, unit) > enemy)
                }
                _ => false,
            };
            own().find(good).or_else(done)
        }
        AssaultStep::Ask => {
            let (clear, losses) = assault(engine, p, &p.combat);
            picture.look(engine, p, side, w);
            let goal = picture.worth(p.combat.hex);
            let wants = clear * (1.5 + goal * 0.7) + losses[1] - losses[0] * 1.1
                > w.assault - mood.bold(p.combat.units[0]) * ASSAULT;
            own().find(|a| *a == if wants { AssaultAction::Assault } else { AssaultAction::Refrain })
        }
        AssaultStep::Charge { who } => {
            let pays = |u: UnitId| {
                let (mut on, mut off) = (p.combat, p.combat);
                on.charging.insert(u);
                off.charging.remove(u);
                let strength = |c| engine.side_strength(p, c, usize::from(who), true);
                strength(&on) >= strength(&off)
            };
            own().find(|a| match *a {
                AssaultAction::Charge(u) => pays(u),
                AssaultAction::Dismount(u) => !pays(u),
                _ => false,
            })
        }
        AssaultStep::Losses => {
            let worth = |a: &AssaultAction| match *a {
                AssaultAction::Lose(u) => i32::from(p.steps(u)) * 3 - i32::from(engine.tq(p, u)),
                _ => i32::MIN,
            };
            own().max_by_key(worth)
        }
        AssaultStep::Share { .. } => own().find(|a| matches!(a, AssaultAction::Supply(_))).or_else(done),
        AssaultStep::Settled { .. } => done(),
        AssaultStep::Vehicles => own().find(|a| matches!(a, AssaultAction::Spare(_))),
        _ => None,
    };
    chosen.map(Action::Assault)
}

/// The strongest go in: two of them, three where the hex is a goal, nobody where it is a trap.
fn advance(
    engine: &Engine<'_>,
    p: &Position,
    side: u8,
    (w, mood): (&ScriptWeights, &Mood),
    picture: &mut Picture,
    list: impl Iterator<Item = AssaultAction>,
) -> Option<AssaultAction> {
    let hex = p.combat.hex;
    let inside = p.stack(side, hex).which(|u| engine.class(u).is_combat());
    picture.look(engine, p, side, w);
    let goal = picture.worth(hex) > 0.0;
    let at = usize::from(hex);
    let trap = picture.threat[at] > picture.power[at] * w.trap + 2.0 && !goal;
    let trap = trap || (!goal && mood.bold(p.combat.units[0]) < -1.0);
    let enough = if goal { 3 } else { 2 };
    let unit = |a: &AssaultAction| if let AssaultAction::Advance(u) = *a { Some(u) } else { None };
    let best = list.filter(|a| unit(a).is_some()).max_by(|a, b| {
        let worth = |a: &AssaultAction| unit(a).map_or(0.0, |u| strength(engine, p, u));
        worth(a).total_cmp(&worth(b))
    });
    // The first has to go in where somebody must (orel 8.8.3a); then `Done` is not offered and the list decides.
    if inside.len() >= enough || (trap && inside.is_empty()) {
        return None;
    }
    best
}
