//! The machine of a game: a stack of steps that wait for one another, and modules that know them.
//!
//! A [`Module`] is a phase or procedure of the rulebook, with steps, actions and events of its own. [`modules!`](crate::modules)
//! makes one game of several: it derives the enumerations and the way from a step to its module. A game whose enumerations are
//! older than its modules names them to [`modules_of!`](crate::modules_of) or [`modules_by_steps!`](crate::modules_by_steps) instead. The position keeps a [`Steps`]; its top is what
//! happens next. What happens between the modules is the [`Sequence`] of play. [`by_modules!`](crate::by_modules) writes the methods
//! of [`Game`](crate::Game) that follow.
//!
//! What is offered is what a module names and does not refuse, so that list and referee cannot disagree.

use crate::Refusal;
use crate::dice::Dice;
use crate::game::{Decision, Illegal, Line, Outcome, Side};
use crate::guide::Handle;
use crate::view::Viewer;
use serde::{Deserialize, Serialize};

/// A stack of at most `N` steps; the last one pushed is taken first. The default step means that nothing waits.
///
/// What is gone leaves no trace, so that equal positions are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Steps<S, const N: usize> {
    steps: [S; N],
    depth: u8,
}

impl<S: Copy + Default, const N: usize> Default for Steps<S, N> {
    fn default() -> Self {
        Steps::new(S::default())
    }
}

impl<S: Copy, const N: usize> Steps<S, N> {
    /// Nothing waits; `idle` must be the default step.
    pub const fn new(idle: S) -> Self {
        Steps { steps: [idle; N], depth: 0 }
    }

    /// The steps that wait, the next one last.
    pub fn waiting(&self) -> &[S] {
        &self.steps[..usize::from(self.depth)]
    }

    /// The same, to be changed in place.
    pub fn waiting_mut(&mut self) -> &mut [S] {
        &mut self.steps[..usize::from(self.depth)]
    }

    /// How many steps wait.
    pub fn depth(&self) -> usize {
        usize::from(self.depth)
    }

    /// Puts a step on top.
    ///
    /// # Panics
    ///
    /// If `N` steps wait already: a game that gets there has a fault, and to drop a step would hide it.
    pub fn push(&mut self, step: S) {
        let free = self.steps.get_mut(usize::from(self.depth));
        *free.unwrap_or_else(|| panic!("{N} steps wait, and another one comes")) = step;
        self.depth += 1;
    }
}

impl<S: Copy + Default, const N: usize> Steps<S, N> {
    /// The step that is next; the default one if none waits.
    pub fn top(&self) -> S {
        self.waiting().last().copied().unwrap_or_default()
    }

    /// The step that follows when the next one is done.
    pub fn below(&self) -> S {
        self.waiting().iter().rev().nth(1).copied().unwrap_or_default()
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.depth == 0
    }

    /// Takes the top step off, if one waits, and gives it back.
    pub fn pop(&mut self) -> S {
        let top = self.top();
        self.depth = self.depth.saturating_sub(1);
        self.steps[usize::from(self.depth)] = S::default();
        top
    }

    /// Puts another step in place of the top one.
    pub fn replace(&mut self, step: S) {
        self.pop();
        self.push(step);
    }
}

/// How a stack is written: all `N` places and how many are taken, so that a position keeps its shape.
#[derive(Serialize, Deserialize)]
struct Written<L> {
    steps: L,
    depth: u8,
}

impl<S: Copy + Serialize, const N: usize> Serialize for Steps<S, N> {
    fn serialize<Z: serde::Serializer>(&self, to: Z) -> Result<Z::Ok, Z::Error> {
        Written { steps: &self.steps[..], depth: self.depth }.serialize(to)
    }
}

impl<'de, S: Copy + Default + Deserialize<'de>, const N: usize> Deserialize<'de> for Steps<S, N> {
    fn deserialize<Z: serde::Deserializer<'de>>(from: Z) -> Result<Self, Z::Error> {
        let Written { steps, depth } = Written::<Vec<S>>::deserialize(from)?;
        if usize::from(depth) > N || steps.len() > N {
            return Err(serde::de::Error::custom(format!("{} steps wait, {N} can", steps.len())));
        }
        let mut read = Steps::default();
        steps.into_iter().take(usize::from(depth)).for_each(|step| read.push(step));
        Ok(read)
    }
}

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
    /// An action as it is typed.
    fn text_of(&self, p: &Self::Position, action: &Self::Action) -> String;
    /// An action for people.
    fn label_of(&self, p: &Self::Position, action: &Self::Action) -> String;
    /// An action from its words in lower case; the module that asks is heard first.
    fn read_words(&self, p: &Self::Position, words: &[&str]) -> Option<Self::Action>;
    /// How an action is made by hand.
    fn handle_of(&self, p: &Self::Position, action: &Self::Action) -> Handle;
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

    /// An event that is of no module as a line of the log, for a viewer who may read it.
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

/// Runs steps until somebody must decide or the game is over.
pub fn run<G: Sequence>(game: &G, p: &mut G::Position, dice: &mut dyn Dice, events: &mut Vec<G::Event>) {
    loop {
        let step = G::top(p);
        let flow = match game.before_step(p, step, dice, events) {
            Some(flow) => flow,
            None if G::top(p) == G::Step::default() => game.go_on(p, dice, events),
            None => game.run_step(p, G::top(p), dice, events),
        };
        if flow == Flow::Ask {
            return game.asked(p);
        }
    }
}

/// Who must decide what.
pub fn decision<G: Sequence>(game: &G, p: &G::Position) -> Decision {
    match G::top(p) {
        step if step == G::Step::default() => Decision::Over(game.result(p)),
        step => game.decision_at(p, step),
    }
}

/// Every legal action of a side that decides now.
pub fn list<G: Sequence>(game: &G, p: &G::Position, side: Side, out: &mut Vec<G::Action>) {
    let step = G::top(p);
    if step != G::Step::default() {
        each_legal(game, p, step, side, |action| out.push(action));
    }
}

/// Gives every legal action of a side at a step to `visit`.
pub fn each_legal<G: Sequence>(
    game: &G,
    p: &G::Position,
    step: G::Step,
    side: Side,
    mut visit: impl FnMut(G::Action),
) {
    let mut offered = |action, legal| {
        if legal || game.refuse_at(p, step, side, &action).is_none() {
            visit(action);
        }
    };
    let mut offers = Offers::new(&mut offered);
    game.offers_at(p, step, side, &mut offers);
    game.offers_beside(p, step, side, &mut offers);
}

/// The rule that forbids an action of a side that decides now.
pub fn refuse<G: Sequence>(game: &G, p: &G::Position, side: Side, action: &G::Action) -> Option<Refusal> {
    game.refuse_always(p, action).or_else(|| game.refuse_at(p, G::top(p), side, action))
}

/// Takes a legal action, and runs what follows.
pub fn take<G: Sequence>(
    game: &G,
    p: &mut G::Position,
    side: Side,
    action: &G::Action,
    dice: &mut dyn Dice,
    events: &mut Vec<G::Event>,
) {
    game.before_action(p, side, action);
    game.take_at(p, G::top(p), side, action, dice, events);
    game.after_action(p, events);
    run(game, p, dice, events);
    game.after_run(p);
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

/// Makes a game of modules: the enumerations of its steps, actions and events, and [`Modules`] for its rules. The actions of each
/// module have an [`action_table!`](crate::action_table). The stack is a field of the position.
///
/// ```ignore
/// sandtable_core::modules! {
///     Drill, Position.steps;
///     /// Movement (2).
///     Movement(movement::Movement),
///     /// Combat (6).
///     Combat(combat::Combat),
/// }
/// ```
#[macro_export]
macro_rules! modules {
    ($game:ty, $position:ident . $($stack:ident).+; $($(#[$doc:meta])* $name:ident($module:ty)),+ $(,)?) => {
        /// One step of a player.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Action { $($(#[$doc])* $name(<$game as $crate::machine::Module<$module>>::Action)),+ }

        /// Something that happened.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum Event { $($(#[$doc])* $name(<$game as $crate::machine::Module<$module>>::Event)),+ }

        /// What waits to be decided or done.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Step {
            /// Nothing: the sequence of play goes on.
            #[default]
            Go,
            $($(#[$doc])* $name(<$game as $crate::machine::Module<$module>>::Step)),+
        }

        $crate::modules_of! {
            $game, $position.$($stack).+, Step, Action, Event;
            $($module { Step::$name(s) => s, Action::$name(a) => a, Action::$name, Event::$name(e) => e }),+
        }
    };
}

/// The methods of [`Modules`] that lead from a step to its module, for [`modules_of!`](crate::modules_of) and
/// [`modules_by_steps!`](crate::modules_by_steps).
#[doc(hidden)]
#[macro_export]
macro_rules! modules_at_steps {
    ($position:ident . $($stack:ident).+, $Step:ty, $Action:ty, $Event:ty; $($module:ty {
        $step:pat => $own_step:expr, $action:pat => $own_action:expr, $wrap:expr
    }),+ $(,)?) => {
        type Position = $position;
        type Step = $Step;
        type Action = $Action;
        type Event = $Event;

        fn top(p: &$position) -> $Step {
            p.$($stack).+.top()
        }

        fn run_step(
            &self,
            p: &mut $position,
            step: $Step,
            dice: &mut dyn $crate::Dice,
            events: &mut Vec<$Event>,
        ) -> $crate::machine::Flow {
            match step {
                $($step => $crate::machine::Module::<$module>::run(self, p, $own_step, dice, events),)+
                #[allow(unreachable_patterns)]
                _ => $crate::machine::Flow::Ask,
            }
        }

        fn decision_at(&self, p: &$position, step: $Step) -> $crate::Decision {
            match step {
                $($step => $crate::machine::Module::<$module>::decision(self, p, $own_step),)+
                #[allow(unreachable_patterns)]
                _ => $crate::Decision::Over($crate::machine::Sequence::result(self, p)),
            }
        }

        fn offers_at(
            &self,
            p: &$position,
            step: $Step,
            side: $crate::Side,
            out: &mut $crate::machine::Offers<'_, $Action>,
        ) {
            match step {
                $($step => {
                    // The module judges its own candidates, so that what it refuses goes no further.
                    let mut visit = |action, legal| {
                        if legal || $crate::machine::Module::<$module>::refuse(self, p, $own_step, side, &action).is_none() {
                            out.legal($wrap(action));
                        }
                    };
                    let mut own = $crate::machine::Offers::new(&mut visit);
                    $crate::machine::Module::<$module>::offers(self, p, $own_step, side, &mut own)
                })+
                #[allow(unreachable_patterns)]
                _ => {}
            }
        }

        fn refuse_at(
            &self,
            p: &$position,
            step: $Step,
            side: $crate::Side,
            action: &$Action,
        ) -> Option<$crate::Refusal> {
            match (step, action) {
                $(($step, $action) =>
                    $crate::machine::Module::<$module>::refuse(self, p, $own_step, side, $own_action),)+
                #[allow(unreachable_patterns)]
                _ => $crate::machine::Sequence::refuse_beside(self, p, step, side, action),
            }
        }

        fn take_at(
            &self,
            p: &mut $position,
            step: $Step,
            side: $crate::Side,
            action: &$Action,
            dice: &mut dyn $crate::Dice,
            events: &mut Vec<$Event>,
        ) {
            match (step, action) {
                $(($step, $action) =>
                    $crate::machine::Module::<$module>::take(self, p, $own_step, side, $own_action, dice, events),)+
                #[allow(unreachable_patterns)]
                _ => $crate::machine::Sequence::take_beside(self, p, step, side, action, dice, events),
            }
        }
    };
}

/// [`Modules`] for rules whose steps, actions and events are enumerations of their own. Each module says which steps are its
/// own, how an action and an event become one of its own, and how its actions become those of the game:
///
/// ```ignore
/// sandtable_core::modules_of! {
///     Engine<'_>, Position.play.steps, Step, Action, Event;
///     Losses { Step::Loss => (), Action::Loss(a) => a, Action::Loss, Event::Loss(e) => e },
/// }
/// ```
#[macro_export]
macro_rules! modules_of {
    ($game:ty, $position:ident . $($stack:ident).+, $Step:ty, $Action:ty, $Event:ty; $($module:ty {
        $step:pat => $own_step:expr, $action:pat => $own_action:expr, $wrap:expr, $event:pat => $own_event:expr
    }),+ $(,)?) => {
        impl $crate::machine::Modules for $game {
            $crate::modules_at_steps! {
                $position.$($stack).+, $Step, $Action, $Event;
                $($module { $step => $own_step, $action => $own_action, $wrap }),+
            }

            fn text_of(&self, p: &$position, action: &$Action) -> String {
                match action {
                    $($action => $crate::phrase::Phrases::text($own_action, self, p),)+
                    #[allow(unreachable_patterns)]
                    _ => String::new(),
                }
            }

            fn label_of(&self, p: &$position, action: &$Action) -> String {
                match action {
                    $($action => $crate::phrase::Phrases::label($own_action, self, p),)+
                    #[allow(unreachable_patterns)]
                    _ => String::new(),
                }
            }

            fn read_words(&self, p: &$position, words: &[&str]) -> Option<$Action> {
                #[allow(unused_variables)]
                let asked = match <$game as $crate::machine::Modules>::top(p) {
                    $($step => $crate::phrase::Phrases::read(self, p, words).map($wrap),)+
                    #[allow(unreachable_patterns)]
                    _ => None,
                };
                asked$(.or_else(|| $crate::phrase::Phrases::read(self, p, words).map($wrap)))+
            }

            fn handle_of(&self, p: &$position, action: &$Action) -> $crate::guide::Handle {
                match action {
                    $($action => $crate::phrase::Phrases::handle($own_action, self, p),)+
                    #[allow(unreachable_patterns)]
                    _ => $crate::guide::Handle::default(),
                }
            }

            fn line_of(
                &self,
                event: &$Event,
                viewer: $crate::view::Viewer,
            ) -> Option<$crate::game::Line> {
                match event {
                    $($event => $crate::machine::Module::<$module>::line(self, $own_event, viewer),)+
                    #[allow(unreachable_patterns)]
                    _ => $crate::machine::Sequence::line(self, event, viewer),
                }
            }
        }
    };
}

/// [`Modules`] for rules whose modules share one enumeration of steps, one of actions and one of events. A module says which steps
/// are its own; actions have one [`action_table!`](crate::action_table), and [`Sequence::line`] tells events.
///
/// ```ignore
/// sandtable_core::modules_by_steps! {
///     Fury, Position.steps, Step, Action, Event;
///     SetUp { Step::SetUp(_) },
///     Movement { Step::Moves | Step::Shift { .. } },
/// }
/// ```
#[macro_export]
macro_rules! modules_by_steps {
    ($game:ty, $position:ident . $($stack:ident).+, $Step:ty, $Action:ty, $Event:ty; $($module:ty { $step:pat }),+ $(,)?) => {
        impl $crate::machine::Modules for $game {
            $crate::modules_at_steps! {
                $position.$($stack).+, $Step, $Action, $Event;
                $($module { step @ $step => step, action => action, std::convert::identity }),+
            }

            fn text_of(&self, p: &$position, action: &$Action) -> String {
                $crate::phrase::Phrases::text(action, self, p)
            }

            fn label_of(&self, p: &$position, action: &$Action) -> String {
                $crate::phrase::Phrases::label(action, self, p)
            }

            fn read_words(&self, p: &$position, words: &[&str]) -> Option<$Action> {
                $crate::phrase::Phrases::read(self, p, words)
            }

            fn handle_of(&self, p: &$position, action: &$Action) -> $crate::guide::Handle {
                $crate::phrase::Phrases::handle(action, self, p)
            }

            fn line_of(&self, event: &$Event, viewer: $crate::view::Viewer) -> Option<$crate::game::Line> {
                $crate::machine::Sequence::line(self, event, viewer)
            }
        }
    };
}

/// The methods of [`Game`](crate::Game) that follow from the modules, inside its `impl`. It is told how the rules are had from
/// the game and a position: `by_modules!(game, p => game.engine(p))`. Actions are listed and checked on the position that the side
/// knows. Rules that look at nothing else save the copy: `by_modules!(game, p => game.engine(p), whole)`.
#[macro_export]
macro_rules! by_modules {
    ($game:ident, $p:ident => $rules:expr) => {
        $crate::by_modules!($game, $p => $rules, known_to);
    };
    ($game:ident, $p:ident => $rules:expr, $seen:ident) => {
        fn to_decide(&self, $p: &Self::Position) -> $crate::Decision {
            let $game = self;
            $crate::machine::decision(&$rules, $p)
        }

        fn actions(&self, p: &Self::Position, side: $crate::Side, out: &mut Vec<Self::Action>) {
            let $game = self;
            let known = $crate::game::$seen(self, p, side);
            let $p = &*known;
            let rules = &$rules;
            if matches!($crate::machine::decision(rules, $p), $crate::Decision::Decide { sides, .. } if sides.has(side)) {
                $crate::machine::list(rules, $p, side, out);
            }
        }

        fn check(
            &self,
            p: &Self::Position,
            side: $crate::Side,
            action: &Self::Action,
        ) -> Result<(), $crate::Illegal> {
            let $game = self;
            let known = $crate::game::$seen(self, p, side);
            let $p = &*known;
            let rules = &$rules;
            $crate::machine::check(rules, $p, side, action)
        }

        fn apply(
            &self,
            $p: &mut Self::Position,
            side: $crate::Side,
            action: &Self::Action,
            dice: &mut dyn $crate::Dice,
            events: &mut Vec<Self::Event>,
        ) {
            let $game = self;
            $crate::machine::take(&$rules, $p, side, action, dice, events);
        }
    };
}

/// The methods of [`Game`](crate::Game) that say actions and events in words, inside its `impl`.
#[macro_export]
macro_rules! words_by_modules {
    ($game:ident, $p:ident => $rules:expr) => {
        $crate::words_by_modules!($game, $p => $rules, $rules);
    };
    ($game:ident, $p:ident => $rules:expr, $any:expr) => {
        fn describe(&self, $p: &Self::Position, action: &Self::Action) -> String {
            let $game = self;
            $crate::machine::Modules::text_of(&$rules, $p, action)
        }

        fn parse(&self, $p: &Self::Position, words: &str) -> Option<Self::Action> {
            let $game = self;
            $crate::machine::parse(&$rules, $p, words)
        }

        fn tell(&self, event: &Self::Event) -> $crate::game::Line {
            $crate::Game::tell_to(self, event, $crate::view::Viewer::All).unwrap_or_default()
        }

        fn tell_to(
            &self,
            event: &Self::Event,
            viewer: $crate::view::Viewer,
        ) -> Option<$crate::game::Line> {
            let $game = self;
            $crate::machine::Modules::line_of(&$any, event, viewer)
        }
    };
}

/// An action from what is typed, in capitals or not.
pub fn parse<G: Modules>(game: &G, p: &G::Position, words: &str) -> Option<G::Action> {
    let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    game.read_words(p, &words)
}

/// Whether a side may take an action now; if not, which rules forbid it.
pub fn check<G: Sequence>(game: &G, p: &G::Position, side: Side, action: &G::Action) -> Result<(), Illegal> {
    match decision(game, p) {
        Decision::Decide { sides, .. } if sides.has(side) => match refuse(game, p, side, action) {
            None => Ok(()),
            Some(refusal) => Err(game.worded(p, side, action, &refusal)),
        },
        Decision::Decide { rule, .. } => Err(crate::Breach::new(rule, game.not_yours()).into()),
        Decision::Over(o) => Err(crate::Breach::new(o.rule, "the game is over").into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_step_is_taken_first_and_leaves_no_trace() {
        let mut steps: Steps<u8, 3> = Steps::default();
        let empty = steps;
        assert!(steps.is_empty());
        steps.push(1);
        steps.push(2);
        steps.replace(3);
        assert_eq!((steps.top(), steps.below(), steps.waiting()), (3, 1, &[1, 3][..]));
        let text = serde_json::to_string(&steps).unwrap_or_default();
        assert_eq!(serde_json::from_str::<Steps<u8, 3>>(&text).ok(), Some(steps));
        assert!(serde_json::from_str::<Steps<u8, 1>>(&text).is_err());
        assert_eq!([steps.pop(), steps.pop(), steps.pop()], [3, 1, 0]);
        assert_eq!(steps, empty);
    }

    #[test]
    #[should_panic(expected = "1 steps wait")]
    fn a_step_too_many_is_no_secret() {
        let mut steps: Steps<u8, 1> = Steps::default();
        steps.push(1);
        steps.push(2);
    }
}
