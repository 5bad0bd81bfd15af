//! What a record proves of its dice.

use crate::chains::Chains;
use crate::record::{DiceSource, Record};
use serde::Serialize;

/// How far the dice of a record are proved, when every move of it was verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum DiceProof {
    /// Every die follows from the secrets that were sealed before the first roll.
    Proved,
    /// Every die follows from the secrets, but somebody may have known them: the game was made with a seed.
    Seeded,
    /// Dice were rolled by hand and typed in.
    #[serde(rename = "typed in")]
    TypedIn,
    /// Secrets are missing, or the dice are those of another game.
    Unproved,
}

/// What a record proves of its dice, and what not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Proof {
    /// All in all.
    pub dice: DiceProof,
    /// The numbers of secrets that are missing, from 1.
    pub missing: Vec<usize>,
    /// The dice of this many first moves, and those of the set-up, came from elsewhere; nothing if none did.
    pub before: Option<usize>,
    /// The moves whose dice were typed in.
    pub typed_in: Vec<usize>,
    /// What seats put into the dice.
    pub seats: Vec<SeatProof>,
    /// Moves that rolled without a link of the mover's chain, though it counted: a bot moved, or another program.
    pub without_link: Vec<usize>,
}

/// What a seat put into the dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatProof {
    /// Whose seat.
    pub side: String,
    /// After how many moves.
    pub after: usize,
    /// The seal of its chain.
    pub seal: String,
    /// How many links of it were shown.
    pub links: usize,
}

impl Proof {
    /// What a record proves if each of its moves was verified.
    pub fn of<P, A>(record: &Record<P, A>) -> Proof {
        let dice = &record.head.dice;
        let mut chains = Chains::new(dice).unwrap_or_default();
        let (mut typed_in, mut without_link) = (Vec::new(), Vec::new());
        let before = dice.before().filter(|n| {
            let foreign = record.moves.iter().take(*n).any(|m| !m.dice.is_empty());
            foreign || !record.head.start_dice.is_empty()
        });
        for (i, entry) in record.moves.iter().enumerate() {
            let rolled = !entry.dice.is_empty();
            if rolled && (entry.hand || *dice == DiceSource::Hand) {
                typed_in.push(i + 1);
            }
            if rolled && entry.reveal.is_none() && chains.counts(&entry.side, i) {
                without_link.push(i + 1);
            }
            // What does not fit was refused when the record was verified.
            let _ = chains.pass(&entry.side, i, rolled, entry.reveal.as_deref());
        }
        let seats = dice.seats().iter().zip(chains.standing()).map(|(seat, chain)| SeatProof {
            side: seat.side.clone(),
            after: seat.after,
            seal: seat.seal.clone(),
            links: chain.shown,
        });
        let seats = seats.collect();
        let missing = dice.missing();
        let all = match dice {
            DiceSource::Hand => DiceProof::TypedIn,
            _ if !missing.is_empty() || before.is_some() => DiceProof::Unproved,
            _ if !typed_in.is_empty() => DiceProof::TypedIn,
            DiceSource::Sealed { hand: true, .. } => DiceProof::Seeded,
            DiceSource::Sealed { .. } => DiceProof::Proved,
        };
        Proof { dice: all, missing, before, typed_in, seats, without_link }
    }

    /// In a sentence.
    pub fn said(&self) -> String {
        let many = |numbers: &[usize]| match numbers {
            [one] => format!("move {one}"),
            [first, .., last] => format!("{} moves between {first} and {last}", numbers.len()),
            [] => "no move".to_string(),
        };
        match self.dice {
            DiceProof::Proved => "every die follows from the sealed secrets".to_string(),
            DiceProof::Seeded => {
                "every die follows from the secrets, which somebody may have known: the game was made with a seed".to_string()
            }
            DiceProof::TypedIn if self.typed_in.is_empty() => "the dice of this game are rolled by hand".to_string(),
            DiceProof::TypedIn => format!("the dice of {} were rolled by hand, and nothing proves them", many(&self.typed_in)),
            DiceProof::Unproved => match (&self.missing[..], self.before) {
                ([], before) => format!(
                    "the dice of {} came from a file or from another game, and nothing here proves them",
                    match before {
                        None | Some(0) => "the set-up".to_string(),
                        Some(n) => format!("the first {n} moves"),
                    }
                ),
                ([one], _) => format!("the dice can't be proved: secret {one} is missing"),
                (several, _) => format!(
                    "the dice can't be proved: the secrets {} are missing",
                    several.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
                ),
            },
        }
    }
}
