//! The machine of a game: a stack of steps that wait for one another, and modules that know them.
//!
//! A [`Module`] is a phase or procedure of the rulebook, with steps, actions and events of its own. [`modules!`](crate::modules)
//! makes one game of several: it derives the enumerations and the way from a step to its module. The position keeps a [`Steps`];
//! its top is what happens next. [`by_modules!`](crate::by_modules) writes the methods of [`Game`](crate::Game) that follow.
//!
//! What is offered is what is a candidate and not refused, so that list and referee cannot disagree.

use crate::Bar;
use crate::dice::Dice;
use crate::game::{Decision, Line, Side};
use crate::guide::Handle;
use serde::{Deserialize, Serialize};

/// A stack of at most `N` steps; the last one pushed is taken first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Steps<S, const N: usize> {
    list: [Option<S>; N],
    depth: u8,
}

impl<S: Copy, const N: usize> Default for Steps<S, N> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<S: Copy, const N: usize> Steps<S, N> {
    /// Nothing waits.
    pub const NONE: Self = Steps { list: [None; N], depth: 0 };

    /// The step that is next; nothing if none waits.
    pub fn top(&self) -> Option<S> {
        usize::from(self.depth).checked_sub(1).and_then(|at| self.list[at])
    }

    /// Puts a step on top.
    ///
    /// # Panics
    ///
    /// If `N` steps wait already: a game that gets there has a fault, and to drop a step would hide it.
    pub fn push(&mut self, step: S) {
        let free = self.list.get_mut(usize::from(self.depth));
        *free.unwrap_or_else(|| panic!("{N} steps wait, and another one comes")) = Some(step);
        self.depth += 1;
    }

    /// Takes the top step off.
    pub fn pop(&mut self) -> Option<S> {
        let at = usize::from(self.depth).checked_sub(1)?;
        self.depth -= 1;
        // What is gone leaves no trace, so that equal positions are equal.
        self.list[at].take()
    }

    /// Puts another step in place of the top one.
    pub fn replace(&mut self, step: S) {
        self.pop();
        self.push(step);
    }

    /// The steps that wait, the next one last.
    pub fn iter(&self) -> impl Iterator<Item = S> {
        self.list.iter().copied().flatten()
    }
}

impl<S: Copy + Serialize, const N: usize> Serialize for Steps<S, N> {
    fn serialize<Z: serde::Serializer>(&self, to: Z) -> Result<Z::Ok, Z::Error> {
        to.collect_seq(self.iter())
    }
}

impl<'de, S: Copy + Deserialize<'de>, const N: usize> Deserialize<'de> for Steps<S, N> {
    fn deserialize<Z: serde::Deserializer<'de>>(from: Z) -> Result<Self, Z::Error> {
        let list = Vec::<S>::deserialize(from)?;
        if list.len() > N {
            return Err(serde::de::Error::custom(format!("{} steps wait, {N} can", list.len())));
        }
        let mut steps = Steps::NONE;
        list.into_iter().for_each(|step| steps.push(step));
        Ok(steps)
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

/// A game that is made of modules; [`modules!`](crate::modules) writes most of it.
pub trait Modules: Sized {
    /// Everything that changes.
    type Position;
    /// What waits.
    type Step: Copy;
    /// One step of a player.
    type Action: Copy;
    /// Something that happened.
    type Event;

    /// The step on top of the stack.
    fn top(p: &Self::Position) -> Option<Self::Step>;
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
    /// Actions that may be legal at a step.
    fn candidates_at(
        &self,
        p: &Self::Position,
        step: Self::Step,
        side: Side,
        visit: &mut dyn FnMut(Self::Action),
    );
    /// What bars an action at a step; a module that is not asked bars whatever is its own.
    fn bar_at(&self, p: &Self::Position, step: Self::Step, side: Side, action: &Self::Action) -> Option<Bar>;
    /// Takes an action at its step.
    fn take_at(
        &self,
        p: &mut Self::Position,
        step: Self::Step,
        action: &Self::Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Self::Event>,
    );
    /// An action as it is typed.
    fn text_of(&self, p: &Self::Position, action: &Self::Action) -> String;
    /// An action from its words, whichever module it belongs to.
    fn read_words(&self, p: &Self::Position, words: &[&str]) -> Option<Self::Action>;
    /// How an action is made by hand.
    fn handle_of(&self, p: &Self::Position, action: &Self::Action) -> Handle;
    /// An event as a line of the log.
    fn line_of(&self, event: &Self::Event) -> Line;
}

/// Runs steps until somebody must decide or nothing waits.
pub fn run<G: Modules>(game: &G, p: &mut G::Position, dice: &mut dyn Dice, events: &mut Vec<G::Event>) {
    while let Some(step) = G::top(p) {
        if game.run_step(p, step, dice, events) == Flow::Ask {
            return;
        }
    }
}

/// A phase or procedure of the rulebook.
pub trait Module<G: Modules> {
    /// What waits in it.
    type Step: Copy;
    /// What a player may do in it.
    type Action: Copy;
    /// What happens in it.
    type Event;

    /// Does what needs no decision.
    fn run(
        game: &G,
        p: &mut G::Position,
        step: Self::Step,
        dice: &mut dyn Dice,
        events: &mut Vec<G::Event>,
    ) -> Flow;
    /// Who must decide what.
    fn decision(game: &G, p: &G::Position, step: Self::Step) -> Decision;
    /// Actions that may be legal; those that [`bar`](Module::bar) lets pass are offered.
    fn candidates(
        game: &G,
        p: &G::Position,
        step: Self::Step,
        side: Side,
        visit: &mut dyn FnMut(Self::Action),
    );
    /// What bars an action, if anything does.
    fn bar(game: &G, p: &G::Position, step: Self::Step, side: Side, action: &Self::Action) -> Option<Bar>;
    /// Takes a legal action.
    fn take(
        game: &G,
        p: &mut G::Position,
        step: Self::Step,
        action: &Self::Action,
        dice: &mut dyn Dice,
        events: &mut Vec<G::Event>,
    );
    /// An event as a line of the log.
    fn line(game: &G, event: &Self::Event) -> Line;
}

/// Makes a game of modules: the enumerations of its steps, actions and events, and [`Modules`] for it. The position has a field
/// `steps`; the game implements [`Names`](crate::phrase::Names), and the actions of each module are an
/// [`action_table!`](crate::action_table).
///
/// ```ignore
/// sandtable_core::modules! {
///     Drill, Position;
///     /// Movement (2).
///     Movement(movement::Movement),
///     /// Combat (5).
///     Combat(combat::Combat),
/// }
/// ```
#[macro_export]
macro_rules! modules {
    ($game:ty, $position:ty; $($(#[$doc:meta])* $name:ident($module:ty)),+ $(,)?) => {
        /// One step of a player.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Action { $($(#[$doc])* $name(<$module as $crate::machine::Module<$game>>::Action)),+ }

        /// Something that happened.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum Event { $($(#[$doc])* $name(<$module as $crate::machine::Module<$game>>::Event)),+ }

        /// What waits to be decided or done.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Step { $($(#[$doc])* $name(<$module as $crate::machine::Module<$game>>::Step)),+ }

        impl $crate::machine::Modules for $game {
            type Position = $position;
            type Step = Step;
            type Action = Action;
            type Event = Event;

            fn top(p: &$position) -> Option<Step> {
                p.steps.top()
            }

            fn run_step(
                &self,
                p: &mut $position,
                step: Step,
                dice: &mut dyn $crate::Dice,
                events: &mut Vec<Event>,
            ) -> $crate::machine::Flow {
                match step {
                    $(Step::$name(s) => <$module as $crate::machine::Module<$game>>::run(self, p, s, dice, events)),+
                }
            }

            fn decision_at(&self, p: &$position, step: Step) -> $crate::Decision {
                match step {
                    $(Step::$name(s) => <$module as $crate::machine::Module<$game>>::decision(self, p, s)),+
                }
            }

            fn candidates_at(&self, p: &$position, step: Step, side: $crate::Side, visit: &mut dyn FnMut(Action)) {
                match step {
                    $(Step::$name(s) => <$module as $crate::machine::Module<$game>>::candidates(
                        self, p, s, side, &mut |a| visit(Action::$name(a)))),+
                }
            }

            fn bar_at(&self, p: &$position, step: Step, side: $crate::Side, action: &Action) -> Option<$crate::Bar> {
                match (step, action) {
                    $((Step::$name(s), Action::$name(a)) =>
                        <$module as $crate::machine::Module<$game>>::bar(self, p, s, side, a),)+
                    #[allow(unreachable_patterns)]
                    _ => match self.decision_at(p, step) {
                        $crate::Decision::Decide { rule, what, .. } =>
                            Some($crate::Bar::new(rule, "this cannot be done now; what is asked is: {}").word(what)),
                        $crate::Decision::Over(o) => Some($crate::Bar::new(o.rule, "the game is over")),
                    },
                }
            }

            fn take_at(
                &self,
                p: &mut $position,
                step: Step,
                action: &Action,
                dice: &mut dyn $crate::Dice,
                events: &mut Vec<Event>,
            ) {
                match (step, action) {
                    $((Step::$name(s), Action::$name(a)) =>
                        <$module as $crate::machine::Module<$game>>::take(self, p, s, a, dice, events),)+
                    #[allow(unreachable_patterns)]
                    _ => {}
                }
            }

            fn text_of(&self, p: &$position, action: &Action) -> String {
                match action {
                    $(Action::$name(a) => $crate::phrase::text(self, p, a)),+
                }
            }

            fn read_words(&self, p: &$position, words: &[&str]) -> Option<Action> {
                None$(.or_else(|| $crate::phrase::read(self, p, words).map(Action::$name)))+
            }

            fn handle_of(&self, p: &$position, action: &Action) -> $crate::guide::Handle {
                match action {
                    $(Action::$name(a) => $crate::phrase::handle(self, p, a)),+
                }
            }

            fn line_of(&self, event: &Event) -> $crate::game::Line {
                match event {
                    $(Event::$name(e) => <$module as $crate::machine::Module<$game>>::line(self, e)),+
                }
            }
        }
    };
}

/// The methods of [`Game`](crate::Game) that follow from the modules, inside its `impl`. The game says who has won where nothing
/// waits: `fn result(&self, p: &Position) -> Outcome`.
#[macro_export]
macro_rules! by_modules {
    () => {
        fn to_decide(&self, p: &Self::Position) -> $crate::Decision {
            match <Self as $crate::machine::Modules>::top(p) {
                Some(step) => $crate::machine::Modules::decision_at(self, p, step),
                None => $crate::Decision::Over(self.result(p)),
            }
        }

        fn actions(&self, p: &Self::Position, side: $crate::Side, out: &mut Vec<Self::Action>) {
            use $crate::machine::Modules as _;
            let Some(step) = <Self as $crate::machine::Modules>::top(p) else { return };
            if matches!(self.decision_at(p, step), $crate::Decision::Decide { sides, .. } if sides.has(side)) {
                self.candidates_at(p, step, side, &mut |a| {
                    if self.bar_at(p, step, side, &a).is_none() {
                        out.push(a);
                    }
                });
            }
        }

        fn check(
            &self,
            p: &Self::Position,
            side: $crate::Side,
            action: &Self::Action,
        ) -> Result<(), $crate::Illegal> {
            use $crate::machine::Modules as _;
            match ($crate::Game::to_decide(self, p), <Self as $crate::machine::Modules>::top(p)) {
                ($crate::Decision::Over(o), _) => Err($crate::game::Breach::new(o.rule, "the game is over").into()),
                ($crate::Decision::Decide { sides, rule, .. }, _) if !sides.has(side) => {
                    Err($crate::game::Breach::new(rule, "it is the other side's decision").into())
                }
                (_, step) => match step.and_then(|s| self.bar_at(p, s, side, action)) {
                    Some(bar) => Err($crate::phrase::breach(self, p, &bar).into()),
                    None => Ok(()),
                },
            }
        }

        fn apply(
            &self,
            p: &mut Self::Position,
            _side: $crate::Side,
            action: &Self::Action,
            dice: &mut dyn $crate::Dice,
            events: &mut Vec<Self::Event>,
        ) {
            use $crate::machine::Modules as _;
            if let Some(step) = <Self as $crate::machine::Modules>::top(p) {
                self.take_at(p, step, action, dice, events);
                $crate::machine::run(self, p, dice, events);
            }
        }

        fn describe(&self, p: &Self::Position, action: &Self::Action) -> String {
            $crate::machine::Modules::text_of(self, p, action)
        }

        fn parse(&self, p: &Self::Position, words: &str) -> Option<Self::Action> {
            let words: Vec<&str> = words.split_whitespace().collect();
            $crate::machine::Modules::read_words(self, p, &words)
        }

        fn tell(&self, event: &Self::Event) -> $crate::game::Line {
            $crate::machine::Modules::line_of(self, event)
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_step_is_taken_first_and_leaves_no_trace() {
        let mut steps: Steps<u8, 3> = Steps::NONE;
        steps.push(1);
        steps.push(2);
        steps.replace(3);
        assert_eq!((steps.top(), steps.iter().collect::<Vec<_>>()), (Some(3), vec![1, 3]));
        let text = serde_json::to_string(&steps).unwrap_or_default();
        assert_eq!(serde_json::from_str::<Steps<u8, 3>>(&text).ok(), Some(steps));
        assert!(serde_json::from_str::<Steps<u8, 1>>(&text).is_err());
        assert_eq!([steps.pop(), steps.pop(), steps.pop()], [Some(3), Some(1), None]);
        assert_eq!(steps, Steps::NONE);
    }

    #[test]
    #[should_panic(expected = "1 steps wait")]
    fn a_step_too_many_is_no_secret() {
        let mut steps: Steps<u8, 1> = Steps::NONE;
        steps.push(1);
        steps.push(2);
    }
}
