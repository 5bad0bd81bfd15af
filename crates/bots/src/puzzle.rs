//! Proofs of puzzles: the chance that some moves reach the goal, worked out with the game itself over all dice. Until the first die moves
//! are given; after it the solver plays as well as can be, and the other sides as badly for the solver as they can.

use crate::Maker;
use sandtable_core::dice::{Enumerating, Given};
use sandtable_core::game::known_to;
use sandtable_core::guide::Guide;
use sandtable_core::hash::stable_hash;
use sandtable_core::player::Player;
use sandtable_core::position_file::{self, Faults};
use sandtable_core::puzzle::{Puzzle, Rules};
use sandtable_core::typed::{Wanted, find_wanted};
use sandtable_core::{Decision, Options, Session, SessionError, Side};
use std::collections::HashMap;

/// Positions beyond which a proof is given up.
const MOST: usize = 400_000;
/// The stack of a proof: what follows a die can be deep.
const STACK: usize = 256 * 1024 * 1024;

/// Why a puzzle cannot be worked out.
#[derive(Debug, thiserror::Error)]
pub enum PuzzleError {
    /// Its file is wrong.
    #[error("{0}")]
    File(String),
    /// Its position is wrong.
    #[error("the position of the puzzle cannot be read:\n{0}")]
    Position(#[from] Faults),
    /// A move cannot be made.
    #[error("`{text}`: {why}")]
    Move {
        /// The move.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// It would take too long.
    #[error("too much is left open to work out the chance: the moves go up to the first die")]
    Wide,
    /// The game cannot be gone through again.
    #[error(transparent)]
    Session(#[from] SessionError),
}

/// A move of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PuzzleMove {
    /// As it is typed.
    pub text: String,
    /// For people.
    pub label: String,
}

/// What became of a puzzle that is played.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzlePlayed {
    /// Whether it has ended.
    pub over: bool,
    /// Whether its goal was reached at its end.
    pub solved: bool,
    /// The chance of the moves up to the first die, once it is over.
    pub chance: Option<f64>,
}

/// What a bot does with a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzleTried {
    /// Its moves up to the first die.
    pub moves: Vec<PuzzleMove>,
    /// Their chance.
    pub chance: f64,
}

/// Runs a proof where it has room.
pub fn deep<T: Send>(work: impl FnOnce() -> Result<T, PuzzleError> + Send) -> Result<T, PuzzleError> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let joined = thread.map(|t| t.join());
        match joined {
            Ok(Ok(done)) => done,
            _ => Err(PuzzleError::Wide),
        }
    })
}

/// What goes through the positions of a puzzle.
pub struct Prover<'a, G: Guide> {
    game: &'a G,
    rules: Rules,
    /// Positions whose chance is known, or nothing for those that are being worked out.
    known: HashMap<u64, Option<f64>>,
}

impl<'a, G: Guide> Prover<'a, G> {
    /// For a puzzle.
    pub fn new(game: &'a G, puzzle: &Puzzle) -> Result<Prover<'a, G>, PuzzleError> {
        let rules = puzzle.rules(game.about()).map_err(PuzzleError::File)?;
        Ok(Prover { game, rules, known: HashMap::new() })
    }

    /// Its position. No die falls before its first decision.
    pub fn start(&self, puzzle: &Puzzle) -> Result<G::Position, PuzzleError> {
        let mut none = Given::new(vec![]);
        let read = position_file::read(self.game, None, &Options::new(), &puzzle.position, &mut none)?;
        none.over().map_err(|e| PuzzleError::File(format!("dice fall before the puzzle begins: {e}")))?;
        Ok(read.position)
    }

    /// The side that must decide; of several the solver, whose choice the others may even know.
    fn mover(&self, p: &G::Position) -> Option<Side> {
        match self.game.to_decide(p) {
            Decision::Decide { sides, .. } if sides.has(self.rules.side) => Some(self.rules.side),
            decision => decision.side(),
        }
    }

    fn worth(&self, p: &G::Position) -> f64 {
        if self.rules.solved(self.game, p) { 1.0 } else { 0.0 }
    }

    /// The chance in a position.
    fn value(&mut self, p: &G::Position) -> Result<f64, PuzzleError> {
        if self.rules.over(self.game, p) {
            return Ok(self.worth(p));
        }
        let hash = stable_hash(p);
        match self.known.get(&hash) {
            Some(Some(value)) => return Ok(*value),
            // Coming back to where one was gains nothing.
            Some(None) => return Ok(0.0),
            None => {}
        }
        if self.known.len() >= MOST {
            return Err(PuzzleError::Wide);
        }
        self.known.insert(hash, None);
        let Some(side) = self.mover(p) else { return Ok(self.worth(p)) };
        let mut list = Vec::new();
        self.game.actions(p, side, &mut list);
        let own = side == self.rules.side;
        let mut best = if own { 0.0 } else { 1.0 };
        for action in &list {
            let value = self.after(p, side, action)?;
            best = if own { f64::max(best, value) } else { f64::min(best, value) };
            if best == if own { 1.0 } else { 0.0 } {
                break;
            }
        }
        self.known.insert(hash, Some(best));
        Ok(best)
    }

    /// The chance after an action, over all its dice.
    pub fn after(&mut self, p: &G::Position, side: Side, action: &G::Action) -> Result<f64, PuzzleError> {
        let (mut dice, mut sum) = (Enumerating::new(), 0.0);
        while dice.next_run() {
            let after = self.applied(p, side, action, &mut dice);
            sum += self.value(&after)? / dice.parts() as f64;
        }
        Ok(sum)
    }

    fn applied(
        &self,
        p: &G::Position,
        side: Side,
        action: &G::Action,
        dice: &mut Enumerating,
    ) -> Box<G::Position> {
        let mut after = Box::new(p.clone());
        self.game.apply(&mut after, side, action, dice, &mut Vec::new());
        after
    }

    /// The position after an action that rolls nothing.
    fn sure(&self, p: &G::Position, side: Side, action: &G::Action) -> Option<Box<G::Position>> {
        let mut dice = Enumerating::new();
        dice.next_run();
        let after = self.applied(p, side, action, &mut dice);
        (!dice.next_run()).then_some(after)
    }

    /// The action of some typed words.
    fn typed(&self, p: &G::Position, text: &str) -> Result<G::Action, PuzzleError> {
        let fault = |why: String| PuzzleError::Move { text: text.to_string(), why };
        let (game, side) = (self.game, self.rules.side);
        let mut legal = Vec::new();
        game.actions(p, side, &mut legal);
        let known = known_to(game, p, side);
        let action =
            find_wanted(game, &known, &legal, &Wanted::from(text)).map_err(|e| fault(e.to_string()))?;
        game.check(p, side, &action).map_err(|e| fault(e.to_string()))?;
        Ok(action)
    }

    /// The chance of some moves of the solver from a position on.
    pub fn line(&mut self, p: &G::Position, moves: &[String]) -> Result<f64, PuzzleError> {
        let Some((text, rest)) = moves.split_first() else { return self.value(p) };
        if self.rules.over(self.game, p) {
            return Ok(self.worth(p));
        }
        let Some(side) = self.mover(p) else { return Ok(self.worth(p)) };
        if side == self.rules.side {
            let action = self.typed(p, text)?;
            return match self.sure(p, side, &action) {
                Some(after) => self.line(&after, rest),
                None => self.after(p, side, &action),
            };
        }
        let mut list = Vec::new();
        self.game.actions(p, side, &mut list);
        let mut worst = 1.0;
        for action in &list {
            let value = match self.sure(p, side, action) {
                Some(after) => self.line(&after, moves)?,
                None => self.after(p, side, action)?,
            };
            worst = f64::min(worst, value);
        }
        Ok(worst)
    }

    /// Moves as people read them. What follows a die or a decision of somebody else is left as it is typed.
    pub fn told(&self, p: &G::Position, moves: &[String]) -> Vec<PuzzleMove> {
        let mut now = Some(Box::new(p.clone()));
        let mut out = Vec::new();
        for text in moves {
            let here = now.take().filter(|p| self.mover(p) == Some(self.rules.side));
            let action = here.as_ref().and_then(|p| self.typed(p, text).ok());
            let label = here.as_ref().zip(action).map(|(p, action)| self.label(p, &action));
            now = here.zip(action).and_then(|(p, action)| self.sure(&p, self.rules.side, &action));
            out.push(PuzzleMove { text: text.clone(), label: label.unwrap_or_else(|| text.clone()) });
        }
        out
    }

    fn label(&self, p: &G::Position, action: &G::Action) -> String {
        self.game.label(&known_to(self.game, p, self.rules.side), action)
    }

    /// What a bot does up to its first die. Others decide by the same bot.
    pub fn tried(
        &mut self,
        p: &G::Position,
        maker: &Maker<G>,
        seed: u64,
    ) -> Result<PuzzleTried, PuzzleError> {
        let game = self.game;
        let mut players: Vec<Box<dyn Player<G>>> =
            (0..game.about().sides.len() as u64).map(|side| maker(seed + side)).collect();
        let (mut p, mut moves) = (Box::new(p.clone()), Vec::new());
        // A bot may set many pieces, but a puzzle is not a game.
        for _ in 0..MOST {
            let Some(side) = self.mover(&p).filter(|_| !self.rules.over(game, &p)) else { break };
            let known = known_to(game, &p, side);
            let chosen =
                players.get_mut(usize::from(side.0)).and_then(|player| player.choose(game, &known, side));
            let Some(action) = chosen else { break };
            drop(known);
            if side == self.rules.side {
                let text = game.describe(&known_to(game, &p, side), &action);
                moves.push(PuzzleMove { text, label: self.label(&p, &action) });
            }
            match self.sure(&p, side, &action) {
                Some(after) => p = after,
                None => return Ok(PuzzleTried { chance: self.after(&p, side, &action)?, moves }),
            }
        }
        Ok(PuzzleTried { chance: self.worth(&p), moves })
    }

    /// What became of a puzzle in a game.
    pub fn played(&mut self, session: &Session<G>) -> Result<PuzzlePlayed, PuzzleError> {
        let game = self.game;
        let mut end: Option<bool> = None;
        let mut first: Option<(G::Position, Side, G::Action)> = None;
        session.walk(|step| {
            if end.is_some() {
                return;
            }
            if let Some(entry) = step.entry.filter(|e| !e.dice.is_empty() && first.is_none())
                && let Some(side) = game.about().side(&entry.side)
            {
                first = Some((step.before.clone(), side, entry.action));
            }
            if self.rules.over(game, step.after) {
                end = Some(self.rules.solved(game, step.after));
            }
        })?;
        let chance = match (&first, end) {
            (_, None) => None,
            (Some((p, side, action)), _) => Some(self.after(p, *side, action)?),
            (None, Some(solved)) => Some(if solved { 1.0 } else { 0.0 }),
        };
        Ok(PuzzlePlayed { over: end.is_some(), solved: end == Some(true), chance })
    }
}
