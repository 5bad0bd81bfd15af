//! What is to be told to accounts, kept in the same transaction as what it tells of, and delivered by any program that is alive.

use super::{Store, StoreError};
use sqlx::{AnyConnection, Row as _};

pub(super) const TABLES: [&str; 2] = [
    // The row without a channel says that somebody is to be told; those with one, how. A row that is done stays until there is something new.
    "CREATE TABLE IF NOT EXISTS notices (game TEXT NOT NULL, account TEXT NOT NULL, what TEXT NOT NULL, \
     channel TEXT NOT NULL, due BIGINT NOT NULL, tries BIGINT NOT NULL DEFAULT 0, \
     PRIMARY KEY (game, account, what, channel))",
    "CREATE INDEX IF NOT EXISTS notices_due ON notices (due)",
];

/// When something is due that is done.
pub const DONE: i64 = i64::MAX;

/// A notice as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoticeRow {
    /// The game.
    pub game: String,
    /// Who is told.
    pub account: String,
    /// What.
    pub what: String,
    /// How; empty as long as that is open.
    pub channel: String,
    /// When, in milliseconds since 1970.
    pub due: i64,
    /// How often it has been tried.
    pub tries: i64,
}

/// Whose turn it is at a game, as far as accounts play it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turns {
    /// Accounts that must decide; each is told once.
    pub theirs: Vec<String>,
    /// Accounts that need not: they are told anew when it is theirs again.
    pub others: Vec<String>,
    /// Accounts whose time is nearly up.
    pub warned: Vec<String>,
    /// When they are to be told.
    pub due: i64,
}

/// Keeps whose turn it is.
pub(super) async fn keep_turns(c: &mut AnyConnection, game: &str, turns: &Turns) -> Result<(), StoreError> {
    const INSERT: &str = "INSERT INTO notices (game, account, what, channel, due) VALUES ($1, $2, $3, '', $4) \
                          ON CONFLICT (game, account, what, channel) DO NOTHING";
    for account in &turns.others {
        sqlx::query("DELETE FROM notices WHERE game = $1 AND account = $2")
            .bind(game)
            .bind(account)
            .execute(&mut *c)
            .await?;
    }
    for (what, accounts) in [("turn", &turns.theirs), ("time", &turns.warned)] {
        for account in accounts {
            let insert = sqlx::query(INSERT).bind(game).bind(account).bind(what);
            insert.bind(turns.due).execute(&mut *c).await?;
        }
    }
    Ok(())
}

impl Store {
    /// Notices that are due.
    pub async fn due_notices(&self, now: i64) -> Result<Vec<NoticeRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT game, account, what, channel, due, tries FROM notices WHERE due <= $1 ORDER BY due LIMIT 500",
        )
        .bind(now)
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|r| {
                Ok(NoticeRow {
                    game: r.try_get(0)?,
                    account: r.try_get(1)?,
                    what: r.try_get(2)?,
                    channel: r.try_get(3)?,
                    due: r.try_get(4)?,
                    tries: r.try_get(5)?,
                })
            })
            .collect()
    }

    /// Takes a notice in hand until a moment; false if another program was faster.
    pub async fn take_notice(&self, row: &NoticeRow, until: i64) -> Result<bool, StoreError> {
        let taken = sqlx::query(
            "UPDATE notices SET due = $1, tries = tries + 1 WHERE game = $2 AND account = $3 AND what = $4 \
             AND channel = $5 AND due = $6",
        )
        .bind(until)
        .bind(&row.game)
        .bind(&row.account)
        .bind(&row.what)
        .bind(&row.channel)
        .bind(row.due)
        .execute(&self.pool)
        .await?;
        Ok(taken.rows_affected() == 1)
    }

    /// A notice is delivered, or given up.
    pub async fn notice_done(&self, row: &NoticeRow) -> Result<(), StoreError> {
        let done = NoticeRow { due: DONE, ..row.clone() };
        self.set_due(&done).await
    }

    async fn set_due(&self, row: &NoticeRow) -> Result<(), StoreError> {
        sqlx::query(
            "UPDATE notices SET due = $1 WHERE game = $2 AND account = $3 AND what = $4 AND channel = $5",
        )
        .bind(row.due)
        .bind(&row.game)
        .bind(&row.account)
        .bind(&row.what)
        .bind(&row.channel)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// It is open no longer how somebody is told: by each of these channels, now.
    pub async fn spread_notice(
        &self,
        row: &NoticeRow,
        channels: &[&str],
        now: i64,
    ) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        for channel in channels {
            sqlx::query(
                "INSERT INTO notices (game, account, what, channel, due) VALUES ($1, $2, $3, $4, $5) \
                 ON CONFLICT (game, account, what, channel) DO UPDATE SET due = excluded.due, tries = 0",
            )
            .bind(&row.game)
            .bind(&row.account)
            .bind(&row.what)
            .bind(*channel)
            .bind(now)
            .execute(&mut *transaction)
            .await?;
        }
        sqlx::query(
            "UPDATE notices SET due = $1 WHERE game = $2 AND account = $3 AND what = $4 AND channel = ''",
        )
        .bind(DONE)
        .bind(&row.game)
        .bind(&row.account)
        .bind(&row.what)
        .execute(&mut *transaction)
        .await?;
        Ok(transaction.commit().await?)
    }

    /// Keeps a setting of the database if there is none of its name yet.
    pub async fn set_setting_once(&self, name: &str, value: &str) -> Result<(), StoreError> {
        sqlx::query("INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING")
            .bind(name)
            .bind(value)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Mails that wait and are to be tried now: id, recipient, subject, body, and how often each was tried.
    pub async fn waiting_mails(
        &self,
        most_tries: i64,
    ) -> Result<Vec<(String, [String; 3], i64)>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, recipient, subject, body, tried FROM mails WHERE tried < $1 ORDER BY tried, at LIMIT 50",
        )
        .bind(most_tries)
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|r| Ok((r.try_get(0)?, [r.try_get(1)?, r.try_get(2)?, r.try_get(3)?], r.try_get(4)?)))
            .collect()
    }

    /// Takes a mail in hand; false if another program was faster.
    pub async fn take_mail(&self, id: &str, tried: i64) -> Result<bool, StoreError> {
        let taken = sqlx::query("UPDATE mails SET tried = tried + 1 WHERE id = $1 AND tried = $2")
            .bind(id)
            .bind(tried)
            .execute(&self.pool)
            .await?;
        Ok(taken.rows_affected() == 1)
    }

    /// A mail is delivered.
    pub async fn mail_done(&self, id: &str) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM mails WHERE id = $1").bind(id).execute(&self.pool).await?;
        Ok(())
    }
}
