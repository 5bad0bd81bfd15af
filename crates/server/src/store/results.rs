//! Tables of what was played: results, ratings, and games whose result is still to be counted.

use super::claims::{self, Claim};
use super::opponents::texts;
use super::{Store, StoreError};
use crate::opponents::glicko::Rating;
use crate::wire::Ended;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};

pub(super) const TABLES: [&str; 6] = [
    "CREATE TABLE IF NOT EXISTS results (game TEXT NOT NULL, side TEXT NOT NULL, title TEXT NOT NULL, scenario TEXT NOT NULL, \
     who TEXT NOT NULL, level TEXT NOT NULL, result TEXT NOT NULL, victory TEXT NOT NULL, decisions BIGINT NOT NULL, \
     minutes BIGINT NOT NULL, luck BIGINT NOT NULL, weighed BIGINT NOT NULL, at BIGINT NOT NULL, rated BIGINT NOT NULL, \
     change BIGINT NOT NULL, PRIMARY KEY (game, side))",
    "CREATE INDEX IF NOT EXISTS results_who ON results (who, at)",
    "CREATE INDEX IF NOT EXISTS results_title ON results (title, at)",
    "CREATE TABLE IF NOT EXISTS ratings (who TEXT NOT NULL, title TEXT NOT NULL, points BIGINT NOT NULL, deviation BIGINT NOT NULL, \
     volatility BIGINT NOT NULL, games BIGINT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (who, title))",
    "CREATE INDEX IF NOT EXISTS ratings_title ON ratings (title, points)",
    "CREATE TABLE IF NOT EXISTS counting (game TEXT PRIMARY KEY)",
];

/// Rows that statistics of a game go by at most, the newest.
const FIGURES: i64 = 40_000;

/// In the database points and deviation stand in thousandths, volatility in millionths of a millionth: every database keeps whole numbers.
const FINE: f64 = 1e3;
const VERY_FINE: f64 = 1e12;

/// How long a rating period is: by so much a rating becomes less sure without a game.
const PERIOD: f64 = 7.0 * 24.0 * 3_600_000.0;

/// The columns of results in the order in which [`result_row`] reads them.
macro_rules! select_results {
    ($which:literal) => {
        concat!(
            "SELECT game, side, title, scenario, who, level, result, victory, decisions, minutes, luck, weighed, at, rated, change \
             FROM results ",
            $which
        )
    };
}

/// How a game ended for one side.
#[derive(Clone, Debug)]
pub struct ResultRow {
    /// The game.
    pub game: String,
    /// The side.
    pub side: String,
    /// Which game it was.
    pub title: String,
    /// Which scenario.
    pub scenario: String,
    /// Who played: an account, or a bot as `bot:regular`.
    pub who: String,
    /// The level of a bot; empty for a person.
    pub level: String,
    /// How it ended.
    pub result: Ended,
    /// The level of victory.
    pub victory: String,
    /// Decisions in the whole game.
    pub decisions: i64,
    /// Minutes from its beginning.
    pub minutes: i64,
    /// What the dice brought beyond the expected, in thousandths.
    pub luck: i64,
    /// How many throws that comes from.
    pub weighed: i64,
    /// When it ended.
    pub at: i64,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// What it did to the rating, in points.
    pub change: i64,
}

/// A rating as it is kept.
#[derive(Clone, Debug)]
pub struct RatingRow {
    /// Whose.
    pub who: String,
    /// In which game.
    pub title: String,
    /// The rating when the last game ended.
    pub rating: Rating,
    /// How many games it comes from.
    pub games: i64,
    /// When the last of them ended; 0 if there was none.
    pub at: i64,
}

impl RatingRow {
    /// The rating of somebody new.
    pub fn new(who: &str, title: &str) -> RatingRow {
        RatingRow {
            who: who.to_string(),
            title: title.to_string(),
            rating: Rating::default(),
            games: 0,
            at: 0,
        }
    }

    /// The rating at a time: less sure, the longer nothing was played.
    pub fn at(&self, now: i64) -> Rating {
        if self.games == 0 {
            return self.rating;
        }
        self.rating.rested((now - self.at).max(0) as f64 / PERIOD)
    }
}

fn word(result: Ended) -> &'static str {
    match result {
        Ended::Won => "won",
        Ended::Drawn => "drawn",
        Ended::Lost => "lost",
    }
}

fn score(result: Ended) -> f64 {
    match result {
        Ended::Won => 1.0,
        Ended::Drawn => 0.5,
        Ended::Lost => 0.0,
    }
}

impl Store {
    /// Counts a game that has ended: results, and ratings if it is rated. It is done once, whoever tries; false if it was done before.
    pub async fn count(&self, rows: &[ResultRow]) -> Result<bool, StoreError> {
        let mut transaction = self.pool.begin().await?;
        match count(&mut transaction, rows).await {
            Ok(()) => {
                transaction.commit().await?;
                Ok(true)
            }
            Err(StoreError::Taken) => {
                transaction.rollback().await?;
                if let Some(row) = rows.first() {
                    self.not_counted(&row.game).await?;
                }
                Ok(false)
            }
            Err(e) => Err(e),
        }
    }

    /// A game that ended without counting, or was counted already.
    pub async fn not_counted(&self, game: &str) -> Result<(), StoreError> {
        self.make(&[Claim::any("DELETE FROM counting WHERE game = $1", [game.into()])]).await
    }

    /// Games that have ended and are not counted: the program stopped in between, or the database was away.
    pub async fn to_be_counted(&self) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query(
            "SELECT c.game FROM counting c JOIN games g ON g.id = c.game WHERE g.summary NOT LIKE '%\"result\":\"\"%'",
        )
        .fetch_all(&self.pool)
        .await?;
        texts(&rows)
    }

    /// Somebody's rating in a game.
    pub async fn rating(&self, who: &str, title: &str) -> Result<RatingRow, StoreError> {
        let found = self.ratings_of(who).await?.into_iter().find(|r| r.title == title);
        Ok(found.unwrap_or_else(|| RatingRow::new(who, title)))
    }

    /// Somebody's ratings.
    pub async fn ratings_of(&self, who: &str) -> Result<Vec<RatingRow>, StoreError> {
        let query = "SELECT who, title, points, deviation, volatility, games, at FROM ratings WHERE who = $1 ORDER BY title";
        let rows = sqlx::query(query).bind(who.to_string()).fetch_all(&self.pool).await?;
        rows.iter().map(rating_row).collect()
    }

    /// The strongest in a game whose rating is sure enough.
    pub async fn best(&self, title: &str, most: i64) -> Result<Vec<RatingRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT who, title, points, deviation, volatility, games, at FROM ratings \
             WHERE title = $1 AND games > 0 AND deviation <= 250000 ORDER BY points DESC LIMIT $2",
        )
        .bind(title.to_string())
        .bind(most)
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(rating_row).collect()
    }

    /// Results of somebody, the last first.
    pub async fn results_of(&self, who: &str, before: i64, most: i64) -> Result<Vec<ResultRow>, StoreError> {
        let rows = sqlx::query(select_results!("WHERE who = $1 AND at < $2 ORDER BY at DESC LIMIT $3"))
            .bind(who.to_string())
            .bind(before)
            .bind(most)
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(result_row).collect()
    }

    /// Results of one game, side by side.
    pub async fn results_in(&self, game: &str) -> Result<Vec<ResultRow>, StoreError> {
        let rows = sqlx::query(select_results!("WHERE game = $1"))
            .bind(game.to_string())
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(result_row).collect()
    }

    /// Results of a title, the last first.
    pub async fn results_for(&self, title: &str) -> Result<Vec<ResultRow>, StoreError> {
        let rows = sqlx::query(select_results!("WHERE title = $1 ORDER BY at DESC LIMIT $2"))
            .bind(title.to_string())
            .bind(FIGURES)
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(result_row).collect()
    }

    /// Somebody's games by title, scenario and result, with their luck in thousandths.
    pub async fn tallies_of(&self, who: &str) -> Result<Vec<(String, String, String, i64, i64)>, StoreError> {
        let rows = sqlx::query(
            "SELECT title, scenario, result, COUNT(*), CAST(SUM(luck) AS BIGINT) FROM results WHERE who = $1 \
             GROUP BY title, scenario, result ORDER BY title, scenario, result",
        )
        .bind(who.to_string())
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|r| Ok((r.try_get(0)?, r.try_get(1)?, r.try_get(2)?, r.try_get(3)?, r.try_get(4)?)))
            .collect()
    }
}

async fn count(c: &mut AnyConnection, rows: &[ResultRow]) -> Result<(), StoreError> {
    // The first row decides who counts the game: its key is taken for everybody else.
    for r in rows {
        let claim = Claim::one(
            "INSERT INTO results (game, side, title, scenario, who, level, result, victory, decisions, minutes, luck, weighed, at, rated, \
             change) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 0)",
            [
                (&r.game).into(),
                (&r.side).into(),
                (&r.title).into(),
                (&r.scenario).into(),
                (&r.who).into(),
                (&r.level).into(),
                word(r.result).into(),
                (&r.victory).into(),
                r.decisions.into(),
                r.minutes.into(),
                r.luck.into(),
                r.weighed.into(),
                r.at.into(),
                i64::from(r.rated).into(),
            ],
        );
        claims::make(c, &[claim]).await?;
        claims::make(c, &[Claim::any("DELETE FROM counting WHERE game = $1", [(&r.game).into()])]).await?;
    }
    if let [a, b] = rows
        && a.rated
        && b.rated
        && a.who != b.who
    {
        rate(c, a, b).await?;
    }
    Ok(())
}

async fn rate(c: &mut AnyConnection, a: &ResultRow, b: &ResultRow) -> Result<(), StoreError> {
    // In the order of their names: two games that end in the same moment wait for one another, and never both.
    let mut both = [a, b];
    both.sort_by(|x, y| x.who.cmp(&y.who));
    let mut before = vec![];
    for row in both {
        let new = Rating::default();
        let make = Claim::any(
            "INSERT INTO ratings (who, title, points, deviation, volatility, games, at) VALUES ($1, $2, $3, $4, $5, 0, 0) \
             ON CONFLICT (who, title) DO NOTHING",
            [
                (&row.who).into(),
                (&row.title).into(),
                fine(new.points, FINE).into(),
                fine(new.deviation, FINE).into(),
                fine(new.volatility, VERY_FINE).into(),
            ],
        );
        // This holds the row until the end of the transaction.
        let hold = Claim::one(
            "UPDATE ratings SET games = games + 1 WHERE who = $1 AND title = $2",
            [(&row.who).into(), (&row.title).into()],
        );
        claims::make(c, &[make, hold]).await?;
        let found = sqlx::query(
            "SELECT who, title, points, deviation, volatility, games, at FROM ratings WHERE who = $1 AND title = $2",
        )
        .bind(row.who.clone())
        .bind(row.title.clone())
        .fetch_one(&mut *c)
        .await?;
        let mut found = rating_row(&found)?;
        // The one that is counted just now is none before it.
        found.games -= 1;
        before.push(found.at(row.at));
    }
    for (i, row) in both.into_iter().enumerate() {
        let after = before[i].after(&[(before[1 - i], score(row.result))]);
        let keep = Claim::one(
            "UPDATE ratings SET points = $1, deviation = $2, volatility = $3, at = $4 WHERE who = $5 AND title = $6",
            [
                fine(after.points, FINE).into(),
                fine(after.deviation, FINE).into(),
                fine(after.volatility, VERY_FINE).into(),
                row.at.into(),
                (&row.who).into(),
                (&row.title).into(),
            ],
        );
        let change = after.points.round() - before[i].points.round();
        let tell = Claim::one(
            "UPDATE results SET change = $1 WHERE game = $2 AND side = $3",
            [fine(change, 1.0).into(), (&row.game).into(), (&row.side).into()],
        );
        claims::make(c, &[keep, tell]).await?;
    }
    Ok(())
}

/// A number as a whole number of small parts.
pub fn fine(value: f64, parts: f64) -> i64 {
    (value * parts).round() as i64
}

fn rating_row(r: &AnyRow) -> Result<RatingRow, StoreError> {
    let number = |i: usize| -> Result<f64, StoreError> { Ok(r.try_get::<i64, _>(i)? as f64) };
    let rating = Rating {
        points: number(2)? / FINE,
        deviation: number(3)? / FINE,
        volatility: number(4)? / VERY_FINE,
    };
    Ok(RatingRow {
        who: r.try_get(0)?,
        title: r.try_get(1)?,
        rating,
        games: r.try_get(5)?,
        at: r.try_get(6)?,
    })
}

fn result_row(r: &AnyRow) -> Result<ResultRow, StoreError> {
    let result = match r.try_get::<String, _>(6)?.as_str() {
        "won" => Ended::Won,
        "lost" => Ended::Lost,
        _ => Ended::Drawn,
    };
    Ok(ResultRow {
        game: r.try_get(0)?,
        side: r.try_get(1)?,
        title: r.try_get(2)?,
        scenario: r.try_get(3)?,
        who: r.try_get(4)?,
        level: r.try_get(5)?,
        result,
        victory: r.try_get(7)?,
        decisions: r.try_get(8)?,
        minutes: r.try_get(9)?,
        luck: r.try_get(10)?,
        weighed: r.try_get(11)?,
        at: r.try_get(12)?,
        rated: r.try_get::<i64, _>(13)? != 0,
        change: r.try_get(14)?,
    })
}
