//! The games and boards that the program offers. Kits and drawings are made once, when first asked for, and cached.

use crate::convert;
use crate::error::ApiError;
use crate::response::CachedResponse;
use crate::wire::{Kit, NewGame, Place, Player, Rule, Title};
use sandtable_bots::registry::AnyGame;
use sandtable_core::catalogue;
use sandtable_core::puzzle::Puzzle;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A board as it is drawn.
pub struct Drawing {
    /// Upper left corner of its view box.
    pub low: (f64, f64),
    /// Width and height of its view box.
    pub size: (f64, f64),
    /// Size of a hex.
    pub unit: f64,
    /// Its places, in the drawing's own coordinates.
    pub places: Vec<Place>,
}

/// Where boards come from.
pub trait Boards: Send + Sync {
    /// Geometry of a board.
    fn drawing(&self, id: &str) -> Option<Drawing>;
    /// The drawing itself, whole or as an overview.
    fn svg(&self, id: &str, overview: bool) -> Option<String>;
}

/// Games and boards.
pub struct Library {
    games: Vec<Arc<dyn AnyGame>>,
    boards: Box<dyn Boards>,
    /// Puzzles with their games.
    puzzles: Vec<(Arc<dyn AnyGame>, Puzzle)>,
    cache: Mutex<HashMap<String, CachedResponse>>,
}

impl Library {
    /// A library of these games and boards.
    pub fn new(games: Vec<Arc<dyn AnyGame>>, boards: Box<dyn Boards>) -> Library {
        Library { games, boards, puzzles: vec![], cache: Mutex::default() }
    }

    /// With puzzles: the game, the id and the text of each.
    pub fn with_puzzles<'a>(
        mut self,
        files: impl IntoIterator<Item = (&'a str, &'a str, &'a str)>,
    ) -> Result<Library, String> {
        for (game, id, text) in files {
            let game = self.game(game).map_err(|e| e.to_string())?.clone();
            let puzzle = Puzzle::read(game.about(), id, text)?;
            self.puzzles.push((game, puzzle));
        }
        Ok(self)
    }

    /// All puzzles, those of a game one after the other.
    pub fn puzzles(&self) -> &[(Arc<dyn AnyGame>, Puzzle)] {
        &self.puzzles
    }

    /// A game by its id.
    pub fn game(&self, id: &str) -> Result<&Arc<dyn AnyGame>, ApiError> {
        let known = || self.games.iter().map(|g| g.about().id).collect::<Vec<_>>().join(", ");
        self.games
            .iter()
            .find(|g| g.about().id == id)
            .ok_or_else(|| ApiError::Unknown(format!("there is no game `{id}`; the games are {}", known())))
    }

    /// Whether a wish for a game is that for a lesson: with its dice, and for nobody else.
    pub fn is_lesson(&self, wish: &NewGame) -> bool {
        let teaching = self.game(&wish.game).ok().and_then(|game| game.teaching().ok().flatten());
        teaching.is_some_and(|teaching| {
            let lesson = &teaching.lesson;
            wish.scenario == lesson.scenario
                && wish.seed == Some(lesson.seed)
                && wish.options == lesson.options
                && wish.position.is_none()
                && wish.seats.values().all(|player| *player == Player::Me)
        })
    }

    /// A scenario of a game: the one that is named, else the first.
    pub fn scenario(&self, id: &str, named: Option<&str>) -> Result<String, ApiError> {
        let about = self.game(id)?.about();
        let found = match named {
            None => about.scenarios.first(),
            Some(wanted) => about.scenarios.iter().find(|s| s.id == wanted),
        };
        let missing = || ApiError::Unknown(format!("there is no scenario `{}`", named.unwrap_or("")));
        found.map(|s| s.id.clone()).ok_or_else(missing)
    }

    /// All titles.
    pub fn titles(&self) -> Vec<Title> {
        self.games.iter().map(|g| title(&**g)).collect()
    }

    /// The rules of a game.
    pub fn rules(&self, id: &str) -> Result<CachedResponse, ApiError> {
        let game = self.game(id)?;
        self.cached(format!("rules {id}"), || {
            let rule =
                |r: catalogue::Rule| Rule { id: r.id.into(), kind: r.kind.into(), summary: r.summary.into() };
            let rules: Vec<Rule> = game.rules().into_iter().map(rule).collect();
            Ok(json(&rules))
        })
    }

    /// What does not change during a game.
    pub fn kit(&self, id: &str, scenario: Option<&str>) -> Result<CachedResponse, ApiError> {
        let game = self.game(id)?;
        let about = game.about();
        let scenario = &*self.scenario(id, scenario)?;
        let board = about.board_of(scenario);
        self.cached(format!("kit {id} {scenario}"), || {
            let drawing = self.boards.drawing(board).ok_or_else(|| no_board(board))?;
            let kit = Kit {
                title: title(&**game),
                board: board.to_string(),
                width: drawing.size.0,
                height: drawing.size.1,
                unit: drawing.unit,
                places: drawing.places.into_iter().map(|p| moved(p, drawing.low)).collect(),
                turns: game.turns(scenario),
                charts: game.charts(),
                counters: game.counters(scenario),
                ground: game.grounds(scenario),
                teaching: game.teaching()?,
            };
            Ok(json(&kit))
        })
    }

    /// The drawing of a board.
    pub fn board(&self, id: &str, overview: bool) -> Result<CachedResponse, ApiError> {
        self.cached(format!("board {id} {overview}"), || {
            let svg = self.boards.svg(id, overview).ok_or_else(|| no_board(id))?;
            Ok(CachedResponse::new("image/svg+xml", svg.into_bytes()))
        })
    }

    /// The cached response of a key, which is made now if there is none.
    pub fn cached(
        &self,
        key: String,
        make: impl FnOnce() -> Result<CachedResponse, ApiError>,
    ) -> Result<CachedResponse, ApiError> {
        let cache = || self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = cache().get(&key) {
            return Ok(found.clone());
        }
        let made = make()?;
        cache().insert(key, made.clone());
        Ok(made)
    }
}

/// A game for the lobby. What it tells newcomers was read by its tests; a game without it is shown without.
fn title(game: &dyn AnyGame) -> Title {
    let facts = game.teaching().ok().flatten().map(|t| t.facts);
    convert::title(game.about(), &game.levels(), game.rules().len(), facts)
}

fn no_board(id: &str) -> ApiError {
    ApiError::Unknown(format!("there is no board `{id}`"))
}

fn json<T: serde::Serialize>(value: &T) -> CachedResponse {
    CachedResponse::new("application/json", serde_json::to_vec(value).unwrap_or_default())
}

/// A place as seen from the drawing's corner, to a tenth of a unit.
fn moved(place: Place, low: (f64, f64)) -> Place {
    let round = |v: f64| (v * 10.0).round() / 10.0;
    Place {
        x: round(place.x - low.0),
        y: round(place.y - low.1),
        outline: place.outline.iter().map(|(x, y)| (round(x - low.0), round(y - low.1))).collect(),
        ..place
    }
}
