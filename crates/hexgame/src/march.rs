//! The phase of movement: each unit of a side moves once, reinforcements come.

use crate::assault::AssaultStep;
use crate::phases::{Events, PhaseStep, Phases};
use crate::story::Happened;
use crate::{HexId, UnitId};
use sandtable_core::game::{Decision, Side};
use sandtable_core::machine::{Flow, Modules, Offers};
use sandtable_core::{Dice, Refusal};
use serde::{Deserialize, Serialize};

/// The module.
pub struct March;

/// What waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarchStep {
    /// A side's units move.
    Move,
}

actions_on_hexes! {
    /// What a player may do.
    pub enum MarchAction {
        /// A unit moves.
        Move { unit: UnitId, to: HexId } = "move", false: "move {unit} to {to}", "Move {unit} to {to}";
        /// A reinforcement comes.
        Bring { unit: UnitId, to: HexId } = "bring", false: "bring {unit} to {to}", "Bring {unit} to {to}";
        /// No more moves.
        End = "end", false: "end movement", "End your movement";
    }
}

/// Nothing happens without a decision.
pub fn run<G: Modules>(_: &G, _: &mut G::Position, _: MarchStep, _: &mut Events<G>) -> Flow {
    Flow::Ask
}

/// Who moves.
pub fn decision<G, S, const W: usize, const N: usize, const T: usize>(
    _: &G,
    p: &G::Position,
    _: MarchStep,
) -> Decision
where
    G: Phases<S, W, N, T>,
    S: PhaseStep,
{
    Decision::one(Side(p.side), G::CITES.moves, "move your units, then end the movement")
}

/// Who could go where.
pub fn offers<G, S, const W: usize, const N: usize, const T: usize>(
    game: &G,
    p: &G::Position,
    _: (MarchStep, Side),
    out: &mut Offers<'_, MarchAction>,
) where
    G: Phases<S, W, N, T>,
    S: PhaseStep,
{
    for unit in game.counters().of(p.side).filter(|unit| !p.moved.has(*unit)) {
        let reached = p.units.at(unit).map(|from| game.reach(p, unit, from).hexes).unwrap_or_default();
        let open = reached.which(|to| !game.is_full(p, to));
        out.all_legal(open.iter().map(|to| MarchAction::Move { unit, to }));
        out.candidate(MarchAction::Bring { unit, to: game.home(p.side).1 });
    }
    out.candidate(MarchAction::End);
}

/// Why a unit cannot end its move, or come, in a hex.
pub fn refuse<G, S, const W: usize, const N: usize, const T: usize>(
    game: &G,
    p: &G::Position,
    _: (MarchStep, Side),
    action: &MarchAction,
) -> Option<Refusal>
where
    G: Phases<S, W, N, T>,
    S: PhaseStep,
{
    let (MarchAction::Move { unit, to } | MarchAction::Bring { unit, to }) = *action else { return None };
    let (field, cites) = (game.field(p), G::CITES);
    let (from, enemy) = (p.units.at(unit), 1 - p.side);
    let room = if from.is_some() { cites.stacking } else { cites.waits };
    let barred = Refusal::first(&[
        (field.side(unit) != p.side, cites.turn, "it is not this unit's turn"),
        (p.units.steps(unit) == 0, cites.loss, "the unit is lost"),
        (field.holds(enemy, to), cites.enemy, "an enemy is in the hex"),
        (game.is_full(p, to) && from != Some(to), room, "there is no room in the hex"),
    ]);
    let barred = barred.or_else(|| match (action, from) {
        (MarchAction::Bring { .. }, from) => Refusal::first(&[
            (from.is_some(), cites.comes, "the unit is on the map already"),
            (game.counters()[unit].turn > p.turn, cites.comes, "the unit comes in a later turn"),
            (to != game.home(p.side).1, cites.comes, "reinforcements come on their road"),
        ]),
        (_, None) => Some(Refusal::new(cites.comes, "the unit is not on the map")),
        (_, Some(_)) if p.moved.has(unit) => Some(Refusal::new(cites.moves, "the unit has moved already")),
        (_, Some(from)) if game.reach(p, unit, from).hexes.has(to) => None,
        (_, Some(from)) => {
            let zone = field.zone(enemy);
            let zones = zone.has(from) && zone.has(to);
            Refusal::first(&[
                (zones, cites.zones, "it would go from one enemy zone to another"),
                (true, cites.moves, "it is too far for the unit's movement points"),
            ])
        }
    });
    barred.map(|why| why.of(unit).at(to))
}

/// A unit moves or comes, or the combat begins.
pub fn take<G, S, const W: usize, const N: usize, const T: usize>(
    game: &G,
    p: &mut G::Position,
    (_, action): (MarchStep, &MarchAction),
    _: &mut dyn Dice,
    events: &mut Events<G>,
) where
    G: Phases<S, W, N, T>,
    S: PhaseStep,
{
    match *action {
        MarchAction::Move { unit, to } | MarchAction::Bring { unit, to } => {
            let came = Happened::Came { unit, at: to };
            let happened = p.units.at(unit).map_or(came, |from| Happened::Moved { unit, from, to });
            events.push(happened.into());
            game.put(p, unit, to);
            p.moved.insert(unit);
        }
        MarchAction::End => p.steps.replace(AssaultStep::Choose.into()),
    }
}
