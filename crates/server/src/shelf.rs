//! What the program has to offer: games and boards. Kits and drawings are made once, when first asked for.

use crate::convert;
use crate::packed::Packed;
use crate::refuse::Refusal;
use crate::wire::{Chart, Kit, Place, Rule, Title};
use sandtable_bots::registry::AnyGame;
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
pub struct Shelf {
    games: Vec<Arc<dyn AnyGame>>,
    boards: Box<dyn Boards>,
    packed: Mutex<HashMap<String, Packed>>,
}

impl Shelf {
    /// A shelf.
    pub fn new(games: Vec<Arc<dyn AnyGame>>, boards: Box<dyn Boards>) -> Shelf {
        Shelf { games, boards, packed: Mutex::default() }
    }

    /// A game by its id.
    pub fn game(&self, id: &str) -> Result<&Arc<dyn AnyGame>, Refusal> {
        let known = || self.games.iter().map(|g| g.about().id).collect::<Vec<_>>().join(", ");
        self.games
            .iter()
            .find(|g| g.about().id == id)
            .ok_or_else(|| Refusal::Unknown(format!("there is no game `{id}`; the games are {}", known())))
    }

    /// All titles.
    pub fn titles(&self) -> Vec<Title> {
        self.games.iter().map(|g| convert::title(g.about(), &g.levels(), g.rules().len())).collect()
    }

    /// The rules of a game.
    pub fn rules(&self, id: &str) -> Result<Packed, Refusal> {
        let game = self.game(id)?;
        self.once(format!("rules {id}"), || {
            let rules: Vec<Rule> = game.rules().into_iter().map(Rule::from).collect();
            Ok(json(&rules))
        })
    }

    /// What does not change during a game.
    pub fn kit(&self, id: &str, scenario: Option<&str>) -> Result<Packed, Refusal> {
        let game = self.game(id)?;
        let about = game.about();
        let scenario = match scenario {
            None => about.scenarios.first().map_or("", |s| &s.id),
            Some(wanted) => {
                let known = about.scenarios.iter().find(|s| s.id == wanted);
                known
                    .map(|s| s.id.as_str())
                    .ok_or_else(|| Refusal::Unknown(format!("there is no scenario `{wanted}`")))?
            }
        };
        let board = about.board_of(scenario);
        self.once(format!("kit {id} {scenario}"), || {
            let drawing = self.boards.drawing(board).ok_or_else(|| no_board(board))?;
            let kit = Kit {
                title: convert::title(about, &game.levels(), game.rules().len()),
                board: board.to_string(),
                width: drawing.size.0,
                height: drawing.size.1,
                unit: drawing.unit,
                places: drawing.places.into_iter().map(|p| moved(p, drawing.low)).collect(),
                turns: game.turns(scenario),
                charts: game.charts().into_iter().map(Chart::from).collect(),
            };
            Ok(json(&kit))
        })
    }

    /// The drawing of a board.
    pub fn board(&self, id: &str, overview: bool) -> Result<Packed, Refusal> {
        self.once(format!("board {id} {overview}"), || {
            let svg = self.boards.svg(id, overview).ok_or_else(|| no_board(id))?;
            Ok(Packed::new("image/svg+xml", svg.into_bytes()))
        })
    }

    /// What was made under a key before, or is made now.
    pub fn once(
        &self,
        key: String,
        make: impl FnOnce() -> Result<Packed, Refusal>,
    ) -> Result<Packed, Refusal> {
        let packed = || self.packed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = packed().get(&key) {
            return Ok(found.clone());
        }
        let made = make()?;
        packed().insert(key, made.clone());
        Ok(made)
    }
}

fn no_board(id: &str) -> Refusal {
    Refusal::Unknown(format!("there is no board `{id}`"))
}

fn json<T: serde::Serialize>(value: &T) -> Packed {
    Packed::new("application/json", serde_json::to_vec(value).unwrap_or_default())
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
