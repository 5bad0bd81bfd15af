//! Puzzles: the list, a table to play one, and what became of it.

use crate::caller::Caller;
use crate::error::ApiError;
use crate::tables::Tables;
use crate::thinking::apart;
use crate::wire::{self, NewGame, Player, PuzzleOther, PuzzleState, PuzzleTitle, PuzzleTry, Solution, Terms};
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use sandtable_bots::registry::AnyGame;
use sandtable_core::Options;
use sandtable_core::puzzle::{Puzzle, fraction};
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;

type TablesState = State<Arc<Tables>>;

/// The longest that a bot may think about a puzzle.
const LONGEST: Duration = Duration::from_secs(10);

fn title(game: &str, puzzle: &Puzzle) -> PuzzleTitle {
    PuzzleTitle {
        game: game.to_string(),
        id: puzzle.id.clone(),
        title: puzzle.title.clone(),
        side: puzzle.side.clone(),
        task: puzzle.task.clone(),
    }
}

impl Tables {
    /// A puzzle of a game.
    fn puzzle(&self, game: &str, id: &str) -> Result<(Arc<dyn AnyGame>, Puzzle), ApiError> {
        let name = self.library.game(game)?.about().id;
        let own = self.library.puzzles().iter().filter(|(g, _)| g.about().id == name);
        let found = own.clone().find(|(_, p)| p.id == id).cloned();
        found.ok_or_else(|| {
            let known = own.map(|(_, p)| p.id.as_str()).collect::<Vec<_>>().join(", ");
            ApiError::Unknown(format!("`{name}` has no puzzle `{id}`; it has {known}"))
        })
    }
}

/// Puzzles of all games.
#[utoipa::path(get, path = "/api/puzzles",
    extensions(("x-authority" = json!("anybody")), ("x-limit" = json!("read"))), tag = "puzzles", responses((status = 200, body = Vec<wire::PuzzleTitle>)))]
pub async fn list(State(tables): TablesState) -> Json<Vec<PuzzleTitle>> {
    let all = tables.library.puzzles().iter();
    Json(all.map(|(game, puzzle)| title(game.about().id, puzzle)).collect())
}

/// Makes a table for a puzzle: you play its side, bots all others.
#[utoipa::path(post, path = "/api/puzzles/{game}/{puzzle}",
    extensions(("x-authority" = json!("anybody")), ("x-limit" = json!("make"))), tag = "puzzles",
    params(("game" = String, Path), ("puzzle" = String, Path)),
    responses((status = 201, body = wire::Created), (status = 404, body = wire::Problem)))]
pub async fn begin(
    State(tables): TablesState,
    caller: Caller,
    Path((game, id)): Path<(String, String)>,
) -> Result<(StatusCode, Json<wire::Created>), ApiError> {
    let (game, puzzle) = tables.puzzle(&game, &id)?;
    let about = game.about();
    let (reader, position) = (game.clone(), puzzle.position.clone());
    let read = move || {
        let placed = reader.read_position(None, &Options::new(), &position);
        placed.map_err(|faults| ApiError::Broken(faults.to_string()))
    };
    let placed = apart(tables.turn_of_work(&caller).await?, read).await?;
    let levels = game.levels();
    let level = levels.iter().find(|l| **l == "regular").or(levels.last()).map_or("recruit", |l| *l);
    let seat = |side: &str| match side == puzzle.side {
        true => Player::Me,
        false => Player::Bot { level: level.to_string() },
    };
    let seats = about.sides_of(&placed.scenario).map(|(_, s)| (s.id.to_string(), seat(s.id))).collect();
    let wish = NewGame {
        game: about.id.to_string(),
        scenario: placed.scenario,
        options: Options::new(),
        seats,
        seed: None,
        explain: false,
        no_hints: false,
        links: false,
        position: Some(puzzle.position.clone()),
        pace: None,
        open_to: None,
        terms: Terms::default(),
    };
    Ok((StatusCode::CREATED, Json(tables.create_for(wish, Some(&puzzle), &caller).await?)))
}

/// What is asked of a puzzle.
#[derive(Deserialize)]
pub struct OfSolution {
    #[serde(default)]
    solution: bool,
}

/// The puzzle that is played at a table: whether you have solved it, and how good your moves were. With `solution=true` you are told the
/// solution before it is over.
#[utoipa::path(get, path = "/api/games/{id}/puzzle",
    extensions(("x-authority" = json!("anybody")), ("x-limit" = json!("think"))), tag = "puzzles", security((), ("seat" = [])),
    params(("id" = String, Path), ("solution" = Option<bool>, Query)),
    responses((status = 200, body = wire::PuzzleState), (status = 404, body = wire::Problem)))]
pub async fn played(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
    Query(of): Query<OfSolution>,
) -> Result<Json<PuzzleState>, ApiError> {
    let turn = tables.turn_of_work(&caller).await?;
    let table = tables.table(&id).await?;
    table.person(&caller, None)?;
    let none = || ApiError::Unknown("no puzzle is played at this table".to_string());
    let puzzle = table.extra.puzzle.clone().ok_or_else(none)?;
    let (game, puzzle) = tables.puzzle(table.game().about().id, &puzzle)?;
    let name = game.about().id;
    let own = tables.library.puzzles().iter().filter(|(g, _)| g.about().id == name);
    let next = own.skip_while(|(_, p)| p.id != puzzle.id).nth(1).map(|(_, p)| title(name, p));
    // A proof takes its time.
    let work = move || {
        let done = table.session().puzzle(&puzzle)?;
        let solution = if done.over || of.solution { Some(solution(&*game, &puzzle)?) } else { None };
        Ok(PuzzleState {
            puzzle: title(name, &puzzle),
            number: table.number,
            over: done.over,
            solved: done.solved,
            chance: done.chance,
            solution,
            next,
        })
    };
    Ok(Json(apart(turn, work).await?))
}

fn solution(game: &dyn AnyGame, puzzle: &Puzzle) -> Result<Solution, ApiError> {
    let chance = |text: &str| fraction(text).unwrap_or(0.0);
    let other = |a: &sandtable_core::puzzle::Alternative| PuzzleOther {
        moves: a.moves.clone(),
        chance: chance(&a.chance),
        why: a.why.clone(),
    };
    Ok(Solution {
        chance: chance(&puzzle.chance),
        moves: game.solution(puzzle)?,
        explanation: puzzle.explanation.clone(),
        alternatives: puzzle.alternatives.iter().map(other).collect(),
    })
}

/// Which bot.
#[derive(Deserialize)]
pub struct OfLevel {
    level: Option<String>,
}

/// What a bot does with a puzzle up to its first die, and the chance that it has with that. Proofs are worked out in turn, as hints are.
#[utoipa::path(get, path = "/api/puzzles/{game}/{puzzle}/bot",
    extensions(("x-authority" = json!("anybody")), ("x-limit" = json!("think"))), tag = "puzzles",
    params(("game" = String, Path), ("puzzle" = String, Path), ("level" = Option<String>, Query)),
    responses((status = 200, body = wire::PuzzleTry), (status = 404, body = wire::Problem),
        (status = 429, body = wire::Problem, description = "too many proofs are being worked out")))]
pub async fn bot(
    State(tables): TablesState,
    caller: Caller,
    Path((game, id)): Path<(String, String)>,
    Query(of): Query<OfLevel>,
) -> Result<Json<PuzzleTry>, ApiError> {
    let (game, puzzle) = tables.puzzle(&game, &id)?;
    let level = of.level.unwrap_or_else(|| game.strongest().to_string());
    if tables.allows_level(&*game, &level)? > LONGEST {
        return Err(ApiError::Broken(format!("a bot may think for {} s at most here", LONGEST.as_secs())));
    }
    let work = move || {
        let tried = game.try_puzzle(&puzzle, &level, 1)?;
        Ok(PuzzleTry { level, moves: tried.moves, chance: tried.chance })
    };
    Ok(Json(apart(tables.turn_of_advice(&caller).await?, work).await?))
}
