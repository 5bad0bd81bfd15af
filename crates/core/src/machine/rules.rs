//! Rules that are made of modules, and what happens between them.

use super::{Flow, Offers, not_asked};
use crate::Refusal;
use crate::dice::Dice;
use crate::game::{Decision, Illegal, Line, Outcome, Side};
use crate::guide::Handle;
use crate::phrase::Phrases;
use crate::view::Viewer;

/// Rules that are made of modules; [`modules!`](crate::modules) or [`modules_of!`](crate::modules_of) writes it.
pub trait Modules: Sized {
    /// Everything that changes.
    type Position;
    /// What waits.
    type Step: Copy + Default + PartialEq;
    /// One step of a player.
    type Action: Copy;
    /// Something that happened.
    type Event;

    /// The step on top of the stack.
    fn top(p: &Self::Position) -> Self::Step;
    /// Runs a step.
    fn run_step(
        &self,
        p: &mut Self::Position,
        step: Self::Step,
        dice: &mut dyn Dice,
        events: &mut Vec<Self::Event>,
    ) -> Flow;
    /// Who must decide what at a step.
    fn decision_at(&self, p: &Self::Position, step: Self::Step) -> Decision;
    /// What may be done at a step: what the module of the step names and does not refuse.
    fn offers_at(&self, p: &Self::Position, step: Self::Step, side: Side, out: &mut Offers<'_, Self::Action>);
    /// The rule that forbids an action at a step.
    fn refuse_at(
        &self,
        p: &Self::Position,
        step: Self::Step,
        side: Side,
        action: &Self::Action,
    ) -> Option<Refusal>;
    /// Takes an action at its step.
    fn take_at(
        &self,
        p: &mut Self::Position,
        step: Self::Step,
        side: Side,
        action: &Self::Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Self::Event>,
    );
    /// What says an action in words and by hand; nothing for an action of no module.
    fn phrases_of<'a>(&'a self, action: &'a Self::Action) -> Option<&'a dyn Phrases<Self>>;
    /// An action as it is typed.
    fn text_of(&self, p: &Self::Position, action: &Self::Action) -> String {
        self.phrases_of(action).map_or_else(String::new, |a| a.text(self, p))
    }
    /// An action for people.
    fn label_of(&self, p: &Self::Position, action: &Self::Action) -> String {
        self.phrases_of(action).map_or_else(String::new, |a| a.label(self, p))
    }
    /// Whether there is all that an action is about.
    fn exists(&self, action: &Self::Action) -> bool {
        self.phrases_of(action).is_none_or(|a| a.exists(self))
    }
    /// How an action is made by hand.
    fn handle_of(&self, p: &Self::Position, action: &Self::Action) -> Handle {
        self.phrases_of(action).map_or_else(Handle::default, |a| a.handle(self, p))
    }
    /// An action from its words in lower case; the module that asks is heard first.
    fn read_words(&self, p: &Self::Position, words: &[&str]) -> Option<Self::Action>;
    /// An event as a line of the log that a viewer may read; nothing if it is hidden from the viewer.
    fn line_of(&self, event: &Self::Event, viewer: Viewer) -> Option<Line>;
}

/// What happens between the modules of a game: the sequence of play, and what may be done beside what is asked.
pub trait Sequence: Modules {
    /// How the game has ended, where nothing waits.
    fn result(&self, p: &Self::Position) -> Outcome;

    /// What somebody is told who is not asked.
    fn not_yours(&self) -> &'static str {
        "it is the other side's decision"
    }

    /// The refusal of an action in words.
    fn worded(&self, p: &Self::Position, side: Side, action: &Self::Action, refusal: &Refusal) -> Illegal;

    /// An event that belongs to no module as a line of the log, for a viewer who may read it.
    fn line(&self, _: &Self::Event, _: Viewer) -> Option<Line> {
        None
    }

    /// Nothing waits: goes on with the sequence of play, or asks nothing more because the game is over.
    fn go_on(&self, _: &mut Self::Position, _: &mut dyn Dice, _: &mut Vec<Self::Event>) -> Flow {
        Flow::Ask
    }

    /// Looks at what waits before it is run; what it gives stands for the step.
    fn before_step(
        &self,
        _: &mut Self::Position,
        _: Self::Step,
        _: &mut dyn Dice,
        _: &mut Vec<Self::Event>,
    ) -> Option<Flow> {
        None
    }

    /// Somebody is asked now.
    fn asked(&self, _: &mut Self::Position) {}

    /// An action is about to be taken.
    fn before_action(&self, _: &mut Self::Position, _: Side, _: &Self::Action) {}

    /// An action has been taken; what follows from it is not run yet.
    fn after_action(&self, _: &mut Self::Position, _: &mut Vec<Self::Event>) {}

    /// What follows from an action has been run.
    fn after_run(&self, _: &mut Self::Position) {}

    /// What may be done beside what a step asks for.
    fn offers_beside(&self, _: &Self::Position, _: Self::Step, _: Side, _: &mut Offers<'_, Self::Action>) {}

    /// The rule that forbids an action whatever is asked: it names what does not exist.
    fn refuse_always(&self, _: &Self::Position, _: &Self::Action) -> Option<Refusal> {
        None
    }

    /// The rule that forbids an action which is not of the module that asks.
    fn refuse_beside(
        &self,
        p: &Self::Position,
        step: Self::Step,
        _: Side,
        _: &Self::Action,
    ) -> Option<Refusal> {
        Some(not_asked(self.decision_at(p, step)))
    }

    /// Takes an action which is not of the module that asks.
    fn take_beside(
        &self,
        _: &mut Self::Position,
        _: Self::Step,
        _: Side,
        _: &Self::Action,
        _: &mut dyn Dice,
        _: &mut Vec<Self::Event>,
    ) {
    }
}
