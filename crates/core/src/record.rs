//! A game is its record: a header and the list of actions with their dice.

use crate::game::Options;
use crate::seal::{Secret, from_hex, salt, seal_choice, to_hex};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::ser::Formatter;
use serde_json::value::{RawValue, to_raw_value};
use std::io::{self, Write};

/// Version of the record's format.
pub const FORMAT: u32 = 1;

/// After how many moves a snapshot is kept.
pub const SNAPSHOT_EVERY: usize = 256;

/// Where the dice of a game come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum DiceSource {
    /// From secrets whose seals were published; a secret that is still closed is missing.
    Sealed {
        /// Seals, as hexadecimal digits: the table's first, then each seat's.
        seals: Vec<String>,
        /// The secrets as far as they are opened or this holder's to keep.
        secrets: Vec<Option<String>>,
        /// Whether players may also roll their own and type it in: fine at one's own table, not between strangers.
        #[serde(default)]
        hand: bool,
        /// Of how many first moves the dice are not of these secrets, those of the set-up included: the game goes on from a file or
        /// from another game. Nothing if all of them are.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<usize>,
        /// What seats put into the dice, in the order in which they did.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        seats: Vec<SeatSeal>,
        /// Whether a seat shows a link with every move of its own, because it may not know whether dice are rolled for it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        every: bool,
    },
    /// Rolled by the players and typed in.
    Hand,
}

/// The end of a chain of secrets that a seat put into the dice (see [`crate::chains`]).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatSeal {
    /// Whose seat, by id.
    pub side: String,
    /// After how many moves it was put in.
    pub after: usize,
    /// The end of the chain, as hexadecimal digits.
    pub seal: String,
}

impl DiceSource {
    /// The seals, as they were published before the first roll.
    pub fn seals(&self) -> &[String] {
        match self {
            DiceSource::Sealed { seals, .. } => seals,
            DiceSource::Hand => &[],
        }
    }

    /// Whether somebody can foresee the dice: they follow from a number that somebody chose, or are typed in. Then no seal proves
    /// anything.
    pub fn foreseeable(&self) -> bool {
        !matches!(self, DiceSource::Sealed { hand: false, .. })
    }

    /// Sealed dice from secrets, all of them kept in the record.
    pub fn sealed(secrets: &[Secret]) -> DiceSource {
        DiceSource::Sealed {
            seals: secrets.iter().map(|s| to_hex(&s.seal().0)).collect(),
            secrets: secrets.iter().map(|s| Some(to_hex(&s.0))).collect(),
            hand: false,
            before: None,
            seats: vec![],
            every: false,
        }
    }

    /// Refuses seals that bind nobody: none at all, more or fewer than secrets, or a secret that is not the one that was sealed.
    pub fn check(&self) -> Result<(), String> {
        let DiceSource::Sealed { seals, secrets, .. } = self else { return Ok(()) };
        if seals.is_empty() {
            return Err("they have no seal, so anybody could have chosen them".to_string());
        }
        if seals.len() != secrets.len() {
            return Err(format!("there are {} seals and {} secrets", seals.len(), secrets.len()));
        }
        for (i, (seal, secret)) in seals.iter().zip(secrets).enumerate() {
            if from_hex(seal).is_none() {
                return Err(format!("seal {} is not 64 hexadecimal digits", i + 1));
            }
            if secret.as_ref().is_some_and(|s| opened(s, seal).is_none()) {
                return Err(format!("secret {} does not fit its seal", i + 1));
            }
        }
        Ok(())
    }

    /// The secrets, if all of them are there and fit their seals.
    pub fn secrets(&self) -> Option<Vec<Secret>> {
        let DiceSource::Sealed { seals, secrets, .. } = self else { return None };
        if seals.is_empty() || seals.len() != secrets.len() {
            return None;
        }
        secrets.iter().zip(seals).map(|(secret, seal)| opened(secret.as_deref()?, seal)).collect()
    }

    /// The numbers of the secrets that are not there, from 1.
    pub fn missing(&self) -> Vec<usize> {
        let DiceSource::Sealed { secrets, .. } = self else { return vec![] };
        secrets.iter().enumerate().filter(|(_, s)| s.is_none()).map(|(i, _)| i + 1).collect()
    }

    /// Of how many first moves the dice are not of these secrets; nothing if all of them are.
    pub fn before(&self) -> Option<usize> {
        match self {
            DiceSource::Sealed { before, .. } => *before,
            DiceSource::Hand => None,
        }
    }

    /// Moves were taken back: what seats put in since then counts as put in now, and moves that are made anew roll dice of these secrets.
    pub(crate) fn back_to(&mut self, moves: usize) {
        if let DiceSource::Sealed { seats, before, .. } = self {
            *before = before.map(|n| n.min(moves));
            seats.iter_mut().for_each(|s| s.after = s.after.min(moves));
        }
    }

    /// What seats put in.
    pub fn seats(&self) -> &[SeatSeal] {
        match self {
            DiceSource::Sealed { seats, .. } => seats,
            DiceSource::Hand => &[],
        }
    }
}

/// The secret of a seal, if it is that.
fn opened(secret: &str, seal: &str) -> Option<Secret> {
    let secret = Secret(from_hex(secret)?);
    (to_hex(&secret.seal().0) == seal).then_some(secret)
}

/// One action with what was rolled for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry<A> {
    /// Who, by id.
    pub side: String,
    /// What.
    pub action: A,
    /// The dice rolled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u8>,
    /// How many faces each die has; left out where all of them have six.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faces: Vec<u8>,
    /// Whether the dice were rolled by hand and typed in: then nothing proves them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hand: bool,
    /// The next link of the mover's chain of secrets, which the dice follow from too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reveal: Option<String>,
    /// Hash of the position after it.
    pub hash: String,
    /// The seal of a secret choice, as it was published when it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<ChoiceSeal>,
}

/// The published seal of a secret choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChoiceSeal {
    /// The seal, as hexadecimal digits.
    pub seal: String,
    /// How many moves had been taken back in the game by then: a choice made anew has another seal.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub undone: u64,
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

impl ChoiceSeal {
    /// Seals the choice that a side makes with a move of a record, counted from 1.
    pub fn new<A: Serialize>(
        secrets: &[Secret],
        number: usize,
        undone: u64,
        side: &str,
        action: &A,
    ) -> ChoiceSeal {
        // Actions are plain values; one that had no JSON could not be in a record either.
        let choice = format!("{side} {}", serde_json::to_string(action).unwrap_or_default());
        let seal = seal_choice(choice.as_bytes(), &salt(secrets, number as u64, undone));
        ChoiceSeal { seal: to_hex(&seal.0), undone }
    }
}

/// A position kept so that late games open fast.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot<P> {
    /// After how many moves.
    pub after: usize,
    /// The position.
    pub position: P,
}

/// What a record says before its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// Version of the format.
    pub sandtable: u32,
    /// The game.
    pub game: String,
    /// Version of its rules.
    pub rules: u32,
    /// The scenario.
    pub scenario: String,
    /// Options.
    pub options: Options,
    /// Where dice come from.
    pub dice: DiceSource,
    /// Dice rolled to set the game up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub start_dice: Vec<u8>,
    /// How many faces each of those has; left out where all of them have six.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub start_faces: Vec<u8>,
    /// A position by hand instead of the scenario's start, as it was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
}

/// A whole game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record<P, A> {
    /// What comes before the moves.
    #[serde(flatten)]
    pub head: Head,
    /// The moves.
    pub moves: Vec<Entry<A>>,
    /// Snapshots.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub snapshots: Vec<Snapshot<P>>,
}

/// A move of a game of any type: its action is the JSON that stands in the record.
pub type AnyEntry = Entry<Box<RawValue>>;

/// A snapshot of a game of any type.
pub type AnySnapshot = Snapshot<Box<RawValue>>;

/// A record of a game of any type.
pub type AnyRecord = Record<Box<RawValue>, Box<RawValue>>;

/// A part of a record that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{part} {number} cannot be read: {error}")]
pub struct Unreadable {
    /// `move`, or `the snapshot after move`.
    pub part: &'static str,
    /// The number of the move, from 1.
    pub number: usize,
    /// What is wrong.
    pub error: serde_json::Error,
}

/// The JSON of an action or a position. Both are plain values, which always have one.
pub fn raw<T: Serialize>(value: &T) -> Box<RawValue> {
    to_raw_value(value).unwrap_or_default()
}

impl<A: Serialize> Entry<A> {
    /// The same without its type.
    pub fn erase(&self) -> AnyEntry {
        Entry {
            side: self.side.clone(),
            action: raw(&self.action),
            dice: self.dice.clone(),
            faces: self.faces.clone(),
            hand: self.hand,
            reveal: self.reveal.clone(),
            hash: self.hash.clone(),
            seal: self.seal.clone(),
        }
    }
}

/// Faces as they stand in a record: dice of six are not worth a word.
pub fn told_faces(faces: Vec<u8>) -> Vec<u8> {
    if faces.iter().all(|f| *f == 6) { vec![] } else { faces }
}

impl<P: Serialize> Snapshot<P> {
    /// The same without its type.
    pub fn erase(&self) -> AnySnapshot {
        Snapshot { after: self.after, position: raw(&self.position) }
    }
}

impl<P: Serialize, A: Serialize> Record<P, A> {
    /// The same without its types. The last snapshot is enough to open it fast; all of them would be most of a long game's file.
    pub fn erase(&self) -> AnyRecord {
        Record {
            head: self.head.clone(),
            moves: self.moves.iter().map(Entry::erase).collect(),
            snapshots: self.snapshots.last().map(Snapshot::erase).into_iter().collect(),
        }
    }

    /// The text of a game file. Every move has a line of its own: you can read it, and a difference shows where it is.
    pub fn to_text(&self) -> String {
        let mut out = Vec::new();
        let mut writer = serde_json::Serializer::with_formatter(&mut out, MoveLines::default());
        // Writing into memory does not fail.
        let written = self.serialize(&mut writer).is_ok();
        out.push(b'\n');
        String::from_utf8(out).ok().filter(|_| written).unwrap_or_default()
    }
}

impl AnyRecord {
    /// The same with the types of its game.
    pub fn typed<P: DeserializeOwned, A: DeserializeOwned>(&self) -> Result<Record<P, A>, Unreadable> {
        let mut moves = Vec::with_capacity(self.moves.len());
        for (i, m) in self.moves.iter().enumerate() {
            let unreadable = |error| Unreadable { part: "move", number: i + 1, error };
            moves.push(Entry {
                side: m.side.clone(),
                action: serde_json::from_str(m.action.get()).map_err(unreadable)?,
                dice: m.dice.clone(),
                faces: m.faces.clone(),
                hand: m.hand,
                reveal: m.reveal.clone(),
                hash: m.hash.clone(),
                seal: m.seal.clone(),
            });
        }
        let mut snapshots = Vec::with_capacity(self.snapshots.len());
        for s in &self.snapshots {
            let unreadable = |error| Unreadable { part: "the snapshot after move", number: s.after, error };
            let position = serde_json::from_str(s.position.get()).map_err(unreadable)?;
            snapshots.push(Snapshot { after: s.after, position });
        }
        Ok(Record { head: self.head.clone(), moves, snapshots })
    }
}

/// Writes the objects of the lists of a record, which are its moves and snapshots, a line each.
#[derive(Default)]
struct MoveLines {
    depth: usize,
    in_lines: bool,
}

impl Formatter for MoveLines {
    fn begin_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        writer.write_all(b"[")
    }

    fn end_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        let last_line = self.depth == 1 && std::mem::take(&mut self.in_lines);
        writer.write_all(if last_line { b"\n]" } else { b"]" })
    }

    fn begin_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        let line = self.depth == 2;
        self.in_lines |= line;
        self.depth += 1;
        writer.write_all(if line { b"\n{" } else { b"{" })
    }

    fn end_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        writer.write_all(b"}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_as_it_is_written_with_and_without_its_types() {
        let entry = |action: (u8, Vec<u8>)| Entry {
            side: "a".to_string(),
            action,
            dice: vec![],
            faces: vec![],
            hand: false,
            reveal: None,
            hash: "0".to_string(),
            seal: None,
        };
        let record = Record {
            head: Head {
                sandtable: FORMAT,
                game: "toy".to_string(),
                rules: 1,
                scenario: "short".to_string(),
                options: Options::new(),
                dice: DiceSource::sealed(&[Secret::from_seed(1)]),
                start_dice: vec![],
                start_faces: vec![],
                position: None,
            },
            moves: vec![entry((1, vec![2])), entry((3, vec![]))],
            snapshots: vec![Snapshot { after: 2, position: vec![(4, 5)] }],
        };
        let text = record.to_text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 6, "{text}");
        assert!(lines[1].starts_with("{\"side\":\"a\",\"action\":[1,[2]]"), "{text}");
        let any: AnyRecord = serde_json::from_str(&text).unwrap();
        assert_eq!(any.to_text(), text);
        assert_eq!(record.erase().to_text(), text);
        assert_eq!(any.typed().ok(), Some(record));
        let wrong = any.typed::<Vec<(u8, u8)>, (u8, u8)>().unwrap_err().to_string();
        assert!(wrong.starts_with("move 1 cannot be read"), "{wrong}");
    }
}
