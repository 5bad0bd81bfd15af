//! What units and hexes are called, typed and read, for the table of a game's actions.

use crate::{Counters, HexId, UnitId};
use sandtable_board::topology::Hex;
use sandtable_board::{HexBoard, Number};
use sandtable_core::guide::Handle;
use sandtable_core::machine::Modules;
use sandtable_core::phrase::{Operand, Shown};
use sandtable_core::{Illegal, Refusal};
use sandtable_ops::Id;

/// A game with counters on hexes: [`UnitId`] and [`HexId`] can stand in the [`actions!`](sandtable_core::actions) of its modules.
pub trait OnHexes: Modules {
    /// Its board.
    fn board(&self) -> &HexBoard;
    /// Its counters.
    fn counters(&self) -> &Counters;

    /// A refusal in words, with the names of units and hexes.
    fn breach(&self, refusal: &Refusal) -> Illegal {
        let unit = |n: u16| self.counters().list().get(usize::from(n)).map_or("?", |c| &c.name).to_string();
        refusal.breach(unit, |n| self.board().topology().number(Hex(n)).to_string()).into()
    }
}

impl<G: OnHexes> Shown<G> for UnitId {
    fn text(&self, game: &G, _: &G::Position) -> String {
        game.counters()[*self].name.clone()
    }

    fn touch(&self, game: &G, _: &G::Position, handle: &mut Handle) {
        handle.pieces.push(game.counters()[*self].id.clone());
    }

    fn exists(&self, game: &G) -> bool {
        game.counters().has(*self)
    }
}

impl<G: OnHexes> Operand<G> for UnitId {
    fn read(game: &G, _: &G::Position, words: &str) -> Option<UnitId> {
        game.counters().named(words)
    }
}

impl<G: OnHexes> Shown<G> for HexId {
    fn text(&self, game: &G, _: &G::Position) -> String {
        game.board().topology().number(Hex(self.0)).to_string()
    }

    fn label(&self, game: &G, p: &G::Position) -> String {
        let name = self.text(game, p);
        game.board().place(Hex(self.0)).map_or(name.clone(), |place| format!("{name} {}", place.name))
    }

    fn touch(&self, game: &G, p: &G::Position, handle: &mut Handle) {
        handle.place = Some(self.text(game, p));
    }

    fn exists(&self, game: &G) -> bool {
        self.index() < game.board().topology().hex_count()
    }
}

impl<G: OnHexes> Operand<G> for HexId {
    fn read(game: &G, _: &G::Position, words: &str) -> Option<HexId> {
        words.parse().ok().and_then(|n: Number| game.board().topology().hex(n)).map(|h| HexId(h.0))
    }
}

/// Actions of a module of any game with counters on hexes, each with its row: the verb, whether the table shows the odds first, what is
/// typed, and what people read.
macro_rules! actions_on_hexes {
    ($(#[$about:meta])* pub enum $name:ident {
        $($(#[$doc:meta])* $action:ident $({ $($field:ident: $of:ty),+ })? =
            $verb:literal, $weigh:literal: $typed:literal, $label:literal;)+
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[allow(missing_docs)]
        pub enum $name { $($(#[$doc])* $action $({ $($field: $of),+ })?),+ }

        impl $name {
            fn row<G: $crate::OnHexes>(&self) -> (sandtable_core::phrase::Row, sandtable_core::phrase::Operands<'_, G>) {
                match self {
                    $($name::$action $({ $($field),+ })? => (
                        sandtable_core::phrase::Row { verb: $verb, weigh: $weigh, typed: $typed, label: $label },
                        vec![$($((stringify!($field), $field as &dyn sandtable_core::phrase::Shown<G>)),+)?],
                    ),)+
                }
            }
        }

        impl<G: $crate::OnHexes> sandtable_core::phrase::Phrases<G> for $name {
            fn text(&self, game: &G, p: &G::Position) -> String {
                let (row, operands) = self.row();
                sandtable_core::phrase::text(&row, &operands, game, p)
            }

            fn label(&self, game: &G, p: &G::Position) -> String {
                let (row, operands) = self.row();
                sandtable_core::phrase::label(&row, &operands, game, p)
            }

            fn handle(&self, game: &G, p: &G::Position) -> sandtable_core::guide::Handle {
                let (row, operands) = self.row();
                sandtable_core::phrase::handle(&row, &operands, game, p)
            }

            fn exists(&self, game: &G) -> bool {
                self.row::<G>().1.iter().all(|(_, operand)| operand.exists(game))
            }

            fn read(game: &G, p: &G::Position, words: &[&str]) -> Option<Self> {
                $(if let Some(read) = sandtable_core::phrase::read($typed, words, &|_gaps| {
                    $($(let $field = sandtable_core::phrase::Operand::<G>::read(
                        game, p, sandtable_core::phrase::gap(_gaps, stringify!($field))?)?;)+)?
                    Some($name::$action $({ $($field),+ })?)
                }) {
                    return Some(read);
                })+
                None
            }
        }
    };
}
