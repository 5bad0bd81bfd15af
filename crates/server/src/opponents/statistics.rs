//! Figures of a game from what was played at this table: who wins which scenario, how long it takes, how much was luck.

use crate::error::ApiError;
use crate::store::ResultRow;
use crate::tables::{Tables, storage};
use crate::wire::{self, Ended, ScenarioFigures, SideFigures, Statistics};
use axum::Json;
use axum::extract::{Path, State};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The strongest that are named.
const BEST: i64 = 20;

/// How people are called among the levels.
const PERSON: &str = "person";

/// The value in the middle; of an even number the lower of two.
fn median(mut values: Vec<i64>) -> i64 {
    values.sort_unstable();
    values.get(values.len().saturating_sub(1) / 2).copied().unwrap_or(0)
}

/// Figures of one scenario.
fn figures(scenario: &str, rows: &[&ResultRow]) -> ScenarioFigures {
    let mut games: BTreeMap<&str, &ResultRow> = BTreeMap::new();
    let mut sides: BTreeMap<(&str, &str), Vec<&ResultRow>> = BTreeMap::new();
    for row in rows {
        games.insert(&row.game, row);
        let level = if row.level.is_empty() { PERSON } else { &row.level };
        sides.entry((&row.side, level)).or_default().push(row);
    }
    let mut victories = BTreeMap::new();
    for row in games.values() {
        *victories.entry(row.victory.clone()).or_default() += 1;
    }
    let side = |((side, level), rows): ((&str, &str), Vec<&ResultRow>)| {
        let ended = |how| rows.iter().filter(|r| r.result == how).count() as i64;
        let weighed: Vec<i64> = rows.iter().filter(|r| r.weighed > 0).map(|r| r.luck).collect();
        let luck = weighed.iter().sum::<i64>() as f64 / 1000.0 / weighed.len().max(1) as f64;
        SideFigures {
            side: side.to_string(),
            level: level.to_string(),
            games: rows.len() as i64,
            won: ended(Ended::Won),
            drawn: ended(Ended::Drawn),
            luck: (!weighed.is_empty()).then_some(luck),
        }
    };
    ScenarioFigures {
        scenario: scenario.to_string(),
        games: games.len(),
        decisions: median(games.values().map(|r| r.decisions).collect()),
        minutes: median(games.values().map(|r| r.minutes).collect()),
        victories,
        sides: sides.into_iter().map(side).collect(),
    }
}

/// Figures of a game from what was played to its end at this table: for each scenario who wins, how long it takes, how much was luck.
#[utoipa::path(get, path = "/api/statistics/{game}", tag = "opponents", params(("game" = String, Path)),
    extensions(("x-authority" = json!("anybody")), ("x-limit" = json!("read"))),
    responses((status = 200, body = Statistics), (status = 404, body = wire::Problem)))]
pub async fn statistics(
    State(tables): State<Arc<Tables>>,
    Path(game): Path<String>,
) -> Result<Json<Statistics>, ApiError> {
    let about = tables.library.game(&game)?.about();
    let rows = tables.store().results_for(&game).await.map_err(storage)?;
    let played: BTreeSet<&str> = rows.iter().map(|r| r.scenario.as_str()).collect();
    let scenarios = about.scenarios.iter().filter(|s| played.contains(s.id.as_str()));
    let scenarios = scenarios.map(|s| {
        let rows: Vec<_> = rows.iter().filter(|r| r.scenario == s.id).collect();
        figures(&s.id, &rows)
    });
    let mut best = vec![];
    for row in tables.store().best(&game, BEST).await.map_err(storage)? {
        best.push(tables.contestant(&row.who, &game).await?);
    }
    Ok(Json(Statistics { scenarios: scenarios.collect(), best, game }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(
        game: &str,
        side: &str,
        level: &str,
        result: Ended,
        decisions: i64,
        luck: (i64, i64),
    ) -> ResultRow {
        ResultRow {
            game: game.to_string(),
            side: side.to_string(),
            title: "drill".to_string(),
            scenario: "hill".to_string(),
            who: String::new(),
            level: level.to_string(),
            result,
            victory: "decisive".to_string(),
            decisions,
            minutes: decisions,
            luck: luck.0,
            weighed: luck.1,
            at: 0,
            rated: false,
            change: 0,
        }
    }

    #[test]
    fn a_game_counts_once_and_each_of_its_sides() {
        let rows = [
            row("1", "red", "", Ended::Won, 10, (500, 2)),
            row("1", "blue", "regular", Ended::Lost, 10, (0, 0)),
            row("2", "red", "", Ended::Drawn, 30, (1500, 1)),
            row("2", "blue", "", Ended::Drawn, 30, (0, 0)),
            row("3", "red", "", Ended::Lost, 90, (0, 0)),
            row("3", "blue", "regular", Ended::Won, 90, (0, 0)),
        ];
        let f = figures("hill", &rows.iter().collect::<Vec<_>>());
        assert_eq!((f.games, f.decisions, f.victories.get("decisive")), (3, 30, Some(&3)));
        let told: Vec<_> = f
            .sides
            .iter()
            .map(|s| (s.side.as_str(), s.level.as_str(), s.games, s.won, s.drawn, s.luck))
            .collect();
        assert_eq!(
            told,
            [
                ("blue", "person", 1, 0, 1, None),
                ("blue", "regular", 2, 1, 0, None),
                ("red", "person", 3, 1, 1, Some(1.0)),
            ]
        );
        assert_eq!(median(vec![]), 0);
    }
}
