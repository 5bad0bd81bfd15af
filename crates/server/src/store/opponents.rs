//! Tables of those who look for an opponent: games that wait, who sits where, seekers and challenges.

use super::claims::{self, Claim};
use super::{GameRow, Store, StoreError, game_row, json, read};
use crate::wire::{NewChallenge, Seek};
use sqlx::Row as _;
use sqlx::any::AnyRow;
use std::collections::BTreeMap;

pub(super) const TABLES: [&str; 6] = [
    "CREATE TABLE IF NOT EXISTS waiting (game TEXT PRIMARY KEY, title TEXT NOT NULL, since BIGINT NOT NULL, bot_at BIGINT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS sat (game TEXT NOT NULL, side TEXT NOT NULL, account TEXT NOT NULL, title TEXT NOT NULL, \
     scenario TEXT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (game, side))",
    "CREATE INDEX IF NOT EXISTS sat_account ON sat (account)",
    "CREATE TABLE IF NOT EXISTS seeks (account TEXT PRIMARY KEY, seek TEXT NOT NULL, since BIGINT NOT NULL, game TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS challenges (id TEXT PRIMARY KEY, sender TEXT NOT NULL, receiver TEXT NOT NULL, wish TEXT NOT NULL, \
     state TEXT NOT NULL, game TEXT NOT NULL, at BIGINT NOT NULL)",
    "CREATE INDEX IF NOT EXISTS challenges_receiver ON challenges (receiver)",
];

/// Challenges that are shown at most.
const CHALLENGES: i64 = 100;

/// Somebody who seeks, as it is kept.
#[derive(Clone, Debug)]
pub struct SeekRow {
    /// The account.
    pub account: String,
    /// What is sought.
    pub seek: Seek,
    /// Since when.
    pub since: i64,
    /// The game that was found; empty until then.
    pub game: String,
}

/// A challenge as it is kept.
#[derive(Clone, Debug)]
pub struct ChallengeRow {
    /// Its id.
    pub id: String,
    /// The account that made it.
    pub sender: String,
    /// The account that is to answer.
    pub receiver: String,
    /// The game that is proposed.
    pub wish: NewChallenge,
    /// `open`, or what became of it.
    pub state: String,
    /// The game, once accepted.
    pub game: String,
    /// When it was made.
    pub at: i64,
}

impl Store {
    /// Makes changes together.
    pub async fn make(&self, claims: &[Claim]) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        claims::make(&mut transaction, claims).await?;
        Ok(transaction.commit().await?)
    }

    /// Games that wait, those that began to wait last first.
    pub async fn waiting(
        &self,
        title: Option<&str>,
        before: i64,
        most: i64,
    ) -> Result<Vec<(GameRow, i64)>, StoreError> {
        let rows = sqlx::query(
            "SELECT g.id, g.game, g.head, g.seats, g.summary, g.touched, g.extra, w.since FROM waiting w \
             JOIN games g ON g.id = w.game WHERE w.since < $1 AND (w.title = $2 OR $2 = '') \
             ORDER BY w.since DESC LIMIT $3",
        )
        .bind(before)
        .bind(title.unwrap_or("").to_string())
        .bind(most)
        .fetch_all(&self.pool)
        .await?;
        // A game that cannot be read must not hide the others.
        Ok(rows.iter().filter_map(|r| Some((game_row(r).ok()?, r.try_get(7).ok()?))).collect())
    }

    /// Games that wait for a person no longer: a bot is to sit down.
    pub async fn due_for_bots(&self, now: i64) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query("SELECT game FROM waiting WHERE bot_at <= $1")
            .bind(now)
            .fetch_all(&self.pool)
            .await?;
        texts(&rows)
    }

    /// Games whose makers want a bot to stand in for players who stay away, and in which nothing has happened since a time.
    pub async fn perhaps_deserted(&self, since: i64) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query(
            "SELECT g.id FROM counting c JOIN games g ON g.id = c.game \
             WHERE g.touched < $1 AND g.extra LIKE '%\"bot_after\":%' AND g.summary LIKE '%\"result\":\"\"%'",
        )
        .bind(since)
        .fetch_all(&self.pool)
        .await?;
        texts(&rows)
    }

    /// How often an account has sat at each side of each scenario of a game.
    pub async fn sides_played(
        &self,
        account: &str,
        title: &str,
    ) -> Result<BTreeMap<(String, String), i64>, StoreError> {
        let rows = sqlx::query(
            "SELECT scenario, side, COUNT(*) FROM sat WHERE account = $1 AND title = $2 GROUP BY scenario, side",
        )
        .bind(account.to_string())
        .bind(title.to_string())
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(|r| Ok(((r.try_get(0)?, r.try_get(1)?), r.try_get(2)?))).collect()
    }

    /// All who seek, those who have found a game included.
    pub async fn seeks(&self) -> Result<Vec<SeekRow>, StoreError> {
        let rows = sqlx::query("SELECT account, seek, since, game FROM seeks ORDER BY since, account")
            .fetch_all(&self.pool)
            .await?;
        let read = |r: &AnyRow| -> Result<SeekRow, StoreError> {
            Ok(SeekRow {
                account: r.try_get(0)?,
                seek: read(r.try_get(1)?)?,
                since: r.try_get(2)?,
                game: r.try_get(3)?,
            })
        };
        Ok(rows.iter().filter_map(|r| read(r).ok()).collect())
    }

    /// Somebody seeks from now on.
    pub async fn seek(&self, account: &str, seek: &Seek, since: i64) -> Result<(), StoreError> {
        let claim = Claim::any(
            "INSERT INTO seeks (account, seek, since, game) VALUES ($1, $2, $3, '') \
             ON CONFLICT (account) DO UPDATE SET seek = excluded.seek, since = excluded.since, game = ''",
            [account.into(), json(seek)?.into(), since.into()],
        );
        self.make(&[claim]).await
    }

    /// Somebody seeks no more.
    pub async fn leave(&self, account: &str) -> Result<(), StoreError> {
        self.make(&[Claim::any("DELETE FROM seeks WHERE account = $1", [account.into()])]).await
    }

    /// A challenge.
    pub async fn challenge(&self, id: &str) -> Result<Option<ChallengeRow>, StoreError> {
        let query = "SELECT id, sender, receiver, wish, state, game, at FROM challenges WHERE id = $1";
        let row = sqlx::query(query).bind(id.to_string()).fetch_optional(&self.pool).await?;
        row.as_ref().map(challenge_row).transpose()
    }

    /// Challenges that an account made or is to answer, the newest first.
    pub async fn challenges(&self, account: &str) -> Result<Vec<ChallengeRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, sender, receiver, wish, state, game, at FROM challenges \
             WHERE sender = $1 OR receiver = $1 ORDER BY at DESC LIMIT $2",
        )
        .bind(account.to_string())
        .bind(CHALLENGES)
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.iter().filter_map(|r| challenge_row(r).ok()).collect())
    }

    /// How many challenges of an account wait for an answer.
    pub async fn open_challenges(&self, account: &str) -> Result<i64, StoreError> {
        let query = "SELECT COUNT(*) FROM challenges WHERE sender = $1 AND state = 'open'";
        Ok(sqlx::query(query).bind(account.to_string()).fetch_one(&self.pool).await?.try_get(0)?)
    }

    /// Keeps a challenge.
    pub async fn add_challenge(&self, row: &ChallengeRow) -> Result<(), StoreError> {
        let claim = Claim::one(
            "INSERT INTO challenges (id, sender, receiver, wish, state, game, at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
            [
                (&row.id).into(),
                (&row.sender).into(),
                (&row.receiver).into(),
                json(&row.wish)?.into(),
                (&row.state).into(),
                (&row.game).into(),
                row.at.into(),
            ],
        );
        self.make(&[claim]).await
    }
}

impl Claim {
    /// A seeker has found a game: only if that very seeking still goes on.
    pub fn found(seeker: &SeekRow, game: &str) -> Claim {
        Claim::one(
            "UPDATE seeks SET game = $1 WHERE account = $2 AND since = $3 AND game = ''",
            [game.into(), (&seeker.account).into(), seeker.since.into()],
        )
    }

    /// A challenge is answered: only if it is still open.
    pub fn answered(id: &str, state: &str, game: &str) -> Claim {
        Claim::one(
            "UPDATE challenges SET state = $1, game = $2 WHERE id = $3 AND state = 'open'",
            [state.into(), game.into(), id.into()],
        )
    }
}

fn challenge_row(r: &AnyRow) -> Result<ChallengeRow, StoreError> {
    Ok(ChallengeRow {
        id: r.try_get(0)?,
        sender: r.try_get(1)?,
        receiver: r.try_get(2)?,
        wish: read(r.try_get(3)?)?,
        state: r.try_get(4)?,
        game: r.try_get(5)?,
        at: r.try_get(6)?,
    })
}

/// The first column of rows.
pub(super) fn texts(rows: &[AnyRow]) -> Result<Vec<String>, StoreError> {
    rows.iter().map(|r| Ok(r.try_get(0)?)).collect()
}
