//! A phase or procedure of the rulebook.

use super::Modules;
use crate::Refusal;
use crate::dice::Dice;
use crate::game::{Decision, Line, Side};
use crate::view::Viewer;
use serde::{Deserialize, Serialize};

/// What a step comes to when it is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Somebody must decide.
    Ask,
    /// The stack has changed; whatever is on top now is next.
    Next,
}

impl Flow {
    /// Asks if something is so, otherwise goes on.
    pub fn ask_if(asks: bool) -> Flow {
        if asks { Flow::Ask } else { Flow::Next }
    }
}

/// No step, action or event at all, for a module that has none of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Never {}

/// Takes what a module offers.
pub struct Offers<'a, A> {
    visit: &'a mut dyn FnMut(A, bool),
}

impl<'a, A> Offers<'a, A> {
    /// Gives each action to `visit`, with whether it is known to be legal.
    pub fn new(visit: &'a mut dyn FnMut(A, bool)) -> Offers<'a, A> {
        Offers { visit }
    }

    /// An action that is offered unless it is refused.
    pub fn candidate(&mut self, action: A) {
        (self.visit)(action, false);
    }

    /// An action that a search has found to be legal, by the same rules that refuse it elsewhere.
    pub fn legal(&mut self, action: A) {
        (self.visit)(action, true);
    }

    /// Several candidates.
    pub fn candidates(&mut self, actions: impl IntoIterator<Item = A>) {
        actions.into_iter().for_each(|a| self.candidate(a));
    }

    /// Several actions that a search has found to be legal.
    pub fn all_legal(&mut self, actions: impl IntoIterator<Item = A>) {
        actions.into_iter().for_each(|a| self.legal(a));
    }
}

/// A phase or procedure of the rulebook, as rules `Self` know it.
pub trait Module<M>: Modules {
    /// What waits in it.
    type Step: Copy;
    /// What a player may do in it.
    type Action: Copy + PartialEq;
    /// What happens in it.
    type Event;

    /// Does what needs no decision.
    fn run(
        &self,
        p: &mut Self::Position,
        step: <Self as Module<M>>::Step,
        dice: &mut dyn Dice,
        events: &mut Vec<<Self as Modules>::Event>,
    ) -> Flow;
    /// Who must decide what.
    fn decision(&self, p: &Self::Position, step: <Self as Module<M>>::Step) -> Decision;
    /// What may be done: candidates that are offered unless they are refused, or what a search has found to be legal.
    fn offers(
        &self,
        p: &Self::Position,
        step: <Self as Module<M>>::Step,
        side: Side,
        out: &mut Offers<'_, <Self as Module<M>>::Action>,
    );
    /// The rule that forbids an action, if one does. Unless a module judges by itself, whatever it does not offer as legal is
    /// refused, and [`Sequence::worded`] says why.
    fn refuse(
        &self,
        p: &Self::Position,
        step: <Self as Module<M>>::Step,
        side: Side,
        action: &<Self as Module<M>>::Action,
    ) -> Option<Refusal> {
        unless_offered(self, p, step, side, action)
    }
    /// Takes a legal action.
    fn take(
        &self,
        p: &mut Self::Position,
        step: <Self as Module<M>>::Step,
        side: Side,
        action: &<Self as Module<M>>::Action,
        dice: &mut dyn Dice,
        events: &mut Vec<<Self as Modules>::Event>,
    );
    /// An event as a line of the log that a viewer may read; nothing if it is hidden from the viewer.
    fn line(&self, _event: &<Self as Module<M>>::Event, _viewer: Viewer) -> Option<Line> {
        None
    }
}

/// Why something cannot be done at all while something else is asked.
pub fn not_asked(decision: Decision) -> Refusal {
    let (rule, what) = match decision {
        Decision::Decide { rule, what, .. } => (rule, what),
        Decision::Over(o) => (o.rule, "nothing, the game is over"),
    };
    Refusal::new(rule, "this cannot be done now; what is asked is: {}").word(what)
}

/// Refuses what a module does not offer as legal.
pub fn unless_offered<M, G: Module<M>>(
    game: &G,
    p: &G::Position,
    step: <G as Module<M>>::Step,
    side: Side,
    action: &<G as Module<M>>::Action,
) -> Option<Refusal> {
    let mut offered = false;
    let mut visit = |a, legal| offered |= legal && a == *action;
    game.offers(p, step, side, &mut Offers::new(&mut visit));
    (!offered).then(|| not_asked(game.decision(p, step)))
}
