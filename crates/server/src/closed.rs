//! Games that today's rules no longer lead where they went. They are closed: to be looked at where they last stood, with their file
//! as it is stored, and to be branched off from.

use crate::caller::Caller;
use crate::dice::put_back;
use crate::error::ApiError;
use crate::store::{GameRow, Stored};
use crate::table::{Table, standing};
use crate::tables::{Tables, sealed, storage};
use crate::wire;
use sandtable_bots::any_session::AnySession;
use sandtable_bots::registry::{AnyGame, Closed, OpenOptions, Reopened, TableError};
use sandtable_core::record::{AnyEntry, AnyRecord};
use std::sync::Arc;

/// A game that does not go on, with its file.
pub(crate) struct ClosedGame {
    /// Why.
    pub(crate) closed: Closed,
    /// The whole of it, as it was played.
    pub(crate) file: AnyRecord,
}

/// A stored game as a file.
pub(crate) struct StoredFile {
    /// The file.
    pub(crate) file: AnyRecord,
    /// The number of the step that each of its moves is.
    pub(crate) numbers: Vec<usize>,
    /// How many moves were taken back.
    pub(crate) undone: u64,
}

impl StoredFile {
    /// The file of a stored game.
    pub(crate) fn of(stored: Stored) -> StoredFile {
        let Stored { row, steps, snapshot, chains, .. } = stored;
        let mut head = row.head;
        put_back(&mut head.dice, &steps, chains);
        let all = steps.len();
        let (numbers, moves): (Vec<usize>, Vec<AnyEntry>) = standing(steps).into_iter().unzip();
        let undone = ((all - moves.len()) / 2) as u64;
        StoredFile {
            file: AnyRecord { head, moves, snapshots: snapshot.into_iter().collect() },
            numbers,
            undone,
        }
    }
}

/// A game from its file, as far as it goes.
pub(crate) fn reopen(
    game: &dyn AnyGame,
    mut file: AnyRecord,
    undone: u64,
) -> Result<(Box<dyn AnySession>, Option<ClosedGame>), TableError> {
    let (session, closed): Reopened = game.reopen(&file, OpenOptions { verify: false, undone })?;
    file.snapshots.clear();
    Ok((session, closed.map(|closed| ClosedGame { closed, file })))
}

impl Table {
    /// Why the game does not go on, if today's rules do not lead where it went.
    pub(crate) fn closed(&self) -> Option<&Closed> {
        self.closed_game.as_ref().map(|c| &c.closed)
    }

    /// Refuses whatever would change a game that is closed.
    pub(crate) fn goes_on(&self) -> Result<(), ApiError> {
        let Some(closed) = self.closed() else { return Ok(()) };
        Err(ApiError::Illegal { message: told(closed), breaches: vec![] })
    }

    /// The same for those who look at it.
    pub(crate) fn told_closed(&self) -> Option<wire::ClosedGame> {
        let closed = self.closed()?;
        Some(wire::ClosedGame {
            number: closed.number,
            moves: self.closed_game.as_ref()?.file.moves.len(),
            why: closed.why.clone(),
        })
    }

    /// The file: that of a closed game is the one that is stored.
    pub(crate) fn file(&self) -> String {
        match &self.closed_game {
            Some(closed) => closed.file.to_text(),
            None => self.session.record().to_text(),
        }
    }

    /// The game after some moves with dice of its own. Of a closed game those can be taken that are legal still.
    pub(crate) fn branch(&self, at: usize) -> Result<Box<dyn AnySession>, ApiError> {
        match &self.closed_game {
            Some(closed) if at > self.session.moves() && at <= closed.file.moves.len() => {
                let mut file = closed.file.clone();
                file.moves.truncate(at);
                let session = self.game.open(&file, OpenOptions::default())?;
                Ok(session.branch(at, sealed()?)?)
            }
            _ => Ok(self.session.branch(at, sealed()?)?),
        }
    }
}

/// Why a game is closed, in words.
pub(crate) fn told(closed: &Closed) -> String {
    format!("this game is closed, because today's rules no longer lead where it went: {}", closed.why)
}

/// Why a game cannot even be begun under today's rules.
pub(crate) fn shut(e: &TableError) -> String {
    format!(
        "this game is closed, because today's rules cannot begin it: {e}; its file can be had as it is stored"
    )
}

impl Tables {
    /// Why a game of the lobby is closed. Only one that was played under another version of the rules is looked into, once.
    pub(crate) async fn why_closed(&self, game: &Arc<dyn AnyGame>, row: &GameRow) -> Option<String> {
        let known = |tables: &Tables| tables.closed.lock().ok().and_then(|c| c.get(&row.id).cloned());
        if let Some(known) = known(self) {
            return known;
        }
        if row.head.rules == game.about().rules_version {
            return None;
        }
        let stored = self.store().load(&row.id).await.ok()??;
        let game = game.clone();
        let looked = tokio::task::spawn_blocking(move || {
            let StoredFile { file, undone, .. } = StoredFile::of(stored);
            match reopen(&*game, file, undone) {
                Ok((_, closed)) => closed.map(|c| told(&c.closed)),
                Err(e) => Some(shut(&e)),
            }
        });
        let why = looked.await.ok()?;
        self.note_closed(&row.id, why.clone());
        why
    }

    /// Keeps in mind whether a game is closed.
    pub(crate) fn note_closed(&self, id: &str, why: Option<String>) {
        if let Ok(mut closed) = self.closed.lock() {
            closed.insert(id.to_string(), why);
        }
    }

    /// A game that cannot even be begun, as it is stored, for somebody with the key of a seat or at one's own table.
    pub(crate) async fn shut(&self, id: &str, caller: &Caller) -> Result<(String, String), ApiError> {
        let stored = self.store().load(id).await.map_err(storage)?;
        let stored = stored.ok_or_else(|| ApiError::Unknown(format!("there is no game `{id}` here")))?;
        let mine = stored.row.seats.iter().any(|s| s.is_of(caller));
        if !mine && !self.settings.home() {
            return Err(ApiError::Seat("this game is for those who played it".to_string()));
        }
        let game = stored.row.game.clone();
        let mut file = StoredFile::of(stored).file;
        file.snapshots.clear();
        Ok((game, file.to_text()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::StoredStep;
    use sandtable_core::record::{DiceSource, Entry, raw};
    use sandtable_core::seal::Secret;

    #[test]
    fn what_a_seat_put_in_stands_after_the_moves_that_were_left() {
        let step = || {
            StoredStep::Move(Box::new(Entry {
                side: "a".to_string(),
                action: raw(&1),
                dice: vec![],
                faces: vec![],
                hand: false,
                reveal: None,
                hash: String::new(),
                seal: None,
            }))
        };
        let steps = [step(), step(), step(), StoredStep::Undo, StoredStep::Undo, step()];
        let chain = |step| crate::dice::StoredChain {
            side: "a".to_string(),
            seal: String::new(),
            step,
            every: false,
        };
        let mut dice = DiceSource::sealed(&[Secret::from_seed(1)]);
        put_back(&mut dice, &steps, [0, 1, 3, 5, 6, 99].map(chain).to_vec());
        let after: Vec<_> = dice.seats().iter().map(|s| s.after).collect();
        assert_eq!(after, [0, 1, 1, 1, 2, 2]);
    }
}
