//! Dice that the table proves, or says that it cannot: games from files, and what seats put into the dice.

use crate::caller::Caller;
use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::store::{StoreError, StoredStep};
use crate::table::Table;
use crate::tables::{Tables, detached, storage};
use crate::wire::{self, DiceFacts, SeatChain};
use axum::Json;
use axum::extract::{Path, State};
use sandtable_bots::any_session::AnySession;
use sandtable_bots::registry::{AnyGame, OpenOptions, TableError};
use sandtable_core::Decision;
use sandtable_core::chains::Link;
use sandtable_core::record::{AnyRecord, DiceSource, SeatSeal};
use sandtable_core::seal::{from_hex, to_hex};
use sandtable_core::view::Viewer;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A chain that a seat put into the dice, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredChain {
    /// Whose seat.
    pub side: String,
    /// The end of the chain.
    pub seal: String,
    /// How many steps the game had, those taken back included.
    pub step: usize,
    /// Whether the seat shows a link with every move of its own.
    pub every: bool,
}

/// A game from a file, every move of it checked from the first on. Who brings the file may know its secrets: a game that goes on
/// does so with dice of this table, and one that is over stays as it is. True if it is over.
pub(crate) fn take_in(
    game: &dyn AnyGame,
    mut record: AnyRecord,
    fresh_dice: DiceSource,
) -> Result<(Box<dyn AnySession>, bool), TableError> {
    // Snapshots of a stranger are not believed.
    record.snapshots.clear();
    let session = game.open(&record, OpenOptions { verify: true, undone: 0 })?;
    match session.decision(Viewer::All) {
        Decision::Over(_) => Ok((session, true)),
        Decision::Decide { .. } => Ok((session.branch(session.moves(), fresh_dice)?, false)),
    }
}

/// Puts what seats put into the dice back where it stood among the moves.
pub(crate) fn put_back(dice: &mut DiceSource, steps: &[StoredStep], chains: Vec<StoredChain>) {
    let DiceSource::Sealed { seats, before, every, .. } = dice else { return };
    let mut standing = vec![0_usize];
    for step in steps {
        let now = standing.last().copied().unwrap_or(0);
        standing.push(match step {
            StoredStep::Move(_) => now + 1,
            StoredStep::Undo => now.saturating_sub(1),
        });
    }
    // If moves were taken back since, it stands after the last that was not.
    for at in (1..standing.len()).rev() {
        standing[at - 1] = standing[at - 1].min(standing[at]);
    }
    let last = standing.len() - 1;
    *before = before.map(|n| n.min(standing[n.min(last)]));
    *every |= chains.iter().any(|c| c.every);
    seats.extend(chains.into_iter().map(|c| SeatSeal {
        side: c.side,
        after: standing[c.step.min(last)],
        seal: c.seal,
    }));
}

/// What an action brings for the dice.
pub(crate) fn link(reveal: Option<&str>) -> Result<Link, ApiError> {
    match reveal {
        None => Ok(Link::None),
        Some("ask") => Ok(Link::Ask),
        Some(hex) => from_hex(hex).map(Link::Given).ok_or_else(|| {
            ApiError::Broken("`reveal` should be `ask`, or a link of 64 hexadecimal digits".to_string())
        }),
    }
}

/// What is known of the dice of a game.
pub(crate) fn facts(table: &Table) -> DiceFacts {
    let session = table.session();
    let dice = &session.head().dice;
    let seals = dice.seats().iter().zip(session.chains().standing());
    let proof = table.outcome().is_some().then(|| session.proof());
    DiceFacts {
        before: dice.before(),
        from_file: table.extra.from_file,
        seats: seals
            .map(|(seat, chain)| SeatChain {
                side: seat.side.clone(),
                after: seat.after,
                seal: seat.seal.clone(),
                link: to_hex(chain.link),
                counts: chain.counts,
            })
            .collect(),
        said: proof.as_ref().map(|p| p.said()),
        proof,
    }
}

impl Tables {
    async fn put_in(
        &self,
        mut table: tokio::sync::OwnedMutexGuard<Table>,
        side: sandtable_core::Side,
        seal: String,
    ) -> Result<DiceFacts, ApiError> {
        table.may_act(side)?;
        let id = table.game().about().side_id(side).to_string();
        let seal = seal.to_ascii_lowercase();
        let there = table.session().head().dice.seats();
        if there.iter().any(|s| s.side == id && s.seal == seal) {
            return Ok(facts(&table));
        }
        let number = there.len() + 1;
        table.session.put_in(side, &seal)?;
        let every = matches!(table.session().head().dice, DiceSource::Sealed { every: true, .. });
        let chain = StoredChain { side: id, seal, step: table.number, every };
        if let Err(e) = self.store().put_in(&table.id, number, &chain).await {
            // It is not in the dice unless it is on the disk.
            table.must_reload = true;
            return Err(match e {
                StoreError::Taken => ApiError::Busy(
                    "another seat put its secret in at the same moment; send yours again".to_string(),
                ),
                e => storage(e),
            });
        }
        Ok(facts(&table))
    }
}

/// Puts a secret of your seat into the dice to come, so that not even the keeper of this table can choose what you roll. The
/// documentation tells how the chain is made.
#[utoipa::path(post, path = "/api/games/{id}/dice", tag = "game",
    extensions(("x-authority" = json!("seat")), ("x-limit" = json!("act"))), security(("seat" = [])),
    params(("id" = String, Path)), request_body = wire::PutIn,
    responses((status = 200, body = wire::DiceFacts), (status = 403, body = wire::Problem),
        (status = 422, body = wire::Problem)))]
pub async fn put_in(
    State(tables): State<Arc<Tables>>,
    Path(id): Path<String>,
    caller: Caller,
    JsonBody(wish): JsonBody<wire::PutIn>,
) -> Result<Json<DiceFacts>, ApiError> {
    detached(async move {
        let table = tables.table(&id).await?;
        let side = table.acting(&table.sides_of(&caller), wish.side.as_deref())?;
        tables.put_in(table, side, wish.seal).await.map(Json)
    })
    .await
}
