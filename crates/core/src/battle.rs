//! The story of a battle, part by part, for the card that a table shows: who fights, what is added up, the dice, the
//! result, and what becomes of everybody.
//!
//! A game tells the parts of an event in [`Guide::battle_parts`](crate::guide::Guide::battle_parts). A table keeps them from
//! the one that [opens](BattlePart::Opens) a battle to the one that [closes](BattlePart::Closes) it.

use crate::game::Side;
use crate::guide::{Factor, Force, Guide};
use crate::view::Viewer;
use serde::Serialize;

/// What became of a piece in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum FateKind {
    /// It lost steps, factors or cohesion.
    Loss,
    /// It is gone.
    Destroyed,
    /// It went back.
    Retreat,
    /// It went forward into what was won.
    Advance,
    /// Something else that a player wants to know.
    Other,
}

/// A part of the story of a battle. Text is for people: names, never ids; `side` is the id of a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "part", rename_all = "snake_case")]
pub enum BattlePart {
    /// A battle begins; one that was open before is over.
    Opens {
        /// Where.
        place: String,
        /// What it is: "Assault on Ivangorod".
        title: String,
        /// Who attacks.
        attackers: Vec<Force>,
        /// Who defends.
        defenders: Vec<Force>,
    },
    /// Somebody joins it, as support or relief.
    Joins {
        /// Whether on the side of the attack.
        attacks: bool,
        /// Who.
        force: Force,
    },
    /// What is added up: the rows make the total, to the last point.
    Sum {
        /// What is added up: "Modifiers of the die", "Attack strength".
        name: String,
        /// The rows.
        rows: Vec<Factor>,
        /// Their sum.
        total: i16,
    },
    /// The odds in words: "3:1 (12 against 4)".
    Odds {
        /// In words.
        text: String,
        /// Under which rule.
        rule: &'static str,
    },
    /// Dice.
    Roll {
        /// Who rolled; empty where nobody in particular did.
        side: &'static str,
        /// What for.
        what: String,
        /// The dice as they fell.
        dice: Vec<u8>,
    },
    /// What came of it, in words.
    Result {
        /// In words.
        text: String,
        /// Under which rule.
        rule: &'static str,
    },
    /// What became of somebody.
    Fate {
        /// What kind of thing.
        kind: FateKind,
        /// Whose.
        side: &'static str,
        /// The piece's id, if the viewer may know it; else empty.
        piece: String,
        /// What happened, in words: "XIV Corps loses a step".
        text: String,
        /// The places that it went through, if it went.
        places: Vec<String>,
    },
    /// It is over.
    Closes,
}

impl BattlePart {
    /// Why the rows of a sum do not make its total, if they do not.
    pub fn wrong_sum(&self) -> Option<String> {
        let BattlePart::Sum { name, rows, total } = self else { return None };
        let sum: i32 = rows.iter().map(|r| i32::from(r.value)).sum();
        (sum != i32::from(*total)).then(|| format!("{name}: the rows make {sum}, the total says {total}"))
    }
}

/// What the events of a step add to the story of a battle, for a viewer. While others have still to choose, a choice is that of the
/// mover alone, who is `pending` then.
pub fn told<G: Guide>(
    game: &G,
    before: &G::Position,
    events: &[G::Event],
    pending: Option<Side>,
    viewer: Viewer,
) -> Vec<BattlePart> {
    if pending.is_some_and(|mover| viewer != Viewer::All && viewer != Viewer::Side(mover)) {
        return Vec::new();
    }
    events.iter().flat_map(|e| game.battle_parts(before, e, viewer)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_make_the_total() {
        let row = |value| Factor { value, why: "a reason".into(), rule: "1" };
        let sum = |rows: &[i16], total| BattlePart::Sum {
            name: "Die".into(),
            rows: rows.iter().map(|v| row(*v)).collect(),
            total,
        };
        assert_eq!(sum(&[2, -1], 1).wrong_sum(), None);
        assert_eq!(sum(&[2], 1).wrong_sum().as_deref(), Some("Die: the rows make 2, the total says 1"));
        assert_eq!(BattlePart::Closes.wrong_sum(), None);
    }
}
