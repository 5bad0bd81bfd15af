//! What makes a [`Game`](crate::Game) of modules and rooms.

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

/// The methods of [`Game`](crate::Game) that lead into the rooms of a game, inside its `impl`: `place_file`, `begin_file` and `write_file`
/// in `file`, `draw` in `view`, `find_unsound` in `sound`.
///
/// A file may say what holds only once the phase has begun, as who has moved. Such a game says `by_rooms!(later)`: its `read_file` gives the
/// position with whatever comes later, and its `begin_file` takes that as its last argument.
#[macro_export]
macro_rules! by_rooms {
    () => {
        $crate::by_rooms!(@rooms game, setting, p, file, dice, faults;
            game.place_file(setting, file, faults),
            game.begin_file(setting, p, file, dice, faults));
    };
    (later) => {
        $crate::by_rooms!(@rooms game, setting, p, file, dice, faults;
            game.read_file(setting, file, faults).map(|(p, _)| p),
            if let Some((_, later)) = game.read_file(setting, file, faults) {
                game.begin_file(setting, p, file, dice, faults, &later);
            });
    };
    (@rooms $game:ident, $setting:ident, $p:ident, $file:ident, $dice:ident, $faults:ident;
        $place:expr, $begin:expr) => {
        fn place(
            &self,
            $setting: $crate::position_file::Setting<'_>,
            $file: &$crate::position_file::PositionFile<'_>,
            $faults: &mut $crate::position_file::Faults,
        ) -> Option<Self::Position> {
            let $game = self;
            $place
        }

        fn begin_phase(
            &self,
            $setting: $crate::position_file::Setting<'_>,
            $p: &mut Self::Position,
            $file: &$crate::position_file::PositionFile<'_>,
            $dice: &mut dyn $crate::Dice,
            $faults: &mut $crate::position_file::Faults,
        ) {
            let $game = self;
            $begin
        }

        fn write_position(&self, p: &Self::Position, out: &mut $crate::position_file::PositionLines) {
            self.write_file(p, out);
        }

        fn view(&self, p: &Self::Position, viewer: $crate::view::Viewer) -> $crate::view::View {
            self.draw(p, viewer)
        }

        fn sound(&self, p: &Self::Position) -> Result<(), String> {
            self.find_unsound(p)
        }
    };
}
