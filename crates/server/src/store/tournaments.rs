//! Tables of tournaments.

use super::claims::Claim;
use super::opponents::texts;
use super::{Store, StoreError, json, read};
use crate::wire::NewTournament;
use sqlx::Row as _;
use sqlx::any::AnyRow;

pub(super) const TABLES: [&str; 3] = [
    "CREATE TABLE IF NOT EXISTS tournaments (id TEXT PRIMARY KEY, maker TEXT NOT NULL, wish TEXT NOT NULL, state TEXT NOT NULL, \
     round BIGINT NOT NULL, at BIGINT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS entries (tournament TEXT NOT NULL, who TEXT NOT NULL, at BIGINT NOT NULL, withdrawn BIGINT NOT NULL, \
     PRIMARY KEY (tournament, who))",
    "CREATE TABLE IF NOT EXISTS pairings (tournament TEXT NOT NULL, round BIGINT NOT NULL, board BIGINT NOT NULL, one TEXT NOT NULL, \
     two TEXT NOT NULL, game TEXT NOT NULL, result TEXT NOT NULL, PRIMARY KEY (tournament, round, board))",
];

/// A tournament as it is kept.
#[derive(Clone, Debug)]
pub struct TournamentRow {
    /// Its id.
    pub id: String,
    /// The account that made it.
    pub maker: String,
    /// What was wished.
    pub wish: NewTournament,
    /// Where it stands: `open`, `running`, `over`, `cancelled`.
    pub state: String,
    /// The round that is played.
    pub round: i64,
    /// When it was made.
    pub at: i64,
}

/// Somebody who plays in a tournament.
#[derive(Clone, Debug)]
pub struct EntryRow {
    /// The account, or a bot as `bot:regular` or `bot:regular#2`.
    pub who: String,
    /// Whether the player has withdrawn.
    pub withdrawn: bool,
}

/// A game of a tournament.
#[derive(Clone, Debug)]
pub struct PairingRow {
    /// Its round, from 1.
    pub round: i64,
    /// Its number in the round.
    pub board: i64,
    /// Who plays the first side.
    pub one: String,
    /// Who plays the second; empty in a bye.
    pub two: String,
    /// The game; empty if there is none.
    pub game: String,
    /// `one`, `two`, `draw`, `void`, `bye`; empty while it goes on.
    pub result: String,
}

impl Store {
    /// Tournaments, the newest first.
    pub async fn tournaments(&self, before: i64, most: i64) -> Result<Vec<TournamentRow>, StoreError> {
        let query = "SELECT id, maker, wish, state, round, at FROM tournaments WHERE at < $1 ORDER BY at DESC LIMIT $2";
        let rows = sqlx::query(query).bind(before).bind(most).fetch_all(&self.pool).await?;
        Ok(rows.iter().filter_map(|r| tournament_row(r).ok()).collect())
    }

    /// The ids of those that are played.
    pub async fn running_tournaments(&self) -> Result<Vec<String>, StoreError> {
        texts(&sqlx::query("SELECT id FROM tournaments WHERE state = 'running'").fetch_all(&self.pool).await?)
    }

    /// How many of an account are open or played.
    pub async fn tournaments_of(&self, account: &str) -> Result<i64, StoreError> {
        let query = "SELECT COUNT(*) FROM tournaments WHERE maker = $1 AND state IN ('open', 'running')";
        Ok(sqlx::query(query).bind(account.to_string()).fetch_one(&self.pool).await?.try_get(0)?)
    }

    /// A tournament.
    pub async fn tournament(&self, id: &str) -> Result<Option<TournamentRow>, StoreError> {
        let query = "SELECT id, maker, wish, state, round, at FROM tournaments WHERE id = $1";
        let row = sqlx::query(query).bind(id.to_string()).fetch_optional(&self.pool).await?;
        row.as_ref().map(tournament_row).transpose()
    }

    /// Who plays in it, in the order in which they came.
    pub async fn entries(&self, tournament: &str) -> Result<Vec<EntryRow>, StoreError> {
        let query = "SELECT who, withdrawn FROM entries WHERE tournament = $1 ORDER BY at, who";
        let rows = sqlx::query(query).bind(tournament.to_string()).fetch_all(&self.pool).await?;
        rows.iter()
            .map(|r| Ok(EntryRow { who: r.try_get(0)?, withdrawn: r.try_get::<i64, _>(1)? != 0 }))
            .collect()
    }

    /// Its games.
    pub async fn pairings(&self, tournament: &str) -> Result<Vec<PairingRow>, StoreError> {
        let query = "SELECT round, board, one, two, game, result FROM pairings WHERE tournament = $1 ORDER BY round, board";
        let rows = sqlx::query(query).bind(tournament.to_string()).fetch_all(&self.pool).await?;
        let row = |r: &AnyRow| {
            Ok(PairingRow {
                round: r.try_get(0)?,
                board: r.try_get(1)?,
                one: r.try_get(2)?,
                two: r.try_get(3)?,
                game: r.try_get(4)?,
                result: r.try_get(5)?,
            })
        };
        rows.iter().map(row).collect()
    }

    /// Keeps a tournament.
    pub async fn add_tournament(&self, row: &TournamentRow) -> Result<(), StoreError> {
        let claim = Claim::one(
            "INSERT INTO tournaments (id, maker, wish, state, round, at) VALUES ($1, $2, $3, $4, $5, $6)",
            [
                (&row.id).into(),
                (&row.maker).into(),
                json(&row.wish)?.into(),
                (&row.state).into(),
                row.round.into(),
                row.at.into(),
            ],
        );
        self.make(&[claim]).await
    }
}

impl Claim {
    /// Only if the tournament stands there: it goes on to another state and round.
    pub fn tournament(id: &str, from: (&str, i64), to: (&str, i64)) -> Claim {
        Claim::one(
            "UPDATE tournaments SET state = $1, round = $2 WHERE id = $3 AND state = $4 AND round = $5",
            [to.0.into(), to.1.into(), id.into(), from.0.into(), from.1.into()],
        )
    }

    /// Only while it is open: somebody joins.
    pub fn enters(tournament: &str, who: &str, at: i64) -> [Claim; 2] {
        [
            Claim::tournament(tournament, ("open", 0), ("open", 0)),
            Claim::one(
                "INSERT INTO entries (tournament, who, at, withdrawn) VALUES ($1, $2, $3, 0)",
                [tournament.into(), who.into(), at.into()],
            ),
        ]
    }

    /// Only while it is open: somebody leaves.
    pub fn leaves(tournament: &str, who: &str) -> [Claim; 2] {
        [
            Claim::tournament(tournament, ("open", 0), ("open", 0)),
            Claim::one(
                "DELETE FROM entries WHERE tournament = $1 AND who = $2",
                [tournament.into(), who.into()],
            ),
        ]
    }

    /// Somebody withdraws from a tournament that is played.
    pub fn withdraws(tournament: &str, who: &str) -> Claim {
        Claim::any(
            "UPDATE entries SET withdrawn = 1 WHERE tournament = $1 AND who = $2",
            [tournament.into(), who.into()],
        )
    }

    /// A game of a round.
    pub fn pairing(tournament: &str, row: &PairingRow) -> Claim {
        Claim::one(
            "INSERT INTO pairings (tournament, round, board, one, two, game, result) VALUES ($1, $2, $3, $4, $5, $6, $7)",
            [
                tournament.into(),
                row.round.into(),
                row.board.into(),
                (&row.one).into(),
                (&row.two).into(),
                (&row.game).into(),
                (&row.result).into(),
            ],
        )
    }

    /// How a game of a round ended.
    pub fn paired_result(tournament: &str, row: &PairingRow, result: &str) -> Claim {
        Claim::any(
            "UPDATE pairings SET result = $1 WHERE tournament = $2 AND round = $3 AND board = $4",
            [result.into(), tournament.into(), row.round.into(), row.board.into()],
        )
    }
}

fn tournament_row(r: &AnyRow) -> Result<TournamentRow, StoreError> {
    Ok(TournamentRow {
        id: r.try_get(0)?,
        maker: r.try_get(1)?,
        wish: read(r.try_get(2)?)?,
        state: r.try_get(3)?,
        round: r.try_get(4)?,
        at: r.try_get(5)?,
    })
}
