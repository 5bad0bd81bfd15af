//! Changes that go into the database together with a game, or not at all. Each row that may be there once alone has a key, so that of two
//! nodes that do the same in the same moment one is refused.

use super::rows::GameRow;
use super::{StoreError, taken};
use crate::opponents::terms::Meeting;
use crate::wire::OpenTo;
use sqlx::AnyConnection;

/// A value that is bound.
#[derive(Clone, Debug)]
pub enum Value {
    /// A text.
    Text(String),
    /// A number.
    Number(i64),
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_string())
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Value {
        Value::Text(text.clone())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Number(number)
    }
}

/// A change.
#[derive(Clone, Debug)]
pub struct Claim {
    query: &'static str,
    values: Vec<Value>,
    /// Whether it must change exactly one row.
    one: bool,
}

impl Claim {
    /// A change that must concern one row; else somebody was faster, and nothing is changed.
    pub fn one<const N: usize>(query: &'static str, values: [Value; N]) -> Claim {
        Claim { query, values: values.into(), one: true }
    }

    /// A change of whatever is there.
    pub fn any<const N: usize>(query: &'static str, values: [Value; N]) -> Claim {
        Claim { query, values: values.into(), one: false }
    }

    /// Somebody sits down.
    pub fn sits(game: &str, side: &str, account: &str, of: (&str, &str), at: i64) -> Claim {
        Claim::one(
            "INSERT INTO sat (game, side, account, title, scenario, at) VALUES ($1, $2, $3, $4, $5, $6)",
            [game.into(), side.into(), account.into(), of.0.into(), of.1.into(), at.into()],
        )
    }

    /// A game waits no longer.
    pub fn waits_no_more(game: &str) -> Claim {
        Claim::any("DELETE FROM waiting WHERE game = $1", [game.into()])
    }

    /// A game waits for people, and perhaps for a bot from some time on.
    pub fn waits(game: &str, title: &str, since: i64, meeting: &Meeting) -> Claim {
        let bot_at = meeting.terms.bot_after.map_or(i64::MAX, |n| since + i64::from(n) * 60_000);
        Claim::one(
            "INSERT INTO waiting (game, title, since, bot_at) VALUES ($1, $2, $3, $4)",
            [game.into(), title.into(), since.into(), bot_at.into()],
        )
    }
}

/// Makes changes, all of which must be possible.
pub(super) async fn make(c: &mut AnyConnection, claims: &[Claim]) -> Result<(), StoreError> {
    for claim in claims {
        let mut query = sqlx::query(claim.query);
        for value in &claim.values {
            query = match value {
                Value::Text(text) => query.bind(text.clone()),
                Value::Number(number) => query.bind(*number),
            };
        }
        let done = query.execute(&mut *c).await.map_err(taken)?;
        if claim.one && done.rows_affected() != 1 {
            return Err(StoreError::Taken);
        }
    }
    Ok(())
}

/// What is kept beside a new game: who sits where, whether it waits for people, whether its result is to be counted.
pub(super) fn beside(row: &GameRow) -> Vec<Claim> {
    let meeting = &row.extra.meeting;
    let mut claims = vec![];
    for seat in &row.seats {
        if let Some(account) = &seat.account {
            let of = (row.game.as_str(), row.head.scenario.as_str());
            claims.push(Claim::sits(&row.id, &seat.side, account, of, row.touched));
        }
    }
    if meeting.open_to == Some(OpenTo::Everyone) && row.seats.iter().any(|s| !s.taken()) {
        claims.push(Claim::waits(&row.id, &row.game, row.touched, meeting));
    }
    if meeting.counts {
        claims.push(Claim::one("INSERT INTO counting (game) VALUES ($1)", [(&row.id).into()]));
    }
    claims
}
