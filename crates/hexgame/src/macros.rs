//! What joins the modules of movement and combat to a game.

/// Takes a module of this crate into a game that has [`Phases`](crate::phases::Phases): the module's file, its name, its steps and its actions.
#[doc(hidden)]
#[macro_export]
macro_rules! take_module {
    ($game:ty, $position:ty, $file:ident, $module:ident, $step:ident, $action:ident) => {
        impl sandtable_core::machine::Module<$crate::$file::$module> for $game {
            type Step = $crate::$file::$step;
            type Action = $crate::$file::$action;
            type Event = $crate::story::Happened;

            fn run(
                &self,
                p: &mut $position,
                step: $crate::$file::$step,
                _: &mut dyn sandtable_core::Dice,
                events: &mut Vec<Event>,
            ) -> sandtable_core::machine::Flow {
                $crate::$file::run(self, p, step, events)
            }

            fn decision(&self, p: &$position, step: $crate::$file::$step) -> sandtable_core::Decision {
                $crate::$file::decision(self, p, step)
            }

            fn offers(
                &self,
                p: &$position,
                step: $crate::$file::$step,
                side: sandtable_core::Side,
                out: &mut sandtable_core::machine::Offers<'_, $crate::$file::$action>,
            ) {
                $crate::$file::offers(self, p, (step, side), out);
            }

            fn refuse(
                &self,
                p: &$position,
                step: $crate::$file::$step,
                side: sandtable_core::Side,
                action: &$crate::$file::$action,
            ) -> Option<sandtable_core::Refusal> {
                $crate::$file::refuse(self, p, (step, side), action)
            }

            fn take(
                &self,
                p: &mut $position,
                step: $crate::$file::$step,
                _: sandtable_core::Side,
                action: &$crate::$file::$action,
                dice: &mut dyn sandtable_core::Dice,
                events: &mut Vec<Event>,
            ) {
                $crate::$file::take(self, p, (step, action), dice, events);
            }

            fn line(
                &self,
                event: &$crate::story::Happened,
                _: sandtable_core::view::Viewer,
            ) -> Option<sandtable_core::game::Line> {
                Some($crate::phases::Phases::chronicle(self).line(event))
            }
        }
    };
}

/// Takes the modules [`March`](crate::march::March) and [`Assault`](crate::assault::Assault) into a game that has
/// [`Phases`](crate::phases::Phases). It stands beside a `modules!` that calls them `Movement` and `Combat`.
#[macro_export]
macro_rules! take_phases {
    ($game:ty, $position:ty) => {
        impl From<$crate::march::MarchStep> for Step {
            fn from(step: $crate::march::MarchStep) -> Step {
                Step::Movement(step)
            }
        }

        impl From<$crate::assault::AssaultStep> for Step {
            fn from(step: $crate::assault::AssaultStep) -> Step {
                Step::Combat(step)
            }
        }

        impl From<$crate::story::Happened> for Event {
            fn from(happened: $crate::story::Happened) -> Event {
                Event::Combat(happened)
            }
        }

        $crate::take_module!($game, $position, march, March, MarchStep, MarchAction);
        $crate::take_module!($game, $position, assault, Assault, AssaultStep, AssaultAction);
    };
}

/// The methods of [`Guide`](sandtable_core::guide::Guide) that follow from the phases, inside its `impl`; `Step`, `Action`, `Event` and
/// the position are those of the game.
#[macro_export]
macro_rules! guide_by_phases {
    ($position:ty) => {
        fn handle(&self, p: &$position, action: &Action) -> sandtable_core::guide::Handle {
            sandtable_core::machine::Modules::handle_of(self, p, action)
        }

        fn label(&self, p: &$position, action: &Action) -> String {
            let note = match action {
                Action::Movement(action) => $crate::phases::Phases::price(self, p, action),
                Action::Combat(action) => $crate::prompt::note(self, p, action),
            };
            sandtable_core::machine::Modules::label_of(self, p, action) + &note.unwrap_or_default()
        }

        fn place_name(&self, _: &$position, place: &str) -> String {
            let map = $crate::phases::Phases::map(self);
            map.named(place).map_or_else(|| place.to_string(), |hex| map.spot(hex))
        }

        fn prompt(&self, p: &$position, _: sandtable_core::Side) -> Option<sandtable_core::guide::Prompt> {
            match p.steps.top() {
                Step::Go => None,
                Step::Movement(_) => Some($crate::prompt::of_march(self, p)),
                Step::Combat(step) => Some($crate::prompt::of_assault(self, p, step)),
            }
        }

        fn wish(
            &self,
            p: &$position,
            _: sandtable_core::Side,
            pieces: &[String],
            place: Option<&str>,
        ) -> Option<Action> {
            if pieces.is_empty() && place.is_none() {
                return match p.steps.top() {
                    Step::Movement(_) => Some(Action::Movement($crate::march::MarchAction::End)),
                    Step::Combat($crate::assault::AssaultStep::Choose) => {
                        Some(Action::Combat($crate::assault::AssaultAction::End))
                    }
                    _ => None,
                };
            }
            let (piece, place) = (pieces.first()?, place?);
            let on_map = p.units.at($crate::OnHexes::counters(self).named(piece)?).is_some();
            let words = match p.steps.top() {
                Step::Movement(_) if on_map => format!("move {piece} to {place}"),
                Step::Movement(_) => format!("bring {piece} to {place}"),
                Step::Combat($crate::assault::AssaultStep::Choose) => format!("attack {place}"),
                _ => format!("retreat {piece} to {place}"),
            };
            sandtable_core::Game::parse(self, p, &words)
        }

        fn ways(
            &self,
            p: &$position,
            side: sandtable_core::Side,
            piece: &str,
        ) -> Vec<sandtable_core::guide::Way> {
            use $crate::phases::Phases;
            let open = |unit, to| {
                let action = Action::Movement($crate::march::MarchAction::Move { unit, to });
                sandtable_core::Game::check(self, p, side, &action).is_ok()
            };
            let reach = |unit, from| self.reach(p, unit, from);
            self.field(p).ways(piece, self.costs(), reach, open, |unit, to| self.means(p, unit, to))
        }

        fn traces(
            &self,
            p: &$position,
            _: sandtable_core::view::Viewer,
            piece: &str,
        ) -> Vec<sandtable_core::view::Layer> {
            use $crate::phases::Phases;
            let counters = $crate::OnHexes::counters(self);
            let Some(unit) = counters.named(piece) else { return Vec::new() };
            let side = counters[unit].side;
            self.field(p).supply_line(unit, 1 - side, self.home(side).0)
        }

        fn ground(
            &self,
            p: &$position,
            what: sandtable_core::guide::Ground,
        ) -> Option<Vec<sandtable_core::view::Layer>> {
            $crate::phases::Phases::ground_of(self, p, what)
        }

        fn battle(
            &self,
            p: &$position,
            _: sandtable_core::Side,
            action: &Action,
        ) -> Option<sandtable_core::guide::Battle> {
            use $crate::phases::Phases;
            let fight = match *action {
                Action::Combat($crate::assault::AssaultAction::Attack { at }) => {
                    self.fight_for(p, self.able(p, at), at)
                }
                Action::Combat($crate::assault::AssaultAction::Fight) => self.attack(p),
                _ => None,
            };
            Some(fight?.battle(self.table()))
        }

        fn battle_parts(
            &self,
            before: &$position,
            event: &Event,
            _: sandtable_core::view::Viewer,
        ) -> Vec<sandtable_core::battle::BattlePart> {
            use $crate::phases::Phases;
            let (Event::Movement(happened) | Event::Combat(happened)) = event;
            self.chronicle().parts(happened, |at| self.fight_for(before, before.attackers, at))
        }

        fn fortune(&self, _: sandtable_core::Side, events: &[Event]) -> Option<f64> {
            let table = $crate::phases::Phases::table(self);
            let steps = events.iter().filter_map(|event| match event {
                Event::Movement(happened) | Event::Combat(happened) => happened.fortune(table),
            });
            steps.reduce(|a, b| a + b).map(f64::from)
        }

        fn charts(&self) -> Vec<sandtable_core::guide::Chart> {
            use $crate::phases::Phases;
            vec![self.table().chart(Self::CITES.table)]
        }

        fn position_words(&self, _: &str) -> sandtable_core::position_words::PositionWords {
            $crate::phases::Phases::words_of_rows(self)
        }

        fn turns(&self, _: &str) -> Vec<String> {
            (1..=<Self as $crate::phases::Phases<_, _, _, _>>::TURNS).map(|t| t.to_string()).collect()
        }
    };
}

/// The rooms that [`by_rooms!`](sandtable_core::by_rooms) leads to, for positions as text: `turn`, `side`, `phase = movement | combat`, a
/// row `ID HEX` for each unit on the map with `reduced` after it if it is, `ID lost`, and `held HEX SIDE` for each place.
#[macro_export]
macro_rules! file_by_phases {
    ($game:ty, $position:ty, $empty:expr) => {
        impl $game {
            pub(crate) fn place_file(
                &self,
                _: sandtable_core::position_file::Setting<'_>,
                file: &sandtable_core::position_file::PositionFile<'_>,
                faults: &mut sandtable_core::position_file::Faults,
            ) -> Option<$position> {
                let mut p: $position = $empty;
                $crate::phases::Phases::read_rows(self, &mut p, file, faults);
                Some(p)
            }

            pub(crate) fn begin_file(
                &self,
                _: sandtable_core::position_file::Setting<'_>,
                p: &mut $position,
                file: &sandtable_core::position_file::PositionFile<'_>,
                _: &mut dyn sandtable_core::Dice,
                faults: &mut sandtable_core::position_file::Faults,
            ) {
                $crate::phases::Phases::begin_phase_of(self, p, file, faults);
            }

            pub(crate) fn write_file(
                &self,
                p: &$position,
                out: &mut sandtable_core::position_file::PositionLines,
            ) {
                $crate::phases::Phases::write_rows(self, p, out);
            }

            /// What cannot be in any position.
            pub(crate) fn find_unsound(&self, p: &$position) -> Result<(), String> {
                $crate::phases::Phases::find_unsound(self, p)
            }
        }
    };
}
