//! What makes one game of several modules.

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
        $crate::actions_and_events! {
            $($(#[$doc])* $name(
                <$game as $crate::machine::Module<$module>>::Action,
                <$game as $crate::machine::Module<$module>>::Event
            )),+
        }

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

/// The enumerations of a game's actions and events, for a game whose steps have one of their own: for each module its name, its
/// actions and its events; behind them events of no module.
///
/// ```ignore
/// sandtable_core::actions_and_events! {
///     /// Movement.
///     March(march::MarchAction, march::MarchEvent),
///     /// Losses.
///     Loss(loss::LossAction, loss::LossEvent);
///     /// What several modules do.
///     Common(CommonEvent)
/// }
/// ```
#[macro_export]
macro_rules! actions_and_events {
    ($($(#[$doc:meta])* $name:ident($action:ty, $event:ty)),+
        $(; $(#[$other_doc:meta])* $other:ident($other_event:ty))?) => {
        /// One step of a player.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Action { $($(#[$doc])* $name($action)),+ }

        /// Something that happened.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum Event { $($(#[$doc])* $name($event),)+ $($(#[$other_doc])* $other($other_event))? }
    };
}

/// The methods of [`Modules`] that lead from a step to its module, for [`modules_of!`](crate::modules_of) and
/// [`modules_by_steps!`](crate::modules_by_steps).
#[doc(hidden)]
#[macro_export]
macro_rules! modules_at_steps {
    ($position:ident $(<$added:ident>)? . $($stack:ident).+, $Step:ty, $Action:ty, $Event:ty; $($module:ty {
        $step:pat => $own_step:expr, $action:pat => $own_action:expr, $wrap:expr
    }),+ $(,)?) => {
        type Position = $position $(<$added>)?;
        type Step = $Step;
        type Action = $Action;
        type Event = $Event;

        fn top(p: &Self::Position) -> $Step {
            p.$($stack).+.top()
        }

        fn run_step(
            &self,
            p: &mut Self::Position,
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

        fn decision_at(&self, p: &Self::Position, step: $Step) -> $crate::Decision {
            match step {
                $($step => $crate::machine::Module::<$module>::decision(self, p, $own_step),)+
                #[allow(unreachable_patterns)]
                _ => $crate::Decision::Over($crate::machine::Sequence::result(self, p)),
            }
        }

        fn offers_at(
            &self,
            p: &Self::Position,
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
            p: &Self::Position,
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
            p: &mut Self::Position,
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

            fn phrases_of<'a>(&'a self, action: &'a $Action) -> Option<&'a dyn $crate::phrase::Phrases<Self>> {
                match action {
                    $($action => Some($own_action as &dyn $crate::phrase::Phrases<Self>),)+
                    #[allow(unreachable_patterns)]
                    _ => None,
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

            fn phrases_of<'a>(&'a self, action: &'a $Action) -> Option<&'a dyn $crate::phrase::Phrases<Self>> {
                Some(action)
            }

            fn read_words(&self, p: &$position, words: &[&str]) -> Option<$Action> {
                $crate::phrase::Phrases::read(self, p, words)
            }

            fn line_of(&self, event: &$Event, viewer: $crate::view::Viewer) -> Option<$crate::game::Line> {
                $crate::machine::Sequence::line(self, event, viewer)
            }
        }
    };
}
