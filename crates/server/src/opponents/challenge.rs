//! Challenges: somebody proposes a game to somebody, who accepts or declines.

use super::refused;
use super::seating::{Plan, Unseated};
use super::terms::{Meeting, checked};
use crate::caller::Caller;
use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::store::{ChallengeRow, Claim, StoreError, now};
use crate::tables::{Tables, detached, random_hex, storage};
use crate::wire::{self, AnswerChallenge, Challenge, ChallengeAnswer, ChallengeState, NewChallenge};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use std::sync::Arc;

type TablesState = State<Arc<Tables>>;

/// Challenges of one account that may wait for an answer at once.
const WAITING: i64 = 20;

fn state_of(word: &str) -> ChallengeState {
    match word {
        "open" => ChallengeState::Open,
        "accepted" => ChallengeState::Accepted,
        "withdrawn" => ChallengeState::Withdrawn,
        _ => ChallengeState::Declined,
    }
}

impl Tables {
    async fn shown_challenge(&self, row: ChallengeRow, account: &str) -> Result<Challenge, ApiError> {
        let title = row.wish.game.clone();
        Ok(Challenge {
            mine: row.sender == account,
            from: self.contestant(&row.sender, &title).await?,
            to: self.contestant(&row.receiver, &title).await?,
            state: state_of(&row.state),
            game: Some(row.game).filter(|g| !g.is_empty()),
            id: row.id,
            wish: row.wish,
            at: row.at,
        })
    }

    async fn challenge(&self, account: &str, mut wish: NewChallenge) -> Result<Challenge, ApiError> {
        let sides = self.two_sides(&wish.game, &wish.scenario)?;
        if let Some(side) = wish.side.as_deref().filter(|s| !sides.contains(s)) {
            return Err(ApiError::Broken(format!("`{}` has no side `{side}`", wish.scenario)));
        }
        wish.terms = checked(&wish.terms, &**self.library.game(&wish.game)?)?;
        let receiver = self.account_named(&wish.to).await?;
        let receiver =
            receiver.ok_or_else(|| ApiError::Unknown(format!("nobody here is called “{}”", wish.to)))?;
        if receiver == account {
            return Err(refused("you cannot challenge yourself"));
        }
        if self.store().open_challenges(account).await.map_err(storage)? >= WAITING {
            return Err(ApiError::Busy(format!(
                "{WAITING} challenges of yours wait for an answer; withdraw one first"
            )));
        }
        let row = ChallengeRow {
            id: random_hex(8)?,
            sender: account.to_string(),
            receiver,
            wish,
            state: "open".to_string(),
            game: String::new(),
            at: now(),
        };
        self.store().add_challenge(&row).await.map_err(storage)?;
        self.shown_challenge(row, account).await
    }

    async fn answer_challenge(
        self: &Arc<Tables>,
        account: &str,
        id: &str,
        answer: ChallengeAnswer,
    ) -> Result<Challenge, ApiError> {
        let row = self.store().challenge(id).await.map_err(storage)?;
        let none = || ApiError::Unknown("there is no such challenge".to_string());
        let row = row.filter(|r| r.sender == account || r.receiver == account).ok_or_else(none)?;
        let may = match answer {
            ChallengeAnswer::Withdraw => row.sender == account,
            ChallengeAnswer::Accept | ChallengeAnswer::Decline => row.receiver == account,
        };
        if !may {
            return Err(ApiError::Seat(
                "who is challenged accepts or declines, and who made the challenge withdraws it".to_string(),
            ));
        }
        let made = match answer {
            ChallengeAnswer::Accept => self.accept(&row).await,
            ChallengeAnswer::Decline => {
                self.store().make(&[Claim::answered(id, "declined", "")]).await.map_err(Unseated::Store)
            }
            ChallengeAnswer::Withdraw => {
                self.store().make(&[Claim::answered(id, "withdrawn", "")]).await.map_err(Unseated::Store)
            }
        };
        match made {
            Ok(()) => {}
            Err(Unseated::Store(StoreError::Taken)) => {
                return Err(refused("this challenge has been answered or withdrawn already"));
            }
            Err(Unseated::Store(e)) => return Err(storage(e)),
            Err(Unseated::Refused(e)) => return Err(e),
        }
        let row = self.store().challenge(id).await.map_err(storage)?.ok_or_else(none)?;
        self.shown_challenge(row, account).await
    }

    async fn accept(self: &Arc<Tables>, row: &ChallengeRow) -> Result<(), Unseated> {
        let wish = &row.wish;
        let [first, second] = self.two_sides(&wish.game, &wish.scenario)?;
        let senders = match &wish.side {
            Some(side) => side == first,
            None => {
                let played = self.store().sides_played(&row.sender, &wish.game).await?;
                let times =
                    |side: &str| played.get(&(wish.scenario.clone(), side.to_string())).copied().unwrap_or(0);
                times(first) <= times(second)
            }
        };
        let players = match senders {
            true => vec![row.sender.clone(), row.receiver.clone()],
            false => vec![row.receiver.clone(), row.sender.clone()],
        };
        let id = random_hex(6)?;
        let claims = vec![Claim::answered(&row.id, "accepted", &id)];
        let plan = Plan {
            id,
            title: wish.game.clone(),
            scenario: wish.scenario.clone(),
            options: wish.options.clone(),
            players,
            name: String::new(),
            meeting: Meeting::arranged(wish.open_to, wish.terms.clone()),
        };
        self.seat_together(vec![plan], claims).await
    }
}

/// Challenges that you made or are to answer, the newest first.
#[utoipa::path(get, path = "/api/challenges", tag = "opponents",
    extensions(("x-authority" = json!("account")), ("x-limit" = json!("read"))),
    responses((status = 200, body = Vec<Challenge>), (status = 403, body = wire::Problem)))]
pub async fn challenges(
    State(tables): TablesState,
    caller: Caller,
) -> Result<Json<Vec<Challenge>>, ApiError> {
    let account = tables.account(&caller)?;
    let mut out = vec![];
    for row in tables.store().challenges(account).await.map_err(storage)? {
        out.push(tables.shown_challenge(row, account).await?);
    }
    Ok(Json(out))
}

/// Challenges somebody to a game.
#[utoipa::path(post, path = "/api/challenges", tag = "opponents", request_body = NewChallenge,
    extensions(("x-authority" = json!("account")), ("x-limit" = json!("make"))),
    responses((status = 201, body = Challenge), (status = 404, body = wire::Problem)))]
pub async fn challenge(
    State(tables): TablesState,
    caller: Caller,
    JsonBody(wish): JsonBody<NewChallenge>,
) -> Result<(StatusCode, Json<Challenge>), ApiError> {
    let account = tables.account(&caller)?;
    Ok((StatusCode::CREATED, Json(tables.challenge(account, wish).await?)))
}

/// Answers a challenge; if you accept it, the game is made.
#[utoipa::path(post, path = "/api/challenges/{id}", tag = "opponents", params(("id" = String, Path)),
    request_body = AnswerChallenge,
    extensions(("x-authority" = json!("account")), ("x-limit" = json!("act"))),
    responses((status = 200, body = Challenge), (status = 404, body = wire::Problem), (status = 422, body = wire::Problem)))]
pub async fn answer(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
    JsonBody(wish): JsonBody<AnswerChallenge>,
) -> Result<Json<Challenge>, ApiError> {
    detached(async move {
        let account = tables.account(&caller)?;
        tables.answer_challenge(account, &id, wish.answer).await.map(Json)
    })
    .await
}
