//! What a side is asked in the phases of movement and combat: who, where, against whom, and what it costs.

use crate::assault::{AssaultAction, AssaultStep, refuse};
use crate::march::{self, MarchAction, MarchStep};
use crate::phases::{PhaseStep, Phases};
use crate::{HexId, OnHexes, UnitId, Units};
use sandtable_core::Side;
use sandtable_core::guide::Prompt;
use sandtable_core::phrase::listed;
use sandtable_ops::IdSet;

fn names(game: &impl OnHexes, units: Units, last: &str) -> String {
    listed(&units.iter().map(|unit| &game.counters()[unit].name).collect::<Vec<_>>(), last)
}

/// What a side is asked in its movement.
pub fn of_march<G, S, const W: usize, const N: usize, const T: usize>(game: &G, p: &G::Position) -> Prompt
where
    G: Phases<S, W, N, T>,
    S: PhaseStep,
{
    let entry = game.home(p.side).1;
    let comes = |u: &UnitId| {
        march::refuse(game, p, (MarchStep::Move, Side(p.side)), &MarchAction::Bring { unit: *u, to: entry })
            .is_none()
    };
    let coming: Units = game.counters().of(p.side).filter(comes).collect();
    let still = game.unmoved(p);
    let moves = match still.len() {
        0 => "all your units have moved".to_string(),
        1 => format!("{} can still move", names(game, still, "or")),
        n => format!("{n} of your units can still move"),
    };
    let bring = match coming.first() {
        None => String::new(),
        Some(_) => format!(", {} can come at {}", names(game, coming, "and"), game.map().spot(entry)),
    };
    let (turn, turns) = (p.turn, G::TURNS);
    Prompt {
        text: format!("Turn {turn} of {turns}, your movement: {moves}{bring}. End it when you are ready"),
        places: coming.first().map(|_| game.map().name(entry)).into_iter().collect(),
    }
}

/// What a side is asked in a combat phase.
pub fn of_assault<G, S, const W: usize, const N: usize, const T: usize>(
    game: &G,
    p: &G::Position,
    step: AssaultStep,
) -> Prompt
where
    G: Phases<S, W, N, T>,
    S: PhaseStep,
{
    let map = game.map();
    let target = p.target.map_or(String::new(), |at| map.spot(at));
    let here: IdSet<HexId, W> = p.target.into_iter().collect();
    let may = |action| refuse(game, p, (step, Side(p.side)), &action).is_none();
    let (text, hexes) = match step {
        AssaultStep::Choose => {
            let targets = game.field(p).occupied(1 - p.side).which(|at| may(AssaultAction::Attack { at }));
            let spots: Vec<String> = targets.iter().map(|at| map.spot(at)).collect();
            let text = match spots.len() {
                0 => "There is nobody left to attack: end your combat".to_string(),
                _ => format!("Attack the enemy at {}, or end your combat", listed(&spots, "or")),
            };
            (text, targets)
        }
        AssaultStep::Assemble => {
            let foes = names(game, game.exposed(p, 1 - p.side), "and");
            let odds =
                game.attack(p).map_or(String::new(), |fight| format!(", {}", fight.brief(game.table())));
            let own = names(game, p.attackers, "and");
            let what = "fight, leave units out, or call the attack off";
            (format!("{own} against {foes} at {target}{odds}: {what}"), here)
        }
        AssaultStep::Loss(side, steps) => {
            let who = game.exposed(p, side);
            let due = if steps > 1 { "two steps" } else { "a step" };
            let one = names(game, who, "or");
            let text = format!("The combat at {target} costs you {due}: choose whether {one} loses one");
            (text, p.units.hexes(who.iter()))
        }
        AssaultStep::Retreat(side) => {
            let who = p.retreating.which(|unit| game.counters()[unit].side == side);
            let all = names(game, who, "and");
            let text = format!("{all} must go back one hex after the combat at {target}: choose where to");
            (text, p.units.hexes(who.iter()))
        }
        AssaultStep::Advance => {
            let who = p.attackers.which(|unit| may(AssaultAction::Advance { unit }));
            (format!("{target} is free: advance {} into it, or stay", names(game, who, "or")), here)
        }
    };
    Prompt { text, places: hexes.iter().map(|hex| map.name(hex)).collect() }
}

/// What a label adds to an action of a combat phase: the odds, what is left of a unit, where it goes.
pub fn note<G, S, const W: usize, const N: usize, const T: usize>(
    game: &G,
    p: &G::Position,
    action: &AssaultAction,
) -> Option<String>
where
    G: Phases<S, W, N, T>,
    S: PhaseStep,
{
    match *action {
        AssaultAction::Attack { at } => {
            Some(format!(" · {}", game.fight_for(p, game.able(p, at), at)?.brief(game.table())))
        }
        AssaultAction::Fight => Some(format!(" · {}", game.attack(p)?.brief(game.table()))),
        AssaultAction::Lose { unit } if p.units.steps(unit) < 2 => Some(" and is gone".to_string()),
        AssaultAction::Lose { unit } => {
            Some(format!(" · strength {} is left", game.counters().printed(unit, 1)))
        }
        AssaultAction::Advance { .. } => Some(format!(" to {}", game.map().spot(p.target?))),
        _ => None,
    }
}
