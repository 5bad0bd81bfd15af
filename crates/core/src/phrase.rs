//! Actions in words and by hand. One table says of each action how it is typed and read, what it is called for people, and how
//! it is made at the table: see [`action_table!`](crate::action_table).

use crate::guide::Handle;
use crate::machine::Modules;

/// A row of a table of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The verb, the same for all actions of its kind.
    pub verb: &'static str,
    /// Whether the table should show the odds before it is done.
    pub weigh: bool,
    /// The action as it is typed, with `{name}` for each operand.
    pub typed: &'static str,
    /// The action for people, with the same gaps.
    pub label: &'static str,
}

/// What an action is about, as it is said and shown: a unit, a place, a number.
pub trait Shown<G: Modules> {
    /// As it is typed.
    fn text(&self, game: &G, p: &G::Position) -> String;
    /// As people call it.
    fn label(&self, game: &G, p: &G::Position) -> String {
        self.text(game, p)
    }
    /// What is picked up or pointed at when the action is made by hand.
    fn touch(&self, _game: &G, _p: &G::Position, _handle: &mut Handle) {}
    /// Whether there is such a thing: an action may come from outside with any numbers.
    fn exists(&self, _game: &G) -> bool {
        true
    }
}

/// What an action is about, as it is read.
pub trait Operand<G: Modules>: Shown<G> + Sized {
    /// The thing of these words in lower case, if there is one.
    fn read(game: &G, p: &G::Position, words: &str) -> Option<Self>;
}

/// Operands with their names.
pub type Operands<'a, G> = Vec<(&'static str, &'a dyn Shown<G>)>;

/// The actions of a module in words and by hand; [`action_table!`](crate::action_table) writes it.
pub trait Phrases<G: Modules> {
    /// An action as it is typed.
    fn text(&self, game: &G, p: &G::Position) -> String;
    /// An action for people.
    fn label(&self, game: &G, p: &G::Position) -> String {
        self.text(game, p)
    }
    /// An action from its words in lower case.
    fn read(game: &G, p: &G::Position, words: &[&str]) -> Option<Self>
    where
        Self: Sized;
    /// How an action is made by hand.
    fn handle(&self, game: &G, p: &G::Position) -> Handle;
    /// Whether there is all that an action is about.
    fn exists(&self, game: &G) -> bool;
}

/// A game that adds no actions says none.
impl<G: Modules> Phrases<G> for crate::machine::Never {
    fn text(&self, _: &G, _: &G::Position) -> String {
        match *self {}
    }

    fn read(_: &G, _: &G::Position, _: &[&str]) -> Option<Self> {
        None
    }

    fn handle(&self, _: &G, _: &G::Position) -> Handle {
        match *self {}
    }

    fn exists(&self, _: &G) -> bool {
        match *self {}
    }
}

/// Names one after the other, the last after a word of its own: `a, b and c`.
pub fn listed<S: AsRef<str>>(names: &[S], last: &str) -> String {
    match names {
        [] => "nobody".to_string(),
        [one] => one.as_ref().to_string(),
        [first @ .., end] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {last} {}", first.join(", "), end.as_ref())
        }
    }
}

/// A sentence with its gaps filled. Brackets in the text of an operand stay as they are.
pub fn fill(sentence: &str, filled: &[(&str, String)]) -> String {
    let mut out = String::with_capacity(sentence.len() + 16);
    let mut rest = sentence;
    while let Some((before, gap)) = rest.split_once('{') {
        out.push_str(before);
        let (name, after) = gap.split_once('}').unwrap_or((gap, ""));
        out.push_str(filled.iter().find(|(n, _)| *n == name).map_or("", |(_, text)| text));
        rest = after;
    }
    out + rest
}

/// An action as it is typed.
pub fn text<G: Modules>(row: &Row, operands: &Operands<'_, G>, game: &G, p: &G::Position) -> String {
    let filled: Vec<_> = operands.iter().map(|(name, o)| (*name, o.text(game, p))).collect();
    fill(row.typed, &filled)
}

/// An action for people.
pub fn label<G: Modules>(row: &Row, operands: &Operands<'_, G>, game: &G, p: &G::Position) -> String {
    let filled: Vec<_> = operands.iter().map(|(name, o)| (*name, o.label(game, p))).collect();
    fill(row.label, &filled)
}

/// How an action is made by hand.
pub fn handle<G: Modules>(row: &Row, operands: &Operands<'_, G>, game: &G, p: &G::Position) -> Handle {
    let mut handle = Handle { weigh: row.weigh, ..Handle::button(row.verb) };
    operands.iter().for_each(|(_, o)| o.touch(game, p, &mut handle));
    handle
}

/// What the words put into the gaps of a sentence, in order.
pub type Gaps = Vec<(&'static str, String)>;

/// Tries every way to fill the gaps of a sentence with words until one can be read. A gap takes at least one word, and as few as
/// it can.
pub fn read<A>(sentence: &'static str, words: &[&str], read_gaps: &dyn Fn(&Gaps) -> Option<A>) -> Option<A> {
    fn go<A>(
        pattern: &[&'static str],
        words: &[&str],
        gaps: &mut Gaps,
        read_gaps: &dyn Fn(&Gaps) -> Option<A>,
    ) -> Option<A> {
        let Some((first, rest)) = pattern.split_first() else {
            return if words.is_empty() { read_gaps(gaps) } else { None };
        };
        let Some(name) = first.strip_prefix('{').and_then(|f| f.strip_suffix('}')) else {
            let (word, left) = words.split_first()?;
            return if word.eq_ignore_ascii_case(first) { go(rest, left, gaps, read_gaps) } else { None };
        };
        // The last gap takes what is left.
        let fewest = if rest.is_empty() { words.len().max(1) } else { 1 };
        (fewest..=words.len()).find_map(|n| {
            gaps.push((name, words[..n].join(" ")));
            let found = go(rest, &words[n..], gaps, read_gaps);
            gaps.pop();
            found
        })
    }
    let pattern: Vec<&'static str> = sentence.split(' ').collect();
    go(&pattern, words, &mut Vec::new(), read_gaps)
}

/// The text in a gap.
pub fn gap<'a>(gaps: &'a Gaps, name: &str) -> Option<&'a str> {
    gaps.iter().find(|(n, _)| *n == name).map(|(_, text)| text.as_str())
}

/// The table of a module's actions. A row is an action with the names of its operands, its verb (and `weigh` if the table should
/// show the odds first), the words that are typed, and the words for people:
///
/// ```ignore
/// sandtable_core::action_table! {
///     MovementAction, Drill;
///     (Move { unit, to }) unit, to = "move": "move {unit} to {to}", "Move {unit} to {to}";
///     (Attack { hex, hasty: true }) hex = "attack" weigh: "attack {hex} in haste", "Hasty attack on {hex}";
///     (End) = "end": "end movement", "End your movement";
/// }
/// ```
///
/// The type of each operand is an [`Operand`] of the game. Rows are read in their order. A gap is a word of its sentence. A second
/// row of the same action is another way to type it. What an action is about by the position alone is a constant that is
/// [`Shown`]: `(Assault) & hex: COMBAT_HEX = "assault" weigh: "assault", "Assault {hex}";`. By hand, all operands are picked up or
/// pointed at; if it is something else, brackets say what: `(With(leader)) leader [Marching] = …`. If what a game
/// adds to a system has a table of its own, the head says so: `Action<A: Adds> beside Own, Engine<'_, A>;`.
#[macro_export]
macro_rules! action_table {
    ($name:ident $(<$added:ident: $bound:path>)? $(beside $other:ident)?, $game:ty; $(
        ($($action:tt)+) $($operand:ident),* $(& $shown:ident: $constant:ident)? $([$($touched:expr),*])? =
            $verb:literal $($weigh:ident)? : $typed:literal, $label:literal
    );+ $(;)?) => {
        impl $(<$added: $bound>)? $name $(<$added>)? {
            fn row(&self) -> ($crate::phrase::Row, $crate::phrase::Operands<'_, $game>) {
                #[allow(unreachable_patterns)]
                match self {
                    $($name::$($action)+ => (
                        $crate::phrase::Row {
                            verb: $verb,
                            weigh: $crate::action_table!(@weigh $($weigh)?),
                            typed: $typed,
                            label: $label,
                        },
                        vec![
                            $((stringify!($operand), $operand as &dyn $crate::phrase::Shown<$game>),)*
                            $((stringify!($shown), &$constant as &dyn $crate::phrase::Shown<$game>))?
                        ],
                    ),)+
                    $($name::$other(_) => {
                        ($crate::phrase::Row { verb: "", weigh: false, typed: "", label: "" }, Vec::new())
                    })?
                }
            }
        }

        impl $(<$added: $bound>)? $crate::phrase::Phrases<$game> for $name $(<$added>)? {
            fn text(&self, game: &$game, p: &<$game as $crate::machine::Modules>::Position) -> String {
                let (row, operands) = self.row();
                $crate::phrase::text(&row, &operands, game, p)
            }

            fn label(&self, game: &$game, p: &<$game as $crate::machine::Modules>::Position) -> String {
                let (row, operands) = self.row();
                $crate::phrase::label(&row, &operands, game, p)
            }

            fn handle(
                &self,
                game: &$game,
                p: &<$game as $crate::machine::Modules>::Position,
            ) -> $crate::guide::Handle {
                let (row, operands) = self.row();
                #[allow(unreachable_patterns, unused_variables)]
                let handle = match self {
                    $($name::$($action)+ => $crate::action_table!(@handle (row, operands, game, p) $([$($touched),*])?),)+
                    $($name::$other(_) => $crate::phrase::handle(&row, &operands, game, p),)?
                };
                handle
            }

            fn exists(&self, game: &$game) -> bool {
                self.row().1.iter().all(|(_, operand)| operand.exists(game))
            }

            fn read(
                _game: &$game,
                _p: &<$game as $crate::machine::Modules>::Position,
                words: &[&str],
            ) -> Option<Self> {
                $(if let Some(read) = $crate::phrase::read($typed, words, &|_gaps| {
                    $(let $operand = $crate::phrase::Operand::<$game>::read(
                        _game, _p, $crate::phrase::gap(_gaps, stringify!($operand))?)?;)*
                    Some($name::$($action)+)
                }) {
                    return Some(read);
                })+
                None
            }
        }
    };
    (@handle ($row:ident, $operands:ident, $game:ident, $p:ident)) => {
        $crate::phrase::handle(&$row, &$operands, $game, $p)
    };
    (@handle ($row:ident, $operands:ident, $game:ident, $p:ident) [$($touched:expr),*]) => {{
        let mut handle = $crate::phrase::handle(&$row, &Vec::new(), $game, $p);
        $($crate::phrase::Shown::touch(&$touched, $game, $p, &mut handle);)*
        handle
    }};
    (@weigh) => { false };
    (@weigh weigh) => { true };
}

/// The actions of a module with their table in one: each with its fields, and behind `=` its row of the
/// [`action_table!`](crate::action_table).
///
/// ```ignore
/// sandtable_core::actions! {
///     /// What a player may do.
///     pub enum MovementAction for Drill {
///         /// A unit moves.
///         Move { unit: UnitId, to: HexId } = "move": "move {unit} to {to}", "Move {unit} to {to}";
///         /// No more moves.
///         End = "end": "end movement", "End your movement";
///     }
/// }
/// ```
#[macro_export]
macro_rules! actions {
    ($(#[$about:meta])* pub enum $name:ident for $game:ty {
        $($(#[$doc:meta])* $action:ident $({ $($field:ident: $of:ty),+ })? =
            $verb:literal $($weigh:ident)? : $typed:literal, $label:literal;)+
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[allow(missing_docs)]
        pub enum $name { $($(#[$doc])* $action $({ $($field: $of),+ })?),+ }

        $crate::action_table! {
            $name, $game;
            $(($action { $($($field),+)? }) $($($field),+)? = $verb $($weigh)? : $typed, $label);+
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_take_as_few_words_as_can_be_read() {
        let words = |text: &'static str| text.split(' ').collect::<Vec<_>>();
        let filled = |text, fits: &dyn Fn(&str) -> bool| {
            read("move {unit} to {to}", &words(text), &|gaps| {
                let (unit, to) = (gap(gaps, "unit")?, gap(gaps, "to")?);
                fits(unit).then(|| (unit.to_string(), to.to_string()))
            })
        };
        let any = |_: &str| true;
        let both = |a: &str, b: &str| Some((a.to_string(), b.to_string()));
        assert_eq!(filled("move 1st foot to 0304", &any), both("1st foot", "0304"));
        assert_eq!(filled("MOVE a to b to c", &any), both("a", "b to c"));
        assert_eq!(filled("move a to b to c", &|u| u == "a to b"), both("a to b", "c"));
        assert_eq!(
            (filled("move a", &any), filled("move a to", &any), filled("go a to b", &any)),
            (None, None, None)
        );
        let end = |text| read("end movement", &words(text), &|gaps| Some(gaps.len()));
        assert_eq!((end("end movement"), end("end movement now")), (Some(0), None));
    }

    #[test]
    fn names_are_listed_with_a_word_before_the_last() {
        assert_eq!(listed(&["a", "b", "c"], "or"), "a, b or c");
        assert_eq!(
            (listed(&["a"], "or"), listed::<&str>(&[], "or")),
            ("a".to_string(), "nobody".to_string())
        );
    }

    #[test]
    fn gaps_are_filled_by_name() {
        let filled = [("to", "0304".to_string()), ("unit", "1st {Foot}".to_string())];
        assert_eq!(fill("move {unit} to {to}, {unit}", &filled), "move 1st {Foot} to 0304, 1st {Foot}");
    }
}
