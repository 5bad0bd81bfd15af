//! Puzzles: a position, a task, and a solution that the referee can prove. All of it is data of the game (`data/puzzles`).

use crate::game::{About, Decision, Game, Side};
use crate::view::{View, Viewer};
use serde::{Deserialize, Serialize};

/// A puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// Its id.
    #[serde(skip_deserializing)]
    pub id: String,
    /// Its title.
    pub title: String,
    /// Whom you play.
    pub side: String,
    /// What you must bring about, in a sentence.
    pub task: String,
    /// The position.
    pub position: String,
    /// What must hold at the end, in the words of [`Goal::read`]; all of it.
    pub goal: Vec<String>,
    /// When it ends: the side and the beginning of what it must decide then, as `red: move`. It also ends with the game.
    pub ends: String,
    /// The best moves up to the first die, as they are typed. What follows the dice is played as well as can be.
    pub solution: Vec<String>,
    /// The probability that the solution reaches the goal, as a fraction.
    pub chance: String,
    /// Moves that look as good and are worse.
    #[serde(default, rename = "alternative")]
    pub alternatives: Vec<Alternative>,
    /// Why it is so.
    pub explanation: String,
}

/// Moves that look as good as the solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alternative {
    /// The moves.
    pub moves: Vec<String>,
    /// The probability that they reach the goal.
    pub chance: String,
    /// What is wrong with them.
    pub why: String,
}

/// A fraction as it is written: `1`, `0`, `5/6`.
pub fn fraction(text: &str) -> Option<f64> {
    let number = |word: &str| word.trim().parse::<u32>().ok();
    match text.split_once('/') {
        None => number(text).map(f64::from),
        Some((a, b)) => Some(f64::from(number(a)?) / f64::from(number(b).filter(|b| *b > 0)?)),
    }
}

/// One thing that must hold at the end of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// `figure NAME >= N`: a figure of the game, at least or (`<=`) at most so much.
    Figure(String, bool, i64),
    /// `piece ID at PLACE …`: it is in one of these places.
    At(String, Vec<String>),
    /// `piece ID lost`: it is out of the game.
    Lost(String),
    /// `piece ID is STATE`: it has a badge; `_` stands for a blank.
    Is(String, String),
    /// `no SIDE in PLACE …`: none of its counters is in any of them.
    Empty(String, Vec<String>),
    /// `some SIDE in PLACE …`: one of its counters is in every one of them.
    Held(String, Vec<String>),
    /// `mark WHAT at PLACE [of SIDE]`: a mark of the board.
    Mark(String, String, String),
    /// `won SIDE`: the game is over, and the side has won.
    Won(String),
    /// `not …`
    Not(Box<Goal>),
}

/// Places at which a counter is out of the game.
fn out_of_game(place: &str) -> bool {
    matches!(place, "eliminated" | "destroyed" | "captured" | "left for good")
}

impl Goal {
    /// Reads the words of a goal.
    pub fn read(text: &str) -> Result<Goal, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let own = |word: &str| word.to_string();
        let all = |words: &[&str]| words.iter().map(|w| own(w)).collect::<Vec<_>>();
        let blank = |word: &str| word.replace('_', " ");
        Ok(match &words[..] {
            ["not", ..] => Goal::Not(Box::new(Goal::read(text.trim_start().trim_start_matches("not "))?)),
            ["figure", name, sign @ (">=" | "<="), n] => {
                let n = n.parse().map_err(|_| format!("`{text}`: `{n}` is no number"))?;
                Goal::Figure(own(name), *sign == ">=", n)
            }
            ["piece", id, "lost"] => Goal::Lost(blank(id)),
            ["piece", id, "is", state] => Goal::Is(blank(id), blank(state)),
            ["piece", id, "at", places @ ..] if !places.is_empty() => Goal::At(blank(id), all(places)),
            ["no", side, "in", places @ ..] if !places.is_empty() => Goal::Empty(own(side), all(places)),
            ["some", side, "in", places @ ..] if !places.is_empty() => Goal::Held(own(side), all(places)),
            ["mark", what, "at", place] => Goal::Mark(blank(what), own(place), String::new()),
            ["mark", what, "at", place, "of", side] => Goal::Mark(blank(what), own(place), own(side)),
            ["won", side] => Goal::Won(own(side)),
            _ => return Err(format!("`{text}` is no goal of a puzzle")),
        })
    }

    /// Whether it holds in a position, which somebody sees whole.
    fn holds<G: Game>(&self, game: &G, p: &G::Position, view: &View) -> bool {
        let found = |id: &str| view.counters.iter().find(|c| c.id == id);
        let of = |side: &str, place: &str| view.counters.iter().any(|c| c.side == side && c.place == place);
        match self {
            Goal::Figure(name, least, n) => {
                let figure = game.figures(p).into_iter().find(|(known, _)| known == name);
                figure.is_some_and(|(_, value)| if *least { value >= *n } else { value <= *n })
            }
            Goal::At(id, places) => found(id).is_some_and(|c| places.contains(&c.place)),
            Goal::Lost(id) => found(id).is_none_or(|c| out_of_game(&c.place)),
            Goal::Is(id, state) => found(id).is_some_and(|c| c.badges.iter().any(|b| b == state)),
            Goal::Empty(side, places) => !places.iter().any(|place| of(side, place)),
            Goal::Held(side, places) => places.iter().all(|place| of(side, place)),
            Goal::Mark(what, place, side) => {
                let fits = |whose: &str| side.is_empty() || whose == side;
                view.marks.iter().any(|m| m.what == what && m.place == *place && fits(m.side))
            }
            Goal::Won(side) => match game.to_decide(p) {
                Decision::Over(o) => o.winner.is_some_and(|s| game.about().side_id(s) == side),
                Decision::Decide { .. } => false,
            },
            Goal::Not(goal) => !goal.holds(game, p, view),
        }
    }
}

impl Puzzle {
    /// What a file says. The words of its goals and its side must be those of the game.
    pub fn read(about: &About, id: &str, text: &str) -> Result<Puzzle, String> {
        let fault = |e: String| format!("puzzles/{id}.toml: {e}");
        let mut puzzle: Puzzle = toml::from_str(text).map_err(|e| fault(e.to_string()))?;
        puzzle.id = id.to_string();
        puzzle.rules(about).map_err(fault)?;
        let chances = puzzle.alternatives.iter().map(|a| &a.chance).chain([&puzzle.chance]);
        let wrong = chances.into_iter().find(|chance| fraction(chance).is_none()).cloned();
        match wrong {
            Some(chance) => Err(fault(format!("`{chance}` should be a fraction as 5/6"))),
            None => Ok(puzzle),
        }
    }

    /// Its conditions.
    pub fn rules(&self, about: &About) -> Result<Rules, String> {
        let side = |id: &str| about.side(id).ok_or_else(|| format!("there is no side `{id}`"));
        let goals = self.goal.iter().map(|g| Goal::read(g)).collect::<Result<Vec<_>, _>>()?;
        let (who, what) =
            self.ends.split_once(": ").ok_or("`ends` should be a side and what it decides, `red: move`")?;
        Ok(Rules { side: side(&self.side)?, goals, ends: (side(who)?, what.to_string()) })
    }
}

/// When a puzzle ends, and what is right then.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Whom you play.
    pub side: Side,
    goals: Vec<Goal>,
    ends: (Side, String),
}

impl Rules {
    /// Whether the puzzle has ended.
    pub fn over<G: Game>(&self, game: &G, p: &G::Position) -> bool {
        match game.to_decide(p) {
            Decision::Over(_) => true,
            Decision::Decide { sides, what, .. } => sides.has(self.ends.0) && what.starts_with(&self.ends.1),
        }
    }

    /// Whether its goals are reached.
    pub fn solved<G: Game>(&self, game: &G, p: &G::Position) -> bool {
        let view = game.view(p, Viewer::All);
        self.goals.iter().all(|goal| goal.holds(game, p, &view))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_read_whole_or_not_at_all() {
        assert_eq!(Goal::read("figure towns >= 3"), Ok(Goal::Figure("towns".into(), true, 3)));
        assert_eq!(
            Goal::read("not piece r1 is out_of_supply"),
            Ok(Goal::Not(Box::new(Goal::Is("r1".into(), "out of supply".into()))))
        );
        assert_eq!(
            Goal::read("no red in 0503 0504"),
            Ok(Goal::Empty("red".into(), vec!["0503".into(), "0504".into()]))
        );
        for wrong in ["", "piece r1", "figure towns > 3", "figure towns >= x", "no red in", "won red now"] {
            assert!(Goal::read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn chances_are_fractions() {
        assert_eq!(
            ["1", "0", "1/2", "5/0", "x", ""].map(fraction),
            [Some(1.0), Some(0.0), Some(0.5), None, None, None]
        );
    }
}
