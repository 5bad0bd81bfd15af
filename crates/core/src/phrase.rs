//! Actions in words: one table says what an action is, how it is typed and read, and how it is made by hand.
//!
//! [`action_table!`](crate::action_table) makes the enumeration of a module's actions from sentences with gaps:
//!
//! ```
//! use sandtable_core::phrase::{Place, Unit};
//! sandtable_core::action_table! {
//!     /// What a player may do while units move.
//!     pub enum MoveAction {
//!         /// A unit moves.
//!         Move { unit: Unit, to: Place } = "move {unit} to {to}",
//!         /// No more moves.
//!         End {} = "end movement",
//!     }
//! }
//! # fn main() { let _ = MoveAction::Move { unit: Unit(1), to: Place(2) }; }
//! ```

use crate::Bar;
use crate::game::Breach;
use crate::guide::Handle;
use serde::{Deserialize, Serialize};

/// A unit, by its place in the list of counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Unit(pub u8);

/// A hex or area, by its place on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Place(pub u16);

/// What fills a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A unit.
    Unit(Unit),
    /// A place.
    Place(Place),
}

impl From<Unit> for Operand {
    fn from(unit: Unit) -> Operand {
        Operand::Unit(unit)
    }
}

impl From<Place> for Operand {
    fn from(place: Place) -> Operand {
        Operand::Place(place)
    }
}

/// What can be read from words.
pub trait ReadOperand: Sized {
    /// The thing of a name, if the game has one.
    fn read<G: Names>(game: &G, name: &str) -> Option<Self>;
}

impl ReadOperand for Unit {
    fn read<G: Names>(game: &G, name: &str) -> Option<Unit> {
        game.unit_named(name)
    }
}

impl ReadOperand for Place {
    fn read<G: Names>(game: &G, name: &str) -> Option<Place> {
        game.place_named(name)
    }
}

/// What a game calls its units and places.
pub trait Names {
    /// Everything that changes.
    type Position;

    /// The name of a unit, as it is typed and shown.
    fn unit_name(&self, unit: Unit) -> String;
    /// The id of a unit, as the table knows it.
    fn unit_id(&self, unit: Unit) -> String;
    /// The unit of a name or id.
    fn unit_named(&self, name: &str) -> Option<Unit>;
    /// The name of a place.
    fn place_name(&self, place: Place) -> String;
    /// The place of a name.
    fn place_named(&self, name: &str) -> Option<Place>;
}

/// The actions of a module; [`action_table!`](crate::action_table) writes it.
pub trait Phrases: Sized {
    /// The sentence of an action with its gaps, and what fills them in order.
    fn phrase(&self) -> (&'static str, [Option<Operand>; 3]);
    /// An action from words.
    fn read<G: Names>(game: &G, words: &[&str]) -> Option<Self>;
}

/// An action as it is typed.
pub fn text<G: Names, A: Phrases>(game: &G, _p: &G::Position, action: &A) -> String {
    let (pattern, operands) = action.phrase();
    let mut operands = operands.into_iter().flatten();
    let name = |o: Operand| match o {
        Operand::Unit(unit) => game.unit_name(unit),
        Operand::Place(place) => game.place_name(place),
    };
    let words = pattern.split(' ').map(|word| match word.starts_with('{') {
        true => operands.next().map_or_else(String::new, name),
        false => word.to_string(),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// An action from its words.
pub fn read<G: Names, A: Phrases>(game: &G, _p: &G::Position, words: &[&str]) -> Option<A> {
    A::read(game, words)
}

/// The words that fill the gaps of a sentence, if all the others are there. A gap takes as few words as it can.
pub fn gaps<'w>(pattern: &str, words: &'w [&'w str]) -> Option<Vec<String>> {
    let Some((first, rest)) = pattern.split_once(' ').or((!pattern.is_empty()).then_some((pattern, "")))
    else {
        return words.is_empty().then(Vec::new);
    };
    if !first.starts_with('{') {
        let (word, left) = words.split_first()?;
        return if word.eq_ignore_ascii_case(first) { gaps(rest, left) } else { None };
    }
    (1..=words.len()).find_map(|n| {
        let mut filled = vec![words[..n].join(" ")];
        filled.extend(gaps(rest, &words[n..])?);
        Some(filled)
    })
}

/// How an action is made by hand: its units are picked up, its place is pointed at, and its first word is the verb.
pub fn handle<G: Names, A: Phrases>(game: &G, _p: &G::Position, action: &A) -> Handle {
    let (pattern, operands) = action.phrase();
    let mut handle = Handle::button(pattern.split(' ').next().unwrap_or(pattern));
    for operand in operands.into_iter().flatten() {
        match operand {
            Operand::Unit(unit) => handle.pieces.push(game.unit_id(unit)),
            Operand::Place(place) => handle.place = Some(game.place_name(place)),
        }
    }
    handle
}

/// What bars an action, in words.
pub fn breach<G: Names>(game: &G, _p: &G::Position, bar: &Bar) -> Breach {
    let unit = |n: u16| u8::try_from(n).map_or_else(|_| "?".to_string(), |n| game.unit_name(Unit(n)));
    bar.breach(unit, |n| game.place_name(Place(n)))
}

/// The actions of a module, each with its sentence; see [`phrase`](crate::phrase).
#[macro_export]
macro_rules! action_table {
    ($(#[$about:meta])* pub enum $name:ident {
        $($(#[$doc:meta])* $variant:ident { $($field:ident: $kind:ty),* } = $pattern:literal),+ $(,)?
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum $name {
            $($(#[$doc])* $variant { $(#[doc = "Fills a gap of the sentence."] $field: $kind),* }),+
        }

        impl $crate::phrase::Phrases for $name {
            fn phrase(&self) -> (&'static str, [Option<$crate::phrase::Operand>; 3]) {
                match *self {
                    $($name::$variant { $($field),* } => {
                        let all: &[$crate::phrase::Operand] = &[$($field.into()),*];
                        ($pattern, std::array::from_fn(|i| all.get(i).copied()))
                    })+
                }
            }

            fn read<G: $crate::phrase::Names>(_game: &G, words: &[&str]) -> Option<$name> {
                $(if let Some(_gaps) = $crate::phrase::gaps($pattern, words) {
                    let mut _next = _gaps.iter();
                    let read = (|| Some($name::$variant {
                        $($field: <$kind as $crate::phrase::ReadOperand>::read(_game, _next.next()?)?),*
                    }))();
                    if read.is_some() {
                        return read;
                    }
                })+
                None
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_take_as_few_words_as_they_can() {
        let words = |text: &'static str| text.split(' ').collect::<Vec<_>>();
        let read = |text| gaps("move {unit} to {to}", &words(text));
        assert_eq!(read("move 1st Foot to 0304"), Some(vec!["1st Foot".to_string(), "0304".to_string()]));
        assert_eq!(read("MOVE a To b to c"), Some(vec!["a".to_string(), "b to c".to_string()]));
        assert_eq!((read("move a"), read("move a to"), read("go a to b")), (None, None, None));
        assert_eq!(gaps("end movement", &words("end movement")), Some(vec![]));
        assert_eq!(gaps("end movement", &words("end movement now")), None);
    }
}
