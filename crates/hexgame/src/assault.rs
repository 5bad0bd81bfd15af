//! The phase of combat: a side attacks hexes beside its units, one after the other. Losses, retreats and the advance follow each attack.

use crate::march::MarchStep;
use crate::phases::{Events, PhaseStep, Phases};
use crate::story::Happened;
use crate::{HexId, UnitId, Units};
use sandtable_core::game::{Decision, Side};
use sandtable_core::machine::{Flow, Offers, not_asked};
use sandtable_core::{Dice, Refusal};
use sandtable_ops::IdSet;
use serde::{Deserialize, Serialize};

/// The module.
pub struct Assault;

/// What waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AssaultStep {
    /// A side chooses a hex to attack.
    Choose,
    /// It says who takes part.
    Assemble,
    /// A side takes losses: whose, and how many.
    Loss(u8, u8),
    /// Units of a side retreat.
    Retreat(u8),
    /// Attackers advance.
    Advance,
}

actions_on_hexes! {
    /// What a player may do.
    pub enum AssaultAction {
        /// A hex is attacked.
        Attack { at: HexId } = "attack", true: "attack {at}", "Attack {at}";
        /// A unit takes no part.
        LeaveOut { unit: UnitId } = "without", false: "without {unit}", "Leave {unit} out";
        /// The attack is called off before it is fought.
        CallOff = "call", false: "call off", "Call the attack off";
        /// The die is rolled.
        Fight = "fight", true: "fight", "Roll the die";
        /// A unit takes the loss.
        Lose { unit: UnitId } = "lose", false: "lose {unit}", "{unit} takes the loss";
        /// A unit retreats.
        Retreat { unit: UnitId, to: HexId } = "retreat", false: "retreat {unit} to {to}", "Retreat {unit} to {to}";
        /// An attacker advances.
        Advance { unit: UnitId } = "advance", false: "advance {unit}", "Advance {unit}";
        /// Nobody else advances.
        Stay = "stay", false: "stay", "Advance no further";
        /// No more attacks.
        End = "end", false: "end combat", "End your combat";
    }
}

/// What keeps a unit from retreating to a hex.
fn bar_retreat<G, S, const W: usize, const N: usize, const T: usize>(
    game: &G,
    p: &G::Position,
    side: u8,
    unit: UnitId,
    to: HexId,
) -> Option<Refusal>
where
    G: Phases<S, W, N, T>,
    S: PhaseStep,
{
    let (field, cites) = (game.field(p), G::CITES);
    let beside = p.units.at(unit).is_some_and(|from| game.map().around(from).has(to));
    let retreats = field.side(unit) == side && p.retreating.has(unit);
    let barred = Refusal::first(&[
        (!retreats, cites.retreat, "the unit does not retreat"),
        (!beside, cites.retreat, "units retreat one hex"),
        (field.holds(1 - side, to), cites.cornered, "an enemy is in the hex"),
    ]);
    let barred = barred.or_else(|| game.bar_retreat(p, side, to));
    let full = || Refusal::first(&[(game.is_full(p, to), cites.cornered, "there is no room in the hex")]);
    barred.or_else(full).map(|why| why.of(unit).at(to))
}

/// Where a unit can retreat to.
fn ways_back<G, S, const W: usize, const N: usize, const T: usize>(
    game: &G,
    p: &G::Position,
    unit: UnitId,
) -> IdSet<HexId, W>
where
    G: Phases<S, W, N, T>,
    S: PhaseStep,
{
    let Some(from) = p.units.at(unit) else { return IdSet::EMPTY };
    let side = game.counters()[unit].side;
    game.map().around(from).which(|to| bar_retreat(game, p, side, unit, to).is_none())
}

/// The attack is over, fought or not.
fn end_attack<G, S, const W: usize, const N: usize, const T: usize>(
    game: &G,
    p: &mut G::Position,
    events: &mut Events<G>,
) where
    G: Phases<S, W, N, T>,
    S: PhaseStep,
{
    if let Some(at) = p.target.filter(|at| p.attacked.has(*at)) {
        let held = p.units.in_hex(at).next().map(|unit| game.counters()[unit].side);
        events.push(Happened::Over { at, held }.into());
    }
    p.steps.pop();
    (p.target, p.attackers, p.retreating) = (None, Units::EMPTY, Units::EMPTY);
}

/// A unit loses a step of those that are due.
fn bear<G, S, const W: usize, const N: usize, const T: usize>(
    game: &G,
    p: &mut G::Position,
    unit: UnitId,
    (side, due): (u8, u8),
    events: &mut Events<G>,
) where
    G: Phases<S, W, N, T>,
    S: PhaseStep,
{
    let gone = game.lose(p, unit, 1);
    events.push(Happened::Lost { unit, gone }.into());
    p.steps.pop();
    if due > 1 {
        p.steps.push(AssaultStep::Loss(side, due - 1).into());
    }
}

/// The die is rolled; losses, retreats and the advance wait.
fn fight<G, S, const W: usize, const N: usize, const T: usize>(
    game: &G,
    p: &mut G::Position,
    at: HexId,
    dice: &mut dyn Dice,
    events: &mut Events<G>,
) where
    G: Phases<S, W, N, T>,
    S: PhaseStep,
{
    let Some(odds) = game.odds(p, p.attackers, at) else { return };
    let die = dice.roll(6);
    let result = game.table().result(&odds, die);
    events.push(Happened::Fought { at, side: p.side, odds, die }.into());
    p.fought.join(&p.attackers);
    p.attacked.insert(at);
    p.retreating = if result.back[0] { p.attackers } else { Units::EMPTY };
    if result.back[1] {
        p.retreating.join(&game.defenders(p, at));
    }
    // The last one pushed comes first: losses, retreats, the advance.
    let sides = [(1, 1 - p.side), (0, p.side)];
    p.steps.replace(AssaultStep::Advance.into());
    for (_, side) in sides.into_iter().filter(|(i, _)| result.back[*i]) {
        p.steps.push(AssaultStep::Retreat(side).into());
    }
    for (i, side) in sides.into_iter().filter(|(i, _)| result.lost[*i] > 0) {
        p.steps.push(AssaultStep::Loss(side, result.lost[i]).into());
    }
}

/// Does what needs no decision.
pub fn run<G, S, const W: usize, const N: usize, const T: usize>(
    game: &G,
    p: &mut G::Position,
    step: AssaultStep,
    events: &mut Events<G>,
) -> Flow
where
    G: Phases<S, W, N, T>,
    S: PhaseStep,
{
    match step {
        AssaultStep::Choose | AssaultStep::Assemble => return Flow::Ask,
        AssaultStep::Loss(side, due) => {
            let exposed = game.exposed(p, side);
            match exposed.first() {
                Some(_) if exposed.len() > 1 => return Flow::Ask,
                Some(only) => bear(game, p, only, (side, due), events),
                None => drop(p.steps.pop()),
            }
        }
        AssaultStep::Retreat(side) => {
            loop {
                // A unit that is lost may make room for another.
                let waits = p.retreating.which(|unit| game.counters()[unit].side == side);
                let Some(unit) = waits.first() else { break };
                if waits.iter().any(|unit| !ways_back(game, p, unit).is_empty()) {
                    return Flow::Ask;
                }
                game.lose(p, unit, 2);
                events.push(Happened::Cornered { unit }.into());
            }
            p.steps.pop();
        }
        AssaultStep::Advance => {
            let open = |at| game.defenders(p, at).is_empty() && !game.is_full(p, at);
            let beside = |at| p.attackers.meet(&game.field(p).beside(p.side, at));
            if p.target.is_some_and(|at| open(at) && !beside(at).is_empty()) {
                return Flow::Ask;
            }
            end_attack(game, p, events);
        }
    }
    Flow::Next
}

/// Who decides what.
pub fn decision<G, S, const W: usize, const N: usize, const T: usize>(
    _: &G,
    p: &G::Position,
    step: AssaultStep,
) -> Decision
where
    G: Phases<S, W, N, T>,
    S: PhaseStep,
{
    let cites = G::CITES;
    let (side, rule, what) = match step {
        AssaultStep::Choose => (p.side, cites.attack, "choose a hex to attack, or end the combat"),
        AssaultStep::Assemble => (p.side, cites.part, "fight, or leave units out of the attack"),
        AssaultStep::Loss(side, _) => (side, cites.loss, "choose who takes the loss"),
        AssaultStep::Retreat(side) => (side, cites.retreat, "choose where your units retreat"),
        AssaultStep::Advance => (p.side, cites.advance, "advance into the empty hex, or stay"),
    };
    Decision::one(Side(side), rule, what)
}

/// What may be done.
pub fn offers<G, S, const W: usize, const N: usize, const T: usize>(
    game: &G,
    p: &G::Position,
    (step, side): (AssaultStep, Side),
    out: &mut Offers<'_, AssaultAction>,
) where
    G: Phases<S, W, N, T>,
    S: PhaseStep,
{
    use AssaultAction as A;
    match step {
        AssaultStep::Choose => {
            out.candidates(game.field(p).occupied(1 - p.side).iter().map(|at| A::Attack { at }));
            out.candidate(A::End);
        }
        AssaultStep::Assemble => {
            out.candidates(p.attackers.iter().map(|unit| A::LeaveOut { unit }));
            out.candidates([A::Fight, A::CallOff]);
        }
        AssaultStep::Loss(..) => {
            out.candidates(game.exposed(p, side.0).iter().map(|unit| A::Lose { unit }));
        }
        AssaultStep::Retreat(_) => {
            let own = p.retreating.which(|unit| game.counters()[unit].side == side.0);
            for unit in own.iter() {
                out.all_legal(ways_back(game, p, unit).iter().map(|to| A::Retreat { unit, to }));
            }
        }
        AssaultStep::Advance => {
            out.candidates(p.attackers.iter().map(|unit| A::Advance { unit }));
            out.candidate(A::Stay);
        }
    }
}

/// The rule that forbids an action.
pub fn refuse<G, S, const W: usize, const N: usize, const T: usize>(
    game: &G,
    p: &G::Position,
    (step, Side(side)): (AssaultStep, Side),
    action: &AssaultAction,
) -> Option<Refusal>
where
    G: Phases<S, W, N, T>,
    S: PhaseStep,
{
    use AssaultAction as A;
    let cites = G::CITES;
    let poor = |units, at| {
        Refusal::first(&[(
            game.odds(p, units, at).is_none(),
            cites.odds,
            "the odds are too poor for the table",
        )])
    };
    match (step, *action) {
        (AssaultStep::Choose, A::End)
        | (AssaultStep::Assemble, A::CallOff)
        | (AssaultStep::Advance, A::Stay) => None,
        (AssaultStep::Choose, A::Attack { at }) => {
            let able = game.able(p, at);
            let barred = Refusal::first(&[
                (game.defenders(p, at).is_empty(), cites.attack, "no enemy is there"),
                (p.attacked.has(at), cites.once, "the hex was attacked in this phase"),
                (able.is_empty(), cites.attack, "no unit beside it can attack"),
            ]);
            barred.or_else(|| poor(able, at))
        }
        (AssaultStep::Assemble, A::LeaveOut { unit }) => Refusal::first(&[
            (!p.attackers.has(unit), cites.part, "the unit takes no part in the attack"),
            (p.attackers.len() == 1, cites.part, "somebody must attack"),
        ]),
        (AssaultStep::Assemble, A::Fight) => p.target.and_then(|at| poor(p.attackers, at)),
        (AssaultStep::Loss(..), A::Lose { unit }) => {
            let exposed = game.exposed(p, side).has(unit);
            Refusal::first(&[(!exposed, cites.loss, "the unit is not in the combat")])
        }
        (AssaultStep::Retreat(_), A::Retreat { unit, to }) => bar_retreat(game, p, side, unit, to),
        (AssaultStep::Advance, A::Advance { unit }) => {
            let room = p.target.is_some_and(|at| !game.is_full(p, at) && p.units.at(unit) != Some(at));
            Refusal::first(&[
                (!p.attackers.has(unit), cites.advance, "the unit did not attack"),
                (!room, cites.stacking, "there is no room for it"),
            ])
        }
        _ => Some(not_asked(decision(game, p, step))),
    }
}

/// What an action does.
pub fn take<G, S, const W: usize, const N: usize, const T: usize>(
    game: &G,
    p: &mut G::Position,
    (step, action): (AssaultStep, &AssaultAction),
    dice: &mut dyn Dice,
    events: &mut Events<G>,
) where
    G: Phases<S, W, N, T>,
    S: PhaseStep,
{
    match (*action, p.target) {
        (AssaultAction::Attack { at }, _) => {
            (p.target, p.attackers) = (Some(at), game.able(p, at));
            p.steps.push(AssaultStep::Assemble.into());
        }
        (AssaultAction::LeaveOut { unit }, _) => p.attackers.remove(unit),
        (AssaultAction::CallOff | AssaultAction::Stay, _) => end_attack(game, p, events),
        (AssaultAction::Fight, Some(at)) => fight(game, p, at, dice, events),
        (AssaultAction::Lose { unit }, _) => {
            let due = if let AssaultStep::Loss(side, due) = step { (side, due) } else { (p.side, 1) };
            bear(game, p, unit, due, events);
        }
        (AssaultAction::Retreat { unit, to }, _) => {
            let from = p.units.at(unit).unwrap_or(to);
            game.put(p, unit, to);
            p.retreating.remove(unit);
            events.push(Happened::Retreated { unit, from, to }.into());
        }
        (AssaultAction::Advance { unit }, Some(to)) => {
            let from = p.units.at(unit).unwrap_or(to);
            game.put(p, unit, to);
            events.push(Happened::Advanced { unit, from, to }.into());
        }
        (AssaultAction::Fight | AssaultAction::Advance { .. }, None) => {}
        (AssaultAction::End, _) => game.next_side(p, events),
    }
}

/// Whether a step belongs to an attack under way.
pub fn of_attack<S: PhaseStep>(step: S) -> bool {
    step != S::default() && step != AssaultStep::Choose.into() && step != MarchStep::Move.into()
}
