//! How a game went: the chances to win over its moves, where it turned, and what a bot would have played there. It tells everything, so
//! it is for games that are over, and for one's own against bots in which nothing is hidden.

use crate::caller::Caller;
use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::seats::SeatRow;
use crate::table::Table;
use crate::tables::{Tables, sealed};
use crate::thinking::apart;
use crate::wire::{self, SeatKind};
use axum::Json;
use axum::extract::{Path, State};
use sandtable_bots::analysis::{Analysis, Limits};
use sandtable_core::{Outcome, Side};
use std::sync::Arc;
use std::time::Duration;

/// The longest that it may think, in seconds, counted in decisions.
const LONGEST: u64 = 10;
/// How long it thinks if nothing is said.
const USUAL: u64 = 6;
/// How often longer than that it may take on a slow machine before the clock stops it.
const PATIENCE: u32 = 3;
/// The seed of an analysis if none is named.
const SEED: u64 = 1;

/// An analysis that was made, and of what.
pub(crate) struct Kept {
    number: usize,
    outcome: Option<Outcome>,
    wish: (u64, u64),
    analysis: Analysis,
}

impl Table {
    /// Refuses an analysis where it would tell what the asker may not know, or help one player against another.
    pub(crate) fn may_analyse(&self, sides: &[Side]) -> Result<(), ApiError> {
        if self.outcome().is_some() {
            return Ok(());
        }
        let about = self.game.about();
        let mine = |s: &SeatRow| about.side(&s.side).is_some_and(|x| sides.contains(&x));
        let alone = self.seats.iter().filter(|s| s.owner() != SeatKind::Bot).all(mine);
        let why = match (about.open, alone, self.extra.no_hints) {
            (true, true, false) => return Ok(()),
            (false, ..) => "an analysis would show what is hidden: it can be had when the game is over",
            (_, false, _) => "others play this game too: it can be analysed when it is over",
            (.., true) => "this game is played without hints: it can be analysed when it is over",
        };
        Err(ApiError::Seat(why.to_string()))
    }

    /// The analysis that was made of the game as it stands.
    fn kept_analysis(&self, wish: Option<(u64, u64)>) -> Option<&Kept> {
        let holds = |kept: &&Kept| kept.number == self.number && kept.outcome == self.outcome();
        self.analysed.as_ref().filter(holds).filter(|kept| wish.is_none_or(|wish| kept.wish == wish))
    }
}

fn answer(kept: &Kept) -> Json<wire::Analysed> {
    Json(wire::Analysed { number: kept.number, analysis: kept.analysis.clone() })
}

/// The analysis that was made last of the game as it stands.
#[utoipa::path(get, path = "/api/games/{id}/analysis",
    extensions(("x-authority" = json!("player")), ("x-limit" = json!("read"))), tag = "analysis", security((), ("seat" = [])),
    params(("id" = String, Path)),
    responses((status = 200, body = wire::Analysed), (status = 403, body = wire::Problem),
        (status = 404, body = wire::Problem, description = "none was made yet: ask for one")))]
pub async fn kept(
    State(tables): State<Arc<Tables>>,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<Json<wire::Analysed>, ApiError> {
    let table = tables.table(&id).await?;
    table.may_analyse(&table.looking(&caller)?)?;
    let kept = table.kept_analysis(None);
    kept.map(answer)
        .ok_or_else(|| ApiError::Unknown("no analysis was made of this game as it stands".to_string()))
}

/// Analyses a game that is over, or one of your own against bots in which nothing is hidden: the chances to win over its moves, where it
/// turned, and what of it was luck. One at a time is thought out at a table; who asks meanwhile waits for it.
#[utoipa::path(post, path = "/api/games/{id}/analysis",
    extensions(("x-authority" = json!("player")), ("x-limit" = json!("think"))), tag = "analysis", security((), ("seat" = [])),
    params(("id" = String, Path)), request_body = wire::AskAnalysis,
    responses((status = 200, body = wire::Analysed), (status = 403, body = wire::Problem),
        (status = 429, body = wire::Problem, description = "too much is being thought out")))]
pub async fn analyse(
    State(tables): State<Arc<Tables>>,
    Path(id): Path<String>,
    caller: Caller,
    JsonBody(wish): JsonBody<wire::AskAnalysis>,
) -> Result<Json<wire::Analysed>, ApiError> {
    let table = tables.table(&id).await?;
    table.may_analyse(&table.looking(&caller)?)?;
    let longest = tables.longest(Duration::from_secs(LONGEST)).as_secs();
    let (seconds, seed) = (wish.seconds.unwrap_or(USUAL.min(longest)), wish.seed.unwrap_or(SEED));
    if !(1..=longest).contains(&seconds) {
        return Err(ApiError::Broken(format!("an analysis may think for 1 to {longest} seconds")));
    }
    let alone = table.advising.clone();
    drop(table);
    // All who played want it in the same moment, when the game ends: the first works it out, the others wait and get the same.
    let alone = alone.lock_owned().await;
    let turn = tables.turn_of_advice(&caller).await?;
    let table = tables.table(&id).await?;
    table.may_analyse(&table.looking(&caller)?)?;
    if let Some(kept) = table.kept_analysis(Some((seconds, seed))) {
        return Ok(answer(kept));
    }
    let agreed = table.agreed();
    let none = || {
        ApiError::Broken(format!("{} has no scores that an analysis could go by", table.game().about().id))
    };
    let analyst = table.session().analyst(agreed).ok_or_else(none)?;
    let (number, outcome) = (table.number, table.outcome());
    // It thinks about a copy: the table is free meanwhile.
    drop(table);
    let time = Duration::from_secs(seconds);
    let limits = Limits { seed, time, stop: Some(time * PATIENCE) };
    let analysis = apart(turn, move || Ok(analyst(&limits)?)).await?;
    let kept = Kept { number, outcome, wish: (seconds, seed), analysis };
    let answer = answer(&kept);
    // The game may have gone on, or be gone; then nobody asks for this again.
    if let Ok(mut table) = tables.table(&id).await {
        table.analysed = Some(kept);
    }
    drop(alone);
    Ok(answer)
}

/// What a bot would have played at a moment of the game, and why, from what its side knew then.
#[utoipa::path(post, path = "/api/games/{id}/analysis/then",
    extensions(("x-authority" = json!("player")), ("x-limit" = json!("think"))), tag = "analysis", security((), ("seat" = [])),
    params(("id" = String, Path)), request_body = wire::AskThen,
    responses((status = 200, body = wire::Then), (status = 403, body = wire::Problem),
        (status = 422, body = wire::Problem, description = "that side had nothing to decide then"),
        (status = 429, body = wire::Problem, description = "another hint is being thought out")))]
pub async fn then(
    State(tables): State<Arc<Tables>>,
    Path(id): Path<String>,
    caller: Caller,
    JsonBody(wish): JsonBody<wire::AskThen>,
) -> Result<Json<wire::Then>, ApiError> {
    let turn = tables.turn_of_advice(&caller).await?;
    let table = tables.table(&id).await?;
    table.may_analyse(&table.looking(&caller)?)?;
    let game = table.game().clone();
    let side = game.about().side(&wish.side);
    let side = side.ok_or_else(|| ApiError::Unknown(format!("there is no side `{}`", wish.side)))?;
    let level = wish.level.unwrap_or_else(|| game.strongest().to_string());
    if tables.allows_level(&*game, &level)? > Duration::from_secs(LONGEST) {
        return Err(ApiError::Broken(format!(
            "it may think for {LONGEST} s at most, as in analysis:{LONGEST}s"
        )));
    }
    let alone = table.alone()?;
    let at = wish.at;
    let dice = sealed()?;
    // Going back to a moment of a long game takes its time too, but it needs the table.
    let think = move || {
        let session = table.session().branch(at, dice)?;
        drop(table);
        let hint = session.advice(side, &level, SEED)?()?;
        drop(alone);
        Ok(wire::Then { at, level, action: hint.action, why: hint.why })
    };
    Ok(Json(apart(turn, think).await?))
}
