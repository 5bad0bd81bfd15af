//! What is kept of accounts: themselves, their sessions, codes that were sent to them, mails that wait, and what was done in the keeper's name.
//! Of sessions and codes only the hashes are kept.

use super::{GameRow, Store, StoreError, game_row, json, now, read, taken};
use crate::wire::Said;
use serde::{Deserialize, Serialize};
use sqlx::any::AnyRow;
use sqlx::{Any, Row as _};

pub(super) const TABLES: [&str; 7] = [
    "CREATE TABLE IF NOT EXISTS accounts (id TEXT PRIMARY KEY, name TEXT NOT NULL, name_key TEXT NOT NULL UNIQUE, \
     password TEXT NOT NULL, mail TEXT NOT NULL DEFAULT '', mail_confirmed BIGINT NOT NULL DEFAULT 0, \
     made BIGINT NOT NULL, keeper BIGINT NOT NULL DEFAULT 0, banned BIGINT NOT NULL DEFAULT 0, \
     prefs TEXT NOT NULL DEFAULT '{}')",
    "CREATE TABLE IF NOT EXISTS sessions (hash TEXT PRIMARY KEY, account TEXT NOT NULL, made BIGINT NOT NULL, \
     seen BIGINT NOT NULL, device TEXT NOT NULL)",
    "CREATE INDEX IF NOT EXISTS sessions_account ON sessions (account)",
    "CREATE TABLE IF NOT EXISTS former_names (name_key TEXT PRIMARY KEY, account TEXT NOT NULL, \
     until BIGINT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS codes (hash TEXT PRIMARY KEY, account TEXT NOT NULL, purpose TEXT NOT NULL, \
     until BIGINT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS audit (id TEXT PRIMARY KEY, at BIGINT NOT NULL, who TEXT NOT NULL, what TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS mails (id TEXT PRIMARY KEY, recipient TEXT NOT NULL, subject TEXT NOT NULL, \
     body TEXT NOT NULL, at BIGINT NOT NULL, tried BIGINT NOT NULL DEFAULT 0)",
];

/// The columns of accounts in the order in which [`account`] reads them.
macro_rules! select_accounts {
    ($which:literal) => {
        concat!(
            "SELECT a.id, a.name, a.password, a.mail, a.mail_confirmed, a.made, a.keeper, a.banned, a.prefs FROM accounts a ",
            $which
        )
    };
}

/// What somebody wants to be told and shown; each part of the program has a field of its own.
pub type Prefs = serde_json::Map<String, serde_json::Value>;

/// An account as it is kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Account {
    /// Its id.
    pub id: String,
    /// What its owner is called.
    pub name: String,
    /// The hash of its password.
    pub password: String,
    /// Where mail for it goes; empty if its owner has told none.
    pub mail: String,
    /// Whether that has been confirmed by a code.
    pub mail_confirmed: bool,
    /// When it was made, in milliseconds since 1970.
    pub made: i64,
    /// Whether it keeps the table.
    pub keeper: bool,
    /// Whether it may no longer come.
    pub banned: bool,
    /// What its owner wants.
    pub prefs: Prefs,
}

/// A device that is signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionRow {
    /// The hash of its cookie.
    pub hash: String,
    /// Whose it is.
    pub account: String,
    /// Since when, in milliseconds since 1970.
    pub made: i64,
    /// When it was used last, to the hour.
    pub seen: i64,
    /// What it is.
    pub device: String,
}

/// Something that a keeper wants to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditRow {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// The id of the account that did it; empty if none did.
    pub who: String,
    /// What.
    pub what: String,
}

/// A name as it is compared: as all who look alike in small letters.
pub fn name_key(name: &str) -> String {
    name.to_lowercase()
}

fn account(row: &AnyRow) -> Result<Account, StoreError> {
    let flag = |at: usize| row.try_get::<i64, _>(at).map(|n| n != 0);
    Ok(Account {
        id: row.try_get(0)?,
        name: row.try_get(1)?,
        password: row.try_get(2)?,
        mail: row.try_get(3)?,
        mail_confirmed: flag(4)?,
        made: row.try_get(5)?,
        keeper: flag(6)?,
        banned: flag(7)?,
        prefs: read(row.try_get(8)?)?,
    })
}

/// A query with texts to be put in, in their order.
fn query(sql: &'static str, texts: &[&str]) -> sqlx::query::Query<'static, Any, sqlx::any::AnyArguments> {
    texts.iter().fold(sqlx::query(sql), |query, text| query.bind(text.to_string()))
}

impl Store {
    /// Keeps a new account. The first of all keeps the table, which is told. A name that is taken, or was until lately, is refused.
    pub async fn create_account(&self, new: &Account) -> Result<bool, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let first = query(
            "INSERT INTO meta (name, value) VALUES ('keeper', $1) ON CONFLICT (name) DO NOTHING",
            &[&new.id],
        )
        .execute(&mut *transaction)
        .await?;
        let keeper = first.rows_affected() == 1;
        let key = name_key(&new.name);
        free_names(&mut transaction).await?;
        if query("SELECT name_key FROM former_names WHERE name_key = $1", &[&key])
            .fetch_optional(&mut *transaction)
            .await?
            .is_some()
        {
            return Err(StoreError::Taken);
        }
        query(
            "INSERT INTO accounts (id, name, name_key, password, mail, prefs, made, keeper) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            &[&new.id, &new.name, &key, &new.password, &new.mail, &json(&new.prefs)?],
        )
        .bind(new.made)
        .bind(i64::from(keeper))
        .execute(&mut *transaction)
        .await
        .map_err(taken)?;
        transaction.commit().await?;
        Ok(keeper)
    }

    /// An account by its id.
    pub async fn account(&self, id: &str) -> Result<Option<Account>, StoreError> {
        let row = query(select_accounts!("WHERE a.id = $1"), &[id]).fetch_optional(&self.pool).await?;
        row.as_ref().map(account).transpose()
    }

    /// An account by its name, in small or capital letters.
    pub async fn account_named(&self, name: &str) -> Result<Option<Account>, StoreError> {
        let sql = select_accounts!("WHERE a.name_key = $1");
        let row = query(sql, &[&name_key(name)]).fetch_optional(&self.pool).await?;
        row.as_ref().map(account).transpose()
    }

    /// Accounts whose names hold some letters, the newest first; with no letters all.
    pub async fn accounts(&self, letters: &str, most: i64) -> Result<Vec<Account>, StoreError> {
        // A name can have an underline, which here stands for any letter: then more is found, never less.
        let sql = select_accounts!("WHERE a.name_key LIKE $1 ORDER BY a.made DESC LIMIT $2");
        let letters = format!("%{}%", name_key(letters).replace(['%', '\\'], "_"));
        let rows = query(sql, &[&letters]).bind(most).fetch_all(&self.pool).await?;
        rows.iter().map(account).collect()
    }

    /// Keeps a device that is signed in from now on.
    pub async fn open_session(&self, session: &SessionRow) -> Result<(), StoreError> {
        let SessionRow { hash, account, device, .. } = session;
        query(
            "INSERT INTO sessions (hash, account, device, made, seen) VALUES ($1, $2, $3, $4, $5)",
            &[hash, account, device],
        )
        .bind(session.made)
        .bind(session.seen)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// The account of a device that was used since then, and when it was.
    pub async fn session(&self, hash: &str, since: i64) -> Result<Option<(Account, i64)>, StoreError> {
        const FIND: &str = "SELECT a.id, a.name, a.password, a.mail, a.mail_confirmed, a.made, a.keeper, a.banned, a.prefs, s.seen \
                            FROM sessions s JOIN accounts a ON a.id = s.account WHERE s.hash = $1 AND s.seen >= $2";
        let row = query(FIND, &[hash]).bind(since).fetch_optional(&self.pool).await?;
        row.map(|row| Ok((account(&row)?, row.try_get(9)?))).transpose()
    }

    /// A device is used now.
    pub async fn touch_session(&self, hash: &str) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE sessions SET seen = $1 WHERE hash = $2");
        update.bind(now()).bind(hash.to_string()).execute(&self.pool).await?;
        Ok(())
    }

    /// The devices of an account that were used since then, the last used first.
    pub async fn sessions(&self, account: &str, since: i64) -> Result<Vec<SessionRow>, StoreError> {
        let sql = "SELECT hash, account, made, seen, device FROM sessions WHERE account = $1 AND seen >= $2 ORDER BY seen DESC";
        let rows = query(sql, &[account]).bind(since).fetch_all(&self.pool).await?;
        let session = |row: &AnyRow| {
            Ok(SessionRow {
                hash: row.try_get(0)?,
                account: row.try_get(1)?,
                made: row.try_get(2)?,
                seen: row.try_get(3)?,
                device: row.try_get(4)?,
            })
        };
        rows.iter().map(session).collect()
    }

    /// A device of an account is signed out; says whether there was one. Other nodes hear of it.
    pub async fn end_session(&self, account: &str, hash: &str) -> Result<bool, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let sql = "DELETE FROM sessions WHERE account = $1 AND hash = $2";
        let ended = query(sql, &[account, hash]).execute(&mut *transaction).await?.rows_affected() > 0;
        self.tell_of_account(&mut transaction, account).await?;
        transaction.commit().await?;
        Ok(ended)
    }

    /// All devices of an account are signed out but one, and those that were not used for so long are forgotten.
    pub async fn end_sessions(&self, account: &str, but: &str) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        let sql = "DELETE FROM sessions WHERE account = $1 AND hash <> $2";
        query(sql, &[account, but]).execute(&mut *transaction).await?;
        self.tell_of_account(&mut transaction, account).await?;
        Ok(transaction.commit().await?)
    }

    /// Forgets devices that were not used since then, and codes that hold no longer.
    pub async fn forget_old_sessions(&self, since: i64) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM sessions WHERE seen < $1").bind(since).execute(&self.pool).await?;
        sqlx::query("DELETE FROM codes WHERE until < $1").bind(now()).execute(&self.pool).await?;
        Ok(())
    }

    /// Gives an account another name; the one that it had is free after a time, so that nobody is taken for somebody else.
    pub async fn rename_account(&self, account: &Account, name: &str, held: i64) -> Result<(), StoreError> {
        let (old, new) = (name_key(&account.name), name_key(name));
        let mut transaction = self.pool.begin().await?;
        let update = "UPDATE accounts SET name = $1, name_key = $2 WHERE id = $3";
        query(update, &[name, &new, &account.id]).execute(&mut *transaction).await.map_err(taken)?;
        if old != new {
            let sql =
                "SELECT name_key FROM former_names WHERE name_key = $1 AND account <> $2 AND until >= $3";
            let formerly = query(sql, &[&new, &account.id]).bind(now());
            if formerly.fetch_optional(&mut *transaction).await?.is_some() {
                return Err(StoreError::Taken);
            }
            hold_name(&mut transaction, &old, &account.id, held).await?;
        }
        self.tell_of_account(&mut transaction, &account.id).await?;
        Ok(transaction.commit().await?)
    }

    /// Gives an account another password, and signs its devices out but one.
    pub async fn set_password(&self, account: &str, password: &str, but: &str) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        query("UPDATE accounts SET password = $1 WHERE id = $2", &[password, account])
            .execute(&mut *transaction)
            .await?;
        query("DELETE FROM sessions WHERE account = $1 AND hash <> $2", &[account, but])
            .execute(&mut *transaction)
            .await?;
        query("DELETE FROM codes WHERE account = $1 AND purpose = 'password'", &[account])
            .execute(&mut *transaction)
            .await?;
        self.tell_of_account(&mut transaction, account).await?;
        Ok(transaction.commit().await?)
    }

    /// Keeps where mail for an account goes.
    pub async fn set_mail(&self, account: &str, mail: &str, confirmed: bool) -> Result<(), StoreError> {
        let update =
            query("UPDATE accounts SET mail = $1, mail_confirmed = $3 WHERE id = $2", &[mail, account]);
        update.bind(i64::from(confirmed)).execute(&self.pool).await?;
        Ok(())
    }

    /// The accounts that have confirmed an address for mail.
    pub async fn accounts_with_mail(&self, mail: &str) -> Result<Vec<Account>, StoreError> {
        let sql = select_accounts!("WHERE a.mail = $1 AND a.mail_confirmed = 1");
        query(sql, &[mail]).fetch_all(&self.pool).await?.iter().map(account).collect()
    }

    /// Bans an account, which signs all its devices out, or lets it come again.
    pub async fn set_banned(&self, account: &str, banned: bool) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        let update = query("UPDATE accounts SET banned = $2 WHERE id = $1", &[account]);
        update.bind(i64::from(banned)).execute(&mut *transaction).await?;
        query("DELETE FROM sessions WHERE account = $1", &[account]).execute(&mut *transaction).await?;
        self.tell_of_account(&mut transaction, account).await?;
        Ok(transaction.commit().await?)
    }

    /// Lets an account keep the table too, or no longer. The last keeper stays: then this says no.
    pub async fn set_keeper(&self, account: &str, keeper: bool) -> Result<bool, StoreError> {
        let mut transaction = self.pool.begin().await?;
        one_at_a_time(&mut transaction).await?;
        let update = query("UPDATE accounts SET keeper = $2 WHERE id = $1", &[account]);
        update.bind(i64::from(keeper)).execute(&mut *transaction).await?;
        if self.keepers(&mut transaction).await? == 0 {
            return Ok(false);
        }
        self.tell_of_account(&mut transaction, account).await?;
        transaction.commit().await?;
        Ok(true)
    }

    async fn keepers(&self, c: &mut sqlx::AnyConnection) -> Result<i64, StoreError> {
        let row =
            sqlx::query("SELECT COUNT(*) FROM accounts WHERE keeper = 1 AND banned = 0").fetch_one(c).await?;
        Ok(row.try_get(0)?)
    }

    /// Deletes an account with its devices and codes; its name is free after a time. The last keeper can go only as the last account: then
    /// the table waits for a first account again. Says whether it is done.
    pub async fn delete_account(&self, account: &Account, held: i64) -> Result<bool, StoreError> {
        let mut transaction = self.pool.begin().await?;
        one_at_a_time(&mut transaction).await?;
        for sql in [
            "DELETE FROM sessions WHERE account = $1",
            "DELETE FROM codes WHERE account = $1",
            "DELETE FROM notices WHERE account = $1",
            "DELETE FROM sat WHERE account = $1",
            "DELETE FROM seeks WHERE account = $1",
            "DELETE FROM challenges WHERE sender = $1 OR receiver = $1",
            "DELETE FROM ratings WHERE who = $1",
            "UPDATE audit SET who = '' WHERE who = $1",
            "DELETE FROM accounts WHERE id = $1",
        ] {
            query(sql, &[&account.id]).execute(&mut *transaction).await?;
        }
        query("DELETE FROM mails WHERE recipient = $1", &[&account.mail]).execute(&mut *transaction).await?;
        hold_name(&mut transaction, &name_key(&account.name), &account.id, held).await?;
        if self.keepers(&mut transaction).await? == 0 {
            let row = sqlx::query("SELECT COUNT(*) FROM accounts").fetch_one(&mut *transaction).await?;
            if row.try_get::<i64, _>(0)? > 0 {
                return Ok(false);
            }
            sqlx::query("DELETE FROM meta WHERE name = 'keeper'").execute(&mut *transaction).await?;
        }
        self.tell_of_account(&mut transaction, &account.id).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Keeps a code by its hash: for what, for whom, and how long.
    pub async fn put_code(
        &self,
        hash: &str,
        account: &str,
        purpose: &str,
        until: i64,
    ) -> Result<(), StoreError> {
        let insert = query(
            "INSERT INTO codes (hash, account, purpose, until) VALUES ($1, $2, $3, $4)",
            &[hash, account, purpose],
        );
        insert.bind(until).execute(&self.pool).await?;
        Ok(())
    }

    /// How many codes of an account hold for a purpose.
    pub async fn codes(&self, account: &str, purpose: &str) -> Result<i64, StoreError> {
        let count = query(
            "SELECT COUNT(*) FROM codes WHERE account = $1 AND purpose = $2 AND until >= $3",
            &[account, purpose],
        );
        Ok(count.bind(now()).fetch_one(&self.pool).await?.try_get(0)?)
    }

    /// Whether a code holds: its account and purpose.
    pub async fn code(&self, hash: &str) -> Result<Option<(String, String)>, StoreError> {
        let find =
            query("SELECT account, purpose FROM codes WHERE hash = $1 AND until >= $2", &[hash]).bind(now());
        let row = find.fetch_optional(&self.pool).await?;
        row.map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).transpose()
    }

    /// Spends a code; says no if somebody else has spent it.
    pub async fn spend_code(&self, hash: &str) -> Result<bool, StoreError> {
        let spent = query("DELETE FROM codes WHERE hash = $1", &[hash]).execute(&self.pool).await?;
        Ok(spent.rows_affected() == 1)
    }

    /// Keeps a mail until it is sent.
    pub async fn queue_mail(
        &self,
        id: &str,
        recipient: &str,
        subject: &str,
        body: &str,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO mails (id, recipient, subject, body, at) VALUES ($1, $2, $3, $4, $5)";
        query(sql, &[id, recipient, subject, body]).bind(now()).execute(&self.pool).await?;
        Ok(())
    }

    /// Keeps what was done.
    pub async fn note(&self, id: &str, who: &str, what: &str) -> Result<(), StoreError> {
        let insert = query("INSERT INTO audit (id, who, what, at) VALUES ($1, $2, $3, $4)", &[id, who, what]);
        insert.bind(now()).execute(&self.pool).await?;
        Ok(())
    }

    /// What was done last.
    pub async fn notes(&self, most: i64) -> Result<Vec<AuditRow>, StoreError> {
        let rows = sqlx::query("SELECT at, who, what FROM audit ORDER BY at DESC, id LIMIT $1")
            .bind(most)
            .fetch_all(&self.pool)
            .await?;
        let note = |r: &AnyRow| Ok(AuditRow { at: r.try_get(0)?, who: r.try_get(1)?, what: r.try_get(2)? });
        rows.iter().map(note).collect()
    }

    /// The games in which an account plays, the last played first.
    pub async fn games_of_account(&self, account: &str) -> Result<Vec<GameRow>, StoreError> {
        let sql = "SELECT id, game, head, seats, summary, touched, extra FROM games WHERE seats LIKE $1 ORDER BY touched DESC";
        let rows = query(sql, &[&format!("%\"account\":\"{account}\"%")]).fetch_all(&self.pool).await?;
        // A game that cannot be read must not hide the others.
        Ok(rows.iter().filter_map(|row| game_row(row).ok()).collect())
    }

    /// Games that the keeper has hidden.
    pub async fn hidden_games(&self) -> Result<Vec<GameRow>, StoreError> {
        let sql = "SELECT id, game, head, seats, summary, touched, extra FROM games WHERE extra LIKE '%\"hidden\":true%'";
        let rows = sqlx::query(sql).fetch_all(&self.pool).await?;
        Ok(rows.iter().filter_map(|row| game_row(row).ok()).filter(|row| row.extra.hidden).collect())
    }

    /// Whether an account keeps the table alone, while there are others.
    pub async fn last_keeper(&self, account: &str) -> Result<bool, StoreError> {
        let sql = "SELECT COUNT(*) FROM accounts WHERE id <> $1 AND keeper = 1 AND banned = 0";
        let keepers: i64 = query(sql, &[account]).fetch_one(&self.pool).await?.try_get(0)?;
        let others: i64 = query("SELECT COUNT(*) FROM accounts WHERE id <> $1", &[account])
            .fetch_one(&self.pool)
            .await?
            .try_get(0)?;
        Ok(keepers == 0 && others > 0)
    }

    /// What was said in a game.
    pub async fn said(&self, game: &str) -> Result<Vec<Said>, StoreError> {
        let rows = query("SELECT said FROM said WHERE game = $1 ORDER BY number", &[game])
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(|r| read(r.try_get(0)?)).collect()
    }

    /// Keeps lines of a game as they are now, for other nodes too.
    pub async fn say_otherwise(&self, game: &str, lines: &[(usize, Said)]) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        for (number, said) in lines {
            let number = i64::try_from(*number).map_err(|e| StoreError::Unreadable(e.to_string()))?;
            let update =
                query("UPDATE said SET said = $1 WHERE game = $2 AND number = $3", &[&json(said)?, game]);
            update.bind(number).execute(&mut *transaction).await?;
        }
        self.tell_others(&mut transaction, "whole", game, 0).await?;
        Ok(transaction.commit().await?)
    }

    /// Keeps what somebody wants.
    pub async fn set_prefs(&self, account: &str, prefs: &Prefs) -> Result<(), StoreError> {
        let sql = "UPDATE accounts SET prefs = $1 WHERE id = $2";
        query(sql, &[&json(prefs)?, account]).execute(&self.pool).await?;
        Ok(())
    }

    /// Other nodes read an account again.
    pub(super) async fn tell_of_account(
        &self,
        c: &mut sqlx::AnyConnection,
        account: &str,
    ) -> Result<(), StoreError> {
        if self.postgres.is_some() {
            query("SELECT pg_notify('sandtable', $1)", &[&format!("{ACCOUNT_NEWS} {account}")])
                .execute(c)
                .await?;
        }
        Ok(())
    }

    /// What the keeper has set under a name.
    pub async fn setting(&self, name: &str) -> Result<Option<String>, StoreError> {
        let row = query("SELECT value FROM meta WHERE name = $1", &[name]).fetch_optional(&self.pool).await?;
        Ok(row.map(|r| r.try_get(0)).transpose()?)
    }

    /// Keeps what the keeper sets.
    pub async fn set_setting(&self, name: &str, value: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        query(sql, &[name, value]).execute(&self.pool).await?;
        Ok(())
    }
}

/// Those who keep the table go one after the other: two who go at once would each see the other there.
async fn one_at_a_time(c: &mut sqlx::AnyConnection) -> Result<(), StoreError> {
    sqlx::query("UPDATE meta SET value = value WHERE name = 'keeper'").execute(c).await?;
    Ok(())
}

/// Nobody but its owner may take a name for so many milliseconds.
async fn hold_name(
    c: &mut sqlx::AnyConnection,
    key: &str,
    account: &str,
    held: i64,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO former_names (name_key, account, until) VALUES ($1, $2, $3) \
               ON CONFLICT (name_key) DO UPDATE SET until = excluded.until, account = excluded.account";
    query(sql, &[key, account]).bind(now() + held).execute(c).await?;
    Ok(())
}

/// Names whose time is over may be taken again.
async fn free_names(c: &mut sqlx::AnyConnection) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM former_names WHERE until < $1").bind(now()).execute(c).await?;
    Ok(())
}

/// The first word of news about an account; news of games begin with the id of the game, which no account has.
pub const ACCOUNT_NEWS: &str = "account";
