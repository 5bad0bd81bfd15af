//! Notes of players.

use super::{Store, StoreError};
use sqlx::Row as _;

pub(super) const TABLES: [&str; 1] = [
    "CREATE TABLE IF NOT EXISTS notes (game TEXT NOT NULL, side TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (game, side))",
];

impl Store {
    /// The notes of a side at a game.
    pub async fn notes_of(&self, game: &str, side: &str) -> Result<Option<String>, StoreError> {
        let row = sqlx::query("SELECT text FROM notes WHERE game = $1 AND side = $2")
            .bind(game)
            .bind(side)
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.map(|r| r.try_get(0)).transpose()?)
    }

    /// Keeps them.
    pub async fn keep_notes(&self, game: &str, side: &str, text: &str) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO notes (game, side, text) VALUES ($1, $2, $3) \
             ON CONFLICT (game, side) DO UPDATE SET text = excluded.text",
        )
        .bind(game)
        .bind(side)
        .bind(text)
        .execute(&self.pool)
        .await?;
        Ok(())
    }
}
